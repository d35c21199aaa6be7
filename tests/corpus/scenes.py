"""Colour science, distances to shapes, curves and grids, as people write them for themselves."""

import abc
import bisect
import dataclasses
import enum
import functools
import itertools
import math
import operator
import typing
from dataclasses import astuple, dataclass, replace

from .cases import ANGLE, ANY, POSITIVE, UNIT, programs

program = programs("colours and shapes")


TINY = ("int", 0, 8)


FEW = ("int", 0, 5)


BYTE = ("int", 0, 256)


@program(UNIT, UNIT, UNIT)
def srgb_to_oklab(r, g, b):
    lin = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b)]
    l = 0.4122214708 * lin[0] + 0.5363325363 * lin[1] + 0.0514459929 * lin[2]
    m = 0.2119034982 * lin[0] + 0.6806995451 * lin[1] + 0.1073969566 * lin[2]
    s = 0.0883024619 * lin[0] + 0.2817188376 * lin[1] + 0.6299787005 * lin[2]
    l, m, s = map(lambda v: math.copysign(abs(v) ** (1 / 3), v), (l, m, s))
    return (
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    )


@dataclass(frozen=True, slots=True)
class XYZ:
    x: float
    y: float
    z: float
    WHITE: typing.ClassVar[tuple] = (95.047, 100.0, 108.883)

    def lab(self):

        def f(t):
            return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29

        fx, fy, fz = (f(v / w) for v, w in zip(dataclasses.astuple(self), self.WHITE))
        return Lab(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))


class Lab(typing.NamedTuple):
    l: float
    a: float
    b: float

    @property
    def chroma(self):
        return math.hypot(self.a, self.b)

    @property
    def hue(self):
        return math.degrees(math.atan2(self.b, self.a)) % 360

    def __sub__(self, other):
        return math.sqrt(sum(((p - q) ** 2 for p, q in zip(self, other))))


@program(UNIT, UNIT, UNIT)
def lab_chroma(r, g, b):
    lab = XYZ(100 * r, 100 * g, 100 * b).lab()
    return (lab.chroma, lab - Lab(50, 0, 0), lab._replace(l=3))


@program(UNIT, UNIT, UNIT)
def hsluv_like(r, g, b):
    h, s, v = (0.0, 0.0, max(r, g, b))
    lo = min(r, g, b)
    if v != lo:
        d = v - lo
        s = d / v
        match (r == v, g == v, b == v):
            case [True, _, _]:
                h = (g - b) / d + (6 if g < b else 0)
            case [_, True, _]:
                h = (b - r) / d + 2
            case _:
                h = (r - g) / d + 4
    return (h / 6, s, v)


@program(UNIT, UNIT, UNIT)
def cmyk(r, g, b):
    k = 1 - max(r, g, b)
    if k == 1:
        return (0, 0, 0, 1)
    return (*((1 - c - k) / (1 - k) for c in (r, g, b)), k)


@program(POSITIVE)
def kelvin_rgb(t):
    t = t * 1000
    tmp = t / 100
    red = 255 if tmp <= 66 else 329.698727446 * (tmp - 60) ** (-0.1332047592)
    green = 99.4708025861 * math.log(tmp) - 161.1195681661 if tmp <= 66 else 288.1221695283 * (tmp - 60) ** (-0.0755148492)
    blue = 255 if tmp >= 66 else 0 if tmp <= 19 else 138.5177312231 * math.log(tmp - 10) - 305.0447927307
    return tuple(min(max(c, 0), 255) for c in (red, green, blue))


@program(UNIT, UNIT, UNIT)
def gamut_clip(r, g, b):
    rgb = [2 * r - 0.5, 2 * g - 0.5, 2 * b - 0.5]
    if all(0 <= c <= 1 for c in rgb):
        return rgb
    luma = sum((w * c for w, c in zip((0.2126, 0.7152, 0.0722), rgb)))

    def scale(t):
        return [luma + t * (c - luma) for c in rgb]

    lo, hi = (0.0, 1.0)
    for _ in range(12):
        mid = (lo + hi) / 2
        if all(0 <= c <= 1 for c in scale(mid)):
            lo = mid
        else:
            hi = mid
    return scale(lo)


@program(BYTE, BYTE, BYTE)
def hexcode(r, g, b):
    code = r << 16 | g << 8 | b
    unpacked = [code >> s & 255 for s in (16, 8, 0)]
    return (code % 9973, sum(unpacked), code == int("".join(f"{v:02x}" for v in (1, 2, 3)), 16))


