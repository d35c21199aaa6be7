"""Which branches become selects, and what comes out of those that stay."""

import numpy as np

import pygpu
from pygpu import Image, Position
from pygpu.ir import FLOAT, Const, every_op
from pygpu.ir.ops import LOOP
from pygpu.passes import branches, optimise, simplify
from tests.opencl.graphs import mandelbrot
from tests.oracle import run as plain_python
from tests.passes.raw import Raw, names, text
from tests.passes.test_flags import costly


def test_cheap_arms_are_both_computed():
    m = Raw()
    v = m.read()
    c = m("le", v, 0.04045)
    linear = m.branch(c, lambda: (m("div", v, 12.92),), lambda: (m("pow", m("div", m("add", v, 0.055), 1.055), 2.4),))[
        0
    ]
    assert (
        text(branches(simplify(m.done(linear))))
        == """\
t1: Float = read im (x, y)
t2: Bool = le t1, 0.04045
t3: Float = div t1, 12.92
t4: Float = add t1, 0.055
t5: Float = div t4, 1.055
t6: Float = pow t5, 2.4
t7: Float = select t2, t3, t6
return Float: t7"""
    )


def test_arms_in_arms():
    m = Raw()
    v = m.read()

    def inner():
        return m.branch(
            m("gt", v, 0.9),
            lambda: (m("sqrt", v),),
            lambda: (m("read", m.graph.y, m.graph.x, image=m.image, channel=0),),
        )

    assert "if" not in names(branches(m.done(m.branch(m("gt", v, 0.5), inner, lambda: (0.0,))[0])))


def test_costly_arms_stay_and_give_up_their_reads():
    m = Raw()
    v, far = m.read(), m("int_of_float", m("mul", m.read(5, 5), 9.0))
    result = m.branch(
        m("gt", v, 0.5),
        lambda: (costly(m, m("add", m.read(1, 0), m.read(-1, 0))),),
        lambda: (m.read_at(far, m.graph.y),),
    )[0]
    graph = branches(simplify(m.done(result)))
    before, _, inside = text(graph).partition(" = if ")
    assert before.count("read im") == 4 and "read im (x-1, y)" in before
    assert inside.count("read im") == 1  # its place depends on data


def test_many_reads_stay_where_they_are():
    m = Raw()
    v = m.read()
    result = m.branch(m("gt", v, 0.5), lambda: (costly(m, m.convolve([[1, 2, 3, 2, 1]] * 5)),), lambda: (v,))[0]
    graph = simplify(m.done(result))
    assert text(branches(graph)) == text(graph)


def test_an_arm_with_a_loop_stays():
    m = Raw()
    v = m.read()
    result = m.branch(
        m("gt", v, 0.5), lambda: m.loop((0,), lambda i: (m("lt", i, m.graph.x), m("add", i, 1))), lambda: (0,)
    )[0]
    assert names(branches(m.done(result))).count("if") == 1


def test_the_test_of_a_loop_stays_a_branch_and_others_inside_go():
    graph = optimise(mandelbrot())
    assert names(graph).count("if") == 1
    m = Raw()

    def body(i, total):
        half = m.branch(m("gt", total, 1.0), lambda: (m("mul", total, 0.5),), lambda: (m("add", total, m.read()),))[0]
        return m("add", i, 1), half

    graph = optimise(m.done(m.while_(lambda i, t: m("lt", i, m.graph.x), (0, 0.0), body)[1]))
    assert names(graph).count("if") == 1 and names(graph).count("select") == 1


def test_a_break_is_part_of_the_test_of_the_loop():
    """for i in range(x): if total > 4: break; total += im(p)"""
    m = Raw()

    def body(i, total):
        more = m("lt", i, m.graph.x)

        def step():
            left = m("gt", total, 4.0)
            return m.branch(
                left,
                lambda: (False, m("add", i, 1), total),
                lambda: (True, m("add", i, 1), m("add", total, m.read_at(i, m.graph.y))),
            )

        return m.branch(more, step, lambda: (False, i, total))

    graph = optimise(m.done(m.loop((0, 0.0), body)[1]))
    assert names(graph).count("if") == 1 and "and" in names(graph)


def test_what_nothing_reads_needs_no_choice():
    m = Raw()
    v = m.read()
    result = m.branch(m("gt", v, 0.5), lambda: (m("sqrt", v),), lambda: (Const(FLOAT, None),))[0]
    assert text(branches(simplify(m.done(result)))).endswith("sqrt t1\nreturn Float: t3")


def test_a_test_that_guards_only_tests_is_logic():
    """while True: v *= 1.5; if v > 10: break; if k > 40: break"""
    m = Raw()

    def body(v, k):
        v, k = m("mul", v, 1.5), m("add", k, 1)
        again = m.branch(
            m("gt", v, 10.0), lambda: (False,), lambda: m.branch(m("gt", k, 40), lambda: (False,), lambda: (True,))
        )[0]
        return again, v, k

    graph = optimise(m.done(m.loop((m.read(), 0), body)[1]))
    assert "if" not in names(graph) and "and" in names(graph)


def test_an_arm_that_calls_what_loops_stays_in_a_function_too(engine):
    """As in a filter itself: else all pixels would go through that loop."""
    def steps(im, q):
        v, n = im(q), 0
        while n < 60 and v * v < 50:
            v, n = v * v * 0.3 + im(q) * 0.7, n + 1
        return n

    def both(im, q):
        return steps(im, q) + steps(im, q - (0, 1)) if im(q) > 0.7 else 0

    def twice(im=Image, p=Position):
        return both(im, p) + both(im, p - (1, 0))

    filter = pygpu.compile(twice)
    assert filter(np.float32([[0.5, 0.75, 0.9]]), dtype="float32").tolist() == plain_python(
        twice, np.float32([[0.5, 0.75, 0.9]])).tolist()
    assert not any(op.kind is LOOP for op in filter.graph.body.ops)
    assert sum(op.kind is LOOP for op in every_op(filter.graph.body)) == 4
