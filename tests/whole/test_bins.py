"""Numbers at the edges of bins, where the last bit decides: they are counted where NumPy counts them."""

import numpy as np
import pytest

import pygpu
from pygpu import Array

RANDOM = np.random.default_rng(5)


def given(bins):
    return [(np.arange(1000, dtype=np.int32), (0, 1000)), (np.arange(-5, 3 * bins, dtype=np.int32), (0, bins)),
            ((np.arange(200) / np.float32(bins)).astype(np.float32), (0, 2)),
            (RANDOM.random(300).astype(np.float16), (0, 1)),
            (RANDOM.random(300).astype(np.float32), (0.1, 0.9)), (np.arange(bins + 1, dtype=np.float32) / 10, None),
            (np.arange(3 * bins, dtype=np.uint8), None), (np.full(7, 3, np.float32), None)]


@pytest.mark.parametrize("bins", [1, 10, 49, 100])
def test_as_numpy_counts(engine, bins):
    if engine.is_checker or engine.name == "pocl" or bins != 49 and engine.device != "none":
        pytest.skip("another engine has it")
    for a, limits in given(bins):
        histogram = pygpu.compile(lambda a=Array: np.histogram(a, bins, limits))
        for found, expected in zip(histogram(a), np.histogram(a, bins, limits)):
            np.testing.assert_allclose(found, expected, rtol=1e-6 if expected.dtype.kind == "f" else 0, atol=1e-7)
        both = None if limits is None else [limits, limits]
        found = pygpu.compile(lambda a=Array: np.histogram2d(a, a[::-1], (bins, 3), both)[0])(a)
        np.testing.assert_array_equal(found, np.histogram2d(a, a[::-1], (bins, 3), both)[0])


def of_a_scan(x=Array):
    """Counted is what is added up along the last axis: no kernel of the scan makes tables."""
    sums = np.cumsum(x, axis=-1)
    return np.histogram(sums, bins=8, range=(-2, 2))[0], np.bincount(np.clip(sums, 0, 5).astype(int).ravel(), minlength=7)


@pytest.mark.parametrize("shape", [(5, 1, 17), (3, 1, 16), (5, 17), (2, 3, 4), (40,)], ids=str)
def test_bins_of_a_scan(engine, shape):
    given = (np.arange(np.prod(shape)) * 7 % 11 / 8 - 0.6).reshape(shape).astype(np.float32)
    for found, expected in zip(pygpu.compile(of_a_scan)(given), of_a_scan(given)):
        np.testing.assert_array_equal(found, expected)
