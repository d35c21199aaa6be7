"""What functions of NumPy's give of whole arrays of complex numbers, written out in their two parts.

    FUNCTIONS   of NumPy's        EACH   those that do to each part what they do to an array
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .complexes import (
    OPERATORS,
    ComplexArray,
    absolute,
    add,
    angle,
    conjugate,
    cosh,
    cosine,
    different,
    divide,
    equal,
    exp,
    imag,
    isfinite,
    isnan,
    log,
    matmul,
    multiply,
    negative,
    positive,
    power,
    real,
    sine,
    sinh,
    sqrt,
    square,
    subtract,
    tangent,
    tanh,
)


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
    return dot(a, np.transpose(b)) if a.ndim < 3 > b.ndim else np.tensordot(a, b, axes=(-1, -1))


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
    if dtype is not None:
        a = a.astype(dtype)
    if not isinstance(a, ComplexArray):
        return np.mean(a, axis=axis, keepdims=keepdims)
    return ComplexArray(np.mean(a.real, axis=axis, keepdims=keepdims), np.mean(a.imag, axis=axis, keepdims=keepdims))


def var(a, axis=None, dtype=None, ddof=0, keepdims=False):
    """With a real dtype it is the mean that has no imaginary part."""
    far = a - mean(a, axis, dtype, True)
    total = np.sum(far.real * far.real + far.imag * far.imag, axis=axis, keepdims=keepdims)
    if dtype is not None:
        total = total.astype(dtype)
    return total / max(a.size // max(total.size, 1) - ddof, 0)


def std(a, axis=None, dtype=None, ddof=0, keepdims=False):
    return np.sqrt(var(a, axis, dtype, ddof, keepdims))


def interp(x, xp, fp, left=None, right=None, period=None):
    if isinstance(x, ComplexArray) or isinstance(xp, ComplexArray):
        raise TypeError("Cannot cast array data from dtype('complex128') to dtype('float64') according to the rule 'safe'")
    return ComplexArray(*[np.interp(x, xp, part(fp), *[None if each is None else part(each) for each in (left, right)],
                                    period) for part in (real, imag)])


def diff(a, n=1, axis=-1, prepend=None, append=None):
    return ComplexArray(*[np.diff(part(a), n, axis, *[None if each is None else part(each) for each in (prepend, append)])
                          for part in (real, imag)])


def array(object, dtype=None):
    if isinstance(object, (list, tuple)):
        object = stack([array(each) if isinstance(each, (list, tuple)) else each for each in object])
    return object.copy() if dtype is None else object.astype(dtype)


def asarray(a, dtype=None):
    return a if isinstance(a, ComplexArray) and dtype in (None, a.dtype) else array(a, dtype)


def select(condlist, choicelist, default=0):
    found = default
    for condition, choice in zip(condlist[::-1], choicelist[::-1]):
        found = where(condition, choice, found)
    return found


def polyval(p, x):
    found = np.zeros_like(x)
    for factor in np.asarray(p):
        found = found * x + factor
    return found


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


def logical(function):
    return lambda a, b: function(truth(of(a)), truth(of(b)))


def of(a):
    return ComplexArray(real(a), imag(a))


def chosen(compared):
    """The one of two that is greater, or less: the first where one of them is no number."""
    def meaning(a, b):
        first = compared(of(a), of(b)) | isnan(of(a))
        return where(first, a, b)

    return meaning


def extreme(function):
    """The greatest or least, by the real parts, and of those with the same by the others; what is no number, if any is."""
    worst = np.inf if function is np.min else -np.inf

    def meaning(a, axis=None, keepdims=False):
        none, worst_of_all = isnan(a), np.full_like(a.real, worst)
        first = function(np.where(none, worst_of_all, a.real), axis=axis, keepdims=True)
        second = function(np.where(~none & (a.real == first), a.imag, worst_of_all), axis=axis, keepdims=True)
        missing = np.any(none, axis=axis, keepdims=True)
        parts = [np.where(missing, np.full_like(each, np.nan), each) for each in (first, second)]
        return ComplexArray(*[each if keepdims else np.squeeze(each, axis=axis) for each in parts])

    return meaning


def place_of(extreme):
    def meaning(a, axis=None, keepdims=False):
        best = extreme(a, axis, True)
        here = (a.real == best.real) & (a.imag == best.imag) | isnan(a)
        return np.argmax(here, axis=axis, keepdims=keepdims)

    return meaning


def argsort(a, axis=-1, kind=None):
    """By the imaginary parts, and then by the others, which leaves those of the same in their order."""
    if axis is None:
        return argsort(np.ravel(a), 0)
    by_imag = np.argsort(a.imag, axis=axis, kind="stable")
    by_real = np.argsort(np.take_along_axis(a.real, by_imag, axis=axis), axis=axis, kind="stable")
    return np.take_along_axis(by_imag, by_real, axis=axis)


def sort(a, axis=-1, kind=None):
    if axis is None:
        return sort(np.ravel(a), 0)
    places = argsort(a, axis)
    return ComplexArray(*[np.take_along_axis(part, places, axis=axis) for part in (a.real, a.imag)])


def total(a, axis=None, dtype=None, keepdims=False, initial=None):
    if dtype is not None and np.dtype(dtype).kind != "c":
        return np.sum(a.real.astype(dtype), axis=axis, dtype=dtype, keepdims=keepdims)
    a = a if dtype is None else a.astype(dtype)
    parts = [np.sum(part, axis=axis, keepdims=keepdims) for part in (a.real, a.imag)]
    if initial is not None:
        parts = [parts[0] + real(initial), parts[1] + imag(initial)]
    return ComplexArray(*[each.astype(a.real.dtype) for each in parts])


def cumsum(a, axis=None, dtype=None):
    if dtype is not None and np.dtype(dtype).kind != "c":
        return np.cumsum(a.real.astype(dtype), axis=axis, dtype=dtype)
    a = a if dtype is None else a.astype(dtype)
    return ComplexArray(np.cumsum(a.real, axis=axis), np.cumsum(a.imag, axis=axis))


def insert(arr, obj, values, axis=None):
    return ComplexArray(np.insert(real(arr), obj, real(values), axis), np.insert(imag(arr), obj, imag(values), axis))


def append(arr, values, axis=None):
    return ComplexArray(np.append(real(arr), real(values), axis), np.append(imag(arr), imag(values), axis))


def pad(array, pad_width, mode="constant", **kwargs):
    """What is given for the edge belongs to each part by itself."""
    if mode in ("maximum", "minimum", "median"):
        raise TypeError(f"np.pad(mode={mode!r}) of complex numbers: pad array.real and array.imag")
    given = {name: (real(value), imag(value)) if name in ("constant_values", "end_values") else (value, value)
             for name, value in kwargs.items()}
    return ComplexArray(*[np.pad(part, pad_width, mode, **{name: value[which] for name, value in given.items()})
                          for which, part in enumerate((array.real, array.imag))])


def like(function, number):
    def meaning(a, dtype=None, order="K", subok=True, shape=None):
        if dtype is not None and np.dtype(dtype).kind != "c":
            return function(a.real, dtype=dtype, shape=shape)
        kind = np.zeros(0, np.complex64 if dtype is None else dtype).real.dtype if dtype is not None else a.real.dtype
        return ComplexArray(np.full(a.shape if shape is None else shape, number, kind),
                            np.zeros(a.shape if shape is None else shape, kind))

    return meaning


def full_like(a, fill_value, dtype=None):
    kind = a.real.dtype if dtype is None else np.zeros(0, dtype).real.dtype
    return ComplexArray(*[np.full_like(a.real, part, dtype=kind) for part in (real(fill_value), imag(fill_value))])


def full(shape, fill_value, dtype=None):
    kind = np.zeros(0, np.result_type(real(fill_value), np.complex64) if dtype is None else dtype).real.dtype
    return ComplexArray(np.full(shape, real(fill_value), kind), np.full(shape, imag(fill_value), kind))


def parts_of_each(function):
    """What gives several arrays: of each part as many."""
    def meaning(a, *args, **kwargs):
        return [ComplexArray(*each) for each in zip(function(a.real, *args, **kwargs), function(a.imag, *args, **kwargs))]

    return meaning


def meshgrid(*xi, **kwargs):
    wide = np.meshgrid(*map(real, xi), **kwargs), np.meshgrid(*map(imag, xi), **kwargs)
    return tuple([ComplexArray(*parts) if isinstance(each, ComplexArray) else parts[0] for each, *parts in zip(xi, *wide)])


def array_equal(a1, a2):
    return bool(np.all(equal(of(a1), of(a2)))) if np.shape(real(a1)) == np.shape(real(a2)) else False


def scaled_log(number):
    return lambda a: multiply(log(a), ComplexArray(1 / math.log(number), None))


def log1p(a):
    return log(ComplexArray(a.real + 1, a.imag))


def expm1(a):
    size = np.exp(a.real)
    half = np.sin(a.imag / 2)
    return ComplexArray(np.expm1(a.real) * np.cos(a.imag) - 2 * half * half, size * np.sin(a.imag))


def times_i(a):
    return ComplexArray(-a.imag, +a.real)


def arcsinh(a):
    """Of the half with a positive real part, where no digits are lost; the function is odd."""
    side = np.where((a.real < 0) | (a.real == 0) & (a.imag < 0), -np.ones_like(a.real), np.ones_like(a.real))
    a = ComplexArray(a.real * side, a.imag * side)
    found = log(add(a, sqrt(ComplexArray(1 + (a.real - a.imag) * (a.real + a.imag), 2 * a.real * a.imag))))
    return ComplexArray(found.real * side, found.imag * side)


def arcsin(a):
    return negative(times_i(arcsinh(times_i(a))))


def arccos(a):
    found = arcsin(a)
    return ComplexArray(np.pi / 2 - found.real, -found.imag)


def arccosh(a):
    above, below = sqrt(ComplexArray(a.real + 1, a.imag)), sqrt(ComplexArray(a.real - 1, a.imag))
    return log(add(a, multiply(above, below)))


def arctanh(a):
    found = subtract(log1p(a), log1p(negative(a)))
    return ComplexArray(found.real / 2, found.imag / 2)


def arctan(a):
    return negative(times_i(arctanh(times_i(a))))


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
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


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


FUNCTIONS = {
    np.add: add, np.subtract: subtract, np.multiply: multiply, np.true_divide: divide, np.power: power, np.matmul: matmul,
    np.equal: equal, np.not_equal: different, np.negative: negative, np.positive: positive, np.conjugate: conjugate,
    np.absolute: absolute, abs: absolute, np.angle: angle, np.exp: exp, np.log: log, np.sqrt: sqrt, np.isnan: isnan,
    np.isfinite: isfinite, np.where: where, np.concatenate: concatenate, np.stack: stack, np.vdot: vdot, np.prod: prod,
    np.real: real, np.imag: imag, np.square: square, np.sin: sine, np.cos: cosine, np.tan: tangent, np.sinh: sinh,
    np.cosh: cosh, np.tanh: tanh, np.dot: dot, np.inner: inner, np.outer: outer, np.linalg.norm: norm,
    np.mean: mean, np.var: var, np.std: std, np.average: average, np.cumprod: cumprod, np.any: of_truths(np.any),
    np.all: of_truths(np.all), np.count_nonzero: of_truths(np.count_nonzero), np.reciprocal: reciprocal, np.sign: sign,
    np.isclose: isclose, np.allclose: allclose, np.convolve: convolve, np.correlate: correlate, np.gradient: gradient,
    np.kron: by_parts(np.kron), np.einsum: einsum, np.tensordot: lambda a, b, axes=2: by_parts(np.tensordot)(a, b, axes),
    np.less: OPERATORS["<"], np.less_equal: OPERATORS["<="], np.greater: OPERATORS[">"], np.greater_equal: OPERATORS[">="],
    np.maximum: chosen(OPERATORS[">="]), np.minimum: chosen(OPERATORS["<="]), np.logical_and: logical(np.logical_and),
    np.logical_or: logical(np.logical_or), np.logical_xor: logical(np.logical_xor),
    np.float_power: lambda x1, x2: OPERATORS["**"](x1, x2).astype(np.complex128),
    np.logical_not: lambda a: ~truth(a), np.isinf: lambda a: np.isinf(a.real) | np.isinf(a.imag),
    np.rint: lambda a: ComplexArray(np.rint(a.real), np.rint(a.imag)),
    np.log2: scaled_log(2), np.log10: scaled_log(10), np.log1p: log1p, np.expm1: expm1,
    np.exp2: lambda a: exp(multiply(a, ComplexArray(math.log(2), None))), np.arcsin: arcsin, np.arccos: arccos,
    np.arctan: arctan, np.arcsinh: arcsinh, np.arccosh: arccosh, np.arctanh: arctanh,
    np.sum: total, np.cumsum: cumsum, np.pad: pad, np.zeros_like: like(np.zeros_like, 0),
    np.ones_like: like(np.ones_like, 1), np.empty_like: like(np.zeros_like, 0), np.full_like: full_like,
    np.full: full, np.meshgrid: meshgrid,
    **{each: extreme(np.max) for each in (np.max, np.amax)}, **{each: extreme(np.min) for each in (np.min, np.amin)},
    np.argmax: place_of(extreme(np.max)), np.argmin: place_of(extreme(np.min)), np.sort: sort, np.argsort: argsort,
    np.interp: interp, np.diff: diff, np.select: select, np.polyval: polyval, np.array: array,
    np.asarray: asarray, np.asanyarray: asarray,
    np.array_equal: array_equal, np.insert: insert, np.append: append,
    **{each: parts_of_each(each) for each in (np.split, np.array_split, np.hsplit, np.vsplit, np.dsplit)},
    **({np.unstack: parts_of_each(np.unstack)} if hasattr(np, "unstack") else {}),
    np.iscomplexobj: lambda x: True, np.isrealobj: lambda x: False, np.isreal: lambda x: x.imag == 0,
    np.iscomplex: lambda x: x.imag != 0,
    **{each: joined_by(each) for each in (np.hstack, np.vstack, np.dstack, np.column_stack)},
}
EACH = (np.roll, np.flip, np.flipud, np.fliplr, np.rot90, np.transpose, np.swapaxes,
        np.moveaxis, np.reshape, np.ravel, np.squeeze, np.expand_dims, np.broadcast_to, np.take, np.repeat,
        np.tile, np.copy, np.take_along_axis, np.atleast_1d, np.atleast_2d, np.tril, np.triu, np.diag, np.trace,
        np.diagonal, np.ascontiguousarray, np.round, np.around, np.trapezoid, np.delete, np.fft.fftshift,
        np.fft.ifftshift, np.resize, np.atleast_3d, np.lib.stride_tricks.sliding_window_view, np.rollaxis,
        np.diagflat, np.compress, np.extract)
