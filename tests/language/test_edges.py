"""Functions of numbers where they are at their edges: zeros of both signs, infinities, what is large or small."""

import math
import operator

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position

NUMBERS = [0.0, -0.0, 0.75, -0.75, 1.5, -2.0, 7.0, 3e38, -1e10, 1e-30, math.inf, -math.inf, math.nan]
A, B = (grid.astype(np.float32) for grid in np.meshgrid(NUMBERS, NUMBERS))

FUNCTIONS = {
    "%": operator.mod, "//": operator.floordiv, "*": operator.mul, "/": operator.truediv, "+": operator.add,
    "a known %": lambda a, b: 0.0 % b, "% a known": lambda a, b: a % -0.75, "// a known": lambda a, b: a // 0.75,
    "divmod": lambda a, b: divmod(a, b)[1], "min": min, "max": max, "abs": lambda a, b: abs(a), "neg": lambda a, b: -a,
    "cubed": lambda a, b: a ** 3, "clamped": lambda a, b: min(max(a, -1.0), 1.0), "atan2": math.atan2,
    "fmod": math.fmod, "remainder": math.remainder,
    "modf": lambda a, b: math.modf(a)[0], "whole": lambda a, b: math.modf(a)[1],
    "mantissa": lambda a, b: math.frexp(a)[0], "exponent": lambda a, b: math.frexp(a)[1] * 1.0,
    "ldexp": lambda a, b: math.ldexp(a, 130), "ldexp down": lambda a, b: math.ldexp(a, -130), "copysign": math.copysign,
    "hypot": math.hypot, "expm1": lambda a, b: math.expm1(a), "cbrt": lambda a, b: math.cbrt(a),
    "tanh": lambda a, b: math.tanh(a), "atan": lambda a, b: math.atan(a), "np.round": lambda a, b: np.round(a),
    "np.fmin": np.fmin, "isclose": lambda a, b: math.isclose(a, b) * 1.0, "np.modf": lambda a, b: np.modf(a)[0],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_at_the_edges(name, engine):
    function = FUNCTIONS[name]

    def pixel(a=Image[Float], b=Image[Float], p=Position):
        value = function(a(p), b(p))
        return value, math.copysign(1.0, value)

    values, signs = pygpu.compile(pixel, raises="ignore")(A, B)
    for place in np.ndindex(A.shape):
        try:
            with np.errstate(all="ignore"):
                expected = float(function(float(A[place]), float(B[place])))
                kept = float(np.float32(expected))
        except (ArithmeticError, ValueError):  # LANGUAGE: such pixels are NaN, or what the device makes of them
            continue
        if abs(expected) != math.inf and abs(kept) == math.inf or 0 < abs(expected) < 1.2e-38:
            continue  # what 32 bits cannot hold
        what = f"{name}({A[place]}, {B[place]}): {values[place]}, plain Python has {expected}"
        assert np.isclose(values[place], expected, rtol=2e-6, atol=1e-37, equal_nan=True), what
        assert math.isnan(expected) or signs[place] == math.copysign(1.0, expected), what
