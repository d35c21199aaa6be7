"""The standard library, met by the values of pixels in ways that nobody had in mind."""

import abc
import array
import binascii
import bisect
import calendar
import collections
import colorsys
import contextlib
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import graphlib
import heapq
import ipaddress
import itertools
import math
import numbers
import operator
import re
import statistics
import string
import struct
import textwrap
import types
import typing
import uuid
import zlib

from .cases import (
    ANGLE,
    ANY,
    BYTES,
    COUNT,
    DAYS,
    LARGE,
    LARGER,
    MONTHS,
    NATURAL,
    POSITIVE,
    SMALL,
    UNIT,
    WHOLE,
    YEARS,
    programs,
)

program = programs("programs of outsiders")


@program(UNIT, UNIT, UNIT)
def hue_shifted(r, g, b):
    h, l, s = colorsys.rgb_to_hls(r, g, b)
    turned = colorsys.hls_to_rgb((h + 1 / 3) % 1.0, l, s * 0.5)
    y, i, q = colorsys.rgb_to_yiq(*turned)
    return *turned, y, i - q


@program(LARGE)
def addresses(n):
    address = ipaddress.IPv4Address(0x0A000000 + n)
    text = str(address)
    network = ipaddress.ip_network("10.0.64.0/18")
    return (
        len(text),
        int(text.split(".")[-1]),
        address in network,
        address.is_private,
        int(address) & 0xFF,
        address.packed[2],
    )


@program(BYTES, BYTES)
def addresses_made(a, b):
    address = ipaddress.IPv4Address(bytes([192, 168, a, b]))
    return int(address) % 65536, address.packed[3], address + 1 > address, int(ipaddress.IPv4Address("255.255.255.0")) & a


@program(LARGE, BYTES)
def unique_ids(n, b):
    made = uuid.UUID(int=(n << 40) | (b << 8) | 5)
    return made.int >> 40, made.node & 0xFFFF, made.int & 0xFF, made.time_low, made.clock_seq_low


@program(BYTES, BYTES)
def packed(a, b):
    data = struct.pack(">BHb", a, a * 256 + b, b - 128)
    first, second, third = struct.unpack(">BHb", data)
    (joined,) = struct.unpack("<I", data)
    return first, second, third, joined % 1009, struct.calcsize(">BHb"), data[1]


@program(ANY)
def bits_of_doubles(a):
    (bits,) = struct.unpack("<I", struct.pack("<f", a))
    sign, exponent, mantissa = bits >> 31, (bits >> 23) & 0xFF, bits & 0x7FFFFF
    return sign, exponent - 127, mantissa % 8191, struct.unpack("!h", struct.pack("!e", a))[0]


@program(BYTES, BYTES, BYTES)
def crc32_written_out(a, b, c):
    crc = 0xFFFFFFFF
    for byte in (a, b, c):
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return crc & 0xFFFF, crc >> 16, crc == zlib.crc32(bytes([a, b, c]))


@program(BYTES, BYTES)
def adler_of_bytes(a, b):
    data = bytearray([a, b]) * 3
    found = zlib.adler32(data)
    return found & 0xFFFF, found >> 16, binascii.crc32(data) & 255


@program(YEARS, MONTHS, DAYS)
def weeks(y, m, d):
    day = datetime.date(y, m, d)
    year, week, weekday = day.isocalendar()
    later = day + datetime.timedelta(weeks=3, days=-4)
    return year, week, weekday, (later - day).days, later.month, later.toordinal() % 7, day.replace(day=1).weekday()


