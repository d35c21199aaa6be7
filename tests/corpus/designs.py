"""Programs of classes: operators, descriptors, metaclasses, dataclasses, enums, contexts."""

from __future__ import annotations

import abc
import contextlib
import enum
import math
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import NamedTuple

from .cases import ANY, BYTES, COUNT, WHOLE, programs
from .vec import Vec

program = programs("designs: classes")


class Money(NamedTuple):
    units: int
    cents: int = 0

    def __add__(self, o):
        c = self.cents + o.cents
        return Money(self.units + o.units + c // 100, c % 100)

    @classmethod
    def of(cls, cents):
        return cls(*divmod(cents, 100))


@program(BYTES, BYTES)
def named_tuple_methods(a, b):
    m = Money.of(a) + Money.of(b)
    return (m.units, m.cents, m._replace(cents=5).cents, m == Money(1, 0), m > Money(0, 50), len(m), m._asdict()["units"])


class Color(enum.Flag):
    R = enum.auto()
    G = enum.auto()
    B = enum.auto()
    W = R | G | B


@program(COUNT, COUNT)
def flags(a, b):
    f = Color(a % 8) | Color(b % 8)
    return (Color.R in f, bool(f & Color.G), f == Color.W, (f ^ Color.W).value, (~f & Color.W).value)


class Shape(enum.Enum):
    SQUARE = (4, 1.0)
    TRIANGLE = (3, 0.5)
    HEX = (6, 2.6)

    def __init__(self, sides, area):
        self.sides = sides
        self.area = area

    @property
    def per(self):
        return self.area / self.sides

    @classmethod
    def pick(cls, v):
        return cls.SQUARE if v < 0 else cls.TRIANGLE if v < 1 else cls.HEX


@program(ANY)
def enum_with_data(a):
    s = Shape.pick(a)
    return (s.sides, s.area, s.per, s is Shape.HEX, s == Shape.SQUARE, len(s.name), list(Shape).index(s))


@program(COUNT)
def enum_by_index(a):
    s = list(Shape)[a % 3]
    match s:
        case Shape.SQUARE:
            return 1.0
        case Shape.TRIANGLE | Shape.HEX:
            return s.area


class Animal(abc.ABC):
    @abc.abstractmethod
    def noise(self, v): ...

    def twice(self, v):
        return self.noise(self.noise(v))


class Dog(Animal):
    def noise(self, v):
        return v * 2


class Cat(Animal):
    def __init__(self, k):
        self.k = k

    def noise(self, v):
        return v - self.k


@program(ANY, ANY)
def polymorph(a, b):
    pets = [Dog(), Cat(b)]
    return (
        sum(p.twice(a) for p in pets),
        (pets[0] if a > 0 else pets[1]).twice(b),
        (Dog() if a > b else Cat(a)).noise(1.0),
    )


class Typed:
    def __init__(self, lo, hi):
        self.lo, self.hi = (lo, hi)

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, v):
        if not self.lo <= v <= self.hi:
            raise ValueError(f"{self.name}: {v} not in {self.lo}..{self.hi}")
        setattr(obj, self.name, v)

    def __delete__(self, obj):
        setattr(obj, self.name, 0.0)


class Pix:
    v = Typed(-2, 3)

    def __init__(self, v):
        self.v = v


@program(ANY)
def descriptor(a):
    p = Pix(a)
    p.v = p.v * 0.5
    w = p.v
    del p.v
    return (w, p.v)


class Meta(type):
    registry = {}

    def __new__(m, name, bases, ns, **kw):
        c = super().__new__(m, name, bases, ns)
        c.tag = kw.get("tag", 0)
        m.registry[name] = c
        return c

    def __call__(cls, *a):
        o = super().__call__(*a)
        o.made = True
        return o

    def __len__(cls):
        return cls.tag


class Base(metaclass=Meta, tag=3):
    def __init__(self, v):
        self.v = v


class Derived(Base, tag=5):
    def __init_subclass__(cls, **kw):
        pass

    def __getattr__(self, n):
        if n.startswith("x"):
            return self.v * int(n[1:])
        raise AttributeError(n)


@program(ANY)
def metaclass(a):
    d = Derived(a)
    return (d.tag, len(Derived), d.made, d.x3, getattr(d, "nope", -1), hasattr(d, "zz"), Meta.registry["Base"](a).v)


@dataclass(order=True, frozen=True)
class P:
    x: float
    y: float = 0.0

    def __post_init__(self):
        object.__setattr__(self, "_n", math.hypot(self.x, self.y))


@program(ANY, ANY, ANY)
def data_order(a, b, c):
    ps = [P(a, b), P(b, c), P(c, a)]
    return (
        max(ps).y,
        min(ps).x,
        sorted(ps)[1].x,
        P(a, b) < P(c, b),
        P(a)._n,
        astuple(ps[0]),
        replace(ps[1], y=3.0).y,
        asdict(ps[2])["x"],
        P(a, b) == P(a, c),
    )


@dataclass(slots=True, kw_only=True)
class Conf:
    gain: float = 1.0
    taps: list = field(default_factory=list)

    def push(self, v):
        self.taps.append(v)
        return self


@program(ANY, ANY)
def data_slots(a, b):
    c = Conf(gain=a).push(a).push(b)
    c.gain += 1
    return (sum(c.taps) * c.gain, len(Conf().taps))


@program(ANY, ANY, ANY)
def operators(a, b, c):
    v, w = (Vec(a, b), Vec(c, 1.0))
    v += w
    v[1] = v[0] + 2
    x, y = -v + 2 * w
    return (
        x,
        y,
        v @ w,
        v * w,
        abs(v),
        v(0.5),
        len(v),
        bool(v),
        v == w,
        v == 3,
        1.0 in w,
        list(reversed(w)),
        divmod(v, 2)[1].x,
        round(v, 1).x,
        f"{v}" == "v",
        max(v),
        sum(v),
        sorted(w),
    )


class Timer:
    def __init__(self):
        self.log = []

    def __enter__(self):
        self.log.append(1)
        return self

    def __exit__(self, t, e, tb):
        self.log.append(2 if t is None else 3)
        return t is ZeroDivisionError


@program(WHOLE, WHOLE)
def contexts(a, b):
    t = Timer()
    r = 0
    with t, contextlib.suppress(ValueError):
        r = a // b
    with contextlib.ExitStack() as s:
        s.callback(t.log.append, 9)
        u = s.enter_context(Timer())
    return (r, t.log[1], t.log[-1], u.log[-1])


@contextlib.contextmanager
def scaled(obj, k):
    old = obj.k
    obj.k = k
    try:
        yield obj
    finally:
        obj.k = old


@program(ANY, ANY)
def context_generator(a, b):
    c = Cat(a)
    with scaled(c, b) as d:
        r = d.noise(1.0)
    return (r, c.noise(1.0))
