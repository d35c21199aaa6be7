"""Functions of which numbers of a call say where they begin: kernels made once serve all numbers."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position
from pygpu.ir.domains import bounded


def window(im=Image(border="clamp"), p=Position, size: Int = 3):
    """A sum along rows and then along columns, of what depends on its own place: it goes on changing beyond the edge."""
    near = cache(lambda q: abs(im(q) - im(q + (1, 0))) + abs(im(q) - im(q + (0, 1))) + 0.01 * (q.x - q.y))
    across = cache(lambda q: sum([near(Position(q.x + d, q.y)) for d in range(-size, size + 1)]))
    return sum([across(Position(p.x, p.y + d)) for d in range(-size, size + 1)])


def expected(image, size):
    rows, columns = image.shape
    y, x = np.mgrid[-size:rows + size, -size:columns + size]
    read = lambda y, x: image[y.clip(0, rows - 1), x.clip(0, columns - 1)].astype(float)
    near = abs(read(y, x) - read(y, x + 1)) + abs(read(y, x) - read(y + 1, x)) + 0.01 * (x - y)
    views = np.lib.stride_tricks.sliding_window_view(near, (2 * size + 1,) * 2)
    return views.sum((2, 3))


def test_it_begins_where_numbers_say(engine):
    """Also smaller ones after larger ones, and pictures of other sizes."""
    if engine.is_checker:
        pytest.skip("too long for the checker")
    filter, sources = pygpu.compile(window), set()
    for shape, size in [((9, 7), 2), ((9, 7), 11), ((33, 65), 1), ((33, 65), 6), ((1, 1), 3), ((9, 7), 0)]:
        image = np.random.default_rng(size).random(shape, dtype=np.float32)
        np.testing.assert_allclose(filter(image, size=size), expected(image, size), rtol=1e-5, atol=1e-4)
        sources.add(filter.source)
    assert len(sources) == 1


def test_along_which_axes():
    found = bounded(pygpu.compile(window).graph)
    kept = {axes: function in found.possible for function, axes in found.told.items()}
    assert kept == {(0, 1): True, (1,): True}, kept
