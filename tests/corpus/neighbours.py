"""Python's own ways, as people have them: descriptors, patterns, generators that are sent to, exceptions, odd keywords."""

import collections
import collections.abc
import functools
import itertools
import math
import operator
import typing
from dataclasses import dataclass, field

import numpy as np

from .cases import ANY, BYTES, COUNT, LARGE, NATURAL, POSITIVE, UNIT, WHOLE, programs

program = programs("programs of neighbours")


class Bounded:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.name, self.low)

    def __set__(self, instance, value):
        if not self.low <= value <= self.high:
            raise ValueError(f"{self.name[1:]} must lie between {self.low} and {self.high}, not at {value}")
        setattr(instance, self.name, value)

    def __delete__(self, instance):
        delattr(instance, self.name)


class Lamp:
    level = Bounded(0, 10)
    warmth = Bounded(-1, 1)

    def __init__(self, level=5):
        self.level = level


@program(WHOLE)
def bounded_fields(n):
    lamp = Lamp()
    try:
        lamp.level = n
    except ValueError as error:
        lamp.level = 10 if n > 10 else 0
        assert "level" in str(error)
    before = lamp.level
    del lamp.level
    return before, lamp.level, lamp.warmth, Lamp.level.high


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, space, **options):
        made = super().__new__(mcs, name, bases, space)
        mcs.known[options.get("key", name.lower())] = made
        return made

    def __init__(cls, name, bases, space, key=None):
        super().__init__(name, bases, space)

    def __call__(cls, *args):
        made = super().__call__(*args)
        made.made = True
        return made

    def __len__(cls):
        return len(cls.__mro__)


class Op(metaclass=Registry):
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return x


class Plus(Op, key="+"):
    def __call__(self, x):
        return super().__call__(x) + self.k


class Times(Op, key="*"):
    def __call__(self, x):
        return x * self.k


@program(ANY, ANY)
def registered(a, b):
    ops = [Registry.known[c](b) for c in "+*"]
    return functools.reduce(lambda x, op: op(x), ops, a), all(op.made for op in ops), len(Plus), len(Registry.known)


class Pair:
    __slots__ = ("left", "right")
    __match_args__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right

    def __iter__(self):
        yield self.left
        yield self.right

    def __eq__(self, other):
        return isinstance(other, Pair) and tuple(self) == tuple(other)

    def __hash__(self):
        return hash((self.left, self.right))


@dataclass
class Leaf:
    value: float


@dataclass
class Node:
    op: str
    children: list = field(default_factory=list)


def evaluate(tree):
    match tree:
        case Leaf(v) | Pair(_, Leaf(v)):
            return v
        case Node("+", [first, *rest]):
            return evaluate(first) + sum(map(evaluate, rest))
        case Node(op="*", children=[a, b]) if a is not b:
            return evaluate(a) * evaluate(b)
        case Node("if", [c, t, e]):
            return evaluate(t) if evaluate(c) > 0 else evaluate(e)
        case {"neg": inner, **rest} if not rest:
            return -evaluate(inner)
        case int() | float() as number:
            return number
        case [] | ():
            return 0
        case _:
            raise TypeError(tree)


@program(ANY, ANY)
def trees(a, b):
    tree = Node("+", [Leaf(a), Node("*", [Leaf(b), 3]), Node("if", [Leaf(a - b), Pair(0, Leaf(1)), {"neg": Leaf(a)}]), []])
    try:
        evaluate("x")
        found = 0
    except TypeError:
        found = 1
    return evaluate(tree), found


@program(WHOLE, WHOLE)
def patterns(a, b):
    def name(point):
        match point:
            case (0, 0):
                return 0
            case (0, y) | (y, 0) if y > 0:
                return 10 + y
            case (x, y) if x == y:
                return 20
            case (-1 | 1 as x, _):
                return 30 + x
            case (x, y):
                return x * y

    match [a, b, a + b]:
        case [x, *_, z] if z > 3:
            extra = x
        case [_, y, _]:
            extra = -y
    return name((a % 5 - 1, b % 5 - 1)), extra


@program(ANY, ANY)
def averager(a, b):
    def running():
        total, count, mean = 0.0, 0, None
        while True:
            value = yield mean
            if value is None:
                return total
            total += value
            count += 1
            mean = total / count

    def outer(log):
        result = yield from running()
        log.append(result)
        yield -1

    log = []
    g = outer(log)
    next(g)
    first, second = g.send(a), g.send(b)
    last = g.send(None)
    return first, second, last, log[0]


