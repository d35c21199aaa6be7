"""Functions made while tracing are told apart: what one gives is never taken for what another would give."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Int, Position, exp
from pygpu.ir import functions
from pygpu.language.signature import parameters
from pygpu.story import Story, usual_pixels

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


def test_is_known_tells_what_a_kernel_can_be_made_for():
    def told(im=Image, p=Position, known=2.0, given=Float):
        assert pygpu.is_known(known) and not pygpu.is_known(im(p)) or pygpu.is_known((known, given))
        return im(p) * (2 if pygpu.is_known(given) else 3)

    image = np.ones((2, 3), np.float32)
    assert (pygpu.compile(told)(image, 1.0) == 3).all()
    assert told(HostImage(image), Position(0, 0), given=1.0) == 2


def test_what_only_moves_a_place_is_no_function_of_the_program():
    """Where it leads is then known as an interval, so that what is read there can be kept."""
    def placed(q, by):
        return Position(min(max(q.x * by, 0), 99), q.y)

    def stage(im=Image, p=Position, by=Int):
        rows = lambda q: exp(im(q)) / (1 + im(q))
        return rows(placed(p, by)) + rows(placed(p, by) + (1, 0))

    found = parameters(stage)
    traced = Story(stage, found, usual_pixels(found)).traced[0]
    assert [each.name for each in functions(traced)] == ["lambda"]


@pytest.mark.parametrize("device", [None, "none"])
def test_stages_may_be_as_deep_as_calls_in_python(device, stages=300):
    """Each asks the one below once, so that plain Python ends, too."""
    def waves(im=Image, p=Position):
        below = im
        for stage in range(stages):
            below = (lambda below, side: lambda q: 0.75 * below(q) + 0.25 * im(q + (side, 0)))(below, stage % 3 - 1)
        return below(p)

    image = np.random.default_rng(1).random((2, 5), np.float32)
    host = HostImage(image)
    expected = [[waves(host, Position(x, y)) for x in range(5)] for y in range(2)]
    pygpu.use(device)
    try:
        np.testing.assert_allclose(pygpu.compile(waves)(image), expected, rtol=1e-5)
    finally:
        pygpu.use(None)


def test_a_function_that_comes_to_be_called_again_by_what_it_calls():
    """`halved` calls nothing that leads back to it until `step` is another function."""
    def late(im=Image, p=Position):
        def step(v, n):
            return v

        def halved(v, n):
            return v if n <= 0 else step(v, n)

        x = im(p)
        first = halved(x, int(x * 3))

        def step(v, n):  # noqa: F811
            return halved(v * 0.5, n - 1)

        return first + halved(x, int(x * 3))

    image = np.random.default_rng(0).random((5, 7)).astype("float32")
    expected = [[late(HostImage(image), Position(x, y)) for x in range(7)] for y in range(5)]
    np.testing.assert_allclose(pygpu.compile(late)(image), expected, atol=1e-6)
