"""The library used in many ways, classes of many kinds, shaders."""

import abc
import cmath
import contextlib
import functools
import heapq
import itertools
import math
import numbers
import operator
import statistics
from collections import ChainMap, Counter, OrderedDict, defaultdict
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, replace
from enum import Enum, IntFlag, StrEnum, auto
from fractions import Fraction
from typing import ClassVar, Generic, TypeVar

import numpy as np

from .cases import ANY, COUNT, UNIT, WHOLE, programs

p = programs("library and classes")


class Suit(Enum):
    CLUBS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def red(self):
        return self is Suit.HEARTS

    @classmethod
    def of(cls, n):
        return cls(n % 3 + 1)

    def next(self):
        return Suit.of(self.value)


@p(WHOLE)
def enum_methods(n):
    s = Suit.of(n)
    return (
        s.value,
        s.red,
        s.next().value,
        s in (Suit.CLUBS, Suit.SPADES),
        {Suit.CLUBS: 5, Suit.HEARTS: 6, Suit.SPADES: 7}[s],
    )


class Perm(IntFlag):
    R = 4
    W = 2
    X = 1


@p(("int", 0, 8), ("int", 0, 8))
def flags(a, b):
    q = Perm(a) | Perm(b) & ~Perm.X
    return int(q), bool(q & Perm.W), Perm.R in q, len(Perm), q.value ^ 7


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.642, 3.39)
    VENUS = (4.87, 6.05)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    @functools.cached_property
    def g(self):
        return 6.67 * self.mass / self.radius**2 * 10


@p(WHOLE)
def planets(n):
    return list(Planet)[n % 3].g, sum(q.g for q in Planet), Planet["MARS"].mass


class Op(StrEnum):
    ADD = auto()
    SUB = auto()
    MUL = auto()


@p(WHOLE, ANY, ANY)
def strenum(n, a, b):
    match list(Op)[n % 3]:
        case Op.ADD:
            return a + b
        case Op.SUB:
            return a - b
        case Op.MUL:
            return a * b


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    tags: list = field(default_factory=list, compare=False)
    count: ClassVar[int] = 0

    def bump(self, *, part="minor"):
        return replace(self, **{part: getattr(self, part) + 1})


@p(COUNT, COUNT)
def dc_order(a, b):
    x, y = Version(a, b), Version(b, a)
    return (
        x < y,
        max(x, y).major,
        x.bump().minor,
        x.bump(part="major") > y,
        sorted([x, y, Version(3)])[1].major,
        x == Version(a, b, [1]),
    )


@dataclass
class Stats:
    n: int = 0
    mean: float = 0.0
    m2: float = 0.0

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)
        return self

    @property
    def var(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0

    def __add__(self, o):
        n = self.n + o.n
        d = o.mean - self.mean
        return Stats(n, self.mean + d * o.n / n, self.m2 + o.m2 + d * d * self.n * o.n / n)


@p(ANY, ANY, ANY, ANY)
def welford(*xs):
    a, b = Stats(), Stats()
    for i, x in enumerate(xs):
        (a if i < 2 else b).push(x)
    c = a + b
    return c.n, c.mean, c.var, asdict(c)["m2"]


@dataclass
class Timer:
    start: float
    step: InitVar[float] = 1.0
    _: KW_ONLY
    loops: int = 2
    end: float = field(init=False)

    def __post_init__(self, step):
        self.end = self.start + step * self.loops


@p(ANY, ANY)
def post_init(a, b):
    return Timer(a).end, Timer(a, b, loops=3).end, len(fields(Timer)), astuple(Timer(a, loops=1))


T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self):
        self._items: list[T] = []

    def push(self, x: T) -> "Stack[T]":
        self._items.append(x)
        return self

    def pop(self) -> T:
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    def __getitem__(self, i):
        return self._items[i]

    def __contains__(self, x):
        return x in self._items

    def __reversed__(self):
        return reversed(self._items)


@p(COUNT, COUNT)
def generic_stack(a, b):
    s = Stack[int]()
    s.push(a).push(b).push(3)
    return s.pop(), len(s), s[-1], 3 in s, a in s, list(reversed(s)), [*s]


