"""Known whole numbers that are computed of a place: those that are found, and that they are the numbers."""

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.tracing.whole.elements import Counted
from pygpu.tracing.whole.fields import is_one_number

PLACES = np.arange(24)
BIG = 1 << 40


@pytest.mark.parametrize("numbers, expected", [
    (PLACES, (0, 0, 1, 1, 0)), (5 - 3 * PLACES, (0, 5, -3, 1, 0)), (PLACES // 8, (0, 0, 1, 8, 0)),
    (7 - PLACES % 8, (0, 7, -1, 1, 8)), (PLACES // 3 % 4 - 2, (0, -2, 1, 3, 4)), (PLACES[:2], (0, 0, 1, 1, 0)),
    (PLACES.reshape(24, 1), (0, 0, 1, 1, 0)), (np.broadcast_to(PLACES, (3, 24)), (1, 0, 1, 1, 0)),
    (PLACES.astype(np.uint8), (0, 0, 1, 1, 0)), (np.arange(25) // 8, (0, 0, 1, 8, 0)),
    (PLACES.reshape(4, 6), None), (PLACES ** 2, None), (np.roll(PLACES, 1), None), (PLACES * BIG, None),
    (PLACES * 1.0, None), (np.array([0, 0, 1, 1, 1, 2]), None), (np.zeros((3, 0), int), None),
    (np.array([0, 1, 0, 1, 0, 2]), None),
])
def test_what_is_counted(numbers, expected):
    found = Counted.of(numbers)
    assert (found and (found.axis, found.start, found.step, found.run, found.period)) == expected


@pytest.mark.parametrize("numbers, expected", [
    (np.zeros(5), True), (np.full((2, 3), -0.0), True), (np.array([0.0, -0.0]), False), (np.array([np.nan, np.nan]), False),
    (np.array([True, True]), True), (np.array([7, 8]), False), (np.zeros((0, 3)), False), (np.array(3), True),
])
def test_one_number(numbers, expected):
    assert is_one_number(numbers) == expected


def test_no_table_is_read():
    """Indices that are counted are in the kernel, and lead to neighbours: nothing is gathered one by one."""
    filter = pygpu.compile(lambda a=Array: np.unpackbits(a, axis=1))
    given = np.random.default_rng(3).integers(0, 256, (40, 64), np.uint8)
    assert np.array_equal(filter(given), np.unpackbits(given, axis=1))
    assert "data_" not in filter.source
