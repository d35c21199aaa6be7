"""Enums, matches, and names that are bound in passing."""

import dataclasses
import enum

from .cases import ANY, COUNT, programs

program = programs("enums and matches")


class C(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def half(self):
        return self.value / 2


@program(COUNT)
def intenum(n):
    c = C.RED if n > 3 else C.BLUE
    return c.half(), c is C.RED, isinstance(c, C), c + 1, c == 3


@program(COUNT)
def intenum_call(n):
    return C(n % 3 + 1).half(), C(n % 3 + 1) is C.RED, C(n % 3 + 1).value


class F(enum.Flag):
    R = enum.auto()
    W = enum.auto()
    X = enum.auto()


@program(COUNT)
def flags(n):
    f = F.R | F.W if n > 3 else F.X
    return bool(f & F.R), F.W in f, f.value


class IF(enum.IntFlag):
    A = 1
    B = 2
    D = 4


@program(COUNT)
def intflag(n):
    return (IF.A | n) & 7, IF(n % 8).value, bool(IF(n % 8) & IF.B)


@program(COUNT)
def enum_iter(n):
    return sum(c.value for c in C if c.value > n), len(C), C["RED"].value, [c.name for c in C].index("BLUE")


@dataclasses.dataclass
class Circle:
    r: float


@dataclasses.dataclass
class Rect:
    w: float
    h: float


@program(ANY, ANY)
def matched(a, b):
    s = Circle(a) if a > 0 else Rect(a, b)
    match s:
        case Circle(r=r) if r > 2:
            return 100.0
        case Circle(r):
            return r
        case Rect(w, h) if w * h > 0:
            return w * h
        case _:
            return -1.0


@program(COUNT)
def matched_num(n):
    match n % 5:
        case 0 | 1:
            return 10
        case 2:
            return 20
        case x if x > 3:
            return x * 100
        case _:
            return 5


@program(COUNT, ANY)
def matched_map(n, a):
    match {"op": n % 2, "v": a}:
        case {"op": 0, "v": v}:
            return v
        case {"op": 1, **rest}:
            return len(rest) + rest["v"]


@program(ANY, ANY)
def matched_seq(a, b):
    match [a, b, 3]:
        case [x, *rest] if x > 0:
            return x + sum(rest)
        case [_, y, _]:
            return y


@program(ANY, ANY)
def matched_tuple(a, b):
    match (a > 0, b > 0):
        case (True, True):
            return 1
        case (True, False):
            return 2
        case (False, True):
            return 3
        case (False, False):
            return 4


@program(ANY, ANY, ANY)
def walrus(a, b, c):
    if (s := a + b) > 0 and (t := s * c) > 0:
        return t
    return s


@program(ANY, ANY, ANY)
def walrus_compr(a, b, c):
    return sum([y for x in (a, b, c) if (y := x * x - 1) > 0])


@program(ANY, ANY, ANY)
def star(a, b, c):
    first, *rest = a, b, c
    *init, last = rest
    return first, sum(rest), last, len([*rest, *init]), max(*rest, first)


@program(ANY)
def dict_merge(a):
    d = {"x": a} | {"y": 2}
    d |= {"x": 3 * a}
    e = {**d, "z": 1}
    return sum(e.values()), len(e)


@program(ANY, ANY)
def nonlocal_(a, b):
    t = 0.0

    def add(v):
        nonlocal t
        if v > 0:
            t += v
        return t

    add(a)
    add(b)
    return t
