"""A pixel at an edge is made by the same operations as one in the middle, to the last bit."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position

WIDTH, HEIGHT, AROUND = 45, 13, 32
MODES = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
WEIGHTS = np.array([[0.1, 0.2, 0.3], [0.05, 0.7, -0.15], [0.33, -0.2, 0.11]])


def summed(im, p):
    return sum(w * im(p + (i - 1, j - 1)) for (j, i), w in np.ndenumerate(WEIGHTS))


def beside_itself(im, p):
    """A pixel is in a sum here, by itself there."""
    return max(im(p), summed(im, p))


def of_stages(im, p):
    soft = lambda q: 0.3 * im(q) + 0.45 * im(q + (1, 0)) + 0.2 * im(q - (0, 2))
    return soft(p + (1, 1)) * soft(p - (1, 1)) + 0.1 * im(p)


def long(im, p):
    return sum((0.3 + 0.1 * k) * im(p + (k - 6, 0)) for k in range(13)) + 0.5 * im(p)


@pytest.mark.parametrize("function, border, dtype", [
    *[(summed, border, "uint8") for border in MODES], (summed, "constant", "uint16"), (beside_itself, "constant", "uint8"),
    (of_stages, "reflect", "uint8"), (long, "constant", "uint16")])
def test_edges_are_as_the_middle(engine, function, border, dtype):
    if engine.is_checker:
        pytest.skip("too slow there")
    picture = np.random.default_rng(3).integers(0, np.iinfo(dtype).max + 1, (HEIGHT, WIDTH)).astype(dtype)
    around = np.pad(np.pad(picture, 6, MODES[border]), AROUND)
    filter = pygpu.compile(lambda im=Image(border=border), p=Position: function(im, p))
    middle = filter(around, dtype="float32")[AROUND + 6:-AROUND - 6, AROUND + 6:-AROUND - 6]
    np.testing.assert_array_equal(filter(picture, dtype="float32"), middle)
