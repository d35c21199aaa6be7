"""Stages row by row in registers: a group of work-items that goes down a strip of the picture, some columns each.

Of every stage a work-item keeps the last rows that others still read, in its own columns, and asks the one beside it for the
columns that its stages read further on. So nothing is computed again for the rows of a block, and little beside a strip; a
sum over rows is kept as what the rows so far came to (sums/below.py). A chain of eight 3x3 with weights of their own takes
72 multiplications a pixel so, and some more where strips begin and end; over tiles 143.

Strips are for large pictures: small ones have too few of them for a large GPU, but there a launch takes longer than either
(H200, kernels of those eight over tiles and by strips: 8192 x 8192 0.373 and 0.302 ms, 4096 x 4096 0.110 and 0.104, 3840 x
2160 0.060 and 0.063, 2560 x 1536 0.034 and 0.040). Plans do not go by size, or a part would have other bits than the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple

from ...ir import LEVELS
from ..blocks.blocks import anywhere, block, fits
from ..plans import Plan
from ..stages.kinds import READ, goes_over_pixels
from ..stages.stages import Stages, stages
from ..stages.web import Node
from ..sums.below import row_by_row
from ..target import Target
from .passes import Pass, cut
from .tiles import Region, Ring, Tile, offsets

COLUMNS = 4  # of a work-item: as many as are loaded and stored at once
WORTH = 0.8  # of the columns of a group: what is left of them for the result, at least


class Read(NamedTuple):
    """That a pass reads what another one `writes`, so many columns and rows further on."""

    writer: int
    dx: int
    dy: int


@dataclass(frozen=True, kw_only=True)
class Marched(Plan):
    passes: tuple[tuple[Pass, Plan], ...] = field(compare=False, repr=False)
    tile: Tile
    block: tuple[int, int]
    local: tuple[int, int]
    most: int

    kind = "marched"

    @property
    def shape(self) -> str:
        return (f"{len(self.passes)} passes down strips of {self.tile.width} columns, a row of each at a time; groups of"
                f" {self.local[0]} x {self.local[1]}")


def marched(found: Stages, target: Target) -> list[Plan]:
    """The plan, where there is one."""
    if not target.strip_items or found.opaque or found.loops or found.graph.exact or found.graph.dimensions != 2:
        return []
    form, carried = row_by_row(found)
    around = {*carried, *_read_around(form)}
    nodes = {*around, *[node for node in form.order if node.kind is READ]}
    if not around or len(nodes) * COLUMNS > target.strip_kept or any(
            node.type not in LEVELS or not all(node.moves) for node in nodes):
        return []
    parts: list[tuple[Pass, Plan]] = []
    for part in cut(form, [*nodes], 1, COLUMNS):
        own = stages(part.graph)
        plan = anywhere(block(own, target, 1, wide=COLUMNS))
        if plan.found.loops or any(map(goes_over_pixels, plan.found.order)) or not fits(plan):
            return []
        parts.append((part, plan))
    made = _planned(form, {*carried}, parts, target)
    return [made] if made else []


def _read_around(form: Stages) -> Iterator[Node]:
    """What is read at several places around a pixel, by one that reads it or by another."""
    places: dict[Node, set[tuple[int | None, int | None]]] = {}
    for user in form.order:
        for use in user.uses:
            places.setdefault(use.node, set()).add((use.dx, use.dy))
    return (node for node, its in places.items() if len(its) > 1 and any(node.moves))


def _planned(form: Stages, carried: set[Node], parts: list[tuple[Pass, Plan]], target: Target) -> Plan | None:
    reads = _reads(parts)
    columns, ahead = _furthest(reads)
    for number, (part, _) in enumerate(parts):
        if reads[number] and part.stages and carried.issuperset(part.stages):  # what is added up is so at once
            ahead[number] = min(ahead[each.writer] - each.dy for each in reads[number])
    order = _order([{(each.writer, ahead[each.writer] - ahead[number] - each.dy) for each in its}
                    for number, its in enumerate(reads)])
    kept = [(1, COLUMNS)] * len(parts)
    for number, its in enumerate(reads):
        for writer, dx, dy in its:
            above = ahead[writer] - ahead[number] - dy
            # Who comes before its writer finds the last row where the new one will be.
            rows = above + (order.index(writer) < order.index(number))
            kept[writer] = max(kept[writer][0], rows), max(kept[writer][1], dx + COLUMNS)
    numbers = sum(rows * across * len(part.stages) for (rows, across), (part, _) in zip(kept, parts))
    width = target.strip_items * COLUMNS - -(-max(columns) // COLUMNS) * COLUMNS
    if numbers > target.strip_kept or width < target.strip_items * COLUMNS * WORTH:
        return None
    region = Region(target.strip_items * COLUMNS, target.strip_rows + max(ahead))
    tile = Tile(width, target.strip_rows, (region,) * len(parts), (), 1, tuple([Ring(ahead[n], kept[n][0]) for n in order]),
                tuple([kept[n][1] - COLUMNS for n in order]))
    return Marched(stages=form, target=target, passes=tuple(_reordered(parts, order)), tile=tile,
                   block=(width // target.strip_items, target.strip_least), local=(target.strip_items, 1),
                   most=target.strip_most)


def _reads(parts: list[tuple[Pass, Plan]]) -> list[list[Read]]:
    """What each pass reads of others'."""
    ends = [*accumulate(len(part.stages) for part, _ in parts)]
    return [[Read(writer, dx, dy) for writer, (first, end) in enumerate(zip([0, *ends], ends))
             for dx, dy in {*offsets(part, own, first, end)}] for part, own in parts]


def _furthest(reads: list[list[Read]]) -> tuple[list[int], list[int]]:
    """How many columns and rows further than the result each pass has to be, at least."""
    columns, rows = [0] * len(reads), [0] * len(reads)
    for number in reversed(range(len(reads))):
        for writer, dx, dy in reads[number]:
            columns[writer], rows[writer] = max(columns[writer], columns[number] + dx), max(rows[writer], rows[number] + dy)
    return columns, rows


def _order(reads: list[set[tuple[int, int]]]) -> list[int]:
    """The passes in order, of which each reads (another one, rows above its last): after those whose last row it reads,
    and where that can be before those of which it reads rows above alone, since then there need be one less."""
    after = [{writer for writer, above in its if not above} for its in reads]
    wish = [{reader for reader, its in enumerate(reads) if number in {writer for writer, _ in its} - after[reader]}
            for number in range(len(reads))]
    found: list[int] = []
    while len(found) < len(reads):
        ready = [number for number in range(len(reads)) if number not in found and after[number].issubset(found)]
        found.append(next((number for number in ready if wish[number].issubset(found)), ready[-1]))
    return found


def _reordered(parts: list[tuple[Pass, Plan]], order: list[int]) -> list[tuple[Pass, Plan]]:
    """The passes in this order, each with the numbers that stages have then."""
    ends = [0, *accumulate(len(part.stages) for part, _ in parts)]
    stages = [stage for number in order for stage in range(ends[number], ends[number + 1])]
    place = {stage: at for at, stage in enumerate(stages)}
    return [(replace(part, reads=tuple([None if stage is None else place[stage] for stage in part.reads])), own)
            for part, own in [parts[number] for number in order]]
