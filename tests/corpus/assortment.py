"""Statistics, bits, noise, small arrays and the containers of the library, as people use them."""

import bisect
import dataclasses
import enum
import fractions
import functools
import heapq
import itertools
import math
import statistics
import struct
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field

import numpy as np

from .cases import ANY, POSITIVE, UNIT, programs

program = programs("modules of the library")


TINY = ("int", 0, 8)


FEW = ("int", 0, 5)


BYTE = ("int", 0, 256)


@program(TINY, TINY)
def registry_inside(n, m):

    class Plugin:
        registry = {}

        def __init_subclass__(cls, **kw):
            super().__init_subclass__(**kw)
            cls.registry[cls.__name__] = cls

    class Add(Plugin):
        def run(self, a, b):
            return a + b

    class Mul(Plugin):
        def run(self, a, b):
            return a * b

    return [c().run(n, m) for c in Plugin.registry.values()]


@program(ANY, ANY, ANY)
def monad_bind(a, b, c):

    def bind(x, f):
        return None if x is None else f(x)

    def inv(x):
        return None if x == 0 else 1 / x

    def root(x):
        return None if x < 0 else math.sqrt(x)

    r = bind(bind(a, root), inv)
    return -1 if r is None else r


@program(ANY, ANY)
def first_not_none(a, b):

    def look(v):
        return v * 2 if v > 1 else None

    found = next((r for v in (a, b, a + b) if (r := look(v)) is not None), None)
    return 0 if found is None else found


@program(ANY, ANY, ANY)
def optional_chain(a, b, c):
    best = None
    for v in (a, b, c):
        if v < 0:
            continue
        if best is None or v > best:
            best = v
    return best if best is not None else -1


@program(ANY, ANY, ANY)
def stats_mod(a, b, c):
    xs = [a, b, c, 1.0]
    return (statistics.fmean(xs), statistics.pstdev(xs), statistics.median_low(xs), statistics.quantiles(xs, n=4)[1])


@program(ANY, ANY, ANY)
def stats_reg(a, b, c):
    s, i = statistics.linear_regression([1, 2, 3], [a, b, c])
    return (s, i, statistics.covariance([1, 2, 3], [a, b, c]))


@program(TINY, TINY, TINY)
def stats_mode(a, b, c):
    return (statistics.mode([a % 3, b % 3, c % 3]), len(statistics.multimode([a % 2, b % 2, c % 2])))


@program(ANY)
def float_bits(x):
    bits = struct.unpack(">I", struct.pack(">f", x))[0]
    return (bits >> 31, bits >> 23 & 255, (bits & 8388607) % 997)


@program(POSITIVE)
def fast_inv_sqrt(x):
    i = struct.unpack("<i", struct.pack("<f", x))[0]
    i = 1597463007 - (i >> 1)
    y = struct.unpack("<f", struct.pack("<i", i))[0]
    return y * (1.5 - 0.5 * x * y * y)


@program(BYTE, BYTE)
def morton(x, y):

    def spread(v):
        v &= 255
        v = (v | v << 4) & 3855
        v = (v | v << 2) & 13107
        v = (v | v << 1) & 21845
        return v

    return spread(x) | spread(y) << 1


@program(BYTE)
def gray_code(v):
    g = v ^ v >> 1
    n = g
    while g := (g >> 1):
        n ^= g
    return (n, v & -v, bin(v).count("1"), v.bit_count(), f"{v:08b}".count("01"))


@program(("int", 0, 1000000))
def xorshift(s):
    s = (s or 1) & 4294967295
    for _ in range(3):
        s ^= s << 13 & 4294967295
        s ^= s >> 17
        s ^= s << 5 & 4294967295
    return (s % 1000, s / 2**32)


@program(("int", 0, 1000000))
def pcg(s):
    state = s * 747796405 + 2891336453 & 4294967295
    word = (state >> (state >> 28) + 4 ^ state) * 277803737 & 4294967295
    return (word >> 22 ^ word) % 10007


@program(ANY, ANY)
def value_noise(x, y):

    def h(i, j):
        return math.modf(abs(math.sin(i * 12.9898 + j * 78.233)) * 43.5453)[0]

    ix, iy = (math.floor(x), math.floor(y))
    fx, fy = (x - ix, y - iy)
    s = lambda t: t * t * (3 - 2 * t)
    top = h(ix, iy) + (h(ix + 1, iy) - h(ix, iy)) * s(fx)
    bot = h(ix, iy + 1) + (h(ix + 1, iy + 1) - h(ix, iy + 1)) * s(fx)
    return top + (bot - top) * s(fy)


