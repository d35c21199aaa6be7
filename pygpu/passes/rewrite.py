"""Rebuilding a graph, one operation at a time: what the passes have in common.

A Rewriter walks the old graph and writes a new one through an ir.Builder, so that whatever a pass changes is folded
and found again on the way. A pass overrides what it does differently: `block`, `branch`, `loop` or `plain`.

Within an arm of an `if` its condition is known, and with it what follows from that (`known`).

What a pass has nothing to do with goes on into the new graph as it is: an operation that was folded when it was made, and
whose operands are the same, stands in both graphs (`shares`). So a pass costs what it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, KeysView
from functools import cached_property

from pygpu.ir import (
    INT,
    Block,
    Builder,
    Const,
    Graph,
    Op,
    Output,
    Type,
    Value,
    constant,
    every_op,
    implied,
    is_known,
    loops,
    needs,
    same,
)
from pygpu.ir.ops import AND, EQ, IF, NE, NOT, OR

DEEP = 40  # operations followed, one below the other
INVERSE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}


class Rewriter:
    """One pass over one graph. `run` gives the new graph, or the old one where nothing changed."""

    shares = False  # whether the old graph's operations may stand in the new one, too, which takes its place

    def __init__(self, graph: Graph):
        self.old = graph
        self.graph = Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, exact=graph.exact,
                           scan=graph.scan, tally=graph.tally, team=graph.team, lot=graph.lot, order=graph.order,
                           forest=graph.forest, in_place=graph.in_place, z=graph.z, dimensions=graph.dimensions)
        self.builder = Builder(self.graph.body, in_memory=self.graph.in_place)
        self.new: dict[Value, Value] = {}      # old value -> new value; parameters and constants are their own
        self.known: dict[Value, Const] = {}    # new value -> what it is known to be, here
        self.changed = False
        self.straight = True  # whether no branch and no loop has been met
        self.as_it_is = type(self).value is Rewriter.value  # whether old values become new ones in the plain way
        self.shared: set[Op] = set()  # operations that stand in the new graph, too: each at one place

    def run(self) -> Graph:
        self.block(self.old.body)
        self.graph.outputs = [Output(self.values(o.values), o.kind) for o in self.old.outputs]
        return self.graph if self.changed else self.old

    @cached_property
    def used_before(self) -> set[Value]:
        """All values that anything of the old graph is made of."""
        return used(self.old)

    def value(self, old: Value) -> Value:
        new = self.new.get(old, old)
        if self.known and new in self.known:
            self.changed = True
            return self.known[new]
        return new

    def values(self, old: Iterable[Value]) -> tuple[Value, ...]:
        if self.as_it_is and not self.known:
            new = self.new.get
            return tuple([new(v, v) for v in old])
        return tuple([self.value(v) for v in old])

    def define(self, old: Value, new: Value) -> None:
        self.new[old] = new
        if new.name is None and old.name is not None and new.__class__ is not Const:
            new.name = old.name

    # --- one visit for each kind of operation ---

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op)

    def op(self, op: Op) -> None:
        self.builder.location = op.location
        if not op.blocks:
            self.define(op.results[0], self.plain(op))
            return
        results = self.branch(op) if op.kind is IF else self.loop(op)
        for old, new in zip(op.results, results, strict=True):
            self.define(old, new)

    def is_settled(self, op: Op) -> bool:
        """Whether an operation may stand in the new graph as it is: nothing else is known of its operands."""
        if op.key is None or not self.shares or op in self.shared:
            return False
        new, known = self.new, self.known
        for value in op.operands:
            if new.get(value, value) is not value or value in known:
                return False
        return True

    def plain(self, op: Op) -> Value:
        if self.is_settled(op):
            found = self.builder.adopt(op)
            if found is op.results[0]:
                self.shared.add(op)
            else:
                self.changed = True
            return found
        ops = self.builder.block.ops
        count = len(ops)
        result = self.builder.append(op.kind, self.values(op.operands), op.attributes)
        if len(ops) != count + 1 or ops[-1].kind is not op.kind:
            self.changed = True
        return result

    def branch(self, op: Op) -> tuple[Value, ...]:
        self.straight = False
        condition = self.value(op.operands[0])
        if condition.__class__ is Const:
            return self.taken(op.blocks[0 if condition.value else 1])
        then, otherwise = self.arms(op, condition)
        return self.choose(op, condition, then, otherwise)

    def taken(self, arm: Block) -> tuple[Value, ...]:
        """The one arm of an `if` whose condition is known."""
        self.changed = True
        self.block(arm)
        return self.yields(arm)

    def yields(self, arm: Block) -> tuple[Value, ...]:
        return self.values(arm.results)

    def arms(self, op: Op, condition: Value) -> list[Block]:
        return [self.arm(block, condition, truth) for block, truth in zip(op.blocks, (True, False))]

    def arm(self, block: Block, condition: Value, truth: bool) -> Block:
        new = Block()
        outer, self.known = self.known, {**self.known, **self.follows(condition, truth)}
        with self.builder.inside(new):
            self.block(block)
            new.results = self.yields(block)
        self.known = outer
        return new

    def choose(self, op: Op, condition: Value, then: Block, otherwise: Block) -> tuple[Value, ...]:
        """The new `if`, its arms done."""
        if self.is_settled(op) and condition is op.operands[0] and all(
                new.results == old.results and new.ops == old.ops for new, old in zip((then, otherwise), op.blocks)):
            self.builder.block.ops.append(op)
            self.shared.add(op)
            return op.results
        self.builder.location = op.location
        results = self.builder.branch(condition, then, otherwise)
        ops = self.builder.block.ops
        if not results or not ops or ops[-1].results != results:
            self.changed = True
        return results

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        """The new `loop`, without the arguments that are `fixed`: known to be another old value in every pass."""
        self.straight = False
        body, fixed = op.blocks[0], fixed or {}
        kept = [i for i, arg in enumerate(body.args) if arg not in fixed]
        order = kept + [i for i in range(len(op.results)) if i not in kept]  # a fixed argument's next value is an extra
        initial = self.carried([body.args[i] for i in kept], [op.operands[i] for i in kept])
        new = self.loop_block([body.args[i].type for i in kept])
        for i, arg in zip(kept, new.args):
            self.define(body.args[i], arg)
        for arg, value in fixed.items():
            self.new[arg] = self.value(value)
        with self.builder.inside(new):
            self.block(body)
            new.results = (self.value(body.results[0]), *self.carried([op.results[i] for i in order],
                                                                      [body.results[i + 1] for i in order]))
        self.builder.location = op.location
        results = self.builder.loop(initial, new)
        given = zip(order, results, self.builder.block.ops[-1].results)
        others = [op.results[i] for i, result, own in given if result is not own]  # what is known without the loop
        if fixed or others and not self.used_before.isdisjoint(others):
            self.changed = True
        return tuple([result for _, result in sorted(zip(order, results), key=lambda pair: pair[0])])

    def carried(self, become: Iterable[Value], values: Iterable[Value]) -> tuple[Value, ...]:
        """What arguments or results of a loop `become`: these values."""
        return self.values(values)

    def loop_block(self, types: list[Type]) -> Block:
        return Block(types)

    # --- what a condition tells ---

    def follows(self, condition: Value, truth: bool) -> dict[Value, Const]:
        """What is known where a condition holds, or where it does not."""
        known = {}
        for value, holds in implied(condition, truth).items():
            known[value] = constant(holds)
            op = value.owner
            if not isinstance(op, Op):
                continue
            for opposite in (self.builder.find("not", value), self._inverse(op, holds)):
                if opposite is not None:
                    known[opposite] = constant(not holds)
            if op.kind.name == ("eq" if holds else "ne") and op.operands[0].type is INT and is_known(op.operands[1]):
                known[op.operands[0]] = op.operands[1]
        return known

    def _inverse(self, op: Op, truth: bool) -> Value | None:
        """The opposite comparison, if it is computed too. Of floats neither holds where one is not a number."""
        if op.kind.name not in INVERSE or not (truth or op.operands[0].type is INT or op.kind in (EQ, NE)):
            return None
        return self.builder.find(INVERSE[op.kind.name], *op.operands)


def has_branches(graph: Graph) -> bool:
    """Whether there is an `if` or a `loop` at all."""
    return any(op.blocks for op in graph.body.ops)


def has_loops(graph: Graph) -> bool:
    return has_branches(graph) and any(loops(graph.body))


def defined(block: Block) -> set[Value]:
    """Every value that a block defines, and the blocks inside."""
    values = set(block.args)
    for op in block.ops:
        values.update(op.results)
        for inner in op.blocks:
            values |= defined(inner)
    return values


def used(graph: Graph) -> set[Value]:
    """All values that anything of a graph is made of."""
    found = {value for output in graph.outputs for value in output.values}
    for op in every_op(graph.body):
        found.update(op.operands, *(block.results for block in op.blocks))
    return found


def captured(op: Op) -> KeysView[Value]:
    """What an operation uses of what is outside it, in order: a text must not depend on where values lie in memory. (In a
    graph of whole arrays what a branch defines may be used after it.)"""
    inside = set[Value]().union(*map(defined, op.blocks))
    return dict.fromkeys([value for value in needs(op) if value not in inside]).keys()


def part_of(block: Block, args: Iterable[Value], results: Iterable[Value]) -> Block:
    """An old block that takes and gives something else."""
    part = Block()
    part.args, part.ops, part.results = tuple(args), block.ops, tuple(results)
    return part


def alike(a: Value, b: Value, one: frozenset[Value] = frozenset()) -> bool:
    """Whether two values are computed alike from the same values; those in `one` count as a single one."""
    agreed: set[tuple[Value, Value]] = set()

    def equal(a: Value, b: Value, depth: int = 0) -> bool:
        if same(a, b) or (a, b) in agreed or a in one and b in one:
            return True
        x, y = a.owner, b.owner
        if depth > DEEP or not isinstance(x, Op) or not isinstance(y, Op):
            return False
        if x.kind is not y.kind or x.attributes != y.attributes:
            return False
        if x is y and x.kind is IF:
            i, j = x.results.index(a), x.results.index(b)
            pairs = [(arm.results[i], arm.results[j]) for arm in x.blocks]
        elif x.blocks:
            return False
        else:
            pairs = list(zip(x.operands, y.operands, strict=True))
        if not all(equal(m, n, depth + 1) for m, n in pairs):
            return False
        agreed.add((a, b))
        return True

    return equal(a, b)


def exit_tests(body: Block) -> set[Op]:
    """The `if`s that guard the rest of a loop's pass: what ends the loop is their condition, or they yield it."""
    tests: set[Op] = set()

    def follow(value: Value, block: Block) -> None:
        tests.update(op for op in block.ops if op.kind is IF and op.operands[0] is value)
        op = value.owner
        if not isinstance(op, Op):
            return
        if op.kind in (AND, OR, NOT):
            for operand in op.operands:
                follow(operand, block)
        elif op.kind is IF and op in block.ops:
            yields = [(arm.results[op.results.index(value)], arm) for arm in op.blocks]
            if any(isinstance(given, Const) and given.value is False for given, _ in yields):
                tests.add(op)
                for given, arm in yields:
                    follow(given, arm)

    follow(body.results[0], body)
    return tests