@program(LARGE)
def durations(n):
    span = datetime.timedelta(seconds=n * 37, milliseconds=250)
    hours, rest = divmod(span.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return span.days, hours, minutes, seconds, span / datetime.timedelta(hours=1), span // datetime.timedelta(minutes=90)


@program(YEARS, MONTHS)
def paydays(y, m):
    last = calendar.monthrange(y, m)[1]
    day = datetime.date(y, m, last)
    while day.weekday() >= 5:
        day -= datetime.timedelta(days=1)
    thirteenth = datetime.date(y, m, 13).weekday() == calendar.FRIDAY
    return day.day, thirteenth, (day - datetime.date(y, 1, 1)).days


@program(YEARS, MONTHS)
def nth_weekday(y, m):
    weeks = calendar.Calendar(firstweekday=6).monthdayscalendar(y, m)
    thursdays = [week[4] for week in weeks if week[4]]
    return thursdays[3], len(weeks), weeks[0].count(0)


@program(NATURAL, NATURAL)
def egyptian(a, b):
    left = fractions.Fraction(min(a, b), max(a, b) + 1)
    parts = []
    for _ in range(3):
        if not left:
            break
        d = math.ceil(1 / left)
        if d > 1000:
            break
        parts.append(d)
        left -= fractions.Fraction(1, d)
    return len(parts), parts[0] if parts else 0


@program(WHOLE, NATURAL)
def fraction_arithmetic(a, b):
    f = fractions.Fraction(a, b) + fractions.Fraction(1, 3)
    return (
        f.numerator,
        f.denominator,
        math.floor(f),
        round(f),
        f > 1,
        float(f * 2 - f / 4),
        abs(f).limit_denominator(10).denominator,
    )


@program(LARGE)
def money(n):
    price = decimal.Decimal(n) / 100
    tax = (price * decimal.Decimal("0.19")).quantize(decimal.Decimal("0.01"), rounding=decimal.ROUND_HALF_UP)
    return float(price + tax), float(tax), int(price)


@program(ANY, ANY, ANY)
def statistics_of_three(a, b, c):
    data = [a, b, c, 0.5]
    made = statistics.NormalDist.from_samples(data)
    return (
        made.mean,
        made.stdev,
        statistics.NormalDist(0, 1).cdf(a),
        statistics.NormalDist(a, 2).zscore(b),
        statistics.quantiles(data, n=4)[1],
    )


@program(ANY, ANY, ANY)
def lines_fitted(a, b, c):
    slope, intercept = statistics.linear_regression([0, 1, 2, 3], [a, b, c, a + b])
    return slope, intercept, statistics.covariance([0, 1, 2], [a, b, c]), statistics.harmonic_mean([abs(a) + 1, abs(b) + 1])


@program(WHOLE, WHOLE, WHOLE)
def modes(a, b, c):
    data = [a % 3, b % 3, c % 3, a % 2]
    return (
        statistics.mode(data),
        len(statistics.multimode(data)),
        statistics.median_high(data),
        collections.Counter(data).most_common(1)[0][1],
    )


@program(ANY, ANY)
def sliding(a, b):
    values = [a, b, a * b, a - b, 1.0]
    pairs = list(itertools.pairwise(values))
    batches = (
        [sum(batch) for batch in itertools.batched(values, 2)]
        if hasattr(itertools, "batched")
        else [a + b, a * b + a - b, 1.0]
    )
    return max(y - x for x, y in pairs), *batches, sum(itertools.starmap(operator.mul, pairs))


@program(WHOLE, WHOLE)
def partitions(a, b):
    values = [a, b, a + b, a - b, 3]

    def partition(test, items):
        one, other = itertools.tee(items)
        return list(filter(test, one)), list(itertools.filterfalse(test, other))

    odd, even = partition(lambda v: v % 2, values)
    return len(odd), sum(even), odd[0] if odd else 99


@program(WHOLE, WHOLE, WHOLE)
def run_lengths(a, b, c):
    values = [a % 2, b % 2, c % 2, 1, 1]
    encoded = [(k, sum(1 for _ in g)) for k, g in itertools.groupby(values)]
    decoded = list(itertools.chain.from_iterable([k] * n for k, n in encoded))
    return len(encoded), max(n for _, n in encoded), decoded == values, encoded[0][1]


@program(ANY, ANY)
def rounds(a, b):
    def roundrobin(*iterables):
        active = [iter(each) for each in iterables]
        while active:
            for it in list(active):
                try:
                    yield next(it)
                except StopIteration:
                    active.remove(it)

    order = list(roundrobin([a, b, 3.0], [a * 2], [b * 2, 1.0]))
    return order[1], order[3], order[-1], len(order)


@program(COUNT, COUNT)
def combinatorics(n, k):
    n, k = n % 6 + 1, k % 4
    return (
        math.comb(n, k),
        math.perm(n, k),
        sum(1 for c in itertools.combinations(range(6), 3) if sum(c) == n + k),
        len(list(itertools.permutations(range(n % 4)))),
    )


@program(WHOLE, WHOLE)
def operators(a, b):
    table = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "<": operator.lt}
    results = {name: f(a, b if name != "//" or b else 1) for name, f in table.items()}
    best = max(results, key=results.get)
    return len(best), *results.values(), operator.itemgetter("+", "-")(results)[1], operator.methodcaller("bit_length")(a)


