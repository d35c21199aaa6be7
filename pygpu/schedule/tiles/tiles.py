"""Stages in tiles: the passes of a filter one after the other over a small piece of the picture, all in one kernel.

What a pass computes stays near the processor until the next has read it: in a work-item's own memory on a CPU, in a
work-group's shared memory on a GPU. A pass covers the tile and what later ones need around it, so the larger the tile,
the less is computed twice.

A work-item of a CPU may go down a tile instead, some rows of all passes at a time. Then only a pass's last rows are kept,
which later ones still read: the tile has room to be as wide as most pictures, whose rows are then read from end to end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import lcm
from typing import NamedTuple, Protocol

from ...ir import ImageParam
from ..stages.kinds import reached
from ..stages.stages import Stages
from ..stages.web import Node
from ..target import Target
from .passes import Pass

LINES = 3    # times the room, where runs go over lines one after the other, so that what comes next is fetched in time


@dataclass(frozen=True)
class Region:
    """What one pass computes of a tile: columns and rows from the tile's corner, in the pass's own coordinates."""

    columns: int
    rows: int


@dataclass(frozen=True)
class Ring:
    """Of a pass that is gone over some rows at a time: how many rows it is ahead of the result, and how many of its last
    ones are kept, each where one stood that no pass reads any more."""

    ahead: int
    rows: int


@dataclass(frozen=True)
class Tile:
    """`width` x `height` pixels of the result, and the region of every pass, the last one's being the tile itself. With
    `rings`, one for every pass, all passes are gone over `step` rows at a time; and where those are in registers
    (marched.py), a work-item is handed so many columns of each pass that lie `beside` its own."""

    width: int
    height: int
    regions: tuple[Region, ...]
    turns: tuple[int, ...] = ()  # how often each pass goes over it, if not once
    step: int = 0
    rings: tuple[Ring, ...] = ()
    beside: tuple[int, ...] = ()

    def kept(self, number: int) -> int:
        """Rows that a pass has room for."""
        return self.rings[number].rows if self.rings else self.regions[number].rows

    @property
    def lead(self) -> int:
        """How many rows above the result the first step is."""
        return _up(max([ring.ahead for ring in self.rings], default=0), self.step)


class Whole(NamedTuple):
    """A node that a pass computes in a way of its own, and where its first use lies from the pass's pixel."""

    node: Node
    at: tuple[int, int]


class Swept(Protocol):
    """What a tile asks of the plan of one of its passes."""

    @property
    def found(self) -> Stages: ...
    @property
    def rows(self) -> int: ...
    @property
    def block(self) -> tuple[int, int]: ...
    @property
    def whole(self) -> tuple[Whole, ...]: ...


Parts = Sequence[tuple[Pass, Swept]]


def tile(parts: Parts, target: Target, width: int, height: int) -> Tile:
    """The regions that passes with these plans, (pass, plan) each, have to cover."""
    unit = target.unit
    regions = [Region(width, height)]
    for number in reversed(range(len(parts) - 1)):
        written = _stages_before(parts, number), _stages_before(parts, number + 1)
        columns = rows = 0
        for (part, own), region in zip(parts[number + 1:], regions):
            for dx, dy in offsets(part, own, *written):
                columns, rows = max(columns, region.columns + dx), max(rows, region.rows + dy)
        regions.insert(0, Region(_up(columns, unit), _up(rows, parts[number][1].rows)))
    turns = tuple([part.turn.roll.count if part.turn else 1 for part, _ in parts])
    return Tile(width, height, tuple(regions), turns if max(turns) > 1 else ())


def tiles(parts: Parts, target: Target) -> list[Tile]:
    """The tiles to choose from: those whose stages have room."""
    rows, (columns, last) = max(own.rows for _, own in parts), parts[-1][1].block
    widths, heights, room = target.tile_widths, target.tile_heights, target.room
    if room is None:  # a work-group's: blocks side by side
        room, widths = target.local_memory, tuple([n * columns for n in widths])
        heights = target.turn_heights if any(part.turn for part, _ in parts) else heights
    else:
        if any(own.whole for _, own in parts):
            room, widths, heights = room * LINES, (*widths, *target.run_widths), (*heights, *target.run_heights)
        # Whole blocks of the last pass: it would go beyond the tile, and read what no one has computed.
        heights = tuple([_up(max(n, rows), last) for n in heights])
    made = [tile(parts, target, width, height) for width in widths for height in heights]
    return [each for each in made if size(parts, each, target.lanes == 1) <= room] + ringed(parts, target)


def ringed(parts: Parts, target: Target) -> list[Tile]:
    """Those that are gone down, some rows at a time. What goes over whole lines, in turns or over places of a table,
    needs all of a tile."""
    if any(own.whole or part.turn or own.found.loops for part, own in parts):
        return []
    step = lcm(*[own.rows for _, own in parts])
    made = []
    for width, height in product(target.ring_widths, target.ring_heights):
        plain = tile(parts, target, width, _up(height, step))
        made.append(replace(plain, step=step, rings=tuple(_rings(parts, step))))
    return [each for each in made if size(parts, each) <= target.ring_room]


