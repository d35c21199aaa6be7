"""Random filters of the kinds that need more than a pixel and its neighbours: long sums whose terms have stages, values of
the picture inside stages, scans, windows whose size an argument says, functions that call themselves, volumes, what hangs
together, arrays of short rows; and those of more_kinds.py and numpy_kinds.py.

    python -m tests.random.kinds --seconds 600
    python -m tests.random.kinds --seed 1234
    PYGPU_KIND=turns python -m tests.random.kinds        one kind alone
    PYGPU_ON=oclgrind python -m tests.random.kinds       on one engine alone

Each is compared with plain Python at some places, on NumPy and on a driver, one in four as if that were a GPU; between the
two everywhere; in parts and in tiles, for which values of the picture are found band by band, bit for bit. What kernels
write to lies between guard zones.
"""

from __future__ import annotations

import math
import os
import sys
import warnings
from collections import Counter
from contextlib import contextmanager
from functools import cache
from math import exp, hypot, sqrt
from random import Random
from unittest import mock

import numpy as np

import pygpu
from pygpu import Array, Color, HostImage, Position, Volume
from pygpu.calls.cutting import gathering
from pygpu.calls.engines import engine as engines_of_calls
from pygpu.calls.raising import seen
from pygpu.language.signature import arguments, parameters
from pygpu.schedule import CPU, GPU
from tests import guard
from tests.engines import Engine, engines
from tests.fuzzing import fuzz
from tests.oracle import run as plain_python

from . import more_kinds, numpy_kinds
from .cases import Case, Chance
from .pictures import BORDERS, as_tuple
from .running import load

NAMES = dict(np=np, math=math, exp=exp, sqrt=sqrt, hypot=hypot, Array=Array, Volume=Volume, Color=Color, HostImage=HostImage,
             cache=cache, Counter=Counter)
PLACES = 24   # of each picture at which plain Python is asked
ROOM = 1e-4   # of the largest value: sums of all pixels, added in another order


def case(seed: int) -> Case:
    chance = Chance(seed)
    named = os.environ.get("PYGPU_KIND")
    kind = KINDS[named] if named else chance.choice(list(KINDS.values()))
    chance.finite = True
    made = kind(chance)
    made.finite = chance.finite
    return made


# --- the kinds --------------------------------------------------------------------------------------------------------

def turns(c: Chance) -> Case:
    """Terms of a sum over neighbours, each made of a stage around it."""
    far, patch = c.randint(1, 2), c.randint(0, 2)
    shape = c.choice(("[(i, j) for i in range(-{0}, {0} + 1) for j in range(-{0}, {0} + 1)]",
                      "[(i, 0) for i in range(-{0} * 4, {0} * 4 + 1)]", "[(0, j) for j in range(-{0} * 3, {0} * 4)]",
                      "[(i, i * 2 % 5) for i in range(-4, {0} * 4)]"))
    stage = c.choice(("im(q)", "im(q)", "(im(q + (1, 0)) - im(q)) * 0.5", "abs(im(q)) + 0.25 * im(q - (0, 1))", "im(q) * s"))
    apart = c.choice(("(f(q) - f(q + d)) ** 2", "abs(f(q) - f(q + d))", "f(q) * f(q + d)", "max(f(q), f(q + d)) * 0.25",
                      "(f(q) if im(q) > im(q + d) else f(q + d)) * 0.125"))
    weight = c.choice(("exp(-0.25 * near(p, d))", "1 / (1 + near(p, d))", "near(p, d) * w[k]", "0.125 * near(p, d)",
                       "max(0.0, 2 - near(p, d))"))
    if "1 / " in weight or "exp" in weight:
        apart = c.choice(("(f(q) - f(q + d)) ** 2", "abs(f(q) - f(q + d))"))
    result = c.choice(("total", "total / (1 + sum({w} for k, d in enumerate(around)) ** 2)",
                       "total + f(p + (1, 1))", "(total, f(p))")).format(w=weight)
    if "/" in result and "exp" not in weight:
        result = "total"
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):",
             f"    around = {shape.format(far)}",
             f"    w = [((k * 7) % 5 - 2) * {c.choice((0.25, 0.5))} for k in range(len(around))]",
             f"    f = lambda q: {stage}",
             f"    apart = lambda q, d: {apart}",
             f"    near = lambda q, d: sum(apart(q + (a, b), d) for a in range(-{patch}, {patch + c.randint(0, 1)} + 1) "
             f"for b in range(-{patch}, {patch} + 1))",
             f"    total = sum({weight} * {c.choice(('im(p + d)', 'f(p + d)', '1.0'))} for k, d in enumerate(around))",
             f"    return {result}"]
    numbers = c.numbers(c.size())
    if "max" in weight:  # which makes a number of what the difference of two infinities is in Python, and not here
        numbers, c.finite = np.nan_to_num(numbers, nan=1, posinf=2, neginf=-2), True
    return Case("\n".join(lines), [numbers, c.randint(-8, 8) / 8], {"dtype": "float32"})


