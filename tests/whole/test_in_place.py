"""Loops that change arrays element by element are one kernel, whatever the size; what they raise is what Python does."""

import sys

import numpy as np
import pytest

import pygpu
from pygpu import Array, Int, depth

from . import in_place, laid
from .test_programs import compare, compiled

RANDOM = np.random.default_rng(53)
LINE = RANDOM.random(40)


def loops_of(filter) -> list[bool]:
    """Of each loop that the host came to, whether it is one kernel."""
    return [made is not None for made in filter._last.in_place.values()]


@pytest.mark.parametrize("function, given", [(each, given) for each, *given in in_place.PROGRAMS],
                         ids=lambda each: getattr(each, "__name__", ""))
def test_each_is_one_kernel(function, given):
    pygpu.use("none")
    with np.errstate(all="ignore"):
        filter = compiled(function)
        compare(filter(*given), function(*[array.copy() for array in given]))
    assert all(loops_of(filter))


@pytest.mark.parametrize("function, given", [(each, given) for each, *given in laid.PROGRAMS],
                         ids=lambda each: getattr(each, "__name__", ""))
def test_what_a_pass_computes_lies_in_the_kernel(engine, function, given):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("one work-item of a device")
    filter = compiled(function)
    compare(filter(*given), function(*[array.copy() for array in given]), 1e-4)
    assert pygpu.devices()[0].kind != "cpu" or all(loops_of(filter))


def test_the_trace_is_as_long_whatever_the_size():
    pygpu.use("none")
    lengths = []
    for shape in ((9, 10), (40, 41)):
        filter = compiled(in_place.dithered)
        filter(RANDOM.random(shape).astype(np.float32))
        lengths.append(len(str(filter.graph).splitlines()))
    assert lengths[0] == lengths[1]


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (9, 1), (31, 33)])
def test_odd_sizes(engine, shape):
    picture = RANDOM.random(shape).astype(np.float32)
    compare(compiled(in_place.dithered)(picture), in_place.dithered(picture))


def test_in_doubles(engine):
    picture = RANDOM.random((21, 19))
    found = compiled(in_place.dithered, precision="double")(picture)
    assert np.array_equal(found, in_place.dithered(picture))


def counted_by_a_list(u):
    a = u.copy()
    for i in list(range(1, len(a))):
        a[i] += a[i - 1]
    return a


def test_what_is_no_loop_of_the_kernel_may_be_too_long(monkeypatch):
    monkeypatch.setattr(depth, "CALLS", 2000)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, 1000))  # (editors' completion raises it)
    pygpu.use("none")
    try:
        with pytest.raises(pygpu.CompileError, match="takes-too-long.*Python's stack ends") as found:
            compiled(counted_by_a_list)(np.ones(450, np.float32))
    finally:
        sys.setrecursionlimit(limit)
    assert "for i in range(n)" in str(found.value) and "a[i] += a[i - 1]" in str(found.value)


def beyond_the_end(u):
    a = u.copy()
    for i in range(len(a)):
        a[i + 1] = a[i]
    return a


def beyond_the_start(u):
    a = u.copy()
    for i in range(2 * len(a)):
        a[-i] = a[-i] * 2
    return a


def without_an_end(u):
    a, i = u.copy(), 0
    while a[i] != -5.0:
        a[i] += 1
        i += 1
    return a


def too_large(u):
    a = u.copy()
    for i in range(1, len(a)):
        if a[i] > 2:
            raise ValueError("too large")
        a[i] += a[i - 1]
        a[i] += a[i - 1]
    return a


@pytest.mark.parametrize("function, error", [(beyond_the_end, IndexError), (beyond_the_start, IndexError),
                                             (without_an_end, IndexError), (too_large, ValueError)])
def test_what_python_raises(engine, function, error):
    given = LINE if function is not too_large else LINE + 3
    with pytest.raises(error) as expected:
        function(given.copy())
    with pytest.raises(error) as found:
        compiled(function)(given)
    assert str(found.value) == str(expected.value)


def caught(u):
    a, last = u.copy(), 0
    for i in range(len(a)):
        try:
            a[i + 1] = a[i] * 0.5
        except IndexError:
            last = i
    return a, last


def kept_as_it_was(u):
    a, b = u.copy(), u.copy()
    for i in range(len(a)):
        if a[i] > 0.7:
            b = a.copy()
            break
        a[i] += 1
    return a, b


def copied_in_each_pass(u):
    a = u.copy()
    for i in range(len(a)):
        b = a.copy()
        a[i] = b[i] + 1
        a[0] = b[i]
    return a


def parts_are_changed(u):
    a = np.stack([u, u * 0.5, u * 0.25])
    row, column = a[1], a[1:, 2]
    for x in range(1, 40):
        row[x] += row[x - 1]
    back = a[:, ::-1]
    for x in range(20):
        back[0, x + 1] -= back[2, x] * column[1]
    return a


def at_other_rows(u):
    a = np.stack([u, u * 0.5, u * 0.25] * 9)
    for y in range(1, len(a)):
        here, above = a[y], a[y - 1]
        for x in range(1, 40):
            here[x] += above[x - 1] * 0.5
        here[0] = here[3]
    return a


def left_from_within(u):
    a, n = u.copy(), 0
    for y in range(10):
        for x in range(4):
            if a[4 * y + x] > 0.95:
                n = y * 100 + x
                break
            a[4 * y + x] = n
        else:
            continue
        break
    return a, n


@pytest.mark.parametrize("function", [caught, kept_as_it_was, copied_in_each_pass, parts_are_changed, at_other_rows,
                                      left_from_within])
def test_as_python(engine, function):
    if engine.is_checker:
        pytest.skip("another engine has it")
    compare(compiled(function)(LINE), function(LINE.copy()))


def test_as_far_as_a_number_says(engine):
    def summed(u=Array, n=Int):
        a = u.copy()
        for i in range(1, n):
            a[i] += a[i - 1]
        return a

    filter = pygpu.compile(summed)
    for number in (5, 40, 7):
        compare(filter(LINE, number), summed(LINE.copy(), number))
    with pytest.raises(IndexError):
        filter(LINE, 50)


def test_what_is_given_stays_as_it_is(engine):
    before = LINE.copy()
    compiled(in_place.by_a_helper)(LINE)
    assert np.array_equal(before, LINE)


def items_of(filter) -> list[int]:
    """Of each loop that the host came to, how many work-items go over it."""
    return [made.kernel.items for made in filter._last.in_place.values() if made is not None]


@pytest.mark.parametrize("function", in_place.SIDE_BY_SIDE, ids=lambda each: each.__name__)
def test_parts_that_are_independent_are_gone_over_side_by_side(engine, function):
    picture = RANDOM.random((26, 70)).astype(np.float32)
    filter = compiled(function)
    compare(filter(picture), function(picture))
    assert engine.device == "none" or max(items_of(filter)) > 1


@pytest.mark.parametrize("function", in_place.ONE_AFTER_ANOTHER, ids=lambda each: each.__name__)
def test_what_asks_for_another_part_is_not(engine, function):
    picture = RANDOM.random((26, 70)).astype(np.float32)
    filter = compiled(function)
    compare(filter(picture), function(picture))
    assert items_of(filter) == [1]