@program(UNIT, UNIT, UNIT)
def tone_curves(x, a, b):
    curves = {
        "reinhard": lambda v: v / (1 + v),
        "aces": lambda v: v * (2.51 * v + 0.03) / (v * (2.43 * v + 0.59) + 0.14),
        "hable": lambda v: (v * (0.15 * v + 0.05) + 0.004) / (v * (0.15 * v + 0.5) + 0.06) - 0.02 / 0.3,
    }
    return [f(4 * x) for _, f in sorted(curves.items())]


class Space(enum.Enum):
    LINEAR = "linear"
    SRGB = "srgb"
    REC709 = "rec709"

    def encode(self, v):
        match self:
            case Space.LINEAR:
                return v
            case Space.SRGB:
                return 12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055
            case Space.REC709:
                return 4.5 * v if v < 0.018 else 1.099 * v**0.45 - 0.099


@program(UNIT, TINY)
def spaces(v, n):
    s = list(Space)[n % 3]
    return (s.encode(v), s is Space.SRGB, [e.encode(v) for e in Space])


@program(UNIT, UNIT, UNIT)
def color_matrix(r, g, b):
    M = [[0.412, 0.358, 0.18], [0.213, 0.715, 0.072], [0.019, 0.119, 0.95]]
    rgb = [r, g, b]
    xyz = [sum((m * c for m, c in zip(row, rgb))) for row in M]
    T = list(zip(*M))
    back = [sum(map(operator.mul, row, xyz)) for row in T]
    return xyz + back


@program(UNIT, UNIT)
def blend_modes(a, b):
    modes = (
        lambda x, y: x * y,
        lambda x, y: x + y - x * y,
        min,
        max,
        lambda x, y: abs(x - y),
        lambda x, y: 2 * x * y if x < 0.5 else 1 - 2 * (1 - x) * (1 - y),
        lambda x, y: (1 - 2 * y) * x * x + 2 * y * x,
        lambda x, y: min(1, x / (1 - y)) if y < 1 else 1,
    )
    return [m(a, b) for m in modes]


@program(UNIT, UNIT, UNIT, UNIT)
def porter_duff(a, b, c, d):

    class Px(typing.NamedTuple):
        color: float
        alpha: float

        def over(self, o):
            alpha = self.alpha + o.alpha * (1 - self.alpha)
            return Px((self.color * self.alpha + o.color * o.alpha * (1 - self.alpha)) / alpha if alpha else 0.0, alpha)

    return functools.reduce(Px.over, [Px(a, b), Px(c, d), Px(0.5, 0.5)])


@program(UNIT)
def palette_cos(t):
    a, b, c, d = ((0.5,) * 3, (0.5,) * 3, (1, 1, 1), (0, 1 / 3, 2 / 3))
    return [a_ + b_ * math.cos(math.tau * (c_ * t + d_)) for a_, b_, c_, d_ in zip(a, b, c, d)]


@program(UNIT)
def gradient_stops(t):
    stops = [(0.0, (0, 0, 0)), (0.3, (255, 0, 0)), (0.7, (255, 255, 0)), (1.0, (255, 255, 255))]
    i = bisect.bisect_right([s for s, _ in stops], t) - 1
    i = min(i, len(stops) - 2)
    (p, c0), (q, c1) = (stops[i], stops[i + 1])
    k = (t - p) / (q - p)
    return tuple((a + (b - a) * k for a, b in zip(c0, c1)))


@program(UNIT, UNIT, UNIT)
def nearest_palette(r, g, b):
    palette = {"black": (0, 0, 0), "white": (1, 1, 1), "red": (1, 0, 0), "olive": (0.5, 0.5, 0)}
    name, best = min(palette.items(), key=lambda kv: sum(((x - y) ** 2 for x, y in zip(kv[1], (r, g, b)))))
    return best + (len(name),)


@program(UNIT, UNIT, UNIT)
def ycocg(r, g, b):
    co = r - b
    t = b + co / 2
    cg = g - t
    y = t + cg / 2
    t2 = y - cg / 2
    g2 = cg + t2
    b2 = t2 - co / 2
    r2 = b2 + co
    return (y, co, cg, abs(r - r2) < 1e-05, abs(g - g2) < 1e-05)


@program(UNIT, UNIT, UNIT)
def delta_e94(a, b, c):
    L1, L2 = ((50 + 50 * a, 20 * b, -20 * c), (50 - 20 * b, 10 * a, 20 * c))
    C1, C2 = (math.hypot(*L[1:]) for L in (L1, L2))
    dL, dC = (L1[0] - L2[0], C1 - C2)
    da, db = (p - q for p, q in zip(L1[1:], L2[1:]))
    dH2 = max(0, da**2 + db**2 - dC**2)
    return math.sqrt(dL**2 + (dC / (1 + 0.045 * C1)) ** 2 + dH2 / (1 + 0.015 * C1) ** 2)


