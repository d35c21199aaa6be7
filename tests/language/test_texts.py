"""Numbers that are read from texts of a pixel: what int() takes, and what it doesn't."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position


def spaced(n):
    return int(f" {n - 50}\x20") + int(str(n), 16)


def sign_within(n):
    try:
        return int(f"{n}-2")
    except ValueError:
        return -7


def space_within(n):
    try:
        return int(f"1 {n}")
    except ValueError:
        return -7


def sign_alone(n):
    try:
        return int("-" + str(n)[1:])
    except ValueError:
        return -7


@pytest.mark.parametrize("of", [spaced, sign_within, space_within, sign_alone])
def test_numbers_of_texts(engine, of):
    image = np.random.default_rng(0).integers(0, 400, (4, 6)).astype(np.int32)
    compiled = pygpu.compile(lambda im=Image[Int], p=Position: of(im(p) % 90))
    np.testing.assert_array_equal(compiled(image), np.vectorize(of)(image % 90))
