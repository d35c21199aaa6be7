"""Whole arrays of complex numbers, written out in their two parts: what the tracer makes of NumPy's.

    OPERATORS   of two arrays       UNARY   of one

What functions of NumPy's give is in complex_functions.py.
"""

from __future__ import annotations

import numpy as np

from ...language import functions


class ComplexArray:
    """Two arrays of one shape: the real and the imaginary parts. Where `imag` is None, all are real."""

    def __init__(self, real, imag):
        self.re, self.im = real, imag

    @property
    def real(self):
        return self.re

    @real.setter
    def real(self, value):
        self.re[...] = value

    @property
    def imag(self):
        return self.im

    @imag.setter
    def imag(self, value):
        self.im[...] = value

    @property
    def shape(self):
        return np.shape(self.real)

    @property
    def ndim(self):
        return np.ndim(self.real)

    @property
    def size(self):
        return np.size(self.real)

    @property
    def dtype(self):
        return np.result_type(self.real.dtype, np.complex64)

    @property
    def T(self):
        return ComplexArray(self.real.T, self.imag.T)

    def __len__(self):
        return len(self.real)

    def __iter__(self):
        return iter([self[i] for i in range(len(self.real))])

    def __getitem__(self, key):
        return ComplexArray(self.real[key], self.imag[key])

    def __setitem__(self, key, value):
        self.real[key], self.imag[key] = real(value), imag(value)

    def __iadd__(self, other):
        return become(self, self + other)

    def __isub__(self, other):
        return become(self, self - other)

    def __imul__(self, other):
        return become(self, self * other)

    def min(self, axis=None, keepdims=False):
        return np.min(self, axis=axis, keepdims=keepdims)

    def max(self, axis=None, keepdims=False):
        return np.max(self, axis=axis, keepdims=keepdims)

    def any(self, axis=None, keepdims=False):
        return np.any(self, axis=axis, keepdims=keepdims)

    def all(self, axis=None, keepdims=False):
        return np.all(self, axis=axis, keepdims=keepdims)

    def argmin(self, axis=None, keepdims=False):
        return np.argmin(self, axis=axis, keepdims=keepdims)

    def argmax(self, axis=None, keepdims=False):
        return np.argmax(self, axis=axis, keepdims=keepdims)

    def argsort(self, axis=-1, kind=None):
        return np.argsort(self, axis=axis)

    def sort(self, axis=-1, kind=None):
        self[...] = np.sort(self, axis=axis)

    def item(self, *args):
        return complex(self.re.item(*args), self.im.item(*args))

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def flat(self):
        return ComplexArray(self.re.flat, self.im.flat)

    def __itruediv__(self, other):
        return become(self, self / other)

    def __ipow__(self, other):
        return become(self, self ** other)

    def __imatmul__(self, other):
        return become(self, self @ other)

    def conj(self):
        return conjugate(self)

    def conjugate(self):
        return conjugate(self)

    def copy(self):
        return ComplexArray(self.real.copy(), self.imag.copy())

    def reshape(self, *shape):
        return ComplexArray(self.real.reshape(*shape), self.imag.reshape(*shape))

    def transpose(self, *axes):
        return ComplexArray(self.real.transpose(*axes), self.imag.transpose(*axes))

    def ravel(self):
        return ComplexArray(self.real.ravel(), self.imag.ravel())

    def flatten(self):
        return ComplexArray(self.real.flatten(), self.imag.flatten())

    def sum(self, axis=None, dtype=None, keepdims=False, initial=0):
        return np.sum(self, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial)

    def prod(self, axis=None, keepdims=False):
        return np.prod(self, axis=axis, keepdims=keepdims)

    def cumsum(self, axis=None, dtype=None):
        return np.cumsum(self, axis=axis, dtype=dtype)

    def dot(self, other):
        return np.dot(self, other)

    def cumprod(self, axis=None):
        return np.cumprod(self, axis=axis)

    def std(self, axis=None, dtype=None, ddof=0, keepdims=False):
        return np.std(self, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)

    def var(self, axis=None, dtype=None, ddof=0, keepdims=False):
        return np.var(self, axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims)

    def round(self, decimals=0):
        return np.round(self, decimals)

    def swapaxes(self, axis1, axis2):
        return np.swapaxes(self, axis1, axis2)

    def squeeze(self, axis=None):
        return np.squeeze(self, axis=axis)

    def mean(self, axis=None, dtype=None, keepdims=False):
        return np.mean(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def astype(self, dtype):
        kind = np.zeros(0, dtype).real.dtype
        if np.dtype(dtype).kind == "c":
            return ComplexArray(self.real.astype(kind), self.imag.astype(kind))
        return different(self, ComplexArray(0, None)) if kind.kind == "b" else self.real.astype(dtype)


def become(a, b):
    """What `a += ...` makes of an array: all that hold it, or a part of it, see that. (One element is a number.)"""
    if not a.re.ndim:
        return b
    a.re[...], a.im[...] = b.real, b.imag
    return a


def real(a):
    return a.real if isinstance(a, (ComplexArray, complex, np.complexfloating)) or is_known(a) else a


def imag(a):
    if isinstance(a, (ComplexArray, complex, np.complexfloating)) or is_known(a):
        return a.imag
    return 0 * a if isinstance(a, (bool, int, float)) and a == a and abs(a) != np.inf else np.zeros_like(a)


def is_known(a):
    """Whether it is an array of NumPy's own, of complex numbers."""
    return isinstance(a, np.ndarray) and a.dtype.kind == "c"


def spread(part, other):
    """A part as large as the other one, which nothing else holds, as it may be changed; a number of Python's is of the
    other's type, as NumPy has it."""
    if np.ndim(part) == 0 and np.ndim(other) == 0:
        return other.dtype.type(part) if isinstance(part, (int, float)) else part
    if np.ndim(part) == 0:
        return np.full(np.shape(other), part, other.dtype if isinstance(part, (int, float)) else part.dtype)
    return (part if np.shape(part) == np.shape(other) else np.broadcast_to(part, np.shape(other))).copy()


def add(a, b):
    whole = a.real + b.real
    if b.imag is None:
        return ComplexArray(whole, spread(a.imag, whole))
    return ComplexArray(whole, spread(b.imag, whole) if a.imag is None else a.imag + b.imag)


def subtract(a, b):
    whole = a.real - b.real
    if b.imag is None:
        return ComplexArray(whole, spread(a.imag, whole))
    return ComplexArray(whole, spread(-b.imag, whole) if a.imag is None else a.imag - b.imag)


def multiply(a, b):
    """A part of a number that is zero makes zeros of the other's, but of infinities and NaN, which are none: `x - x`."""
    if a.imag is None or b.imag is not None and functions.is_known(a.real):
        a, b = b, a
    no_real, no_imag = [functions.is_known(part) and np.ndim(part) == 0 and part == 0 for part in (b.real, b.imag)]
    if b.imag is None or no_imag:
        return ComplexArray(times(a.real, b.real) - (a.imag - a.imag), times(a.imag, b.real) + (a.real - a.real))
    if no_real:
        return ComplexArray((a.real - a.real) - a.imag * b.imag, a.real * b.imag + (a.imag - a.imag))
    return ComplexArray(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def times(part, number):
    """The product with a part that may be known to be zero, which 0 * number is not of infinities and NaN."""
    return number - number if functions.is_known(part) and np.ndim(part) == 0 and part == 0 else part * number


def divide(a, b):
    if b.imag is None:
        return ComplexArray(a.real / b.real + (a.imag - a.imag), a.imag / b.real - (a.real - a.real))
    if isinstance(b.real, (int, float)):
        b = ComplexArray(a.real.dtype.type(b.real), a.real.dtype.type(b.imag))
    wide = np.abs(b.real) >= np.abs(b.imag)  # by the smaller part over the larger one: no square overflows (R. Smith, 1962)
    large, small = np.where(wide, b.real, b.imag), np.where(wide, b.imag, b.real)
    none = large == 0
    ratio = np.where(none, large, small / large)
    share = 1 / np.where(none, np.abs(large), large + small * ratio)
    if a.imag is None:
        less = times(ratio, a.real)
        return ComplexArray(np.where(wide, a.real, less) * share, -np.where(wide, less, a.real) * share)
    return ComplexArray(np.where(wide, a.real + a.imag * ratio, a.real * ratio + a.imag) * share,
                        np.where(wide, a.imag - a.real * ratio, a.imag * ratio - a.real) * share)


def power(a, b):
    n = b.real
    if b.imag is not None or not isinstance(n, (int, float)) or n != int(n) or abs(n) > 64:
        return raised(a, b)
    if n < 0:
        return divide(ComplexArray(1.0, None), power(a, ComplexArray(-n, None)))
    found = None
    for _ in range(int(n)):
        found = a if found is None else multiply(found, a)
    return ComplexArray(np.ones_like(a.real), np.zeros_like(a.real)) if found is None else found


def nothing(part):
    """A zero for each number; 0 * part would have their signs."""
    return 0.0 if isinstance(part, (int, float)) else np.zeros_like(part)


def raised(a, b):
    """By way of the logarithm; 0 to the power of what has no positive real part is no number."""
    kind = (a if isinstance(b.real, (int, float)) else b).real.dtype.type  # which numbers of Python's take
    base, b = [ComplexArray(*[kind(part) if isinstance(part, (int, float)) else part for part in (
        each.real, nothing(each.real) if each.imag is None else each.imag)]) for each in (a, b)]
    none = absolute(base) == 0
    found = exp(multiply(b, log(ComplexArray(np.where(none, np.ones_like(base.real), base.real), base.imag))))
    zero = np.zeros_like(found.real)
    is_none = (b.real == 0) & (b.imag == 0)
    second = np.where(is_none | (b.real > 0), zero, zero + np.nan)
    first = np.where(is_none, zero + 1, second)
    found = ComplexArray(np.where(none, first, found.real), np.where(none, second, found.imag))
    return found.astype(np.result_type(kind, np.complex64))


def matmul(a, b):
    if b.imag is None:
        return ComplexArray(a.real @ b.real, a.imag @ b.real)
    if a.imag is None:
        return ComplexArray(a.real @ b.real, a.real @ b.imag)
    return ComplexArray(a.real @ b.real - a.imag @ b.imag, a.real @ b.imag + a.imag @ b.real)


def equal(a, b):
    same = a.real == b.real
    if a.imag is None or b.imag is None:
        return same & ((b.imag if a.imag is None else a.imag) == 0)
    return same & (a.imag == b.imag)


def different(a, b):
    return ~equal(a, b)


def less(a, b):
    """By the real parts, and where these are equal by the others, as NumPy has it."""
    low, high = [nothing(each.real) if each.imag is None else each.imag for each in (a, b)]
    return (a.real < b.real) | (a.real == b.real) & (low < high)


def less_or_equal(a, b):
    return less(a, b) | equal(a, b)


def greater(a, b):
    return less(b, a)


def greater_or_equal(a, b):
    return less_or_equal(b, a)


def negative(a):
    return ComplexArray(-a.real, -a.imag)


def positive(a):
    return ComplexArray(+a.real, +a.imag)


def conjugate(a):
    return ComplexArray(+a.real, -a.imag)


def absolute(a):
    return np.hypot(a.real, a.imag)


def angle(z, deg=False):
    found = np.arctan2(z.imag, z.real)
    return found * (180 / np.pi) if deg else found


def exp(a):
    size = np.exp(a.real)
    return ComplexArray(size * np.cos(a.imag), size * np.sin(a.imag))


def log(a):
    return ComplexArray(np.log(absolute(a)), angle(a))


def sqrt(a):
    large = np.sqrt((absolute(a) + np.abs(a.real)) / 2)
    small = np.where(large > 0, np.abs(a.imag) / (2 * large), np.zeros_like(large))  # the other part, without a difference
    upright = a.real >= 0
    side = np.where(upright, small, large)
    return ComplexArray(np.where(upright, large, small), np.where(a.imag < 0, -side, side))


def square(a):
    return multiply(a, a)


def sine(a):
    return ComplexArray(np.sin(a.real) * np.cosh(a.imag), np.cos(a.real) * np.sinh(a.imag))


def cosine(a):
    return ComplexArray(np.cos(a.real) * np.cosh(a.imag), -np.sin(a.real) * np.sinh(a.imag))


def sinh(a):
    return ComplexArray(np.sinh(a.real) * np.cos(a.imag), np.cosh(a.real) * np.sin(a.imag))


def cosh(a):
    return ComplexArray(np.cosh(a.real) * np.cos(a.imag), np.sinh(a.real) * np.sin(a.imag))


def tangent(a):
    return divide(sine(a), cosine(a))


def tanh(a):
    return divide(sinh(a), cosh(a))


def isnan(a):
    return np.isnan(a.real) | np.isnan(a.imag)


def isfinite(a):
    return np.isfinite(a.real) & np.isfinite(a.imag)


OPERATORS = {"+": add, "-": subtract, "*": multiply, "/": divide, "**": power, "@": matmul, "==": equal, "!=": different,
             "<": less, "<=": less_or_equal, ">": greater, ">=": greater_or_equal}
UNARY = {"-": negative, "+": positive}
