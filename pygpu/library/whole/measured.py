"""What scipy.ndimage measures of whole arrays (what hangs together, how far the nearest zero is, sums and extremes of all or
of parts that labels tell), written in NumPy: for the tracer to walk.

    WRITTEN    the module and the name → what it means
"""

from __future__ import annotations

import numpy as np

from ...language.functions import is_known
from .functions import along, walked
from .local import cross, neighbours, plain

FAR = 1e9  # there is no zero


# --- what hangs together ---------------------------------------------------------------------------------------------

def label(input, structure=None, output=None):
    """(labels, how many). Each number takes the least place of its run along each axis, and of where that says it is, until
    nothing changes: then the least place of all that hangs together."""
    structure = plain(structure)
    if not is_known(structure):
        raise TypeError("scipy.ndimage.label() of whole arrays takes a structure that is known while compiling")
    structure = cross(input.ndim) if structure is None else np.asarray(structure).astype(bool)
    if structure.shape != (3,) * input.ndim:
        raise RuntimeError("structure and input must have equal rank, and a structure of three each way")
    if not np.array_equal(structure, np.flip(structure)):
        raise ValueError("Input structure is not symmetric")
    output = np.int32 if output is None else output
    mask = input != 0
    count = mask.size
    if not count:
        return mask.astype(output), 0
    places = np.reshape(np.arange(count), mask.shape)
    least, before = np.where(mask, places, count), np.full(mask.shape, -1)
    while not np.array_equal(least, before):
        before = least
        for axis in range(mask.ndim):
            if structure[tuple([1 + (axis == each) for each in range(mask.ndim)])]:
                least = least_of_runs(least, mask, axis)
        least = np.where(mask, least_around(least, structure, count), count)
        least = np.where(mask, np.ravel(least)[np.where(mask, least, 0)], count)
    numbers = np.cumsum(np.ravel(mask & (least == places)))
    return np.where(mask, numbers[np.where(mask, least, 0)], 0).astype(output), numbers[-1]


def least_around(least, structure, none):
    found = least
    for _, each in neighbours(least, structure.shape, [0] * least.ndim, "constant", none, structure):
        found = np.minimum(found, each)
    return found


def least_of_runs(least, mask, axis):
    """Along a line each run is further below the one before than any two of its numbers are apart: so running extremes
    begin anew in each."""
    begins = mask.copy()
    later, sooner = along(axis, mask.ndim, slice(1, None)), along(axis, mask.ndim, slice(None, -1))
    begins[later] = mask[later] & ~mask[sooner]
    apart = np.cumsum(begins, axis=axis) * (mask.size + 1)
    forth = np.minimum.accumulate(np.where(mask, least - apart, mask.size), axis=axis) + apart
    back = np.flip(np.minimum.accumulate(np.flip(np.where(mask, forth + apart, FAR_PLACE), axis), axis=axis), axis) - apart
    return np.where(mask, back, least)


FAR_PLACE = 1 << 62


# --- how far the nearest zero is ---------------------------------------------------------------------------------------

def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    if return_indices or not return_distances or distances is not None or indices is not None:
        raise TypeError("scipy.ndimage.distance_transform_edt() of whole arrays gives distances alone")
    steps = [float(each) for each in np.broadcast_to(1 if sampling is None else plain(sampling), input.ndim)]
    if not input.size:
        return np.zeros(input.shape)
    zero, count = input == 0, input.shape[0]
    place = np.reshape(np.arange(count).astype(np.float64), (-1,) + (1,) * (input.ndim - 1))
    last = np.maximum.accumulate(np.where(zero, place, -FAR), axis=0)
    following = np.flip(np.minimum.accumulate(np.flip(np.where(zero, place, FAR), 0), axis=0), 0)
    far = np.minimum(place - last, following - place) * steps[0]
    found = far * far
    for axis in range(1, input.ndim):
        found = walked(nearest, found, axis, found.dtype, steps[axis])
    return np.sqrt(found)


