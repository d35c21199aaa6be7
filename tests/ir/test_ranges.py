"""Bounds of whole numbers: what is followed, and how far."""

import pygpu
from pygpu import Image, Position
from pygpu.ir import (
    FLOAT,
    Builder,
    Const,
    Function,
    Graph,
    ImageParam,
    Output,
    PixelType,
    Ranges,
    ScalarParam,
    Value,
    constant,
)


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


def test_numbers_of_a_call_have_bounds_however_they_are_rounded():
    graph = Graph("reach")
    builder = Builder(graph.body)
    sigma = Value(FLOAT, None, "sigma")
    graph.scalars = [ScalarParam("sigma", sigma)]
    reach = builder.emit("int_of_float", builder.emit("mul", sigma, Const(FLOAT, 4.0)))
    step = builder.emit("max", builder.emit("int_of_float", builder.emit("div", sigma, Const(FLOAT, 5.0))), constant(1))
    row = builder.emit("floordiv", graph.y, step)
    known = Ranges(graph, (0, 0, 20, 99), None, {sigma: 7.6})
    assert known.of(reach) == (30, 30) and known.of(builder.emit("add", graph.x, reach)) == (30, 50)
    assert known.of(row) == (0, 99)
    assert Ranges(graph, (0, 0, 20, 99), None, {sigma: 50.0}).of(row) == (0, 11)  # 9.9999 or 10.0001, for all we know
    assert Ranges(graph, (0, 0, 20, 99), None, {sigma: 51.0}).of(row) == (0, 9)
    for unknown in (None, {}, {sigma: float("nan")}, {sigma: float("inf")}):
        low, high = Ranges(graph, (0, 0, 20, 99), None, unknown).of(reach)
        assert low < -1e9 and high > 1e9


def test_places_that_a_border_folds_back_lie_inside():
    """`min(i % (2 * n), 2 * n - 1 - i % (2 * n))`, and one that wraps, of which nothing is known."""
    graph = Graph("folded")
    builder = Builder(graph.body)
    far = builder.emit("mod", graph.x, constant(40))
    assert Ranges(graph).of(builder.emit("min", far, builder.emit("sub", constant(39), far))) == (0, 19)
    assert Ranges(graph).of(builder.emit("max", builder.emit("sub", constant(38), far), far)) == (19, 39)
    less = builder.emit("sub", constant(-1 << 31), graph.x)
    assert Ranges(graph).of(builder.emit("min", graph.x, less))[1] > 0


def test_floats_that_a_filter_keeps_within_two_numbers():
    """`int(min(max(v, 0.0), 1.0) * 10 + 0.5)` is one of eleven numbers, or 0 where v is none; also if a function says it."""
    inner = Graph("level")
    builder = Builder(inner.body)
    image = ImageParam("im", PixelType(FLOAT, 1), ("clamp", "clamp"))

    def level(builder, value, scale, more):
        between = builder.emit("min", builder.emit("max", value, Const(FLOAT, 0.0)), Const(FLOAT, 1.0))
        return builder.emit("int_of_float", builder.emit("add", builder.emit("mul", between, Const(FLOAT, scale)),
                                                         Const(FLOAT, more)))

    value = builder.emit("read", inner.x, inner.y, image=image, channel=0)
    inner.outputs = [Output((level(builder, value, 10.0, 0.5),), "Int")]
    function = Function("level", inner)
    graph = Graph("reads", images=[image])
    builder = Builder(graph.body)
    ranges = Ranges(graph)
    low, high = ranges.of(builder.emit("call", graph.x, graph.y, function=function, channel=0))
    assert low == 0 and high in (10, 11)
    value = builder.emit("read", graph.x, graph.y, image=image, channel=0)
    assert ranges.of(level(builder, value, -4.0, 9.0)) == (0, 9)  # 0 of what is no number
    assert ranges.of(builder.emit("int_of_float", builder.emit("max", value, Const(FLOAT, 3.0))))[0] == 0
    assert ranges.of(builder.emit("int_of_float", builder.emit("mul", value, Const(FLOAT, 2.0)))) == (-2**31, 2**31 - 1)


def test_many_floats_made_of_one_another_take_no_time():
    graph = Graph("doubles")
    builder = Builder(graph.body)
    value = builder.emit("float_of_int", builder.emit("min", builder.emit("max", graph.x, constant(0)), constant(9)))
    for _ in range(200):
        value = builder.emit("add", value, value)
    assert Ranges(graph).of(builder.emit("int_of_float", value))[1] == 2**31 - 1


def test_the_place_of_the_greatest_is_one_of_those_that_are_counted():
    def place(im=Image, p=Position):
        greatest, found = 0.0, -1
        for x in range(im.width):
            if im(x, p.y) * im(p) > greatest:
                greatest, found = im(x, p.y) * im(p) + greatest * im(p), x
        return found

    graph = pygpu.compile(place).graph
    low, high = Ranges(graph, (0, 0, 20, 20), {graph.images[0]: (9, 5)}).of(graph.outputs[0].values[0])
    assert low == -1 and high in (8, 9)
