"""Where the largest and the smallest numbers of a large array are: of several that are alike the first, as NumPy has it."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image

rng = np.random.default_rng(11)
SHAPES = [(300, 260), (256, 1000), (90_000,), (40, 3000)]


def largest(a=Array):
    return a.argmax()


def smallest(a=Array):
    return a.argmin()


def brightest(im=Image):
    """The last one as good, with what belongs to it, of a rectangle that begins elsewhere."""
    best, at, beside = -1.0, (0, 0), 0.0
    for y in range(5, im.height - 3):
        for x in range(2, im.width):
            if im(x, y) >= best:
                best, at, beside = im(x, y), (x, y), im(x - 1, y + 1)
    return best, at, beside


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", ["ties", "negative", "nothing", "NaN", "bytes", "int64"])
def test_first_place(engine, shape, kind):
    a = rng.integers(0, 9, shape).astype({"bytes": np.uint8, "int64": np.int64}.get(kind, np.float32))
    if kind == "negative":
        a = -a - 1
    elif kind == "nothing":
        a[...] = -np.inf
    elif kind == "NaN":
        a.flat[[a.size // 2, a.size - 1]] = np.nan
    assert pygpu.compile(largest)(a) == a.argmax()
    assert pygpu.compile(smallest)(a) == a.argmin()


def test_last_place_of_a_part(engine):
    picture = rng.integers(0, 200, (300, 270)).astype(np.float32)
    best, (x, y), beside = pygpu.compile(brightest)(picture)
    part = picture[5:-3, 2:]
    expected = part.size - 1 - part[::-1, ::-1].argmax()
    assert (best, y - 5, x - 2) == (part.max(), *divmod(int(expected), part.shape[1]))
    assert beside == picture[int(y) + 1, int(x) - 1]
