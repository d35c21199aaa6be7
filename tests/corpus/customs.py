"""Programs of objects that hold objects: trees, lists, matrices, machines, observers."""

from __future__ import annotations

import abc
import enum
import functools
import itertools
import math
from typing import Protocol, TypedDict, runtime_checkable

from .cases import ANY, BYTES, POSITIVE, UNIT, YEARS, programs

program = programs("designs: customs")


class Animal(abc.ABC):
    @abc.abstractmethod
    def noise(self, v): ...

    def twice(self, v):
        return self.noise(self.noise(v))


class Cat(Animal):
    def __init__(self, k):
        self.k = k

    def noise(self, v):
        return v - self.k


class Movie(TypedDict, total=False):
    year: int
    score: float


@program(ANY, YEARS)
def typed_dict(a, y):
    m: Movie = {"year": y, "score": a}
    m["score"] += 1
    m |= {"year": y + 1}
    return (m["year"], m.get("score", 0), "x" in m, sum(m.values()), m.setdefault("year", 3), m.pop("score"), len(m))


@runtime_checkable
class HasArea(Protocol):
    def area(self) -> float: ...


class Sq:
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


@program(ANY)
def protocol(a):
    return (isinstance(Sq(a), HasArea), isinstance(a, HasArea), Sq(a).area())


class Node:
    def __init__(self, v, l=None, r=None):
        self.v, self.l, self.r = (v, l, r)

    def insert(self, v):
        if v < self.v:
            if self.l is None:
                self.l = Node(v)
            else:
                self.l.insert(v)
        elif self.r is None:
            self.r = Node(v)
        else:
            self.r.insert(v)

    def __iter__(self):
        if self.l:
            yield from self.l
        yield self.v
        if self.r:
            yield from self.r


@program(ANY, ANY, ANY)
def known_tree(a, b, c):
    t = Node(a, Node(b), Node(c, Node(a * b)))
    return (sum(t), list(t)[2], max(t))


class LinkedList:
    class Cell:
        def __init__(self, v, n):
            self.v, self.n = (v, n)

    head = None

    def add(self, v):
        self.head = self.Cell(v, self.head)
        return self

    def __iter__(self):
        c = self.head
        while c is not None:
            yield c.v
            c = c.n

    def reverse(self):
        p, c = (None, self.head)
        while c:
            c.n, p, c = (p, c, c.n)
        self.head = p
        return self


@program(ANY, ANY, ANY)
def linked(a, b, c):
    return (list(LinkedList().add(a).add(b).add(c).reverse()), sum(1 for v in LinkedList().add(a).add(b) if v > 0))


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    @classmethod
    def eye(cls, n):
        return cls([[float(i == j) for j in range(n)] for i in range(n)])

    def __matmul__(self, o):
        return Matrix([[sum((x * y for x, y in zip(r, c))) for c in zip(*o.rows)] for r in self.rows])

    def __pow__(self, n):
        r, b = (Matrix.eye(len(self.rows)), self)
        while n:
            if n & 1:
                r = r @ b
            b = b @ b
            n >>= 1
        return r

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def det(self):
        if len(self.rows) == 1:
            return self.rows[0][0]
        return sum(

                (-1) ** j * self[0, j] * Matrix([r[:j] + r[j + 1 :] for r in self.rows[1:]]).det()
                for j in range(len(self.rows))

        )


@program(ANY, ANY, ANY)
def matrix(a, b, c):
    m = Matrix([[a, b], [c, 1.0]])
    return ((m**3)[0, 1], m.T[0, 1], m.det(), Matrix([[a, b, 1], [c, 1, 2], [a, 3, b]]).det())


@program(UNIT, ("int", 0, 6))
def matrix_power_of_pixel(a, n):
    return (Matrix([[a, 1.0], [0.5, 1.0]]) ** n)[0, 0]


