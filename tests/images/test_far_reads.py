"""Pixels that are read far apart: vectors on a CPU ask each for itself whether they lie inside."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position
from pygpu.borders import BORDERS
from tests.engines import check

RANDOM = np.random.default_rng(15)
SIZES = [(1, 1), (2, 90), (9, 150)]  # rows and columns: none inside, some, most


def far_apart(im=Image, p=Position):
    return 2 * im(p - (70, 1)) + im(p) / 2 - im(p + (33, 2)) * im(p + (80, 0))


@pytest.mark.parametrize("border", sorted(BORDERS))
def test_every_border(border, engine):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        return far_apart(im, p)

    for size in SIZES[:1 if engine.is_checker else 3]:
        check(filter, RANDOM.random(size, np.float32))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int32"])
def test_every_kind_of_number(dtype, engine):
    """What spans 0..1 is scaled as it is loaded; a sum may do that at its end."""
    def filter(im=Image, p=Position):
        return (im(p - (70, 0)) + 2 * im(p) + im(p + (80, 1))) / 4

    check(filter, RANDOM.integers(0, 200, (3, 120)).astype(dtype))


@pytest.mark.parametrize("pixels", [(3, 130), (60, 130, 3)], ids=["gray", "colour"])
@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_little_between_much(pixels, border, engine):
    """A tile of all that lies between would be some thousand pixels for each vector at an edge."""
    def filter(im=Image(border=border), p=Position):
        return im(p - (30, 25)) / 2 + im(p + (20, 30)) * im(p)

    check(filter, RANDOM.random(pixels if not engine.is_checker else (3, 60, *pixels[2:]), np.float32))


def test_so_many_arrays_beside_one_another(engine):
    """They took a minute at 2048 x 2048, as each vector at an edge had a tile of all of them gathered."""
    array = RANDOM.random((6, 20) if engine.is_checker else (40, 70), np.float32)
    parts = np.concatenate([np.concatenate([array[::-1]] * 4)] * 4, axis=1)
    made = pygpu.compile(lambda a=Array: np.concatenate([np.concatenate([a[::-1]] * 4)] * 4, axis=1))
    assert np.array_equal(made(array), parts)
    volume = pygpu.compile(lambda a=Array: np.tile(a[1:, :9], (2, 3, 4)))(array)
    assert np.array_equal(volume, np.tile(array[1:, :9], (2, 3, 4)))


def test_two_pictures_and_colours(engine):
    def filter(im=Image, other=Image, p=Position):
        return other(p - (90, 0)) + im(p)[1]

    check(filter, RANDOM.random((3, 120, 3), np.float32), RANDOM.random((3, 130), np.float32))


def test_the_same_bits_everywhere(engine):
    """A picture that repeats comes out repeated, at its edges and between them."""
    once = RANDOM.random((4, 80), np.float32)
    result = pygpu.compile(far_apart, im=Image(border="wrap"), p=Position)(np.tile(once, (1, 4)))
    assert np.array_equal(result, np.tile(result[:, :80], (1, 4)))


@pytest.mark.parametrize("joined", [
    lambda a=Array: np.concatenate([a, a + 1, a], 1), lambda a=Array: np.tile(a, (2, 2)),
    lambda a=Array: a + np.roll(a, 75, 1), lambda a=Array: np.pad(a, ((1, 0), (70, 80))),
    lambda a=Array: np.hstack([a[:, 3:], a[:, :90]])],
    ids=["concatenate", "tile", "roll", "pad", "hstack"])
def test_arrays_beside_one_another(joined, engine):
    array = RANDOM.random((5, 110), np.float32)
    assert np.array_equal(pygpu.compile(joined)(array), joined(array))
