"""Arrays in order: lines sorted each by itself, and all of them by steps, as a device likes it."""

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.tracing.whole.elements import Either

RANDOM = np.random.default_rng(41)
WITH_NAN = np.where(RANDOM.random((19, 40)) > 0.8, np.nan, RANDOM.random((19, 40)) - 0.5).astype(np.float32)
FUNCTIONS = [
    lambda a=Array: np.sort(a), lambda a=Array: np.sort(a, axis=0), lambda a=Array: np.sort(a, axis=None),
    lambda a=Array: np.sort(a * 2 + 1, axis=0)[::-1] + a, lambda a=Array: np.median(a, axis=1),
    lambda a=Array: np.percentile(a, [10, 50], axis=1), lambda a=Array: np.sort(np.sort(a, axis=0), axis=1),
]
ARRAYS = {"floats": WITH_NAN, "whole": RANDOM.integers(-9, 9, (18, 33)),
          "bytes": RANDOM.integers(0, 255, (20, 21), np.uint8),
          "doubles": RANDOM.random((18, 17)), "long": RANDOM.integers(-2**40, 2**40, (17, 18))}


@pytest.mark.parametrize("way", [0, 1], ids=["lines", "steps"])
@pytest.mark.parametrize("kind", ARRAYS)
def test_each_way(kind, way, engine, monkeypatch):
    if engine.is_checker and (way or kind != "floats"):
        pytest.skip("minutes, for the same kernels")
    monkeypatch.setattr(Either, "by", lambda self, device: way)
    array = ARRAYS[kind][:, :18] if engine.is_checker else ARRAYS[kind]
    for function in FUNCTIONS[:2] if engine.is_checker or way and engine.device != "none" else FUNCTIONS:
        with np.errstate(all="ignore"):
            expected = function(array)
        found = pygpu.compile(function)(array)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=2e-6)


def test_volumes(engine):
    if engine.is_checker:
        pytest.skip("minutes, for the same kernels")
    volume = RANDOM.random((18, 20, 19), np.float32)
    for axis in (range(3) if engine.device == "none" else (1,)):
        np.testing.assert_array_equal(pygpu.compile(lambda a=Array: np.sort(a, axis=axis))(volume), np.sort(volume, axis))


def test_lines_of_lists_that_are_no_arrays(engine):
    """A ravelled array, as long as a power of two, is a part of another: it could not go through the loop of steps."""
    array = RANDOM.random((8, 8), np.float32)
    found = pygpu.compile(lambda a=Array: np.argsort(np.ravel(np.asarray(a))))(array)
    np.testing.assert_array_equal(found, np.argsort(array.ravel(), kind="stable"))
