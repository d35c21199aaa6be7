"""A picture in another size: resize.

Each pixel is a mean of those that a kernel reaches, across first, then down. Where the picture gets smaller the kernel gets
wider, so that every pixel counts.
"""

from math import pi

import numpy
from numpy import float64, int32, uint8

from pygpu import Image, Int, Position, cos, sin

from .channels import channels
from .ready import sized

BITS = 22  # of a weight, where bytes are added up: 8 more, a sign and one to spare make 32


def pillows_order(im, width, height):
    """Which way a picture of bytes is resized first: down where so many more rows than columns go (Pillow 13)."""
    rows, columns = im.height - height, im.width - width
    return {"rounded": "down" if rows > max(0, 2 * columns) else "across"}


@sized(lambda width, height: (width, height), of_bytes=pillows_order)
def resize(im=Image, p=Position, width=Int, height=Int, kernel="cubic", rounded=None):
    """The picture in another size (Pillow's Image.resize): resize(image, 320, 200), resize(image, size=(320, 200)).

    `kernel` is "nearest", "box", "linear", "hamming", "cubic" or "lanczos". Where the picture gets smaller, the kernel gets
    wider, so that every pixel counts; at the edge it is cut off. With `rounded`, "across" or "down", it is done this
    way first, and what comes between are bytes, too, cut off at 0 and 255: in Pillow's order, which a picture of bytes is
    resized in unless `rounded=None` is said, they are Pillow's very bytes. In another filter it is to be said.
    """
    if rounded not in (None, "across", "down"):
        raise ValueError(f'rounded={rounded!r}: it is "across", "down" or None')
    if kernel == "nearest":
        return im((2 * p.x + 1) * im.width // (2 * width), (2 * p.y + 1) * im.height // (2 * height))
    if rounded is None:
        row = lambda x, y: resampled(lambda at: im(at, y), x, im.width, width, kernel)
        return resampled(lambda at: row(p.x, at), p.y, im.height, height, kernel)
    if rounded == "across":
        row = lambda x, y: resampled_bytes(lambda at: levels(im(at, y)), x, im.width, width, kernel)
        found = resampled_bytes(lambda at: row(p.x, at), p.y, im.height, height, kernel)
    else:
        column = lambda x, y: resampled_bytes(lambda at: levels(im(x, at)), y, im.height, height, kernel)
        found = resampled_bytes(lambda at: column(at, p.y), p.x, im.width, width, kernel)
    lights = [int(level) / 255 for level in found]
    return type(im(p))(*lights) if len(lights) > 1 else lights[0]


def resampled(read, at, old, new, kernel):
    """The mean of `old` pixels in a row around the one at `at` of `new`, weighted by the kernel."""
    weight, taps = weights(old, new, kernel, float, lambda weight: weight)
    first, total = begin(at, old, new, kernel), 0.0 * read(0)
    for k in range(taps):
        total = total + weight(at, k) * read(min(first + k, old - 1))
    return total


def resampled_bytes(read, at, old, new, kernel):
    """The same of lists of bytes, as Pillow adds them up: in whole numbers."""
    weight, taps = weights(old, new, kernel, float64, fixed)
    first, totals = begin(at, old, new, kernel), [1 << BITS - 1 for _ in read(0)]
    for k in range(taps):
        by = weight(at, k)
        totals = [total + by * int(level) for total, level in zip(totals, read(min(first + k, old - 1)))]
    return tuple([uint8(min(max(total >> BITS, 0), 255)) for total in totals])


def fixed(weight):
    """A weight as the whole number that Pillow counts with."""
    return int32(round(weight * float64(1 << BITS)))


def levels(pixel):
    """The bytes of a pixel."""
    return [round(255 * light) for light in (pixel if channels(pixel) > 1 else [pixel])]


def begin(at, old, new, kernel):
    """The first pixel whose centre is not further from that of the one at `at` than the kernel reaches."""
    return max(((2 * at + 1) * old - KERNELS[kernel][1] * max(old, new) + new - 1) // (2 * new), 0)


def weights(old, new, kernel, number, counted):
    """What the k-th pixel counts for the one at x of the result, computed in numbers of that type; and how many count."""
    weigh, halves = KERNELS[kernel]
    taps = halves * max(old, new) // new + 1

    def weight(x, k):
        i = begin(x, old, new, kernel) + k
        if number is float:  # in units so small that the centres of all pixels, old and new, are whole numbers, and exact
            far, within = ((2 * i + 1) * new - (2 * x + 1) * old) / (2 * max(old, new)), i < old
        else:  # rounded as Pillow's are: where a pixel lies on the very edge of a box, that decides
            scale = number(old) / number(new)
            wide, centre = max(scale, 1.0), (x + 0.5) * scale
            first, last = centre - halves / 2 * wide + 0.5, centre + halves / 2 * wide + 0.5
            far, within = (i - centre + 0.5) * (1 / wide), (first < i + 1) & (i + 1 <= min(last, old))
        return weigh(far) if within else number(0)

    total = lambda x: sum(weight(x, k) for k in range(taps))
    return lambda x, k: counted(weight(x, k) / total(x)), taps


def box(t):
    return 1.0 if -0.5 < t <= 0.5 else 0.0


def linear(t):
    return max(1 - abs(t), 0.0)


def hamming(t):
    return sinc(t) * (HAMMING[0] + HAMMING[1] * cos(pi * t)) if abs(t) < 1 else 0.0


def cubic(t):
    t = abs(t)
    if t < 1:
        return (1.5 * t - 2.5) * t * t + 1
    return ((-0.5 * t + 2.5) * t - 4) * t + 2 if t < 2 else 0.0


def lanczos(t):
    return sinc(t) * sinc(t / 3) if abs(t) < 3 else 0.0


def sinc(t):
    return sin(pi * t) / (pi * t) if t != 0 else 1.0


HAMMING = [float(numpy.float32(part)) for part in (0.54, 0.46)]  # which Pillow has in 32 bits
# The weight of a pixel at a distance, and how many halves of a pixel it reaches.
KERNELS = {"box": (box, 1), "linear": (linear, 2), "hamming": (hamming, 2), "cubic": (cubic, 4),
           "lanczos": (lanczos, 6)}