class Temp:
    def __init__(self, c):
        self.celsius = c

    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, f):
        self.celsius = (f - 32) * 5 / 9


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, o, t=None):
        return self if o is None else getattr(o, self.name)

    def __set__(self, o, v):
        if v <= 0:
            raise ValueError(f"{self.name} must be positive, got {v}")
        setattr(o, self.name, v)


class Box:
    w = Positive()
    h = Positive()

    def __init__(self, w, h):
        self.w, self.h = w, h

    area = property(lambda self: self.w * self.h)


@p(ANY, ANY)
def properties(a, b):
    t = Temp(a)
    t.fahrenheit += b
    return t.celsius, t.fahrenheit


@p(ANY, ANY)
def descriptors(a, b):
    return Box(a, b).area


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    def __lt__(self, o):
        return self.area() < o.area()

    def describe(self):
        return f"{type(self).__name__} of {self.area():.2f}"


class Sq(Shape):
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s**2


class Ci(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r**2


class Ring(Ci):
    def __init__(self, r, hole):
        super().__init__(r)
        self.hole = Ci(hole)

    def area(self):
        return super().area() - self.hole.area()


@functools.total_ordering
class Money:
    def __init__(self, amount, cur="EUR"):
        self.amount, self.cur = amount, cur

    def __eq__(self, o):
        return (self.amount, self.cur) == (o.amount, o.cur)

    def __lt__(self, o):
        if self.cur != o.cur:
            return NotImplemented
        return self.amount < o.amount

    def __hash__(self):
        return hash((self.amount, self.cur))

    def __round__(self, n=0):
        return Money(round(self.amount, n), self.cur)

    def __int__(self):
        return int(self.amount)

    def __float__(self):
        return float(self.amount)

    def __divmod__(self, k):
        q, r = divmod(self.amount, k)
        return Money(q), Money(r)

    def __index__(self):
        return int(self.amount)


@p(ANY, ANY)
def money(a, b):
    x, y = Money(a), Money(b)
    q, r = divmod(x, 3)
    return (
        x >= y,
        x != y,
        max(x, y).amount,
        round(x, 1).amount,
        int(y),
        float(q) + r.amount,
        [5, 6, 7, 8, 9][Money(abs(a) % 4)],
    )


class Matrix:
    __slots__ = ("rows",)

    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        self.rows[ij[0]][ij[1]] = v

    def __matmul__(self, o):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])

    def __pow__(self, n):
        return functools.reduce(operator.matmul, [self] * n)

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def det(self):
        if len(self.rows) == 1:
            return self.rows[0][0]
        return sum(
            (-1) ** j * v * Matrix([r[:j] + r[j + 1 :] for r in self.rows[1:]]).det() for j, v in enumerate(self.rows[0])
        )


@p(ANY, ANY, ANY)
def matrix_class(a, b, c):
    m = Matrix([[a, b, 1], [c, 2, a], [0, b, 3]])
    m[0, 2] += 1
    return m.det(), (m @ m.T)[1, 2], (Matrix([[1, a], [0, 1]]) ** 3)[0, 1]


class Poly:
    def __init__(self, *c):
        self.c = c

    def __call__(self, x):
        return functools.reduce(lambda acc, k: acc * x + k, self.c, 0)

    def __mul__(self, o):
        r = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                r[i + j] += a * b
        return Poly(*r)

    def deriv(self):
        n = len(self.c) - 1
        return Poly(*(k * (n - i) for i, k in enumerate(self.c[:-1])))

    def newton(self, x, n=6):
        d = self.deriv()
        for _ in range(n):
            x -= self(x) / (d(x) or 1.0)
        return x


@p(ANY, (0.5, 2.0))
def poly_class(a, x):
    q = Poly(1, a, -2) * Poly(1, 3)
    return q(x), q.deriv()(x), Poly(1, 0, -2).newton(x)


