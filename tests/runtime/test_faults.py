"""A driver that fails: at every call that is made to it, what comes out is a DeviceError, and the next call works.

Each function of pyopencl that the run time uses is counted in a clean run, and then fails at each of its calls in turn.
"""

import numpy as np
import pyopencl as cl
import pytest
from pyopencl import _cl

import pygpu
from pygpu import Image, Position
from pygpu.errors import DeviceError
from pygpu.runtime import bands, programs, transfer
from tests.engines import engines

PLACES = [(cl, "Buffer"), (cl, "enqueue_copy"), (cl, "enqueue_nd_range_kernel"), (cl, "enqueue_map_buffer"), (cl, "Kernel"),
          (cl.Kernel, "set_arg"), (cl.Kernel, "_set_arg_buf_pack_multi"), (cl.Event, "wait"), (cl.CommandQueue, "finish"),
          (cl.CommandQueue, "flush"), (cl.Buffer, "get_sub_region"), (_cl._Program, "_build")]
ERRORS = cl.MemoryError, cl.LogicError, cl.RuntimeError
DEVICES = [engine for engine in engines() if engine.device != "none" and not engine.is_checker]
GIVEN = np.random.default_rng(3).random((40, 50), np.float32)


def blurred(im=Image, p=Position):
    return (im(p - (1, 0)) + im(p) + im(p + (0, 1))) / 3


def plain(filter):
    return filter(GIVEN)


def in_order(filter):
    return filter(filter(pygpu.upload(GIVEN))).numpy()


def into_an_array(filter):
    out = np.empty_like(GIVEN, np.float64)
    return filter(GIVEN, out=out)


def into_one_that_is_read(filter):
    there = pygpu.upload(GIVEN)
    return np.asarray(filter(there, out=there))


def from_a_device_into_an_array(filter):
    out = np.empty_like(GIVEN)
    return filter(pygpu.upload(GIVEN), out=out)


def a_region(filter):
    return filter(pygpu.upload(GIVEN)[3:30, 5:40]).numpy()


def strided(filter):
    return filter(GIVEN[::-1, ::2])


def iterated(filter):
    return filter.iterate(3, GIVEN)


def other_pixels(filter):
    return filter((GIVEN * 255).astype(np.uint8))


SCENARIOS = (plain, in_order, into_an_array, into_one_that_is_read, from_a_device_into_an_array, a_region, strided, iterated,
             other_pixels)


@pytest.fixture(params=DEVICES, ids=str)
def device(request):
    pygpu.use(request.param.device)
    yield pygpu.runtime.current()
    pygpu.use(None)


class Failing:
    """One function that counts its calls, and fails at the one that is wished for."""

    def __init__(self, monkeypatch, owner, name: str):
        self.calls, self.at, real = 0, None, getattr(owner, name)

        def counted(*args, **kwargs):
            self.calls += 1
            if self.calls - 1 == self.at:
                raise ERRORS[self.at % len(ERRORS)](f"{name} failed: OUT_OF_RESOURCES")
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, counted)

    def begin(self, at: int | None) -> None:
        self.calls, self.at = 0, at


@pytest.mark.parametrize("owner, name", PLACES, ids=[name for _, name in PLACES])
def test_a_failing_driver_is_told_in_words_and_the_next_call_works(device, owner, name, monkeypatch):
    if (owner, name) == (cl, "Kernel"):
        monkeypatch.setattr(cl, "Kernel", _made_by(cl.Kernel))
    elif (owner, name) == (cl, "Buffer"):
        monkeypatch.setattr(cl, "Buffer", _made_by(cl.Buffer))
    for small in (False, True):
        if small:  # large pictures, in pieces
            monkeypatch.setattr(transfer, "PIECE", 2000)
            monkeypatch.setattr(transfer, "WORTH_STAGING", 1000)
            monkeypatch.setattr(bands, "WORTH_BANDS", 1000)
        failing = Failing(monkeypatch, owner, name)
        for scenario in SCENARIOS:
            programs.forget()
            device.trim()
            failing.begin(None)
            expected = np.array(scenario(pygpu.compile(blurred)))
            for at in range(min(failing.calls, 12)):
                programs.forget()
                device.trim()
                filter = pygpu.compile(blurred)
                failing.begin(at)
                try:
                    np.testing.assert_array_equal(scenario(filter), expected)  # what is tried again did not fail
                except DeviceError as told:
                    assert device.name in str(told)
                failing.begin(None)
                np.testing.assert_array_equal(scenario(filter), expected)


