"""Folding and common subexpressions over a whole graph, and what a condition tells about its arms."""

from pygpu.ir import BOOL, INT, constant
from pygpu.passes import simplify
from tests.passes.raw import Raw, text


def test_folds_and_finds_again():
    m = Raw()
    v = m("mul", m.read(), 1.0)
    again = m("add", m.read(), 0.0)
    assert (
        text(simplify(m.done(m("add", v, again))))
        == """\
t1: Float = read im (x, y)
t2: Float = add t1, t1
return Float: t2"""
    )


def test_a_graph_with_nothing_to_do_is_given_back():
    m = Raw()
    graph = m.done(m("sqrt", m.read(1, 0)))
    simpler = simplify(graph)
    assert simplify(simpler) is simpler


def test_in_an_arm_the_condition_is_known():
    m = Raw()
    v = m.read()
    c = m("gt", v, 0.5)
    c.name = "c"
    chosen, flag = m.branch(
        c, lambda: (m("select", m("not", c), 2.0, m("sqrt", v)), c), lambda: (m("select", c, 1.0, v), c)
    )
    assert (
        text(simplify(m.done(chosen, flag)))
        == """\
t1: Float = read im (x, y)
c: Bool = gt t1, 0.5
t2: Float = if c:
    t3: Float = sqrt t1
    yield t3
else:
    yield t1
return Float: t2
return Bool: c"""
    )


def test_what_follows_from_a_condition():
    m = Raw()
    a, b, i = m.add_scalar("a", BOOL), m.add_scalar("b", BOOL), m.add_scalar("i", INT)
    both = m("and", a, b)

    def arms(condition, value):
        return m.branch(
            condition, lambda: (m("add", value, m("mul", m.graph.x, m.graph.y)),), lambda: (m("mul", value, 3),)
        )[0]

    one = arms(both, m("select", a, i, 7))
    three = arms(m("eq", i, 3), i)
    graph = simplify(m.done(one, three))
    assert (
        text(graph)
        == """\
t1: Bool = and a, b
t2: Int = select a, i, 7
t3: Int = if t1:
    t4: Int = mul x, y
    t5: Int = add t2, t4
    yield t5
else:
    t6: Int = mul t2, 3
    yield t6
t7: Bool = eq i, 3
t8: Int = if t7:
    t9: Int = mul x, y
    yield t9+3
else:
    t10: Int = mul i, 3
    yield t10
return Int: t3
return Int: t8"""
    )


def test_the_opposite_comparison_is_known_too_but_not_for_floats():
    m = Raw()
    v, i = m.read(), m.graph.x
    less, not_less, at_least = m("lt", i, 5), m("ge", i, 5), m("not", m("lt", v, 0.5))
    known = m.branch(less, lambda: (m("select", not_less, m("sqrt", v), m("exp", v)),), lambda: (m("log", v),))[0]
    unknown = m.branch(m("lt", v, 0.5), lambda: (m("select", at_least, m("sin", v), m("cos", v)),), lambda: (v,))[0]
    also_nan = m.branch(
        m("lt", v, 0.7), lambda: (m("tan", v),), lambda: (m("select", m("ge", v, 0.7), v, m("atan", v)),)
    )[0]
    lines = text(simplify(m.done(known, unknown, also_nan))).splitlines()
    assert [line.split(" = ")[1] for line in lines if "= select" in line] == ["select t16, t1, t17"]
    assert lines[8:12] == ["    yield t8", "else:", "    t9: Float = log t1", "    yield t9"]


def test_a_known_condition_leaves_one_arm():
    m = Raw()
    v = m.read()
    result = m.branch(m("lt", m.graph.x, m.graph.x), lambda: (m("sqrt", v),), lambda: (m("exp", v),))[0]
    assert text(simplify(m.done(result))) == "t1: Float = read im (x, y)\nt2: Float = exp t1\nreturn Float: t2"


def test_a_loop_of_one_pass_is_no_loop():
    m = Raw()
    v = m.read()
    result = m.loop((v, 0), lambda total, i: (m("lt", i, i), m("sqrt", total), m("add", i, 1)))
    once = simplify(simplify(m.done(*result)))
    assert text(once) == "t1: Float = read im (x, y)\nt2: Float = sqrt t1\nreturn Float: t2\nreturn Int: 1"


def test_constants_reach_what_uses_them():
    m = Raw()
    n = m("mul", constant(3), 4)
    assert text(simplify(m.done(m("add", m("mul", n, 2), m.graph.x)))) == "return Int: x+24"
