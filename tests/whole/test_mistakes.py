"""Calls that NumPy refuses: what it says of them is said of a function of whole arrays, too, at the user's line."""

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
