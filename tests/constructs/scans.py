"""Constructs: functions of a position that call themselves a step back, down to an edge."""

from functools import cache

import numpy as np

from pygpu import Image, Position

from .marks import finite


@finite
def running_sum(im=Image, p=Position):
    """a running sum: `s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)`"""
    s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)
    return s(p)


@finite
def from_the_other_side(im=Image, p=Position):
    """from the other side: `s(q + (0, 1)) if q.y < im.height - 1`"""
    s = lambda q: im(q) + (s(q + (0, 1)) if q.y < im.height - 1 else 0.0)
    return s(p)


@finite
def recursive_filter(im=Image, p=Position):
    """a recursive filter of the second order, with an early return"""
    def y(q):
        if q.x < 2:
            return im(q)
        return 0.5 * im(q) + 0.75 * y(q - (1, 0)) - 0.25 * y(q - (2, 0))

    return y(p)


@finite
def integral_image(im=Image, p=Position):
    """a scan of a scan, remembered by functools.cache: an integral image"""
    row = cache(lambda q: im(q) + (row(q - (1, 0)) if q.x > 0 else 0.0))
    both = cache(lambda q: row(q) + (both(q - (0, 1)) if q.y > 0 else 0.0))
    return both(p)


@finite
def integral_image_at_once(im=Image, p=Position):
    """its law in one function, i(x-1, y) + i(x, y-1) - i(x-1, y-1) + v: a scan of a scan"""
    i = cache(lambda q: im(q) + (i(q - (1, 0)) if q.x > 0 else 0.0) + (i(q - (0, 1)) if q.y > 0 else 0.0)
              - (i(q - (1, 1)) if q.x > 0 and q.y > 0 else 0.0))
    return i(p)


@finite
def neighbours_in_the_row_before(im=Image, p=Position):
    """the least of three in the row before, and so on: seams; its own row may be asked, too"""
    m = cache(lambda q: im(q) + (min(m(q + (-1, -1)) if q.x > 0 else 9.0, m(q - (0, 1)),
                                     m(q + (1, -1)) if q.x < im.width - 1 else 9.0) if q.y > 0 else 0.0))
    way = cache(lambda q: im(q) + max(way(q - (1, 0)) if q.x > 0 else 0.0, way(q - (0, 1)) if q.y > 0 else 0.0))
    return m(p), way(p)


@finite
def several_results(im=Image, p=Position):
    """several results, with conditions: extremes, and how many were positive"""
    def s(q):
        low, high, n = s(q - (0, 1)) if q.y > 0 else (im(q), im(q), 0)
        return min(low, im(q)), max(high, im(q)), n + 1 if im(q) > 0 else n

    low, high, n = s(p)
    return high - low + n


class _Smooth:
    def __init__(self, image, keep):
        self.image, self.keep = image, keep

    def __call__(self, q):
        before = self(q - (1, 0)) if q.x >= 1 else self.image(q)
        return before + self.keep * (self.image(q) - before)


@finite
def an_object_that_calls_itself(im=Image, p=Position):
    """an object with `__call__`, fed by another function, and read elsewhere"""
    s = _Smooth(lambda q: im(q + (1, 0)) - im(q), 0.25)
    return s(p + (1, 0)) - s(p)


@finite
def cumsum_of_a_picture(im=Image, p=Position):
    """np.cumsum(im, axis=1)[p.y, p.x], np.cumprod; of one another; at places counted from the end"""
    sums = np.cumsum(np.cumsum(im, axis=0), axis=1)
    return sums[p.y, p.x] - sums[0, p.x] + sums[-1, -1], np.cumprod(im, axis=-1)[p.y, p.x], np.cumsum(im, axis=0)[-1, p.x]


@finite
def accumulate_of_a_picture(im=Image, p=Position):
    """np.maximum.accumulate(im, axis=1)[p.y, p.x] and those of other ufuncs of two numbers"""
    least, added = np.minimum.accumulate(im), np.add.accumulate(im, 1)
    return np.maximum.accumulate(im, axis=1)[p.y, p.x], least[p.y, p.x] - added[0, p.x], np.hypot.accumulate(im, -1)[p.y, -1]


@finite
def at_a_place_for_all(im=Image, p=Position):
    """a scan that is asked at one place for all pixels: what it comes to"""
    s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)
    return s(Position(im.width - 1, 0)) - s(p)


def scan_whose_end_a_helper_tells(im=Image, p=Position):
    """a function that calls itself where another one says so"""
    inside = lambda q: q.x >= 0 and q.y >= 0
    ahead = lambda q: inside(q) and q.x < im.width

    def sums(q):
        if not ahead(q):
            return 0.0
        return sums(q - (1, 0)) / 2 + im(q)

    return sums(p)
