"""What a picture is asked as a whole, as people write it: each is what plain Python computes, of floats and of bytes."""

import functools
import itertools
import math
import operator
import statistics

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position
from tests.engines import check

RANDOM = np.random.default_rng(5)
PICTURES = [(RANDOM.integers(0, 64, (9, 14)) / 64).astype(np.float32), RANDOM.integers(0, 256, (9, 14)).astype(np.uint8)]
PIXELS, VALUES = [], []


def pixel(function):
    PIXELS.append(function)
    return function


def value(function):
    VALUES.append(function)
    return function


# --- pixels that ask -------------------------------------------------------------------------------------------------

@pixel
def each_of_them(im=Image, p=Position):
    t = 0.0
    for v in im:
        t += v
    return im(p) - t / len(im)


@pixel
def truths(im=Image, p=Position):
    return 1.0 * any(v > 0.9 for v in im) + 2 * all(v > 0.01 for v in im) + 4 * any(im) + 8 * all(im)


@pixel
def in_order(im=Image, p=Position):
    return sorted(im)[len(im) // 2] - sorted(im)[-1] + sorted(im, reverse=True)[3]


@pixel
def centre(im=Image, p=Position):
    return sum(im(q) * q.x for q in im.positions) / sum(im(q) for q in im.positions)


@pixel
def where_brightest(im=Image, p=Position):
    q = max(im.positions, key=im)
    return q.x + 100 * q.y


@pixel
def where_middling(im=Image, p=Position):
    q = min(im.positions, key=lambda q: abs(im(q) - 0.5))
    return q.x + 100 * q.y


@pixel
def where_in_its_row(im=Image, p=Position):
    return max(range(im.width), key=lambda x: im(x, p.y))


@pixel
def equalized(im=Image, p=Position):
    h = [0] * 256
    for v in im:
        h[int(v * 255 + 0.5)] += 1
    return list(itertools.accumulate(h))[int(im(p) * 255 + 0.5)] / len(im)


@pixel
def the_first_bin_that_has_half(im=Image, p=Position):
    h = [0] * 64
    for q in im.positions:
        h[int(im(q) * 63 + 0.5)] += 1
    c = list(itertools.accumulate(h))
    return next(i for i in range(64) if c[i] * 2 >= len(im)) + next(i * 0.5 for i in range(91) if im(p) <= i / 90)


@pixel
def by_numpy(im=Image, p=Position):
    return np.sum(im) + np.mean(im) + np.std(im) + np.min(im) + np.max(im) + np.var(im) + np.median(im) + np.argmax(im)


@pixel
def by_numpy_in_order(im=Image, p=Position):
    return np.percentile(im, [10, 90])[1] - np.quantile(im, 0.25) + np.percentile(im, 30) + np.argmin(im)


@pixel
def by_numpy_in_bins(im=Image, p=Position):
    counts, edges = np.histogram(im, bins=16, range=(0, 1))
    return counts[min(15, int(im(p) * 16))] + edges[3]


@pixel
def by_numpy_of_lines(im=Image, p=Position):
    return (np.sum(im, axis=1)[p.y] + np.mean(im, axis=0)[p.x] + np.max(im, axis=0)[p.x] - np.min(im, axis=1)[p.y]
            + np.std(im, axis=1)[p.y] + np.argmax(im, axis=1)[p.y] + np.median(im, axis=0)[p.x])


@pixel
def of_a_stage(im=Image, p=Position):
    def edge(q):
        return abs(im(q + (1, 0)) - im(q - (1, 0)))
    return edge(p) / max(edge(q) for q in im.positions)


@pixel
def reduced(im=Image, p=Position):
    return functools.reduce(lambda a, b: a if a > b else b, im) + functools.reduce(
        operator.add, (im(q) for q in im.positions), 1.0)


@pixel
def deep_inside(im=Image, p=Position):
    def outer(q):
        def inner(r):
            return im(r) / max(im)
        return inner(q) + inner(q + (1, 0))
    return outer(p) + outer(p - (0, 1))


@pixel
def twice_over_its_row(im=Image, p=Position):
    m = sum(im(x, p.y) for x in range(im.width)) / im.width
    s = sum((im(x, p.y) - m) ** 2 for x in range(im.width))
    return (im(p) - m) / (s / im.width + 0.01) ** 0.5


@pixel
def by_the_library(im=Image, p=Position):
    return math.fsum(im) + statistics.mean(im) + statistics.median(im) + statistics.pstdev(im) + statistics.stdev(im)


@pixel
def rank(im=Image, p=Position):
    return sum(1 for v in im if v > im(p)) + sum(v > 0.5 for v in im)


@pixel
def numbered(im=Image, p=Position):
    t = sum(a * b for a, b in zip(im, im))
    for i, v in enumerate(im):
        t += v * (i % 3)
    return t


@pixel
def its_row_in_order(im=Image, p=Position):
    return sorted(im(x, p.y) for x in range(im.width))[p.x]


@pixel
def a_list_of_rows(im=Image, p=Position):
    rows = [sum(im(x, y) for x in range(im.width)) for y in range(im.height)]
    return rows[p.y] - max(rows)


# --- a step back -----------------------------------------------------------------------------------------------------

@pixel
def from_below(im=Image, p=Position):
    s = functools.cache(lambda q: im(q) * 0.5 + (0.5 * s(q + (0, 1)) if q.y < im.height - 1 else im(q) * 0.5))
    return s(p)


@pixel
def the_greatest_so_far(im=Image, p=Position):
    s = functools.cache(lambda q: max(im(q), s(q - (1, 0))) if q.x > 0 else im(q))
    return s(p)


@pixel
def two_steps_back(im=Image, p=Position):
    @functools.cache
    def s(q):
        return im(q) + (0.5 * s(q - (1, 0)) if q.x > 0 else 0.0) - (0.25 * s(q - (2, 0)) if q.x > 1 else 0.0)
    return s(p)


@pixel
def both_ways_at_once(im=Image, p=Position):
    @functools.cache
    def t(q):
        if q.x < 0 or q.y < 0:
            return 0.0
        return im(q) + t(q - (1, 0)) + t(q - (0, 1)) - t(q - (1, 1))
    return t(p)


@pixel
def cheapest_way_down(im=Image, p=Position):
    @functools.cache
    def c(q):
        if q.y <= 0:
            return im(q)
        left, right = (c(q + (dx, -1)) if 0 <= q.x + dx < im.width else 9.0 for dx in (-1, 1))
        return im(q) + min(left, c(q + (0, -1)), right)
    return c(p)


# --- values ----------------------------------------------------------------------------------------------------------

@value
def several(im=Image):
    return sum(im), max(im), len(im), im.width, max(im) > 0.5


@value
def least_and_greatest_in_bins(im=Image):
    low, high = [9.0] * 4, [-1.0] * 4
    for q in im.positions:
        k = q.x % 4
        low[k] = min(low[k], im(q))
        high[k] = max(high[k], im(q))
    return low, high


@value
def two_tables_at_once(im=Image):
    n, t = [0] * 3, [0.0] * 3
    for q in im.positions:
        k = (q.x + q.y) % 3
        n[k] += 1
        t[k] += im(q)
    return [a / b for a, b in zip(t, n)]


@value
def a_place(im=Image):
    q = max(im.positions, key=im)
    return q.x, q.y


@value
def lines(im=Image):
    return np.sum(im, axis=0), np.argmax(im, axis=1), np.histogram(im, bins=8, range=(0, 1))[0], sorted(im)[:5]


@value
def of_complex_numbers(im=Image):
    t = 0j
    for q in im.positions:
        t += im(q) * complex(math.cos(q.x * 0.5), math.sin(q.y * 0.5))
    return t


@value
def products(im=Image):
    t = 1.0
    for v in im:
        t *= 0.9 + v * 0.2
    return t, math.prod(0.9 + 0.2 * v for v in im)


@value
def bits(im=Image):
    either, both, odd, even = 0, 255, 0, True
    for v in im:
        k = int(v * 255 + 0.5)
        either |= k
        both &= k
        odd ^= k
        even = even != (v > 0.5)
    return either, both, odd, even


@value
def scattered(im=Image):
    out = [0.0] * 14
    for x in range(im.width):
        out[(x * 5) % 14] = im(x, 0)
    return out


@value
def the_first(im=Image):
    return next(v for v in im if v > 0.5), next((q.x for q in im.positions if im(q) > 0.9), -1)


@value
def how_long_until(im=Image):
    n = 0
    for v in im:
        if v > 0.95:
            break
        n += 1
    return n


@value
def one_after_the_other(im=Image):
    t = 0.5
    for v in im:
        t = (t * 2.7 * (1 - t) + v) / 2
    return t


@value
def moments(im=Image):
    m = sum(im)
    x, y = sum(q.x * im(q) for q in im.positions) / m, sum(q.y * im(q) for q in im.positions) / m
    return x, y, sum((q.x - x) ** 2 * im(q) for q in im.positions) / m


@value
def how_many_kinds(im=Image):
    return len(set(im))


def flat(result) -> list:
    if isinstance(result, (list, tuple, np.ndarray)):
        return [each for part in result for each in flat(part)]
    return [complex(result)]


@pytest.mark.parametrize("picture", PICTURES, ids=["floats", "bytes"])
@pytest.mark.parametrize("function", PIXELS, ids=lambda f: f.__name__)
def test_of_each_pixel(engine, function, picture):
    if engine.name not in ("evaluator", "intel"):
        pytest.skip("what differs from driver to driver are the kernels, not what is in them")
    check(function, picture, tolerance=3e-5, dtype="float32")


@pytest.mark.parametrize("picture", PICTURES, ids=["floats", "bytes"])
@pytest.mark.parametrize("function", VALUES, ids=lambda f: f.__name__)
def test_once(engine, function, picture):
    if engine.name not in ("evaluator", "intel"):
        pytest.skip("what differs from driver to driver are the kernels, not what is in them")
    found, expected = flat(pygpu.compile(function)(picture)), flat(function(HostImage(picture)))
    np.testing.assert_allclose(found, expected, rtol=3e-5, atol=3e-5)
