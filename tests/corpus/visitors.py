"""More of them: NumPy of few numbers, polynomials, fractions as text, numbers, classes, trees, small machines."""

import abc
import base64
import binascii
import copy
import enum
import functools as ft
import json
import math
import operator as op
import re
import typing

import numpy as np
from numpy.polynomial import Polynomial

from .cases import ANY, BYTES, NATURAL, POSITIVE, UNIT, WHOLE, programs

program = programs("programs of visitors")
with_texts = programs("programs of visitors", long=True)
known, of_known = np.poly1d([1, 2, 3]), Polynomial([1, 2, 3], domain=[0, 4])


@program(ANY, ANY)
def falling(a, b):
    p = np.poly1d([a, 2, 1])
    q = np.poly1d([b, 1.0])
    return (
        p(b),
        p.deriv()(b),
        p.order,
        (p * q)(b),
        (p + q)(a),
        (p - 2)(a),
        (2 * p)(a),
        p.integ(k=1)(b),
        (p**2)(0.5),
        p[1],
        p[5],
        (-p)(1),
        p.coeffs,
        (p / 2)(1),
        p.deriv(2)(1),
        p(q(1)),
        len(p),
        known(a),
        known.deriv()(b),
    )


@program(ANY, ANY)
def rising(a, b):
    p = Polynomial([a, 2, 1])
    q = Polynomial([b, 1.0])
    return (
        p(b),
        p.deriv()(b),
        p.degree(),
        (p * q)(b),
        (p + q)(a),
        (p - 2)(a),
        (2 * p)(a),
        p.integ()(b),
        (p**2)(0.5),
        p.coef,
        of_known(a),
        of_known.deriv()(b),
        Polynomial([a, b], domain=[0, 2])(0.5),
        (1 - p)(b),
    )


@program(POSITIVE)
def of_roots(a):
    return np.poly1d([a, 1.0], True)(2.0), np.poly([a, 2.0]), np.poly1d([0, a]).order


@program(ANY, ANY)
def falling_zero(a, b):
    p = np.poly1d([max(a, 0), b, 1])
    return p.order, p(2)


@with_texts(ANY)
def fmtlen(a):
    return (
        len(f"{a:.2f}"),
        float(f"{a:.1f}"),
        len(f"{a:8.3f}"),
        f"{a:.2f}"[0] == "-",
        float("%.2f" % a),  # noqa: UP031
        int(f"{a:.0f}"),
    )


@with_texts(ANY, UNIT)
def fmt(a, b):
    s = f"{a:+.3f}|{b:.1%}|{a * 1000:,.1f}|{b:<8.2f}|{b:^9.2f}"
    return len(s), s.find("|"), s.count("0"), sum(map(ord, s)), format(b, ".4f")[-1] == "5", float(format(a, "f"))


@with_texts(ANY)
def digits_of(a):
    t = f"{abs(a):.3f}".replace(".", "")
    return sum(int(c) for c in t), t[::-1] == t, round(float(f"{a:.2f}") * 100)


@with_texts(BYTES)
def hexes(a):
    s = f"{a:02x}"
    return (
        int(s, 16),
        len(s),
        s[0] == "f",
        int(hex(a)[2:], 16),
        int(bin(a), 2),
        int(hex(a), 16),
        int(oct(a), 8),
        len(oct(a)),
        f"{a:08b}".count("1"),
        "0123456789abcdef".index(s[1]),
        int(f"{a * 1000:_}"),
    )


@program(BYTES, BYTES)
def b64(a, b):
    e = base64.b64encode(bytes([a, b, 7]))
    return (
        e[0],
        len(e),
        list(e),
        list(base64.b64encode(bytes([a, b]))),
        list(binascii.hexlify(bytes([a]))),
        bytes([a, b]).hex() == "0101",
    )


