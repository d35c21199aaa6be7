"""What Python's functions of many values mean where a picture decides how many there are: written out, for the tracer to
walk. Each looks at one value after the other and keeps what it has found in a list of one item, so that its loop is a
loop of the graph.

    WRITTEN     the function → what it means

Plain Python needs none of this: there sum(im) is Python's own.
"""

from __future__ import annotations

import math
import operator
import statistics

UNSET = object()  # what nothing has been found for yet


def one_by_one(values, take):
    for value in values:
        take(value)


def for_each(values, take):
    """take(value) for each of them. The tracer walks a generator from inside for it (meanings/wholes.py)."""
    one_by_one(values, take)


# --- sums and products -----------------------------------------------------------------------------------------------

def total(values, /, start=0):
    so_far = [start]

    def add(value):
        so_far[0] = so_far[0] + value

    for_each(values, add)
    return so_far[0]


def total_of_floats(values, /):
    return total(values, 0.0)


def product(values, /, *, start=1):
    so_far = [start]

    def multiply(value):
        so_far[0] = so_far[0] * value

    for_each(values, multiply)
    return so_far[0]


def mean(data, weights=None):
    so_far = [0, 0]

    def add(value):
        so_far[0] = so_far[0] + value
        so_far[1] = so_far[1] + 1

    def add_weighted(pair):
        value, weight = pair
        so_far[0] = so_far[0] + value * weight
        so_far[1] = so_far[1] + weight

    if weights is None:
        for_each(data, add)
    else:
        for_each(zip(data, weights), add_weighted)
    return so_far[0] / so_far[1]


def sum_of_products(p, q, /):
    return total(map(operator.mul, p, q))


# --- the smallest, the largest ---------------------------------------------------------------------------------------

def extreme_by(values, first, key, better):
    """The first of those whose key is best."""
    best = [first, key(first)]

    def look(value):
        rank = key(value)
        if better(rank, best[1]):
            best[0], best[1] = value, rank

    for_each(values, look)
    return best[0]


def extreme_of_any(values, pick, default):
    """The same where there may be no value at all."""
    best, found = [UNSET], [False]

    def look(value):
        best[0] = pick(best[0], value) if found[0] else value
        found[0] = True

    for_each(values, look)
    return one_or_default(found[0], best[0], default)


def extreme_of_any_by(values, key, better, default):
    best, found = [UNSET, UNSET], [False]

    def look(value):
        rank = key(value)
        if not found[0] or better(rank, best[1]):
            best[0], best[1] = value, rank
        found[0] = True

    for_each(values, look)
    return one_or_default(found[0], best[0], default)


def one_or_default(found, value, default):
    if default is not UNSET:
        return value if found else default
    if not found:
        raise ValueError("min() or max() of nothing")
    return value


# --- truths ----------------------------------------------------------------------------------------------------------

def any_of(values, /):
    found = [False]

    def look(value):
        found[0] = found[0] | bool(value)

    for_each(values, look)
    return found[0]


def all_of(values, /):
    holds = [True]

    def look(value):
        holds[0] = holds[0] & bool(value)

    for_each(values, look)
    return holds[0]


def contains(values, wanted, /):
    return any_of(value == wanted for value in values)


# --- one after the other ---------------------------------------------------------------------------------------------

def reduced_from(function, values, start):
    so_far = [start]

    def step(value):
        so_far[0] = function(so_far[0], value)

    for_each(values, step)
    return so_far[0]


def reduced(function, values, first):
    """From the first value on, which is passed over when it comes."""
    so_far, count = [first], [0]

    def step(value):
        if count[0] > 0:
            so_far[0] = function(so_far[0], value)
        count[0] = count[0] + 1

    for_each(values, step)
    return so_far[0]


# --- some of them, or others in their place --------------------------------------------------------------------------

def filtered(function, values, /):
    for value in values:
        if (value if function is None else function(value)):
            yield value


def filtered_out(function, values, /):
    for value in values:
        if not (value if function is None else function(value)):
            yield value


def taken_while(function, values, /):
    """Of what has no end: so one item is there before the loop, and another after each pass."""
    values = iter(values)
    value = next(values)
    while function(value):
        yield value
        value = next(values)


def accumulated(function, values, total, /):
    """Of what has no end, too; `total` is UNSET where the first item is the first sum."""
    values = iter(values)
    if total is UNSET:
        total = next(values)
    while True:
        yield total
        total = function(total, next(values))


def dropped_while(function, values, /):
    values = iter(values)
    value = next(values)
    while function(value):
        value = next(values)
    yield value
    yield from values


def starred(function, values, /):
    for value in values:
        yield function(*value)


def chained(*iterables):
    for values in iterables:
        yield from values


WRITTEN = {
    sum: total, math.fsum: total_of_floats, math.prod: product, statistics.mean: mean, any: any_of, all: all_of,
    operator.contains: contains,
}
if hasattr(math, "sumprod"):
    WRITTEN[math.sumprod] = sum_of_products
