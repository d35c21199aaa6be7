"""Colours, places on Earth, easing, noise, distances, quaternions and curves, as people write them."""

import bisect
import cmath
import functools
import heapq
import math
import operator
from collections import namedtuple
from dataclasses import astuple, dataclass, replace
from typing import NamedTuple

import numpy as np

from .cases import ANGLE, ANY, BYTES, POSITIVE, UNIT, programs

p = programs("colours, places, curves")

DEG = (-179.0, 179.0)


LAT = (-80.0, 80.0)


@p(UNIT, UNIT, UNIT)
def oklab(r, g, b):
    def lin(c):
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    r, g, b = map(lin, (r, g, b))
    l, m, s = (
        math.cbrt(v)
        for v in (
            0.4122 * r + 0.5363 * g + 0.0514 * b,
            0.2119 * r + 0.6807 * g + 0.1074 * b,
            0.0883 * r + 0.2817 * g + 0.63 * b,
        )
    )
    return (
        0.2105 * l + 0.7936 * m - 0.0041 * s,
        1.978 * l - 2.4286 * m + 0.4506 * s,
        0.0259 * l + 0.7828 * m - 0.8087 * s,
    )


@p(UNIT, UNIT, UNIT)
def cmyk(r, g, b):
    k = 1 - max(r, g, b)
    if k == 1:
        return 0.0, 0.0, 0.0, 1.0
    return tuple((1 - v - k) / (1 - k) for v in (r, g, b)) + (k,)


@p(UNIT, UNIT, UNIT)
def hwb(r, g, b):
    import colorsys

    h, s, v = colorsys.rgb_to_hsv(r, g, b)
    return h * 360 % 360, (1 - s) * v, 1 - v


@p(("int", 1000, 15000))
def kelvin_rgb(t):
    t = t / 100
    red = 255 if t <= 66 else 329.698727446 * (t - 60) ** -0.1332047592
    green = 99.4708025861 * math.log(t) - 161.1195681661 if t <= 66 else 288.1221695283 * (t - 60) ** -0.0755148492
    blue = 255 if t >= 66 else 0 if t <= 19 else 138.5177312231 * math.log(t - 10) - 305.0447927307
    return tuple(min(max(c, 0), 255) for c in (red, green, blue))


@p((380.0, 780.0))
def wavelength(w):
    bands = [
        (380, 440, lambda w: (-(w - 440) / 60, 0.0, 1.0)),
        (440, 490, lambda w: (0.0, (w - 440) / 50, 1.0)),
        (490, 510, lambda w: (0.0, 1.0, -(w - 510) / 20)),
        (510, 580, lambda w: ((w - 510) / 70, 1.0, 0.0)),
        (580, 645, lambda w: (1.0, -(w - 645) / 65, 0.0)),
        (645, 781, lambda w: (1.0, 0.0, 0.0)),
    ]
    for lo, hi, f in bands:
        if lo <= w < hi:
            r, g, b = f(w)
            break
    else:
        r = g = b = 0.0
    if w < 420:
        factor = 0.3 + 0.7 * (w - 380) / 40
    elif w > 700:
        factor = 0.3 + 0.7 * (780 - w) / 80
    else:
        factor = 1.0
    return [round(255 * (c * factor) ** 0.8) if c else 0 for c in (r, g, b)]


@p(BYTES, BYTES, BYTES)
def hex_color(r, g, b):
    s = f"#{r:02x}{g:02x}{b:02x}"
    return int(s[1:3], 16), int(s[3:5], 16) + len(s)


@p(BYTES, BYTES, BYTES)
def rgb565(r, g, b):
    v = (r >> 3) << 11 | (g >> 2) << 5 | b >> 3
    return v, (v >> 11) * 255 // 31, (v >> 5 & 63) * 255 // 63, (v & 31) * 255 // 31


