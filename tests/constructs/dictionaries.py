"""Constructs: dicts, counters and groups of which a picture says how many entries they have; lists sorted by a key."""

import itertools
import math
import statistics
from collections import Counter

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite, within


def _level(v):
    return int(min(max(v, -3.0), 3.0) * 2)


@finite
@within(1e-4)
def counter_of_a_picture(im=Image, p=Position):
    """Counter(im): how often a number is there, most_common(n), items(), total()"""
    levels = Counter(_level(v) for v in im)
    share = sum(n * n for n in levels.values()) / levels.total()
    in_turn = sum((i + 1) * level * n for i, (level, n) in enumerate(levels.items()))
    return (levels[_level(im(p))], share + len(levels), in_turn, levels.most_common(1)[0][0],
            sum(level for level, n in levels.most_common(2)), levels[77] + (3 in levels) + levels.get(99, -5))


@finite
@within(1e-4)
def entropy_of_a_picture(im=Image, p=Position):
    """what a Counter of a picture has, with the logarithm of each share"""
    count = Counter(map(_level, im))
    return -sum(n / len(im) * math.log2(n / len(im)) for n in count.values())


@finite
def most_frequent_of_a_picture(im=Image, p=Position):
    """statistics.mode of a picture and of a row: the first of those that are there most often"""
    return statistics.mode(im), statistics.mode(_level(im(x, p.y)) for x in range(im.width))


@finite
def most_frequent_levels(im=Image, p=Position):
    """statistics.multimode of a picture and of a row: all that are there most often"""
    levels, row = statistics.multimode(_level(v) for v in im), statistics.multimode(data=[im(x, p.y) for x in range(im.width)])
    return len(levels), sum((i + 1) * level for i, level in enumerate(levels)), len(row), row[0]


@finite
def elements_of_a_counter(im=Image, p=Position):
    """Counter(im).elements(): each as often as it came, where the first of its kind stood"""
    alike = list(Counter(_level(v) for v in im).elements())
    return alike[p.x], len(alike), sum(i % 3 * level for i, level in enumerate(alike))


@finite
@within(1e-4)
def dict_of_a_row(im=Image, p=Position):
    """{x: ... for x in range(im.width)}: a dict with a key for each place, and get() beside it"""
    column = {x: max(im(x, y) for y in range(im.height)) for x in range(im.width)}
    return column[p.x] - column.get(p.x + 1, 0.5)


@finite
@within(1e-4)
def dict_of_a_picture(im=Image, p=Position):
    """{f(v): ... for v in im}: of equal keys the last value, where the first one stood; dict.fromkeys"""
    last = {_level(im(x, 0)): x for x in range(im.width)}
    once = dict.fromkeys(map(_level, im))
    return (sum(i * level + x for i, (level, x) in enumerate(last.items())), last.get(_level(im(p)), -1), len(last),
            sum(i * level for i, level in enumerate(once)), _level(im(p)) + 1 in once)


@finite
def set_in_order(im=Image, p=Position):
    """sorted(set(im)), sorted(set, reverse=True)"""
    return sorted(set(im))[0] + sum(sorted({_level(v) for v in im})) - sorted(set(im), reverse=True)[0]


@finite
@within(1e-4)
def runs_of_a_row(im=Image, p=Position):
    """itertools.groupby over a row and a picture: how many runs, the longest, the largest sum"""
    light = [len(list(run)) for is_light, run in itertools.groupby(range(im.width), key=lambda x: im(x, p.y) > 0) if is_light]
    runs = sum(1 for level, run in itertools.groupby(map(_level, im)))
    return (max(light, default=0) + 100 * len(light), runs,
            max(sum(run) for level, run in itertools.groupby(_level(im(x, 0)) for x in range(im.width))))


@finite
def sorted_by_a_key(im=Image, p=Position):
    """sorted(..., key=, reverse=) of a row, of its places, of a picture's positions; np.argsort"""
    row = [im(x, p.y) for x in range(im.width)]
    by_light = sorted(range(im.width), key=lambda x: _level(row[x]))
    backwards = sorted(range(im.width), key=lambda x: _level(row[x]), reverse=True)
    darkest = sorted(im.positions, key=im)[0]
    return (by_light[p.x], backwards[p.x], by_light.index(p.x), sorted(row, key=abs)[p.x], darkest.x + 100 * darkest.y,
            np.argsort(np.array(row), kind="stable")[p.x])


def counters_changed_in_place(n=Image[Int], p=Position):
    """+= and |= of Counters: what is not above zero goes"""
    k = n(p) % 9 - 4
    counts = Counter({0: k, 1: 2})
    counts |= {2: k - 1}
    counts += Counter({1: k - 3, 3: 1})
    return sum((key + 1) * 10 + value for key, value in counts.items()) + 1000 * len(counts)
