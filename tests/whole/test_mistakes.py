"""Calls that NumPy refuses: what it says of them is said of a function of whole arrays, too, at the user's line."""

import re

import numpy as np
import pytest

import pygpu
from pygpu import Array

LINE, TABLE = np.linspace(0, 1, 4, dtype=np.float32), np.ones((3, 4), np.float32)

MISTAKES = {
    "a dtype that is none": (lambda x: x.astype("foo"), LINE),
    "a length of a number": (lambda x: len(x.sum()), LINE),
    "a length below zero": (lambda x: np.zeros((-1, 3)) + x.sum(), LINE),
    "an index of text": (lambda x: (x * 1)["a"], LINE),
    "an index that is a float": (lambda x: (x * 1)[len(x) / 2], LINE),
    "a step that is text": (lambda x: np.roll(x, "a"), LINE),
    "axes of another array": (lambda x: x.transpose((1, 0)), LINE),
    "axes that are twice there": (lambda x: np.transpose(x, (0, 0)), TABLE),
    "a way to pad that is none": (lambda x: np.pad(x, 1, mode="foo"), LINE),
    "a number of parts that does not go": (lambda x: np.split(x, 3), LINE),
    "an argument that is missing": (lambda x: x.astype(), LINE),
    "an empty kernel": (lambda x: np.convolve(x, x[:0]), LINE),
    "points of other lengths": (lambda x: np.interp(x, x, x[1:]), LINE),
    "vectors of four": (lambda x: np.cross(x, x), LINE),
    "a sum of subscripts": (lambda x: np.einsum("ij->i", x), LINE),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_raises_as_in_numpy(name):
    function, given = MISTAKES[name]
    with pytest.raises(Exception) as wanted:
        function(given)
    with pytest.raises(Exception) as raised:
        pygpu.compile(lambda x=Array: function(x))(given)
    assert isinstance(raised.value, wanted.type), (raised.value, wanted.value)
    assert f"{__file__}:{function.__code__.co_firstlineno}" in "".join(raised.value.__notes__)


HOW = {
    "an order": lambda x: np.diff(x, n=-1),
    "a way to sort": lambda x: np.sort(x, kind="foo"),
    "a way to sort places": lambda x: (x * 1).argsort(kind="foo"),
    "a side": lambda x: np.searchsorted(x, 0.5, side="foo"),
    "a mode": lambda x: np.convolve(x, x[:2], "foo"),
    "a mode to take": lambda x: np.take(x, [7], mode="foo"),
    "indices": lambda x: np.meshgrid(x, x, indexing="zz")[0],
    "a quantile": lambda x: np.quantile(x, 2.0),
    "a percentile": lambda x: np.percentile(x, [5, 101]),
    "decimals": lambda x: np.round(x, 1.5),
    "degrees of freedom": lambda x: np.cov(x, ddof=1.5),
    "bins": lambda x: np.digitize(x, [0.5, 0.2, 0.7]),
    "one of two choices": lambda x: np.where(x > 0.5, x),
    "a rule": lambda x: x.astype(np.uint8, casting="safe"),
}


@pytest.mark.parametrize("name", HOW)
def test_words_that_numpy_does_not_know_are_no_words(engine, name):
    with pytest.raises((TypeError, ValueError)) as wanted:
        HOW[name](LINE)
    with pytest.raises(wanted.type, match=re.escape(str(wanted.value))) as raised:
        pygpu.compile(lambda x=Array: HOW[name](x))(LINE)
    assert f"{__file__}:{HOW[name].__code__.co_firstlineno}" in "".join(raised.value.__notes__)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_a_histogram_has_a_finite_range(engine, number):
    filter, given = pygpu.compile(lambda x=Array: np.histogram(x, bins=4)), LINE.copy()
    np.testing.assert_array_equal(filter(given)[0], np.histogram(given, bins=4)[0])
    given[2] = number
    with pytest.raises(ValueError, match="autodetected range of .* is not finite"):
        filter(given)
