"""Loops that never end, and kernels that take long: a DeviceError in words, and Ctrl-C."""

import math
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import pygpu
from pygpu import Array, DeviceError, Float, Image, Int, Position
from pygpu.calls import telling
from pygpu.ir import ops
from pygpu.runtime import launch, waiting

GIVEN = np.random.default_rng(3).random((12, 40), np.float32)


def halved(im=Image, p=Position):
    v = im(p)
    while v >= 0:  # for ever: v comes to 0.0 and stays
        v *= 0.5
    return v


def collatz(im=Image[Int], p=Position):
    n, k = im(p), 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        k += 1
    return k


def doubled(im=Image[Float], p=Position):
    v = im(p)
    while not v > 1.0:  # a NaN never is
        v = v * 2.0
    return v


def counting_some(im=Image, p=Position):
    v, n = im(p), 0
    while v < 0.5 and n >= 0:
        n = n + 1 if v > 0 else 0
    return n


def of_stages(im=Image, p=Position):
    return sum(halved(im, p + (i, j)) for i in range(-3, 4) for j in range(-3, 4))


def in_a_branch(im=Image, p=Position):
    if im(p) > 0.9:
        return halved(im, p)
    return sum(halved(im, p) for _ in range(3) if im(p) > 0.95)


def of_the_picture(im=Image):
    v = sum(im)
    while v >= 0:
        v *= 0.5
    return v


def turning(im=Image, p=Position):
    """Comes back to where it was after three steps."""
    x, y, n = im(p), 0.0, 0
    while x + y > -1.0:
        x, y, n = y, 1.0 - x - y, n + 1
    return n + x


def at_last(im=Image, p=Position):
    """Stands still for long, in what does not decide the end, and ends after 5000 steps and more."""
    n, v = int(im(p) * 1000), 1.0
    while n != 6000:
        n, v = n + 1, v * 0.5
    return v + n


ENDLESS = [halved, collatz, doubled, counting_some, of_stages, in_a_branch, of_the_picture]


@pytest.mark.parametrize("function", [halved, collatz, doubled, of_stages, in_a_branch, of_the_picture, turning])
def test_numpy_sees_that_a_loop_comes_back(function):
    """With as many steps as loops have if nobody says."""
    given = np.arange(480, dtype=np.int32).reshape(12, 40) if function is collatz else GIVEN
    if function is doubled:
        given = np.where(GIVEN > 0.9, np.nan, GIVEN)
    pygpu.use("none")
    with pytest.raises(DeviceError, match="a loop never ends"):
        pygpu.compile(function)(given)


def test_what_stands_still_ends_where_nothing_else_does(engine):
    np.testing.assert_array_equal(pygpu.compile(at_last)(GIVEN), np.full((12, 40), 6000.0, np.float32))


def test_numpy_gives_a_loop_fewer_steps(monkeypatch):
    """Where nobody says how many."""
    monkeypatch.setattr(ops, "STEPS_ON_NUMPY", 3000)
    pygpu.use("none")
    with pytest.raises(DeviceError, match="has not ended after 3,000 steps"):
        pygpu.compile(counting_some)(GIVEN)
    with pytest.raises(DeviceError, match="has not ended after 4,000 steps"):
        pygpu.compile(counting_some, steps=4000)(GIVEN)


@pytest.mark.parametrize("function", ENDLESS, ids=lambda each: each.__name__)
def test_what_never_ends_is_told_in_words(function, engine):
    given = np.arange(480, dtype=np.int32).reshape(12, 40) if function is collatz else GIVEN
    if function is doubled:
        given = np.where(GIVEN > 0.9, np.nan, GIVEN)
    filter = pygpu.compile(function, steps=500)
    with pytest.raises(DeviceError, match="has not ended after 500 steps.*steps="):
        filter(given)
    ending = np.full((12, 40), -1.0, np.float32) if function in (halved, of_stages, in_a_branch) else None
    if ending is not None:  # the next call is right
        assert (filter(ending) <= 0).all()


def test_where_the_loop_stands(engine):
    if engine.device == "none":
        pytest.skip("NumPy knows no lines")
    line = halved.__code__.co_firstlineno + 2
    with pytest.raises(DeviceError, match=rf"test_endings.py:({line}|{line + 1})\)"):
        pygpu.compile(halved, steps=500)(GIVEN)


def test_the_default_ends_in_seconds(engine):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("what takes long there")
    started = time.perf_counter()
    with pytest.raises(DeviceError, match="67,108,928"):
        pygpu.compile(halved)(GIVEN)
    assert time.perf_counter() - started < 30


def test_what_ends_in_time_is_right(engine):
    numbers = np.arange(1, 481, dtype=np.int32).reshape(12, 40)
    wanted = np.vectorize(lambda n: collatz(lambda p: int(n), None))(numbers)
    assert np.array_equal(pygpu.compile(collatz, steps=int(wanted.max()) + 2)(numbers), wanted)
    with pytest.raises(DeviceError):
        pygpu.compile(collatz, steps=int(wanted.max()) - 2)(numbers)


def known_bound(im=Image, n=Int, p=Position):
    v, i = im(p), 0
    while i < n and v < 100:
        v, i = v * 1.5, i + 1
    for j in range(n):
        if v < j:
            break
        v -= 1
    return v + sum(im(q) for q in im.positions if q.x < 3) + max(im(x, p.y) for x in range(im.width))


