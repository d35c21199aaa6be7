"""Parts of arrays that have as many elements as a number says (pieces.py), put together with others, turned, and laid out in
other ways: in NumPy, for the tracer to walk.

    FUNCTIONS   NumPy's function → what it gives of such parts
"""

from __future__ import annotations

import math

import numpy as np

from ...language.functions import is_known
from .functions import along, flip, lying_between
from .padded import of_sides
from .pieces import Piece, fitted, made, numbers, see_alike, shape_at, there

# --- put together ----------------------------------------------------------------------------------------------------

def concatenate(arrays, axis=0):
    if isinstance(arrays, Piece):
        return one_behind_the_other(arrays, axis)
    parts = [raveled(each) if axis is None else np.asarray(each) for each in arrays]
    ndim = parts[0].ndim
    if any([each.ndim != ndim for each in parts]):
        raise ValueError("all the input array dimensions must match in number")
    axis = 0 if axis is None else axis % ndim
    counts, shape = along_others(parts, axis)
    kind, most = np.result_type(*[each.dtype for each in parts]), shape[axis]
    here, start, found = numbers(most), 0, None
    for part in parts:
        size = size_of(part, axis)
        if size:
            near = fitted(part, tuple([size if each == axis else length for each, length in enumerate(shape)]))
            there = np.take(near, np.clip(here - start, 0, size - 1), axis=axis).astype(kind)
            found = there if found is None else np.where(on_axis(here >= start, axis, ndim), there, found)
        start = start + part.shape[axis]
    found = np.zeros(shape, kind) if found is None else found
    grows = any([isinstance(each, Piece) and each.counts[axis] is not None for each in parts])
    return made(found, tuple([(start if grows else None) if each == axis else count for each, count in enumerate(counts)]))


def one_behind_the_other(rows, axis):
    """A part whose rows are what is put together: of a list that a loop has filled, nobody knows how many."""
    if axis is None:
        return raveled(rows)
    first = axis % (rows.ndim - 1)
    others = [each for each in range(rows.ndim - 1) if each != first]
    turned = transpose(rows, [0, first + 1, *[each + 1 for each in others]])
    joined = reshape(turned, [-1, *turned.whole.shape[2:]])
    return transpose(joined, [*range(1, first + 1), 0, *range(first + 1, joined.ndim)])


def along_others(parts, axis):
    """How many elements parts have along the other axes, which is the same for all; and at most, along this one together."""
    counts, shape = [], []
    for each in range(parts[0].ndim):
        sizes, count = [size_of(part, each) for part in parts], None
        for part in parts:
            own = part.counts[each] if isinstance(part, Piece) else None
            count = own if count is None else count
        for part in parts:
            if each != axis and count is not None:
                see_alike(shape_at(part, each) if isinstance(part, Piece) else part.shape[each], count)
        if each != axis and count is None and min(sizes) != max(sizes):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly")
        counts.append(count)
        shape.append(sum(sizes) if each == axis else min(sizes))
    return counts, tuple(shape)


def size_of(part, axis):
    """How many elements a part has along an axis, at most."""
    return part.whole.shape[axis] if isinstance(part, Piece) else part.shape[axis]


def on_axis(line, axis, ndim):
    return np.reshape(line, tuple([-1 if each == axis else 1 for each in range(ndim)]))


def stack(arrays, axis=0):
    if isinstance(arrays, Piece):
        first = axis % arrays.ndim
        return transpose(arrays, [*range(1, first + 1), 0, *range(first + 1, arrays.ndim)])
    arrays = [np.asarray(each) for each in arrays]
    axis = axis % (arrays[0].ndim + 1)
    return concatenate([each[(slice(None),) * axis + (None,)] for each in arrays], axis)


def vstack(tup):
    if isinstance(tup, Piece):
        return tup[:, None] if tup.ndim == 1 else tup if tup.ndim == 2 else concatenate(tup)
    return concatenate([each[None, :] if each.ndim == 1 else each for each in map(np.asarray, tup)])


def hstack(tup):
    if isinstance(tup, Piece):
        return tup if tup.ndim == 1 else concatenate(tup, 0 if tup.ndim == 2 else 1)
    parts = [np.atleast_1d(each) if not isinstance(each, Piece) else each for each in tup]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def column_stack(tup):
    if isinstance(tup, Piece):
        return tup[None] if tup.ndim == 1 else tup.T if tup.ndim == 2 else concatenate(tup, 1)
    return concatenate([each[:, None] if each.ndim == 1 else each for each in map(np.asarray, tup)], 1)


