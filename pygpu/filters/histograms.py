"""How many pixels are how light, and what follows from it: histogram, equalize, otsu, multiotsu, yen, triangle.

A histogram is a list.
"""

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

    A picture of one level stays as it is. What lies halfway between two bytes may become the other one.
    """
    counts = counted(im)
    below = list(accumulate(counts))
    least = below[ends(counts)[0]]
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
    first, last = ends(counts)
    everything = sum(counts[k] * (k / LEVELS) for k in range(LEVELS))
    most, at, dark, mass = 0.0, first, 0, 0.0
    for k in range(first, last):
        dark, mass = dark + counts[k], mass + counts[k] * (k / LEVELS)
        light = len(im) - dark
        apart = mass / dark - (everything - mass) / light
        between = apart * apart * (dark / len(im)) * (light / len(im))
        if between > most:
            most, at = between, k
    return level(im(p)) > at


@Ready
def multiotsu(im=Image, p=Position):
    """0, 0.5 or 1: which of three kinds, as different as can be, a pixel is of by its light
    (skimage.filters.threshold_multiotsu of 3 classes and 256 levels, and numpy.digitize)."""
    counts = counted(im)
    first, last = ends(counts)
    below = list(accumulate(counts))
    mass = list(accumulate([count / len(im) * (k + 2) for k, count in enumerate(counts)]))  # (all of them computed alike)
    most, low, high = 0.0, first, last
    for a in range(first, last):
        dark = mass[a] * mass[a] / below[a]
        for b in range(a + 1, last):
            middle, light = below[b] - below[a], below[last] - below[b]
            if middle > 0 and light > 0:
                between = dark + (mass[b] - mass[a]) ** 2 / middle + (mass[last] - mass[b]) ** 2 / light
                if between > most:
                    most, low, high = between, a, b
    here = level(im(p))
    return (0.5 if here >= low else 0.0) + (0.5 if here >= high else 0.0)


@Ready
def yen(im=Image, p=Position):
    """A mask of what is lighter than Yen's threshold, by how alike the levels on each side are
    (skimage.filters.threshold_yen, of 256 levels; of two that are as good it is the first here, there rounding chooses)."""
    counts = counted(im)
    first, last = ends(counts)
    squares = sum((counts[k] / len(im)) * (counts[k] / len(im)) for k in range(LEVELS))
    most, at, dark, square = 0.0, first, 0, 0.0
    for k in range(first, last):
        share = counts[k] / len(im)
        dark, square = dark + counts[k], square + share * share
        part = dark / len(im) * (1 - dark / len(im))
        alike = part * part / (square * (squares - square))
        if alike > most:
            most, at = alike, k
    return level(im(p)) > at


@Ready
def triangle(im=Image, p=Position):
    """A mask of what is lighter than the level at which the histogram is furthest below a line from its peak to its farther
    end (skimage.filters.threshold_triangle, of 256 levels)."""
    counts = counted(im)
    first, last = ends(counts)
    high, peak = 0, first
    for k in range(LEVELS):
        if counts[k] > high:
            high, peak = counts[k], k
    turned = peak - first < last - peak
    wide = last - peak if turned else peak - first
    most, at = -1.0, first
    for k in range(wide):
        here = last - k if turned else first + k
        far = high / len(im) * k - counts[here] / len(im) * wide
        if far > most:
            most, at = far, here
    return level(im(p)) > at


def counted(im):
    counts = [0] * LEVELS
    for pixel in im:
        counts[level(pixel)] += 1
    return counts


def ends(counts):
    """The first and the last level that there is."""
    first, last = LEVELS - 1, 0
    for k in range(LEVELS):
        if counts[k] > 0:
            first, last = min(first, k), k
    return first, last


def level(pixel):
    return min(max(int(luma(pixel) * (LEVELS - 1) + 0.5), 0), LEVELS - 1)
