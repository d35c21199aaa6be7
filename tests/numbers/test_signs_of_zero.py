"""Signs of zero: where a filter looks at one, it is Python's, whatever was folded, moved or left out on the way to it."""

import math
import re

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Image, Position
from tests.oracle import run as plain_python

EXPRESSIONS = """
a + 0.0; a + 0; 0.0 + a; a - 0.0; 0.0 - a; -0.0 - a; 0 - a; a + -0.0; a - -0.0; sum([a, b]); sum([a]); sum([a, b], 0.0);
a * 0.0; 0 * a; a * -0.0; -0.0 * a + b; 0.0 * a + b; a * 0.0 - b; a - a; a + a; a - b; b - a; -(a - b); -(a + b); -a + b;
-a - b; -(-a); 2 * a - a; 3 * a - 2 * b; (a - b) + (b - a); (a - b) * -1; (a - b) * -2.0; -2.0 * (a + b) + b;
(a + b) * 0.5; min(a, b); max(a, b); min(a, 0.0); max(a, 0.0); min(0.0, a); max(-0.0, a); min(max(a, -1.0), 1.0);
max(-0.0, a, b); min(a, b, s); a if a < b else b; a if a <= b else b; b if a >= b else a; a if a > 0 else -0.0;
0.0 if a > 0 else a; (-0.0 if a > 0 else 1.0) * b; a ** 0.5 if a >= 0 else b; a ** 3; a ** 2; a * a; abs(a);
abs(a - b) * -1; a % 1.0; a % -1.0; a // 1.0; a // 2; a / 2; a / -4.0; a * 1; a * -1; a / -1; float(int(a));
float(int(a)) + b; -float(int(a)); round(a * 0.25, 1); math.fmod(a, 1.0); math.floor(a) * b; np.floor(a);
np.round(a * 0.25); np.trunc(a * 0.5); math.sqrt(abs(a)); math.sin(a); math.tan(a) - b; s * a; s + a; s - a; a * b;
a * b + 0.0; a * b - 0.0; (a + 0.0) * -1.0; (a + 0.0) * b; (a + 1.0) - 1.0; (a + 0.0) - b; b - (a + 0.0);
sum(-x for x in (a, b)); total(a, b); total(-a, -b); counted(a, 3); least(a, b); stage(p) - b; -stage(p);
stage(p) + stage(p + (1, 0)); stage(p) * 0; a * p.x; a * 0 * p.x; a - p.x * 0; p.x * 0 - a; (a, b)[p.x % 2];
math.prod([a, b]); sum(w * x for w, x in zip((1, 0, -1), (a, b, c))); sum(w * x for w, x in zip((-1, 0, -2), (a, b, c)));
-1 * a + 0 * b + 1 * c; a - 2 * b + c; 0.5 * a - 0.5 * c; math.fsum([a, b]) * -1;
sorted([a, b, c])[0]; sorted([a, b, c])[1]; sorted([c, a, b])[2]; sorted([a, b, c], reverse=True)[0];
sorted((c, b, a, s))[1]; sorted([c, b, a, s], reverse=True)[2]; sorted([a, b, 0.0, -0.0, c])[2];
sorted([-0.0, a, 0.0])[1]; sorted([im(p + (i, 0)) for i in range(5)])[2]; sorted([im(p + (i, 0)) * s for i in range(6)])[3];
min(sorted([a, b, c])[:2]); max(sorted([a, b, c])[:2]); sum(sorted([a, b, c])[:2]); sorted([a, b, c], key=abs)[1]
"""
EVERY = [each.strip() for each in EXPRESSIONS.replace("\n", ";").split(";") if each.strip()]
GROUP = 12
VALUES = np.array([0.0, -0.0, 1.0, -0.0, 0.0, 0.0, -0.0, -0.0, -1.0, -0.0, -1.0, 0.0, 1.0, 1.0, 0.0, -1.0, -1.0, 2.0, 2.0],
                  np.float32)
