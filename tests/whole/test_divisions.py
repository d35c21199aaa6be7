"""Whole numbers divided by others, of any size: small ones go through floats on CPUs, and are none the less exact."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int

rng = np.random.default_rng(5)
EDGES = np.array([0, 1, -1, 2, -2, 3, 7, 4095, 65536, 2**20 - 2, 2**20 - 1, 2**20, 1 - 2**20, -2**20, 2**31 - 1,
                  -2**31], np.int32)
QUOTIENTS, DIVISORS = rng.integers(-1000, 1000, 20_000).astype(np.int32), rng.integers(1, 1000, 20_000).astype(np.int32)
PAIRS = {
    "edges": tuple([each.ravel() for each in np.meshgrid(EDGES, EDGES)]),
    "even": (QUOTIENTS * DIVISORS, DIVISORS), "one less": (QUOTIENTS * DIVISORS - 1, DIVISORS),
    "one more": (QUOTIENTS * DIVISORS + 1, -DIVISORS),
    "any": (rng.integers(-2**31, 2**31, 20_000).astype(np.int32), rng.integers(-100, 100, 20_000).astype(np.int32)),
}


def divided(a=Array, b=Array):
    return a // b, a % b


@pytest.mark.parametrize("pair", PAIRS)
def test_divided(engine, pair):
    a, b = PAIRS[pair]
    whole = np.where(b == 0, 1, b)
    with np.errstate(over="ignore"):
        expected = np.where(b == 0, 0, a // whole), np.where(b == 0, 0, a % whole)
    for found, other in zip(pygpu.compile(divided)(a, b), expected):
        np.testing.assert_array_equal(found, other)


def in_order(u=Array):
    b = u.copy()
    for k in range(1, len(u)):
        b[k] = b[k - 1] + 1 / int(u[k])
    return b


def added_up(u=Array):
    return sum(10 // int(v) for v in u)


def remainder(u=Array, n=Int):
    return 7 % n * u


def of_numpys_numbers(u=Array):
    return 1 / u[1].astype(int), 3 / (u > 9).sum()


def of_floats(u=Array):
    b = u.copy()
    for k in range(1, len(u)):
        b[k] = b[k - 1] + 1 / float(u[k])
    return b


def of_their_sum(u=Array):
    return 1.0 / (2 * float(u.sum() - u.max() - 5)), (u / float(u[1]))[0], u[2] % float(u[1])


def of_floats_alone(u=Array):
    return float(u[0]) // float(u[1])


def of_arguments(u=Array, s=Float):
    return u * (1 / s) + u / s


@pytest.mark.parametrize("function, numbers", [(in_order, ()), (added_up, ()), (remainder, (0,)), (remainder, (3,)),
                                               (of_numpys_numbers, ()), (of_floats, ()), (of_their_sum, ()),
                                               (of_floats_alone, ()), (of_arguments, (0.0,)), (of_arguments, (2.0,))])
@np.errstate(all="ignore")
def test_pythons_numbers_raise_and_numpys_do_not(engine, function, numbers):
    for u in (np.array([3, 1, 2, 4], np.float32), np.array([3, 0, 2, 4], np.float32)):
        try:
            expected = function(u, *numbers)
        except ZeroDivisionError:
            with pytest.raises(ZeroDivisionError):
                pygpu.compile(function)(u, *numbers)
        else:
            np.testing.assert_allclose(pygpu.compile(function)(u, *numbers), expected, rtol=1e-6)
