"""Numbers in order around each pixel: what stands at a place of a window that a number says, or of a line through a volume.

    before  token = loop over a window: gather token, v;  t = ranked token, place
    after   t = loop over the bits of a number: how many of the window are less, by a loop over it, says the bit

Nothing is kept: the number is found by halving, and the window is gone through once for each of its bits; less often where
it is a rectangle (windows.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pygpu.ir import INT, Const, Graph, Op, Value, constant, every_graph, every_op, functions, known
from pygpu.ir.keys import key, key_type, unkeyed
from pygpu.ir.ops import GATHER, LOOP, RANKED
from pygpu.ir.orders import AFTER, IF_NUMBERS, gathered_type

from .depends import look, roots
from .loops import counted
from .rewrite import Rewriter, captured
from .windows import around, selected

Counts = Callable[[Value], Value]  # whether a number is one of those that are counted


def selecting(graph: Graph) -> Graph:
    """The graph with what is left of numbers in order found by halving, where it is that of each pixel."""
    if not any(op.kind is RANKED for inner in every_graph(graph) for op in every_op(inner.body)):
        return graph
    for function in functions(graph):
        function.graph = _Selecting(function.graph).run()
    return _Selecting(graph).run()


class _Selecting(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.roots = roots(graph)
        self.counts: Counts | None = None  # while numbers are counted

    def plain(self, op: Op) -> Value:
        if op.kind is GATHER and self.counts is not None:
            number = self.builder.convert(self.counts(self.value(op.operands[1])), INT)
            return self.builder.emit("add", self.value(op.operands[0]), number)
        if op.kind is not RANKED or not self.is_of_each_pixel(op.operands[0]):
            return super().plain(op)
        self.changed = True
        (_, channel), _ = op.attributes
        found = around(self.old, op, self.roots)
        if found is not None:
            there = found._replace(x=self.value(found.x), y=self.value(found.y))
            return selected(self.builder, self.graph, there)
        return self.ranked(op.operands[0], self.value(op.operands[1]), channel)

    def is_of_each_pixel(self, token: Value) -> bool:
        """Whether the numbers are others for each pixel: those of a whole picture nobody could go through for each."""
        loops, owner = [], token.owner
        while isinstance(owner, Op) and owner.kind in (LOOP, GATHER):
            loops.append(owner)
            token = owner.operands[owner.results.index(token)]
            owner = token.owner
        if token.__class__ is not Const or not loops:
            return False
        depends = frozenset().union(*[look(self.roots, each) for op in loops for each in captured(op)])
        return len(depends & set(self.old.coordinates)) >= 2

    def ranked(self, token: Value, place: Value, channel: int) -> Value:
        """The number at a place of those that a token stands for."""
        emit, type = self.builder.emit, gathered_type(token)
        assert type is not None, "nothing was gathered"
        last = emit("sub", self.counted(token, lambda value: constant(True)), constant(1))
        place = emit("add", place, constant(1)) if channel == AFTER else place
        place = emit("max", emit("min", place, last), constant(0))
        whole = key_type(type)

        def halve(found: list[Value], at: Value) -> list[Value]:
            bit = emit("shl", known(whole, 1), emit("sub", known(whole, whole.bits - 1), self.builder.convert(at, whole)))
            middle = emit("add", found[0], bit)
            less = self.counted(token, lambda value: emit("lt", key(emit, value), middle))
            return [emit("select", emit("le", less, place), middle, found[0])]

        _, found = counted(self.builder, [known(whole, whole.limits[0])], constant(0), constant(whole.bits), 1, halve)
        number = unkeyed(emit, found, type)
        if channel == IF_NUMBERS and type.is_float:
            none = emit("eq", self.counted(token, lambda value: emit("isnan", value)), constant(0))
            number = emit("select", none, number, known(type, math.nan))
        return number

    def counted(self, token: Value, counts: Counts) -> Value:
        """How many numbers of a token are to be counted: its loops once more."""
        if token.__class__ is Const:
            return constant(0)
        op = token.owner
        assert isinstance(op, Op), "a token is made by loops"
        number = op.results.index(token)
        before = op.operands[number]
        start = self.counted(before, counts)
        outer, self.counts = self.counts, counts
        inside = self.new.get(before)
        self.new[before] = start
        found = self.plain(op) if op.kind is GATHER else self.loop(op)[number]
        self.counts = outer
        if inside is None:
            del self.new[before]
        else:
            self.new[before] = inside
        return found
