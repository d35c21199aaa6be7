"""Filters that are short to write and long when traced: they are traced all the same, and soon."""


import numpy as np
import pytest

from pygpu import CompileError, Image, Int, Position, offsets, ravel
from pygpu.ir import every_graph, every_op
from pygpu.language.signature import parameters
from pygpu.story import Story, usual_pixels
from tests.effort import calls

BOX = np.ones((3, 3)) / 9


def traced(function, **known):
    found = parameters(function, known)
    return Story(function, found, usual_pixels(found)).traced[0]


def mean(image, p):
    return sum([w * image(p + d) for w, d in zip(ravel(BOX), offsets(BOX))])


def chain(n, im=Image, p=Position):
    return mean(lambda q: chain(n - 1, im, q), p) if n else im(p)


def test_a_chain_of_stages_grows_as_it_is_long():
    """A stage is walked once, wherever it is read: a function of the program."""
    lengths = [sum(1 for graph in every_graph(traced(chain, n=n)) for _ in every_op(graph.body)) for n in (8, 16, 32)]
    assert lengths[2] - lengths[1] == 2 * (lengths[1] - lengths[0]) and lengths[2] < 32 * 40


def test_a_chain_of_stages_is_traced_quickly():
    assert calls(lambda: traced(chain, n=8)) < 120_000


def powers(im=Image, p=Position):
    found, x = [], im(p) + 1
    while x < 100:
        found.append(x)
        x = x * 2
    return len(found)


def digits(im=Image[Int], p=Position):
    found, n = [], im(p)
    while n:
        n, digit = divmod(n, 10)
        found.append(digit)
    return len(found)


def letters(im=Image[Int], p=Position):
    found, n = "", im(p)
    while n >= 10:
        found, n = found + "X", n - 10
    return len(found)


def shapes(im=Image[Int], p=Position):
    def count(n):
        return 1 if n < 2 else sum(count(k) * count(n - 1 - k) for k in range(n))

    return count(im(p) % 7)


@pytest.mark.parametrize("function", [powers, digits, letters, shapes])
def test_a_loop_without_an_end_that_grows_a_list_is_traced_soon(function):
    assert calls(lambda: traced(function)) < 4_500_000


class Ball:
    def __init__(self, other=None):
        self.other = other

    def hit(self, n):
        return 0 if n <= 0 else 1 + self.other.hit(n - 1)


def to_and_fro(im=Image[Int], p=Position):
    one = Ball()
    one.other = Ball(one)
    return one.hit(im(p))


def in_brackets(im=Image[Int], p=Position):
    def parts(n, most):
        if n == 0:
            return 1
        found = [parts(n - k, k) for k in range(1, min(n, most) + 1)]
        return found[0] + sum(found)

    return parts(im(p), im(p))


@pytest.mark.parametrize("function", [to_and_fro, in_brackets])
def test_what_is_no_loop_and_has_no_end_is_refused_soon(function):
    def refused():
        with pytest.raises(CompileError) as caught:
            traced(function)
        assert caught.value.kind == "recursion"

    assert calls(refused) < 3_500_000