def wholes(c: Chance) -> Case:
    """Values of the picture in stages, of stages."""
    a, b = c.near(), c.near()
    inner = c.choice(("im(q)", f"im(q + {a})", f"abs(im(q) - im(q + {b}))", f"im(q) * 0.5 + im(q + {a}) * 0.25"))
    value = c.choice((
        "max(f(q) for q in im.positions)", "min(f(q) for q in im.positions)", "sum(f(q) for q in im.positions) / len(im)",
        "sum(im) / len(im)", "max(im) - min(im)", "sorted(im)[len(im) // 2]", "np.median(im)", "np.std(im)",
        "sum(v * v for v in im) * 0.01", "sum(f(q) * q.x for q in im.positions) * 0.001", "float(any(v > 1 for v in im))",
        "sum(1 for v in im if v > 0.5) / len(im)", "max(im.positions, key=im).x * 0.125",
        "sum(f(Position(x, q.y)) for x in range(im.width)) / im.width", "max(im(x, q.y) for x in range(im.width))",
        "sum(im(q.x, y) for y in range(im.height)) / im.height", "max(f(Position(q.x, y)) for y in range(im.height))",
        "table[min(15, max(0, int(im(q) * 8)))] / len(im)"))
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):"]
    if "table" in value:
        lines += ["    table = [0] * 16", "    for v in im:", "        table[min(15, max(0, int(v * 8)))] += 1"]
    lines += [f"    f = lambda q: {inner}",
              f"    v = lambda q: {value}",
              f"    g = lambda q: {c.choice(('f(q) - v(q)', 'f(q) * v(q)', 'v(q) + q.x * 0.125', 'max(f(q), v(q))'))}"]
    taps = " + ".join(f"{c.weight()} * g(p + {c.near(3)})" for _ in range(c.randint(1, 4)))
    if c.random() < 0.3:
        taps = f"max(g(p + (i, {c.randint(-1, 1)})) for i in range({-c.randint(0, 3)}, 3))"
    lines.append(f"    return {taps}")
    numbers = c.numbers(c.size(23))
    if not c.finite and any(word in value for word in ("sorted", "median", "std", "int(")):
        numbers, c.finite = np.nan_to_num(numbers, nan=1, posinf=2, neginf=-2), True
    return Case("\n".join(lines), [numbers, c.randint(-8, 8) / 8], {"dtype": "float32"})


def scans(c: Chance) -> Case:
    """Functions that call themselves a step back, in each direction, one of the other, over stages."""
    edges = {"(-1, 0)": "q.x > 0", "(1, 0)": "q.x < im.width - 1", "(0, -1)": "q.y > 0", "(0, 1)": "q.y < im.height - 1"}
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", "    f = lambda q: " + c.choice((
        "im(q)", "im(q) * 0.5 + im(q + (1, 1)) * 0.25", "abs(im(q) - im(q - (1, 0)))"))]
    last = "f"
    for number in range(c.randint(1, 3)):
        step, test = c.choice(list(edges.items()))
        before = f"s{number}(q + {step})"
        law = c.choice((f"{last}(q) + {before}", f"0.5 * {last}(q) + 0.5 * {before}", f"max({last}(q), {before})",
                        f"min({last}(q), {before} + 0.25)", f"max({last}(q), 0.75 * {before})",
                        f"({before} if im(q) > 0.25 else {last}(q))", f"{last}(q) - 0.25 * {before}"))
        other = c.choice((f"{last}(q)", "0.0", f"{last}(q)"))
        lines.append(f"    s{number} = lambda q: {law} if {test} else {other}")
        last = f"s{number}"
    lines.append("    return " + c.choice((f"{last}(p)", f"{last}(p + (1, 0)) * 0.5 + {last}(p) * 0.25", f"{last}(p) - f(p)",
                                           f"{last}(p), f(p)", f"max({last}(p + (0, i)) for i in range(-1, 3))"))
                 .replace(f"{last}(p + (1, 0))", f"{last}(Position(min(p.x + 1, im.width - 1), p.y))")
                 .replace(f"{last}(p + (0, i))", f"{last}(Position(p.x, max(0, min(p.y + i, im.height - 1))))"))
    return Case("\n".join(lines), [c.numbers(c.size(40)), 0.5], {"dtype": "float32"})


