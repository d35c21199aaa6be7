"""Running sums, products and extremes of a picture along an axis: np.cumsum(im, axis=1)[p.y, p.x]. Each is a function of a
position that calls itself a step back, and so a scan; one of another is an integral image.

In plain Python a HostImage is an array to NumPy, with rows first.
"""

from __future__ import annotations

import operator

import numpy as np

from ...language.position import Position, Position1, Position3
from .reductions import long

PLACES = {1: Position1, 2: Position, 3: Position3}


class Cumulated:
    """What np.cumsum gives of a picture, an array or a volume: read as NumPy reads it, [y, x], and as a picture is."""

    __slots__ = ("im", "scan")

    def __init__(self, im, scan):
        self.im, self.scan = im, scan

    @property
    def size(self):
        return self.im.size

    @property
    def channels(self):
        return self.im.channels

    @property
    def shape(self):
        return tuple(reversed(self.im.size))

    def __len__(self):
        return self.shape[0]

    def __call__(self, place):
        return self.scan(place)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if len(index) != len(self.shape):
            raise TypeError("what np.cumsum gives of a picture is read at single places: np.cumsum(im, axis=1)[p.y, p.x]")
        place = [i + many if i < 0 else i for i, many in zip(index, self.shape)]
        return self.scan(PLACES[len(place)](*reversed(place)))


def counted(v):
    """Truths are counted, whole numbers in 64 bits, as NumPy does it."""
    return long(int(v) if isinstance(v, bool) else v)


def running(step, im, axis, first=counted):
    dimensions = len(im.size)
    if axis is None and dimensions == 1:
        axis = 0
    if axis is None:
        raise TypeError("np.cumsum and np.cumprod of a picture run along an axis: np.cumsum(im, axis=1)[p.y, p.x]")
    if not -dimensions <= axis < dimensions:
        raise np.exceptions.AxisError(axis, dimensions)
    along = dimensions - 1 - axis % dimensions
    back = tuple([1 if each == along else 0 for each in range(dimensions)]) if dimensions > 1 else 1

    edge = "xyz"[along]

    def scan(q):
        here = first(im(q))
        return step(scan(q - back), here) if getattr(q, edge) > 0 else here

    return Cumulated(im, scan)


def sums(a, axis):
    return running(operator.add, a, axis)


def products(a, axis):
    return running(operator.mul, a, axis)


def accumulated(function):
    """What np.maximum.accumulate and its like are."""
    first = counted if function in (np.add, np.multiply) else lambda v: v
    return lambda array, axis: running(function, array, axis, first)
