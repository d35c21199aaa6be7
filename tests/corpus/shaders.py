"""Shaders, ray tracers and kernels, as they are written elsewhere."""

import cmath
import math
from dataclasses import dataclass, field

import numpy as np

from .cases import ANY, BYTES, UNIT, programs

P = ("int", 0, 40)
B = BYTES
program = programs("shaders and kernels")


def fract(x):
    return x - math.floor(x)


def mix(a, b, t):
    return a * (1 - t) + b * t


def hash21(x, y):
    return fract(math.sin(x * 12.9898 + y * 78.233) * 43.5453)


def noise(x, y):
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    return mix(mix(hash21(i, j), hash21(i + 1, j), u), mix(hash21(i, j + 1), hash21(i + 1, j + 1), u), v)


@program(ANY, ANY, tolerance=2e-2)
def fbm(x, y):
    t, a = 0.0, 0.5
    for _ in range(5):
        t += a * noise(x, y)
        x, y, a = 1.6 * x + 1.2 * y, 1.6 * y - 1.2 * x, a * 0.5
    return t


@program(ANY, ANY)
def voronoi(x, y):
    ix, iy = math.floor(x), math.floor(y)
    best = (8.0, 0, 0)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            ox, oy = (
                0.5 + 0.4 * math.sin((ix + dx) * 1.7 + (iy + dy) * 3.1),
                0.5 + 0.4 * math.cos((ix + dx) * 2.3 - (iy + dy)),
            )
            d = math.hypot(ix + dx + ox - x, iy + dy + oy - y)
            best = min(best, (d, ix + dx, iy + dy))
    return best


@program(ANY, ANY)
def raymarch(x, y):
    def sd(p):
        s = math.sqrt(p[0] ** 2 + p[1] ** 2 + p[2] ** 2) - 1
        q = [abs(c) - 0.7 for c in p]
        b = math.sqrt(sum(max(c, 0) ** 2 for c in q)) + min(max(q), 0)
        return min(max(s, -b), p[1] + 1.2)

    ro = (0, 0, -4)
    n = math.sqrt(x * x + y * y + 9)
    rd = (x / n, y / n, 3 / n)
    t = 0.0
    for steps in range(40):  # noqa: B007 (it is looked at behind the loop)
        d = sd([o + t * r for o, r in zip(ro, rd)])
        if d < 1e-3 or t > 20:
            break
        t += d
    return min(t, 20), steps if t < 5 else 99


@program(ANY, ANY)
def julia(x, y):
    z = complex(x / 3, y / 3)
    c = complex(-0.4, 0.6)
    for n in range(30):
        if abs(z) > 2:
            return n
        z = z * z + c
    return -1


@program(ANY, ANY)
def newton3(x, y):
    z = complex(x + 0.01, y + 0.01)
    for _ in range(20):
        z -= (z**3 - 1) / (3 * z * z)
    roots = [cmath.exp(2j * math.pi * k / 3) for k in range(3)]
    return min(range(3), key=lambda k: abs(z - roots[k]))


@program(UNIT)
def palette(t):
    a, b, c, d = (0.5, 0.5, 0.5), (0.5, 0.5, 0.5), (1, 1, 1), (0, 0.33, 0.67)
    return [x + y * math.cos(6.28318 * (z * t + w)) for x, y, z, w in zip(a, b, c, d)]


@program(ANY, ANY)
def sdfs(x, y):
    def box(x, y, bx, by):
        dx, dy = abs(x) - bx, abs(y) - by
        return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)

    def seg(px, py, ax, ay, bx, by):
        pax, pay, bax, bay = px - ax, py - ay, bx - ax, by - ay
        h = max(0, min(1, (pax * bax + pay * bay) / (bax * bax + bay * bay)))
        return math.hypot(pax - bax * h, pay - bay * h)

    def smin(a, b, k):
        h = max(k - abs(a - b), 0) / k
        return min(a, b) - h * h * k / 4

    def hexa(px, py, r):
        kx, ky, kz = -0.866025404, 0.5, 0.577350269
        px, py = abs(px), abs(py)
        t = 2 * min(kx * px + ky * py, 0)
        px -= t * kx
        py -= t * ky
        px -= max(-kz * r, min(kz * r, px))
        py -= r
        return math.hypot(px, py) * math.copysign(1, py)

    return box(x, y, 1, 0.5), seg(x, y, 0, 0, 1, 1), smin(box(x, y, 1, 1), seg(x, y, 0, 0, 1, 2), 0.3), hexa(x, y, 1)


@program(UNIT, UNIT, UNIT)
def aces(r, g, b):
    m1 = ((0.59719, 0.35458, 0.04823), (0.076, 0.90834, 0.01566), (0.0284, 0.13383, 0.83777))
    m2 = ((1.60475, -0.53108, -0.07367), (-0.10208, 1.10813, -0.00605), (-0.00327, -0.07276, 1.07602))
    v = [sum(a * b_ for a, b_ in zip(row, (r, g, b))) for row in m1]
    v = [(c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.432951) + 0.238081) for c in v]
    return [min(max(sum(a * b_ for a, b_ in zip(row, v)), 0), 1) for row in m2]


