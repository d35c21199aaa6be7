"""Lists of values that are the same for all pixels: functions of their index, kept as tables.

    h = [0] * 256                      array of 256 numbers, which a loop over the picture changes: a tally (wholes.py)
    cdf = list(accumulate(h))          256 values, each the one before and another: a scan along the index
    share = [c / cdf[-1] for c in cdf] 256 values that are computed alike: a function of the index
    share[int(im(p) * 255)]            one of them, read where a pixel says

Without this each pixel would compute all of them, to choose one.
"""

from __future__ import annotations

from itertools import pairwise

from pygpu.ir import INT, Const, Function, Graph, Op, Value, constant, is_known
from pygpu.ir.arrays import length_of
from pygpu.ir.folds import ALONE
from pygpu.ir.ops import ARRAY, GET, KEPT
from pygpu.ir.scans import Edge, Scan

from .copying import Copy
from .depends import roots
from .rewrite import Rewriter

LONG = 16       # values: fewer are chosen from in a pixel
DEEP = 50       # operations below one another that are computed alike


def tables(graph: Graph) -> Graph:
    """
    before  t = array a0, a1, ..., a255;  r = get t i
    after   function t (x, y): ... ;  r = call t (i, 0)
    """
    if not any(op.kind in (ARRAY, KEPT) for op in graph.body.ops):
        return graph
    return _Tables(graph).run()


class _Tables(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.roots = roots(graph)
        self.made: dict[Value, Function | None] = {}            # an array -> the function of its index
        self.places: dict[Value, tuple[Function, int]] = {}     # a value that is one of a table's -> where

    def op(self, op: Op) -> None:
        if not op.blocks and op.kind is ARRAY:
            self.table(op.result)
        super().op(op)

    def plain(self, op: Op) -> Value:
        if op.kind is GET:
            array, index = op.operands
            function = self.table(array)
            if function is not None:
                self.changed = True
                last = constant(length_of(array.type) - 1)
                at = self.builder.emit("max", self.builder.emit("min", self.value(index), last), constant(0))
                return self.builder.emit("call", at, constant(0), function=function, channel=0)
        if op.kind is KEPT:  # something else is done with it: as numbers
            function = kept(op)
            self.changed = True
            numbers = [self.builder.emit("call", constant(i), constant(0), function=function, channel=0)
                       for i in range(length_of(op.result.type))]
            return self.builder.emit("array", *numbers, type=op.result.type)
        return super().plain(op)

    def value(self, old: Value) -> Value:
        place = self.places.get(old)
        if place is None:
            return super().value(old)
        self.changed = True
        return self.builder.emit("call", constant(place[1]), constant(0), function=place[0], channel=0)

    def table(self, array: Value) -> Function | None:
        """The function of a list's index; None where a pixel has to do with its values, or they are few."""
        if array not in self.made:
            self.made[array] = self.function(array)
        return self.made[array]

    def function(self, array: Value) -> Function | None:
        op = array.owner
        if not isinstance(op, Op):
            return None
        if op.kind is KEPT:
            return kept(op)
        if op.kind is not ARRAY or len(op.operands) <= LONG or all(map(is_known, op.operands)) or self.roots[array]:
            return None
        values = list(op.operands)
        copy = self.copy(array.name or "table")
        found = self.alike(copy, values, 0)
        if found is None:
            (found,) = copy.of([array])
            found = copy.builder.emit("get", found, copy.graph.x)
        return copy.function([found], True)

    def copy(self, name: str) -> Copy:
        copy = Copy(name, self.old)
        copy.builder.location = self.builder.location
        self.tell(copy)
        return copy

    def tell(self, copy: Copy) -> None:
        """Which values stand in tables by now."""
        for value, (function, number) in self.places.items():
            copy.new[value] = copy.builder.emit("call", constant(number), constant(0), function=function, channel=0)

    def alike(self, copy: Copy, values: list[Value], depth: int) -> Value | None:
        """The value as it is for each index, where all are computed alike; None where they are not."""
        first, emit, x = values[0], copy.builder.emit, copy.graph.x
        if all(value is first for value in values):
            return copy.of([first])[0]
        if first in self.places:
            function, _ = self.places[first]
            if all(self.places.get(value) == (function, i) for i, value in enumerate(values)):
                return emit("call", x, constant(0), function=function, channel=0)
        if all(map(is_known, values)):
            return numbers(copy, values)
        summed = self.scan(values, depth)
        if summed is not None:
            self.tell(copy)
            return emit("call", x, constant(0), function=summed, channel=0)
        ops = [value.owner for value in values if isinstance(value.owner, Op) and not value.owner.blocks]
        if depth > DEEP or len(ops) < len(values):
            return None
        shapes = {(op.kind.name, op.attributes, len(op.operands)) for op in ops}
        if len(shapes) != 1:
            return None
        each = [self.alike(copy, [op.operands[i] for op in ops], depth + 1) for i in range(len(ops[0].operands))]
        operands = [operand for operand in each if operand is not None]
        if len(operands) < len(each):
            return None
        array = operands[0].owner if ops[0].kind is GET else None
        if isinstance(array, Op) and array.kind is KEPT:
            return emit("call", operands[1], constant(0), function=kept(array), channel=0)
        return copy.builder.append(ops[0].kind, tuple(operands), ops[0].attributes)

    def scan(self, values: list[Value], depth: int) -> Function | None:
        """Where each value is the one before and another: a function that sums the others up."""
        ops = [value.owner for value in values[1:] if isinstance(value.owner, Op) and value.owner.kind.name in ALONE]
        if len(ops) < len(values) - 1 or len({op.kind for op in ops}) != 1:
            return None
        others = [values[0]]
        for (before, _), op in zip(pairwise(values), ops):
            if op.operands[0] is before:
                others.append(op.operands[1])
            elif op.operands[1] is before and op.kind.commutative:
                others.append(op.operands[0])
            else:
                return None
        copy = self.copy("summed")
        one = self.alike(copy, others, depth + 1)
        if one is None:
            return None
        emit, graph = copy.builder.emit, copy.graph
        graph.scan = Scan(0, 1, (Edge(None, 0),))
        before = emit("prior", back=1, channel=0, type=one.type)
        further = copy.builder.append(ops[0].kind, (before, one))
        function = copy.function([emit("select", emit("gt", graph.x, constant(0)), further, one)], True)
        self.places.update({value: (function, i) for i, value in enumerate(values)})
        return function


def kept(op: Op) -> Function:
    """The function that an array is kept as."""
    function: Function = dict(op.attributes)["function"]
    return function


def numbers(copy: Copy, values: list[Value]) -> Value | None:
    """Known numbers, one for each index."""
    emit, x = copy.builder.emit, copy.graph.x
    known = [value.value for value in values if value.__class__ is Const]
    type = values[0].type
    if any(value.type is not type for value in values) or None in known:
        return None
    if type is INT and len({b - a for a, b in pairwise(known)}) == 1:
        return emit("add", emit("mul", x, constant(known[1] - known[0])), constant(known[0]))
    return emit("table", x, type=type, values=tuple(known))
