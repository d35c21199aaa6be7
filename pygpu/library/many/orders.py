"""What a picture's numbers are in order: sorted(im), and the medians and percentiles that follow from it, as the tracer
walks them. Nothing is sorted where only a place is asked for: `ranked` is an operation of the graph (ir/orders.py).

In plain Python sorted(im) is Python's own, a list.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from ...language.functions import is_known
from .reductions import Whole, halfway, numbers, reduced
from .wholes import for_each

THERE, AFTER, IF_NUMBERS = range(3)
PIECE = 1 << 15  # a share in so many parts, and the rest of it: so places among many numbers stay exact
CLOSE = 1e-12    # no rest: 0.3 is three tenths


def gather(token, value):
    """Notes a number that is to be sorted with others. The tracer knows what it means; so of `ranked`."""
    raise NotImplementedError


def ranked(token, place, which):
    """The number at a place of those that were gathered; the one AFTER it; or the one there IF_NUMBERS are all of them, else
    NaN."""
    raise NotImplementedError


class Ordered:
    """Numbers in order: `count` of them from place `first` on."""

    __slots__ = ("token", "everything", "descending", "first", "count")
    channels = 1

    def __init__(self, token, everything, descending, first, count):
        self.token, self.everything, self.descending = token, everything, descending
        self.first, self.count = first, count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        if isinstance(i, slice):
            if i.start is None and i.stop is None and i.step == -1:
                return Ordered(self.token, self.everything, not self.descending, self.everything - self.first - self.count,
                               self.count)
            return self.part(0 if i.start is None else i.start, self.count if i.stop is None else i.stop, i.step)
        place = self.first + (i + self.count if i < 0 else i)
        return ranked(self.token, self.everything - 1 - place if self.descending else place, THERE)

    def part(self, start, stop, step):
        if step is not None and step != 1:
            raise TypeError("numbers in order can be sliced without a step: sorted(im)[10:20]")
        start, stop = [min(max(each + self.count if each < 0 else each, 0), self.count) for each in (start, stop)]
        return Ordered(self.token, self.everything, self.descending, self.first + start, max(stop - start, 0))

    def __iter__(self):
        return map(self.__getitem__, range(self.count))

    def index(self, value):
        """Where the first one is, found by halving."""
        low, high = 0, self.count
        while low < high:
            middle = (low + high) // 2
            if self[middle] > value if self.descending else self[middle] < value:
                low = middle + 1
            else:
                high = middle
        if low == self.count or self[low] != value:
            raise ValueError("it is not in list")
        return low


def in_order(values, /, *, key=None, reverse=False):
    if isinstance(values, Ordered):
        return values if values.descending == reverse else values[::-1]
    found = [0, 0]

    def take(value):
        found[0] = gather(found[0], value)
        found[1] = found[1] + 1

    for_each(values, take)
    return Ordered(found[0], found[1], reverse, 0, found[1])


# --- NumPy's ---------------------------------------------------------------------------------------------------------

def median(im):
    line = in_order(numbers(im))
    middle = (line.count - 1) // 2
    low = ranked(line.token, middle, IF_NUMBERS)
    return halfway(low, low if line.count % 2 == 1 else ranked(line.token, middle, AFTER))


BETWEEN = {  # two numbers in order: alpha and beta of R. Hyndman and Y. Fan (1996), as NumPy names them
    "linear": (1, 1), "lower": (1, 1), "higher": (1, 1), "midpoint": (1, 1), "nearest": (1, 1), "inverted_cdf": (0, 1),
    "averaged_inverted_cdf": (0, 1), "closest_observation": (-0.5, 1.5), "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5), "weibull": (0, 0), "median_unbiased": (1 / 3, 1 / 3), "normal_unbiased": (3 / 8, 3 / 8),
}
CHOSEN = {  # how much of the upper one is taken, by how far it is from the lower one, and whether that is at an odd place
    "lower": lambda part, odd: 0.0,
    "higher": lambda part, odd: 1.0 if part > 0 else 0.0,
    "midpoint": lambda part, odd: 0.5 if part > 0 else 0.0,
    "nearest": lambda part, odd: 1.0 if part > 0.5 or part == 0.5 and odd else 0.0,
    "inverted_cdf": lambda part, odd: 1.0 if part > 0 else 0.0,
    "averaged_inverted_cdf": lambda part, odd: 1.0 if part > 0 else 0.5,
    "closest_observation": lambda part, odd: 0.0 if part == 0 and odd else 1.0,
}


def quantile(im, share, method="linear"):
    """What is larger than so much of a picture, from 0 to 1."""
    line = in_order(numbers(im))
    alpha, beta = BETWEEN[method]
    if alpha == beta == 1:
        place, part = share_of(share, line.count - 1)
    else:
        place, part = share_of(share, line.count)
        part = part + (alpha + share * (1 - alpha - beta) - 1)
        place, part = place + math.floor(part), part - math.floor(part)
    first = max(place, 0)
    below = ranked(line.token, first, IF_NUMBERS)
    above = ranked(line.token, first, AFTER) if place == first else below
    if method not in CHOSEN:
        apart = above / 1 - below / 1  # of whole numbers, too, as floats: they may be farther apart than one of them says
        return below + apart * part if part < 0.5 else above - apart * (1 - part)
    much = CHOSEN[method](part, place % 2 == 1)
    return below if much == 0 or not below == below else above if much == 1 else halfway(below, above)


def share_of(share, count):
    """So much of a count: how many whole ones, and what is left. In whole numbers as far as that goes: each has no more
    digits than a number of 32 bits has."""
    if is_known(share):
        near = Fraction(float(share)).limit_denominator(PIECE)
        whole, pieces = near.numerator, near.denominator
        rest = float(share) - whole / pieces
    else:
        whole, pieces = int(share * PIECE), PIECE
        rest = (share * PIECE - whole) / PIECE
    high, low = count // pieces, count % pieces
    left = whole * low % pieces / pieces
    left = left if is_known(rest) and abs(rest) < CLOSE else left + rest * count
    return whole * high + whole * low // pieces + math.floor(left), left - math.floor(left)


def of_shares(scale, im, shares, axis, method):
    """np.quantile, or np.percentile where `scale` is 100."""
    def one(share):
        if is_known(share) and not 0 <= share <= scale:
            raise ValueError("Quantiles must be in the range [0, 1]" if scale == 1 else
                             "Percentiles must be in the range [0, 100]")

        def found(line):
            return quantile(line, share / scale, method)

        return found(im) if axis is None else reduced(found, im, axis)

    if method not in BETWEEN:
        raise ValueError(f"method={method!r}: it is {', '.join(map(repr, BETWEEN))}")
    if isinstance(shares, (tuple, list, np.ndarray)):
        return [one(share) for share in shares]
    return one(shares)


class SortedLines:
    """np.sort(im, axis): of each row (axis 1 or -1) or each column (0) the numbers in order. [y, x] is one of them."""

    __slots__ = ("im", "axis")

    def __init__(self, im, axis):
        self.im, self.axis = im, axis

    def __len__(self):
        return self.im.height

    def __getitem__(self, at):
        if not isinstance(at, tuple):
            return SortedRow(self, at)
        y, x = at
        if self.axis == 0:
            return in_order(self.im(x, row) for row in range(self.im.height))[y]
        return in_order(self.im(column, y) for column in range(self.im.width))[x]


class SortedRow:
    __slots__ = ("lines", "y")

    def __init__(self, lines, y):
        self.lines, self.y = lines, y

    def __len__(self):
        return self.lines.im.width

    def __getitem__(self, x):
        return self.lines[self.y, x]

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))


def in_lines(im, axis):
    """np.sort(im, axis)."""
    if axis is None:
        return in_order(numbers(Whole(im, im.channels)))
    if axis in (0, 1, -1) and len(im.size) == 2:
        return SortedLines(im, axis)
    if len(im.size) == 1 and axis in (0, -1):
        return in_order(im)
    raise ValueError(f"axis={axis}: sorted are rows, axis=1, and columns, axis=0, of a picture, or all of it, axis=None")
