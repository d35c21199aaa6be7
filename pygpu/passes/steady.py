"""What is the same for all parts of a result: values of the whole picture, and tables. It is computed once, from all of it.

A value is told each part as a number, a table is an image of its own. So a histogram is made once for a picture that is
computed in tiles, and the tiles need no more than their own pixels.
"""

from __future__ import annotations

from typing import NamedTuple

from pygpu.ir import Builder, Function, Graph, Op, Output, Value, constant
from pygpu.ir.ranges import Bounds
from pygpu.ir.spans import Spans

from .dead import dead

MOST = 1 << 22  # entries of a table


class Steady(NamedTuple):
    """A graph of all pictures, and how large its result is."""

    graph: Graph
    size: tuple[int, int] = (1, 1)


def values_of(program: Graph, graph: Graph, values: list[Value]) -> Steady:
    """What computes values of one of a program's graphs, which depend on no place."""
    made = Graph(graph.name, program.images, program.scalars, graph.x, graph.y, body=graph.body, exact=program.exact)
    made.outputs = [Output((value,), value.type.value) for value in values]
    return Steady(dead(made))


def table_of(program: Graph, function: Function, channel: int, around: tuple[int, ...]) -> Steady:
    """What computes a function in a rectangle, (left, top, right, bottom), the last ones included."""
    left, top, right, bottom = around
    made = Graph(function.name, program.images, program.scalars, exact=program.exact)
    builder = Builder(made.body)
    places = [builder.emit("add", at, constant(by)) for at, by in zip(made.coordinates, (left, top))]
    value = builder.emit("call", *places, channel=channel, function=function)
    made.outputs = [Output((value,), value.type.value)]
    return Steady(made, (right - left + 1, bottom - top + 1))


def where(graph: Graph, op: Op) -> tuple[int, ...] | None:
    """The places at which an operation may ask: (left, top, right, bottom); None where they are too many."""
    spans = Spans(graph, None, {}, {})
    bounds: list[Bounds] = [spans.of(operand) for operand in op.operands]
    if len(bounds) != 2 or max(abs(end) for each in bounds for end in each) > MOST:
        return None
    (left, right), (top, bottom) = bounds
    return (left, top, right, bottom) if (right - left + 1) * (bottom - top + 1) <= MOST else None
