"""Whole arrays of complex numbers, written out in their two parts: what the tracer makes of NumPy's.

    OPERATORS   of two arrays       FUNCTIONS   of NumPy's        EACH   those that do to each part what they do to an array
"""

from __future__ import annotations

import itertools

import numpy as np


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

    def sum(self, axis=None, keepdims=False):
        return np.sum(self, axis=axis, keepdims=keepdims)

    def prod(self, axis=None, keepdims=False):
        return np.prod(self, axis=axis, keepdims=keepdims)

    def cumsum(self, axis=None):
        return np.cumsum(self, axis=axis)

    def dot(self, other):
        return np.dot(self, other)

    def cumprod(self, axis=None):
        return np.cumprod(self, axis=axis)

    def std(self, axis=None, dtype=None, ddof=0, keepdims=False):
        return std(self, axis, dtype, ddof, keepdims)

    def var(self, axis=None, dtype=None, ddof=0, keepdims=False):
        return var(self, axis, dtype, ddof, keepdims)

    def round(self, decimals=0):
        return np.round(self, decimals)

    def swapaxes(self, axis1, axis2):
        return np.swapaxes(self, axis1, axis2)

    def squeeze(self, axis=None):
        return np.squeeze(self, axis=axis)

    def mean(self, axis=None, keepdims=False):
        return np.mean(self, axis=axis, keepdims=keepdims)

    def astype(self, dtype):
        kind = np.zeros(0, dtype).real.dtype
        if np.dtype(dtype).kind == "c":
            return ComplexArray(self.real.astype(kind), self.imag.astype(kind))
        return self.real.astype(dtype)


def become(a, b):
    """What `a += ...` makes of an array: all that hold it, or a part of it, see that. (One element is a number.)"""
    if not a.re.ndim:
        return b
    a.re[...], a.im[...] = b.real, b.imag
    return a


def real(a):
    return a.real if isinstance(a, (ComplexArray, complex, np.complexfloating)) or is_known(a) else a


