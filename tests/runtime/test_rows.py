"""Rows in a GPU's own memory: they begin where groups of elements may, and nobody else sees it."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position, filters
from pygpu.runtime import bands, memory, transfer
from tests.runtime.kernels import every_way

DTYPES = ("float32", "uint8", "uint16", "bool", "int32")


@pytest.fixture
def apart():
    """A device with memory of its own."""
    return every_way()[-1]


def some(shape, dtype="float32"):
    numbers = np.random.default_rng(3).integers(0, 256, shape)
    return (numbers / 255 if dtype == "float32" else numbers % 2 if dtype == "bool" else numbers).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(5, 7), (1, 7), (6, 1), (9, 11, 3), (400, 1023), (400, 1021, 3)])
def test_there_and_back(apart, shape, dtype):
    array = some(shape, dtype)
    there = pygpu.upload(array, apart)
    assert there.stride % memory.ROW_GROUP == 0 or shape[0] == 1
    assert np.array_equal(there.numpy(), array)
    target = np.empty(shape, np.float64)
    there.copy_to(target)
    assert np.array_equal(target, array.astype(np.float64))
    if min(shape[:2]) > 2:
        assert np.array_equal(np.asarray(there[1:, 2:]), array[1:, 2:])
    other = pygpu.upload(np.zeros_like(array), apart)
    other.replace(there)
    assert np.array_equal(other.numpy(), array)


def test_in_pieces(apart, monkeypatch):
    monkeypatch.setattr(transfer, "WORTH_STAGING", 1000)
    monkeypatch.setattr(transfer, "SMALL_PIECE", 3000)
    monkeypatch.setattr(transfer, "PIECE", 3000)
    for shape in ((57, 103), (57, 103, 3), (5, 21, 31), (4001,)):
        array = some(shape)
        there = pygpu.upload(array, apart, dimensions=3 if shape == (5, 21, 31) else None)
        target = np.empty(shape, np.float32)
        there.copy_to(target)
        assert np.array_equal(target, array) and np.array_equal(there.numpy(), array)


def later(a=Array, b=Array):
    rolled = np.roll(a, 1, axis=1) + b[::-1]
    return rolled[:, 1:] * 2 + np.cumsum(a, axis=0)[:, 1:]


def flat(a=Array):
    return (a * 2 + 1).reshape(-1)[3:]


def test_filters_do_not_see_it(apart, monkeypatch):
    picture, colours = some((61, 83)), some((61, 83, 3), "uint8")
    runs = {
        "gaussian": lambda im, rgb: filters.gaussian(im, sigma=2), "median": lambda im, rgb: filters.median(rgb),
        "label": lambda im, rgb: filters.label(im > 0.7) if isinstance(im, np.ndarray) else filters.label(
            pygpu.upload(picture > 0.7, apart)),
        "iterate": lambda im, rgb: pygpu.compile(filters.box, size=3).iterate(4, im),
        "later": lambda im, rgb: pygpu.compile(later)(im, im), "flat": lambda im, rgb: pygpu.compile(flat)(im),
        "region": lambda im, rgb: filters.box(im[3:50, 5:42], size=5),
        "compute": lambda im, rgb: pygpu.compile(filters.box, size=9).compute((3, 4, 60, 41), im),
        "copies": lambda im, rgb: pygpu.compile(lambda im=Image, p=Position: im(p + (1, 0)) - im(p))(im),
    }
    pygpu.use("none")
    expected = {name: np.asarray(run(picture, colours)) for name, run in runs.items()}
    pygpu.use(apart)
    try:
        for name, run in runs.items():
            for given in ((picture, colours), (pygpu.upload(picture), pygpu.upload(colours))):
                found = np.asarray(run(*given))
                np.testing.assert_allclose(found, expected[name], rtol=2e-5, atol=2e-5, err_msg=name)
        monkeypatch.setattr(bands, "WORTH_BANDS", 1000)
        found = pygpu.compile(filters.box, size=3)(picture)
        np.testing.assert_allclose(found, np.asarray(filters.box(picture, size=3)), rtol=2e-5)
    finally:
        pygpu.use(None)
