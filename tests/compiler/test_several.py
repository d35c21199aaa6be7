"""Several devices at once: one picture cut over them, the pictures of a stack, the tiles of a map.

Each piece is bit for bit what its device gives; where two drivers round alike, so is the whole.
"""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, filters
from pygpu import runtime as known
from pygpu.calls import spreading
from tests.engines import engines

PICTURE = np.random.default_rng(11).random((300, 200)).astype(np.float32)
SOFT = pygpu.compile(filters.gaussian, sigma=2)
MOVED = pygpu.compile(lambda im=Image, p=Position: (im(p + (3, -1)) - im(p)) * 0.5)  # which all drivers round alike
DEVICES = [engine.device for engine in engines() if not engine.is_checker and engine.device != "none"]


@pytest.fixture
def two(monkeypatch):
    if len(DEVICES) < 2:
        pytest.skip("one device only")
    monkeypatch.setattr(spreading, "LARGE", 1)
    monkeypatch.setattr("pygpu.calls.regions.LARGE", 1)
    pygpu.use(DEVICES[:2])
    yield known.in_use()
    pygpu.use(None)


@pytest.fixture
def busy(monkeypatch):
    """The devices that computed something."""
    seen, real = set(), spreading.on

    def on(device):
        seen.add(device)
        real(device)

    monkeypatch.setattr(spreading, "on", on)
    return seen


def alone(filter, *args, **words):
    """What the first of them gives by itself."""
    before = known.in_use()
    pygpu.use(before[0])
    try:
        return filter(*args, **words)
    finally:
        pygpu.use(list(before))


def test_which_devices_are_used(two):
    assert pygpu.use(DEVICES[:2]) is two[0] is known.current() and len(set(two)) == 2
    pygpu.use(DEVICES[0])
    assert known.in_use() == (two[0],)
    pygpu.use([DEVICES[0], DEVICES[0]])
    assert known.in_use() == (two[0],)
    with pytest.raises(pygpu.DeviceError, match="no device"):
        pygpu.use([])
    with pytest.raises(pygpu.DeviceError, match="nothing like it"):
        pygpu.use([DEVICES[0], "nothing like it"])


@pytest.mark.parametrize("filter", [MOVED, SOFT], ids=["moved", "soft"])
def test_one_picture_cut_over_them(filter, two, busy):
    expected = alone(filter, PICTURE)
    np.testing.assert_allclose(filter(PICTURE), expected, atol=2e-7)
    assert busy == set(two)
    if filter is MOVED:
        np.testing.assert_array_equal(filter(PICTURE), expected)
    bytes = (PICTURE * 255).astype(np.uint8)
    np.testing.assert_array_equal(filter(bytes), alone(filter, bytes))


def test_what_cannot_be_cut_is_computed_on_one(two, busy):
    total = pygpu.compile(lambda im=Image, p=Position: sum(im) + im(p))
    np.testing.assert_array_equal(total(PICTURE), alone(total, PICTURE))
    assert not busy


def test_the_pictures_of_a_stack(two, busy):
    stack = np.random.default_rng(3).random((9, 40, 50)).astype(np.float32)
    np.testing.assert_array_equal(MOVED(stack, axis=0), alone(MOVED, stack, axis=0))
    assert busy == set(two)
    out = stack.copy()
    MOVED(out, axis=0, out=out)
    np.testing.assert_array_equal(out, alone(MOVED, stack, axis=0))


def test_the_tiles_of_a_map(two, busy):
    expected = alone(MOVED, PICTURE)
    np.testing.assert_array_equal(MOVED.map(PICTURE, tile=(64, 64)), expected)
    assert busy == set(two)
    pygpu.use(None)
    np.testing.assert_array_equal(MOVED.map(PICTURE, tile=(64, 64), devices=[*DEVICES[:2], "none"]), expected)
    assert busy == {*two, None}


def test_what_goes_wrong_on_one_is_told(two):
    def f(im=Image, p=Position):
        if p.y == 250:
            raise ValueError("here")
        return im(p)

    with pytest.raises(ValueError, match="here"):
        pygpu.compile(f)(PICTURE)
    assert len(known.in_use()) == 2
