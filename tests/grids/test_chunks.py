"""Scans of arrays in chunks that are gone over side by side: what plain Python computes, place after place."""

from dataclasses import replace
from functools import cache
from itertools import accumulate

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Image, Position
from pygpu.calls.engines import engine as calls
from pygpu.calls.engines import sequence
from pygpu.ir import evaluate, functions
from pygpu.language.signature import parameters
from pygpu.schedule import CPU, GPU
from pygpu.schedule.folds.folds import unfolded
from pygpu.schedule.programs.programs import program
from pygpu.schedule.scans.scans import every_scan
from pygpu.story import Story, usual_pixels
from tests.engines import check

LENGTH = 64
SIZES = [1, 64, 65, 300]


@pytest.fixture(params=["lanes", "groups"])
def chunks(request, engine, monkeypatch):
    """Chunks so short that small arrays have many; gone over as on a CPU, and as on a GPU, wherever that runs."""
    if engine.device == "none":
        pytest.skip("no device")
    target = GPU if request.param == "groups" else CPU
    small = replace(target, scan_chunk=LENGTH, scan_long_chunk=LENGTH, scan_team=16,
                    scan_chunks=min(target.scan_chunks, 2))
    planned, first = calls.planned, request.param == "lanes"

    def other(graph, inputs, outputs, target, device):
        if graph.scan is None:
            return planned(graph, inputs, outputs, target, device)
        return every_scan(graph, inputs, outputs, target)[0 if first else -1]

    monkeypatch.setattr(calls, "planned", other)
    monkeypatch.setattr(sequence, "unfolded", lambda graph, target, become: unfolded(graph, small, become))
    monkeypatch.setattr(calls.written, "recalled", lambda name: None)
    monkeypatch.setattr(calls.written, "keep", lambda name, program: None)


def total(a=Array, p=Position):
    s = cache(lambda q: a(q) + (s(q - 1) if q.x > 0 else 0.0))
    return s(p)


def total_back(a=Array, p=Position):
    s = cache(lambda q: a(q) + (s(q + 1) if q.x < a.width - 1 else 0.0))
    return s(p) / 2 + a(p + 1)


def second_order(a=Array, p=Position):
    @cache
    def y(q):
        if q.x < 2:
            return a(q)
        return 0.4 * a(q) + 0.9 * y(q - 1) - 0.3 * y(q - 2)

    return y(p)


def second_order_back(a=Array, p=Position):
    @cache
    def y(q):
        if q.x > a.width - 3:
            return a(q)
        return 0.4 * a(q) + 0.9 * y(q + 1) - 0.3 * y(q + 2)

    return y(p)


def forth_and_back(a=Array, p=Position):
    forth = cache(lambda q: 0.4 * a(q) + 0.6 * (forth(q - 1) if q.x > 0 else a(q)))
    back = cache(lambda q: 0.4 * forth(q) + 0.6 * (back(q + 1) if q.x < a.width - 1 else forth(q)))
    return back(p)


def by_data(a=Array, p=Position, sharpness: Float = 3.0):
    """A weight of its own at each place, as an edge-preserving blur has."""
    def s(q):
        weight = 0.9 / (1 + sharpness * abs(a(q) - a(q - 1)))
        return (1 - weight) * a(q) + weight * s(q - 1) if q.x > 0 else a(q)

    s = cache(s)
    return s(p)


def greatest(a=Array, p=Position):
    m = cache(lambda q: max(m(q - 1), a(q)) if q.x > 0 else a(q))
    return m(p)


def greatest_last(a=Array, p=Position):
    """What was before comes second: a NaN is what is left of it."""
    m = cache(lambda q: max(a(q), m(q - 1)) if q.x > 0 else a(q))
    return m(p)


def least_since(a=Array, p=Position):
    """The least number since the last one above 0.9."""
    m = cache(lambda q: min(m(q - 1), a(q)) if q.x > 0 and a(q) < 0.9 else a(q))
    return m(p)


def until_now(a=Array, p=Position):
    seen = cache(lambda q: a(q) > 0.95 or (q.x > 0 and seen(q - 1)))
    return seen(p)


def several(a=Array, p=Position):
    @cache
    def s(q):
        one, two = s(q - 1) if q.x > 0 else (0.0, 1.0)
        return one + a(q), 0.5 * two - 0.1 * one

    return s(p)[1]


def runs(a=Array, p=Position):
    """How many numbers in a row were above one half."""
    n = cache(lambda q: (n(q - 1) + 1 if q.x > 0 else 1) if a(q) > 0.5 else 0)
    return n(p)


IN_CHUNKS = [total, total_back, second_order, second_order_back, forth_and_back, by_data, greatest, greatest_last,
             least_since, until_now, several, runs]


def greatest_around(a=Array, p=Position):
    """A law of very many steps."""
    @cache
    def m(q):
        found = m(q - 1) if q.x > 0 else a(q)
        for i in range(1200):
            found = max(found, a(q) - i)
        return found

    return m(p)


def logistic(a=Array, p=Position):
    s = cache(lambda q: 3.7 * s(q - 1) * (1 - s(q - 1)) if q.x > 0 else 0.3)
    return s(p) + a(p)


def seen_graph(filter):
    found = parameters(filter, {})
    return Story(filter, found, usual_pixels(found)).graph


@pytest.mark.parametrize("filter", IN_CHUNKS, ids=lambda f: f.__name__)
def test_these_are_cut(filter):
    assert any(each.graph.scan and each.graph.scan.chunks for each in functions(unfolded(seen_graph(filter), CPU)))


