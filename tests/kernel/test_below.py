"""Rows that go through a loop together on a CPU, as a product of matrices does: of whatever size, and whatever they read."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT, Block, constant
from pygpu.kernel import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from tests.kernel.agreeing import agree
from tests.opencl.graphs import Maker

rng = np.random.default_rng(5)
SIZES = [(64, 6), (70, 13), (5, 1), (130, 50)]


def product(m, length, row_of_second):
    """Sums of a(i, y) * b(x, i), or of what another row of b has."""
    a, b = m.graph.images
    body = Block([INT, FLOAT])
    with m.builder.inside(body):
        i, total = body.args
        one = m.builder.emit("read", i, m.graph.y, image=a, channel=0)
        other = m.builder.emit("read", m.graph.x, row_of_second(i), image=b, channel=0)
        following = m("add", i, 1)
        body.results = (m("lt", following, length), following, m("add", total, m("mul", one, other)))
    return m.builder.loop([constant(0), constant(0.0)], body)[1]


def maker():
    m = Maker("product")
    m.add_image("b")
    return m


@pytest.mark.parametrize("width, height", SIZES)
def test_products_of_matrices(width, height):
    m = maker()
    graph = m.done(product(m, 9, lambda i: i))
    assert plan(graph, target=CPU).together > 1
    agree(graph, [rng.random((height, 9), np.float32), rng.random((9, width), np.float32)], [], (width, height))


@pytest.mark.parametrize("width, columns", [(1, 1), (5, 9), (16, 16), (13, 16), (30, 32), (20, 20)])
def test_a_product_of_few_columns_has_as_many_vectors(width, columns):
    """And more rows. A second matrix may be wider than the result."""
    m, narrow = maker(), replace(CPU, lanes=16, columns=width)
    graph = m.done(product(m, 9, lambda i: i))
    assert plan(graph, target=narrow).block[0] == (32 if width > 16 else 16)
    agree(graph, [rng.random((29, 9), np.float32), rng.random((9, columns), np.float32)], [], (width, 29), devices=(narrow,))


@pytest.mark.parametrize("width, height", SIZES)
def test_several_results_and_what_is_the_same_for_all_rows(width, height):
    m = maker()
    found = product(m, 9, lambda i: i)
    graph = m.done(found, m("mul", found, m.builder.convert(m.graph.y, FLOAT)), m.builder.convert(m.graph.x, FLOAT))
    assert plan(graph, target=CPU).together > 1
    agree(graph, [rng.random((height, 9), np.float32), rng.random((9, width), np.float32)], [], (width, height))


def test_rows_that_read_nothing_together_go_one_by_one():
    m = maker()
    graph = m.done(product(m, 9, lambda i: m("add", i, m.graph.y)))
    assert plan(graph, target=CPU).together == 1


def panels(m, length, wide, divided):
    """The same, where b has panels of so many of its columns one after the other, each row by row."""
    a, b = m.graph.images
    body = Block([INT, FLOAT])
    panel = m.builder.emit("shr", m.graph.x, constant(wide.bit_length() - 1)) if divided == ">>" else m.builder.emit(
        "floordiv", m.graph.x, constant(wide))
    beyond = m("mul", panel, wide * (length - 1))
    with m.builder.inside(body):
        i, total = body.args
        one = m.builder.emit("read", i, m.graph.y, image=a, channel=0)
        at = m("add", m.graph.x, m("add", beyond, m("mul", i, wide)))
        other = m.builder.emit("read", at, constant(0), image=b, channel=0)
        following = m("add", i, 1)
        body.results = (m("lt", following, length), following, m("add", total, m("mul", one, other)))
    return m.builder.loop([constant(0), constant(0.0)], body)[1]


@pytest.mark.parametrize("divided", [">>", "//"])
@pytest.mark.parametrize("wide", [64, 16, 24])
@pytest.mark.parametrize("registers", [32, 8])
def test_columns_in_panels(wide, divided, registers):
    """In which panel a vector lies is one number for all of it, where panels are as wide as what begins there."""
    if divided == ">>" and wide == 24:
        pytest.skip("no power of two")
    m, width, height = maker(), 70, 13
    graph, target = m.done(panels(m, 9, wide, divided)), replace(CPU, registers=registers)
    count = -(-width // wide)
    inputs = [rng.random((height, 9), np.float32), rng.random((1, count * 9 * wide), np.float32)]
    agree(graph, inputs, [], (width, height), devices=(target,))
    made = plan(graph, target=target)
    assert made.together > 1
    floats = Format("float32", 1)
    text = emit(graph, made, (floats, floats), (floats,), target).source
    assert ("vload16(0, b_row" in text) == (wide % made.block[0] == 0)


@pytest.mark.parametrize("registers, shape", [(32, (64, 6)), (8, (16, 6))])
def test_as_much_is_summed_as_there_are_registers(registers, shape):
    m = maker()
    found = plan(m.done(product(m, 9, lambda i: i)), target=replace(CPU, registers=registers))
    assert (found.block[0], found.together) == shape
