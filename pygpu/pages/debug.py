"""pygpu.debug(filter, photo): the first NaN, infinity, division by zero or index out of range of a run, and where.

Plain Python is the definition of a filter, so it is what is run, pixel by pixel in the order of reading; the pixels where
the compiled filter gave something that is not finite come first, since there something is to be found. The pixel that is
found runs once more, watched line by line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, isnan
from time import perf_counter

import numpy as np

from ..errors import PyGPUError
from ..location import Location
from .lines import RESULT, Pixel, is_followed, parts_of

WRONG = (ArithmeticError, ValueError, LookupError)  # what plain Python raises where a device goes on


@dataclass
class Finding:
    """What is wrong, at which pixel, in which line, and what the names there were. False where nothing was found."""

    what: str
    x: int | None = None
    y: int | None = None
    location: Location | None = None
    values: dict = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.x is not None

    def __str__(self) -> str:
        if not self:
            return self.what
        lines = [f"{self.what} at pixel ({self.x}, {self.y})"]
        if self.location is not None:
            lines += [f"  at {self.location}, in {self.location.function}", self.location.excerpt()]
        lines += [f"  {name} = {value!r}" for name, value in self.values.items()]
        return "\n".join(line for line in lines if line)

    __repr__ = __str__


def examine(filter, args, kwargs, size, seconds: float) -> Finding:
    """What pygpu.debug says of a filter."""
    filter.arguments.of_pictures("debug")
    pixel = Pixel(filter, args, kwargs, size)
    width, height = pixel.size
    started, looked = perf_counter(), 0
    for x, y in [*suspects(filter, args, kwargs, size), *((x, y) for y in range(height) for x in range(width))]:
        if is_wrong(pixel, x, y):
            return located(pixel, x, y)
        looked += 1
        if perf_counter() - started > seconds:
            return Finding(f"nothing found at {looked} of {width * height} pixels, in {seconds:g} s")
    return Finding(f"nothing found: {width} x {height} pixels are finite, and no line raised")


def suspects(filter, args, kwargs, size) -> list[tuple[int, int]]:
    """The pixels where the compiled filter gives what is not finite, in the order of reading."""
    try:
        results = filter(*args, **kwargs, dtype="float32", **({"size": size} if size else {}))
    except (PyGPUError, TypeError):  # then plain Python alone can tell
        return []
    first = np.asarray(results[0] if isinstance(results, tuple) else results)
    bad = ~np.isfinite(first)
    bad = bad.any(axis=2) if bad.ndim == 3 else bad
    return [(int(x), int(y)) for y, x in np.argwhere(bad)[:64]]


def is_wrong(pixel: Pixel, x: int, y: int) -> bool:
    try:
        value = pixel(x, y)
    except WRONG:
        return True
    return is_bad(value)


def is_bad(value) -> bool:
    if type(value) is tuple and any(parts_of(each) is not None for each in value):
        return any(map(is_bad, value))
    return not all(map(isfinite, parts_of(value) or ()))


def located(pixel: Pixel, x: int, y: int) -> Finding:
    """The line in which it went wrong."""
    seen, result = pixel.watched(x, y)
    if isinstance(result, Exception):
        found = result.__traceback__
        frames = []
        while found is not None:
            frames.append(found)
            found = found.tb_next
        frame = [each for each in frames if is_followed(each.tb_frame.f_code.co_filename)][-1]
        line, end_line, column, end_column = [*frame.tb_frame.f_code.co_positions()][frame.tb_lasti // 2]
        code = frame.tb_frame.f_code
        values = {name: value for name, value in frame.tb_frame.f_locals.items() if parts_of(value) is not None}
        return Finding(f"{type(result).__name__}: {result}", x, y,
                       Location(code.co_filename, code.co_name, line, column, end_line, end_column), values)
    for each in seen:
        numbers = parts_of(each.value)
        if numbers and not all(map(isfinite, numbers)):
            what = "NaN" if any(map(isnan, numbers)) else "an infinity"
            same = {other.name: other.value for other in seen if other.function == each.function
                    and parts_of(other.value) is not None and other.name != RESULT}
            return Finding(what, x, y, Location(each.filename, each.function, each.line), same)
    return Finding("a result that is not finite", x, y)
