"""Filters that first ask the whole picture: stretch, gray_world, standardize, mean_threshold, isodata, li, match_template;
and those that answer with values: centroid, moments. What they ask is computed once, in passes of its own.
"""

from math import inf

import numpy

from pygpu import Image, Position, clamp, log, maximum, mix, offsets, ravel, sqrt

from .channels import as_visible, channels, colour, luma, repaint
from .ready import Ready
from .smoothing import even_taps, separable


@Ready
def stretch(im=Image, p=Position, dark=0.0, light=0.0):
    """The darkest value of all channels becomes 0, the lightest 1 (skimage.exposure.rescale_intensity). So many percent are
    left below 0 and above 1, and cut off (its in_range of numpy.percentile).

    A picture of one value stays as it is.
    """
    low, high = inf, -inf
    if dark or light:
        if channels(im(p)) in (1, 3):
            low, high = numpy.percentile(im, (dark, 100 - light))
        else:  # all but the last channel
            line = sorted(value for pixel in im for value in numbers(colour(pixel)))
            low, high = between(line, dark / 100), between(line, 1 - light / 100)
    else:
        for pixel in im:
            for value in numbers(colour(pixel)):
                low, high = min(low, value), max(high, value)
    paint = colour(im(p))
    return repaint(im(p), clamp((paint - low) / (high - low), 0, 1) if high > low else paint)


def between(line, share):
    """What stands so far into a sorted line; between two numbers, what lies so far between them."""
    place = share * (len(line) - 1)
    below = min(int(place), len(line) - 2)
    return mix(line[below], line[below + 1], place - below) if len(line) > 1 else line[0]


@Ready
def standardize(im=Image, p=Position):
    """Less the mean of the picture, by its standard deviation: of mean 0 and deviation 1, channel by channel
    (scipy.stats.zscore of a gray picture). A channel of one value becomes 0."""
    count = len(im)
    mean = sum(im) / count
    square = sum((v - mean) * (v - mean) for v in im) / count
    return as_visible(im(p), (im(p) - mean) / sqrt(maximum(square, 1e-20)))


@Ready
def gray_world(im=Image, p=Position):
    """White balance: each channel is brought to the mean of all, as if the world were gray
    (cv2.xphoto.createGrayworldWB with a saturation threshold of 1)."""
    means = colour(sum(im)) / len(im)
    if channels(means) == 1:
        return im(p)
    return repaint(im(p), colour(im(p)) * (sum(means) / len(means)) / maximum(means, 1e-6))


@Ready
def mean_threshold(im=Image, p=Position):
    """A mask of what is lighter than the picture is on average (skimage.filters.threshold_mean)."""
    mean = sum(luma(v) for v in im) / len(im)
    return luma(im(p)) > maximum(mean, min(luma(v) for v in im))  # of equal ones rounding may bring it below them


@Ready
def li(im=Image, p=Position, steps=16):
    """A mask of what is lighter than Li's threshold, of least cross entropy (skimage.filters.threshold_li).

    It starts at the mean, and is closer by each of the `steps`, each a look at the whole picture.
    """
    least = min(luma(v) for v in im)
    at = sum(luma(v) - least for v in im) / len(im)
    for _ in range(steps):
        below, above = sides(im, least, at)
        at = (above - below) / (log(above) - log(below)) if 0 < below < above else at
    return luma(im(p)) > least + at


@Ready
def isodata(im=Image, p=Position, steps=16):
    """A mask of what is lighter than the middle between the mean of what is lighter and the mean of what is darker (Ridler
    and Calvard; skimage.filters.threshold_isodata, which looks at a histogram).

    It starts at the mean, and is closer by each of the `steps`, each a look at the whole picture.
    """
    at = sum(luma(v) for v in im) / len(im)
    for _ in range(steps):
        below, above = sides(im, 0.0, at)
        at = (below + above) / 2
    return luma(im(p)) > maximum(at, min(luma(v) for v in im))


def sides(im, least, at):
    """The mean of what is not lighter than a threshold, and the mean of what is; the threshold where there is none."""
    dark = light = 0.0
    darker = lighter = 0
    for pixel in im:
        value = luma(pixel) - least
        if value > at:
            light, lighter = light + value, lighter + 1
        else:
            dark, darker = dark + value, darker + 1
    return dark / darker if darker > 0 else at, light / lighter if lighter > 0 else at


@Ready
def match_template(im=Image(border="constant"), p=Position, template=((1,),)):
    """How much the picture around looks like a small gray one, rows of numbers: from -1, its negative, to 1
    (skimage.feature.match_template with pad_input; in the middle of it, OpenCV's TM_CCOEFF_NORMED).

    Light and contrast make no difference. Where the picture is flat it is 0.
    """
    weights = ravel(template)
    height, width = len(template), len(template[0])
    middle = sum(weights) / len(weights)
    contrast = sum([(w - middle) ** 2 for w in weights])
    light = lambda q: luma(im(q))
    around = even_taps(width), even_taps(height)
    mean = separable(light, p, *around)
    spread = maximum(separable(lambda q: light(q) ** 2, p, *around) - mean ** 2, 0) * len(weights)
    likeness = sum([(w - middle) * light(p + d) for w, d in zip(weights, offsets(template))])
    return likeness / sqrt(spread * contrast) if spread * contrast > 1e-9 else 0.0


@Ready
def centroid(im=Image):
    """Where the middle of all light is, (x, y): a value, not a picture (scipy.ndimage.center_of_mass, in the other order).

    A black picture has none: nan."""
    mass = across = down = 0.0
    for q in im.positions:
        v = luma(im(q))
        mass, across, down = mass + v, across + v * q.x, down + v * q.y
    return across / mass, down / mass


@Ready
def moments(im=Image):
    """What the light weighs, and how it lies about its middle: (m, xx, xy, yy), the central moments of the second order by
    the mass (cv2.moments: m00, mu20, mu11 and mu02 by m00). A value, not a picture."""
    x, y = centroid.function(im)
    mass = xx = xy = yy = 0.0
    for q in im.positions:
        v = luma(im(q))
        mass, xx = mass + v, xx + v * (q.x - x) ** 2
        xy, yy = xy + v * (q.x - x) * (q.y - y), yy + v * (q.y - y) ** 2
    return mass, xx / mass, xy / mass, yy / mass


def numbers(pixel):
    return pixel if channels(pixel) > 1 else (pixel,)
