"""Random filters of pictures: neighbours, stages of stages, borders, places; pixels of every type, of odd sizes, with
infinities and what is not a number.

    python -m tests.random.pictures --seconds 600           seed after seed; those that are wrong, and their sources
    python -m tests.random.pictures --seed 1234             one, with its source
    PYGPU_PICTURES=200 python -m tests.random.pictures      each filter on so many pictures: what takes time are kernels

Each filter must give on every engine what plain Python gives, with any plan that a device could choose; and bit for bit
the same in a part of the picture, and from anywhere in memory.
"""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import dataclass, replace
from math import isfinite
from random import Random

import numpy as np

import pygpu
from pygpu.calls.engines.engine import OnDevice, target_of
from pygpu.calls.engines.recipes import offered
from tests.engines import engines
from tests.fuzzing import fuzz
from tests.oracle import run as plain_python

from .running import load

BORDERS = ("clamp", "mirror", "reflect", "wrap", "constant")
DTYPES = ("float32", "uint8", "uint16", "float16", "float64", "int32", "bool")
WIDTHS, HEIGHTS = (1, 2, 3, 7, 16, 17, 33, 50), (1, 2, 3, 5, 9)
MORE = int(os.environ.get("PYGPU_PICTURES", 4)) - 1  # after the first, for each filter
ROOM = 3e-5  # of the largest value: sums of sums, added in another order


@dataclass
class Case:
    source: str
    picture: np.ndarray
    scalar: float
    dtype: str | None
    finite: bool

    def another(self, seed: int) -> Case:
        """The same filter with another picture of this kind, of another size, and another number."""
        random = Random(seed)
        height, width = random.choice(HEIGHTS[:4]), random.choice(WIDTHS[:-1])
        shape = (height, width, *self.picture.shape[2:])
        made = picture(self.picture.dtype.name, shape, self.finite, np.random.default_rng(seed))
        return replace(self, picture=made, scalar=random.randint(-16, 16) / 8)


def case(seed: int) -> Case:
    random = Random(seed)
    dtype = random.choice(DTYPES if random.random() < 0.5 else DTYPES[:2])
    channels = random.choice((1, 1, 1, 3, 4))
    finite = random.random() < 0.8 or not dtype.startswith("float")
    height, width = random.choice(HEIGHTS), random.choice(WIDTHS)
    shape = (height, width, channels)[:2 + (channels > 1)]
    made = picture(dtype, shape, finite, np.random.default_rng(seed))
    writer = Writer(random, channels, dtype, finite)
    result = "float32" if dtype in ("float32", "float16", "float64", "int32", "bool") or random.random() < 0.6 else None
    return Case(writer.source(), made, random.randint(-16, 16) / 8, result, finite)


def picture(dtype: str, shape: tuple, finite: bool, numbers: np.random.Generator) -> np.ndarray:
    if dtype == "bool":
        return numbers.random(shape) < 0.4
    if dtype.startswith("float"):
        made = (numbers.integers(-16, 17, shape) / 8).astype(dtype)
        if not finite:
            where = numbers.random(shape) < 0.1
            made[where] = numbers.choice([np.nan, np.inf, -np.inf], int(where.sum()))
        return made
    least, beyond = (-9, 10) if dtype == "int32" else (0, np.iinfo(dtype).max + 1)
    return numbers.integers(least, beyond, shape).astype(dtype)