@program(ANY, ANY)
def perlin(x, y):
    perm = [(i * 7 + 3) * 13 % 16 for i in range(16)] * 2
    grads = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
    X, Y = (int(math.floor(x)) & 15, int(math.floor(y)) & 15)
    xf, yf = (x - math.floor(x), y - math.floor(y))

    def g(hx, hy, dx, dy):
        gx, gy = grads[perm[perm[hx] + hy] % 4]
        return gx * dx + gy * dy

    fade = lambda t: t**3 * (t * (t * 6 - 15) + 10)
    lerp = lambda t, a, b: a + t * (b - a)
    u, v = (fade(xf), fade(yf))
    return lerp(
        v,
        lerp(u, g(X, Y, xf, yf), g(X + 1 & 15, Y, xf - 1, yf)),
        lerp(u, g(X, Y + 1 & 15, xf, yf - 1), g(X + 1 & 15, Y + 1 & 15, xf - 1, yf - 1)),
    )


@program(ANY, ANY)
def worley(x, y):
    best = math.inf
    for i, j in itertools.product((-1, 0, 1), repeat=2):
        cx, cy = (math.floor(x) + i, math.floor(y) + j)
        px = cx + (cx * 7 + cy * 13) % 10 / 10
        py = cy + (cx * 3 + cy * 11) % 10 / 10
        best = min(best, math.dist((x, y), (px, py)))
    return best


@program(ANY, ANY)
def mandelbrot(x, y):
    z, c = (0j, complex(x / 2, y / 2))
    for n in range(30):
        if abs(z) > 2:
            return n + 1 - math.log2(math.log2(abs(z)))
        z = z * z + c
    return 30


@program(ANY, ANY)
def julia_gen(x, y):

    def orbit(z):
        while True:
            yield z
            z = z**2 + complex(-0.4, 0.6)

    return sum(1 for _ in itertools.takewhile(lambda z: abs(z) < 2, itertools.islice(orbit(complex(x, y)), 20)))


@program(ANY, ANY)
def lyapunov(a, b):
    x, s = (0.5, 0.0)
    for r in itertools.islice(itertools.cycle("AAB"), 12):
        k = 2 + abs(a) / 4 if r == "A" else 2 + abs(b) / 4
        x = k * x * (1 - x)
        s += math.log(abs(k * (1 - 2 * x)) + 0.001)
    return s / 12


@program(UNIT, UNIT, UNIT)
def kmeans1d(a, b, c):
    xs = [a, b, c, 0.1, 0.9]
    centers = [0.25, 0.75]
    for _ in range(3):
        groups = {0: [], 1: []}
        for x in xs:
            groups[min((0, 1), key=lambda k: abs(x - centers[k]))].append(x)
        centers = [statistics.fmean(g) if g else c0 for g, c0 in zip(groups.values(), centers)]
    return centers


@program(UNIT, UNIT, UNIT)
def otsu_small(a, b, c):
    hist = [0] * 4
    for v in (a, b, c, 0.2, 0.8):
        hist[min(3, int(v * 4))] += 1
    total = sum(hist)

    def between(t):
        w0 = sum(hist[:t])
        w1 = total - w0
        if not w0 or not w1:
            return 0.0
        m0 = sum((i * h for i, h in enumerate(hist[:t]))) / w0
        m1 = sum((i * h for i, h in enumerate(hist) if i >= t)) / w1
        return w0 * w1 * (m0 - m1) ** 2

    return max(range(1, 4), key=between)


@program(UNIT, UNIT, UNIT, UNIT)
def median_cut(a, b, c, d):

    def cut(px, depth):
        if depth == 0 or len(px) < 2:
            return [sum(px) / len(px)]
        px = sorted(px)
        m = len(px) // 2
        return cut(px[:m], depth - 1) + cut(px[m:], depth - 1)

    return cut([a, b, c, d], 2)


@program(UNIT, UNIT, UNIT)
def sobel_np(a, b, c):
    w = np.array([[a, b, c], [b, c, a], [c, a, b]])
    kx = np.outer([1, 2, 1], [-1, 0, 1])
    gx, gy = ((w * kx).sum(), (w * kx.T).sum())
    return (np.hypot(gx, gy), np.arctan2(gy, gx))


