"""NumPy's functions that call a function of the user's for lines or numbers of whole arrays, and few others that are seldom
asked for, written in NumPy: for the tracer to walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math

import numpy as np

from .functions import along, axis_of

LINES = 256  # that a function of the user's is called for, each by itself
WITH_AXIS = {np.sum, np.prod, np.mean, np.std, np.var, np.min, np.max, np.any, np.all, np.argmin, np.argmax, np.ptp,
             np.median, np.sort, np.argsort, np.cumsum, np.cumprod, np.count_nonzero, np.linalg.norm, np.diff, np.average,
             np.nansum, np.nanmean, np.nanmax, np.nanmin, np.nanstd, np.nanvar, np.nanmedian}


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = np.asarray(arr)
    if func1d in WITH_AXIS and not args and "axis" not in kwargs:
        return func1d(arr, axis=axis, **kwargs)
    lines = np.moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    if not math.prod(outer):
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    if math.prod(outer) > LINES:
        raise TypeError(f"np.apply_along_axis() of a whole array calls its function for at most {LINES} lines, each by "
                        f"itself, and not for {math.prod(outer)}: write the function for all of them, with axis=")
    lines = np.reshape(lines, (-1, lines.shape[-1]))
    found = np.stack([np.asarray(func1d(lines[number], *args, **kwargs)) for number in range(len(lines))])
    inner = found.shape[1:]
    found = np.reshape(found, outer + inner)
    at, count = axis_of(axis, arr.ndim), len(inner)
    return np.moveaxis(found, tuple(range(len(outer), len(outer) + count)), tuple(range(at, at + count))) if count else found


def apply_over_axes(func, a, axes):
    for axis in (axes,) if isinstance(axes, int) else axes:
        axis = axis_of(axis, a.ndim)
        found = func(a, axis)
        a = found if found.ndim == a.ndim else np.expand_dims(found, axis)
    return a


def ix_(*args):
    found = []
    for axis, each in enumerate(args):
        each = np.asarray(each)
        if each.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        each = np.flatnonzero(each) if each.dtype == bool else each
        found.append(np.reshape(each, (1,) * axis + (-1,) + (1,) * (len(args) - 1 - axis)))
    return tuple(found)


def real_if_close(a, tol=100):
    return a


def trim_zeros(filt, trim="fb", axis=None):
    raise TypeError("np.trim_zeros() of a whole array is as long as its numbers say: where it begins is np.argmax(a != 0)")


def rows_of_bytes(a, dtype):
    """The same bits as numbers of fewer bytes, or of more: the last axis is so many times as long, or as short."""
    whole, wanted = np.dtype(f"u{a.dtype.itemsize}"), np.dtype(f"u{np.dtype(dtype).itemsize}")
    bits = a.view(whole)
    if whole.itemsize > wanted.itemsize:
        parts = [(bits >> whole.type(8 * wanted.itemsize * k)).astype(wanted)
                 for k in range(whole.itemsize // wanted.itemsize)]
        return np.reshape(np.stack(parts, axis=-1), a.shape[:-1] + (-1,)).view(dtype)
    many = wanted.itemsize // whole.itemsize
    if not a.ndim or a.shape[-1] % many:
        raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the "
                         "last axis of the array.")
    found = np.zeros(a.shape[:-1] + (a.shape[-1] // many,), wanted)
    for k in range(many):
        found = found | bits[along(-1, a.ndim, slice(k, None, many))].astype(wanted) << wanted.type(8 * whole.itemsize * k)
    return found.view(dtype)


WRITTEN = {np.apply_along_axis: apply_along_axis, np.apply_over_axes: apply_over_axes, np.ix_: ix_,
           np.real_if_close: real_if_close, np.trim_zeros: trim_zeros}
