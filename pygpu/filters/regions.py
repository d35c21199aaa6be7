"""What hangs together: label, hysteresis. A pixel is told by a number, its place in reading order; what hangs together takes
the least of its numbers, and the one that has it is its first pixel.
"""

from functools import cache
from math import prod

import numpy

from pygpu import Array, Float, Image, Position

from .channels import channels, luma
from .settled import Settled, compiled, settled

NONE = 0x7fffffff  # of what is black
STRONG, FAINT = 0, 1
AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]


@Settled
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


@Settled
def hysteresis(im=Image, low: Float = 0.1, high: Float = 0.2, connectivity=1):
    """A mask of what is lighter than `low` and hangs together with something lighter than `high`
    (skimage.filters.apply_hysteresis_threshold). With `connectivity` 2 corners touch, too."""
    return reaching(compiled(marked)(im, low, high, dtype="int32"), connectivity == 2)


def reaching(marks, corners):
    """A mask of what is strong, and of what is faint and hangs together with it."""
    return compiled(is_strong)(settled(reached, marks, corners=corners))


def marked(im=Image, p=Position, low=Float, high=Float):
    light = luma(im(p))
    return STRONG if light > high else FAINT if light > low else NONE


def reached(im=Image(border="constant", fill=NONE), p=Position, corners=False):
    return in_runs(in_runs(touched(im, corners), (1, 0), im.width), (0, 1), im.height)(p)


def touched(im, corners):
    """The least number around a pixel."""
    return cache(lambda q: min([im(q + d) for d in AROUND]) if im(q) != NONE else NONE) if corners else im


def is_strong(im=Image, p=Position):
    return im(p) == STRONG


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


def in_runs(number, step, size):
    """The least number between one black pixel and the next."""
    at = lambda q: q.x if step[0] else q.y
    forth = cache(lambda q: NONE if number(q) == NONE else min(number(q), forth(q - step)) if at(q) > 0 else number(q))
    back = cache(lambda q: NONE if forth(q) == NONE else min(forth(q), back(q + step)) if at(q) < size - 1 else forth(q))
    return back


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