def _rings(parts: Parts, step: int) -> list[Ring]:
    """The last pass first: each is so far ahead that all is there which later ones read, whose oldest row is still kept.
    A block's rows lie one below the other, so a ring has whole blocks."""
    rings: list[Ring] = []
    for number in reversed(range(len(parts))):
        written = _stages_before(parts, number), _stages_before(parts, number + 1)
        reads = [(ring.ahead, dy) for (part, own), ring in zip(parts[number + 1:], rings)
                 for _, dy in offsets(part, own, *written)]
        rows = parts[number][1].rows
        ahead = _up(max((first + dy for first, dy in reads), default=0), rows)
        rings.insert(0, Ring(ahead, _up(step + max((ahead - first - dy for first, dy in reads), default=0), rows)))
    return rings


def size(parts: Parts, made: Tile, shared: bool = False) -> int:
    """Bytes of all stages; of those that are `shared`, if work-items have others alone."""
    areas = [region.columns * made.kept(number) for number, ((part, _), region) in enumerate(zip(parts, made.regions))
             for _ in part.stages]
    apart = alone(parts, made) if shared else set()
    return sum(4 * areas[stage] for stage, home in enumerate(homes(parts, made)) if home == stage and stage not in apart)


def alone(parts: Parts, made: Tile) -> set[int]:
    """The stages of which a work-item of a GPU needs no one else's pixels, which it has in each turn: sums over them."""
    written, sums = list[tuple[int, bool]](), set[int]()
    for number, ((part, own), region) in enumerate(zip(parts, made.regions)):
        first = _stages_before(parts, number) if part.over is None else part.over
        stages = range(first, first + len(part.stages))
        is_its = region == Region(made.width, made.height) and own.block == parts[-1][1].block
        written += [(stage, is_its) for stage in stages]
        sums.update(stages if part.over is not None else ())
    return sums.difference([stage for stage, is_its in written if not is_its])


def homes(parts: Parts, made: Tile) -> list[int]:
    """For each stage the one in whose array it lies: a run takes the place of what it is taken of, where no one else
    asks for that; and a stage that of an earlier one that nobody reads any more."""
    if not made.rings and not any(own.whole or part.turn or part.over is not None for part, own in parts):
        return _handed_on(parts, made)
    every = [node for part, _ in parts for node in part.stages]
    readers = Counter(stage for part, own in parts if not own.whole for stage in part.reads)
    readers.update(every.index(each.node.uses[0].node) for _, own in parts for each in own.whole)
    found: list[int] = []
    for part, own in parts:
        for node, at in own.whole:
            source = every.index(node.uses[0].node)
            found.append(found[source] if readers[source] == 1 and at == (0, 0) else len(found))
        if not own.whole:
            first = len(found) if part.over is None else found[part.over]
            found += range(first, first + len(part.stages))
    return found


def _handed_on(parts: Parts, made: Tile) -> list[int]:
    last = {stage: number for number, (part, _) in enumerate(parts) for stage in part.reads if stage is not None}
    found: list[int] = []
    taken: dict[int, int] = {}  # each array's last stage so far
    regions = [(node.type, region) for (part, _), region in zip(parts, made.regions) for node in part.stages]
    for number, (part, _) in enumerate(parts):
        for _ in part.stages:
            type, region = regions[stage := len(found)]
            free = [home for home, its in taken.items() if last.get(its, number) < number and regions[home][0] is type and
                    regions[home][1].columns >= region.columns and regions[home][1].rows >= region.rows]
            found.append(free[-1] if free else stage)
            taken[found[-1]] = stage
    return found


def again(made: Tile) -> list[float]:
    """How often each pass computes a pixel."""
    turns = made.turns or (1,) * len(made.regions)
    return [count * region.columns * region.rows / (made.width * made.height) for region, count in zip(made.regions, turns)]


def _stages_before(parts: Parts, number: int) -> int:
    return sum(len(part.stages) for part, _ in parts[:number])


def offsets(part: Pass, own: Swept, first: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a pass reads the stages from `first` to `end`, relative to its pixel; of all turns the furthest."""
    read = {image: _furthest(part, image) for image, stage in zip(part.graph.images, part.reads)
            if stage is not None and first <= stage < end}
    for node in own.found.order:
        pixels = reached(node)
        if pixels and pixels.image in read:
            right, down = read[pixels.image]
            for dx, dy in own.found.needs[node]:
                yield from (((dx or 0) + x + right, (dy or 0) + y + down) for x, y in pixels.places)


def _furthest(part: Pass, image: ImageParam) -> tuple[int, int]:
    """How far to the right and down an image begins, at most, from where it does in the first turn."""
    if part.turn is None or image not in part.turn.places:
        return 0, 0
    across, down = zip(*part.turn.roll.places[part.turn.places[image]])
    return max(across), max(down)


def _up(number: int, unit: int) -> int:
    return -(-number // unit) * unit
