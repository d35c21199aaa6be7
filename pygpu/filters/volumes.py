"""Filters of volumes, arrays (depth, height, width): gaussian, box, median, rank, erode, dilate, sobel, laplace, correlate.

    from pygpu.filters import volumes
    soft = volumes.gaussian(scan, sigma=2)

Each is the filter of that name in scipy.ndimage. A size or a sigma is a number, or three: across, down, from plane to plane.
"""

from functools import cache, reduce

from pygpu import Float, Position, Volume, maximum, minimum, offsets, ravel, sqrt

from .ready import Ready
from .smoothing import even_taps, gaussian_taps
from .windows import span

ACROSS, DOWN, BEHIND = AXES = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@Ready
def gaussian(vol=Volume(border="reflect"), p=Position, sigma=1.0, truncate=4.0):
    """A Gaussian blur (scipy.ndimage.gaussian_filter); the weights end at `truncate` sigmas."""
    return separable(vol, [gaussian_taps(each, 0, truncate) for each in triple(sigma)])(p)


@Ready
def box(vol=Volume(border="reflect"), p=Position, size=3):
    """The mean of a box (scipy.ndimage.uniform_filter)."""
    return separable(vol, [even_taps(each) for each in triple(size)])(p)


@Ready
def median(vol=Volume(border="reflect"), p=Position, size=3):
    """The middle value of a box (scipy.ndimage.median_filter); of two in the middle, the greater."""
    around = window(triple(size))
    return sorted([vol(p + d) for d in around])[len(around) // 2]


@Ready
def rank(vol=Volume(border="reflect"), p=Position, rank=0, size=3):
    """The value of that rank in a box, 0 the least and -1 the greatest (scipy.ndimage.rank_filter)."""
    return sorted([vol(p + d) for d in window(triple(size))])[rank]


@Ready
def erode(vol=Volume(border="reflect"), p=Position, size=3):
    """The least value of a box (scipy.ndimage.grey_erosion)."""
    return extreme(minimum, vol, triple(size), 1)(p)


@Ready
def dilate(vol=Volume(border="reflect"), p=Position, size=3):
    """The greatest value of the mirrored box (scipy.ndimage.grey_dilation)."""
    return extreme(maximum, vol, triple(size), -1)(p)


@Ready
def sobel(vol=Volume(border="reflect"), p=Position, along=None, scale: Float = 1.0):
    """How steep it is; or with `along` "x", "y" or "z" its slope that way, with a sign (scipy.ndimage.sobel)."""
    if along is not None:
        return scale * slope(vol, "xyz".index(along))(p)
    return scale * sqrt(sum([slope(vol, axis)(p) ** 2 for axis in range(3)]))


@Ready
def laplace(vol=Volume(border="reflect"), p=Position):
    """The six values around, less the one itself six times (scipy.ndimage.laplace)."""
    return sum([vol(p + d) + vol(p - d) for d in AXES]) - 6 * vol(p)


@Ready
def correlate(vol=Volume(border="reflect"), p=Position, kernel=(((1,),),)):
    """The weighted sum of the values around, the kernel as it lies (scipy.ndimage.correlate)."""
    return sum([w * vol(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


# --- what they are made of -------------------------------------------------------------------------------------------

def triple(value):
    """(across, down, from plane to plane) of what is given as one number for all, or as three."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * 3


def window(size):
    """The offsets of a box."""
    across, down, behind = map(span, size)
    return [(x, y, z) for z in behind for y in down for x in across]


def separable(vol, taps):
    """A volume's weighted sums, axis after axis: `taps` are the (distance, weight) pairs of each."""
    for axis, pairs in zip(AXES, taps):
        vol = along(vol, axis, pairs)
    return vol


def along(vol, axis, pairs):
    return lambda q: sum([w * vol(q + moved(axis, d)) for d, w in pairs])


def slope(vol, axis):
    """Three values each way, smoothed across: Sobel's weights."""
    return separable(vol, [((-1, -1), (1, 1)) if each == axis else ((-1, 1), (0, 2), (1, 1)) for each in range(3)])


def extreme(best, vol, size, sign):
    for axis, length in zip(AXES, size):
        vol = extreme_along(best, vol, axis, [sign * d for d in span(length)])
    return vol


def extreme_along(best, vol, axis, distances):
    return lambda q: reduce(best, [vol(q + moved(axis, d)) for d in distances])


@cache
def moved(axis, distance):
    return tuple([distance * step for step in axis])
