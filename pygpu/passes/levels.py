"""What comes to a whole number of 255ths, or of odd parts of them, is computed in whole numbers: sums, differences and means
of pictures of bytes, how far they are apart, what is above a threshold. So is what is only compared for whole numbers and
truths, however these are stored.

A Float of such a picture is k / 255, and a float's rounding moves it by a millionth of a step. A result that is rounded to
a byte again does not see that. So wherever a value is surely within less than half a step of k / 255, k is computed in its
place. A third of a sum, or a ninth, is never half a step: the sum is computed, and brought to whole steps at the end.
Sixteen bytes are a quarter of sixteen floats, and compilers add them up in fewer bits than an Int has.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import chain
from typing import NamedTuple

import numpy as np

from pygpu.ir import BOOL, FLOAT, INT, Const, Graph, ImageParam, Op, PixelType, Type, Value, constant, image_of
from pygpu.ir.ops import (
    ABS,
    ADD,
    CONVERT,
    DIV,
    EQ,
    GE,
    GT,
    LE,
    LT,
    MAX,
    MIN,
    MUL,
    NE,
    NEG,
    READ,
    SELECT,
    SHR,
    SUB,
    OpKind,
)

from .rewrite import Rewriter

ROUNDING = 2.0 ** -22  # of a number, by an operation: more than any device's
NEAR = 0.49            # steps between a value and its whole number: a result becomes that when it is stored
MOST = 1 << 24         # steps
PARTS = 1 << 10        # of a step
TRIED = 1 << 20        # numbers
# More are better added as floats, whose long sums are taken apart (2048 x 2048, ms of the processor: 9 of them 1.0 for 1.6,
# 25 in a square 1.9 for 2.4, 27 in a line 2.6 for 2.3, 49 in a square 3.5 for 1.9).
ADDED = 25
# So many beside one another, too: floats share what rows of them have in common (the same, means of a line of 11 1.4 for
# 1.7, of 15 1.8 for 1.8, of 19 2.2 for 2.0, of 25 3.1 for 2.0; below one another 15 1.0 for 1.5, 25 1.4 for 2.1).
BESIDE = 13
# And with more weights than these: whole numbers are multiplied in two steps (25 of six weights on PoCL 4.2 for 3.5).
WEIGHTS = 3
TURNED = {LT: GT, LE: GE, GT: LT, GE: LE, EQ: EQ, NE: NE}


@dataclass(frozen=True, slots=True)
class Level:
    """A Float that is a whole number of steps, or of so many `parts` of one, from `least` to `most`, but for an `error` in
    these; `stored` if it is the very number that is read, so that equal ones are equal floats."""

    least: int
    most: int
    error: float = 0.0
    stored: bool = False
    parts: int = 1

    @property
    def rounded(self) -> Level:
        return replace(self, error=self.error + ROUNDING * max(abs(self.least), abs(self.most)), stored=False)

    def __mul__(self, times: int) -> Level:
        ends = self.least * times, self.most * times
        return Level(min(ends), max(ends), self.error * abs(times), self.stored and times == 1, self.parts)

    def of(self, parts: int) -> Level:
        """The same in smaller parts."""
        return replace(self * (parts // self.parts), parts=parts)

    def __or__(self, other: Level) -> Level:
        """Either of two."""
        return replace(self, least=min(self.least, other.least), most=max(self.most, other.most),
                       error=max(self.error, other.error), stored=self.stored and other.stored)


class Rounding(NamedTuple):
    """How a whole number of parts becomes one of steps: (number + added) * times >> shift."""

    added: int = 0
    times: int = 1
    shift: int = 0


@cache
def rounding(least: int, most: int, parts: int, white: int) -> Rounding | None:
    """The nearest step of those that there are, for all numbers between two; none where half a step is one of them."""
    if parts == 1:
        return Rounding()
    if parts % 2 == 0 or most - least > TRIED:
        return None
    numbers = np.arange(least, most + 1, dtype=np.int64) + parts // 2
    furthest = int(max(abs(numbers[0]), abs(numbers[-1])))
    for shift in range(16, 31):  # of 16 bits compilers have the upper half of a product at once
        times = -(-(1 << shift) // parts)
        if furthest * times >= 1 << 31:
            break
        if np.array_equal((numbers * times >> shift).clip(0, white), (numbers // parts).clip(0, white)):
            return Rounding(parts // 2, times, shift)
    return None


def factor(op: Op) -> tuple[Value, Fraction, float] | None:
    """What is multiplied with or divided by a number: that value, how many times it is taken, and the number itself."""
    a, b = op.operands
    if op.kind is MUL and isinstance(a, Const):
        a, b = b, a
    if not isinstance(b, Const) or b.value is None or not 0 < abs(b.value) < MOST and (op.kind is DIV or b.value != 0):
        return None
    number = float(b.value) if op.kind is MUL else 1.0 / float(b.value)
    return a, Fraction(number).limit_denominator(PARTS), number


def row_of(value: Value) -> Value | None:
    """The row in which a number is read, or so many times of it."""
    while isinstance(value.owner, Op) and value.owner.kind in (MUL, DIV) and (found := factor(value.owner)):
        value = found[0]
    return value.owner.operands[1] if isinstance(value.owner, Op) and value.owner.kind is READ else None


class Unlike(Exception):
    """A graph that asks for more than whole steps."""


def in_levels(graph: Graph, type: Type) -> Graph:
    """
    before  a: Float = read im x y;  b: Float = read im x+1 y;  sub a, b                               of pictures of bytes
    after   a: byte = read im x y;   b: byte = read im x+1 y;   byte_of_int (sub (int_of_byte a), (int_of_byte b))
    """
    try:
        levels = Levels(graph, type)
    except Unlike:
        return graph
    return _InLevels(graph, type, levels).run()


class Levels:
    """What is known of each Float of a graph."""

    def __init__(self, graph: Graph, type: Type):
        self.white = type.limits[1]
        self.known: dict[Value, Level] = {}
        self.tests: dict[Op, tuple[OpKind, int]] = {}  # comparisons with a constant: as they are asked of whole steps
        if not any(op.kind is READ and op.results[0].type is FLOAT for op in graph.body.ops):
            raise Unlike
        added = sum(op.kind in (ADD, SUB) and op.results[0].type is FLOAT for op in graph.body.ops)
        rows = Counter((image_of(op), op.operands[1]) for op in graph.body.ops if op.kind is READ)
        weights = {found[1] for op in graph.body.ops if op.kind in (MUL, DIV) and (found := factor(op))}
        if added > ADDED or added > BESIDE and (max(rows.values(), default=0) > BESIDE or len(weights) > WEIGHTS):
            raise Unlike
        for op in graph.body.ops:
            if op.blocks:
                raise Unlike
            if op.results[0].type is FLOAT:
                level = self.find(op)
                if max(-level.least, level.most) > MOST:
                    raise Unlike
                self.known[op.results[0]] = level
            elif any(operand.type is FLOAT for operand in op.operands):
                self.compare(op)
        for value in chain.from_iterable(output.values for output in graph.outputs):
            if value.type is FLOAT and (self.of(value).error > NEAR or self.rounding(value) is None):
                raise Unlike

    def rounding(self, value: Value) -> Rounding | None:
        level = self.of(value)
        return rounding(level.least, level.most, level.parts, self.white)

    def of(self, value: Value, parts: int = 1) -> Level:
        """What a value is; a constant, in so small parts."""
        if isinstance(value, Const):
            return self.constant(value, parts)
        if value not in self.known:
            raise Unlike
        return self.known[value]

    def alike(self, values: Sequence[Value]) -> list[Level]:
        """What they are, all in the same parts."""
        parts = math.lcm(*[self.of(value).parts for value in values])
        if parts > PARTS:
            raise Unlike
        return [self.of(value, parts).of(parts) for value in values]

    def constant(self, const: Const, parts: int = 1) -> Level:
        steps = self.steps(const) * parts
        near = round(steps)
        return Level(near, near, abs(steps - near) + ROUNDING * abs(steps), parts=parts)

    def steps(self, const: Const) -> float:
        if const.value is None or not abs(const.value) * self.white < MOST:
            raise Unlike
        return float(const.value) * self.white

    def find(self, op: Op) -> Level:
        kind, operands = op.kind, op.operands
        if kind is READ:
            return self.read(image_of(op))
        if kind is SELECT:
            a, b = self.alike(operands[1:])
            return a | b
        if kind is CONVERT[BOOL, FLOAT]:
            return Level(0, self.white)
        if kind in (MUL, DIV):
            return self.multiple(op)
        if kind not in (ADD, SUB, NEG, ABS, MIN, MAX):
            raise Unlike
        found = self.alike(operands)
        a, b = found[0], found[-1]
        error = a.error + b.error
        if kind is ADD:
            return Level(a.least + b.least, a.most + b.most, error, parts=a.parts).rounded
        if kind is SUB:
            return Level(a.least - b.most, a.most - b.least, error, parts=a.parts).rounded
        if kind is NEG:
            return a * -1
        if kind is ABS:
            far = max(-a.least, a.most)
            return a if a.least >= 0 else Level(0 if a.most >= 0 else -a.most, far, a.error, parts=a.parts)
        nearer = min if kind is MIN else max
        return replace(a | b, least=nearer(a.least, b.least), most=nearer(a.most, b.most))

    def read(self, image: ImageParam) -> Level:
        found = replace(Level(0, self.white).rounded, stored=True)
        if image.open_axes:
            for number in image.fill:
                level = self.constant(Const(FLOAT, number))
                if not 0 <= level.least <= self.white:
                    raise Unlike
                found |= replace(level, stored=number in (0.0, 1.0))
        return found

    def multiple(self, op: Op) -> Level:
        """What is a whole number of times as much, or of parts of it."""
        found = factor(op)
        if found is None:
            raise Unlike
        value, times, number = found
        before = self.of(value)
        level, parts = before * times.numerator, before.parts * times.denominator
        if parts > PARTS:
            raise Unlike
        off = max(-before.least, before.most) * abs(number * times.denominator - times.numerator)
        return replace(level, error=level.error + off, parts=parts).rounded

    def compare(self, op: Op) -> None:
        if op.kind not in TURNED:
            raise Unlike
        (a, b), kind = op.operands, op.kind
        if isinstance(a, Const):
            a, b, kind = b, a, TURNED[kind]
        level = self.of(a)
        if not isinstance(b, Const):
            if not (level.stored and self.of(b).stored):
                raise Unlike
        elif level.stored:
            self.tests[op] = self.threshold(kind, b)
        else:
            steps = self.steps(b) * level.parts
            first = math.ceil(steps)
            if kind in (EQ, NE) or not level.error < min(first - steps, steps - first + 1) - ROUNDING * abs(steps):
                raise Unlike
            self.tests[op] = (LT if kind in (LT, LE) else GE), first

    def threshold(self, kind: OpKind, const: Const) -> tuple[OpKind, int]:
        """A comparison with a number as one with a level, found by trying them all."""
        if const.value is None or const.value != const.value:
            raise Unlike
        levels = np.arange(self.white + 1, dtype=np.float32) * np.float32(1 / self.white)
        number = np.float32(const.value)
        if kind in (EQ, NE):
            equal = np.flatnonzero(levels == number)
            return kind, int(equal[0]) if len(equal) else -1
        below = int(np.count_nonzero(levels < number if kind in (LT, GE) else levels <= number))
        return (LT if kind in (LT, LE) else GE), below


class _InLevels(Rewriter):
    def __init__(self, graph: Graph, type: Type, levels: Levels):
        super().__init__(graph)
        self.changed, self.type, self.levels = True, type, levels
        self.images = {image: self.image(image) for image in graph.images}
        self.graph.images = list(self.images.values())
        uses = Counter(chain.from_iterable([op.operands for op in graph.body.ops]))
        uses.update(chain.from_iterable([output.values for output in graph.outputs]))
        added = {op for op in graph.body.ops if op.kind is ADD and op.result.type is FLOAT}
        self.inner = {each.owner for op in added for each in op.operands if each.owner in added and uses[each] == 1}

    def run(self) -> Graph:
        graph = super().run()
        for output, before in zip(graph.outputs, self.old.outputs):
            output.values = tuple([self.stored(value) for value in before.values])
        return graph

    def image(self, image: ImageParam) -> ImageParam:
        if image.pixel.scalar is not FLOAT:
            return image
        fill = tuple([round(min(max(number, 0.0), 1.0) * self.levels.white) for number in image.fill])
        return replace(image, pixel=PixelType(self.type, image.pixel.channels), fill=fill)

    def stored(self, old: Value) -> Value:
        value = self.value(old)
        if old.type is not FLOAT or value.type is self.type:
            return value
        rounding = self.levels.rounding(old)
        if rounding is not None and rounding.shift:
            scaled = self.times(self.builder.emit(ADD, value, constant(rounding.added)), rounding.times)
            value = self.builder.emit(SHR, scaled, constant(rounding.shift))
        return self.builder.emit(CONVERT[INT, self.type], value)

    def value(self, old: Value) -> Value:
        if isinstance(old, Const) and old.type is FLOAT:
            return constant(self.levels.constant(old).least)
        return super().value(old)

    def is_level(self, value: Value) -> bool:
        return value.type is self.type or isinstance(value, Const) and 0 <= value.value <= self.levels.white

    def level(self, value: Value) -> Value:
        return Const(self.type, value.value) if isinstance(value, Const) else value

    def whole(self, old: Value) -> Value:
        new = self.value(old)
        return self.builder.emit(CONVERT[self.type, INT], new) if new.type is self.type else new

    def alike(self, values: Sequence[Value]) -> list[Value]:
        """Floats as whole numbers of the same parts; other values as they are."""
        if values[0].type is not FLOAT:
            return [*self.values(values)]
        levels = self.levels.alike(values)
        return [constant(level.least) if isinstance(value, Const) else
                self.times(self.whole(value), level.parts // self.levels.of(value).parts)
                for value, level in zip(values, levels)]

    def times(self, value: Value, number: int) -> Value:
        return value if number == 1 else self.builder.emit(MUL, value, constant(number))

    def plain(self, op: Op) -> Value:
        kind, operands = op.kind, op.operands
        if kind is READ:
            attributes = dict(op.attributes) | {"image": self.images[image_of(op)]}
            return self.builder.append(kind, self.values(operands), tuple(sorted(attributes.items())))
        if op in self.levels.tests:
            kind, level = self.levels.tests[op]
            value = operands[1 if isinstance(operands[0], Const) else 0]
            return self.builder.emit(kind, self.whole(value), constant(level))
        if op.results[0].type is not FLOAT and all(operand.type is not FLOAT for operand in operands):
            attributes = dict(op.attributes)
            if "image" in attributes:
                attributes["image"] = self.images[attributes["image"]]
            return self.builder.append(kind, self.values(operands), tuple(sorted(attributes.items())))
        if kind is CONVERT[BOOL, FLOAT]:
            return self.builder.emit(SELECT, self.value(operands[0]), constant(self.levels.white), constant(0))
        if kind in (MUL, DIV):
            found = factor(op)
            assert found is not None, "known to be one"
            return self.times(self.whole(found[0]), found[1].numerator)
        if kind in (MIN, MAX) and all(map(self.is_level, values := self.values(operands))):
            return self.builder.emit(kind, *map(self.level, values))
        if kind is SELECT:
            return self.builder.emit(kind, self.value(operands[0]), *self.alike(operands[1:]))
        if kind is ADD:
            return self.value(operands[0]) if op in self.inner else self.sum(self.terms(op))
        return self.builder.emit(kind, *self.alike(operands))

    def terms(self, op: Op) -> list[Value]:
        """All that is added up to one number."""
        found = list[Value]()
        for value in op.operands:
            found += self.terms(value.owner) if isinstance(value.owner, Op) and value.owner in self.inner else [value]
        return found

    def sum(self, terms: list[Value]) -> Value:
        """Row by row, whose sums pixels below one another have in common: whole numbers may be added up in any order."""
        rows: dict[Value | None, list[Value]] = {}
        for term, number in zip(terms, self.alike(terms)):
            rows.setdefault(row_of(term), []).append(number)
        add = partial(self.builder.emit, ADD)
        return reduce(add, [reduce(add, row) for row in rows.values()])