def windows(c: Chance) -> Case:
    """Numbers in order of windows whose size an argument says."""
    place = c.choice(("0", "-1", "len(w) // 2", "min(k, len(w) - 1)", "1"))
    rows = c.choice(("range(-r, r + 1)", "range(0, r + 1)", "range(-1, r)"))
    if place == "1":
        rows = "range(-1, r + 1)"
    value = c.choice(("im(p + (i, j))", "im(p + (i, j))", "abs(im(p + (i, j)) - im(p))", "im(p + (i * 2, -j))",
                      "(im(p + (i, j)) if im(p) > 0.25 else -im(p + (i, j)))"))
    end = c.choice(("w[{0}]", "w[{0}] - im(p)", "w[{0}] + w[0] * 0.5", "im(p) if im(p) == w[{0}] else w[{0}]",
                    "sum(w) * 0.01 + w[{0}]")).format(place)
    lines = [f"def filter(im=Image({c.border()}), r: Int = 1, k: Int = 0, p=Position):",
             f"    w = sorted({value} for i in range(-r, r + 1) for j in {rows})", f"    return {end}"]
    numbers = c.numbers(c.size(40))
    if not c.finite:
        numbers, c.finite = np.nan_to_num(numbers, nan=1, posinf=np.inf, neginf=-np.inf), True
    if "range(-1, r)" in rows or "0.5" in end:
        numbers = np.nan_to_num(numbers, posinf=3, neginf=-3)
    return Case("\n".join(lines), [numbers, c.randint(1, 3), c.randint(0, 9)], {"dtype": "float32"})