PICTURE = np.stack([np.roll(VALUES, 3 * row) for row in range(3)])
SEEN = {"copysign": "math.copysign(1.0, {0})", "atan2": "math.atan2({0}, -1.0)", "atan2 across": "math.atan2(0.0, {0})",
        "signbit": "np.signbit({0}) * 1.0"}


def filter_of(expressions, how: str = "copysign"):
    """A filter that gives a number of which each bit tells how the zero of one expression is seen."""
    bits = " + ".join(f"({SEEN[how].format(each)} {'<' if how == 'copysign' else '>'} {0 if how == 'copysign' else 0.5}) "
                      f"* {1 << place}" for place, each in enumerate(expressions))
    source = f"""
def total(*values):
    found = 0.0
    for value in values:
        found += value
    return found

def counted(x, n):
    found = 0
    for _ in range(n):
        found = found - x
    return found

def least(x, y):
    if x <= y:
        return x
    return y

def pixel(im=Image[Float], s=Float, p=Position):
    stage = lambda q: im(q) - 0.5 * im(q + (1, 1))
    a, b, c = im(p), im(p + (1, 0)), im(p + (2, 0))
    return {bits}
"""
    space = {"math": math, "np": np, "Image": Image, "Float": Float, "Position": Position}
    exec(source, space)
    return space["pixel"]


def told(expressions, how: str, found, expected) -> list[str]:
    """The expressions that differ."""
    return [each for place, each in enumerate(expressions)
            if (found.astype(int) >> place & 1 != expected.astype(int) >> place & 1).any()]


@pytest.mark.parametrize("first", range(0, len(EVERY), GROUP))
def test_a_sign_that_is_looked_at_is_pythons(first, engine):
    expressions = EVERY[first:first + GROUP]
    pixel = filter_of(expressions)
    for s in (-0.0, 0.0):
        found = pygpu.compile(pixel)(PICTURE, s)
        assert not told(expressions, "copysign", found, plain_python(pixel, PICTURE, s))


@pytest.mark.parametrize("how", ["atan2", "atan2 across", "signbit"])
def test_however_it_is_looked_at(how, engine):
    expressions = [each for each in EVERY if re.fullmatch(r"[ab0. *+-]+", each)][:GROUP]
    pixel = filter_of(expressions, how)
    found = pygpu.compile(pixel)(PICTURE, -0.0)
    assert not told(expressions, how, found, plain_python(pixel, PICTURE, -0.0))


WHOLE = {
    "a + 0.0": lambda a=Array, b=Array: np.copysign(1.0, a + 0.0), "-(a - b)": lambda a=Array, b=Array: np.signbit(-(a - b)),
    "1 / (a - b)": lambda a=Array, b=Array: 1.0 / (a - b), "1 / (a * 0)": lambda a=Array, b=Array: 1.0 / (a * 0.0),
    "** -1": lambda a=Array, b=Array: (a - b) ** -1, "where": lambda a=Array, b=Array: np.signbit(np.where(a <= b, a, b)),
    "cumsum": lambda a=Array, b=Array: np.copysign(1.0, np.cumsum(a * 0.0)),
}


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_of_whole_arrays(name, engine):
    function = WHOLE[name]
    found = pygpu.compile(function)(VALUES, VALUES[::-1].copy())
    assert np.array_equal(found, function(VALUES, VALUES[::-1]))


def test_where_nobody_looks_nothing_is_kept():
    plain = pygpu.compile(lambda im=Image[Float], p=Position: (0.0 * im(p) + im(p + (1, 0)), im(p) + 0.0))
    assert "mul" not in str(plain.graph) and "add" not in str(plain.graph).replace("add x", "")
    sobel = pygpu.compile(lambda im=Image[Float], p=Position: math.atan2(
        sum(w * im(p + d) for w, d in zip((-1, 0, 1, -2, 0, 2), pygpu.offsets(np.ones((2, 3))))), 1.0))
    assert str(sobel.graph).count("signed_add") == 1 and str(sobel.graph).count("read") == 4  # where it is seen