class Writer:
    """Writes one filter: stages, each of taps of those before, and what is returned."""

    def __init__(self, random: Random, channels: int, dtype: str, finite: bool):
        self.random, self.channels, self.finite = random, channels, finite
        self.stages = 0

    def source(self) -> str:
        border = self.random.choice(BORDERS)
        if self.random.random() < 0.2:
            border = (border, self.random.choice(BORDERS))
        lines = [f"def filter(im=Image(border={border!r}, fill=0.5), s=Float, p=Position):"]
        for number in range(self.random.choice((0, 0, 1, 1, 2, 3))):
            lines.append(f"    f{number} = lambda q: {self.value('q')}")
            self.stages += 1
        lines.append(f"    return {self.result()}")
        return "\n".join(lines) + "\n"

    def result(self) -> str:
        value = self.value("p")
        way = self.random.random()
        if self.channels > 1 and way < 0.5:
            return f"im(p) * ({value})"
        return f"{value}, {self.value('p')}" if way > 0.85 else value

    def weight(self) -> float:
        return self.random.choice((0.5, -0.25, 0.125, 1, -1, 2, 0.75, 0.3))

    def place(self, q: str, far: int = 2) -> str:
        dx, dy = self.random.randint(-far, far), self.random.randint(-far, far)
        way = self.random.random()
        if way < 0.06:
            return f"Position(im.width - 1 - {q}.x, {q}.y + {dy})"
        if way < 0.1:
            return self.random.choice((f"{q} * 2", f"{q} // 2", f"Position({dx + 2}, {q}.y)", f"Position({q}.y, {q}.x)"))
        return q if dx == dy == 0 else f"{q} + ({dx}, {dy})"

    def pixel(self, at: str) -> str:
        return f"im({at})" + ("" if self.channels == 1 else self.random.choice((".g", ".r", ".b")))

    def tap(self, q: str) -> str:
        if self.stages and self.random.random() < 0.7:
            return f"f{self.random.randrange(self.stages)}({self.place(q)})"
        return self.pixel(self.place(q))

    def value(self, q: str, depth: int = 0) -> str:
        ways = [self.sum, self.sum, self.difference, self.product, self.rank, self.loop, self.where, self.choice,
                self.number]
        return self.random.choice(ways)(q, depth)

    def operand(self, q: str, depth: int) -> str:
        return f"({self.value(q, depth + 1)})" if depth < 2 and self.random.random() < 0.35 else self.tap(q)

    def sum(self, q, depth) -> str:
        return " + ".join(f"{self.weight()} * {self.operand(q, depth)}" for _ in range(self.random.randint(2, 5)))

    def difference(self, q, depth) -> str:
        return f"abs({self.operand(q, depth)} - {self.tap(q)})"

    def product(self, q, depth) -> str:
        one, other = self.operand(q, depth), self.tap(q)
        return f"{one} * {self.random.choice((other, one))} * 0.25"

    def rank(self, q, depth) -> str:
        """Where a NaN comes in sorted() depends on how a list is sorted; max and min say which comparisons they make."""
        taps = ", ".join(self.tap(q) for _ in range(self.random.choice((2, 3, 3, 5))))
        way = self.random.choice(("max({})", "min({})", "sorted([{}])[1]"))
        return (way if self.finite else way.replace("sorted([{}])[1]", "max({})")).format(taps)

    def loop(self, q, depth) -> str:
        left, right = -self.random.randint(0, 3), self.random.randint(0, 3)
        which = self.random.choice(("(i, 0)", "(0, i)", "(i, i)", "(i, 1)"))
        tap = f"f{self.random.randrange(self.stages)}({q} + {which})" if self.stages else self.pixel(f"{q} + {which}")
        total = f"sum({tap} for i in range({left}, {right + 1}))"
        return self.random.choice((f"{total} / {right - left + 1}", f"max({tap} for i in range({left}, {right + 1}))",
                                   f"sum((0.25 + i) * {tap} for i in range({left}, {right + 1})) * 0.125"))

    def where(self, q, depth) -> str:
        """What its place makes of it."""
        value = self.operand(q, depth)
        return self.random.choice((f"{value} * ({q}.x % 4)", f"{value} + {q}.y * 0.125", f"{value} * {q}.x / im.width",
                                   f"({value} if {q}.x > im.width // 2 else {self.tap(q)})"))

    def choice(self, q, depth) -> str:
        """Compared are only pixels as they are: what was computed may differ in its last bit."""
        test = f"{self.pixel(self.place(q))} {self.random.choice('<>')} {self.pixel(self.place(q))}"
        if self.random.random() < 0.3:
            test = f"{self.pixel(self.place(q))} > 0.3"
        return f"({self.operand(q, depth)} if {test} else {self.operand(q, depth)})"

    def number(self, q, depth) -> str:
        return f"{self.operand(q, depth)} * s + {self.weight()}"


# --- comparing -------------------------------------------------------------------------------------------------------

