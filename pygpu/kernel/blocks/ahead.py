"""Pixels that are fetched while others are computed of.

A work-item that sweeps a single row asks for what lies some vectors further on, also where it reads every second pixel or
each of them twice; several rows together keep memory busy by themselves. One that goes down a tile reads some rows of a
picture, and then computes of what it keeps. Memory would wait meanwhile, and the processor when the next rows are read: so
the passes behind the first reader ask for those, each for some.

(Two cores with AVX-512, Intel's run time, processor time: Harris 0.76, RGB bytes' Sobel 0.87, separable blurs
0.96; gamma 0.68, an equalised histogram 0.91; pyramids 0.94 to 0.98. Along the rows of blocks of several, 5x5 would take
1.06 and medians 1.04.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...elements import ELEMENTS
from ...ir import ImageParam
from ...schedule.plans import Plan
from ...schedule.stages.kinds import reached
from ...schedule.tiles.tiles import Tile
from ..frame import Frame, Source
from ..reads.checked import Checked
from ..statements import Code, Fetch
from ..values import Expr, Var, least

LINE = 64       # bytes that come at once
FURTHER = 1024  # from a vector to what is asked for along a row
# Bytes that a pass asks for at most in a step: more drives out what it reads itself (a blur of colours of floats, 48 KiB a
# row, 1.08 at 4096 x 4096).
NEAR = 1 << 18

Next = tuple[Source, Expr]  # a picture, and where its rows begin


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
            if len(below) * tile.step // rows * _row_bytes(made.sources[image], tile) <= NEAR:
                found[number].append(Coming(made.sources[image], below, last))
    return found


def _row_bytes(source: Source, tile: Tile) -> int:
    return tile.width * source.format.channels * ELEMENTS[source.format.dtype].size


def _reads(made: Frame, own: Plan) -> dict[ImageParam, int]:
    """How far down a pass reads each picture."""
    found: dict[ImageParam, int] = {}
    for node in own.found.order:
        pixels = reached(node)
        if pixels and pixels.image in made.sources:
            down = max([(dy or 0) + y for _, dy in own.found.needs[node] for _, y in pixels.places])
            found[pixels.image] = max(down, found.get(pixels.image, down))
    return found


def below(code: Code, coming: Sequence[Coming], y: Expr, bottom: Expr) -> list[Next]:
    """Those rows of a pass over rows from y on, in a tile that ends at `bottom`."""
    rows = [(source, least(y + row, least(bottom + last, source.height) - 1))
            for source, below, last in coming for row in below]
    return [(source, code.let((source.start, "_next"), source.row(row))) for source, row in rows]


def along(rows: Iterable[tuple[Source, Expr]]) -> list[Next]:
    """What lies further along rows of pictures."""
    return [(source, row + FURTHER // ELEMENTS[source.format.dtype].size) for source, row in rows if not source.tile]


def ask(code: Code, next: Iterable[Next], x: Expr, lanes: int) -> None:
    """For a vector's pixels of what comes next of each row."""
    for source, row in next:
        channels = source.format.channels
        for at in _lines(source, lanes * channels):
            code.add(Fetch(row + (channels * x + at)))


def ask_once(reads: Checked, source: Source, row: Var, start: Expr, elements: int) -> None:
    """For what lies further on in a row of which so many elements are read from `start` on."""
    known = row, "next"
    if known not in reads.known:
        ((_, further),) = along([(source, start)])
        next = reads.once(known, (source.start, "_next"), further)
        for at in _lines(source, elements):
            reads.code.add(Fetch(next + at))


def _lines(source: Source, elements: int) -> range:
    """Where each line of so many elements begins."""
    return range(0, elements, LINE // ELEMENTS[source.format.dtype].size)
