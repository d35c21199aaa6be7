"""What a function of whole arrays raises where its numbers say so is raised, as by NumPy itself."""

import math
import re

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int

GIVEN = np.arange(1.0, 10.0)


def asserted(a=Array):
    assert (a >= 0).all(), "below zero"
    return np.sqrt(a)


def raised(a=Array, k: Float = 1.0):
    if a.min() * k < 0:
        raise ValueError(f"{k} is not above zero")
    return a * k


def in_a_loop(a=Array, steps: Int = 3):
    for _ in range(steps):
        a = a * 2
        if a.max() > 50:
            raise OverflowError("it grows")
    return a


def handled(a=Array):
    try:
        if a.sum() < 0:
            raise KeyError("negative")
        return a
    except KeyError:
        return -a


@pytest.mark.parametrize("function, well, badly, error", [
    (asserted, (GIVEN,), (-GIVEN,), AssertionError), (raised, (GIVEN, 2.0), (GIVEN, -2.0), ValueError),
    (in_a_loop, (GIVEN, 2), (GIVEN, 5), OverflowError), (handled, (GIVEN,), (-GIVEN,), None)],
    ids=["asserted", "raised", "in_a_loop", "handled"])
def test_exceptions(engine, function, well, badly, error):
    filter = pygpu.compile(function)
    np.testing.assert_allclose(filter(*well), function(*well), rtol=1e-6)
    if error is None:
        np.testing.assert_allclose(filter(*badly), function(*badly), rtol=1e-6)
        return
    with pytest.raises(error) as caught:
        filter(*badly)
    with pytest.raises(error) as expected:
        function(*badly)
    assert str(caught.value).splitlines()[0] == str(expected.value).splitlines()[0]  # pytest adds to what assert says
    assert f"raised by {function.__name__}()" in caught.value.__notes__[0]
    pygpu.compile(function, raises="ignore")(*badly)


def logarithm(a=Array):
    return a * math.log(a[0])


def length(a=Array):
    return math.sqrt(a[0] * a[1] - 1), math.sqrt((a * a).sum())


def roots_added(a=Array):
    total = 0.0
    for v in a:
        total += math.sqrt(v)
    return total


def roots_in_place(a=Array):
    b = a.copy()
    for k in range(1, len(a)):
        b[k] = b[k - 1] + math.log(a[k]) + math.acos(a[0] * 0.5)
    return b


def power_of_a_fraction(a=Array, s: Float = 0.5):
    return math.pow(a[0], s)


def root_or_nothing(a=Array):
    try:
        return math.sqrt(a[0])
    except ValueError:
        return -1.0


def roots_of_numpy(a=Array):
    return np.sqrt(a[0]), np.log(a), a[0] ** 0.5


@pytest.mark.parametrize("function", [logarithm, length, roots_added, roots_in_place, power_of_a_fraction, root_or_nothing,
                                      roots_of_numpy], ids=lambda f: f.__name__)
@np.errstate(all="ignore")
def test_math_out_of_its_range(engine, function):
    filter = pygpu.compile(function)
    for given in (GIVEN, -GIVEN, GIVEN - 1, GIVEN * 0):
        given = given.astype(np.float32)
        try:
            expected = function(given)
        except ValueError:
            with pytest.raises(ValueError, match="domain|positive|nonnegative|range"):
                filter(given)
        else:
            for found, other in zip(*(each if isinstance(each, tuple) else (each,) for each in (filter(given), expected))):
                np.testing.assert_allclose(found, other, rtol=1e-5)


def inverse(a=Array):
    return np.linalg.inv(a)


def solution(a=Array):
    return np.linalg.solve(a, a[0])


def lower(a=Array):
    return np.linalg.cholesky(a)


def inverse_or_nothing(a=Array):
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        return np.zeros_like(a)


def stepped(a=Array, steps: Int = 3):
    for _ in range(steps):
        a = np.linalg.inv(a) * 2
    return a


SIZES = 1, 2, 3, 4, 9
WELL = {size: (np.eye(size) * 3 + np.arange(size * size).reshape(size, size) % 7 * 0.1) for size in SIZES}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("function", [inverse, solution, lower, inverse_or_nothing, stepped], ids=lambda f: f.__name__)
def test_singular_matrices(engine, function, size):
    well = (WELL[size] + WELL[size].T).astype(np.float32)
    one_row = np.ones((size, size), np.float32) * (size > 1)
    filter = pygpu.compile(function)
    np.testing.assert_allclose(filter(well), function(well), rtol=1e-4, atol=1e-5)
    for badly in (one_row, np.zeros_like(well), -well):
        try:
            expected = function(badly)
        except np.linalg.LinAlgError as error:
            with pytest.raises(np.linalg.LinAlgError, match=str(error)):
                filter(badly)
        else:
            np.testing.assert_allclose(filter(badly), expected, rtol=1e-4, atol=1e-5)