@p(UNIT, UNIT, UNIT)
def cie94(r, g, b):
    Lab = namedtuple("Lab", "L a b")
    x, y = Lab(r * 100, g * 80 - 40, b * 80 - 40), Lab(50, 10, -20)
    c1, c2 = math.hypot(x.a, x.b), math.hypot(y.a, y.b)
    dl, dc = x.L - y.L, c1 - c2
    dh = max(0, (x.a - y.a) ** 2 + (x.b - y.b) ** 2 - dc**2)
    return math.sqrt(dl**2 + (dc / (1 + 0.045 * c1)) ** 2 + dh / (1 + 0.015 * c1) ** 2)


@p(UNIT)
def ramp(t):
    stops = [(0.0, "#000000"), (0.25, "#ff0000"), (0.5, "#ffff00"), (1.0, "#ffffff")]

    def rgb(h):
        return tuple(int(h[i : i + 2], 16) / 255 for i in (1, 3, 5))

    i = bisect.bisect_right([s for s, _ in stops], t, hi=len(stops) - 1) - 1
    (a, ca), (b, cb) = stops[i], stops[i + 1]
    u = (t - a) / (b - a)
    return [x + (y - x) * u for x, y in zip(rgb(ca), rgb(cb))]


@p(UNIT, UNIT)
def blend_modes(a, b):
    modes = {
        "multiply": lambda a, b: a * b,
        "screen": lambda a, b: 1 - (1 - a) * (1 - b),
        "overlay": lambda a, b: 2 * a * b if a < 0.5 else 1 - 2 * (1 - a) * (1 - b),
        "softlight": lambda a, b: (1 - 2 * b) * a * a + 2 * b * a,
        "dodge": lambda a, b: min(1, a / (1 - b)) if b < 1 else 1.0,
        "difference": lambda a, b: abs(a - b),
    }
    return [f(a, b) for f in modes.values()]


