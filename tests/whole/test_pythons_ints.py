"""Python's own ints beside whole arrays: they take these' types, whatever their length, and are compared as they are."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Int

DTYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


def of_ints(a=Array, b=Array, n: Int = 3):
    total = int(a.sum())
    return (a + total, b * total, a[0] * int(b.sum()), total - b[0], a.sum().item() + b, a // int(a[0]), int(a.max()),
            b + max(int(a.max()), n), b + (int(a[0]) if n > 1 else n), b * int(a.sum() * 2), a + round(float(a[1])))


def carried(a=Array, b=Array, n: Int = 3):
    k = s = last = 0
    for _ in range(n):
        k += int(a.sum())
    for v in a:
        s += int(v)
        last = int(v) if v > 4 else last
    return b + k, b + s, b + last, b * round(a.mean()), b + divmod(int(a.sum()), 4)[0], b + (int(a.sum()) & 3)


def compared(a=Array, n: Int = 3):
    u = a.astype(np.uint64)
    return (a < n, a <= n, a == n, a != n, n < a, a[0] > n, a.sum() > n, u > n, u.max() < n, n <= u[0], np.greater(u, n),
            np.count_nonzero(a > n), np.where(a > n, 1, 0), a[a > n])


def largest(a=Array, n: Int = 3):
    b = a + 1
    return max(b[0], n), min(n, b[0]), max([b[0], n, 2]), max(int(b[0]), n), b[0] if n > 3 else 300


def added_at(a=Array, n: Int = 3):
    b = a.copy()
    np.add.at(b, [0, 0, 2], n)
    np.maximum.at(b, np.array([1, 2]), n)
    return b


def same(found, expected):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
        if isinstance(other, np.ndarray):
            assert one.dtype == other.dtype


@pytest.mark.parametrize("precision", [{}, {"precision": "double"}], ids=["single", "double"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_ints_of_any_length_take_an_arrays_type(engine, dtype, precision):
    a, b = np.array([4, 6, 0, 5], dtype), np.array([1, 2, 7, 3], "uint8")
    for function in (of_ints, carried):
        same(pygpu.compile(function, **precision)(a, b, 3), function(a, b, 3))


@pytest.mark.parametrize("precision", [{}, {"precision": "double"}], ids=["single", "double"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_an_int_that_an_array_cannot_hold_is_compared_as_it_is(engine, dtype, precision):
    a = np.array([4, 6, 0, 100], dtype)
    filter = pygpu.compile(compared, **precision)
    for n in (-1, 0, 5, 300, 70_000, -2**31, 2**31 - 1):
        same(filter(a, n), compared(a, n))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32"])
def test_the_larger_of_an_element_and_an_int(engine, dtype):
    filter, a = pygpu.compile(largest), np.array([4, 6, 0], dtype)
    for n in (-1, 2, 300, 70_000):
        assert list(filter(a, n)) == list(largest(a, n))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "uint32", "int64", "uint64"])
def test_a_number_is_added_at_places(engine, dtype):
    a = np.array([4, 6, 0], dtype)
    np.testing.assert_array_equal(pygpu.compile(added_at)(a, 5), added_at(a, 5))


def into(index):
    def assigned(a=Array, n: Int = 3):
        b = a.copy()
        b[index] = n
        return b

    return assigned


RAISING = {"sum": lambda a=Array, n=Int: a + n, "difference": lambda a=Array, n=Int: n - a,
           "and": lambda a=Array, n=Int: a & n,
           "maximum": lambda a=Array, n=Int: np.maximum(a, n), "clip": lambda a=Array, n=Int: np.clip(a, n, None),
           "full": lambda a=Array, n=Int: np.full_like(a, n), "one": into(0), "some": into(slice(1, None)),
           "all": into(...)}


@pytest.mark.parametrize("name", RAISING)
def test_an_int_that_an_array_cannot_hold_raises(engine, name):
    function, a = RAISING[name], np.array([4, 6, 0], "uint8")
    filter = pygpu.compile(function)
    np.testing.assert_array_equal(filter(a, 7), function(a, 7))
    with pytest.raises(OverflowError, match="Python integer 300 out of bounds for uint8"):
        filter(a, 300)
    np.testing.assert_array_equal(filter(a, 8), function(a, 8))


def caught(a=Array, n=Int):
    try:
        return a + n
    except OverflowError:
        return a * 0


def guarded(a=Array, n=Int):
    return a + n if 0 <= n < 256 else a


@pytest.mark.parametrize("function", [caught, guarded], ids=lambda function: function.__name__)
def test_what_does_not_fit_is_caught_or_kept_away(engine, function):
    filter, a = pygpu.compile(function), np.array([4, 6, 0], "uint8")
    for n in (7, 300, -1):
        np.testing.assert_array_equal(filter(a, n), function(a, n))
