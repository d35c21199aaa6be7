"""Where pictures lie in the host's memory."""

import _thread
import contextlib
import os
import subprocess
import sys

import numpy as np
import pytest

from pygpu.runtime import Launcher, ingest, pool
from tests.runtime.kernels import column_sum, every_device

PAGE = 4096


def test_aligned_memory_is_as_large_as_was_asked_for():
    """A slice past the end is short without a word, and a kernel then writes over what comes after it."""
    for nbytes in (1, 100, 1 << 16, (1 << 16) + 3, 1 << 18, 5_000_000):
        for _ in range(40):
            piece = pool.aligned(nbytes)
            assert piece.nbytes == nbytes and piece.ctypes.data % 64 == 0


@pytest.mark.parametrize("device", [one for one in every_device() if one.zero_copy and not one.checker],
                         ids=lambda one: one.platform)
def test_results_lie_at_another_place_of_a_page_than_inputs(device):
    """Rows of 4096 floats that all began at the same place in a page would push each other out of the cache."""
    launcher = Launcher(column_sum(), device)
    raw, held = np.zeros(2 * PAGE + 4 * 128 * 256, np.uint8), []
    for place in range(16, PAGE, 240):
        start = -raw.ctypes.data % PAGE + place
        one = raw[start:start + 4 * 128 * 256].view(np.float32).reshape(128, 256)
        other = pool.aligned(one.nbytes).view(np.float32).reshape(one.shape)
        results = launcher([ingest(one), ingest(other)], [2.0])
        places = [array.ctypes.data for array in (one, other, *results)]
        assert all(256 <= (a - b) % PAGE <= PAGE - 256 for a, b in
                   [(places[2], places[0]), (places[2], places[1]), (places[3], places[0]), (places[3], places[2])]), places
        held = [results, *held[:place % 5]]  # some go back to the pool, some don't


LET_GO = """
import numpy as np, pygpu
from pygpu import Image, Int, Position, Vec4

def many(im=Image[Vec4], p=Position, n: Int = 1):
    total = Vec4(0, 0, 0, 0)
    for i in range(n):
        total += im(p + (i % 7, i % 5))
    return tuple(total + k for k in range(8))

many = pygpu.compile(many)
ones = np.ones((256, 256, 4), "f4")
there = pygpu.upload(ones)
many(there, 1)
for _ in range(20):  # far more results than are kept for later, of kernels that are all at work still
    last = many(there, 300)
    rubbish = [np.zeros_like(ones) for _ in range(4)]
assert (np.asarray(last[1]) == 301).all()
sums = [many(pygpu.upload(ones.astype("f8")), 300)[0] for _ in range(12)]  # of what is converted no one has a copy
rubbish = [np.zeros_like(ones) for _ in range(20)]
assert all((np.asarray(each) == 300).all() for each in sums)
device = pygpu.use(None)
device.settle()
assert not device.left and device.pool.idle() < 100e6
"""


@pytest.mark.parametrize("device", [one for one in every_device() if not one.checker], ids=lambda one: one.platform)
def test_memory_is_let_go_when_kernels_are_done_with_it(device):
    """Results and pictures that no one holds any more, while kernels are at work on them."""
    here = {**os.environ, "PYGPU_DEVICE": device.platform.lower(), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", LET_GO], env=here, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


class Press:
    """Ctrl-C in the middle of C code: it is heard where the next function of Python's begins, be that a finaliser."""

    __del__ = _thread.interrupt_main


def test_ctrl_c_where_memory_is_let_go_does_not_free_what_a_kernel_is_at_work_on(monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", lambda told: None)  # pytest's keeps what it is told of

    def make(nbytes, beside):
        return pool.Memory(None, np.empty(0, np.uint8), nbytes)

    kept = pool.Pool(Host(40 << 20), make)
    things = [kept.take(4 << 20), Press()]  # let go of from the end on
    with contextlib.suppress(KeyboardInterrupt):
        things.clear()
    assert kept.held or kept.idle()
    again = kept.take(5 << 20)
    assert kept.idle() == 4 << 20 and len(kept.held) == 1
    del again
    assert not kept.held


@pytest.mark.parametrize("taken_again", [False, True])
def test_memory_that_another_thread_gives_back_meanwhile_is_not_given_back_twice(taken_again):
    """While leases are looked through for those that were left."""
    leases = []

    class Meanwhile(dict):
        def values(self):
            found = list(super().values())
            leases.clear()  # as another thread may
            if taken_again:
                leases.append(kept.take(4 << 20))
            return found

    kept = pool.Pool(Host(40 << 20), lambda nbytes, beside: pool.Memory(None, np.empty(0, np.uint8), nbytes))
    leases.append(kept.take(4 << 20))
    kept.held = Meanwhile(kept.held)
    kept._take_back()
    assert kept.idle() == (0 if taken_again else 4 << 20)
    assert len(kept.held) == taken_again


class Host:
    """A device of which a pool asks how much memory it has, and leaves what kernels may be at work on."""

    def __init__(self, memory):
        self.memory, self.left = memory, []

    def leave(self, memory):
        self.left.append(memory)

    def relieve(self):
        """Nothing of what was let go is asked for here."""


def test_what_is_kept_for_later_makes_room_for_what_is_of_use_now():
    """A pool full of pieces of one size did not keep those of another: they were made anew for each call."""
    made = []

    def make(nbytes, beside):
        made.append(nbytes)
        return pool.Memory(None, np.empty(0, np.uint8), nbytes)

    kept = pool.Pool(Host(40 << 20), make)  # ten megabytes
    first = [kept.take(4 << 20) for _ in range(2)]
    del first
    assert kept.idle() == 8 << 20
    for _ in range(3):
        kept.take(7 << 20)  # and back at once
    assert made == [4 << 20] * 2 + [7 << 20] and kept.idle() <= 10 << 20
    kept.take(11 << 20)  # more than is ever kept
    assert kept.idle() == 7 << 20 and len(kept.device.left) == 3


def test_beside_many_pictures_what_is_kept_is_used_again():
    """No place of a page is another one than those of eight pictures: memory was made anew for each call, and kept."""
    made = []

    def make(nbytes, beside):
        host = pool.aligned(nbytes, beside)
        made.append(pool.Memory(None, host, nbytes))
        return made[-1]

    kept = pool.Pool(Host(1 << 30), make)
    for _ in range(3):
        kept.take(1 << 20, beside=pool.PLACES)
    assert len(made) == 1
    few = [made[0].address]
    assert pool.apart(kept.take(1 << 20, beside=few).memory.address, few) and len(made) == 2  # beside a few it still matters
