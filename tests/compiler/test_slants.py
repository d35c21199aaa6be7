"""Scans that ask beside their own line: the row before, and their own row. Against plain Python; every plan by the
interpreter, which watches that no item reads what another has not yet written."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import CompileError, Image, Int, Position
from pygpu.calls.engines import engine as calls
from pygpu.ir import functions
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.scans.scans import every_scan
from tests.engines import check

from .test_scans import graph_of, in_groups, parts_of  # noqa: F401

rng = np.random.default_rng(5)
SMALL = rng.random((6, 7)).astype(np.float32)


def cheapest_from_above(im=Image, p=Position):
    """As seams are found."""
    def from_above(q):
        left = above(q + (-1, -1)) if q.x > 0 else np.inf
        right = above(q + (1, -1)) if q.x < im.width - 1 else np.inf
        return min(left, above(q - (0, 1)), right)

    above = cache(lambda q: im(q) + (from_above(q) if q.y > 0 else 0.0))
    return above(p)


def wherever_it_leads(im=Image, p=Position):
    """Each row asks for two columns more, and none of them lies outside of anything."""
    m = cache(lambda q: im(q) + (min([m(q + (i, -1)) for i in (-1, 0, 1)]) if q.y > 0 else 0.0))
    return m(p)


def errors_spread(im=Image, p=Position):
    """Floyd and Steinberg's: two numbers a place, and fronts two columns apart."""
    @cache
    def spread(q):
        v = im(q) + (spread(q - (1, 0))[1] * 7 / 16 if q.x > 0 else 0.0)
        if q.y > 0:
            v = v + (spread(q + (-1, -1))[1] / 16 if q.x > 0 else 0.0) + spread(q - (0, 1))[1] * 5 / 16
            v = v + (spread(q + (1, -1))[1] * 3 / 16 if q.x < im.width - 1 else 0.0)
        bright = v > 0.5
        return bright, v - (1.0 if bright else 0.0)

    return spread(p)[0]


def as_it_is_taught(im=Image, p=Position):
    """The first place is asked for first, and then either edge: time warping."""
    @cache
    def warped(q):
        if q.x == 0 and q.y == 0:
            return im(q)
        if q.x == 0:
            return im(q) + warped(q - (0, 1))
        if q.y == 0:
            return im(q) + warped(q - (1, 0))
        return im(q) + min(warped(q - (1, 0)), warped(q - (0, 1)), warped(q - (1, 1)))

    return warped(p)


def longest_way(im=Image, p=Position):
    way = cache(lambda q: im(q) + max(way(q - (1, 0)) if q.x > 0 else 0.0, way(q - (0, 1)) if q.y > 0 else 0.0))
    return way(p)


def from_the_lower_right(im=Image, p=Position):
    g = cache(lambda q: im(q) + 0.5 * max(g(q + (1, 0)) if q.x < im.width - 1 else 0.0,
                                          g(q + (-2, 1)) if q.y < im.height - 1 and q.x > 1 else 0.0))
    return g(p)


def columns_to_the_left(im=Image, p=Position):
    m = cache(lambda q: im(q) + (min(m(q + (1, -1)) if q.y > 0 else 9.0, m(q + (2, 3)) if q.y < im.height - 3 else 9.0)
                                 if q.x < im.width - 2 else 0.0))
    return m(p)


def diagonals(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q - (1, 1)) if q.x > 0 and q.y > 0 else 0.0))
    return s(p + (1, 2)) - s(p)


def another_corner(im=Image, p=Position):
    s = cache(lambda q: (im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0) + (s(q - (0, 1)) if q.y > 0 else 0.0)
                         - 0.5 * (s(q - (1, 1)) if q.x > 0 and q.y > 0 else 0.0)))
    return s(p)


def counted(im=Image, p=Position):
    """Whole numbers, truths, and one that is always the same."""
    @cache
    def s(q):
        n, dark, same = s(q - (1, 1)) if q.x > 0 and q.y > 0 else (0, False, 0.5)
        return n + (3 if dark else 1), im(q) < same, 0.5

    return s(p)[0]


def held_at_the_edges(im=Image, p=Position):
    """Where two plain numbers say, and clamped places: at the edges the place above is asked twice."""
    @cache
    def c(x, y):
        if y == 0:
            return im(x, y)
        return im(x, y) + min(c(max(x - 1, 0), y - 1), c(x, y - 1), c(min(x + 1, im.width - 1), y - 1))

    return c(p.x, p.y)


def held_further_away(im=Image, p=Position):
    c = cache(lambda x, y: im(x, y) + (0.5 * max(c(max(x - 2, 0), y - 1), c(int(np.clip(x + 3, 0, im.width - 1)), y - 1))
                                       if y > 0 else 0.0))
    return c(p.x, p.y)


def held_on_columns(im=Image, p=Position):
    """To the left; and a step back that could as well be held, and never is."""
    @cache
    def c(q):
        x, y = q
        if x >= im.width - 1:
            return im(q)
        return im(q) + min([c((min(x + 1, im.width - 1), min(max(y + i, 0), im.height - 1))) for i in (-1, 0, 1)])

    return c(p)


FILTERS = [held_at_the_edges, held_further_away, held_on_columns, cheapest_from_above, wherever_it_leads, errors_spread,
           as_it_is_taught, longest_way, from_the_lower_right, columns_to_the_left, diagonals, another_corner, counted]
named = pytest.mark.parametrize("filter", FILTERS, ids=lambda f: f.__name__)


@named
def test_a_slanted_scan(engine, filter):
    for shape in ((4, 5), (1, 4), (5, 1)):
        check(filter, rng.random(shape).astype(np.float32))


