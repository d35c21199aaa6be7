"""A kernel's own lines count in variables of their own: no parameter or variable of the user's is taken for one of them."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Position

PICTURE = np.random.default_rng(0).random((40, 48)).astype(np.float32)

TABLE = """
def filter(im=Image[Float], {name}=Float):
    table = [0.0] * 48
    for q in im.positions:
        table[min(int(q.x * {name}), 47)] += im(q)
    return table
"""
LOCAL = """
def filter(im=Image[Float], k=Float):
    table = [0.0] * 48
    {name} = k * k
    for q in im.positions:
        table[min(int(q.x * {name}), 47)] += im(q) * {name}
    return table
"""
RUNNING = """
def filter(im=Image[Float], p=Position, {name}=Float):
    below = lambda q: im(q) * {name} + ({name} * max(below(q - (1, 0)), below(q - (0, 1))) if q.x > 0 and q.y > 0 else 0.0)
    return below(p)
"""


def made(text: str, name: str):
    found = {"Float": Float, "Image": Image, "Position": Position}
    exec(text.format(name=name), found)  # noqa: S102 - one text for each name
    return found["filter"]


@pytest.mark.parametrize("text, name", [
    (TABLE, "turn"), (TABLE, "begin"), (TABLE, "place"), (LOCAL, "turn"), (LOCAL, "here")])
def test_a_table_is_what_plain_python_fills(engine, text, name):
    filter = made(text, name)
    np.testing.assert_allclose(pygpu.compile(filter)(PICTURE, 0.9), filter(HostImage(PICTURE), 0.9), rtol=1e-5)


@pytest.mark.parametrize("name", ["band", "front", "n", "m"])
def test_a_recursion_is_what_another_name_gives(engine, name):
    found, other = (pygpu.compile(made(RUNNING, each))(PICTURE, 0.4) for each in (name, "factor"))
    np.testing.assert_array_equal(found, other)
