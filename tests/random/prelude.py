"""What random filters call: numbers that stay small and exact, and classes whose objects change.

All floats are multiples of 1/8 and small, so that 32 bits hold what Python's 64 do, and no comparison can come out
otherwise. What multiplies or divides goes through `q` for that, and whole numbers through `w`.
"""

from dataclasses import dataclass, field, replace
from math import floor, sqrt
from typing import NamedTuple

from pygpu import Vec2


def q(x):
    return round(min(max(x, -64.0), 64.0) * 8) / 8


def w(n):
    return (n + 500) % 1000 - 500


def mul(a, b):
    return q(q(a) * q(b))


def div(a, b=1.0):
    b = q(b)
    if b == 0:
        return a
    return q(q(a) / b)


def root(x, *, least=0.0):
    return q(sqrt(max(q(x), least)))


def pick(c, a, b):
    if c:
        return a
    return b


def sign(x):
    if x < 0:
        return -1
    elif x > 0:
        return 1
    return 0


def steps(n, start=0):
    """A number of passes that is never many."""
    return start + abs(n) % 5


def total(*values, scale=1, **more):
    result = 0.0
    for value in values:
        result += value * scale
    for value in more.values():
        result -= value
    return result


def halves(x, n):
    """Bounded by a known n."""
    return x if n == 0 else q(halves(x, n - 1) / 2) + n


def count(n, first, second):
    for i in range(n):
        yield first if i % 2 else second


def first_above(items, limit):
    for item in items:
        if item > limit:
            return item
    return limit


class Thing:
    scale = 2

    def __init__(self, a, n):
        self.a = a
        self.n = n

    def get(self, x):
        return q(self.a + x)

    def bump(self, x):
        self.a = q(self.a + x)
        self.n += 1
        return self

    @property
    def sum(self):
        return self.a + self.n

    def __add__(self, other):
        if isinstance(other, Thing):
            return type(self)(q(self.a + other.a), self.n + other.n)
        return type(self)(q(self.a + other), self.n)

    def __lt__(self, other):
        return self.a < other.a


class Twice(Thing):
    scale = 3

    def get(self, x):
        return super().get(x) * 2

    def bump(self, x):
        if x > 1:
            self.n = w(self.n + 2)
        return super().bump(x)

    @property
    def sum(self):
        return self.a - self.n


@dataclass
class Pair:
    a: float
    n: int = 0
    items: list = field(default_factory=lambda: [0.0, 1.0])

    def get(self, x):
        return q(self.items[0] + x) + self.n

    def bump(self, x):
        self.items[1], self.items[0] = self.items[0], q(self.items[1] + x)
        self.a += self.items[0]
        self.a = q(self.a)
        return self

    @property
    def sum(self):
        return self.a + self.items[0] * 2 + self.items[1]

    def __add__(self, other):
        return replace(self, a=q(self.a + (other if isinstance(other, (int, float)) else other.a)))

    def __lt__(self, other):
        return self.sum < other.sum


class Spot(NamedTuple):
    a: float
    n: int

    def get(self, x):
        return q(self.a * 2 + x)


NAMES = dict(q=q, w=w, mul=mul, div=div, root=root, pick=pick, sign=sign, steps=steps, total=total, halves=halves,
             count=count, first_above=first_above, Thing=Thing, Twice=Twice, Pair=Pair, Spot=Spot, Vec2=Vec2,
             floor=floor)
