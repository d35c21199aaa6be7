"""Least and greatest values around each pixel: erode, dilate; one after the other: open, close; and what these change:
tophat, blackhat, morphological_gradient, morphological_laplace.

`size` is that of a rectangle, a number or a pair, across and down; a `footprint` (rows of numbers) may have any shape.
"""

from functools import cache, reduce

from pygpu import Image, Position, maximum, minimum

from .channels import as_visible
from .ready import Ready
from .windows import held, of_mask, pair, span, window

MANY = 48  # pixels of a footprint, from which on their runs are looked at


@Ready
def erode(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The least value of a window: dark grows (scipy.ndimage.grey_erosion)."""
    return of_mask(extreme(minimum, im, p, 1, size, footprint), im(p))


@Ready
def dilate(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The greatest value of the mirrored window: light grows (scipy.ndimage.grey_dilation)."""
    return of_mask(extreme(maximum, im, p, -1, size, footprint), im(p))


@Ready
def open(im=Image(border="reflect"), p=Position, size=3, footprint=None, border="reflect", fill=0.0):
    """Erode, then dilate: light specks smaller than the window vanish (scipy.ndimage.grey_opening)."""
    return dilate(step(erode, im, size, footprint, border, fill), p, size, footprint)


@Ready
def close(im=Image(border="reflect"), p=Position, size=3, footprint=None, border="reflect", fill=0.0):
    """Dilate, then erode: dark specks smaller than the window vanish (scipy.ndimage.grey_closing)."""
    return erode(step(dilate, im, size, footprint, border, fill), p, size, footprint)


@Ready
def tophat(im=Image(border="reflect"), p=Position, size=3, footprint=None, border="reflect", fill=0.0):
    """What open takes away: light specks (scipy.ndimage.white_tophat)."""
    return taken(im(p), im(p), open(im, p, size, footprint, border, fill))


@Ready
def blackhat(im=Image(border="reflect"), p=Position, size=3, footprint=None, border="reflect", fill=0.0):
    """What close fills: dark specks (scipy.ndimage.black_tophat)."""
    return taken(im(p), close(im, p, size, footprint, border, fill), im(p))


@Ready
def morphological_gradient(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The greatest value less the least: thick edges (scipy.ndimage.morphological_gradient)."""
    return taken(im(p), dilate(im, p, size, footprint), erode(im, p, size, footprint))


@Ready
def morphological_laplace(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """How much farther the greatest value is than the least (scipy.ndimage.morphological_laplace)."""
    return as_visible(im(p), dilate(im, p, size, footprint) + erode(im, p, size, footprint) - 2.0 * im(p))


def taken(pixel, more, less):
    """One less another; of a mask, where they differ (as skimage.morphology has it)."""
    return more != less if isinstance(pixel, bool) else as_visible(pixel, more - less)


def step(filter, im, size, footprint, border, fill):
    """The first of two steps. A window that is its own mirror image goes on beyond the edge as a picture does that is
    mirrored or repeated there."""
    around = set(window(size, footprint))
    stage = lambda q: filter(im, q, size, footprint)
    alike = all((-x, -y) in around and (-x, y) in around for x, y in around)
    return stage if alike and {*pair(border)} <= {"mirror", "reflect", "wrap"} else held(stage, im, border, fill)


def extreme(pick, im, p, side, size, footprint):
    """What `pick` leaves of the pixels of a window (side 1) or of its mirror image (side -1)."""
    if footprint is not None:
        if len(window(size, footprint)) > MANY:
            return over_runs(pick, im, p, runs(footprint, side))
        return reduce(pick, [im(p + (side * x, side * y)) for x, y in window(size, footprint)])
    width, height = pair(size)
    columns, rows = (sorted(side * at for at in span(length)) for length in (width, height))
    row = lambda q: reduce(pick, [im(q + (x, 0)) for x in columns])
    return reduce(pick, [row(p + (0, y)) for y in rows])


def over_runs(pick, im, p, runs):
    """What `pick` leaves of many pixels, which lie below one another in runs: each run is two of a power of two in length,
    which overlap, and these are two of half the length."""
    powers = [cache(lambda q: im(q))]

    @cache
    def run(start, length):
        k = length.bit_length() - 1
        while len(powers) <= k:
            powers.append(cache(lambda q, half=powers[-1], by=2 ** (len(powers) - 1): pick(half(q), half(q + (0, by)))))
        of = powers[k]
        return cache(lambda q: pick(of(q + (0, start)), of(q + (0, start + length - 2**k))))

    values = [run(start, length)(p + (x, 0)) for x, start, length in runs]
    while len(values) > 1:  # a tree, which is not as deep as a chain
        values = [reduce(pick, values[i:i + 2]) for i in range(0, len(values), 2)]
    return values[0]


def runs(footprint, side):
    """(column, first row, length) of the pixels of a window, or of its mirror image, that lie below one another."""
    found = []
    for x, y in sorted((side * x, side * y) for x, y in window(None, footprint)):
        if found and found[-1][0] == x and sum(found[-1][1:]) == y:
            found[-1] = x, found[-1][1], found[-1][2] + 1
        else:
            found.append((x, y, 1))
    return found
