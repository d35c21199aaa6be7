"""Classes made from float and int, whose numbers pixels say."""

import enum
import functools
import math

from .cases import ANY, COUNT, POSITIVE, WHOLE, programs

program = programs("numbers with a class")


class Meters(float):
    def to_feet(self):
        return Meters(self * 3.28084)

    def __repr__(self):
        return f"{float(self)} m"


@program(ANY)
def float_subclass(a):
    return Meters(a).to_feet() + 1


@program(ANY, ANY)
def float_subclass_uses(a, b):
    m, n = (Meters(a), Meters(b))
    return (
        m + n,
        m * 2,
        3 / (abs(n) + 1),
        -m,
        abs(m),
        round(m),
        m**2,
        m // 2,
        m % 2,
        divmod(m, 2)[1],
        math.sin(m),
        math.hypot(m, n),
        m < n,
        m == a,
        bool(m),
        max(m, n).to_feet(),
        sorted([m, n])[0],
        sum([m, n]),
        isinstance(m, float),
        isinstance(m, Meters),
        type(m) is Meters,
        m.is_integer(),
        m.real,
        int(m),
        float(n),
        float.__add__(m, n),
        [m, n][1],
        (m if a > b else n).to_feet(),
        min([m, n, 0.5]),
    )


class Degrees(float):
    def __new__(cls, v):
        return super().__new__(cls, v % 360)

    def __add__(self, o):
        return Degrees(float(self) + o)

    __radd__ = __add__

    def __sub__(self, o):
        return Degrees(super().__sub__(o))

    def __eq__(self, o):
        return abs(float(self) - float(o)) < 0.001

    @property
    def rad(self):
        return math.radians(self)

    @classmethod
    def of(cls, r):
        return cls(math.degrees(r))


@program(ANY, ANY)
def float_subclass_new(a, b):
    return (
        (Degrees(100 * a) + 100 * b).rad,
        1 + Degrees(a),
        (Degrees(a) - b).rad,
        Degrees(a) == a,
        Degrees(a) != a,
        Degrees.of(b) * 2,
        Degrees(a).rad.__class__ is float,
    )


class Byte(int):
    def __new__(cls, v):
        return int.__new__(cls, v & 255)

    def __add__(self, o):
        return Byte(int(self) + int(o))

    def __lshift__(self, n):
        return Byte(int(self) << n)

    def bits(self):
        return [self >> i & 1 for i in range(8)]


@program(WHOLE, WHOLE)
def int_subclass(a, b):
    x = Byte(a) + Byte(b)
    return (
        x,
        isinstance(x, int),
        type(x).__name__ == "Byte",
        x << 4,
        sum(x.bits()),
        x ^ 3,
        x & 15,
        ~x,
        x.bit_length(),
        [5, 6, 7, 8][x & 3],
        [i for i in range(x & 7)].__len__(),
        hex(x & 15) == "0xf",
        Byte(3) + a,
        list(range(9))[Byte(2)],
    )


class Tagged(float):
    def __new__(cls, v, unit="m"):
        self = super().__new__(cls, v)
        self.unit = unit
        self.n = v * 2
        return self

    def __mul__(self, o):
        return Tagged(float(self) * o, self.unit + "2")


@program(ANY)
def float_subclass_fields(a):
    t = Tagged(a, "km")
    return (t.n, t.unit == "km", (t * 2).unit == "km2", t * 2, (t * 3).n, vars(t)["n"])


class Init(float):
    def __init__(self, v):
        self.half = self / 2


@program(ANY, ANY)
def float_subclass_init(a, b):
    return (Init(a).half, Init(a) + Init(b).half, functools.reduce(lambda x, y: x + y, [Init(a), Init(b)]))


class Perm(enum.IntFlag):
    X = 1
    W = 2
    R = 4


@program(COUNT)
def int_flags(a):
    p = Perm(a % 8)
    return (
        p & Perm.R,
        p | 1,
        bool(p & (Perm.W | Perm.X)),
        int(p),
        p + 1,
        1 + p,
        p * 2,
        p < 3,
        p == 4,
        -p,
        p - 1,
        [1, 2, 3, 4, 5, 6, 7, 8][p],
        max(p, 2),
        p ^ Perm.X,
        p / 2,
        p % 3,
    )


@program(POSITIVE)
def in_a_loop(a):
    m, n = (Meters(a), 0)
    while m > 1:
        m = Meters(m * 0.5)
        n += 1
    return (m, n, m.to_feet())


@program(ANY)
def in_try(a):
    try:
        return Degrees(a) / math.sqrt(Degrees(a) - 1)
    except (ZeroDivisionError, ValueError):
        return Degrees(a).rad


NORTH = Degrees(350)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3

    def __add__(self, o):
        return 100 + int(self) + o

    def __lt__(self, o):
        return int(self) < o - 10


@program(ANY, WHOLE)
def known_ones(a, b):
    return (
        NORTH + 100 * a,
        (NORTH + a).rad,
        100 * a + NORTH,
        NORTH == a,
        NORTH - a,
        NORTH * a,
        Meters(3) * a,
        Meters(2).to_feet() + a,
        Level.LOW + b,
        b + Level.HIGH,
        Level.LOW < b,
        Level.LOW * b,
        Level.LOW == b,
        Perm.R | b & 7,
        b & 7 | Perm.W,
        Perm.R & (b & 7),
    )
