"""What is read at another resolution: computed where it is asked for where that costs less than memory does."""

from functools import cache

import numpy as np

import pygpu
from pygpu import Image, Position
from pygpu.ir import callees, calls, functions
from pygpu.schedule import CPU
from pygpu.schedule.programs.again import again
from pygpu.schedule.programs.programs import program
from tests.engines import check


def halved(fine):
    rows = cache(lambda x, y: sum([w * fine(x, 2 * y + d) for d, w in ((-1, .125), (0, .375), (1, .375), (2, .125))]))
    return cache(lambda x, y: sum([w * rows(2 * x + d, y) for d, w in ((-1, .125), (0, .375), (1, .375), (2, .125))]))


def doubled(coarse):
    nearer = lambda of, at: 0.25 * of(at // 2 - 1 + 2 * (at % 2)) + 0.75 * of(at // 2)
    columns = cache(lambda x, y: nearer(lambda i: coarse(i, y), x))
    return cache(lambda x, y: nearer(lambda i: columns(x, i), y))


def bands(im=Image, p=Position, levels=4):
    """The finest level without the next one, and that without its own, all the way down."""
    made = [cache(lambda x, y: im(x, y))]
    for _ in range(levels - 1):
        made.append(halved(made[-1]))
    result = made[-1]
    for level in reversed(made[:-1]):
        result = cache(lambda x, y, level=level, coarse=doubled(result): level(x, y)**2 - coarse(x, y))
    return result(p.x, p.y)


def test_what_is_doubled_one_way_is_no_image_of_its_own(engine):
    check(bands, np.random.default_rng(5).random((37, 45)).astype(np.float32))


def test_a_level_is_kept_and_what_stands_between_two_is_not():
    graph = pygpu.compile(bands).graph
    twice = [function for function in functions(graph) if len(callees(function.graph)) == 1
             and len(calls(function.graph.body)) == 2]  # doubled along x, and then along y
    one_way = {callees(function.graph)[0] for function in twice}.intersection(twice)
    kept = set(program(graph).origins)
    assert len(one_way) == 3
    assert not one_way & kept
    assert all(callees(function.graph)[0] in kept for function in one_way)


def test_what_costs_much_is_kept():
    """A root, which each pixel would take four times; and what lies where data say."""
    def costly(im=Image, p=Position):
        many = cache(lambda x, y: sum([im(x + i, y)**0.5 for i in range(20)]))
        return sum(many(p.x // 2 + i, p.y) for i in (0, 1)) + many(int(9 * im(p)), p.y)

    def led(im=Image, p=Position):
        once = cache(lambda x, y: im(x, y) + im(x + 1, y) * 2)
        return once(int(9 * im(p)), p.y) + once(p.x // 2, p.y)

    for filter in (costly, led):
        graph = pygpu.compile(filter).graph
        assert not again(graph, functions(graph), CPU)


def test_levels_of_sums_are_kept():
    """They are not written out as chains of sums are, which join: a pixel would read a thousand others, one by one."""
    def coarsest(im=Image, p=Position):
        level = cache(lambda x, y: im(x, y))
        for _ in range(3):
            level = halved(level)
        return level(p.x, p.y)

    graph = pygpu.compile(coarsest).graph
    assert len(program(graph).origins) >= 2


def test_what_one_alone_asks_for_that_is_kept_is_written_into_it():
    """Slopes that two squares ask for are an image of their own; what they are made of is theirs."""
    def corner(im=Image, p=Position):
        seen = cache(lambda x, y: im(x, y)**0.5 + 0.1)
        rows = cache(lambda x, y: seen(x + 1, y) - seen(x - 1, y))
        sums = cache(lambda x, y: rows(x, y - 1) + 2 * rows(x, y) + rows(x, y + 1))
        steep = cache(lambda x, y: sums(x, y))
        squares = cache(lambda x, y: steep(x, y)**2)
        cubes = cache(lambda x, y: steep(x, y)**3)
        many = range(-4, 5)
        return sum([each(abs(p.x + dx), abs(p.y + dy)) for each in (squares, cubes) for dx in many for dy in many])

    graph = pygpu.compile(corner).graph
    kept = {function.graph.name for function in program(graph, target=CPU).origins}
    assert len(program(graph, target=CPU).origins) == 3, kept
