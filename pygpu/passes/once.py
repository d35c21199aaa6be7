"""What is made of values of the whole picture is the same for all pixels, too: it is computed once."""

from __future__ import annotations

from collections.abc import Iterable

from pygpu.ir import VALUE, Const, Function, Graph, Op, Value, callees, constant, every_op, functions
from pygpu.ir.ops import CALL

from .copying import Copy, made_of
from .depends import is_still, roots
from .rewrite import Rewriter

FEW = 24    # operations that each pixel may do again
READS = 6   # of them, numbers that are read


class Before:
    """What is computed once already: the same in another graph of the program is asked for where it is kept."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}                  # what values are, and from which -> a number for all such
        self.calls: dict[int, tuple[Function, int]] = {}  # such a number -> the function that gives it, and which result

    def number(self, values: Iterable[Value]) -> dict[Value, int]:
        """The numbers of values, and of all those that they are made of."""
        values, found = list(values), dict[Value, int]()

        def of(value: Value) -> int:
            key = (value.type, value.value) if value.__class__ is Const else value
            return found[value] if value in found else self.numbers.setdefault(key, len(self.numbers))

        for op in made_of(values):
            what = op if op.blocks else (op.kind, op.attributes, *map(of, op.operands))
            found.update({result: self.numbers.setdefault((what, n), len(self.numbers))
                          for n, result in enumerate(op.results)})
        return found | {value: of(value) for value in values}


def once(graph: Graph, before: Before) -> Graph:
    """
    before  a = call sum (0, 0);  b = call sum (1, 0);  ...;  s = a + b + ...;  r = read im (x, y);  t = r / s
    Long calculations from values of the whole picture become a function of no coordinate, which is kept.
    after   function once (x, y): a = call sum (0, 0); ...;  t = r / call once (0, 0)
    What is made of the last round of a threshold asks for that, not for all the rounds before it again.
    """
    if all(output.kind == VALUE for output in graph.outputs) or not any(op.kind is CALL for op in graph.body.ops):
        return graph  # what is no picture is computed once as it is
    last = last_ones(graph)
    numbers = before.number(last)
    known = {value: before.calls[number] for value, number in numbers.items() if number in before.calls}
    values = [value for value in last if value not in known and is_long(made_of([value]))]
    if not values and not known:
        return graph
    made = _Once(graph, values, known)
    before.calls.update({numbers[value]: (made.function, n) for n, value in enumerate(values)})
    return made.run()


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
    def __init__(self, graph: Graph, values: list[Value], known: dict[Value, tuple[Function, int]]):
        super().__init__(graph)
        copy = Copy("once", graph)
        copy.new.update({value: asked(copy, *call) for value, call in known.items()})
        self.function = copy.function(copy.of(values), True)
        self.lifted = known | {value: (self.function, number) for number, value in enumerate(values)}
        self.changed = True

    def value(self, old: Value) -> Value:
        return asked(self, *self.lifted[old]) if old in self.lifted else super().value(old)


def asked(writer: Rewriter, function: Function, channel: int) -> Value:
    return writer.builder.emit("call", constant(0), constant(0), function=function, channel=channel)
