"""A class with an operator for everything, which several programs of the corpus share."""

from __future__ import annotations

import math


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
