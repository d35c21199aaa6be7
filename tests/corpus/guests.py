"""Matches, generators, closures, classes and contexts, as they are written elsewhere."""

import collections
import contextlib
import enum
import functools
import math
from dataclasses import dataclass

from .cases import ANY, COUNT, WHOLE, programs

program = programs("matches and generators")


@dataclass
class Pt:
    x: float
    y: float


@dataclass
class Circle:
    c: Pt
    r: float


@dataclass
class Rect:
    a: Pt
    b: Pt


@program(ANY, ANY)
def shapes(a, b):
    def area(s):
        match s:
            case Circle(c=Pt(x=0), r=r):
                return math.pi * r * r
            case Circle(Pt(x, y), r) if r > 1:
                return r + x
            case Circle():
                return -1
            case Rect(Pt(x0, y0), Pt(x1, y1)):
                return (x1 - x0) * (y1 - y0)
            case [x, y, *rest]:
                return x + y + len(rest)
            case {"k": v, **r}:
                return v
            case str():
                return 7
            case None:
                return 8
            case _:
                return 9

    return [
        area(s)
        for s in (
            Circle(Pt(0, 1), a),
            Circle(Pt(a, 1), b),
            Rect(Pt(0, 0), Pt(a, b)),
            [a, b, 1, 2],
            {"k": a, "z": 1},
            "t",
            None,
            4.0,
            Circle(Pt(a, b), a),
        )
    ]


@program(WHOLE)
def match_numbers(n):
    match n:
        case 0:
            return 0
        case 1 | 2 | 3:
            return 1
        case k if k < 0:
            return -k
        case int(k) if k % 2:
            return k * 10
        case _:
            return 99


@program(ANY, ANY)
def match_seq(a, b):
    match (a > 0, b > 0):
        case (True, True):
            return 1
        case (True, False) | (False, True):
            return 2
        case _:
            return 3


@program(COUNT)
def gen_pipeline(n):
    def nums(k):
        i = 0
        while i < k:
            yield i
            i += 1

    def sq(it):
        for v in it:
            yield v * v

    def odd(it):
        return (v for v in it if v % 2)

    return sum(odd(sq(nums(n)))), max(sq(nums(n)), default=-1), list(sq(nums(3)))


@program(ANY, ANY)
def gen_send(a, b):
    def avg():
        t = c = 0
        r = None
        while True:
            v = yield r
            t += v
            c += 1
            r = t / c

    g = avg()
    next(g)
    return g.send(a), g.send(b), g.send(1)


@program(ANY)
def gen_from(a):
    def inner():
        yield a
        yield a * 2
        return 5

    def outer():
        r = yield from inner()
        yield r

    return list(outer())


@program(COUNT)
def gen_tree(n):
    tree = (4, (2, (1, None, None), (3, None, None)), (6, None, None))

    def walk(t):
        if t:
            yield from walk(t[1])
            yield t[0]
            yield from walk(t[2])

    return list(walk(tree)), sum(v for v in walk(tree) if v > n)


@program(ANY, ANY)
def closures(a, b):
    def counter(start):
        c = start

        def inc(by=1):
            nonlocal c
            c += by
            return c

        return inc

    f, g_ = counter(a), counter(b)
    f()
    f(2)
    g_(5)
    fs = [lambda x, k=k: x * k for k in range(3)]
    late = [lambda x: x * k for k in range(3)]
    return f(0), g_(0), [h(a) for h in fs], [h(a) for h in late]


@program(ANY)
def decorated(a):
    def twice(f):
        @functools.wraps(f)
        def w(*args, **kw):
            return f(f(*args, **kw))

        return w

    def param(k):
        def deco(f):
            def w(x):
                return f(x) * k

            w.k = k
            return w

        return deco

    @twice
    @param(3)
    def f(x):
        return x + 1

    return f(a), f.__name__ == "w"


@program(ANY, ANY)
def contexts(a, b):
    class Scale:
        stack = [1.0]

        def __init__(s, k):
            s.k = k

        def __enter__(s):
            s.old = state["k"]
            state["k"] *= s.k
            return s

        def __exit__(s, t, v, tb):
            state["k"] = s.old
            return t is ValueError

    state = {"k": 1.0}
    out = []
    with Scale(2), Scale(a):
        out.append(state["k"] * b)
    with Scale(3):
        out.append(state["k"])
        if b > 0:
            raise ValueError("positive")
        out[-1] += 1
    with contextlib.suppress(ZeroDivisionError):
        out[0] += 1 / int(a > 0)
    return out, state["k"]


@program(ANY, ANY)
def slots_inherit(a, b):
    class A:
        __slots__ = ("v",)
        n = 0

        def __init__(s, v):
            s.v = v

        def get(s):
            return s.v

        @staticmethod
        def st(x):
            return x * 2

        def __getattr__(s, name):
            return len(name)

    class Bc(A):
        def get(s):
            return super().get() + 1

        def __call__(s, x):
            return s.v * x

        def __len__(s):
            return 3

        def __bool__(s):
            return False

        def __contains__(s, x):
            return x > s.v

        def __getitem__(s, i):
            return s.v * i if isinstance(i, int) else (s.v, i.start)

        def __eq__(s, o):
            return s.v == o.v

        def __hash__(s):
            return 1

        def __format__(s, f):
            return "x"

        def __index__(s):
            return 2

    o = Bc(a)
    q = A(b)
    return (
        o.get(),
        o(2),
        len(o),
        bool(o),
        b in o,
        o[3],
        o[1:2][0],
        o == Bc(b),
        q.foo,
        A.st(a),
        [1, 2, 3][o],
        isinstance(o, A),
        o.st(b),
        (o or q) is q,
    )


@program(COUNT, COUNT)
def mixins(n, k):
    class Cmp:
        def __gt__(s, o):
            return s.key() > o.key()

        def __le__(s, o):
            return not s > o

    @dataclass(eq=False)
    class Card(Cmp):
        rank: int
        suit: int

        def key(s):
            return (s.rank, s.suit)

    a, b = Card(n, 1), Card(k, 0)
    best = max([a, b, Card(3, 3)])
    return a > b, a <= b, best.rank, best.suit


class Op(enum.Enum):
    ADD = "+"
    MUL = "*"

    def __call__(s, x, y):
        return x + y if s is Op.ADD else x * y


class Fl(enum.Flag):
    R = 1
    G = 2
    B = 4
    W = R | G | B


@program(ANY, COUNT)
def enums(a, n):
    f = Fl.R | Fl.G if n % 2 else Fl.B
    return Op.ADD(a, 2), Op("*")(a, 2), Fl.R in f, bool(f & Fl.B), len(list(Op)), [o(a, 3) for o in Op], Fl.W.value


@program(ANY, ANY, ANY)
def pipeline(a, b, c):
    compose = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
    f = compose(abs, math.sqrt, lambda v: v + 1)
    pts = [(a, "x"), (b, "y"), (c, "z")]
    by = {k: v for v, k in pts}
    inv = collections.OrderedDict(sorted(by.items(), key=lambda kv: kv[0], reverse=True))
    cm = collections.ChainMap({"x": 1}, by)
    return (
        f(a),
        list(inv.values()),
        cm["x"] + cm["y"],
        [*map(f, (a, b))],
        sum(starred for starred, *_ in pts),
        {**by, "w": 1}["w"],
        by | {"x": 0} == {},
        dict(zip("ab", (a, b)))["b"],
        by.pop("x"),
        len(by),
        by.setdefault("q", c),
    )
