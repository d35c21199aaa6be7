"""What a function of whole arrays raises where its numbers say so is raised, as by NumPy itself."""

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
