"""What does not change while a loop runs is computed before it."""

from __future__ import annotations

from pygpu.ir import Block, Graph, Op, Value, loops, same
from pygpu.ir.ops import LOOP

from .rewrite import Rewriter, alike, captured, defined, exit_tests, has_loops

COMPARED = 16  # carried values before one that it may turn out to equal


def invariants(graph: Graph) -> Graph:
    """
    before  loop i = 0, k = gain:  (s = sqrt k; ...; again more, with i+1, k)
    Moves operations whose operands are all from outside in front of the loop, and drops carried values that never
    change or always equal another. A pass always runs once, so nothing is computed that would not have been, but for
    what stands behind the loop's own test.
    after   s = sqrt gain;  loop i = 0:  (...; again more, with i+1)
    """
    found = {op: (_early(op), _fixed_args(op)) for op in loops(graph.body)} if has_loops(graph) else {}
    return _Hoister(graph, found).run() if any(early or fixed for early, fixed in found.values()) else graph


class _Hoister(Rewriter):
    shares = True

    def __init__(self, graph: Graph, found: dict[Op, tuple[list[Op], dict[Value, Value]]]):
        """`found` says of each loop what is computed before it, and which carried values never change."""
        super().__init__(graph)
        self.found = found
        self.moved: set[Op] = set()

    def op(self, op: Op) -> None:
        if op not in self.moved:
            super().op(op)

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        early, constant = self.found[op]
        for one in early:
            if one not in self.moved:
                self.op(one)
                self.moved.add(one)
                self.changed = True
        return super().loop(op, constant)


def _early(loop: Op) -> list[Op]:
    """The operations in a loop whose operands are all from outside."""
    body, found = loop.blocks[0], list[Op]()
    _constant_ops(body, set(body.args), exit_tests(body), found)
    return found


def _constant_ops(block: Block, varying: set[Value], tests: set[Op], found: list[Op], certain: bool = True) -> None:
    """Finds, in order, the operations that use nothing varying; adds what the others define to what varies.

    `tests` are the `if`s that end the loop, whose arms are searched too. `certain` where every pass computes the
    block; elsewhere no whole loop or branch is moved.
    """
    for op in block.ops:
        if (certain or not op.blocks) and varying.isdisjoint(captured(op) if op.blocks else op.operands):
            found.append(op)
            continue
        varying.update(op.results)
        if op.kind is LOOP and certain:
            body = op.blocks[0]
            varying.update(body.args)
            _constant_ops(body, varying, exit_tests(body), found)
        elif op in tests:
            for arm in op.blocks:
                _constant_ops(arm, varying, tests, found, certain=False)
        else:
            varying.update(*[defined(inner) for inner in op.blocks])


def _fixed_args(op: Op) -> dict[Value, Value]:
    """The carried values that are the same old value in every pass: the initial one, or another carried one."""
    body = op.blocks[0]
    fixed: dict[Value, Value] = {}
    rows = list(zip(body.args, op.operands, body.results[1:]))
    for i, (arg, initial, after) in enumerate(rows):
        if after is arg or same(after, initial):
            fixed[arg] = initial
            continue
        for other, other_initial, other_after in rows[max(0, i - COMPARED):i]:
            if other in fixed or not same(initial, other_initial):
                continue
            if alike(after, other_after, frozenset((arg, other))):
                fixed[arg] = other
                break
    return fixed
