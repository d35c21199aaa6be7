"""Arrays in order, as CPUs sort them and as GPUs do."""

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.calls.engines import engine as engines
from pygpu.schedule import GPU

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


@pytest.fixture(params=["cpu", "gpu"])
def way(request, engine, monkeypatch):
    """A CPU's lines, or a GPU's kernels."""
    if request.param == "gpu":
        if engine.device == "none":
            pytest.skip("kernels are a driver's")
        monkeypatch.setattr(engines, "target_of", lambda device: GPU)
    return request.param


def same(function, *arrays) -> None:
    with np.errstate(all="ignore"):
        expected = function(*arrays)
    found = pygpu.compile(function)(*arrays)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, rtol=2e-6)


@pytest.mark.parametrize("kind", ARRAYS)
def test_each_way(kind, way, engine):
    if engine.is_checker and (way == "gpu" or kind != "floats"):
        pytest.skip("minutes, for the same kernels")
    array = ARRAYS[kind][:, :18] if engine.is_checker else ARRAYS[kind]
    for function in FUNCTIONS[:2] if engine.is_checker else FUNCTIONS:
        same(function, array)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int32", "uint8", "int16", "uint32", "int64", "uint64", "bool"])
def test_places(dtype, way, engine):
    if engine.is_checker:
        pytest.skip("minutes, for the same kernels")
    array = RANDOM.integers(-20, 20, (3, 50)).astype(dtype)
    if array.dtype.kind == "f":
        array[array > 15], array[array < -15] = np.nan, -0.0
    same(lambda a=Array: np.argsort(a, kind="stable"), array)
    same(lambda a=Array: np.argsort(a, axis=0, kind="stable"), array.T.copy())


def test_places_of_long_numbers(way, engine):
    """Whose lower halves decide, too: those of floats where they are asked for."""
    if engine.is_checker:
        pytest.skip("minutes, for the same kernels")
    whole = RANDOM.integers(-3, 3, 300) * 2**40 + RANDOM.integers(-2**35, 2**35, 300)
    same(lambda a=Array: np.argsort(a, kind="stable"), whole)
    if engine.device == "none" or engine.device.doubles:
        found = pygpu.compile(lambda a=Array: np.argsort(a), precision="double")(1 + whole / 2.0**60)
        np.testing.assert_array_equal(found, np.argsort(1 + whole / 2.0**60, kind="stable"))


def test_volumes(engine):
    if engine.is_checker:
        pytest.skip("minutes, for the same kernels")
    volume = RANDOM.random((18, 20, 19), np.float32)
    for axis in (range(3) if engine.device == "none" else (1,)):
        np.testing.assert_array_equal(pygpu.compile(lambda a=Array: np.sort(a, axis=axis))(volume), np.sort(volume, axis))


def test_lines_of_lists_that_are_no_arrays(engine):
    """A ravelled array is a part of another."""
    array = RANDOM.random((8, 8), np.float32)
    found = pygpu.compile(lambda a=Array: np.argsort(np.ravel(np.asarray(a))))(array)
    np.testing.assert_array_equal(found, np.argsort(array.ravel(), kind="stable"))