class Dual:
    def __init__(self, v, d=0.0):
        self.v, self.d = v, d

    def _l(o):
        return o if isinstance(o, Dual) else Dual(o)

    def __add__(s, o):
        o = Dual._l(o)
        return Dual(s.v + o.v, s.d + o.d)

    def __mul__(s, o):
        o = Dual._l(o)
        return Dual(s.v * o.v, s.v * o.d + s.d * o.v)

    def __truediv__(s, o):
        o = Dual._l(o)
        return Dual(s.v / o.v, (s.d * o.v - s.v * o.d) / o.v**2)

    def __pow__(s, n):
        return Dual(s.v**n, n * s.v ** (n - 1) * s.d)

    def __sub__(s, o):
        return s + Dual._l(o) * -1

    def __rsub__(s, o):
        return Dual._l(o) - s

    def __rtruediv__(s, o):
        return Dual._l(o) / s

    __radd__, __rmul__ = __add__, __mul__


def dsin(x):
    return Dual(math.sin(x.v), math.cos(x.v) * x.d) if isinstance(x, Dual) else math.sin(x)


@p((0.5, 3.0))
def autodiff(x):
    f = lambda x: (3 * x**3 - 2) / (1 + x * x) + dsin(2 * x) - 1 / x
    r = f(Dual(x, 1))
    return r.v, r.d, f(x) - r.v


@p(ANY, ANY)
def pipe(a, b):
    compose = lambda *fs: functools.reduce(lambda f, g: lambda *x: g(f(*x)), fs)
    curry = lambda f, n: lambda *a: f(*a) if len(a) >= n else curry(functools.partial(f, *a), n - len(a))
    add3 = curry(lambda x, y, z: x + 2 * y + 3 * z, 3)
    return compose(operator.add, abs, math.sqrt)(a, b), add3(a)(b)(1), add3(a, b)(2)


@p(ANY, ANY, ANY)
def its(a, b, c):
    xs = [a, b, c]
    return (
        list(itertools.accumulate(xs, max)),
        sum(itertools.starmap(operator.mul, zip(xs, xs[1:]))),
        [sum(c) for c in itertools.combinations(xs, 2)],
        [*itertools.chain.from_iterable([xs[:1], xs[2:]])],
        len(list(itertools.takewhile(lambda v: v < 2, xs))),
        [k for k, _ in itertools.groupby([v > 0 for v in xs])][0],
        list(itertools.compress(xs, (1, 0, 1))),
        next(itertools.dropwhile(lambda v: v < 0, xs), 9.0),
        list(itertools.zip_longest(xs, [1], fillvalue=0))[1],
        [x for t in itertools.batched(xs, 2) for x in t] if hasattr(itertools, "batched") else 0,
    )


@p(ANY, ANY, ANY)
def heap_things(a, b, c):
    h = []
    for v in (a, b, c, 0.5):
        heapq.heappush(h, v)
    x = heapq.heappop(h)
    heapq.heapreplace(h, 2.0)
    return (
        x,
        h[0],
        heapq.nlargest(2, [a, b, c]),
        heapq.nsmallest(1, [a, b, c], key=abs),
        len(h),
        [*heapq.merge(sorted([a, b]), [0, 1])],
    )


@p(WHOLE, WHOLE, WHOLE)
def counters(a, b, c):
    k = Counter([a % 3, b % 3, c % 3])
    k.update([0, 0])
    dd = defaultdict(list)
    for v in (a, b, c):
        dd[v % 2].append(v)
    return k[0], k[1], k.most_common(1)[0][1], sum(k.values()), len(k), sum(dd[0]), len(dd[1]), max(k, key=k.get)


@p(WHOLE, WHOLE)
def dict_things(a, b):
    d = {"x": a, "y": b}
    d |= {"z": a + b}
    {v: k for k, v in {"p": 1, "q": 2}.items()}
    c = ChainMap({"x": 1}, d)
    d["w"] = d.pop("x", 0) + d.get("none", 5)
    od = OrderedDict(sorted(d.items()))
    od.move_to_end("w", last=False)
    return (
        d["w"],
        list(od.values()),
        c["y"],
        {**d, "y": 0}["y"],
        d.setdefault("u", a),
        len(d),
        dict(zip("ab", (a, b)))["b"],
        sum(v for k, v in d.items() if k != "w"),
    )


@p(WHOLE, WHOLE, WHOLE)
def sets(a, b, c):
    s, t = {a % 5, b % 5}, {c % 5, 1}
    return (
        len(s | t),
        len(s & t),
        s <= t,
        s.isdisjoint(t),
        sum(s ^ t),
        1 in s - t,
        len(frozenset([a, b, c])),
        sorted(s | {9})[-1],
    )


