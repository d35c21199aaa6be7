"""Constructs: lists and arrays that a picture fills, at places that its pixels say."""

import itertools
from functools import cache

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite, within


def _bin(value, count):
    return min(max(int(value) + count // 2, 0), count - 1)


@finite
def histogram(im=Image, p=Position):
    """a histogram: h[k] += 1 in a loop over a picture"""
    h = [0] * 20
    for v in im:
        h[_bin(v, 20)] += 1
    return h[_bin(im(p), 20)] + 100 * h[3] + 1000 * h[-2]


@finite
def equalised(im=Image, p=Position):
    """itertools.accumulate of a histogram, read at a pixel's place"""
    h = [0] * 24
    for v in im:
        h[_bin(v, 24)] += 1
    below = list(itertools.accumulate(h))
    return below[_bin(im(p), 24)] / len(im)


@finite
def what_a_table_has(im=Image, p=Position):
    """sum, max, len, index, slices and loops over a filled list"""
    h = [0] * 18
    for v in im:
        h[_bin(v, 18)] += 1
    peak = 0
    for count in h:
        peak = max(peak, count)
    return sum(h) + peak + h.index(max(h)) + len(h), sum(h[2:9]), h[3]


@finite
@within(1e-4)
def weighted_histogram(im=Image, p=Position):
    """bins that floats are added to, under a condition, in a list of ints"""
    h = [0] * 17
    for q in im.positions:
        if q.x != p.x:
            h[_bin(im(q), 17)] += min(max(im(q), -4.0), 4.0)
    return h[_bin(im(p), 17)]


@finite
def lists_in_stages(im=Image, p=Position):
    """a histogram that a function of a position reads, a scan of it among them; a list of thousands of numbers"""
    counts = [0] * 5000
    for v in im:
        counts[_bin(v, 17)] += 1
    shared = counts[3] if im.width > 4 else 2
    few = cache(lambda q: min(counts[q.x], shared + 2))
    below = cache(lambda q: few(q) + (below(q - (1, 0)) if q.x > 0 else 0))
    return below(Position(_bin(im(p), 17), 0)) + few(Position(p.x % 7, p.y))


@finite
def extremes_in_bins(im=Image, p=Position):
    """min and max in bins, two tables in one loop"""
    low, high = [1e9] * 20, [-1e9] * 20
    for q in im.positions:
        k = _bin(im(q), 20)
        low[k], high[k] = min(low[k], q.x), max(high[k], im(q))
    k = _bin(im(p), 20)
    return low[k], high[k]


@finite
def last_writer(im=Image, p=Position):
    """scattering: out[k] = value, the last of each place"""
    out = [0.0] * 30
    for i, v in enumerate(im):
        out[i * 7 % 30] = v
    return out[(p.x + 3 * p.y) % 30]


def table_of_an_argument(im=Image, p=Position, n: Int = 3):
    """a list filled at places that an argument decides, in a loop as long as an argument says"""
    found = [0] * 20
    for i in range(min(n, 30)):
        found[i * i % 20] += i
    return found[p.x] * 100 + found[-1 - p.y]


@finite
def array_of_bins(im=Image, p=Position):
    """np.zeros filled in a loop over a picture"""
    h = np.zeros(20)
    for v in im:
        h[_bin(v, 20)] += 0.5
    return h[_bin(im(p), 20)] + h.sum() + np.max(h)


@finite
def table_of_two_dimensions(im=Image, p=Position):
    """a table of two dimensions: counts of pairs of neighbours"""
    pairs = np.zeros((5, 5))
    for q in im.positions:
        pairs[_bin(im(q), 5), _bin(im(q + (1, 0)), 5)] += 1
    return pairs[_bin(im(p), 5), _bin(im(p + (1, 0)), 5)] + pairs[2, 2] * 100 + pairs.max()


def list_of_a_row(im=Image, p=Position):
    """a long list of symbols at an index that a symbol is, counted from either end"""
    row = [im(x, p.y) for x in range(20)]
    return row[p.x * 2] + row[-1 - p.x]
