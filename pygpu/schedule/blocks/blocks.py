"""Blocks of pixels in registers: vectors that sweep rows on a CPU, columns and rows of a work-item on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from ...ir import ImageParam
from ..cost import operations, places, statements
from ..plans import Columns, Lanes, Plan
from ..price import price
from ..stages.kinds import GATHER, READ, goes_over_pixels, is_sum
from ..stages.stages import Stages
from ..sums.factors import composed, factored
from ..sums.rolls import rolled
from ..sums.taps import looped
from ..target import COMMON, Target
from .aligned import aligned_in, columns, heights, turns

GATHERED = 6  # statements, about, are the loads of a vector whose pixels lie apart: 336 of them kept PoCL busy for 100 s
SUMMED = 16   # terms from which on a sum is long: there its rows keep the processor busy
HELD = 1 / 2  # of all registers
Near = AbstractSet[ImageParam]  # images that lie in a tile


def block(found: Stages, target: Target, rows: int, forms: list[Stages] | None = None, near: Near = frozenset(),
          wide: int | None = None) -> Plan:
    """A block of so many rows, whatever it costs; `forms` are those of the stages to choose from, `near` the images
    that lie in a tile. On a GPU it is so `wide`, if it has no loops; None: as wide as is best."""
    found = in_loops(factored(found, rows, forms), target, frozenset(near))
    if target.kind == "cpu":
        local = target.plane_group if found.graph.dimensions == 3 else (1, 1)
        return Lanes(stages=found, target=target, block=(target.strip, rows), lanes=target.lanes, local=local,
                     aligned=rows in in_turns(found))
    wide = 1 if found.loops else wide or columns(found)  # what a loop reads lies at any distance, not at a multiple of four
    return Columns(stages=found, target=target, block=(wide, rows), local=target.groups[rows == 1])


def anywhere(made: Plan) -> Plan:
    """The same where blocks begin at any place."""
    return replace(made, aligned=False) if made.aligned else made


def in_loops(found: Stages, target: Target, near: frozenset[ImageParam]) -> Stages:
    """The same stages with long sums as loops, whatever the height of a block."""
    if (target, near) not in found.forms:
        found.forms[target, near] = rolled(looped(found, target), near)
    made: Stages = found.forms[target, near]
    return made


def best_block(found: Stages, target: Target, near: Near = frozenset(), by: Callable[[Plan], Any] = price) -> Plan | None:
    """The block with fewest operations a pixel, and something on top for each value that has to be kept alive."""
    if target.sums and only_sums(found):
        lanes, rows = target.sums
        for each in fitting(found, replace(target, lanes=lanes), (rows,), near):
            return each
    first = (*in_turns(found), *target.heights[0]) if target.lanes > 1 else target.heights[0]
    for some in filter(None, (of_squares(found, target), of_places(found, target), first, *target.heights[1:])):
        made = fitting(found, target, some, near)
        if made:
            return min(held(made), key=by)
    return None


def only_sums(found: Stages) -> bool:
    """Whether a pixel is nothing but long weighted sums of pixels in a line, which are written out."""
    sums = [node for node in found.order if node.kind is not READ]
    return bool(sums) and all(
        is_sum(node) and len(node.uses) >= SUMMED and {use.node.kind for use in node.uses} == {READ}
        and 1 in map(len, map(set, zip(*[(use.dx, use.dy) for use in node.uses]))) for node in sums)


def held(made: list[Plan]) -> list[Plan]:
    """Those whose sums stay in registers all through a loop over a kernel: half of them, the rest is for pixels and weights.
    (With AVX2, four rows for eight: 9x9 0.68 of the time, 5x5 0.8.)"""
    return [each for each in made if each.target.lanes == 1 or each.rows <= each.target.registers * HELD or
            not any(goes_over_pixels(node) for node in each.found.order)] or made[:1]


def of_squares(found: Stages, target: Target) -> tuple[int, ...]:
    """The height of blocks for pictures that are read turned by a quarter: they are, square by square."""
    squares = target.kind == "cpu" and any(node.kind is GATHER and node.is_turned for node in found.order)
    return (target.lanes,) if squares else ()


def in_turns(found: Stages) -> tuple[int, ...]:
    """The heights of blocks of vectors that gain by knowing their rows: as many as what comes again and again has."""
    if found.loops or found.graph.dimensions != 2:
        return ()
    return tuple([rows for rows in turns(found) if (made := aligned_in(found, 1, rows)) and all(
        made.ground((node, 0, 0)) for node in found.order if node.kind is GATHER)])


def of_places(found: Stages, target: Target) -> tuple[int, ...]:
    """The heights of blocks that gain by knowing their place."""
    return heights(found, columns(found)) if target.lanes == 1 else ()


def fitting(found: Stages, target: Target, heights: Iterable[int], near: Near = frozenset()) -> list[Plan]:
    """Blocks of these heights, as far as the driver's compiler can be given them."""
    forms = composed(found)
    made = [block(found, target, rows, forms, near) for rows in heights]
    return [each for each in made if fits(each)]


def fits(made: Plan) -> bool:
    target, long = made.target, statements(made.found, *made.piece, made.aligned)
    if target.lanes > 1 and not made.aligned:  # (whose rows share what they read in rows)
        long += (GATHERED - 1) * sum(places(made.found, node, *made.piece) for node in made.found.order
                                     if node.kind is GATHER and node.moves[0])
    if target.long_row and 1 in made.piece and long > target.longest:
        return long <= target.long_row and (
            operations(made.found, *made.piece, made.aligned) < target.in_common * operations(made.found))
    return long <= (COMMON.longest_row if made.piece == (1, 1) else target.longest)
