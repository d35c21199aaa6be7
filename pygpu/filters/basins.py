"""Where water would gather: watershed.

Each pixel is flooded from the neighbour that is flooded first, of several from the first in reading order. When that is
says a pair: the height that the water has to reach on its way there, and how many steps lie behind the place where it
reached it.

A processor does that in order (flooding.py). Where many compute at once, the water of all pixels goes along rows and
columns, forth and back, until nothing changes; and then each pixel looks where it came from, farther each time.
"""

from functools import cache
from math import inf

import numpy

from pygpu import ArgumentError, Array, Image, Position, Vec4

from .bits import in_a_line
from .flooding import basins_in_order, is_in_order
from .frequencies import gray
from .settled import Settled, compiled, settled, uploaded

NEVER = inf
ALWAYS = -inf  # where water springs


@Settled
def watershed(im=Image, markers=Image):
    """The basins of a picture, whose values are heights: each pixel has the number of the marker from which water comes to
    it first; markers are whole numbers, 0 where there is none (skimage.segmentation.watershed; its way of going over flat
    ground, where several basins are equally near, is another).

    Pixels touch at their sides. Colours count by how light they are. `watershed(sobel(im), label(seeds))` is what it is for.
    """
    heights, markers = gray(im), whole_numbers(markers)
    if heights.shape[:2] != markers.shape[:2]:
        raise ArgumentError(f"watershed() of {heights.shape[1]} x {heights.shape[0]} pixels with markers of "
                            f"{markers.shape[1]} x {markers.shape[0]}: a marker for each pixel, 0 where there is none")
    return basins(heights, markers, compiled(springs), flooded, compiled(sources))


def basins(heights, markers, springs, flooded, sources):
    there = uploaded(heights, len(heights.shape))
    if is_in_order(there):
        found = basins_in_order(there, uploaded(markers, len(heights.shape)))
        return found if there is heights else found.numpy()
    state = settled(flooded, springs(heights, markers, dtype="float32"))
    found = compiled(numbered)(settled(farther, in_a_line(sources(state, dtype="int32"))), in_a_line(markers), dtype="int32")
    return found.shaped(heights.shape) if hasattr(found, "shaped") else found.reshape(heights.shape)


def whole_numbers(markers):
    """Markers as numbers that are no light."""
    if hasattr(markers, "numpy"):
        return markers
    array = numpy.asarray(markers)
    return array.astype(numpy.int32) if array.dtype.kind in "bui" else array


def springs(im=Image, markers=Image, p=Position):
    return spring(im(p), markers(p))


def spring(height, number):
    """Height; the height that water has to reach, and its steps there; nothing, which makes it four numbers."""
    return Vec4(height, ALWAYS, -1.0, 0.0) if number > 0 else Vec4(height, NEVER, NEVER, 0.0)


def flooded(im=Image, p=Position):
    return forth_and_back(im, im.size)(p)


def forth_and_back(state, sizes):
    """Along one axis after the other."""
    for axis, length in enumerate(sizes):
        state = along(state, axis, tuple([int(each == axis) for each in range(len(sizes))]), length - 1)
    return state


def along(state, axis, step, last):
    forth = cache(lambda q: first_of(state(q), forth(q - step)) if q[axis] > 0 else state(q))
    back = cache(lambda q: first_of(forth(q), back(q + step)) if q[axis] < last else forth(q))
    return back


def first_of(own, other):
    """What a pixel is, beside a neighbour."""
    level, steps = beyond(other)
    comes = level < own.y or level == own.y and steps < own.z
    return Vec4(own.x, level, steps, 0.0) if comes else own


def beyond(pixel):
    """The height of the water that goes on from a pixel, and its steps there."""
    return max(pixel.x, pixel.y), pixel.z + 1 if pixel.y >= pixel.x else 0.0


def sources(im=Image, p=Position):
    return source(im, p, im.size)


def source(state, p, sizes):
    """From which pixel one is flooded, by its place in reading order; a spring from itself."""
    own, found = state(p), place(p, sizes)
    axes = range(len(sizes))
    ways = [(axis, 1) for axis in axes[::-1]] + [(axis, -1) for axis in axes]  # what comes last is the first of several
    for axis, way in ways:
        there = p + tuple([way * int(each == axis) for each in range(len(sizes))])
        if 0 <= own.z < NEVER and 0 <= there[axis] < sizes[axis] and beyond(state(there)) == (own.y, own.z):
            found = place(there, sizes)
    return found


def place(q, sizes):
    found = 0
    for at, length in [*zip(q, sizes)][::-1]:
        found = found * length + at
    return found


def farther(sources=Array, p=Position):
    return sources(sources(p))


def numbered(sources=Array, markers=Array, p=Position):
    return max(int(markers(sources(p))), 0)