@p(BYTES, BYTES, BYTES)
def nearest_name(r, g, b):
    names = {"red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "white": (255,) * 3, "black": (0,) * 3}
    best = min(names, key=lambda n: sum((x - y) ** 2 for x, y in zip(names[n], (r, g, b))))
    return list(names).index(best)


@p(UNIT, UNIT, UNIT)
def yuv_matrix(r, g, b):
    M = np.array([[0.299, 0.587, 0.114], [-0.14713, -0.28886, 0.436], [0.615, -0.51499, -0.10001]])
    y = M @ np.array([r, g, b])
    return np.linalg.inv(M) @ y, y.argmax(), y[1:].tolist()


@p(LAT, DEG, LAT, DEG)
def haversine(a, b, c, d):
    a, b, c, d = map(math.radians, (a, b, c, d))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * math.asin(math.sqrt(h))


@p(LAT, DEG, LAT, DEG)
def bearing(a, b, c, d):
    f1, f2, dl = math.radians(a), math.radians(c), math.radians(d - b)
    return (
        round(
            math.degrees(
                math.atan2(
                    math.sin(dl) * math.cos(f2),
                    math.cos(f1) * math.sin(f2) - math.sin(f1) * math.cos(f2) * math.cos(dl),
                )
            )
            + 360
        )
        % 360
        // 45
    )


@p(LAT, DEG)
def mercator_tile(lat, lon):
    z = 10
    n = 1 << z
    return int((lon + 180) / 360 * n), int((1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * n)


@p(LAT, DEG)
def geohash_bits(lat, lon):
    la, lo, bits = [-90.0, 90.0], [-180.0, 180.0], 0
    for i in range(20):
        r, v = (lo, lon) if i % 2 == 0 else (la, lat)
        mid = (r[0] + r[1]) / 2
        if v > mid:
            bits = bits << 1 | 1
            r[0] = mid
        else:
            bits <<= 1
            r[1] = mid
    return bits


@p(LAT, DEG)
def geohash_text(lat, lon):
    base = "0123456789bcdefghjkmnpqrstuvwxyz"
    lat_i, lon_i = [-90.0, 90.0], [-180.0, 180.0]
    out, ch, bit, even = [], 0, 0, True
    while len(out) < 4:
        if even:
            mid = sum(lon_i) / 2
            if lon > mid:
                ch |= 16 >> bit
                lon_i[0] = mid
            else:
                lon_i[1] = mid
        else:
            mid = sum(lat_i) / 2
            if lat > mid:
                ch |= 16 >> bit
                lat_i[0] = mid
            else:
                lat_i[1] = mid
        even = not even
        if bit < 4:
            bit += 1
        else:
            out.append(base[ch])
            bit = ch = 0
    return [base.index(c) for c in out]


@p(LAT, DEG)
def ecef(lat, lon):
    a, f = 6378.137, 1 / 298.257223563
    e2 = f * (2 - f)
    s = math.sin(math.radians(lat))
    N = a / math.sqrt(1 - e2 * s * s)
    x, y = (
        N * math.cos(math.radians(lat)) * math.cos(math.radians(lon)),
        N * math.cos(math.radians(lat)) * math.sin(math.radians(lon)),
    )
    z = N * (1 - e2) * s
    # back, by iteration
    q = math.hypot(x, y)
    phi = math.atan2(z, q)
    for _ in range(5):
        n = a / math.sqrt(1 - e2 * math.sin(phi) ** 2)
        phi = math.atan2(z + e2 * n * math.sin(phi), q)
    return x / 1000, y / 1000, z / 1000, math.degrees(phi)


@p(LAT, DEG)
def lambert(lat, lon):
    p1, p2, p0, l0 = map(math.radians, (30, 60, 45, 10))
    n = (math.sin(p1) + math.sin(p2)) / 2
    C = math.cos(p1) ** 2 + 2 * n * math.sin(p1)
    rho = lambda p: math.sqrt(C - 2 * n * math.sin(p)) / n
    th = n * (math.radians(lon) - l0)
    return rho(math.radians(lat)) * math.sin(th), rho(p0) - rho(math.radians(lat)) * math.cos(th)


@p(LAT, DEG)
def dms(lat, lon):
    def split(v):
        s = -1 if v < 0 else 1
        m, sec = divmod(abs(v) * 3600, 60)
        d, m = divmod(m, 60)
        return s * d, m, round(sec)

    return split(lat) + split(lon)


@p(LAT, DEG)
def mollweide(lat, lon):
    f = math.radians(lat)
    t = f
    while True:
        d = (2 * t + math.sin(2 * t) - math.pi * math.sin(f)) / (2 + 2 * math.cos(2 * t))
        t -= d
        if abs(d) < 1e-6:
            break
    return 2 * math.sqrt(2) / math.pi * math.radians(lon) * math.cos(t), math.sqrt(2) * math.sin(t)


def bezier_ease(x1, y1, x2, y2):
    def curve(t, a, b):
        return 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t**3

    def ease(x):
        lo, hi = 0.0, 1.0
        while hi - lo > 1e-4:
            mid = (lo + hi) / 2
            if curve(mid, x1, x2) < x:
                lo = mid
            else:
                hi = mid
        return curve(lo, y1, y2)

    return ease


EASE = {"ease": bezier_ease(0.25, 0.1, 0.25, 1), "in": bezier_ease(0.42, 0, 1, 1), "out": bezier_ease(0, 0, 0.58, 1)}


@p(UNIT)
def css_ease(t):
    return [f(t) for f in EASE.values()]


class Easing:
    registry = {}

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Easing.registry[cls.__name__.lower()] = cls

    def __call__(self, t):
        return self.ease(min(max(t, 0), 1))


class Elastic(Easing):
    def __init__(self, amplitude=1, period=0.3):
        self.a, self.p = amplitude, period

    def ease(self, t):
        if t in (0, 1):
            return t
        s = self.p / (2 * math.pi) * math.asin(1 / self.a)
        return self.a * 2 ** (-10 * t) * math.sin((t - s) * 2 * math.pi / self.p) + 1


class Bounce(Easing):
    def ease(self, t):
        for lo, c, b in ((1 / 2.75, 0, 0), (2 / 2.75, 1.5, 0.75), (2.5 / 2.75, 2.25, 0.9375)):
            if t < lo:
                t -= c / 2.75
                return 7.5625 * t * t + b
        t -= 2.625 / 2.75
        return 7.5625 * t * t + 0.984375


@p((-0.5, 1.5))
def ease_classes(t):
    return [cls()(t) for cls in Easing.registry.values()]


def inout(f):
    return lambda t: f(2 * t) / 2 if t < 0.5 else 1 - f(2 * (1 - t)) / 2


@p(UNIT)
def ease_compose(t):
    quad, expo = (lambda t: t * t), (lambda t: 0 if t == 0 else 2 ** (10 * (t - 1)))
    return (
        inout(quad)(t),
        inout(inout(expo))(t),
        functools.reduce(lambda f, g: lambda t: g(f(t)), [quad, inout(quad), quad])(t),
    )


@p(UNIT)
def spring(t):
    x, v = 0.0, 0.0
    steps = int(t * 40)
    for _ in range(steps):
        v += (-12 * (x - 1) - 1.5 * v) * 0.05
        x += v * 0.05
    return x, v


PERM = [(i * 57 + 13) % 256 for i in range(256)] * 2


@p(ANY, ANY)
def perlin2(x, y):
    def fade(t):
        return t * t * t * (t * (t * 6 - 15) + 10)

    def grad(h, x, y):
        match h & 3:
            case 0:
                return x + y
            case 1:
                return -x + y
            case 2:
                return x - y
            case _:
                return -x - y

    X, Y = math.floor(x) & 255, math.floor(y) & 255
    x -= math.floor(x)
    y -= math.floor(y)
    u, v = fade(x), fade(y)
    A, B = PERM[X] + Y, PERM[X + 1] + Y
    lerp = lambda t, a, b: a + t * (b - a)
    return lerp(
        v,
        lerp(u, grad(PERM[A], x, y), grad(PERM[B], x - 1, y)),
        lerp(u, grad(PERM[A + 1], x, y - 1), grad(PERM[B + 1], x - 1, y - 1)),
    )


@p(ANY, ANY)
def worley(x, y):
    cx, cy = math.floor(x), math.floor(y)
    best = [9.0, 9.0]
    for i in range(-1, 2):
        for j in range(-1, 2):
            h = PERM[(PERM[(cx + i) & 255] + cy + j) & 255]
            d = math.dist((x, y), (cx + i + h % 16 / 16, cy + j + h // 16 / 16))
            heapq.heappushpop(best, -d) if False else best.append(d)
    best.sort()
    return best[0], best[1] - best[0]


@p(ANY, ANY)
def value_fbm(x, y):
    def rnd(ix, iy):
        return ((ix * 374761393 + iy * 668265263) ^ 1274126177) % 1000 / 1000

    def noise(x, y):
        ix, iy = math.floor(x), math.floor(y)
        fx, fy = x - ix, y - iy
        a, b, c, d = (rnd(ix + i, iy + j) for j in (0, 1) for i in (0, 1))
        return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy

    return sum(noise(x * 2**o, y * 2**o) / 2**o for o in range(3))


@p(("int", 0, 1000), ("int", 0, 1000))
def hash_mix(x, y):
    h = (x * 0x85EBCA6B ^ y * 0xC2B2AE35) & 0xFFFFFFFF
    h ^= h >> 13
    h = h * 0x27D4EB2F & 0xFFFFFFFF
    h ^= h >> 15
    return h & 0xFFFF, h >> 16


@p(("int", 0, 100000))
def lcg(seed):
    class LCG:
        def __init__(self, s):
            self.s = s

        def __iter__(self):
            return self

        def __next__(self):
            self.s = (1103515245 * self.s + 12345) & 0x7FFFFFFF
            return self.s >> 16

    return [v % 100 for v, _ in zip(LCG(seed), range(4))]


@p(("int", 1, 100000))
def xorshift(seed):
    def rng(s):
        while True:
            s ^= s << 13 & 0xFFFFFFFF
            s ^= s >> 17
            s ^= s << 5 & 0xFFFFFFFF
            yield s & 0xFF

    g = rng(seed)
    return next(g), next(g), max(next(g) for _ in range(5))


@p(("int", 1, 100000))
def mulberry(a):
    a = (a + 0x6D2B79F5) & 0xFFFFFFFF
    t = (a ^ a >> 15) * (a | 1) & 0xFFFFFFFF
    t ^= t + ((t ^ t >> 7) * (t | 61) & 0xFFFFFFFF) & 0xFFFFFFFF
    return ((t ^ t >> 14) & 0xFFFFFFFF) / 4294967296


@p(ANY, ANY)
def sdf_scene(x, y):
    def circle(r):
        return lambda x, y: math.hypot(x, y) - r

    def box(w, h):
        def f(x, y):
            dx, dy = abs(x) - w, abs(y) - h
            return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)

        return f

    def union(*s):
        return lambda x, y: min(f(x, y) for f in s)

    def sub(a, b):
        return lambda x, y: max(a(x, y), -b(x, y))

    def move(s, dx, dy):
        return lambda x, y: s(x - dx, y - dy)

    def rot(s, a):
        c, n = math.cos(a), math.sin(a)
        return lambda x, y: s(c * x + n * y, c * y - n * x)

    return sub(union(circle(1), rot(move(box(1, 0.5), 1, 1), 0.5)), circle(0.3))(x, y)


@p(ANY, ANY)
def sdf_poly(x, y):
    v = [(-1, -1), (2, -1), (1, 1.5), (0, 0.2), (-2, 2)]
    d, s, j = 1e9, 1, len(v) - 1
    for i in range(len(v)):
        ex, ey = v[j][0] - v[i][0], v[j][1] - v[i][1]
        wx, wy = x - v[i][0], y - v[i][1]
        t = max(0, min(1, (wx * ex + wy * ey) / (ex * ex + ey * ey)))
        d = min(d, (wx - ex * t) ** 2 + (wy - ey * t) ** 2)
        c = (y >= v[i][1], y < v[j][1], ex * wy > ey * wx)
        if all(c) or not any(c):
            s = -s
        j = i
    return s * math.sqrt(d)


@p(ANY, ANY, POSITIVE)
def march(x, y, z):
    def scene(px, py, pz):
        return min(math.sqrt(px * px + py * py + (pz - 3) ** 2) - 1, py + 1.2)

    t = 0.0
    for i in range(30):
        d = scene(x * 0.2 * t, y * 0.2 * t, t)
        if d < 1e-3 or t > 10:
            break
        t += d
    return min(t, 10), i // 10


@p(ANY, ANY)
def sdf_class(x, y):
    class SDF:
        def __init__(self, f):
            self.f = f

        def __call__(self, *p):
            return self.f(*p)

        def __or__(self, o):
            return SDF(lambda *p: min(self(*p), o(*p)))

        def __and__(self, o):
            return SDF(lambda *p: max(self(*p), o(*p)))

        def __invert__(self):
            return SDF(lambda *p: -self(*p))

        def __sub__(self, o):
            return self & ~o

    c = SDF(lambda x, y: math.hypot(x, y) - 1)
    b = SDF(lambda x, y: max(abs(x), abs(y)) - 0.8)
    return ((c | b) - SDF(lambda x, y: math.hypot(x - 0.5, y) - 0.4))(x, y)


@p(ANY, ANY)
def smin(a, b):
    k = 0.5
    h = max(k - abs(a - b), 0) / k
    return min(a, b) - h * h * h * k / 6, -math.log2(2 ** (-4 * a) + 2 ** (-4 * b)) / 4


@p(ANY, ANY)
def mandel_dist(x, y):
    c, z, dz = complex(x / 2, y / 2), 0j, 0j
    for n in range(40):
        dz = 2 * z * dz + 1
        z = z * z + c
        if abs(z) > 16:
            return math.log(abs(z)) * abs(z) / abs(dz), n
    return 0.0, 40


@p(ANY, ANY)
def inside_polygon(x, y):
    poly = [(-2, -2), (3, -1), (1, 3), (-1, 1), (-3, 2)]
    return (
        sum(
            (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
            for (x1, y1), (x2, y2) in zip(poly, poly[1:] + poly[:1])
        )
        % 2
        == 1
    )


@p(ANY, ANY)
def winding(x, y):
    pts = [complex(*q) - complex(x, y) for q in ((-2, -2), (3, -1.1), (1, 3), (-1, 1.1), (-3, 2))]
    return round(sum(cmath.phase(b / a) for a, b in zip(pts, pts[1:] + pts[:1])) / math.tau)


class Quat(NamedTuple):
    w: float
    x: float
    y: float
    z: float

    def __mul__(a, b):
        if not isinstance(b, Quat):
            return Quat(*(c * b for c in a))
        return Quat(
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        )

    def conj(q):
        return Quat(q.w, -q.x, -q.y, -q.z)

    @classmethod
    def turn(cls, angle, axis):
        return cls(math.cos(angle / 2), *(math.sin(angle / 2) * c for c in axis))

    def rotate(q, v):
        return (q * Quat(0, *v) * q.conj())[1:]

    @property
    def norm(q):
        return math.sqrt(math.fsum(c * c for c in q))


@p(ANGLE, ANY, ANY)
def quat_rotate(a, x, y):
    return Quat.turn(a, (0, 0.6, 0.8)).rotate((x, y, 1)), (Quat(1, 2, 3, 4) * a).norm


@p(ANGLE, ANGLE, UNIT)
def slerp(a, b, t):
    p, q = Quat.turn(a, (1, 0, 0)), Quat.turn(b, (0, 1, 0))
    d = sum(map(operator.mul, p, q))
    if d < 0:
        q, d = q * -1, -d
    if d > 0.9995:
        return tuple(x + t * (y - x) for x, y in zip(p, q))
    th = math.acos(d)
    return tuple((math.sin((1 - t) * th) * x + math.sin(t * th) * y) / math.sin(th) for x, y in zip(p, q))


@dataclass(frozen=True, slots=True)
class V:
    x: float
    y: float
    z: float = 0.0

    def __add__(s, o):
        return V(*map(operator.add, astuple(s), astuple(o)))

    def __sub__(s, o):
        return V(s.x - o.x, s.y - o.y, s.z - o.z)

    def __mul__(s, k):
        return replace(s, x=s.x * k, y=s.y * k, z=s.z * k)

    __rmul__ = __mul__

    def __matmul__(s, o):
        return s.x * o.x + s.y * o.y + s.z * o.z

    def __abs__(s):
        return math.sqrt(s @ s)

    def __neg__(s):
        return -1 * s

    def __bool__(s):
        return any(astuple(s))

    def __iter__(s):
        yield from astuple(s)

    @property
    def unit(s):
        return s * (1 / abs(s)) if s else s


@p(ANY, ANY, ANY)
def vec_reflect(x, y, z):
    v, n = V(x, y, z), V(1, 2, 2).unit
    return *(v - 2 * (v @ n) * n), abs(-v), sum([v, n], start=V(0, 0)).z


@p(ANY, ANY, ANY)
def ray_sphere(x, y, z):
    o, d, c = V(0, 0, -5), V(x / 8, y / 8, 1).unit, V(0, 0, z)
    oc = o - c
    b, q = oc @ d, oc @ oc - 4
    disc = b * b - q
    if disc < 0:
        return None or -1.0
    t = min((t for t in (-b - math.sqrt(disc), -b + math.sqrt(disc)) if t > 0), default=-1.0)
    return t


@p(ANY, ANY)
def mat_chain(a, b):
    def mm(A, B):
        return [[sum(x * y for x, y in zip(r, c)) for c in zip(*B)] for r in A]

    R = [[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]]
    T = [[1, 0, b], [0, 1, -b], [0, 0, 1]]
    return functools.reduce(mm, [R, T, R, T])


@p(ANY, ANY, ANY)
def euler_angles(a, b, c):
    R = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) @ np.array(
        [[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]]
    )
    return np.arctan2(R[2, 1], R[2, 2]), -np.arcsin(np.clip(R[2, 0], -1, 1)), np.trace(R), np.linalg.det(R)


@p(ANY, ANY, ANY)
def gram_schmidt(a, b, c):
    vs = [np.array([a, 1.0, 0]), np.array([b, 0, 2.0]), np.array([1.0, c, 1])]
    out = []
    for v in vs:
        w = v - sum((np.dot(v, u) * u for u in out), np.zeros(3))
        out.append(w / np.linalg.norm(w))
    return out[2], np.dot(out[0], out[1])


@p(ANY, ANY)
def barycentric(x, y):
    (ax, ay), (bx, by), (cx, cy) = (0, 0), (3, 0), (0, 4)
    den = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    u = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / den
    v = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / den
    return all(0 <= t <= 1 for t in (u, v, 1 - u - v)), u, v


@p(ANY, ANY, ANY, ANY)
def segments(a, b, c, d):
    def orient(p, q, r):
        v = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (v > 0) - (v < 0)

    P, Q, R, S = (a, b), (c, d), (-1, 0), (2, 1)
    return orient(P, Q, R) != orient(P, Q, S) and orient(R, S, P) != orient(R, S, Q)


@p(ANY, ANY, ANY)
def hull_area(a, b, c):
    pts = sorted([(a, b), (c, 1.0), (0.0, 0.0), (2.0, -1.0)])

    def half(pts):
        h = []
        for q in pts:
            while len(h) > 1 and (h[-1][0] - h[-2][0]) * (q[1] - h[-2][1]) - (h[-1][1] - h[-2][1]) * (q[0] - h[-2][0]) <= 0:
                h.pop()
            h.append(q)
        return h

    hull = half(pts)[:-1] + half(pts[::-1])[:-1]
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(hull, hull[1:] + hull[:1]))) / 2


@p(ANY, ANY)
def bezier_casteljau(t, k):
    pts = [(0, 0), (1, k), (2, -1), (3, 0)]
    while len(pts) > 1:
        pts = [((1 - t) * a + t * c, (1 - t) * b + t * d) for (a, b), (c, d) in zip(pts, pts[1:])]
    return pts[0]


@p(UNIT)
def bspline(t):
    knots, ctrl, deg = [0, 0, 0, 0.3, 0.7, 1, 1, 1], [0.0, 2.0, -1.0, 3.0, 1.0], 2

    @functools.cache
    def N(i, d):
        if d == 0:
            return 1.0 if knots[i] <= t < knots[i + 1] else 0.0
        a = (t - knots[i]) / (knots[i + d] - knots[i]) * N(i, d - 1) if knots[i + d] > knots[i] else 0
        b = (
            (knots[i + d + 1] - t) / (knots[i + d + 1] - knots[i + 1]) * N(i + 1, d - 1)
            if knots[i + d + 1] > knots[i + 1]
            else 0
        )
        return a + b

    return sum(c * N(i, deg) for i, c in enumerate(ctrl))
