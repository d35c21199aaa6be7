"""Every value that a filter's Python lines had at one pixel: the function runs as plain Python, and is watched.

After a line has run, what it changed among the local names belongs to it, and what it returned; nothing of the user's
code is altered. Lines of PyGPU and of installed libraries are passed over. Of a line that runs again and again, as in a
loop over all pixels, the first turns are told, and what the last one left.
"""

from __future__ import annotations

import sys
import sysconfig
from collections import Counter
from dataclasses import dataclass
from inspect import CO_GENERATOR
from numbers import Number
from time import perf_counter

import numpy as np

from ..language.vectors import Vector
from ..tracebacks import PACKAGE
from .plain import Plain

LIBRARIES = (*{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}, "<frozen")
FILTERS = PACKAGE + "filters"
MOST = 60_000  # values of one pixel that are told
RESULT = "→"   # the name of what a line returns


@dataclass
class Seen:
    """`name` had `value` after `line` of `function` ran (RESULT: what it returned)."""

    code: object
    line: int
    name: str
    value: object

    @property
    def filename(self) -> str:
        return self.code.co_filename

    @property
    def function(self) -> str:
        return self.code.co_qualname


class Enough(Exception):
    """A pixel that runs too long to tell."""


def is_followed(filename: str) -> bool:
    """Whether code is the user's, or a ready filter's."""
    if filename.startswith(FILTERS):
        return not filename.endswith("ready.py")
    return not filename.startswith((PACKAGE, *LIBRARIES))


def watched(plain: Plain, *at: int, turns: int = MOST, seconds: float = 60.0) -> tuple[list[Seen], object]:
    """What each line had there, in the order in which it ran; and the result, or the exception that ended it.

    Of a line, and of a function, the first so many `turns` are told.
    """
    watch = Watch(turns, seconds)
    outer = sys.gettrace()
    sys.settrace(watch.called)
    try:
        result = plain(*at)
    except Exception as error:  # an arithmetic one is what was looked for; any ends the pixel
        if isinstance(error, Enough):
            raise
        result = error
    finally:
        sys.settrace(outer)
    return watch.seen, result


class Watch:
    """What Python's own tracing (sys.settrace) tells of one run."""

    def __init__(self, turns: int, seconds: float):
        self.seen: list[Seen] = []
        self.turns, self.until = turns, perf_counter() + seconds
        self.events = 0
        self.calls: Counter = Counter()  # of each code
        self.frames: dict[object, Frame] = {}  # those of generators stay: they may go on

    def called(self, frame, event, value):
        self.events += 1
        if not self.events % 1000 and perf_counter() > self.until:
            raise Enough
        if event != "call" or not is_followed(frame.f_code.co_filename):
            return None
        if frame in self.frames:  # a generator that goes on
            return self.local
        self.calls[frame.f_code] += 1
        if self.calls[frame.f_code] > self.turns:
            return None
        for name, given in frame.f_locals.items():
            if not name.startswith("."):  # a comprehension's own
                self.tell(frame, frame.f_lineno, name, given)
        return self.local

    def local(self, frame, event, value):
        if event not in ("line", "return"):
            return self.local
        known = self.frames.get(frame)
        if known is None:
            known = self.frames[frame] = Frame()
        line = frame.f_lineno
        if event == "line":
            turn = known.turns[line] = known.turns[line] + 1
            if turn > self.turns:  # nothing new: only what the loop leaves will be told
                if not turn % 1000 and perf_counter() > self.until:
                    raise Enough
                if known.names is not None:
                    self.finish(frame, known)
                known.line, known.names = line, None
                return self.local
        if known.names is None and known.line:
            self.left(frame, known)
        elif known.line:
            self.finish(frame, known)
        known.line, known.names = line, dict(frame.f_locals)
        if event == "return":
            if not frame.f_code.co_name.startswith("<listcomp") and known.turns[line] <= self.turns:
                self.tell(frame, line, RESULT, value)
            if not frame.f_code.co_flags & CO_GENERATOR:
                del self.frames[frame]
        return self.local

    def finish(self, frame, known) -> None:
        """What a line has changed belongs to it."""
        for name, value in frame.f_locals.items():
            if name not in known.names or known.names[name] is not value:
                known.lines[name] = known.line
                self.tell(frame, known.line, name, value)

    def left(self, frame, known) -> None:
        """What a loop's last turn left, each at the line that gives it a value."""
        for name, line in known.lines.items():
            if name in frame.f_locals and known.turns[line] > self.turns:
                self.tell(frame, line, name, frame.f_locals[name])

    def tell(self, frame, line: int, name: str, value) -> None:
        self.seen.append(Seen(frame.f_code, line, name, value))
        if len(self.seen) > MOST:
            raise Enough


class Frame:
    """A call in progress: its current line, its names when that began, how often each line ran, and which gives a name
    its value."""

    __slots__ = ("line", "names", "turns", "lines")

    def __init__(self):
        self.line, self.names, self.turns, self.lines = 0, {}, Counter(), {}


def parts_of(value) -> tuple | None:
    """A value as numbers: None for what is none."""
    if isinstance(value, (bool, Number, np.number, np.bool_)) and not isinstance(value, complex):
        return (float(value),)
    if isinstance(value, complex):
        return (value.real, value.imag)
    if isinstance(value, Vector):
        return tuple(map(float, value.parts()))
    if isinstance(value, (tuple, list)) and 0 < len(value) <= 4 and all(
            isinstance(each, (Number, np.number)) and not isinstance(each, complex) for each in value):
        return tuple(map(float, value))
    return None
