"""Constructs: values of the whole picture, of a row, of a column."""

import functools
import itertools
import math
import operator
import statistics

import numpy as np

from pygpu import Color, Image, Int, Position

from .marks import finite, within


@finite
@within(1e-4)
def loop_over_a_picture(im=Image, p=Position):
    """for over an image: its pixels"""
    total = 0
    for v in im:
        total += v
    return im(p) - total / len(im)


@finite
@within(1e-4)
def loop_over_positions(im=Image, p=Position):
    """for over im.positions"""
    total = 0.0
    for q in im.positions:
        if q.x != p.x:
            total += min(max(im(q), -4.0), 4.0) * q.y
    return total + len(im.positions)


@finite
@within(1e-4)
def sum_of_a_picture(im=Image, p=Position):
    """sum(im), len(im)"""
    return im(p) - sum(im) / len(im) + sum(im, 2.0)


@finite
@within(1e-4)
def sum_of_a_row(im=Image, p=Position):
    """sum over a row and over a column"""
    return sum(im(x, p.y) for x in range(im.width)) - sum(im(p.x, y) for y in range(im.height))


@finite
@within(1e-4)
def sum_of_a_nested_generator(im=Image, p=Position):
    """a generator expression with two for clauses over ranges of a picture"""
    return sum(im(x, y) * (x + y) for y in range(im.height) for x in range(im.width) if x != y)


@finite
@within(1e-4)
def sum_of_known_and_symbolic(im=Image, p=Position):
    """a generator expression with a known and a symbolic range"""
    return sum(im(x, p.y + d) * w for d, w in zip((-1, 0, 1), (1, 2, 1)) for x in range(im.width))


def count_of_a_picture(im=Image, p=Position):
    """counting pixels: sum(1 for v in im if ...), sum of truths"""
    return sum(1 for v in im if v > 0.5) * 100 + sum(v < im(p) for v in im)


def extremes_of_a_picture(im=Image, p=Position):
    """min(im), max(im)"""
    return min(im), max(im)


def extremes_of_a_generator(im=Image, p=Position):
    """min and max of what a picture's positions give"""
    return max(im(q) * q.x for q in im.positions), min(abs(im(q)) + q.y for q in im.positions)


@finite
def extremes_of_some(im=Image, p=Position):
    """max of those pixels that pass a test, with default="""
    return max((v for v in im if v > im(p)), default=-99.0), min(filter(lambda v: v > 1.5, im), default=0.0)


def extreme_by_key(im=Image, p=Position):
    """max(im.positions, key=im), the first of equals"""
    top, low = max(im.positions, key=im), min(im.positions, key=lambda q: abs(im(q) - im(p)))
    return top.x + 10 * top.y, low.x + 10 * low.y


@finite
def extreme_of_tuples(im=Image, p=Position):
    """max of tuples over a picture"""
    value, y, x = max((im(q), q.y, -q.x) for q in im.positions)
    return value, y, x


def extreme_of_a_range(im=Image, p=Position, n: Int = 3):
    """min and max over a range whose end is an argument, with default="""
    return max((im(x, p.y) for x in range(min(n, 5))), default=0.5)


def truths_of_a_picture(im=Image, p=Position):
    """any and all over a picture"""
    return any(v > im(p) for v in im), all(v <= im(p) for v in im), any(im(x, p.y) > 3.5 for x in range(im.width))


@finite
def member_of_a_picture(im=Image, p=Position):
    """value in im, operator.countOf"""
    return (im(p) in im) + (im(p) / 2 in im) * 2 + operator.countOf(im, im(p)) * 4


@finite
@within(1e-4)
def reduce_over_a_picture(im=Image, p=Position):
    """functools.reduce over a picture"""
    largest = functools.reduce(max, im)
    mixed = functools.reduce(lambda a, b: a / 2 + b, im, 1.0)
    first = functools.reduce(lambda a, b: a - b, (im(x, p.y) for x in range(im.width)))
    return largest + mixed + first


