"""What the constructs' filters are given, what plain Python makes of it, and how a result is held to that.

Images are 8 x 6: four rows of random values, then those that go wrong first. Floats are multiples of 1/8, so that both
sides of a comparison are the same number in 32 bits and in 64.

    floats      zero, minus zero, halves (rounding), NaN, infinities, large, small      `@finite`: no NaN, no infinities
    ints        zero, one, minus one, the least, the greatest

Numbers as arguments (Float, Int, Bool) go through five sets of values, the least and the greatest int among them.
"""

from __future__ import annotations

import inspect
import math
from functools import cache

import numpy as np

import pygpu
from pygpu import Position
from pygpu.language.signature import arguments, is_filter, parameters, unwrap
from pygpu.language.vectors import Vector
from tests.oracle import bind

from . import GROUPS

WIDTH, HEIGHT = 8, 6
TOLERANCE = 2e-5
LEAST, GREATEST = -2**31, 2**31 - 1
NOT_FINITE = [math.nan, math.inf, -math.inf, 1e6, -1e6, 1e-6, 3.0, -3.0]
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5]
INTS = [LEAST, GREATEST, 0, -1, 1, 65536, -65535, 12345678]

ARGUMENTS = [(0.75, 3, True), (-1.5, -7, False), (0.0, 0, True), (1.0, GREATEST, False), (-0.0, LEAST, True)]


@cache
def constructs() -> dict[str, object]:
    """Every construct's filter by its name: "branches.if_else"."""
    return {f"{group.__name__.rpartition('.')[2]}.{name}": function
            for group in GROUPS for name, function in filters_of(group).items()}


def filters_of(module) -> dict[str, object]:
    return {name: value for name, value in vars(module).items()
            if callable(value) and not isinstance(value, type) and not name.startswith("_")
            and value.__module__ == module.__name__ and is_filter(value)}


def words(function) -> str:
    """What a construct is called: its filter's docstring."""
    return inspect.getdoc(unwrap(function)[0])


def floats(channels: int, finite: bool):
    random = np.random.default_rng(channels)
    values = random.integers(-32, 33, (HEIGHT, WIDTH, channels)) / 8
    for channel in range(channels):
        values[4, :, channel] = np.roll(EDGES, channel)
        values[5, :, channel] = np.roll([7.0, -7.0, 0.125, *NOT_FINITE[3:]] if finite else NOT_FINITE, channel)
    return values.astype(np.float32)[:, :, 0] if channels == 1 else values.astype(np.float32)


def ints():
    values = np.random.default_rng(0).integers(-20, 21, (HEIGHT, WIDTH))
    values[5] = INTS
    return values.astype(np.int32)


def bools():
    return np.random.default_rng(0).random((HEIGHT, WIDTH)) < 0.5


def image_for(spec, finite: bool):
    if spec.pixel is pygpu.Int:
        return ints()
    if spec.pixel is pygpu.Bool:
        return bools()
    return floats(spec.channels or 1, finite)


def calls(function) -> list[dict]:
    """The arguments of each call that a construct is tried with, by name."""
    typed = [p for p in parameters(function) if p.role == "typed"]
    images = {p.name: image_for(p.type, hasattr(function, "finite")) for p in typed if p.is_image}
    numbers = [p for p in typed if p.type in (pygpu.Float, pygpu.Int, pygpu.Bool)]
    if not numbers:
        return [images]
    return [{**images, **{p.name: row[(pygpu.Float, pygpu.Int, pygpu.Bool).index(p.type)] for p in numbers}}
            for row in ARGUMENTS]


class Missing:
    """Python raised: there is no value to compare with."""


@cache
def plain_python(name: str) -> list[list]:
    """What Python makes of every pixel, for each call: a number, a vector, a tuple, or Missing."""
    function = constructs()[name]
    found = parameters(function)
    position = next(p.name for p in found if p.role == "position")
    results = []
    with np.errstate(all="ignore"):
        for given in calls(function):
            values = bind(found, (), given)
            results.append([pixel(function, *arguments(found, {**values, position: Position(x, y)}))
                            for y in range(HEIGHT) for x in range(WIDTH)])
    assert any(value is not Missing for result in results for value in result), f"{name} raises for every pixel"
    return results


def pixel(function, args, kwargs):
    try:
        return function(*args, **kwargs)
    except (ArithmeticError, ValueError):
        return Missing


def check(name: str) -> pygpu.Filter:
    """Compile a construct, and hold every pixel of every call to plain Python."""
    function = constructs()[name]
    filter = pygpu.compile(function)
    for given, expected in zip(calls(function), plain_python(name)):
        result = filter(**given)
        for place, value in enumerate(expected):
            y, x = divmod(place, WIDTH)
            if value is not Missing:
                compare(at(result, y, x), value, getattr(function, "tolerance", TOLERANCE),
                        f"pixel ({x}, {y}){numbers_of(given)}")
    return filter


def at(result, y, x):
    return tuple(image[y, x] for image in result) if isinstance(result, tuple) else result[y, x]


def numbers_of(given) -> str:
    return "".join(f", {name}={value}" for name, value in given.items() if not isinstance(value, np.ndarray))


def compare(found, expected, tolerance, where):
    if isinstance(expected, (tuple, Vector)):
        assert len(found) == len(expected), f"{where}: {len(found)} values, expected {len(expected)}"
        for one, other in zip(found, expected):
            compare(one, other, tolerance, where)
    else:
        assert same(found, expected, tolerance), f"{where}: {found!r}, plain Python has {expected!r}"


def same(found, expected, tolerance) -> bool:
    """Ints are the same in their last 32 bits, floats within the tolerance (relative above one)."""
    if isinstance(expected, (bool, np.bool_)) or isinstance(expected, (int, np.integer)) and found.dtype.kind in "ib":
        return (int(found) - int(expected)) % 2**32 == 0
    found, expected = float(found), float(expected)
    if math.isnan(expected) or math.isinf(expected):
        return found == expected or math.isnan(found) and math.isnan(expected)
    return abs(found - expected) <= tolerance * max(1.0, abs(expected))
