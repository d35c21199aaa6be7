"""What is left of a loop after its last pass."""

from pygpu.ir import FLOAT, INT, Const
from pygpu.passes import dead, exits, simplify
from tests.passes.raw import Raw, names, text

NO_FLOAT, NO_INT = Const(FLOAT, None), Const(INT, None)


def settled(m, *results):
    return dead(exits(simplify(m.done(*results))))


def test_what_only_matters_behind_the_loop_is_done_there():
    m = Raw()

    def body(i):
        return m.branch(
            m("lt", i, m.graph.x),
            lambda: (True, m("add", i, 1), NO_FLOAT),
            lambda: (False, NO_INT, m("sqrt", m("float_of_int", i))),
        )

    assert (
        text(settled(m, m.loop((0,), body)[1]))
        == """\
t1: Int = loop t2: Int = 0:
    t3: Bool = lt t2, x
    t4: Int = if t3:
        yield t2+1
    else:
        yield t2
    again t3, with t4
t5: Float = float_of_int t1
t6: Float = sqrt t5
return Float: t6"""
    )


def test_two_ways_out_that_come_to_the_same():
    m = Raw()

    def body(i, total):
        def more():
            return m.branch(
                m("lt", total, 9.0),
                lambda: (True, m("add", i, 1), m("exp", total), NO_FLOAT),
                lambda: (False, NO_INT, NO_FLOAT, m("sqrt", total)),
            )

        return m.branch(m("lt", i, m.graph.x), more, lambda: (False, NO_INT, NO_FLOAT, m("sqrt", total)))

    graph = settled(m, m.loop((0, 0.0), body)[2])
    assert names(graph).count("sqrt") == 1 and names(graph)[-1] == "sqrt"
    assert "giving" not in text(graph)


def test_two_ways_out_that_differ_stay():
    m = Raw()

    def body(i, total):
        def more():
            return m.branch(
                m("lt", total, 9.0),
                lambda: (True, m("add", i, 1), m("exp", total), NO_FLOAT),
                lambda: (False, NO_INT, NO_FLOAT, m("sqrt", total)),
            )

        return m.branch(m("lt", i, m.graph.x), more, lambda: (False, NO_INT, NO_FLOAT, total))

    assert "giving" in text(settled(m, m.loop((0, 0.0), body)[2]))


def test_a_value_before_the_last_pass_stays_an_extra_where_the_pass_changes_it():
    m = Raw()
    _, before = m.loop((0,), lambda i: (m("lt", i, 9), m("add", i, 2), i))
    graph = settled(m, before)
    assert "again t4, with t3+2, giving t3" in text(graph)


def test_what_is_computed_from_values_of_the_last_pass():
    """The extra is used nowhere else in the loop: its operand leaves in its place."""
    m = Raw()
    _, extra = m.loop((0,), lambda i: (m("lt", i, 9), m("add", i, 2), m("exp", m("float_of_int", i))))
    graph = settled(m, extra)
    assert names(graph) == ["loop", "lt", "add", "float_of_int", "exp"]


def test_what_the_loop_needs_itself_is_not_computed_twice():
    m = Raw()

    def body(i):
        f = m("exp", m("float_of_int", i))
        return m("lt", f, 9.0), m("add", i, 2), f

    assert names(settled(m, m.loop((0,), body)[1])).count("exp") == 1


def test_a_carried_value_that_nobody_reads_again_stays_where_it_is_needed_behind_the_loop():
    m = Raw()
    graph = dead(exits(m.done(m.loop((m.graph.x,), lambda i: (False, NO_INT, i))[1])))
    assert "?" not in text(graph)