def test_a_long_law_is_cut():
    assert any(each.graph.scan and each.graph.scan.chunks for each in functions(unfolded(seen_graph(greatest_around), CPU)))


def test_others_are_in_order(chunks):
    assert not any(each.graph.scan and each.graph.scan.chunks for each in functions(unfolded(seen_graph(logistic), CPU)))
    check(logistic, np.zeros(5, np.float32), tolerance=1e-4)


@pytest.mark.parametrize("filter", IN_CHUNKS, ids=lambda f: f.__name__)
def test_chunks(chunks, filter):
    check(filter, np.random.default_rng(3).random(300).astype(np.float32), tolerance=2e-3 if filter is total else 1e-4)


@pytest.mark.parametrize("size", SIZES)
def test_sizes(chunks, size):
    array = np.random.default_rng(size).random(size).astype(np.float32)
    for filter in (forth_and_back, second_order_back, least_since):
        check(filter, array, tolerance=1e-4)


def test_whole_numbers_wrap_alike(chunks):
    def whole(a=Array, p=Position):
        s = cache(lambda q: a(q) + (s(q - 1) if q.x > 0 else 0))
        return s(p)

    array = np.random.default_rng(5).integers(-2**31, 2**31, 500, np.int32)
    assert np.array_equal(pygpu.compile(whole)(array), np.cumsum(array, dtype=np.int32))


def test_many(engine):
    """The usual chunks, more than one of them; NumPy's evaluator has none."""
    array = np.random.default_rng(5).random(2_000 if engine.device == "none" else 20_000).astype(np.float32)
    got = pygpu.compile(total)(array)
    assert np.allclose(got, np.cumsum(array, dtype=np.float64), rtol=1e-5)
    got = pygpu.compile(greatest)(array)
    assert np.array_equal(got, list(accumulate(array, max)))


def since_the_last_dark(a=Array, p=Position):
    s = cache(lambda q: a(q) + (s(q - 1) if q.x > 0 and a(q) > 0.1 else 0.0))
    return s(p)


def growing(a=Array, p=Position):
    s = cache(lambda q: a(q) + (3.0 * s(q - 1) if q.x > 0 else 0.0))
    return s(p)


def test_what_is_left_out_may_be_infinite(chunks):
    array = np.random.default_rng(9).random(300).astype(np.float32)
    array[[70, 71]], array[[130, 200]] = (np.nan, np.inf), 0.0
    check(since_the_last_dark, array, tolerance=1e-4)
    check(forth_and_back, array, tolerance=1e-4)


@pytest.mark.parametrize("filter", [greatest, greatest_last, least_since], ids=lambda f: f.__name__)
def test_extremes_of_what_is_no_number(chunks, filter):
    array = np.random.default_rng(9).random(300).astype(np.float32)
    array[[0, 63, 64, 70, 191, 192, 299]] = np.nan
    check(filter, array)


def test_an_infinite_weight_of_nothing(chunks):
    array = np.zeros(300, np.float32)
    array[290] = 1
    check(growing, array, tolerance=1e-4)


def test_exact_keeps_the_order(engine):
    array = np.random.default_rng(5).random(20_000).astype(np.float32)
    assert np.array_equal(pygpu.compile(total, exact=True)(array), np.cumsum(array))


def test_pictures_have_lines_enough():
    def across(im=Image, p=Position):
        s = cache(lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0))
        return s(p)

    compiled = pygpu.compile(across)
    compiled(np.zeros((3, 9), np.float32))
    assert not any(each.graph.scan.chunks for each in functions(unfolded(compiled.graph, CPU)))


def test_lanes_find_the_end_of_a_chunk_of_a_sum_together():
    def chunked(filter):
        return [each for each in functions(unfolded(seen_graph(filter), CPU)) if each.name.startswith("chunks_of")]

    assert chunked(total) and not chunked(growing) and not chunked(greatest)


@pytest.mark.parametrize("filter", [total, total_back, runs], ids=lambda f: f.__name__)
def test_the_result_is_written_by_the_scan(filter):
    """Not kept first and copied then."""
    for target in (CPU, GPU):
        made = program(unfolded(seen_graph(filter), target))
        assert made.scans[None].graph.scan.chunks, target.kind


def test_a_result_of_more_rows_than_the_scan(engine):
    def rows(a=Array):
        return np.cumsum(a)[None, :] * np.arange(1, 4, dtype=np.float32)[:, None]

    array = np.arange(9, dtype=np.float32)
    assert np.array_equal(pygpu.compile(rows)(array), rows(array))
    assert np.array_equal(pygpu.compile(total)(array, size=(5,)), np.cumsum(array)[:5])


@pytest.mark.parametrize("filter", IN_CHUNKS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("target", [CPU, GPU], ids=lambda target: target.kind)
def test_the_graph_in_chunks_means_the_same(filter, target):
    graph, array = seen_graph(filter), np.random.default_rng(7).random((1, 99, 1)).astype(np.float32)
    small = replace(target, scan_chunk=16, scan_chunks=min(target.scan_chunks, 3))
    (cut,), (whole,) = (evaluate(each, [array], (3.0,) * len(each.scalars), (99, 1))
                        for each in (unfolded(graph, small), graph))
    assert np.allclose(cut, whole, rtol=1e-4)


def test_a_hundred_million_numbers_have_their_place():
    graph = seen_graph(total)
    made = program(unfolded(graph, CPU))
    found = made.regions((10**8, 1), dict.fromkeys(graph.images, (10**8, 1)))
    last = {function.name.split("_")[0]: region.right for function, region in found.items()}
    assert last["ends"] <= last["before"] == (10**8 - 1) // CPU.scan_chunk
