"""NumPy's functions that put whole arrays in order, along an axis or all of it, written in NumPy: for the tracer to walk.

Lines of up to sixteen numbers are sorted by a network of comparisons, which is one kernel; longer ones have kernels of their
own (tracing/whole/reducing.py), on a GPU by digits, as do their places.

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
    return in_order(a, axis_of(axis, a.ndim))


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    """Equal numbers stay as they stand (kind="stable"), of whatever kind it is asked."""
    if axis is None or not a.ndim:
        a, axis = np.ravel(a), 0
    axis = axis_of(axis, a.ndim)
    if a.size == 0:
        return numbered(a, axis)
    found = by_network(a, axis, numbered(a, axis))[1] if a.shape[axis] <= SHORT else places_in_lines(a, axis)
    return lying_between(found, 0, max(0, a.shape[axis] - 1))


def numbered(a, axis):
    """The place of each number along an axis."""
    shape = tuple([length if each == axis else 1 for each, length in enumerate(a.shape)])
    return np.broadcast_to(np.reshape(np.arange(a.shape[axis]), shape), a.shape)


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


def in_order(a, axis):
    """The numbers along an axis in order, what is none last."""
    if a.size == 0:
        return np.copy(a)
    return by_network(a, axis)[0] if a.shape[axis] <= SHORT else in_lines(a, axis)


# --- long lines ------------------------------------------------------------------------------------------------------

def in_lines(a, axis):
    """This is what it is worth: the tracer takes a device's own way, a CPU's where it sorts numbers of this type."""
    return np.sort(a, axis)


def places_in_lines(a, axis):
    """The same, of the places of the numbers: a CPU's way is `by_keys`."""
    return np.argsort(a, axis, kind="stable")


def as_sorted(a, axis):
    """The same as `in_lines`, of a type that CPUs do not sort, by way of one that they do."""
    if a.dtype == np.uint64:
        lowest = np.iinfo(np.int64).min
        return (in_lines(a.view(np.int64) ^ lowest, axis) ^ lowest).view(np.uint64)
    return in_lines(a.astype(np.int64 if a.dtype == np.uint32 else np.int32), axis).astype(a.dtype)


def by_keys(a, axis):
    """Places in order: each is sorted behind its number, as the lower half of one that is longer. Of numbers of 64 bits the
    lower halves go first."""
    key, place = keys(a), numbered(a, axis)
    if key.dtype == np.int32:
        return behind(key.astype(np.int64), place, axis)
    first = behind((key & LOWER) - HALF, place, axis)
    then = behind(np.take_along_axis(key >> 32, first, axis), place, axis)
    return np.take_along_axis(first, then, axis)


LOWER, HALF = 0xFFFFFFFF, 1 << 31


def behind(key, place, axis):
    return in_lines(key << 32 | place, axis) & LOWER


def keys(a):
    """Whole numbers in the order of others, of 32 bits or of 64 (ir/keys.py); of floats both zeros are one."""
    if a.dtype.kind == "f":
        wide = is_wide(a)
        bits = np.where(a == 0, 0, a).astype(np.float64 if wide else np.float32).view(np.int64 if wide else np.int32)
        bits = np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)
        return np.where(a == a, bits, np.iinfo(bits.dtype).max)
    if a.dtype == np.uint64:
        return a.view(np.int64) ^ np.iinfo(np.int64).min
    return a.astype(np.int64 if a.dtype in (np.uint32, np.int64) else np.int32)


def is_wide(a):
    """Whether floats have 64 bits where they are computed."""
    return a.dtype == np.float64


# --- short ones ------------------------------------------------------------------------------------------------------

def stays(a, b, at, other):
    """Whether a is not behind b, where both stand in that order."""
    here = (a <= b) | (b != b)
    return here if at is None else (a < b) | (b != b) & (a == a) | ((a == b) | (a != a) & (b != b)) & (at < other)


def by_network(a, axis, places=None):
    count = a.shape[axis]
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
    ordered = in_order(lines, 0)
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
