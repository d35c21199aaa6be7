"""Links of a chain are computed several in one kernel on a GPU, over tiles, and give what each gives in one of its own."""

from functools import cache, partial

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.runtime import current
from pygpu.schedule import CPU

RANDOM = np.random.default_rng(7)
STENCIL = RANDOM.random((5, 5)) / 13
AROUND = [(i, j) for j in range(-2, 3) for i in range(-2, 3)]


def smooth(before, x, y):
    return sum(float(STENCIL[j + 2, i + 2]) * before(x + i, y + j) for i, j in AROUND)


def steps(im, stage, count):
    found = cache(lambda x, y: im(x, y))
    for _ in range(count):
        found = cache(partial(stage, found))
    return found


def chain(im=Image, p=Position, count=12, border=None):
    return steps(im, smooth, count)(p.x, p.y)


def of_border(border):
    def filter(im=Image(border=border), p=Position):
        return steps(im, smooth, 9)(p.x, p.y) * 2 - im(p)
    return filter


def rectified(im=Image, p=Position):
    """What each pixel makes of its sum alone is no hindrance; and each step reads the picture, too."""
    return steps(im, lambda before, x, y: max(smooth(before, x, y) * 1.5 - 0.25 * im(x, y), 0.0), 8)(p.x, p.y)


def dilated(im=Image, p=Position):
    """Maxima take longer in steps than alone."""
    largest = lambda before, x, y: max(before(x + i, y + j) for i, j in AROUND)  # noqa: E731
    return steps(im, lambda before, x, y: largest(before, x, y) * 0.5 + before(x, y) * 0.5, 8)(p.x, p.y)


def halved(im=Image, p=Position):
    """A chain that is read elsewhere, and what reads it is one, too."""
    inner = steps(im, smooth, 8)
    return steps(lambda x, y: inner(2 * x, y) + inner(2 * x + 1, y // 2), smooth, 8)(p.x // 2, p.y)


def twice(im=Image, other=Image, p=Position):
    """Two chains, and a function in the middle of one that the result reads as well."""
    middle = steps(im, smooth, 5)
    return steps(middle, smooth, 5)(p.x, p.y) + middle(p.x + 3, p.y) + steps(other, smooth, 6)(p.x, p.y - 1)


def kernels(filter) -> int:
    return len(filter.plan.plans)


def both(planned, filter, *pictures):
    planned(links=1)
    alone = pygpu.compile(filter)
    expected = alone(*pictures)
    planned(links=4)
    together = pygpu.compile(filter)
    np.testing.assert_allclose(together(*pictures), expected, rtol=1e-5, atol=1e-5)
    return alone, together


@pytest.mark.parametrize("size", [(47, 161), (3, 5), (1, 300)])
def test_twelve_are_three_kernels(planned, size):
    alone, together = both(planned, chain, RANDOM.random(size, np.float32))
    assert kernels(alone) == 12 and kernels(together) == 3


def test_those_that_are_alike_are_built_once(planned):
    planned(links=4)
    made = pygpu.compile(partial(chain, count=32))
    made(RANDOM.random((40, 50), np.float32))
    assert kernels(made) == 8 and len({str(each) for each in made.plan.plans}) < 8


@pytest.mark.parametrize("border", ["mirror", "wrap", "constant"])
def test_borders(planned, border):
    _, together = both(planned, of_border(border), RANDOM.random((45, 67), np.float32))
    assert kernels(together) == 3


def test_what_a_pixel_makes_of_its_sum(planned):
    _, together = both(planned, rectified, RANDOM.random((45, 67), np.float32))
    assert kernels(together) == 2


def test_maxima_are_let_alone(planned):
    alone, together = both(planned, dilated, RANDOM.random((45, 67), np.float32))
    assert kernels(together) == kernels(alone) > 2


@pytest.mark.parametrize("filter, count", [(halved, 1), (twice, 2)])
def test_chains_in_larger_programs(planned, filter, count):
    pictures = [RANDOM.random((45, 67), np.float32) for _ in range(count)]
    alone, together = both(planned, filter, *pictures)
    assert kernels(together) < kernels(alone)


def test_parts_have_the_bits_of_the_whole(planned):
    planned(links=4)
    picture, made = RANDOM.random((47, 161), np.float32), pygpu.compile(chain)
    whole = made(picture)
    for left, top, right, bottom in ((0, 0, 61, 47), (3, 5, 40, 21), (60, 46, 161, 47), (17, 0, 18, 47)):
        assert (made.compute((left, top, right, bottom), picture) == whole[top:bottom, left:right]).all()


def test_a_cpu_keeps_each(engine, monkeypatch):
    if engine.is_checker or engine.device == "none" or current().kind != "cpu":
        pytest.skip("plans are for drivers of CPUs")
    monkeypatch.setattr(engines, "target_of", lambda device: CPU)
    made = pygpu.compile(chain)
    made(RANDOM.random((20, 30), np.float32))
    assert kernels(made) == 12
