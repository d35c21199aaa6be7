"""Shaders as they are ported, colour science, filters of sound."""

import cmath
import colorsys
import math
from collections import namedtuple
from math import cos, exp, floor, pi, sin, sqrt

import numpy as np

from .cases import ANGLE, ANY, UNIT, programs

program = programs("shaders, colours, sounds")


class vec2:
    def __init__(self, x, y=None):
        self.x = x
        self.y = x if y is None else y

    def __add__(self, o):
        o = o if isinstance(o, vec2) else vec2(o)
        return vec2(self.x + o.x, self.y + o.y)

    __radd__ = __add__

    def __sub__(self, o):
        o = o if isinstance(o, vec2) else vec2(o)
        return vec2(self.x - o.x, self.y - o.y)

    def __mul__(self, o):
        o = o if isinstance(o, vec2) else vec2(o)
        return vec2(self.x * o.x, self.y * o.y)

    __rmul__ = __mul__

    def __truediv__(self, o):
        o = o if isinstance(o, vec2) else vec2(o)
        return vec2(self.x / o.x, self.y / o.y)

    def __neg__(self):
        return vec2(-self.x, -self.y)

    def __getattr__(self, name):
        if name.startswith("_") or not set(name) <= set("xy"):
            raise AttributeError(name)
        return vec2(*(getattr(self, c) for c in name))

    def __iter__(self):
        yield self.x
        yield self.y


def dot(a, b):
    return sum((p * q for p, q in zip(a, b)))


def length(v):
    return math.sqrt(dot(v, v))


def fract(x):
    return vec2(fract(x.x), fract(x.y)) if isinstance(x, vec2) else x - math.floor(x)


def mix(a, b, t):
    return a * (1 - t) + b * t


def clamp(x, a=0.0, b=1.0):
    return max(a, min(b, x))


def smoothstep(a, b, x):
    t = clamp((x - a) / (b - a))
    return t * t * (3 - 2 * t)


@program(ANY, ANY)
def sdf_rounded(x, y):
    q = vec2(x, y)
    d = vec2(abs(q.x), abs(q.y)) - vec2(1.0, 0.5) + 0.2
    return length(vec2(max(d.x, 0), max(d.y, 0))) + min(max(d.x, d.y), 0) - 0.2


@program(ANY, ANY)
def swizzles(x, y):
    q = vec2(x, y)
    return (tuple(q.yx), tuple(q.xx + q.yx), dot(q.yx, q))


@program(ANY, ANY)
def kaleido(x, y):
    uv = vec2(x, y) * 0.5
    col = 0.0
    for i in range(4):
        uv = vec2(abs(uv.x), abs(uv.y)) - 0.5
        a = 0.7 + i * 0.1
        uv = vec2(uv.x * cos(a) - uv.y * sin(a), uv.x * sin(a) + uv.y * cos(a)) * 1.3
        col += exp(-length(uv) * 3)
    return col


@program(UNIT, UNIT)
def plasma(u, v):
    t = 1.7
    k = sin(u * 10 + t) + sin(10 * (u * sin(t / 2) + v * cos(t / 3)) + t)
    cx, cy = (u + 0.5 * sin(t / 5), v + 0.5 * cos(t / 3))
    k += sin(sqrt(100 * (cx * cx + cy * cy) + 1) + t)
    return tuple(int(127.5 * (1 + f(k * pi))) for f in (sin, cos, lambda z: sin(z + 2)))


@program(ANY, ANY)
def domain_warp(x, y):

    def n(a, b):
        i, j = (floor(a), floor(b))
        f, g = (a - i, b - j)
        h = lambda p, q: sin(p * 1.27 + q * 3.11) * 4.37 % 1
        u, w = (f * f * (3 - 2 * f), g * g * (3 - 2 * g))
        return mix(mix(h(i, j), h(i + 1, j), u), mix(h(i, j + 1), h(i + 1, j + 1), u), w)

    def fbm(a, b, o=3):
        s, amp = (0, 0.5)
        for _ in range(o):
            s += amp * n(a, b)
            a, b, amp = (a * 2, b * 2, amp / 2)
        return s

    q = (fbm(x, y), fbm(x + 5.2, y + 1.3))
    return fbm(x + 4 * q[0], y + 4 * q[1])


@program(ANY, ANY)
def mandel_smooth(x, y):
    c = complex(x * 0.5 - 0.5, y * 0.4)
    z = 0j
    for i in range(40):
        z = z * z + c
        if abs(z) > 16:
            return i + 1 - math.log2(math.log2(abs(z)))
    return 0


@program(ANY, ANY)
def burning_ship(x, y):
    zx = zy = 0.0
    n = 0
    while zx * zx + zy * zy < 4 and n < 30:
        zx, zy = (zx * zx - zy * zy + x * 0.4, abs(2 * zx * zy) + y * 0.4)
        n += 1
    return n


Ray = namedtuple("Ray", "o d")