def test_one_of_a_stack_is_singular(engine):
    stack = np.stack([WELL[2], np.zeros((2, 2)), WELL[2]]).astype(np.float32)
    np.testing.assert_allclose(pygpu.compile(inverse)(stack[::2]), inverse(stack[::2]), rtol=1e-5)
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        pygpu.compile(inverse)(stack)


def determinant(a=Array):
    return np.linalg.det(a)


@pytest.mark.parametrize("zeros", [slice(None), slice(0, 1), slice(3, 4)])
def test_a_determinant_of_what_has_no_inverse_is_zero(engine, zeros):
    a = np.random.default_rng(5).random((6, 6))
    a[zeros] = 0
    assert pygpu.compile(determinant)(a) == np.linalg.det(a) == 0


def stacked(a=Array, b=Array):
    return np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, b), np.linalg.solve(a[0], b[0, :, 0])


def test_large_matrices_are_one_kernel_however_large(engine):
    random = np.random.default_rng(5)
    for size in (10, 13):
        a, b = random.random((2, size, size)) + np.eye(size)[random.permutation(size)], random.random((2, size, 3))
        filter = pygpu.compile(stacked)
        for found, expected in zip(filter(a, b), stacked(a, b)):
            np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
        assert len(filter._last.kernels) < 30
        with pytest.raises(np.linalg.LinAlgError):
            filter(np.ones_like(a), b)


def test_what_follows_from_a_branch_that_raised_is_not_looked_at(engine):
    """A condition behind it was asked of an array that is not there."""
    def chooses(a=Array, b=Array, v=Array):
        c = a
        if a.any():
            if v.any():
                c = b * -3
            else:
                c = c + v
        rest = b - c
        if rest.any():
            c = rest ** 2
        return c, b.argmax()

    ones, wide = np.ones((2, 2)), np.ones((2, 2), np.uint16)
    filter = pygpu.compile(chooses)
    with pytest.raises(OverflowError, match="-3 out of bounds for uint16"):
        filter(ones, wide, np.ones(2))
    for found, expected in zip(filter(ones, wide, np.zeros(2)), chooses(ones, wide, np.zeros(2))):
        np.testing.assert_array_equal(found, expected)


def test_a_loop_carries_what_a_branch_that_raised_has_not_made(engine):
    def carries(a=Array):
        c = a.copy()
        if (c > 0).all():
            c = c * -3
        else:
            c = c + 1
        for _ in range(2):
            c[c < 5] = 9
        return c

    filter, low = pygpu.compile(carries), np.zeros((2, 3), np.uint8)
    with pytest.raises(OverflowError, match="-3 out of bounds for uint8"):
        filter(low + 1)
    np.testing.assert_array_equal(filter(low), carries(low))


BYTES = np.arange(12, dtype=np.uint8)


def too_large(a=Array, k: Int = 0):
    b = a.copy()
    if k == 1:
        b[2:1] = -3
    if k == 2:
        b[b > 99] = 256
    if k == 3:
        b[3] = -1
    return b, np.full_like(a, 300) if k == 4 else np.where(a > 3, a, -1)


def of_another_kind(a=Array, k: Int = 0):
    x = None
    if k == 1:
        return a + "a"
    if k == 2:
        a = x * a
    return a * 2


@pytest.mark.parametrize("function", [too_large, of_another_kind])
def test_what_only_one_way_raises(engine, function):
    """As NumPy has it: also where nothing is assigned, and not on a way that is not gone."""
    filter = pygpu.compile(function)
    for k in range(5):
        try:
            expected = function(BYTES, k)
        except (OverflowError, TypeError) as error:
            with pytest.raises(type(error)):
                filter(BYTES, k)
        else:
            for one, other in zip(filter(BYTES, k), expected, strict=True):
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("function", [
    lambda u=Array: np.full(4, u), lambda u=Array: np.full((6, 2), u), lambda u=Array: np.full_like(u, u[:2]),
    lambda u=Array: np.full((2,), [1.0, 2, 3]) * u[0]])
def test_what_fills_an_array_has_to_fit(function):
    given = np.arange(6, dtype=np.float32)
    with pytest.raises(ValueError) as expected:
        function(given)
    with pytest.raises(ValueError, match=re.escape(str(expected.value))):
        pygpu.compile(function)(given)
