"""What planners ask of blocks again and again is found once, and anew where the block is another."""

import pytest

from pygpu.ir import INT, Builder, Function, Graph, Output, asks, callees, constant
from pygpu.ir.functions import told


def function(name: str) -> Function:
    graph = Graph(name)
    graph.outputs = [Output((Builder(graph.body).emit("add", graph.x, graph.y),), "Int")]
    return Function(name, graph)


ONE, OTHER = function("one"), function("other")


@pytest.fixture
def begun():
    graph = Graph("caller")
    return graph, Builder(graph.body)


def test_it_is_found_once(begun):
    graph, builder = begun
    builder.emit("call", graph.x, graph.y, function=ONE, channel=0)
    assert told(graph.body) is told(graph.body)
    assert callees(graph) == (ONE,) and len(asks(graph.body)) == told(graph.body).count == 1


def test_another_operation(begun):
    graph, builder = begun
    builder.emit("call", graph.x, graph.y, function=ONE, channel=0)
    assert callees(graph) == (ONE,)
    builder.emit("call", graph.x, graph.y, function=OTHER, channel=0)
    assert callees(graph) == (ONE, OTHER)


def test_as_many_but_others(begun):
    graph, builder = begun
    mark = builder.mark()
    builder.emit("call", graph.x, graph.y, function=ONE, channel=0)
    assert callees(graph) == (ONE,)
    builder.rollback(mark)
    builder.emit("call", graph.x, graph.y, function=OTHER, channel=0)
    assert callees(graph) == (OTHER,)
    graph.body.ops = []
    assert callees(graph) == () and told(graph.body).count == 0


def test_what_others_found_out_goes_with_it(begun):
    graph, builder = begun
    builder.emit("add", graph.x, constant(1))
    told(graph.body).more["it"] = 1
    assert told(graph.body).more == {"it": 1}
    builder.emit("mul", graph.x, builder.convert(graph.y, INT))
    assert told(graph.body).more == {}
