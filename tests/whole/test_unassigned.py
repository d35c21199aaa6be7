"""Variables that only a branch or a loop gives a value: what numbers say is raised, as by NumPy itself."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Int

U = (np.arange(48).reshape(6, 8) * 7 % 48 / 48).astype(np.float32)


def in_a_loop(u=Array, n: Int = 3):
    for i in range(n):  # noqa: B007
        slope = np.gradient(u, axis=0)
        u = u - 0.1 * slope
    return u, slope, i


def in_two_loops(u=Array, n: Int = 3, m: Int = 4):
    total = 0.0
    for i in range(n):
        for j in range(m):
            t = u[i, j] * 2
        total += t
    return total, t


def in_order(u=Array, n: Int = 3, m: Int = 4):
    b = u.copy()
    for i in range(n):
        for j in range(m):
            t = b[i, j] * 2
            b[i, j + 1] += t
        b[i, 0] = t
    return b, j


def until(u=Array, n: Int = 3):
    while u.max() > 1 / n if n > 0 else False:
        energy = (u ** 2).sum()
        u = u * 0.9
    return energy, u


def in_a_branch(u=Array, n: Int = 3):
    if n > 0:
        w = u * n
    return w


def with_a_break(u=Array, n: Int = 3):
    for i in range(n):
        w = u * i
        if w.max() > 1.5:
            break
    return w, i


def of_the_pass_before(u=Array, n: Int = 3):
    for i in range(n):
        if i > 0:
            u = u + 0.1 * old  # noqa: F821
        old = u.copy()
    return old


def of_a_closure(u=Array, n: Int = 3):
    for i in range(n):
        w = u * i
    return np.stack([w[k] * 2 for k in range(2)]), (lambda: w)()


def handled(u=Array, n: Int = 3):
    for i in range(n):
        w = u * i
    try:
        return w
    except NameError:
        return u - 1


def not_asked_for(u=Array, n: Int = 3, k: Float = 0.5):
    for _ in range(n):
        w = u * k
    return w if n > 0 else u


@pytest.mark.parametrize("function", [
    in_a_loop, in_two_loops, in_order, until, in_a_branch, with_a_break, of_the_pass_before, of_a_closure, handled,
    not_asked_for], ids=lambda function: function.__name__)
def test_as_python(engine, function):
    filter = pygpu.compile(function)
    for n in (3, 1, 0):
        try:
            expected = function(U, n)
        except NameError as error:
            with pytest.raises(NameError) as raised:
                filter(U, n)
            assert raised.value.args == error.args
            continue
        for one, other in zip(filter(U, n), expected):
            np.testing.assert_allclose(one, other, rtol=1e-5)


def test_inner_loops_that_do_not_run(engine):
    for function in (in_two_loops, in_order):
        with pytest.raises(UnboundLocalError):
            pygpu.compile(function)(U, 3, 0)


def test_of_single_elements_alone(engine):
    """The function has no whole array: it is asked for one."""
    def of_elements(u=Array, limit: Float = 0.5):
        if u[0, 1] > limit:
            bright = u[1, 1]
        return bright

    filter = pygpu.compile(of_elements)
    assert filter(U, limit=0.1) == U[1, 1]
    with pytest.raises(UnboundLocalError):
        filter(U, limit=0.9)
