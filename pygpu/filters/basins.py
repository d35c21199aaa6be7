"""Where water would gather: watershed.

Each pixel is flooded from the neighbour that is flooded first. When that is says a pair: the height that the water has to
reach on its way there, and how many steps lie behind the place where it reached it. The water of all pixels goes along rows
and columns, forth and back, until nothing changes.
"""

from functools import cache

import numpy

from pygpu import ArgumentError, Image, Position, Vec4

from .frequencies import gray
from .settled import Settled, compiled, settled

NEVER = 3e38
ALWAYS = -3e38  # where water springs


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
    state = settled(flooded, compiled(springs)(heights, markers, dtype="float32"))
    return compiled(numbered)(state, dtype="int32")


def whole_numbers(markers):
    """Markers as numbers that are no light."""
    if hasattr(markers, "numpy"):
        return markers
    array = numpy.asarray(markers)
    return array.astype(numpy.int32) if array.dtype.kind in "bui" else array


def springs(im=Image, markers=Image, p=Position):
    """Height; the height that water has to reach, and its steps there; whose water it is."""
    number = markers(p)
    return Vec4(im(p), ALWAYS if number > 0 else NEVER, -1.0, number)


def flooded(im=Image, p=Position):
    across = forth_and_back(im, (1, 0), im.width - 1)
    return forth_and_back(across, (0, 1), im.height - 1)(p)


def forth_and_back(state, step, last):
    at = lambda q: q.x if step[0] else q.y
    forth = cache(lambda q: first_of(state(q), forth(q - step)) if at(q) > 0 else state(q))
    back = cache(lambda q: first_of(forth(q), back(q + step)) if at(q) < last else forth(q))
    return back


def first_of(own, other):
    """What a pixel is, beside a neighbour."""
    level = max(other.x, other.y)
    steps = other.z + 1 if other.y >= other.x else 0.0
    comes = level < own.y or level == own.y and steps <= own.z
    return Vec4(own.x, level, steps, other.w) if comes else own


def numbered(im=Image, p=Position):
    return int(im(p).w)
