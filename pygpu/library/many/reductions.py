"""NumPy's reductions of a picture, an array or a volume, as the tracer walks them: np.sum(im), np.mean(im, axis=1)[p.y].

    WRITTEN     the function → what it means for a picture, or a line of one

In plain Python a HostImage is an array to NumPy, with rows first; here it is looked at pixel by pixel.
"""

from __future__ import annotations

import math

import numpy as np


class Line:
    """A row (axis=1) or a column (axis=0) of a picture."""

    __slots__ = ("im", "axis", "place")
    channels = 1  # of colours each is summed up by itself, as NumPy does along an axis

    def __init__(self, im, axis, place):
        self.im, self.axis, self.place = im, axis, place

    def __len__(self):
        return self.im.width if self.axis == 1 else self.im.height

    def __iter__(self):
        return map(self.at, range(len(self)))

    def at(self, i):
        return self.im(i, self.place) if self.axis == 1 else self.im(self.place, i)


class Lines:
    """What a reduction gives along an axis: a value for each row (axis=1) or each column (axis=0)."""

    __slots__ = ("function", "im", "axis")
    channels = 1

    def __init__(self, function, im, axis):
        self.function, self.im, self.axis = function, im, axis

    def __len__(self):
        return self.im.height if self.axis == 1 else self.im.width

    def __getitem__(self, i):
        return self.function(Line(self.im, self.axis, i + len(self) if i < 0 else i))

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))


class Whole:
    """All that a picture, an array or a volume has; or, with one channel, pixels that are summed up each by itself."""

    __slots__ = ("im", "positions", "channels")

    def __init__(self, im, channels):
        self.im, self.positions, self.channels = im, im.positions, channels

    def __len__(self):
        return len(self.positions)

    def __iter__(self):
        return map(self.im, self.positions)

    def __call__(self, place):
        return self.im(place)


class Through:
    """The numbers of a volume along some axes, by NumPy's count of these: `place` has what is known of the coordinates."""

    __slots__ = ("im", "place", "along")
    channels = 1

    def __init__(self, im, place, along):
        self.im, self.place, self.along = im, place, along

    def __len__(self):
        count = 1
        for axis in self.along:
            count = count * self.im.size[2 - axis]
        return count

    def __iter__(self):
        return map(self.at, range(len(self)))

    def at(self, i):
        place = self.place.copy()
        for axis in reversed(self.along):
            place[axis] = i % self.im.size[2 - axis]
            i = i // self.im.size[2 - axis]
        return self.im(place[2], place[1], place[0])


class Projection:
    """What a reduction gives through a volume along an axis: a picture, read as NumPy reads it, [y, x] say."""

    __slots__ = ("function", "im", "axis")

    def __init__(self, function, im, axis):
        self.function, self.im, self.axis = function, im, axis

    def __len__(self):
        return self.im.depth if self.axis > 0 else self.im.height

    def __getitem__(self, index):
        if not isinstance(index, tuple):
            columns = self.im.height if self.axis == 2 else self.im.width
            return np.array([self[index, i] for i in range(columns)])
        return self.function(Through(self.im, placed(index, self.axis), (self.axis,)))


class PlaneLines(Lines):
    """What a reduction gives of each plane across a volume: a value for each place along the axis that is left."""

    __slots__ = ()

    def __len__(self):
        return self.im.size[2 - self.axis]

    def __getitem__(self, i):
        place = [None, None, None]
        place[self.axis] = i + len(self) if i < 0 else i
        return self.function(Through(self.im, place, tuple(axis for axis in range(3) if axis != self.axis)))


def placed(index, axis):
    """The coordinates in NumPy's order, but for the one along an axis."""
    return [*index[:axis], None, *index[axis:]]


def reduced(function, im, axis):
    dimensions = len(im.size)
    if axis is None:
        return function(Whole(im, im.channels))
    axes = axis if isinstance(axis, tuple) else (axis,)
    if dimensions < 3 and im.channels > 1 and min(axes) < 0 or not all(-dimensions <= each < dimensions for each in axes):
        raise ValueError(f"axis={axis}: " + NAMES[dimensions])
    axes = tuple(sorted({each % dimensions for each in axes}))
    if len(axes) == dimensions:
        return function(Whole(im, 1))
    if dimensions == 2:
        return Lines(function, im, axes[0])
    if len(axes) == 2:
        (left,) = {0, 1, 2} - set(axes)
        return PlaneLines(function, im, left)
    return Projection(function, im, axes[0])


NAMES = {1: "an array of one dimension has axis=0", 2: "a picture has rows, axis=1, and columns, axis=0",
         3: "a volume has planes, axis=0, rows, axis=1, and columns, axis=2"}


