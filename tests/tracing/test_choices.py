"""What a name may stand for does not grow with the number of paths that lead there."""

from time import process_time

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position


class Disc:
    def __init__(self, size):
        self.size = size

    def grown(self, by):
        return type(self)(self.size + by)


class Ring(Disc):
    def grown(self, by):
        return type(self)(self.size + 2 * by)


class Dot(Disc):
    pass


def taken_again_and_again(im=Image, p=Position):
    """Now and then another one of few objects."""
    disc, ring, dot = Disc(1.0), Ring(2.0), Dot(3.0)
    shape = disc
    for i in range(10):
        if im(p) > i / 10:
            shape = ring if im(p + (i, 0)) > 0.5 else dot
        elif im(p + (0, i)) > 0.3:
            shape = disc
    return shape.grown(im(p)).size


def made_again_and_again(im=Image, p=Position):
    """Each of several is replaced by a new one of its kind."""
    shape = Disc(1.0) if im(p) > 0.5 else Ring(2.0)
    for i in range(8):
        if im(p + (i, 0)) > 0.5:
            if im(p + (0, i)) > 0.25:
                shape = shape.grown(im(p))
            if im(p) < i / 8:
                shape = Dot(shape.size)
    return shape.size


def changed_again_and_again(im=Image, p=Position):
    one, other = Disc(1.0), Ring(im(p))
    for i in range(8):
        shape = one if im(p + (i, 0)) > 0.5 else other
        shape.size += im(p)
        if im(p) > 0.5:
            one = shape
    return one.size + 2 * other.size


@pytest.mark.parametrize("function", [taken_again_and_again, made_again_and_again, changed_again_and_again],
                         ids=lambda f: f.__name__)
def test_the_same_as_python_and_soon(function):
    image = np.random.default_rng(4).random((6, 7), np.float32)
    before = process_time()
    pygpu.compile(function).graph
    assert process_time() - before < 6
    pygpu.use("none")
    try:
        found = pygpu.compile(function)(image)
    finally:
        pygpu.use(None)
    host = HostImage(image)
    expected = [[function(host, Position(x, y)) for x in range(7)] for y in range(6)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