def levels(im=Image, p=Position):
    """Four kernels launched as one: a value of the picture, and levels at half and at a quarter of its size."""
    def half(picture, q):
        return (picture(2 * q) + picture(2 * q + (1, 0)) + picture(2 * q + (0, 1)) + picture(2 * q + (1, 1))) / 4

    first = lambda q: half(im, q)
    second = lambda q: half(first, q)
    most = max(second(q // 4) for q in im.positions)
    return im(p) - first(p // 2) + second(p // 4) / most


@pytest.mark.parametrize("owner, name", PLACES, ids=[name for _, name in PLACES])
def test_so_are_many_kernels_launched_as_one(device, owner, name, monkeypatch):
    if isinstance(getattr(owner, name), type):
        monkeypatch.setattr(owner, name, _made_by(getattr(owner, name)))
    failing = Failing(monkeypatch, owner, name)
    for scenario in some_of((plain, in_order, into_an_array, a_region), device):
        filter = pygpu.compile(levels)  # a launcher keeps the driver's functions that it found
        failing.begin(None)
        expected = np.array(scenario(filter))
        assert failing.calls >= 4 or name not in ("enqueue_nd_range_kernel", "set_arg")
        for at in range(failing.calls):
            if name in ("Kernel", "_build"):  # only a new one makes any
                programs.forget()
                filter = pygpu.compile(levels)
            device.trim()
            failing.begin(at)
            try:
                np.testing.assert_array_equal(scenario(filter), expected)
            except DeviceError as told:
                assert device.name in str(told)
            failing.begin(None)
            np.testing.assert_array_equal(scenario(filter), expected)


def test_memory_is_let_go_of_when_nothing_works_on_it_any_more(device, monkeypatch):
    """Steps before the one that failed may still run."""
    done = []
    for owner, name in ((cl.CommandQueue, "finish"), (type(device), "trim")):
        def noted(self, name=name, real=getattr(owner, name)):
            done.append(name)
            return real(self)
        monkeypatch.setattr(owner, name, noted)
    assert device.queue
    device.recover()
    assert "finish" in done[:done.index("trim")]


class Lost:
    """A device that is lost at one call to its driver: no call works from then on, until there is a new context."""

    def __init__(self, monkeypatch):
        self.calls, self.at, self.is_lost, self.found = 0, None, False, 0
        new = cl.Context

        def context(*args, **kwargs):
            self.found += self.is_lost
            self.is_lost = False
            return new(*args, **kwargs)

        monkeypatch.setattr(cl, "Context", context)
        for owner, name in PLACES:
            real = getattr(owner, name)
            monkeypatch.setattr(owner, name, self.around(_made_by(real) if isinstance(real, type) else real, name))

    def around(self, real, name: str):
        def counted(*args, **kwargs):
            self.is_lost = self.is_lost or self.calls == self.at
            self.calls += 1
            if self.is_lost:
                raise cl.LogicError(f"{name} failed: INVALID_COMMAND_QUEUE")
            return real(*args, **kwargs)
        return counted

    def begin(self, at: int | None) -> None:
        self.calls, self.at = 0, at


@pytest.mark.parametrize("large", (False, True))
def test_a_lost_device_is_told_and_begun_anew(device, large, monkeypatch, request):
    if request.config.getoption("--guard"):
        pytest.skip("guard zones are buffers of their own, which a lost device does not give")
    if large:
        monkeypatch.setattr(transfer, "PIECE", 2000)
        monkeypatch.setattr(transfer, "WORTH_STAGING", 1000)
        monkeypatch.setattr(bands, "WORTH_BANDS", 1000)
    expected = blurred_by_hand(GIVEN)
    lost = Lost(monkeypatch)
    for scenario in some_of((in_order, plain, into_an_array, iterated), device):
        filter = pygpu.compile(blurred)
        lost.begin(None)
        right = np.array(scenario(filter))
        for at in range(lost.calls):
            programs.forget()
            device.trim()
            filter, before, there = pygpu.compile(blurred), device.renewed, pygpu.upload(GIVEN)
            filter(there)
            lost.begin(at)
            try:
                np.testing.assert_array_equal(scenario(filter), right)
            except DeviceError as told:
                assert device.name in str(told)
                assert device.renewed == before + 1
            lost.begin(None)
            np.testing.assert_array_equal(scenario(filter), right)
            np.testing.assert_allclose(filter(GIVEN), expected, rtol=1e-6)
            if device.zero_copy:  # what was in the host's memory is there still
                np.testing.assert_allclose(filter(there).numpy(), expected, rtol=1e-6)
            elif device.renewed != before:
                with pytest.raises(DeviceError, match="upload it again"):
                    filter(there)
    assert lost.found > (20 if device.zero_copy else 5)


def some_of(scenarios, device):
    """All of them; one on a device with memory of its own: of what a lost context had made much stays there, each time."""
    return scenarios if device.zero_copy else scenarios[:1]


def blurred_by_hand(given):
    at = np.pad(given, ((0, 1), (1, 0)), "edge")
    return (at[:-1, :-1] + given + at[1:, 1:]) / 3


def _made_by(kind):
    """The class as a function: what is patched over it can then fail without being a class."""
    return lambda *args, **kwargs: kind(*args, **kwargs)
