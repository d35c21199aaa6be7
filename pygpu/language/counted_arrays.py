"""NumPy's functions that count what whole arrays hold, or compare what several hold, written in NumPy: for the tracer to
walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np

from .array_parts import gathered, searchsorted, tallied

# --- what each is once -----------------------------------------------------------------------------------------------

def unique(ar, return_index=False, return_inverse=False, return_counts=False):
    """In order, each once; what is no number once, too. Beside each, where it came first, and how often it did; and for
    each number of the array, which of them it is."""
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
        found.append(gathered(np.minimum, entries, many, np.arange(flat.size))[there])
    if return_inverse:
        found.append((np.cumsum(there) - 1)[np.reshape(entries, ar.shape)])
    if return_counts:
        found.append(counts[there])
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


# --- bins ------------------------------------------------------------------------------------------------------------

def histogram(a, bins=10, range=None, weights=None, density=False):
    """The counts, and the edges."""
    edges, place, many = in_bins(a, bins, range)
    counts = tallied(place, many, weights)
    counts = counts if weights is None else counts.astype(weights.dtype)
    return (counts / np.sum(counts) / np.diff(edges) if density else counts), edges


def histogram2d(x, y, bins=10, range=None, weights=None, density=False):
    """The counts, and the edges along both axes."""
    each = bins if isinstance(bins, (list, tuple)) and len(bins) == 2 else (bins, bins)
    found = [in_bins(a, *given) for a, given in zip((x, y), zip(each, (None, None) if range is None else range))]
    (rows, row, many), (columns, column, wide) = found
    entries = np.where((row >= 0) & (column >= 0), row * wide + column, -1)
    counts = np.reshape(tallied(np.ravel(entries), many * wide, weights), (many, wide)).astype(np.float64)
    if density:
        counts = counts / np.sum(counts) / np.reshape(np.diff(rows), (-1, 1)) / np.diff(columns)
    return counts, rows, columns


def in_bins(a, bins, range):
    """The edges of bins, in which of them each number is, or -1, and how many there are."""
    if isinstance(bins, (list, tuple, np.ndarray)):
        edges = np.asarray(bins)
        place = np.where(a == edges[-1], len(edges) - 2, searchsorted(edges, a, "right") - 1)
        return edges, np.where(a <= edges[-1], place, -1).astype(np.int32), len(edges) - 1
    if a.dtype.kind in "iu" and range is not None and not (
            np.iinfo(a.dtype).min <= range[0] and range[1] <= np.iinfo(a.dtype).max):
        a = a.astype(np.int64)
    kind = a.dtype if a.dtype.kind == "f" else np.float64
    low, high = range if range is not None else (np.min(a), np.max(a)) if a.size else (0.0, 1.0)
    if range is None:  # equal numbers lie in the middle of 1
        around = np.where(low == high, 0.5, 0.0).astype(kind)
        low, high = low - around, high + around
    elif low == high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, bins + 1) if range is not None else low + (high - low) * (np.arange(bins + 1) / bins)
    edges = edges.astype(kind)
    place = np.where(a == high, bins - 1, np.floor((a - low) / (high - low) * bins))
    return edges, np.where((a >= low) & (a <= high), place, -1).astype(np.int32), bins


WRITTEN = {np.unique: unique, np.intersect1d: intersect1d, np.setdiff1d: setdiff1d, np.union1d: union1d,
           np.histogram: histogram, np.histogram2d: histogram2d}
