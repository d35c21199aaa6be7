"""What is folded along one row, where the same is folded along all rows, is one of those: a row's sum has the same bits
for all who ask for it."""

from __future__ import annotations

from pygpu.ir import Const, Function, Graph, Op, Value, called, constant, every_op, functions, op_of
from pygpu.ir.domains import is_near
from pygpu.ir.ops import CALL, FOLD, READ

from .copying import Copy, made_of
from .depends import is_still, look, roots
from .rewrite import Rewriter

Place = tuple[Value, Value]


def among(graph: Graph) -> Graph:
    """
    before  function rows (x, y): fold add of im (0, y, w, 1);  function first (x, y): fold add of im (0, 0, w, 1)
    A fold along a row (or a column) that a number says is asked of the function that folds along each.
    after   call rows (0, 0) for call first (0, 0)
    """
    lines = [function for function in functions(graph) if is_fold(function)]
    every = [function for function in lines if not is_still(function.graph)]
    found: dict[Function, tuple[Function, Place]] = {}
    for function in functions(graph) if 0 < len(every) < len(lines) else ():
        if found:  # what it asks others for is the same by then
            function.graph = _Among(function.graph, found).run()
        for place in places(function) if function in lines and function not in every else ():
            same = next((each for each in every if folded(each, function, place)), None)
            if same is not None and function not in functions(same.graph):
                found[function] = same, place
                break
    return _Among(graph, found).run() if found else graph


def is_fold(function: Function) -> bool:
    """Whether all that it gives is folded, over the same places."""
    ops = [value.owner for value in function.results]
    return bool(function.kept) and all(isinstance(op, Op) and op.kind is FOLD for op in ops)


def places(function: Function) -> list[Place]:
    """The rows and columns that are the same for all that it reads there, and of which a picture's sizes say how far away
    they are at most."""
    inner = called(op_of(function.results[0])).graph
    depends = roots(inner)
    reads = [op.operands[:2] for op in every_op(inner.body) if op.kind in (READ, CALL)]
    found: dict[object, Place] = {}
    for axis in (0, 1):
        for value in [operands[axis] for operands in reads if not look(depends, operands[axis])]:
            if is_near(inner, value):
                place = (value, constant(0)) if axis == 0 else (constant(0), value)
                found.setdefault((axis, _key(value)), place)
    return list(found.values())


def folded(every: Function, one: Function, place: Place) -> bool:
    """Whether a function gives at a place what another gives everywhere."""
    copy = Copy("", every.graph)
    at = copy.of(place)
    return told(every, copy, at) == told(one, copy, at)


def told(function: Function, copy: Copy, at: tuple[Value, ...]) -> tuple[object, ...]:
    """What a function does at a place: values of the same operations are the same values of the copy."""
    copy.new = dict(zip((function.graph.x, function.graph.y), at))
    op = op_of(function.results[0])
    first, counts = copy.of(op.operands)[:2], copy.of(op.operands)[2:]
    inner = called(op)
    alone = [count.__class__ is Const and count.value == 1 for count in counts]
    own = copy.graph.x, copy.graph.y
    copy.new = {axis: begin if only else free for axis, begin, only, free in
                zip((inner.graph.x, inner.graph.y), first, alone, own)}
    begins = [None if only else _key(begin) for begin, only in zip(first, alone)]
    return (*begins, *map(_key, counts), *map(_key, copy.of(inner.results)), op.attributes[2],
            *[op_of(value).attributes[0] for value in function.results])


def _key(value: Value) -> object:
    return value.key if value.__class__ is Const else value


class _Among(Rewriter):
    def __init__(self, graph: Graph, found: dict[Function, tuple[Function, Place]]):
        super().__init__(graph)
        self.found = found

    def plain(self, op: Op) -> Value:
        if op.kind is not CALL or called(op) not in self.found:
            return super().plain(op)
        self.changed = True
        function, place = self.found[called(op)]
        outer, self.new = self.new, {}  # the place is made of what another graph says
        for each in made_of(place):
            self.op(each)
        x, y = self.values(place)
        self.new = outer
        return self.builder.emit("call", x, y, function=function, channel=op.attributes[0][1])
