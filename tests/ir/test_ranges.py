"""Bounds of whole numbers: what is followed, and how far."""

from pygpu.ir import Builder, Graph, Ranges, constant


def test_a_chain_of_any_length_has_bounds_without_going_too_deep():
    """Thousands of operations, one below the other, the last one asked first."""
    graph = Graph("chain")
    builder = Builder(graph.body)
    short = long = builder.emit("min", builder.emit("max", graph.x, constant(0)), constant(9))
    for _ in range(30):
        short = builder.emit("max", short, builder.emit("sub", graph.y, short))
    for _ in range(1200):
        long = builder.emit("max", long, builder.emit("sub", graph.y, long))
    assert Ranges(graph, (0, 0, 20, 0)).of(short) == (0, 9)
    low, high = Ranges(graph, (0, 0, 20, 0)).of(long)
    assert low <= 0 and high >= 9


def test_what_was_too_deep_once_is_found_when_it_is_near():
    graph = Graph("chain")
    builder = Builder(graph.body)
    values = [builder.emit("min", builder.emit("max", graph.x, constant(0)), constant(9))]
    for _ in range(500):
        values.append(builder.emit("max", values[-1], builder.emit("sub", graph.y, values[-1])))
    ranges = Ranges(graph, (0, 0, 20, 0))
    ranges.of(values[-1])
    assert ranges.of(values[20]) == (0, 9)
