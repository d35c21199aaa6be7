"""Branches in branches, as `and`, `or` and one `break` after another are traced, become one."""

from __future__ import annotations

from pygpu.ir import BOOL, Block, Builder, Const, Graph, Op, Value, constant, every_op, implied, is_undefined, same, truth_of
from pygpu.ir.ops import IF

from .branches import BOTH_ARMS
from .rewrite import Rewriter, has_branches

DIFFERENT = 4  # results for which the outer arm and the one beside it may give different values: a select each


def nests(graph: Graph) -> Graph:
    """
    before  r = if a: (b = gt v, 0.5;  s = if b: (x = ...; yield x) else: yield 0.0;  yield s) else: yield 0.0
    Where an arm of an `if` is little more than another `if`, asks both conditions at once.
    after   b = gt v, 0.5;  c = and a, b;  r = if c: (x = ...; yield x) else: yield 0.0
    """
    nested = has_branches(graph) and any(_only_branch(arm) for op in every_op(graph.body) if op.kind is IF
                                         for arm in op.blocks)
    return _Nests(graph).run() if nested else graph


class _Nests(Rewriter):
    shares = True

    def choose(self, op: Op, condition: Value, then: Block, otherwise: Block) -> tuple[Value, ...]:
        ways = [way for arm, beside, truth in ((then, otherwise, True), (otherwise, then, False))
                if (inner := _only_branch(arm)) is not None
                for shallow in inner.blocks
                if (way := _Way(condition, truth, arm, beside, inner, shallow)).cost <= BOTH_ARMS
                and way.different <= DIFFERENT]
        if not ways:
            return super().choose(op, condition, then, otherwise)
        self.changed = True
        self.builder.location = op.location
        return min(ways, key=lambda way: (way.cost, way.different)).build(self.builder)


class _Way:
    """One way to join an `if` and the one in its arm: the inner one's `shallow` arm is computed in any case, with
    what stands beside the outer arm; the other is what both conditions together lead to."""

    def __init__(self, condition: Value, truth: bool, arm: Block, beside: Block, inner: Op, shallow: Block):
        self.condition, self.truth, self.inner = condition, truth, inner
        self.always = [op for op in arm.ops if op is not inner] + shallow.ops + beside.ops
        self.deep = inner.blocks[1] if shallow is inner.blocks[0] else inner.blocks[0]
        self.deep_results = self.given(arm, self.deep)
        self.ends = list(zip(self.given(arm, shallow), beside.results))
        self.different = sum(_differ(a, b) for a, b in self.ends)

    @property
    def cost(self) -> float:
        return float("inf") if any(op.blocks for op in self.always) else sum(op.kind.cost for op in self.always)

    def given(self, arm: Block, taken: Block) -> tuple[Value, ...]:
        """What the outer arm gives where this arm of the inner `if` is taken."""
        inner, results = self.inner, []
        known = implied(inner.operands[0], taken is inner.blocks[0], {self.condition: self.truth})
        for value in arm.results:
            if value in inner.results:
                value = taken.results[inner.results.index(value)]
            truth = truth_of(value, known) if value.type is BOOL and not isinstance(value, Const) else None
            results.append(value if truth is None else constant(truth))
        return tuple(results)

    def build(self, builder: Builder) -> tuple[Value, ...]:
        builder.block.ops += self.always
        asked = self.inner.operands[0]
        asked = asked if self.deep is self.inner.blocks[0] else builder.emit("not", asked)
        outer = self.condition if self.truth else builder.emit("not", self.condition)
        both, rest = Block(), Block()
        both.ops, both.results = [*self.deep.ops], self.deep_results
        rest.results = tuple([builder.emit("select", outer, a, b) for a, b in self.ends])
        return builder.branch(builder.emit("and", outer, asked), both, rest)


def _only_branch(arm: Block) -> Op | None:
    """The one `if` of an arm that has nothing else with blocks, and nothing that waits for that `if`."""
    found = [op for op in arm.ops if op.blocks]
    if len(found) != 1 or found[0].kind is not IF:
        return None
    after = arm.ops[arm.ops.index(found[0]) + 1:]
    return None if any(not set(op.operands).isdisjoint(found[0].results) for op in after) else found[0]


def _differ(a: Value, b: Value) -> bool:
    return not (same(a, b) or is_undefined(a) or is_undefined(b))
