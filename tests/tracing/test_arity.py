"""Callables that are given fewer or more than they take: Python's own TypeError, which a filter may catch."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests.oracle import run as plain_python

PICTURE = np.array([[0.25, 0.5, 2.0]], np.float32)


class Curried:
    """Asks whether it has enough as libraries do: by a call."""

    def __init__(self, function, *given):
        self.function, self.given = function, given

    def __call__(self, *more):
        try:
            return self.function(*self.given, *more)
        except TypeError:
            return Curried(self.function, *self.given, *more)


@pytest.mark.parametrize("function", [pow, math.atan2, math.copysign, math.fmod])
def test_it_may_be_caught(function):
    def curried(im=Image, p=Position):
        return Curried(function)(im(p))(2)

    pygpu.use("none")
    np.testing.assert_allclose(pygpu.compile(curried)(PICTURE), plain_python(curried, PICTURE), rtol=1e-6)
    pygpu.use(None)


@pytest.mark.parametrize("call", [lambda v: pow(v), lambda v: divmod(v), lambda v: round(v, 1, 2), lambda v: math.atan2(v),
                                  lambda v: math.sqrt(v, v), lambda v: abs(v, 2)])
def test_it_is_told(call):
    with pytest.raises(TypeError, match=r"\(\) (missing a required|too many)"):
        pygpu.compile(lambda im=Image, p=Position: call(im(p)))(PICTURE)
