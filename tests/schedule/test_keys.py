"""Best values that a GPU's teams put together by keys: as one after the other, ties, NaN and infinities included."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.schedule import GPU

RANDOM = np.random.default_rng(3)


def first_of_all(im=Image):
    """The first of the greatest, and the last of the least."""
    low, at = math.inf, -1
    for q in im.positions:
        if im(q) <= low:
            low, at = im(q), q.y * im.width + q.x
    best = max(im.positions, key=im)
    return best.x, best.y, low, at


def of_lines(im=Image, p=Position):
    """Once a row, and once a column."""
    across = max(range(im.width), key=lambda x: im(x, p.y))
    down = min(range(im.height), key=lambda y: im(p.x, y))
    return across * 1000 + down


def places(a=Array):
    return np.argmax(a), np.argmin(a), np.argmax(a[::-1]), np.argmin(-a)


def pictures(dtype):
    for shape in (1, 1), (1, 7), (9, 1), (40, 33), (70, 257):
        yield RANDOM.integers(0, 5, shape).astype(dtype)
        yield np.full(shape, 3, dtype)
        if np.dtype(dtype).kind == "f":
            noise = RANDOM.random(shape, np.float32)
            yield np.where(noise < 0.1, np.nan, np.where(noise < 0.5, -np.inf, np.where(noise < 0.8, -0.0, 0))).astype(dtype)
            yield np.full(shape, -np.inf, dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.uint8])
@pytest.mark.parametrize("filter", [first_of_all, of_lines, places])
def test_best_by_keys(engine, monkeypatch, filter, dtype):
    if engine.is_checker or engine.device == "none":
        pytest.skip("plans are for drivers")
    usual, by_keys = pygpu.compile(filter), pygpu.compile(filter)
    for picture in pictures(dtype):
        expected = usual(picture)
        with monkeypatch.context() as patch:
            patch.setattr(engines, "target_of", lambda device: GPU)
            assert np.array_equal(by_keys(picture), expected)
    assert "<< " in by_keys.source or "pg_shl_l" in by_keys.source
