"""How far a filter reads around its pixel.

A coordinate of a read is known relative to the pixel (x - 1), known outright (0), or depends on data. From those the
footprint follows: (left, top, right, bottom), None on both sides of an axis where data decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...ir import INT, Const, Function, Graph, ImageParam, Op, Value, called, every_op, functions, image_of
from ...ir.ops import ADD, CALL, FOLD, ORDER, READ, SUB, TALLY
from ...passes.inline import shifted


class Coordinate(NamedTuple):
    """`base` is "x" or "y" (the pixel's own) or "" for a known number; `offset` is added to it."""

    base: str
    offset: int


Extent = tuple[tuple[int, ...], tuple[bool, ...]]  # (left, top, right, bottom), and whether that is all along x and along y

FAR = 1 << 28  # from which on a place counts as one that data say: drivers' compilers end with the process at 2**31 - 10


def coordinate(graph: Graph, value: Value) -> Coordinate | None:
    """What is known of a coordinate; None if it depends on data."""
    if value is graph.x:
        return Coordinate("x", 0)
    if value is graph.y:
        return Coordinate("y", 0)
    if isinstance(value, Const) and value.type is INT:
        return Coordinate("", value.value or 0)
    op = value.owner
    if isinstance(op, Op) and op.kind in (ADD, SUB):
        a, b = op.operands
        if op.kind is ADD and isinstance(a, Const):
            a, b = b, a
        inner = coordinate(graph, a) if isinstance(b, Const) else None
        if inner is not None and isinstance(b, Const):
            by = int(b.value or 0)
            at = inner.offset + (by if op.kind is ADD else -by)
            return Coordinate(inner.base, at) if abs(at) < FAR or not inner.base else None
    return None


def reads(graph: Graph) -> Iterator[Op]:
    return (op for op in every_op(graph.body) if op.kind is READ)


def footprints(graph: Graph) -> dict[ImageParam, Extent]:
    """For each image read: (left, top, right, bottom) over the reads at known offsets, the pixel itself among them, and
    whether each axis, x and y, has only such reads."""
    return {image: (tuple([max(far, 0) for far in extent]), known) for image, (extent, known) in extents(graph).items()}


def extents(graph: Graph) -> dict[ImageParam, Extent]:
    """The same for just what is read: less than nothing on a side where all is on the other one."""
    # Of each image or function the (lowest, highest) offset along each axis, and whether all are known.
    found: dict[ImageParam | Function, list[Any]] = {}
    for caller in (None, *reversed(functions(graph))):  # callers come before those that they call
        inner: Graph = graph
        around: list[Any] = [(0, 0), (0, 0), True, True]
        if caller is not None:
            inner, around = caller.graph, found[caller]
        if inner.scan is not None:  # from its edge on
            around = [*around[:2], *[known and not inner.scan.goes_along(axis) for axis, known in enumerate(around[2:])]]
        for op in every_op(inner.body):
            if op.kind not in (READ, CALL, FOLD, TALLY, ORDER):
                continue
            what = image_of(op) if op.kind is READ else called(op)
            extent = found.setdefault(what, [None, None, True, True])
            if op.kind in (FOLD, TALLY, ORDER):  # wherever it is asked for, all of it is needed
                extent[2:] = False, False
                continue
            for axis, base in enumerate("xy"):
                at, start = coordinate(inner, op.operands[axis]), around[axis]
                if at is None or at.base != base or not around[2 + axis]:
                    extent[2 + axis] = False
                if at is not None and at.base == base and start is not None:
                    first, last = start[0] + at.offset, start[1] + at.offset
                    low, high = extent[axis] or (first, last)
                    extent[axis] = (min(low, first), max(high, last))
    result: dict[ImageParam, Extent] = {}
    for image, (horizontal, vertical, *known) in found.items():
        if isinstance(image, ImageParam):
            (left, right), (top, bottom) = horizontal or (0, 0), vertical or (0, 0)
            result[image] = (-left, -top, right, bottom), tuple(known)
    return result


def footprint(graph: Graph) -> tuple[int | None, ...]:
    """How far the filter reads to the left, up, right and down of its pixel, over all images; of a volume's, to the planes
    before and behind as well."""
    total, known = [0, 0, 0, 0], [True, True]
    for extent, sure in footprints(graph).values():
        total = [max(a, b) for a, b in zip(total, extent)]
        known = [a and b for a, b in zip(known, sure)]
    around: tuple[int | None, ...] = tuple(n if known[i % 2] else None for i, n in enumerate(total))
    return around + planes(graph) if graph.dimensions == 3 else around


def planes(graph: Graph) -> tuple[int | None, int | None]:
    """How many planes before its own, and behind it, a filter of volumes reads; None where that depends on data."""
    before = behind = 0
    # Of each function the first and the last plane where it is asked for.
    found: dict[Function | None, tuple[int, int] | None] = {None: (0, 0)}
    for caller in (None, *reversed(functions(graph))):
        inner, around = graph if caller is None else caller.graph, found[caller]
        for op in every_op(inner.body):
            if op.kind not in (READ, CALL) or len(op.operands) < 3:
                continue
            base, by = shifted(op.operands[2])
            at = None if around is None or base is not inner.z else (around[0] + by, around[1] + by)
            if op.kind is READ:
                if at is None:
                    return None, None
                before, behind = max(before, -at[0]), max(behind, at[1])
            else:
                so_far = found.get(called(op), at)
                found[called(op)] = (None if at is None or so_far is None
                                     else (min(so_far[0], at[0]), max(so_far[1], at[1])))
    return before, behind