@named
def test_they_are_scans(filter):
    """Though functions that call one another could be a loop with a stack for each pixel, too."""
    assert any(function.graph.scan for function in functions(graph_of(filter)))


def test_beyond_where_a_place_is_held_there_is_no_scan(engine):
    """All places there would ask for one and the same."""
    with pytest.raises(CompileError, match="beyond the edge at which it ends or is held"):
        pygpu.compile(held_at_the_edges)(SMALL, size=(9, 6))


def halves(im=Image, p=Position):
    @cache
    def c(x, y):
        return im(x, y) if y == 0 else im(x, y) + c(x // 2, y - 1) + c(x // 3, y - 1)

    return c(p.x, p.y)


def beyond_the_edge(im=Image, p=Position):
    @cache
    def c(x, y):
        return im(x, y) if y == 0 else im(x, y) + min(c(max(x - 1, 0), y - 1), c(x, y - 1))

    return c(p.x - 1, p.y)


@pytest.mark.parametrize("filter", [halves, beyond_the_edge])
def test_what_ends_by_a_cache_alone_is_no_loop(filter):
    """A loop of the kernel remembers nothing: it would take 2 ** rows steps."""
    with pytest.raises(CompileError, match="not-a-scan"):
        pygpu.compile(filter)(SMALL)


def errors_spread_here(im):
    """In the order in which the filter adds up: a last digit decides, and is spread."""
    error, bright = np.pad(np.zeros_like(im), 1), np.zeros(im.shape, bool)
    for y, x in np.ndindex(im.shape):
        left, upper = error[y + 1, x], error[y, x:x + 3]
        v = im[y, x] + left * 7 / 16 + upper[0] / 16 + upper[1] * 5 / 16 + upper[2] * 3 / 16
        bright[y, x] = v > 0.5
        error[y + 1, x + 1] = v - bright[y, x]
    return bright


def cheapest_here(im):
    found = im.copy()
    for y in range(1, len(im)):
        beside = np.pad(found[y - 1], 1, constant_values=np.inf)
        found[y] += np.minimum(np.minimum(beside[:-2], beside[1:-1]), beside[2:])
    return found


LARGER = [(errors_spread, errors_spread_here), (cheapest_from_above, cheapest_here)]


@pytest.mark.parametrize("filter, here", LARGER)
def test_a_larger_one(engine, filter, here):
    im = rng.random((9, 14) if engine.is_checker else (70, 131)).astype(np.float32)
    np.testing.assert_allclose(pygpu.compile(filter)(im), here(im), rtol=1e-5)


@pytest.mark.parametrize("filter, here", LARGER)
def test_in_groups(in_groups, filter, here):  # noqa: F811
    im = rng.random((35, 23)).astype(np.float32)
    np.testing.assert_allclose(pygpu.compile(filter)(im), here(im), rtol=1e-5)


@named
@pytest.mark.parametrize("target", [CPU, GPU], ids=["alone", "groups"])
def test_every_plan_by_the_interpreter(filter, target):
    for shape in [(1, 1), (5, 19), (19, 6)]:
        picture = rng.random(shape).astype(np.float32)[:, :, None]
        for made in parts_of(graph_of(filter), target):
            if made.scan is None or len(made.images) != 1 or made.scalars:
                continue
            shown = [output for output in made.outputs if output.kind != "Carried"]
            inputs = calls.Format("float32", 1),
            outputs = tuple([calls.Format(output.values[0].type.stored, 1) for output in shown])
            expected = pygpu.ir.evaluate(made, [picture], (), shape[::-1])
            plans = every_scan(made, inputs, outputs, target)
            assert len(plans) == 2 + (plans[0].turns > 1)
            for plan in plans:
                kernels = build(made, plan, inputs, outputs, target)
                verify(kernels.launches[0].kernel)
                for result, wanted in zip(interpret(kernels, [picture], (), outputs, shape[::-1]), expected):
                    assert np.allclose(result, wanted, rtol=1e-5, atol=1e-5), str(plan)


def test_the_interpreter_sees_who_does_not_wait():
    made, = [each for each in parts_of(graph_of(cheapest_from_above), GPU) if each.scan is not None][:1]
    form = calls.Format("float32", 1),
    plan = every_scan(made, form, form, GPU)[0]
    kernels = build(made, plan, form, form, GPU)
    loop = kernels.launches[0].kernel.body[-1]
    loop.body = [each for each in loop.body if type(each).__name__ != "Barrier"]
    with pytest.raises(Exception, match="without a barrier"):
        interpret(kernels, [rng.random((5, 19, 1)).astype(np.float32)], (), form, (19, 5))


def test_it_is_told(engine):
    filter = pygpu.compile(cheapest_from_above)
    filter(SMALL)
    scan, = functions(filter.graph)
    assert scan.graph.scan.slant.order == 0 and "a scan down from row 0, which asks beside it" in str(filter.graph)
    assert "prior back=1, beside=-1, channel=0" in str(filter.graph) and filter.footprint == (None,) * 4


def test_a_part_of_it(engine):
    """A region needs all rows before, and the whole width."""
    filter = pygpu.compile(errors_spread)
    whole = filter(SMALL)
    np.testing.assert_array_equal(filter.compute((2, 3, 5, 6), SMALL), whole[3:6, 2:5])


def test_a_row_before_that_has_no_end():
    def endless(im=Image, p=Position, k=Int):
        s = lambda q: im(q) + (s(q - (1, 1)) if q.x > k else 0.0)
        return s(p)

    with pytest.raises(CompileError, match=r"has no end at an edge(.*\n)*.*if q.y > 0"):
        pygpu.compile(endless)(SMALL, 1)
