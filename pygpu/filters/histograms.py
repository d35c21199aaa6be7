"""How many pixels are how light, and what follows from it: histogram, equalize, otsu. A histogram is a list."""

from itertools import accumulate

from pygpu import Image, Position

from .channels import colour, luma, repaint
from .ready import Ready

LEVELS = 256


@Ready
def histogram(im=Image, bins=LEVELS):
    """How many pixels are how light, from 0 to 1 (numpy.histogram of that range): a list, not a picture."""
    counts = [0] * bins
    for pixel in im:
        counts[min(max(int(luma(pixel) * bins), 0), bins - 1)] += 1
    return counts


@Ready
def equalize(im=Image, p=Position):
    """Each of 256 levels of light as often as any other, as far as that can be (cv2.equalizeHist); colours keep their hue.

    A picture of one level stays as it is.
    """
    counts = counted(im)
    below = list(accumulate(counts))
    least = below[min(level(pixel) for pixel in im)]
    pixel = im(p)
    there = (below[level(pixel)] - least) / (len(im) - least) if len(im) > least else luma(pixel)
    paint = colour(pixel)
    light = luma(pixel)
    return repaint(pixel, paint * (there / light) if light > 0 else paint + there)


@Ready
def otsu(im=Image, p=Position):
    """A mask of what is lighter than the level that divides the picture into the two most different kinds
    (skimage.filters.threshold_otsu, of 256 levels)."""
    counts = counted(im)
    first, last = min(level(pixel) for pixel in im), max(level(pixel) for pixel in im)
    everything = sum(level(pixel) / LEVELS for pixel in im)
    most, at, dark, mass = 0.0, first, 0, 0.0
    for k in range(first, last):
        dark, mass = dark + counts[k], mass + counts[k] * (k / LEVELS)
        light = len(im) - dark
        apart = mass / dark - (everything - mass) / light
        between = apart * apart * (dark / len(im)) * (light / len(im))
        if between > most:
            most, at = between, k
    return level(im(p)) > at


def counted(im):
    counts = [0] * LEVELS
    for pixel in im:
        counts[level(pixel)] += 1
    return counts


def level(pixel):
    return min(max(int(luma(pixel) * (LEVELS - 1) + 0.5), 0), LEVELS - 1)
