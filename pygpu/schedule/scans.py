"""How a scan is computed: lines side by side, each in order along its axis, so that it is what plain Python computes.

Most of what a place needs does not depend on the places before: pixels, and what is made of them. These feeds are computed
for many places at once, as memory likes it, and kept in a tile; the law, what is left, goes over the tile place by place,
for as many lines as there are lanes or work-items. So a picture is read once and written once.
"""

from __future__ import annotations

from typing import NamedTuple

from ..ir import Block, Const, Graph, Op, Output, Value, every_op
from ..ir.scans import carried, priors, shown
from .plans import Plan, Scans
from .target import Target

LIGHT = 8.0    # additions: what depends on the place alone and costs no more is computed with the law
SIZELESS = 1 << 26
LINES = 32     # side by side in a tile that a group shares
LENGTHS = (64, 32, 16, 8)


class Split(NamedTuple):
    """Values that the law takes from its feeds, the graph that gives them, and the graph of the law."""

    feeds: tuple[Value, ...]
    before: Graph
    law: Graph


def plan_scan(graph: Graph, inputs, outputs, target: Target) -> Plan:
    return every_scan(graph, inputs, outputs, target)[0]


def every_scan(graph: Graph, inputs, outputs, target: Target) -> list[Plan]:
    """All plans of a scan, the best first."""
    how = dict(target=target, inputs=tuple(inputs), outputs=tuple(outputs), told=graph.scan.told, axis=graph.scan.axis)
    found: list[Plan] = []
    if target.kind == "cpu" and target.lanes > 1 and not any(format.memory == "image" for format in inputs):
        block = (SIZELESS, target.lanes) if graph.scan.axis == 0 else (target.scan_strip, SIZELESS)
        found.append(Scans(block=block, lanes=target.lanes, **how))
    length = next((n for n in LENGTHS if room(graph, n) <= target.local_memory // 2), LENGTHS[-1])
    across = graph.scan.axis == 0
    local = (length, max(1, target.scan_group // length)) if across else (LINES, target.scan_group // LINES)
    block = (SIZELESS, LINES // local[1]) if across else (1, SIZELESS)
    found.append(Scans(block=block, local=local, length=length, **how))
    return found


def room(graph: Graph, length: int) -> int:
    """The bytes that a group's tile of so many places takes."""
    results = sum(len(output.values) for output in shown(graph))
    return 4 * (len(split(graph).feeds) + results) * length * (LINES + 1)


def split(graph: Graph) -> Split:
    """A scan's graph in two, which share its operations."""
    late, light = depending(graph), lights(graph)
    wanted = [value for output in shown(graph) for value in output.values] + list(carried(graph))
    feeds: dict[Value, None] = {}
    law: list[Op] = []
    needed = set(wanted)
    for op in reversed(graph.body.ops):
        if needed.isdisjoint(op.results):
            continue
        if op in late or all(result in light for result in op.results):
            law.append(op)
            needed.update(used(op))
        else:
            feeds.update(dict.fromkeys([result for result in reversed(op.results) if result in needed]))
    given = tuple(reversed(feeds))
    before = Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, exact=graph.exact)
    before.body.ops = reaching(graph.body, given)
    before.outputs = [Output((value,), value.type.value) for value in given]
    rest = Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, Block(), graph.outputs, graph.exact, graph.scan)
    rest.body.ops = law[::-1]
    return Split(given, before, rest)


def used(op: Op) -> set[Value]:
    """All values that an operation takes, those of its blocks included."""
    found = set(op.operands)
    for block in op.blocks:
        found.update(block.results)
        for inner in every_op(block):
            found.update(inner.operands, *(each.results for each in inner.blocks))
    return found


def depending(graph: Graph) -> set[Op]:
    """The operations that depend on the places before."""
    before = {result for op in priors(graph) for result in op.results}
    late: set[Op] = set()
    for op in graph.body.ops:
        if op.kind.name == "prior" or not before.isdisjoint(used(op)):
            late.add(op)
            before.update(op.results)
    return late


def lights(graph: Graph) -> set[Value]:
    """Values that depend on the place alone, and are cheap."""
    costs: dict[Value, float] = {value: 0.0 for value in (graph.x, graph.y, *[scalar.value for scalar in graph.scalars])}
    for op in graph.body.ops:
        if not op.blocks and op.kind.name not in ("read", "table", "call", "prior") and all(
                operand in costs or operand.__class__ is Const for operand in op.operands):
            cost = op.kind.cost + sum(costs.get(operand, 0.0) for operand in op.operands)
            if cost <= LIGHT:
                costs[op.result] = cost
    return set(costs)


def reaching(body: Block, values) -> list[Op]:
    """The operations of a block that some values are made of, in order."""
    needed, found = set(values), []
    for op in reversed(body.ops):
        if not needed.isdisjoint(op.results):
            found.append(op)
            needed.update(used(op))
    return found[::-1]
