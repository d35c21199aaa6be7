"""What a program keeps lies in one piece of a GPU's memory, of which kernels are told where each picture begins."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Color, Image, Position, Vec4
from pygpu.calls.engines.sequence import Sequence
from tests.engines import assert_close, plain_python

RANDOM = np.random.default_rng(11)


def halved(f):
    return cache(lambda x, y: (f(2 * x - 1, y * 2) + 2 * f(2 * x, y * 2) + f(2 * x + 1, y * 2 + 1)) * 0.25)


def doubled(f):
    return lambda x, y: f(x // 2, y // 2) * 0.75 + f((x + 1) // 2, (y + 1) // 2) * 0.25


def levels(first, count):
    found = [first]
    for _ in range(count - 1):
        found.append(halved(found[-1]))
    return found


def gray(im=Image, p=Position):
    *finer, result = levels(cache(lambda x, y: im(x, y)), 6)
    for level in reversed(finer):
        result = cache(lambda x, y, level=level, up=doubled(result): level(x, y) - 0.5 * up(x, y))
    return result(p.x, p.y)


def colours(im=Image[Color], p=Position):
    *finer, result = levels(cache(lambda x, y: im(x, y)), 5)
    for level in reversed(finer):
        result = cache(lambda x, y, level=level, up=doubled(result): level(x, y) * 0.5 + up(x, y))
    return result(p.x, p.y)


def of_alpha(im=Image[Vec4], p=Position):
    *finer, result = levels(cache(lambda x, y: im(x, y)), 5)
    for level in reversed(finer):
        result = cache(lambda x, y, level=level, up=doubled(result): level(x, y) + (1 - level(x, y).w) * up(x, y))
    return result(p.x, p.y)


def counted(im=Image, p=Position):
    """What is kept are whole numbers of two kinds, and two of each."""
    @cache
    def parts(x, y):
        return int(im(x, y) * 200), im(x, y) * 0.5

    @cache
    def coarse(x, y):
        around = [parts(2 * x + i, 2 * y + j) for i in range(-2, 3) for j in range(-2, 3)]
        return max(n for n, _ in around) & 127, sum(light for _, light in around)

    around = [coarse(p.x // 2 + i, p.y // 2 + j) for i in range(-2, 3) for j in range(-2, 3)]
    return sum(n for n, _ in around) + max(light for _, light in around)


CASES = [(gray, ()), (colours, (3,)), (of_alpha, (4,)), (counted, ())]


def layout(made):
    """How its last call is laid out."""
    return list(made._last.launcher.joined._layouts.values())[-1]


@pytest.mark.parametrize("filter, channels", CASES)
def test_what_is_kept_is_one_piece(planned, engine, filter, channels):
    planned()
    made = pygpu.compile(filter)
    for height, width in ((19, 27), (1, 1), (40, 33)):
        picture = RANDOM.random((height, width, *channels), np.float32)
        assert_close(made(picture), plain_python(filter, picture))
        assert len(layout(made).rooms) == 1
        assert "pg_common" in made.source


def test_small_levels_in_one_kernel_are_given_it_once(planned):
    planned()
    made = pygpu.compile(gray)
    made(RANDOM.random((90, 120), np.float32))
    steps = layout(made).steps
    assert len(steps) < 8
    assert all(len(step.args.between) == 1 for step in steps)


def test_what_is_larger_than_a_piece_may_be_lies_in_several(planned, monkeypatch):
    planned()
    made = pygpu.compile(gray)
    picture = RANDOM.random((64, 96), np.float32)
    common = made(picture)
    monkeypatch.setattr(Sequence, "bytes", lambda self, regions: made._last.device.largest_buffer + 1)
    larger = RANDOM.random((63, 97), np.float32)
    apart = made(larger)
    monkeypatch.undo()
    assert len(layout(made).rooms) > 1
    assert "pg_common" not in made.source
    assert np.array_equal(made(picture), common)
    planned()
    assert np.array_equal(pygpu.compile(gray)(larger), apart)