@program(UNIT, UNIT, UNIT)
def cov_eig(a, b, c):
    m = np.array([[a + 1, b], [b, c + 1]])
    tr, det = (np.trace(m), np.linalg.det(m))
    gap = np.sqrt(np.maximum(tr**2 / 4 - det, 0))
    return (tr / 2 + gap, tr / 2 - gap, *np.linalg.eigvalsh(m))


@program(ANY, ANY, ANY)
def np_misc(a, b, c):
    v = np.array([a, b, c])
    return (
        np.convolve(v, [1, -1], "valid"),
        np.diff(v, 2),
        np.roll(v, 1),
        np.clip(v, -1, 1).prod(),
        np.argsort(v)[::-1],
        np.flip(v),
        np.ptp(v),
        np.cumsum(v),
        np.interp(0.5, [0, 1], v[:2]),
        np.gradient(v),
    )


@program(ANY, ANY, ANY)
def np_select(a, b, c):
    v = np.array([a, b, c])
    r = np.select([v < -1, v > 1], [v * 2, v**2], default=0.5)
    v[v < 0] = 0
    return (r, v, np.where(v > b, v, b), np.heaviside(v, 0.5), (v > 1).any(), np.count_nonzero(v))


@program(ANY, ANY, ANY)
def np_mesh(a, b, c):
    x, y = np.meshgrid([a, b], [c, 1, 2])
    return ((x * y).sum(axis=0), x.shape[0], np.stack([x, y]).max(axis=(0, 1)), np.hstack([x, y])[1])


@program(ANY, ANY, ANY)
def heap_topk(a, b, c):
    xs = [a, b, c, 0.5, -0.5]
    return (heapq.nlargest(2, xs), heapq.nsmallest(2, xs, key=abs), list(heapq.merge(sorted(xs[:3]), [0.0])))


@program(ANY, ANY, ANY)
def bisect_mod(a, b, c):
    xs = sorted([a, b, c])
    bisect.insort(xs, 0.25)
    return (bisect.bisect(xs, 0), bisect.bisect_left(xs, 0.25), xs)


@program(ANY, ANY, ANY)
def deque_window(a, b, c):
    d = deque(maxlen=2)
    out = []
    for v in (a, b, c, 1.0):
        d.append(v)
        out.append(sum(d) / len(d))
    d.rotate(1)
    d.appendleft(9.0)
    return out + list(d)


@program(TINY, TINY, TINY)
def counters(a, b, c):
    n = Counter([a % 3, b % 3, c % 3])
    m = Counter({0: 1, 1: 1})
    return (n[0], n.total(), (n + m)[1], (n - m)[0], len(n), n.most_common(1)[0][1], sum((n & m).values()))


@program(TINY, TINY)
def chainmaps(a, b):
    base = {"x": a, "y": b}
    cm = ChainMap({"x": 5}, base)
    d = defaultdict(list)
    d["k"].append(a)
    d["k"] += [b]
    od = OrderedDict(p=a, q=b)
    od.move_to_end("p")
    return (cm["x"] + cm["y"], sum(d["k"]), list(od.values()), {**base, "z": 1}["z"], (base | {"x": 1})["x"])


@program(TINY, TINY)
def fracs(a, b):
    f = fractions.Fraction(a + 1, b + 2) + fractions.Fraction(1, 3)
    return (f.numerator, f.denominator, float(f), f > 1)


@program(ANY, ANY)
def iter_tools(a, b):
    xs = [a, b, 1.0, 2.0]
    return (
        list(itertools.accumulate(xs, max)),
        [x + y for x, y in itertools.pairwise(xs)],
        list(itertools.chain(xs[:1], xs[2:])),
        [sum(c) for c in itertools.combinations(xs, 2)],
        list(itertools.compress(xs, [1, 0, 1, 0])),
        list(itertools.starmap(pow, [(2.0, 3), (a, 2)])),
        [x for x in itertools.dropwhile(lambda v: v < 0, xs)][-1],
        list(itertools.zip_longest([a], [b, 1], fillvalue=0))[1],
    )


@program(ANY, ANY)
def tee_cycle(a, b):
    x, y = itertools.tee(iter([a, b, a + b]))
    next(y)
    c = itertools.cycle([a, b])
    return (
        [p - q for p, q in zip(x, y)],
        [next(c) for _ in range(5)][-1],
        list(itertools.islice(itertools.count(a, 0.5), 3)),
    )


