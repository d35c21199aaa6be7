"""Weighted means: gaussian, box, and unsharp, which takes the blur away. A blur across, then down, is two stages."""

from functools import cache
from math import exp

from pygpu import Float, Image, Position, is_known

from .ready import Ready
from .varying import bell, even
from .wide import steps, wide
from .windows import pair, span


@Ready
def gaussian(im=Image(border="reflect"), p=Position, sigma=1.0, order=0, truncate=4.0):
    """A Gaussian blur (scipy.ndimage.gaussian_filter); with `order` 1 or 2, a derivative of it.

    `sigma` and `order` are numbers or pairs, across and down. The weights end at `truncate` sigmas. A wide blur is
    computed from fewer pixels, to 1e-5 of the picture's range, at a cost that does not grow with sigma. Compiled with
    `sigma=Float`, or called with a run-time number inside another filter, one kernel serves every sigma.
    """
    (across, down), (order_across, order_down) = pair(sigma), pair(order)
    if not is_known((across, down, truncate)):
        return bell(im, p, (across, down), (order_across, order_down), truncate)
    taps = gaussian_taps(across, order_across, truncate), gaussian_taps(down, order_down, truncate)
    if not (order_across or order_down):
        columns, rows = map(steps, taps, (across, down))
        if columns or rows:
            return wide(im, p, *taps, columns, rows)
    return separable(im, p, *taps)


@Ready
def box(im=Image(border="reflect"), p=Position, size=3):
    """The mean of a rectangle (scipy.ndimage.uniform_filter). `size` is a number or a pair, across and down.

    Compiled with `size=Int`, one kernel serves every size, at a cost that does not grow with it.
    """
    width, height = pair(size)
    if not is_known((width, height)):
        return even(im, p, (width, height))
    return separable(im, p, even_taps(width), even_taps(height))


@Ready
def unsharp(im=Image(border="reflect"), p=Position, radius=1.0, amount: Float = 1.0):
    """Sharper: what a Gaussian blur of sigma `radius` takes away, added (skimage.filters.unsharp_mask, which cuts
    to 0..1 unless preserve_range=True)."""
    return im(p) + amount * (im(p) - gaussian(im, p, radius))


def separable(im, p, across, down):
    """A weighted sum of pixels whose weights are a row times a column, each of (distance, weight) pairs."""
    rows = lambda q: sum([w * im(q + (d, 0)) for d, w in across])
    return sum([w * rows(p + (0, d)) for d, w in down])


# Taps are cached, so that a stage is known for the same one wherever it is made.

@cache
def even_taps(size):
    """As many (distance, weight) pairs of equal weights that sum to one."""
    return tuple([(d, 1 / size) for d in span(size)])


@cache
def gaussian_taps(sigma, order=0, truncate=4.0):
    """The (distance, weight) pairs of a sampled Gaussian that sums to one, or of its first or second derivative."""
    if sigma < 0:
        raise ValueError(f"sigma is a length, 0 or more, not {sigma}")
    if sigma == 0:
        return ((0, 1.0),)
    reach = int(truncate * sigma + 0.5)
    bell = [(d, exp(-d * d / (2 * sigma**2))) for d in range(-reach, reach + 1)]
    total = sum([w for _, w in bell])
    factor = (lambda d: 1, lambda d: d / sigma**2, lambda d: (d * d - sigma**2) / sigma**4)[order]
    return tuple([(d, w / total * factor(d)) for d, w in bell])
