"""Functions made while tracing are told apart: what one gives is never taken for what another would give."""

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position

SOURCE = compile("def scaled(x):\n    return lambda v: v * x * SCALE\n", "module.py", "exec")


def module(scale: float):
    """A function from a module of its own, which has the same text as another."""
    space = {"SCALE": scale}
    exec(SOURCE, space)
    return space["scaled"]


one, two = module(2.0), module(3.0)


def used(function, value):
    return function(value)


def of_two_modules(im=Image, p=Position):
    x = im(p)
    return used(one(x), x) + used(two(x), x)


def chosen_of_two_modules(im=Image, p=Position):
    x = im(p)
    function = one(x) if x > 0.5 else two(x)
    return function(x)


@pytest.mark.parametrize("function", [of_two_modules, chosen_of_two_modules], ids=lambda f: f.__name__)
def test_the_same_as_python(function):
    image = np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4)
    pygpu.use("none")
    try:
        found = pygpu.compile(function)(image)
    finally:
        pygpu.use(None)
    host = HostImage(image)
    expected = [[function(host, Position(x, y)) for x in range(4)] for y in range(3)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