def nearest(read, here, length, step):
    """The least along an axis with how far away it is, of one number; looked for no further than it can matter."""
    best = read(here)
    for far in range(1, length):
        away = far * step * (far * step)
        if away >= best:
            break
        best = min(best, away + min(read(max(here - far, 0)), read(min(here + far, length - 1))))
    return best


# --- of all, or of parts that labels tell ------------------------------------------------------------------------------

def chosen(input, labels, index):
    """(the numbers, whether each counts, and for each label whether one number is asked for) as lists, one for each."""
    input, labels, index = np.asarray(input), plain(labels), None if index is None else plain(np.asarray(index))
    if labels is None:
        return [(input, None)], True
    labels = np.broadcast_to(labels, input.shape)
    if index is None:
        return [(input, labels > 0)], True
    if not is_known(index):
        raise TypeError("what scipy.ndimage measures of parts of whole arrays has an index that is known while compiling")
    single = np.ndim(index) == 0
    return [(input, labels == each) for each in np.ravel(index).tolist()], single


def of_parts(one, keeps=False):
    """A measurement of each part: a number, or an array of them, which `keeps` the type of the numbers."""
    def meaning(input, labels=None, index=None):
        parts, single = chosen(input, labels, index)
        found = [one(values, mask) for values, mask in parts]
        return found[0] if single else found if isinstance(found[0], tuple) else np.stack(found).astype(
            found[0].dtype if keeps else np.float64)

    return meaning


def total(values, mask):
    return np.sum(values if mask is None else np.where(mask, values, 0).astype(values.dtype))


def mean(values, mask):
    return total(values, mask) / (np.float64(values.size) if mask is None else np.sum(mask).astype(np.float64))


def variance(values, mask):
    far = values - mean(values, mask)
    return mean(far * far, mask)


def standard_deviation(values, mask):
    return np.sqrt(variance(values, mask))


def extreme(function, worst):
    """The numbers of a part put together; what does not belong to it counts as little as can be."""
    def one(values, mask):
        if mask is None:
            return function(values)
        found = function(np.where(mask, values, worst(values.dtype)).astype(values.dtype))
        return np.where(np.any(mask), found, np.zeros(1, values.dtype)[0])  # (a label that is nowhere has 0 there)

    return one


def greatest(dtype):
    return np.inf if dtype.kind == "f" else np.iinfo(dtype).max if dtype.kind != "b" else True


def smallest(dtype):
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min if dtype.kind != "b" else False


def place_of(function, worst):
    best = extreme(function, worst)

    def one(values, mask):
        return tuple(np.unravel_index(best(values, mask), values.shape))

    return one


least, most = extreme(np.min, greatest), extreme(np.max, smallest)
place_of_least, place_of_most = place_of(np.argmin, greatest), place_of(np.argmax, smallest)


def center_of_mass(input, labels=None, index=None):
    parts, single = chosen(input, labels, index)
    found = []
    for values, mask in parts:
        weights = values * 1.0 if mask is None else np.where(mask, values, 0) * 1.0
        whole = np.sum(weights)
        grids = [np.reshape(np.arange(size), [-1 if axis == each else 1 for each in range(values.ndim)])
                 for axis, size in enumerate(values.shape)]
        found.append(tuple([np.sum(weights * grid) / whole for grid in grids]))
    return found[0] if single else found


def extrema(input, labels=None, index=None):
    return tuple([of_parts(one, True)(input, labels, index) for one in (least, most, place_of_least, place_of_most)])


WRITTEN = {("scipy.ndimage", name): meaning for name, meaning in {
    "label": label, "distance_transform_edt": distance_transform_edt, "center_of_mass": center_of_mass,
    "extrema": extrema, "sum": of_parts(total), "sum_labels": of_parts(total), "mean": of_parts(mean),
    "variance": of_parts(variance), "standard_deviation": of_parts(standard_deviation), "minimum": of_parts(least, True),
    "maximum": of_parts(most, True), "minimum_position": of_parts(place_of_least),
    "maximum_position": of_parts(place_of_most)}.items()}