def dstack(tup):
    if isinstance(tup, Piece):
        return concatenate(tup, 2) if tup.ndim == 4 else stack(tup, -1)[(None,) * (3 - tup.ndim)]
    return concatenate([each[None, :, None] if each.ndim == 1 else each[..., None] if each.ndim == 2 else each
                        for each in map(np.asarray, tup)], 2)


def append(arr, values, axis=None):
    return concatenate([arr, np.asarray(values)], axis)


def beside_or_behind(way, key):
    """np.c_[a[:k], b[:k]], np.r_[a[:k], 1.0, b]."""
    parts = key if isinstance(key, tuple) else (key,)
    if way is np.c_:
        return column_stack(parts)
    parts = [np.r_[each] if isinstance(each, slice) else each for each in parts]
    return concatenate([np.atleast_1d(each) for each in parts]).astype(np.result_type(*parts))


def pad(array, pad_width, mode="constant", constant_values=0):
    if mode not in ("constant", "edge"):
        raise TypeError(f"np.pad(mode={mode!r}) of a part of an array whose ends are only known when the function runs: say "
                        "what stands beside it, with np.concatenate")
    values = of_sides(constant_values, array.ndim)
    for axis, (wide, given) in enumerate(zip(of_sides(pad_width, array.ndim), values)):
        sides = [array[along(axis, array.ndim, slice(0, 1))], array[along(axis, array.ndim, slice(-1, None))]]
        left, right = [np.repeat(side if mode == "edge" else np.full_like(side, number), many, axis=axis)
                       for side, many, number in zip(sides, wide, given)]
        array = concatenate([left, array, right], axis)
    return array


# --- laid out otherwise ----------------------------------------------------------------------------------------------

def raveled(piece):
    if not isinstance(piece, Piece):
        return np.ravel(piece)
    if piece.ndim == 1:
        return piece
    if all([count is None for count in piece.counts[1:]]):
        return Piece(np.ravel(piece.whole), (piece.size,))
    number, places = numbers(piece.whole.size), []
    for axis in range(piece.ndim - 1, -1, -1):
        size = max(piece.shape[axis], 1)
        last = piece.whole.shape[axis] - 1
        places.append(lying_between(np.minimum(number % size if axis else number, last), 0, last))
        number = number // size
    return Piece(piece.whole[tuple(places[::-1])], (piece.size,))


