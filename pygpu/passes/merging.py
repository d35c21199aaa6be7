"""Values of the picture that are folded over the same places are folded together: the picture is read once."""

from __future__ import annotations

from pygpu.ir import Const, Function, Graph, Op, Output, Value, called, callees, folds, functions
from pygpu.ir.fingerprint import fingerprint

from .copying import Copy
from .rewrite import Rewriter


def merged(graph: Graph) -> Graph:
    """
    before  function least (x, y): fold min of value (0, 0, w, h);  function most (x, y): fold max of value (0, 0, w, h)
    Folds over one rectangle, none of which needs another's result, become one function of several results; those that are
    the same become one.
    after   function least (x, y): fold min max of values (0, 0, w, h)
    """
    together: dict[object, list[list[Function]]] = {}
    for function in functions(graph):
        key = rectangle(function)
        if key is None:
            continue
        for others in together.setdefault(key, []):
            if not any(other in reached(function) for other in others):
                others.append(function)
                break
        else:
            together[key].append([function])
    found: dict[tuple[Function, int], tuple[Function, int]] = {}
    for several in together.values():
        for group in several:
            if len(group) > 1:
                joined(graph, group, found)
    if not found:
        return graph
    for function in functions(graph):
        function.graph = _Renamed(function.graph, found).run()
    made = _Renamed(graph, found).run()
    for function in functions(made):
        function.graph = _Renamed(function.graph, found).run()
    return made


def rectangle(function: Function) -> object:
    """Equal for functions that fold over the same places; None for one that does anything else."""
    results = function.results
    ops = [value.owner for value in results]
    if not function.kept or not all(isinstance(op, Op) and op.kind.name == "fold" for op in ops):
        return None
    if len({(op.operands, *op.attributes[1:]) for op in ops}) != 1 or len(folds(function.graph.body)) != len(results):
        return None
    copy = Copy("", function.graph)
    copy.new.update({function.graph.x: copy.graph.x, function.graph.y: copy.graph.y})
    place = copy.of(ops[0].operands)
    copy.graph.outputs = [Output((value,), value.type.value) for value in place]
    for op in copy.graph.body.ops:
        op.location = None
    return fingerprint(copy.graph)


def reached(function: Function) -> set[Function]:
    """All functions that one needs."""
    found: set[Function] = set()
    waiting = callees(function.graph)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += callees(each.graph)
    return found


def joined(graph: Graph, group: list[Function], found: dict) -> None:
    """One function for several; `found` says which of its results each of theirs is."""
    first = group[0]
    element = Copy("each_" + first.name, graph)
    values: list[Value] = []
    how: list[str] = []
    seen: dict[tuple, int] = {}
    kept: list[tuple[Function, int]] = []
    for function in group:
        op = function.results[0].owner
        inner, own = called(op), op.attributes[2][1]
        element.new.update({inner.graph.x: element.graph.x, inner.graph.y: element.graph.y})
        given = element.of(inner.results)
        channels = [value.owner.attributes[0][1] for value in function.results]
        key = own, tuple([value.key if value.__class__ is Const else value for value in given])
        if key not in seen:  # by number: values of the same operations are the same values
            seen[key] = len(values)
            values += given
            how += own
        kept += [(function, seen[key] + channel) for channel in channels]
    element.graph.outputs = [Output((value,), value.type.value) for value in values]
    inner = Function(element.graph.name, element.graph, False)
    old = first.graph
    copy = Copy(first.name, graph)
    copy.new.update({old.x: copy.graph.x, old.y: copy.graph.y})
    place = copy.of(first.results[0].owner.operands)
    wanted = sorted({channel for _, channel in kept})
    outputs = [copy.builder.emit("fold", *place, function=inner, channel=i, how=tuple(how)) for i in wanted]
    copy.graph.outputs = [Output((value,), value.type.value) for value in outputs]
    one = Function(first.name, copy.graph, True)
    count: dict[Function, int] = {}
    for function, channel in kept:
        number = count.setdefault(function, 0)
        found[function, number] = one, wanted.index(channel)
        count[function] += 1


class _Renamed(Rewriter):
    """Calls of functions that were joined."""

    def __init__(self, graph: Graph, found: dict):
        super().__init__(graph)
        self.found = found

    def plain(self, op: Op) -> Value:
        if op.kind.name == "call" and (called(op), op.attributes[0][1]) in self.found:
            self.changed = True
            function, channel = self.found[called(op), op.attributes[0][1]]
            return self.builder.emit("call", *self.values(op.operands), function=function, channel=channel)
        return super().plain(op)
