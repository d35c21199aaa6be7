"""Element-wise mathematics on numbers and vectors: pygpu.sqrt(x), pygpu.atan2(y, x), pygpu.floor(x)...

The names are those of `math`. The meaning for numbers is a float device's: where there is no finite answer, the
result is NaN or infinite (and NumPy warns when run in plain Python), while `math.sqrt(-1)` raises in plain Python.
floor, ceil and trunc give ints, as in `math`. minimum and maximum are Python's `min` and `max`, element by element.
"""

from __future__ import annotations

import math

import numpy

from .vectors import Vector


def elementwise(name, number, words):
    """A function of one number, that takes vectors too."""

    def function(x):
        if isinstance(x, Vector):
            return x.apply(function)
        return number(x)

    return described(function, name, words)


def elementwise_pair(name, number, words):
    """A function of two numbers, either of which may be a vector."""

    def function(a, b):
        if isinstance(a, Vector):
            return a.combine(function, b)
        if isinstance(b, Vector):
            return b.reverse(function, a)
        return number(a, b)

    return described(function, name, words)


def described(function, name, words):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = words + ", element by element."
    return function


def ieee(ufunc):
    """A NumPy function as a function of Python floats: NaN and infinities come back, nothing is raised."""
    return lambda x: float(ufunc(float(x)))


def ieee_pair(ufunc):
    return lambda a, b: float(ufunc(float(a), float(b)))


sqrt = elementwise("sqrt", ieee(numpy.sqrt), "The square root")
cbrt = elementwise("cbrt", ieee(numpy.cbrt), "The cube root")
exp = elementwise("exp", ieee(numpy.exp), "e to the power x")
exp2 = elementwise("exp2", ieee(numpy.exp2), "2 to the power x")
expm1 = elementwise("expm1", ieee(numpy.expm1), "exp(x) - 1, accurate near 0")
log = elementwise("log", ieee(numpy.log), "The natural logarithm")
log2 = elementwise("log2", ieee(numpy.log2), "The logarithm to base 2")
log10 = elementwise("log10", ieee(numpy.log10), "The logarithm to base 10")
log1p = elementwise("log1p", ieee(numpy.log1p), "log(1 + x), accurate near 0")
sin = elementwise("sin", ieee(numpy.sin), "The sine of an angle in radians")
cos = elementwise("cos", ieee(numpy.cos), "The cosine of an angle in radians")
tan = elementwise("tan", ieee(numpy.tan), "The tangent of an angle in radians")
asin = elementwise("asin", ieee(numpy.arcsin), "The arc sine, in radians")
acos = elementwise("acos", ieee(numpy.arccos), "The arc cosine, in radians")
atan = elementwise("atan", ieee(numpy.arctan), "The arc tangent, in radians")
sinh = elementwise("sinh", ieee(numpy.sinh), "The hyperbolic sine")
cosh = elementwise("cosh", ieee(numpy.cosh), "The hyperbolic cosine")
tanh = elementwise("tanh", ieee(numpy.tanh), "The hyperbolic tangent")
asinh = elementwise("asinh", ieee(numpy.arcsinh), "The inverse hyperbolic sine")
acosh = elementwise("acosh", ieee(numpy.arccosh), "The inverse hyperbolic cosine")
atanh = elementwise("atanh", ieee(numpy.arctanh), "The inverse hyperbolic tangent")
fabs = elementwise("fabs", ieee(numpy.fabs), "The absolute value, as a float")
radians = elementwise("radians", lambda x: x * (math.pi / 180), "Degrees as radians")
degrees = elementwise("degrees", lambda x: x * (180 / math.pi), "Radians as degrees")
floor = elementwise("floor", lambda x: math.floor(x), "The next int at or below")
ceil = elementwise("ceil", lambda x: math.ceil(x), "The next int at or above")
trunc = elementwise("trunc", lambda x: math.trunc(x), "The int next to x towards 0")
fract = elementwise("fract", lambda x: x - math.floor(x), "What is above the floor, from 0 to 1")
sign = elementwise("sign", lambda x: 1 if x > 0 else -1 if x < 0 else 0, "-1, 0 or 1")
isnan = elementwise("isnan", lambda x: math.isnan(x), "Whether it is not a number")
isinf = elementwise("isinf", lambda x: math.isinf(x), "Whether it is infinite")
isfinite = elementwise("isfinite", lambda x: math.isfinite(x), "Whether it is neither infinite nor NaN")

pow = elementwise_pair("pow", ieee_pair(numpy.power), "a to the power b, as floats")
atan2 = elementwise_pair("atan2", ieee_pair(numpy.arctan2), "The angle of the direction (b, a), in radians")
hypot = elementwise_pair("hypot", ieee_pair(numpy.hypot), "The length of (a, b)")
fmod = elementwise_pair("fmod", ieee_pair(numpy.fmod), "The remainder with the sign of a (C's; `%` has b's)")
copysign = elementwise_pair("copysign", ieee_pair(numpy.copysign), "The absolute value of a with the sign of b")
minimum = elementwise_pair("minimum", lambda a, b: min(a, b), "The lesser one")
maximum = elementwise_pair("maximum", lambda a, b: max(a, b), "The greater one")