class Poly:
    def __init__(self, *c):
        self.c = c

    def __call__(self, x):
        return functools.reduce(lambda r, k: r * x + k, reversed(self.c), 0)

    def __add__(self, o):
        return Poly(*[p + q for p, q in itertools.zip_longest(self.c, o.c, fillvalue=0)])

    def __mul__(self, o):
        r = [0] * (len(self.c) + len(o.c) - 1)
        for i, p in enumerate(self.c):
            for j, q in enumerate(o.c):
                r[i + j] += p * q
        return Poly(*r)

    def deriv(self):
        return Poly(*[i * k for i, k in enumerate(self.c)][1:])

    @functools.cached_property
    def degree(self):
        return max((i for i, k in enumerate(self.c) if k), default=0)


@program(ANY, ANY, ANY)
def poly(a, b, c):
    p = Poly(a, b) * Poly(c, 1.0) + Poly(1)
    return (p(2.0), p.deriv()(a), p.degree, Poly(0, 0, 1)(a))


class Dual:
    def __init__(self, v, d=0.0):
        self.v, self.d = (v, d)

    @staticmethod
    def lift(o):
        return o if isinstance(o, Dual) else Dual(o)

    def __add__(self, o):
        o = Dual.lift(o)
        return Dual(self.v + o.v, self.d + o.d)

    __radd__ = __add__

    def __mul__(self, o):
        o = Dual.lift(o)
        return Dual(self.v * o.v, self.d * o.v + self.v * o.d)

    __rmul__ = __mul__

    def __pow__(self, n):
        return Dual(self.v**n, n * self.v ** (n - 1) * self.d)

    def __lt__(self, o):
        return self.v < Dual.lift(o).v


def dsin(x):
    return Dual(math.sin(x.v), math.cos(x.v) * x.d) if isinstance(x, Dual) else math.sin(x)


@program(POSITIVE)
def dual(a):

    def f(x):
        return dsin(x) * x**2 + 3 * x

    return (f(Dual(a, 1.0)).d, f(a), max(Dual(a), Dual(2.0)).v)


class State(enum.Enum):
    IDLE = 0
    RUN = 1
    STOP = 2


class Machine:
    table = {(State.IDLE, 1): State.RUN, (State.RUN, 0): State.STOP, (State.STOP, 1): State.IDLE}

    def __init__(self):
        self.s = State.IDLE
        self.n = 0

    def feed(self, bit):
        self.s = self.table.get((self.s, bit), self.s)
        self.n += self.s is State.RUN


@program(BYTES)
def machine(a):
    m = Machine()
    for i in range(8):
        m.feed(a >> i & 1)
    return (m.s.value, m.n)


class Bank:
    class Broke(Exception):
        def __init__(self, need):
            super().__init__(f"need {need:.2f} more")
            self.need = need

    def __init__(self, b):
        self.b = b

    def take(self, v):
        if v > self.b:
            raise Bank.Broke(v - self.b)
        self.b -= v


@program(ANY, ANY)
def custom_exception(a, b):
    k = Bank(a)
    try:
        k.take(b)
    except Bank.Broke as e:
        return -e.need
    else:
        return k.b
    finally:
        k.b = 0


class Observer:
    def __init__(self):
        self.fs = []

    def on(self, f):
        self.fs.append(f)
        return f

    def fire(self, *a):
        return [f(*a) for f in self.fs]


@program(ANY)
def observers(a):
    o = Observer()

    @o.on
    def f(v):
        return v + 1

    o.on(lambda v: v * 2)
    return o.fire(a)


class Lazy:
    def __init__(self, f):
        self.f = f

    @property
    def value(self):
        if not hasattr(self, "_v"):
            self._v = self.f()
        return self._v


@program(ANY)
def lazy(a):
    n = []
    l = Lazy(lambda: (n.append(1), a * 2)[1])
    return (l.value + l.value, len(n))


class Cat1(Cat):
    def __init__(self, k, *, extra=0):
        super().__init__(k)
        self.extra = extra

    def noise(self, v):
        return super().noise(v) + self.extra


class Mix:
    def noise(self, v):
        return super().noise(v) * 10


class Both(Mix, Cat1):
    pass


@program(ANY, ANY)
def mro(a, b):
    return (Both(a, extra=b).noise(1.0), Both(a).twice(b), [c.__name__ for c in Both.__mro__].index("Cat"))
