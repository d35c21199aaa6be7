"""NumPy's functions that take whole arrays apart, or put them together, written in NumPy: for the tracer to walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math

import numpy as np

from ..numpy.arrays import ravel_multi_index, unravel_index
from .functions import FEW, along, axis_of, lying_between


def put_side_by_side(listed, shape, dtype):
    """The items of a list, each in its place along the first axis."""
    found = np.empty((len(listed), *shape), dtype)
    for i in range(len(listed)):
        found[i] = listed[i]
    return found


def tri_mask(m, k):
    return np.reshape(np.arange(m.shape[-2 if m.ndim > 1 else 0]), (-1, 1)) + k >= np.arange(m.shape[-1])


def tril(m, k=0):
    return np.where(tri_mask(m, k), m, np.zeros(1, m.dtype)[0])


def triu(m, k=0):
    return np.where(tri_mask(m, k - 1), np.zeros(1, m.dtype)[0], m)


def diag(v, k=0):
    if v.ndim == 2:
        return np.diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    if not len(v):
        return np.zeros((abs(k), abs(k)), v.dtype)
    size = len(v) + abs(k)
    rows, columns = np.reshape(np.arange(size), (-1, 1)), np.arange(size)
    here = np.take(v, np.clip(np.arange(size) - max(k, 0), 0, len(v) - 1))
    return np.where(columns - rows == k, here, np.zeros(1, v.dtype)[0])


def array_split(ary, indices_or_sections, axis=0):
    length = ary.shape[axis]
    if isinstance(indices_or_sections, (int, np.integer)):
        many = int(indices_or_sections)
        lengths = [length // many + (i < length % many) for i in range(many)]
        ends = [sum(lengths[:i]) for i in range(many + 1)]
    else:
        ends = [0, *[int(each) for each in indices_or_sections], length]
    return [ary[along(axis, ary.ndim, slice(first, last))] for first, last in zip(ends[:-1], ends[1:])]


def split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, (int, np.integer)) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def split_along(axis):
    def meaning(ary, indices_or_sections):
        name, least = (("vsplit", 2), ("hsplit", 1), ("dsplit", 3))[axis]
        if ary.ndim < least:
            raise ValueError(f"{name} only works on arrays of {least} or more dimensions")
        return split(ary, indices_or_sections, 0 if axis == 1 and ary.ndim == 1 else axis)

    return meaning


def as_put(values, dtype):
    """What is put into an array of a type, which Python's own ints have to fit."""
    return np.asarray(values, dtype)


def insert(arr, obj, values, axis=None):
    """At one place, or at several known ones."""
    if axis is None:
        arr, axis = np.ravel(arr), 0
    axis = axis_of(axis, arr.ndim)
    if not np.size(obj):
        return np.copy(arr)
    places = np.insert(np.arange(arr.shape[axis]), obj, -1)
    new, lines = places == -1, tuple([-1 if each == axis else 1 for each in range(arr.ndim)])
    values = as_put(values, arr.dtype)
    if values.ndim and np.ndim(obj):
        values = np.take(values, np.clip(np.cumsum(new) - 1, 0, values.shape[0] - 1), axis=0)
        values = np.reshape(values, lines) if values.ndim == 1 else values
    values = values[..., None] if values.ndim == arr.ndim - 1 and values.ndim and axis == arr.ndim - 1 else values
    there = np.take(arr if arr.shape[axis] else np.resize(arr, arr.shape[:axis] + (1,) + arr.shape[axis + 1:]),
                    np.maximum(places, 0), axis=axis)
    found = np.where(np.reshape(new, lines), values, there)
    return found.astype(arr.dtype)


def diagflat(v, k=0):
    return diag(np.ravel(v), k)


def at_least(dims):
    def meaning(*arys):
        found = [np.reshape(each, (1,) * (dims - np.ndim(each)) + np.shape(each)) if np.ndim(each) < dims else each
                 for each in arys]
        return found[0] if len(found) == 1 else tuple(found)

    return meaning


def broadcast_arrays(*args):
    shape = np.broadcast_shapes(*[np.shape(each) for each in args])
    return tuple([np.broadcast_to(each, shape) for each in args])


def resize(a, new_shape):
    new_shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    if not a.size:
        return np.zeros(new_shape, a.dtype)
    return np.reshape(np.take(np.ravel(a), np.arange(math.prod(new_shape)) % a.size), new_shape)


def beside(key):
    """np.c_[a, b], of arrays."""
    key = key if isinstance(key, tuple) else (key,)
    parts = [np.r_[each] if isinstance(each, slice) else np.asarray(each) for each in key]
    return np.concatenate([each if each.ndim > 1 else np.reshape(each, (-1, 1)) for each in parts], axis=-1)


def behind(key):
    """np.r_[a, 1.0, b], of arrays and numbers."""
    key = [np.r_[each] if isinstance(each, slice) else each for each in (key if isinstance(key, tuple) else (key,))]
    kind, parts = np.result_type(*key), [np.asarray(each) for each in key]
    return np.concatenate([(each if each.ndim else np.reshape(each, (1,))).astype(kind) for each in parts], axis=0)


