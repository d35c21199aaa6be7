"""The standard library by import, in programs that people write around it: dates, text, classes, contexts, parsing."""

import calendar
import collections
import contextlib
import dataclasses
import datetime
import enum
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import re
import statistics
import string
import textwrap
import types
import typing

from .cases import ANY, BYTES, COUNT, DAYS, MONTHS, POSITIVE, UNIT, WHOLE, YEARS, programs

MANY = ("int", 0, 40)

program = programs("borrowed")


@program(YEARS, MONTHS)
def days_of_a_month(y, m):
    return calendar.monthrange(y, m)[1], calendar.isleap(y), calendar.leapdays(2000, y)


@program(YEARS, MONTHS, DAYS)
def weekday_and_week(y, m, d):
    date = datetime.date(y, m, d)
    return date.weekday(), date.toordinal() - 700000, date.timetuple().tm_yday


@program(COUNT, COUNT)
def time_of_day(h, m):
    span = datetime.timedelta(hours=h, minutes=m * 7)
    return span.total_seconds(), span.seconds // 60, (span * 2).days


@program(WHOLE)
def roman_length(n):
    n = abs(n) + 1
    count = 0
    for value, letters in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            count += len(letters)
            n -= value
    return count


@program(ANY)
def configured(a):
    options = json.loads('{"gain": 2.5, "bias": [1, 2], "on": true}')
    return a * options["gain"] + options["bias"][1] if options["on"] else a


@program(ANY)
def parsed(a):
    names = dict(re.findall(r"(\w+)=(-?\d+)", "x=3, y=-4"))
    return a * int(names["x"]) + int(names["y"])


@program(COUNT)
def alphabet_index(n):
    return string.ascii_lowercase.index("e") + n, len(textwrap.wrap("a few words of text", 8)) * n


@program(ANY, ANY)
def closed_context(a, b):
    log = []

    @contextlib.contextmanager
    def scaled(k):
        log.append(k)
        yield k * 2
        log.append(-k)

    with scaled(a) as x, scaled(b) as y:
        total = x + y
    return total, sum(log), len(log)


@program(ANY, ANY)
def suppressed(a, b):
    result = -1.0
    with contextlib.suppress(ZeroDivisionError, ValueError):
        result = math.sqrt(a) / int(b)
    return result


@program(ANY)
def stack_of_contexts(a):
    seen = []
    with contextlib.ExitStack() as stack:
        for k in range(3):
            stack.callback(seen.append, k * a)
    return seen


class Shade(enum.Enum):
    DARK = 0.25
    MIDDLE = 0.5
    LIGHT = 1.0

    @classmethod
    def of(cls, value):
        return next((shade for shade in cls if value <= shade.value), cls.LIGHT)


@program(UNIT)
def shade_of(a):
    shade = Shade.of(a)
    return shade.value, shade is Shade.DARK


class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    RUN = enum.auto()


@program(COUNT)
def flags_of(n):
    has = Access.READ if n % 2 else Access.WRITE | Access.RUN
    return Access.READ in has, has.value, bool(has & Access.RUN)


@dataclasses.dataclass(frozen=True)
class Ray:
    origin: tuple
    direction: tuple
    reach: float = dataclasses.field(default=10.0, kw_only=True)

    def at(self, t):
        return tuple(o + min(t, self.reach) * d for o, d in zip(self.origin, self.direction))


@program(ANY, POSITIVE)
def along_a_ray(a, t):
    ray = Ray((a, 0.0, 1.0), (0.0, 1.0, a), reach=3.0)
    further = dataclasses.replace(ray, reach=100.0)
    return ray.at(t), further.at(t), dataclasses.astuple(ray)[2]


class Temperature:
    def __init__(self, kelvin):
        self.kelvin = kelvin

    @classmethod
    def celsius(cls, value):
        return cls(value + 273.15)

    @functools.cached_property
    def fahrenheit(self):
        return self.kelvin * 9 / 5 - 459.67

    @functools.singledispatchmethod
    def plus(self, other):
        raise TypeError

    @plus.register
    def _(self, other: int):
        return Temperature(self.kelvin + other)

    @plus.register
    def _(self, other: float):
        return Temperature(self.kelvin + 10 * other)


@program(ANY, COUNT)
def temperatures(a, n):
    t = Temperature.celsius(a)
    return t.fahrenheit, t.plus(n).kelvin, t.plus(a).fahrenheit


@program(ANY, ANY)
def piped(a, b):
    compose = functools.partial(functools.reduce, lambda f, g: lambda x: g(f(x)))
    chain = compose([abs, math.sqrt, functools.partial(operator.mul, 3), operator.methodcaller("__add__", b)])
    return chain(a)


@program(ANY, ANY, ANY)
def grouped(a, b, c):
    pairs = sorted([("x", a), ("y", b), ("x", c)], key=operator.itemgetter(0))
    sums = {key: sum(value for _, value in group) for key, group in itertools.groupby(pairs, key=lambda pair: pair[0])}
    return sums["x"], sums["y"]


