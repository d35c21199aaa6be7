"""More of them: loops that are sure to run, text of bytes and dates, calendars, checksums, games, machines, descriptors."""

import base64
import binascii
import bisect
import calendar
import collections
import contextlib
import datetime
import enum
import functools
import itertools
import math
import operator
import statistics
import string
import time
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from .cases import ANY, BYTES, COUNT, DAYS, LARGE, LARGER, MONTHS, NATURAL, POSITIVE, UNIT, WHOLE, YEARS, programs

program = programs("programs of lodgers")


@program(LARGE)
def digital_roots(n):
    n = abs(n) % 100_000 + 1
    roots = 0
    while n >= 10:
        n = sum(int(digit) for digit in str(n))
        roots += 1
    m = roots % 4 + 7
    while m:
        m, last = divmod(m, 2)
    return n, roots, last


@program(YEARS, MONTHS, DAYS)
def calendars(y, m, d):
    weekday = calendar.weekday(y, m, d)
    first, days = calendar.monthrange(y, m)
    leap = calendar.isleap(y)
    a = (14 - m) // 12
    julian = d + (153 * (m + 12 * a - 3) + 2) // 5 + 365 * (y + 4800 - a) + (y + 4800 - a) // 4
    return weekday, first, days, leap, julian % 1000


@program(YEARS, MONTHS, DAYS)
def dates_as_text(y, m, d):
    date = datetime.date(y, m, d)
    text = date.strftime("%d.%m.%Y")
    return int(text[:2]), int(text[3:5]), int(text[-4:]), len(date.strftime("%A")), int(date.strftime("%j")), date.strftime(
        "%b").count("a")


@program(LARGE)
def clocks(n):
    moment = time.gmtime(n * 7919)
    stamp = time.strftime("%H:%M:%S %p", moment)
    hours, minutes, seconds = map(int, stamp[:8].split(":"))
    return hours * 3600 + minutes * 60 + seconds, stamp.endswith("PM")


@program(YEARS)
def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    el = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * el) // 433
    month = (h + el - 7 * m + 90) // 25
    return month, (h + el - 7 * m + 33 * month + 19) % 32


@program(BYTES, BYTES)
def bytes_as_text(a, b):
    data = bytes([a, b, a ^ b])
    text = data.hex()
    return (bytes.fromhex(text)[1], binascii.unhexlify(f"{a:02x}{b:02x}")[0], int(text, 16) % 1000,
            base64.b64decode(base64.b64encode(data))[2], len(base64.b64encode(data)))


@program(BYTES, BYTES)
def checksums(a, b):
    data = [a, b, 17, a & 15]
    crc = 0xFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ 0x31 if crc & 0x80 else crc << 1
            crc &= 0xFF
    fletcher = functools.reduce(lambda s, v: ((s[0] + v) % 255, (s[0] + s[1] + v) % 255), data, (0, 0))
    internet = ~sum(data) & 0xFFFF
    return crc, *fletcher, internet % 251, binascii.crc_hqx(bytes(data), 0)


@program(LARGE)
def luhn(n):
    digits = [int(each) for each in f"{n:07d}"]
    total = sum(d if i % 2 else sum(divmod(2 * d, 10)) for i, d in enumerate(reversed(digits), 1))
    return total, (10 - total % 10) % 10


@program(LARGER)
def isbn(n):
    text = str(9780000 + n)
    check = -sum(int(c) * (3 if i % 2 else 1) for i, c in enumerate(text)) % 10
    return check, text.index("0"), text[::-1].find("97")


@program(NATURAL, NATURAL)
def euclid(a, b):
    a, b = abs(a) % 1000 + 1, abs(b) % 1000 + 1
    x, y, u, v = a, b, (1, 0), (0, 1)
    while y:
        q = x // y
        x, y, u, v = y, x % y, v, (u[0] - q * v[0], u[1] - q * v[1])
    return x, u[0] * a + u[1] * b, q


@program(LARGER)
def factors(n):
    n = n % 2000 + 2
    found, p = [], 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    if n > 1:
        found.append(n)
    return len(found), sum(found), found[-1], found[0]


