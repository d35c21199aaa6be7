"""Every error PyGPU raises on purpose, and how one is shown.

    PyGPUError
    ├── CompileError      a filter that cannot become a kernel: kind, what was seen, why, what to write instead
    ├── ArgumentError     a call with wrong arguments (also a TypeError)
    ├── ImageError        a picture that cannot be used, or a result that fits none (also a ValueError)
    └── DeviceError       a device that is missing, too small, or refused its work
        └── TooLarge      a picture for which it has no room, in one piece

In a notebook one is a short block; elsewhere a traceback of the user's own frames (see tracebacks.py). Stands on
nothing else, so that every room can raise these.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from . import tracebacks
from .location import Location

IN_TURN = 8  # functions that call one another, at most, are told once


class PyGPUError(Exception):
    """The root: catching it catches everything PyGPU refuses.

    Examples
    --------
    >>> try:
    ...     pygpu.compile(lambda im=Image, p=Position: im)(photo)
    ... except pygpu.PyGPUError as error:
    ...     print(type(error).__name__)
    CompileError
    """

    is_refusal = True

    def __init__(self, *words: object):
        tracebacks.watch()
        super().__init__(*words)

    def _render_traceback_(self) -> list[str]:
        """What IPython and Jupyter show in place of a traceback."""
        return tracebacks.block(self)


class CompileError(PyGPUError):
    """A filter that cannot be compiled, in the user's own terms.

    Examples
    --------
    >>> try:
    ...     pygpu.compile(lambda im=Image, p=Position: im)(photo)
    ... except pygpu.CompileError as error:
    ...     print(error.kind)
    bad-result
    """

    def __init__(self, kind: str, seen: str, why: str = "", instead: str = "", location: Location | None = None,
                 calls: tuple[Location, ...] = ()):
        self.kind, self.seen, self.why, self.instead = kind, seen, why, instead
        self.location, self.calls = location, calls
        super().__init__(kind, seen)

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.seen}"]
        if self.location is not None:
            lines.append(f"  at {self.location}, in {self.location.function}")
            excerpt = self.location.excerpt()
            if excerpt:
                lines.append(excerpt)
        for several, times in runs(self.calls):
            lines += [f"  called from {call}, in {call.function}" for call in several]
            if times > 1:
                lines[-1] += f" ({times} times)" if len(several) == 1 else f" (these {len(several)} lines {times} times)"
        if self.why:
            lines.append(f"  why: {self.why}")
        if self.instead:
            lines.append(f"  instead: {self.instead}")
        return "\n".join(lines)


def meant(name: str, names: Iterable[str]) -> str:
    """A question about a name that is nearly one of those that there are."""
    near = get_close_matches(name, list(names), 1)
    return f" (did you mean '{near[0]}'?)" if near else ""


def warn(text: str, category: type[Warning]) -> None:
    """A warning that names the user's line, however deep inside of PyGPU it is given."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and tracebacks.is_ours(frame.f_code.co_filename):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)


def runs(locations: Sequence[Location]) -> Iterator[tuple[Sequence[Location], int]]:
    """The same lines in turn once, with how often they stand there: a recursion is as short as it is written."""
    while locations:
        lines, times = next(((locations[:length], times) for length in range(1, IN_TURN + 1)
                             if (times := repeated(locations, length)) > 1), (locations[:1], 1))
        yield lines, times
        locations = locations[len(lines) * times:]


def repeated(locations: Sequence[Location], length: int) -> int:
    """How often the first ones, as many as `length`, stand there one after another."""
    first, times = locations[:length], 1
    while locations[length * times:length * (times + 1)] == first:
        times += 1
    return times


class ArgumentError(PyGPUError, TypeError):
    """A compiled filter was called with arguments that it does not take.

    Examples
    --------
    >>> half = pygpu.compile(lambda im=Image, p=Position: im(p) / 2)
    >>> half(photo, 3)
    Traceback (most recent call last):
        ...
    pygpu.ArgumentError: <lambda>() takes 1 argument, 2 were given
    """


class ImageError(PyGPUError, ValueError):
    """A picture that cannot be read, or a result that no picture of the kind asked for can hold.

    Examples
    --------
    >>> half = pygpu.compile(lambda im=Image, p=Position: im(p) / 2)
    >>> half(np.zeros(3))
    Traceback (most recent call last):
        ...
    pygpu.ImageError: an array of the shape (3,) is not a picture...
    """


class DeviceError(PyGPUError):
    """No usable device, a picture too large for it, or a driver that failed at its work.

    Examples
    --------
    >>> pygpu.use("no such device")
    Traceback (most recent call last):
        ...
    pygpu.DeviceError: ...
    """


def out_of_steps(steps: int, where: str = "") -> str:
    """What is said of a loop that did not end."""
    return (f"a loop{f' ({where})' if where else ''} has not ended after {steps:,} steps: for some pixel its condition "
            f"stays true. If not for ever, compile(..., steps=...) allows more")


def comes_back() -> str:
    """What is said of one that cannot end."""
    return "a loop never ends: for some pixel all that its condition depends on is what it was some steps before"


class TooLarge(DeviceError):
    """A picture that a device cannot hold: what is tried next is to do it in tiles."""


for _each in (PyGPUError, CompileError, ArgumentError, ImageError, DeviceError):
    _each.__module__ = "pygpu"  # as people import it, and as a traceback names it
