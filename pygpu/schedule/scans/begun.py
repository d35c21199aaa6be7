"""What a scan chooses at its first place in place of what was before: `s(q - (1, 0)) if q.x > 0 else 0.0`.

If it begins with that number, as if it were what the place before had given, there is nothing to choose anywhere. And beyond
its first place there is nothing to choose in any case.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ...ir import BOOL, Const, Graph, Op, Value, every_op
from ...ir.scans import Edge, back, channel, priors
from ..stages.varying import lights
from .laws import Known, Slot, depending


class Begun(NamedTuple):
    """The choices that there need not be, each with what stands for it, and what is there at the beginning."""

    choices: dict[Value, Slot]
    numbers: dict[Slot, Const]


def begun(graph: Graph) -> Begun:
    scan, found = graph.scan, Begun({}, {})
    if scan.step < 0 or scan.chunks or scan.slant or scan.turned or scan.edges != (Edge(None, 0),):
        return found
    every = list(every_op(graph.body))
    uses = Counter([value for op in every for value in op.operands])
    uses.update([value for op in every for block in op.blocks for value in block.results])
    uses.update([value for output in graph.outputs for value in output.values])
    asking: dict[int, list[Op]] = {}
    for op in priors(graph):
        asking.setdefault(channel(op), []).append(op)
    for number, ops in asking.items():
        given = {op.result for op in ops}
        choices = [op for op in every if op.kind.name == "select" and op.operands[1] in given
                   and is_beyond_first(op.operands[0], (graph.x, graph.y)[scan.axis])]
        numbers = {op.operands[2].key: op.operands[2] for op in choices if op.operands[2].__class__ is Const}
        if len(numbers) != 1 or any(back(op) > 1 or op.result.type is BOOL for op in ops):
            continue
        ((key, other),) = numbers.items()
        if sum(uses[value] for value in given) == sum(
                op.operands[2].__class__ is Const and op.operands[2].key == key for op in choices):
            found.choices.update({op.result: (1, number) for op in choices})
            found.numbers[1, number] = other
    return found


class Test(NamedTuple):
    """What a scan's choices compare a place with, which is the same all over the picture: all places beyond it, or also
    that place itself, give this `truth`. `first`: they are all places but the first one of the picture."""

    edge: Value
    truth: bool
    itself: bool
    first: bool


class Tests(NamedTuple):
    """What a scan's choices ask that is the same at all places but the first ones. With `begins_so` it begins as if it were
    the same there, too: with nothing, of which the law makes what would be chosen."""

    each: dict[Value, Test]
    begins_so: bool

    @property
    def known(self) -> Known:
        return frozenset([(value, test.truth) for value, test in self.each.items()])


ABOVE = {"gt": (True, False), "ge": (True, True), "ne": (True, False),
         "le": (False, False), "lt": (False, True), "eq": (False, False)}
BELOW = {"lt": (True, False), "le": (True, True), "ne": (True, False),
         "ge": (False, False), "gt": (False, True), "eq": (False, False)}
FIRST: set[tuple[str, object]] = {("gt", 0), ("ge", 1), ("ne", 0), ("le", 0), ("lt", 1), ("eq", 0)}


@lru_cache(16)
def tests_of(graph: Graph) -> Tests:
    scan, found = graph.scan, Tests({}, True)
    if scan.chunks or scan.slant or scan.turned:
        return found
    at, same, late = (graph.x, graph.y)[scan.axis], lights(graph, None), depending(graph)
    zeros = {result for op in priors(graph) for result in op.results}
    begins_so = scan.step > 0 and scan.edges == (Edge(None, 0),)
    for op in graph.body.ops:
        if op not in late or op.blocks:
            continue
        test = test_of(op.operands[0], at, scan.step, same) if op.kind.name == "select" else None
        if test is not None:
            found.each[op.operands[0]] = test
            then, other = op.operands[1:] if test.truth else op.operands[:0:-1]
            begins_so &= (test.first and then in zeros and other.__class__ is Const and other.type is not BOOL
                          and str(other.value) in ("0", "0.0"))
            if then in zeros:
                zeros.add(op.result)
        elif keeps_zero(op, zeros):
            zeros.add(op.result)
    return found._replace(begins_so=begins_so)


def test_of(condition: Value, at: Value, step: int, same: set[Value]) -> Test | None:
    op = condition.owner
    if op.__class__ is not Op or condition.__class__ is Const or len(op.operands) != 2 or op.operands[0] is not at:
        return None
    beyond, edge = (ABOVE if step > 0 else BELOW).get(op.kind.name), op.operands[1]
    first = edge.__class__ is Const and (op.kind.name, edge.value) in FIRST
    return Test(edge, *beyond, first) if beyond and (edge.__class__ is Const or edge in same) else None


def is_beyond_first(condition: Value, at: Value) -> bool | None:
    """Whether it holds at all places but the first one, or does not; None of other conditions."""
    test = test_of(condition, at, 1, set())
    return test.truth if test is not None and test.first else None


def keeps_zero(op: Op, zeros: set[Value]) -> bool:
    """Whether an operation makes zero, and no negative one, of what is zero."""
    if op.kind.name == "add":
        return zeros.issuperset(op.operands)
    if op.kind.name != "mul":
        return False
    factors = [value for value in op.operands if value not in zeros]
    return len(factors) == 1 and factors[0].__class__ is Const and 0 < factors[0].value < math.inf
