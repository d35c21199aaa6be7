"""NumPy's functions that write into whole arrays, at places that other arrays say, written in NumPy: for the tracer to walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math

import numpy as np

from ...language.functions import is_known
from .functions import FEW, along
from .parts import as_put, look_inside

ONE_BY_ONE = 64  # places that computed numbers say, of which each is written by itself

# --- what several entries have put together --------------------------------------------------------------------------

NOTHING = {np.add: 0, np.maximum: -np.inf, np.minimum: np.inf}
LONG = {"uint32", "int64", "uint64"}  # dtypes with numbers that no Int holds


def gathered(ufunc, entries, length, values):
    """A table of what so many entries have put together. This is what it is worth: the tracer makes a tally of it."""
    table = np.full(length, NOTHING[ufunc], values.dtype)
    ufunc.at(table, entries, values)
    return table


def table_of(ufunc, entries, length, values):
    """The same of numbers of any length: a table holds Ints."""
    kind = values.dtype
    if kind.name not in LONG:
        return gathered(ufunc, entries, length, values)
    if ufunc is np.add:
        return summed(entries, length, values).astype(kind)
    far = np.uint64(1 << 63)
    found = extreme(ufunc, entries, length, (values ^ far).view(np.int64) if kind == np.uint64 else values.astype(np.int64))
    return found.view(np.uint64) ^ far if kind == np.uint64 else found


def summed(entries, length, values):
    """Digits of the numbers are added up by themselves, of as many bits as leave room for that many numbers."""
    digits, found = max(1, 31 - entries.size.bit_length()), np.zeros(length, np.uint64)
    values = values.astype(np.int64).view(np.uint64)
    for place in range(0, 64, digits):
        part = ((values >> np.uint64(place)) & np.uint64((1 << digits) - 1)).astype(np.int32)
        found = found + (gathered(np.add, entries, length, part).astype(np.uint64) << np.uint64(place))
    return found.view(np.int64)


def extreme(ufunc, entries, length, values):
    """First the upper halves are compared, then the lower ones where the upper one is the best."""
    high, low = (values >> 32).astype(np.int32), ((values & 0xFFFFFFFF) - (1 << 31)).astype(np.int32)
    best = gathered(ufunc, entries, length, high).astype(np.int32)
    rest = gathered(ufunc, np.where(best[np.maximum(entries, 0)] == high, entries, -1), length, low)
    return (best.astype(np.int64) << 32) + rest.astype(np.int64) + (1 << 31)


# --- ufunc.at --------------------------------------------------------------------------------------------------------

def put_at(ufunc, a, indices, b=None):
    """np.add.at and its like: an index that stands several times counts as often."""
    places = [np.asarray(each) for each in (indices if isinstance(indices, tuple) else (indices,))]
    if ufunc is np.subtract and a.dtype != bool:
        ufunc, b = np.add, np.negative(np.full((), b).astype(a.dtype) if np.ndim(b) == 0 else b)
    for axis, place in enumerate(places):
        look_inside(place, axis, a.shape[axis])
    if ufunc not in NOTHING:
        in_turns(ufunc, a, places, b)
        return
    entries, rest = flat_places(places, a.shape), a.shape[len(places):]
    if rest:  # an index names a row, or a plane
        each = np.reshape(np.arange(math.prod(rest)), rest)
        entries = np.reshape(entries, np.shape(entries) + (1,) * len(rest)) * each.size + each
    if np.ndim(b) == 0:  # of sums an int that has no room there wraps
        values = np.full((), b).astype(a.dtype) if ufunc is np.add else np.full((), b, a.dtype)
    else:
        values = np.asarray(b)
    values = values.astype(np.int32 if values.dtype == bool else a.dtype if a.dtype.kind == "f" else values.dtype)
    values = np.ravel(np.broadcast_to(values, np.shape(entries)))
    found = np.reshape(table_of(ufunc, np.ravel(entries), a.size, values), a.shape)
    if ufunc is not np.add:  # what is nowhere in the table is as far out as its type goes
        there = np.reshape(gathered(np.maximum, np.ravel(entries), a.size, np.ones(entries.size, np.int32)), a.shape) > 0
        found = np.where(there, found, a)
    a[...] = ufunc(a, found).astype(a.dtype)


def flat_places(places, shape):
    """Indices of the first axes as numbers that count what lies along these."""
    entries = 0
    for place, length in zip(places, shape):
        entries = entries * length + np.where(place < 0, place + length, place)
    return entries


def in_turns(ufunc, a, places, b):
    """Places that are named once are written together, those that are named again after them."""
    shape, rest = np.broadcast_shapes(*[each.shape for each in places]), a.shape[len(places):]
    places = [np.ravel(np.broadcast_to(each, shape)) for each in places]
    values = None if b is None else np.reshape(np.broadcast_to(b, shape + rest), (math.prod(shape),) + rest)
    if all([is_known(each) for each in places]):
        turns = turns_of(flat_places(places, a.shape))
    elif math.prod(shape) <= ONE_BY_ONE:
        turns = [np.array([number]) for number in range(math.prod(shape))]
    else:
        raise TypeError(f"np.{ufunc.__name__}.at of more than {ONE_BY_ONE} computed places: np.add.at, subtract.at, "
                        "minimum.at and maximum.at take any number; the others take that many if they are known")
    for turn in turns:
        at = tuple([each[turn] for each in places])
        a[at] = (ufunc(a[at]) if b is None else ufunc(a[at], values[turn])).astype(a.dtype)


def turns_of(entries):
    """Which of known entries come for the first time, which for the second..."""
    order = np.argsort(entries, kind="stable")
    ordered = entries[order]
    first = np.searchsorted(ordered, ordered)
    again = (np.arange(entries.size) - first)[np.argsort(order, kind="stable")]
    return [np.flatnonzero(again == turn) for turn in range(int(again.max()) + 1)] if entries.size else []


# --- a[places] = values ----------------------------------------------------------------------------------------------

def assigned(a, places, first, values, table=None, mask=None):
    """a[places] = values, where these arrays go along the axes from the first on: of several for one place the last stays.
    `table` says for each of these places which of the values it gets, or something below zero, where that is known; the
    `mask`, which of them are places at all."""
    many, shape = len(places), np.broadcast_shapes(*[np.shape(each) for each in places])
    front = np.moveaxis(a, tuple(range(first, first + many)), tuple(range(many)))
    lead, rest = front.shape[:many], front.shape[many:]
    if table is None:
        entries = np.broadcast_to(flat_places(places, lead), shape)
        entries = np.ravel(entries if mask is None else np.where(mask, entries, -1))
        table = gathered(np.maximum, entries, math.prod(lead), np.arange(math.prod(shape), dtype=np.int32))
    if np.ndim(values):
        values = np.broadcast_to(values, a.shape[:first] + shape + a.shape[first + many:])
        rows = np.moveaxis(values, tuple(range(first, first + len(shape))), tuple(range(len(shape))))
        values = np.reshape(np.reshape(rows, (math.prod(shape),) + rest)[np.maximum(table, 0)], lead + rest)
    front[...] = np.where(np.reshape(table, lead + (1,) * len(rest)) >= 0, values, front).astype(a.dtype)


def put(a, ind, v, mode="raise"):
    """Counted as they lie in memory; values begin again where there are more places."""
    flat, places, values = a.flat, np.ravel(np.asarray(ind)), np.ravel(as_put(v, a.dtype))
    if not (places.size and values.size):
        return
    if mode == "raise":
        look_inside(places, 0, a.size)
    places = places % a.size if mode == "wrap" else np.clip(places, 0, a.size - 1) if mode == "clip" else places
    flat[places] = values[np.arange(places.size) % values.size]


def place(arr, mask, vals):
    """One value after the other where the mask holds, and from the first again."""
    values = np.ravel(as_put(vals, arr.dtype))
    if not values.size:
        raise ValueError("Cannot insert from an empty array!")
    which = np.cumsum(np.ravel(mask) != 0) - 1
    arr[...] = np.where(mask, np.reshape(values[which % values.size], arr.shape), arr)


def putmask(a, mask, values):
    """As it lies there: a value that no place of the mask has is left out."""
    values = np.ravel(as_put(values, a.dtype))
    a[...] = np.where(mask, np.reshape(values[np.arange(a.size) % values.size], a.shape), a)


def copyto(dst, src, casting="same_kind", where=True):
    kind = None if isinstance(src, int) else np.asarray(src).dtype  # an int takes on the other's type
    if kind is not None and not np.can_cast(kind, dst.dtype, casting):
        raise TypeError(f"Cannot cast array data from {kind!r} to {dst.dtype!r} according to the rule {casting!r}")
    dst[...] = np.where(where, as_put(src, dst.dtype), dst)


def fill_diagonal(a, val, wrap=False):
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim == 2 and np.ndim(val) == 0 and not wrap:
        rows, columns = np.reshape(np.arange(a.shape[0]), (-1, 1)), np.arange(a.shape[1])
        a[...] = np.where(rows == columns, as_put(val, a.dtype), a)
        return
    if a.ndim > 2 and any([length != a.shape[0] for length in a.shape]):
        raise ValueError("All dimensions of input must be of equal length")
    step = 1 + sum([math.prod(a.shape[axis:]) for axis in range(1, a.ndim)])
    end = a.shape[1] ** 2 if a.ndim == 2 and not wrap else a.size
    put(a, np.arange(0, min(end, a.size), step), val)


def put_along_axis(arr, indices, values, axis):
    if axis is None:
        arr, axis = arr.flat, 0
    count, length = indices.shape[axis], arr.shape[axis]
    look_inside(indices, axis, length)
    if count > FEW or any(size != arr.shape[each] for each, size in enumerate(indices.shape) if each != axis % arr.ndim):
        arr[tuple(places_along(arr, indices, axis))] = values
        return
    values = np.broadcast_to(as_put(values, arr.dtype), indices.shape)  # each element asks those few
    numbers = np.reshape(np.arange(length), tuple([-1 if each == axis % arr.ndim else 1 for each in range(arr.ndim)]))
    for number in range(count):
        part = along(axis, arr.ndim, slice(number, number + 1))
        arr[...] = np.where(numbers == indices[part] % length, values[part], arr)


def places_along(arr, indices, axis):
    """An index for each axis, of which one is given."""
    found = []
    for each, length in enumerate(arr.shape):
        shape = tuple([length if each == other else 1 for other in range(arr.ndim)])
        found.append(indices if each == axis % arr.ndim else np.reshape(np.arange(length), shape))
    return found


def take_along_axis(arr, indices, axis=-1):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    look_inside(indices, axis, arr.shape[axis])
    return arr[tuple(places_along(arr, indices, axis))]


WRITTEN = {np.put: put, np.place: place, np.putmask: putmask, np.copyto: copyto, np.fill_diagonal: fill_diagonal,
           np.put_along_axis: put_along_axis, np.take_along_axis: take_along_axis}
