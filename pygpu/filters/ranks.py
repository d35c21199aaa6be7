"""Sorting the pixels around each: median, and any other rank. A median takes out specks and keeps edges.

The pixels are sorted by a network of comparisons made while compiling; what the rank does not need falls away.
"""

from pygpu import Image, Position, Vec2, Vec3, Vec4

from .ready import Ready
from .windows import window


@Ready
def median(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The middle value of a window (scipy.ndimage.median_filter); of two in the middle, the greater."""
    around = window(size, footprint)
    return ranked([im(p + d) for d in around], len(around) // 2)


@Ready
def rank(im=Image(border="reflect"), p=Position, rank=0, size=3, footprint=None):
    """The value of that rank in a window, 0 the least and -1 the greatest (scipy.ndimage.rank_filter)."""
    return ranked([im(p + d) for d in window(size, footprint)], rank)


def ranked(values, rank):
    """The value of that rank; of vectors, channel by channel."""
    if isinstance(values[0], (Vec2, Vec3, Vec4)):
        return type(values[0])(*[sorted(channel)[rank] for channel in zip(*values)])
    return sorted(values)[rank]
