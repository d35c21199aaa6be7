"""NumPy's functions of whole arrays that leave out what is no number, written in NumPy: for the tracer to walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np

from .in_order import in_order, lines_of, type_of_quantile


def filled(a, number):
    """There is no NaN among whole numbers and truths."""
    return a if a.dtype.kind != "f" else np.where(a != a, np.full(1, number, a.dtype)[0], a)


def nansum(a, axis=None, dtype=None, keepdims=False):
    return np.sum(filled(a, 0), axis=axis, dtype=dtype, keepdims=keepdims)


def nanmean(a, axis=None, keepdims=False):
    if a.dtype.kind != "f":
        return np.mean(a, axis=axis, keepdims=keepdims)
    return nansum(a, axis, None, keepdims) / np.sum(a == a, axis=axis, keepdims=keepdims).astype(a.dtype)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    if a.dtype.kind != "f":
        return np.var(a, axis=axis, keepdims=keepdims, ddof=ddof)
    far = a - nanmean(a, axis, True)
    total = np.sum(np.where(a != a, np.zeros(1, a.dtype)[0], far * far), axis=axis, keepdims=keepdims)
    return total / (np.sum(a == a, axis=axis, keepdims=keepdims) - ddof).astype(a.dtype)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    if a.dtype.kind != "f":
        return np.std(a, axis=axis, keepdims=keepdims, ddof=ddof)
    return np.sqrt(nanvar(a, axis, ddof=ddof, keepdims=keepdims))


def nanmax(a, axis=None, keepdims=False):
    if a.dtype.kind != "f":
        return np.max(a, axis=axis, keepdims=keepdims)
    found = np.max(np.where(a != a, np.array(-np.inf, a.dtype), a), axis=axis, keepdims=keepdims)
    return np.where(np.any(a == a, axis=axis, keepdims=keepdims), found, np.array(np.nan, a.dtype))


def nanmin(a, axis=None, keepdims=False):
    if a.dtype.kind != "f":
        return np.min(a, axis=axis, keepdims=keepdims)
    return -nanmax(-a, axis, keepdims)


def nanmedian(a, axis=None, keepdims=False):
    if a.dtype.kind != "f" or not a.size:
        return np.median(a, axis=axis, keepdims=keepdims)
    lines, shape = lines_of(a, axis)
    many, at = ranked(lines)
    found = (at(np.maximum((many - 1) // 2, 0)) + at(many // 2)) / 2
    return np.reshape(found, shape) if keepdims else found


def ranked(lines):
    """How many of each line are no NaNs, and what gives the one at a place of those in order."""
    ordered = in_order(lines, 0)
    places = np.reshape(np.arange(len(lines)), (-1,) + (1,) * (lines.ndim - 1))

    def at(place):
        return np.sum(np.where(places == place, ordered, np.zeros(1, lines.dtype)[0]), axis=0)

    return np.sum(lines == lines, axis=0), at


def see_some(a, axis):
    if a.dtype.kind == "f" and np.any(np.all(np.isnan(a), axis=axis)):
        raise ValueError("All-NaN slice encountered")


def nanargmin(a, axis=None, keepdims=False):
    see_some(a, axis)
    return np.argmin(filled(a, np.inf), axis=axis, keepdims=keepdims)


def nanargmax(a, axis=None, keepdims=False):
    see_some(a, axis)
    return np.argmax(filled(a, -np.inf), axis=axis, keepdims=keepdims)


def nanprod(a, axis=None, dtype=None, keepdims=False):
    return np.prod(filled(a, 1), axis=axis, dtype=dtype, keepdims=keepdims)


def nancumsum(a, axis=None, dtype=None):
    return np.cumsum(filled(a, 0), axis=axis, dtype=dtype)


def nancumprod(a, axis=None, dtype=None):
    return np.cumprod(filled(a, 1), axis=axis, dtype=dtype)


def nanquantile(a, q, axis=None, keepdims=False):
    return nan_at_shares(a, q, 1, axis, keepdims)


def nanpercentile(a, q, axis=None, keepdims=False):
    return nan_at_shares(a, q, 100, axis, keepdims)


def nan_at_shares(a, q, scale, axis, keepdims):
    if np.ndim(q):
        found = [nan_at_shares(a, each, scale, axis, keepdims) for each in q]
        return np.stack(found).astype(type_of_quantile(a.dtype, q, "linear"))
    a = a if a.dtype.kind == "f" else a.astype(np.float64)
    lines, shape = lines_of(a, axis)
    many, at = ranked(lines)
    share = (many - 1) * (q / scale)
    low = np.floor(share).astype(np.int64)
    below, above, part = at(np.clip(low, 0, many - 1)), at(np.clip(low + 1, 0, many - 1)), share - low
    found = np.where(part < 0.5, below + (above - below) * part, above - (above - below) * (1 - part))
    found = np.where(many > 0, found, np.nan).astype(a.dtype)
    return np.reshape(found, shape) if keepdims else found


WRITTEN = {
    np.nansum: nansum, np.nanmean: nanmean, np.nanvar: nanvar, np.nanstd: nanstd, np.nanmax: nanmax, np.nanmin: nanmin,
    np.nanmedian: nanmedian, np.nanargmin: nanargmin, np.nanargmax: nanargmax, np.nanprod: nanprod,
    np.nancumsum: nancumsum, np.nancumprod: nancumprod, np.nanquantile: nanquantile, np.nanpercentile: nanpercentile,
}
