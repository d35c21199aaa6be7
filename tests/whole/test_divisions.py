"""Whole numbers divided by others, of any size: small ones go through floats on CPUs, and are none the less exact."""

import numpy as np
import pytest

import pygpu
from pygpu import Array

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