@finite
@within(1e-4)
def means_of_a_picture(im=Image, p=Position):
    """statistics.mean and fmean, math.fsum and prod over a picture"""
    product = math.prod(1 + im(x, p.y) / 16 for x in range(im.width))
    return statistics.mean(im) + statistics.fmean(v * v for v in im) + math.fsum(im) / 8 + product


@finite
@within(1e-4)
def iterators_of_a_picture(im=Image, other=Image, p=Position):
    """map, zip, enumerate, filter, starmap of pictures"""
    crossed = sum(a * b for a, b in zip(im, other)) + sum(map(abs, im)) + sum(map(operator.mul, im, other))
    places = sum(i * v for i, v in enumerate(im)) / 100 + sum(filter(None, im))
    return crossed + places + sum(itertools.starmap(lambda q, v: q.x * v, zip(im.positions, im)))


@finite
@within(1e-4)
def generator_of_generators(im=Image, p=Position):
    """a generator over a generator over a picture"""
    squares = (v * v for v in im if v > 0)
    total = 0.0
    for v in (w + 1 for w in squares):
        total += v
    return total + sum(v / 2 for v in itertools.chain(im, (w for w in im if w < 0)))


def _ramp(im, p):
    total = 0.0
    for x in range(im.width):
        total += im(x, p.y)
        yield total


@finite
def generator_over_a_row(im=Image, p=Position):
    """a generator function over a row, with state"""
    highest = 0.0
    for v in _ramp(im, p):
        if v > highest:
            highest = v
    return highest + max(_ramp(im, p))


@finite
@within(1e-4)
def several_values_of_a_picture(im=Image, p=Position):
    """several values in one loop over a picture"""
    low, high, total, count = math.inf, -math.inf, 0.0, 0
    for v in im:
        low, high = min(low, v), max(high, v)
        if v > 0:
            total += v
            count += 1
    return (im(p) - low) / (high - low) + total / max(count, 1)


@finite
@within(1e-4)
def coloured_sum(im=Image[Color], p=Position):
    """the sum of a coloured picture, which begins with a number"""
    total = 0
    for v in im:
        total += v
    return im(p) - total / len(im) + sum(im(x, p.y) for x in range(im.width))


@finite
@within(1e-4)
def function_over_a_picture(im=Image, p=Position):
    """a function of a position over a picture's extent"""
    def slope(q):
        return abs(im(q + (1, 0)) - im(q - (1, 0)))

    return slope(p) / max(slope(q) for q in im.positions) + max(map(slope, im.positions))


@finite
def level_of_a_picture(im=Image, p=Position):
    """a picture in less detail, all of it"""
    small = im.level(2)
    return max(small) - min(small) + len(small)


@finite
@within(1e-4)
def numpy_of_a_picture(im=Image, p=Position):
    """np.sum, mean, min, max, ptp, count_nonzero of an image"""
    return np.mean(im) + np.sum(im) / 8, np.max(im) + np.count_nonzero(im), np.ptp(im) - np.min(im)


@finite
@within(1e-4)
def more_numpy_of_a_picture(im=Image, p=Position):
    """np.prod, average, amax, nansum, nanmin, nanmax, std with ddof= of an image"""
    return (np.prod(im) + np.average(im) + np.std(im, ddof=1), np.amax(im, axis=1)[p.y] + np.amin(im),
            np.nansum(im) / 8 + np.nanmax(im) - np.nanmin(im, axis=0)[p.x])


@finite
@within(1e-4)
def numpy_without_nan(im=Image, p=Position):
    """np.nanmean, nanvar, nanstd, nanmedian, nanargmax of an image, of rows and columns"""
    held = np.nanargmax(im) + 100 * np.nanargmin(im, axis=0)[p.x] + np.nanmean(im) + np.nanstd(im) + np.nanmedian(im)
    return held + np.nanmean(im, axis=1)[p.y] + np.nanmedian(im, axis=0)[p.x], np.nanvar(im, axis=0, ddof=1)[p.x]


