"""Signs of zeros: kept where a filter sees them, and nowhere else.

A filter that can tell -0.0 from 0.0 is traced with nothing folded that would lose a sign: `x + 0.0` is 0.0 where x is -0.0.
Here what needs no sign is folded as ever. What makes a sign that is seen are operations of their own, which no algebra knows
and no plan takes apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from pygpu.ir import OPS, Block, Graph, Op, OpKind, Value, functions, is_known, known, made_by, same
from pygpu.ir.ops import ADD, MAX, MIN, MUL, SELECT, SIGNED_ADD, SIGNED_MAX, SIGNED_MIN, SUB
from pygpu.ir.zeros import SUMMED, Signs, looks

from .rewrite import Rewriter

SIGNED = {ADD: SIGNED_ADD, MIN: SIGNED_MIN, MAX: SIGNED_MAX}
FORGETFUL = {OPS[name] for name in ("sin", "tan")}  # as kernels have them
OR_EQUAL = {"le": "lt", "ge": "gt"}


def zeros(graph: Graph, dividing: bool = False) -> Graph:
    """
    before  s = add a, 0.0;  t = add s, b;  u = mul a, 0.0;  c = copysign 1.0, t;  return c, u
    What is added up without ever giving -0.0 is added up in any way, and gets its sign where that is seen.
    after   t = add a, b;  v = signed_add t, 0.0;  c = copysign 1.0, v;  return c, 0.0
    """
    if not looks(graph, dividing):
        return graph
    signs = Signs(graph, dividing)
    for function in functions(graph):
        function.graph = _Zeros(function.graph, signs).run()
    return _Zeros(graph, signs).run()


class _Zeros(Rewriter):
    """Of a graph of a program: with the signs that are seen, and without the others."""

    def __init__(self, graph: Graph, signs: Signs):
        super().__init__(graph)
        self.signs = signs
        self.arriving: dict[Block, tuple[Value, ...]] = {}  # an arm -> the results of its branch

    def with_sign(self, old: Value) -> Value:
        """A value whose sign is seen: what was added up in any way is never -0.0."""
        new = self.value(old)
        if self.signs.of(old) != SUMMED:
            return new
        if is_known(new):
            return known(new.type, new.value + 0.0)
        self.changed = True
        return self.builder.append(SIGNED_ADD, (new, known(new.type, 0.0)))

    def plain(self, op: Op) -> Value:
        seen = op.results[0] in self.signs.seen
        places = {*self.signs.looked_at(op), *(self.signs.shown(op) if seen else ())}
        if not places:
            return super().plain(op)
        operands = [self.with_sign(each) if place in places else self.value(each) for place, each in enumerate(op.operands)]
        if not seen:
            return self.builder.append(op.kind, tuple(operands), op.attributes)
        self.changed = True
        return self.signed(op.kind, operands, op)

    def signed(self, kind: OpKind, operands: list[Value], op: Op) -> Value:
        """An operation of which the sign of a zero is seen."""
        emit = self.builder.emit
        if kind is SUB:
            kind, operands = ADD, [operands[0], emit("neg", operands[1])]
        if kind in SIGNED:
            return self.builder.append(SIGNED[kind], tuple(operands))
        if kind is MUL:
            for number, other in (operands, operands[::-1]):
                if is_known(number) and number.value == 0:
                    nothing = emit("copysign", known(number.type, 0.0), other)
                    return nothing if math.copysign(1, number.value) > 0 else emit("neg", nothing)
        if kind is SELECT:
            return self.chosen(*operands)
        found = self.builder.append(kind, tuple(operands), op.attributes)
        if kind not in FORGETFUL:
            return found
        return emit("select", emit("eq", operands[0], known(found.type, 0.0)), operands[0], found)

    def chosen(self, condition: Value, then: Value, otherwise: Value) -> Value:
        """A choice. The smaller or larger of two is not put together with others in any order, of which each might choose
        the other one of equals."""
        for name, least in (("lt", True), ("gt", False)):
            a, b = made_by(condition, name) or (condition, condition)
            if same(then, b) and same(otherwise, a):
                return self.builder.append(SIGNED_MAX if least else SIGNED_MIN, (a, b))
            if same(then, a) and same(otherwise, b):
                return self.builder.append(SIGNED_MIN if least else SIGNED_MAX, (b, a))
        return self.builder.emit("select", self.apart(condition, then, otherwise), then, otherwise)

    def apart(self, condition: Value, then: Value, otherwise: Value) -> Value:
        """The condition of a choice between what it compares, so that it does not become a `min` or `max`: they choose the
        other one of equals."""
        emit = self.builder.emit
        for name, below in OR_EQUAL.items():
            parts = made_by(condition, name)
            if parts and all(any(same(part, arm) for arm in (then, otherwise)) for part in parts):
                return emit("or", emit(below, *parts), emit("eq", *parts))
        return condition

    def branch(self, op: Op) -> tuple[Value, ...]:
        self.arriving.update((block, op.results) for block in op.blocks)
        return super().branch(op)

    def yields(self, arm: Block) -> tuple[Value, ...]:
        """What an arm gives, with its sign where that of the branch is seen."""
        return self.carried(self.arriving[arm], arm.results)

    def choose(self, op: Op, condition: Value, then: Block, otherwise: Block) -> tuple[Value, ...]:
        for result, one, other in zip(op.results, then.results, otherwise.results):
            if result in self.signs.seen:
                condition = self.apart(condition, one, other)
        return super().choose(op, condition, then, otherwise)

    def carried(self, become: Iterable[Value], values: Iterable[Value]) -> tuple[Value, ...]:
        return tuple([self.with_sign(value) if result in self.signs.seen else self.value(value)
                      for result, value in zip(become, values)])
