"""What is assigned may have axes of one element before its own; what is returned may be any tuple; and where the kernel is
wrong about an exception, NumPy's run is what the call gives."""

import typing

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.calls.notes import NoteWarning

GIVEN = np.array([4, 6, 0, 5, 2])


class Pair(typing.NamedTuple):
    x: object
    y: object


def put_into(index):
    def assigned(a=Array):
        b = a.copy()
        b[index] = a[None, :2] * 2
        return b

    return assigned


def filled_from_more_axes(a=Array):
    b, c = a.copy(), np.stack([a, a])
    b[...] = a[None, None]
    c[:] = a[None, None]
    c[:, [0, 1]] = np.atleast_3d(a[:2]).transpose(0, 2, 1)
    return b, c


def pairs(a=Array):
    return Pair(a * 2, 0), Pair(0, None), [Pair(a, Pair(0.0, False))]


@pytest.mark.parametrize("index", [slice(1, 3), [0, -1], slice(None, None, -3)], ids=str)
def test_axes_of_one_element_before_those_that_there_are(engine, index):
    function = put_into(index)
    np.testing.assert_array_equal(pygpu.compile(function)(GIVEN), function(GIVEN))


def test_all_of_an_array_from_one_of_more_axes(engine):
    for found, expected in zip(pygpu.compile(filled_from_more_axes)(GIVEN), filled_from_more_axes(GIVEN)):
        np.testing.assert_array_equal(found, expected)


def test_tuples_with_names_and_zeros(engine):
    first, second, (third,) = pygpu.compile(pairs)(GIVEN)
    assert [type(each) for each in (first, second, third, third.y)] == [Pair] * 4
    np.testing.assert_array_equal(first.x, GIVEN * 2)
    assert (first.y, second, third.y) == (0, (0, None), (0.0, False))


def test_a_number_of_numpys_is_rounded_to_an_int(engine):
    found = pygpu.compile(lambda a=Array: (round(a.mean()), round(a[0]), a.astype(np.uint8) + round(a.mean())))(GIVEN)
    assert found[:2] == (3, 4) and type(found[0]) is int and found[2].dtype == np.uint8


def test_what_is_written_to_is_an_array(engine):
    with pytest.raises(TypeError, match="return arrays must be of ArrayType"):
        pygpu.compile(lambda a=Array: np.negative(a + 1, out=5))(GIVEN)


def test_as_many_as_a_mask_chooses_meet_others(engine):
    def added(a=Array):
        b = a.copy()
        b[b != 0] *= a[:2]
        return b

    with pytest.raises((ValueError, pygpu.CompileError)):
        pygpu.compile(added)(GIVEN)


def late(a=Array):
    """float32 has no such number: there the sum is zero."""
    if a.sum() == 0:
        raise ValueError("nothing there")
    return a * 2


def test_where_numpys_run_raises_nothing_it_is_the_result(engine):
    given = np.array([1e-60, 2e-60])
    with pytest.warns(NoteWarning, match="what it gives is NumPy's"):
        np.testing.assert_array_equal(pygpu.compile(late)(given), given * 2)


def spread(a=Array, b=Array):
    k = int(a[0])
    return a + b[0, :k], b[:k] * b, np.where(a > 1, a[:k], 0), a[:k] == a, a[:k] + a[1:k + 1], np.maximum(a, b[:k])


def test_a_part_of_one_element_is_spread(engine):
    a, b = np.array([1, 3.0, -2.0, 4.0, 0.5]), np.arange(25.0).reshape(5, 5)
    filter = pygpu.compile(spread)
    for found, expected in zip(filter(a, b), spread(a, b), strict=True):
        np.testing.assert_array_equal(found, expected)
    with pytest.raises(ValueError):
        filter(a + 2, b)
