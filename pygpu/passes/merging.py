"""Values of the picture that are folded over the same places are folded together: the picture is read once. So are tables
that are filled at the same entries."""

from __future__ import annotations

from collections.abc import Callable

from pygpu.ir import Const, Function, Graph, Op, Value, called, folds, functions, op_of
from pygpu.ir.fingerprint import fingerprint
from pygpu.ir.ops import CALL, FOLD
from pygpu.ir.tallies import tallies

from .copying import Copy
from .rewrite import Rewriter

Renaming = dict[tuple[Function, int], tuple[Function, int]]  # a result of a function, and which it is of another


def merged(graph: Graph) -> Graph:
    """
    before  function least (x, y): fold min of value (0, 0, w, h);  function most (x, y): fold max of value (0, 0, w, h)
    Folds over one rectangle, none of which needs another's result, become one function of several results; those that are
    the same become one.
    after   function least (x, y): fold min max of values (0, 0, w, h)
    Tables of as many numbers, of one rectangle and the same entry at each place, become one function, too.
    """
    return grouped(grouped(graph, rectangle, joined), filling, filled)


def grouped(graph: Graph, key_of: Callable[[Function], object],
            joined: Callable[[Graph, list[Function], Renaming], None]) -> Graph:
    """What functions with the same key, none of which needs another's result, are joined to."""
    together: dict[object, list[list[Function]]] = {}
    for function in functions(graph):
        key = key_of(function)
        if key is None:
            continue
        for others in together.setdefault(key, []):
            if set(others).isdisjoint(functions(function.graph)):
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
        function.graph = Renamed(function.graph, found).run()
    made = Renamed(graph, found).run()
    for function in functions(made):
        function.graph = Renamed(function.graph, found).run()
    return made


def rectangle(function: Function) -> object:
    """Equal for functions that fold over the same places; None for one that does anything else."""
    results = function.results
    ops = [value.owner for value in results if isinstance(value.owner, Op) and value.owner.kind is FOLD]
    if not function.kept or len(ops) < len(results):
        return None
    if len({(op.operands, *op.attributes[1:]) for op in ops}) != 1 or len(folds(function.graph.body)) != len(results):
        return None
    copy = Copy("", function.graph).over(function.graph)
    copy.gives(copy.of(ops[0].operands))
    for op in copy.graph.body.ops:
        op.location = None
    return fingerprint(copy.graph)


def joined(graph: Graph, group: list[Function], found: Renaming) -> None:
    """One function for several; `found` says which of its results each of theirs is."""
    first = group[0]
    element = Copy("each_" + first.name, graph)
    values: list[Value] = []
    how: list[str] = []
    seen: dict[tuple[object, ...], int] = {}
    kept: dict[tuple[Function, int], int] = {}
    for function in group:
        op = op_of(function.results[0])
        inner, own = called(op), op.attributes[2][1]
        given = element.over(inner.graph).of(inner.results)
        key = own, tuple([value.key if value.__class__ is Const else value for value in given])
        if key not in seen:  # by number: values of the same operations are the same values
            seen[key] = len(values)
            values += given
            how += own
        for number, value in enumerate(function.results):
            kept[function, number] = seen[key] + op_of(value).attributes[0][1]
    inner = element.function(values, False)
    copy = Copy(first.name, graph).over(first.graph)
    place = copy.of(op_of(first.results[0]).operands)
    wanted = sorted(set(kept.values()))
    outputs = [copy.builder.emit("fold", *place, function=inner, channel=i, how=tuple(how)) for i in wanted]
    one = copy.function(outputs, True)
    found.update({place: (one, wanted.index(channel)) for place, channel in kept.items()})


def filling(function: Function) -> object:
    """Equal for functions that are tables of as many numbers, which the same places fill; None for any other."""
    filled = tallies(function.graph.body)
    if not function.kept or not filled or len({(op.operands, called(op), length_of_table(op)) for op in filled}) != 1:
        return None
    copy = Copy("", function.graph).over(function.graph)
    inner = Copy("", function.graph).over(called(filled[0]).graph)
    copy.gives(copy.of(filled[0].operands))
    inner.gives(inner.of(called(filled[0]).results[:1]))
    for op in (*copy.graph.body.ops, *inner.graph.body.ops):
        op.location = None
    return "table", length_of_table(filled[0]), fingerprint(copy.graph), fingerprint(inner.graph)


def length_of_table(op: Op) -> object:
    return dict(op.attributes)["length"]


def filled(graph: Graph, group: list[Function], found: Renaming) -> None:
    """One table for several, each of whose places gives a value for each of them."""
    first = group[0]
    element = Copy("each_" + first.name, graph)
    (entry,) = element.over(called(tallies(first.graph.body)[0]).graph).of(called(tallies(first.graph.body)[0]).results[:1])
    values: list[Value] = []
    how: list[str] = []
    begins: dict[Function, int] = {}
    for function in group:
        op = tallies(function.graph.body)[0]
        begins[function] = len(values)
        values += element.over(called(op).graph).of(called(op).results[1:])
        how += dict(op.attributes)["how"]
    inner = element.function([entry, *values], False)
    copy = Copy(first.name, graph)
    outputs: list[Value] = []
    places: list[tuple[Function, int]] = []
    for function in group:
        copy.over(function.graph)
        for op in tallies(function.graph.body):
            attributes = dict(op.attributes)
            channel = begins[function] + attributes["channel"]
            copy.new[op.result] = copy.builder.emit("tally", *copy.of(op.operands), function=inner, channel=channel,
                                                    how=tuple(how), length=attributes["length"])
        outputs += copy.of(function.results)
        places += [(function, number) for number in range(len(function.results))]
    one = copy.function(outputs, True)
    found.update({place: (one, number) for number, place in enumerate(places)})


class Renamed(Rewriter):
    """Calls of functions that have become others: `found` says which result of which each of theirs is."""

    def __init__(self, graph: Graph, found: Renaming):
        super().__init__(graph)
        self.found = found

    def plain(self, op: Op) -> Value:
        if op.kind is CALL and (called(op), op.attributes[0][1]) in self.found:
            self.changed = True
            function, channel = self.found[called(op), op.attributes[0][1]]
            return self.builder.emit("call", *self.values(op.operands), function=function, channel=channel)
        return super().plain(op)