def numbers(im):
    return im if im.channels == 1 else (part for v in im for part in v)


def long(v):
    """Whole numbers are added up in 64 bits, as NumPy does it."""
    if isinstance(v, np.unsignedinteger):
        return np.uint64(v)
    return np.int64(v) if isinstance(v, (int, np.integer)) and not isinstance(v, bool) else v


def halfway(low, high):
    """Between two numbers; whole ones may be too large to be added."""
    return low / 2 + high / 2 if isinstance(low, (int, np.integer)) else (low + high) / 2


def total(im):
    return sum(long(v) for v in numbers(im))


def product(im):
    return math.prod(long(v) for v in numbers(im))


def mean(im):
    """Numbers of 64 bits without a sign are added up in two parts, since their sum may have more."""
    count = len(im) * im.channels
    if isinstance(im, (Whole, Line, Through)) and isinstance(first(im), np.uint64):
        return sum(v >> 32 for v in im) / count * 2.0**32 + sum(v & 0xFFFFFFFF for v in im) / count
    return total(im) / count


def first(im):
    return im(im.positions[0]) if isinstance(im, Whole) else im.at(0)


def variance(im, ddof=0):
    centre = mean(im)
    return sum((v - centre) * (v - centre) for v in numbers(im)) / (len(im) * im.channels - ddof)


def deviation(im, ddof=0):
    return np.sqrt(variance(im, ddof))


def least(im):
    """A NaN comes through."""
    return math.nan if any(v != v for v in numbers(im)) else min(numbers(im))


def greatest(im):
    return math.nan if any(v != v for v in numbers(im)) else max(numbers(im))


def spread(im):
    return greatest(im) - least(im)


def total_without_nan(im):
    return sum(long(v) for v in numbers(im) if v == v)


def mean_without_nan(im):
    count = sum(1 for v in numbers(im) if v == v)
    return total_without_nan(im) / count if count else math.nan


def variance_without_nan(im, ddof=0):
    centre, count = mean_without_nan(im), sum(1 for v in numbers(im) if v == v)
    return sum((v - centre) * (v - centre) for v in numbers(im) if v == v) / (count - ddof) if count > ddof else math.nan


def deviation_without_nan(im, ddof=0):
    return np.sqrt(variance_without_nan(im, ddof))


def median_without_nan(im):
    line = sorted(v for v in numbers(im) if v == v)
    count = len(line)
    return halfway(line[(count - 1) // 2], line[count // 2]) if count else math.nan


def least_without_nan(im):
    return min((v for v in numbers(im) if v == v), default=math.nan)


def greatest_without_nan(im):
    return max((v for v in numbers(im) if v == v), default=math.nan)


def any_of(im):
    return any(numbers(im))


def all_of(im):
    return all(numbers(im))


def how_many(im):
    return sum(1 for v in numbers(im) if v)


def place_of_least(im):
    return best_place(im, min)


def place_of_greatest(im):
    return best_place(im, max)


def place_of_least_number(im):
    return best_number(im, min, math.inf)


def place_of_greatest_number(im):
    return best_number(im, max, -math.inf)


def best_number(im, best, nothing):
    def key(v):
        return v if v == v else nothing

    if type(im) in (Line, Through):
        return best(range(len(im)), key=lambda i: key(im.at(i)))
    return im.positions.number(best(im.positions, key=lambda q: key(im(q))))


def best_place(im, best):
    """Where the best of them is; of any that are NaN, as NumPy does it, the first of these."""
    if type(im) in (Line, Through):
        lost = min(i if im.at(i) != im.at(i) else len(im) for i in range(len(im)))
        return lost if lost < len(im) else best(range(len(im)), key=im.at)
    number = im.positions.number
    lost = min(number(q) if im(q) != im(q) else len(im) for q in im.positions)
    return lost if lost < len(im) else number(best(im.positions, key=im))


WRITTEN = {
    np.sum: total, np.mean: mean, np.var: variance, np.std: deviation, np.min: least, np.max: greatest, np.ptp: spread,
    np.any: any_of, np.all: all_of, np.count_nonzero: how_many, np.argmin: place_of_least, np.argmax: place_of_greatest,
    np.amin: least, np.amax: greatest, np.prod: product, np.average: mean, np.nansum: total_without_nan,
    np.nanmin: least_without_nan, np.nanmax: greatest_without_nan, np.nanmean: mean_without_nan,
    np.nanargmin: place_of_least_number, np.nanargmax: place_of_greatest_number,
    np.nanvar: variance_without_nan, np.nanstd: deviation_without_nan, np.nanmedian: median_without_nan,
}
