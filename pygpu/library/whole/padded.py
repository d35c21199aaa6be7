"""np.pad of whole arrays in the modes that are no border, and with a number for each side, written in NumPy: for the tracer
to walk.

An axis is padded after the other, the first one first, as NumPy does it: so the corners belong to the last.
"""

from __future__ import annotations

import numpy as np

from .functions import along, divided


def pad(array, pad_width, mode="constant", constant_values=0, end_values=0, stat_length=None, reflect_type="even"):
    dims = array.ndim
    widths, values, ends, lengths = [of_sides(each, dims) for each in (pad_width, constant_values, end_values, stat_length)]
    if mode not in ("constant", "empty") and any([not size and sum(each) for size, each in zip(array.shape, widths)]):
        raise ValueError(f"can't extend empty axis {array.shape.index(0)} using modes other than 'constant' or 'empty'")
    if mode in ("reflect", "symmetric") and reflect_type != "odd":
        return np.pad(array, pad_width, mode=mode)
    for axis, ((before, after), constant, end, length) in enumerate(zip(widths, values, ends, lengths)):
        if before or after:
            left, right = sides(array, axis, before, after, mode, constant, end, length)
            array = np.concatenate([left, array, right], axis=axis)
    return array


def of_sides(given, dims):
    """What is given for each side of each axis, however short it is written."""
    if np.ndim(given) == 0:
        return ((given, given),) * dims
    if np.ndim(given) == 1:
        return ((given[0], given[-1]),) * dims
    return tuple([(each[0], each[-1]) for each in (given if len(given) == dims else (given[0],) * dims)])


def sides(a, axis, before, after, mode, constant, end, length):
    """What comes in front of an array, and behind it."""
    first, last = a[along(axis, a.ndim, slice(0, 1))], a[along(axis, a.ndim, slice(-1, None))]
    if mode in ("constant", "empty"):
        return [spread(first, axis, count, each) for count, each in zip((before, after), constant)]
    if mode == "linear_ramp":
        return (ramp(first, axis, before, end[0], np.arange(before)),
                ramp(last, axis, after, end[1], np.arange(after)[::-1]))
    if mode in STATISTICS:
        size = a.shape[axis]
        left, right = [size if each is None else min(each, size) for each in length]
        if mode in ("maximum", "minimum") and not min(left, right):
            raise ValueError("stat_length of 0 yields no value for padding")
        first, last = statistic(a, mode, axis, slice(0, left)), statistic(a, mode, axis, slice(size - right, size))
        return np.repeat(first, before, axis=axis), np.repeat(last, after, axis=axis)
    if mode not in ("reflect", "symmetric"):
        raise ValueError(f"mode '{mode}' is not supported")
    edge = int(mode == "reflect")
    if max(before, after) > a.shape[axis] - edge:
        raise ValueError("np.pad(reflect_type='odd') of a whole array pads by no more than the array is long")
    left = a[along(axis, a.ndim, slice(edge, before + edge))]
    right = a[along(axis, a.ndim, slice(a.shape[axis] - edge - after, a.shape[axis] - edge))]
    return [(2 * at - np.flip(part, axis)).astype(a.dtype) for at, part in ((first, left), (last, right))]


def statistic(a, mode, axis, part):
    part = a[along(axis, a.ndim, part)]
    if mode == "mean" and a.dtype.kind in "iu":
        total = np.sum(part, axis=axis, keepdims=True)
        return divided(total, np.array(part.shape[axis], total.dtype)).astype(a.dtype)
    found = STATISTICS[mode](part, axis=axis, keepdims=True)
    return (np.rint(found) if a.dtype.kind in "iu" and found.dtype.kind == "f" else found).astype(a.dtype)


def spread(one, axis, count, number):
    return np.full(tuple([count if each == axis else size for each, size in enumerate(one.shape)]), number, one.dtype)


def ramp(edge, axis, count, end, places):
    places = np.reshape(places, tuple([-1 if each == axis else 1 for each in range(edge.ndim)]))
    found = end + (edge.astype(np.result_type(edge, 1.0)) - end) * (places / max(count, 1))
    return (np.floor(found) if edge.dtype.kind in "iu" else found).astype(edge.dtype)


STATISTICS = {"mean": np.mean, "maximum": np.max, "minimum": np.min, "median": np.median}