def reshape(piece, *shape):
    """With as many rows as there are, or with a shape that is known."""
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
    flat = raveled(piece)
    if not all([is_known(each) for each in shape]):
        raise TypeError("a part of an array whose ends are only known when the function runs is laid out with as many rows: "
                        "give -1 for how many there are")
    if -1 not in shape:
        see_alike(flat.shape[0], math.prod(shape))
        return np.reshape(fitted(flat, (math.prod(shape),)), tuple(shape))
    at, inner = list(shape).index(-1), -math.prod(shape)
    if flat.shape[0] % inner != 0:
        raise ValueError(f"cannot reshape array of such a size into shape {tuple(shape)}")
    many = -(-flat.whole.shape[0] // inner)
    if any([each != 1 for each in shape[:at]]):
        raise TypeError("a part of an array whose ends are only known when the function runs is laid out in rows: give -1 "
                        "as the first of the shape, and transpose it")
    whole = np.reshape(fitted(flat, (many * inner,)), tuple([many if each == -1 else each for each in shape]))
    return Piece(whole, tuple([flat.shape[0] // inner if each == -1 else None for each in shape]))


def roll(piece, shift, axis=None):
    if axis is None and piece.ndim > 1:
        raise TypeError("np.roll() of a part of an array whose rows have as many elements as a number says: give an axis")
    axis = 0 if axis is None else axis % piece.ndim
    if piece.counts[axis] is None:
        return Piece(np.roll(piece.whole, shift, axis), piece.counts)
    size = max(piece.counts[axis], 1)
    places = lying_between((numbers(piece.whole.shape[axis]) - shift) % size, 0, piece.whole.shape[axis] - 1)
    return Piece(np.take(piece.whole, places, axis=axis), piece.counts)


def repeat(piece, repeats, axis=None):
    piece, axis = (raveled(piece), 0) if axis is None else (piece, axis % piece.ndim)
    counts = [count if each != axis or count is None else count * repeats for each, count in enumerate(piece.counts)]
    return Piece(np.repeat(piece.whole, repeats, axis=axis), tuple(counts))


def tile(piece, reps):
    if piece.ndim > 1 or np.ndim(reps):
        raise TypeError("np.tile() of a part of an array whose ends are only known when the function runs is one of a line")
    size, most = max(piece.shape[0], 1), piece.whole.shape[0]
    return Piece(piece.whole[lying_between(numbers(most * reps) % size, 0, most - 1)], (piece.shape[0] * reps,))


def transpose(piece, axes=None):
    axes = tuple(range(piece.ndim))[::-1] if axes is None else tuple(axes)
    return Piece(np.transpose(piece.whole, axes), tuple([piece.counts[axis] for axis in axes]))


def swapaxes(piece, axis1, axis2):
    axes = list(range(piece.ndim))
    axes[axis1], axes[axis2] = axes[axis2], axes[axis1]
    return transpose(piece, axes)


def take(piece, indices, axis=None):
    if axis is None:
        return raveled(piece)[indices]
    return piece[along(axis, piece.ndim, indices)]


def expand_dims(piece, axis):
    return piece[(slice(None),) * (axis % (piece.ndim + 1)) + (None,)]


# --- where they are --------------------------------------------------------------------------------------------------

def nonzero(piece):
    return np.nonzero((piece.whole != 0) & there(piece))


def argwhere(piece):
    return np.argwhere((piece.whole != 0) & there(piece))


def flatnonzero(piece):
    return nonzero(raveled(piece))[0]


# --- like another ----------------------------------------------------------------------------------------------------

def array(piece, dtype=None, copy=True):
    return piece.copy() if dtype is None else piece.astype(dtype)


def asarray(piece, dtype=None):
    return piece if dtype is None else piece.astype(dtype)


def result_type(*arrays):
    return np.result_type(*[each.dtype if isinstance(each, Piece) else each for each in arrays])


def like(function):
    return lambda a, *more, **options: Piece(function(a.whole, *more, **options), a.counts)


def listed(values, most, shape, dtype):
    """An array of the items of a list, of which there are so many at most."""
    many, whole = len(values), np.empty((most,) + shape, dtype)
    for i in range(many):
        whole[i] = values[i]
    return Piece(whole, (many,) + (None,) * len(shape))


def gone_through(values, most, shape, dtype):
    """The same of a list that can only be gone through."""
    many, whole = 0, np.empty((most,) + shape, dtype)
    for each in values:
        whole[many] = each
        many = many + 1
    return Piece(whole, (many,) + (None,) * len(shape))


FUNCTIONS = {
    np.concatenate: concatenate, np.stack: stack, np.vstack: vstack, np.hstack: hstack, np.column_stack: column_stack,
    np.dstack: dstack,
    np.append: append, np.pad: pad, np.ravel: raveled, np.reshape: reshape, np.roll: roll, np.repeat: repeat, np.tile: tile,
    np.transpose: transpose, np.swapaxes: swapaxes, np.take: take, np.expand_dims: expand_dims, np.flip: flip,
    np.nonzero: nonzero, np.argwhere: argwhere, np.flatnonzero: flatnonzero, np.array: array, np.asarray: asarray,
    np.asanyarray: asarray, np.atleast_1d: lambda a: a, np.atleast_2d: lambda a: a[None, :] if a.ndim == 1 else a,
    np.result_type: result_type, np.ascontiguousarray: asarray, np.copy: Piece.copy, np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim, np.size: lambda a: a.size, len: lambda a: a.shape[0],
}
FUNCTIONS |= {each: like(each) for each in (np.zeros_like, np.ones_like, np.empty_like, np.full_like)}
FUNCTIONS[type(np.c_).__getitem__] = beside_or_behind
OF_LISTS = {concatenate, stack, vstack, hstack, dstack, column_stack, beside_or_behind}  # which take a list of arrays
METHODS = {"ravel": raveled, "flatten": lambda piece: raveled(piece).copy(), "reshape": reshape, "repeat": repeat,
           "transpose": lambda piece, *axes: transpose(piece, axes or None), "swapaxes": swapaxes, "take": take,
           "nonzero": nonzero}