@program(COUNT, COUNT)
def first_passes(a, b):
    a, b = a % 9, b % 9
    for row in range(a + 1):
        for column in range(row + 1):
            cell = row * 10 + column
            if cell > 10 * b:
                break
    best = None
    for k in range(b + 1):
        score = (k * 7 + a) % 5
        if best is None or score > best:
            best, where = score, k
    return cell, row, column, best, where


class Token(NamedTuple):
    kind: str
    value: int


def tokens(text):
    number = None
    for c in text:
        if c in string.digits:
            number = (number or 0) * 10 + int(c)
            continue
        if number is not None:
            yield Token("number", number)
            number = None
        if c != " ":
            yield Token("sign", ord(c))
    if number is not None:
        yield Token("number", number)


@program(NATURAL, NATURAL)
def expressions(a, b):
    total, sign = 0, 1
    for token in tokens(f"{a % 100:02d} + {b % 100:02d} - 7"):
        match token:
            case Token("number", value):
                total += sign * value
            case Token("sign", code) if code == ord("-"):
                sign = -1
            case Token():
                sign = 1
    return total


class Colour(enum.IntEnum):
    RED = 0
    GREEN = 1
    BLUE = 2

    @property
    def next(self):
        return Colour((self + 1) % 3)


@program(COUNT)
def traffic(n):
    state, seen = Colour.RED, collections.Counter()
    for _ in range(n % 9 + 1):
        seen[state] += 1
        state = state.next
    return int(state), seen[Colour.RED], seen[Colour.BLUE]


@dataclass(order=True)
class Card:
    rank: int
    suit: int = field(compare=False, default=0)

    def __post_init__(self):
        if not 0 <= self.rank < 13:
            raise ValueError(self.rank)

    def beats(self, other, trump):
        return self > other if self.suit == other.suit else self.suit == trump


@program(WHOLE, WHOLE)
def tricks(a, b):
    try:
        mine, theirs = Card(a % 15, a % 4), Card(b % 13, b % 3)
    except ValueError:
        return -1, -1
    raised = replace(mine, rank=(mine.rank + 1) % 13)
    return mine.beats(theirs, 2), max(raised, theirs).rank


class Celsius:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return (getattr(obj, self.name) - 32) * 5 / 9

    def __set__(self, obj, value):
        setattr(obj, self.name, value * 9 / 5 + 32)


class Room:
    outside = Celsius()
    inside = Celsius()

    def __init__(self, a, b):
        self.outside, self.inside = a, b

    def __getattr__(self, name):
        if name.startswith("d_"):
            return getattr(self, name[2:]) * 2
        raise AttributeError(name)


@program(ANY, ANY)
def rooms(a, b):
    room = Room(a, b)
    room.inside += 1
    return room.outside, room.d_inside, getattr(room, "missing", room._outside), hasattr(room, "d_nothing")


class Matrix:
    def __init__(self, *rows):
        self.rows = rows

    def __matmul__(self, other):
        return Matrix(*[[sum(map(operator.mul, row, column)) for column in zip(*other.rows)] for row in self.rows])

    def __pow__(self, n):
        result, square = Matrix([1, 0], [0, 1]), self
        while n:
            if n & 1:
                result = result @ square
            square, n = square @ square, n >> 1
        return result


@program(COUNT)
def fibonacci(n):
    return (Matrix([1, 1], [1, 0]) ** (n % 9 + 3)).rows[0][1]


@program(WHOLE)
def counters(n):
    def counter(start):
        def up(by=1):
            nonlocal start
            start += by
            return start

        def down():
            nonlocal start
            start -= 1
            return start

        return up, down

    up, down = counter(n)
    up()
    up(3)
    if n > 0:
        down()
    return up(), down()


@program(WHOLE, WHOLE)
def leaving(a, b):
    log = []

    def ask():
        try:
            if b % 3 == 0:
                raise ZeroDivisionError
            return a // (b % 3)
        except ZeroDivisionError:
            log.append(1)
            return -1
        finally:
            log.append(2)

    found = [ask() for _ in range(2)]
    return sum(found), len(log), sum(log)


