"""Tests whose answer follows from how far a counter goes."""

import numpy as np
import pytest

from pygpu.ir import INT, Ranges, evaluate, every_op
from pygpu.passes import bounds, optimise, simplify
from tests.passes.raw import Raw, names


def counted(first, test, step, bound=None):
    """A loop that counts, and the counter inside it."""
    m = Raw()
    bound = m.add_scalar("n", INT) if bound is None else bound
    seen = []

    def body(i, total):
        seen.append(i)
        return m("add", i, step), m("add", total, m("max", i, 0))

    result = m.while_(lambda i, total: m(test, i, bound), (first, 0), body)
    return m.done(m("float_of_int", result[1])), seen[0]


MOST, LEAST = (1 << 31) - 1, -(1 << 31)


@pytest.mark.parametrize("first, test, step, bound, expected", [
    (0, "lt", 1, None, (0, MOST)),
    (-3, "lt", 1, 8, (-3, 8)),
    (5, "lt", 3, 11, (5, 13)),
    (9, "gt", -1, 0, (0, 9)),
    (9, "gt", -4, -2, (-5, 9)),
    (0, "gt", -1, None, (LEAST, 0)),
    (0, "lt", 2, None, (LEAST, MOST)),    # which may wrap
    (0, "lt", -1, 8, (LEAST, MOST)),      # and so does this
    (0, "ne", 1, 8, (LEAST, MOST)),
])
def test_how_far_a_counter_goes(first, test, step, bound, expected):
    graph, _ = counted(first, test, step, bound)
    (loop,) = [op for op in every_op(graph.body) if op.kind.name == "loop"]
    counter = next(arg for arg in loop.blocks[0].args if arg.type is INT)
    assert Ranges(graph).of(counter) == expected


def test_what_a_counter_decides_goes():
    graph, _ = counted(0, "lt", 1)
    assert "max" in names(graph) and "max" not in names(bounds(simplify(graph)))
    stays, _ = counted(-1, "lt", 1)
    assert bounds(stays) is stays


def test_a_counter_that_is_changed_otherwise_decides_nothing():
    m = Raw()
    n = m.add_scalar("n", INT)

    def body(i, total):
        elsewhere, = m.branch(m("gt", total, 3), lambda: (m("sub", i, 5),), lambda: (m("add", i, 1),))
        return elsewhere, m("add", total, m("max", i, 0))

    result = m.while_(lambda i, total: m("lt", i, n), (0, 0), body)
    assert "max" in names(bounds(simplify(m.done(m("float_of_int", result[1])))))


def test_where_a_position_is_decides_nothing():
    """A stage that asks for it stays the same stage at each place where it is needed."""
    m = Raw()
    result = m.while_(lambda i, t: m("lt", i, 4), (0, 0), lambda i, t: (m("add", i, 1), m("add", t, m("max", m.graph.x, 0))))
    assert "max" in names(bounds(simplify(m.done(m("float_of_int", result[1])))))


def test_a_place_may_be_any_number():
    """Nobody knows what a function of two whole numbers is asked for: pixels may say where."""
    m = Raw()
    result = m.while_(lambda i, t: m("lt", i, 4), (0, 0), lambda i, t: (m("add", i, 1), m("max", t, m.graph.x)))
    near = m("lt", m.graph.x, 1 << 30)
    assert "lt" in names(bounds(m.done(m("select", near, m("float_of_int", result[1]), 0.0))))
    m = Raw()
    m.while_(lambda i: m("lt", i, 4), (0,), lambda i: (m("add", i, 1),))
    assert "max" in names(bounds(m.done(m("float_of_int", m("max", m.graph.x, -(1 << 30))))))


@pytest.mark.parametrize("first", [-2, 0, 3])
def test_the_result_stays(first):
    graph, _ = counted(first, "lt", 1)
    image = np.zeros((1, 2, 1), np.float32)
    for n in (-5, 0, 7):
        before, after = (evaluate(each, [image], (n,), (2, 1)) for each in (graph, optimise(graph)))
        assert (before[0] == after[0]).all()
