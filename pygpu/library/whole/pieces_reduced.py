"""What many elements of a part of an array come to that has as many as a number says (pieces.py), and their order: in NumPy,
for the tracer to walk.

    FUNCTIONS   NumPy's function → what it gives of such parts
"""

from __future__ import annotations

import numpy as np

from . import functions
from .chosen import last_number
from .counted import begins, in_bins
from .functions import along as part_along
from .in_order import last_of, type_of_median, type_of_quantile
from .parts import outgrown, tallied
from .pieces import Piece, each, made, see_alike, there
from .pieces_arranged import raveled

FEW = 16  # numbers whose places in their order are counted, each with each


def along(piece, axis):
    """How many elements are put together, and what is left of the counts."""
    if axis is None:
        return piece.size, ()
    axes = [each % piece.ndim for each in (axis if isinstance(axis, tuple) else (axis,))]
    many = 1
    for number in axes:
        many = many * piece.shape[number]
    return many, tuple([count for number, count in enumerate(piece.counts) if number not in axes])


def reduced(function, piece, none, axis, keepdims=False, **more):
    """What a function gives of the elements that there are, where others count as one that changes nothing."""
    return kept(piece, function(np.where(there(piece), piece.whole, none), axis=axis, keepdims=keepdims, **more), axis,
                keepdims)


