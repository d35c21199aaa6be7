"""A rank of many pixels, found by counting instead of by sorting: how many of them are not above a number that lies between
the least and the greatest that it can still be. That number is where the rank would be if the pixels in between lay evenly,
so a handful of counts mostly do; every fourth one halves what is left, so that they never are very many. The kernel is as
long for a large window as for a small one.

Floats are compared as whole numbers of the same order, which have a middle wherever they are.
"""

import numpy as np

from .channels import channels
from .windows import pair

MANY = 128  # pixels from which on counting is quicker than a network of comparisons, for the driver's compiler too
LEAST, MOST = -0x80000000, 0x7fffffff
HALVED = 4     # counts, the last of which halves what is left
FAR = 1 << 26  # further down than any pixel


def counted(im, p, size, footprint, rank):
    """The value of that rank among the pixels of a window; of colours, channel by channel."""
    pixel = im(p)
    if channels(pixel) == 1:
        return middle(im, p, size, footprint, rank)
    return type(pixel)(*[middle(lambda q, c=c: im(q)[c], p, size, footprint, rank) for c in range(channels(pixel))])


def middle(im, p, size, footprint, rank):
    low, high, less, most, turns = MOST, LEAST, 0, 0, 0  # `less` pixels are below `low`, `most` not above `high`
    for key in around(im, p, size, footprint):
        low, high, most = min(low, key), max(high, key), most + 1
    while low < high:
        half = (low & high) + ((low ^ high) >> 1)
        if turns % HALVED < HALVED - 1:
            half = min(max(evenly(low, high, (rank - less + 0.5) / (most - less), im(p)), low), high - 1)
        count, below, above = 0, LEAST, MOST
        for key in around(im, p, size, footprint):
            inside = key <= half
            count += int(inside)
            below, above = max(below, key if inside else below), min(above, above if inside else key)
        low, high, less, most = (low, below, less, count) if count > rank else (above, high, count, most)
        turns += 1
    return value_of(low, im(p))


def evenly(low, high, part, like):
    """The key of the number that lies such a part of the way from one key's to the other's."""
    first, last = value_of(low, like), value_of(high, like)
    return key_of(first + part * (last - first) if isinstance(like, float) else low + int(part * (high - low)))


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
