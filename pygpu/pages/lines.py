"""Every value that a filter's Python lines had at one pixel: the function runs as plain Python, and is watched.

After a line has run, what it changed among the local names belongs to it, and what it returned; nothing of the user's
code is altered. Lines of PyGPU and of installed libraries are passed over.
"""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import dataclass
from numbers import Number

import numpy as np

from ..language import HostImage, Position
from ..language.signature import arguments
from ..language.vectors import Vector
from ..tracebacks import PACKAGE

LIBRARIES = (*{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}, "<frozen")
FILTERS = PACKAGE + "filters"
MOST = 60_000  # lines of one pixel that are followed
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
    """A pixel that runs too many lines to tell."""


def is_followed(filename: str) -> bool:
    """Whether code is the user's, or a ready filter's."""
    if filename.startswith(FILTERS):
        return not filename.endswith("ready.py")
    return not filename.startswith((PACKAGE, *LIBRARIES))


class Pixel:
    """A filter as plain Python, on pictures and arguments that are given once."""

    def __init__(self, filter, args, kwargs, size=None):
        self.filter = filter
        images, _ = filter.arguments.bind(args, kwargs)
        given = {**dict(zip(filter.arguments.names, args)), **kwargs}
        self.values, remaining = {}, iter(images)
        for parameter in filter.arguments.typed:
            kind = parameter.type
            if parameter.is_image:
                self.values[parameter.name] = host_image(next(remaining), kind)
            else:
                value = given.get(parameter.name, parameter.value)
                self.values[parameter.name] = kind(*value) if np.ndim(value) else kind(value)
        self.place = next((p.name for p in filter.parameters if p.role == "position"), None)
        pictures = [value for value in self.values.values() if isinstance(value, HostImage)]
        self.size = size or (pictures[0].size if pictures else (256, 256))

    def __call__(self, x: int, y: int):
        """The filter's value there; what it raises, it raises."""
        args, kwargs = arguments(self.filter.parameters, {**self.values, self.place: Position(x, y)})
        with np.errstate(all="ignore"):
            return self.filter.function(*args, **kwargs)

    def watched(self, x: int, y: int) -> tuple[list[Seen], object]:
        """What each line had there, in the order in which it ran; and the result, or the exception that ended it."""
        seen: list[Seen] = []
        before: dict[int, tuple[int, dict]] = {}  # frame → its current line, and its names when that began

        def finish(frame) -> None:
            line, names = before.get(id(frame), (0, {}))
            for name, value in frame.f_locals.items():
                if name not in names or names[name] is not value:
                    seen.append(Seen(frame.f_code, line, name, value))

        def local(frame, event, value):
            if len(seen) > MOST:
                raise Enough
            if event in ("line", "return"):
                if id(frame) in before:
                    finish(frame)
                before[id(frame)] = frame.f_lineno, dict(frame.f_locals)
            if event == "return":
                if not frame.f_code.co_name.startswith("<listcomp"):
                    seen.append(Seen(frame.f_code, frame.f_lineno, RESULT, value))
                before.pop(id(frame), None)
            return local

        def called(frame, event, value):
            if event == "call" and is_followed(frame.f_code.co_filename):
                for name, given in frame.f_locals.items():
                    if not name.startswith("."):  # a comprehension's own
                        seen.append(Seen(frame.f_code, frame.f_lineno, name, given))
                return local
            return None

        outer = sys.gettrace()
        sys.settrace(called)
        try:
            result = self(x, y)
        except Exception as error:  # an arithmetic one is what was looked for; any ends the pixel
            result = error
        finally:
            sys.settrace(outer)
        return seen, result


def host_image(image, spec):
    array = np.asarray(image) if hasattr(image, "on_device") else image
    return HostImage(array, spec.border, spec.sample, spec.fill, alpha=spec.alpha, linear=spec.linear)


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
