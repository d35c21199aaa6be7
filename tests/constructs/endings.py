"""Constructs: what a pixel brings to an end: objects with a __next__, loops until there is nothing, functions that call
themselves a few times."""

import base64
import binascii
import datetime
import functools
import sys

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


def what_a_generator_returns_where_a_pixel_ends_it(k=Image[Int], p=Position):
    """what a generator returns, in StopIteration.value, where a pixel decides whether it goes on; next(it, default)"""
    def some(n):
        yield n
        if n > 2:
            yield 2 * n
        if n > 4:
            yield 3 * n
        return 7 + n

    n = k(p) % 7
    all_of_them, total = some(n), 0
    while True:
        try:
            total = total * 2 + next(all_of_them)
        except StopIteration as end:
            total = total * 10 + end.value
            break
    two, last = some(n), -1
    total += next(two) - next(two, 50)
    try:
        total += next(two)
    except StopIteration as end:
        last = -2 if end.value is None else end.value
    return 100 * total + last


def what_a_generator_is_sent_where_a_pixel_ends_it(k=Image[Int], p=Position):
    """send() where a pixel decides whether a generator goes on"""
    def doubled():
        x = yield 0
        while x < 9:
            x = yield 2 * x
        return x

    sent, total = doubled(), 0
    next(sent)
    try:
        for i in range(5):
            total += sent.send(k(p) % 7 + 2 * i)
    except StopIteration as end:
        total += 1000 * end.value
    return total


def what_may_be_none_is_put_aside(k=Image[Int], p=Position):
    """while (x := next(it, None)) is not None: what is put into a list there is never None"""
    found, waiting = [], (n for n in (k(p), 3, k(p) - 2) if n % 2)
    while (x := next(waiting, None)) is not None:
        found.append(x)
    return sum(found) * 10 + len(found)


def iterator_taken_from_under_a_condition(k=Image[Int], p=Position):
    """next(it) where a pixel says so, of a list, a text: those that go on know what is left"""
    n = k(p) % 5
    numbers, digits, total = iter([n, 2 * n, 3, 4]), iter("12345"), 0
    if n > 1:
        total += next(numbers)
    if n > 2:
        total += 10 * next(numbers)
    for i in range(3):
        if n > i:
            total = total * 3 + int(next(digits))
    return total + 100 * next(numbers) + 1000 * sum(numbers) + 10_000 * sum(map(int, digits))


@finite
def one_element_is_a_condition(im=Image, p=Position):
    """an array of one element as a condition: if, and, not"""
    a, b = np.broadcast_arrays(np.atleast_1d(im(p)), np.array([[0.5]]))
    found = 1.0 if a < b else 2.0
    if a > 0.25 and not a > 0.75:
        found += 10.0
    return found


@finite
def fractions_as_text(im=Image, p=Position):
    """a fraction as text that is looked at: f"{x:.2f}", "%.1f" % x, format(x, "+.3f"), percents, thousands; float() of it"""
    x = im(p) % 8 - 4
    text = f"{x:+.3f}|{x * 1000:,.1f}|{x:.1%}|{x:>8.2f}|{x:.0f}"
    total = len(text) + 100 * text.find("|") + 1000 * text.count("0")
    return total, float(f"{x:.1f}"), float("%.2f" % x), int(format(x, ".0f")), f"{x:.2f}"[0] == "-"


@finite
def polynomials_of_pixels(im=Image, p=Position):
    """np.poly1d and np.polynomial.Polynomial whose coefficients pixels say: their values, sums, products, derivatives"""
    x = im(p)
    falling, rising = np.poly1d([x, 2.0, 1.0]), np.polynomial.Polynomial([x, 2.0, 1.0])
    return (falling(0.5) + falling.deriv()(x) + (falling * falling)(x) + falling.integ(k=1)(x) + falling.order,
            rising(0.5) + rising.deriv()(x) + (rising ** 2)(x) + (2 - rising)(x) + rising.integ()(x) + rising.degree())


def bytes_as_text(k=Image[Int], p=Position):
    """base64 and hexadecimal digits of bytes that pixels say, a slice of known bytes at such a place, int(hex(n), 16)"""
    n = k(p) % 200
    encoded, letters = base64.b64encode(bytes([n, 7])), b"abcdefghijklmnopqrstuvwxyz"
    part = letters[n % 20:n % 20 + 2] + binascii.hexlify(bytes([n]))
    return sum(i * each for i, each in enumerate(encoded + part)), len(part), int(hex(n), 16) + int(bin(n), 2)


def bytes_of_text(k=Image[Int], p=Position):
    """bytes.fromhex, unhexlify and b64decode of what pixels say; text of numbers without a sign, zfill behind a sign"""
    n = k(p) % 200
    word = n * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    signed = str(k(p)).zfill(5)
    return (bytes.fromhex(f"{n:02x}ff")[0], binascii.unhexlify(f"{n:02x}")[0],
            base64.b64decode(base64.b64encode(bytes([n, 7])))[0], len(f"{word:x}") + 100 * bin(word).count("1"),
            signed.find("0"), int(signed), hash(word) % 1000)


def dates_as_text(k=Image[Int], p=Position):
    """strftime() of a date that pixels say"""
    date = datetime.date(2024, 1, 1) + datetime.timedelta(days=k(p) % 366)
    text = date.strftime("%d.%m.%Y %j")
    return int(text[:2]), int(text[3:5]), int(text[6:10]), int(text[-3:]), len(date.strftime("%A %b"))


def unique_and_how_many(k=Image[Int], p=Position):
    """np.unique of numbers of a pixel, with where each is, which it is, and how many there are"""
    n = k(p)
    values, first, which, many = np.unique(np.array([n % 3, 2, n % 2, 2]), True, True, True)
    return len(values), first[0], which[2], many.max(), values[np.argmax(many)], sum(v * m for v, m in zip(values, many))


def limit_of_recursion(k=Image[Int], p=Position):
    """sys.getrecursionlimit() is the user's own"""
    return sys.getrecursionlimit() + 0 * k(p)
