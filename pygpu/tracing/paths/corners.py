"""The law of an integral image, i(x-1, y) + i(x, y-1) - i(x-1, y-1) + v: sums over all that lies towards a corner.

It steps back along both axes, and yet is a scan of a scan: of the sums of v along each row, those down each column. (The
same to the last digit on paper; in 32 bits it loses fewer of them, for nothing large is taken away again.)
"""

from __future__ import annotations

from typing import NamedTuple

from ...ir import FLOAT, INT, SIDES, Builder, Const, Function, Graph, Op, Output, Value, made_by
from ...ir.graph import SEVERAL
from ...ir.ops import IF, SELECT, SUB
from ...ir.scans import Edge, Scan, reaching, used


class Corner(NamedTuple):
    """One call of itself: how far along each axis, and the edges that the conditions around it say; None where they say
    more than that."""

    far: tuple[int, int]
    edges: tuple[Edge | None, Edge | None] | None


def corner_sums(graph: Graph, numbers: list[Value], steps: dict[Value, tuple[int, Corner]]) -> Function | None:
    """A function that follows the law, as a scan of a scan; None for others. `steps` are the values that stand for what it
    gave before: which number of it, and where."""
    ways = {corner.far for _, corner in steps.values()}
    sides = next(((dx, dy) for dx, dy in ways if dx and dy), None)
    if sides is None or ways != {sides, (sides[0], 0), (0, sides[1])} or max(map(abs, sides)) > 1:
        return None
    edges = {corner.edges for _, corner in steps.values()}
    across = next((each[0] for each in edges if each and each[0]), None)
    down = next((each[1] for each in edges if each and each[1]), None)
    if across is None or down is None or edges != {(across, down), (across, None), (None, down)}:
        return None
    sums = [terms(value, steps, number, sides) for number, value in enumerate(numbers)]
    if None in sums:
        return None
    ops = reaching(graph.body, [value for each in sums for _, value in each])
    if not set(steps).isdisjoint(value for op in ops for value in (*used(op), *op.results)):
        return None
    graph.body.ops = ops
    rows = scanned(graph, 0, -sides[0], across, [summed(Builder(graph.body), each, value.type)
                                                 for each, value in zip(sums, numbers)])
    whole = Graph(graph.name, graph.images, graph.scalars)
    builder = Builder(whole.body)
    return scanned(whole, 1, -sides[1], down, [builder.emit("call", whole.x, whole.y, function=rows, channel=i)
                                               for i in range(len(numbers))])


def terms(value: Value, steps, number: int, sides) -> list[tuple[bool, Value]] | None:
    """What is added (or, where that is True, subtracted) besides what it gave before; None where that is not as the law
    says."""
    wanted = {sides: True, (sides[0], 0): False, (0, sides[1]): False}
    found, waiting = [], [(False, value)]
    while waiting:
        minus, each = waiting.pop()
        before = steps.get(taken(each))
        if before is not None:
            which, corner = before
            if which != number or wanted.pop(corner.far, None) is not minus:
                return None
        elif (parts := made_by(each, "add") or made_by(each, "sub")) is not None:
            waiting += [(minus, parts[0]), (minus != (each.owner.kind is SUB), parts[1])]
        else:
            found.append((minus, each))
    return None if wanted else found[::-1]


def taken(value: Value) -> Value:
    """What a choice between something and nothing chooses."""
    op = value.owner
    while op.__class__ is Op and op.kind in (IF, SELECT):
        index = op.results.index(value)
        arms = op.operands[1:] if op.kind is SELECT else tuple([block.results[index] for block in op.blocks])
        some = [arm for arm in arms if not (arm.__class__ is Const and not arm.value)]
        if len(some) != 1:
            return value
        value = some[0]
        op = value.owner
    return value


def summed(builder: Builder, found: list[tuple[bool, Value]], type) -> Value:
    total: Value = Const(type, 0.0 if type is FLOAT else 0)
    for minus, value in found:
        total = builder.emit("sub" if minus else "add", total, value)
    return total


def scanned(graph: Graph, axis: int, step: int, edge: Edge, values: list[Value]) -> Function:
    """The running sums of values, from an edge on."""
    builder = Builder(graph.body)
    end: Value = Const(INT, edge.offset)
    if edge.image is not None:
        end = builder.emit("add", builder.emit(SIDES[axis], image=edge.image), end)
    beyond = builder.emit("gt" if step > 0 else "lt", (graph.x, graph.y)[axis], end)
    results = []
    for number, value in enumerate(values):
        before = builder.emit("prior", back=1, channel=number, type=value.type)
        nothing = Const(value.type, 0.0 if value.type is FLOAT else 0)
        results.append(builder.emit("add", value, builder.emit("select", beyond, before, nothing)))
    kinds = {value.type for value in results}
    graph.outputs = [Output(tuple(results), kinds.pop().value if len(kinds) == 1 else SEVERAL)]
    graph.scan = Scan(axis, step, (edge,))
    return Function(graph.name, graph)
