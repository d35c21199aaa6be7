"""Functions of NumPy on whole arrays, written in NumPy: for the tracer to walk where it has no meaning of its own for one.

    WRITTEN     the function → what it means
    walked      what a function finds that goes along a line from each place, as far as it likes: a loop of each number
"""

from __future__ import annotations

import operator

import numpy as np

from ...language.functions import is_known
from ..numpy.arrays import fix
from .complexes import ComplexArray, imag, real

FEW = 16  # numbers that are sorted: each of so few is asked, where of more the half that it lies in is


def mean(a, axis=None, dtype=None, keepdims=False, where=True):
    """Short floats are added up as longer ones, here and of squares: 70,000 ones are more than a float16 holds."""
    a = np.asarray(a)
    kind = np.dtype(dtype or (a.dtype if a.dtype.kind == "f" else np.float64))
    if a.dtype == np.float16 and dtype is None:
        return mean(a.astype(np.float32), axis, None, keepdims, where).astype(np.float16)
    if where is True:
        total = np.sum(a, axis=axis, keepdims=keepdims, dtype=kind)
        return (total / (a.size // max(total.size, 1))).astype(kind)
    there = np.broadcast_to(where, a.shape)
    count = np.sum(there, axis=axis, keepdims=keepdims)
    return (np.sum(a, axis=axis, keepdims=keepdims, dtype=kind, where=there) / count.astype(
        kind if kind.kind == "f" else np.float64)).astype(kind)


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    if returned:
        found = average(a, axis, weights, False, keepdims)
        if weights is None:
            return found, np.full(found.shape, a.size // max(found.size, 1), found.dtype)
        weights = np.broadcast_to(weights_along(weights, a, axis), a.shape)
        return found, np.sum(weights, axis=axis, keepdims=keepdims).astype(found.dtype)
    if weights is None:
        return mean(a, axis, None, keepdims)
    weights = np.broadcast_to(weights_along(weights, a, axis), a.shape)
    kind = np.result_type(a.dtype, weights.dtype)
    weights = weights.astype(np.float64 if a.dtype.kind in "biu" else kind)
    return np.sum(a * weights, axis=axis, keepdims=keepdims) / np.sum(weights, axis=axis, keepdims=keepdims)


def weights_along(weights, a, axis):
    """Those of the lines of an array, where there is one for each."""
    return line_along(weights, axis, a.ndim) if np.ndim(weights) == 1 < a.ndim else weights


def var(a, axis=None, dtype=None, ddof=0, keepdims=False, where=True, mean=None, correction=None):
    ddof = ddof if correction is None else correction
    kind = np.dtype(dtype or (a.dtype if a.dtype.kind == "f" else np.float64))
    if a.dtype == np.float16 and dtype is None:
        return var(a.astype(np.float32), axis, None, ddof, keepdims, where, mean).astype(np.float16)
    far = a - (np.mean(a, axis=axis, dtype=dtype, keepdims=True, where=where) if mean is None else mean)
    if where is True:
        total = np.sum(far * far, axis=axis, keepdims=keepdims, dtype=kind)
        return total / max(a.size // max(total.size, 1) - ddof, 0)
    there = np.broadcast_to(where, a.shape)
    count = np.sum(there, axis=axis, keepdims=keepdims) - ddof
    return np.sum(far * far, axis=axis, keepdims=keepdims, dtype=kind, where=there) / np.maximum(count, 0).astype(kind)


def std(a, axis=None, dtype=None, ddof=0, keepdims=False, where=True, mean=None, correction=None):
    return np.sqrt(var(a, axis, dtype, ddof, keepdims, where, mean, correction))


def ptp(a, axis=None, keepdims=False):
    a = np.asarray(a)
    return np.max(a, axis=axis, keepdims=keepdims) - np.min(a, axis=axis, keepdims=keepdims)


def extreme(of_all, of_numbers, goes_before):
    """max and min as Python has them: the first stays where none goes before it, which nothing does before NaN."""
    def meaning(items):
        if isinstance(items, tuple):
            found = items[0]
            for each in items[1:]:
                found = np.where(goes_before(each, found), each, found)
            return found
        if items.dtype.kind != "f":
            return of_all(items)
        return np.where(items[0] != items[0], items[0], of_numbers(items))

    return meaning


EXTREMES = {max: extreme(np.max, np.nanmax, operator.gt), min: extreme(np.min, np.nanmin, operator.lt)}


def count_nonzero(a, axis=None, keepdims=False):
    return np.sum(a != 0, axis=axis, keepdims=keepdims)


def norm(x, ord=None, axis=None, keepdims=False):
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    if isinstance(ord, str) and x.ndim == 1:
        raise ValueError(f"Invalid norm order {ord!r} for vectors")
    if ord is None or ord == "fro" or ord == 2 and (axis is not None or x.ndim == 1):
        return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))
    if ord == 1 and (axis is not None or x.ndim == 1):
        return np.sum(np.abs(x), axis=axis, keepdims=keepdims)
    if ord == np.inf and (axis is not None or x.ndim == 1):
        return (np.max if x.size else np.sum)(np.abs(x), axis=axis, keepdims=keepdims)
    if axis is not None and not isinstance(axis, int) or axis is None and x.ndim != 1:
        if ord in (1, -1, np.inf, -np.inf) and x.ndim == 2 and axis is None:
            sums = np.sum(np.abs(x), axis=0 if abs(ord) == 1 else 1)
            found = np.min(sums) if ord < 0 else np.max(sums) if sums.size else np.sum(sums)
            return np.reshape(found, (1, 1)) if keepdims else found
        if ord in (2, -2, "nuc") and x.ndim == 2 and axis is None:
            sizes = np.linalg.svd(x, compute_uv=False)
            found = np.sum(sizes) if ord == "nuc" else np.max(sizes) if ord > 0 else np.min(sizes)
            return np.reshape(found, (1, 1)) if keepdims else found
        raise TypeError(f"np.linalg.norm(ord={ord!r}) of whole arrays that are matrices: ord is 'fro', and of a single "
                        "matrix 1, -1, 2, -2, 'nuc', inf or -inf")
    if ord == 0:
        return np.sum(x != 0, axis=axis, keepdims=keepdims).astype(x.dtype)
    if ord == -np.inf:
        return np.min(np.abs(x), axis=axis, keepdims=keepdims)
    return np.sum(np.abs(x) ** ord, axis=axis, keepdims=keepdims) ** (1 / ord)


def see_no_negative(exponent):
    """Of what whole numbers are raised to."""
    if np.any(np.asarray(exponent) < 0):
        raise ValueError("Integers to negative integer powers are not allowed.")


def type_of(a, output):
    """The type that is asked for: by its name, by an array that is written to, or that of what is given."""
    return np.dtype(a.dtype if output is None else output if isinstance(output, (str, type, np.dtype)) else output.dtype)


def lying_between(a, low, high):
    """Numbers of which it is known that they lie between these: the tracer notes it."""
    return a


def axis_of(axis, ndim):
    """An axis, counted from the front."""
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def along(axis, ndim, part):
    """The index of a part along an axis."""
    return (slice(None),) * axis_of(axis, ndim) + (part,)


def line_along(line, axis, ndim):
    """An array of one axis as one of several, of which it is one."""
    return np.reshape(line, tuple([-1 if each == axis_of(axis, ndim) else 1 for each in range(ndim)]))


def walked(function, a, axis, dtype, *known):
    """This is what it is worth: `function` of what reads the line, of a place in it, of its length, of known numbers."""
    lines = np.moveaxis(a, axis, -1)
    found = np.empty(lines.shape, dtype)
    for *line, here in np.ndindex(lines.shape):
        found[*line, here] = function(lines[*line].__getitem__, here, lines.shape[-1], *known)
    return np.moveaxis(found, -1, axis)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    for more, in_front in ((prepend, True), (append, False)):
        if more is not None:
            shape = tuple([1 if each == axis_of(axis, a.ndim) else length for each, length in enumerate(a.shape)])
            more = np.broadcast_to(np.asarray(more), shape) if np.ndim(more) == 0 else more
            a = np.concatenate([more, a] if in_front else [a, more], axis=axis)
    for _ in range(n):
        later, earlier = along(axis, a.ndim, slice(1, None)), along(axis, a.ndim, slice(None, -1))
        a = a[later] != a[earlier] if a.dtype == bool else a[later] - a[earlier]
    return a


def gradient(f, *varargs, axis=None, edge_order=1):
    axes = tuple(range(f.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    spacings = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)
    f = f.astype(np.float64) if f.dtype.kind in "ui" else f  # differences of bytes would wrap
    if any(f.shape[each] <= edge_order for each in axes):
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements "
                         "are required.")
    found = [slope(f, spacing, each, edge_order) for each, spacing in zip(axes, spacings)]
    return found[0] if len(axes) == 1 else tuple(found)


def slope(f, h, axis, edge_order):
    def part(*ends):
        return f[along(axis, f.ndim, slice(*ends))]

    if np.ndim(h):
        return slope_at(part, np.asarray(h), f.ndim, axis, edge_order)
    middle = (part(2, None) - part(None, -2)) / (2.0 * h)
    if edge_order == 2:
        first = (-1.5 * part(0, 1) + 2.0 * part(1, 2) - 0.5 * part(2, 3)) / h
        last = (1.5 * part(-1, None) - 2.0 * part(-2, -1) + 0.5 * part(-3, -2)) / h
    else:
        first, last = (part(1, 2) - part(0, 1)) / h, (part(-1, None) - part(-2, -1)) / h
    return np.concatenate((first, middle, last), axis=axis)


def slope_at(part, at, ndim, axis, edge_order):
    """The same where it is said at which places the values are."""
    far = line_along(at[1:] - at[:-1], axis, ndim).astype(part(0, 1).dtype)
    one, other = far[along(axis, ndim, slice(None, -1))], far[along(axis, ndim, slice(1, None))]
    middle = (-other / (one * (one + other)) * part(None, -2) + (other - one) / (one * other) * part(1, -1)
              + one / (other * (one + other)) * part(2, None))
    step, last = far[along(axis, ndim, slice(0, 1))], far[along(axis, ndim, slice(-1, None))]
    if edge_order == 1:
        first, end = (part(1, 2) - part(0, 1)) / step, (part(-1, None) - part(-2, -1)) / last
    else:
        second, before = far[along(axis, ndim, slice(1, 2))], far[along(axis, ndim, slice(-2, -1))]
        first = (-(2.0 * step + second) / (step * (step + second)) * part(0, 1) + (step + second) / (step * second)
                 * part(1, 2) - step / (second * (step + second)) * part(2, 3))
        end = (last / (before * (before + last)) * part(-3, -2) - (last + before) / (before * last) * part(-2, -1)
               + (2.0 * last + before) / (last * (before + last)) * part(-1, None))
    return np.concatenate((first, middle, end), axis=axis)


def unwrap(p, discont=None, axis=-1, period=2 * np.pi):
    far = diff(p, axis=axis)
    near = (far + period / 2) % period - period / 2
    near = np.where((near == -period / 2) & (far > 0), period / 2, near)
    more = np.where(np.abs(far) < (period / 2 if discont is None else discont), 0 * far, near - far)
    first, others = p[along(axis, p.ndim, slice(0, 1))], p[along(axis, p.ndim, slice(1, None))]
    return np.concatenate([first, others + np.cumsum(more, axis=axis)], axis=axis)


def flip(m, axis=None):
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    for each in axes:
        m = m[along(each, m.ndim, slice(None, None, -1))]
    return m


def flipud(m):
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(m, 0)


def fliplr(m):
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    if axes[0] % m.ndim == axes[1] % m.ndim:
        raise ValueError("Axes must be different.")
    for _ in range(k % 4):
        m = np.swapaxes(flip(m, axes[1]), *axes)
    return m


def trapezoid(y, x=None, dx=1.0, axis=-1):
    x = None if x is None else np.asarray(x)
    wide = dx if x is None else line_along(diff(x), axis, y.ndim) if x.ndim == 1 else diff(x, axis=axis)
    later, earlier = y[along(axis, y.ndim, slice(1, None))], y[along(axis, y.ndim, slice(None, -1))]
    return np.sum(wide * (later + earlier) / 2.0, axis=axis)


def outer(a, b):
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1))


