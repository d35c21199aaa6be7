"""Short loops that count their steps: a bunch of passes is made before one asks whether there may be more."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position
from pygpu.errors import DeviceError
from pygpu.ir import evaluate, every_op, verify
from pygpu.ir.ops import GOES_ON, LOOP
from pygpu.passes.bunches import in_bunches

STEPS = 256


def less(n):
    """One less, which nobody sees from outside."""
    return n - 1 - (n == 1000)


def counted(im=Image[Int], p=Position):
    n, count = im(p), 0
    while n > 1:
        n, count = less(n), count + 1
    return 1000 * count + n


def until_both(im=Image[Int], p=Position):
    n, last = im(p), 0
    while True:
        last = n
        n = less(n)
        if n < 1 or last % 70 == 0:
            return 1000 * n + last


def twice(im=Image[Int], p=Position):
    n, m = im(p), 0
    while n > 1:
        n = less(n)
        while m > n and m % 3:
            m = less(m)
        m += 2
    return 1000 * n + m


def last_of(im=Image[Int], p=Position):
    n = im(p)
    while (half := n // 2) > 3:
        n = half if half % 2 else half - 1
    return n


NUMBERS = np.arange(-3, 192).reshape(15, 13).astype(np.int32)


@pytest.mark.parametrize("function", [counted, until_both, twice, last_of])
def test_they_are_what_they_were(function):
    graph = pygpu.compile(function, steps=STEPS).graph
    made = in_bunches(graph)
    verify(made)
    assert made is not graph and sum(op.kind is LOOP for op in every_op(made.body)) > sum(
        op.kind is LOOP for op in every_op(graph.body))
    size, images = NUMBERS.shape[::-1], [NUMBERS[..., None]]
    (found,), (expected,) = evaluate(made, images, (), size), evaluate(graph, images, (), size)
    assert np.array_equal(found, expected)
    assert np.array_equal(expected[..., 0] if expected.ndim == 3 else expected,
                          [[function(lambda q, n=n: n, None) for n in row] for row in NUMBERS.tolist()])


def test_as_many_steps_as_are_allowed():
    graph = in_bunches(pygpu.compile(counted, steps=STEPS).graph)
    (most,) = evaluate(graph, [np.full((1, 1, 1), STEPS, np.int32)], (), (1, 1))
    assert most.item() == 1000 * (STEPS - 1) + 1
    with pytest.raises(DeviceError):
        evaluate(graph, [np.full((1, 1, 1), STEPS + 2, np.int32)], (), (1, 1))


def test_what_is_no_multiple_is_counted_one_by_one():
    graph = pygpu.compile(counted, steps=30).graph
    assert in_bunches(graph) is graph


def test_a_long_pass_is_counted_one_by_one():
    def long(im=Image[Int], p=Position):
        n, total = im(p), 0
        while n > 1:
            n = less(n)
            total = sum((total + n * i) % (n + i) for i in range(2, 20))
        return total

    graph = pygpu.compile(long).graph
    assert any(op.kind is GOES_ON for op in every_op(graph.body)) and in_bunches(graph) is graph
