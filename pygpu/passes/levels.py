"""What comes to a whole number of 255ths is computed in whole numbers: sums and differences of pictures of bytes, how far
they are apart, what is above a threshold.

A Float of such a picture is k / 255, and a float's rounding moves it by a millionth of a step. A result that is rounded to
a byte again does not see that. So wherever a value is surely within less than half a step of k / 255, k is computed in its
place. Sixteen bytes are a quarter of sixteen floats, and compilers add them up in fewer bits than an Int has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from pygpu.ir import BOOL, FLOAT, INT, Const, Graph, ImageParam, Op, PixelType, Type, Value, constant, image_of
from pygpu.ir.ops import (
    ABS,
    ADD,
    CONVERT,
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
    SUB,
    OpKind,
)

from .rewrite import Rewriter

ROUNDING = 2.0 ** -22  # of a number, by an operation: more than any device's
NEAR = 0.49            # steps between a value and its whole number: a result becomes that when it is stored
MOST = 1 << 24         # steps
# More are better added as floats, whose long sums are taken apart (2048 x 2048, ms of the processor: 9 of them 1.0 for 1.6,
# 25 in a square 1.9 for 2.4, 27 in a line 2.6 for 2.3, 49 in a square 3.5 for 1.9; 26th).
ADDED = 25
TURNED = {LT: GT, LE: GE, GT: LT, GE: LE, EQ: EQ, NE: NE}


@dataclass(frozen=True, slots=True)
class Level:
    """A Float that is a whole number of steps, from `least` to `most`, but for an `error` in steps; `stored` if it is the
    very number that is read, so that equal ones are equal floats."""

    least: int
    most: int
    error: float = 0.0
    stored: bool = False

    @property
    def rounded(self) -> Level:
        return replace(self, error=self.error + ROUNDING * max(abs(self.least), abs(self.most)), stored=False)

    def __or__(self, other: Level) -> Level:
        """Either of two."""
        return Level(min(self.least, other.least), max(self.most, other.most), max(self.error, other.error),
                     self.stored and other.stored)


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
        if sum(op.kind in (ADD, SUB) and op.results[0].type is FLOAT for op in graph.body.ops) > ADDED:
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
            if value.type is not FLOAT or self.of(value).error > NEAR:
                raise Unlike

    def of(self, value: Value) -> Level:
        if isinstance(value, Const):
            return self.constant(value)
        if value not in self.known:
            raise Unlike
        return self.known[value]

    def constant(self, const: Const) -> Level:
        steps = self.steps(const)
        near = round(steps)
        return Level(near, near, abs(steps - near) + ROUNDING * abs(steps))

    def steps(self, const: Const) -> float:
        if const.value is None or not abs(const.value) * self.white < MOST:
            raise Unlike
        return float(const.value) * self.white

    def find(self, op: Op) -> Level:
        kind, operands = op.kind, op.operands
        if kind is READ:
            return self.read(image_of(op))
        if kind is SELECT:
            return self.of(operands[1]) | self.of(operands[2])
        if kind is CONVERT[BOOL, FLOAT]:
            return Level(0, self.white)
        if kind is MUL:
            return self.multiple(*operands)
        if kind not in (ADD, SUB, NEG, ABS, MIN, MAX):
            raise Unlike
        found = [self.of(operand) for operand in operands]
        a, b = found[0], found[-1]
        error = a.error + b.error
        if kind is ADD:
            return Level(a.least + b.least, a.most + b.most, error).rounded
        if kind is SUB:
            return Level(a.least - b.most, a.most - b.least, error).rounded
        if kind is NEG:
            return Level(-a.most, -a.least, a.error)
        if kind is ABS:
            far = max(-a.least, a.most)
            return a if a.least >= 0 else Level(0 if a.most >= 0 else -a.most, far, a.error)
        nearer = min if kind is MIN else max
        return replace(a | b, least=nearer(a.least, b.least), most=nearer(a.most, b.most))

    def read(self, image: ImageParam) -> Level:
        found = Level(0, self.white, stored=True).rounded
        if image.open_axes:
            for number in image.fill:
                level = self.constant(Const(FLOAT, number))
                if not 0 <= level.least <= self.white:
                    raise Unlike
                found |= level
            return found
        return replace(found, stored=True)

    def multiple(self, a: Value, b: Value) -> Level:
        """What is a whole number of times as much."""
        if isinstance(a, Const):
            a, b = b, a
        if not isinstance(b, Const) or b.value is None or not float(b.value).is_integer() or abs(b.value) > MOST:
            raise Unlike
        level, times = self.of(a), int(b.value)
        ends = level.least * times, level.most * times
        return Level(min(ends), max(ends), level.error * abs(times)).rounded

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
            steps = self.steps(b)
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

    def run(self) -> Graph:
        graph = super().run()
        for output in graph.outputs:
            output.values = tuple([self.stored(value) for value in output.values])
        return graph

    def image(self, image: ImageParam) -> ImageParam:
        if image.pixel.scalar is not FLOAT:
            return image
        fill = tuple([round(min(max(number, 0.0), 1.0) * self.levels.white) for number in image.fill])
        return replace(image, pixel=PixelType(self.type, image.pixel.channels), fill=fill)

    def stored(self, value: Value) -> Value:
        return value if value.type is self.type else self.builder.emit(CONVERT[INT, self.type], value)

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
        if kind is MUL:
            a, b = operands if isinstance(operands[1], Const) else operands[::-1]
            assert isinstance(b, Const)
            return self.builder.emit(MUL, self.whole(a), constant(int(b.value)))
        if kind in (MIN, MAX) and all(map(self.is_level, found := self.values(operands))):
            return self.builder.emit(kind, *map(self.level, found))
        return self.builder.emit(kind, *map(self.whole, operands))
