"""Loops that come back to where they were, and so never end: NumPy's engine sees it, long before their steps run out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..errors import DeviceError, comes_back
from .graph import Block, Op, Value
from .ops import GOES_ON, IF, Array

FIRST = 1 << 12  # passes after which a loop is looked at


class Cycle:
    """What decides a loop's end as it was some passes ago, for each pass to be compared with. The passes between double, so
    that what comes back after however many is found (Brent's way)."""

    def __init__(self, body: Block):
        self.body, self.passes = body, 0
        self.kept: list[Array] | None = None
        self.places: list[int] = []  # of what decides it, in what is carried

    def look(self, values: Sequence[Array], going: Array) -> None:
        """After a pass, at what all lanes carry; `going` says which of them are not done."""
        self.passes += 1
        if self.passes == FIRST:
            self.places = deciding(self.body)
        if not self.places:
            return
        now = [np.asarray(values[place]) for place in self.places]
        if self.kept is None or not self.passes & self.passes - 1 or any(map(of_other_lanes, now, self.kept)):
            self.kept = [each.copy() for each in now]
            return
        back = going
        for one, other in zip(now, self.kept):
            back = back & ((one == other) | (one != one) & (other != other))
            if not back.any():
                return
        raise DeviceError(comes_back())


def of_other_lanes(one: Array, other: Array) -> bool:
    return bool(one.shape != other.shape)


def deciding(body: Block) -> list[int]:
    """The places of what is carried that says, now or some passes later, whether a loop goes on, but for the count of its
    passes; of none that no budget was given."""
    places: set[int] = set()
    todo, seen, is_counted = [body.results[0]], set(), False
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        if value in body.args:
            place = body.args.index(value)
            places.add(place)
            todo.append(body.results[place + 1])
        elif isinstance(value.owner, Op):
            is_counted |= value.owner.kind is GOES_ON
            todo += made_of(value, value.owner)
    return sorted(places) if is_counted else []


def made_of(value: Value, op: Op) -> list[Value]:
    """What a value is made of. (Of an inner loop it is anything that it reads.)"""
    if op.kind is GOES_ON:
        return []
    if op.kind is IF:
        place = op.results.index(value)
        return [op.operands[0], *(block.results[place] for block in op.blocks)]
    return [*op.operands, *(each for block in op.blocks for each in read(block))]


def read(block: Block) -> Iterator[Value]:
    yield from block.results
    for op in block.ops:
        yield from op.operands
        for inner in op.blocks:
            yield from read(inner)
