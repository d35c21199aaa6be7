"""Early returns: a branch on a flag that an earlier branch has set becomes part of that one."""

import numpy as np

import pygpu
from pygpu import Image, Int, Position
from pygpu.ir import BOOL, FLOAT, INT, Const
from pygpu.passes import dead, flags, optimise, simplify
from tests.passes.raw import Raw, names, text

NOTHING = Const(FLOAT, None)


def costly(m, value, n=8):
    for _ in range(n):
        value = m("exp", value)
    return value


def test_an_early_return():
    m = Raw()
    v = m.read()
    done, value = m.branch(m("gt", v, 0.5), lambda: (True, m("sqrt", v)), lambda: (False, NOTHING))
    result = m.branch(done, lambda: (value,), lambda: (m("exp", v),))[0]
    assert (
        text(dead(flags(simplify(m.done(result)))))
        == """\
t1: Float = read im (x, y)
t2: Bool = gt t1, 0.5
t3: Float = if t2:
    t4: Float = sqrt t1
    yield t4
else:
    t5: Float = exp t1
    yield t5
return Float: t3"""
    )


def test_returns_one_after_another_become_one_nest():
    """if v > 0.9: return a / if v > 0.8: return b / return c, each with enough work to stay a branch."""
    m = Raw()
    v = m.read()

    def rest(levels):
        if not levels:
            return costly(m, v)
        done, value = m.branch(
            m("gt", v, levels[0]), lambda: (True, costly(m, m("add", v, levels[0]))), lambda: (False, NOTHING)
        )
        return m.branch(done, lambda: (value,), lambda: (rest(levels[1:]),))[0]

    graph = optimise(m.done(rest([0.9, 0.8, 0.7])))
    assert names(graph).count("if") == 3 and "select" not in names(graph)
    assert "True" not in text(graph) and "?" not in text(graph)


def test_returns_inside_of_an_arm():
    """if a: (if b: return p) / return q: the flag is known in one arm, and asked again in the other."""
    m = Raw()
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", BOOL)

    def inner():
        return m.branch(b, lambda: (True, costly(m, v)), lambda: (False, NOTHING))

    done, value = m.branch(a, inner, lambda: (False, NOTHING))
    result = m.branch(done, lambda: (value,), lambda: (m("sqrt", v),))[0]
    graph = optimise(m.done(result))
    assert "True" not in text(graph) and "and a, b" in text(graph)


def test_two_branches_on_one_condition_are_one():
    m = Raw()
    v, c = m.read(), m.add_scalar("c", BOOL)
    one = m.branch(c, lambda: (costly(m, v),), lambda: (v,))[0]
    two = m.branch(c, lambda: (costly(m, one, 3),), lambda: (m("sqrt", v),))[0]
    assert text(optimise(m.done(one, two))).count("if c") == 1


def test_what_stands_between_and_needs_the_first_keeps_them_apart():
    m = Raw()
    v, c = m.read(), m.add_scalar("c", BOOL)
    one = m.branch(c, lambda: (costly(m, v),), lambda: (v,))[0]
    between = m("sin", one)
    two = m.branch(c, lambda: (costly(m, between),), lambda: (m("sqrt", v),))[0]
    graph = simplify(m.done(two))
    assert flags(graph) is graph


def test_what_stands_between_and_does_not_goes_first():
    m = Raw()
    v, c = m.read(), m.add_scalar("c", BOOL)
    one = m.branch(c, lambda: (costly(m, v),), lambda: (v,))[0]
    between = m("sin", v)
    two = m.branch(c, lambda: (costly(m, between),), lambda: (m("add", one, between),))[0]
    graph = flags(simplify(m.done(two)))
    assert names(graph)[:3] == ["read", "sin", "if"] and names(graph).count("if") == 1


def test_a_large_arm_is_not_copied():
    m = Raw()
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", INT)
    flag, value = m.branch(a, lambda: (True, costly(m, v)), lambda: (m("gt", m("ipow", b, 7), m.graph.x), m("sqrt", v)))
    graph = simplify(m.done(m.branch(flag, lambda: (costly(m, value, 3),), lambda: (v,))[0]))
    assert flags(graph) is graph
    graph = simplify(m.done(m.branch(flag, lambda: (value,), lambda: (costly(m, v, 3),))[0]))
    assert flags(graph) is not graph


def test_what_one_arm_knows_of_a_value_is_not_told_to_the_other():
    """Where c == 45 it is 45; the other arm, too, took it for that."""
    def number(code):
        total, negative = 0, False
        if code == 45:
            negative = True
        else:
            total = code - 48
        return -total if negative else total

    def digits(im=Image[Int], p=Position):
        n = im(p) % 100
        return sum([number(code) for code in [n // 10 ** k % 10 + 48 for k in (1, 0) if k < 1 or n >= 10 ** k]])

    numbers = np.array([[1, 23, 45]], np.int32)
    pygpu.use("none")
    try:
        assert pygpu.compile(digits)(numbers).tolist() == [[1, 5, 9]]
    finally:
        pygpu.use(None)
