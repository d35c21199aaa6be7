"""What is stored as a whole number is neither NaN nor infinite: tests for that have their answer once formats are known.

What NumPy says of NaN (np.median, np.max, np.sort of some pixels) is asked of every picture, and costs nothing where there
is none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pygpu.ir import Const, Graph, ImageParam, Op, Value, constant, every_op, image_of
from pygpu.ir.ops import CONVERT, MAX, MIN, READ, SELECT

from .dead import dead
from .rewrite import Rewriter

ANSWERS = {"isnan": False, "isinf": False, "isfinite": True}
SAME = {"eq": True, "ne": False}  # of a number and itself


def finite(graph: Graph, inputs: Sequence[Any]) -> Graph:
    """
    before  a: Float = read im x y;  n = isnan a;  r = select n, nan, a      of a picture of bytes
    after   a: Float = read im x y;  r = a
    """
    if not any(map(is_test, every_op(graph.body))):
        return graph
    whole = {image for image, format in zip(graph.images, inputs)
             if not format.dtype.startswith("float") and all(map(math.isfinite, image.fill))}
    made = dead(_Finite(graph, whole).run())
    made.window = graph.window  # numbers are put in the same order
    return made


def is_test(op: Op) -> bool:
    name = op.kind.name
    return name in ANSWERS or name in SAME and op.operands[0] is op.operands[1]


class _Finite(Rewriter):
    def __init__(self, graph: Graph, whole: set[ImageParam]):
        super().__init__(graph)
        self.whole = whole
        self.numbers: set[Value] = set()  # of the old graph, those that are finite

    def plain(self, op: Op) -> Value:
        if is_test(op) and self.is_finite(op.operands[0]):
            self.changed = True
            return constant({**ANSWERS, **SAME}[op.kind.name])
        if self.stays_finite(op):
            self.numbers.add(op.results[0])
        return super().plain(op)

    def stays_finite(self, op: Op) -> bool:
        if op.kind is READ:
            return image_of(op) in self.whole
        if op.kind in CONVERT.values():
            return not op.operands[0].type.is_float
        if op.kind in (MIN, MAX):
            return all(map(self.is_finite, op.operands))
        return op.kind is SELECT and all(map(self.is_finite, op.operands[1:]))

    def is_finite(self, value: Value) -> bool:
        if isinstance(value, Const):
            return value.value is not None and math.isfinite(value.value)
        return value in self.numbers or not value.type.is_float
