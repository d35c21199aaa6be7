"""Loops that the host follows pass by pass: passes that launch what the one before them did are those launches alone."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int
from pygpu.calls.engines.loops import Passes
from pygpu.runtime import current

RANDOM = np.random.default_rng(4)
pytestmark = pytest.mark.usefixtures("engine")


def laplacian(a):
    return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a


def heat(u=Array, steps: Int = 9):
    for _ in range(steps):
        u = u + 0.1 * laplacian(u)
    return u


def waves(u=Array, steps: Int = 9):
    """The number of the step has a say, and arrays change places."""
    v = u * 0.5
    for i in range(steps):
        u, v = 2 * u - v + 0.1 * laplacian(u) * (1 + 0.01 * i), u
    return u, v


def from_outside(u=Array, steps: Int = 9):
    v, w = u.T + 0, u * 0.5
    for _ in range(steps):
        u, v = v + w * 0.01, u
    return u, v, w


def later(u=Array, steps: Int = 9):
    a = b = c = u
    for _ in range(steps):
        a, b, c = a * 0.9 + c * 0.1, a, b
    return a, b, c


def until(u=Array, steps: Int = 40, least: Float = 2e-2):
    """A number of each pass says whether there is another one."""
    n, error = 0, 1.0
    while error > least and n < steps:
        new = u + 0.25 * laplacian(u)
        error, u, n = np.abs(new - u).max(), new, n + 1
    return u, n, error


def power(a=Array, steps: Int = 9):
    x, size = np.ones(a.shape[0], np.float32), 0.0
    for _ in range(steps):
        y = a @ x
        size = np.sqrt((y * y).sum())
        x = y / size
    return x, size


def at_first(u=Array, steps: Int = 9):
    """A number is asked before anything is computed."""
    total = 0.0
    for _ in range(steps):
        total = total + u[0, 0]
        u = u * 0.99 + total * 1e-4
    return u, total


def two_ways(u=Array, steps: Int = 9):
    """What is computed depends on a number that no one knows before."""
    for i in range(steps):
        u = u + 0.01 if u[1, 1] > 0.4 and i % 5 else u * 0.9
    return u


def changing(u=Array, steps: Int = 9):
    """From some pass on it is another one."""
    for i in range(steps):
        u = u * 0.9 if i < 6 else np.roll(u, 1, 0)
    return u


@pytest.mark.parametrize("function", [heat, waves, from_outside, later, until, power, at_first, two_ways, changing],
                         ids=lambda each: each.__name__)
@pytest.mark.parametrize("shape", [(5, 5), (70, 70)])
@pytest.mark.parametrize("there", [False, True])
def test_each_pass(function, shape, there):
    if there and current() is None:
        pytest.skip("there is no device")
    filter = pygpu.compile(function)
    for steps in (1, 2, 3, 4, 5, 6, 12, 12, 30):
        given = RANDOM.random(shape).astype(np.float32)
        found, expected = filter(pygpu.upload(given) if there else given, steps), function(given, steps)
        both = [each if isinstance(each, tuple) else (each,) for each in (found, expected)]
        for one, other in zip(*both):
            np.testing.assert_allclose(np.asarray(one), other, rtol=1e-4, atol=1e-5)


def test_most_passes_are_launches_alone(monkeypatch):
    if current() is None:
        pytest.skip("there is no device")
    counted, followed = [], Passes.another

    def another(self, *args):
        counted.append((found := followed(self, *args)) is not None)
        return found

    monkeypatch.setattr(Passes, "another", another)
    pygpu.compile(waves)(RANDOM.random((40, 30)).astype(np.float32), 50)
    assert counted.count(True) > 40


def test_many_passes():
    """More than are remembered as one launch."""
    given = RANDOM.random((8, 6)).astype(np.float32)
    filter = pygpu.compile(heat)
    for steps in (300, 300, 299):
        np.testing.assert_allclose(filter(given, steps), heat(given, steps), rtol=1e-4, atol=1e-5)
