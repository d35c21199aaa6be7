"""One random filter as plain Python and as a filter, on the current engine."""

from __future__ import annotations

import linecache
from math import isfinite

import numpy as np

import pygpu
from pygpu import Float, HostImage, Image, Int, Position

from .prelude import NAMES

WIDTH, HEIGHT = 5, 4
SCALARS = [(0.75, 3), (-2.0, -4)]
# What a random program may run into, which the language says it refuses.
REFUSED = {"types-do-not-meet", "loop-changes-shape", "unassigned", "two-names", "generator", "symbolic-length",
           "conditional-exception"}


def images():
    random = np.random.default_rng(1)
    numbers = (random.integers(-16, 17, (HEIGHT, WIDTH)) / 8).astype(np.float32)
    return numbers, random.integers(-6, 7, (HEIGHT, WIDTH)).astype(np.int32)


def load(source: str, **more):
    """The filter of a source, whose lines errors can show; `more` of names that it may use."""
    name = f"<random {abs(hash(source)):x}>"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    space = {**NAMES, "Image": Image, "Int": Int, "Float": Float, "Position": Position, **more}
    exec(compile(source, name, "exec"), space)
    return space["filter"]


def plain_python(function):
    """What Python makes of every pixel, for both sets of numbers; None where it raises."""
    numbers, whole = images()
    im, k = HostImage(numbers), HostImage(whole)
    return [[pixel(function, im, k, s, m, Position(x, y)) for y in range(HEIGHT) for x in range(WIDTH)]
            for s, m in SCALARS]


def pixel(function, *args):
    try:
        return function(*args)
    except (ArithmeticError, ValueError, IndexError):
        return None


def check(source: str) -> str:
    """Compare; "agrees", or the kind of a refusal that may be."""
    function = load(source)
    expected = plain_python(function)
    filter = pygpu.compile(function)
    try:
        for (s, m), pixels in zip(SCALARS, expected):
            results = filter(*images(), s, m)
            for place, values in enumerate(pixels):
                y, x = divmod(place, WIDTH)
                if values is not None and all(isfinite(v) for v in values):
                    found = tuple(float(result[y, x]) for result in results)
                    assert np.allclose(found, values, rtol=1e-5, atol=1e-5), (
                        f"pixel ({x}, {y}), s={s}, m={m}: {found}, plain Python has {values}\n{source}")
    except pygpu.CompileError as refusal:
        if refusal.kind not in REFUSED:
            raise
        return refusal.kind
    return "agrees"
