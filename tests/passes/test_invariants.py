"""What leaves a loop: operations that see nothing of it, carried values that carry nothing."""

from pygpu.passes import invariants, optimise, simplify
from tests.passes.raw import Raw, names, text


def test_operations_on_what_is_outside_come_first():
    m = Raw()
    gain = m.add_scalar("gain")
    result = m.loop(
        (0, 0.0),
        lambda i, total: (m("lt", i, 9), m("add", i, 1), m("add", m("mul", total, m("sqrt", gain)), m.read(1, 0))),
    )
    assert (
        text(invariants(simplify(m.done(result[1]))))
        == """\
t1: Float = sqrt gain
t2: Float = read im (x+1, y)
t3: Int, t4: Float = loop t5: Int = 0, t6: Float = 0.0:
    t7: Bool = lt t5, 9
    t8: Float = mul t6, t1
    t9: Float = add t8, t2
    again t7, with t5+1, t9
return Float: t4"""
    )


def test_also_from_behind_the_test_of_the_loop():
    m = Raw()
    gain, n = m.add_scalar("gain"), m.graph.x
    result = m.while_(lambda i, t: m("lt", i, n), (0, 0.0), lambda i, t: (m("add", i, 1), m("add", t, m("exp", gain))))
    assert names(invariants(m.done(result[1])))[:2] == ["exp", "loop"]


def test_not_from_behind_another_branch():
    m = Raw()
    gain = m.add_scalar("gain")

    def body(i, t):
        more = m.branch(m("gt", t, 3.0), lambda: (m("add", t, m("exp", gain)),), lambda: (m("mul", t, 2.0),))[0]
        return m("lt", i, 9), m("add", i, 1), more

    assert names(invariants(m.done(m.loop((0, 1.0), body)[1])))[0] == "loop"


def test_out_of_two_loops_at_once():
    m = Raw()
    gain = m.add_scalar("gain")

    def inner(i, t):
        return m.loop((0, t), lambda j, u: (m("lt", j, i), m("add", j, 1), m("add", u, m("exp", gain))))[1]

    result = m.loop((0, 0.0), lambda i, t: (m("lt", i, 9), m("add", i, 1), inner(i, t)))
    assert names(invariants(m.done(result[1])))[:2] == ["exp", "loop"]


def test_a_whole_loop_that_sees_nothing_of_the_outer_one():
    m = Raw()
    result = m.loop(
        (0, 0),
        lambda i, t: (
            m("lt", i, 9),
            m("add", i, 1),
            m("add", t, m.loop((0,), lambda j: (m("lt", j, m.graph.x), m("add", j, 2)))[0]),
        ),
    )
    assert names(optimise(m.done(result[1])))[:2] == ["loop", "lt"]


def test_a_value_that_stays_is_not_carried():
    m = Raw()
    v = m.read()
    result = m.loop((0, v, 2.0), lambda i, a, b: (m("lt", i, 9), m("add", i, 1), a, 2.0))
    graph = optimise(m.done(*result))
    assert (
        text(graph)
        == """\
t1: Float = read im (x, y)
t2: Int = loop t3: Int = 0:
    t4: Bool = lt t3, 9
    again t4, with t3+1
return Int: t2
return Float: t1
return Float: 2.0"""
    )


def test_two_counters_that_go_together_are_one():
    m = Raw()
    result = m.while_(
        lambda i, j, t: m("lt", i, m.graph.x),
        (0, 0, 0),
        lambda i, j, t: (m("add", i, 1), m("add", j, 1), m("add", t, m("mul", i, j))),
    )
    graph = optimise(m.done(*result))
    assert "loop t3: Int = 0, t4: Int = 0:" in text(graph) and "mul t3, t3" in text(graph)


def test_counters_that_start_or_go_apart_are_two():
    for start, step in ((1, 1), (0, 2)):
        m = Raw()
        result = m.loop((0, start), lambda i, j: (m("lt", i, 9), m("add", i, 1), m("add", j, step)))
        assert len(optimise(m.done(*result)).body.ops[0].results) == 2


def test_without_loops_there_is_nothing_to_do():
    m = Raw()
    graph = m.done(m("sqrt", m.read()))
    assert invariants(graph) is graph
