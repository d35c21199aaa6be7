"""What a picture's numbers are in order: sorted(im), and the medians and percentiles that follow from it, as the tracer
walks them. Nothing is sorted where only a place is asked for: `ranked` is an operation of the graph (ir/orders.py).

In plain Python sorted(im) is Python's own, a list.
"""

from __future__ import annotations

import numpy as np

from .reductions import Lines, numbers
from .wholes import for_each

THERE, AFTER, IF_NUMBERS = range(3)
PIECE = 1 << 15  # a share in so many parts, and the rest of it: so places among many numbers stay exact


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

    def __init__(self, token, everything, descending, first, count):
        self.token, self.everything, self.descending = token, everything, descending
        self.first, self.count = first, count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        if isinstance(i, slice):
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


def in_order(values, /, *, key=None, reverse=False):
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
    return (low + (low if line.count % 2 == 1 else ranked(line.token, middle, AFTER))) / 2


def quantile(im, share, method="linear"):
    """What is larger than so much of a picture, from 0 to 1."""
    line = in_order(numbers(im))
    last = line.count - 1
    whole = int(share * PIECE)
    # share * last is whole / PIECE * last and a rest: each with no more digits than a number of 32 bits has.
    high, low = last // PIECE, last % PIECE
    place, left = whole * high + whole * low // PIECE, whole * low % PIECE / PIECE
    left = left + (share * PIECE - whole) * (last / PIECE)
    place, part = place + int(left), left - int(left)
    below, above = ranked(line.token, place, IF_NUMBERS), ranked(line.token, place, AFTER)
    if method == "lower":
        return below
    if method == "higher":
        return above if part > 0 and below == below else below
    apart = above - below
    return below + apart * part if part < 0.5 else above - apart * (1 - part)


def of_shares(scale, im, shares, axis, method):
    """np.quantile, or np.percentile where `scale` is 100."""
    def one(share):
        def found(line):
            return quantile(line, share, method)

        return found(im) if axis is None else Lines(found, im, axis)

    if method not in ("linear", "lower", "higher"):
        raise ValueError(f"method={method!r}: a picture's percentiles are 'linear', 'lower' or 'higher'")
    if isinstance(shares, (tuple, list, np.ndarray)):
        return [one(share / scale) for share in shares]
    return one(shares / scale)


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
        return in_order(numbers(im))
    if axis in (0, 1, -1):
        return SortedLines(im, axis)
    raise ValueError(f"axis={axis}: a picture has rows, axis=1, and columns, axis=0")
