"""Programs as people type them: colours, matrices, statistics, callbacks, recursion, shaders."""

import functools
import itertools
import math
import operator
from typing import NamedTuple

import numpy as np

from .cases import ANY, COUNT, LARGE, UNIT, programs

program = programs("programs of strangers")


@program(UNIT, UNIT, UNIT)
def rgb2hsv_cv(r, g, b):
    v = max(r, g, b)
    mn = min(r, g, b)
    s = (v - mn) / v if v != 0 else 0
    if v == mn:
        h = 0
    elif v == r:
        h = 60 * (g - b) / (v - mn)
    elif v == g:
        h = 120 + 60 * (b - r) / (v - mn)
    elif v == b:
        h = 240 + 60 * (r - g) / (v - mn)
    if h < 0:
        h += 360
    return (h / 2, s * 255, v * 255)


@program(UNIT, UNIT, UNIT)
def hue_dict(r, g, b):
    rgb = {"r": r, "g": g, "b": b}
    hi = max(rgb, key=rgb.get)
    lo = min(rgb, key=rgb.get)
    d = rgb[hi] - rgb[lo]
    if not d:
        return (0.0, hi == "g")
    base = {"r": (g - b) / d, "g": 2 + (b - r) / d, "b": 4 + (r - g) / d}[hi]
    return (base * 60 % 360, hi == "g")


@program(UNIT, UNIT, UNIT)
def np_hsv(r, g, b):
    rgb = np.array([r, g, b])
    i = rgb.argmax()
    v, c = (rgb[i], np.ptp(rgb))
    if c == 0:
        return np.array([0, 0, v])
    h = [(g - b) / c % 6, (b - r) / c + 2, (r - g) / c + 4][i]
    return np.array([h * 60, c / v, v])


@program(UNIT, UNIT, UNIT)
def yiq_roundtrip(r, g, b):
    M = np.array([[0.299, 0.587, 0.114], [0.596, -0.274, -0.322], [0.211, -0.523, 0.312]])
    yiq = M @ [r, g, b]
    yiq[1:] *= 1.2
    back = np.linalg.inv(M) @ yiq
    return (np.clip(back, 0, 1), yiq)


@program(ANY, ANY)
def conv_kernel_build(a, b):
    k = np.outer([1, 2, 1], [1, 0, -1]) / 4
    k[1, 1] = a
    k = k / (np.abs(k).sum() + 1e-09)
    patch = np.arange(9.0).reshape(3, 3)
    patch[0] = b
    return ((k * patch).sum(), np.convolve([a, b, 1.0], [1, -1], "same"))


