"""What scipy.ndimage makes of whole arrays between their numbers (zoom, shift, rotate...), written in NumPy: for the tracer
to walk. Where something is read is known to the host mostly, in doubles; so are the weights of what lies around.

    WRITTEN     the module and the name → what it means
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from .functions import type_of
from .local import for_each, widened

POLES = {2: math.sqrt(8) - 3, 3: math.sqrt(3) - 2}  # of the filter that makes a spline go through all numbers
MODES = {"grid-mirror": "reflect", "reflect": "reflect", "mirror": "mirror", "nearest": "nearest", "wrap": "wrap",
         "grid-wrap": "grid-wrap", "constant": "constant", "grid-constant": "grid-constant"}
FILTERED = {"reflect": "reflect", "grid-wrap": "grid-wrap"}  # how an array goes on for that filter; else as a mirror
PADDED = 12  # numbers beyond an edge that a spline is made through, as there


def prepared(input, order, mode, cval, prefilter):
    """The numbers that a spline adds up, and how many stand before the first."""
    if order not in (0, 1, 2, 3):
        raise TypeError("scipy.ndimage's interpolation of whole arrays has order=0, 1, 2 or 3")
    a = input.astype(np.result_type(input.dtype, np.float32))
    more = PADDED if prefilter and order > 1 and mode in ("nearest", "grid-constant") else 0
    a = widened(a, [more] * a.ndim, [more] * a.ndim, mode, cval)
    if prefilter and order > 1:
        for axis in range(a.ndim):
            matrix = filter_of(a.shape[axis], POLES[order], FILTERED.get(mode, "mirror")).astype(a.dtype)
            last = axis == a.ndim - 1
            a = np.matmul(a, matrix.T.copy()) if last else np.moveaxis(np.tensordot(matrix, a, axes=(1, axis)), 0, axis)
    return a, more


def filter_of(length, pole, mode):
    """The filter as a matrix, whose product lies in memory before its numbers are read again."""
    far = math.ceil(-36 / math.log(-pole))
    places, found = np.arange(length), np.zeros((length, length))
    for k in range(-far, far + 1):
        found[places, place_of(places + k, length, mode)] += (1 - pole) / (1 + pole) * pole ** abs(k)
    return found


def around(c, order):
    """Which numbers are added up at such coordinates: the first, and the weight of each."""
    first = np.floor(c if order % 2 else c + 0.5)
    t = c - first
    if order == 0:
        return first, [1.0]
    if order == 1:
        return first, [1 - t, t]
    if order == 2:
        return first - 1, [(0.5 - t) ** 2 / 2, 0.75 - t * t, (0.5 + t) ** 2 / 2]
    u = 1 - t
    return first - 1, [u ** 3 / 6, (4 - 6 * t * t + 3 * t ** 3) / 6, (4 - 6 * u * u + 3 * u ** 3) / 6, t ** 3 / 6]


def brought(c, length, mode):
    """Coordinates that lie outside, where these are brought inside, and not what is read."""
    if mode == "nearest":
        return np.clip(c, 0, length - 1)
    if mode == "wrap" and length > 1:
        period = length - 1
        below = c + period * (np.floor(-c / period) + 1)
        return np.where(c < 0, below, np.where(c > period, c - period * np.floor(c / period), c))
    return c


def place_of(index, length, mode):
    if mode == "grid-wrap":
        return index % length
    if mode == "reflect":
        index = index % (2 * length)
        return np.minimum(index, 2 * length - 1 - index)
    if mode == "grid-constant":
        return np.clip(index, 0, length - 1)
    index = index % max(2 * length - 2, 1)
    return np.minimum(index, 2 * length - 2 - index)


def read_along(c, length, order, mode, more):
    """Along an axis: of each number that is added up the place, its weight and whether it is one of the array's."""
    first, weights = around(brought(c + more, length, mode), order)
    found = []
    for k, weight in enumerate(weights):
        index = (first + k).astype(np.int32)
        there = (index >= 0) & (index < length) if mode == "grid-constant" else None
        found.append((place_of(index, length, mode), weight, there))
    return found


def outside(c, length, mode):
    return (c < 0) | (c > length - 1) if mode == "constant" else None


def delivered(found, a, output):
    """As an array of the type that is asked for: whole numbers are the nearest."""
    kind = type_of(a, output)
    if kind.kind == "u":
        found = np.clip(np.floor(found + 0.5), 0, np.iinfo(kind).max)
    elif kind.kind == "i":
        found = np.where(found > 0, np.floor(found + 0.5), np.ceil(found - 0.5))
    elif kind.kind == "b":
        found = np.trunc(found) != 0
    found = found.astype(kind)
    if output is None or isinstance(output, (str, type, np.dtype)):
        return found
    output[...] = found
    return output


