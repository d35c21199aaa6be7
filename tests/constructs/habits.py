"""Constructs: habits of plain Python."""

import array
import binascii
import contextlib
import enum
import itertools
import math
import types
import zlib
from collections import deque, namedtuple

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite


@contextlib.contextmanager
def scaled(held, factor):
    before = held["size"]
    held["size"] = before * factor
    try:
        yield held
    finally:
        held["size"] = before


def context_kept_in_a_stack(im=Image, p=Position):
    """ExitStack.enter_context(), left at the end of the `with`"""
    held = {"size": im(p)}
    with contextlib.ExitStack() as stack:
        stack.enter_context(scaled(held, 3))
        inside = held["size"]
    return inside + 10 * held["size"]


class Counter:
    def __init__(self, start):
        self.count = start

    def advance(self, step):
        self.count += step
        return self.count


def method_made_of_a_function(im=Image, p=Position):
    """types.MethodType(f, x)"""
    counter = Counter(im(p))
    advance = types.MethodType(Counter.advance, counter)
    again = types.FunctionType.__get__(Counter.advance, counter, Counter)
    return advance(2.0) * 10 + again(1.0) * 100 + counter.count


@finite
def next_float(im=Image, p=Position):
    """math.nextafter(x, y) lies beyond x; np.nextafter(x, y)"""
    v = im(p)
    far = (1 if math.nextafter(v, 9.0) > v else 0) + (2 if math.nextafter(v, -9.0) < v else 0)
    return far, (1 if np.nextafter(v, 9.0) > v else 0) + (2 if np.nextafter(v, -9.0) < v else 0)


def text_of_a_pixel_in_parts(k=Image[Int], p=Position):
    """text.split(mark, n) and split(None, n) of a pixel's text; n.__pow__(a, b)"""
    n = k(p) % 50
    head, rest = f"{n},2,3".split(",", 1)
    words = f" {n} 20  3 ".split(None, 1)
    return int(head) + len(rest), len(words[1]) + 10 * len(words), (n + 1).__pow__(3, 7)


@finite
def joined_with_a_range(im=Image, p=Position):
    """np.r_[a, b, 1:3], np.c_[1:3, v]"""
    v = im(p)
    return np.r_[v, 2 * v, 1:3, 0:1:3j] @ np.arange(7.0) + np.c_[1:3, np.array([v, 1.0])].sum()