@program(BYTES)
def known_bytes_cut(a):
    t = b"abcdefghijklmnopqrstuvwxyz"
    i = a % 20
    return list(t[i : i + 3]), (t[i : i + 1] + b"!")[0], len(t[i : i + 2]), t[i : i + 1] == b"c"


@program(ANY, ANY, ANY)
def np_any_axis(a, b, c):
    m = np.array([[a, b], [c, 1.0]])
    if (m > 0).all(axis=0)[0]:
        return m.sum(axis=1)
    return m.max(axis=0) if np.any(m.sum(axis=1) > 1) else -m[0]


@program(ANY, ANY)
def np_truthy_elem(a, b):
    v = np.array([a, b])
    m = v > 0
    return (
        (1 if m[0] else 2) + (10 if m[1] and not m[0] else 20),
        m.sum(),
        int(m.all()),
        bool(m.any()),
        (~m).sum(),
        np.count_nonzero(m),
        m.astype(int),
        np.where(m)[0].size,
    )


@program(ANY, ANY)
def np_inplace(a, b):
    v = np.zeros(4)
    v[0] = a
    v[1:3] += b
    v[v < 0] *= -1
    v[-1] = v[:-1].sum()
    v[::2] = v[::-2]
    w = v.copy()
    w[w > 1] = 1
    w -= w.mean()
    return v, w


@program(ANY, ANY)
def np_idx(a, b):
    v = np.array([a, b, 0.5, -0.5])
    i = np.argsort(v)
    return (
        v[i],
        i,
        v[i[::-1]][:2],
        np.take(v, [0, 2]),
        v[[1, 1, 0]],
        v[np.array([True, False, True, False])],
        np.argmax(v),
        v.argmin(),
    )


@program(ANY, ANY, ANY)
def np_stack(a, b, c):
    x = np.stack([[a, b], [b, c]])
    y = np.vstack([x, [1, 2]])
    z = np.hstack([x, x])
    return (
        y.shape[0],
        z[1],
        np.concatenate([x.ravel(), [c]]),
        np.tile([a, b], 2),
        np.repeat([a, b], 2),
        np.flip([a, b, c]),
        np.roll([a, b, c], 1),
        x.T[0],
        np.diag(x),
        np.trace(x),
        np.append([a], b),
    )


@program(ANY, ANY)
def np_math(a, b):
    return (
        np.hypot(a, b),
        np.arctan2(a, b),
        np.sign(a),
        np.clip(a, -1, 1),
        np.mod(a, 2),
        np.fmod(a, 2),
        np.floor_divide(a, 0.75),
        np.maximum(a, b),
        np.where(a > b, a, b),
        np.select([a > 1, a > 0], [a, 2 * a], -1),
        np.interp(a, [-1, 0, 1], [0, b, 3]),
        np.square(a),
        np.cbrt(a),
        np.logaddexp(a, b),
        np.deg2rad(a),
        np.ptp([a, b, 1]),
        np.heaviside(a, 0.5),
        np.rint(a),
        np.fix(a),
        np.trunc(a),
    )


@program(ANY, ANY, ANY)
def np_stats(a, b, c):
    v = np.array([a, b, c, 1.0])
    return (
        v.mean(),
        v.std(),
        v.var(ddof=1),
        np.median(v),
        np.percentile(v, 30),
        np.quantile(v, [0.1, 0.9]),
        np.average(v, weights=[1, 2, 3, 4]),
        np.corrcoef([a, b, c], [1, 2, 4])[0, 1],
        np.cumsum(v),
        np.cumprod(v),
        np.diff(v),
        np.gradient(v),
        np.histogram(v, bins=3, range=(-4, 4))[0],
        np.convolve(v, [1, 0.5]),
        np.prod(v),
    )


