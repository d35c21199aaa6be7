"""Differences of neighbours: sobel, prewitt, scharr, farid, roberts, laplace, log, emboss. Alpha stays."""

from pygpu import Float, Image, Position, sqrt

from .channels import colour, repaint
from .ready import Ready
from .smoothing import gaussian, separable

# Slopes of the colour itself: not of colour times alpha, since alpha stays.
Picture = Image(border="reflect", alpha="straight")

# (distance, weight) pairs: the next pixel less the one before, and means of three pixels.
DIFFERENCE = ((-1, -1), (1, 1))
SOBEL = ((-1, 1), (0, 2), (1, 1))
PREWITT = ((-1, 1), (0, 1), (1, 1))
SCHARR = ((-1, 3), (0, 10), (1, 3))
# H. Farid and E. Simoncelli, 2004: a derivative and a mean of five pixels that fit each other.
FARID = ((-2, 0.0376593171958126), (-1, 0.249153396177344), (0, 0.426374573253687), (1, 0.249153396177344),
         (2, 0.0376593171958126))
FARID_DIFFERENCE = ((-2, -0.109603762960254), (-1, -0.276690988455557), (1, 0.276690988455557), (2, 0.109603762960254))


@Ready
def sobel(im=Picture, p=Position, along=None, scale: Float = 1.0):
    """How steep the picture is; or with `along` "x" or "y" its slope that way, with a sign (scipy.ndimage.sobel).

    With border="constant" all outside is `fill`; SciPy puts its `cval` around what it has after the first axis, too, which
    differs unless that is 0.
    """
    return slope(im, p, SOBEL, along, scale)


@Ready
def prewitt(im=Picture, p=Position, along=None, scale: Float = 1.0):
    """As sobel, with the weights 1 1 1 (scipy.ndimage.prewitt; of `fill`, see sobel)."""
    return slope(im, p, PREWITT, along, scale)


@Ready
def scharr(im=Picture, p=Position, along=None, scale: Float = 0.25):
    """As sobel, with the weights 3 10 3, whose answer depends least on the direction.

    They sum to four times Sobel's: the usual `scale` makes both equally strong, with 1 it is OpenCV's Scharr.
    """
    return slope(im, p, SCHARR, along, scale)


@Ready
def farid(im=Picture, p=Position, along=None, scale: Float = 0.5**0.5):
    """As sobel, of five pixels, whose answer depends little on the direction (skimage.filters.farid).

    Along an axis, scikit-image's `scale` is 1.
    """
    return slope(im, p, FARID, along, scale, FARID_DIFFERENCE)


@Ready
def roberts(im=Picture, p=Position, scale: Float = 0.5**0.5):
    """The length of the two differences across a square of four pixels (skimage.filters.roberts)."""
    paint = lambda q: colour(im(q))
    falling, rising = paint(p) - paint(p + (1, 1)), paint(p + (1, 0)) - paint(p + (0, 1))
    return repaint(im(p), scale * sqrt(falling**2 + rising**2))


@Ready
def laplace(im=Picture, p=Position):
    """The sum of the second differences, with a sign (scipy.ndimage.laplace)."""
    around = sum([colour(im(p + d)) for d in ((1, 0), (-1, 0), (0, 1), (0, -1))])
    return repaint(im(p), around - 4.0 * colour(im(p)))


@Ready
def log(im=Picture, p=Position, sigma=1.0, truncate=4.0):
    """The Laplacian of the Gaussian: bright spots are below zero (scipy.ndimage.gaussian_laplace; of `fill`, see sobel)."""
    paint = lambda q: colour(im(q))
    across = gaussian(paint, p, sigma, (2, 0), truncate)
    down = gaussian(paint, p, sigma, (0, 2), truncate)
    return repaint(im(p), across + down)


@Ready
def emboss(im=Picture, p=Position, depth: Float = 1.0):
    """A relief in gray, lit from the lower left (Pillow's ImageFilter.EMBOSS, which leaves the outermost pixels)."""
    return repaint(im(p), 128 / 255 + depth * colour(im(p) - im(p + (-1, 1))))


def slope(im, p, smooth, along, scale, difference=DIFFERENCE):
    """Differences along one axis, smoothed across it; along none in particular, the length of both together."""
    paint = lambda q: colour(im(q))
    if along == "x":
        steep = separable(paint, p, difference, smooth)
    elif along == "y":
        steep = separable(paint, p, smooth, difference)
    elif along is None:
        steep = sqrt(separable(paint, p, difference, smooth)**2 + separable(paint, p, smooth, difference)**2)
    else:
        raise ValueError(f'along={along!r}: it is "x", "y", or None for the steepness in whichever direction')
    return repaint(im(p), scale * steep)
