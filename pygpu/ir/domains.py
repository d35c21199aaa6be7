"""Beyond which places a function gives the same everywhere: then it can be kept, and read wherever data leads.

Pictures go on beyond their edges as their border says. With `clamp` and `constant` nothing changes any more from some
column on, so a blur of such a picture does not either, from a few columns further on. A function that asks for its own
place, or reads a picture that wraps or mirrors, has no such end.
"""

from __future__ import annotations

from typing import NamedTuple

from ..borders import BORDERS
from .echoes import echoes
from .functions import called, functions, image_of
from .graph import Const, Function, Graph, Value, every_op, made_by
from .regions import Region, Sizes, between, regions

SPARE = 256  # columns or rows that are computed for nothing where a kernel is made for all numbers
USUAL = (1536, 1024, 96), (2049, 1023, 95)  # sizes at which it is tried where a function is needed


class Bounded(NamedTuple):
    """Where each function of a program is needed for results of the usual sizes; those that can be kept; which of them are
    needed wherever data leads, but have ends; and along which axes numbers of a call say where one begins."""

    usual: list[dict[Function, Region | None]]
    possible: frozenset[Function]
    clamped: frozenset[Function]
    told: dict[Function, tuple[int, ...]]


def bounded(graph: Graph) -> Bounded:
    told: dict[Function, tuple[int, ...]] = {}
    ends = domain(graph)
    found = [usual(graph, size[:len(graph.coordinates)], dict.fromkeys(graph.images, size), told, ends) for size in USUAL]
    led = {function for function in found[0] if None in (found[0][function], found[1][function])}
    clamped = frozenset(led & ends.keys())
    return Bounded(found, frozenset(found[0].keys() - led) | clamped, clamped, told)


def usual(graph: Graph, size: tuple[int, ...], sizes: Sizes, told: dict[Function, tuple[int, ...]],
          domain: dict[Function, Region]) -> dict[Function, Region | None]:
    """Where each function is needed. Numbers of a call may say where it ends, and where it begins, which is tried with 1. A
    kernel is made for any of them: along which axes they say that it begins is written into `told`. What has ends of its
    own, a `domain`, begins there: where places are known, a kernel knows what lies beside what."""
    found = regions(graph, size, sizes)
    tried = regions(graph, size, sizes, {scalar.value: 1 for scalar in graph.scalars}) if graph.scalars else found
    if tried == found:
        return found
    far, echoed = regions(graph, size, sizes, far=True), echoes(graph)
    for function, region in found.items():
        first, ends = far[function], tried[function]
        if region is None and first is not None and ends is not None:
            lasting = [echo is not None for echo in echoed[function]] + [False]
            begins = tuple([axis for axis, (at, one) in enumerate(zip(first.first, ends.first))
                            if one - at > SPARE and not lasting[axis]])
            if begins and function not in domain and begins_anywhere(function.graph):
                told[function] = begins
            elif begins:
                continue
            starts = [one if there_too or axis in begins else at
                      for axis, (at, one, there_too) in enumerate(zip(first.first, ends.first, lasting))]
            found[function] = between(starts, ends.last)
    return found


def is_pixel(graph: Graph) -> bool:
    """Whether it says what each place is by itself: no scan, no table, no parts of a sum."""
    return not any((graph.scan, graph.tally, graph.team, graph.lot, graph.order))


def begins_anywhere(graph: Graph) -> bool:
    """Whether it may be begun with at any place: each place by itself, or a scan along straight lines."""
    scan = graph.scan
    return is_pixel(graph) or scan is not None and scan.slant is None and scan.chunks is None


def domain(graph: Graph) -> dict[Function, Region]:
    """For the functions that have ends: the first column and row that matter; the last ones of a picture of no size."""
    return domains(graph, {image: (0, 0, 0) for image in graph.images})


def domains(graph: Graph, sizes: Sizes) -> dict[Function, Region]:
    """The columns and rows of each function that has ends, for images of these sizes."""
    found: dict[Function, Region] = {}
    for function in functions(graph):
        inner = function.graph
        if not is_pixel(inner):
            continue  # a sum goes on growing
        ends = [_ends(inner, axis, sizes, found) for axis in range(len(inner.coordinates))]
        known = [each for each in ends if each]
        if len(known) == len(ends):
            first, last = zip(*known)
            found[function] = between(first, map(max, first, last))
    return found


def _ends(graph: Graph, axis: int, sizes: Sizes, found: dict[Function, Region]) -> tuple[int, int] | None:
    """(first, last) along an axis; None where there is no end."""
    own = graph.coordinates[axis]
    low, high, moving = [0], [0], {own}
    for op in every_op(graph.body):
        if moving.isdisjoint(op.operands) and not any(result in moving for b in op.blocks for result in b.results):
            continue
        if op.kind.name in ("read", "call"):
            if any(operand in moving for other, operand in enumerate(op.operands) if other != axis):
                return None
            if axis < len(op.operands) and op.operands[axis] in moving:
                if op.kind.name == "read":
                    image = image_of(op)
                    if not BORDERS[image.border[axis]].ends:
                        return None
                    first, last = -1, sizes[image][axis]
                elif called(op) in found:
                    region = found[called(op)]
                    first, last = region.first[axis], region.last[axis]
                else:
                    return None
                at = _back(op.operands[axis], own, first, last)
                if at is None:
                    return None
                low.append(at[0])
                high.append(at[1])
        elif op.kind.name in ("add", "sub", "mul", "floordiv", "min", "max") and not op.blocks:
            moving.add(op.result)  # what becomes of it is looked at where it is read
        else:
            return None
    if any(value in moving for output in graph.outputs for value in output.values):
        return None
    return min(low), max(high)


def _back(value: Value, own: Value, first: int, last: int) -> tuple[int, int] | None:
    """Where the own coordinate is when another, computed from it, is at these two places or beyond."""
    while value is not own:
        parts = next(((name, parts) for name in ("add", "sub", "mul", "floordiv") if (parts := made_by(value, name))), None)
        if parts is None:
            return None
        name, (a, b) = parts
        if name in ("add", "mul") and a.__class__ is Const:
            a, b = b, a
        if b.__class__ is not Const or b.value is None or name in ("mul", "floordiv") and b.value <= 0:
            return None
        by = b.value
        if name == "add":
            first, last = first - by, last - by
        elif name == "sub":
            first, last = first + by, last + by
        elif name == "mul":
            first, last = first // by, -(-last // by)
        else:
            first, last = first * by, last * by + by - 1
        value = a
    return first, last
