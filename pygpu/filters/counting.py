"""A rank of many pixels, found by counting instead of by sorting: how many of them are not above a number that lies between
the least and the greatest that it can still be. Each count leaves about half of the pixels that it may be, so a dozen of
them do, and 32 always; the kernel is as long for a large window as for a small one.

Floats are compared as whole numbers of the same order, which have a middle wherever they are.
"""

import numpy as np

from .channels import channels
from .windows import pair

MANY = 128  # pixels from which on counting is quicker than a network of comparisons, for the driver's compiler too
LEAST, MOST = -0x80000000, 0x7fffffff
FAR = 1 << 26  # further down than any pixel


def counted(im, p, size, footprint, rank):
    """The value of that rank among the pixels of a window; of colours, channel by channel."""
    pixel = im(p)
    if channels(pixel) == 1:
        return middle(im, p, size, footprint, rank)
    return type(pixel)(*[middle(lambda q, c=c: im(q)[c], p, size, footprint, rank) for c in range(channels(pixel))])


def middle(im, p, size, footprint, rank):
    low, high = MOST, LEAST
    for key in around(im, p, size, footprint):
        low, high = min(low, key), max(high, key)
    while low < high:
        half = (low & high) + ((low ^ high) >> 1)
        count, below, above = 0, LEAST, MOST
        for key in around(im, p, size, footprint):
            inside = key <= half
            count += int(inside)
            below, above = max(below, key if inside else below), min(above, above if inside else key)
        low, high = (low, below) if count > rank else (above, high)
    return value_of(low, im(p))


def around(im, p, size, footprint):
    """The keys of the pixels in a window. Where its rows end is left to the pixel, so that they are loops of the kernel."""
    width, height = pair(size) if footprint is None else (len(footprint[0]), len(footprint))
    taken = None if footprint is None else [bool(each) for row in footprint for each in row]
    left, top = width // 2, height // 2
    for y in range(min(height, FAR - p.y)):
        for x in range(min(width, FAR - p.y)):
            if taken is None or taken[y * width + x]:
                yield key_of(im(p + (x - left, y - top)))


def key_of(value):
    """A whole number of 32 bits, in the order of the values."""
    if isinstance(value, int):
        return value
    bits = np.float32(value).view(np.int32)
    return bits ^ ((bits >> 31) & MOST)


def value_of(key, like):
    if isinstance(like, int):
        return key
    return np.int32(key ^ ((key >> 31) & MOST)).view(np.float32)