@program(ANY, ANY)
def fold_unfold(a, b):
    unfold = lambda f, s: [] if (r := f(s)) is None else [r[0], *unfold(f, r[1])]
    xs = unfold(lambda n: None if n > 3 else (a * n + b, n + 1), 0)
    return functools.reduce(lambda acc, x: (acc[0] + x, max(acc[1], x)), xs, (0.0, -99.0))


@program(ANY, ANY)
def memo_method(a, b):

    class F:
        def __init__(self, k):
            self.k = k

        @functools.cached_property
        def table(self):
            return [self.k**i for i in range(4)]

        @functools.lru_cache  # noqa: B019
        def at(self, i):
            return self.table[i] + b

        @staticmethod
        def s(x):
            return x + 1

        @functools.singledispatchmethod
        def show(self, x):
            return -1

        @show.register
        def _(self, x: int):
            return x * 2

        @show.register
        def _(self, x: float):
            return x * 3

    f = F(a)
    return (f.at(2) + f.at(2), f.s(b), f.show(3), f.show(b))


@program(ANY, ANY)
def sorted_objects(a, b):

    @functools.total_ordering
    @dataclass
    class P:
        v: float
        tag: int = 0

        def __lt__(self, o):
            return self.v < o.v

        def __eq__(self, o):
            return self.v == o.v

    ps = sorted([P(a, 1), P(b, 2), P(0.5, 3)])
    return ([p.tag for p in ps], max(ps).tag, P(a) >= P(b))


@program(ANY, ANY)
def dc_order(a, b):

    @dataclass(order=True, frozen=True)
    class K:
        x: float
        y: float = field(compare=False, default=0)
        zs: tuple = ()

        def __post_init__(self):
            object.__setattr__(self, "y", self.x * 2)

    p, q = (K(a), K(b, zs=(1, a)))
    return (p < q, min(p, q).y, dataclasses.replace(p, x=3).y, dataclasses.asdict(q)["zs"][1], p == K(a))


@program(ANY, TINY)
def enum_flags(a, n):

    class M(enum.IntFlag):
        R = 4
        W = 2
        X = 1

    m = M.R | M.X
    return (M.R in m, int(m & M(5)), (m ^ M.R).value, len(list(m)), bool(M(n) & M.W), n & M.R)


@program(ANY, ANY)
def with_stack(a, b):
    log = []

    class T:
        def __init__(self, n):
            self.n = n

        def __enter__(self):
            log.append(self.n)
            return self

        def __exit__(self, et, ev, tb):
            log.append(-self.n)
            return et is ValueError

    with T(1), T(2):
        if a > b:
            raise ValueError
        log.append(5)
    return (sum((i * v for i, v in enumerate(log))), len(log))


@program(ANY, ANY)
def match_seq(a, b):

    def f(xs):
        match xs:
            case []:
                return 0
            case [x]:
                return x
            case [x, y] if x > y:
                return x - y
            case [x, *rest]:
                return x + f(rest)

    def g(d):
        match d:
            case {"kind": "circle", "r": r}:
                return math.pi * r * r
            case {"kind": "rect", "w": w, **rest}:
                return w * rest.get("h", 1)
            case _:
                return -1

    return (f([a, b]), f([a, b, 1.0]), g({"kind": "circle", "r": a}), g({"kind": "rect", "w": b, "h": 2}), g({}))


@program(ANY, ANY)
def fmt_err(a, b):

    def need(ok, msg, *args):
        if not ok:
            raise ValueError(msg.format(*args))

    try:
        need(a > 0, "a={:.2f} must be > 0", a)
        need(b > 0, f"b={b}")
    except ValueError:
        return -1
    return a * b


@program(TINY)
def string_known(n):
    words = ["alpha", "beta", "gamma", "pi"]
    w = words[n % 4]
    return (len(w), w.startswith("b"), ord(w[0]), w == "pi", w.count("a"), sum(map(ord, w)) % 97)


@program(("int", 0, 300))
def caesar(n):
    msg = "Hello"
    enc = "".join(chr((ord(c) - 97 + n) % 26 + 97) for c in msg.lower())
    return sum((i * ord(c) for i, c in enumerate(enc)))


@program(("int", 1990, 2030), ("int", 1, 13), ("int", 1, 28))
def zeller(y, m, d):
    if m < 3:
        y, m = (y - 1, m + 12)
    k, j = (y % 100, y // 100)
    return (d + 13 * (m + 1) // 5 + k + k // 4 + j // 4 + 5 * j) % 7