def along_axes(input, coordinates, order, mode, cval, prefilter, output):
    """Of places that are told for each axis by itself."""
    mode = MODES[mode]
    a, more = prepared(input, order, mode, cval, prefilter)
    for axis, (c, before) in enumerate(zip(coordinates, input.shape)):
        shape = tuple([-1 if axis == other else 1 for other in range(a.ndim)])
        total = None
        for place, weight, there in read_along(c, a.shape[axis], order, mode, more):
            part = np.take(a, place, axis=axis)
            part = part if there is None else np.where(np.reshape(there, shape), part, cval).astype(a.dtype)
            part = part * (np.reshape(weight, shape).astype(a.dtype) if np.ndim(weight) else a.dtype.type(weight))
            total = part if total is None else total + part
        lost = outside(c, before, mode)
        a = total if lost is None else np.where(np.reshape(lost, shape), cval, total).astype(a.dtype)
    return delivered(a, input, output)


def at_places(input, coordinates, order, mode, cval, prefilter, output):
    """Of any places: for each axis an array of coordinates, of the last axes."""
    mode, count = MODES[mode], len(coordinates)
    a, more = prepared(input, order, mode, cval, prefilter)
    axes = [read_along(c, length, order, mode, more) for c, length in zip(coordinates, a.shape)]
    total = lost = None
    for each in itertools.product(*axes):
        part = a[tuple([place for place, _, _ in each])]
        for _, _, there in each:
            part = part if there is None else np.where(there, part, cval).astype(a.dtype)
        for _, weight, _ in each:
            part = part * (weight.astype(a.dtype) if np.ndim(weight) else a.dtype.type(weight))
        total = part if total is None else total + part
    for axis in range(count):
        missing = outside(coordinates[axis], input.shape[axis], mode)
        lost = missing if lost is None else lost | missing
    return delivered(total if lost is None else np.where(lost, cval, total).astype(a.dtype), input, output)


def zoom(input, zoom, output=None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    places = []
    for length, times in zip(input.shape, for_each(zoom, input.ndim)):
        many = round(length * times)
        if grid_mode:
            places.append((np.arange(many) + 0.5) * (length / many) - 0.5)
        else:
            places.append(np.arange(many) * ((length - 1) / (many - 1) if many > 1 else 1.0))
    return along_axes(input, places, order, mode, cval, prefilter, output)


def shift(input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    places = [np.arange(length) + -by for length, by in zip(input.shape, for_each(shift, input.ndim))]
    return along_axes(input, places, order, mode, cval, prefilter, output)


def map_coordinates(input, coordinates, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    coordinates = np.asarray(coordinates)
    if len(coordinates) != input.ndim:
        raise RuntimeError("invalid shape for coordinate array")
    places = [coordinates[axis].astype(np.float64) for axis in range(input.ndim)]
    return at_places(input, places, order, mode, cval, prefilter, output)


def affine_transform(input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode="constant", cval=0.0,
                     prefilter=True):
    matrix, count = np.asarray(matrix), input.ndim
    if matrix.ndim == 2 and matrix.shape[1] == count + 1:
        matrix, offset = matrix[:count, :count], matrix[:count, count]
    shape = input.shape if output_shape is None else tuple(output_shape)
    moved = for_each(offset, count) if np.ndim(offset) == 0 else [offset[axis] for axis in range(count)]
    if matrix.ndim == 1:
        places = [np.arange(length) * matrix[axis] + moved[axis] for axis, length in enumerate(shape)]
        return along_axes(input, places, order, mode, cval, prefilter, output)
    grid = np.meshgrid(*map(np.arange, shape), indexing="ij")
    places = []
    for row in range(count):
        place = moved[row]
        for axis in range(count):
            place = place + matrix[row, axis] * grid[axis]
        places.append(place)
    return at_places(input, places, order, mode, cval, prefilter, output)


def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    if input.ndim != 2:
        raise TypeError("scipy.ndimage.rotate() of whole arrays turns planes: call it for each")
    quarters = np.rint(angle / 90)  # which turn exactly: else a row would lie outside by a rounding
    c, s = np.cos(np.deg2rad(angle - 90 * quarters)), np.sin(np.deg2rad(angle - 90 * quarters))
    for _ in range(int(quarters) % 4):
        c, s = -s, c
    matrix = np.array([[c, s], [-s, c]]) if sorted([axis % 2 for axis in axes]) == [0, 1] else None
    if matrix is None:
        raise ValueError("axes must be different")
    height, width = input.shape
    corners = matrix @ np.array([[0, 0, height, height], [0, width, 0, width]])
    shape = tuple([int(far + 0.5) for far in np.ptp(corners, axis=1)]) if reshape else input.shape
    offset = (np.array(input.shape) - 1) / 2 - matrix @ ((np.array(shape) - 1) / 2)
    return affine_transform(input, matrix, offset, shape, output, order, mode, cval, prefilter)


WRITTEN = {("scipy.ndimage", each.__name__): each for each in (zoom, shift, map_coordinates, affine_transform, rotate)}