def kept(piece, found, axis, keepdims):
    """What is found along axes, with as many elements as there are along the others."""
    if keepdims:
        axes = range(piece.ndim) if axis is None else [a % piece.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
        return made(found, tuple([None if number in axes else count for number, count in enumerate(piece.counts)]))
    left = along(piece, axis)[1]
    return made(found, left) if left else found


def total(piece, axis=None, dtype=None, keepdims=False):
    return reduced(np.sum, piece, np.zeros(1, piece.dtype)[0], axis, keepdims, dtype=dtype)


def product_of_all(piece, axis=None, keepdims=False):
    return reduced(np.prod, piece, np.ones(1, piece.dtype)[0], axis, keepdims)


def mean(piece, axis=None, dtype=None, keepdims=False):
    kind = np.dtype(dtype or (piece.dtype if piece.dtype.kind == "f" else np.float64))
    return total(piece, axis, kind, keepdims) / np.asarray(along(piece, axis)[0]).astype(kind)


def average(piece, axis=None, weights=None):
    return mean(piece, axis) if weights is None else total(piece * weights, axis) / total(
        each(np.add, piece - piece, weights), axis)


def variance(piece, axis=None, dtype=None, ddof=0, keepdims=False):
    far = piece - mean(piece, axis, dtype, axis is not None)
    found = total(far * far, axis, None, keepdims)
    return found / np.asarray(along(piece, axis)[0] - ddof).astype(found.dtype)


def deviation(piece, axis=None, dtype=None, ddof=0, keepdims=False):
    return np.sqrt(variance(piece, axis, dtype, ddof, keepdims))


def see_any(piece, axis, name):
    if along(piece, axis)[0] < 1:
        raise ValueError(name)


NOTHING = "zero-size array to reduction operation which has no identity"


def least(piece, axis=None, keepdims=False):
    see_any(piece, axis, NOTHING)
    return reduced(np.min, piece, last_number(piece.dtype, True), axis, keepdims)


def greatest(piece, axis=None, keepdims=False):
    see_any(piece, axis, NOTHING)
    return reduced(np.max, piece, last_number(piece.dtype, False), axis, keepdims)


def first_least(piece, axis=None):
    see_any(piece, axis, "attempt to get argmin of an empty sequence")
    return best(np.argmin, piece, last_number(piece.dtype, True), axis)


def first_greatest(piece, axis=None):
    see_any(piece, axis, "attempt to get argmax of an empty sequence")
    return best(np.argmax, piece, last_number(piece.dtype, False), axis)


def best(function, piece, none, axis):
    """Where the first of the best is: those behind all that there are come last."""
    if axis is not None or piece.ndim == 1:
        return reduced(function, piece, none, axis)
    place, found = function(np.where(there(piece), piece.whole, none)), 0
    for size, wide in zip(piece.shape, places_of(place, piece.whole.shape)):
        found = found * size + wide
    return found


def places_of(place, shape):
    """A place of a whole array along each of its axes."""
    found = []
    for size in shape[::-1]:
        found.append(place % size)
        place = place // size
    return found[::-1]


def some(piece, axis=None, keepdims=False):
    return reduced(np.any, piece != 0, False, axis, keepdims)


def every(piece, axis=None, keepdims=False):
    return reduced(np.all, piece != 0, True, axis, keepdims)


def number_of_all(piece, axis=None, keepdims=False):
    return reduced(np.sum, piece != 0, False, axis, keepdims)


def norm(x, ord=None, axis=None, keepdims=False):
    return greatest(abs(x), axis, keepdims) if ord == np.inf else functions.norm(x, ord, axis, keepdims)


def running(function):
    """np.cumsum and its like: those behind all that there are don't matter to those before them."""
    def meaning(piece, axis=None, dtype=None):
        line = raveled(piece) if axis is None else piece
        return Piece(function(line.whole, axis=0 if axis is None else axis, dtype=dtype), line.counts)

    return meaning


def accumulated(function):
    return lambda piece, axis=0: Piece(function(piece.whole, axis=axis), piece.counts)


# --- in order --------------------------------------------------------------------------------------------------------

def lines_of(piece, axis):
    """What is gone through along an axis of an array, which of it is there, and how many that are."""
    if axis is None:
        return np.ravel(piece.whole), np.ravel(np.broadcast_to(there(piece), piece.whole.shape)), piece.size, 0
    axis = axis % piece.ndim
    here = there(piece) if piece.counts[axis] is not None else True
    return piece.whole, here, piece.shape[axis], axis


def others_last(whole, here):
    """What is not there stands behind all that is, also behind what is no number."""
    return np.where(here, whole, np.full(1, last_of(whole.dtype), whole.dtype)[0])


def in_order(piece, axis=-1, kind=None, stable=None):
    line = raveled(piece) if axis is None else piece
    whole, here, _, axis = lines_of(line, 0 if axis is None else axis)
    return Piece(np.sort(others_last(whole, here), axis=axis), line.counts)


def places_in_order(piece, axis=-1, kind=None, stable=None):
    line = raveled(piece) if axis is None else piece
    whole, here, _, axis = lines_of(line, 0 if axis is None else axis)
    return Piece(np.argsort(others_last(whole, here), axis=axis, kind="stable"), line.counts)


def at_places(whole, here, axis, places):
    """The numbers at places of their order. Of few the places are counted: nothing else has to be kept."""
    if whole.ndim == 1 and len(whole) <= FEW:
        before = before_each(whole, here)
        return [np.sum(np.where(here & (before == place), whole, np.zeros(1, whole.dtype)[0]), dtype=whole.dtype)
                for place in places]
    ordered = np.sort(others_last(whole, here), axis=axis)
    return [ordered[part_along(axis, whole.ndim, place)] for place in places]


def before_each(whole, here):
    """How many come before each number in order."""
    count = len(whole)
    rows, columns = np.reshape(whole, (-1, 1)), np.reshape(whole, (1, -1))
    earlier = np.reshape(np.arange(count), (1, -1)) < np.reshape(np.arange(count), (-1, 1))
    return np.sum(np.reshape(here, (1, -1)) & ((columns < rows) | ((columns == rows) & earlier)), axis=1)


def where_numbers(found, piece, axis, keepdims):
    """Nothing where there is none, or where one of them is no number."""
    whole, here, many, at = lines_of(piece, axis)
    none = np.asarray(np.nan).astype(found.dtype)
    if whole.dtype.kind == "f":
        found = np.where(np.any(here & (whole != whole), axis=at), none, found)
    found = np.where(many > 0, found, none)
    if keepdims:
        found = np.reshape(found, (1,) * piece.ndim) if axis is None else np.expand_dims(found, at)
    return kept(piece, found, axis, keepdims)


def median(piece, axis=None, keepdims=False):
    whole, here, many, at = lines_of(piece, axis)
    kind = type_of_median(whole.dtype)
    lower, upper = at_places(whole, here, at, (np.maximum(many - 1, 0) // 2, np.minimum(many // 2, whole.shape[at] - 1)))
    return where_numbers((lower.astype(kind) + upper.astype(kind)) / np.asarray(2).astype(kind), piece, axis, keepdims)


def quantile(piece, q, axis=None, method="linear", keepdims=False):
    return at_shares(piece, q, 1, axis, method, keepdims)


def percentile(piece, q, axis=None, method="linear", keepdims=False):
    return at_shares(piece, q, 100, axis, method, keepdims)


def at_shares(piece, q, scale, axis, method, keepdims, kind=None):
    kind = type_of_quantile(piece.dtype, q, method) if kind is None else kind
    if method != "linear":
        raise TypeError(f"a quantile of a part of an array whose ends are only known when the function runs, with method="
                        f"{method!r}: sort it, and take the one that you mean")
    if isinstance(q, (list, tuple, np.ndarray)):
        return np.stack([at_shares(piece, share, scale, axis, method, keepdims, kind) for share in q])
    whole, here, many, at = lines_of(piece, axis)
    last = np.maximum(many - 1, 0)
    place = last * (q / scale)
    low = np.minimum(np.floor(place).astype(np.int64), last)
    lower, upper = [each.astype(kind) for each in at_places(whole, here, at, (low, np.minimum(low + 1, last)))]
    part = (place - low).astype(kind)
    found = np.where(part < 0.5, lower + (upper - lower) * part, upper - (upper - lower) * (1 - part))
    return where_numbers(np.where(part == 0, lower, found).astype(kind), piece, axis, keepdims)


def searchsorted(a, v, side="left"):
    if not isinstance(a, Piece):
        return each(lambda numbers: np.searchsorted(a, numbers, side), v)
    ordered = others_last(a.whole, there(a))
    if isinstance(v, Piece):
        return each(lambda numbers: np.minimum(np.searchsorted(ordered, numbers, side), a.shape[0]), v)
    return np.minimum(np.searchsorted(ordered, v, side), a.shape[0])


def unique(piece, return_counts=False):
    ordered = in_order(piece, None)
    is_new = begins(ordered.whole) & there(ordered)
    if not return_counts:
        return ordered.whole[is_new]
    which = np.cumsum(is_new) - 1
    counts = tallied(np.where(there(ordered), which, -1), ordered.whole.shape[0], None)
    return ordered.whole[is_new], counts[which][is_new]


# --- counted ---------------------------------------------------------------------------------------------------------

def histogram(piece, bins=10, range=None, weights=None):
    whole, here, _, _ = lines_of(piece, None)
    edges, place, many = in_bins(whole, bins, (least(piece), greatest(piece)) if range is None else range)
    return tallied(np.where(here, place, -1), many, None if weights is None else weights_of(weights)), edges


def bincount(piece, weights=None, minlength=0):
    here, numbers = there(piece), piece.whole.astype(np.int64)
    greatest_of_all = np.max(np.where(here, numbers, 0))
    bins = minlength or MOST_BINS
    outgrown(greatest_of_all >= bins, bins)
    counts = tallied(np.where(here, numbers, -1), bins, None if weights is None else weights_of(weights))
    return counts if minlength else counts[np.arange(bins) <= greatest_of_all]


def weights_of(weights):
    return raveled(weights).whole if isinstance(weights, Piece) else np.ravel(weights)


MOST_BINS = 1 << 12


# --- products --------------------------------------------------------------------------------------------------------

def product(a, b):
    """a @ b: of two axes at most. What is not there is a product of zeros."""
    wide_a, wide_b = zeros_behind(a), zeros_behind(b)
    have, want = wide_a.shape[-1], wide_b.shape[-2 if wide_b.ndim > 1 else 0]
    inner = [of_axis(a, -1), of_axis(b, -2 if wide_b.ndim > 1 else 0)]
    if inner[0] is not inner[1]:
        see_alike(have if inner[0] is None else inner[0], want if inner[1] is None else inner[1])
    if have > want:
        wide_a = wide_a[..., :want]
    elif want > have:
        wide_b = wide_b[:have]
    counts = (of_axis(a, -2),) if wide_a.ndim > 1 else ()
    if wide_b.ndim > 1:
        counts = counts + (of_axis(b, -1),)
    return made(np.matmul(wide_a, wide_b), counts)


def of_axis(a, axis):
    return a.counts[axis] if isinstance(a, Piece) else None


def zeros_behind(a):
    if not isinstance(a, Piece):
        return np.asarray(a)
    return np.where(there(a), a.whole, np.zeros(1, a.dtype)[0])


def outer(a, b):
    return raveled(a)[:, None] * raveled(b)[None, :]


def convolve(a, v, mode="full"):
    a, v = np.asarray(a), np.asarray(v)
    shorter, longer = min(a.shape[0], v.shape[0]), max(a.shape[0], v.shape[0])
    if shorter < 1:
        raise ValueError("a cannot be empty")
    found = Piece(np.convolve(zeros_behind(a), zeros_behind(v)), (shorter + longer - 1,))
    if mode == "full":
        return found
    if mode == "same":
        return found[(shorter - 1) // 2:(shorter - 1) // 2 + longer]
    return found[shorter - 1:longer]


FUNCTIONS = {
    np.sum: total, np.prod: product_of_all, np.mean: mean, np.average: average, np.var: variance, np.std: deviation,
    np.min: least, np.max: greatest, np.amin: least, np.amax: greatest, sum: total,
    np.argmin: first_least, np.argmax: first_greatest, np.any: some, np.all: every, any: some, all: every,
    np.count_nonzero: number_of_all, np.cumsum: running(np.cumsum), np.cumprod: running(np.cumprod), np.sort: in_order,
    np.argsort: places_in_order, np.median: median, np.quantile: quantile, np.percentile: percentile, np.unique: unique,
    np.searchsorted: searchsorted, np.histogram: histogram, np.bincount: bincount, np.dot: product, np.matmul: product,
    np.vdot: product, np.inner: product, np.outer: outer, np.multiply.outer: outer, np.linalg.norm: norm,
    np.convolve: convolve,
}
FUNCTIONS |= {each.accumulate: accumulated(each.accumulate) for each in (np.add, np.multiply, np.maximum, np.minimum)}
METHODS = {"sum": total, "mean": mean, "std": deviation, "var": variance, "prod": product_of_all, "min": least,
           "max": greatest, "argmin": first_least, "argmax": first_greatest, "any": some, "all": every,
           "cumsum": running(np.cumsum), "cumprod": running(np.cumprod), "argsort": places_in_order,
           "sort": lambda piece, axis=-1, kind=None: piece.put(in_order(piece, axis)),
           "searchsorted": searchsorted, "dot": product, "__matmul__": product,
           "__rmatmul__": lambda piece, other: product(other, piece)}
