"""Beyond which places a function gives the same everywhere: then it can be kept, and read wherever data leads.

Pictures go on beyond their edges as their border says. With `clamp` and `constant` nothing changes any more from some
column on, so a blur of such a picture does not either, from a few columns further on. A function that asks for its own
place, or reads a picture that wraps or mirrors, has no such end.
"""

from __future__ import annotations

from ..borders import BORDERS
from .echoes import echoes
from .functions import called, functions, image_of
from .graph import Const, Function, Graph, Value, every_op, made_by
from .regions import FAR, Region, Sizes, between, regions

USUAL = (1536, 1024, 96), (2049, 1023, 95)  # sizes at which it is tried where a function is needed


def bounded(graph: Graph) -> tuple[list[dict[Function, Region | None]], frozenset[Function], frozenset[Function]]:
    """Where each function is needed for results of the usual sizes; those that can be kept; and which of them are needed
    wherever data leads, but have ends."""
    found = [usual(graph, size[:len(graph.coordinates)], dict.fromkeys(graph.images, size)) for size in USUAL]
    ends = domain(graph)
    led = {function for function in found[0] if None in (found[0][function], found[1][function])}
    clamped = frozenset(led & ends.keys())
    return found, frozenset(found[0].keys() - led) | clamped, clamped


def usual(graph: Graph, size: tuple[int, ...], sizes: Sizes) -> dict[Function, Region | None]:
    """Where each function is needed. Numbers of a call may say where it ends, which is tried with 1, not where it begins: a
    kernel is made for any of them."""
    found = regions(graph, size, sizes)
    if None not in found.values() or not graph.scalars:
        return found
    tried = regions(graph, size, sizes, {scalar.value: 1 for scalar in graph.scalars})
    far, echoed = regions(graph, size, sizes, far=True), echoes(graph)
    for function, region in found.items():
        first, ends = far[function], tried[function]
        if region is None and first is not None and ends is not None:
            lasting = [echo is not None for echo in echoed[function]] + [False]
            if all(at > -FAR or there_too for at, there_too in zip(first.first, lasting)):
                starts = [one if there_too else at for at, one, there_too in zip(first.first, ends.first, lasting)]
                found[function] = between(starts, ends.last)
    return found


def domain(graph: Graph) -> dict[Function, Region]:
    """For the functions that have ends: the first column and row that matter; the last ones of a picture of no size."""
    return domains(graph, {image: (0, 0, 0) for image in graph.images})


def domains(graph: Graph, sizes: Sizes) -> dict[Function, Region]:
    """The columns and rows of each function that has ends, for images of these sizes."""
    found: dict[Function, Region] = {}
    for function in functions(graph):
        inner = function.graph
        if any((inner.scan, inner.tally, inner.team, inner.order)):
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
