"""Waiting for what cannot be stopped, so that Ctrl-C ends the waiting at once.

A driver builds and waits in C, where Python hears of no signal. So who may have to wait for long lets another thread wait,
and listens meanwhile. What was begun goes on to its end, with the memory that it needs; nobody waits for it any more.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    import pyopencl as cl

Result = TypeVar("Result")
LOOK = 0.002  # seconds for which one looks again and again,
GLANCE = 0.0001  # and where that takes time from the kernel: for little longer than another thread would cost
QUICK = 0.05  # seconds for which nobody minds that Ctrl-C comes later; another thread costs 0.05 ms
TURN = 0.5    # seconds, where a lock hears of no signal either
GRACE = 1.0   # for a kernel that was told to stop


def patiently(work: Callable[[], Result], stop: Stop | None = None, kept: object = None) -> Result:
    """What `work` gives, done by another thread if it is the main one that waits. Where that is interrupted, kernels are
    told to `stop`; what is `kept` lives as long as they may be at work."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    found: list[Result] = []
    failed: list[BaseException] = []
    done = threading.Lock()
    done.acquire()

    def run(kept: object) -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            done.release()

    thread = threading.Thread(target=run, args=(kept,), name="pygpu-waits", daemon=True)
    thread.start()
    try:
        while not done.acquire(timeout=TURN):
            pass
    except BaseException:
        if stop is not None:
            stop.now()
            done.acquire(timeout=GRACE)
        if thread.is_alive():
            _left.append(thread)
        raise
    if failed:
        raise failed[0]
    return found[0]


_left: list[threading.Thread] = []  # who still waits for what nobody wants any more, or does something beside


def beside(work: Callable[[], None]) -> None:
    """Have another thread do something for which nobody waits now."""
    _left[:] = [thread for thread in _left if thread.is_alive()]
    thread = threading.Thread(target=work, name="pygpu-builds", daemon=True)
    thread.start()
    _left.append(thread)


def is_at_work() -> bool:
    """Whether something goes on that nobody waits for."""
    return any(thread.is_alive() for thread in _left)


@atexit.register
def _leave() -> None:
    """A driver does not let a process end before its work does. Nobody else does anything any more when this is called."""
    if not is_at_work():
        return
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    failed = getattr(sys, "last_value", None)
    if isinstance(failed, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(0 if failed is None else 1)


class Pace:
    """How long a pixel took last, from which follows whether a kernel is done soon; a first one need not be."""

    seconds: float | None = None

    def is_quick(self, pixels: int) -> bool:
        return self.seconds is not None and self.seconds * pixels < QUICK

    def waited(self, started: float, pixels: int) -> None:
        self.seconds = (perf_counter() - started) / max(pixels, 1)


class Stop:
    """Where kernels whose loops count their steps say that one has made too many, and ask whether another has. As long as
    none has, it may be used again."""

    def __init__(self, device: Any):
        import pyopencl as cl

        flags, self.device = cl.mem_flags, device
        if device.zero_copy:  # the kernels look into our memory
            room = np.zeros(2 * PAGE, np.uint8)
            self.said = room[-room.ctypes.data % PAGE:][:PAGE].view(np.int32)
            self.buffer = cl.Buffer(device.context, flags.READ_WRITE | flags.USE_HOST_PTR, hostbuf=self.said)
        else:
            self.said = np.zeros(1, np.int32)
            self.buffer = cl.Buffer(device.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=self.said)

    def asked(self) -> bool:
        """Whether one has, once all are done."""
        import pyopencl as cl

        if self.device.zero_copy:
            return bool(self.said[0])
        told = np.zeros(1, np.int32)
        cl.enqueue_copy(self.device.queue, told, self.buffer, is_blocking=True)
        return bool(told[0])

    def now(self) -> None:
        """Tells those that can see it."""
        self.said[0] = 1


PAGE = 4096


def is_done(event: cl.Event) -> bool:
    import pyopencl as cl

    return bool(event.command_execution_status <= cl.command_execution_status.COMPLETE)  # less: it failed


def seen_done(event: cl.Event, seconds: float) -> bool:
    """Whether a kernel is done before it would be worth another thread to wait for it."""
    event.command_queue.flush()
    until = perf_counter() + seconds
    while perf_counter() < until:
        if is_done(event):
            return True
    return False


def wait(event: cl.Event, stop: Stop | None = None, kept: Any = None, quick: bool = False, idle: bool = False) -> None:
    """Until a kernel is done. `quick`: that is going to be soon. `idle`: the processor has nothing else to do meanwhile, and
    looks for itself for longer."""
    if quick or is_done(event) or seen_done(event, LOOK if idle else GLANCE):
        event.wait()
    else:
        patiently(event.wait, stop, kept)