@program(ANY, ANY)
def attributes_got(a, b):
    point = types.SimpleNamespace(at=types.SimpleNamespace(x=a, y=b), w=2)
    get = operator.attrgetter("at.x", "at.y", "w")
    x, y, w = get(point)
    point.at.x += w
    return x * w, y, vars(point)["at"].x, "w" in vars(point)


@program(WHOLE, WHOLE)
def ordered(a, b):
    @functools.total_ordering
    class Version:
        def __init__(self, major, minor):
            self.key = (major, minor)

        def __eq__(self, other):
            return self.key == other.key

        def __lt__(self, other):
            return self.key < other.key

    one, other = Version(a % 3, b), Version(b % 3, a)
    return one >= other, one <= other, one > other, one != other, max(one, other).key[1]


@program(WHOLE, WHOLE, WHOLE)
def compared_by(a, b, c):
    def by_last_digit(x, y):
        return (x % 10 > y % 10) - (x % 10 < y % 10) or (x > y) - (x < y)

    return tuple(sorted([a, b, c, 5], key=functools.cmp_to_key(by_last_digit)))


@program(ANY, ANY)
def dispatched(a, b):
    @functools.singledispatch
    def size(value):
        return -1.0

    @size.register
    def _(value: float):
        return abs(value)

    @size.register(list)
    @size.register(tuple)
    def _(value):
        return sum(map(size, value))

    return size(a), size([a, b]), size((a, [b, 2.5])), size("text")


@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Money:
    cents: int
    currency: str = dataclasses.field(default="EUR", compare=False)
    history: tuple = dataclasses.field(default=(), repr=False, compare=False)

    def __post_init__(self):
        if self.currency not in ("EUR", "SEK"):
            raise ValueError(self.currency)

    def __add__(self, other):
        if not isinstance(other, Money):
            return NotImplemented
        return dataclasses.replace(self, cents=self.cents + other.cents, history=(*self.history, other.cents))

    __radd__ = __add__

    @property
    def euros(self):
        return self.cents / 100


@program(WHOLE, WHOLE)
def dataclasses_summed(a, b):
    total = functools.reduce(operator.add, [Money(a), Money(b), Money(150)])
    caught = 0
    try:
        Money(1, "USD")
    except ValueError:
        caught = 1
    return total.euros, len(total.history), total.history[0], total > Money(100), caught, dataclasses.astuple(total)[0]


@dataclasses.dataclass
class Body:
    x: float
    v: float = 0.0
    trail: list = dataclasses.field(default_factory=list)
    mass: dataclasses.InitVar[float] = 1.0
    g: float = dataclasses.field(init=False)

    def __post_init__(self, mass):
        self.g = -9.81 / mass

    def step(self, dt=0.1):
        self.v += self.g * dt
        self.x += self.v * dt
        self.trail.append(self.x)
        return self


