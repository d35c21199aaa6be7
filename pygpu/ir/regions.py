"""Where each function of a program is needed, so that the result can be computed: bounds inferred from the calls.

A coordinate of a call is followed as an interval: through x + 3 and 2*x - 1, x // 2, min and max. A region is None where
that finds no bounds: data decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .functions import ASKS, called, functions
from .graph import Block, Function, Graph, Op
from .ranges import LIMIT, Ranges


class Region(NamedTuple):
    """The columns from left to right and the rows from top to bottom, the last ones included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    def around(self, other: Region) -> Region:
        """The smallest region that holds both."""
        return Region(min(self.left, other.left), min(self.top, other.top),
                      max(self.right, other.right), max(self.bottom, other.bottom))


def regions(graph: Graph, size: tuple[int, int], sizes: dict) -> dict[Function, Region | None]:
    """The region of each function for a result of this size; `sizes` are (width, height) of the images."""
    found: dict[Function, Region | None] = {}
    start = Region(0, 0, size[0] - 1, size[1] - 1)
    for caller in (None, *reversed(functions(graph))):  # callers come before those that they call
        inner, region = (graph, start) if caller is None else (caller.graph, found[caller])
        if region is not None and inner.scan is not None:
            region = found[caller] = inner.scan.begun(region, sizes)
        if inner.tally is not None:
            region = _rectangle(inner, sizes)
        ranges = Ranges(inner, region, sizes)
        for op, asked in _asks(inner.body, ranges):
            function = called(op)
            if function not in found:
                found[function] = asked
            elif found[function] is not None:
                found[function] = asked and found[function].around(asked)
    return found


def _rectangle(graph: Graph, sizes: dict) -> Region | None:
    """The places that a graph tallies, wherever it is asked for."""
    ranges = Ranges(graph, None, sizes)
    left, top, columns, rows = [ranges.of(value) for value in graph.outputs[-1].values[1:]]
    right, bottom = left[1] + max(columns[1], 1) - 1, top[1] + max(rows[1], 1) - 1
    return Region(left[0], top[0], right, bottom) if max(map(abs, (left[0], top[0], right, bottom))) <= LIMIT else None


def _asks(block: Block, ranges: Ranges) -> Iterator[tuple[Op, Region | None]]:
    """What asks functions in a block, and where; a counter is below its end where it was compared with that."""
    for op in block.ops:
        if op.kind.name in ASKS:
            yield op, _asked(ranges, op)
        for number, inner in enumerate(op.blocks):
            test = op.operands[0].owner if op.kind.name == "if" and number == 0 else None
            with ranges.where(test):
                yield from _asks(inner, ranges)


def _asked(ranges: Ranges, op) -> Region | None:
    (left, right), (top, bottom), *many = [ranges.of(operand) for operand in op.operands]
    if many:
        right, bottom = [at + max(most, 1) - 1 for at, (_, most) in zip((right, bottom), many)]
    sure = -LIMIT <= left and right <= LIMIT and -LIMIT <= top and bottom <= LIMIT
    return Region(left, top, right, bottom) if sure else None
