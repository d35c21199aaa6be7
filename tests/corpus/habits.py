"""Generators that are sent values, matches on classes, exceptions, protocols of iteration, closures."""

from __future__ import annotations

import collections
import functools
import itertools
import math

from .cases import ANY, COUNT, UNIT, programs
from .vec import Vec

program = programs("designs: habits")


class Sq:
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


def coroutine():
    total = 0.0
    n = 0
    while True:
        v = yield (total / n if n else 0.0)
        total += v
        n += 1


@program(ANY, ANY, ANY)
def send(a, b, c):
    g = coroutine()
    next(g)
    g.send(a)
    g.send(b)
    return g.send(c)


def flatten(x):
    if isinstance(x, (list, tuple)):
        for y in x:
            yield from flatten(y)
    else:
        yield x


@program(ANY, ANY, ANY)
def flat_rec(a, b, c):
    return (list(flatten([a, [b, (c, [1.0])], []])), sum(flatten([[a], [[b]]])))


@program(UNIT, UNIT)
def match_classes(a, b):
    shape = Vec(a, b) if a > b else Sq(b)
    match shape:
        case Vec(x=x, y=y) if x > 0.9:
            return x + y
        case Vec():
            return 0.0
        case Sq(s=s):
            return -s


@program(COUNT, COUNT)
def match_values(a, b):
    match [a, b]:
        case [0, 0]:
            return 0
        case [x, 0] | [0, x]:
            return x
        case [x, y] if x == y:
            return 100 + x
        case [1 | 2 as x, *rest]:
            return 200 + x + len(rest)
        case [x, _]:
            return -x


@program(COUNT, ANY)
def match_dict(a, b):
    cmd = {"op": ("add", "mul", "neg")[a % 3], "arg": b}
    match cmd:
        case {"op": "add", "arg": v}:
            return v + 1
        case {"op": "mul", **rest}:
            return rest["arg"] * 2
        case {"op": str() as s}:
            return float(len(s))
    return 0.0


@program(ANY)
def walrus_fstring(a):
    if (n := math.floor(a)) > 2:
        return n
    assert a < 3.5, f"a={a!r} {n!r:>5}"
    return sum(y for x in range(3) if (y := (x * a)) > 0)


@program(COUNT)
def exceptions_group(a):
    try:
        if a == 0:
            raise KeyError("k")
        if a == 1:
            raise IndexError
        if a == 2:
            return {}[a]
        x = [1, 2, 3][a]
    except KeyError as e:
        x = -1 if e.args == ("k",) else -2
    except (IndexError, TypeError):
        x = -3
    return x


@program(ANY, ANY)
def nested_finally(a, b):
    log = 0
    for i in range(3):
        try:
            if a > i:
                continue
            if b > i:
                break
            log += 1
        finally:
            log += 10
    else:
        log += 100
    return log


@program(COUNT, COUNT)
def getitem_protocol(a, b):

    class Squares:
        def __getitem__(self, i):
            if i >= 5:
                raise IndexError
            return i * i + a

    return (sum(Squares()), Squares()[b % 5], 16 in Squares(), list(Squares())[1])


@program(ANY, ANY)
def closures_late(a, b):
    fs = [lambda v, k=k: v * k for k in (a, b, 3)] + [lambda v: v + a]
    gs = {name: f for name, f in zip("pqrs", fs)}
    return ([f(2.0) for f in fs], gs["q"](1.0), functools.reduce(lambda f, g: lambda v: g(f(v)), fs)(0.5))


@program(COUNT)
def global_counter(a):
    count = itertools.count(1)
    ids = collections.defaultdict(count.__next__)
    return (ids[a % 2], ids["z"], ids[a % 2])