@program(ANY, ANY, ANY)
def np_linalg(a, b, c):
    M = np.array([[a + 5, b], [b, c + 5]])
    return (
        np.linalg.det(M),
        np.linalg.inv(M),
        np.linalg.solve(M, [1, 2]),
        np.linalg.norm(M),
        np.linalg.eigvalsh(M),
        M @ M,
        np.linalg.matrix_power(M, 3)[0],
        np.outer([a, b], [1, c]),
        np.dot([a, b], [b, c]),
        np.cross([a, b, c], [1, 2, 3]),
        np.inner([a, b], [1, 2]),
        np.einsum("ij,j->i", M, np.array([a, b])),
        np.kron([a, 1], [1, b]),
        np.vdot([a, b], [1, 2]),
        np.linalg.cond(np.diag([2.0, 1.0])),
    )


@program(ANY, ANY)
def np_grid(a, b):
    x, y = np.meshgrid([0, 1, 2], [0, 1])
    g = a * x + b * y
    i, j = np.unravel_index(g.argmax(), g.shape)
    yy, xx = np.mgrid[0:2, 0:2]
    k = np.exp(-(xx**2 + yy**2) / (1 + a * a))
    k /= k.sum()
    return (
        g.sum(),
        i,
        j,
        k,
        np.ogrid[0:3][1],
        np.indices((2, 2))[1].sum(),
        np.arange(3) * a,
        np.linspace(a, b, 4),
        np.eye(2) * a,
        np.full(2, b),
        np.ones_like(g).sum(),
    )


@program(WHOLE, WHOLE)
def np_ints(a, b):
    x = np.array([a, b, 3])
    return (
        x // 2,
        x % 3,
        x >> 1,
        x & 5,
        x.sum(),
        x.mean(),
        np.gcd(a, b),
        np.lcm(a % 5, 4),
        x.dtype == np.int64,
        np.bitwise_xor(a, b),
        np.left_shift(a, 2),
        np.abs(x),
        np.unique(np.array([1, 1, 2])).size,
        np.bincount([1, 1, a % 3], minlength=3),
        np.divmod(a, 7),
        (x == 3).sum(),
        np.uint8(a & 255),
        np.int8(a),
        np.float32(a) / 3,
    )


@program(BYTES, BYTES)
def np_u8(a, b):
    x = np.uint8(a)
    y = np.uint8(b)
    return (
        x + y,
        x - y,
        x * y,
        x >> 1,
        ~x,
        int(x) + int(y),
        np.uint16(x) + y,
        x / 255,
        np.array([a, b], dtype=np.uint8).sum(),
        np.array([a, b], np.uint8).mean(),
        np.bitwise_and(x, y),
        (x > y) * 1,
    )


@program(ANY, ANY)
def np_cplx(a, b):
    z = a + 1j * b
    w = np.exp(1j * a)
    return (
        np.abs(z),
        np.angle(z),
        z.real,
        (z * w).imag,
        np.conj(z).imag,
        abs(z**2),
        np.real(z * np.conj(z)),
        np.array([z, w]).sum().real,
        np.roots([1, -3, 2])[0],
    )


@program(ANY, ANY)
def np_vectorize(a, b):
    f = np.vectorize(lambda x, y: x if x > y else y * 2)
    return (
        f([a, b], [b, a]),
        np.apply_along_axis(sum, 0, [[a, b], [1, 2]]),
        np.fromiter((x * a for x in range(3)), float),
        np.piecewise(a, [a < 0, a >= 0], [lambda x: -x, lambda x: x * 2]),
        list(map(np.sqrt, [abs(a), abs(b)])),
        ft.reduce(np.minimum, [a, b, 0.1]),
    )


@program(ANY, ANY, ANY)
def np_nan(a, b, c):
    v = np.array([a, np.nan if b > 0 else b, c])
    return np.nansum(v), np.nanmax(v), np.isnan(v).sum(), np.nan_to_num(v), np.nanmean(v), np.isfinite(v).all()


@program(ANY, ANY)
def np_struct(a, b):
    p = np.zeros(2, dtype=[("x", float), ("y", float)])
    p["x"][0] = a
    p[1] = (b, a)
    p["y"] += 1
    return p["x"].sum(), p["y"][1], p[1]["x"]


