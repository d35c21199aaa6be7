"""The list as a whole: its order, its trace, its end, its speed."""


import pygpu.passes
from pygpu.ir import verify
from pygpu.passes import PASSES, optimise
from tests.effort import calls
from tests.opencl.graphs import Maker, mandelbrot, sobel
from tests.passes.raw import Raw, names


def test_each_pass_says_what_it_does():
    for each in PASSES:
        assert "before " in each.__doc__ and "after " in each.__doc__, each.__name__


def test_names_and_lines_survive():
    from pygpu.errors import Location

    m = Raw()
    m.builder.location = Location("f.py", "f", 3)
    v = m("sqrt", m("mul", m.read(), 1.0))
    v.name = "root"
    op = optimise(m.done(m("add", v, 1.0))).body.ops[1]
    assert op.result.name == "root" and op.location.line == 3


def test_the_trace_names_the_passes_that_changed_something(monkeypatch, capsys):
    m = Raw()
    m("sqrt", m.read())
    monkeypatch.setenv("PYGPU_DEBUG", "5")
    seen = []
    graph = optimise(m.done(m("mul", m.read(), 1.0)), lambda name, graph: seen.append((name, names(graph))))
    assert seen[-1] == ("dead", ["read"]) and names(graph) == ["read"]
    assert "--- after dead\nfilter filter" in capsys.readouterr().err


def test_the_old_graph_is_left_as_it_was():
    graph = mandelbrot()
    before = str(graph)
    optimise(graph)
    verify(graph)
    assert str(graph) == before


def test_passes_are_verified_under_pytest(monkeypatch):
    called = []
    monkeypatch.setattr(pygpu.passes, "verify", lambda graph: called.append(graph))
    m = Raw()
    optimise(m.done(m("mul", m.read(), 1.0)))
    assert called


def test_it_is_quick(monkeypatch):
    """3 ms for Sobel, and 60 ms for a thousand operations."""
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    assert calls(lambda: optimise(sobel())) < 6_000
    m = Maker()
    weights = [[1 + (7 * i + 3 * j) % 5 / 4 for i in range(17)] for j in range(17)]
    large = m.done(m.convolve(weights))
    assert len(large.body.ops) > 800
    assert calls(lambda: optimise(large)) < 100_000
