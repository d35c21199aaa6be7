"""Rows of pictures that are fetched while others are computed of.

A work-item that goes down a tile reads some rows of a picture, and then computes of what it keeps. Memory would wait
meanwhile, and the processor when the next rows are read. So the passes behind the first reader ask for those, each for some.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...elements import ELEMENTS
from ...ir import ImageParam
from ...schedule.plans import Plan
from ...schedule.stages.kinds import reached
from ...schedule.tiles.tiles import Tile
from ..frame import Frame, Source
from ..statements import Fetch
from ..values import Expr, least
from .block import Body, Order
from .lanes import Edge, Sweep, _Inside

LINE = 64  # bytes that come at once


class Coming(NamedTuple):
    """Rows of a picture that are next, so far below a pass's own; but none so far below the end of the tile as `last`."""

    source: Source
    below: tuple[int, ...]
    last: int


def coming(made: Frame, plan: Plan, tile: Tile) -> list[list[Coming]]:
    """What each pass asks for."""
    reads = [_reads(made, own) for _, own in plan.passes]
    found: list[list[Coming]] = [[] for _ in reads]
    for image in dict.fromkeys([image for its in reads for image in its]):
        readers = [(number, its[image]) for number, its in enumerate(reads) if image in its]
        furthest = max([tile.rings[number].ahead + down for number, down in readers])
        last = max([tile.regions[number].rows - tile.height + down for number, down in readers])
        behind = range(readers[0][0] + 1, len(reads))
        for place, number in enumerate(behind):
            rows, next = plan.passes[number][1].rows, tile.step + furthest - tile.rings[number].ahead
            below = tuple([next + row for row in range(rows) if row * len(behind) // rows == place])
            found[number].append(Coming(made.sources[image], below, last))
    return found


def _reads(made: Frame, own: Plan) -> dict[ImageParam, int]:
    """How far down a pass reads each picture."""
    found: dict[ImageParam, int] = {}
    for node in own.found.order:
        pixels = reached(node)
        if pixels and pixels.image in made.sources:
            down = max([(dy or 0) + y for _, dy in own.found.needs[node] for _, y in pixels.places])
            found[pixels.image] = max(down, found.get(pixels.image, down))
    return found


class Asking(Sweep):
    """A sweep over rows of a tile that ends at `bottom`, which asks for what comes next."""

    def __init__(self, coming: Sequence[Coming], bottom: Expr, *given: Any):
        super().__init__(*given)
        rows = [(source, least(self.y + row, least(bottom + last, source.height) - 1))
                for source, below, last in coming for row in below]
        self.next = [(source, self.code.let((source.start, "_next"), source.row(row))) for source, row in rows]

    def write(self, constant: Body, order: Order, access: _Inside | Edge) -> None:
        for source, row in self.next if not isinstance(access, Edge) else ():
            channels, dtype = source.format.channels, source.format.dtype
            for at in range(0, self.plan.lanes * channels, LINE // ELEMENTS[dtype].size):
                self.code.add(Fetch(row + (channels * self.x + at)))
        super().write(constant, order, access)
