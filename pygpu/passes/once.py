"""What is made of values of the whole picture is the same for all pixels, too: it is computed once."""

from __future__ import annotations

from pygpu.ir import VALUE, Const, Function, Graph, Op, Value, callees, constant, every_op, functions
from pygpu.ir.ops import CALL

from .copying import Copy, made_of
from .depends import is_still, roots
from .rewrite import Rewriter

FEW = 24    # operations that each pixel may do again
READS = 6   # of them, numbers that are read


def once(graph: Graph) -> Graph:
    """
    before  a = call sum (0, 0);  b = call sum (1, 0);  ...;  s = a + b + ...;  r = read im (x, y);  t = r / s
    Long calculations from values of the whole picture become a function of no coordinate, which is kept.
    after   function once (x, y): a = call sum (0, 0); ...;  t = r / call once (0, 0)
    """
    if all(output.kind == VALUE for output in graph.outputs) or not any(op.kind is CALL for op in graph.body.ops):
        return graph  # what is no picture is computed once as it is
    values = [value for value in last_ones(graph) if is_long(made_of([value]))]
    return _Once(graph, values).run() if values else graph


def written_in(graph: Graph) -> None:
    """What only one other value of the picture asks for, itself or in what is computed with it, is computed with it: each
    launch takes its time."""
    callers: dict[Function, list[Function | None]] = {}
    every = functions(graph)
    for caller in (None, *every):
        for function in callees(graph if caller is None else caller.graph):
            callers.setdefault(function, []).append(caller)
    still = {function for function in every if function.kept is not None and is_still(function.graph)}
    there: dict[Function, Function] = {}  # where it is computed
    for function in reversed(every):  # callers first
        hosts = {there.get(caller, caller) if caller in still else None for caller in callers[function]}
        host = hosts.pop()
        if function in still and host is not None and not hosts:
            there[function] = host
            function.kept = False


def last_ones(graph: Graph) -> list[Value]:
    """Values that no pixel has to do with, and that something takes that has."""
    depends = roots(graph)
    still = {op for op in graph.body.ops if not any(depends[value] for value in op.results)}
    top = {value for op in still for value in op.results}
    taken: dict[Value, None] = {}
    for op in every_op(graph.body):
        if op in still:
            continue
        taken.update(dict.fromkeys([*op.operands, *[value for block in op.blocks for value in block.results]]))
    taken.update(dict.fromkeys([value for output in graph.outputs for value in output.values]))
    return [value for value in taken if value in top]


def is_long(ops: list[Op]) -> bool:
    reads = sum(each.kind is CALL for op in ops for each in (op, *[each for b in op.blocks for each in every_op(b)]))
    return reads > 0 and (reads > READS or sum(1 for op in ops if not op.blocks) > FEW or any(op.blocks for op in ops))


class _Once(Rewriter):
    def __init__(self, graph: Graph, values: list[Value]):
        super().__init__(graph)
        self.lifted = {value: number for number, value in enumerate(values)}
        copy = Copy("once", graph)
        self.function = copy.function(copy.of(values), True)
        self.changed = True

    def value(self, old: Value) -> Value:
        number = self.lifted.get(old)
        if number is None or old.__class__ is Const:
            return super().value(old)
        return self.builder.emit("call", constant(0), constant(0), function=self.function, channel=number)