@program(ANY, ANY, ANY)
def sorting(a, b, c):
    items = [("p", a), ("q", b), ("r", c)]
    s = sorted(items, key=lambda t: t[1], reverse=True)
    k = [n for n, _ in s]
    return (
        s[0][1],
        k.index("p"),
        k[0] == "q",
        max(items, key=op.itemgetter(1))[0] == "r",
        [v for _, v in sorted(items, key=lambda t: (t[1] > 0, -t[1]))],
    )


@program(NATURAL)
def number_theory(a):
    d = [k for k in range(1, 15) if a % k == 0]
    n, steps = a, 0
    while n != 1 and steps < 300:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    p = a > 1 and all(a % k for k in range(2, int(a**0.5) + 1))
    r, x = 0, a
    while x:
        r, x = r * 10 + x % 10, x // 10
    return (
        sum(d),
        steps,
        p,
        r,
        math.gcd(a, 36),
        math.comb(a % 10, 3),
        math.isqrt(a),
        math.factorial(a % 8),
        pow(a, 5, 97),
        bin(a).count("1"),
        sum(int(c) for c in str(a)),
        a == int(str(a)[::-1]),
    )


@program(ANY, ANY)
def closures(a, b):
    fs = [lambda x, k=k: x * k + a for k in range(3)]
    comp = ft.reduce(lambda f, g: lambda x: g(f(x)), fs)

    def counter():
        n = 0

        def inc(d=1):
            nonlocal n
            n += d
            return n

        return inc

    c = counter()
    c(a)
    c()
    cached = ft.lru_cache(None)(lambda x: x * 2)
    return comp(b), c(b), cached(a) + cached(a), ft.partial(pow, 2)(a)


@program(ANY, ANY)
def classes_(a, b):
    class Base(abc.ABC):
        n = 0

        def __init__(s, v):
            s.v = v
            type(s).n += 0

        @abc.abstractmethod
        def f(s): ...
        @property
        def twice(s):
            return s.f() * 2

        @classmethod
        def make(cls, v):
            return cls(v)

        @staticmethod
        def h(x):
            return x + 1

        def __lt__(s, o):
            return s.f() < o.f()

        def __eq__(s, o):
            return s.f() == o.f()

    class A(Base):
        def f(s):
            return s.v + 1

    class B(Base):
        def __init__(s, v):
            super().__init__(v * 2)

        def f(s):
            return s.v - 1

    x, y = A.make(a), B(b)
    m = max(x, y)
    return (
        m.f(),
        x.twice,
        sorted([x, y])[0].v,
        isinstance(m, A),
        (x if a > 0 else y).f(),
        Base.h(a),
        x == y,
        type(m).__name__ == "B",
    )


@program(ANY, ANY)
def enums_(a, b):
    class C(enum.Enum):
        R = 1
        G = 2
        B = 3

        @property
        def nxt(s):
            return C(s.value % 3 + 1)

    class F(enum.IntFlag):
        X = 1
        Y = 2

    c = C.R if a > 0 else C.B
    f = (F.X if a > 0 else F(0)) | (F.Y if b > 0 else F(0))
    return (
        c.value,
        c.nxt.value,
        c is C.R,
        c.name == "B",
        [e.value for e in C if e is not c][0],
        int(f),
        F.X in f,
        bool(f & F.Y),
    )


@program(ANY, ANY)
def json_re(a, b):
    d = json.loads('{"k": [1, 2, {"z": 3}]}')
    d["k"][0] = a
    d2 = copy.deepcopy(d)
    d2["k"][2]["z"] += b
    m = re.match(r"(\d+)-(\d+)", "12-34")
    return d["k"][0] + int(m[1]), d2["k"][2]["z"], d["k"][2]["z"], len(d2["k"])