@program(POSITIVE, POSITIVE)
def bodies(a, b):
    body = Body(a, mass=b)
    for _ in range(4):
        body.step()
    fields = [f.name for f in dataclasses.fields(body)]
    return body.x, min(body.trail), len(fields), sum(body.trail[1:-1]), dataclasses.asdict(body)["v"]


class Suit(enum.IntEnum):
    CLUBS = enum.auto()
    DIAMONDS = enum.auto()
    HEARTS = enum.auto()
    SPADES = enum.auto()

    @property
    def red(self):
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rights(enum.Flag):
    R = 4
    W = 2
    X = 1
    RW = R | W


@program(WHOLE, COUNT)
def suits(a, n):
    suit = Suit(a % 4 + 1)
    rights = Rights(n % 8)
    return (
        suit.red,
        suit > Suit.DIAMONDS,
        len(suit.name),
        Rights.W in rights,
        (rights & Rights.RW).value,
        (rights | Rights.X) == Rights(5),
        suit.value,
    )


class Planet(enum.Enum):
    MERCURY = (3.303e23, 2.4397e6)
    EARTH = (5.976e24, 6.37814e6)
    JUPITER = (1.9e27, 7.1492e7)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return 6.67300e-11 * self.mass / (self.radius * self.radius)


@program(WHOLE, POSITIVE)
def planets(n, kg):
    planet = list(Planet)[n % 3]
    heaviest = max(Planet, key=lambda each: each.gravity * (kg if each is not Planet.JUPITER else 1))
    return planet.gravity * kg, heaviest is Planet.JUPITER, planet is Planet.EARTH


@program(WHOLE, WHOLE, WHOLE)
def tallies(a, b, c):
    counts = collections.Counter([a % 4, b % 4, c % 4])
    counts.update([1, 1])
    counts.subtract({2: 1})
    return (
        counts[1],
        counts[2],
        counts.total(),
        sum((counts & collections.Counter({1: 9, 2: 9})).values()),
        max(counts.values()),
        len(+counts),
    )


@program(WHOLE, WHOLE, WHOLE)
def queues(a, b, c):
    queue = collections.deque([a, b, c], maxlen=4)
    queue.append(a + b)
    queue.appendleft(9)
    queue.rotate(2)
    queue.extend([1, 2])
    return queue[0], queue[-1], len(queue), queue.popleft() + queue.pop(), queue.count(1), sum(queue)


@program(ANY, ANY)
def chained_maps(a, b):
    defaults, given = {"sigma": a, "gain": 2.0}, {"gain": b}
    settings = collections.ChainMap(given, defaults)
    child = settings.new_child({"sigma": 0.5})
    child["gain"] = 7
    return settings["gain"], settings["sigma"], child["sigma"], len(child), child["gain"], sum(settings.values())


@program(WHOLE, WHOLE, WHOLE)
def heaps(a, b, c):
    heap = [(a, 0), (b, 1), (c, 2)]
    heapq.heapify(heap)
    least = heapq.heappop(heap)
    heapq.heappush(heap, (least[0] + 5, 3))
    last = heapq.heapreplace(heap, (100, 4))
    return *least, last[1], heapq.nlargest(2, heap)[1][0], next(heapq.merge([a, a + 2], [b, b + 3])), len(heap)


@program(UNIT)
def graded(score):
    grades, steps = "FDCBA", [60, 70, 80, 90]
    grade = grades[bisect.bisect(steps, score * 100)]
    return (
        ord(grade),
        grade in "AB",
        {"A": 4.0, "B": 3.0}.get(grade, 0.0),
        bisect.bisect_left(steps, score, key=lambda s: s / 100),
    )


