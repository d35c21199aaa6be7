"""Vectors that are put together and taken apart within each four of their lanes."""

import numpy as np
import pytest

from pygpu import Color, Image, Position, Vec4
from pygpu.kernel import formats
from pygpu.kernel.formats import Format
from pygpu.kernel.meanings import MACHINE
from pygpu.kernel.reads import leaps
from pygpu.kernel.reads.leaps import Leap
from pygpu.kernel.values import FOURS, VECTOR, Expr, Load, Number, Operation, Pointer, Var, key
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, NARROW
from pygpu.schedule.plan import plan
from tests.engines import check

MEMORY = np.arange(400)
START, LANES = Var("start", Pointer("float32")), 16


def value(of: Expr) -> np.ndarray:
    """What an expression is, as one row, where each number in memory is its place."""
    if isinstance(of, Load):
        first = place(of.pointer) + of.index.value * of.lanes
        return MEMORY[None, first:first + of.lanes]
    assert isinstance(of, Operation)
    return MACHINE[of.kind](None, of, [value(each) for each in of.args])


def place(pointer: Expr) -> int:
    if pointer is START:
        return 0
    if isinstance(pointer, Number):
        return pointer.value
    return sum(place(each) for each in (pointer.pointer, pointer.index))


def shuffles(of: list[Expr]) -> int:
    found, waiting = set(), [*of]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Operation):
            found |= {key(each)} if each.kind is FOURS else set()
            waiting += each.args
    return len(found)


@pytest.mark.parametrize("lanes", [8, 16])
@pytest.mark.parametrize("step", range(2, 9))
def test_numbers_that_lie_apart(step, lanes):
    for first in range(3 * step):
        loaded = {number: formats.in_fours(START, 4 * step, number, lanes) for number in formats.fours_of(step, first)}
        found = value(formats.stepping(loaded, step, first))
        np.testing.assert_array_equal(found[0], np.arange(first, first + step * lanes, step))


@pytest.mark.parametrize("channels, most", [(2, 2), (3, 5), (4, 8)])
def test_channels_are_taken_apart_and_put_together(channels, most):
    format = Format("float32", channels, fours=True)
    loaded = formats.pixels(format, START, LANES)
    taken = [formats.picked(format, loaded, channel, LANES) for channel in range(channels)]
    for channel, each in enumerate(taken):
        np.testing.assert_array_equal(value(each)[0], MEMORY[channel:channels * LANES:channels])
    assert shuffles(taken) <= most
    again = formats.interleaved(format, taken, LANES, lambda each: each)
    np.testing.assert_array_equal(np.concatenate([value(each)[0] for each in again]), MEMORY[:channels * LANES])


@pytest.mark.parametrize("lanes", [8, 16])
@pytest.mark.parametrize("made, vectors", [
    (Leap(1, 8, 1), 1), (Leap(1, 9, 1), 1), (Leap(1, 16, 2), 1), (Leap(3, 9, 2), 1), (Leap(1, 8, 1, (0, 2)), 1),
    (Leap(1, 8, 1, early=3), 2), (Leap(1, 8, 1, early=1), 1), (Leap(1, 8, 1, (0, 2), early=2), 2)])
def test_what_goes_on_more_slowly(made, vectors, lanes):
    """Doubled pictures: four lanes at a time are loaded from where those are, and stay within their four."""
    format = Format("float32", 1, fours=True)
    loaded = leaps.vectors(made, *leaps.stretch(made, START, 0, None, lanes, format), 0, lanes, format)
    columns = [(made.stride * x + made.offset >> made.shift) + made.more[x % len(made.more)] for x in range(lanes)]
    assert len(loaded) == vectors
    np.testing.assert_array_equal(value(leaps.picked(made, loaded, 0, lanes, format))[0], columns)
    begins = made.first(0)
    last = max(int(value(each).max()) for each in loaded)
    assert begins <= min(columns) and last < begins + made.elements(lanes, format)  # where it is known to lie inside


@pytest.mark.parametrize("kind, channels", [(Color, 3), (Vec4, 4)])
def test_pictures(engine, kind, channels):
    def swapped(im=Image[kind], p=Position):
        return im(p + (1, 0)) * 0.5 + im(2 * p.x - 1, p.y) * kind(*range(1, channels + 1))

    for width in (1, 15, 16, 33, 70):
        check(swapped, np.random.default_rng(3).random((3, width, channels)).astype(np.float32))


@pytest.mark.parametrize("lanes", [8, 16])
@pytest.mark.parametrize("wide", [2, 4])
@pytest.mark.parametrize("fours", [True, False])
def test_elements_beside_one_another_are_taken_apart(fours, wide, lanes):
    format = Format("float32", 1, fours=fours)
    vectors = []
    for each in formats.loading(format, lanes, wide):
        every = [Load(START + wide * lane, Number(0), wide) for lane in each]
        vectors.append(Operation(VECTOR, tuple(every), "float32", lanes))
    assert {vector.lanes for vector in vectors} == {sum(part.lanes for part in vectors[0].args)} == {lanes}
    taken = formats.taken_apart(format, vectors, wide, lambda each: each)
    for which, each in enumerate(taken):
        np.testing.assert_array_equal(value(each)[0], np.arange(which, wide * lanes, wide))
    assert shuffles(taken) == (0 if not fours else 8 if wide == 4 else 2)


def test_only_where_registers_are_narrow():
    def brighter(im=Image[Color], p=Position):
        return im(p) * 2

    import pygpu

    graph, format = pygpu.compile(brighter).graph, Format("float32", 3)
    narrow, wide = [emit(graph, plan(graph, target=each), [format], [format], device=each).source for each in (NARROW, CPU)]
    assert "pg_fours" in narrow and "pg_fours" not in wide
