"""Programs of stages as people write them: pyramids, flows, scans, closures over loops, classes; each against plain Python.

Pictures have odd sizes, and are smaller than what is read around a pixel.
"""

from functools import cache, partial
from itertools import accumulate

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests.engines import assert_close
from tests.oracle import run as plain_python

SHAPES = (1, 1), (3, 2), (11, 13)


def pyramid_odd(im=Image, p=Position):

    @cache
    def level(n, x, y):
        if n == 0:
            return im(x, y)
        weights = (-1, 0, 0.25), (0, 0, 0.5), (1, 0, 0.125), (0, 1, 0.125)
        return sum(w * level(n - 1, 2 * x + i, 2 * y + j) for i, j, w in weights)
    return level(3, p.x // 8, p.y // 8) + level(2, p.x // 4, p.y // 4) - level(1, (p.x + 1) // 2, (p.y - 1) // 2)


def third(im=Image, p=Position):
    s = cache(lambda x, y: im(3 * x, 3 * y) + im(3 * x + 1, 3 * y - 1))
    t = cache(lambda x, y: s(x // 3, y // 3) * 0.5 + s((x + 2) // 3, (y + 1) // 3))
    return t(p.x, p.y) + t(p.x + 1, p.y - 2)


def twice_plus_one(im=Image, p=Position):
    a = cache(lambda q: im(2 * q.x + 1, 2 * q.y + 1) - im(2 * q.x - 1, q.y))
    b = cache(lambda q: a(Position(q.x // 2, q.y)) + a(Position(q.x, q.y // 3)))
    return b(p) + b(p + (3, -2))


def diagonal(im=Image, p=Position):
    a = cache(lambda x, y: im(x + y, x - y))
    b = cache(lambda x, y: a(x - y, y) + 0.5 * a(y, x))
    return b(p.x, p.y) + b(p.x + 1, p.y)


def flow_twice(im=Image, p=Position):
    s = cache(lambda x, y: 0.5 * im(x, y) + 0.5 * im(x + 1, y))
    g = cache(lambda x, y: s(x + int(3 * im(x, y)), y))
    h = cache(lambda x, y: g(x, y + int(4 * s(x, y)) - 2))
    return h(p.x, p.y) + h(p.x - 2, p.y)


def recursion_levels(im=Image, p=Position):

    def down(f):
        return cache(lambda x, y: 0.25 * sum(f(2 * x + i, 2 * y + j) for j in (0, 1) for i in (0, 1)))

    def up(f):
        return cache(lambda x, y: f(x // 2, y // 2) * 0.75 + 0.25 * f((x + 1) // 2, (y + 1) // 2))

    def lap(f, n):
        if n == 0:
            return f
        d = down(f)
        u = up(d)
        rest = lap(d, n - 1)
        v = up(rest)
        return cache(lambda x, y: f(x, y) - u(x, y) + 0.5 * v(x, y))
    return lap(lambda x, y: im(x, y), 3)(p.x, p.y)


def late_binding(im=Image, p=Position):
    fs = []
    for k in range(4):
        fs.append(lambda x, y: im(x + k, y))
    return sum(f(p.x, p.y) for f in fs)


def partial_keywords(im=Image, p=Position):

    def st(x, y, *, f, k=1):
        return f(x=x - k, y=y) * 0.5 + f(x=x, y=y + k)
    f = lambda x, y: im(x, y)
    for k in (1, 2, 3):
        f = partial(st, f=f, k=k)
    return f(p.x, p.y)


def tuples(im=Image, p=Position):

    @cache
    def grad(x, y):
        return (im(x + 1, y) - im(x - 1, y), im(x, y + 1) - im(x, y - 1))

    @cache
    def tensor(x, y):
        gx, gy = grad(x, y)
        return (gx * gx, gx * gy, gy * gy)

    @cache
    def blurred(x, y):
        return tuple(sum(tensor(x + i, y + j)[k] for i in (-1, 0, 1) for j in (-1, 0, 1)) for k in range(3))
    a, b, c = blurred(p.x, p.y)
    d, e, f = blurred(p.x - 1, p.y + 2)
    return a * c - b * b + d * f - e * e


def branch_returns(im=Image, p=Position):

    @cache
    def s(x, y):
        v = im(x, y)
        if v > 0.8:
            return v
        if v < 0.2:
            return im(x + 1, y)
        w = im(x - 1, y)
        while w < 0.5:
            w = w * 2 + 0.1
        return w
    return s(p.x, p.y) + s(p.x + 1, p.y) * s(p.x, p.y - 1)


def generators(im=Image, p=Position):

    def stages():
        f = lambda x, y: im(x, y)
        while True:
            yield f
            f = (lambda g: cache(lambda x, y: 0.5 * g(x - 1, y) + 0.5 * g(x, y + 1)))(f)
    it = stages()
    total = 0.0
    for k, f in zip(range(6), it):
        total += f(p.x, p.y) / (k + 1)
    return total


def polyphase(im=Image, p=Position):
    up = cache(lambda x, y: im(x // 2, y) if x % 2 == 0 else 0.5 * (im(x // 2, y) + im(x // 2 + 1, y)))
    up2 = cache(lambda x, y: up(x, y // 2) if y % 2 == 0 else 0.5 * (up(x, y // 2) + up(x, y // 2 + 1)))
    f = cache(lambda x, y: up2(x - 1, y) + 2 * up2(x, y) + up2(x + 1, y))
    return f(2 * p.x + 1, 2 * p.y) + f(2 * p.x, 2 * p.y - 1)


def neg_floor(im=Image, p=Position):
    s = cache(lambda x, y: im(x, y) * 0.5 + im(x + 1, y))
    t = cache(lambda x, y: s(-x // 3, (1 - y) // 2) + s(x // -2, y))
    return t(p.x, p.y) - t(p.x - 1, p.y + 1)


def raises_through(im=Image, p=Position):

    def s(x, y):
        v = im(x, y)
        if v < 0.3:
            raise ValueError('dark')
        return v

    def t(x, y):
        try:
            return s(x, y) + s(x + 1, y)
        except ValueError:
            return -1.0
    u = cache(lambda x, y: t(x, y) + t(x, y + 1))
    return u(p.x, p.y) + u(p.x - 2, p.y)


def argmax_stage(im=Image, p=Position):

    @cache
    def best(x, y):
        b, at = (im(x, y), 0)
        for k in (-2, -1, 1, 2):
            if im(x + k, y) > b:
                b, at = (im(x + k, y), k)
        return (b, at)

    @cache
    def follow(x, y):
        b, at = best(x, y)
        return best(x + at, y)[0] - b
    return follow(p.x, p.y) + follow(p.x, p.y + 1)


def deep_pyr_uncached(im=Image, p=Position):

    def down(f):
        return lambda x, y: 0.5 * f(2 * x, 2 * y) + 0.5 * f(2 * x + 1, 2 * y + 1)

    def up(f):
        return lambda x, y: 0.5 * f(x // 2, y // 2) + 0.5 * f((x + 1) // 2, y // 2)
    f = lambda x, y: im(x, y)
    levels = [f]
    for _ in range(4):
        levels.append(down(levels[-1]))
    out = levels[-1]
    for level in levels[-2::-1]:
        out = (lambda f, o: lambda x, y: f(x, y) - 0.5 * o(x, y))(level, up(out))
    return out(p.x, p.y)


def max_of_levels(im=Image, p=Position):
    levels = [lambda x, y: im(x, y)]
    for _ in range(3):
        levels.append((lambda f: cache(lambda x, y: max(f(2 * x + i, 2 * y) for i in (0, 1))))(levels[-1]))
    return max(f(p.x >> n, p.y >> n) * (n + 1) for n, f in enumerate(levels))


def methods_cached(im=Image, p=Position):

    class Pyr:

        def __init__(self):
            self.kept = {}

        def level(self, n):
            if n not in self.kept:
                below = self.level(n - 1) if n else im
                half = cache(lambda x, y: 0.5 * below(2 * x, y) + 0.5 * below(2 * x + 1, y + 1))
                self.kept[n] = half if n else lambda x, y: below(x, y)
            return self.kept[n]

        def up(self, n, x, y):
            return self.level(n)(x >> n, y >> n)
    q = Pyr()
    return sum(q.up(n, p.x, p.y) for n in range(4)) - q.up(2, p.x + 3, p.y)


def scan_half(im=Image, p=Position):
    r = cache(lambda x, y: im(x, y) + (r(x - 1, y) if x > 0 else 0.0))
    return r(p.x, p.y) * 0.1 - r(p.x // 2, p.y // 2) * 0.1


def box_by_scan(im=Image, p=Position):
    s = cache(lambda x, y: im(x, y) + (s(x - 1, y) if x > 0 else 0.0))
    b = cache(lambda x, y: s(min(x + 2, im.width - 1), y) - (s(x - 3, y) if x >= 3 else 0.0))
    t = cache(lambda x, y: b(x, y) + (t(x, y - 1) if y > 0 else 0.0))
    return t(p.x, min(p.y + 1, im.height - 1)) - (t(p.x, p.y - 2) if p.y >= 2 else 0.0)


def data_dep_level(im=Image, p=Position):
    levels = [lambda x, y: im(x, y)]
    for _ in range(3):
        levels.append((lambda f: cache(lambda x, y: 0.5 * f(2 * x, 2 * y) + 0.5 * f(2 * x + 1, 2 * y)))(levels[-1]))
    n = int(3 * im(p))
    out = levels[0](p.x, p.y)
    for k in range(1, 4):
        if n == k:
            out = levels[k](p.x >> k, p.y >> k)
    return out


def list_index_by_place(im=Image, p=Position):
    s = cache(lambda x, y: [im(x, y), im(x + 1, y), im(x, y + 1)])
    t = cache(lambda x, y: s(x, y)[(x + y) % 3] + s(x + 1, y)[x % 3])
    return t(p.x, p.y) - t(p.x - 3, p.y)


def while_stage(im=Image, p=Position):
    s = cache(lambda x, y: im(x, y) * 0.5 + 0.25)

    @cache
    def walk(x, y):
        k = 0
        while s(x + k, y) < 0.6 and k < 5:
            k += 1
        return k
    return walk(p.x, p.y) + 0.1 * walk(p.x + 1, p.y - 1) + s(p.x + walk(p.x, p.y), p.y)


def nms(im=Image, p=Position):
    g = cache(lambda x, y: (im(x + 1, y) - im(x - 1, y)) ** 2 + (im(x, y + 1) - im(x, y - 1)) ** 2)

    @cache
    def n(x, y):
        m = g(x, y)
        if abs(im(x + 1, y) - im(x - 1, y)) > abs(im(x, y + 1) - im(x, y - 1)):
            return m if m >= g(x - 1, y) and m > g(x + 1, y) else 0.0
        return m if m >= g(x, y - 1) and m > g(x, y + 1) else 0.0
    strong = cache(lambda x, y: n(x, y) > 0.3)
    near = any(strong(p.x + i, p.y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
    return float(strong(p.x, p.y) or (n(p.x, p.y) > 0.1 and near))


def coarse_to_fine(im=Image, p=Position, other=Image):

    def down(f):
        return cache(lambda x, y: 0.25 * sum(f(2 * x + i, 2 * y + j) for j in (0, 1) for i in (0, 1)))
    A = [lambda x, y: im(x, y)]
    B = [lambda x, y: other(x, y)]
    for _ in range(2):
        A.append(down(A[-1]))
        B.append(down(B[-1]))
    flow = lambda x, y: 0
    for k in (2, 1, 0):

        def make(a, b, f):

            @cache
            def g(x, y):
                start = 2 * f(x // 2, y // 2)
                best, at = (1000000000.0, 0)
                for d in (-1, 0, 1):
                    e = abs(a(x, y) - b(x + start + d, y))
                    if e < best:
                        best, at = (e, start + d)
                return at
            return g
        flow = make(A[k], B[k], flow)
    return float(flow(p.x, p.y)) + B[0](p.x + flow(p.x, p.y), p.y)


def histogram_stage(im=Image, p=Position):
    s = cache(lambda x, y: 0.5 * im(x, y) + 0.5 * im(x + 1, y))
    h = [0] * 8
    for q in im.positions:
        h[int(s(q.x, q.y) * 7.99)] += 1
    c = list(accumulate(h))
    return c[int(s(p.x, p.y) * 7.99)] / c[-1]


def triple_nested_scale(im=Image, p=Position):
    a = cache(lambda x, y: im(2 * x + 1, 3 * y - 1))
    b = cache(lambda x, y: a(2 * x - 1, y) + a(x, 2 * y + 1))
    c = cache(lambda x, y: b(3 * x, y // 2))
    d = cache(lambda x, y: c(x // 6, y * 2) + c((x + 1) // 6, y))
    return d(p.x // 2, p.y // 3) + d(p.x, p.y)


def divmods(im=Image, p=Position):

    def tile(x, y):
        a, b = divmod(x, 4)
        c, d = divmod(y, 3)
        return im(a * 4 + 3 - b, c * 3 + 2 - d)
    t = cache(tile)
    return t(p.x, p.y) + t(p.x + 1, p.y + 2) - t(p.x ^ 3, p.y)


def opt_none(im=Image, p=Position):

    def maybe(x, y):
        return im(x, y) if im(x, y) > 0.5 else None
    s = cache(lambda x, y: v if (v := maybe(x, y)) is not None else -1.0)
    return s(p.x, p.y) + s(p.x + 1, p.y) * s(p.x, p.y + 1)


def tuple_places(im=Image, p=Position):
    t = cache(lambda x, y: (x + int(2 * im(x, y)), y - 1))
    s = cache(lambda x, y: im(*t(x, y)))
    u = cache(lambda x, y: s(*t(x + 1, y)))
    return u(p.x, p.y) + s(*t(p.x - 1, p.y + 1))


def inheritance(im=Image, p=Position):

    class Base:

        def __init__(self, f):
            self.f = f

        def value(self, x, y):
            return self.f(x, y)

        def __call__(self, x, y):
            return self.value(x, y) + self.value(x + 1, y)

    class Twice(Base):

        def value(self, x, y):
            return 2 * super().value(x, y - 1)

    class Neg(Twice):

        def __call__(self, x, y):
            return -super().__call__(x, y)
    s = Neg(Twice(Base(im)))
    return s(p.x, p.y) + s(p.x // 2, p.y)


def property_stage(im=Image, p=Position):

    class L:

        def __init__(self, n):
            self.n = n

        @property
        def below(self):
            return L(self.n - 1)

        def __getitem__(self, q):
            x, y = q
            return im(x, y) if self.n == 0 else 0.5 * self.below[2 * x, y] + 0.5 * self.below[2 * x + 1, y]
    return L(3)[p.x // 8, p.y] - L(1)[p.x // 2, p.y]


def tuple_scan(im=Image, p=Position):

    @cache
    def s(x, y):
        if x == 0:
            return (im(x, y), 1)
        a, n = s(x - 1, y)
        return (a + im(x, y), n + 1) if im(x, y) > 0.2 else (0.0, 1)
    a, n = s(p.x, p.y)
    return a / n


def data_rec(im=Image, p=Position):

    def f(n):
        return 0.0 if n <= 0 else 0.5 * n + (f(n - 1) if n % 3 else f(n - 2))
    return f(int(10 * im(p))) + f(p.x)


PROGRAMS = (pyramid_odd, third, twice_plus_one, diagonal, flow_twice, recursion_levels, late_binding, partial_keywords,
            tuples, branch_returns, generators, polyphase, neg_floor, raises_through, argmax_stage, deep_pyr_uncached,
            max_of_levels, methods_cached, scan_half, box_by_scan, data_dep_level, list_index_by_place, while_stage,
            nms, coarse_to_fine, histogram_stage, triple_nested_scale, divmods, opt_none, tuple_places,
            inheritance, property_stage, tuple_scan, data_rec)


@pytest.mark.parametrize("program", PROGRAMS, ids=[each.__name__ for each in PROGRAMS])
def test_a_program(engine, program):
    if engine.is_checker:
        pytest.skip("too long for the checker")
    chance, compiled = np.random.default_rng(5), pygpu.compile(program)
    for shape in SHAPES:
        images = [(chance.integers(0, 64, each) / 64).astype(np.float32) for each in (shape, (5, 9))]
        images = images[:1 + (program is coarse_to_fine)]
        assert_close(compiled(*images), plain_python(program, *images))