def repeating(c: Chance) -> Case:
    """Functions that call themselves last of all, with numbers of pixels."""
    end = c.choice(("n <= 0", "n <= 0 or a > 3", "abs(a) > 4 or n < 1"))
    a = c.choice(("a * 0.5 + b", "a - b", "a + im(p + (1, 0))", "b", "a * 1.5", "a + n * 0.125"))
    b = c.choice(("b", "a", "b * 0.5", "b + 0.25", "a * 0.25"))
    call = c.choice((f"go({a}, {b}, n - 1)", f"go({a}, n=n - 1, b={b})", f"go(n=n - 1, b={b}, a={a})"))
    around = c.choice(("{0}", "{0}", "a + {0}", "{0} + b", "{0} * 0.5", "1.5 * {0}", "0.5 * a + {0}")).format(call)
    end_too = c.choice(("a", "b * 2", call))
    third = c.choice((None, None, f"    if a > {c.choice((0.5, 1, 2))}:\n            return {end_too}"))
    lines = [f"def filter(im=Image({c.border()}), s=Float, p=Position):", "    def go(a, b, n):", f"        if {end}:",
             f"            return {c.choice(('a', 'b', 'a + b', 'a - 2 * b'))}"]
    lines += ["    " + third] if third and (around == call or "* " not in third) else []
    lines += [f"        return {around}",
              f"    return go(im(p), {c.choice(('s', 'im(p + (0, 1))', '0.5'))}, "
              f"{c.choice(('int(abs(im(p)) * 4)', '3', 'p.x % 5', 'int(s * 8)', 'int(abs(im(p)) * 40)'))})"]
    numbers = np.nan_to_num(c.numbers(c.size(40)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case("\n".join(lines), [numbers, c.randint(0, 8) / 8], {"dtype": "float32"})


def volumes(c: Chance) -> Case:
    def near() -> str:
        return f"({c.randint(-2, 2)}, {c.randint(-2, 2)}, {c.randint(-2, 2)})"

    stage = c.choice(("v(q)", f"v(q) - 0.5 * v(q + {near()})", f"max(v(q), v(q + {near()}))", "v(q) * q.z * 0.25",
                      "sum(v(q + (0, 0, k)) for k in range(-1, 2)) * 0.25"))
    result = c.choice((
        " + ".join(f"{c.weight()} * f(p + {near()})" for _ in range(c.randint(1, 4))),
        "max(f(p + (i, j, k)) for i in range(-1, 2) for j in range(-1, 1) for k in range(-1, 2))",
        "sorted(v(p + d) for d in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1)))[2]",
        "f(p) - max(v)", f"f(p + {near()}) - sum(v) / len(v)",
        "sum(f(Position(p.x, p.y, z)) for z in range(v.depth)) * 0.1",
        "f(p) + v(p.z, p.x, p.y)", f"v(p * 2) + v(p // 2) + f(p + {near()})",
        "sum(f(p + (i, 0, 0)) + f(p + (0, i, 0)) + f(p + (0, 0, i)) for i in range(-3, 4)) * 0.0625",
        "(f(p), v(p))"))
    border = c.choice([border for border in BORDERS])
    lines = [f"def filter(v=Volume(border={border!r}, fill=0.5), s=Float, p=Position):", f"    f = lambda q: {stage}"]
    lines.append(f"    return {result}")
    shape = c.choice((1, 2, 3, 5)), c.choice((1, 3, 6)), c.choice((1, 2, 9, 17, 35))
    numbers = c.numbers(shape, ("float32",))
    if "sorted" in result and not c.finite:
        numbers, c.finite = np.nan_to_num(numbers, nan=1, posinf=2, neginf=-2), True
    return Case("\n".join(lines), [numbers, 0.5], {"dtype": "float32"})


def hanging(c: Chance) -> Case:
    """Pairs of places that are joined: `joined` beside what goes over the pairs one by one."""
    height, width = c.size()
    step = c.choice(("(-1, 0)", "(0, -1)", "(-1, -1)", "(1, 0)", "(0, 1)", "(2, -1)"))
    number = "(p.y + ({1})) * im.width + p.x + ({0})".format(*step.strip("()").split(", "))
    there = c.choice((number, f"min(im.width * im.height - 1, max(0, {number}))", "int(im(p) * 40)", f"{number} + 5"))
    test = c.choice(("im(p) == im(p + {})", "im(p) > im(p + {})", "im(p) > 0.25")).format(step)
    source = (f"def filter(im=Image({c.border()}), s=Float, p=Position):\n    here = p.y * im.width + p.x\n"
              f"    return here, {there} if {test} else here")
    numbers = np.nan_to_num(c.numbers((height, width)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case(source, [numbers, 0.0], in_parts=False, plain=joined_one_by_one,
                call=lambda filter, *args, **options: filter.joined(*args))


def joined_one_by_one(function, image, s) -> np.ndarray:
    height, width = image.shape
    im, parent = HostImage(image, **read_as(function)), list(range(height * width))

    def root(at: int) -> int:
        while parent[at] != at:
            at = parent[at]
        return at

    for y, x in np.ndindex(height, width):
        one, other = function(im, s, Position(x, y))
        if 0 <= one < len(parent) and 0 <= other < len(parent):
            one, other = sorted((root(one), root(other)))
            parent[other] = one
    return np.array([root(at) for at in range(len(parent))]).reshape(height, width)


def read_as(function) -> dict:
    spec = parameters(function, None)[0].type
    return {"border": spec.border, "fill": spec.fill}


def rows(c: Chance) -> Case:
    """NumPy on arrays of short rows."""
    count, length = c.choice((1, 2, 7, 40, 100)), c.choice((1, 2, 3, 4, 7, 16, 40))
    steps = []
    names = ["a", "b"]
    for number in range(c.randint(1, 4)):
        one, other = c.choice(names), c.choice(names)
        axis = c.randint(0, 1)
        steps.append(f"    t{number} = " + c.choice((
            f"{one} * 2 + {other}", f"{one} - {other} * 0.5", f"np.maximum({one}, {other})", f"np.minimum({one}, s)",
            f"np.where({one} > {other}, {one}, 0.25)", f"abs({one}) * {other}", f"{one}[::-1] + {other}",
            f"{one} - {one}.mean(axis=1, keepdims=True)", f"{one}[:, ::-1] * 0.5", f"np.roll({one}, 1, axis={axis})",
            f"{one} + {other}[0]", f"{one} - {one}.max(axis=0)", f"np.cumsum({one}, axis={axis}) * 0.125",
            f"{one} + {other}[:, :1]", f"np.fmin({one}, {other})", f"np.fmax({one}, 0.5)",
            f"{one} * (np.arange({length}) - 1)", f"{one} + np.arange({count})[:, None]")))
        names.append(f"t{number}")
    last = names[-1]
    steps.append("    return " + c.choice((
        last, last, f"{last}.sum(axis=1)", f"{last}.sum(axis=0)", f"{last}.min(axis=1)", f"({last} * {names[-2]}).sum()",
        f"{last}.T", f"({last}, a)", f"np.argmax({last}, axis=1)", f"{last}.ravel()[1:]")))
    source = "def filter(a=Array, b=Array, s=Float):\n" + "\n".join(steps)
    made = [c.numbers((count, length), ("float32",)) for _ in range(2)]
    if any(word in source for word in ("mean", "sum", "sort", "argmax", ".max", ".min")):
        made, c.finite = [np.nan_to_num(each, nan=1, posinf=2, neginf=-2) for each in made], True
    return Case(source, [*made, 0.5], in_parts=False, plain=as_numpy)


def as_numpy(function, *args):
    with np.errstate(all="ignore"):
        found = function(*[arg.astype(np.float64) if isinstance(arg, np.ndarray) else arg for arg in args])
    return found


def lists(c: Chance) -> Case:
    """Lists of which the picture says how long they are."""
    test = c.choice(("v > 0.5", "v < 0.25", "v > -1", "v * v > 1"))
    made = c.choice((f"[v for v in im if {test}]", f"[v * 2 for v in im if {test}]",
                     "[im(q) + q.x * 0.125 for q in im.positions if im(q) > 0.5]", "[im(x, p.y) for x in range(im.width)]",
                     f"[v for v in (im(x, p.y) for x in range(im.width)) if {test}]"))
    asked = c.choice(("sum(l) * 0.125", "len(l)", "max(l) if l else -1.0", "sorted(l)[len(l) // 2] if l else 0.0",
                      "l[0] if len(l) > 0 else im(p)", "(l[-1] if l else 0.0)", "l[min(p.x, len(l) - 1)] if l else 0.5",
                      "sum(1 for v in l if v < im(p))", "min(l, default=2.0)", "(im(p) in l) + 0.0"))
    source = f"def filter(im=Image({c.border()}), s=Float, p=Position):\n    l = {made}\n    return {asked}"
    numbers = np.nan_to_num(c.numbers(c.size(23)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    return Case(source, [numbers, 0.0], {"dtype": "float32"})


def zeros(c: Chance) -> Case:
    """Least and greatest of what may be no number or a zero of either sign, and what a sign says."""
    one = c.choice(("im(p)", "-im(p)", "im(p) * 0.0", "im(p) * -0.0"))
    other = c.choice(("im(p + (1, 0))", "0.0", "-0.0", "s * 0.0"))
    taps = f"{one}, {other}"
    value = c.choice((f"np.fmin({taps})", f"np.fmax({taps})", f"min({taps})", f"max({taps})", f"sorted([{taps}, im(p)])[1]",
                      f"np.maximum({taps})", f"np.minimum({taps})", f"({one} or {other})", f"({one}) % -0.75", f"-({one})",
                      f"abs({one})", f"math.fmod({one}, 0.75)", f"round({one})", f"math.trunc({one}) * -1.0"))
    seen_by = c.choice(("{}", "math.copysign(1.0, {})", "math.atan2({}, -1.0)", "float(np.signbit({}))"))
    if any(word in value for word in ("sorted", "min", "max")):
        seen_by = "{}"  # of equal zeros another may come (docs/trust.md)
    source = f"def filter(im=Image({c.border()}), s=Float, p=Position):\n    return {seen_by.format(value)}"
    numbers = c.numbers(c.size(40), ("float32",))
    numbers[::2, ::3] = np.copysign(0, numbers[::2, ::3])
    if not c.finite and any(word in value for word in ("sorted", "%", "fmod", "round", "trunc")):
        numbers, c.finite = np.nan_to_num(numbers, nan=1, posinf=2, neginf=-2), True
    return Case(source, [numbers, c.randint(-1, 1) / 2], {"dtype": "float32"})


def chained(c: Chance) -> Case:
    """A filter again and again: by `iterate`, each on a picture that has edges; and by >> of itself, which has none."""
    taps = " + ".join(f"{c.choice((0.5, 0.25, -0.25, 0.125))} * im(p + {c.near(3)})" for _ in range(c.randint(1, 3)))
    value = c.choice((taps, f"max(im(p), {taps})", f"({taps} if im(p) > im(p + (1, 0)) else im(p))",
                      f"f(p) - f(p + {c.near()})", "im(p * 2) * 0.5 + im(p // 2) * 0.25", f"{taps} + s * 0.125",
                      f"{taps} + p.x * 0.0625", f"sorted([im(p), im(p + {c.near()}), im(p + {c.near()})])[1]"))
    source = (f"def filter(im=Image({c.border()}), s=Float, p=Position):\n"
              f"    f = lambda q: im(q) * 0.5 + im(q + {c.near()}) * s\n    return {value}")
    numbers = np.nan_to_num(c.numbers(c.size(23), ("float32",)), nan=1, posinf=2, neginf=-2)
    c.finite = True
    args, count = [numbers, c.randint(-8, 8) / 8], c.choice((1, 2, 3, 4, 5, 8))
    if count == 1:
        return Case(source, args, in_parts=False, plain=of_itself, call=lambda filter, im, s: (filter >> filter)(im, s, s))
    return Case(source, args, in_parts=False, plain=lambda *args: step_by_step(count, *args),
                call=lambda filter, im, s: filter.iterate(count, im, s))


def step_by_step(count: int, function, image, s) -> np.ndarray:
    for _ in range(count):
        image = plain_python(function, image, s).astype(np.float32)
    return image


def of_itself(function, image, s) -> np.ndarray:
    im = HostImage(image, **read_as(function))
    return np.array([[function(lambda *at: function(im, s, Position(*(at[0] if len(at) == 1 else at))), s, Position(x, y))
                      for x in range(image.shape[1])] for y in range(image.shape[0])], np.float64)


KINDS = {kind.__name__: kind for kind in (
    turns, wholes, scans, windows, repeating, volumes, hanging, rows, lists, zeros, chained, *more_kinds.KINDS,
    *numpy_kinds.KINDS)}


# --- comparing --------------------------------------------------------------------------------------------------------

def check(seed: int, on: list[Engine] | None = None) -> int:
    """The filter of a seed on NumPy and on one driver (or `on` some engines); how many results were compared."""
    made, chance, count = case(seed), Random(seed + 1), 0
    function = load(made.source, **NAMES)
    plans = GPU if chance.random() < 0.25 else CPU
    with warnings.catch_warnings(), mock.patch.object(engines_of_calls, "CPU", plans):
        warnings.simplefilter("ignore")
        expected = made.plain(function, *made.args) if made.plain else at_places(function, made, chance)
        first = None
        for engine in on or asked_for(chance):
            pygpu.use(engine.device)
            try:
                filter = pygpu.compile(function, **made.compiled)
                found = as_tuple(made.call(filter, *made.args, **made.options))
                compared(found, expected, made)
                if first is not None:
                    for one, other in zip(found, first):
                        assert_near(np.asarray(one), np.asarray(other), made, "the other engine")
                first = found
                count += 1 + (in_parts(filter, made, found, chance, engine) if made.in_parts else 0)
            except Exception as error:
                error.add_note(f"seed {seed}, {engine}, {[getattr(each, 'shape', each) for each in made.args]}, "
                               f"{made.args[0].dtype}\n{made.source}")
                raise
            finally:
                pygpu.use(None)
    return count


def asked_for(chance: Random) -> list[Engine]:
    if name := os.environ.get("PYGPU_ON"):
        return [engine for engine in engines() if engine.name == name]
    evaluator, *drivers = [engine for engine in engines() if not engine.is_checker]
    return [evaluator, *chance.sample(drivers, min(1, len(drivers)))]


def at_places(function, made: Case, chance: Random) -> dict:
    """What plain Python gives at some places; None where it raises."""
    found = parameters(function, None)
    position = next(each.name for each in found if each.role == "position")
    typed = [each for each in found if each.role == "typed"]
    values = {each.name: seen(arg, each.type) if isinstance(arg, np.ndarray) else arg for each, arg in zip(typed, made.args)}
    shape = made.args[0].shape
    corners = [tuple(chance.choice((0, n - 1)) for n in shape) for _ in range(4)]
    places = {*corners, *[tuple(chance.randrange(n) for n in shape) for _ in range(PLACES)]}
    wanted = {}
    with np.errstate(all="ignore"):
        for place in sorted(places):
            args, kwargs = arguments(found, {**values, position: Position(*reversed(place))})
            try:
                wanted[place] = function(*args, **kwargs)
            except (ArithmeticError, ValueError, IndexError):
                wanted[place] = None
    return wanted


def compared(found: tuple, expected, made: Case) -> None:
    if made.plain:
        for one, other in zip(found, as_tuple(expected)):
            assert_near(np.asarray(one), np.asarray(other), made, "plain Python")
        return
    for number, result in enumerate(found):
        places = [place for place, value in expected.items() if value is not None]
        wanted = [as_tuple(expected[place])[number] for place in places]
        some = np.array([result[place] for place in places])
        assert_near(some, np.array(wanted, None if made.exact else np.float64), made, "plain Python", places)


def assert_near(found: np.ndarray, wanted: np.ndarray, made: Case, what: str, places=None) -> None:
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    if made.exact:
        np.testing.assert_array_equal(found, wanted, err_msg=f"{what} {places or ''}")
        assert found.dtype == wanted.dtype or places, (what, found.dtype, wanted.dtype)
    found, wanted = found.astype(np.float64), wanted.astype(np.float64)
    finite = np.abs(wanted[np.isfinite(wanted)])
    room = ROOM * max([1.0, *finite.flat])
    with np.errstate(invalid="ignore"):
        off = ~(np.abs(found - wanted) <= room) & (found != wanted)
    off &= ~(np.isnan(wanted) & (np.isnan(found) | (not made.finite)))
    if off.any():
        at = tuple(map(int, np.argwhere(off)[0]))
        raise AssertionError(f"{np.count_nonzero(off)} of {off.size} differ from {what}, first at "
                             f"{places[at[0]] if places else at}: {found[at]}, expected {wanted[at]}")


def in_parts(filter, made: Case, whole: tuple, chance: Random, engine: Engine) -> int:
    """A region, and all in tiles, whose values of the picture come in bands."""
    shape = made.args[0].shape
    cuts = [sorted(chance.sample(range(n + 1), 2)) for n in reversed(shape)]
    region = (*[low for low, _ in cuts[:2]], *[high for _, high in cuts[:2]], *(cuts[2] if len(cuts) > 2 else ()))
    with small_bands():
        parts = as_tuple(filter.compute(region, *made.args, **made.options))
        for part, all_of_it in zip(parts, whole):
            equal(part, all_of_it[tuple(slice(*cut) for cut in reversed(cuts))], engine, made, f"region {region}")
        if len(shape) > 2:
            return 1
        for part, all_of_it in zip(as_tuple(filter.map(*made.args, tile=(64, 64), **made.options)), whole):
            equal(part, all_of_it, engine, made, "tiles")
    return 2


def equal(part, whole, engine: Engine, made: Case, what: str) -> None:
    """To the last bit; PoCL may join a product and a sum where another kernel does not."""
    if engine.name == "pocl":
        assert_near(np.asarray(part), np.asarray(whole), made, what)
    else:
        np.testing.assert_array_equal(part, whole, err_msg=what)


@contextmanager
def small_bands():
    with mock.patch.object(gathering, "SMALL", 0), mock.patch.object(gathering, "BAND", 1 << 10), \
            mock.patch.object(gathering, "STEP", 8):
        yield


if __name__ == "__main__":
    guard.install()
    sys.exit(fuzz(__doc__, check, "filters", "results", lambda seed: case(seed).source, pygpu.CompileError))
