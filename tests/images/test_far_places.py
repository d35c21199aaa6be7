"""Places further out than 32 bits say, or nearly so: what a border says of them, and no driver's end."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position

RAMP = np.arange(60, dtype=np.float32).reshape(3, 20)


@pytest.mark.parametrize("by", [2**31 - 30, 30 - 2**31, 1 << 28])
@pytest.mark.parametrize("border", ["clamp", "wrap", "constant"])
def test_a_known_number_further_on(engine, border, by):
    """Compilers of drivers ended with the process."""
    made = pygpu.compile(lambda im=Image(border=border), p=Position: im(p.x + by, p.y))
    columns = np.arange(20) + by
    expected = {"clamp": RAMP[:, np.clip(columns, 0, 19)], "wrap": RAMP[:, columns % 20], "constant": np.zeros_like(RAMP)}
    assert np.array_equal(made(RAMP), expected[border])


TIMES = [lambda x: x * 1e30, lambda x: x * 10.0**12, lambda x: int(x * 1e12), lambda x: x * 10**12 // 7]


@pytest.mark.parametrize("place", TIMES)
def test_times_a_known_number(engine, place):
    made = pygpu.compile(lambda im=Image(border="clamp"), p=Position: im(place(p.x), p.y) + im(-place(p.x), p.y))
    expected = np.where(np.arange(20) > 0, RAMP[:, :1] + RAMP[:, -1:], 2 * RAMP[:, :1])
    assert np.array_equal(made(RAMP), expected)