class Undo(contextlib.AbstractContextManager):
    def __init__(self, values):
        self.values = values

    def __enter__(self):
        self.before = list(self.values)
        return self.values

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.values[:] = self.before
        return kind is ValueError


@program(WHOLE)
def undone(n):
    values = [n, 1]
    with Undo(values) as inside:
        inside[0] += 5
        if n % 2:
            raise ValueError
        inside.append(7)
    return values[0], len(values), sum(values)


@program(ANY, ANY)
def polygons(a, b):
    points = [(0.0, 0.0), (4.0, a * 0.1), (5.0, 3.0), (b * 0.1, 4.0)]
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in itertools.pairwise([*points, points[0]])) / 2
    inside = False
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if (y0 > 1.5) != (y1 > 1.5) and 2.0 < (x1 - x0) * (1.5 - y0) / (y1 - y0) + x0:
            inside = not inside
    return area, inside, sum(math.dist(p, q) for p, q in itertools.combinations(points, 2))


@program(ANY, ANY, ANY)
def hulls(a, b, c):
    points = sorted([(a, b), (b, c), (c, a), (0.0, 0.0)])

    def half(points):
        found = []
        for p in points:
            while len(found) > 1 and ((found[-1][0] - found[-2][0]) * (p[1] - found[-2][1])
                                      - (found[-1][1] - found[-2][1]) * (p[0] - found[-2][0])) <= 0:
                found.pop()
            found.append(p)
        return found

    lower, upper = half(points), half(points[::-1])
    return len(lower) + len(upper) - 2, lower[0][0], upper[0][0]


@program(UNIT, UNIT, UNIT)
def colours(r, g, b):
    high, low = max(r, g, b), min(r, g, b)
    light = (high + low) / 2
    if (spread := high - low) == 0:
        hue = saturation = 0.0
    else:
        saturation = spread / (high + low) if light < 0.5 else spread / (2.001 - high - low)
        match (high == r, high == g):
            case (True, _):
                hue = (g - b) / spread % 6
            case (_, True):
                hue = (b - r) / spread + 2
            case _:
                hue = (r - g) / spread + 4
    return hue, saturation, light, int(f"{int(r * 255):02x}{int(g * 255):02x}", 16) % 997


@program(ANY, ANY, ANY, ANY)
def statistic(a, b, c, d):
    values = [a, b, c, d]
    return (statistics.fmean(values), statistics.median_low(values), statistics.pstdev(values),
            statistics.median_grouped([round(v) for v in values]), statistics.correlation([1, 2, 3, 4.5], [a, b, c + 9, d]))


@program(WHOLE, WHOLE, WHOLE)
def unique_numbers(a, b, c):
    values, first, inverse, counts = np.unique(np.array([a % 3, b % 3, c % 3, 1]), return_index=True, return_inverse=True,
                                               return_counts=True)
    return len(values), first[0], inverse[3], counts.max(), np.argmax(counts), values[counts == counts.max()][0], sum(
        v * n for v, n in zip(values, counts))


@program(WHOLE, WHOLE)
def grouped(a, b):
    words = [a % 4, b % 4, (a + b) % 4, 2, 2]
    runs = [(key, len(list(group))) for key, group in itertools.groupby(sorted(words))]
    return len(runs), max(runs, key=lambda run: (run[1], -run[0]))[0], [n for _, n in runs][0]


@program(ANY, ANY, ANY)
def windows(a, b, c):
    signal = [a, b, c, a, 0.5]
    smooth = [sum(w) / 3 for w in zip(signal, signal[1:], signal[2:])]
    total = list(itertools.accumulate(signal, lambda x, y: 0.5 * x + y))
    peak = [i for i, (x, y, z) in enumerate(zip(signal, signal[1:], signal[2:])) if x < y > z]
    return smooth[1], total[-1], len(peak), peak[0] if peak else -1


