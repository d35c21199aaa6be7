"""Decorators, generators, properties, metaclasses, texts and exceptions: styles of Python."""

import cmath
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from .cases import ANY, NATURAL, POSITIVE, programs

program = programs("styles of Python")


TINY = ("int", 0, 8)


FEW = ("int", 0, 5)


BYTE = ("int", 0, 256)


T = TypeVar("T")


class Shape(Protocol):
    def area(self) -> float: ...


class Stack(Generic[T]):
    def __init__(self) -> None:
        self._items: list[T] = []

    def push(self, item: T) -> "Stack[T]":
        self._items.append(item)
        return self

    def pop(self) -> T:
        return self._items.pop()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return reversed(self._items)


@program(ANY, ANY)
def generic_stack(a, b):
    s = Stack[float]().push(a).push(b).push(1.0)
    return (s.pop() + s.pop(), len(s), list(s))


def clamp_result(lo, hi):

    def deco(f):

        @functools.wraps(f)
        def inner(*args, **kw):
            return min(max(f(*args, **kw), lo), hi)

        inner.raw = f
        return inner

    return deco


@clamp_result(-1, 1)
def wave(x, *, gain=1.0):
    return gain * math.sin(x)


@program(ANY, POSITIVE)
def decorated(a, b):
    return (wave(a, gain=b), wave.raw(a), wave.__name__ == "wave")


def counted(f):

    @functools.wraps(f)
    def inner(*a):
        inner.calls += 1
        return f(*a)

    inner.calls = 0
    return inner


@program(ANY, ANY)
def call_count(a, b):

    @counted
    def g(x):
        return x * 2

    t = g(a)
    if a > b:
        t += g(b)
    return (t, g.calls)


@program(ANY, ANY)
def retry(a, b):

    def retry(n, exc):

        def deco(f):

            def inner(x):
                for i in range(n):
                    try:
                        return f(x + i)
                    except exc:
                        continue
                return -1.0

            return inner

        return deco

    @retry(3, ValueError)
    def root(x):
        return math.sqrt(x)

    return (root(a), root(b))


@program(ANY, ANY)
def nonlocal_counter(a, b):

    def make():
        n, total = (0, 0.0)

        def add(x):
            nonlocal n, total
            n += 1
            total += x
            return total / n

        def reset():
            nonlocal n, total
            n, total = (0, 0.0)

        return (add, reset)

    add, reset = make()
    r = add(a)
    r = add(b)
    if a > b:
        reset()
    return (r, add(1.0))


@program(ANY, ANY)
def prop_setters(a, b):

    class Temp:
        def __init__(self, c):
            self.celsius = c

        @property
        def celsius(self):
            return self._c

        @celsius.setter
        def celsius(self, v):
            self._c = max(v, -2.0)

        @property
        def fahrenheit(self):
            return self._c * 9 / 5 + 32

        @fahrenheit.setter
        def fahrenheit(self, f):
            self.celsius = (f - 32) * 5 / 9

    t = Temp(a)
    t.fahrenheit += b
    return (t.celsius, t.fahrenheit)


@program(ANY, ANY)
def getters(a, b):
    P = namedtuple("P", "x y")
    ps = [P(a, 2), P(b, 1), P(0.0, 3)]
    by = sorted(ps, key=operator.attrgetter("y"))
    return ([p.x for p in by], max(ps, key=operator.itemgetter(0)).y, list(map(operator.methodcaller("index", 2), ps[:1])))


@program(ANY, ANY)
def starred(a, b):

    def f(x, *rest, k=1, **kw):
        return x + sum(rest) * k + sum(kw.values())

    first, *mid, last = [a, b, 1.0, 2.0]
    d = {"k": 2, "z": a}
    return (f(first, *mid, **d), f(*[last], *(), z=b), [*mid, *(a,)], {**d, "k": 3}["k"])


