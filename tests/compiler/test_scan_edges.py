"""What scans choose at their first place in place of what was before: they begin with it where that is the same."""

from functools import cache

import numpy as np
import pytest

from pygpu import Image, Position
from pygpu.schedule import CPU
from pygpu.schedule.scans.begun import begun
from tests.compiler.test_scans import graph_of, parts_of
from tests.engines import check

PICTURE = np.random.default_rng(3).random((19, 70)).astype(np.float32)


def largest_so_far(im=Image, p=Position):
    s = cache(lambda q: max(im(q), s(q - (1, 0)) if q.x > 0 else -1.0))
    return s(p)


def counted(im=Image, p=Position):
    """Of what no pixel says: the same in all rows."""
    s = cache(lambda q: (s(q - (1, 0)) if q.x > 0 else 7.0) * 0.5 + 1)
    return s(p) + im(p)


def downwards(im=Image, p=Position):
    s = cache(lambda q: 0.25 * im(q) + (0.5 * s(q - (0, 1)) if q.y >= 1 else 0.5 * 3.0))
    return s(p)


def two_numbers(im=Image, p=Position):
    """What is there at the edge is not one number."""
    s = cache(lambda q: im(q) + 0.1 * (s(q - (1, 0)) if q.x > 0 else 0.0) + 0.2 * (s(q - (1, 0)) if q.x > 0 else 1.0))
    return s(p)


def of_the_place(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else im(q) * 2))
    return s(p)


def later(im=Image, p=Position):
    """From another place on, before which nothing is added up."""
    s = cache(lambda q: im(q) + (s(q - (1, 0)) if q.x > 3 else 0.5))
    return s(p)


FILTERS = [largest_so_far, counted, downwards, two_numbers, of_the_place, later]


@pytest.mark.parametrize("filter", FILTERS, ids=[each.__name__ for each in FILTERS])
def test_the_first_place(engine, filter):
    check(filter, PICTURE)


@pytest.mark.parametrize("filter", FILTERS, ids=[each.__name__ for each in FILTERS])
def test_which_choices_are_none(filter):
    part = next(made for made in parts_of(graph_of(filter), CPU) if made.scan is not None)
    numbers = {number.value for number in begun(part).numbers.values()}
    assert numbers == {largest_so_far: {-1.0}, counted: {7.0}}.get(filter, set())


def held_beside_min(im=Image, p=Position):
    """Places that are held at the edge, where both steps are inside or one is."""
    s = cache(lambda q: im(q) + 0.5 * min(s(Position(q.x, max(q.y - 1, 0))), s(Position(q.x, max(q.y - 3, 0))))
              if q.y > 0 else im(q))
    return s(p)


def held_backwards(im=Image, p=Position):
    last = im.width - 1
    s = cache(lambda q: im(q) if q.x >= last else 0.25 * im(q) + 0.5 * s(Position(min(q.x + 2, last), q.y)))
    return s(p)


def below_the_least_of_both(im=Image, p=Position):
    s = cache(lambda q: im(q) + 0.5 * s(Position(q.x, max(q.y - 1, 0))) if min(q.x, q.y) > 0 else im(q))
    return s(p)


def above_the_largest_of_both(im=Image, p=Position):
    s = cache(lambda q: im(q) if 0 >= min(3, q.x) else im(q) + 0.5 * s(q - (1, 0)))
    return s(p)


def from_two_sides(im=Image, p=Position):
    s = cache(lambda q: im(q) + max(s(q - (1, 0)), s(q - (0, 1))) * 0.5 if 0 < min(q.x, q.y) else im(q))
    return s(p)


HELD = [held_beside_min, held_backwards, below_the_least_of_both, above_the_largest_of_both, from_two_sides]


@pytest.mark.parametrize("filter", HELD, ids=[each.__name__ for each in HELD])
@pytest.mark.parametrize("size", [(19, 70), (1, 5), (33, 1), (2, 16)], ids=str)
def test_held_at_an_edge(engine, filter, size):
    check(filter, PICTURE.ravel()[:size[0] * size[1]].reshape(size))
