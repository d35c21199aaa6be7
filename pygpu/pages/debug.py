"""pygpu.debug(filter, photo): the first NaN, infinity, division by zero or index out of range of a run, and where.

Plain Python is the definition of a filter, so it is what is run, pixel by pixel in the order of reading; the pixels where
the compiled filter gave something that is not finite come first, since there something is to be found. The pixel that is
found runs once more, watched line by line. A compiled filter may give NaN where plain Python goes on, with a complex number
or with one that 32 bits do not hold: then the line where that comes up is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, prod
from time import perf_counter

import numpy as np

from ..errors import PyGPUError
from ..location import Location
from .lines import RESULT, Enough, is_followed, parts_of, watched
from .plain import Plain

LARGEST = float(np.finfo(np.float32).max)
WRONG = (ArithmeticError, ValueError, LookupError)  # what plain Python raises where a device goes on


@dataclass
class Finding:
    """What is wrong, at which pixel, in which line, and what the names there were. False where nothing was found.

    `at` is where: (x, y), of a volume (x, y, z), of a value of the whole picture (); None where nothing is wrong.
    """

    what: str
    at: tuple[int, ...] | None = None
    location: Location | None = None
    values: dict = field(default_factory=dict)

    @property
    def x(self) -> int | None:
        return self.at[0] if self.at else None

    @property
    def y(self) -> int | None:
        return self.at[1] if self.at and len(self.at) > 1 else None

    @property
    def z(self) -> int | None:
        return self.at[2] if self.at and len(self.at) > 2 else None

    def __bool__(self) -> bool:
        return self.at is not None

    def __str__(self) -> str:
        if not self:
            return self.what
        lines = [self.what + (f" at pixel ({', '.join(map(str, self.at))})" if self.at else "")]
        if self.location is not None:
            lines += [f"  at {self.location}, in {self.location.function}", self.location.excerpt()]
        lines += [f"  {name} = {value!r}" for name, value in self.values.items()]
        return "\n".join(line for line in lines if line)

    __repr__ = __str__


def examine(filter, args, kwargs, size, seconds: float) -> Finding:
    """What pygpu.debug says of a filter."""
    plain = Plain(filter, args, kwargs, size)
    started, looked, count = perf_counter(), 0, prod(plain.axes)
    odd = suspects(filter, args, kwargs, size)
    for at in odd:
        if is_wrong(plain, at):
            return located(plain, at)
    for at, what in odd.items():
        return of_the_device(plain, at, what)
    for at in plain.everywhere():
        if is_wrong(plain, at):
            return located(plain, at)
        looked += 1
        if looked < count and perf_counter() - started > seconds:
            return Finding(f"nothing found at {looked} of {count} pixels, in {seconds:g} s")
    everything = f"{' x '.join(map(str, plain.axes))} pixels are" if plain.axes else "the value is"
    return Finding(f"nothing found: {everything} finite, and no line raised")


def suspects(filter, args, kwargs, size) -> dict[tuple[int, ...], str]:
    """The pixels where the compiled filter gives what is not finite, in the order of reading, and what that is."""
    if filter.is_value:
        return {}
    try:
        results = filter(*args, **kwargs, dtype="float32", **({"size": size} if size else {}))
    except (PyGPUError, TypeError):  # then plain Python alone can tell
        return {}
    first = np.asarray(results[0] if isinstance(results, tuple) else results)
    bad = ~np.isfinite(first)
    bad = bad.any(axis=-1) if bad.ndim > dimensions_of(filter, args, kwargs) else bad
    return {tuple(map(int, at[::-1])): named(first[tuple(at)]) for at in np.argwhere(bad)[:64]}


def named(numbers) -> str:
    return "NaN" if np.isnan(numbers).any() else "an infinity"


def dimensions_of(filter, args, kwargs) -> int:
    """Of what the filter gives: those of its first image."""
    images = filter.arguments.bind(args, kwargs)[0]
    said = filter.arguments.images[0].type.dimensions if filter.arguments.images else 2
    return np.ndim(images[0]) if said is None else said


def is_wrong(plain: Plain, at: tuple) -> bool:
    try:
        value = plain(*at)
    except WRONG:
        return True
    return is_bad(value)


def is_bad(value) -> bool:
    if type(value) is tuple and any(parts_of(each) is not None for each in value):
        return any(map(is_bad, value))
    if isinstance(value, (list, np.ndarray)):  # a table
        return not np.isfinite(np.asarray(value, float)).all()
    return not all(map(isfinite, parts_of(value) or ()))


def located(plain: Plain, at: tuple) -> Finding:
    """The line in which it went wrong."""
    try:
        seen, result = watched(plain, *at)
    except Enough:  # more than can be told: what each line had first
        seen, result = watched(plain, *at, turns=50)
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
        return Finding(f"{type(result).__name__}: {result}", at,
                       Location(code.co_filename, code.co_name, line, column, end_line, end_column), values)
    for each in seen:
        numbers = parts_of(each.value)
        if numbers and not all(map(isfinite, numbers)):
            return found_in(each, seen, named(numbers), at)
    return Finding("a result that is not finite", at)


def of_the_device(plain: Plain, at: tuple, what: str) -> Finding:
    """What is not finite in the compiled filter alone: the line with a number that 32 bits do not hold."""
    try:
        seen, _ = watched(plain, *at)
    except Enough:
        seen, _ = watched(plain, *at, turns=50)
    for each in seen:
        if isinstance(each.value, complex) or max(map(abs, parts_of(each.value) or (0,))) > LARGEST:
            return found_in(each, seen, f"{what} in the compiled filter, whose numbers are real and of 32 bits,", at)
    return Finding(f"{what} in the compiled filter alone, not in plain Python,", at)


def found_in(line, seen: list, what: str, at: tuple) -> Finding:
    same = {other.name: other.value for other in seen if other.function == line.function
            and parts_of(other.value) is not None and other.name != RESULT}
    return Finding(what, at, Location(line.filename, line.function, line.line), same)
