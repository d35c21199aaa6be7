"""Several devices at once: one picture cut over them, the pictures of a stack, the tiles of a map.

Each piece is bit for bit what its device gives; where two drivers round alike, so is the whole.
"""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, filters
from pygpu import runtime as known
from pygpu.calls.cutting import regions, spreading
from pygpu.calls.cutting.parts import Parts
from tests.engines import engines
from tests.runtime.kernels import every_way

PICTURE = np.random.default_rng(11).random((300, 200)).astype(np.float32)
SOFT = pygpu.compile(filters.gaussian, sigma=2)
MOVED = pygpu.compile(lambda im=Image, p=Position: (im(p + (3, -1)) - im(p)) * 0.5)  # which all drivers round alike
DEVICES = [engine.device for engine in engines() if not engine.is_checker and engine.device != "none"]


@pytest.fixture
def two(monkeypatch):
    if len(DEVICES) < 2:
        pytest.skip("one device only")
    monkeypatch.setattr(spreading, "LARGE", 1)
    monkeypatch.setattr("pygpu.calls.cutting.regions.LARGE", 1)
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


def test_written_to_where_it_is_wanted(two, busy):
    """Also where that is what is read, in numbers of another type, and for one of two results only."""
    expected = alone(MOVED, PICTURE)
    out = np.zeros((300, 400), np.float32)[:, ::2]
    assert MOVED(PICTURE, out=out) is out and busy == set(two)
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(MOVED(PICTURE, out=np.empty((300, 200, 1)))[..., 0], expected)
    both = pygpu.compile(lambda im=Image, p=Position: (im(p + (3, -1)) - im(p), im(p) > 0.5))
    first, second = both(PICTURE, out=(None, mask := np.empty((300, 200), bool)))
    assert second is mask and first.dtype == np.float32
    for one, other in zip((first, mask), alone(both, PICTURE)):
        np.testing.assert_array_equal(one, other)
    own = PICTURE.copy()
    assert MOVED(own, out=own) is own
    np.testing.assert_array_equal(own, expected)
    with pytest.raises(pygpu.ArgumentError, match="has the shape"):
        MOVED(PICTURE, out=np.empty((3, 4), np.float32))


@pytest.mark.parametrize("axis, shape", [(0, (5, 30, 40)), (-1, (30, 40, 5)), (1, (30, 5, 40, 3)), (2, (30, 40, 5, 4))],
                         ids=str)
def test_stacks_along_any_axis(two, axis, shape):
    stack = np.random.default_rng(4).random(shape).astype(np.float32)
    both = pygpu.compile(lambda im=Image, p=Position: (im(p + (3, -1)), len(im)))
    found = both(stack, axis=axis)
    each = [both(np.ascontiguousarray(one)) for one in np.moveaxis(stack, axis, 0)]
    for result, ones in zip(found, zip(*each)):
        expected = np.stack(ones, axis)
        assert result.dtype == expected.dtype and result.flags.c_contiguous
        np.testing.assert_array_equal(result, expected)
    asked = MOVED(stack, axis=axis, dtype="float64")
    assert asked.dtype == np.float64
    np.testing.assert_array_equal(asked, MOVED(stack, axis=axis))


def test_the_race_of_one_and_all(two, capsys):
    """The command that measures it."""
    from tests.speed import devices

    pygpu.use(None)
    try:
        assert devices.main(["sobel", "--devices", ",".join(str(pygpu.devices().index(d)) for d in DEVICES[:2]),
                             "--size", "64", "--count", "4", "--seconds", "0.1"]) in (0, 1)  # two drivers round as they like
    finally:
        pygpu.use(None)
    assert "one, mapped" in capsys.readouterr().out


@pytest.mark.parametrize("name, shared", [("sobel", False), ("nonlocal_means", True)])
def test_a_light_filter_is_left_to_one_device(name, shared):
    """Where pictures come and go through one host's memory, devices share only what they compute."""
    picture, filter = np.zeros((2048, 2048), np.float32), pygpu.compile(getattr(filters, name))
    try:
        for device, expected in ((every_way()[-1], shared), (every_way()[0], shared or every_way()[0].zero_copy)):
            pygpu.use(device)
            assert regions.is_shared(Parts(filter, [picture], [])) is expected
    finally:
        pygpu.use(None)
