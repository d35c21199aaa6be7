"""Small kernels that follow one another are launched as one on a GPU: what they give is the same to the last bit."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, reduce

import numpy as np
import pytest
from scipy import signal

import pygpu
from pygpu import Array, Float, Image, Position, sin, sqrt
from pygpu.calls.engines import engine as engines
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.opencl.dialect import Printer
from pygpu.opencl.in_one import as_called
from pygpu.runtime import Joined, joined
from pygpu.schedule import GPU
from pygpu.schedule.plan import plan

from ..opencl.graphs import sobel

RANDOM = np.random.default_rng(7)
TAPS = [0.01 * n for n in (1, 3, 9, 14, 21, 14, 9, 3, 2)]


def halved(fine):
    """By a table of weights, and by nothing that is symmetric."""
    rows = cache(lambda x, y: sum(w * fine(x, 2 * y + n - 4) for n, w in enumerate(TAPS)))
    return cache(lambda x, y: sum(w * rows(2 * x + n - 3, y) for n, w in enumerate(TAPS)))


def levels(im=Image, p=Position, gain: Float = 1.0):
    """Up again from the coarsest of seven, whose sizes are odd more often than not."""
    found = reduce(lambda known, _: [*known, halved(known[-1])], range(6), [cache(lambda x, y: im(x, y))])
    shown = found[-1]
    for finer in found[-2::-1]:
        shown = cache(lambda x, y, coarse=shown, fine=finer:
                      0.5 * (coarse(x // 2, y // 2) + coarse((x + 1) // 2, (y + 1) // 2)) + gain * fine(x, y) % 0.25)
    return shown(p.x, p.y)


@pytest.fixture
def launched(engine, monkeypatch):
    """The kernels of the last new kind of call, planned as for a GPU."""
    if engine.is_checker or engine.device == "none":
        pytest.skip("launches are for drivers")
    monkeypatch.setattr(engines, "target_of", lambda device: GPU)
    found, plain = [], Joined._lay_out

    def laid(self, *given):
        layout = plain(self, *given)
        found[:] = layout.steps
        return layout

    monkeypatch.setattr(Joined, "_lay_out", laid)
    return found


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
@pytest.mark.parametrize("size", [(47, 61), (203, 322), (1, 5)])
def test_small_levels_are_one(launched, monkeypatch, size, dtype):
    picture = RANDOM.random(size, np.float32) if dtype is np.float32 else RANDOM.integers(0, 256, size, dtype)
    with monkeypatch.context() as patch:
        patch.setattr(joined, "SMALL", 0)
        expected, alone = pygpu.compile(levels)(picture, gain=0.7, dtype=np.float32), len(launched)
    made = pygpu.compile(levels)
    for _ in range(2):
        assert np.array_equal(made(picture, gain=0.7, dtype=np.float32), expected)
    assert len(launched) < alone and launched[0].group
    again = made(picture, gain=0.2, dtype=np.float32)  # a number of the call goes to all of them
    assert not np.array_equal(again, expected)
    assert np.array_equal(again, pygpu.compile(levels)(picture, gain=0.2, dtype=np.float32))


def by_the_largest(im=Image, p=Position):
    edges = cache(lambda x, y: abs(im(x + 1, y) - im(x - 1, y)))
    largest = max(edges(x, y) for y in range(im.height) for x in range(im.width))
    return edges(p.x, p.y) / (sum(edges(n, n) * sin(largest * n) for n in range(9)) + 9)


def by_the_mean(im=Image, p=Position):
    mean = sum(im) / len(im)
    return im(p) * sum(sin(mean * n) for n in range(20)) + sqrt(abs(sum(v * v for v in im) / len(im) - mean * mean))


@pytest.mark.parametrize("filter", [by_the_largest, by_the_mean])
def test_what_a_single_group_finds_is_made_use_of_at_once(launched, monkeypatch, filter):
    """It works together, in local memory, and whoever comes next has what it gave."""
    picture = RANDOM.random((211, 322), np.float32)
    with monkeypatch.context() as patch:
        patch.setattr(joined, "SMALL", 0)
        expected, alone = pygpu.compile(filter)(picture), len(launched)
    assert np.array_equal(pygpu.compile(filter)(picture), expected)
    assert len(launched) < alone


@pytest.fixture
def counted(launched, monkeypatch):
    """The same where the last group of a kernel goes on with what follows."""
    monkeypatch.setattr(pygpu.runtime.current(), "counts_groups", True)
    return launched


def mean_and_deviation(a=Array):
    return a.mean(), a.std()


def sums(a=Array):
    return a.sum(axis=0), a.sum(axis=1)


WHOLE = {"sum": lambda a=Array: a.sum(), "place": lambda a=Array: a.argmax(), "both": mean_and_deviation, "sums": sums,
         "less": lambda a=Array: a - a.max(), "prefix": lambda a=Array: a.cumsum()}


@pytest.mark.parametrize("of", WHOLE)
def test_the_last_group_of_a_large_kernel_goes_on_with_small_ones(counted, monkeypatch, of):
    """Call after call, whatever the size, to the last bit what several launches give; and there are fewer."""
    pictures = [RANDOM.random(size, np.float32) for size in ((40, 6), (1, 1), (211, 322))]

    def called(made):
        return [made(picture) for picture in pictures], len(counted)

    with monkeypatch.context() as patch:
        patch.setattr(pygpu.runtime.current(), "counts_groups", False)
        expected, alone = called(pygpu.compile(WHOLE[of]))
    made = pygpu.compile(WHOLE[of])
    for turn in range(3):
        results, launches = called(made)
        for found, each in zip(results, expected):
            pairs = zip(found, each) if isinstance(found, tuple) else [(found, each)]
            assert all(np.array_equal(*pair) for pair in pairs)
        assert turn or launches < alone or of == "prefix"


def test_a_single_group_begins_at_the_beginning(counted, monkeypatch):
    """Also if it is the last one of many, and asks where its first item is."""
    monkeypatch.setattr(engines, "target_of", lambda device: replace(GPU, local_memory=49152))
    weights = signal.butter(2, 0.2)
    start, line = signal.lfilter_zi(weights[0], weights[1]), RANDOM.random(60, np.float32)
    smoothed = pygpu.compile(lambda a=Array: signal.lfilter(*weights, a, zi=start * a[0]))
    for found, expected in zip(smoothed(line), signal.lfilter(*weights, line, zi=start * line[0])):
        np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("filter", [by_the_largest, by_the_mean])
def test_a_filter_is_told_by_the_last_group(counted, monkeypatch, filter):
    picture = RANDOM.random((211, 322), np.float32)
    with monkeypatch.context() as patch:
        patch.setattr(pygpu.runtime.current(), "counts_groups", False)
        expected, several = pygpu.compile(filter)(picture), len(counted)
    made = pygpu.compile(filter)
    assert np.array_equal(made(picture), expected) and np.array_equal(made(picture), expected)
    assert len(counted) < several


def test_groups_are_counted_anew_in_each_call(counted):
    """Also where threads call at the same time: a device has one queue."""
    ones = [np.ones((n, 50 * n + 7), np.float32) for n in (3, 40, 200)]
    total = pygpu.compile(WHOLE["sum"])

    def called(picture):
        return [total(picture) for _ in range(40)]

    with ThreadPoolExecutor(3) as threads:
        for picture, found in zip(ones, threads.map(called, ones)):
            assert set(found) == {picture.size}


def test_a_long_text_is_not_worth_a_launch(launched, monkeypatch):
    picture = RANDOM.random((47, 61), np.float32)
    monkeypatch.setattr(joined, "LINES", 1)
    pygpu.compile(levels)(picture)
    assert all(step.group != (joined.GROUP, 1) for step in launched)


def test_sizes_of_one_filter(launched):
    """Each has launches of its own, and goes back to those that it had."""
    made = pygpu.compile(levels)
    pictures = [RANDOM.random(size, np.float32) for size in ((300, 400), (30, 40), (301, 90))]
    found = [made(picture) for picture in pictures]
    for picture, expected in zip(pictures, found):
        assert np.array_equal(made(picture), expected)
        np.testing.assert_allclose(expected, pygpu.compile(levels)(picture), rtol=1e-6)



def test_what_is_said_of_kernels_alone():
    """Intel's compiler refused functions that said which vectors they work on."""
    graph, gray = sobel(), (Format("float32", 1),)
    printed = Printer(replace(build(graph, plan(graph, target=GPU), gray, gray, GPU).launches[0].kernel, wide=True))
    assert "vec_type_hint" in printed.printed()
    assert "vec_type_hint" not in as_called(printed, exact=False).text