@program(UNIT, UNIT)
def raymarch_torus(u, v):

    def sd(p):
        x, y, z = p
        q = math.hypot(x, z) - 1
        return math.hypot(q, y) - 0.3

    def normal(p, e=0.01):
        n = [
            sd([c + e * (i == k) for i, c in enumerate(p)]) - sd([c - e * (i == k) for i, c in enumerate(p)])
            for k in range(3)
        ]
        l = math.sqrt(sum(c * c for c in n)) or 1
        return [c / l for c in n]

    d = (u - 0.5, v - 0.5, 1.0)
    l = math.sqrt(sum(c * c for c in d))
    r = Ray((0, 0.5, -3), tuple(c / l for c in d))
    t = 0.0
    for _ in range(40):
        pos = tuple((o + t * k for o, k in zip(r.o, r.d)))
        h = sd(pos)
        if h < 0.01:
            break
        t += h
        if t > 10:
            return 0.0
    return max(0.0, sum((a * b for a, b in zip(normal(pos), (0.5, 0.7, -0.5)))))


@program(UNIT)
def gradient_map(t):
    stops = [(0.0, (0, 0, 0)), (0.3, (0.5, 0, 0)), (0.7, (1, 0.8, 0)), (1.0, (1, 1, 1))]
    for (t0, c0), (t1, c1) in zip(stops, stops[1:]):
        if t <= t1:
            k = (t - t0) / (t1 - t0)
            return tuple((a + (b - a) * k for a, b in zip(c0, c1)))
    return stops[-1][1]


@program(UNIT, UNIT, UNIT)
def hsluv_ish(r, g, b):
    h, l, s = colorsys.rgb_to_hls(r, g, b)
    h2, s2, v2 = colorsys.rgb_to_hsv(r, g, b)
    return (h, l, s, h2, s2, v2, *colorsys.hsv_to_rgb((h2 + 0.3) % 1, s2, v2), *colorsys.rgb_to_yiq(r, g, b))


@program(UNIT, UNIT, UNIT)
def lab_np(r, g, b):
    rgb = np.array([r, g, b])
    lin = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    M = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = M @ lin / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    L, a, bb = (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))
    return (L, a, bb, np.hypot(a, bb), np.degrees(np.arctan2(bb, a)) % 360)


@program(UNIT, UNIT, UNIT)
def daltonize(r, g, b):
    M = np.array([[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]])
    sim = np.array([[0, 2.02344, -2.52581], [0, 1, 0], [0, 0, 1]])
    lms = M.dot([r, g, b])
    out = np.linalg.inv(M) @ (sim @ lms)
    err = np.array([r, g, b]) - out
    fix = np.array([[0, 0, 0], [0.7, 1, 0], [0.7, 0, 1]]) @ err
    return np.clip(np.array([r, g, b]) + fix, 0, 1).tolist()


@program(UNIT, UNIT, UNIT)
def ciede2000(r, g, b):
    L1, a1, b1 = (100 * r, 100 * g - 50, 100 * b - 50)
    L2, a2, b2 = (50.0, 10.0, -20.0)
    C1, C2 = (math.hypot(a1, b1), math.hypot(a2, b2))
    Cb = (C1 + C2) / 2
    G = 0.5 * (1 - math.sqrt(Cb**7 / (Cb**7 + 25**7)))
    a1p, a2p = (a1 * (1 + G), a2 * (1 + G))
    C1p, C2p = (math.hypot(a1p, b1), math.hypot(a2p, b2))
    h = lambda a, b: 0 if a == b == 0 else math.degrees(math.atan2(b, a)) % 360
    h1, h2 = (h(a1p, b1), h(a2p, b2))
    dh = h2 - h1
    if C1p * C2p == 0:
        dh = 0
    elif dh > 180:
        dh -= 360
    elif dh < -180:
        dh += 360
    dH = 2 * math.sqrt(C1p * C2p) * math.sin(math.radians(dh / 2))
    hb = (
        h1 + h2
        if C1p * C2p == 0
        else (h1 + h2) / 2
        if abs(h1 - h2) <= 180
        else (h1 + h2 + 360) / 2
        if h1 + h2 < 360
        else (h1 + h2 - 360) / 2
    )
    T = (
        1
        - 0.17 * math.cos(math.radians(hb - 30))
        + 0.24 * math.cos(math.radians(2 * hb))
        + 0.32 * math.cos(math.radians(3 * hb + 6))
        - 0.2 * math.cos(math.radians(4 * hb - 63))
    )
    SL = 1 + 0.015 * ((L1 + L2) / 2 - 50) ** 2 / math.sqrt(20 + ((L1 + L2) / 2 - 50) ** 2)
    return math.sqrt(((L2 - L1) / SL) ** 2 + ((C2p - C1p) / (1 + 0.045 * Cb)) ** 2 + (dH / (1 + 0.015 * Cb * T)) ** 2)


@program(UNIT, UNIT, UNIT)
def hex_round_trip(r, g, b):
    h = "#{:02x}{:02x}{:02x}".format(*(round(255 * c) for c in (r, g, b)))
    back = tuple(int(h[i : i + 2], 16) for i in (1, 3, 5))
    return (back, len(h), h[1:3] == h[3:5])


