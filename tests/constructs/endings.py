"""Constructs: what a pixel brings to an end: objects with a __next__, loops until there is nothing, functions that call
themselves a few times."""

import functools

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite


class _Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def object_that_stops_at_a_pixels_place(k=Image[Int], p=Position):
    """an object whose __next__ raises StopIteration where a pixel says: `for`, enumerate, sum, a list, next(it, default)"""
    n = k(p) % 7
    total = sum(_Countdown(n)) + 10 * len([x for x in _Countdown(n) if x % 2]) + 100 * next(iter(_Countdown(n)), -1)
    for i, x in enumerate(_Countdown(n)):
        if x == 2:
            break
        total += i * x
    left = _Countdown(n)
    while (x := next(left, None)) is not None:
        total += 1000
    return total


def while_not_none(k=Image[Int], p=Position):
    """while x is not None: a loop of the kernel"""
    x, total = k(p) % 9, 0
    while x is not None:
        total += x
        x = x - 1 if x > 3 else None
    return total


def calls_itself_from_a_few_numbers(k=Image[Int], p=Position):
    """a function that calls itself until n == 0, of an n that is one of few: of two numbers, with a dict that remembers"""
    def moves(n, start, by, end):
        return 0 if n == 0 else moves(n - 1, start, end, by) + 1 + moves(n - 1, by, start, end)

    def ways(n, m):
        return 1 if m == 0 or m >= n else ways(n - 1, m - 1) + ways(n - 1, m)

    known = {0: 0, 1: 1}

    def fibonacci(n):
        if n in known:
            return known[n]
        known[n] = fibonacci(n - 1) + fibonacci(n - 2)
        return known[n]

    @functools.cache
    def paths(i, j):
        return 1 if i == 0 or j == 0 else paths(i - 1, j) + paths(i, j - 1)

    return moves(k(p) % 5, 0, 1, 2), ways(k(p) % 6, k(p) % 4), fibonacci(k(p) % 8), paths(k(p) % 4, k(p) % 3)


class _Bag(set):
    def __init__(self, items=(), scale=2):
        super().__init__(items)
        self.scale = scale

    def add(self, item):
        super().add(item % 5)

    def __contains__(self, item):
        return super().__contains__(item) or item == 99

    def total(self):
        return sum(self) * self.scale


def class_made_from_set(k=Image[Int], p=Position):
    """a class made from set, with attributes and methods of its own"""
    bag = _Bag([k(p) % 4, 1])
    bag.add(k(p) % 7 + 3)
    known = _Bag([1, 2], 3)
    known.add(8)
    return bag.total() + 100 * len(bag | {7}) + 1000 * (99 in bag) + 10 * known.total() + isinstance(bag, set)


def classes_that_register(k=Image[Int], p=Position):
    """classes made in the filter put themselves into a registry of the first of them: __init_subclass__"""
    class Base:
        kinds = []

        def __init_subclass__(cls, gain=1):
            cls.gain = gain
            Base.kinds.append(cls)

    class Twice(Base, gain=2):
        pass

    class Thrice(Base, gain=3):
        pass

    return sum(kind.gain * (k(p) + place) for place, kind in enumerate(Base.kinds)) + len(Base.kinds)


def lists_in_a_list_that_a_pixel_fills(k=Image[Int], p=Position):
    """buckets[n].append(v) where a pixel says which of several lists, again and again"""
    buckets = [[] for _ in range(3)]
    for v in (k(p), k(p + (1, 0)), k(p + (0, 1))):
        buckets[v % 3].append(v)
    return sum((place + 1) * len(bucket) + 10 * sum(bucket) * place for place, bucket in enumerate(buckets)) + max(
        buckets[k(p) % 3])


def _counted(function):
    def called(*args):
        called.calls += 1
        return function(*args)

    called.calls = 0
    return called


def decorator_that_counts(k=Image[Int], p=Position):
    """a decorator from outside around a function of the filter: attributes of a function, changed where a pixel says"""
    @_counted
    def twice(x):
        return 2 * x

    total = twice(k(p))
    if k(p) > 2:
        total += twice(3)
    return total * 10 + twice.calls


@finite
def elements_one_by_one(im=Image, p=Position):
    """np.ndenumerate, np.nditer, np.argwhere and np.frompyfunc of small arrays of pixels"""
    window = np.array([[im(p + (i, j)) for i in (0, 1)] for j in (0, 1)])
    total = 0.0
    for (i, j), v in np.ndenumerate(window):
        total += (i + 2 * j) * v
    for v in np.nditer(window):
        total = total * 0.5 + v
    bright = np.argwhere(window > 0.5)
    of_two = np.frompyfunc(lambda a, b: a + 2 * b, 2, 1)
    return total + len(bright) + 10 * bright.sum() + of_two(window[0], window[1])[0], sum(i * 2 + j for i, j in bright)
