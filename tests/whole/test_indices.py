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
    (of_a_sum, LINE), (row, GRID), (column, GRID), (row_that_is_set, GRID), (rows_in_a_loop, GRID), (counted, LINE[:4])])
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
