"""NumPy's reductions of a picture, as the tracer walks them: np.sum(im), np.mean(im, axis=1)[p.y].

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
    """A picture whose pixels are summed up each by itself: axis=(0, 1)."""

    __slots__ = ("im",)
    channels = 1

    def __init__(self, im):
        self.im = im

    def __len__(self):
        return self.im.width * self.im.height

    def __iter__(self):
        return iter(self.im)


def reduced(function, im, axis):
    if axis is None:
        return function(im)
    if axis == (0, 1):
        return function(Whole(im))
    if axis == 0 or axis == 1:
        return Lines(function, im, axis)
    raise ValueError(f"axis={axis}: a picture has rows, axis=1, and columns, axis=0")


def numbers(im):
    return im if im.channels == 1 else (part for v in im for part in v)


def total(im):
    return sum(numbers(im))


def mean(im):
    return total(im) / (len(im) * im.channels)


def variance(im):
    centre = mean(im)
    return sum((v - centre) * (v - centre) for v in numbers(im)) / (len(im) * im.channels)


def deviation(im):
    return np.sqrt(variance(im))


def least(im):
    """A NaN comes through."""
    return math.nan if any(v != v for v in numbers(im)) else min(numbers(im))


def greatest(im):
    return math.nan if any(v != v for v in numbers(im)) else max(numbers(im))


def spread(im):
    return greatest(im) - least(im)


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


def best_place(im, best):
    if type(im) is Line:
        return best(range(len(im)), key=im.at)
    place = best(im.positions, key=im)
    return place.y * im.width + place.x


WRITTEN = {
    np.sum: total, np.mean: mean, np.var: variance, np.std: deviation, np.min: least, np.max: greatest, np.ptp: spread,
    np.any: any_of, np.all: all_of, np.count_nonzero: how_many, np.argmin: place_of_least, np.argmax: place_of_greatest,
}
