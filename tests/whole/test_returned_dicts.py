"""Dicts whose keys are computed, and sets, as results: of whole arrays, and of values of a picture."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image

LINE = np.array([0.1, 0.6, 0.9, 0.35], np.float32)

MADE = {
    "a computed key": lambda x: {int(x.mean() * 10): x.max(), 3: x.min()},
    "keys that are the same at times": lambda x: {bool(x.mean() > 0.1): 1, True: 2},
    "a key that is there at times": lambda x: {int(v * 4): v for v in x},
    "a set": lambda x: {int(x.mean() * 10), 4},
    "a set of known numbers": lambda x: {1, 2},
    "a set of items": lambda x: {int(v * 4) for v in x},
}


@pytest.mark.parametrize("before", ["whole", "by elements"])
@pytest.mark.parametrize("name", MADE)
def test_they_are_what_python_makes(name, before):
    pygpu.use("none")
    made = MADE[name]
    found = pygpu.compile((lambda x=Array: made(np.roll(x, 1))) if before == "whole" else lambda x=Array: made(x))(LINE)
    assert found == made(np.roll(LINE, 1) if before == "whole" else LINE) and type(found) in (dict, set)


def test_of_a_picture():
    pygpu.use("none")
    found = pygpu.compile(lambda im=Image: {round(max(im) * 8): "most", round(min(im) * 8): {round(min(im) * 8), 3}})(
        np.array([[32, 224]], np.uint8))
    assert found == {7: "most", 1: {1, 3}}
