"""What no output needs."""

from pygpu.passes import dead
from tests.passes.raw import Raw, names, text


def test_operations_nothing_uses():
    m = Raw()
    v = m.read()
    m("sqrt", m("exp", v))
    assert names(dead(m.done(v))) == ["add", "add", "read"]  # what is needed stays as it is


def test_an_image_nothing_reads_stays_a_parameter():
    m = Raw()
    m.read()
    assert len(dead(m.done(m("add", m.graph.x, 1))).images) == 1


def test_results_of_a_branch():
    m = Raw()
    v = m.read()
    a, b = m.branch(m("gt", v, 0.5), lambda: (m("sqrt", v), m("exp", v)), lambda: (m("sin", v), m("cos", v)))
    assert (
        text(dead(m.done(b)))
        == """\
t1: Float = read im (x, y)
t2: Bool = gt t1, 0.5
t3: Float = if t2:
    t4: Float = exp t1
    yield t4
else:
    t5: Float = cos t1
    yield t5
return Float: t3"""
    )


def test_carried_values_that_only_carry_themselves():
    m = Raw()
    result = m.loop((0, 0.0, 1.0), lambda i, a, b: (m("lt", i, 9), m("add", i, 1), m("sqrt", a), m("mul", b, 0.5)))
    graph = dead(m.done(result[2]))
    assert names(graph) == ["loop", "lt", "add", "mul"] and len(graph.body.ops[0].results) == 2


def test_a_next_value_of_which_only_the_result_is_used():
    """The loop's first value is not carried on by anything, but its last one is returned."""
    m = Raw()
    result = m.loop((0, 5.0), lambda i, a: (m("lt", i, 9), m("add", i, 1), m("float_of_int", i)))
    graph = dead(m.done(result[1]))
    assert (
        text(graph)
        == """\
t1: Int, t2: Float = loop t3: Int = 0:
    t4: Bool = lt t3, 9
    t5: Float = float_of_int t3
    again t4, with t3+1, giving t5
return Float: t2"""
    )


def test_a_loop_nothing_waits_for():
    m = Raw()
    m.loop((0,), lambda i: (m("lt", i, 9), m("add", i, 1)))
    assert names(dead(m.done(m.graph.x))) == []


def test_a_graph_that_needs_everything_is_given_back():
    m = Raw()
    i, last = m.loop(
        (0, 0.0), lambda i, a: (m("lt", i, 9), m("add", i, 1), m("sqrt", m("add", a, m("float_of_int", i))))
    )
    graph = m.done(last)
    assert dead(graph) is graph