@program(ANY, ANY, ANY, ANY)
def fir_conv(a, b, c, d):
    x, h = ([a, b, c, d], [0.25, 0.5, 0.25])
    y = [0.0] * (len(x) + len(h) - 1)
    for n, xv in enumerate(x):
        for k, hv in enumerate(h):
            y[n + k] += xv * hv
    return y


@program(ANY, ANY, ANY, ANY)
def fft_iter(a, b, c, d):
    x = [complex(v) for v in (a, b, c, d, 0, 1, -1, 2)]
    n = len(x)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            x[i], x[j] = (x[j], x[i])
    size = 2
    while size <= n:
        w = cmath.exp(-2j * cmath.pi / size)
        for s in range(0, n, size):
            t = 1
            for k in range(size // 2):
                u, v = (x[s + k], t * x[s + k + size // 2])
                x[s + k], x[s + k + size // 2] = (u + v, u - v)
                t *= w
        size *= 2
    return [abs(v) for v in x]


class Biquad:
    def __init__(self, b, a):
        self.b, self.a = (b, a)
        self.z = [0.0, 0.0]

    def process(self, x):
        y = self.b[0] * x + self.z[0]
        self.z[0] = self.b[1] * x - self.a[1] * y + self.z[1]
        self.z[1] = self.b[2] * x - self.a[2] * y
        return y

    @classmethod
    def lowpass(cls, f, q=0.707):
        w = 2 * math.pi * f
        al = math.sin(w) / (2 * q)
        a0 = 1 + al
        c = math.cos(w)
        return cls([(1 - c) / 2 / a0, (1 - c) / a0, (1 - c) / 2 / a0], [1, -2 * c / a0, (1 - al) / a0])


@program(ANY, UNIT)
def biquad_run(x, f):
    f = Biquad.lowpass(0.05 + 0.2 * f)
    return ([f.process(v) for v in (x, 0, 0, 1, -x)][-1], f.z)


@program(ANY, ANY, ANY, ANY)
def zero_crossings(a, b, c, d):
    s = np.array([a, b, c, d])
    return (
        int(np.sum(np.diff(np.sign(s)) != 0)),
        np.sqrt(np.mean(s**2)),
        np.abs(s).max() / (np.sqrt(np.mean(s**2)) + 1e-09),
    )


@program(ANY, ANY, ANY, ANY)
def envelope(a, b, c, d):
    env, out = (0.0, [])
    for x in map(abs, (a, b, c, d)):
        coeff = 0.9 if x > env else 0.3
        env = coeff * x + (1 - coeff) * env
        out.append(env)
    return out


@program(UNIT)
def adsr(t):
    A, D, S, R = (0.1, 0.2, 0.6, 0.3)
    if t < A:
        return t / A
    if t < A + D:
        return 1 - (1 - S) * (t - A) / D
    if t < 1 - R:
        return S
    return S * (1 - t) / R


@program(ANGLE)
def wavetables(ph):
    x = ph / (2 * pi) % 1
    return (
        {"saw": 2 * x - 1, "square": 1 if x < 0.5 else -1, "tri": 4 * abs(x - 0.5) - 1}["tri"],
        [2 * x - 1, 1 if x < 0.5 else -1][int(x * 2)],
    )


@program(("int", 0, 128))
def midi(n):
    names = "C C# D D# E F F# G G# A A# B".split()
    f = 440 * 2 ** ((n - 69) / 12)
    nm = names[n % 12] + str(n // 12 - 1)
    return (f, len(nm), "#" in nm)


@program(ANY, ANY, ANY, ANY)
def autocorr(a, b, c, d):
    s = [a, b, c, d]
    r = [sum(s[i] * s[i + k] for i in range(4 - k)) for k in range(4)]
    A, E = ([1.0], r[0] + 0.001)
    for k in range(1, 3):
        lam = -sum(A[j] * r[k - j] for j in range(k)) / E
        A = [(A[j] if j < k else 0) + lam * (A[k - j] if 0 <= k - j < k else 0) for j in range(k + 1)]
        E *= 1 - lam * lam
    return A


@program(ANY, ANY, ANY)
def hann_window(a, b, c):
    N = 3
    w = [0.5 - 0.5 * math.cos(2 * math.pi * n / (N + 1)) for n in range(1, N + 1)]
    X = [
        sum((x * wn * cmath.exp(-2j * math.pi * k * n / N) for n, (x, wn) in enumerate(zip((a, b, c), w)))) for k in range(N)
    ]
    return ([20 * math.log10(abs(v) + 0.001) for v in X], cmath.phase(X[0] + 1j))


@program(UNIT)
def mulaw_code(x):
    s = 2 * x - 1
    mu = 255
    y = math.copysign(math.log1p(mu * abs(s)) / math.log1p(mu), s)
    code = int((y + 1) / 2 * mu + 0.5)
    return (code, f"{code:08b}".count("1"))