def piecewise(x, condlist, funclist):
    """What the last condition that holds says; a function is asked for each element."""
    conditions = [np.asarray(each) for each in condlist]
    if x.ndim and not conditions[0].ndim:  # it is one condition
        conditions = [np.asarray(condlist)]
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        raise ValueError(f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions "
                         "are expected")
    found, default = np.zeros_like(x), funclist[-1] if len(funclist) > len(conditions) else 0
    for condition, each in zip([np.array(True), *conditions], [default, *funclist]):
        value = each(x).astype(x.dtype) if callable(each) else np.full((), each, x.dtype)
        found = np.where(condition, value, found)
    return found


def unpackbits(a, axis=None, count=None, bitorder="big"):
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if axis is None:
        a, axis = np.ravel(a), 0
    axis = axis_of(axis, a.ndim)
    shifts = np.arange(8, dtype=np.uint8)[::-1 if bitorder == "big" else 1]
    if a.ndim == 1:
        bits = np.ravel((a[:, None] >> shifts) & np.uint8(1))
    else:
        lines = tuple([-1 if each == axis else 1 for each in range(a.ndim)])
        bits = (np.repeat(a, 8, axis=axis) >> np.reshape(np.tile(shifts, a.shape[axis]), lines)) & np.uint8(1)
    beyond = 0 if count is None else count - 8 * a.shape[axis]
    if beyond > 0:
        return np.pad(bits, [(0, beyond if each == axis else 0) for each in range(a.ndim)])
    return bits if count is None else bits[along(axis, a.ndim, slice(0, count))]


def packbits(a, axis=None, bitorder="big"):
    if axis is None:
        a, axis = np.ravel(a), 0
    axis, found = axis_of(axis, a.ndim), 0
    short = tuple([-each % 8 if at == axis else each for at, each in enumerate(a.shape)])
    bits = np.concatenate([a != 0, np.zeros(short, bool)], axis=axis)
    for place in range(8):
        part = bits[along(axis, a.ndim, slice(place, None, 8))].astype(np.uint8)
        found = found + part * np.uint8(1 << (7 - place if bitorder == "big" else place))
    return found


def append(arr, values, axis=None):
    if axis is None:
        arr, values, axis = np.ravel(arr), np.ravel(values), 0
    return np.concatenate([arr, values], axis=axis)


def delete(arr, obj, axis=None):
    if axis is None:
        arr, axis = np.ravel(arr), 0
    if isinstance(obj, int):
        size, left = arr.shape[axis], np.arange(arr.shape[axis] - 1)
        if not -size <= obj < size:
            raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {size}")
        return np.take(arr, left + (left >= obj % size), axis=axis)
    return np.take(arr, np.delete(np.arange(arr.shape[axis]), obj), axis=axis)


def block(arrays):
    def joined(part, depth):
        if not isinstance(part, (list, tuple)):
            return np.array(part, ndmin=dims)
        return np.concatenate([joined(each, depth - 1) for each in part], axis=-depth)

    def deep(part):
        return 1 + deep(part[0]) if isinstance(part, (list, tuple)) else 0

    def widest(part):
        return max([widest(each) for each in part]) if isinstance(part, (list, tuple)) else np.ndim(part)

    dims = max(deep(arrays), widest(arrays))
    return joined(arrays, deep(arrays))


def ediff1d(ary, to_end=None, to_begin=None):
    ary = np.ravel(ary)
    parts = [to_begin, ary[1:] - ary[:-1], to_end]
    for each, name in ((to_begin, "to_begin"), (to_end, "to_end")):
        if each is not None and not np.can_cast(np.asarray(each).dtype, ary.dtype, "same_kind"):
            raise TypeError(f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule.")
    return np.concatenate([np.ravel(np.asarray(each)).astype(ary.dtype) for each in parts if each is not None])


def polyval(p, x):
    x = np.asarray(x)
    found = (0 * x).astype(np.result_type(x.dtype, np.asarray(p).dtype))
    for each in p:
        found = found * x + each
    return found


def compress(condition, a, axis=None):
    if axis is None or not a.ndim:
        a, axis = np.ravel(a), 0
    return np.take(a, np.flatnonzero(np.asarray(condition)), axis=axis)


def is_outside(places, size, mask=None):
    """Whether any place is none of an axis of such a size."""
    outside = (places < -size) | (places >= size)
    return np.any(outside if mask is None else outside & mask)


def look_inside(places, axis, size):
    """Of indices that a function of ours is called with. What ours call each other with lies inside: the tracer knows."""
    if is_outside(places, size):
        raise IndexError(f"index is out of bounds for axis {axis} with size {size}")


def choose(a, choices, mode="raise"):
    if mode == "raise" and np.any((a < 0) | (a >= len(choices))):
        raise ValueError("invalid entry in choice array")
    a = a % len(choices) if mode == "wrap" else np.clip(a, 0, len(choices) - 1) if mode == "clip" else a
    found = choices[0]
    for i, each in enumerate(choices):
        found = np.where(a == i, each, found)
    return found


def isin(element, test_elements, invert=False):
    tests = np.ravel(np.asarray(test_elements))
    if len(tests) > FEW:
        tests = np.sort(tests)
        found = tests[np.minimum(np.searchsorted(tests, element), len(tests) - 1)] == element
    else:
        found = np.zeros(np.shape(element), bool)
        for each in tests:
            found = found | (element == each)
    return ~found if invert else found


def rollaxis(a, axis, start=0):
    axis, start = axis_of(axis, a.ndim), start + a.ndim if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)


