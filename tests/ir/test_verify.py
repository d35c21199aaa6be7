"""Each rule that the verifier states, broken."""

import pytest

from pygpu.ir import (
    FLOAT,
    INT,
    OPS,
    Block,
    Const,
    Graph,
    ImageParam,
    InvalidGraph,
    Op,
    Output,
    PixelType,
    Value,
    constant,
    verify,
)
from tests.opencl.graphs import Maker, mandelbrot, sobel

IF, LOOP = OPS["if"], OPS["loop"]


def graph(*ops, outputs=(), images=()):
    result = Graph("broken", list(images), outputs=[Output((v,), "Float") for v in outputs])
    result.body.ops = list(ops)
    return result


def op(name, *operands, type=FLOAT, attributes=()):
    return Op(OPS[name], operands, attributes, (type,))


def refused(words, *args, **kwargs):
    with pytest.raises(InvalidGraph, match=words):
        verify(graph(*args, **kwargs))


def block(*results, ops=(), args=()):
    made = Block(args)
    made.ops, made.results = list(ops), tuple(results)
    return made


def test_valid_graphs_pass():
    for good in (sobel(), mandelbrot()):
        assert verify(good) is good


def test_a_value_is_defined_once():
    one = op("neg", constant(1.0))
    refused("defined twice", one, one)
    stolen = op("neg", constant(1.0))
    stolen.results[0].owner = None
    refused("does not name what defines it", stolen)


def test_a_value_is_defined_before_it_is_used():
    first = op("neg", constant(1.0))
    second = op("neg", first.result)
    verify(graph(first, second))
    refused("used where it is not defined", second, first)
    refused("used where it is not defined", outputs=[Value(FLOAT)])


def test_what_an_arm_computes_stays_in_it():
    inner = op("neg", constant(1.0))
    branch = Op(IF, (constant(True),), (), (FLOAT,), (block(inner.result, ops=[inner]), block(constant(0.0))))
    verify(graph(branch, outputs=branch.results))
    refused("used where it is not defined", branch, op("neg", inner.result))


@pytest.mark.parametrize(
    "words, bad",
    [
        ("takes 2 operands", op("add", constant(1.0))),
        ("of one type", op("add", constant(1.0), constant(1), type=FLOAT)),
        ("takes", op("sqrt", constant(1))),
        ("does not give Int", op("add", constant(1.0), constant(2.0), type=INT)),
        ("chooses by a Bool", op("select", constant(1), constant(1.0), constant(2.0))),
        ("is no Float", op("neg", Const(FLOAT, 1))),
        ("is no Int", op("neg", Const(INT, True), type=INT)),
        ("more than 32 bits", op("neg", Const(INT, 2**31), type=INT)),
        ("wrong attributes", op("neg", constant(1.0), attributes=(("speed", 1),))),
        ("wrong attributes", op("read", constant(1), constant(1))),
    ],
)
def test_operations_follow_their_declaration(words, bad):
    refused(words, bad)


def test_images_and_channels_are_the_graphs():
    image = ImageParam("im", PixelType(FLOAT, 2))
    read = op("read", constant(0), constant(0), attributes=(("channel", 1), ("image", image)))
    verify(graph(read, images=[image]))
    refused("not one of the graph's", read)
    refused("listed twice", images=[image, image])
    refused(
        "no such channel",
        op("read", constant(0), constant(0), attributes=(("channel", 2), ("image", image))),
        images=[image],
    )


@pytest.mark.parametrize("values", [(), (1.0, 2), [1.0]])
def test_a_table_is_a_tuple_of_its_type(values):
    refused("table", op("table", constant(0), attributes=(("type", FLOAT), ("values", values))))


@pytest.mark.parametrize(
    "words, bad",
    [
        ("one Bool", Op(IF, (constant(1),), (), (), (block(), block()))),
        ("two blocks", Op(IF, (constant(True),), (), (), (block(),))),
        ("no arguments", Op(IF, (constant(True),), (), (), (block(args=[INT]), block()))),
        ("results are not", Op(IF, (constant(True),), (), (FLOAT,), (block(constant(1.0)), block(constant(1))))),
        ("results are not", Op(IF, (constant(True),), (), (FLOAT,), (block(constant(1.0)), block()))),
        ("one block", Op(LOOP, (), (), (), ())),
        ("initial value for each", Op(LOOP, (), (), (INT,), (block(constant(False), constant(1), args=[INT]),))),
        ("again", Op(LOOP, (), (), (), (block(constant(1)),))),
        ("again", Op(LOOP, (), (), (), (block(),))),
        ("next value", Op(LOOP, (constant(1),), (), (FLOAT,), (block(constant(False), constant(1.0), args=[INT]),))),
        ("results are not", Op(LOOP, (), (), (), (block(constant(False), constant(1)),))),
    ],
)
def test_branches_and_loops(words, bad):
    refused(words, bad)


def test_outputs():
    broken = graph()
    broken.outputs = [Output((constant(1.0), constant(1)), "Vec2")]
    with pytest.raises(InvalidGraph, match="should be Float"):
        verify(broken)
    broken.outputs = [Output((), "Vec2")]
    with pytest.raises(InvalidGraph, match="no channels"):
        verify(broken)
    broken = graph()
    broken.body.results = (constant(1.0),)
    with pytest.raises(InvalidGraph, match="outermost"):
        verify(broken)


def test_the_error_shows_the_operation_and_the_graph():
    m = Maker("wrong")
    m.graph.body.ops.append(op("sqrt", constant(1)))
    with pytest.raises(InvalidGraph, match=r"(?s)^sqrt .*takes.*filter wrong.*t1: Float = sqrt 1"):
        verify(m.graph)
