"""What hangs together: label, hysteresis. A pixel is told by a number, its place in reading order; what hangs together takes
the least of its numbers, and the one that has it is its first pixel.
"""

from functools import cache

from pygpu import Float, Image, Position

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
    least = settled(joined, compiled(own_numbers)(im, dtype="int32"), corners=connectivity == 2)
    return compiled(counted_up)(least)


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


def own_numbers(im=Image, p=Position):
    pixel = im(p)
    is_there = pixel != 0 if channels(pixel) == 1 else any([value != 0 for value in pixel])
    return p.y * im.width + p.x if is_there else NONE


def joined(im=Image(border="constant", fill=NONE), p=Position, corners=False):
    """The least number in the run of the row, then of the column; then of the first pixel that is known so far."""
    least = in_runs(in_runs(touched(im, corners), (1, 0), im.width), (0, 1), im.height)
    return min(least(p), least(place_of(least(p), im))) if im(p) != NONE else NONE


def in_runs(number, step, size):
    """The least number between one black pixel and the next."""
    at = lambda q: q.x if step[0] else q.y
    forth = cache(lambda q: NONE if number(q) == NONE else min(number(q), forth(q - step)) if at(q) > 0 else number(q))
    back = cache(lambda q: NONE if forth(q) == NONE else min(forth(q), back(q + step)) if at(q) < size - 1 else forth(q))
    return back


def place_of(number, im):
    """Where the pixel of a number is."""
    return Position(number % im.width, max(0, min(number // im.width, im.height - 1)))


def counted_up(im=Image, p=Position):
    """How many first pixels there are up to the one that each pixel knows."""
    is_first = lambda q: int(im(q) == q.y * im.width + q.x)
    row = cache(lambda q: is_first(q) + (row(q - (1, 0)) if q.x > 0 else 0))
    rows = cache(lambda q: row(Position(im.width - 1, q.y)) + (rows(q - (0, 1)) if q.y > 0 else 0))
    number = lambda q: row(q) + (rows(q - (0, 1)) if q.y > 0 else 0)
    return number(place_of(im(p), im)) if im(p) != NONE else 0
