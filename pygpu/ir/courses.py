"""How whole numbers that are computed from a coordinate go on with it, cell by cell.

A coordinate is counted in cells of so many places. From one of 32 to the next `row // 32` goes on by one, `row % 32` is
again what it was, and `row // 32 * 64 + row % 32`, which is between 64 and 95 in cell 1, is 64 more.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from .graph import Const, Graph, Op, Value, op_of
from .ranges import Ranges
from .types import INT

RINGS = {"add", "sub", "neg", "mul"}  # of numbers that are the same but for multiples, so is what they give
FOLLOWED = {*RINGS, "floordiv", "mod", "shr", "and", "min", "max"}
LONGEST = 4096  # places of a cell
FAR = 1 << 24   # what may lie further apart than this is not bounded
PLACES = 1 << 20  # beyond so many a number may wrap: one that does before is not followed


class Course(NamedTuple):
    """How much a number goes on by from cell to cell, and between what it lies in the one that begins at 0."""

    rate: int | Fraction
    low: int | Fraction
    high: int | Fraction


class Bounds:
    """Of the numbers of a graph, wherever its coordinates are, and where they are near."""

    def __init__(self, graph: Graph):
        self.graph = graph

    @cached_property
    def wherever(self) -> Ranges:
        return Ranges(self.graph, None)

    @cached_property
    def near(self) -> Ranges:
        return Ranges(self.graph, (-PLACES, -PLACES, PLACES, PLACES, -PLACES, PLACES))


class Courses:
    """Of the numbers of a graph that follow one of its coordinates, `own`. `follow` is told operations in their order."""

    def __init__(self, own: Value, bounds: Bounds):
        self.own, self.moving, self.bounds = own, {own}, bounds
        self.periods: dict[tuple[Value, int], int | None] = {}
        self.courses: dict[tuple[Value, int], Course | None] = {}

    def follow(self, op: Op) -> bool:
        """Whether what an operation gives is followed."""
        name = op.kind.name
        followed = name in FOLLOWED and op.result.type is INT and (name not in RINGS or self.bounds.near.exact(op))
        if followed:
            self.moving.add(op.result)
        return followed

    def period(self, value: Value, modulus: int = 0) -> int | None:
        """How long a cell has to be in order that a number is the same in all, but for multiples of a modulus."""
        if value not in self.moving or modulus == 1:
            return 1
        if (value, modulus) not in self.periods:
            found = self._period(value, modulus)
            self.periods[value, modulus] = None if found is None or found > LONGEST else found
        return self.periods[value, modulus]

    def _period(self, value: Value, modulus: int) -> int | None:
        if value is self.own:
            return modulus or None
        (name, by), operands = _by(value), op_of(value).operands
        if name == "floordiv":
            return self.period(operands[0], by * modulus)
        if name == "mod":
            return self.period(operands[0], modulus if modulus and by % modulus == 0 else by)
        if name == "mul" and by:
            return self.period(operands[0], modulus // gcd(modulus, by))
        found = [self.period(each, modulus if name in RINGS else 0) for each in operands]
        return None if None in found else lcm(*[each for each in found if each])

    def of(self, value: Value, cell: int) -> Course | None:
        """How a number goes on in cells of so many places; None where that is not known."""
        if (value, cell) not in self.courses:
            self.courses[value, cell] = self._of(value, cell)
        return self.courses[value, cell]

    def _of(self, value: Value, cell: int) -> Course | None:
        if value is self.own:
            return Course(cell, 0, cell - 1)
        if isinstance(value, Const):
            return Course(0, value.value, value.value)
        if value not in self.moving:
            low, high = self.bounds.wherever.of(value)
            return Course(0, low, high) if max(-low, high) < FAR else None
        (name, by), operands = _by(value), op_of(value).operands
        if name == "mod":
            whole = self.of(operands[0], cell)
            if whole is not None and whole.rate % by == 0 and 0 <= whole.low and whole.high < by:
                return whole._replace(rate=0)
            return Course(0, 0, by - 1)
        found = [course for each in operands if (course := self.of(each, cell)) is not None]
        return _together(name, by, found) if len(found) == len(operands) else None


def _together(name: str, by: int, operands: list[Course]) -> Course | None:
    """What comes of numbers that go on so."""
    a, b = operands[0], operands[-1]
    if name == "add":
        return Course(a.rate + b.rate, a.low + b.low, a.high + b.high)
    if name == "sub":
        return Course(a.rate - b.rate, a.low - b.high, a.high - b.low)
    if name == "neg" or name == "mul" and by < 0:
        by = min(by, -1)
        return Course(a.rate * by, a.high * by, a.low * by)
    if name == "mul" and by:
        return Course(a.rate * by, a.low * by, a.high * by)
    if name == "floordiv":
        if a.rate % by == 0:
            return Course(a.rate // by, a.low // by, a.high // by)
        return Course(Fraction(a.rate, by), Fraction(a.low - (by - 1), by), Fraction(a.high, by))
    if name in ("min", "max") and a.rate == b.rate:
        pick = min if name == "min" else max
        return Course(a.rate, pick(a.low, b.low), pick(a.high, b.high))
    return None


def _by(value: Value) -> tuple[str, int]:
    """The operation that gives a value, and the number that it takes, 0 where that is not known: a shift is a division, a
    mask a remainder."""
    op = op_of(value)
    name, last = op.kind.name, op.operands[-1]
    by = int(last.value or 0) if isinstance(last, Const) else 0
    if name == "shr" and 0 < by < 31:
        return "floordiv", 1 << by
    if name == "and" and by > 0 and by & (by + 1) == 0:
        return "mod", by + 1
    return (name, by) if name in RINGS or name in ("min", "max") or name in ("floordiv", "mod") and by > 0 else ("", 0)
