"""NumPy's functions of whole arrays that give as many numbers as the data say, elements that a mask chooses: in NumPy, for
the tracer to walk. How many they are, the host sees at the end (calls/engines/arrays.py).

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np

from ..numpy.arrays import extract
from .in_order import last_of, type_of_median


def nonzero(a):
    """The places, an array of them for each axis."""
    if not a.ndim:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.")
    return tuple([places[a != 0] for places in indices(a.shape)])


def indices(shape):
    """For each axis the number of each element along it."""
    return [np.broadcast_to(np.reshape(np.arange(length), (1,) * axis + (length,) + (1,) * (len(shape) - 1 - axis)), shape)
            for axis, length in enumerate(shape)]


def argwhere(a):
    return np.stack(indices(a.shape), axis=-1)[a != 0]


def flatnonzero(a):
    return np.arange(a.size)[np.ravel(a) != 0]


def item(whole, mask, number):
    """What is chosen first (0), last (-1), or so much further on. (Where so many are not chosen it is some other.)"""
    chosen = np.ravel(mask)
    rows = np.reshape(whole, (chosen.size,) + whole.shape[mask.ndim:])
    if number in (0, -1):
        place = np.argmax(chosen) if number == 0 else chosen.size - 1 - np.argmax(chosen[::-1])
    elif number > 0:
        place = np.argmax(np.cumsum(chosen) > number)
    else:
        place = chosen.size - 1 - np.argmax(np.cumsum(chosen[::-1]) >= -number)
    return rows[place]


def places(mask):
    """Where in memory each of those lies that are chosen, in their order; what stands behind them is anything."""
    return np.minimum(np.searchsorted(np.cumsum(mask), np.arange(mask.size), side="right"), mask.size - 1)


def together(whole, mask, where):
    """What is chosen, side by side, and behind it anything: an array as long as if all were."""
    return np.reshape(whole, (mask.size,) + whole.shape[mask.ndim:])[where]


def counted_from_the_start(index, many):
    return np.where(index < 0, index + many, index)


def is_outside(index, many):
    return np.any((index < 0) | (index >= many))


def part(mask, start, stop):
    """The mask of a[mask][start:stop]."""
    so_far = np.reshape(np.cumsum(mask), mask.shape)
    many = np.sum(mask)
    first = 0 if start is None else start if start >= 0 else many + start
    behind = many if stop is None else stop if stop >= 0 else many + stop
    return mask & (so_far > first) & (so_far <= behind)


def first_best(reduction):
    """np.argmax, np.argmin: which of the chosen is the first of the best; a NaN is."""
    def meaning(whole, mask):
        whole, mask = np.ravel(whole), np.ravel(mask)
        best = reduction(np.where(mask, whole, last_number(whole.dtype, reduction is np.min)))
        place = np.argmax(mask & ((whole == best) | (whole != whole)))
        return np.sum(mask & (np.arange(mask.size) < place))

    return meaning


def in_order(whole, mask):
    """What is chosen in order, and where that stands by then: before all others."""
    flat, chosen = np.ravel(whole), np.ravel(mask)
    places = np.argsort(np.where(chosen, flat, last_of(flat.dtype)), kind="stable") if flat.dtype.kind != "f" else None
    if places is None:  # a NaN that is chosen stands before what is not
        ordered = np.sort(np.where(chosen, flat, np.nan))
    else:
        ordered = flat[places]
    return ordered[np.arange(flat.size) < np.sum(chosen)]


def median(whole, mask):
    ordered, many = np.sort(np.where(np.ravel(mask), np.ravel(whole), np.nan)), np.sum(mask)
    numbers = np.sum(ordered == ordered)
    middle = (ordered[np.maximum(many - 1, 0) // 2] + ordered[many // 2]) / 2
    return np.where(numbers == many, middle, np.nan).astype(type_of_median(whole.dtype))


def along_rows(function, whole, mask):
    """What a reduction along the first axis gives of the rows that a mask chooses."""
    here, many = np.reshape(mask, (-1,) + (1,) * (whole.ndim - 1)), np.sum(mask)
    if function in (np.any, np.all):
        truths = whole != 0
        return np.any(truths & here, axis=0) if function is np.any else np.all(truths | ~here, axis=0)
    if function in (np.min, np.max):
        worst = last_number(whole.dtype, function is np.min)
        return function(np.where(here, whole, worst), axis=0)
    total = np.sum(np.where(here, whole, np.zeros(1, whole.dtype)[0]), axis=0)
    if function is np.sum:
        return total
    mean = total / many.astype(total.dtype if total.dtype.kind == "f" else np.float64)
    if function is np.mean:
        return mean
    far = np.where(here, whole - mean, np.zeros(1, mean.dtype)[0])
    spread = np.sum(far * far, axis=0) / many.astype(mean.dtype)
    return spread if function is np.var else np.sqrt(spread)


def one_after_the_other(mask, piece):
    """For each place that a mask chooses the next of so many numbers, or the only one."""
    many, most = piece.shape[0], piece.whole.shape[0]
    if many != np.sum(mask) and many != 1:
        raise ValueError("as many numbers are assigned as a mask does not choose")
    places = np.where(many == 1, 0, np.clip(np.cumsum(mask) - 1, 0, max(most - 1, 0)))
    return np.reshape(piece.whole[places], mask.shape + piece.whole.shape[1:])


def last_number(dtype, greatest):
    if dtype.kind == "f":
        return np.array(np.inf if greatest else -np.inf, dtype)
    if dtype.kind == "b":
        return greatest
    return np.array(np.iinfo(dtype).max if greatest else np.iinfo(dtype).min, dtype)


WRITTEN = {np.nonzero: nonzero, np.argwhere: argwhere, np.flatnonzero: flatnonzero, np.extract: extract}