def digitize(x, bins, right=False):
    """How many of the bins, which rise or fall, lie before each number."""
    bins = np.asarray(bins)
    falls = bins[0] > bins[-1]
    found = searchsorted(np.where(falls, bins[::-1], bins), x, "left" if right else "right")
    return np.where(falls, len(bins) - found, found)


def searchsorted(a, v, side="left", sorter=None):
    """How many lie before each number: of few each is asked, of many by halves. NaN lies behind all others."""
    a, v = np.asarray(a), np.asarray(v)
    if a.ndim != 1:
        raise ValueError("object too deep for desired array" if a.ndim else "object of too small depth for desired array")
    if sorter is not None:
        a = a[sorter]
    lost, length = v != v, len(a)

    def is_before(each):
        return (v >= each) | lost if side == "right" else (v > each) | (lost & (each == each))

    if length <= FEW:
        many = sum([is_before(each).astype(np.int64) for each in a], np.zeros(np.shape(v), np.int64))
        return lying_between(many, 0, length)
    place, step = np.zeros(np.shape(v), np.int32), 1 << length.bit_length() - 1
    while step:
        further = place + step
        place = np.where((further <= length) & is_before(a[np.minimum(further, length) - 1]), further, place)
        step //= 2
    return lying_between(place.astype(np.int64), 0, length)


def bincount(x, weights=None, minlength=0):
    """Of as many as `minlength` says, where it does: one of an array that has greater numbers is refused at the call. Else
    the first of all that are counted, up to the greatest number that there is."""
    x = np.asarray(x)
    if x.dtype.kind not in "biu" or x.dtype == np.uint64:
        raise TypeError(f"Cannot cast array data from {x.dtype!r} to dtype('int64') according to the rule 'safe'")
    if x.ndim != 1:
        raise ValueError("object too deep for desired array")
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    if not len(x):
        return np.zeros(minlength, np.int64 if weights is None else np.float64)
    most = 1 if x.dtype == bool else np.iinfo(x.dtype).max
    greatest = np.max(x) if x.dtype.itemsize > 2 or not minlength > most else most
    bins = minlength or min(most + 1, MOST_BINS)
    if x.dtype.kind == "i" and np.min(x) < 0:
        raise ValueError("'list' argument must have no negative elements")
    if bins <= most:
        outgrown(greatest >= bins, bins)
    counts = tallied(x, bins, weights)
    return counts if minlength else counts[np.arange(bins) <= greatest]


MOST_BINS = 1 << 16


def outgrown(over, bins):
    """Where so many bins are too few, the call says so. The tracer notes it (tracing/whole/tallying.py)."""


def tallied(entries, length, weights):
    """How often each number from 0 up to a length comes, or what those weigh together. This is what it is worth: the
    tracer makes a tally of it (tracing/whole/tallying.py)."""
    here = (entries >= 0) & (entries < length)
    return np.bincount(entries[here], None if weights is None else weights[here], length)


def vander(x, N=None, increasing=False):
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    if not (len(x) if N is None else N):
        return np.zeros((len(x), 0), np.result_type(x.dtype, np.int64))
    powers = [np.ones_like(x).astype(np.result_type(x.dtype, np.int64))]
    while len(powers) < (len(x) if N is None else N):
        powers.append(powers[-1] * x)
    return np.stack(powers if increasing else powers[::-1], axis=1)


def value_of_parts(real, imag):
    """What NumPy has for two parts."""
    kind = np.result_type(np.asarray(real).dtype, np.complex64)
    found = np.empty(np.shape(real), kind)
    found.real, found.imag = real, imag
    return found if found.shape else found[()]


WRITTEN = {
    np.tril: tril, np.triu: triu, np.diag: diag, np.array_split: array_split, np.split: split, np.append: append,
    np.delete: delete, np.block: block, np.ediff1d: ediff1d, np.polyval: polyval, np.compress: compress, np.choose: choose,
    np.isin: isin, np.rollaxis: rollaxis, np.digitize: digitize, np.searchsorted: searchsorted, np.bincount: bincount,
    np.vander: vander, np.hsplit: split_along(1), np.vsplit: split_along(0), np.dsplit: split_along(2), np.insert: insert,
    np.diagflat: diagflat, np.atleast_1d: at_least(1), np.atleast_2d: at_least(2),
    np.broadcast_arrays: broadcast_arrays, np.resize: resize, np.piecewise: piecewise,
    np.unpackbits: unpackbits, np.packbits: packbits,
    np.unravel_index: unravel_index, np.ravel_multi_index: ravel_multi_index,
}
