"""A limit for compiling, in seconds: a chapter of the story that gets nowhere ends as a refusal, not never.

    PYGPU_PATIENCE=60       seconds for a chapter (20 without; 0: no limit)

Another thread looks at the clock, and raises in the one that compiles: so it does not matter what that is busy with, as
long as it is Python. A driver's compiler cannot be stopped. Ctrl-C ends a compile at any time.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections import Counter
from contextlib import contextmanager
from time import perf_counter

from .errors import CompileError
from .ir import Graph, every_op

SECONDS = 20.0
FOR_EVER = 1e6
AGAIN = 0.25
_mine = threading.local()


class Expired(BaseException):
    """Raised in the thread that compiles. No handler of a filter's own, and none of a pass, is to catch it."""


class Clock:
    """Looks, from a thread of its own, whether the last chapter began too long ago."""

    def __init__(self, seconds: float):
        self.seconds, self.last, self.ended = seconds, perf_counter(), False
        self.thread, self.over, self.lock = threading.get_ident(), threading.Event(), threading.Lock()
        threading.Thread(target=self.look, name="pygpu-patience", daemon=True).start()

    def look(self) -> None:
        """Raises again and again: where the first Expired comes into a callback of the collector, Python drops it."""
        while not self.over.wait(max(AGAIN, self.last + self.seconds - perf_counter())):
            with self.lock:
                if self.ended:
                    return
                if perf_counter() - self.last >= self.seconds:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), ctypes.py_object(Expired))

    def stop(self) -> None:
        self.ended = True
        with self.lock:  # an Expired that is on its way arrives here
            self.over.set()


@contextmanager
def limited(in_python: bool = True):
    """What is done inside ends with Expired when it takes too long; a chapter inside another has a time of its own. A
    driver's compiler, which is not `in_python`, has all the time that it wants."""
    clock = getattr(_mine, "clock", None)
    if clock is not None:
        clock.last = perf_counter() if in_python else perf_counter() + FOR_EVER
        try:
            yield
        finally:
            clock.last = perf_counter()
        return
    try:
        seconds = float(os.environ.get("PYGPU_PATIENCE", SECONDS))
    except ValueError:
        seconds = SECONDS
    if seconds <= 0 or not in_python:
        yield
        return
    clock = _mine.clock = Clock(seconds)
    try:
        yield
    finally:
        _mine.clock = None
        clock.stop()


def refusal(verb: str, graph: Graph | None, location=None) -> CompileError:
    """What is said of it: where most of the operations come from."""
    ops = [op for op in every_op(graph.body) if op.location is not None] if graph is not None else []
    lines = Counter((op.location.filename, op.location.line) for op in ops).most_common(3)
    most = ", ".join(f"line {line} ({count} operations)" for (_, line), count in lines)
    if location is None and lines:
        location = next(op.location for op in ops if (op.location.filename, op.location.line) == lines[0][0])
    return CompileError(
        "takes-too-long", f"to {verb} this filter takes longer than {os.environ.get('PYGPU_PATIENCE', SECONDS)} seconds",
        f"it has grown to {len(ops)} operations" + (f", most of them from {most}" if most else ""),
        "loop over fewer known values, or let the bound be a symbol (an Int parameter): then it is a loop of the kernel; "
        "PYGPU_PATIENCE=60 waits longer", location)
