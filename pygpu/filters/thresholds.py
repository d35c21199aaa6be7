"""Few levels from many: threshold, local_threshold, niblack, sauvola, dither."""

from pygpu import Float, Image, Int, Position, ceil, maximum, sqrt

from .channels import colour, luma, repaint
from .ready import Ready
from .smoothing import box, gaussian

METHODS = "gaussian", "mean"  # how surroundings count


@Ready
def threshold(im=Image, p=Position, value: Float = 0.5):
    """A mask of what is lighter than `value`."""
    return luma(im(p)) > value


@Ready
def local_threshold(im=Image(border="reflect"), p=Position, size=35, offset: Float = 0.0, method="gaussian"):
    """A mask of what is lighter than its surroundings less `offset` (skimage.filters.threshold_local).

    The surroundings are `size` pixels wide; `method` says how they count: "gaussian" or "mean".
    """
    if method not in METHODS:
        raise ValueError(f'method={method!r}: it is "gaussian" or "mean"')
    light = lambda q: luma(im(q))
    around = box(light, p, size) if method == "mean" else gaussian(light, p, (size - 1) / 6)
    return light(p) > around - offset


@Ready
def niblack(im=Image(border="mirror"), p=Position, size=15, k: Float = 0.2):
    """A mask of what is lighter than the mean of its surroundings less `k` times their standard deviation
    (skimage.filters.threshold_niblack)."""
    light = lambda q: luma(im(q))
    return light(p) > box(light, p, size) - k * spread(light, p, size)


@Ready
def sauvola(im=Image(border="mirror"), p=Position, size=15, k: Float = 0.2, r: Float = 0.5):
    """A mask of what is lighter than mean * (1 + k * (deviation / r - 1)): writing on paper
    (skimage.filters.threshold_sauvola; of floats its `r` is 1, of bytes as here)."""
    light = lambda q: luma(im(q))
    return light(p) > box(light, p, size) * (1 + k * (spread(light, p, size) / r - 1))


def spread(light, p, size):
    """The standard deviation in a rectangle."""
    return sqrt(maximum(box(lambda q: light(q)**2, p, size) - box(light, p, size)**2, 0))


@Ready
def dither(im=Image, p=Position, levels: Int = 2, size=8):
    """Ordered dithering to so many levels a channel, by Bayer's matrix of `size` (2, 4, 8, 16) rows."""
    steps = levels - 1
    return repaint(im(p), ceil(steps * colour(im(p)) - bayer(p, size)) / steps)


def bayer(p, size):
    """Bayer's thresholds: each of size * size values between 0 and 1 once, neighbours as different as can be."""
    bits = size.bit_length() - 1
    if size != 1 << bits:
        raise ValueError(f"size={size}: a matrix of Bayer's has 2, 4, 8, 16... rows")
    cells = sum([(((p.x ^ p.y) >> b & 1) * 2 + (p.y >> b & 1)) << 2 * (bits - 1 - b) for b in range(bits)])
    return (cells + 0.5) / size**2
