"""Python's own ints beside whole arrays: they take these' types, whatever their length, and are compared as they are."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int

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


def copied(a=Array, n=Int):
    b = a.copy()
    np.copyto(b, n, where=a > 3)
    return b


def put_in(a=Array, n=Int):
    b = a.copy()
    np.put(b, [0, -1], n)
    return b


def put_where(a=Array, n=Int):
    b = a.copy()
    np.putmask(b, a > 3, [n, 2])
    return b


def placed(a=Array, n=Int):
    b = a.copy()
    np.place(b, a > 3, n)
    return b


def along_axis(a=Array, n=Int):
    b = a.copy()
    np.put_along_axis(b, np.array([1]), n, 0)
    return b


def diagonal(a=Array, n=Int):
    b = np.zeros((3, 3), a.dtype) + a
    np.fill_diagonal(b, n)
    return b


def listed(a=Array, n=Int):
    b = a.copy()
    b[:2] = [n, 3]
    return b


RAISING = {"sum": lambda a=Array, n=Int: a + n, "difference": lambda a=Array, n=Int: n - a,
           "and": lambda a=Array, n=Int: a & n,
           "maximum": lambda a=Array, n=Int: np.maximum(a, n), "clip": lambda a=Array, n=Int: np.clip(a, n, None),
           "full": lambda a=Array, n=Int: np.full_like(a, n), "one": into(0), "some": into(slice(1, None)),
           "all": into(...), "copyto": copied, "put": put_in, "putmask": put_where, "place": placed, "along": along_axis,
           "fill_diagonal": diagonal, "list": listed, "insert": lambda a=Array, n=Int: np.insert(a, [0, 2], [n, 1]),
           "array": lambda a=Array, n=Int: a + np.array([n, 1, 2], np.uint8),
           "number": lambda a=Array, n=Int: a + np.uint8(n)}


@pytest.mark.parametrize("name", RAISING)
def test_an_int_that_an_array_cannot_hold_raises(engine, name):
    function, a = RAISING[name], np.array([4, 6, 0], "uint8")
    filter = pygpu.compile(function)
    np.testing.assert_array_equal(filter(a, 7), function(a, 7))
    with pytest.raises(OverflowError, match="Python integer 300 out of bounds for uint8"):
        filter(a, 300)
    np.testing.assert_array_equal(filter(a, 8), function(a, 8))


def grows(b=Array, n=Int):
    k = 3
    for _ in range(n):
        b = b + k
        k = k * 4
    return b


def grows_in_turn(b=Array, n=Int):
    b, k, j = b * 1, 0, n
    for i in range(n):
        for _ in range(2):
            b = b ^ k
        b[i % 3] = i * 90
        k, j = j, k + j
    return b


def not_always(b=Array, n=Int):
    b, k, j = b * 1, 0, 200
    for i in range(n):
        b = b + k
        k, j = j, k + b[i % 3]
    return b


def drawn(b=Array, n=Int):
    for i in range(n):
        b = b + (255 // (3 - i))
    return b


@pytest.mark.parametrize("function, few, many", [(grows, 4, 5), (grows_in_turn, 3, 4), (drawn, 2, 4)])
def test_an_int_that_outgrows_an_array_in_a_later_pass_raises(engine, function, few, many):
    filter, a = pygpu.compile(function), np.array([4, 6, 0], "uint8")
    np.testing.assert_array_equal(filter(a, few), function(a, few))
    with pytest.raises((OverflowError, ZeroDivisionError)) as wanted:
        function(a, many)
    with pytest.raises(wanted.type, match=str(wanted.value)):
        filter(a, many)


def test_an_int_that_becomes_an_element_in_a_loop_wraps(engine):
    filter, a = pygpu.compile(not_always), np.array([4, 6, 0], "uint8")
    for n in range(6):
        np.testing.assert_array_equal(filter(a, n), not_always(a, n))


def swapped(a=Array):
    v, w = 0, 1
    for q in a:
        v, w = w, v + q
    return int(v), int(w)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint16", "uint32"])
def test_an_int_before_a_loop_that_is_an_element_behind_it_wraps(engine, dtype):
    a = np.array([3, 5, np.iinfo(dtype).max, 7, np.iinfo(dtype).max - 4, 9], dtype)
    with np.errstate(all="ignore"):
        assert pygpu.compile(swapped)(a) == swapped(a)


def put_float(a=Array, x=Float):
    b = a.copy()
    b[1] = x
    np.put(b, [0], x)
    return b


def test_a_float_is_put_into_whole_numbers_that_have_it(engine):
    filter, a = pygpu.compile(put_float), np.array([4, 6, 0], "uint8")
    for x in (3.7, 255.9, -0.5):
        np.testing.assert_array_equal(filter(a, x), put_float(a, x))
    for x, error in ((256.0, OverflowError), (-1.0, OverflowError), (np.nan, ValueError)):
        with pytest.raises(error):
            filter(a, x)


def summed_at(a=Array, n=Int):
    b, c = a.copy(), a.copy()
    np.add.at(b, [0, 0, 1], n)
    np.subtract.at(c, [2], 70_000)
    np.add.at(c, [0, 0], 2**31 - 1)
    return b, c


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32"])
def test_what_is_added_at_places_wraps(engine, dtype):
    filter, a = pygpu.compile(summed_at), np.array([4, 6, 0], dtype)
    for n in (3, -1, 70_000, 2**31 - 1):
        same(filter(a, n), summed_at(a, n))


def of_numpys_classes(a=Array, n=Int):
    x, y, k = np.float64(0), np.float32(1), np.int64(1)
    for i in range(n):
        x, y, k = x + .25, y * 2, k + i
    u = np.uint64(5)
    if n > 2:
        u = np.uint64(6)
    b = np.array([n, 7], np.int32)
    f = np.array([n, .5]).astype(np.float32)
    return (a * x, a * y, a * k, a + u, u, np.float64(n), np.int8(5) if n > 1 else np.int8(7), b, b * 2, b.dtype.itemsize,
            b + np.int8(1), np.array([n, n]).astype(np.int32) * 2, f, f * 2, x, y, k)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32"])
def test_numbers_of_numpys_classes_stay_such(engine, dtype):
    filter, a = pygpu.compile(of_numpys_classes), np.array([4, 6, 0], dtype)
    for n in (1, 3):
        for found, expected in zip(filter(a, n), of_numpys_classes(a, n), strict=True):
            np.testing.assert_allclose(found, expected)
            assert type(found) is type(expected) and getattr(found, "dtype", 0) == getattr(expected, "dtype", 0)
    large = pygpu.compile(lambda a=Array, n=Int: a[:2] + np.array([n, n]).astype(np.int32) * 2)
    np.testing.assert_array_equal(large(a.astype("int8"), 2**30 + 5), a[:2] + np.int32(10 - 2**31))


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


def long_ones(a=Array, n=Int, m=Int):
    pair = np.array([n, m])
    total = np.array([n, n]).sum()
    return (pair * 2, np.arange(3) * n, a[:2] + pair * n, pair ** 2, -pair * n, pair @ pair, np.cumsum([n, n, m]), total,
            pair[0] * 4, np.maximum(n, np.array([1, 2])) * 4, np.square(n), np.multiply(n, m), np.array(n) * 4,
            np.int64(3) * n, np.array([n, 3]) * m, np.array([[n, 1], [1, m]]).T @ np.array([2, 4]),
            np.array([n, m], np.int32) * 2, a.astype(np.int32)[:2] * n, a[:2] * pair)


def long_element(a=Array, n=Int):
    pair = np.array([n, int(a[0])])
    return pair[0] * 4, (pair * n).sum(), a[1] * np.int64(n)


@pytest.mark.parametrize("precision", [{}, {"precision": "double"}], ids=["single", "double"])
@pytest.mark.parametrize("dtype", ["uint8", "int64"])
def test_ints_of_the_call_in_arrays_have_64_bits(engine, dtype, precision):
    a, n, m = np.array([1, 2, 3], dtype), 2**30 + 5, 2**30 + 7
    for function, given in ((long_ones, (a, n, m)), (long_element, (a, n))):
        with np.errstate(over="ignore"):
            expected = function(*given)
        for found, other in zip(pygpu.compile(function, **precision)(*given), expected, strict=True):
            np.testing.assert_array_equal(found, other)
            assert type(found) is type(other) and found.dtype == other.dtype
