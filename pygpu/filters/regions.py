"""What hangs together: label, hysteresis. A pixel is told by a number, its place in reading order; what hangs together takes
the least of its numbers, and the one that has it is its first pixel.
"""

from functools import cache
from math import prod

import numpy

from pygpu import Array, Float, Image, Position

from .channels import channels, luma
from .settled import InSteps, compiled

NONE = 0x7fffffff  # of what is black
FAINT, STRONG = 1, 2


@InSteps
def label(im=Image, connectivity=1):
    """What isn't black and hangs together has a number, in the order of first pixels: 1, 2, 3... in whole numbers; the rest
    is 0 (scipy.ndimage.label; skimage.measure.label of a mask, where the usual `connectivity` is 2).

    With `connectivity` 2 corners touch, too. How many there are is the largest number, int(np.max(labels)).
    """
    if connectivity not in (1, 2):
        raise ValueError(f"connectivity={connectivity!r}: it is 1, pixels touch at their sides, or 2, at corners, too")
    runs = compiled(in_runs_of_rows)(im, dtype="int32")
    least = compiled(touching, corners=connectivity == 2).joined(runs)
    return compiled(painted)(runs, in_a_line(least), in_a_line(compiled(numbered)(runs, least)))


@InSteps
def hysteresis(im=Image, low: Float = 0.1, high: Float = 0.2, connectivity=1):
    """A mask of what is lighter than `low` and hangs together with something lighter than `high`
    (skimage.filters.apply_hysteresis_threshold). With `connectivity` 2 corners touch, too."""
    return reaching(compiled(marked)(im, low, high, dtype="int32"), connectivity == 2)


def reaching(marks, corners):
    """A mask of what is strong, and of what is faint and hangs together with it: with a place below the picture, which all
    that is strong is joined with."""
    width, height = size_of(marks)
    runs = compiled(in_runs_of_rows)(marks, dtype="int32")
    least = compiled(touching_or_strong, corners=corners).joined(runs, marks, size=(width, height + 1))
    return compiled(is_with_the_strong)(runs, in_a_line(least))


def size_of(marks):
    return marks.size if hasattr(marks, "shaped") else numpy.shape(marks)[::-1]


def marked(im=Image, p=Position, low=Float, high=Float):
    light = luma(im(p))
    return STRONG if light > high else FAINT if light > low else 0


def touching_or_strong(runs=Image(border="constant", fill=NONE), marks=Image(border="constant"), p=Position, corners=False):
    begins = marks(p) == STRONG != marks(p - (1, 0))
    below = runs.width * runs.height
    return *pair(runs, p, (1, 0), (0, 1), corners), runs(p) if begins else 0, below if begins else 0


def is_with_the_strong(runs=Image, least=Array, p=Position):
    return runs(p) != NONE and least[runs(p)] == least[runs.width * runs.height]


def in_runs_of_rows(im=Image, p=Position):
    """The number of the first pixel of each run of a row."""
    first = cache(lambda q: NONE if is_black(im(q)) else q.y * im.width + q.x if q.x == 0 else
                  min(first(q - (1, 0)), q.y * im.width + q.x))
    return first(p)


def is_black(pixel):
    return pixel == 0 if channels(pixel) == 1 else all([value == 0 for value in pixel])


def touching(runs=Image(border="constant", fill=NONE), p=Position, corners=False):
    return pair(runs, p, (1, 0), (0, 1), corners)


def pair(runs, p, left, row, corners):
    """The numbers of two runs, of a pixel's row and of one before, at the first place where they touch."""
    here, above, before, aslant = runs(p), runs(p - row), runs(p - left), runs(p - row - left)
    if here != NONE:
        if above != NONE and (before == NONE or aslant == NONE):
            return here, above
        if corners and above == NONE and aslant != NONE and before == NONE:
            return here, aslant
    elif corners and before != NONE and above != NONE and aslant == NONE:
        return before, above
    return 0, 0


def numbered(runs=Image, least=Image, p=Position):
    """How many first pixels of what hangs together there are up to each pixel."""
    is_first = lambda q: int(runs(q) == least(q))
    row = cache(lambda q: is_first(q) + (row(q - (1, 0)) if q.x > 0 else 0))
    rows = cache(lambda q: row(Position(runs.width - 1, q.y)) + (rows(q - (0, 1)) if q.y > 0 else 0))
    return row(p) + (rows(p - (0, 1)) if p.y > 0 else 0)


def painted(runs=Image, least=Array, numbers=Array, p=Position):
    return numbers[least[runs(p)]] if runs(p) != NONE else 0


def in_a_line(picture):
    """A picture's or a volume's pixels in reading order, where they are."""
    return picture.shaped((prod(picture.size),)) if hasattr(picture, "shaped") else numpy.ravel(picture)