def bisected(im=Image[Float], p=Position):
    low, high = 0, 1 << 20
    while low < high:  # nothing says that it ends but arithmetic
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle * 1e-6 < im(p) else (low, middle)
    return low


def test_only_loops_that_need_not_end_count_their_steps():
    assert "goes_on" not in str(pygpu.compile(known_bound).graph)
    assert "goes_on" in str(pygpu.compile(bisected).graph)
    assert "goes_on" not in str(pygpu.compile(pygpu.filters.median, size=5).graph)


def test_arrays_and_chains(engine):
    def gone(a=Array):
        return np.array([math.sqrt(v) for v in (1.0, 4.0)])[0] * a

    assert np.array_equal(pygpu.compile(gone)(GIVEN), GIVEN)
    with pytest.raises(DeviceError, match="has not ended"):
        (pygpu.compile(halved) >> pygpu.compile(lambda im=Image, p=Position: im(p) + 1))(GIVEN, steps=100)
    with pytest.raises(DeviceError, match="has not ended"):
        pygpu.compile(halved, steps=100).iterate(3, GIVEN)
    with pytest.raises(DeviceError, match="has not ended"):
        pygpu.compile(halved, steps=100).compute((0, 0, 5, 5), GIVEN)


@pytest.mark.parametrize("steps", [0, -1, 1 << 31, 2.5, "many"])
def test_steps_are_a_number(steps):
    with pytest.raises(pygpu.ArgumentError, match="steps="):
        pygpu.compile(halved, steps=steps)


def test_where_loops_say_it_is_used_again(engine, monkeypatch):
    """A call needs no memory of its own for that; one in which a loop has not ended leaves what it said to itself."""
    if engine.device == "none":
        pytest.skip("no kernels")
    made, real = [], waiting.Stop
    monkeypatch.setattr(launch, "Stop", lambda device: made.append(real(device)) or made[-1])
    filter = pygpu.compile(halved, steps=100)
    for _ in range(3):
        assert (filter(-GIVEN - 1) < 0).all()
    assert len(made) == 1
    with pytest.raises(DeviceError, match="has not ended"):
        filter(GIVEN)
    assert (filter(-GIVEN - 1) < 0).all() and len(made) == 2


INTERRUPTED = """
    import os, signal, sys, threading, time
    import numpy as np
    import pygpu
    from pygpu import Image, Position

    def slow(im=Image, p=Position):
        v = im(p)
        for i in range(2_000_000_000):
            v = v * 0.999 + 0.001 * i
        return v

    def halved(im=Image, p=Position):
        v = im(p)
        while v >= 0:
            v *= 0.5
        return v

    filter = pygpu.compile({function}, steps=2_000_000_000)
    given = np.ones((64, 64), np.float32)
    filter._engine(filter.arguments.ingested([given], filter.options), asked=filter.options)
    threading.Timer(1, lambda: (print(time.time(), flush=True), os.kill(os.getpid(), signal.SIGINT))).start()
    {way}
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("function, way", [("slow", "filter(given)"), ("slow", "filter(pygpu.upload(given)).numpy()"),
                                           ("halved", "filter(given)")])
def test_ctrl_c_ends_a_long_kernel_and_its_process(function, way, engine, tmp_path):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no driver that waits")
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(INTERRUPTED.format(function=function, way=way)))
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60,
                         env={**os.environ, "PYGPU_DEVICE": engine.device.platform})
    assert run.returncode == -signal.SIGINT and "KeyboardInterrupt" in run.stderr
    assert time.time() - float(run.stdout.split()[0]) < 5  # of which most is what a process takes to end


def test_what_is_interrupted_as_it_begins_to_wait_tells_nobody(monkeypatch):
    """As an alarm may ring while the clock is started: nobody leaves what was not entered."""
    monkeypatch.setattr(telling, "LONG", 0.01)
    monkeypatch.setattr(telling, "LONGER", 0.01)
    told, start = [], threading.Thread.start
    monkeypatch.setattr(telling.LOG, "warning", lambda *words: told.append(words))

    def rings(self):
        start(self)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", rings)
        with pytest.raises(KeyboardInterrupt), telling.Waiting("it"):
            pass
    time.sleep(0.2)
    assert not told


@pytest.mark.parametrize("on_device", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_memory_outlives_kernels_that_nobody_waits_for(again, on_device, engine, monkeypatch):
    """An interruption just after kernels were launched: they may still read and write."""
    if engine.device == "none":
        pytest.skip("no kernels")
    import pyopencl as cl

    real, rings = cl.enqueue_nd_range_kernel, [not again]

    def enqueue(*launch):
        event = real(*launch)
        if rings[0]:
            raise KeyboardInterrupt
        return event

    monkeypatch.setattr(cl, "enqueue_nd_range_kernel", enqueue)
    filter, device = pygpu.compile(lambda im=Image, p=Position: im(p) * 2 + again + on_device), pygpu.runtime.current()
    given = pygpu.upload(GIVEN) if on_device else GIVEN
    for _ in range(4 * again):  # the later ones go the way of calls that are alike
        filter(given)
    device.settle()
    assert not device.left
    rings[0] = True
    with pytest.raises(KeyboardInterrupt):
        filter(given)
    assert device.busy and any(type(memory) is tuple for memory in device.left)
    rings[0] = False
    np.testing.assert_allclose(np.asarray(filter(given)), GIVEN * 2 + again + on_device)
    device.settle()
    assert not device.left
