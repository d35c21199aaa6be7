"""Rows that go through a loop together on a CPU, as a product of matrices does: of whatever size, and whatever they read."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT, Block, constant
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