def imag(a):
    return a.imag if isinstance(a, (ComplexArray, complex, np.complexfloating)) or is_known(a) else 0 * (
        np.asarray(a) if isinstance(a, (list, tuple)) else a)


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
    if b.imag is None:
        return ComplexArray(a.real * b.real, a.imag * b.real)
    if a.imag is None:
        return ComplexArray(a.real * b.real, a.real * b.imag)
    return ComplexArray(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def divide(a, b):
    if b.imag is None:
        return ComplexArray(a.real / b.real, a.imag / b.real)
    size = b.real * b.real + b.imag * b.imag
    if a.imag is None:
        return ComplexArray(a.real * b.real / size, -a.real * b.imag / size)
    return ComplexArray((a.real * b.real + a.imag * b.imag) / size, (a.imag * b.real - a.real * b.imag) / size)


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


def raised(a, b):
    """By way of the logarithm; 0 stays what it is."""
    kind = (a if isinstance(b.real, (int, float)) else b).real.dtype.type  # which numbers of Python's take
    base, b = [ComplexArray(*[kind(part) if isinstance(part, (int, float)) else part for part in (
        each.real, 0 * each.real if each.imag is None else each.imag)]) for each in (a, b)]
    none = absolute(base) == 0
    found = exp(multiply(b, log(ComplexArray(np.where(none, np.ones_like(base.real), base.real), base.imag))))
    zero = np.zeros_like(found.real)
    first = np.where(b.real == 0, zero + 1, zero)
    found = ComplexArray(np.where(none, first, found.real), np.where(none, zero, found.imag))
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


def where(condition, x, y):
    return ComplexArray(np.where(condition, real(x), real(y)), np.where(condition, imag(x), imag(y)))


def concatenate(arrays, axis=0):
    return ComplexArray(np.concatenate([real(each) for each in arrays], axis=axis),
                        np.concatenate([imag(each) for each in arrays], axis=axis))


def stack(arrays, axis=0):
    return ComplexArray(np.stack([real(each) for each in arrays], axis=axis),
                        np.stack([imag(each) for each in arrays], axis=axis))


def vdot(a, b):
    return np.sum(conjugate(ComplexArray(real(a), imag(a))) * b)


def dot(a, b):
    if np.ndim(real(a)) == 0 or np.ndim(real(b)) == 0:
        return a * b
    return ComplexArray(real(a), imag(a)) @ ComplexArray(real(b), imag(b))


def inner(a, b):
    return dot(a, np.transpose(b))


def outer(a, b):
    return np.reshape(ComplexArray(real(a), imag(a)), (-1, 1)) * np.reshape(ComplexArray(real(b), imag(b)), (1, -1))


def norm(x, ord=None, axis=None, keepdims=False):
    return np.linalg.norm(absolute(x), ord, axis, keepdims)


def joined_by(function):
    def meaning(tup):
        return ComplexArray(function([real(each) for each in tup]), function([imag(each) for each in tup]))

    return meaning


def prod(a, axis=None, keepdims=False):
    """Half of them with the other half, again and again."""
    if 0 in a.shape:
        ones = np.prod(a.real, axis=axis, keepdims=keepdims)
        return ComplexArray(ones, np.zeros_like(ones))
    shape = tuple([1 if axis is None or each == axis % len(a.shape) else length for each, length in enumerate(a.shape)])
    left = np.ravel(a) if axis is None else np.moveaxis(a, axis, 0)
    while left.shape[0] > 1:
        half = left.shape[0] // 2
        both = left[:half] * left[half:2 * half]
        left = both if left.shape[0] % 2 == 0 else np.concatenate([both, left[2 * half:]])
    return np.reshape(left, shape) if keepdims else left[0]


def mean(a, axis=None, dtype=None, keepdims=False):
    return ComplexArray(np.mean(a.real, axis=axis, keepdims=keepdims), np.mean(a.imag, axis=axis, keepdims=keepdims))


def var(a, axis=None, dtype=None, ddof=0, keepdims=False):
    far = a - mean(a, axis, None, True)
    total = np.sum(far.real * far.real + far.imag * far.imag, axis=axis, keepdims=keepdims)
    return total / max(a.size // max(total.size, 1) - ddof, 0)


def std(a, axis=None, dtype=None, ddof=0, keepdims=False):
    return np.sqrt(var(a, axis, dtype, ddof, keepdims))


def average(a, axis=None, weights=None, keepdims=False):
    return ComplexArray(np.average(real(a), axis, weights, keepdims=keepdims),
                        np.average(imag(a), axis, weights, keepdims=keepdims))


def cumprod(a, axis=None):
    """Each product of twice as many as before."""
    found = np.ravel(a) if axis is None else np.moveaxis(a, axis, 0)
    reach = 1
    while reach < len(found):
        found = np.concatenate([found[:reach], found[reach:] * found[:-reach]])
        reach = 2 * reach
    return found if axis is None else np.moveaxis(found, 0, axis)


def truth(a):
    return (a.real != 0) | (a.imag != 0)


def of_truths(function):
    return lambda a, axis=None, keepdims=False: function(truth(a), axis=axis, keepdims=keepdims)


def reciprocal(a):
    return divide(ComplexArray(1.0, None), a)


def sign(a):
    size = absolute(a)
    none = size == 0
    return ComplexArray(np.where(none, a.real, a.real / size), np.where(none, a.imag, a.imag / size))


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    a, b = [ComplexArray(real(each), imag(each)) for each in (a, b)]
    near = (absolute(a - b) <= atol + rtol * absolute(b)) & isfinite(b) | equal(a, b)
    return near | isnan(a) & isnan(b) if equal_nan else near


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return np.all(isclose(a, b, rtol, atol, equal_nan))


def by_parts(function):
    """What is a sum of products: of each part with each part."""
    def meaning(a, b, *more):
        (ar, ai), (br, bi) = (real(a), imag(a)), (real(b), imag(b))
        return ComplexArray(function(ar, br, *more) - function(ai, bi, *more),
                            function(ar, bi, *more) + function(ai, br, *more))

    return meaning


def einsum(subscripts, *operands):
    """Of each part with each part of the others; an imaginary one turns the sum by a quarter."""
    found = {0: 0, 1: 0}
    for choice in itertools.product((0, 1), repeat=len(operands)):
        turns = sum(choice)
        part = np.einsum(subscripts, *[imag(each) if which else real(each) for each, which in zip(operands, choice)])
        found[turns % 2] = found[turns % 2] - part if turns & 2 else found[turns % 2] + part
    return ComplexArray(found[0], found[1])


def correlate(a, v, mode="valid"):
    return by_parts(np.correlate)(a, ComplexArray(real(v), -imag(v)), mode)


def convolve(a, v, mode="full"):
    return by_parts(np.convolve)(a, v, mode)


def gradient(f, *varargs, axis=None, edge_order=1):
    parts = [np.gradient(part, *varargs, axis=axis, edge_order=edge_order) for part in (f.real, f.imag)]
    return [ComplexArray(*each) for each in zip(*parts)] if isinstance(parts[0], (list, tuple)) else ComplexArray(*parts)


OPERATORS = {"+": add, "-": subtract, "*": multiply, "/": divide, "**": power, "@": matmul, "==": equal, "!=": different}
UNARY = {"-": negative, "+": positive}
FUNCTIONS = {
    np.add: add, np.subtract: subtract, np.multiply: multiply, np.true_divide: divide, np.power: power, np.matmul: matmul,
    np.equal: equal, np.not_equal: different, np.negative: negative, np.positive: positive, np.conjugate: conjugate,
    np.absolute: absolute, abs: absolute, np.angle: angle, np.exp: exp, np.log: log, np.sqrt: sqrt, np.isnan: isnan,
    np.isfinite: isfinite, np.where: where, np.concatenate: concatenate, np.stack: stack, np.vdot: vdot, np.prod: prod,
    np.real: real, np.imag: imag, np.square: square, np.sin: sine, np.cos: cosine, np.tan: tangent, np.sinh: sinh,
    np.cosh: cosh, np.tanh: tanh, np.dot: dot, np.inner: inner, np.outer: outer, np.linalg.norm: norm,
    np.var: var, np.std: std, np.average: average, np.cumprod: cumprod, np.any: of_truths(np.any),
    np.all: of_truths(np.all), np.count_nonzero: of_truths(np.count_nonzero), np.reciprocal: reciprocal, np.sign: sign,
    np.isclose: isclose, np.allclose: allclose, np.convolve: convolve, np.correlate: correlate, np.gradient: gradient,
    np.kron: by_parts(np.kron), np.einsum: einsum, np.tensordot: lambda a, b, axes=2: by_parts(np.tensordot)(a, b, axes),
    np.iscomplexobj: lambda x: True, np.isrealobj: lambda x: False, np.isreal: lambda x: x.imag == 0,
    np.iscomplex: lambda x: x.imag != 0,
    **{each: joined_by(each) for each in (np.hstack, np.vstack, np.dstack, np.column_stack)},
}
EACH = (np.sum, np.mean, np.cumsum, np.diff, np.roll, np.flip, np.flipud, np.fliplr, np.rot90, np.transpose, np.swapaxes,
        np.moveaxis, np.reshape, np.ravel, np.squeeze, np.expand_dims, np.broadcast_to, np.pad, np.take, np.repeat,
        np.tile, np.copy, np.take_along_axis, np.atleast_1d, np.atleast_2d, np.tril, np.triu, np.diag, np.trace,
        np.diagonal, np.zeros_like, np.ascontiguousarray, np.round, np.around, np.trapezoid, np.delete, np.fft.fftshift,
        np.fft.ifftshift)