@program(POSITIVE, UNIT)
def goertzel(a, b):
    k = 2 * math.cos(2 * math.pi * 3 / 8)
    s0 = s1 = 0.0
    for n in range(8):
        s0, s1 = a * math.sin(n * b) + k * s0 - s1, s0
    return math.hypot(s0 - s1 * math.cos(2 * math.pi * 3 / 8), s1 * math.sin(2 * math.pi * 3 / 8))


@program(NATURAL)
def hanoi(n):
    moves = []

    def move(n, a, b, c):
        if n:
            move(n - 1, a, c, b)
            moves.append((a, c))
            move(n - 1, b, a, c)

    move(n % 4, 0, 1, 2)
    return len(moves), sum(c for _, c in moves)


class Even:
    def __init__(self, other=None):
        self.other = other

    def ask(self, n):
        return True if n == 0 else self.other.ask(n - 1)


class Odd(Even):
    def ask(self, n):
        return False if n == 0 else self.other.ask(n - 1)


@program(NATURAL)
def through_another(n):
    even, odd = Even(), Odd()
    even.other, odd.other = odd, even
    return even.ask(n % 17), odd.ask(n % 17)


@program(WHOLE)
def raising_generators(n):
    def numbers():
        for i in range(4):
            if i == n % 6:
                raise ValueError(i)
            yield i * 10

    total = 0
    try:
        for value in numbers():
            total += value
    except ValueError as error:
        return total, error.args[0]
    return total, -1


@program(WHOLE, WHOLE)
def vending(a, b):
    state, paid = "idle", 0
    for coin in (a % 7, b % 7, 5):
        match state, coin:
            case "idle", 0:
                continue
            case ("idle" | "paying"), n if n + paid < 8:
                state, paid = "paying", paid + n
            case _, n:
                state, paid = "done", paid + n
                break
    return paid, state == "done", len(state)


@program(WHOLE)
def made_classes(n):
    def __init__(self, v):
        self.v = v

    base = type("Base", (), {"__init__": __init__, "twice": lambda self: 2 * self.v, "k": 3})
    derived = type("Derived", (base,), {"twice": lambda self: base.twice(self) + self.k})
    return derived(n).twice() + isinstance(derived(n), base)


@program(WHOLE, WHOLE)
def searches(a, b):
    values = sorted([a, b, 3, -2, 8])
    place = bisect.bisect_left(values, 3)
    bisect.insort(values, a + b)
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if values[middle] < 4:
            low = middle + 1
        else:
            high = middle
    return place, low, middle, values[low]


@program(WHOLE, WHOLE)
def intervals(a, b):
    spans = sorted([(a, a + 4), (b, b + 3), (0, 2)])
    merged = [list(spans[0])]
    for low, high in spans[1:]:
        if low <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    return len(merged), sum(high - low for low, high in merged)


@program(BYTES, BYTES)
def run_lengths(a, b):
    bits = f"{a:08b}{b:08b}"
    runs = [len(list(group)) for _, group in itertools.groupby(bits)]
    return max(runs), len(runs), bits.count("01"), bits.rfind("1"), int(bits[::-1], 2) % 1009


@program(WHOLE)
def padded_text(n):
    text = str(n).zfill(5)
    return (len(text), text.find("0"), int(f"{n:+05d}"), f"{n:>6}|".index(str(abs(n))), f"{n:^8}".count(" "),
            format(n, "05d").count("0"), int(str(n)[-1]), len(f"{n:,}"))


@program(ANY)
def fixed_text(a):
    text = f"{a:.3f}"
    whole, _, behind = text.partition(".")
    return len(text), int(whole.lstrip("-")), int(behind), text < "2.5", float(text), text[-1] == "0", f"{a:+.1f}"[0] == "-"


