"""Functions that do not wait for one another are one kernel on a GPU: what they give is the same to the last bit."""

from functools import cache, reduce

import numpy as np

import pygpu
from pygpu import Image, Position
from pygpu.runtime import current

RANDOM = np.random.default_rng(7)


def halved(fine):
    rows = cache(lambda x, y: 0.25 * fine(x, 2 * y - 1) + 0.5 * fine(x, 2 * y) + 0.25 * fine(x, 2 * y + 1))
    return cache(lambda x, y: 0.25 * rows(2 * x - 1, y) + 0.5 * rows(2 * x, y) + 0.25 * rows(2 * x + 1, y))


def pyramid(fine, levels=4):
    return reduce(lambda found, _: [*found, halved(found[-1])], range(levels - 1), [fine])


def mixed(im=Image, other=Image, mask=Image, p=Position):
    """Three pyramids, side by side."""
    levels = zip(*[pyramid(cache(lambda x, y, each=each: each(x, y))) for each in (im, other, mask)])
    return sum([w(p.x // 2**n, p.y // 2**n) * a(p.x // 2**n, p.y // 2**n) + b(p.x // 2**n, p.y // 2**n)
                for n, (a, b, w) in enumerate(levels)])


def one_after_the_other(im=Image, p=Position):
    """One level asks the next: no two of them are ready at once."""
    return sum([each(p.x // 2**n, p.y // 2**n) for n, each in enumerate(pyramid(cache(lambda x, y: im(x, y))))])


PICTURES = [RANDOM.random((47, 61), np.float32) for _ in range(3)]


def kernels(filter) -> int:
    return len(filter.plan.plans)


def test_pyramids_side_by_side_are_one_kernel_a_step(planned):
    planned(bundles=False)
    alone = pygpu.compile(mixed)
    expected = alone(*PICTURES)
    planned(bundles=True)
    together = pygpu.compile(mixed)
    assert (together(*PICTURES) == expected).all()
    assert kernels(alone) == 10 and kernels(together) == 4


def test_what_waits_is_let_alone(planned):
    for bundles in (False, True):
        planned(bundles=bundles)
        made = pygpu.compile(one_after_the_other)
        made(PICTURES[0])
        assert kernels(made) == 4


def test_parts_have_the_bits_of_the_whole(planned):
    planned(bundles=True)
    made = pygpu.compile(mixed)
    whole = made(*PICTURES)
    for left, top, right, bottom in ((0, 0, 61, 47), (3, 5, 40, 21), (60, 46, 61, 47), (17, 0, 18, 47)):
        part = made.compute((left, top, right, bottom), *PICTURES)
        assert (part == whole[top:bottom, left:right]).all()


def test_where_memory_is_short_they_are_computed_one_after_the_other(planned, monkeypatch):
    planned(bundles=True)
    made = pygpu.compile(mixed)
    expected = made(*PICTURES)
    monkeypatch.setattr(current(), "memory", 60000)
    less = pygpu.compile(mixed)
    assert (less(*PICTURES) == expected).all()
    assert [len(each._last.launcher.program.parts) for each in (made, less)] == [4, 10]
