"""Branches in branches."""

import pytest

from pygpu.ir import BOOL, FLOAT, Const
from pygpu.passes import dead, nests, optimise, simplify
from tests.passes.raw import Raw, names, text
from tests.passes.test_flags import costly

NOTHING = Const(FLOAT, None)


@pytest.fixture
def m():
    return Raw()


def settled(m, *results):
    return dead(nests(simplify(m.done(*results))))


def test_a_condition_behind_a_condition(m):
    v, a = m.read(), m.add_scalar("a", BOOL)
    result = m.branch(a, lambda: m.branch(m("gt", v, 0.5), lambda: (costly(m, v, 1),), lambda: (0.0,)), lambda: (0.0,))[
        0
    ]
    assert (
        text(settled(m, result))
        == """\
t1: Float = read im (x, y)
t2: Bool = gt t1, 0.5
t3: Bool = and a, t2
t4: Float = if t3:
    t5: Float = exp t1
    yield t5
else:
    yield 0.0
return Float: t4"""
    )


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize("inner", [True, False])
def test_each_side_of_both(m, outer, inner):
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", BOOL)
    sides = [lambda: (costly(m, v, 1),), lambda: (NOTHING,)]
    nested = lambda: m.branch(b, *(sides if inner else sides[::-1]))  # noqa: E731
    rest = lambda: (v,)  # noqa: E731
    result = m.branch(a, *((nested, rest) if outer else (rest, nested)))[0]
    graph = settled(m, result)
    assert names(graph).count("if") == 1
    wanted = {(True, True): "and a, b", (False, False): "or a, b", (True, False): "not b", (False, True): "not a"}
    assert wanted[outer, inner] in text(graph)


def test_ends_that_differ_are_selected(m):
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", BOOL)
    result = m.branch(a, lambda: m.branch(b, lambda: (costly(m, v),), lambda: (1.0,)), lambda: (2.0,))[0]
    assert "select a, 1.0, 2.0" in text(settled(m, result))


def test_two_costly_ends_stay_apart(m):
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", BOOL)
    result = m.branch(
        a,
        lambda: m.branch(b, lambda: (costly(m, v),), lambda: (costly(m, m("sin", v)),)),
        lambda: (costly(m, m("cos", v)),),
    )[0]
    assert names(settled(m, result)).count("if") == 2


def test_what_waits_for_the_inner_branch_keeps_it_there(m):
    v, a, b = m.read(), m.add_scalar("a", BOOL), m.add_scalar("b", BOOL)

    def arm():
        inner = m.branch(b, lambda: (costly(m, v),), lambda: (0.0,))[0]
        return (m("sqrt", inner),)

    assert names(settled(m, m.branch(a, arm, lambda: (0.0,))[0])).count("if") == 2


def test_the_two_halves_of_a_test_and_a_break_are_one_test(m):
    """while i < x and total < 9: if im(i) > 0.5: break; total += ..."""

    def body(i, total):
        def more():
            v = m.read_at(i, m.graph.y)
            return m.branch(
                m("gt", v, 0.5),
                lambda: (False, Const(i.type, None), NOTHING),
                lambda: (True, m("add", i, 1), m("add", total, costly(m, v))),
            )

        def second():
            return m.branch(m("lt", total, 9.0), more, lambda: (False, i, total))

        return m.branch(m("lt", i, m.graph.x), second, lambda: (False, i, total))

    graph = optimise(m.done(m.loop((0, 0.0), body)[0]))
    assert names(graph).count("if") == 1 and names(graph).count("and") == 2
