"""Which pixels of each image a region of the result is made of: bounds inferred from the result back through all functions.

Along an axis where data decide, or where no bounds are found, they are None: any pixel may be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ..borders import BORDERS
from .functions import ASKS, called, functions, image_of
from .graph import Block, Graph, ImageParam, Op, Value
from .moving import Edge
from .ranges import Bounds
from .regions import LIMIT, Sizes, between
from .spans import Spans

ANYWHERE = -(1 << 31), (1 << 31) - 1

Reached = list[Bounds | None]  # the first place and the last one, along each axis


def needed(graph: Graph, region: Reached, sizes: Sizes, numbers: Mapping[Value, float]) -> dict[ImageParam, Reached]:
    """The places at which images are read for a region of the result, those beyond their edges included."""
    found = followed(graph, region, sizes, numbers)
    return {what: reached for what, reached in found.items() if isinstance(what, ImageParam)}


def held(graph: Graph, region: Reached, sizes: Sizes, numbers: Mapping[Value, float],
         edges: Mapping[Value, Edge]) -> dict[Edge, Bounds | None]:
    """The places at which coordinates are compared with a picture's edges."""
    found = followed(graph, region, sizes, numbers, edges)
    return {edge: found[edge][0] for edge in edges.values() if edge in found}


def followed(graph: Graph, region: Reached, sizes: Sizes, numbers: Mapping[Value, float],
             edges: Mapping[Value, Edge] = MappingProxyType({})) -> dict[Any, Reached]:
    """Where all functions and images are asked for, and where coordinates are that are held at edges."""
    found: dict[Any, Reached] = {None: region}
    for caller in (None, *reversed(functions(graph))):  # callers come before those that they call
        inner, around = graph if caller is None else caller.graph, found[caller]
        if inner.scan is not None:
            around = begun(inner, around, sizes)
        ends = [each or ANYWHERE for each in around]
        spans = Spans(inner, tuple([*[low for low, _ in ends[:2]], *[high for _, high in ends[:2]], *sum(ends[2:], ())]),
                      sizes, numbers)
        for op in touching(inner.body, spans, edges):
            edge = edges.get(op.results[0])
            what = edge or (image_of(op) if op.kind.name == "read" else called(op))
            asked = rectangle(op, spans) if edge is None else [
                all(abs(end) <= LIMIT for end in spans.of(edge.value)) and (
                    spans.of(edge.value)[0] - edge.offset, spans.of(edge.value)[1] - edge.offset) or None]
            before = found.setdefault(what, asked)
            found[what] = [a and b and (min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(before, asked)]
    return found


def touching(block: Block, spans: Spans, edges: Mapping[Value, Edge]) -> Iterator[Op]:
    """What reads images or asks functions, or is in question; a counter is below its end where it was compared with that."""
    for op in block.ops:
        if op.kind.name == "read" or op.kind.name in ASKS or op.results and op.results[0] in edges:
            yield op
        for number, inner in enumerate(op.blocks):
            test = op.operands[0].owner if op.kind.name == "if" and number == 0 else None
            with spans.where(test):
                yield from touching(inner, spans, edges)


def rectangle(op: Op, spans: Spans) -> Reached:
    """All places that an operation asks for."""
    bounds = [spans.of(operand) for operand in op.operands]
    if op.kind.name in ("fold", "tally", "order"):  # left, top, columns, rows
        bounds = [(first, last + max(most, 1) - 1) for (first, last), (_, most) in zip(bounds[:2], bounds[2:4])]
    return [each if -LIMIT <= each[0] and each[1] <= LIMIT else None for each in bounds]


def begun(graph: Graph, around: Reached, sizes: Sizes) -> Reached:
    """What a scan needs, back to its edge."""
    scan, ends = graph.scan, [each or (0, 0) for each in around]
    if any(edge.image is not None and edge.image not in sizes for edge in scan.edges):
        return [None if scan.goes_along(axis) else each for axis, each in enumerate(around)]
    start = scan.begun(between(*zip(*ends)), sizes)
    if start is None or scan.slant is not None and None in around:
        return [None if scan.goes_along(axis) else each for axis, each in enumerate(around)]
    return [each and (start.first[axis], start.last[axis]) for axis, each in enumerate(around)]


def inside(reached: Bounds | None, length: int, border: str) -> tuple[int, int]:
    """Where that is in a picture of that length, from a place up to the one behind the last, with what its border leads
    back to."""
    if reached is None:
        return 0, length
    start, stop = reached[0], reached[1] + 1
    if not BORDERS[border].near:
        return (start, stop) if 0 <= start and stop <= length else (0, length)
    low, high = min(max(start, 0), length - 1), max(min(stop, length), 1)
    fold = BORDERS[border].fold
    if fold is not None:
        if -start >= length or stop - length >= length:
            return 0, length
        if start < 0:
            high = max(high, min(length, 1 - start - fold))
        if stop > length:
            low = min(low, max(0, 2 * length - stop - 1 + fold))
    return low, high
