"""What reduce, accumulate and reduceat are of NumPy's functions of two numbers for which no fold is known, written in NumPy:
for the tracer to walk. What may be put together in any order is put together by halves; a difference or a quotient is one of
a sum or a product; anything else goes from line to line.
"""

from __future__ import annotations

import math

import numpy as np

from .functions import along, axis_of

IN_ANY_ORDER = {np.fmax, np.fmin, np.hypot, np.logaddexp, np.logaddexp2, np.gcd, np.lcm}


def reduced(ufunc, array, axis=0, dtype=None, out=None, keepdims=False, initial=None):
    """ufunc.reduce."""
    array = np.asarray(array)
    if axis is None and array.ndim > 1 and ufunc not in IN_ANY_ORDER:
        raise ValueError(f"reduction operation '{ufunc.__name__}' is not reorderable, so at most one axis may be specified")
    axes = tuple(range(array.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = tuple([axis_of(each, array.ndim) for each in axes])
    others = tuple([each for each in range(array.ndim) if each not in axes])
    lines = np.reshape(np.transpose(array, axes + others), (math.prod([array.shape[each] for each in axes]),)
                       + tuple([array.shape[each] for each in others]))
    lines = lines if dtype is None else lines.astype(dtype)
    if initial is not None:
        lines = np.concatenate([np.full((1,) + lines.shape[1:], initial, lines.dtype), lines])
    found = together(ufunc, lines)
    if keepdims:
        found = np.reshape(found, tuple([1 if each in axes else length for each, length in enumerate(array.shape)]))
    if out is None:
        return found
    out[...] = found
    return out


def together(ufunc, lines):
    if ufunc.identity is not None and len(lines) < 2:
        kind = lines.dtype if lines.dtype.kind == "f" or ufunc.identity == 0 else float
        none = np.full(lines.shape[1:], ufunc.identity, kind)
        return ufunc(none, lines[0]) if len(lines) else none.astype(ufunc(lines[:0], lines[:0]).dtype)
    if not len(lines):
        raise ValueError(f"zero-size array to reduction operation {ufunc.__name__} which has no identity")
    first, others = lines[0], lines[1:]
    if len(lines) == 1:
        return first.astype(ufunc(lines[:0], lines[:0]).dtype)
    if ufunc is np.subtract:
        return first - np.sum(others, axis=0, dtype=lines.dtype)
    if ufunc is np.divide:
        return first / np.prod(others, axis=0, dtype=(lines[:0] / lines[:0]).dtype)
    if ufunc in IN_ANY_ORDER:
        while len(lines) > 1:
            half = len(lines) // 2
            both = ufunc(lines[:half], lines[half:2 * half])
            lines = both if len(lines) % 2 == 0 else np.concatenate([both, lines[2 * half:].astype(both.dtype)])
        return lines[0]
    found = ufunc(first, lines[1])
    for number in range(2, len(lines)):
        found = ufunc(found, lines[number])
    return found


def accumulated(ufunc, array, axis=0, dtype=None, out=None):
    """ufunc.accumulate."""
    lines = np.moveaxis(np.asarray(array), axis, 0)
    lines = lines if dtype is None else lines.astype(dtype)
    found = np.moveaxis(running(ufunc, lines), 0, axis)
    if out is None:
        return found
    out[...] = found
    return out


def running(ufunc, lines):
    kind = ufunc(lines[:0], lines[:0]).dtype
    if len(lines) < 2:
        return lines.astype(kind)
    first, others = lines[:1].astype(kind), lines[1:]
    if ufunc is np.subtract:
        return np.concatenate([first, first - np.cumsum(others, axis=0, dtype=kind)])
    if ufunc is np.divide:
        return np.concatenate([first, first / np.cumprod(others, axis=0, dtype=kind)])
    if ufunc in IN_ANY_ORDER:  # each of twice as many as before
        found, reach = lines.astype(kind), 1
        while reach < len(lines):
            found = np.concatenate([found[:reach], ufunc(found[reach:], found[:-reach])])
            reach = 2 * reach
        return found
    found = np.zeros(lines.shape, kind)
    found[0] = lines[0]
    for number in range(1, len(lines)):
        found[number] = ufunc(found[number - 1], lines[number])
    return found


def reduced_between(ufunc, array, indices, axis=0, dtype=None, out=None):
    """ufunc.reduceat: of what lies from each index to the next, or of a single item where that does not lie behind."""
    length = array.shape[axis]
    for each in indices:
        if not 0 <= each < length:
            raise IndexError(f"index {each} out-of-bounds in {ufunc.__name__}.reduceat [0, {length})")
    parts = [slice(first, max(first + 1, last)) for first, last in zip(indices, [*indices[1:], length])]
    found = np.stack([ufunc.reduce(array[along(axis, array.ndim, part)], axis=axis, dtype=dtype) for part in parts],
                     axis=axis)
    if out is None:
        return found
    out[...] = found
    return out
