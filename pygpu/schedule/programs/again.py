"""Functions that are read at another resolution, at 2*x or x // 2, and cost less where they are asked for than in memory.

What is kept is computed once, written, and read again; what is written into its callers is computed for each pixel that
asks, from reads that leap. How often that is follows from the calls: of a picture doubled along x and then along y, each
pixel in between is asked for four times.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from ...ir import Const, Function, Graph, Op, Value, called, calls, every_graph, functions, image_of, loops
from ...ir.moving import Step, combined
from ...ir.ops import ADD, CALL, READ, SUB
from ...passes.inline import offset
from ..target import COMMON, Target

LONGEST = 200  # operations and reads of a pixel, with those of what is computed again for it
WORTH = 0.7  # of what keeping costs: what computing again may cost
AS_FAST, STILL = Fraction(1), Fraction(0)
NO_PIXEL = {"fold", "tally", "order", "kept", "prior"}  # what is asked of more than a place


class Cost(NamedTuple):
    """What a pixel is made of: additions, numbers read, and those of them out of interleaved colours."""

    work: float = 0.0
    reads: int = 0
    colours: int = 0

    def plus(self, other: Cost, times: int) -> Cost:
        return Cost(self.work + times * other.work, self.reads + times * other.reads, self.colours + times * other.colours)

    @property
    def length(self) -> float:
        return self.work + self.reads

    def at(self, pace: Fraction, target: Target) -> float:
        """In additions, where it is computed for pixels so far apart."""
        if target.lanes == 1:
            return self.work + COMMON.gather * (self.reads + self.colours)
        if pace == 1:
            return self.work + self.reads + COMMON.interleaved * self.colours
        columns = max(float(pace), 1.0)
        each = COMMON.gather if pace <= 2 else 2 * COMMON.gather * columns if pace <= target.fastest else target.far_apart
        # Every other pixel: two vectors, put in order once rows are added up; colours so far apart are read one by one.
        colour = COMMON.interleaved if pace < 1 else 2 * target.far_apart
        return self.work + self.reads * each + self.colours * colour


@dataclass
class Asked:
    """A function's pixels, for one of the result: those that there are, and those that are asked for; and how far apart the
    columns lie at most that are asked for by one caller. Whether nobody knows where; and at how many places one asks."""

    there: Fraction = Fraction(0)
    pixels: Fraction = Fraction(0)
    pace: Fraction = Fraction(0)
    anywhere: bool = False
    places: int = 0


def again(graph: Graph, candidates: Iterable[Function], target: Target) -> set[Function]:
    """Which of these functions are best computed again: those first that call no others, so that what they cost is known
    where their callers are judged."""
    every = functions(graph)
    looped = {called(op) for each in every_graph(graph) for loop in loops(each.body) for op in calls(loop.blocks[0])}
    candidates = {function for function in candidates if function not in looped and is_plain(function)}
    if not candidates:
        return set()
    asked = {function: Asked() for function in every}
    for caller in (None, *reversed(every)):
        # As many as there are pixels, where nobody knows: what is asked of them is so many times that, whatever it is.
        there = Fraction(1) if caller is None else asked[caller].there or Fraction(asked[caller].anywhere)
        for function, places in places_of(graph if caller is None else caller.graph).items():
            own, known = asked[function], [paces for paces in places.values() if paces is not None]
            own.anywhere |= len(known) < len(places)
            own.places = max(own.places, len(places))
            own.there = max([own.there, *[there * prod(paces) for paces in known]])
            own.pace = max([own.pace, *[paces[0] for paces in known]])
            # Neighbours share what is around them, but not what is elsewhere.
            shared = sum(base is None for base, *_ in places)
            own.pixels += there * (len(places) - max(shared - 1, 0))
    costs: dict[Function, Cost] = {}
    found: set[Function] = set()
    for function in every:
        written_out = cost(function, costs, candidates)
        costs[function] = alone = cost(function, costs, candidates - found)
        if function in candidates and not asked[function].anywhere and asked[function].there and (
                is_once(alone, asked[function], target) or
                written_out.length <= target.again and is_cheap(alone, asked[function], len(function.results), target)):
            found.add(function)
    return found


def is_plain(function: Function) -> bool:
    """Whether a function is nothing but an expression of what it reads, and may be kept or not."""
    return function.kept is None and not any(op.blocks or op.kind.name in NO_PIXEL for op in function.graph.body.ops)


def is_once(cost: Cost, asked: Asked, target: Target) -> bool:
    """Whether nothing is computed twice that is computed where it is asked for."""
    return asked.pixels <= asked.there and cost.length * asked.places <= target.once


def is_cheap(cost: Cost, asked: Asked, results: int, target: Target) -> bool:
    if cost.length > LONGEST:
        return False
    times = float(asked.pixels / asked.there)
    kept = cost.at(Fraction(1), target) + results * (target.stored + times * Cost(reads=1).at(asked.pace, target))
    return times * cost.at(asked.pace, target) < WORTH * kept


def cost(function: Function, costs: dict[Function, Cost], kept: set[Function]) -> Cost:
    """What a pixel costs whose function is written out, but for calls of what may be `kept`."""
    graph, found, seen = function.graph, Cost(), set[object]()
    waiting = [value for value in function.results if not isinstance(value, Const)]
    while waiting:
        value = waiting.pop()
        op = value.owner
        if value in seen or not isinstance(op, Op):
            continue
        seen.add(value)
        if op.kind is READ:
            found = found.plus(Cost(0.0, 1, int(image_of(op).pixel.channels > 1)), 1)
        elif op.kind is CALL and called(op) in kept:
            found = found.plus(Cost(0.0, 1), 1)
        elif op.kind is CALL:
            place = (called(op), *offset(graph, op))
            found = found.plus(costs[called(op)], place not in seen)
            seen.add(place)
        else:
            found = found.plus(Cost(op.kind.cost), 1)
            waiting += [each for each in op.operands if not isinstance(each, Const)]
    return found


def places_of(graph: Graph) -> dict[Function, dict[tuple[Any, ...], list[Fraction] | None]]:
    """Where each function is called, and how fast that place goes on along each axis; None where nobody knows."""
    found: dict[Function, dict[tuple[Any, ...], list[Fraction] | None]] = {}
    for op in calls(graph.body):
        found.setdefault(called(op), {})[offset(graph, op)] = paces_of(graph, op)
    return found


def paces_of(graph: Graph, op: Op) -> list[Fraction] | None:
    found = []
    for axis, place in enumerate(op.operands):
        paces = [pace(place, coordinate) for coordinate in graph.coordinates]
        own = paces.pop(axis) if axis < len(paces) else None
        if own is None or own <= 0 or any(each != 0 for each in paces):
            return None
        found.append(own)
    return found


def pace(value: Value, coordinate: Value) -> Fraction | None:
    """How many times as fast a place goes on as a coordinate does; None where data say."""
    if value is coordinate:
        return AS_FAST
    op = value.owner
    if op.__class__ is not Op:
        return STILL
    if op.blocks or op.kind in (READ, CALL) or op.kind.name in NO_PIXEL:
        return None
    if op.kind in (ADD, SUB) and op.operands[1].__class__ is Const:
        return pace(op.operands[0], coordinate)
    inner = [pace(each, coordinate) for each in op.operands]
    known = [each for each in inner if each is not None]
    if len(known) < len(inner):
        return None
    if op.kind.name in ("min", "max"):
        return max(known)
    step = combined(op, [Step(each, each.denominator) for each in known])
    return None if step is None else step.rate
