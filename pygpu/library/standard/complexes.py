"""Complex numbers written out in their two parts, as a filter computes them: what Python's own `complex` means.

A filter uses `complex`, `1j` and `cmath`; the tracer follows these definitions where the parts are symbols. `a` and
`b` have `.real` and `.imag`, as every number does.
"""

from __future__ import annotations

import cmath
import math

import numpy as np


def add(a, b):
    return complex(a.real + b.real, a.imag + b.imag)


def subtract(a, b):
    return complex(a.real - b.real, a.imag - b.imag)


def multiply(a, b):
    return complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def divide(a, b):
    size = b.real * b.real + b.imag * b.imag
    return complex((a.real * b.real + a.imag * b.imag) / size, (a.imag * b.real - a.real * b.imag) / size)


def power(a, b):
    if isinstance(b, int) and -64 <= b <= 64:  # a known whole power, by multiplication
        return divide(complex(1.0, 0.0), power(a, -b)) if b < 0 else whole_power(a, b)
    return exp(multiply(b, log(a)))


def whole_power(a, n):
    if n == 0:
        return complex(1.0, 0.0)
    half = whole_power(a, n // 2)
    square = multiply(half, half) if n > 1 else complex(1.0, 0.0)
    return multiply(square, a) if n % 2 else square


def negate(a):
    return complex(-a.real, -a.imag)


def equal(a, b):
    return (a.real == b.real) & (a.imag == b.imag)


def absolute(a):
    return math.hypot(a.real, a.imag)


def conjugate(a):
    return complex(a.real, -a.imag)


def phase(a):
    return math.atan2(a.imag, a.real)


def polar(a):
    return absolute(a), phase(a)


def rect(size, angle):
    return complex(size * math.cos(angle), size * math.sin(angle))


def exp(a):
    return rect(math.exp(a.real), a.imag)


def log(a, base=None):
    found = complex(math.log(absolute(a)), phase(a))
    return found if base is None else divide(found, log(base))


def sqrt(a):
    """The root to the right; on the cut, along the negative numbers, the sign of a zero says on which side of it."""
    large = math.sqrt((abs(a.real) + absolute(a)) / 2)
    small = abs(a.imag) / (2 * large) if large != 0 else 0.0
    real, imag = (large, small) if a.real >= 0 else (small, large)
    return complex(real, math.copysign(imag, a.imag))


def sin(a):
    return complex(math.sin(a.real) * math.cosh(a.imag), math.cos(a.real) * math.sinh(a.imag))


def cos(a):
    return complex(math.cos(a.real) * math.cosh(a.imag), -math.sin(a.real) * math.sinh(a.imag))


def sinh(a):
    return complex(math.sinh(a.real) * math.cos(a.imag), math.cosh(a.real) * math.sin(a.imag))


def cosh(a):
    return complex(math.cosh(a.real) * math.cos(a.imag), math.sinh(a.real) * math.sin(a.imag))


def tan(a):
    return divide(sin(a), cos(a))


def tanh(a):
    return divide(sinh(a), cosh(a))


# The inverse functions as W. Kahan has them (Branch cuts for complex elementary functions): no part is the difference of
# two large numbers, and which side of a cut it is, the sign of a zero says.

def acos(z, /):
    below, above = sqrt(complex(1.0 - z.real, -z.imag)), sqrt(complex(1.0 + z.real, z.imag))
    return complex(2.0 * math.atan2(below.real, above.real),
                   math.asinh(above.real * below.imag - above.imag * below.real))


def acosh(z, /):
    below, above = sqrt(complex(z.real - 1.0, z.imag)), sqrt(complex(z.real + 1.0, z.imag))
    return complex(math.asinh(below.real * above.real + below.imag * above.imag), 2.0 * math.atan2(below.imag, above.real))


def asinh(z, /):
    right, left = sqrt(complex(1.0 + z.imag, -z.real)), sqrt(complex(1.0 - z.imag, z.real))
    return complex(math.asinh(right.real * left.imag - left.real * right.imag),
                   math.atan2(z.imag, right.real * left.real - right.imag * left.imag))


def asin(z, /):
    turned = asinh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


def atanh(z, /):
    side = math.copysign(1.0, z.real)
    real, imag = abs(z.real), z.imag * side
    size = (1.0 - real) * (1.0 - real) + imag * imag
    return complex(side * math.log1p(4.0 * real / size) / 4.0,
                   side * math.atan2(2.0 * imag, (1.0 - real) * (1.0 + real) - imag * imag) / 2.0)


def atan(z, /):
    turned = atanh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


def square(a):
    return multiply(a, a)


def reciprocal(a):
    return divide(complex(1.0, 0.0), a)


def log10(a):
    return complex(math.log10(absolute(a)), phase(a) / math.log(10))


def isnan(a):
    return math.isnan(a.real) | math.isnan(a.imag)


def isfinite(a):
    return math.isfinite(a.real) & math.isfinite(a.imag)


def isinf(a):
    return math.isinf(a.real) | math.isinf(a.imag)


def real(a):
    return a.real


def imag(a):
    return a.imag


def positive(a):
    return a


def isclose(a, b, rtol, atol):
    return absolute(subtract(a, b)) <= atol + rtol * absolute(b)


OPERATORS = {"+": add, "-": subtract, "*": multiply, "/": divide, "**": power}
FUNCTIONS = {cmath.exp: exp, cmath.log: log, cmath.sqrt: sqrt, cmath.sin: sin, cmath.cos: cos, cmath.tan: tan,
             cmath.sinh: sinh, cmath.cosh: cosh, cmath.tanh: tanh, cmath.phase: phase, cmath.polar: polar, cmath.rect: rect,
             cmath.asin: asin, cmath.acos: acos, cmath.atan: atan,
             cmath.asinh: asinh, cmath.acosh: acosh, cmath.atanh: atanh}
# What NumPy's functions are for one number, or for each of many.
OF_NUMPY = {np.exp: exp, np.log: log, np.log10: log10, np.sqrt: sqrt, np.sin: sin, np.cos: cos, np.tan: tan, np.sinh: sinh,
            np.cosh: cosh, np.tanh: tanh, np.arcsin: asin, np.arccos: acos, np.arctan: atan, np.arcsinh: asinh,
            np.arccosh: acosh, np.arctanh: atanh, np.absolute: absolute, np.conjugate: conjugate, np.negative: negate,
            np.positive: positive, np.square: square, np.reciprocal: reciprocal, np.isnan: isnan, np.isfinite: isfinite,
            np.isinf: isinf, np.real: real, np.imag: imag}