@program(BYTES, BYTES)
def arrays_of_bytes(a, b):
    data = array.array("B", [a, b, 7])
    data.append(a ^ b)
    data.reverse()
    view = memoryview(bytes([a, b, 1]))
    return data[0], data[-1], data.index(7), sum(data[1:]), view[1], data.itemsize * len(data)


@program(LARGE)
def text_of_numbers(n):
    text = f"{n:,}"
    return (
        len(text),
        text.count(","),
        len(f"{n:>12}"),
        int(f"{n:b}", 2) == n,
        len(f"{n:#x}"),
        int(f"{n:08d}"[3:5]),
        len(f"{n / 7:.3e}"),
    )


@program(POSITIVE)
def formatted(x):
    text = f"{x:08.3f}"
    whole, _, part = text.partition(".")
    return len(text), int(whole), int(part), float(f"{x:.2f}"), len(format(x, "+.1%")), text.startswith("000")


@program(WHOLE)
def roman(n):
    n = abs(n) + 1
    text = ""
    for value, letters in ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            text += letters
            n -= value
    return len(text), text.count("I"), text.endswith("V")


@program(COUNT)
def words_wrapped(n):
    lines = textwrap.wrap("the quick brown fox jumps over the lazy dog", width=12)
    line = lines[n % len(lines)]
    return len(line), line.count("o"), ord(line[0]), len(line.split()), line.title().swapcase() == line.upper()


@program(BYTES)
def letters(n):
    c = chr(97 + n % 26)
    shifted = string.ascii_lowercase[(string.ascii_lowercase.index(c) + 13) % 26]
    table = str.maketrans("aeiou", "AEIOU")
    return ord(shifted), c in "aeiou", c.isalpha(), ord(c.translate(table)), c.upper() < shifted


@program(LARGE)
def matched_text(n):
    m = re.fullmatch(r"(\d+?)(0*)", str(n))
    return int(m.group(1)), len(m.group(2)), len(re.findall("[13579]", str(n))), int(re.sub(r"\d\d$", "00", str(n + 100)))


@program(WHOLE, WHOLE)
def copies(a, b):
    grid = [[a, b], [b, a]]
    shallow, deep = copy.copy(grid), copy.deepcopy(grid)
    grid[0][0] += 100
    shallow.append([1])
    return shallow[0][0], deep[0][0], len(grid), len(shallow), grid[0] is shallow[0], deep[1] == grid[1]


@program(ANY, WHOLE)
def kinds_of_numbers(a, n):
    return (
        isinstance(a, numbers.Real),
        isinstance(n, numbers.Integral),
        isinstance(n, numbers.Rational),
        n.numerator,
        n.denominator,
        (a + 0j).imag,
        a.is_integer(),
        n.bit_count(),
        n.conjugate(),
    )


