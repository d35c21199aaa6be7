"""Branches that ask again what an earlier branch has decided."""

from __future__ import annotations

from pygpu.ir import Block, Const, Graph, Op, Value, every_op
from pygpu.ir.ops import IF

from .rewrite import Rewriter, captured

COPIED = 2  # operations of an arm that may stand twice in the new graph
WORK = 100_000  # operations written anew, after which a branch too many is left


def flags(graph: Graph) -> Graph:
    """
    before  done, a = if c: (a1 = ...; yield True, a1) else: yield False, ?
            r = if done: yield a else: (b1 = ...; yield b1)
    Moves an `if` into the arms of an earlier one that settles its condition: what early returns and breaks leave.
    after   r = if c: (a1 = ...; yield a1) else: (b1 = ...; yield b1)
    """
    work = 0
    while _has_several(graph.body) and work < WORK:
        work += sum(1 for _ in every_op(graph.body))
        after = _Threader(graph).run()
        if after is graph:
            break
        graph = after
    return graph


def _has_several(block: Block) -> bool:
    """Whether anywhere an `if` stands behind another."""
    return (sum(op.kind is IF for op in block.ops) > 1
            or any(_has_several(inner) for op in block.ops for inner in op.blocks))


class _Threader(Rewriter):
    shares = True

    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.threaded = False
        # Of each `if` in whose arms we are with another: its results, what the arm gives.
        self.given: list[tuple[tuple[Value, ...], tuple[Value, ...]]] = []

    def run(self) -> Graph:
        after = super().run()
        return after if self.threaded else self.old

    def block(self, block: Block, last: Op | None = None) -> None:
        """The operations of a block; behind them `last`, which an outer block has sent here."""
        pairs = self.pairs(block, last)
        waiting = set(pairs.values())
        for op in block.ops:
            if op in pairs:
                self.pair(pairs[op], op)
            elif op not in waiting:
                self.op(op)
        if last in pairs:
            self.pair(pairs[last], last)
        elif last is not None:
            self.sent(last)

    def sent(self, op: Op) -> None:
        """An `if` of an outer block, where this arm's values stand for the results that it follows."""
        before = {result: self.new.get(result) for results, _ in self.given for result in results}
        for results, given in reversed(self.given):  # what an outer arm gives may be what an inner one does
            self.new.update(zip(results, self.values(given)))
        self.op(op)
        for result, value in before.items():  # what is known in this arm (c is 45 where c == 45) is not in the next
            if value is None:
                del self.new[result]
            else:
                self.new[result] = value

    def pair(self, first: Op, second: Op) -> None:
        """Both `if`s as one, the second done in each arm of the first."""
        condition = self.value(first.operands[0])
        if isinstance(condition, Const):
            self.op(first)
            self.sent(second)
            return
        self.threaded = self.changed = True
        arms: list[Block] = []
        for arm, truth in zip(first.blocks, (True, False)):
            new = Block()
            outer, self.known = self.known, {**self.known, **self.follows(condition, truth)}
            self.given.append((first.results, arm.results))
            with self.builder.inside(new):
                self.block(arm, second)
                new.results = self.values(arm.results) + self.values(second.results)
            self.given.pop()
            self.known = outer
            arms.append(new)
        self.builder.location = first.location
        then, otherwise = arms
        for old, result in zip(first.results + second.results, self.builder.branch(condition, then, otherwise), strict=True):
            self.define(old, result)

    def pairs(self, block: Block, last: Op | None) -> dict[Op, Op]:
        """For an `if` that an earlier one settles, with nothing between that needs the earlier one: that one."""
        pairs: dict[Op, Op] = {}
        taken: set[Op] = set()
        ready: list[Op] = []  # earlier `if`s whose results nothing has used yet
        for op in block.ops if last is None else (*block.ops, last):
            if op.kind is IF:
                asked = op.operands[0] if op is not last else self.asked(op)
                first = next((f for f in reversed(ready) if f not in taken and _settles(f, op, asked)), None)
                if first is not None:
                    pairs[op] = first
                    taken.update((first, op))
            if ready and op is not last:
                used = captured(op)
                ready = [f for f in ready if used.isdisjoint(f.results)]
            if op.kind is IF:
                ready.append(op)
        return pairs

    def asked(self, op: Op) -> Value:
        """The condition of an `if` that outer blocks have sent here, as it is in this arm."""
        asked = op.operands[0]
        for results, given in self.given:
            if asked in results:
                asked = given[results.index(asked)]
        return asked


def _settles(first: Op, second: Op, asked: Value) -> bool:
    """Whether the second's condition is a known constant in an arm of the first, and copying is cheap in the other."""
    if asked is first.operands[0]:
        return True
    if asked not in first.results:
        return False
    place = first.results.index(asked)
    known = [given for arm in first.blocks if isinstance(given := arm.results[place], Const)]
    if len(known) == 2:
        return True
    return len(known) == 1 and _is_small(second.blocks[0 if known[0].value else 1])


def _is_small(block: Block) -> bool:
    return len(block.ops) <= COPIED and not any(op.blocks for op in every_op(block))
