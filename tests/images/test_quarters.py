"""Pictures read turned by a quarter: vectors on a CPU turn them square by square."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Int, Position, filters
from pygpu.borders import BORDERS
from tests.engines import check

RANDOM = np.random.default_rng(31)
SIZES = [(1, 1), (3, 40), (40, 40), (33, 70)]  # rows and columns: no square inside, some

WAYS = [
    lambda im, p: im(p.y, p.x), lambda im, p: im(im.width - 1 - p.y, p.x), lambda im, p: im(p.y, im.height - 1 - p.x),
    lambda im, p: im(im.height - 1 - p.y, im.width - 1 - p.x), lambda im, p: im(p.y + 3, p.x - 2) - im(p),
    lambda im, p: im(p.y, p.x) + im(p.y, p.x + 1) * im(p.y - 1, p.x) - im(2 - p.y, p.x) / 2,
    lambda im, p: im(2 * p.y, p.x) + im(p.y, 2 * p.x), lambda im, p: im(p.x, p.y) * im(p.y, p.x),
    lambda im, p: sum(im(p.y + i, p.x + j) * (i + 2 * j) for i in range(3) for j in range(2)),
    lambda im, p: im(im.width - 1 - p.x, p.y), lambda im, p: im(9 - p.x, p.y) + im(4 - 2 * p.x, 3 - p.y),
]


@pytest.mark.parametrize("way", WAYS, ids=range(len(WAYS)))
def test_every_way(way, engine):
    def filter(im=Image, p=Position):
        return way(im, p)

    for size in SIZES[:2 if engine.is_checker else 4]:
        check(filter, RANDOM.random(size, np.float32))


@pytest.mark.parametrize("border", sorted(BORDERS))
def test_every_border(border, engine):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        return im(p.y - 1, p.x + 2) + im(5 - p.x, p.y)

    check(filter, RANDOM.random((20, 40) if engine.is_checker else (50, 70), np.float32))


@pytest.mark.parametrize("shape", [(40, 50), (40, 50, 3), (40, 50, 2), (40, 50, 4)])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int32", "float32"])
def test_every_kind_of_picture(shape, dtype, engine):
    def filter(im=Image, p=Position):
        return im(p.y, p.x)

    if engine.is_checker:
        pytest.skip("it has the same kernels")
    check(filter, (RANDOM.random(shape) * 200).astype(dtype))


def test_by_numbers_of_the_call_and_of_another_picture(engine):
    def filter(im=Image, other=Image, n=Int, p=Position):
        return im(n - p.y, p.x + n) + other(p.y, n - p.x) * im(n - p.x, p.y)

    size = (20, 33) if engine.is_checker else (60, 64)
    check(filter, RANDOM.random(size, np.float32), RANDOM.random((*size[::-1],), np.float32), 17)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("shape", [(37, 50), (37, 50, 3)])
def test_as_numpy_turns_it(quarters, shape, engine):
    picture = RANDOM.integers(0, 255, shape, np.uint8)
    turned = filters.turn(picture, quarters=quarters)
    np.testing.assert_array_equal(np.asarray(turned), np.rot90(picture, quarters))


def test_arrays(engine):
    array = RANDOM.random((20, 40) if engine.is_checker else (70, 90), np.float32)
    for function in (lambda a=Array: a.T * 2, lambda a=Array: np.rot90(a) + 1, lambda a=Array: a[:20, :20] + a[:20, :20].T,
                     lambda a=Array: np.flipud(a.T), lambda a=Array: a[::-1, ::-1]):
        np.testing.assert_array_equal(pygpu.compile(function)(array), function(array))