@program(WHOLE)
def stacked_contexts(n):
    log = []

    @contextlib.contextmanager
    def tag(k):
        log.append(k)
        try:
            yield k * n
        finally:
            log.append(-k)

    with contextlib.ExitStack() as stack:
        values = [stack.enter_context(tag(k)) for k in (1, 2)]
        stack.callback(log.append, 50)
    with contextlib.suppress(ZeroDivisionError), tag(3) as third:
        values.append(100 // (n % 3))
        values.append(third)
    return sum(values), len(log), log[2], log[3], sum(log)


@program(WHOLE)
def closing_things(n):
    class Door:
        open = True

        def close(self):
            self.open = False

    with contextlib.closing(Door()) as door:
        before = door.open
        total = n + 1
    with contextlib.nullcontext(n) as same:
        total += same
    return before, door.open, total


@program(COUNT)
def sorted_by_need(n):
    order = list(graphlib.TopologicalSorter({"d": {"b", "c"}, "b": {"a"}, "c": {"a"}}).static_order())
    return ord(order[n % 2 * 3]), order.index("a"), order.index("d")


class Shape(abc.ABC):
    @property
    @abc.abstractmethod
    def area(self): ...

    @classmethod
    def square(cls, side):
        return Rectangle(side, side)

    def __format__(self, spec):
        return f"{self.area:{spec}}"


class Rectangle(Shape):
    def __init__(self, w, h):
        self.w, self.h = w, h

    @property
    def area(self):
        return self.w * self.h


@program(POSITIVE, POSITIVE)
def abstract(a, b):
    try:
        Shape()
        made = 1
    except TypeError:
        made = 0
    shapes = [Rectangle(a, b), Shape.square(a)]
    return (
        made,
        sum(s.area for s in shapes),
        isinstance(shapes[1], Shape),
        float(f"{shapes[0]:.1f}"),
        max(shapes, key=lambda s: s.area).h,
    )


class Temperature(typing.NamedTuple):
    degrees: float
    scale: str = "C"

    @property
    def kelvin(self):
        match self:
            case Temperature(d, "C"):
                return d + 273.15
            case Temperature(d, scale="F"):
                return (d - 32) / 1.8 + 273.15
            case _:
                return self.degrees


@program(ANY)
def temperatures(a):
    readings = [Temperature(a), Temperature(a, "F"), Temperature(a, "K")]
    warm = max(readings, key=operator.attrgetter("kelvin"))
    return [each.kelvin for each in readings], len(warm), warm.scale == "C", readings[0]._replace(degrees=1.0).kelvin


@program(ANGLE, SMALL)
def complex_in_math(a, b):
    z = complex(a, b)
    w = (z * z + 1) / (z - 2)
    return w.real, abs(w), math.isclose(abs(z), math.hypot(a, b)), (z**2).imag, complex("1+2j").imag


@program(LARGER, LARGER)
def number_theory(a, b):
    g, l = math.gcd(a, b, 60), math.lcm(a, 12)
    return (
        g,
        l,
        math.isqrt(a * b),
        pow(a, b % 7 + 1, 97),
        pow(3, -1, 7),
        a.bit_length(),
        int.from_bytes(a.to_bytes(3, "big"), "little") % 999,
    )


@program(ANY, ANY)
def rounding(a, b):
    return (
        math.modf(a)[1],
        math.frexp(b)[1],
        math.ldexp(a, 3),
        math.nextafter(a, math.inf) >= a,
        math.copysign(a, b),
        math.fmod(a, 1.5),
        math.remainder(a, 1.5),
        math.trunc(a * 3),
        math.floor(-a),
        round(a, 1),
        math.fsum([a, b, -a]),
        sum(map(operator.mul, [a, b], [1, 2])),
    )


@program(WHOLE)
def slices_as_objects(n):
    data = list(range(10))
    every = slice(None, None, 3)
    return (
        sum(data[every]),
        data[slice(-4, None)][n % 4],
        slice(1, 9, 2).indices(6)[1],
        range(10)[2:8][n % 6],
        len(range(n, 30, 4)),
    )


@program(WHOLE, WHOLE)
def stored_functions(a, b):
    add = functools.partial(operator.add, a)
    twice = functools.partial(map, lambda v: 2 * v)
    compose = functools.partial(functools.reduce, lambda f, g: lambda x: g(f(x)))
    pipeline = compose([add, abs, lambda v: v % 7])
    return add(b), sum(twice([a, b])), pipeline(b), add.func is operator.add, add.args[0]


@program(WHOLE)
def counted_calls(n):
    class Counted:
        def __init__(self, f):
            functools.update_wrapper(self, f)
            self.f, self.calls = f, 0

        def __call__(self, *args):
            self.calls += 1
            return self.f(*args)

        def __get__(self, obj, owner=None):
            return self if obj is None else types.MethodType(self, obj)

    class Thing:
        base = 3

        @Counted
        def ask(self, k):
            return self.base + k

    thing = Thing()
    found = thing.ask(n)
    if n > 0:
        found += thing.ask(1)
    return found, Thing.ask.calls, len(Thing.ask.__name__)
