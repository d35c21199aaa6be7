"""Element-wise mathematics on numbers and vectors: pygpu.sqrt(x), pygpu.atan2(y, x), pygpu.floor(x)...

The names are those of `math`. The meaning for numbers is a float device's: where there is no finite answer, the
result is NaN or infinite (and NumPy warns when run in plain Python), while `math.sqrt(-1)` raises in plain Python.
floor, ceil and trunc give ints, as in `math`. minimum and maximum are Python's `min` and `max`, element by element.
"""

from __future__ import annotations

import builtins
import math

import numpy

from .vectors import Vector


def elementwise(name, number, words, call, gives):
    """A function of one number, that takes vectors too."""

    def function(x):
        if isinstance(x, Vector):
            return x.apply(function)
        return number(x)

    return described(function, name, words, call, gives)


def elementwise_pair(name, number, words, call, gives):
    """A function of two numbers, either of which may be a vector."""

    def function(a, b):
        if isinstance(a, Vector):
            return a.combine(function, b)
        if isinstance(b, Vector):
            return b.reverse(function, a)
        return number(a, b)

    return described(function, name, words, call, gives)


def described(function, name, words, call, gives):
    """With a name and a docstring: what it is, and an example."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{words}, element by element.\n\nExamples\n--------\n>>> {call}\n{gives}\n"
    return function


def ieee(ufunc):
    """A NumPy function as a function of Python floats: NaN and infinities come back, nothing is raised."""
    return lambda x: float(ufunc(float(x)))


def ieee_pair(ufunc):
    return lambda a, b: float(ufunc(float(a), float(b)))


sqrt = elementwise("sqrt", ieee(numpy.sqrt), "The square root", "sqrt(Vec2(4, 9))", "Vec2(2.0, 3.0)")
cbrt = elementwise("cbrt", ieee(numpy.cbrt), "The cube root", "cbrt(-8)", "-2.0")
exp = elementwise("exp", ieee(numpy.exp), "e to the power x", "exp(0)", "1.0")
exp2 = elementwise("exp2", ieee(numpy.exp2), "2 to the power x", "exp2(3)", "8.0")
expm1 = elementwise("expm1", ieee(numpy.expm1), "exp(x) - 1, accurate near 0", "expm1(0)", "0.0")
log = elementwise("log", ieee(numpy.log), "The natural logarithm", "log(1)", "0.0")
log2 = elementwise("log2", ieee(numpy.log2), "The logarithm to base 2", "log2(8)", "3.0")
log10 = elementwise("log10", ieee(numpy.log10), "The logarithm to base 10", "log10(1000)", "3.0")
log1p = elementwise("log1p", ieee(numpy.log1p), "log(1 + x), accurate near 0", "log1p(0)", "0.0")
sin = elementwise("sin", ieee(numpy.sin), "The sine of an angle in radians", "sin(0)", "0.0")
cos = elementwise("cos", ieee(numpy.cos), "The cosine of an angle in radians", "cos(0)", "1.0")
tan = elementwise("tan", ieee(numpy.tan), "The tangent of an angle in radians", "tan(0)", "0.0")
asin = elementwise("asin", ieee(numpy.arcsin), "The arc sine, in radians", "asin(0)", "0.0")
acos = elementwise("acos", ieee(numpy.arccos), "The arc cosine, in radians", "acos(1)", "0.0")
atan = elementwise("atan", ieee(numpy.arctan), "The arc tangent, in radians", "atan(0)", "0.0")
sinh = elementwise("sinh", ieee(numpy.sinh), "The hyperbolic sine", "sinh(0)", "0.0")
cosh = elementwise("cosh", ieee(numpy.cosh), "The hyperbolic cosine", "cosh(0)", "1.0")
tanh = elementwise("tanh", ieee(numpy.tanh), "The hyperbolic tangent", "tanh(0)", "0.0")
asinh = elementwise("asinh", ieee(numpy.arcsinh), "The inverse hyperbolic sine", "asinh(0)", "0.0")
acosh = elementwise("acosh", ieee(numpy.arccosh), "The inverse hyperbolic cosine", "acosh(1)", "0.0")
atanh = elementwise("atanh", ieee(numpy.arctanh), "The inverse hyperbolic tangent", "atanh(0)", "0.0")
fabs = elementwise("fabs", ieee(numpy.fabs), "The absolute value, as a float", "fabs(-2)", "2.0")
radians = elementwise("radians", lambda x: x * (math.pi / 180), "Degrees as radians", "round(radians(180), 5)", "3.14159")
degrees = elementwise("degrees", lambda x: x * (180 / math.pi), "Radians as degrees",
    "round(degrees(3.14159265), 5)", "180.0")
floor = elementwise("floor", lambda x: math.floor(x), "The next int at or below", "floor(Vec2(1.5, -1.5))", "Vec2(1, -2)")
ceil = elementwise("ceil", lambda x: math.ceil(x), "The next int at or above", "ceil(1.2)", "2")
trunc = elementwise("trunc", lambda x: math.trunc(x), "The int next to x towards 0", "trunc(-1.7)", "-1")
fract = elementwise("fract", lambda x: x - math.floor(x), "What is above the floor, from 0 to 1", "fract(-0.25)", "0.75")
sign = elementwise("sign", lambda x: 1 if x > 0 else -1 if x < 0 else 0, "-1, 0 or 1", "sign(-3)", "-1")
isnan = elementwise("isnan", lambda x: math.isnan(x), "Whether it is not a number",
    "isnan(Vec2(1, float('nan')))", "Vec2(False, True)")
isinf = elementwise("isinf", lambda x: math.isinf(x), "Whether it is infinite", "isinf(float('inf'))", "True")
isfinite = elementwise("isfinite", lambda x: math.isfinite(x), "Whether it is neither infinite nor NaN",
    "isfinite(1)", "True")

power = elementwise_pair("pow", ieee_pair(numpy.power), "a to the power b, as floats", "pow(2, 10)", "1024.0")


def pow(a, b, modulus=None):
    return power(a, b) if modulus is None else builtins.pow(a, b, modulus)


described(pow, "pow", "a to the power b, as floats; with a modulus, of ints, as Python's own", "pow(2, 10)", "1024.0")
atan2 = elementwise_pair("atan2", ieee_pair(numpy.arctan2), "The angle of the direction (b, a), in radians",
    "round(degrees(atan2(1, 1)), 5)", "45.0")
hypot = elementwise_pair("hypot", ieee_pair(numpy.hypot), "The length of (a, b)", "hypot(3, 4)", "5.0")
fmod = elementwise_pair("fmod", ieee_pair(numpy.fmod), "The remainder with the sign of a (C's; `%` has b's)",
    "fmod(-7, 3)", "-1.0")
copysign = elementwise_pair("copysign", ieee_pair(numpy.copysign), "The absolute value of a with the sign of b",
    "copysign(2, -0.5)", "-2.0")
minimum = elementwise_pair("minimum", lambda a, b: min(a, b), "The lesser one",
    "minimum(Color(0.2, 0.9, 0.5), 0.6)", "Color(0.2, 0.6, 0.5)")
maximum = elementwise_pair("maximum", lambda a, b: max(a, b), "The greater one",
    "maximum(Vec2(1, 5), Vec2(3, 4))", "Vec2(3, 5)")
