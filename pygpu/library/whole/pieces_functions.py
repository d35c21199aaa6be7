"""What NumPy's functions give of parts of whole arrays that have as many elements as a number says (pieces.py).

    FUNCTIONS   NumPy's function → what it gives of such parts
    OF_LISTS    those of them that take a list of arrays

Many that are written for whole arrays are made of parts and of arithmetic, and mean the same for these.
"""

from __future__ import annotations

import numpy as np

from . import assigned, functions, nans, parts, pieces_arranged, pieces_made, pieces_reduced
from .chosen import last_number
from .counted import in_bins
from .matrices import corrcoef, cov
from .parts import tallied
from .pieces import Piece, alike, each, fitted, see_alike, shape_at, there
from .pieces import numbers as counting


def chosen(condition, x=None, y=None):
    return pieces_arranged.nonzero(condition) if x is None else each(np.where, condition, x, y)


def interp(x, xp, fp, left=None, right=None):
    """What lies behind the last point is that point again."""
    if not isinstance(xp, Piece) and not isinstance(fp, Piece):
        return each(lambda numbers: np.interp(numbers, xp, fp, left, right), x)
    xp, fp = each(np.add, xp, fp - fp), each(np.add, fp, xp - xp)
    at = np.minimum(counting(xp.whole.shape[0]), np.maximum(xp.shape[0] - 1, 0))
    places, values = xp.whole[at], fp.whole[at]
    if isinstance(x, Piece):
        return each(lambda numbers: np.interp(numbers, places, values, left, right), x)
    return np.interp(x, places, values, left, right)


def array_equal(a1, a2):
    if np.ndim(a1) != np.ndim(a2) or any([one != other for one, other in zip(np.shape(a1), np.shape(a2))]):
        return False
    return bool(np.all(a1 == a2))


def extreme(function):
    """max() and min() of the items, as Python has them: what is no number stays where it is the first."""
    def meaning(items):
        pieces_reduced.see_any(items, None, f"{function.__name__}() iterable argument is empty")
        return functions.EXTREMES[function](items)

    return meaning


def in_order(items, reverse=False):
    """sorted(), of a line."""
    if items.ndim > 1:
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
    return np.sort(items)[::-1] if reverse else np.sort(items)


def lstsq(a, b, rcond=None):
    """Rows of zeros say nothing of what is looked for."""
    rows, wanted = pieces_reduced.zeros_behind(a), pieces_reduced.zeros_behind(b)
    if not isinstance(a, Piece) or a.counts[1] is not None:
        raise TypeError("np.linalg.lstsq() of a part of an array: as many rows as a number says, and columns that are known")
    see_alike(shape_at(b, 0) if isinstance(b, Piece) else b.shape[0], a.shape[0])
    return np.linalg.lstsq(rows, fitted(wanted, rows.shape[:1] + wanted.shape[1:]), rcond)


def polyfit(x, y, deg):
    x, y = each(np.add, x, y - y), each(np.add, y, x - x)
    numbers, kind = x.whole, np.result_type(x.dtype, 1.0)
    columns = np.where(pieces_arranged.on_axis(there(x), 0, 2), np.vander(numbers.astype(kind), deg + 1), 0)
    size = np.sqrt(np.sum(columns * columns, axis=0))
    return np.linalg.lstsq(columns / size, pieces_reduced.zeros_behind(y))[0] / size


def histogram2d(x, y, bins=10, range=None):
    (x, y), counts = alike([x, y])
    here, limits = there(Piece(x, counts)), [None, None] if range is None else range
    limits = [(pieces_reduced.least(Piece(a, counts)), pieces_reduced.greatest(Piece(a, counts))) if each is None else each
              for a, each in zip((x, y), limits)]
    bins = bins if isinstance(bins, (list, tuple)) else (bins, bins)
    (rows, row, many), (columns, column, wide) = [in_bins(a, n, limit, True) for a, n, limit in zip((x, y), bins, limits)]
    entries = np.where(here & (row >= 0) & (column >= 0), row * wide + column, -1)
    return np.reshape(tallied(entries, many * wide, None), (many, wide)).astype(np.float64), rows, columns


def put_at(ufunc):
    """np.add.at and its like, where places that are not there get what changes nothing."""
    none = {np.maximum: False, np.minimum: True}

    def meaning(a, indices, b=None):
        given = list(indices) if isinstance(indices, tuple) else [indices]
        lists, counts = alike([*given, b])
        here = there(Piece(lists[0], counts))
        nothing = last_number(a.dtype, none[ufunc]) if ufunc in none else np.zeros(1, a.dtype)[0]
        *places, values = lists
        assigned.put_at(ufunc, a, tuple([np.where(here, place, 0) for place in places]), np.where(here, values, nothing))

    return meaning


ALIKE = {each: functions.WRITTEN[each] for each in (
    np.ptp, np.diff, np.gradient, np.flipud, np.fliplr, np.rot90, np.clip, np.isclose, np.allclose, np.nan_to_num,
    np.around, np.round, np.square, np.unwrap, np.trapezoid if hasattr(np, "trapezoid") else np.trapz)}
ALIKE |= {each: nans.WRITTEN[each] for each in (
    np.nansum, np.nanmean, np.nanvar, np.nanstd, np.nanmax, np.nanmin, np.nanargmin, np.nanargmax, np.nanprod,
    np.nancumsum, np.nancumprod)}
ALIKE |= {np.cov: cov, np.corrcoef: corrcoef, np.ediff1d: parts.ediff1d, np.polyval: parts.polyval}

FUNCTIONS = {**ALIKE, **pieces_made.FUNCTIONS, **pieces_arranged.FUNCTIONS, **pieces_reduced.FUNCTIONS,
             np.where: chosen, np.interp: interp,
             abs: lambda a: each(np.abs, a), max: extreme(max), min: extreme(min), sorted: in_order,
             np.array_equal: array_equal, np.polyfit: polyfit, np.linalg.lstsq: lstsq, np.histogram2d: histogram2d}
PUTTING = {each.at: put_at(each) for each in (np.add, np.subtract, np.maximum, np.minimum)}
FUNCTIONS |= PUTTING
OF_LISTS = {*pieces_arranged.OF_LISTS, *PUTTING.values()}

for _name, _function in {**pieces_arranged.METHODS, **pieces_reduced.METHODS, "clip": functions.clip,
                         "round": functions.around, "ptp": functions.ptp}.items():
    setattr(Piece, _name, _function)
