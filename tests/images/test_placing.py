"""Results in memory of the caller's: wherever it begins and however its rows lie, they are the same to the last bit, and
nothing else is written."""

import functools

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, filters

PAGE = 4096
STEEP = pygpu.compile(filters.sobel)


def ahead(im=Image, p=Position):
    """What is to the right, and nothing beside or to the left."""
    return im(p + (3, 0)) + 2 * im(p + (5, 1))


FILTERS = {
    "ahead": pygpu.compile(ahead),
    "sobel": STEEP,
    "box": pygpu.compile(filters.box, size=5),
    "median": pygpu.compile(filters.median),
    "gaussian": pygpu.compile(filters.gaussian, sigma=1),
    "wrapped": functools.partial(filters.box, size=3, border="wrap"),
    "filled": functools.partial(filters.box, size=3, border="constant", fill=0.25),
    "gamma": pygpu.compile(filters.gamma, gamma=2.2),
}
SHAPES = [(37, 101), (9, 4133), (5, 16), (7, 3), (1, 50)]
SENTINEL = 77


def picture(shape, dtype):
    chance = np.random.default_rng(len(shape) + shape[1])
    if np.dtype(dtype).kind == "f":
        return chance.random(shape).astype(dtype)
    return chance.integers(0, np.iinfo(dtype).max, shape, endpoint=True).astype(dtype)


def placed(shape, dtype, offset, room=0):
    """An array so many bytes behind a page's start, its rows so many elements longer in memory; and all the memory there."""
    item, per_row = np.dtype(dtype).itemsize, int(np.prod(shape[1:])) + room
    raw = np.full(shape[0] * per_row * item + 2 * PAGE, SENTINEL, np.uint8)
    start = -raw.ctypes.data % PAGE + offset
    strides = (per_row * item, *[int(np.prod(shape[axis + 1:])) * item for axis in range(1, len(shape))])
    return np.ndarray(shape, dtype, raw.data, start, strides), raw


def filtered_into(filter, image, offset, room):
    """The result written there is what it is anywhere, and nothing beside it is written."""
    expected = filter(image)
    target, raw = placed(expected.shape, expected.dtype, offset, room)
    target[...] = 0
    blank = raw.copy()
    filter(image, out=target)
    np.testing.assert_array_equal(target, expected)
    target[...] = 0
    assert np.array_equal(raw, blank)


@pytest.mark.parametrize("dtype", ["float32", "uint8", "uint16", "float16"])
@pytest.mark.parametrize("name", FILTERS)
def test_any_place(engine, name, dtype):
    for shape in SHAPES:
        image, raw = placed(shape, dtype, 16)
        image[...] = picture(shape, dtype)
        for offset, room in ((16, 0), (0, 0), (4 if dtype == "float32" else 2, 3), (80, 0), (64, 5), (1040, 0), (4032, 16)):
            filtered_into(FILTERS[name], image, offset, room)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("channels", [2, 3, 4])
def test_colours_at_any_place(engine, channels, dtype):
    for shape in ((19, 101, channels), (3, 4100, channels)):
        image, raw = placed(shape, dtype, 16)
        image[...] = picture(shape, dtype)
        for offset, room in ((16, 0), (4, 0), (20, 5), (64, 0), (1048, 1)):
            filtered_into(STEEP, image, offset, room)


def test_a_part_of_a_larger_array(engine):
    """A view whose rows are as far apart as the larger array's."""
    image = picture((61, 203), "float32")
    expected = STEEP(image)
    for left in range(20):
        larger = np.full((80, 260), -1, np.float32)
        STEEP(image, out=larger[7:68, left:left + 203])
        np.testing.assert_array_equal(larger[7:68, left:left + 203], expected)
        larger[7:68, left:left + 203] = -1
        assert (larger == -1).all()


def test_rows_that_lie_alike(engine):
    """Rows a multiple of a page apart, of a picture and of its result at the same place in one: there vectors wait."""
    image, raw = placed((21, 2048), "float32", 16)
    image[...] = picture(image.shape, "float32")
    for name in FILTERS:
        for offset in (0, 16, 48, 64, 80, 96, 4080):
            filtered_into(FILTERS[name], image, offset, 0)


def test_large_results_go_past_the_caches(engine):
    if engine.name == "evaluator":
        pytest.skip("there are no caches to go past")
    image = picture((1031, 1100), "float32")
    for offset in (16, 64, 1040):
        filtered_into(STEEP, image, offset, 0)
    filtered_into(FILTERS["median"], picture((2053, 2080), "uint8"), 16, 0)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_columns_do_not_matter(engine, dtype):
    """A pixel is the same to the last bit whichever lane of a vector it is, and whether or not that is one at an edge."""
    image = picture((70, 150) if engine.name == "evaluator" else (700, 1500), dtype)  # which has no lanes
    for name in ("sobel", "box", "gaussian"):
        whole = FILTERS[name](image)
        for left in range(1, 16, 2):
            part = FILTERS[name](np.ascontiguousarray(image[:, left:]))
            np.testing.assert_array_equal(part[:, 8:-8], whole[:, left + 8:-8])
