"""What scipy.ndimage makes of whole arrays from what lies around each of their numbers, and scipy.signal's convolutions,
written in NumPy: for the tracer to walk. What comes out has the type of what came in, between two axes too, as there.

    WRITTEN     the module and the name → what it means
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ...language.functions import is_known
from .chosen import last_number
from .functions import type_of

EDGES = {"reflect": "symmetric", "grid-mirror": "symmetric", "nearest": "edge", "mirror": "reflect", "wrap": "wrap",
         "grid-wrap": "wrap", "constant": "constant", "grid-constant": "constant"}
MANY = 400  # products that each number is the sum of: so many are a loop of the kernel


# --- what lies around ------------------------------------------------------------------------------------------------

def for_each(value, count):
    """A parameter for each axis, given once or for each."""
    return list(value) if isinstance(value, (tuple, list, np.ndarray)) else [value] * count


def which(axes, count):
    axes = range(count) if axes is None else (axes,) if isinstance(axes, int) else axes
    return [each % count for each in axes]


def widened(a, before, behind, mode, cval):
    """With as much of what is beyond its edges as is asked for; `mode` is one, or one for each axis."""
    modes = for_each(mode, a.ndim)
    for each in modes:
        if each not in EDGES:
            raise ValueError(f"boundary mode {each!r} not supported: it is one of {', '.join(EDGES)}")
    for axis, each in enumerate(modes):
        if before[axis] or behind[axis]:
            widths = [(before[axis], behind[axis]) if axis == other else (0, 0) for other in range(a.ndim)]
            more = {"constant_values": cval} if EDGES[each] == "constant" else {}
            a = np.pad(a, widths, mode=EDGES[each], **more)
    return a


def neighbours(a, shape, origins, mode, cval, taken=None):
    """The array as it is seen from each place of a window: so many arrays, with the place."""
    before = [size // 2 + origin for size, origin in zip(shape, origins)]
    behind = [size - 1 - size // 2 - origin for size, origin in zip(shape, origins)]
    for first, last in zip(before, behind):
        if first < 0 or last < 0:
            raise ValueError("invalid origin")
    wide = widened(a, before, behind, mode, cval)
    return [(place, wide[tuple([slice(at, at + length) for at, length in zip(place, a.shape)])])
            for place in itertools.product(*map(range, shape)) if taken is None or taken[place]]


def summable(a, weights, cval=0):
    """Whole numbers by whole weights are added up as such; a short float as a longer one."""
    if a.dtype.kind == "f":
        return a.astype(np.float32) if a.dtype == np.float16 else a
    return a.astype(np.int64 if np.asarray(weights).dtype.kind in "iub" and cval == int(cval) else np.float64)


def delivered(found, a, output):
    """As an array of the type that is asked for, or in the one that is given. A truth is the whole part of a fraction."""
    kind = type_of(a, output)
    found = (np.trunc(found) if kind.kind == "b" and found.dtype.kind == "f" else found).astype(kind)
    if output is None or isinstance(output, (str, type, np.dtype)):
        return found
    output[...] = found
    return output


def weighed(a, weights, origins, mode, cval):
    """The sum of what lies around, each by its weight."""
    shape, wide = np.shape(weights), summable(a, weights, cval)
    if math.prod(shape) > MANY:
        before = [size // 2 + origin for size, origin in zip(shape, origins)]
        behind = [size - 1 - first for size, first in zip(shape, before)]
        windows = np.lib.stride_tricks.sliding_window_view(widened(wide, before, behind, mode, cval), shape)
        return np.sum(windows * np.asarray(weights).astype(wide.dtype), axis=tuple(range(a.ndim, 2 * a.ndim)))
    weights = np.asarray(weights)
    found = None
    for place, each in neighbours(wide, shape, origins, mode, cval, weights != 0 if is_known(weights) else None):
        part = each * weights[place].astype(wide.dtype)
        found = part if found is None else found + part
    return found


def turned(weights, origins):
    """Weights and origins of a convolution as those of a correlation."""
    weights = np.asarray(weights)
    return np.flip(weights), [-origin - (size % 2 == 0) for size, origin in zip(weights.shape, origins)]


def spread(weights, axes, count):
    """A window that goes along some axes only, along all."""
    shape = [1] * count
    for size, axis in zip(np.shape(weights), axes):
        shape[axis] = size
    return np.reshape(np.asarray(weights), tuple(shape))


def correlate(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    axes = which(axes, input.ndim)
    if np.ndim(weights) != len(axes):
        raise RuntimeError(f"weights.ndim ({np.ndim(weights)}) must match len(axes) ({len(axes)})")
    origins = of_all_axes(origin, axes, input.ndim)
    found = weighed(input, spread(weights, axes, input.ndim), origins, mode, cval)
    return delivered(found, input, output)


def convolve(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    weights, origins = turned(weights, for_each(origin, np.ndim(weights)))
    return correlate(input, weights, output, mode, cval, origins, axes=axes)


def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    return correlate(input, weights, output, mode, cval, origin, axes=(axis,))


def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    return convolve(input, weights, output, mode, cval, origin, axes=(axis,))


# --- smooth, and steep -----------------------------------------------------------------------------------------------

def bell(sigma, order, radius):
    """The weights of a Gaussian, or of a derivative of it: a polynomial times that."""
    places = np.arange(-radius, radius + 1)
    heights = np.exp(-0.5 * (places / sigma) ** 2)
    polynomial = np.polynomial.Polynomial([1.0])
    for _ in range(order):
        polynomial = polynomial.deriv() - polynomial * np.polynomial.Polynomial([0, 1 / sigma ** 2])
    return heights / heights.sum() * polynomial(places)


def gaussian_filter1d(input, sigma, axis=-1, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None):
    sigma = float(sigma)
    radius = int(truncate * sigma + 0.5) if radius is None else radius
    return correlate1d(input, bell(sigma, order, radius)[::-1], axis, output, mode, cval)


def gaussian_filter(input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None):
    axes, found, kind = which(axes, input.ndim), input, type_of(input, output)
    for axis, each, times, edge, far in zip(axes, for_each(sigma, len(axes)), for_each(order, len(axes)),
                                            for_each(mode, len(axes)), for_each(radius, len(axes))):
        if each > 1e-15:
            found = gaussian_filter1d(found, each, axis, times, kind, edge, cval, truncate, radius=far)
    return delivered(found, input, output)


def uniform_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    total = weighed(input, spread(np.ones(size, np.int64), which(axis, input.ndim), input.ndim),
                    [origin if each == axis % input.ndim else 0 for each in range(input.ndim)], mode, cval)
    if total.dtype.kind == "f" or type_of(input, output).kind == "f":
        return delivered(total / size, input, output)
    return delivered(np.where(total < 0, -(-total // size), total // size), input, output)


def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    axes, found, kind = which(axes, input.ndim), input, type_of(input, output)
    for axis, each, edge, at in zip(axes, for_each(size, len(axes)), for_each(mode, len(axes)), for_each(origin, len(axes))):
        found = uniform_filter1d(found, each, axis, kind, edge, cval, at) if each > 1 else found
    return delivered(found, input, output)


def steep(smooth):
    """sobel and prewitt: a difference along one axis, and weights along the others."""
    def meaning(input, axis=-1, output=None, mode="reflect", cval=0.0):
        axis, modes = axis % input.ndim, for_each(mode, input.ndim)
        found = correlate1d(input, [-1, 0, 1], axis, None, modes[axis], cval)
        for other in range(input.ndim):
            found = correlate1d(found, smooth, other, None, modes[other], cval) if other != axis else found
        return delivered(found, input, output)

    return meaning


def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    axes = which(axes, input.ndim)
    parts = [correlate1d(input, [1, -2, 1], axis, None, edge, cval) for axis, edge in zip(axes, for_each(mode, len(axes)))]
    return delivered(added(parts), input, output)


def added(parts):
    found = parts[0]
    for each in parts[1:]:
        found = found + each
    return found


def derivatives(input, sigma, order, mode, cval, axes, truncate):
    axes = which(axes, input.ndim)
    return [gaussian_filter(input, sigma, [order * (axis == other) for other in axes], None, mode, cval, truncate, axes=axes)
            for axis in axes]


def gaussian_laplace(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, truncate=4.0):
    return delivered(added(derivatives(input, sigma, 2, mode, cval, axes, truncate)), input, output)


def gaussian_gradient_magnitude(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None, truncate=4.0):
    parts = derivatives(input, sigma, 1, mode, cval, axes, truncate)
    return delivered(np.sqrt(added([each * each for each in parts])), input, output)


# --- in order --------------------------------------------------------------------------------------------------------

def plain(a):
    """An array that nothing symbolic is in, as one that is known. The tracer has a look (tracing/whole/plain.py)."""
    return a


def window_of(size, footprint, axes, count):
    """The shape of a window, along all axes, and which of its places are looked at: None for all."""
    if footprint is not None:
        footprint = spread(plain(np.asarray(footprint)), axes, count)
        return footprint.shape, footprint != 0
    if size is None:
        raise RuntimeError("no footprint or filter size provided")
    shape = [1] * count
    for length, axis in zip(for_each(size, len(axes)), axes):
        shape[axis] = int(length)
    return tuple(shape), None


def extreme(choice):
    def meaning(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
        axes = which(axes, input.ndim)
        shape, taken = window_of(size, footprint, axes, input.ndim)
        origins = of_all_axes(origin, axes, input.ndim)
        if taken is not None:
            return delivered(best(choice, input, shape, origins, mode, cval, taken), input, output)
        found = input
        for axis in axes:  # along one after the other
            line = tuple([length if axis == other else 1 for other, length in enumerate(shape)])
            at = [each if axis == other else 0 for other, each in enumerate(origins)]
            found = best(choice, found, line, at, mode, cval, None) if shape[axis] > 1 else found
        return delivered(found, input, output)

    return meaning


def of_all_axes(given, axes, count):
    found = [0] * count
    for axis, each in zip(axes, for_each(given, len(axes))):
        found[axis] = each
    return found


def seen(a, shape, origins, mode, cval, taken, least):
    """What is looked at around each place; where only the call says what that is, all, and in place of what is not looked at
    the last number of all, or the first if it is the `least` that is asked for."""
    if taken is None or is_known(taken):
        return neighbours(a, shape, origins, mode, cval, taken)
    last = last_number(a.dtype, least)
    return [(place, np.where(taken[place], each, last).astype(a.dtype))
            for place, each in neighbours(a, shape, origins, mode, cval)]


def best(choice, a, shape, origins, mode, cval, taken):
    found = None
    for _, each in seen(a, shape, origins, mode, cval, taken, choice in (np.minimum, np.logical_and)):
        found = each if found is None else choice(found, each)
    return found


minimum_filter, maximum_filter = extreme(np.minimum), extreme(np.maximum)


def along_one(function):
    def meaning(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
        return function(input, size, None, output, mode, cval, origin, axes=(axis,))

    return meaning


def ranked(rank_of):
    def meaning(input, rank, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
        axes = which(axes, input.ndim)
        shape, taken = window_of(size, footprint, axes, input.ndim)
        around = [each for _, each in seen(input, shape, of_all_axes(origin, axes, input.ndim), mode, cval, taken, True)]
        many = len(around) if taken is None or is_known(taken) else np.sum(taken)
        return delivered(np.sort(np.stack(around), axis=0)[rank_of(rank, many)], input, output)

    return meaning


def place_of_percentile(percentile, count):
    percentile = percentile + 100 if percentile < 0 else percentile
    return count - 1 if percentile == 100 else int(float(count) * percentile / 100.0)


rank_filter = ranked(lambda rank, count: rank + count if rank < 0 else rank)
percentile_filter = ranked(place_of_percentile)


def median_filter(input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    return ranked(lambda rank, count: count // 2)(input, 0, size, footprint, output, mode, cval, origin, axes=axes)


# --- shapes ----------------------------------------------------------------------------------------------------------

def grey(choice, sign):
    """grey_erosion and grey_dilation; the latter sees its window turned round."""
    def meaning(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *,
                axes=None):
        axes = which(axes, input.ndim)
        if size is None and footprint is None and structure is None:
            raise ValueError("size, footprint, or structure must be specified")
        size = np.shape(structure) if structure is not None and footprint is None else size
        shape, taken = window_of(size, footprint, axes, input.ndim)
        heights, origins = spread(structure, axes, input.ndim) if structure is not None else None, of_all_axes(
            origin, axes, input.ndim)
        if sign > 0:
            origins = [-at - (length % 2 == 0) for at, length in zip(origins, shape)]
            taken, heights = [None if each is None else np.flip(each) for each in (taken, heights)]
        found = None
        for place, each in seen(input, shape, origins, mode, cval, taken, sign < 0):
            each = each if heights is None else each + sign * heights[place]
            found = each if found is None else choice(found, each)
        return delivered(found, input, output)

    return meaning


grey_erosion, grey_dilation = grey(np.minimum, -1), grey(np.maximum, 1)


def one_then(first, second, put_together=lambda opened, a: opened):
    """Opening and closing, and what they take away."""
    def meaning(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0, *,
                axes=None):
        given = footprint, structure, None, mode, cval, origin
        opened = second(first(input, size, *given, axes=axes), size, *given, axes=axes)
        return delivered(put_together(opened, input), input, output)

    return meaning


def minus(a, b):
    return a ^ b if a.dtype == bool else a - b


def morphological_gradient(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0,
                           *, axes=None):
    given = size, footprint, structure, None, mode, cval, origin
    return delivered(minus(grey_dilation(input, *given, axes=axes), grey_erosion(input, *given, axes=axes)), input, output)


def cross(count):
    """Each number and those beside it."""
    far = np.abs(np.indices((3,) * count) - 1)
    return np.sum(far, axis=0) < 2


def binary(erodes):
    def meaning(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False, *,
                axes=None):
        axes, found = which(axes, input.ndim), input != 0
        shape, taken = window_of(None, cross(len(axes)) if structure is None else structure, axes, input.ndim)
        origins = of_all_axes(origin, axes, input.ndim)
        if not erodes:
            taken, origins = np.flip(taken), [-at - (length % 2 == 0) for at, length in zip(origins, shape)]

        def step(a):
            new = best(np.logical_and if erodes else np.logical_or, a, shape, origins, "constant", bool(border_value), taken)
            return new if mask is None else np.where(mask, new, a)

        if iterations < 1:
            new = step(found)
            while not np.array_equal(new, found):
                found, new = new, step(new)
        for _ in range(max(iterations, 0)):
            found = step(found)
        return delivered(found, found, output)

    return meaning


binary_erosion, binary_dilation = binary(True), binary(False)


def binary_opening(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False,
                   *, axes=None):
    found = binary_erosion(input, structure, iterations, mask, None, border_value, origin, axes=axes)
    return binary_dilation(found, structure, iterations, mask, output, border_value, origin, axes=axes)


def binary_closing(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False,
                   *, axes=None):
    found = binary_dilation(input, structure, iterations, mask, None, border_value, origin, axes=axes)
    return binary_erosion(found, structure, iterations, mask, output, border_value, origin, axes=axes)


def binary_propagation(input, structure=None, mask=None, output=None, border_value=0, origin=0, *, axes=None):
    return binary_dilation(input, structure, -1, mask, output, border_value, origin, axes=axes)


def binary_fill_holes(input, structure=None, output=None, origin=0, *, axes=None):
    outside = binary_dilation(np.zeros(input.shape, bool), structure, -1, input == 0, None, 1, origin, axes=axes)
    return delivered(~outside, outside, output)


# --- scipy.signal ----------------------------------------------------------------------------------------------------

BOUNDARIES = {"fill": "constant", "wrap": "wrap", "symm": "symmetric"}


def convolved(a, b, mode, boundary="fill", fillvalue=0, correlates=False):
    """Each number of one by all of the other, as far as `mode` says; the middle of an even length is the second one of
    its two for correlate2d."""
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if mode not in ("full", "same", "valid"):
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    if mode == "valid" and any([length < other for length, other in zip(a.shape, b.shape)]):
        a, b = b, a
    kind, sizes = np.result_type(a, b), b.shape
    more = {"constant_values": fillvalue} if boundary == "fill" else {}
    wide = np.pad(a.astype(kind), [(size - 1, size - 1) for size in sizes], mode=BOUNDARIES[boundary], **more)
    shape = [length + size - 1 for length, size in zip(a.shape, sizes)]
    first = [0] * a.ndim
    if mode == "same":
        shape, first = list(a.shape), [(size - 1 + correlates) // 2 for size in sizes]
    if mode == "valid":
        shape, first = [length - size + 1 for length, size in zip(a.shape, sizes)], [size - 1 for size in sizes]
    if math.prod(sizes) > MANY:
        part = wide[tuple([slice(at, at + length + size - 1) for at, length, size in zip(first, shape, sizes)])]
        windows = np.lib.stride_tricks.sliding_window_view(part, sizes)
        return np.sum(windows * np.flip(b).astype(kind), axis=tuple(range(a.ndim, 2 * a.ndim)), dtype=kind)
    found = None
    for place in itertools.product(*map(range, sizes)):
        at = [begin + size - 1 - k for begin, size, k in zip(first, sizes, place)]
        part = wide[tuple([slice(begin, begin + length) for begin, length in zip(at, shape)])] * b[place].astype(kind)
        found = part if found is None else found + part
    return found


def signal_convolve(in1, in2, mode="full", method="auto"):
    return convolved(in1, in2, mode)


def signal_correlate(in1, in2, mode="full", method="auto"):
    return convolved(in1, np.flip(in2), mode)


def fftconvolve(in1, in2, mode="full", axes=None):
    if axes is not None:
        raise TypeError("scipy.signal.fftconvolve(axes=) of whole arrays: loop over the other axes, or leave it out")
    return convolved(np.asarray(in1) * 1.0, np.asarray(in2) * 1.0, mode)


def convolve2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    return convolved(in1, in2, mode, boundary, fillvalue)


def correlate2d(in1, in2, mode="full", boundary="fill", fillvalue=0):
    return convolved(in1, np.flip(in2), mode, boundary, fillvalue, True)


def generic_filter(input, function, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0,
                   extra_arguments=(), extra_keywords=None, *, axes=None):
    """The function is given the numbers of each window, as floats, in one line."""
    axes = which(axes, input.ndim)
    shape, taken = window_of(size, footprint, axes, input.ndim)
    further = extra_keywords or {}
    around = [each.astype(np.float64) for _, each in neighbours(
        input, shape, of_all_axes(origin, axes, input.ndim), mode, cval, taken)]

    def found(*numbers):
        return function(np.array(numbers), *extra_arguments, **further) * 1.0
    return delivered(np.vectorize(found)(*around), input, output)


WRITTEN = {("scipy.ndimage", name): meaning for name, meaning in {
    "generic_filter": generic_filter,
    "correlate": correlate, "convolve": convolve, "correlate1d": correlate1d, "convolve1d": convolve1d,
    "gaussian_filter": gaussian_filter, "gaussian_filter1d": gaussian_filter1d, "uniform_filter": uniform_filter,
    "uniform_filter1d": uniform_filter1d, "sobel": steep([1, 2, 1]), "prewitt": steep([1, 1, 1]), "laplace": laplace,
    "gaussian_laplace": gaussian_laplace, "gaussian_gradient_magnitude": gaussian_gradient_magnitude,
    "minimum_filter": minimum_filter, "maximum_filter": maximum_filter, "minimum_filter1d": along_one(minimum_filter),
    "maximum_filter1d": along_one(maximum_filter), "rank_filter": rank_filter, "percentile_filter": percentile_filter,
    "median_filter": median_filter, "grey_erosion": grey_erosion, "grey_dilation": grey_dilation,
    "grey_opening": one_then(grey_erosion, grey_dilation), "grey_closing": one_then(grey_dilation, grey_erosion),
    "white_tophat": one_then(grey_erosion, grey_dilation, lambda opened, a: minus(a, opened)),
    "black_tophat": one_then(grey_dilation, grey_erosion, lambda closed, a: minus(closed, a)),
    "morphological_gradient": morphological_gradient, "binary_erosion": binary_erosion, "binary_dilation": binary_dilation,
    "binary_opening": binary_opening, "binary_closing": binary_closing, "binary_propagation": binary_propagation,
    "binary_fill_holes": binary_fill_holes}.items()}
WRITTEN |= {("scipy.signal", name): meaning for name, meaning in {
    "convolve": signal_convolve, "correlate": signal_correlate, "fftconvolve": fftconvolve, "oaconvolve": fftconvolve,
    "convolve2d": convolve2d, "correlate2d": correlate2d}.items()}