@program(TINY, TINY)
def dict_invert(a, b):
    d = {"a": 1, "b": 2, "c": 3}
    inv = {v: k for k, v in d.items()}
    return (ord(inv.get(a % 3 + 1, "z")), sum((v for k, v in d.items() if k != inv[b % 3 + 1])))


@program(TINY, TINY)
def set_algebra(a, b):
    x, y = ({a, 1, 2}, {b, 2, 3})
    return (len(x | y), len(x & y), len(x - y), len(x ^ y), x <= y, x.isdisjoint({9}), sum(x), 2 in x & y)


@program(ANY, ANY)
def slices(a, b):
    xs = [a, b, 1.0, 2.0, 3.0]
    ys = xs[:]
    ys[1:3] = [9.0]
    del ys[0]
    xs[::2] = [0.0, 0.5, 1.5]
    return (xs[::-1], ys, xs[-2:], xs[1:4:2])


@program(ANY, ANY)
def for_else(a, b):
    for i, v in enumerate((a, b, a + b)):
        if v > 3:
            break
    else:
        i = -1
    n = 0
    while n < 5:
        n += 1
        if n * a > 4:
            break
    else:
        n = 100
    return (i, n)


@program(ANY, ANY)
def lambda_defaults(a, b):
    fs = [lambda x, i=i: x * i + a for i in range(3)]
    gs = [lambda x: x * i for i in range(3)]
    return ([f(b) for f in fs], [g(b) for g in gs])


@program(ANY, ANY)
def polar(a, b):
    z = complex(a, b)
    r, phi = cmath.polar(z)
    return (
        r,
        cmath.rect(r, phi),
        z.conjugate() * z,
        cmath.exp(1j * phi),
        (z**2).real,
        abs(z - 1),
        cmath.phase(-z),
        cmath.sqrt(z),
    )


@program(ANY, ANY)
def moebius(a, b):
    z = complex(a, b)
    w = (z - 1j) / (z + 1j) if z != -1j else 0j
    return (w.real, w.imag, abs(w) < 1)


@program(("int", 0, 100000))
def bytes_ops(n):
    bs = n.to_bytes(3, "little")
    return (int.from_bytes(bs, "big") % 9973, sum(bs), bs[0] ^ bs[1], len(bs), int.from_bytes(bs[::-1], "little") % 101)


@program(("int", 0, 100000))
def text_ops(n):
    s = f"{n}"
    return (
        len(s),
        s.count("1"),
        s.endswith("5"),
        s[::-1] == s,
        s.find("3"),
        int(s[0]),
        sum(c in "13579" for c in s),
        int(s.replace("9", "0")),
    )


@program(TINY)
def text_cases(n):
    w = ("Alpha", "beta", "GAMMA")[n % 3]
    return (
        w.lower() == "alpha",
        w.isupper(),
        len(w.title()),
        w.swapcase()[0] == "a",
        w.capitalize() == "Gamma",
        sum(c.isupper() for c in w),
    )


@program(TINY)
def text_mul(n):
    bar = "#" * n + "." * (8 - n)
    return (len(bar), bar.count("#"), bar.find("."), bar[3] == "#")


@program(ANY, ANY)
def err_text(a, b):

    class E(ValueError):
        def __str__(self):
            return f"E({self.args[0]:.1f})"

    try:
        if a > b:
            raise E(a)
        if b > 3:
            raise KeyError("b")
        return 0.0
    except E as e:
        return e.args[0]
    except LookupError as e:
        return -len(e.args)


@program(ANY, ANY)
def chain_exc(a, b):

    def inner(x):
        try:
            return 1 / x if x else 1 / 0
        except ZeroDivisionError as e:
            raise ValueError("zero") from e

    def outer(x):
        try:
            return inner(x)
        except ValueError as e:
            return -1.0 if isinstance(e.__cause__, ZeroDivisionError) else -2.0

    return (outer(a), outer(0.0))