@program(ANY, ANY, ANY)
def tree(a, b, c):
    class N:
        def __init__(s, v):
            s.v, s.l, s.r = v, None, None

        def add(s, v):
            if v < s.v:
                if s.l is None:
                    s.l = N(v)
                else:
                    s.l.add(v)
            elif s.r is None:
                s.r = N(v)
            else:
                s.r.add(v)

        def walk(s):
            if s.l:
                yield from s.l.walk()
            yield s.v
            if s.r:
                yield from s.r.walk()

        def depth(s):
            return 1 + max(s.l.depth() if s.l else 0, s.r.depth() if s.r else 0)

    t = N(0.0)
    for v in (a, b, c):
        t.add(v)
    return list(t.walk()), t.depth()


@program(ANY, ANY)
def dict_ops(a, b):
    d = {}
    for k, v in (("x", a), ("y", b), ("x", 1.0)):
        d.setdefault(k, []).append(v)
    e = {k: sum(v) for k, v in d.items()} | {"z": 5}
    inv = {v: k for k, v in {"p": 1, "q": 2}.items()}
    best = max(e, key=e.get)
    e.pop("z")
    e.update(x=e["x"] * 2)
    return (
        best == "z",
        e["x"],
        list(e.values()),
        inv[1] == "p",
        "y" in e,
        min(e.items(), key=lambda t: t[1])[1],
        sum(len(v) for v in d.values()),
        sorted(e.values()),
    )


@program(UNIT, UNIT, UNIT)
def colour_misc(r, g, b):
    def lin(c):
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    L = sum(w * lin(c) for w, c in zip((0.2126, 0.7152, 0.0722), (r, g, b)))
    hexs = "#%02x%02x%02x" % (int(r * 255), int(g * 255), int(b * 255))  # noqa: UP031
    names = {"red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1)}
    near = min(names, key=lambda n: math.dist(names[n], (r, g, b)))
    return (
        L,
        len(hexs),
        int(hexs[1:3], 16),
        near == "red",
        sorted([r, g, b])[1],
        (max(r, g, b) + min(r, g, b)) / 2,
        tuple(int(hexs[i : i + 2], 16) for i in (1, 3, 5)),
    )


@program(ANY, ANY)
def fsm(a, b):
    state = "idle"
    table = {("idle", "up"): "run", ("run", "down"): "stop", ("run", "up"): "run", ("stop", "up"): "idle"}
    n = 0
    for v in (a, b, a - b, 1.0):
        state = table.get((state, "up" if v > 0 else "down"), state)
        n += state == "run"
    return ["idle", "run", "stop"].index(state), n


@program(ANY, ANY)
def stack_vm(a, b):
    prog = [("push", a), ("push", b), ("add",), ("dup",), ("mul",), ("push", 2.0), ("sub",)]
    ops = {
        "add": lambda s: s.append(s.pop() + s.pop()),
        "mul": lambda s: s.append(s.pop() * s.pop()),
        "dup": lambda s: s.append(s[-1]),
        "sub": lambda s: s.append(-s.pop() + s.pop()),
    }
    s = []
    for name, *arg in prog:
        if name == "push":
            s.extend(arg)
        else:
            ops[name](s)
    toks = "3 4 + 2 *".split()
    q = []
    for t in toks:
        q.append(float(t) if t.isdigit() else {"+": op.add, "*": op.mul}[t](q.pop(), q.pop()))
    return s[0], len(s), q[0] * a


@program(ANY, ANY)
def interval_(a, b):
    class Span(typing.NamedTuple):
        lo: float
        hi: float

        def __add__(s, o):
            return Span(s.lo + o.lo, s.hi + o.hi)

        def __mul__(s, o):
            p = [x * y for x in s for y in o]
            return Span(min(p), max(p))

        def __contains__(s, v):
            return s.lo <= v <= s.hi

        @property
        def w(s):
            return s.hi - s.lo

    x, y = Span(min(a, b), max(a, b)), Span(-1, 2)
    return tuple(x + y), (x * y).w, 0.5 in x, x._replace(lo=0).w, x > y, x._asdict()["hi"], Span(*y).lo
