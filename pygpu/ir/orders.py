"""Orders: which number stands at a place, once all that a function gives in a rectangle are sorted.

    function middle (x, y): t = order of value (0, 0, width, height, width * height / 2), channel 0

`value` is a Function of one result. The order's channel 0 is the number at the place that is asked for, channel 1 the one
after it (the last one, where there is none), channel 2 the number at the place, but NaN where any of all is one. What is not
a number comes after all others, as NumPy has it.

While a graph is traced a loop only gathers numbers, and what comes after it asks for a place among them:

    token = loop: token = gather token, value
    t = ranked token, place

Both become an order once it is known over which rectangle the loop goes (passes/wholes.py). On a device a place that is the
same for all pixels is found by counting digits, without sorting; else the numbers are sorted, by a kernel of their own
(schedule/windows/orders.py). That sorts whole numbers, to which floats are brought that have the same order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .graph import Block, Const, Op, Value, every_op
from .ops import Array
from .types import Type

THERE, AFTER, IF_NUMBERS = CHANNELS = range(3)


class Ordered(NamedTuple):
    """That a function is a line (or several, one below the other) of sorted numbers, and the number of the first line."""

    first: int = 0


class Window(NamedTuple):
    """That each result of a graph is the number at a place among those of a picture in a rectangle around the pixel, one
    channel for each result. What the graph says is the same, so whoever writes another one may forget it."""

    image: int  # which one of the graph's
    channels: tuple[int, ...]
    left: int   # the first column and row, from the pixel on
    top: int
    columns: int
    rows: int
    place: int


def orders(block: Block) -> list[Op]:
    """Every order in a block, those in inner blocks included."""
    return [op for op in every_op(block) if op.kind.name == "order"]


def ordered(values: np.ndarray) -> np.ndarray:
    """What a rectangle gives, sorted."""
    return np.sort(values.ravel())


def placed(line: np.ndarray, place: Array, channel: int) -> Array:
    if not line.size:
        return line.dtype.type(0)
    return line[-1] if channel == IF_NUMBERS and line[-1] != line[-1] else line.take(
        np.asarray(place) + (channel == AFTER), mode="clip")


def gathered_type(value: Value) -> Type | None:
    """The type of the numbers that a token stands for."""
    waiting, seen = [value], set()
    while waiting:
        value = waiting.pop()
        op = value.owner
        if value.__class__ is Const or value in seen:
            continue
        seen.add(value)
        if isinstance(op, Block):  # what a loop carries: what it is after a pass
            waiting.append(op.results[1 + op.args.index(value)]) if op.results else None
        elif op is not None and op.kind.name == "gather":
            return op.operands[1].type
        elif op is not None and op.blocks:
            first = op.kind.name == "loop"
            waiting += [block.results[op.results.index(value) + first] for block in op.blocks]
        elif op is not None and op.kind.name == "select":
            waiting += op.operands[1:]
    return None
