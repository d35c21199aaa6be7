"""A limit for compiling, in seconds: a chapter of the story that gets nowhere ends as a refusal, not never.

    PYGPU_PATIENCE=60       seconds for a chapter (20 without; 0: no limit)

They are seconds of computing: on a machine that others keep busy a chapter may take three times as long.

Another thread looks at the clock, and raises in the one that compiles: so it does not matter what that is busy with, as
long as it is Python. A driver's compiler cannot be stopped, but Ctrl-C ends the waiting for it (runtime/waiting.py).
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from time import perf_counter, sleep

from .errors import CompileError
from .ir import Graph, every_graph, every_op

SECONDS = 20.0
FOR_EVER = 1e6
CROWDED = 3
AGAIN = 0.25
AWAKE = 10.0
_mine = threading.local()


class Expired(BaseException):
    """Raised in the thread that compiles. No handler of a filter's own, and none of a pass, is to catch it."""


class Clock:
    """Since when a thread tells its chapter, and how long it may."""

    def __init__(self, seconds: float):
        self.seconds, self.ended = seconds, False
        self.thread, self.lock = threading.get_ident(), threading.Lock()
        self.computing = computing()
        self.begin()

    def begin(self, later: float = 0.0) -> None:
        """Another chapter."""
        self.last, self.computed = perf_counter() + later, self.computing() + later

    @property
    def is_over(self) -> bool:
        return (self.computing() - self.computed >= self.seconds or
                perf_counter() - self.last >= CROWDED * self.seconds)

    def look(self) -> None:
        """Raises Expired in the clock's thread if the chapter began too long ago."""
        if self.lock.acquire(blocking=False):
            if not self.ended and self.is_over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), ctypes.py_object(Expired))
            self.lock.release()

    def stop(self) -> None:
        self.ended = True
        with self.lock:  # an Expired that is on its way arrives here
            pass


def computing() -> Callable[[], float]:
    """How long this thread has computed, whoever asks; where no system tells (Windows, macOS), how long it has been."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return perf_counter
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


class Watch:
    """One thread for all clocks: to start one takes longer than a small chapter. So does waking one, which takes Python's
    lock away from who compiles; it stays awake for some seconds after the last clock."""

    def __init__(self) -> None:
        self.clocks: set[Clock] = set()
        self.begun = threading.Event()
        self.thread: threading.Thread | None = None

    def begin(self, seconds: float) -> Clock:
        clock = Clock(seconds)
        self.clocks.add(clock)
        if self.thread is None or not self.thread.is_alive():  # it was left behind by a fork, as other threads' clocks were
            self.clocks, self.begun = {clock}, threading.Event()
            self.thread = threading.Thread(target=self.look, name="pygpu-patience", daemon=True)
            self.thread.start()
        if not self.begun.is_set():
            self.begun.set()
        return clock

    def end(self, clock: Clock) -> None:
        self.clocks.discard(clock)
        clock.stop()

    def look(self) -> None:
        """Raises again and again: where the first Expired comes into a callback of the collector, Python drops it."""
        while self.begun.wait():
            last = perf_counter()
            while self.clocks or perf_counter() - last < AWAKE:
                sleep(AGAIN)
                for clock in tuple(self.clocks):
                    clock.look()
                    last = perf_counter()
            self.begun.clear()
            if self.clocks:  # one that found the thread awake
                self.begun.set()


_watch = Watch()


@contextmanager
def limited(in_python: bool = True):
    """What is done inside ends with Expired when it takes too long; a chapter inside another has a time of its own. A
    driver's compiler, which is not `in_python`, has all the time that it wants."""
    clock = getattr(_mine, "clock", None)
    if clock is not None:
        clock.begin(later=0.0 if in_python else FOR_EVER)
        try:
            yield
        finally:
            clock.begin()
        return
    try:
        seconds = float(os.environ.get("PYGPU_PATIENCE", SECONDS))
    except ValueError:
        seconds = SECONDS
    if seconds <= 0 or not in_python:
        yield
        return
    clock = _mine.clock = _watch.begin(seconds)
    try:
        yield
    finally:
        _mine.clock = None
        _watch.end(clock)


def refusal(verb: str, graph: Graph | None, location=None) -> CompileError:
    """What is said of it: where most of the operations come from."""
    ops = [op for each in (every_graph(graph) if graph is not None else ()) for op in every_op(each.body)
           if op.location is not None]
    lines = Counter((op.location.filename, op.location.line) for op in ops).most_common(3)
    most = ", ".join(f"line {line} ({count} operations)" for (_, line), count in lines)
    if location is None and lines:
        location = next(op.location for op in ops if (op.location.filename, op.location.line) == lines[0][0])
    return CompileError(
        "takes-too-long", f"to {verb} this filter takes longer than {os.environ.get('PYGPU_PATIENCE', SECONDS)} seconds",
        f"it has grown to {len(ops)} operations" + (f", most of them from {most}" if most else ""),
        "loop over fewer known values, or let the bound be a symbol (an Int parameter): then it is a loop of the kernel; "
        "PYGPU_PATIENCE=60 waits longer", location)


def too_deep(graph: Graph) -> CompileError:
    """What is said where elements are made of others, those of others again, and Python's stack ends before they do."""
    told = refusal("plan", graph)
    return CompileError(told.kind, "one element is made of so many others, one after the other, that Python's stack ends",
                        told.why, "let a range count, for i in range(n): then the loop is one of the kernel", told.location)
