"""Least and greatest values around each pixel: erode, dilate, and one after the other: open, close.

`size` is that of a rectangle, a number or a pair, across and down; a `footprint` (rows of numbers) may have any shape.
"""

from functools import reduce

from pygpu import Image, Position, maximum, minimum

from .ready import Ready
from .windows import pair, span, window


@Ready
def erode(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The least value of a window: dark grows (scipy.ndimage.grey_erosion)."""
    return extreme(minimum, im, p, 1, size, footprint)


@Ready
def dilate(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The greatest value of the mirrored window: light grows (scipy.ndimage.grey_dilation)."""
    return extreme(maximum, im, p, -1, size, footprint)


@Ready
def open(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """Erode, then dilate: light specks smaller than the window vanish (scipy.ndimage.grey_opening)."""
    return dilate(lambda q: erode(im, q, size, footprint), p, size, footprint)


@Ready
def close(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """Dilate, then erode: dark specks smaller than the window vanish (scipy.ndimage.grey_closing)."""
    return erode(lambda q: dilate(im, q, size, footprint), p, size, footprint)


def extreme(pick, im, p, side, size, footprint):
    """What `pick` leaves of the pixels of a window (side 1) or of its mirror image (side -1)."""
    if footprint is not None:
        return reduce(pick, [im(p + (side * x, side * y)) for x, y in window(size, footprint)])
    width, height = pair(size)
    columns, rows = (sorted(side * at for at in span(length)) for length in (width, height))
    row = lambda q: reduce(pick, [im(q + (x, 0)) for x in columns])
    return reduce(pick, [row(p + (0, y)) for y in rows])
