"""Sorting the pixels around each: median, percentile, any other rank; and mode, the most frequent. A median takes out
specks and keeps edges.

The pixels are sorted by a network of comparisons made while compiling; what the rank does not need falls away. Of a
large rectangle they are said to be in order, and how the number at a place is found is the plan's business: it is counted,
or on a CPU found in tables that slide along a picture of bytes, so that a window of any size costs the same, and elsewhere
by ranks in a tile. Of large footprints and of stages a rank is counted here (counting.py).
"""

from pygpu import Image, Position, Vec2, Vec3, Vec4, maximum, minimum

from .channels import channels, each
from .counting import MANY, counted
from .morphology import extreme
from .ready import Ready
from .windows import of_mask, pair, window


@Ready
def median(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The middle value of a window (scipy.ndimage.median_filter); of two in the middle, the greater."""
    return of_mask(ranked(im, p, size, footprint, len(window(size, footprint)) // 2), im(p))


@Ready
def rank(im=Image(border="reflect"), p=Position, rank=0, size=3, footprint=None):
    """The value of that rank in a window, 0 the least and -1 the greatest (scipy.ndimage.rank_filter)."""
    return of_mask(ranked(im, p, size, footprint, rank), im(p))


@Ready
def percentile(im=Image(border="reflect"), p=Position, percentile=50, size=3, footprint=None):
    """The value below which so many hundredths of a window are (scipy.ndimage.percentile_filter); below 0, from the top."""
    count = len(window(size, footprint))
    part = percentile + 100 if percentile < 0 else percentile
    if not 0 <= part <= 100:
        raise ValueError(f"percentile={percentile}: it is from -100 to 100")
    return of_mask(ranked(im, p, size, footprint, count - 1 if part == 100 else int(count * part / 100)), im(p))


@Ready
def mode(im=Image(border="reflect"), p=Position, size=3, footprint=None):
    """The most frequent value of a window, the least of several; the pixel's own where none is there three times
    (Pillow's ImageFilter.ModeFilter, whose window ends at the picture's edge)."""
    around = window(size, footprint)
    return each(lambda here, *values: most_frequent(here, values), im(p), *[im(p + d) for d in around])


def most_frequent(here, values):
    best, most = here, 2
    for value in values:
        count = sum([1 if other == value else 0 for other in values])
        if count > most or count == most and count > 2 and value < best:
            best, most = value, count
    return best


def ranked(im, p, size, footprint, rank):
    """The value of that rank in a window; of colours, channel by channel."""
    around = window(size, footprint)
    many = len(around)
    if not -many <= rank < many:
        raise ValueError(f"rank={rank!r}: a window of {many} pixels has those from {-many} to {many - 1}")
    place = range(many)[rank]
    if many > MANY:
        if place in (0, len(around) - 1):
            return extreme(maximum if place else minimum, im, p, 1, size, footprint)
        if footprint is None and hasattr(im, "width"):
            return sorted_around(im, p, *pair(size), place)
        return counted(im, p, size, footprint, place)
    return in_place([im(p + d) for d in around], place)


def in_place(values, place):
    """The number at a place in the order of some; of colours, channel by channel."""
    if isinstance(values[0], (Vec2, Vec3, Vec4)):
        return type(values[0])(*[sorted(channel)[place] for channel in zip(*values)])
    return sorted(values)[place]


def sorted_around(im, p, width, height, place):
    """The number at a place of a rectangle's, in order. Said like that, what is next to each other is counted together."""
    left, top = p.x - width // 2, p.y - height // 2

    def number(of):
        return sorted(of(im((x, y))) for y in range(top, top + height) for x in range(left, left + width))[place]

    pixel = im(p)
    if channels(pixel) == 1:
        return number(lambda value: value)
    return type(pixel)(*[number(lambda value, c=c: value[c]) for c in range(channels(pixel))])