@program(ANY, ANY)
def gen_pipe(a, b):

    def src():
        for i in range(4):
            yield (a + i)

    def keep(it, f):
        for v in it:
            if f(v):
                yield v

    def scan(it):
        t = 0.0
        for v in it:
            t += v
            yield t

    return (sum(scan(keep(src(), lambda v: v > b))), max(keep(src(), lambda v: v < 1), default=-9.0))


@program(ANY, ANY)
def gen_send(a, b):

    def ema(alpha):
        avg = yield
        while True:
            x = yield avg
            avg = alpha * x + (1 - alpha) * avg

    g = ema(0.5)
    next(g)
    g.send(a)
    out = [g.send(v) for v in (b, 1.0, a)]
    g.close()
    return out


@program(ANY, ANY)
def gen_return(a, b):

    def walk():
        yield a
        return b

    def outer():
        r = yield from walk()
        yield (r * 2)

    return list(outer())


@program(TINY)
def gen_while(n):

    def collatz(k):
        while k > 1:
            yield k
            k = k // 2 if k % 2 == 0 else 3 * k + 1

    return (sum(collatz(n)), max(collatz(n), default=0), sum(1 for _ in collatz(n)))


@program(TINY)
def gen_primes(n):

    def sieve():
        marks = [True] * 20
        for i in range(2, 20):
            if marks[i]:
                yield i
                for j in range(i * i, 20, i):
                    marks[j] = False

    return (sum(p for p in sieve() if p <= n * 2), next(p for p in sieve() if p > n))


@program(TINY, TINY)
def zipped_dicts(a, b):
    keys, vals = (("p", "q", "r"), (a, b, a + b))
    d = dict(zip(keys, vals))
    best = max(d, key=d.get)
    return (
        ord(best) - 112,
        d | {"p": 0} == d,
        list(d.values())[::-1],
        sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))[0][1],
    )


@program(ANY, TINY)
def dispatch(a, n):

    def add(x):
        return x + 1

    def neg(x):
        return -x

    table = {0: add, 1: neg, 2: math.sin, 3: functools.partial(pow, 2.0)}
    return (table.get(n, lambda x: 0.0)(a), table[n % 4](a))


@program(ANY, TINY)
def dispatch_getattr(a, n):

    class Ops:
        def op_0(self, x):
            return x + 1

        def op_1(self, x):
            return x * 2

        def default(self, x):
            return 0.0

    ops = Ops()
    return [getattr(ops, f"op_{i}", ops.default)(a) for i in range(3)]


@program(ANY, ANY)
def slots_eq(a, b):

    class P:
        __slots__ = ("x", "y")

        def __init__(self, x, y):
            self.x, self.y = (x, y)

        def __eq__(self, o):
            return (self.x, self.y) == (o.x, o.y)

        def __hash__(self):
            return hash((self.x, self.y))

        def __repr__(self):
            return f"P({self.x}, {self.y})"

    return (P(a, b) == P(a, b), P(a, b) != P(b, a), P(1, 2) in [P(a, b), P(1, 2)])


@program(ANY, ANY)
def mixins(a, b):

    class Scale:
        def apply(self, x):
            return super().apply(x) * 2

    class Shift:
        def apply(self, x):
            return super().apply(x) + b

    class Base:
        def apply(self, x):
            return x

    class A(Scale, Shift, Base):
        pass

    class B(Shift, Scale, Base):
        pass

    return (A().apply(a), B().apply(a), [c.__name__ for c in A.__mro__].index("Base"))


@program(ANY, ANY)
def meta(a, b):

    class Reg(type):
        def __new__(m, name, bases, ns):
            cls = super().__new__(m, name, bases, ns)
            cls.fields = [k for k in ns if k.startswith("f_")]
            return cls

        def __len__(cls):
            return len(cls.fields)

    class X(metaclass=Reg):
        f_a = 1
        f_b = 2

        def total(self, v):
            return sum(getattr(self, f) for f in self.fields) * v

    return (X().total(a), len(X))


