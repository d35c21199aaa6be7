"""Indices of numbers into whole arrays and lists: what lies outside raises, as in NumPy, and what surely lies inside is not
looked at."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Int

LINE = np.arange(5, dtype=np.float32)
GRID = np.arange(15, dtype=np.float32).reshape(5, 3)


def one(u=Array, n=Int):
    return u[n]


def in_a_row(u=Array, n=Int):
    return u[n, 0] * 2


def where_one_leads(u=Array, n=Int):
    return u[int(u[n]) + 1]


def of_a_list(u=Array, n=Int):
    return [1.0, 2.0, 4.0, 8.0, 16.0][n]


def of_a_sum(u=Array, n=Int):
    return sum(u[i] * u[i + n] for i in range(2))


def of_the_chosen(u=Array, n=Int):
    some = u[(u > 0) & (u < 4)]
    return some[n] * 2 if n != 3 else some[2 * n]


def row(u=Array, n=Int):
    return u[n]


def column(u=Array, n=Int):
    return u[:, n] + u[0, 0]


def row_that_is_set(u=Array, n=Int):
    b = u.copy()
    b[n, 1:] = 7
    return b


def rows_in_a_loop(u=Array, n=Int):
    total = 0.0
    for i in range(n):
        total += u[i].sum()
    return total


def counted(u=Array, n=Int):
    h = [0] * 4
    for v in u:
        h[int(v) + n] += 1
    return h


@pytest.mark.parametrize("function, array", [
    (one, LINE), (one, LINE.astype(np.uint8)), (in_a_row, GRID), (where_one_leads, LINE), (of_a_list, LINE),
    (of_a_sum, LINE), (of_the_chosen, LINE), (row, GRID), (column, GRID), (row_that_is_set, GRID), (rows_in_a_loop, GRID),
    (counted, LINE[:4])])
def test_what_lies_outside_raises(engine, function, array):
    filter = pygpu.compile(function)
    for n in (0, 1, 3, 4, 5, 9, -1, -3, -4, -5, -6):
        try:
            expected = function(array.copy(), n)
        except IndexError:
            with pytest.raises(IndexError):
                filter(array, n)
        else:
            np.testing.assert_array_equal(filter(array, n), expected)


@pytest.mark.parametrize("function", [
    lambda u=Array: sum(u[i] for i in range(len(u))),
    lambda u=Array: sum(u[i] * u[i + 1] for i in range(len(u) - 1)),
    lambda u=Array: sum(u[len(u) - 1 - i] * u[i] for i in range(len(u))),
    lambda u=Array: u[0] + u[-1] + u[len(u) - 1],
    lambda u=Array, n=Int: u[n] if 0 <= n < len(u) else 0.0])
def test_what_lies_inside_is_not_looked_at(function):
    filter = pygpu.compile(function)
    numbers = [3] * (function.__code__.co_argcount - 1)
    assert filter(LINE, *numbers) == function(LINE, *numbers)
    assert not filter._last.graph.raises


# --- arrays of indices -----------------------------------------------------------------------------------------------

NINE = np.arange(10, dtype=np.float32)


def taken(a=Array, i=Array):
    return np.take(a, i), a.take(i), np.take_along_axis(a, i, 0), np.take(a, i, mode="wrap")


def some_rows(a=Array, i=Array):
    return np.outer(a, a)[i], np.outer(a, a)[:, i], np.outer(a, a)[i, i[::-1]]


def put(a=Array, i=Array):
    b = a.copy()
    np.put(b, i, 7)
    return b


def put_along(a=Array, i=Array):
    b = a.copy()
    np.put_along_axis(b, i, 7, 0)
    return b


def added_at(a=Array, i=Array):
    b = a.copy()
    np.add.at(b, i, 1)
    return b


def assigned(a=Array, i=Array):
    b = a.copy()
    b[i] += a[0]
    return b


def caught(a=Array, i=Array):
    try:
        return a[i]
    except IndexError:
        return a[:2] * 0 - 1


def looped(a=Array, i=Array):
    for _ in range(3):
        a = a + a[i].sum()
    return a


def where_chosen(a=Array, i=Array):
    (k,) = np.nonzero(a > 3)
    b = a.copy()
    b[k + i[1] - 5] = 0
    return a[k + i[1] - 5], b


def number_of_choices(a=Array, i=Array):
    return np.choose(i, [a[:2], a[2:4], a[4:6]])


@pytest.mark.parametrize("function", [taken, some_rows, put, put_along, added_at, assigned, caught, looped, where_chosen,
                                      number_of_choices], ids=lambda f: f.__name__)
def test_arrays_of_indices_that_lie_outside(engine, function):
    filter = pygpu.compile(function)
    for i in ([0, 3], [1, 2], [0, 9], [-10, 3], [0, 10], [-11, 3], [3, 12]):
        i = np.array(i)
        try:
            expected = function(NINE, i)
        except (IndexError, ValueError) as error:
            with pytest.raises(type(error)):
                filter(NINE, i)
        else:
            for found, other in zip(*(each if isinstance(each, tuple) else (each,) for each in (filter(NINE, i), expected))):
                np.testing.assert_array_equal(found, other)


@pytest.mark.parametrize("function", [
    lambda a=Array, i=Array: a[i % 10], lambda a=Array, i=Array: a[np.clip(i, 0, 9)],
    lambda a=Array, i=Array: a[np.argsort(a)],
    lambda a=Array, i=Array: a[np.outer(a, a).argmax(axis=0)], lambda a=Array, i=Array: np.arange(256)[i.astype(np.uint8)],
    lambda a=Array, i=Array: a[(np.clip(a, 0, 1) * 9).astype(int)], lambda a=Array, i=Array: a[np.minimum(np.abs(i % 7), 9)],
    lambda a=Array, i=Array: a[np.where(i > 3, 2, 4)], lambda a=Array, i=Array: a[np.searchsorted(a, a) - 1],
    lambda a=Array, i=Array: np.interp(a / 2, a, a), lambda a=Array, i=Array: np.sort(a)])
def test_arrays_of_indices_that_surely_lie_inside_are_not_looked_at(function):
    filter = pygpu.compile(function)
    np.testing.assert_array_equal(filter(NINE, np.array([5, 77])), function(NINE, np.array([5, 77])))
    assert not filter._last.graph.raises
