"""What a name may stand for does not grow with the number of paths that lead there."""


import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position
from tests.effort import calls
from tests.engines import check


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
    assert calls(lambda: pygpu.compile(function).graph) < 6_000_000
    pygpu.use("none")
    try:
        found = pygpu.compile(function)(image)
    finally:
        pygpu.use(None)
    host = HostImage(image)
    expected = [[function(host, Position(x, y)) for x in range(7)] for y in range(6)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_the_size_of_an_image_may_be_what_a_comparison_asks_for():
    """How large it is nobody knows while the filter is traced; that it is above zero is known."""
    def last(im=Image, p=Position):
        return im(p) if p.x == im.width - 1 and im.width % 2 == 1 and im.width > 0 else 0.0

    for columns in (4, 5):
        picture = np.ones((2, columns), np.float32)
        assert pygpu.compile(last)(picture).sum() == (2 if columns % 2 else 0)


def test_a_list_of_some_pixels_or_another_thing_is_gone_through():
    def f(im=Image, p=Position):
        total = 0
        for x in [c for c in range(3) if c < int(im(p) * 10)] or (7,):
            total += x
        return total

    picture = np.array([[0.0, 0.15, 0.25], [0.35, 1.0, -1.0]], np.float32)
    assert pygpu.compile(f)(picture).tolist() == [[7, 0, 1], [3, 3, 7]]


def chosen_of_chosen(im=Image, p=Position):
    """An item of a list is one of several itself, and so is the last one."""
    rows = [list("####"), list("#.$#"), list("#.##"), list("####")]
    x = y = 1
    for step in (int(4 * im(p)), int(4 * im(p + (1, 0)))):
        dx, dy = ((1, 0), (-1, 0), (0, 1), (0, -1))[step % 4]
        if rows[y + dy][x + dx] == "#":
            continue
        if rows[y + dy][x + dx] == "$":
            rows[y + dy][x + dx] = "."
        x, y = x + dx, y + dy
    return x + 4 * y + 16 * sum(row.count("$") for row in rows)


def test_one_of_several_among_those_of_which_one_is_chosen():
    picture = np.random.default_rng(1).random((9, 12)).astype(np.float32)
    pygpu.use("none")
    try:
        check(chosen_of_chosen, picture)
    finally:
        pygpu.use(None)