@program(UNIT, UNIT, UNIT)
def xyy(x, y, z):
    X, Y, Z = (x + 0.1, y + 0.1, z + 0.1)
    s = X + Y + Z
    d = dict(x=X / s, y=Y / s, Y=Y)
    n = (d["x"] - 0.332) / (0.1858 - d["y"]) if abs(0.1858 - d["y"]) > 0.02 else 1
    return (*d.values(), 449 * n**3 + 3525 * n**2 + 6823.3 * n + 5520.33 if abs(n) < 3 else 0)


class V(typing.NamedTuple):
    x: float
    y: float
    z: float = 0.0

    def __add__(self, o):
        return V(*(a + b for a, b in zip(self, o)))

    def __sub__(self, o):
        return V(*(a - b for a, b in zip(self, o)))

    def __mul__(self, k):
        return V(*(a * k for a in self))

    __rmul__ = __mul__

    def __matmul__(self, o):
        return sum((a * b for a, b in zip(self, o)))

    def __abs__(self):
        return math.sqrt(self @ self)

    def __xor__(self, o):
        return V(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)

    def unit(self):
        return self * (1 / abs(self))


@program(ANY, ANY, ANY)
def vec_ops(a, b, c):
    u, v = (V(a, b, c), V(1, 2, 3))
    return (*u ^ v, u @ v, abs(2 * u - v), *v.unit())


class SDF(abc.ABC):
    @abc.abstractmethod
    def __call__(self, p): ...

    def __or__(self, o):
        return Op(min, self, o)

    def __and__(self, o):
        return Op(max, self, o)

    def __sub__(self, o):
        return Op(lambda a, b: max(a, -b), self, o)


class Op(SDF):
    def __init__(self, f, *parts):
        self.f, self.parts = (f, parts)

    def __call__(self, p):
        return functools.reduce(self.f, [q(p) for q in self.parts])


@dataclass
class Ball(SDF):
    c: V
    r: float = 1

    def __call__(self, p):
        return abs(p - self.c) - self.r


@dataclass
class Box(SDF):
    half: V

    def __call__(self, p):
        q = V(*(abs(a) - h for a, h in zip(p, self.half)))
        return abs(V(*(max(a, 0) for a in q))) + min(max(q), 0)


@program(ANY, ANY, ANY)
def csg(a, b, c):
    shape = (Ball(V(0, 0, 0), 2) & Box(V(1.5, 1.5, 1.5))) - Ball(V(1, 1, 1)) | Ball(V(-3, 0, 0), 0.5)
    return shape(V(a, b, c))


@program(ANY, ANY)
def march(a, b):
    shape = Ball(V(0, 0, 5), 2) | Box(V(0.5, 0.5, 3))
    o, d = (V(a / 2, b / 2, -3), V(0, 0, 1))
    t = 0.0
    for _ in range(24):
        h = shape(o + d * t)
        if h < 0.001:
            break
        t += h
        if t > 20:
            break
    return t


@program(ANY, ANY)
def sd_segment(x, y):

    def sd(p, a, b):
        pa, ba = ([p[i] - a[i] for i in (0, 1)], [b[i] - a[i] for i in (0, 1)])
        h = max(0, min(1, (pa[0] * ba[0] + pa[1] * ba[1]) / (ba[0] ** 2 + ba[1] ** 2)))
        return math.dist(pa, [h * c for c in ba])

    poly = [(0, 0), (2, 0.5), (1, 2), (-1, 1)]
    return min((sd((x, y), a, b) for a, b in zip(poly, poly[1:] + poly[:1])))


@program(ANY, ANY)
def winding(x, y):
    pts = [complex(0, 0), complex(3, 0.5), complex(1, 3), complex(-2, 1)]
    z = complex(x, y)
    total = 0.0
    for a, b in itertools.pairwise(pts + pts[:1]):
        u, v = (a - z, b - z)
        total += math.atan2((u.conjugate() * v).imag, (u.conjugate() * v).real)
    return round(total / math.tau)


@program(ANY, ANY, ANY, ANY)
def circle_circle(a, b, c, d):
    r0, r1 = (2.0, 1.5)
    dist = math.hypot(c - a, d - b)
    if dist > r0 + r1 or dist < abs(r0 - r1) or dist == 0:
        return (0, 0, 0)
    k = (r0**2 - r1**2 + dist**2) / (2 * dist)
    h = math.sqrt(max(r0**2 - k**2, 0))
    return (2, k, h)


