"""Groups of pixels that are alike: kmeans."""

import numpy

from pygpu import Array, Image, Position

from .channels import channels, colour, repaint
from .frequencies import Whole
from .settled import compiled


@Whole
def kmeans(im=Image, colours=8, steps=16):
    """The picture in so many colours, each the mean of the pixels to which it is nearest (scipy.cluster.vq.kmeans2 from the
    same start; OpenCV's kmeans).

    It starts evenly on the line from two deviations below the mean to two above, in all channels at once, and is closer by
    each of the `steps`, each a look at the whole picture; it ends where nothing changes. So it is the same each time. A
    colour that is nearest to no pixel stays where it is.
    """
    palette = beginning(im, colours)
    for _ in range(steps):
        many, *sums = compiled(gathered, count=colours)(im, palette)
        means = numpy.stack(sums, 1) / numpy.maximum(many, 1)[:, None]
        before, palette = palette, numpy.where(many[:, None] > 0, means, palette).astype(numpy.float32)
        if (before == palette).all():
            break
    return compiled(painted, count=colours)(im, palette)


def beginning(im, count):
    mean, deviation = [numpy.asarray(each, numpy.float32) for each in compiled(spread)(im)]
    places = (numpy.arange(count) + 0.5) / count * 4 - 2
    return (mean + numpy.outer(places, deviation)).astype(numpy.float32)


def spread(im=Image):
    """The mean of each channel, and its standard deviation."""
    count = len(im)
    mean = sum(colour(v) for v in im) / count
    square = sum((colour(v) - mean) * (colour(v) - mean) for v in im) / count
    return [*numbers(mean)], [part ** 0.5 for part in numbers(square)]


def gathered(im=Image, palette=Array, count=8):
    """How many pixels are nearest to each colour, and the sums of their channels."""
    many = [0] * count
    sums = [[0.0] * count for _ in range(len(numbers(colour(im(0, 0)))))]
    for pixel in im:
        parts = numbers(colour(pixel))
        at = nearest(parts, palette, count)
        many[at] += 1
        for total, part in zip(sums, parts):
            total[at] += part
    return many, *sums


def painted(im=Image, palette=Array, p=Position, count=8):
    paint = colour(im(p))
    at = nearest(numbers(paint), palette, count)
    found = [palette[at, c] for c in range(len(numbers(paint)))]
    return repaint(im(p), type(paint)(*found) if len(found) > 1 else found[0])


def nearest(parts, palette, count):
    """Which colour of a palette is nearest; of several the first."""
    best, at = 1e30, 0
    for k in range(count):
        far = sum([(part - palette[k, c]) ** 2 for c, part in enumerate(parts)])
        best, at = (far, k) if far < best else (best, at)
    return at


def numbers(pixel):
    return tuple(pixel) if channels(pixel) > 1 else (pixel,)