@program(ANY, ANY)
def callable_cls(a, b):

    class Poly:
        def __init__(self, *c):
            self.c = c

        def __call__(self, x):
            return sum((k * x**i for i, k in enumerate(self.c)))

        def __add__(self, o):
            return Poly(*(p + q for p, q in itertools.zip_longest(self.c, o.c, fillvalue=0)))

        def __getitem__(self, i):
            return self.c[i] if i < len(self.c) else 0

    p = Poly(a, 1) + Poly(b, 0, 2)
    return (p(0.5), p[2], p[5], list(map(p, (0, 1))))


@program(ANY, ANY)
def ctx_class(a, b):

    class Tally:
        def __init__(self):
            self.depth = self.most = 0

        def __enter__(self):
            self.depth += 1
            self.most = max(self.most, self.depth)
            return self

        def __exit__(self, *e):
            self.depth -= 1
            return False

    t = Tally()
    with t:
        x = a
        if a > b:
            with t, t:
                x = b
    return (x, t.most, t.depth)


@program(ANY, ANY)
def dc_factory(a, b):

    @dataclass
    class Cfg:
        name: str = "x"
        gains: list = field(default_factory=lambda: [1.0, 2.0])
        total: float = field(init=False)

        def __post_init__(self):
            self.total = sum(self.gains) * a

    c, d = (Cfg(), Cfg(gains=[b]))
    c.gains.append(b)
    return (c.total, d.total, len(c.gains), len(Cfg().gains), [f.name for f in dataclasses.fields(c)].index("total"))


@program(ANY, ANY)
def copies(a, b):
    x = [[a, 1], [b]]
    y, z = (copy.copy(x), copy.deepcopy(x))
    x[0][0] = 9.0
    x.append([0])
    return (y[0][0], z[0][0], len(y), len(z))


@program(ANY, TINY)
def int_enum(a, n):

    class Dir(enum.IntEnum):
        N = 0
        E = enum.auto()
        S = enum.auto()
        W = enum.auto()

        @property
        def opposite(self):
            return Dir((self + 2) % 4)

        def step(self):
            return {Dir.N: (0, -1), Dir.E: (1, 0), Dir.S: (0, 1), Dir.W: (-1, 0)}[self]

    d = Dir(n % 4)
    return (d.opposite, d.step(), d == Dir.E, len(Dir), d.opposite.opposite is d)


@program(ANY, ANY)
def walrus(a, b):
    xs = [y for x in (a, b, 1.0) if (y := (x * 2)) > 0]
    return (sum(xs), (n := len(xs)), n > 1 and max(xs) > 1, y)


@program(ANY, ANY)
def chained_cmp(a, b):
    return (-1 < a < b < 3, a == a == 1.0, (a < b) == (b > a), not -2 <= a <= 2 or b != a, min(a, b) <= a >= b)


@program(ANY, ANY, ANY)
def sums_misc(a, b, c):
    xs = (a, b, c)
    return (
        math.fsum(xs),
        math.prod(xs),
        math.hypot(*xs),
        math.dist((a, b), (c, 0)),
        sum(map(abs, xs), start=1),
        math.sumprod(xs, xs) if hasattr(math, "sumprod") else 0,
    )


@program(POSITIVE, POSITIVE)
def math_misc(a, b):
    return (
        math.gamma(a),
        math.lgamma(b),
        math.erf(a),
        math.log1p(a),
        math.expm1(b),
        math.cbrt(a),
        math.exp2(b),
        math.remainder(a, b),
        math.fmod(a, b),
        math.copysign(a, -b),
        math.trunc(a),
        math.ldexp(a, 2),
        *math.frexp(b),
        *math.modf(a),
        math.isclose(a, b, rel_tol=0.1),
    )


@program(NATURAL, NATURAL)
def int_misc(a, b):
    return (
        math.gcd(a, b),
        math.lcm(a, b) % 997,
        math.isqrt(a),
        math.comb(5, a % 6),
        math.perm(4, b % 5),
        pow(a, b % 5, 97),
        divmod(-a, b),
        a.bit_length(),
        ~a,
        a >> 2 ^ b,
    )
