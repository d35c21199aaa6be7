"""Numbers at their ends: what infinities, NaN and overflow become is what plain Python says, whatever algebra is at work."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position
from tests.engines import check
from tests.oracle import run as plain_python

NUMBERS = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 4.0, -20000.0, np.inf, -np.inf, np.nan], np.float32)
A, B = map(np.ascontiguousarray, np.meshgrid(NUMBERS, NUMBERS))


def at_their_ends(expression: str, **options) -> None:
    """An expression of a and b is, in each pixel, what Python says: where that is a real number at all."""
    space = {"np": np, "math": math, "Image": Image, "Position": Position}
    f = eval(f"lambda im=Image, other=Image, p=Position: (lambda a, b: {expression})(im(p), other(p))", space)
    found = pygpu.compile(f)(A, B, dtype="float32", **options)
    plain = eval(f"lambda a, b: {expression}", space)
    for y, x in np.ndindex(A.shape):
        try:
            wanted = plain(float(A[y, x]), float(B[y, x]))
        except (ArithmeticError, ValueError, TypeError):
            continue
        if not isinstance(wanted, complex):
            with np.errstate(over="ignore"):
                np.testing.assert_allclose(found[y, x], np.float32(wanted), 1e-5, 1e-2, err_msg=f"{expression} of {A[y, x]}")


@pytest.mark.parametrize("expression", [
    "a ** 0.5", "a ** -0.5", "(a * a + b * b) ** 0.5", "(a * b) ** 0.5", "abs(a) ** 0.5 + b ** 0.5",
    "(a + 1e10) * -1e38 if a < -1e4 else 0.0", "(5e9 - a) * 1e38 if a < -1e4 else 0.0"])
def test_roots_and_what_is_known_and_large(expression, engine):
    at_their_ends(expression)


def test_a_sum_of_squares_has_a_plain_root():
    graph = pygpu.compile(lambda im=Image, p=Position: (im(p) ** 2 + im(p + (1, 0)) ** 2) ** 0.5).graph
    assert "sqrt" in str(graph) and "select" not in str(graph)


@pytest.mark.parametrize("expression", [
    "a - a", "0.1 * a + 0.2 * a - 0.3 * a", "(a + b) - (a + b)", "(a + b) - a", "3 * a - (a + a) - a",
    "(a - b) - (a - b) * 1.0 + b", "sum([a, b, -a])", "(a * 0.5 - b * 0.25) * 2 - a + b * 0.5", "max(a - a, b)"])
def test_nothing_is_left_of_a_number_only(expression, engine):
    at_their_ends(expression)


@pytest.mark.parametrize("expression", [
    "a - 0.5 * a", "b - b + b", "(a + b) * 0.5 - b", "a + 1.5 * (a - (a + b) * 0.5)", "(2 * a - b) - (a - b)"])
def test_exact_sums_take_an_infinity_from_another(expression, engine):
    at_their_ends(expression, exact=True)


def test_an_inner_sum_is_not_made_one_with_what_is_taken_from_it(engine):
    """Differences of neighbours, each asked for twice, so that there are stages."""
    def f(im=Image, p=Position):
        both = lambda q: im(q) + im(q + (1, 0))
        return both(p + (1, 0)) - both(p)

    picture = np.array([[1, 2, np.inf, 4, np.nan, 6, 7, 8.5, -np.inf, 10]], np.float32)
    np.testing.assert_array_equal(pygpu.compile(f)(picture), plain_python(f, picture))


def test_a_number_brought_between_two_is_one_of_those_between(engine):
    """A compiler said yes to c == 2 where it is 0 or 1: as soon as it was asked for all three."""
    def which(n=Image[Int], p=Position):
        c = max(min(n(p), 2), 0)
        return (8 if c == 0 else 1) + (8 if c == 1 else 2) * 32 + (8 if c == 2 else 4) * 1024

    check(which, np.arange(-8, 8, dtype=np.int32).reshape(2, 8))


INTS = np.array([0, 1, -1, 2, -2, 7, -7, 2**31 - 1, 2**31 - 2, -(2**31), -(2**31) + 1, -(2**31) + 2] * 3, np.int32)


@pytest.mark.parametrize("inner", ["-n", "0 - n", "abs(n)", "n - 1", "n + 1", "-abs(n)", "~n"])
def test_whole_numbers_wrap_and_are_divided_then(inner, engine):
    """-n is n where that is the lowest: a compiler took its sign for the other one, and the quotient was one off."""
    f = eval(f"lambda im=Image[Int], p=Position: (lambda n: (n // 3, n // -3, n % 7, n % -7, n // 16, n >> 1, n < 0))"
             f"((lambda n: {inner})(im(p)))", {"Image": Image, "Int": Int, "Position": Position})
    found = pygpu.compile(f)(INTS.reshape(1, -1))
    plain = eval(f"lambda n: {inner}")
    for at, number in enumerate(INTS.tolist()):
        n = (plain(number) + 2**31) % 2**32 - 2**31
        assert tuple([int(each[0, at]) for each in found]) == (
            n // 3, n // -3, n % 7, n % -7, n // 16, n >> 1, n < 0), (inner, number)