@program(WHOLE)
def thrown(n):
    def machine():
        state = 0
        while True:
            try:
                state += yield state
            except ValueError:
                state = -100
            except GeneratorExit:
                return

    m = machine()
    next(m)
    m.send(n)
    m.throw(ValueError)
    found = m.send(5)
    m.close()
    return found


@program(WHOLE, WHOLE)
def flattened(a, b):
    def flatten(items):
        for item in items:
            if isinstance(item, (list, tuple)):
                yield from flatten(item)
            else:
                yield item

    nested = [a, [b, (1, [2, a])], [], ((b,),)]
    flat = list(flatten(nested))
    return len(flat), sum(flat), flat[-1], [*reversed(flat)][2]


class Cause(Exception):
    pass


@program(WHOLE)
def causes(n):
    def inner():
        return 10 // (n % 3)

    try:
        try:
            v = inner()
        except ZeroDivisionError as error:
            raise Cause("inner", n) from error
        else:
            v += 1
    except Cause as error:
        return error.args[1], isinstance(error.__cause__, ZeroDivisionError), len(error.args)
    return v, False, 0


@program(WHOLE)
def grouped_exceptions(n):
    found = 0
    try:
        if n % 3 == 0:
            raise ExceptionGroup("several", [ValueError(n), KeyError("k")])
        if n % 3 == 1:
            raise KeyError(n)
    except* ValueError as group:
        found += len(group.exceptions)
    except* KeyError:
        found += 10
    return found


@program(WHOLE, WHOLE)
def notes(a, b):
    class TooLarge(ValueError):
        def __init__(self, value, limit=10):
            super().__init__(f"{value} > {limit}")
            self.value, self.limit = value, limit

        @property
        def excess(self):
            return self.value - self.limit

    def checked(v):
        if v > 10:
            raise TooLarge(v)
        return v

    total, errors = 0, 0
    for v in (a, b, a + b):
        try:
            total += checked(v)
        except TooLarge as e:
            errors += e.excess
        except ValueError:
            errors += 1000
    return total, errors


@program(WHOLE, WHOLE)
def merged_intervals(a, b):
    intervals = sorted([(a, a + 4), (b, b + 2), (0, 3)])
    merged = [list(intervals[0])]
    for low, high in intervals[1:]:
        if low <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    return len(merged), sum(h - l for l, h in merged), merged[0][0], merged[-1][1]


@program(COUNT)
def after_the_loop(n):
    for x in range(n - 1, n + 2):
        y = x * x
    for i in range(n, n + 3):
        for j in range(i, i + 2):
            k = i * j
    return x, y, i, j, k