@p(WHOLE, WHOLE)
def unpackings(a, b):
    first, *rest = [a, b, 3, 4]
    (x, y), z = (a, b), [b]
    *_init, last = (a, b, a + b)

    def f(p, /, q=2, *args, k, **kw):
        return p + 10 * q + 100 * sum(args) + 1000 * k + len(kw)

    return first, sum(rest), x * y + z[0], last, f(a, k=b), f(a, b, 1, 2, k=1, u=0), f(*rest[:2], **{"k": 1, "m": 2})


@p(ANY, WHOLE)
def match_things(x, n):
    out = []
    for v in (x, (n, 1), [n, x, 2], {"k": n}, Sq(x), None, "s", n):
        match v:
            case float() if v > 2:
                out.append(1)
            case float():
                out.append(2)
            case (0, _):
                out.append(3)
            case (a, 1):
                out.append(a)
            case [a, *r]:
                out.append(a + len(r))
            case {"k": k} if k > 5:
                out.append(k)
            case {"k": (0 | 1 | 2) as k}:
                out.append(-k)
            case Sq(s=s) if s > 0:
                out.append(s)
            case None | "s":
                out.append(9)
            case int(i):
                out.append(i * 2)
            case _:
                out.append(0)
    return out


@p(ANY, ANY)
def closures(a, b):
    def counter():
        n = 0

        def inc(k=1):
            nonlocal n
            n += k
            return n

        return inc

    c = counter()
    c()
    c(a)
    fs = [lambda x, i=i: x * i for i in range(3)]
    late = [lambda x: x * i for i in range(3)]
    return c(b), sum(f(a) for f in fs), sum(f(b) for f in late)


@p(ANY, ANY)
def decorators(a, b):
    def repeat(n):
        def deco(f):
            @functools.wraps(f)
            def inner(*x):
                for _ in range(n):
                    x = (f(*x),) + x[1:]
                return x[0]

            return inner

        return deco

    @repeat(3)
    def step(x, k):
        return x / 2 + k

    @functools.lru_cache
    def sq(x):
        return x * x

    return step(a, b), step.__name__ == "step", sq(a) + sq(a)


@p(ANY, ANY)
def contexts(a, b):
    log = []

    @contextlib.contextmanager
    def scaled(k):
        log.append(k)
        try:
            yield k * 2
        except ZeroDivisionError:
            log.append(99)
        finally:
            log.append(-k)

    with scaled(a) as x, scaled(b) as y:
        z = x + y
    with contextlib.suppress(ZeroDivisionError):
        z += 1 / (1 if a > 0 else 0)
    with contextlib.ExitStack() as st:
        st.callback(log.append, 7)
        log.append(st.enter_context(scaled(1)))
    return z, log


@p(ANY, WHOLE)
def exceptions(x, n):
    class Bad(Exception):
        def __init__(self, code):
            super().__init__("bad")
            self.code = code

    def risky(n):
        if n % 5 == 0:
            raise Bad(n)
        if n % 5 == 1:
            return [1, 2][n]
        if n % 5 == 2:
            return 1 / (n - 2)
        return {"a": 1}["b" if n % 5 == 3 else "a"]

    try:
        r = risky(n)
    except Bad as e:
        r = e.code * 10
    except (IndexError, KeyError) as e:
        r = -1 if isinstance(e, IndexError) else -2
    except ArithmeticError:
        r = -3
    else:
        r += 100
    finally:
        x += 1
    return r, x


@p(ANY, ANY)
def gen_things(a, b):
    def g():
        got = yield a
        got = yield got + b
        return got * 2

    def outer():
        r = yield from g()
        yield r

    o = outer()
    x = next(o)
    y = o.send(3)
    z = o.send(5)

    def avg():
        t = n = 0
        while True:
            v = yield t / n if n else 0
            t += v
            n += 1

    m = avg()
    next(m)
    return x, y, z, m.send(a), m.send(b)


@p(ANY, ANY)
def iter_protocol(a, b):
    class Steps:
        def __init__(s, lo, n):
            s.lo, s.n = lo, n

        def __iter__(s):
            for i in range(s.n):
                yield s.lo + i * b

        def __len__(s):
            return s.n

    s = Steps(a, 4)
    it = iter(s)
    next(it)
    return sum(s), max(s), list(it)[0], len(s), a in s, dict(enumerate(s))[2], [*zip(s, s)][1][1]