def best_so_far(im=Image, n=Image[Int], p=Position):
    """`best = None`, and where it was: a number once there is one, also in a loop of the kernel"""
    best, place = None, None
    for i in range(n(p) % 9):
        v = im(p + (i % 3, i // 3))
        if best is None or v > best:
            best, place = v, i
    return (-9.0, -1) if best is None else (best, place)


Hit = namedtuple("Hit", "distance number")


class Found:
    def __init__(self, distance, number):
        self.distance, self.number = distance, number


def nearest_so_far(im=Image, n=Image[Int], p=Position):
    """`hit = None`: a named tuple or an object once there is one"""
    hit, found = None, None
    for i in range(n(p) % 9):
        v = im(p + (i % 3, i // 3))
        if v > 0 and (hit is None or v < hit.distance):
            hit, found = Hit(v, i), Found(2 * v, i)
    return (-1.0, -1) if hit is None else (hit.distance + found.distance, hit.number)


def value_before(im=Image, n=Image[Int], p=Position):
    """`last = None` in a loop that compares neighbours, and forgets now and then"""
    last, ups = None, 0
    for i in range(n(p) % 9):
        v = im(p + (i % 3, i // 3))
        if last is not None and v > last:
            ups += 1
        last = v if v > -2 else None
    return ups


def state_by_name(im=Image, n=Image[Int], p=Position):
    """a state that is a text, in a loop of the kernel"""
    state = "below"
    for i in range(n(p) % 9):
        v = im(p + (i % 3, i // 3))
        if state == "below" and v > 0:
            state = "above"
        elif state == "above" and v < -1:
            state = "done"
    return {"below": 0, "above": 1, "done": 2}[state]


def false_or_a_number(n=Image[Int], p=Position):
    """`found = False`, which is a number once there is one: `found is False`"""
    found = False
    for i in range(n(p) % 9):
        if i * i > 5:
            found = i
            break
    first = last = False
    for i in range(n(p) % 9):
        if last is False or i % 3 == 0:
            last = i
        if first is False and i > 2:
            first = i
    return (-1 if found is False else found) * 10 + (-1 if last is False else last) + (
        -1000 if first is False else 100 * first)


@finite
def chain_of_all_cases(im=Image, p=Position):
    """a variable that each of `x > 1`, `x < 1` and `x == 1` assigns"""
    v = im(p)
    if v > 1:
        result = 1
    if v < 1:
        result = 2
    if v == 1:
        result = 3
    return result


@finite
def chain_behind_a_raise(im=Image, p=Position):
    """`x < 3` and `x == 3`, where `x > 3` has raised"""
    v = im(p) if im(p) < 3 else 3.0
    if v > 3:
        raise ValueError(f"{v} is too much")
    if v < 3:
        return 5
    elif v == 3:
        return 7


def cases_of_a_remainder(n=Image[Int], p=Position):
    """a variable that `n % 3 == 0`, `== 1` and `== 2` assign"""
    rest = n(p) % 3
    if rest == 0:
        result = 5
    elif rest == 1:
        result = 6
    elif rest == 2:
        result = 7
    return result


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 9


def number_of_a_member(im=Image, p=Position):
    """int(), float(), round() and abs() of a member of an IntEnum that a pixel chooses"""
    level = Level.LOW if im(p) < 0 else Level.HIGH
    return int(level) + 10 * float(level) + 100 * round(level) + 1000 * abs(level) + (10000 if level is Level.LOW else 0)


def table_as_long_as_a_pixel_says(n=Image[Int], p=Position):
    """`[0] * (n + 1)` of a pixel's n: with room for a few, and for more where a pixel has more"""
    amount = n(p) % 30 if p.x > 0 else n(p) * 0
    ways = [1] + [0] * amount
    for coin in (2, 5):
        for i in range(coin, amount + 1):
            ways[i] += ways[i - coin]
    return ways[amount] * 100 + len([0] * (n(p) & ~n(p)))


@finite
def list_that_grows_as_often_as_a_pixel_says(im=Image, n=Image[Int], p=Position):
    """append() and pop() in `range(n)` of a pixel's n; a deque that keeps the last three"""
    times = n(p) if 0 <= n(p) < 40 else 5
    stack, last = [], deque(maxlen=3)
    for i in range(times):
        v = im(p + (i % 3, i // 3))
        last.append(v)
        if len(stack) > 1 and v > 0:
            stack.append(stack.pop() - stack.pop())
        else:
            stack.append(v)
    return sum(stack), sum(last) * 10 + len(stack)


def checksums_of_pixels(n=Image[Int], p=Position):
    """zlib.crc32, zlib.adler32 and binascii.crc_hqx of bytes that pixels decide"""
    data = bytes([n(p) & 255, 200, n(p) >> 8 & 255])
    crc, adler = zlib.crc32(data, zlib.crc32(b"head")), zlib.adler32(data)
    return crc >> 16, crc & 0xFFFF, adler >> 16, adler & 0xFFFF, binascii.crc_hqx(data, 7)


class Phasor:
    def __init__(self, size):
        self.size = size

    def __complex__(self):
        return complex(self.size, 2.0)


@finite
def complex_of_an_object(im=Image, p=Position):
    """complex(x) where x has __complex__"""
    return (complex(Phasor(im(p))) * 2j).real


COUNTS = array.array("i", [3, 1, 4, 1, 5])
SEEN = memoryview(bytes([9, 8, 7, 6, 5]))


def known_array_at_a_pixels_place(n=Image[Int], p=Position):
    """an array.array and a memoryview, indexed by a pixel"""
    return COUNTS[n(p) % 5] * 10 + SEEN[n(p) % 4] + memoryview(bytearray([1, 2, 3, 4]))[n(p) % 3]


@finite
def array_of_pixels(im=Image, n=Image[Int], p=Position):
    """array.array of pixels' values, changed where a pixel says"""
    values = array.array("d", [im(p), 2.0, im(p) / 2])
    values[n(p) % 3] = 7.0
    values.append(0.5)
    return sum(values), len(values) + (10 if isinstance(values, array.array) else 0)


def islice_from_a_pixels_place(n=Image[Int], p=Position):
    """itertools.islice(generator, n, None) of a generator without an end, of count()"""
    def powers():
        k = 1
        while True:
            yield k
            k = k * 3 % 101

    start = n(p) % 7
    counted = itertools.islice(itertools.count(3, 2), start, None)
    return next(itertools.islice(powers(), start, None)) * 1000 + next(counted) + next(counted)


def list_that_data_say_the_length_of_changed(n=Image[Int], p=Position):
    """[f(i) for i in range(n)] and list(range(n)) of a pixel's n, of which items are set and taken out"""
    count = n(p) % 5 if n(p) > 5 else 3
    squares = [i * i for i in range(count + 1)]
    squares[count // 2] = 7
    people, place = list(range(1, count + 2)), 0
    while len(people) > 1:
        place = (place + 2) % len(people)
        people.pop(place)
    return sum(squares) * 10 + people[0]


def _begin():
    global _score, _tries
    _score, _tries = 0, 0


def _try(points):
    global _score, _tries
    _tries += 1
    if points > 0:
        _score += points


def _told():
    return _score * 10 + _tries


def globals_that_each_pixel_sets_anew(n=Image[Int], p=Position):
    """global, assigned at the beginning of each pixel, and counted up by the functions that it calls"""
    global _calls
    _calls = 0

    def shapes(n):
        global _calls
        _calls += 1
        return 1 if n < 2 else shapes(n - 1) + shapes(n - 2)

    _begin()
    for i in range(n(p) % 5):
        _try(n(p) % 7 - i)
    _try(3)
    return _told() * 100 + shapes(n(p) % 7) + _calls


def text_of_one_of_many_words(n=Image[Int], p=Position):
    """texts put together of one of ten words and one of ten others"""
    ones = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    tens = ["", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    text = ones[n(p) // 100 % 10] + (" hundred " if n(p) % 3 else "")
    text += tens[n(p) // 10 % 10] + " " + ones[n(p) % 10]
    told = f"{ones[n(p) % 10]}-{tens[n(p) // 10 % 10]}"
    return len(text.strip()) * 1000 + text.count("e") * 100 + len(told) + ("even" in told) * 50