@within(1e-4)
def numpy_meets_nan(im=Image, p=Position):
    """np.max, argmin, argmax, all, any of an image with a NaN, with axis=; np.unique of a row"""
    row = np.array([im(x, p.y) for x in range(im.width)])
    return (np.max(im) if p.x < 2 else np.any(im), np.all(im), np.argmax(im) + 100 * np.argmin(im),
            np.argmax(im, axis=0)[p.x] + 100 * np.argmin(im, axis=1)[p.y] + 10000 * row.argmax(), np.unique(row).size)


@finite
@within(1e-4)
def numpy_of_rows(im=Image, p=Position):
    """np.sum, mean, std, argmax of an image with axis="""
    row = np.sum(im, axis=1)[p.y] + np.std(im, axis=1)[-1 - p.y] / 8
    return row, np.mean(im, axis=0)[p.x] + np.max(im, axis=0)[0], np.argmax(im, axis=1)[p.y], np.argmin(im)


@finite
@within(1e-4)
def numpy_of_colours(im=Image[Color], p=Position):
    """np.mean of a coloured image, of all its numbers and of each channel"""
    return im(p) * np.mean(im) / np.max(im), np.sum(im, axis=(0, 1))[1]


@finite
def sorted_picture(im=Image, p=Position):
    """sorted(im): a place that is known, one that is the same for all pixels, one of each pixel"""
    return sorted(im)[3] - sorted(im)[-1 - len(im) // 3], sorted(im, reverse=True)[p.y * im.width + p.x]


@finite
def sorted_rows_and_columns(im=Image, p=Position):
    """sorted() of a row, and of a column with a condition"""
    low = sorted(im(p.x, y) for y in range(im.height) if y != p.x)
    return sorted(im(x, p.y) for x in range(im.width))[p.x], low[len(low) // 2]


@finite
def sorted_again(im=Image, p=Position):
    """what is in order sorted once more, in either direction, and its median"""
    row = sorted(im(x, p.y) for x in range(im.width))
    return sorted(row, reverse=True)[1], sorted(row[1:])[0], statistics.median(sorted(row, reverse=True)), sorted(sorted(im))[2]


@finite
@within(1e-4)
def slice_of_a_sorted_picture(im=Image, p=Position):
    """sum(sorted(im)[2:-2]): without the extremes"""
    middle = sorted(im)[2:-2]
    return sum(min(max(v, -4.0), 4.0) for v in middle) / len(middle)


@finite
def medians_of_a_picture(im=Image, p=Position):
    """statistics.median and np.median of an image, with axis="""
    return statistics.median(im), np.median(im), np.median(im, axis=1)[p.y] - np.median(im, axis=0)[p.x]


@finite
@within(1e-4)
def percentiles_of_a_picture(im=Image, p=Position):
    """np.percentile and np.quantile of an image"""
    low, high = np.percentile(im, (10, 90))
    return low - high, np.quantile(im, 0.3, method="lower"), np.quantile(im, 0.77, axis=1)[p.y]


@finite
def numpy_counts_a_picture(im=Image, p=Position):
    """np.histogram of an image, and which bin a pixel is in: np.digitize, np.searchsorted"""
    counts, edges = np.histogram(im, bins=4, range=(-2, 2))
    place = np.digitize(im, [-1.0, 0.0, 0.5])[p.y, p.x] + np.searchsorted([0.0, 1.0], im, side="right")[p.y, p.x]
    return counts[place % 4] + np.sum(counts), edges[1], place


@finite
def methods_of_percentiles(im=Image, p=Position):
    """every method= of np.percentile and np.quantile"""
    return np.percentile(im, 30, method="hazen"), np.quantile(im, 0.6, method="nearest")


@finite
def numpy_sorts_a_picture(im=Image, p=Position):
    """np.sort of an image by rows, by columns and as a whole; np.partition"""
    return np.sort(im)[p.y, p.x] - np.sort(im, axis=0)[p.y][p.x], np.sort(im, axis=None)[4], np.partition(im, 2, axis=1)[p.y, 2]


@finite
@within(1e-4)
def list_of_a_row_of_pixels(im=Image, p=Position):
    """[f(x) for x in range(im.width)]: sum, max, len, an item, the last one, index, in; used more than once"""
    row = [min(max(im(x, p.y), -4.0), 4.0) for x in range(im.width)]
    mean = sum(row) / len(row)
    spread = sum((v - mean) ** 2 for v in row) / len(row)
    return row[p.x] - mean + spread + row[-1] + row.index(max(row)) + (9.0 in row) + (row == row[::-1])


@finite
@within(1e-4)
def slices_of_a_row_of_pixels(im=Image, p=Position):
    """slices of such a list, and two of them together: row[1:], row[:-1], row[::2], row[::-1], +"""
    row = [min(max(im(x, p.y), -4.0), 4.0) for x in range(im.width)]
    steps = sum(abs(b - a) for a, b in zip(row, row[1:]))
    return steps + sum(row[:-1]) + row[::-1][0] + sum(row[::2] + row[-2:]) + len(row[3:1:-1])


@finite
@within(1e-4)
def list_of_some_pixels(im=Image, p=Position):
    """[v for v in im if test(v)]: len, sum, sort(), items, and of positions"""
    light = [v for v in im if v > 0.5]
    places = [q for q in im.positions if im(q) > 0.5]
    light.sort()
    return (light[len(light) // 2] - light[0] + len(light) + sum(q.x for q in places)) if light else -1.0


@finite
@within(1e-4)
def lists_filled_in_a_loop(im=Image, n=Image[Int], p=Position):
    """row.append(v) in a loop to the width, under a condition, two lists at once; as often as a pixel says"""
    places, light, near = [], [], []
    for x in range(im.width):
        v = im(x, p.y)
        if v > 0.5:
            places.append(x)
            light.append(v)
    for i in range(min(n(p), 4)):
        near.append(im(p + (i, 0)))
    return sum(places) + max(light, default=0.0) + sum(near) + len(near)


@finite
@within(1e-4)
def lists_of_rows(im=Image, p=Position):
    """[[im(x, y) for x in range(im.width)] for y in range(im.height)]: rows[y][x], and lists of what rows have"""
    rows = [[im(x, y) for x in range(im.width)] for y in range(im.height)]
    greatest = [max(row) for row in rows]
    return rows[p.y][p.x] - greatest[p.y] + greatest.index(min(greatest)) + len(rows[0])


@finite
@within(1e-4)
def list_that_a_condition_chooses(im=Image, p=Position):
    """a row of pixels or a column, as a pixel decides; a function that gives such a list"""
    def row(y):
        return [im(x, y) for x in range(im.width)]

    line = row(p.y) if im(p) > 0.5 else [im(p.x, y) for y in range(im.height)]
    return max(line) - min(row(0)) + len(line)


@finite
@within(1e-4)
def array_of_a_row(im=Image, p=Position):
    """np.array of such a list: arithmetic, ufuncs, sums, argmax, masks, np.diff, np.cumsum, np.dot"""
    row = np.array([min(max(im(x, p.y), -4.0), 4.0) for x in range(im.width)])
    light = row[row > 0.5]
    return (((row - row.mean()) ** 2).sum() + np.abs(np.diff(row)).max() + np.cumsum(row)[p.x] + row.argmax()
            + light.sum() + len(light) + np.dot(row, row) + np.median(row))


@finite
@within(1e-4)
def array_of_row_means(im=Image, p=Position):
    """np.mean(im, axis=1), np.sum(im, axis=0): arithmetic with them, and their own extremes and sums"""
    rows, columns = np.mean(im, axis=1), np.sum(im, axis=0) / im.height
    return rows[p.y], (columns * 2)[p.x], rows.mean(), np.max(rows), columns.min(), (rows > 0).sum() + len(columns)


@finite
def different_numbers(im=Image, p=Position):
    """np.unique and np.bincount(minlength=) of such a list; a set of what pixels say: len, in, sum"""
    levels = [int(min(max(v, 0.0), 1.0) * 5) for v in im]
    counts = np.bincount(levels, minlength=6)
    numbers = np.unique(levels)
    kinds = {level // 2 for level in levels}
    return counts[int(min(max(im(p), 0.0), 1.0) * 5)] + len(numbers) + numbers[0] + len(kinds) + (2 in kinds) + sum(kinds)


@finite
@within(1e-4)
def range_as_a_list(im=Image, p=Position):
    """a range to the width: gone through twice, reversed, len, in, an item, a slice"""
    xs = range(1, im.width, 2)
    twice = sum(im(x, p.y) for x in xs) + sum(x for x in xs)
    first = 0
    for x in reversed(xs):
        if im(x, p.y) > 0.5:
            first = x
    return twice + first + len(xs) + (3 in xs) - (4 in xs) + xs[-1] + sum(xs[1:])


@finite
def first_of_a_row(im=Image, p=Position):
    """next() of a generator over a row, with a default; of enumerate of one"""
    row = [im(x, p.y) for x in range(im.width)]
    first = next((x for x in range(im.width) if im(x, p.y) > 0.5), -1)
    return first + 10 * next((i for i, v in enumerate(v for v in row) if v > 0.5), -1)


@finite
@within(1e-4)
def itertools_of_a_row(im=Image, p=Position):
    """itertools: accumulate, pairwise, islice, takewhile, dropwhile, product, over as many as a row has; list() of them"""
    row = [min(max(im(x, p.y), 0.0), 1.0) for x in range(im.width)]
    so_far = list(itertools.accumulate(row))
    steps = sum(abs(b - a) for a, b in itertools.pairwise(v for v in row))
    some = sum(itertools.islice(row, 1, None, 2)) + sum(itertools.takewhile(lambda v: v < 0.7, row))
    rest = sum(itertools.dropwhile(lambda v: v < 0.7, row))
    pairs = sum(x * y for x, y in itertools.product(range(im.width), range(2)))
    return so_far[p.x] + so_far[-1] + max(itertools.accumulate(row, max)) + steps + some - rest + pairs


@finite
@within(1e-4)
def rows_that_hold_sums(im=Image, p=Position):
    """a sum of sums of rows, the greatest mean of a row; a value of the row in a value of the picture"""
    mean = [sum(im(x, y) for x in range(im.width)) / im.width for y in range(im.height)]
    apart = sum(sum(abs(im(x, y) - mean[y]) for x in range(im.width)) for y in range(im.height))
    return apart / len(im) + max(sum(im(x, y) for x in range(im.width)) for y in range(im.height)) - mean[p.y]


@finite
@within(1e-4)
def extreme_of_a_window(im=Image, radius=Int, p=Position):
    """max over a window of as many pixels as an argument says"""
    r = min(max(radius, 0), 2)
    return max(im(p + (dx, dy)) for dy in range(-r, r + 1) for dx in range(-r, r + 1))


@finite
@within(1e-4)
def value_of_a_scan(im=Image, p=Position):
    """max and sum of a function that calls itself a step back, over all places"""
    longest = functools.cache(lambda q: (1 + (longest(q - (1, 0)) if q.x > 0 else 0)) if im(q) > 0.2 else 0)
    return max(longest(q) for q in im.positions) + sum(longest(q) for q in im.positions) / len(im)


@finite
@within(1e-4)
def line_that_calls_itself(im=Image, p=Position):
    """a function of one number that calls itself a step back: what rows have, summed up from the top"""
    total = functools.cache(lambda y: (total(y - 1) if y > 0 else 0.0) + max(im(x, y) for x in range(im.width)))
    return total(p.y)


@finite
@within(1e-4)
def order_in_a_window(im=Image, p=Position, n: Int = 2):
    """sorted(), np.median, np.percentile of a window of as many pixels as an argument says"""
    r = 1 + (n & 1)
    window = sorted(im(p + (dx, dy)) for dx in range(-r, r + 1) for dy in range(-r, r + 1) if abs(dx) + abs(dy) <= r)
    row = [im(p + (dx, 0)) for dx in range(-r, r + 1)]
    return window[len(window) // 2] - window[0] / 2, np.median(row), np.percentile(row, 30), sorted(row, reverse=True)[1]


@finite
def place_in_order(im=Image, p=Position):
    """sorted(im).index(im(p)): which place a pixel has among all, or in its row"""
    return sorted(im).index(im(p)), sorted(im[p.y], reverse=True).index(im(p))