@p(ANY, ANY, ANY)
def stats(a, b, c):
    v = [a, b, c, 1.0]
    return (
        statistics.mean(v),
        statistics.pstdev(v),
        statistics.median_low(v),
        statistics.fmean(v, [1, 2, 3, 4]),
        statistics.quantiles(v, n=4)[1],
        statistics.geometric_mean([abs(x) + 1 for x in v]),
        statistics.correlation(v, [1, 2, 3, 5]),
        statistics.linear_regression([1, 2, 3, 4], v).slope,
    )


@p(COUNT, COUNT)
def fracs(a, b):
    f = Fraction(a, b + 1) + Fraction(1, 3)
    return f.numerator, f.denominator, float(f * 2), f > 1, int(f), f.limit_denominator(4).denominator if False else 0


@p(ANY)
def number_abc(x):
    return (
        isinstance(x, numbers.Real),
        isinstance(x, (int, float)),
        x.is_integer() if hasattr(x, "is_integer") else 0,
        (3).__add__(2),
        x.__class__ is float,
        callable(x),
    )


@p(("int", 0, 9999))
def digits_text(n):
    s = str(n)
    return (
        len(s),
        int(s[::-1]),
        sum(map(int, s)),
        s == s[::-1],
        s.count("1"),
        int(s[0]),
        s.zfill(6)[0] == "0",
        s.isdigit(),
        max(s) > "5",
        int("".join(sorted(s, reverse=True))),
    )


@p(("int", 0, 26), ("int", 0, 26))
def caesar(a, k):
    word = "hello" + chr(97 + a)
    enc = "".join(chr((ord(c) - 97 + k) % 26 + 97) for c in word)
    return (
        [ord(c) for c in enc],
        enc[0] in "aeiou",
        sum(c in "aeiou" for c in enc),
        enc.index(enc[0]),
        enc.upper() != enc,
        word.find("l"),
    )


@p(ANY, ANY)
def np_bits(a, b):
    v = np.array([a, b, a * b, 1.0])
    return (
        np.where(v > 0, v, -v).sum(),
        np.clip(v, -1, 1),
        v[v > -99].mean(),
        np.argsort(v),
        np.sort(v)[::-1],
        np.unique(np.sign(v)).size if False else 0,
        np.linalg.norm(v),
        np.outer(v[:2], v[:2]),
        np.einsum("i,i", v, v),
        np.interp(a, [-4, 0, 4], [1, 2, 5]),
        np.hypot(*v[:2]),
        v.reshape(2, 2).T @ [1, 2],
        np.diff(v, n=2),
        np.prod(v),
        np.ptp(v),
        np.tile(v, 2)[5],
        np.linspace(a, b, 4),
        np.polyfit([0, 1, 2], v[:3], 1)[0] if False else 0,
    )


@p(ANY, ANY)
def np_grid(a, b):
    m = np.arange(9.0).reshape(3, 3) * a + b
    return (
        m.sum(axis=0),
        m[::-1, 1],
        m.diagonal(),
        np.triu(m),
        m.max(axis=1),
        np.rot90(m)[0],
        np.kron([1, 2], [a, b]),
        np.roll(m, 1, axis=1)[0],
        m[1:, :2].ravel(),
        np.meshgrid([1, 2], [a, b])[1].sum(),
        np.any(m > 3),
        np.count_nonzero(m > 0),
        np.stack([m[0], m[1]], -1)[2],
    )


@p(UNIT, UNIT)
def shader_palette(x, y):
    from pygpu import Vec2, Vec3

    uv = Vec2(x, y) * 2 - Vec2(1, 1)
    uv0, final = uv, Vec3(0, 0, 0)
    for i in range(3):
        uv = Vec2(*((c * 1.5) % 1 - 0.5 for c in (uv.x, uv.y)))
        d = math.hypot(uv.x, uv.y) * math.exp(-math.hypot(uv0.x, uv0.y))
        col = Vec3(
            *(0.5 + 0.5 * math.cos(6.28318 * (math.hypot(uv0.x, uv0.y) + i * 0.4 + k)) for k in (0.263, 0.416, 0.557))
        )
        d = abs(math.sin(d * 8 + 1) / 8)
        final += col * (0.01 / max(d, 0.01)) ** 1.2
    return final.x, final.y, final.z


