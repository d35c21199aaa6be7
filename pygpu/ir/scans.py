"""Scans: functions that call themselves a step back along an axis, down to an edge.

    function s (x, y), forth along x from column 0
        before: Float = prior back=1
        ...

What the function gave some places back is an operation, `prior`, of its own graph. Where there is nothing so far back (at
the edge, where nobody asks for it) it is any number. So a scan is computed from its edge on, place after place; where
that is, follows from the conditions under which it calls itself.

One that also asks beside its own line, `prior back=1 beside=-1` for s (x - 1, y - 1), is aslant: row after row, the places
of a row in any order; or, where it asks for its own row as well (`back=0 beside=-1`), front after front: those places that
lie on a slope, of which none asks for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from .graph import CARRIED, STARTS, Block, Graph, ImageParam, Op, Output, Value, every_op
from .ops import SIDES
from .regions import Region
from .tallies import ENTRIES


class Edge(NamedTuple):
    """A place along an axis: so far from 0, or from the size of an image along that axis. `only`: it is the one place
    where nothing before it is asked for; beyond it there is no end."""

    image: ImageParam | None
    offset: int
    only: bool = False

    def place(self, axis: int, sizes: Mapping[ImageParam, tuple[int, ...]]) -> int:
        return self.offset + (0 if self.image is None else sizes[self.image][axis])

    def told(self, axis: int) -> str:
        """The place in words."""
        if self.image is None:
            return str(self.offset)
        further = f" {'-+'[self.offset > 0]} {abs(self.offset)}" if self.offset else ""
        return f"{self.image.name}.{SIDES[axis]}{further}"


class Chunks(NamedTuple):
    """Of so many places, gone over side by side. What was before the first of them are outputs of their own, STARTS; they
    stand for these priors: (how far back, which channel)."""

    length: int
    slots: tuple[tuple[int, int], ...]


class Slant(NamedTuple):
    """What a scan asks beside its own lines. `order` is which way it goes along a row, 1 or -1, or 0: any; the places of
    which none asks for another lie `slope` columns further back with each row. `reach` is how many columns to the left
    and to the right each row asks for, that nothing ends, and `ends` where others end, on both sides."""

    order: int
    slope: int
    reach: tuple[int, int]
    ends: tuple[tuple[Edge, ...], tuple[Edge, ...]]

    def around(self, first: int, last: int, rows: int, places: Callable[[Edge], int]) -> tuple[int, int] | None:
        """What so many rows need of what is asked for from first to last."""
        left, right = ([places(edge) for edge in ends] for ends in self.ends)
        if any(edge.only and first < place for edge, place in zip(self.ends[0], left)) or any(
                edge.only and last > place for edge, place in zip(self.ends[1], right)):
            return None
        return min([first, *left]) - rows * self.reach[0], max([last, *right]) + rows * self.reach[1]

    def fronts(self, columns: int, rows: int) -> Iterator[tuple[range, range]]:
        """The places (columns, rows), in the order of the scan, that can be computed side by side."""
        if not self.order:
            yield from ((range(columns), range(row, row + 1)) for row in range(rows))
            return
        for front in range(columns + self.slope * (rows - 1)):
            first, last = max(0, -(-(front - columns + 1) // self.slope)), min(rows - 1, front // self.slope)
            if first <= last:
                yield range(front - self.slope * first, front - self.slope * last - 1, -self.slope), range(first, last + 1)


class Scan(NamedTuple):
    """Along `axis`, forth (`step` 1: to the right, down, from plane to plane) or back (-1); begun at the furthest of the
    edges, or anew in every chunk (scans/chunks.py). One that is `turned` goes from plane to plane, and is planned as one
    that goes down pictures, of which each has a row of every plane (schedule/programs/planes.py)."""

    axis: int
    step: int
    edges: tuple[Edge, ...]
    chunks: Chunks | None = None
    slant: Slant | None = None
    turned: bool = False

    def with_images(self, images: Mapping[ImageParam, ImageParam]) -> Scan:
        """The same where other images stand for those whose sizes say where it begins or ends."""
        def there(edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
            return tuple([edge if edge.image is None else edge._replace(image=images[edge.image]) for edge in edges])

        slant = self.slant and self.slant._replace(ends=(there(self.slant.ends[0]), there(self.slant.ends[1])))
        return self._replace(edges=there(self.edges), slant=slant)

    def begins(self, place: int) -> bool:
        """Whether a place is the first of a chunk."""
        return self.chunks is not None and (place + (self.step < 0)) % self.chunks.length == 0

    def begun(self, region: Region, sizes: Mapping[ImageParam, tuple[int, ...]]) -> Region | None:
        """A region, and all that it needs back to the edge; None where that has no end."""
        places = [edge.place(self.axis, sizes) for edge in self.edges]
        near = (region.first if self.step > 0 else region.last)[self.axis]
        if any(edge.only and (near - place) * self.step < 0 for edge, place in zip(self.edges, places)):
            return None
        start = min([near, *places]) if self.step > 0 else max([near, *places])
        if region.depth > 1 or self.axis == 2:
            first, last = list(region.first), list(region.last)
            (first if self.step > 0 else last)[self.axis] = start
            return Region(first[0], first[1], last[0], last[1], first[2], last[2])
        at = list(region)
        at[self.axis if self.step > 0 else 2 + self.axis] = start
        if self.slant is not None:
            other, far = 1 - self.axis, at[2 + self.axis] - at[self.axis]
            around = self.slant.around(at[other], at[2 + other], far, lambda edge: edge.place(other, sizes))
            if around is None:
                return None
            at[other], at[2 + other] = around
        return Region(*at)

    def goes_along(self, axis: int) -> bool:
        """Whether what is at a place needs others along an axis."""
        return axis == self.axis or self.slant is not None

    @property
    def told(self) -> str:
        axis = 2 if self.turned else self.axis
        way = (("to the right", "down", "further"), ("to the left", "up", "nearer"))[self.step < 0][axis]
        edges = dict.fromkeys(edge.told(axis) for edge in self.edges)
        told = f"{way} from {('column', 'row', 'plane')[axis]} {' and '.join(edges)}"
        if self.slant is not None:
            told += ", and from those beside" if self.slant.order else ", which asks beside it"
        return told


def priors(graph: Graph) -> list[Op]:
    """All that a graph asks of the places before."""
    return [op for op in every_op(graph.body) if op.kind.name == "prior"]


def back(op: Op) -> int:
    """How many places an operation looks back."""
    return int(dict(op.attributes)["back"])


def beside(op: Op) -> int:
    """How far from its own line."""
    return int(dict(op.attributes).get("beside", 0))


def channel(op: Op) -> int:
    """Which of the values that are carried it asks for."""
    return int(dict(op.attributes)["channel"])


def is_before(scan: Scan, op: Op) -> bool:
    """Whether what an operation asks for has been computed by then."""
    rows, columns = back(op), beside(op)
    if scan.slant is None or not scan.slant.order:
        return rows > 0 and (scan.slant is not None or not columns)
    return rows >= 0 and columns * scan.slant.order < scan.slant.slope * rows


def asked(graph: Graph) -> dict[int, int]:
    """How far back each value that is carried is asked for, by its channel."""
    found: dict[int, int] = {}
    for op in priors(graph):
        found[channel(op)] = max(found.get(channel(op), 0), back(op))
    return found


def slots(graph: Graph) -> list[tuple[int, int]]:
    """All that is asked for of places before: (how far back, which of what is carried)."""
    return [(far, number) for number, furthest in asked(graph).items() for far in range(1, furthest + 1)]


def carried(graph: Graph) -> tuple[Value, ...]:
    """The values that later places may ask for."""
    kept = [output for output in graph.outputs if output.kind == CARRIED] or shown(graph)
    return tuple([value for output in kept for value in output.values])


def starts(graph: Graph) -> tuple[Value, ...]:
    """What was before a chunk's first place."""
    return tuple([value for output in graph.outputs if output.kind == STARTS for value in output.values])


def shown(graph: Graph) -> list[Output]:
    """The outputs that are results."""
    return [output for output in graph.outputs if output.kind not in (CARRIED, STARTS, ENTRIES)]


def used(op: Op) -> list[Value]:
    """All values that an operation takes, those of its blocks included, each once."""
    found = list(op.operands)
    for block in op.blocks:
        for inner in every_op(block):
            found += [*inner.operands, *[value for each in inner.blocks for value in each.results]]
        found += block.results
    return list(dict.fromkeys(found))


def reaching(body: Block, values: Iterable[Value]) -> list[Op]:
    """The operations of a block that some values are made of, in order."""
    needed = set(values)
    found: list[Op] = []
    for op in reversed(body.ops):
        if not needed.isdisjoint(op.results):
            found.append(op)
            needed.update(used(op))
    return found[::-1]
