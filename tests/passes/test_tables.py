"""Lists that a loop over the picture fills become tables; what is made of their numbers is a table, too."""

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image
from pygpu.ir import FLOAT, INT, Block, Op, constant, evaluate, every_graph, every_op, functions, verify
from pygpu.ir.arrays import array_of
from pygpu.ir.ops import IF
from pygpu.passes import optimise
from tests.opencl.graphs import Maker

rng = np.random.default_rng(4)
IMAGE = rng.random((9, 11, 1)).astype(np.float32)
N = 32


def counted(m, first, end, carried, turn):
    """A counting loop as the tracer writes one; what it carried."""
    body = Block([INT, *[value.type for value in carried]])
    with m.builder.inside(body):
        again = m("lt", body.args[0], end)
        then, otherwise = Block(), Block()
        with m.builder.inside(then):
            then.results = (m("add", body.args[0], 1), *turn(list(body.args[1:]), body.args[0]))
        otherwise.results = body.args
        branch = Op(IF, (again,), (), [value.type for value in body.args], (then, otherwise))
        body.ops.append(branch)
        body.results = (again, *branch.results)
    return list(m.builder.loop([first, *carried], body))[1:]


def filled(m, event, start=None):
    """A list of numbers after a loop over the picture; `event(list, value)` is what happens at a place."""
    start = start or m("array", constant(0), type=array_of(INT, N))
    rows = m("height", image=m.image)

    def row(found, y):
        return counted(m, constant(0), m("width", image=m.image), found, lambda inner, x: event(inner, m.read_at(x, y)))

    return counted(m, constant(0), rows, [start], row)[0]


def number(m, value):
    return m("min", m("int_of_float", m("mul", value, float(N))), N - 1)


def count(m):
    def event(lists, value):
        entry = number(m, value)
        return [m("put", lists[0], entry, m("add", m("get", lists[0], entry), 1))]
    return event


def result(m, value):
    graph = optimise(verify(m.done(value)))
    verify(graph)
    kinds = {op.kind.name for each in every_graph(graph) for op in every_op(each.body)}
    assert kinds.isdisjoint({"loop", "array", "put", "get"})
    return evaluate(graph, [IMAGE])[0][:, :, 0], graph


ENTRIES = np.minimum((IMAGE[:, :, 0] * N).astype(int), N - 1)
COUNTS = np.bincount(ENTRIES.ravel(), minlength=N)


def test_a_histogram():
    m = Maker()
    found, graph = result(m, m("get", filled(m, count(m)), number(m, m.read())))
    assert np.array_equal(found, COUNTS[ENTRIES]) and "tally add of" in str(graph)


def test_under_a_condition_and_with_what_was_there():
    m = Maker()
    start = m("array", *[constant(i * i) for i in range(N)], type=array_of(INT, N))

    def event(lists, value):
        entry, then, otherwise = number(m, value), Block(), Block()
        test = m("gt", value, 0.5)
        with m.builder.inside(then):
            new = m("put", lists[0], entry, m("max", m("get", lists[0], entry), m("mul", entry, 40)))
            then.results = (new,)
        otherwise.results = (lists[0],)
        return list(m.builder.branch(test, then, otherwise))

    found, _ = result(m, m("get", filled(m, event, start), number(m, m.read())))
    wanted = np.arange(N) ** 2
    for entry, value in zip(ENTRIES.ravel(), IMAGE.ravel()):
        if value > 0.5:
            wanted[entry] = max(wanted[entry], 40 * entry)
    assert np.array_equal(found, wanted[ENTRIES])


def test_what_is_summed_up_is_a_scan_and_what_is_alike_a_function():
    m = Maker()
    counts = filled(m, count(m))
    sums = [m("get", counts, 0)]
    for i in range(1, N):
        sums.append(m("add", sums[-1], m("get", counts, i)))
    shares = [m("div", m("float_of_int", each), m("float_of_int", sums[-1])) for each in sums]
    table = m("array", *shares, type=array_of(FLOAT, N))
    found, graph = result(m, m("get", table, number(m, m.read())))
    assert np.allclose(found, (np.cumsum(COUNTS) / COUNTS.sum())[ENTRIES])
    assert any(function.graph.scan for function in functions(graph)) and len(str(graph).splitlines()) < 60


@pytest.mark.parametrize("n", [3, 20])
def test_numbers_that_are_not_alike(n):
    m = Maker()
    values = [m("sqrt" if i % 2 else "exp", m.read(i, 0)) for i in range(n)]
    index = m("int_of_float", m("mul", m.read(), float(n)))
    found, _ = result(m, m("get", m("array", *values, type=array_of(FLOAT, n)), index))
    padded = np.pad(IMAGE[:, :, 0], ((0, 0), (0, n)), mode="edge")
    every = np.stack([(np.sqrt if i % 2 else np.exp)(padded[:, i:i + 11]) for i in range(n)])
    assert np.allclose(found, np.take_along_axis(every, np.minimum((IMAGE[:, :, 0] * n).astype(int), n - 1)[None], 0)[0])


@pytest.mark.parametrize("count", [2, 8, 40])
def test_several_tables_of_the_same_entries_are_one_pass(count):
    """Few numbers are a table like many: written out, one work-item would go over the picture, pixel after pixel."""
    def f(im=Image):
        many, sums, least = [0] * count, [0.0] * count, [1.0] * count
        for value in im:
            at = min(int(value * count), count - 1)
            many[at] += 1
            sums[at] += value
            if value > 0.25:
                least[at] = min(least[at], value)
        return many, sums, least

    picture = rng.random((9, 11)).astype(np.float32)
    found = pygpu.compile(f)
    for one, other in zip(found(picture), f(HostImage(picture))):
        np.testing.assert_allclose(one, other, rtol=1e-5)
    told = str(found.graph)
    assert "tally add add of each_table" in told and "tally min of" in told and "loop" not in told
