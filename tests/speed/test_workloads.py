"""The bench's columns compute the same: the language, NumPy, and the kernels by hand."""

import pytest

import pygpu
from tests.speed import columns, hand
from tests.speed.bench import check, made
from tests.speed.workloads import ALL, COLOURS, USUAL, VALUES, WIDE

QUICK = ["gamma", "sobel", "conv5", "unsharp", "harris", "rgb8", "median", "rotate", "mandelbrot", "collatz"]
SIZES = [(131, 97), (517, 131), (64, 48)]


@pytest.mark.parametrize("name", [*QUICK, *[workload.name for workload in VALUES]])
def test_the_language_agrees_with_numpy(name):
    workload, size = ALL[name], (131, 97)
    pictures = workload.pictures(*size)
    pygpu.use("none")
    try:
        ours = columns.PyGPU(None, workload, pictures, *size).whole()
        check(ours, workload, pictures, *size)
        assert not ours.error
    finally:
        pygpu.use(None)


@pytest.mark.parametrize("kind", ["cpu", "gpu"])
@pytest.mark.parametrize("workload", USUAL, ids=lambda workload: workload.name)
def test_the_kernel_by_hand_agrees_with_numpy(workload, kind):
    """Those for GPUs, too: a CPU runs them slowly, but rightly."""
    device = pygpu.use(None)
    if device is None:
        pytest.skip("no OpenCL device")
    if kind == "cpu" and device.kind == "gpu":
        pytest.skip("some GPUs' compilers refuse vectors of 16 and what CPUs write past their caches")
    for size in SIZES:
        pictures = workload.pictures(*size)
        by_hand = made("by hand", hand.contender, device, workload, pictures, *size, kind)
        check(by_hand, workload, pictures, *size)
        assert not by_hand.error


@pytest.mark.parametrize("workload", [*WIDE, *COLOURS], ids=lambda workload: workload.name)
def test_large_windows_and_colours_agree_with_numpy(workload):
    device = pygpu.use(None)
    if device is None:
        pytest.skip("no OpenCL device")
    pictures, size = workload.pictures(301, 270), (301, 270)
    ours = columns.PyGPU(device, workload, pictures, *size).whole()
    check(ours, workload, pictures, *size)
    assert not ours.error


def test_a_filter_bank_as_tuned():
    device = pygpu.use(None)
    if device is None:
        pytest.skip("no OpenCL device")
    workload, size = ALL["bank4x8x8x4"], (50, 40)
    pictures = workload.pictures(*size)
    tuned = columns.PyGPU(device, workload, pictures, *size).tuned(seconds=0)
    check(tuned, workload, pictures, *size)
    assert tuned.name == "tuned" and not tuned.error


def test_a_workload_without_a_picture_stays_on_the_device():
    device = pygpu.use(None)
    if device is None:
        pytest.skip("no OpenCL device")
    ours = columns.PyGPU(device, ALL["mandelbrot"], [], 40, 30)
    ours.resident().run(1)
    assert isinstance(ours.last, pygpu.DeviceImage)