@program(ANY, ANY)
def chained(a, b):
    scope = collections.ChainMap({"gain": a}, {"gain": 1.0, "bias": b})
    point = types.SimpleNamespace(x=a, y=b)
    point.z = point.x * scope["gain"] + scope["bias"]
    return point.z, len(scope)


@program(COUNT, COUNT)
def of_fractions(n, m):
    total = sum((fractions.Fraction(1, k + 1) for k in range(3)), fractions.Fraction(n, m + 1))
    return total.numerator / total.denominator, total > 2


@program(ANY, ANY, ANY)
def merged(a, b, c):
    left, right = sorted([a, b]), sorted([c, 1.0])
    return list(heapq.merge(left, right)), heapq.nlargest(2, left + right)


@program(ANY, ANY, ANY)
def spread(a, b, c):
    values = [a, b, c, 0.5]
    middle = statistics.median(values)
    return statistics.median(abs(v - middle) for v in values), statistics.pstdev(values), statistics.fmean(values)


class Shape(typing.Protocol):
    def distance(self, x, y): ...


class Circle:
    def __init__(self, r):
        self.r = r

    def distance(self, x, y):
        return math.hypot(x, y) - self.r


class Box:
    def __init__(self, w, h):
        self.w, self.h = w, h

    def distance(self, x, y):
        dx, dy = abs(x) - self.w, abs(y) - self.h
        return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)


@program(ANY, ANY)
def scene(x, y):
    shapes: list[Shape] = [Circle(1.0), Box(2.0, 0.5)]
    nearest = min(shapes, key=lambda shape: shape.distance(x, y))
    match nearest:
        case Circle(r=r):
            kind = r
        case Box(w=w, h=h):
            kind = w * h * 10
    return nearest.distance(x, y), kind


@program(BYTES)
def gray_code(n):
    code = n ^ (n >> 1)
    back, mask = code, code >> 1
    while mask:
        back ^= mask
        mask >>= 1
    return code, back == n, code.bit_count(), format(code, "08b").count("1")


@program(MANY)
def run_lengths(n):
    bits = f"{n:06b}"
    return max(len(list(run)) for _, run in itertools.groupby(bits)), bits.count("11")


@program(("int", 0, 5000))
def parts_of_numbers(n):
    text = str(n)
    return text.count("11"), text.find("12"), text.count(""), text.find(""), "23" in text, text.find("9"), text.rfind("1")


@program(("int", 0, 5000))
def parts_of_bits(n):
    text = f"{n:013b}"
    return text.count("11"), text.count("101"), text.find("101"), text.rfind("101"), text.count("0000")


@program(BYTES)
def luhn(n):
    digits = [int(d) for d in f"{n:05d}"]
    for i in range(0, 5, 2):
        doubled = digits[i] * 2
        digits[i] = doubled - 9 if doubled > 9 else doubled
    return sum(digits) % 10


@program(COUNT, COUNT)
def caesar(n, m):
    table = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[3:] + string.ascii_lowercase[:3])
    word = "hello"[:n % 5 + 1].translate(table)
    return ord(word[-1]), len(word) + m


@program(ANY, POSITIVE)
def newton_with_a_default(a, b):
    def solve(f, x=1.0, *, steps=12, epsilon=1e-4):
        for _ in range(steps):
            slope = (f(x + epsilon) - f(x - epsilon)) / (2 * epsilon)
            if abs(slope) < 1e-3:
                break
            x -= f(x) / slope
        else:
            return x
        return x + 100

    return round(solve(lambda x: x * x * x - b), 2)


@program(COUNT)
def last_by_walrus(n):
    values = iter((3, 1, 4, 1, 5, 9, 2, 6, 0))
    total = 0
    while (value := next(values, None)) is not None and total < n:
        total += value
    return total


@program(ANY, ANY)
def counted_calls(a, b):
    calls = 0

    def counted(x):
        nonlocal calls
        calls += 1
        return x * calls

    return counted(a) + counted(b) if a > b else counted(b), calls


@program(COUNT, ANY)
def by_name(n, a):
    table = {"double": lambda v: v * 2, "square": lambda v: v * v, "negate": operator.neg}
    name = ["double", "square", "negate"][n % 3]
    return table[name](a), getattr(math, ["sin", "cos"][n % 2])(a)


@program(ANY)
def operators_of_numbers(a):
    return (2.0).__mul__(a), (3).__rsub__(int(a)), (2.0).__lt__(a), (2.0).__pow__(abs(a)), abs(a).__pow__(2)


@program(ANY, COUNT)
def what_values_have(a, n):
    return ([hasattr(a, name) for name in ("__len__", "__iter__", "hex", "is_integer", "__index__")],
            [hasattr(n, name) for name in ("__index__", "to_bytes", "__hash__", "__getitem__", "bit_count")],
            [hasattr((a, n), name) for name in ("__len__", "__hash__", "sort")], n.__index__(), a.__floor__())
