"""Single numbers in functions of whole arrays are NumPy's: an element of one of int16 wraps as np.int16 does, and what a
function of NumPy's gives of one of Python's is an np.float64, which makes float64 of an array."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int

RANDOM = np.random.default_rng(8)
U = RANDOM.random(17).astype(np.float32)


def of_two(a=Array):
    return a[0] + a[1], a[0] - a[1], a[0] * a[1], a[0] * 2, -a[1], a[0] // 7, a[1] % 5, a[0] << 1, a[0] & 15, int(a[0]) + 1


def in_a_loop(a=Array):
    total, best = 0, a[0]
    for k in range(len(a) - 1):
        total += a[k] * a[k + 1]
        best = a[k] if a[k] > best else best
    return total, best, sum(a), max(a), min(a), np.sum(a), np.ptp(a)


def in_pythons_own(a=Array):
    total = 0
    for v in a:
        total += int(v)
    return total


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "uint32"])
@pytest.mark.parametrize("function", [of_two, in_a_loop, in_pythons_own], ids=lambda function: function.__name__)
def test_elements_wrap(engine, function, dtype):
    limits = np.iinfo(dtype)
    given = RANDOM.integers(limits.min, limits.max, 12).astype(dtype)
    with np.errstate(over="ignore"):
        expected = function(given)
    assert pygpu.compile(function)(given) == expected


def made_of_numbers(u=Array, t: Float = 0.3, n: Int = 5):
    return (u * t, u * np.cos(t), u + 2 * np.sqrt(t), u * -np.cos(t), t * u * abs(np.sin(t)), u * np.float32(t),
            u * np.float64(t), u * n, u * np.sqrt(n), u * (n / 3), u * np.abs(n), u * (np.abs(n) * 0.5), u * np.float32(n))


def in_steps(u=Array, n: Int = 5):
    t = 0.0
    for _ in range(n):
        u = u * np.cos(t)
        t += 0.1
    return u


@pytest.mark.parametrize("precision", [{}, {"precision": "double"}], ids=["single", "double"])
@pytest.mark.parametrize("function", [made_of_numbers, in_steps], ids=lambda function: function.__name__)
def test_what_numpy_makes_of_a_number(engine, function, precision):
    given = (U, 0.3, 5) if function is made_of_numbers else (U, 5)
    found, expected = pygpu.compile(function, **precision)(*given), function(*given)
    for one, other in zip(found, expected) if isinstance(found, tuple) else [(found, expected)]:
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=2e-6)


def test_a_long_line_in_order(engine):
    """sorted() of an array is np.sort(): written out, so many choices took a driver a minute."""
    line = RANDOM.integers(0, 99, 40)
    filter = pygpu.compile(lambda a=Array: (sorted(a[0])[3], sorted(a[0], reverse=True)[:2], np.sum(a, axis=0)))
    found = filter(np.stack([line, line]))
    assert found[0] == sorted(line)[3] and list(found[1]) == sorted(line)[:-3:-1]


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64", "float32"])
def test_long_products(engine, dtype):
    """Few sums, each of many products: of all there are to work on it. Those of narrow numbers wrap."""
    if engine.is_checker:
        pytest.skip("other engines have it")
    tall = RANDOM.integers(0, 100, (9001, 9)).astype(dtype)
    for function in (lambda a=Array: a.T @ a, lambda a=Array: a[:3000].T @ a[:3000], lambda a=Array: a[:, :2].T @ a):
        found, expected = pygpu.compile(function)(tall), function(tall)
        assert found.dtype == expected.dtype
        expected = function(tall.astype(float)) if dtype == "float32" else expected
        np.testing.assert_allclose(found, expected, rtol=1e-5 if dtype == "float32" else 0)


def multiplied(a=Array, b=Array):
    return a @ b, a @ b.T[::-1].T, (a @ b)[3:70, 1:], b.T @ a.T + 1


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "int16"])
@pytest.mark.parametrize("rows, length, columns", [(64, 64, 64), (71, 65, 130), (70, 300, 97)])
def test_products_of_many_columns(engine, rows, length, columns, dtype):
    """On a CPU the second matrix is brought to panels of its columns before."""
    a, b = [(RANDOM.random(shape) * 9 - 4).astype(dtype) for shape in ((rows, length), (length, columns))]
    for one, other in zip(pygpu.compile(multiplied)(a, b), multiplied(a, b)):
        assert one.dtype == other.dtype and one.shape == other.shape
        assert np.allclose(one, other, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "int16", "uint32"])
def test_bits_are_counted(engine, dtype):
    limits = np.iinfo(dtype)
    given = np.r_[limits.max, 0, 1, 2, 3, RANDOM.integers(limits.min + 1, limits.max, 60, dtype)].astype(dtype)
    found = pygpu.compile(lambda a=Array, p=pygpu.Position: int(a(p)).bit_count())(given)
    assert np.ravel(found).tolist() == [int(each).bit_count() for each in given]


@pytest.mark.parametrize("t", [0.5, 2.0])
@pytest.mark.parametrize("function", [lambda u=Array, t=Float: u[u > t].mean() if (u > t).any() else 0.0,
                                      lambda u=Array, t=Float: -1 if not (u > t).sum() else u[u > t].max()])
def test_a_number_of_pythons_beside_one_of_numpys(engine, function, t):
    u = np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4)
    assert pygpu.compile(function)(u, t) == pytest.approx(function(u, t), rel=1e-6)


LARGE = np.array([2**24 + 1, 2**24 + 3, -2**24 - 1, 5, 2**30 + 1, 2**31 - 129, -2**31], np.int32)


def kept_in_24_bits(a=Array):
    single, b, c = a.astype(np.float32), np.zeros(len(a), np.float32), np.zeros(len(a), np.float32)
    b[:] = a
    for k in range(len(a)):
        c[k] = a[k]
    return single.astype(np.int32), b.astype(np.int64), c.astype(np.int64), (single % 4).astype(np.int32)


@pytest.mark.parametrize("dtype, precision", [("int32", "single"), ("int64", "double"), ("uint32", "single")])
def test_whole_numbers_as_float32_lose_bits(engine, dtype, precision):
    given = abs(LARGE.astype(np.int64)).astype(dtype) % 2**31 if dtype == "uint32" else LARGE.astype(dtype)
    for found, expected in zip(pygpu.compile(kept_in_24_bits, precision=precision)(given), kept_in_24_bits(given)):
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == expected.dtype


LONG = np.array([2**24 + 1, 5, 2**24 + 2, -2**31, 2**31 - 1, 2**31 - 200, -2**24 - 1])
FLOATS = np.array([2**24, 5, np.nan, -2**31, 2**31, np.inf, -2**24], np.float32)


def compared(u=Array, v=Array):
    return u == v, u < v, v >= u, u != v[0], u.astype(np.float32) == u, u < 16777217.0, u >= 2.5, u != np.inf


def as_long_floats(u=Array, v=Array):
    return u * 1.0 == u, u == float(u[0]), u.astype(float) >= u


@pytest.mark.parametrize("dtype", ["int16", "int32", "uint32", "int64"])
@pytest.mark.parametrize("function", [compared, as_long_floats], ids=lambda function: function.__name__)
def test_long_whole_numbers_meet_floats(engine, function, dtype):
    u = LONG.astype(dtype)
    for found, expected in zip(pygpu.compile(function)(u, FLOATS), function(u, FLOATS)):
        if function is compared or dtype == "int16":
            np.testing.assert_array_equal(found, expected)
    if function is as_long_floats:  # what NumPy's float64 would be is a float32, and so equals what it is made of
        assert all(np.asarray(found)[0] for found in pygpu.compile(function)(u, FLOATS))


def shortened(u=Array):
    return u.astype(np.float32) == u, u.astype(np.float32).astype(float) - u


def test_doubles_that_are_shortened(engine):
    u = np.array([0.1, 0.5, 2**24 + 1, 1e300])
    if engine.is_checker:
        pytest.skip("it has no doubles")
    with np.errstate(over="ignore"):
        expected = shortened(u)
    for found, other in zip(pygpu.compile(shortened, precision="double")(u), expected):
        np.testing.assert_array_equal(found, other)


def of_either_class(u=Array, c: Int = 0):
    a = 1 if c else 0.5
    return a, a + 1, a * 2.0, -a, u * a


def of_a_function(u=Array, c: Int = 0):
    return 0 if u.max() > c else 0.5


def many_numbers(u=Array, c: Int = 0):
    a, b = (1 if c else 0.5), c * 0.5 + len(u)
    return a, b, b + 1, b + 2, b + 3, b + 4, b > 2, b < 2, a + 1, a > 0


def until_it_stays(u=Array, c: Int = 0):
    error, rounds = 1.0, 0
    while error > 0.01:
        following = u * 0.5
        error = np.abs(following - u).max()
        u, rounds = following, rounds + 1
    return error, rounds, np.array([error, error])


def added_up(u=Array, c: Int = 0):
    total, best = 0, 0.0
    for i in range(c + 2):
        total += (u[i:] * 2).sum()
        if u[i] > best:
            best = u[i]
    return total, best


@pytest.mark.parametrize("function", [of_either_class, of_a_function, many_numbers, until_it_stays, added_up],
                         ids=lambda function: function.__name__)
def test_classes_of_numbers(engine, function):
    """An int stays an int where a float stands on the other path, and an np.float32 is one behind a loop."""
    u = np.linspace(0.1, 0.9, 9, dtype=np.float32)
    for c in (0, 1):
        for one, other in zip(np.atleast_1d(np.asarray(pygpu.compile(function)(u, c), object)),
                              np.atleast_1d(np.asarray(function(u, c), object)), strict=True):
            assert type(one) is type(other)
            np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize("function", [lambda u=Array: u * 1j, lambda u=Array: 1j * u, lambda u=Array: u / 1j,
                                      lambda u=Array: u * (2 + 3j)])
def test_infinities_beside_complex_numbers(engine, function):
    u = np.array([np.inf, -np.inf, 1, 0, np.nan], np.float32)
    with np.errstate(invalid="ignore"):
        expected = function(u)
    found = pygpu.compile(function)(u)
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found.real, expected.real)
    np.testing.assert_allclose(found.imag, expected.imag)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "int64"])
def test_tens_beyond_the_ends(engine, dtype):
    limits = np.iinfo(dtype)
    near = [limits.max - 5, limits.max - 1] if limits.bits < 64 else []  # NumPy's floats have not these
    u = np.array([limits.min, limits.max, *near, 15, 25, 4, 6, 99], dtype)
    with np.errstate(invalid="ignore"):
        expected = np.round(u, -1)
    found = pygpu.compile(lambda u=Array: np.round(u, -1))(u)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)
