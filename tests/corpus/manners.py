"""Programs of functions and small classes: decorators, dispatch, stacks, properties."""

from __future__ import annotations

import functools
import operator
from typing import Generic, TypeVar

from .cases import ANY, WHOLE, programs
from .vec import Vec

program = programs("designs: manners")


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