@program(NATURAL)
def sure_passes(n):
    x = n + 5
    while x * x > n:
        y = x
        x = (x + n // x) // 2
        if x >= y:
            break
    return x, y


@program(WHOLE, WHOLE)
def tried_and_appended(a, b):
    log = []
    for v in (a, b):
        try:
            try:
                q = 12 // (v % 3)
            except ZeroDivisionError:
                log.append(-1)
                raise ValueError from None
            else:
                log.append(q)
            finally:
                log.append(0)
        except ValueError:
            log.append(-2)
    return len(log), sum(log), log[0]


@program(WHOLE, WHOLE)
def types_made(a, b):
    Thing = type("Thing", (), {"size": a, "twice": lambda self: self.size * 2, "pair": (a, b), "__len__": lambda self: 3})
    thing = Thing()
    thing.size += b
    return thing.twice(), Thing.size, thing.pair[1], len(thing)


@program(ANY, ANY)
def numpy_oddities(a, b):
    u = np.array([[a, b], [b, 1.0]])
    total = 0.0
    for (i, j), v in np.ndenumerate(u):
        total += (i + 2 * j) * v
    return (
        total,
        np.isreal(np.array([a, b])).all(),
        [int(k) for k in np.ndindex(2, 2).__next__()],
        np.ptp(u),
        np.average(u, weights=[[1, 2], [3, 4]]),
    )


@program(ANY, ANY)
def numpy_keywords(a, b):
    u = np.array([[a, b, 1.0], [2.0, a * b, -1.0]])
    return (
        u.sum(axis=1, keepdims=True),
        u.mean(axis=0, where=u > -9),
        np.cumsum(u, axis=1)[:, -1],
        np.max(u, initial=0.5),
        np.std(u, ddof=1),
        np.diff(u, n=2),
        np.flip(u, axis=1)[0],
        np.roll(u, 1, axis=0)[0],
        np.clip(u, None, 1).sum(),
        np.rot90(u, k=-1)[0],
    )


@program(ANY, ANY)
def numpy_shapes(a, b):
    u = np.array([a, b, a - b, 2.0])
    v = u.reshape(2, 2, order="F")
    return (
        v,
        np.pad(u, (1, 2), mode="reflect")[0],
        np.tile(u, 2)[5],
        np.repeat(u, [1, 0, 2, 1])[2],
        np.swapaxes(v[None], 0, 2).shape,
        np.squeeze(v[None]).T[0],
        np.concatenate([u, u[::-1]], axis=None)[4],
        np.split(u, [1, 3])[1],
        np.vstack([u, u]).sum(0)[0],
        np.dstack([u, u]).shape[2],
    )


@program(ANY, ANY)
def numpy_choices(a, b):
    u = np.array([a, b, -a, 0.25])
    order = np.argsort(u, kind="stable")[::-1]
    return (
        np.where(u > 0, u, -1),
        np.select([u < -1, u < 1], [u * 0, u], default=9),
        np.piecewise(u, [u < 0, u >= 0], [lambda x: -x, 3]),
        u[order[0]],
        np.take(u, [5, -1], mode="wrap"),
        np.partition(u, 1)[1],
        np.searchsorted(np.sort(u), 0.1, side="right"),
        np.digitize(u, [-1, 1]),
        np.count_nonzero(u > 0),
        np.any(u > 3),
        np.isclose(u, a, atol=0.1),
    )


@program(ANY, ANY)
def numpy_products(a, b):
    u, v = np.array([a, b, 1.0]), np.array([1.0, a, 2.0])
    return (
        np.cross(u, v),
        np.outer(u, v)[1],
        np.einsum("i,i->", u, v),
        np.tensordot(u, v, axes=1),
        np.kron([1, a], [b, 1]),
        np.vdot(u, v),
        u @ np.diag(v),
        np.polyval([1, a, b], 2.0),
        np.polyder([a, b, 1]),
        np.convolve(u, v, mode="same"),
        np.correlate(u, v),
        np.interp(a, [-4, 0, 4], [1, b, 2]),
        np.trapezoid(u) if hasattr(np, "trapezoid") else (a + 2 * b + 1) / 2,
    )


@program(ANY, ANY)
def numpy_matrices(a, b):
    m = np.array([[3.0 + a * a, b], [b, 2.0 + b * b]])
    values, vectors = np.linalg.eigh(m)
    q, r = np.linalg.qr(m)
    return (
        np.linalg.inv(m),
        np.linalg.solve(m, [1, 2]),
        values,
        abs(r[0, 0]),
        np.linalg.cond(m),
        np.linalg.matrix_power(m, 2)[0],
        np.linalg.norm(m, "fro"),
        np.linalg.norm(m, axis=1),
        np.linalg.cholesky(m)[1],
        np.linalg.matrix_rank(m),
    )


@program(WHOLE, BYTES)
def numpy_integers(a, b):
    u = np.array([a, b, 3], dtype=np.int16)
    small = np.uint8(b)
    return (
        u.dtype.itemsize,
        (u * 2).sum(),
        np.bitwise_xor.reduce(u),
        np.left_shift(small, 1),
        np.invert(small),
        np.gcd(a, b),
        np.lcm.reduce([abs(a) + 1, 4, 6]),
        np.mod(u, 4),
        np.fmod(u, 4),
        np.floor_divide(u, 3),
        np.right_shift(u, 1),
        np.bincount(u % 4, minlength=4) if False else np.unpackbits(np.array([b], dtype=np.uint8))[:3],
        np.packbits([a > 0, b > 9, True]),
        np.iinfo(u.dtype).max,
    )


@program(ANY, ANY)
def ranges_of_pixels(a, b):
    u = np.array([[round(a), 1], [2, round(b)]])
    return (
        np.linspace(a, b, 5)[1:3],
        np.linspace(0, a, 4, endpoint=False)[-1],
        np.geomspace(1, 8, 4)[2] * a,
        np.logspace(0, a / 4, 3, base=2)[1],
        np.arange(4) @ [a, b, a, b],
        np.meshgrid([a, b], [1, 2, 3])[1].sum(),
        np.full_like(u, 7).sum() + u.sum(),
        np.eye(3, k=1)[0] * a,
        np.tri(2)[0] * b,
        np.vander([a, b], 3),
    )


@program(COUNT)
def as_many_as(n):
    return np.arange(n, 12).sum(), np.arange(n).sum(), np.arange(n, n + 3).max(), len(range(n)), np.arange(n % 4, 3).sum()


@program(WHOLE, WHOLE)
def walrus(a, b):
    if (n := a % 7) > 3 and (m := b % 5):
        r = n * m
    else:
        r = n
    last = [(s := s + v if i else v) for i, v in enumerate([a, b, 2])] if (s := 1) else []
    while (n := n - 2) > 0:
        r += n
    return r, last[-1], any((hit := v) > 3 for v in (a, b, 9)), hit


@program(WHOLE, WHOLE, WHOLE)
def stars(a, b, c):
    first, *middle, last = [a, b, c, a + b]
    (x, [y, *zs]), w = (a, [b, c, 1]), c

    def f(p, /, q, *rest, k=1, **others):
        return p * 100 + q * 10 + sum(rest) + k + sum(others.values())

    args, words = [*middle, 3], {"k": a, **{"z": b}}
    return first, sum(middle), last, len(zs), f(*args, **words), f(1, q=2), {**words, "k": 5}["k"], x + y + w


@program(ANY)
def closures(a):
    def counter(start=0.0):
        total = start

        def add(v, *, scale=1):
            nonlocal total
            total += v * scale
            return total

        add.reset = lambda: add(-total)
        return add

    one, other = counter(), counter(a)
    one(a)
    one(2, scale=a)
    other(1)
    fs = [lambda x, k=k: x + k for k in range(3)]
    kept = one(0)
    one.reset()
    return kept, other(0), one(0), [f(a) for f in fs][2], sum(g(a) for g in [lambda x: i * x for i in range(3)])


@program(ANY)
def memoised(a):
    def memo(f):
        cache = {}

        @functools.wraps(f)
        def inner(n):
            if n not in cache:
                cache[n] = f(n)
                inner.misses += 1
            return cache[n]

        inner.misses = 0
        return inner

    @memo
    def fib(n):
        return n * a if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(10), fib.misses, len(fib.__name__)


@program(WHOLE)
def retried(n):
    def retry(times, on=ValueError):
        def decorate(f):
            @functools.wraps(f)
            def call(*args, **kwargs):
                for attempt in range(times):
                    try:
                        return f(*args, attempt=attempt, **kwargs)
                    except on:
                        continue
                return -1

            return call

        return decorate

    @retry(3)
    def fragile(v, attempt=0):
        if v % 4 > attempt:
            raise ValueError(v)
        return v * 10 + attempt

    return fragile(n)


class Vector(collections.abc.Sequence):
    def __init__(self, *items):
        self._items = items

    def __len__(self):
        return len(self._items)

    def __getitem__(self, index):
        return Vector(*self._items[index]) if isinstance(index, slice) else self._items[index]

    def __add__(self, other):
        return Vector(*map(operator.add, self, other))

    def __rmul__(self, k):
        return Vector(*(k * v for v in self))

    __mul__ = __rmul__

    def __matmul__(self, other):
        return sum(map(operator.mul, self, other))

    def __neg__(self):
        return -1 * self

    def __abs__(self):
        return math.sqrt(self @ self)

    def __bool__(self):
        return any(self)

    def __getattr__(self, name):
        if len(name) > 1 and set(name) <= set("xyz"):
            return Vector(*("xyz".index(c) for c in name)) + 0 * self[: len(name)]
        try:
            return self["xyz".index(name)]
        except ValueError:
            raise AttributeError(name) from None


@program(ANY, ANY)
def sequences(a, b):
    v = Vector(a, b, 3.0)
    w = 2 * v + -v * 0.5
    return (
        abs(w),
        v.y,
        v[1:][0],
        v[-1],
        v.index(3.0),
        v.count(3.0),
        3.0 in v,
        list(reversed(w))[0],
        bool(Vector(0, 0)),
        v.zx[0],
        getattr(v, "w", 7),
    )


class Table(collections.abc.MutableMapping):
    def __init__(self, **items):
        self.store = dict(items)

    def __getitem__(self, key):
        return self.store[key.lower()]

    def __setitem__(self, key, value):
        self.store[key.lower()] = value

    def __delitem__(self, key):
        del self.store[key.lower()]

    def __iter__(self):
        return iter(self.store)

    def __len__(self):
        return len(self.store)


@program(ANY, ANY)
def mappings(a, b):
    t = Table(x=a, y=b)
    t["Z"] = a + b
    t.update(Y=5.0)
    popped = t.pop("X")
    return (
        t["z"],
        t.get("q", -1),
        popped,
        t.setdefault("w", b),
        len(t),
        sum(t.values()),
        "Y" in t,
        dict(t)["y"],
        list(t.items())[-1][1],
    )


T = typing.TypeVar("T")


class Stack(typing.Generic[T]):
    def __init__(self, *items: T) -> None:
        self.items: list[T] = list(items)

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self

    def pop(self) -> T:
        return self.items.pop()

    def __bool__(self):
        return bool(self.items)

    def __contains__(self, item):
        return item in self.items


@program(WHOLE, WHOLE)
def generic_stacks(a, b):
    stack = Stack[int](a).push(b).push(a * b)
    seen = 3 in stack
    total, n = 0, 0
    while stack:
        total = total * 2 + stack.pop()
        n += 1
    return total, n, seen


class Money:
    rates = {"EUR": 1.0, "USD": 1.1, "SEK": 11.5}

    def __init__(self, amount, currency="EUR"):
        self.amount, self.currency = amount, currency

    def to(self, currency):
        return type(self)(self.amount / self.rates[self.currency] * self.rates[currency], currency)

    def __add__(self, other):
        return (
            Money(self.amount + other.to(self.currency).amount, self.currency)
            if isinstance(other, Money)
            else NotImplemented
        )

    def __radd__(self, other):
        return self if other == 0 else NotImplemented

    def __lt__(self, other):
        return self.amount < other.to(self.currency).amount

    def __repr__(self):
        return f"{self.amount:.2f} {self.currency}"


@program(ANY, ANY)
def currencies(a, b):
    wallet = [Money(a), Money(b, "USD"), Money(10, "SEK")]
    total = sum(wallet)
    try:
        Money(1) + 2
        caught = 0
    except TypeError:
        caught = 1
    return total.amount, max(wallet).amount, sorted(wallet)[0].currency == "SEK", caught, len(repr(wallet[2]))


@program(ANY, ANY)
def timers(a, b):
    class Recorder:
        def __init__(self):
            self.log, self.depth = [], 0

        def __enter__(self):
            self.depth += 1
            return self

        def __exit__(self, kind, value, trace):
            self.depth -= 1
            self.log.append(0 if kind is None else 1 if issubclass(kind, ArithmeticError) else 2)
            return True

    r = Recorder()
    with r as x, x:
        depth = r.depth
    with r:
        math.sqrt(a)
    with r:
        1 / (a > 0)
    return depth, r.log[2], sum(r.log), r.depth


@program(WHOLE)
def inherited(n):
    class A:
        tag = 1

        def __init__(self, **kw):
            self.order = [self.tag]
            super().__init__(**kw)

        def value(self):
            return n

    class B(A):
        tag = 2

        def value(self):
            return super().value() * 2

    class C(A):
        def value(self):
            return super().value() + 5

    class D(B, C):
        def __init_subclass__(cls, /, bonus=0, **kw):
            super().__init_subclass__(**kw)
            cls.bonus = bonus

        def value(self):
            return super().value() - 1

    class E(D, bonus=7):
        @classmethod
        def build(cls):
            return cls()

        @staticmethod
        def plus(x):
            return x + 1

        @functools.cached_property
        def heavy(self):
            return self.plus(self.value()) + self.bonus

    e = E.build()
    return e.value(), e.heavy, e.heavy, [c.__name__ for c in E.__mro__].index("C"), e.order[0], isinstance(e, (int, C))


@program(WHOLE, COUNT)
def bitsets(a, n):
    class Bits:
        def __init__(self, mask=0):
            self.mask = mask

        def __or__(self, other):
            return Bits(self.mask | other.mask)

        def __sub__(self, other):
            return Bits(self.mask & ~other.mask)

        def __contains__(self, i):
            return self.mask >> i & 1 == 1

        def __len__(self):
            return self.mask.bit_count()

        def __iter__(self):
            m = self.mask
            while m:
                low = m & -m
                yield low.bit_length() - 1
                m ^= low

        def __invert__(self):
            return Bits(~self.mask & 0xFF)

    s = Bits(abs(a)) | Bits(1 << n % 8)
    rest = ~s
    return len(s), n % 8 in s, sum(s), len(rest), max(s), (s - Bits(3)).mask


@program(WHOLE)
def linked(n):
    class Link:
        def __init__(self, value, rest=None):
            self.value, self.rest = value, rest

        def __iter__(self):
            link = self
            while link is not None:
                yield link.value
                link = link.rest

    head = None
    for v in (n, 2, n * n, 4):
        head = Link(v, head)
    prev, link = None, head
    while link:
        link.rest, prev, link = prev, link, link.rest
    return list(prev), len(list(prev)), prev.rest.rest.value


@program(WHOLE, WHOLE, WHOLE)
def search_trees(a, b, c):
    class Tree:
        def __init__(self, key):
            self.key, self.left, self.right = key, None, None

        def insert(self, key):
            if key < self.key:
                if self.left is None:
                    self.left = Tree(key)
                else:
                    self.left.insert(key)
            elif self.right is None:
                self.right = Tree(key)
            else:
                self.right.insert(key)

        def depth(self):
            return 1 + max(t.depth() if t else 0 for t in (self.left, self.right))

    tree = Tree(a)
    tree.insert(b)
    tree.insert(c)
    return tree.depth(), tree.left is None, tree.key


@program(WHOLE, WHOLE)
def union_find(a, b):
    parent = list(range(6))

    def find(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    for x, y in ((a % 6, b % 6), (0, 1), (b % 6, 3)):
        parent[find(x)] = find(y)
    return len({find(i) for i in range(6)}), find(0) == find(3), find(a % 6)


@program(POSITIVE, POSITIVE)
def floyd(a, b):
    inf = float("inf")
    d = [[0, a, inf, b], [inf, 0, 1.5, inf], [inf, inf, 0, 0.5], [b, inf, inf, 0]]
    for k, i, j in itertools.product(range(4), repeat=3):
        if d[i][k] + d[k][j] < d[i][j]:
            d[i][j] = d[i][k] + d[k][j]
    return d[0][3], d[1][0], d[0][2]


@program(COUNT, COUNT)
def flood(x, y):
    grid = ["..#..", ".##.#", "....#", "##...", "....."]
    start = (x % 5, y % 5)
    seen, queue = set(), collections.deque([start])
    while queue:
        i, j = queue.popleft()
        if (i, j) in seen or not (0 <= i < 5 and 0 <= j < 5) or grid[j][i] == "#":
            continue
        seen.add((i, j))
        queue.extend([(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)])
    return len(seen)


@program(WHOLE)
def enumerated_text(n):
    words = {0: "zero", 1: "one", 2: "two"}
    text = words.get(n % 5, "many")
    return (
        len(text),
        text.count("o"),
        sum(ord(c) for c in text) % 100,
        text == "two",
        text < "p",
        len(f"{text!r:>8}|"),
        "-".join([text, "x"]).index("x"),
    )


@program(WHOLE, WHOLE)
def comprehensions(a, b):
    grid = {(i, j): i * a + j * b for i in range(3) for j in range(3) if i != j}
    best = max(grid, key=grid.get)
    inverted = {v: k for k, v in {"p": 1, "q": 2}.items()}
    evens = {v for v in (a, b, a + b, 2) if v % 2 == 0}
    return (
        best,
        len(evens),
        inverted[1] == "p",
        sum(v for (i, _), v in grid.items() if i),
        [[r * c for c in (a, b)] for r in (1, 2)][1],
        min((v, k) for k, v in grid.items())[1],
    )


@program(ANY)
def switched(a):
    handlers = collections.defaultdict(lambda: lambda x: -x, {0: math.floor, 1: lambda x: x * x})
    kind = 0 if a < -1 else 1 if a < 1 else 2
    return handlers[kind](a), (lambda *v, **k: len(v) + len(k))(a, a, z=a), (a and 1) or 2, not a, a if a else None or 5


@program(LARGE)
def time_left(seconds):
    parts = []
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {name}{'s' if count != 1 else ''}")
    text = ", ".join(parts)
    return len(text), len(parts), seconds


@program(UNIT, UNIT, UNIT)
def hex_colours(r, g, b):
    text = "#" + "".join(f"{round(c * 255):02X}" for c in (r, g, b))
    back = tuple(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    short = text[1] == text[2] and text[3] == text[4]
    return back, len(text), short, text.lower().find("f"), text.isupper()
