"""The bench's columns compute the same: the language, NumPy, and the kernels by hand."""

import pytest

import pygpu
from tests.speed import columns, hand
from tests.speed.bench import check, made
from tests.speed.workloads import ALL

QUICK = ["gamma", "sobel", "conv5", "unsharp", "harris", "rgb8", "median", "rotate", "mandelbrot", "collatz"]


@pytest.mark.parametrize("name", QUICK)
def test_the_language_and_the_kernel_by_hand_agree_with_numpy(name):
    workload, size = ALL[name], (131, 97)
    pictures = workload.pictures(*size)
    pygpu.use("none")
    try:
        ours = columns.PyGPU(None, workload, pictures, *size).whole()
        check(ours, workload, pictures, *size)
        assert not ours.error
    finally:
        device = pygpu.use(None)
    if device is not None:
        by_hand = made("by hand", hand.contender, device, workload, pictures, *size)
        check(by_hand, workload, pictures, *size)
        assert not by_hand.error
