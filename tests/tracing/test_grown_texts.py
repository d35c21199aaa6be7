"""Texts that grow in loops in loops which a pixel ends."""

import numpy as np

import pygpu
from pygpu import Image, Int, Position


def marks(n=Image[Int], p=Position):
    text, k = "", n(p) % 4
    while k > 0:
        m = k
        while m > 0:
            text += "x"
            m -= 1
        k -= 1
    return len(text) + 10 * text.count("x")


def test_a_text_grows_in_a_loop_in_a_loop(engine):
    numbers = np.arange(12, dtype=np.int32).reshape(3, 4)
    np.testing.assert_array_equal(pygpu.compile(marks)(numbers), np.array([[0, 11, 33, 66]] * 3))
