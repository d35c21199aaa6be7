"""Random expressions of numbers at their ends: infinities, NaN, zeros of both signs, what overflows. Whether a pixel is a
number, which infinity, and how large is what plain Python says, in doubles or in floats of 32 bits.

    python -m tests.random.extremes --seconds 600
    python -m tests.random.extremes --seed 1234

What is asked is mostly what some algebra would be tempted to put together: the same values taken twice. Sums are exact=True:
without that a - 0.5 * a is 0.5 * a, also of an infinity. Known zeros are left out: a weight of zero reads nothing.
"""

from __future__ import annotations

import math
import os
import sys
import warnings
from random import Random

import numpy as np

import pygpu
from pygpu import Position
from tests.engines import engines
from tests.fuzzing import fuzz

from .running import load

NUMBERS = np.array([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.25, 0.1, 100.0, np.inf, -np.inf, np.nan], np.float32)
A, B = (np.ascontiguousarray(each) for each in np.meshgrid(NUMBERS, NUMBERS))
CONSTANTS = ("0.5", "2.0", "-1.0", "1.0", "0.25", "-0.75", "3.0", "100.0", "2000.0", "0.1", "1e-3")
RESULTS = 6


class Writer(Random):
    def expression(self, depth: int) -> str:
        if depth == 0 or self.random() < 0.1:
            return self.choice(("a", "a", "b", "b", "a", self.choice(CONSTANTS), "s"))
        one, other = self.expression(depth - 1), self.expression(depth - 1)
        if self.random() < 0.3 or not {"a", "b"} & {*one} or not {"a", "b"} & {*other}:
            one, other = (one, one) if {"a", "b"} & {*one} else ("a", "a")
        kind = self.randrange(14)
        if kind < 5:
            return f"({one} {self.choice('++--*')} {other})"
        if kind < 7:
            return f"({one} * {self.choice(CONSTANTS)})"
        if kind < 8:
            raises = not any(word in other for word in ("np.", "sqrt", "exp", "floor"))  # NumPy's zeros show signs
            return f"({one} / {other if raises and self.random() < 0.5 else self.choice(CONSTANTS)})"
        if kind < 9:
            return f"{self.choice(('min', 'max'))}({one}, {other})"
        if kind < 10:
            return f"({one} if {one} {self.choice(('<', '<=', '>', '>=', '==', '!='))} {other} else {other})"
        if kind < 11:
            return f"{self.choice(('abs', '-', 'sqrt', 'exp', 'floor', 'np.sign'))}({one})"
        if kind < 12:
            return f"({one} if not ({one} {self.choice(('<', '<=', '>', '>='))} {other}) else {self.expression(1)})"
        if kind < 13:
            return f"({one} ** {self.choice(('2', '3', '0', '0.5', '-1', '1', '-2', '4'))})"
        return self.choice((f"({one} % {self.choice(('0.5', '3.0', '-2.0'))})", f"np.fmin({one}, {other})",
                            f"np.fmax({one}, {other})", f"np.clip({one}, -1.0, {self.choice(('1.0', '2.0'))})",
                            f"({one} // {self.choice(('0.5', '3.0', '-2.0'))})", f"sum([{one}, {other}, {one}])"))


def source(seed: int) -> str:
    write = Writer(seed)
    return ("def filter(im=Image, other=Image, s=Float, p=Position):\n    a, b = im(p), other(p)\n    return "
            + ",\\\n           ".join(write.expression(write.randint(1, 3)) for _ in range(RESULTS)))


def root(v):
    return np.sqrt(v)


def check(seed: int) -> int:
    text = source(seed)
    drivers = [each for each in engines() if not each.is_checker]
    wanted = os.environ.get("PYGPU_ON")
    on = [each for each in drivers if each.name == wanted] if wanted else [Random(seed).choice(drivers)]
    function = load(text, np=np, sqrt=np.sqrt, exp=np.exp, floor=np.floor)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        plain = [[at(function, kind, x, y) for y in range(len(A)) for x in range(len(A))] for kind in (float, np.float32)]
        for engine in on:
            pygpu.use(engine.device)
            try:
                found = pygpu.compile(function, exact=True)(A, B, 0.5, dtype="float32")
                for number, result in enumerate(found):
                    wanted = [[each and each[number] for each in some] for some in plain]
                    compared(np.asarray(result).ravel(), wanted, text.splitlines()[number + 2].strip())
            except Exception as error:
                error.add_note(f"{engine}, seed {seed}\n{text}")
                raise
            finally:
                pygpu.use(None)
    return RESULTS * len(on)


def at(function, kind, x: int, y: int):
    try:
        return function(lambda p: kind(A[y, x]), lambda p: kind(B[y, x]), kind(0.5), Position(x, y))
    except (ArithmeticError, ValueError, TypeError):  # of complex numbers, which are not ordered
        return None


def compared(found: np.ndarray, plain: list[list], expression: str) -> None:
    for place, result in enumerate(found):
        both = [each[place] for each in plain]
        if None in both or math.isfinite(abs(both[0])) and not math.isfinite(abs(both[1])):  # raises; overflows in 32 bits
            continue
        if not any(agree(float(result), wanted) for wanted in both):
            a, b = A.ravel()[place], B.ravel()[place]
            raise AssertionError(f"{expression} a={a}, b={b}: {result}, plain Python has {both[0]}, in 32 bits {both[1]}")


def agree(found: float, wanted) -> bool:
    if isinstance(wanted, complex):
        return True
    with np.errstate(all="ignore"):
        single = float(np.float32(wanted))
    if math.isnan(single) or math.isinf(single) or math.isinf(found) or math.isnan(found):
        return found == single or math.isnan(found) and math.isnan(single)
    return abs(found - single) <= 1e-4 * max(1.0, abs(single))


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, check, "filters", "results", source, pygpu.CompileError))