@program(NATURAL)
def spelled(n):
    ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    n = n % 100
    if n < 17:
        words = ones[n]
    elif n < 20:
        words = ones[n - 10] + "teen"
    else:
        words = tens[n // 10 - 2] + ("-" + ones[n % 10] if n % 10 else "")
    return len(words), words.count("e"), words[0] == "t"


class Ring:
    def __init__(self, size):
        self.items, self.at, self.size = [0] * size, 0, size

    def push(self, v):
        self.items[self.at] = v
        self.at = (self.at + 1) % self.size

    def __len__(self):
        return self.size

    def __getitem__(self, i):
        return self.items[(self.at + i) % self.size]


@program(WHOLE, COUNT)
def rings(a, n):
    ring = Ring(4)
    for i in range(n % 9 + 1):
        ring.push(a + i)
    return ring[0], ring[-1], sum(ring[i] for i in range(len(ring))), max(ring.items)


@program(LARGER)
def nth_weekday(n):
    day, month = n % 28 + 1, n % 12 + 1
    date = datetime.date(2024, month, day)
    ahead = (4 - date.weekday()) % 7
    friday = date + datetime.timedelta(days=ahead)
    year, week, weekday = date.isocalendar()
    return friday.day, friday.month, week, weekday, (friday - datetime.date(2024, 1, 1)).days, year - 2024


@program(ANY, ANY)
def quaternions(a, b):
    @dataclass(frozen=True)
    class Q:
        w: float
        x: float
        y: float
        z: float

        def __mul__(self, o):
            return Q(self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
                     self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
                     self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
                     self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w)

        def __invert__(self):
            return Q(self.w, -self.x, -self.y, -self.z)

    q = Q(math.cos(a), math.sin(a), 0.0, 0.0)
    turned = q * Q(0.0, b, 1.0, 2.0) * ~q
    return turned.x, turned.y, turned.z


@program(COUNT, COUNT)
def distances_of_words(a, b):
    one, other = "kitten"[:a % 4 + 2], "sitting"[b % 3:]
    row = list(range(len(other) + 1))
    for i, x in enumerate(one, 1):
        last, row = row, [i]
        for j, y in enumerate(other, 1):
            row.append(min(row[-1] + 1, last[j] + 1, last[j - 1] + (x != y)))
    return row[-1]


@program(WHOLE, WHOLE)
def overlapping_keys(a, b):
    scores = {"x": a, "y": b}
    scores |= {"z": a - b}
    scores.setdefault("x", 100)
    ordered = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    best, *others = [name for name, _ in ordered]
    return ord(best), len(others), scores.get("w", -1), scores.pop("y")


@program(LARGE)
def random_numbers(n):
    x = n % 65536 + 1
    for _ in range(n % 5 + 1):
        x ^= x << 7 & 0xFFFF
        x ^= x >> 9
        x ^= x << 8 & 0xFFFF
        last = x % 6 + 1
    return x, last


@program(POSITIVE)
def roots(a):
    guess, steps = a, 0
    while abs(guess * guess - a) > 1e-3 and steps < 30:
        guess = (guess + a / guess) / 2
        steps += 1
    low, high = 0.0, max(a, 1.0)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if middle ** 3 < a else (low, middle)
    return guess, middle


@program(WHOLE, WHOLE)
def moduli(a, b):
    m = abs(b) % 9 + 2
    return pow(a, 3, m), -a // m, -a % m, divmod(a, -m), math.lcm(m, 6), pow(2, abs(a), 97), int(a / m), round(a, -1)


@program(WHOLE)
def walrus(n):
    found = [y for x in range(6) if (y := x * n % 7) > 2]
    return len(found), sum(found), (z := n + 1) + z, any(v > 5 for v in found)


@program(NATURAL)
def knapsack(n):
    room, best = n % 12 + 1, [0] * 13
    for weight, value in ((3, 4), (4, 5), (2, 3)):
        for left in range(12, weight - 1, -1):
            best[left] = max(best[left], best[left - weight] + value)
    return best[room]


@program(ANY, ANY)
def complex_numbers(a, b):
    z = complex(a, b)
    w = z * z.conjugate() + 1j * z
    for _ in range(3):
        z = z * z * 0.1 + w
    return abs(z), z.real, w.imag


@program(BYTES)
def nibbles(n):
    gray = n ^ n >> 1
    reverse = int(f"{n:08b}"[::-1], 2)
    parity = 0
    while n:
        parity ^= n & 1
        n >>= 1
    return gray, reverse, parity, gray.bit_count(), reverse.bit_length()
