"""NumPy's functions that count what whole arrays hold, or compare what several hold, written in NumPy: for the tracer to
walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math

import numpy as np

from .assigned import gathered
from .parts import searchsorted, tallied

# --- what each is once -----------------------------------------------------------------------------------------------

def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):
    """In order, each once; what is no number once, too. Beside each, where it came first, and how often it did; and for
    each number of the array, which of them it is."""
    if axis is not None and ar.ndim > 1:
        return unique_rows(ar, return_index, return_inverse, return_counts, axis)
    flat = np.ravel(ar)
    if flat.dtype.itemsize == 1:
        return unique_bytes(ar, flat, return_index, return_inverse, return_counts)
    if not (return_index or return_inverse):
        ordered, places = np.sort(flat), None
    else:
        places = np.argsort(flat)
        ordered = flat[places]
    is_new = begins(ordered)
    found = [ordered[is_new]]
    if return_index:
        found.append(places[is_new])
    which = np.cumsum(is_new) - 1
    if return_inverse:
        found.append(np.reshape(which[np.argsort(places)], ar.shape))
    if return_counts:
        found.append(tallied(which, flat.size, None)[which][is_new])
    return tuple(found) if len(found) > 1 else found[0]


def unique_bytes(ar, flat, return_index, return_inverse, return_counts):
    """The same of numbers of which there are so few that each is counted."""
    low, many = (0, 2) if flat.dtype == bool else (np.iinfo(flat.dtype).min, 256)
    entries = flat.astype(np.int32) - low
    counts = tallied(entries, many, None)
    there = counts > 0
    found = [(np.arange(many) + low).astype(flat.dtype)[there]]
    if return_index:
        found.append(gathered(np.minimum, entries, many, np.arange(flat.size, dtype=np.int32))[there].astype(np.int64))
    if return_inverse:
        found.append((np.cumsum(there) - 1)[np.reshape(entries, ar.shape)])
    if return_counts:
        found.append(counts[there])
    return tuple(found) if len(found) > 1 else found[0]


COLUMNS = 16  # of rows that are compared one by one


def unique_rows(ar, return_index, return_inverse, return_counts, axis):
    """The same of the rows of a matrix, or of planes, or of columns."""
    ar, axis = np.moveaxis(ar, axis, 0), axis % ar.ndim
    rows = np.reshape(ar, (len(ar), -1))
    if rows.shape[1] > COLUMNS:
        raise TypeError(f"np.unique(axis=) of whole arrays compares rows of at most {COLUMNS} numbers")
    places = np.lexsort([rows[:, column] for column in range(rows.shape[1])][::-1])
    ordered = rows[places]
    other = np.any(ordered[1:] != ordered[:-1], axis=1)
    is_new = np.concatenate([np.ones(min(1, len(rows)), bool), other])
    whole, which = np.moveaxis(np.reshape(ordered, ar.shape), 0, axis), np.cumsum(is_new) - 1
    found = [whole[is_new] if axis == 0 else whole[(*[slice(None)] * axis, is_new)]]
    if return_index:
        found.append(places[is_new])
    if return_inverse:
        found.append(which[np.argsort(places)])
    if return_counts:
        found.append(tallied(which, len(rows), None)[which][is_new])
    return tuple(found) if len(found) > 1 else found[0]


def begins(ordered):
    """Which of numbers in order are other than the one before."""
    after, before = ordered[1:], ordered[:-1]
    is_new = (after != before) & ((after == after) | (before == before))
    return np.concatenate([np.ones(min(1, ordered.size), bool), is_new])


def intersect1d(ar1, ar2):
    ordered = np.sort(np.ravel(ar1))
    return ordered.astype(np.result_type(ar1, np.asarray(ar2)))[begins(ordered) & np.isin(ordered, ar2)]


def setdiff1d(ar1, ar2):
    ordered = np.sort(np.ravel(ar1))
    return ordered[begins(ordered) & ~np.isin(ordered, ar2)]


def union1d(ar1, ar2):
    return unique(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))


def setxor1d(ar1, ar2, assume_unique=False):
    ordered = np.sort(np.concatenate([np.ravel(ar1), np.ravel(ar2)]))
    return ordered[begins(ordered) & (np.isin(ordered, ar1) != np.isin(ordered, ar2))]


# --- bins ------------------------------------------------------------------------------------------------------------

def histogram(a, bins=10, range=None, weights=None, density=False):
    """The counts, and the edges."""
    see_range(range)
    edges, place, many = in_bins(a, bins, range)
    counts = tallied(place, many, weights)
    counts = counts if weights is None else counts.astype(weights.dtype)
    return (counts / np.sum(counts) / np.diff(edges) if density else counts), edges


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    see_range(range)
    return in_bins(a, bins, range)[0]


def see_range(range):
    if range is None:
        return
    if range[0] > range[1]:
        raise ValueError("max must be larger than min in range parameter.")
    if not (np.isfinite(range[0]) and np.isfinite(range[1])):
        raise ValueError(f"supplied range of [{range[0]}, {range[1]}] is not finite")


def histogramdd(sample, bins=10, range=None, density=False, weights=None):
    """Of as many columns as bins are counted along: the counts, and the edges along each."""
    columns = [sample[:, i] for i in np.arange(sample.shape[1])] if np.ndim(sample) == 2 else [sample] if (
        not isinstance(sample, (list, tuple))) else list(sample)
    each = bins if isinstance(bins, (list, tuple)) and len(bins) == len(columns) else [bins] * len(columns)
    found = [in_bins(column, *given, True) for column, given in zip(columns, zip(each, [None] * len(columns) if range is None
                                                                           else range))]
    for each in range or ():
        see_range(each)
    entries, lost, shape = 0, False, tuple([many for _, _, many in found])
    for _, place, many in found:
        entries, lost = entries * many + place, lost | (place < 0)
    counts = np.reshape(tallied(np.where(lost, -1, entries), math.prod(shape), weights), shape).astype(np.float64)
    edges = [edge for edge, _, _ in found]
    if density:
        counts = counts / np.sum(counts)
        for axis, edge in enumerate(edges):
            along = tuple([-1 if axis == other else 1 for other in np.arange(len(shape))])
            counts = counts / np.reshape(np.diff(edge), along)
    return counts, edges


def histogram2d(x, y, bins=10, range=None, weights=None, density=False):
    """The counts, and the edges along both axes."""
    if x.ndim != 1:
        raise ValueError("too many values to unpack (expected 2)")
    each = bins if isinstance(bins, (list, tuple)) and len(bins) == 2 else (bins, bins)
    found = [in_bins(a, *given, True) for a, given in zip((x, y), zip(each, (None, None) if range is None else range))]
    for limits in range or ():
        see_range(limits)
    (rows, row, many), (columns, column, wide) = found
    entries = np.where((row >= 0) & (column >= 0), row * wide + column, -1)
    counts = np.reshape(tallied(np.ravel(entries), many * wide, weights), (many, wide)).astype(np.float64)
    if density:
        counts = counts / np.sum(counts) / np.reshape(np.diff(rows), (-1, 1)) / np.diff(columns)
    return counts, rows, columns


def in_bins(a, bins, range, wide_edges=False):
    """The edges of bins, in which of them each number is, or -1, and how many there are. Those of several axes are of
    float64, whatever the numbers are: `wide_edges`."""
    if isinstance(bins, str):
        raise TypeError(f"bins={bins!r} of a whole array: how many they would be depends on its numbers; give bins=10, say")
    if isinstance(bins, (list, tuple, np.ndarray)):
        edges = np.asarray(bins)
        if np.any(edges[:-1] > edges[1:]):
            raise ValueError("`bins` must increase monotonically, when an array")
        place = np.where(a == edges[-1], len(edges) - 2, searchsorted(edges, a, "right") - 1)
        return edges, np.where(a <= edges[-1], place, -1).astype(np.int32), len(edges) - 1
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if a.dtype.kind in "iu" and range is not None and not (
            np.iinfo(a.dtype).min <= range[0] and range[1] <= np.iinfo(a.dtype).max):
        a = a.astype(np.int64)
    kind = a.dtype if a.dtype.kind == "f" else np.float64
    low, high = range if range is not None else (np.min(a), np.max(a)) if a.size else (0.0, 1.0)
    if range is None and a.dtype.kind == "f" and not (np.isfinite(low) and np.isfinite(high)):
        raise ValueError("autodetected range is not finite")
    if range is None:  # equal numbers lie in the middle of 1
        around = np.where(low == high, 0.5, 0.0).astype(kind)
        low, high = low - around, high + around
    elif low == high:
        low, high = low - 0.5, high + 0.5
    if range is not None:
        edges = np.linspace(low, high, bins + 1)
        edges, limits = (edges, as_singles(edges)) if wide_edges and kind != np.float64 else (edges.astype(kind),) * 2
    else:
        edges = np.concatenate([np.arange(bins) * ((high - low) / bins) + low, np.reshape(high, (1,))]).astype(kind)
        limits = edges
    wide = a.astype(np.float32) if a.dtype == np.float16 else a
    place = np.clip(np.floor((wide - low) / (high - low) * bins), 0, bins - 1).astype(np.int32)
    place = place - (wide < limits[place])  # which of two bins it is, the edges say, as it may be rounded across one
    place = place + ((place < bins - 1) & (wide >= limits[np.minimum(place, bins - 2) + 1]))
    return edges, np.where((a >= low) & (a <= high), place, -1).astype(np.int32), bins


def as_singles(edges):
    """The least float32 that is no less than each edge: a number of 32 bits is below the one where it is below the other."""
    singles = edges.astype(np.float32)
    return np.where(singles < edges, np.nextafter(singles, np.float32(np.inf)), singles)


def unique_values(x):
    return unique(x)


WRITTEN = {np.unique: unique, np.intersect1d: intersect1d, np.setdiff1d: setdiff1d, np.union1d: union1d,
           np.setxor1d: setxor1d, np.histogram: histogram, np.histogram2d: histogram2d, np.histogramdd: histogramdd,
           np.histogram_bin_edges: histogram_bin_edges}
RESULTS = {}
if hasattr(np, "unique_counts"):  # whose results have names
    RESULTS = {name: type(getattr(np, f"unique_{name}")(np.zeros(1))) for name in ("counts", "inverse", "all")}
    WRITTEN |= {np.unique_values: unique_values,
                np.unique_counts: lambda x: RESULTS["counts"](*unique(x, return_counts=True)),
                np.unique_inverse: lambda x: RESULTS["inverse"](*unique(x, return_inverse=True)),
                np.unique_all: lambda x: RESULTS["all"](*unique(x, True, True, True))}