def inner(a, b):
    return dot(a, b) if np.ndim(a) == 0 or np.ndim(b) == 0 else np.tensordot(a, b, axes=(-1, -1))


def vdot(a, b):
    return np.matmul(np.ravel(a), np.ravel(b))


def dot(a, b, out=None):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        found = np.multiply(np.asarray(a), np.asarray(b))
    else:
        found = np.matmul(a, b) if np.ndim(b) < 3 else np.tensordot(a, b, axes=(-1, -2))
    if out is None:
        return found
    out[...] = found
    return out


def trace(a, offset=0, axis1=0, axis2=1):
    return np.sum(diagonal(a, offset, axis1, axis2), axis=-1)


def diagonal(a, offset=0, axis1=0, axis2=1):
    a = np.moveaxis(a, (axis1, axis2), (-2, -1)) if a.ndim > 2 else a if axis1 % 2 < axis2 % 2 else np.transpose(a)
    rows, columns = a.shape[-2:]
    count = min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns)
    return a[..., np.arange(count) + max(-offset, 0), np.arange(count) + max(offset, 0)]


def convolve(a, v, mode="full"):
    a, v = np.asarray(a), np.asarray(v)
    if a.ndim != 1 or v.ndim != 1:
        raise ValueError("object too deep for desired array")
    if not len(a) or not len(v):
        raise ValueError(f"{'a' if not len(a) else 'v'} cannot be empty")
    if len(a) < len(v):
        a, v = v, a
    size, count = len(a), len(v)
    wide = np.pad(a, count - 1)
    whole, *others = [v[k] * wide[count - 1 - k:count - 1 - k + size + count - 1] for k in range(count)]
    for each in others:  # not sum(), which begins with a 0: truths stay truths
        whole = whole + each
    if mode == "full":
        return whole
    if mode == "same":
        return whole[(count - 1) // 2:(count - 1) // 2 + size]
    return whole[count - 1:size]


def correlate(a, v, mode="valid"):
    return convolve(a, v[::-1], mode)


def clip(a, a_min=None, a_max=None, out=None, min=None, max=None):
    low, high = a_min if a_min is not None else min, a_max if a_max is not None else max
    a = np.asarray(a)
    if a.dtype.kind in "iu":  # a number of Python's that such numbers don't reach is no bound
        least, most = int(np.iinfo(a.dtype).min), int(np.iinfo(a.dtype).max)
        if type(low) is int:
            low = (low if low > least else least) if not is_known(low) else low if low > least else None
        if type(high) is int:
            high = (high if high < most else most) if not is_known(high) else high if high < most else None
    a = a if low is None else np.maximum(a, low)
    a = a if high is None else np.minimum(a, high)
    if out is None:
        return np.copy(a) if low is None and high is None else a
    out[...] = a
    return out


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    there = np.asarray(b).astype(np.result_type(b, 1.0))  # the difference of unsigned numbers would wrap
    near = (a == b) | (np.abs(a - there) <= atol + rtol * np.abs(there)) & np.isfinite(there)
    return near | (a != a) & (b != b) if equal_nan else near


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def array_equal(a1, a2):
    return bool(np.all(a1 == a2)) if np.shape(a1) == np.shape(a2) else False


def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    kind = np.result_type(*choicelist, default)
    result = np.asarray(default).astype(kind)  # (a number that does not fit wraps, as an array's does)
    for condition, value in list(zip(condlist, choicelist))[::-1]:
        result = np.where(condition, value, result)
    return result.astype(kind)


def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    if x.dtype.kind != "f":
        return np.copy(x)
    limits = np.finfo(np.float32 if x.dtype == np.float64 else x.dtype)
    x = np.where(np.isnan(x), x.dtype.type(nan), x)
    x = np.where(x == np.inf, x.dtype.type(limits.max if posinf is None else posinf), x)
    return np.where(x == -np.inf, x.dtype.type(limits.min if neginf is None else neginf), x)


def interp(x, xp, fp, left=None, right=None, period=None):
    """Between points that are sorted: how many lie at or before x says which two it is between."""
    x, xp, fp = np.asarray(x), np.asarray(xp), np.asarray(fp)
    if fp.dtype.kind == "c":
        return ComplexArray(*[interp(x, xp, np.array(part(fp)), *[None if each is None else part(each) for each in (
            left, right)], period) for part in (real, imag)])
    fp = fp.astype(np.float64)  # differences of bytes would wrap
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length.")
    if period is not None:  # each point once before, and once after
        x, xp = [each.astype(np.result_type(each, period)) if each.dtype.kind == "f" else each.astype(np.float64)
                 for each in (x, xp)]
        x, xp, left, right = x % abs(period), xp % abs(period), None, None
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = np.concatenate([xp[-1:] - abs(period), xp, xp[:1] + abs(period)])
        fp = np.concatenate([fp[-1:], fp, fp[:1]])
    found = fp[0] if left is None else left
    found = np.where(x >= xp[0], fp[0], found)
    if len(xp) > FEW:
        at = np.clip(np.searchsorted(xp, x, "right") - 1, 0, len(xp) - 2)
        found = np.where(x >= xp[0], between(x, xp[at], fp[at], xp[at + 1], fp[at + 1]), found)
    else:
        for i in range(len(xp) - 1):
            found = np.where(x >= xp[i], between(x, xp[i], fp[i], xp[i + 1], fp[i + 1]), found)
    found = np.where(x >= xp[-1], fp[-1], found)
    found = found if right is None else np.where(x > xp[-1], right, found)
    return np.where((x == x) | (len(xp) == 1), found, np.nan).astype(np.float64)


def between(x, before, first, after, second):
    return first + (second - first) * ((x - before) / (after - before))


def around(a, decimals=0):
    if a.dtype == bool and not decimals:
        return a.astype(np.float16)
    if a.dtype.kind in "iub" and decimals >= 0:
        return np.copy(a)
    if a.dtype.kind in "iu":
        unit = np.array(10 ** -decimals, a.dtype)
        tens, limits = divided(a, unit), np.iinfo(a.dtype)
        found = (tens * unit).astype(a.dtype)  # beyond the ends it wraps; NumPy's floats become the least number there
        return found if a.dtype not in ("int32", "int64") else np.where(
            (tens > limits.max // unit) | (tens < -(limits.max // unit)), limits.min, found).astype(a.dtype)
    scale = 10.0 ** decimals
    return np.rint(a * scale) / scale if decimals else np.rint(a)


def divided(a, by):
    """Whole numbers divided, to the nearest whole one, or the even one of two: a float would lose digits."""
    found, rest = a // by, a % by
    return found + ((rest > by - rest) | (rest == by - rest) & (found % 2 == 1))


def square(x):
    x = x.astype(np.int8) if x.dtype == bool else x
    return x * x


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    xi = [np.ravel(each) for each in xi]
    order = (1, 0, *range(2, len(xi))) if indexing == "xy" and len(xi) > 1 else range(len(xi))
    shape = [len(xi[k]) for k in order]
    found = []
    for number, line in enumerate(xi):
        at = list(order).index(number)
        line = np.reshape(line, (1,) * at + (-1,) + (1,) * (len(xi) - 1 - at))
        found.append(line if sparse else np.broadcast_to(line, tuple(shape)))
    return tuple(found)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    far = stop * 1.0 - start * 1.0
    numbers = np.reshape(np.arange(num), (-1,) + (1,) * np.ndim(far))
    step = far / max(num - 1 if endpoint else num, 1)
    found = start + numbers.astype(far.dtype) * step
    if endpoint and num > 1:
        found = np.where(numbers == num - 1, stop, found)
    if dtype is not None and np.dtype(dtype).kind in "iu":
        found = np.floor(found)
    found = found.astype(far.dtype if dtype is None else dtype)
    return (found, step) if retstep else found


def triangle_of(function):
    return lambda arr, k=0: function(arr.shape[-2], k, arr.shape[-1])


def array_equiv(a1, a2):
    fits = all([m == n or 1 in (m, n) for m, n in zip(np.shape(a1)[::-1], np.shape(a2)[::-1])])
    return bool(np.all(a1 == a2)) if fits else False


WRITTEN = {
    np.mean: mean, np.average: average, np.var: var, np.std: std, np.ptp: ptp, np.count_nonzero: count_nonzero,
    np.linalg.norm: norm, np.diff: diff, np.gradient: gradient, np.flip: flip, np.flipud: flipud, np.fliplr: fliplr,
    np.rot90: rot90, np.trapezoid if hasattr(np, "trapezoid") else np.trapz: trapezoid, np.outer: outer,
    np.inner: inner, np.vdot: vdot, np.dot: dot, np.trace: trace, np.diagonal: diagonal, np.convolve: convolve,
    np.correlate: correlate, np.clip: clip, np.isclose: isclose, np.allclose: allclose, np.array_equal: array_equal,
    np.select: select, np.nan_to_num: nan_to_num, np.interp: interp, np.around: around, np.fix: fix, np.round: around,
    np.square: square, np.meshgrid: meshgrid, np.unwrap: unwrap, np.linspace: linspace, np.array_equiv: array_equiv,
    np.triu_indices_from: triangle_of(np.triu_indices), np.tril_indices_from: triangle_of(np.tril_indices),
}
