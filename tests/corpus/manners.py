"""Programs of functions and small classes: decorators, dispatch, stacks, properties."""

from __future__ import annotations

import functools
import math
import operator
from typing import Generic, TypeVar

from .cases import ANY, WHOLE, programs

program = programs("designs: manners")


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = (x, y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __add__(self, o):
        return Vec(*(p + q for p, q in zip(self, o)))

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k) if isinstance(k, (int, float)) else self.x * k.x + self.y * k.y

    __rmul__ = __mul__

    def __matmul__(self, o):
        return self.x * o.y - self.y * o.x

    def __neg__(self):
        return self * -1

    def __abs__(self):
        return math.hypot(*self)

    def __getitem__(self, i):
        return (self.x, self.y)[i]

    def __setitem__(self, i, v):
        setattr(self, "xy"[i], v)

    def __len__(self):
        return 2

    def __bool__(self):
        return self.x != 0 or self.y != 0

    def __eq__(self, o):
        return isinstance(o, Vec) and tuple(self) == tuple(o)

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self

    def __call__(self, t):
        return self.x + t * self.y

    def __contains__(self, v):
        return v in (self.x, self.y)

    def __round__(self, n=0):
        return Vec(round(self.x, n), round(self.y, n))

    def __divmod__(self, k):
        return (Vec(self.x // k, self.y // k), Vec(self.x % k, self.y % k))

    def __format__(self, spec):
        return "v"

    def __hash__(self):
        return hash((self.x, self.y))

    def __reversed__(self):
        return iter((self.y, self.x))


def clamp(lo, hi):

    def deco(f):

        def g(*args):
            return min(max(f(*args), lo), hi)

        return g

    return deco


@clamp(-1, 1)
def lin(x, k=2):
    return x * k


@program(ANY)
def decorator_with_arguments(a):
    return (lin(a), lin(a, 0.1))


@functools.singledispatch
def area(s):
    return 0.0


@area.register
def _(s: int):
    return s + 1


@area.register(float)
def _(s):
    return s * 2.0


@area.register(list)
def _(s):
    return sum(map(area, s))


@area.register
def _(s: Vec):
    return s.x


@program(ANY, WHOLE)
def dispatch(a, b):
    return (area(a), area(b), area([a, b]), area(Vec(a, a)), area("t"))


class Dis:
    @functools.singledispatchmethod
    def f(self, x):
        return -1

    @f.register
    def _(self, x: float):
        return x

    @functools.cached_property
    def c(self):
        return 4

    half = functools.partialmethod(lambda self, k, v: v / k, 2)

    @staticmethod
    def s(v):
        return v + 1

    @property
    def p(self):
        return self._p

    @p.setter
    def p(self, v):
        self._p = abs(v)

    @p.deleter
    def p(self):
        self._p = 0


@program(ANY)
def methods(a):
    d = Dis()
    d.p = a
    q = d.p
    del d.p
    return (d.f(a), d.f(1), d.c, d.half(a), d.s(a), q, d.p)


T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self):
        self._items: list[T] = []

    def push(self, i: T):
        self._items.append(i)

    def pop(self) -> T:
        return self._items.pop()

    def __len__(self):
        return len(self._items)


@program(ANY, ANY, ANY)
def rpn(a, b, c):
    s: Stack[float] = Stack[float]()
    ops = {"+": operator.add, "-": operator.sub, "*": lambda x, y: x * y}
    for tok in "a b + c * a -".split():
        if tok in ops:
            y, x = (s.pop(), s.pop())
            s.push(ops[tok](x, y))
        else:
            s.push({"a": a, "b": b, "c": c}[tok])
    return (s.pop(), len(s))
