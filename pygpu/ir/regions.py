"""Where each function of a program is needed, so that the result can be computed: bounds inferred from the calls.

A coordinate of a call is followed as an interval: through x + 3 and 2*x - 1, x // 2, min and max, and what is computed from
the numbers of a call, where they are given. A region is None where that finds no bounds: data decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, zip_longest
from typing import NamedTuple

from ..errors import CompileError
from .folds import Team
from .functions import ASKS, called, functions, place_of, told
from .graph import Block, Function, Graph, ImageParam, Op
from .ranges import Numbers, Ranges

LIMIT = 1 << 30  # no place is further out: where it is has to be told in 32 bits
FAR = 1 << 24    # places, and so many times as many as pictures have: more than that lie between any two numbers, halved
TIMES = 16

Sizes = Mapping[ImageParam, tuple[int, ...]]


class Region(NamedTuple):
    """The columns from left to right, the rows from top to bottom and of a volume the planes from front to back, the last
    ones included."""

    left: int
    top: int
    right: int
    bottom: int
    front: int = 0
    back: int = 0

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    @property
    def depth(self) -> int:
        return self.back - self.front + 1

    @property
    def first(self) -> tuple[int, int, int]:
        """Where it begins, along each axis."""
        return self.left, self.top, self.front

    @property
    def last(self) -> tuple[int, int, int]:
        """Where it ends."""
        return self.right, self.bottom, self.back

    def around(self, other: Region) -> Region:
        """The smallest region that holds both."""
        return between(map(min, self.first, other.first), map(max, self.last, other.last))


class Ends(NamedTuple):
    """Along an axis the first place and the last one between which a function changes: from `first + step` down it is the
    same `step` places further on, from `last - step` up so many places before."""

    first: int
    last: int
    step: int = 1

    def around(self, first: int, last: int) -> tuple[int, int]:
        """What is to be computed where it is needed between two places."""
        start = max(first, self.first)
        if first >= self.first and last <= self.last:
            return first, last
        return start, max(min(last, self.last), start + self.step - 1)


Domain = tuple[Ends | None, ...]  # along each axis


def cut(region: Region, domain: Domain) -> Region:
    """A region without what lies beyond the ends from which on all is the same."""
    axes = [ends.around(first, last) if ends else (first, last)
            for first, last, ends in zip_longest(region.first, region.last, domain)]
    return between(*zip(*axes))


def between(first: Iterable[int], last: Iterable[int]) -> Region:
    """The region from one place to another."""
    (left, top, *front), (right, bottom, *back) = first, last
    return Region(left, top, right, bottom, *front, *back)


def all_of(size: tuple[int, ...]) -> Region:
    """All places of so many columns and rows, and planes."""
    return between((0,) * len(size), [length - 1 for length in size])


def regions(graph: Graph, size: tuple[int, ...], sizes: Sizes, numbers: Numbers | None = None,
            far: bool = False, taken: bool = False) -> dict[Function, Region | None]:
    """The region of each function for a result of this size; `sizes` are (width, height) of the images, of volumes with
    their depth. With `far`, one without bounds ends as far out as a place can be. With `taken`, functions are left out that
    only those arms ask for that such numbers do not take."""
    found: dict[Function, Region | None] = {}
    start, end = all_of(size), FAR + TIMES * max([*size, *chain(*sizes.values())])
    for caller in (None, *reversed(functions(graph))):  # callers come before those that they call
        if caller is not None and caller not in found:
            continue
        inner, region = (graph, start) if caller is None else (caller.graph, found[caller])
        if region is not None and inner.scan is not None:
            region = inner.scan.begun(region, sizes)
            if caller is not None:
                found[caller] = region
        if inner.tally is not None or inner.lot is not None:
            region = _rectangle(Ranges(inner, None, sizes, numbers), inner)
        if inner.team is not None and region is not None:
            region = _of_team(region, inner.team)
        if inner.order is not None and region is not None:
            lines, region = _sorted(inner, region, sizes, numbers, far)
            if caller is not None:
                found[caller] = lines
        ranges = Ranges(inner, region, sizes, numbers)
        for op, asked in _asks(inner.body, ranges, far, end, taken):
            function = called(op)
            if function not in found:
                found[function] = asked
            elif (before := found[function]) is not None:
                found[function] = asked and before.around(asked)
    return found


def bounded_scans(graph: Graph, found: dict[Function, Region | None]) -> dict[Function, Region | None]:
    """The regions themselves; or the refusal of a call for whose sizes a scan has no end."""
    for function, region in found.items():
        if region is None and function.graph.scan is not None:
            raise without_end(graph, function)
    return found


def without_end(graph: Graph, function: Function) -> CompileError:
    assert function.graph.scan is not None
    return CompileError(
        "not-a-scan", f"'{function.name}' is a scan {function.graph.scan.told}, and it is not known how far it is needed",
        "it is read where data leads, or beyond the edge at which it ends or is held",
        "bound the place, as in min(max(x, 0), im.width - 1), and end it with `>` or `<`, not with `!=`; where it is no "
        "place, write a loop", place_of(graph, function))


def _sorted(graph: Graph, lines: Region, sizes: Sizes, numbers: Numbers | None,
            far: bool) -> tuple[Region | None, Region | None]:
    """The whole of the lines that are asked for, and as much room again to sort them in; the places that they are of."""
    first, last = lines.top, lines.bottom
    ranges = Ranges(graph, (first, first, last, last), sizes, numbers)
    _, _, columns, rows = [ranges.of(value)[1] for value in graph.outputs[-1].values[1:]]
    long = max(columns, 1) * max(rows, 1)
    if long > LIMIT and not far:
        return None, None
    return Region(0, first, int(min(long, LIMIT)) - 1, 2 * last - first + 1), _rectangle(ranges, graph, far)


def _of_team(region: Region, team: Team) -> Region:
    """Where the members of teams compute what is asked for in a region."""
    first, last = list(region.first), list(region.last)
    first[team.axis], last[team.axis] = 0, team.members - 1
    return between(first, last)


def _rectangle(ranges: Ranges, graph: Graph, far: bool = False) -> Region | None:
    """The places that a graph tallies or sorts, wherever it is asked for."""
    left, top, columns, rows = [ranges.of(value) for value in graph.outputs[-1].values[1:]]
    right, bottom = left[1] + max(columns[1], 1) - 1, top[1] + max(rows[1], 1) - 1
    right, bottom = (int(min(right, LIMIT)), int(min(bottom, LIMIT))) if far else (right, bottom)
    return Region(left[0], top[0], right, bottom) if max(map(abs, (left[0], top[0], right, bottom))) <= LIMIT else None


def _asks(block: Block, ranges: Ranges, far: bool, end: int, taken: bool) -> Iterator[tuple[Op, Region | None]]:
    """What asks functions in a block, and where; a counter is below its end where it was compared with that."""
    within = told(block)
    for op in block.ops if within.count > within.length else within.asks:
        if op.kind.name in ASKS:
            yield op, _asked(ranges, op, far, end)
        way = ranges.decided(op.operands[0]) if taken and op.kind.name == "if" else None
        for number, inner in enumerate(op.blocks):
            if way is (number > 0):
                continue
            test = op.operands[0].owner if op.kind.name == "if" and number == 0 else None
            with ranges.where(test):
                yield from _asks(inner, ranges, far, end, taken)


def _asked(ranges: Ranges, op: Op, far: bool, end: int) -> Region | None:
    bounds = [ranges.of(operand) for operand in op.operands]
    if op.kind.name != "call":  # all places of a rectangle
        (left, right), (top, bottom), *many = bounds
        right, bottom = [at + max(most, 1) - 1 for at, (_, most) in zip((right, bottom), many)]
        bounds = [(left, right), (top, bottom)]
    elif called(op).graph.order is not None:  # all of a line is sorted, wherever in it is asked
        bounds[0] = 0, 0
    if far:
        bounds = [(max(low, -LIMIT), min(high, LIMIT)) for low, high in bounds]
    sure = far or all(-LIMIT <= low and high <= LIMIT and high - low <= end for low, high in bounds)
    return between(*zip(*bounds)) if sure else None