def check(seed: int, on: list | None = None, more: int = MORE) -> int:
    """The filter of a seed on NumPy and on one driver (or `on` some engines), with one of its other plans too, and `more`
    pictures after the first; how many results were compared."""
    made, random = case(seed), Random(seed + 1)
    function = load(made.source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = [made, *(made.another(seed * 1000 + number) for number in range(more))]
        expected = [as_tuple(plain_python(function, each.picture, each.scalar)) for each in cases]
        count = 0
        evaluator, *drivers = [engine for engine in engines() if not engine.is_checker]
        for engine in on or [evaluator, *random.sample(drivers, min(1, len(drivers)))]:
            pygpu.use(engine.device)
            try:
                count += on_one(pygpu.compile(function), cases, expected, random)
            except Exception as error:
                error.add_note(f"seed {seed}, {engine}, {made.picture.dtype} {made.picture.shape}\n{made.source}")
                raise
            finally:
                pygpu.use(None)
    return count


def on_one(filter, cases: list[Case], expected: list[tuple], random: Random) -> int:
    """All pictures on the current device: the first in parts, and from elsewhere in memory, too."""
    first, other, count = cases[0], None, 0
    for made, wanted in zip(cases, expected):
        results = as_tuple(filter(made.picture, made.scalar, dtype=made.dtype))
        same(results, wanted, made, "plain Python")
        if made is first:
            count += in_parts(filter, made, results, random)
            other = another_plan(filter, random)
        if other is not None:
            pictures = [pygpu.runtime.ingest(made.picture)]
            scalars = [made.scalar] if other.graph.scalars else []
            size = (made.picture.shape[1], made.picture.shape[0])
            same(other.run(pictures, scalars, size, None, {}), wanted, made, str(other.plan))
        count += 1 + (other is not None)
    return count


def in_parts(filter, made: Case, results: tuple, random: Random) -> int:
    left, right = sorted(random.sample(range(made.picture.shape[1] + 1), 2))
    top, bottom = sorted(random.sample(range(made.picture.shape[0] + 1), 2))
    parts = as_tuple(filter.compute((left, top, right, bottom), made.picture, made.scalar, dtype=made.dtype))
    for part, whole in zip(parts, results):
        np.testing.assert_array_equal(part, whole[top:bottom, left:right], err_msg=f"{left, top, right, bottom}")
    elsewhere = as_tuple(filter(moved(made.picture, random), made.scalar, dtype=made.dtype))
    for one, other in zip(elsewhere, results):
        np.testing.assert_array_equal(one, other, err_msg="from elsewhere in memory")
    return 2


def another_plan(filter, random: Random) -> OnDevice | None:
    """The same by one of the plans that the device could have chosen."""
    made_by = filter._last
    if type(made_by) is not OnDevice:
        return None
    program, device = made_by.program, made_by.device
    plans = list(offered(*made_by.story.flat, program.outputs, target_of(device)).values())
    return OnDevice(made_by.story, program.inputs, program.outputs, device, made_by.dtype, made_by.mode,
                    random.choice(plans))


def same(results, expected, made: Case, what: str) -> None:
    for result, wanted in zip(results, expected):
        result, wanted = np.asarray(result), np.asarray(wanted, np.float64)
        assert result.shape == wanted.shape, (what, result.shape, wanted.shape)
        room = 0.0
        if result.dtype.kind == "u":
            white = np.iinfo(result.dtype).max
            result, wanted, room = result / white, wanted.clip(0, 1), 0.51 / white
        result = result.astype(np.float64)
        finite = [abs(v) for v in wanted.flat if isfinite(v)]
        room += ROOM * max([1.0, *finite])
        with np.errstate(invalid="ignore"):
            off = ~(np.abs(result - wanted) <= room) & (result != wanted) & ~np.isnan(wanted)
        if made.finite:
            off |= np.isnan(wanted) != np.isnan(result)
        if off.any():
            y, x = np.argwhere(off)[0][:2]
            raise AssertionError(f"{made.picture.shape}, s={made.scalar}: {np.count_nonzero(off)} of {off.size} differ from "
                                 f"{what}, first ({x}, {y}): "
                                 f"{result[y, x]}, expected {wanted[y, x]}")


def moved(picture: np.ndarray, random: Random) -> np.ndarray:
    """The same picture somewhere else in memory."""
    room = np.empty(picture.nbytes + 128, np.uint8)
    start = random.randrange(128 // picture.itemsize) * picture.itemsize
    there = room[start:start + picture.nbytes].view(picture.dtype).reshape(picture.shape)
    there[...] = picture
    return there


def as_tuple(results) -> tuple:
    return results if isinstance(results, tuple) else (results,)


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, check, "filters", "results", lambda seed: case(seed).source, pygpu.CompileError))