@dataclass(frozen=True)
class V3:
    x: float
    y: float
    z: float

    def __add__(s, o):
        return V3(s.x + o.x, s.y + o.y, s.z + o.z)

    def __sub__(s, o):
        return V3(s.x - o.x, s.y - o.y, s.z - o.z)

    def __mul__(s, k):
        return V3(s.x * k, s.y * k, s.z * k) if not isinstance(k, V3) else V3(s.x * k.x, s.y * k.y, s.z * k.z)

    __rmul__ = __mul__

    def __matmul__(s, o):
        return s.x * o.x + s.y * o.y + s.z * o.z

    def __neg__(s):
        return s * -1

    def __abs__(s):
        return math.sqrt(s @ s)

    def __iter__(s):
        return iter((s.x, s.y, s.z))

    @property
    def unit(s):
        return s * (1 / abs(s))

    @classmethod
    def of(cls, *a):
        return cls(*a)

    def reflect(s, n):
        return s - 2 * (s @ n) * n


@dataclass
class Ray:
    o: V3
    d: V3


@dataclass
class Hit:
    t: float
    n: V3
    color: V3 = field(default_factory=lambda: V3(1, 1, 1))
    tag: str = "none"


class Solid:
    color = V3(0.5, 0.5, 0.5)

    def hit(self, ray) -> "Hit|None":
        raise NotImplementedError


@dataclass
class Sphere(Solid):
    c: V3
    r: float
    color: V3 = V3(1, 0, 0)

    def hit(self, ray):
        oc = ray.o - self.c
        b = oc @ ray.d
        q = b * b - (oc @ oc) + self.r**2
        if q < 0:
            return None
        t = -b - math.sqrt(q)
        return Hit(t, (ray.o + ray.d * t - self.c).unit, self.color, "sphere") if t > 1e-3 else None


@dataclass
class Plane(Solid):
    h: float

    def hit(self, ray):
        if ray.d.y >= -1e-3:
            return None
        t = (self.h - ray.o.y) / ray.d.y
        p = ray.o + ray.d * t
        return Hit(t, V3(0, 1, 0), V3.of(*((1, 1, 1) if (math.floor(p.x) + math.floor(p.z)) % 2 else (0, 0, 0))), "plane")


@program(ANY, ANY)
def tracer(x, y):
    scene = [Sphere(V3(0, 0, 0), 1), Sphere(V3(1.5, 0.3, 1), 0.7, V3(0, 1, 0)), Plane(-1)]
    ray = Ray(V3(0, 0.5, -4), V3(x * 0.2 + 0.003, y * 0.2 + 0.007, 1).unit)
    light = V3(1, 2, -1).unit
    out = V3(0, 0, 0)
    w = 1.0
    for _ in range(2):
        hits = [h for s in scene if (h := s.hit(ray)) is not None]
        if not hits:
            out = out + V3(0.2, 0.3, 0.5) * w
            break
        h = min(hits, key=lambda h: h.t)
        out = out + h.color * (max(0, h.n @ light) * w * 0.7)
        p = ray.o + ray.d * h.t
        ray = Ray(p + h.n * 1e-3, ray.d.reflect(h.n))
        w *= 0.3
    return tuple(out)


@program(ANY, ANY)
def kernel_like_numba(x, y):
    a = np.zeros(5)
    for i in range(5):
        a[i] = x * i - y
    s = 0.0
    for i in range(1, 4):
        s += a[i - 1] - 2 * a[i] + a[i + 1] + abs(a[i])
    return s, a.max(), a[-1], a[1:4].mean()


@program(ANY, ANY)
def taichi_paint(x, y):
    t = 0.03
    zx, zy = x / 2, y / 2
    it = 0
    c = (-0.8, math.cos(t) * 0.2)
    while math.sqrt(zx * zx + zy * zy) < 20 and it < 50:
        zx, zy = zx * zx - zy * zy + c[0], 2 * zx * zy + c[1]
        it += 1
    return 1 - it * 0.02


@program(P, P)
def warp_grid(i, j):
    n = 8
    i %= n
    j %= n
    idx = lambda a, b: (a % n) * n + b % n
    return idx(i - 1, j) + idx(i + 1, j) + idx(i, j - 1) + idx(i, j + 1) - 4 * idx(i, j)


@program(ANY, ANY, ANY)
def particle(x, v, m):
    @dataclass
    class Particle:
        x: float
        v: float
        alive: bool = True

        def step(self, dt):
            self.v -= 9.81 * dt
            self.x += self.v * dt
            if self.x < 0:
                self.x = -self.x * 0.5
                self.v = -self.v * 0.5
                self.alive = abs(self.v) > 0.5

    ps = [Particle(x, v), Particle(abs(m), 0)]
    for _ in range(6):
        for q in ps:
            if q.alive:
                q.step(0.1)
    return [(q.x, q.v, q.alive) for q in ps]