@program(ANY, ANY, ANY)
def ray_triangle(a, b, c):
    o, d = (V(a / 4, b / 4, -5), V(0, c / 20, 1).unit())
    p, q, r = (V(-1, -1, 0), V(1, -1, 0.5), V(0, 1, 0.2))
    e1, e2 = (q - p, r - p)
    h = d ^ e2
    det = e1 @ h
    if abs(det) < 1e-06:
        return -1.0
    s = o - p
    u = s @ h / det
    if not 0 <= u <= 1:
        return -2.0
    k = s ^ e1
    v = d @ k / det
    if v < 0 or u + v > 1:
        return -3.0
    return e2 @ k / det


@program(ANY, ANY)
def bezier(x, y):

    def lerp(p, q, t):
        return tuple((a + (b - a) * t for a, b in zip(p, q)))

    def casteljau(ps, t):
        return ps[0] if len(ps) == 1 else casteljau([lerp(a, b, t) for a, b in zip(ps, ps[1:])], t)

    t = (x + 4) / 8
    return casteljau([(0, 0), (1, y), (2, -y), (3, 0)], t)


@program(ANGLE, ANGLE, ANGLE)
def quaternion(a, b, c):

    @dataclass
    class Q:
        w: float
        x: float
        y: float
        z: float

        def __mul__(s, o):
            return Q(
                s.w * o.w - s.x * o.x - s.y * o.y - s.z * o.z,
                s.w * o.x + s.x * o.w + s.y * o.z - s.z * o.y,
                s.w * o.y - s.x * o.z + s.y * o.w + s.z * o.x,
                s.w * o.z + s.x * o.y - s.y * o.x + s.z * o.w,
            )

        def conj(s):
            return replace(s, x=-s.x, y=-s.y, z=-s.z)

        @classmethod
        def about(cls, axis, angle):
            n = math.hypot(*axis)
            return cls(math.cos(angle / 2), *(math.sin(angle / 2) * v / n for v in axis))

    q = Q.about((a, b, 1), c)
    r = q * Q(0, 1, 2, 3) * q.conj()
    return astuple(r)


@program(ANY, ANY)
def convex_hull_area(a, b):
    pts = sorted([(0, 0), (4, 0), (0, 4), (1, 1)])
    shoelace = lambda ps: abs(sum((x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ps, ps[1:] + ps[:1])))) / 2
    return (shoelace([(0, 0), (4, 0), (a, b)]), shoelace(pts))


@program(ANY, ANY, ANY, ANY)
def hull_of_four(a, b, c, d):
    pts = sorted([(a, b), (c, d), (0.1, 0.2), (2.5, -1.5)])

    def cross(o, p, q):
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    def half(ps):
        out = []
        for p in ps:
            while len(out) >= 2 and cross(out[-2], out[-1], p) <= 0:
                out.pop()
            out.append(p)
        return out

    return (len(half(pts)), len(half(pts[::-1])))


@program(ANY, ANY)
def barycentric(x, y):
    (x0, y0), (x1, y1), (x2, y2) = ((-3, -2), (3, -1), (0, 3))
    det = (y1 - y2) * (x0 - x2) + (x2 - x1) * (y0 - y2)
    u = ((y1 - y2) * (x - x2) + (x2 - x1) * (y - y2)) / det
    v = ((y2 - y0) * (x - x2) + (x0 - x2) * (y - y2)) / det
    w = 1 - u - v
    return sum((k * (i + 1) for i, k in enumerate((u, v, w)))) if min(u, v, w) >= 0 else None or -1


@program(ANY, ANY)
def hexgrid(x, y):
    q = math.sqrt(3) / 3 * x - y / 3
    r = 2 / 3 * y
    cx, cz = (q, r)
    cy = -cx - cz
    rx, ry, rz = (round(cx), round(cy), round(cz))
    dx, dy, dz = (abs(rx - cx), abs(ry - cy), abs(rz - cz))
    if dx > dy and dx > dz:
        rx = -ry - rz
    elif dy > dz:
        ry = -rx - rz
    else:
        rz = -rx - ry
    return (rx, rz)


@program(ANY, ANY)
def koch(x, y):
    s = 1.0
    x, y = (abs(x), y)
    for _ in range(5):
        x, y = (x * 3 - 1.5, y * 3)
        s *= 3
        x = abs(x)
        if x > 0.5:
            c = math.cos(math.pi / 3)
            sn = math.sin(math.pi / 3)
            x, y = (c * (x - 0.5) + sn * y, -sn * (x - 0.5) + c * y)
    return math.hypot(max(x - 1, 0), y) / s


@program(("int", 0, 32), ("int", 0, 32))
def hilbert(x, y):
    d, s, n = (0, 16, 32)
    while s > 0:
        rx, ry = (int(x & s > 0), int(y & s > 0))
        d += s * s * (3 * rx ^ ry)
        if ry == 0:
            if rx == 1:
                x, y = (n - 1 - x, n - 1 - y)
            x, y = (y, x)
        s //= 2
    return d