@p(UNIT, UNIT)
def julia(x, y):
    z, c = complex(x * 3 - 1.5, y * 3 - 1.5), -0.8 + 0.156j
    for n, _ in enumerate(iter(int, 1)):
        if z.real * z.real + z.imag**2 > 4 or n >= 50:
            break
        z = z * z + c
    return n


@p(UNIT, UNIT)
def newton_fractal(x, y):
    z = complex(x * 4 - 2.01, y * 4 - 2.03)
    roots = [cmath.exp(2j * cmath.pi * k / 3) for k in range(3)]
    for i in range(20):
        z -= (z**3 - 1) / (3 * z * z)
        if min(abs(z - r) for r in roots) < 1e-2:
            break
    return min(range(3), key=lambda k: abs(z - roots[k]))


@p(UNIT, UNIT)
def truchet(x, y):
    u, v = x * 6 % 1, y * 6 % 1
    if (int(x * 6) * 7 + int(y * 6) * 13) % 5 % 2:
        u = 1 - u
    d = min(abs(math.hypot(u, v) - 0.5), abs(math.hypot(1 - u, 1 - v) - 0.5))
    return max(0.0, min(1.0, (d - 0.1) * 10))


@p(ANY, ANY, UNIT)
def gerstner(x, y, t):
    h = 0
    for k, (dx, dy, a, w) in enumerate([(1, 0, 0.5, 1), (0.7, 0.7, 0.25, 2), (0, 1, 0.1, 4)]):
        h += a * math.sin(w * (dx * x + dy * y) + t * math.sqrt(9.8 * w)) ** (1 + k % 2)
    return h


@p(UNIT, UNIT)
def brdf(nv, nl):
    rough, f0 = 0.3, 0.04
    a2 = rough**4
    G = lambda c: 2 * c / (c + math.sqrt(a2 + (1 - a2) * c * c)) if c > 0 else 0
    D = a2 / (math.pi * ((nv * nl) ** 2 * (a2 - 1) + 1) ** 2)
    return D * G(nv) * G(nl), f0 + (1 - f0) * (1 - nv) ** 5


@p(ANY, ANY)
def hexgrid(x, y):
    q, r = math.sqrt(3) / 3 * x - y / 3, 2 / 3 * y
    s = -q - r
    rq, rr, rs = map(round, (q, r, s))
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr, (abs(rq) + abs(rr) + abs(rq + rr)) // 2


@p(("int", 0, 64), ("int", 0, 64))
def hilbert(x, y):
    d, s = 0, 32
    while s:
        rx, ry = int(x & s > 0), int((y & s) > 0)
        d += s * s * (3 * rx ^ ry)
        if not ry:
            if rx:
                x, y = 63 - x, 63 - y
            x, y = y, x
        s >>= 1
    return d


@p(("int", 0, 64), ("int", 0, 64))
def bresenham(x1, y1):
    x = y = 0
    dx, dy = abs(x1), -abs(y1)
    err = dx + dy
    n = 0
    acc = 0
    while True:
        acc ^= x * 31 + y
        if (x, y) == (x1, y1):
            break
        e2 = 2 * err
        if e2 >= dy:
            err += dy
            x += 1
        if e2 <= dx:
            err += dx
            y += 1
        n += 1
    return n, acc


@p(("int", 0, 8), ("int", 0, 8))
def bayer(x, y):
    def b(n):
        return [[0]] if n == 0 else [[4 * v + k for v in r for k in ks] for r in b(n - 1) for ks in ((0, 2), (3, 1))]

    return b(3)[y][x], ((x ^ y) & 1) << 1 | y & 1


@p(("int", 0, 16), ("int", 0, 16))
def mandelbrot_int(x, y):
    cr, ci = (x - 12) * 256 // 8, (y - 8) * 256 // 8
    zr = zi = n = 0
    while n < 20 and zr * zr + zi * zi < 4 << 16:
        zr, zi = (zr * zr - zi * zi >> 8) + cr, (2 * zr * zi >> 8) + ci
        n += 1
    return n
