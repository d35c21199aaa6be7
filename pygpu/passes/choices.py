"""Arrays as numbers of their own, between which a pixel chooses."""

from __future__ import annotations

from collections.abc import Iterable

from pygpu.errors import CompileError
from pygpu.ir import Block, Const, Graph, Op, Value, constant, every_op, is_known
from pygpu.ir.arrays import element_of, length_of
from pygpu.ir.ops import ARRAY, GET, KEPT, PUT

from .rewrite import Rewriter

LONGEST = 1024  # numbers


def choices(graph: Graph) -> Graph:
    """
    before  t = array a, b, c;  r = get t i
    What is left of arrays (those that are different for each pixel) is written out.
    after   r = select (eq i 0) a (select (eq i 1) b c)
    """
    if not any(op.kind in (ARRAY, GET, PUT, KEPT) for op in every_op(graph.body)):
        return graph
    return _Choices(graph).run()


class _Choices(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.lists: dict[Value, list[Value]] = {}
        self.changed = True

    def elements(self, old: Value) -> list[Value]:
        if old.__class__ is Const:  # one that nothing reads
            return [Const(element_of(old.type), None)] * length_of(old.type)
        return self.lists[old]

    def plain(self, op: Op) -> Value:
        kind, length = op.kind, length_of(op.results[0].type)
        if kind is GET:
            return self.chosen(self.elements(op.operands[0]), self.value(op.operands[1]))
        if not length:
            return super().plain(op)
        if length > LONGEST and not (kind is ARRAY and len(op.operands) == 1):
            raise CompileError("too-long", f"a list of {length:,} numbers is written to where a pixel says",
                               "each of them would be a variable of the kernel, for each pixel",
                               "fill it in a loop over the picture that is the same for all pixels (`h[i] += 1`), or take a "
                               "shorter list", op.location)
        if kind is ARRAY:
            found = list(self.values(op.operands))
            self.lists[op.result] = found * length if len(found) == 1 else found
        elif kind is KEPT:
            function = dict(op.attributes)["function"]
            self.lists[op.result] = [self.builder.emit("call", constant(i), constant(0), function=function, channel=0)
                                     for i in range(length)]
        elif kind is PUT:
            before, index, new = self.elements(op.operands[0]), self.value(op.operands[1]), self.value(op.operands[2])
            last = length - 1
            if is_known(index):
                at = min(max(index.value, 0), last)
                self.lists[op.result] = [*before[:at], new, *before[at + 1:]]
            else:
                emit = self.builder.emit
                at = emit("max", emit("min", index, constant(last)), constant(0))
                self.lists[op.result] = [emit("select", emit("eq", at, constant(i)), new, each)
                                         for i, each in enumerate(before)]
        else:
            condition, *both = op.operands
            pairs = zip(*map(self.elements, both), strict=True)
            self.lists[op.result] = [self.builder.emit("select", self.value(condition), a, b) for a, b in pairs]
        return Const(op.result.type, None)

    def chosen(self, values: list[Value], index: Value) -> Value:
        emit, last = self.builder.emit, len(values) - 1
        if isinstance(index, Const):
            return values[min(max(int(index.value), 0), last)]
        numbers = [value for value in values if isinstance(value, Const) and value.value is not None]
        if len(numbers) == len(values):
            if len({value.key for value in numbers}) == 1:
                return values[0]
            return emit("table", index, type=values[0].type, values=tuple([value.value for value in numbers]))
        at = emit("max", emit("min", index, constant(last)), constant(0))
        found = values[last]
        for i in reversed(range(last)):
            found = emit("select", emit("eq", at, constant(i)), values[i], found)
        return found

    # --- what holds blocks: a list is as many values ---

    def spread(self, old: Iterable[Value]) -> tuple[Value, ...]:
        lists = [self.elements(value) if length_of(value.type) else [self.value(value)] for value in old]
        return tuple([value for values in lists for value in values])

    def gathered(self, op: Op, flat: tuple[Value, ...]) -> tuple[Value, ...]:
        """The results of an operation, from those that stand for them."""
        given, results = iter(flat), []
        for result in op.results:
            length = length_of(result.type)
            if length:
                self.lists[result] = [next(given) for _ in range(length)]
            results.append(Const(result.type, None) if length else next(given))
        return tuple(results)

    def yields(self, arm: Block) -> tuple[Value, ...]:
        return self.spread(arm.results)

    def branch(self, op: Op) -> tuple[Value, ...]:
        return self.gathered(op, super().branch(op))

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        if not any(length_of(value.type) for value in (*body.args, *op.results)):
            return super().loop(op, fixed)
        initial = self.spread(op.operands)
        new = Block([value.type for value in initial])
        args = iter(new.args)
        for arg in body.args:
            length = length_of(arg.type)
            if length:
                self.lists[arg] = [next(args) for _ in range(length)]
            else:
                self.define(arg, next(args))
        with self.builder.inside(new):
            self.block(body)
            new.results = (self.value(body.results[0]), *self.spread(body.results[1:]))
        self.builder.location = op.location
        return self.gathered(op, self.builder.loop(initial, new))