@program(ANY, ANY, ANY)
def homogeneous(a, b, c):

    def T(x, y):
        m = np.eye(3)
        m[:2, 2] = (x, y)
        return m

    def R(t):
        m = np.eye(3)
        m[:2, :2] = [[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]
        return m

    def S(k):
        return np.diag([k, k, 1.0])

    M = T(a, b) @ R(c) @ S(2) @ T(-1, 0)
    p = M @ np.array([1, 1, 1])
    M[2] = [0, 0, 1]
    return (p[:2], np.linalg.det(M))


@program(ANY, ANY, ANY)
def cov_pca(a, b, c):
    X = np.array([[a, 1], [b, 2], [c, 3], [0.5, a]])
    Xc = X - X.mean(0)
    C = Xc.T @ Xc / (len(X) - 1)
    tr, det = (np.trace(C), np.linalg.det(C))
    l1 = tr / 2 + np.sqrt(max(tr**2 / 4 - det, 0))
    return (l1, C)


@program(ANY, ANY, ANY)
def running_stats(a, b, c):

    class Welford:
        def __init__(self):
            self.n = 0
            self.mean = self.M2 = 0.0

        def push(self, x):
            self.n += 1
            d = x - self.mean
            self.mean += d / self.n
            self.M2 += d * (x - self.mean)
            return self

        @property
        def var(self):
            return self.M2 / (self.n - 1) if self.n > 1 else float("nan")

        def __add__(self, o):
            w = Welford()
            w.n = self.n + o.n
            d = o.mean - self.mean
            w.mean = self.mean + d * o.n / w.n
            w.M2 = self.M2 + o.M2 + d * d * self.n * o.n / w.n
            return w

    x = functools.reduce(Welford.push, [a, b], Welford())
    y = functools.reduce(Welford.push, (c, 1.0, 2.0), Welford())
    return ((x + y).var, (x + y).mean)


@program(ANY, ANY, ANY)
def outliers(a, b, c):
    x = np.array([a, b, c, 0.1, 0.2])
    med = np.median(x)
    mad = np.median(np.abs(x - med))
    z = 0.6745 * (x - med) / (mad + 1e-06)
    x[np.abs(z) > 3.5] = med
    x[x < np.percentile(x, 10)] = np.percentile(x, 10)
    return (x, np.where(np.abs(z) > 2)[0].size)


@program(ANY, ANY, ANY)
def interp_nan(a, b, c):
    x = np.array([a, np.nan if b < 0 else b, c, np.nan])
    bad = np.isnan(x)
    x[bad] = np.interp(np.arange(4)[bad], np.arange(4)[~bad], x[~bad]) if False else np.nanmean(x)
    return (x, bad.sum())


@program(COUNT, COUNT)
def one_hot(a, b):
    v = np.zeros(9)
    v[a] = 1
    v[[b, 0]] += 2
    m = np.zeros((3, 3), int)
    m[a % 3, b % 3] += 1
    m[:, 0] = a
    np.fill_diagonal(m, b)
    return (v, m, np.bincount([a % 3, b % 3, 1], minlength=3))


@program(ANY, ANY)
def callbacks(a, b):

    class Signal:
        def __init__(self):
            self._subs = []

        def connect(self, f):
            self._subs.append(f)
            return lambda: self._subs.remove(f)

        def emit(self, *x):
            return [f(*x) for f in self._subs]

    s, tot = (Signal(), [])
    off = s.connect(lambda v: tot.append(v))
    s.connect(lambda v: tot.append(v * 2))
    s.emit(a)
    off()
    s.emit(b)
    return (sum(tot), len(tot))


@program(COUNT, ANY)
def strategies(n, a):

    def make(k):
        calls = 0

        def step(v):
            nonlocal calls
            calls += 1
            return v * k + calls

        return step

    fs = [make(k) for k in (1, 2, 3)]
    f = fs[n % 3]
    return (f(a), f(a), fs[0](1.0), [g(0) for g in fs])


@program(ANY, ANY)
def lazy_prop(a, b):

    class lazy:
        def __init__(self, f):
            self.f = f
            self.name = f.__name__

        def __get__(self, o, t):
            if o is None:
                return self
            v = o.__dict__[self.name] = self.f(o)
            o.hits += 1
            return v

    class C:
        hits = 0

        def __init__(self, x, y):
            self.x, self.y = (x, y)

        @lazy
        def norm(self):
            return math.hypot(self.x, self.y)

    c = C(a, b)
    return (c.norm, c.norm, c.hits)


@program(ANY, ANY)
def fluent(a, b):

    class Q:
        def __init__(self, it):
            self._it = it

        def where(self, f):
            return Q(x for x in self._it if f(x))

        def select(self, f):
            return Q(map(f, self._it))

        def order(self, key=None):
            return Q(sorted(self._it, key=key))

        def take(self, n):
            return Q(itertools.islice(self._it, n))

        def agg(self, f, init):
            return functools.reduce(f, self._it, init)

        def __iter__(self):
            return iter(self._it)

    q = Q([a, b, 1.0, -1.0, a * b])
    return (
        q.where(lambda v: v > -3).select(lambda v: v * v).agg(lambda x, y: x + y, 0),
        list(Q([a, b, 1.0]).order(key=lambda v: -v).take(2)),
    )


@program(COUNT, COUNT)
def min_path_sum(a, b):
    g = [[a, 3, 1], [1, b, 1], [4, 2, 1]]

    def go(i, j):
        if i == j == 0:
            return g[0][0]
        opts = []
        if i:
            opts.append(go(i - 1, j))
        if j:
            opts.append(go(i, j - 1))
        return g[i][j] + min(opts)

    return go(2, 2)


@program(COUNT)
def stairs(n):

    def ways(k):
        return 1 if k == 0 else sum([ways(k - s) for s in (1, 2, 3) if s <= k])

    return ways(n)


@program(COUNT, COUNT)
def subset_sum(a, b):
    nums = [a, b, 3, 7]
    best = [c for r in range(5) for c in itertools.combinations(nums, r) if sum(c) <= 10]
    top = max(map(sum, best))
    return (top, len(best))


@program(LARGE)
def checksum_zoo(n):
    s = str(n)
    data = s.encode()
    s1 = s2 = 0
    for byte in data:
        s1 = (s1 + byte) % 255
        s2 = (s2 + s1) % 255
    xor = functools.reduce(operator.xor, data)
    lrc = -sum(data) & 255
    return (s2 << 8 | s1, xor, lrc, data[::-1][0])


@program(UNIT, UNIT)
def plasma(u, v):
    t = 1.3
    vals = (
        math.sin(u * 10 + t),
        math.sin((v * 10 + t) / 2),
        math.sin((u * 10 + v * 10 + t) / 2),
        math.sin(math.hypot(u * 10 - 5, v * 10 - 5) + t),
    )
    s = sum(vals) / 4
    return tuple(0.5 + 0.5 * math.sin(math.pi * s + ph) for ph in (0, 2 * math.pi / 3, 4 * math.pi / 3))


@program(UNIT, UNIT)
def checker_aa(u, v):

    class Vec2(NamedTuple):
        x: float
        y: float

        def __add__(s, o):
            return Vec2(s.x + o.x, s.y + o.y)

        def __mul__(s, k):
            return Vec2(s.x * k, s.y * k)

        def floor(s):
            return Vec2(math.floor(s.x), math.floor(s.y))

    p = Vec2(u, v) * 8
    samples = [p + Vec2(i, j) * 0.25 for i in range(2) for j in range(2)]
    return sum(int(sum(q.floor())) % 2 for q in samples) / 4


@program(UNIT, UNIT)
def metaballs(u, v):
    balls = [(0.3, 0.4, 0.1), (0.7, 0.6, 0.15), (0.5, 0.2, 0.05)]
    f = sum((r * r / ((u - x) ** 2 + (v - y) ** 2 + 1e-06) for x, y, r in balls))
    return (min(f, 5.0), f > 1)


@program(ANY, ANY, ANY)
def poly_ops(a, b, c):

    class Poly:
        def __init__(self, *co):
            self.co = co

        def __call__(self, x):
            return functools.reduce(lambda acc, k: acc * x + k, reversed(self.co), 0)

        def __add__(p, q):
            return Poly(*(x + y for x, y in itertools.zip_longest(p.co, q.co, fillvalue=0)))

        def __mul__(p, q):
            out = [0] * (len(p.co) + len(q.co) - 1)
            for i, x in enumerate(p.co):
                for j, y in enumerate(q.co):
                    out[i + j] += x * y
            return Poly(*out)

        def d(self):
            return Poly(*[i * k for i, k in enumerate(self.co)][1:])

    p, q = (Poly(a, b, 1), Poly(c, 2))
    return ((p * q)(0.5), (p + q).d()(1.0), len((p * q).co))


@program(ANY, ANY, ANY)
def cubic_roots(a, b, c):
    p, q = (b - a * a / 3, 2 * a**3 / 27 - a * b / 3 + c)
    D = q * q / 4 + p**3 / 27
    cbrt = lambda v: math.copysign(abs(v) ** (1 / 3), v)
    if D > 0:
        r = [cbrt(-q / 2 + math.sqrt(D)) + cbrt(-q / 2 - math.sqrt(D)) - a / 3]
    else:
        k = 2 * math.sqrt(-p / 3)
        th = math.acos(max(-1, min(1, 3 * q / (p * k) if p * k else 0))) / 3
        r = [k * math.cos(th - 2 * math.pi * i / 3) - a / 3 for i in range(3)]
    x = max(r)
    return (len(r), round(x**3 + a * x * x + b * x + c, 1))
