"""Scans of the same rows one after the other, sixteen rows at a time (schedule/scans/strips.py).

What a scan gives the next one lies in memory of the work-item's, which goes on to the next rows in the same: it stays in the
cache. The places of all lanes at one column are beside one another there, as the scans have them.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import Function, Graph, Value, called, calls, functions
from ...schedule.plans import Plan, Strips
from ...schedule.scans.scans import split
from ..arrays import element
from ..formats import Format
from ..frame import Frame
from ..kernels import Between, Parameter
from ..statements import Code, Section
from ..values import Expr, Pointer, Var, item, least, long
from .abreast import Abreast, Below
from .lines import alike

Kept = dict[tuple[Function, int], Expr]  # where the numbers of a scan begin that others take


def given(graph: Graph) -> dict[tuple[Function, int], Value]:
    """The numbers that scans take of others, which are called."""
    ops = [op for each in (graph, *[function.graph for function in functions(graph)]) for op in calls(each.body)]
    found = {(called(op), op.attributes[0][1]): op for op in ops}
    return {key: key[0].results[key[1]] for key in sorted(found, key=lambda key: (functions(graph).index(key[0]), key[1]))}


def between(graph: Graph, plan: Plan) -> list[Between]:
    """The memory of work-items."""
    return [Between(Format(element(value), 1), pieces=(plan.rows, plan.lanes)) for value in given(graph).values()]


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Strips)
    code, graph, lanes = Code(), made.graph, plan.lanes
    code.rewrites = True
    kept: Kept = {}
    for number, ((function, channel), value) in enumerate(given(graph).items()):
        start = Var(function.name.strip("<>") + "_strip", Pointer(element(value), "global", False))
        stride = Var((start, "_stride"), "int32")
        made.parameters.append(Parameter("output", number, (start, stride), True))
        kept[function, channel] = code.let((start, "_here"), start + long(item(1) * lanes) * stride)
    scans = [replace(made, graph=each) for each in (*[function.graph for function in functions(graph)], graph)]
    same = [alike(each, code, split(each.graph)) for each in scans]
    first = code.let("first_row", item(1) * plan.rows)
    with code.loop("top", first, least(first + plan.rows, made.height), lanes) as top:
        for each, known in zip(scans, same):
            into = {function.results[channel]: start for (function, channel), start in kept.items()
                    if function.graph is each.graph}
            taken = {op.result: kept[called(op), op.attributes[0][1]] for op in calls(each.graph.body)}
            with code.inside(), code.inside(Section([])):
                Abreast(each, plan, code, split(each.graph), Below(each, lanes, code, top), known, taken, into).write()
    return code
