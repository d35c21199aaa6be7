"""Reads of a picture turned by a quarter: at (y, x), or mirrored besides, in blocks of as many rows as a vector has lanes.

What lies below one another in the result lies beside one another there. So a square of pixels is loaded, a vector of each
of its rows, and turned; one by one each pixel would come from a row of its own, far from all others in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...ir import ImageParam
from ...ir.ops import ADD, SUB
from ...schedule.plans import Plan
from ...schedule.stages.kinds import GATHER, Y
from ...schedule.stages.web import Node
from .. import formats
from ..blocks.block import Key, Order, operands
from ..blocks.squares import shuffled
from ..frame import Source
from ..statements import Code
from ..values import Expr, Load, Number
from . import leaps
from .spans import Span


class Square(NamedTuple):
    """What is read from a row of the block on, in as many: `across` is the column for the first one, and one further, or
    less, for each below it (`way`); `down` the row of the picture for each lane."""

    first: Key
    across: Key
    way: int
    down: leaps.Far
    image: ImageParam


def quarters(order: Order, plan: Plan, sources: Mapping[ImageParam, Source]) -> dict[Key, tuple[Square, int]]:
    """The reads that are turned: in which square, and in which of its columns."""
    found: dict[Key, tuple[Square, int]] = {}
    waiting: dict[Node, list[Key]] = {}
    if plan.rows < plan.lanes:
        return found
    for key in (key for row in order.rows for key in row if key.node.kind is GATHER and key.node not in order.loops):
        source = sources[key.node.attributes[0]]
        if key.node.is_turned and not source.tile and source.format.memory == "buffer":
            waiting.setdefault(key.node, []).append(key)
    for node, keys in waiting.items():
        across = operands(keys[0])[0]
        way, rows = steps(across.node), {key: leaps.leaping(operands(key)[1], order, plan.lanes) for key in keys}
        first: Key | None = None
        for key in sorted(keys, key=lambda key: (key.at[0], key.at[1])):
            if first is None or key.at[1] >= first.at[1] + plan.lanes or key.x != first.x:
                first = key
            row = rows[first]
            if way in (1, -1) and row is not None and row.leap.elements(plan.lanes, formats.STAGE) == plan.lanes:
                found[key] = Square(first, order.operands[first][0], way, row, node.attributes[0]), key.at[1] - first.at[1]
    return found


def steps(node: Node) -> int | None:
    """How much further a number is one row below."""
    if node.kind is Y or not node.moves[1]:
        return int(node.moves[1])
    if node.kind not in (ADD, SUB):
        return None
    one, other = [steps(use.node) for use in node.operands]
    return None if one is None or other is None else one + other if node.kind is ADD else one - other


def begins(square: Square, across: Expr, lanes: int) -> Expr:
    """The first column of a square."""
    return across if square.way > 0 else across - (lanes - 1)


def inside(span: Span, square: Square, across: Expr, further: Expr | None, lanes: int, source: Source) -> None:
    """All of a square has to lie in the picture."""
    column = begins(square, across, lanes)
    span.rows += [column >= 0, column + lanes <= source.width]
    leaps.bound(span, square.down.leap, further, square.down.leap.elements(lanes, formats.STAGE), source.height)


def loaded(code: Code, square: Square, x: Expr, across: Expr, further: Expr | None, lanes: int, source: Source,
           channel: int) -> list[Expr]:
    """The vectors of a channel, a row of the block each."""
    format, column = source.format, begins(square, across, lanes)
    row, rows = leaps.begins(square.down.leap, x, further), []
    for at in square.down.leap.lanes(lanes):
        start = code.let((source.start, "_row"), source.row(row + at) + format.channels * column, type=source.pointer)
        parts: list[Expr] = [Load(start + i * lanes, Number(0), lanes) for i in range(format.channels)]
        rows.append(code.let((source.start, "_raw"), parts[0] if len(parts) == 1 else leaps.channel_of(
            parts, channel, lanes, format)))
    turned: list[Expr] = [*shuffled(code, rows, lanes)]
    return turned if square.way > 0 else turned[::-1]
