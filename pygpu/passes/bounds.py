"""Tests that always have the same answer, because of how far a counter goes."""

from __future__ import annotations

from collections.abc import Callable

from pygpu.ir import INT, Graph, Op, Ranges, Value, constant, every_op
from pygpu.ir.ranges import Bounds

from .rewrite import Rewriter, has_loops


def bounds(graph: Graph) -> Graph:
    """
    before  loop i = 0: c = lt i, n; if c: w = lt i, 0; j = select w, i+8, i; k = max j, 0 ...; again c, with i+1
    A position counts as unknown: a stage that asks for it must stay the same stage at all places.
    after   loop i = 0: c = lt i, n; if c: j = i; k = i ...
    """
    decided = _decided(graph) if has_loops(graph) else {}
    return _Decider(graph, decided).run() if decided else graph


def _decided(graph: Graph) -> dict[Op, Value | bool]:
    """The tests and choices that have but one answer: which."""
    ranges, found = Ranges(graph, None), {}
    for op in every_op(graph.body):
        if op.kind.name in _DECISIONS and all(v.type is INT for v in op.operands):
            x, y = op.operands
            answer = _DECISIONS[op.kind.name](x, y, ranges.of(x), ranges.of(y))
            if answer is not None:
                found[op] = answer
    return found


class _Decider(Rewriter):
    shares = True

    def __init__(self, graph: Graph, decided: dict[Op, Value | bool]):
        super().__init__(graph)
        self.decided, self.changed = decided, True

    def plain(self, op: Op) -> Value:
        answer = self.decided.get(op)
        if answer is None:
            return super().plain(op)
        return constant(answer) if isinstance(answer, bool) else self.value(answer)


def _less(low: Bounds, high: Bounds) -> bool | None:
    """Whether what is at most `low[1]` is always less than what is at least `high[0]`; None where that is open."""
    return True if low[1] < high[0] else False if low[0] >= high[1] else None


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


_DECISIONS: dict[str, Callable[[Value, Value, Bounds, Bounds], Value | bool | None]] = {
    "lt": lambda x, y, a, b: _less(a, b),
    "ge": lambda x, y, a, b: _not(_less(a, b)),
    "gt": lambda x, y, a, b: _less(b, a),
    "le": lambda x, y, a, b: _not(_less(b, a)),
    "min": lambda x, y, a, b: x if a[1] <= b[0] else y if b[1] <= a[0] else None,
    "max": lambda x, y, a, b: x if a[0] >= b[1] else y if b[0] >= a[1] else None,
}
