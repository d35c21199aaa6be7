"""NumPy's functions that put whole arrays in order, along an axis or all of it, written in NumPy: for the tracer to walk.

Lines of up to sixteen numbers are sorted by a network of comparisons, which is one kernel; longer ones by steps in each of
which every number meets one other (K. Batcher, 1968), a kernel each.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math

import numpy as np

from .functions import along, axis_of, lying_between

SHORT = 16  # numbers a line


def sort(a, axis=-1, kind=None, order=None, *, stable=None):
    if axis is None:
        a, axis = np.ravel(a), 0
    return in_order(a, axis_of(axis, a.ndim))[0]


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    """Equal numbers stay as they stand (kind="stable"), of whatever kind it is asked."""
    if axis is None or not a.ndim:
        a, axis = np.ravel(a), 0
    axis = axis_of(axis, a.ndim)
    shape = tuple([length if each == axis else 1 for each, length in enumerate(a.shape)])
    places = in_order(a, axis, np.broadcast_to(np.reshape(np.arange(a.shape[axis]), shape), a.shape))[1]
    return lying_between(places, 0, max(0, a.shape[axis] - 1))


def partition(a, kth, axis=-1, kind=None, order=None):
    """All in order: then each number is where it belongs."""
    checked(a, kth, axis)
    return sort(a, axis)


def argpartition(a, kth, axis=-1, kind=None, order=None):
    checked(a, kth, axis)
    return argsort(a, axis)


def checked(a, kth, axis):
    count = a.size if axis is None else a.shape[axis_of(axis, a.ndim)]
    if not a.size:
        return
    for place in kth if isinstance(kth, (tuple, list)) else (kth,):
        if not -count <= place < count:
            raise ValueError(f"kth(={place}) out of bounds ({count})")


def in_order(a, axis, places=None):
    """The numbers along an axis in order, what is none last; and so their places, where they are given."""
    count = a.shape[axis]
    if a.size == 0:
        return np.copy(a), places
    if count <= SHORT:
        return by_network(a, axis, places, count)
    steps = by_steps(a, axis, places, count)
    return steps if places is not None else (in_lines(steps[0], a, axis), None)


def in_lines(steps, a, axis):
    """The numbers along an axis in order. This is what it is worth: the tracer has lines sorted each by itself, where that
    is faster than all of them by steps."""
    return np.sort(a, axis)


def stays(a, b, at, other):
    """Whether a is not behind b, where both stand in that order."""
    here = (a <= b) | (b != b)
    return here if at is None else (a < b) | (b != b) & (a == a) | ((a == b) | (a != a) & (b != b)) & (at < other)


def by_network(a, axis, places, count):
    lines = [a[along(axis, a.ndim, i)] for i in range(count)]
    at = [None if places is None else places[along(axis, a.ndim, i)] for i in range(count)]
    for first, second in network(count):
        here = stays(lines[first], lines[second], at[first], at[second])
        lines[first], lines[second] = (np.where(here, lines[first], lines[second]),
                                       np.where(here, lines[second], lines[first]))
        if places is not None:
            at[first], at[second] = np.where(here, at[first], at[second]), np.where(here, at[second], at[first])
    return np.stack(lines, axis=axis), None if places is None else np.stack(at, axis=axis)


def network(count):
    """Pairs of places that are to be put in order, one after the other: merged, odd and even."""
    found, wide = [], 1
    while wide < count:
        step = wide
        while step >= 1:
            for begin in range(step % wide, count - step, 2 * step):
                found += [(i, i + step) for i in range(begin, min(begin + step, count - step))
                          if i // (2 * wide) == (i + step) // (2 * wide)]
            step //= 2
        wide *= 2
    return found


def by_steps(a, axis, places, count):
    """Lines made as long as a power of two by what comes last."""
    a, size = np.copy(a), 1 << (count - 1).bit_length()  # a copy is no part of another, whatever it was
    numbers = np.arange(size)
    shape = tuple([size if each == axis else 1 for each in range(a.ndim)])
    if size > count:
        more = tuple([size - count if each == axis else length for each, length in enumerate(a.shape)])
        a = np.concatenate([a, np.full(more, last_of(a.dtype), a.dtype)], axis=axis)
        if places is not None:
            places = np.concatenate([places, np.full(more, size, places.dtype)], axis=axis)
    levels, width, step = size.bit_length() - 1, np.full(1, 2), np.full(1, 1)
    many = int(np.full(1, levels * (levels + 1) // 2)[0])  # as arrays, so that one kernel serves all steps
    for _ in range(many):
        partner = numbers ^ np.where(2 * step == width, width - 1, step)  # the second half is gone through backwards
        is_first = np.reshape(numbers < partner, shape)
        other, at = np.take(a, partner, axis=axis), None if places is None else np.take(places, partner, axis=axis)
        keeps = np.where(is_first, stays(a, other, places, at), stays(other, a, at, places))
        a, places = np.where(keeps, a, other), None if places is None else np.where(keeps, places, at)
        width, step = np.where(step == 1, 2 * width, width), np.where(step == 1, width, step // 2)
    kept = along(axis, a.ndim, slice(None, count))
    return a[kept], None if places is None else places[kept]


def last_of(dtype):
    return np.nan if dtype.kind == "f" else True if dtype.kind == "b" else np.iinfo(dtype).max


# --- at a place of the order -----------------------------------------------------------------------------------------

def lines_of(a, axis):
    """(the array with all that is gone through as its first axis, its shape with these axes kept)."""
    axes = tuple(range(a.ndim)) if axis is None else tuple(
        [axis_of(each, a.ndim) for each in ((axis,) if isinstance(axis, int) else axis)])
    others = tuple([each for each in range(a.ndim) if each not in axes])
    left = tuple([a.shape[each] for each in others])
    shape = tuple([1 if each in axes else length for each, length in enumerate(a.shape)])
    return np.reshape(np.transpose(a, axes + others), (math.prod([a.shape[each] for each in axes]),) + left), shape


def placed(a, axis, keepdims, dtype, chosen):
    """What is chosen of the numbers in order; nothing where one of them is none."""
    lines, shape = lines_of(a, axis)
    if not len(lines):
        found = np.full(lines.shape[1:], np.nan, dtype)
        return np.reshape(found, shape) if keepdims else found
    ordered = in_order(lines, 0)[0]
    found = chosen(ordered)
    if a.dtype.kind == "f":
        found = np.where(ordered[-1] != ordered[-1], np.nan, found)
    found = found.astype(dtype)
    return np.reshape(found, shape) if keepdims else found


def type_of_median(dtype):
    return np.median(np.zeros(1, dtype)).dtype


def type_of_quantile(dtype, q, method):
    return np.quantile(np.zeros(1, dtype), np.asarray(q) * 0.0 if np.ndim(q) else 0.5, method=method).dtype


def median(a, axis=None, keepdims=False):
    def middle(ordered):
        count = len(ordered)
        if count % 2:
            return ordered[count // 2].astype(dtype)
        return (ordered[count // 2 - 1].astype(dtype) + ordered[count // 2]) / 2

    dtype = type_of_median(a.dtype)
    return placed(a, axis, keepdims, dtype, middle)


def quantile(a, q, axis=None, method="linear", keepdims=False):
    if not np.all((np.asarray(q) >= 0) & (np.asarray(q) <= 1)):
        raise ValueError("Quantiles must be in the range [0, 1]")
    return at_shares(a, q, 1, axis, method, keepdims)


def percentile(a, q, axis=None, method="linear", keepdims=False):
    if not np.all((np.asarray(q) >= 0) & (np.asarray(q) <= 100)):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return at_shares(a, q, 100, axis, method, keepdims)


METHODS = {"linear": None, "lower": np.floor, "higher": np.ceil, "nearest": np.rint,
           "midpoint": lambda at: np.floor(at) + 0.5 * (at % 1 > 0)}
BETWEEN = {"weibull": (0, 0), "hazen": (0.5, 0.5), "median_unbiased": (1 / 3, 1 / 3), "normal_unbiased": (3 / 8, 3 / 8),
           "interpolated_inverted_cdf": (0, 1)}  # as Hyndman and Fan name them: alpha, beta
STEPS = {"inverted_cdf": (1, lambda at: at % 1 != 0), "averaged_inverted_cdf": (1, lambda at: 0.5 if at % 1 == 0 else 1),
         "closest_observation": (1.5, lambda at: at % 1 != 0 or at // 1 % 2 == 0)}


def place_of(share, count, method):
    """Where a share of so many numbers stands in their order, which may be between two."""
    if method in METHODS:
        place = share * (count - 1)
        return place if METHODS[method] is None else METHODS[method](place)
    if method in BETWEEN:
        alpha, beta = BETWEEN[method]
        return min(max(count * share + alpha + share * (1 - alpha - beta) - 1, 0), count - 1)
    if method not in STEPS:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {', '.join([*METHODS, *BETWEEN, *STEPS])}")
    before, further = STEPS[method]
    place = count * share - before
    return min(max(place // 1 + further(place), 0), count - 1)


def at_shares(a, q, scale, axis, method, keepdims):
    if not lines_of(a, axis)[0].shape[0]:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0" if a.dtype.kind == "f" else
                         "cannot do a non-empty take from an empty axes.")
    dtype = type_of_quantile(a.dtype, q, method)

    def at(share):
        def chosen(ordered):
            place = place_of(share / scale, len(ordered), method)
            low, part = int(place // 1), place % 1
            if part == 0:  # of large whole numbers a fraction would lose digits
                return ordered[low].astype(dtype)
            below, above = ordered[low].astype(dtype), ordered[min(low + 1, len(ordered) - 1)].astype(dtype)
            return below + (above - below) * part if part < 0.5 else above - (above - below) * (1 - part)

        return placed(a, axis, keepdims, dtype, chosen)

    if isinstance(q, (list, tuple, np.ndarray)):
        return np.stack([at(share) for share in q])
    return at(q)


WRITTEN = {np.sort: sort, np.argsort: argsort, np.partition: partition, np.argpartition: argpartition, np.median: median,
           np.quantile: quantile, np.percentile: percentile}
