"""What packages and blogs compute, written out: the earth and the sky, colours, easings, noises, money, games, machines."""

import cmath
import functools
import itertools
import math
import operator
import random
from collections import namedtuple

import numpy as np

from .cases import ANGLE, ANY, BYTES, COUNT, LARGE, LARGER, NATURAL, POSITIVE, SMALL, SQUARES, UNIT, WHOLE, YEARS, programs

program = programs("programs of wayfarers")
EARTH = 6371.0088


@program(SMALL, ANGLE)
def bearings(lat, lon):
    lat2, lon2 = map(math.radians, (48.2, 16.37))
    dlon = lon2 - lon
    y = math.sin(dlon) * math.cos(lat2)
    x = math.cos(lat) * math.sin(lat2) - math.sin(lat) * math.cos(lat2) * math.cos(dlon)
    bearing = (math.degrees(math.atan2(y, x)) + 360) % 360
    names = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()
    name = names[int(bearing / 22.5 + 0.5) % 16]
    return bearing, len(name), name[0] in "NS"


@program(SMALL, ANGLE)
def tiles(lat, lon):
    zoom = 6
    n = 2**zoom
    x = int((math.degrees(lon) + 180.0) / 360.0 * n)
    y = int((1.0 - math.asinh(math.tan(lat)) / math.pi) / 2.0 * n)
    key = ""
    for i in range(zoom, 0, -1):
        mask = 1 << (i - 1)
        key += str((1 if x & mask else 0) + (2 if y & mask else 0))
    return x, y, int(key, 4), len(key)


@program(SMALL, ANGLE)
def geohashes(lat, lon):
    base32 = "0123456789bcdefghjkmnpqrstuvwxyz"
    lats, lons = [-90.0, 90.0], [-180.0, 180.0]
    lat, lon = math.degrees(lat), math.degrees(lon)
    code, bits, even = 0, 0, True
    found = []
    while len(found) < 4:
        interval, value = (lons, lon) if even else (lats, lat)
        mid = sum(interval) / 2
        if value > mid:
            code = code * 2 + 1
            interval[0] = mid
        else:
            code *= 2
            interval[1] = mid
        even = not even
        bits += 1
        if bits == 5:
            found.append(base32[code])
            code = bits = 0
    text = "".join(found)
    return [base32.index(c) for c in text]


@program(SMALL, ANGLE, SMALL)
def to_ecef(lat, lon, h):
    a, f = 6378.137, 1 / 298.257223563
    e2 = f * (2 - f)
    n = a / math.sqrt(1 - e2 * math.sin(lat) ** 2)
    x, y, z = (
        (n + h) * math.cos(lat) * math.cos(lon),
        (n + h) * math.cos(lat) * math.sin(lon),
        (n * (1 - e2) + h) * math.sin(lat),
    )
    p = math.hypot(x, y)
    phi = math.atan2(z, p * (1 - e2))
    for _ in range(4):
        n = a / math.sqrt(1 - e2 * math.sin(phi) ** 2)
        phi = math.atan2(z + e2 * n * math.sin(phi), p)
    return x / a, y / a, z / a, phi - lat


@program(ANGLE, UNIT)
def kepler(mean, eccentricity):
    e = eccentricity * 0.8
    anomaly = mean if e < 0.8 else math.pi
    for _ in range(30):
        delta = (anomaly - e * math.sin(anomaly) - mean) / (1 - e * math.cos(anomaly))
        anomaly -= delta
        if abs(delta) < 1e-5:
            break
    else:
        raise RuntimeError("no convergence")
    true = 2 * math.atan2(math.sqrt(1 + e) * math.sin(anomaly / 2), math.sqrt(1 - e) * math.cos(anomaly / 2))
    return anomaly, true, 1 - e * math.cos(anomaly)


@program(NATURAL, SMALL)
def sun(day, lat):
    b = math.tau * (day - 81) / 365
    equation = 9.87 * math.sin(2 * b) - 7.53 * math.cos(b) - 1.5 * math.sin(b)
    declination = math.radians(23.45 * math.sin(b))
    cosine = -math.tan(lat * 0.9) * math.tan(declination)
    if cosine >= 1:
        return equation, 0.0
    elif cosine <= -1:
        return equation, 24.0
    return equation, 2 * math.degrees(math.acos(cosine)) / 15


@program(YEARS, COUNT)
def moon(y, m):
    m = m + 1
    if m < 3:
        y -= 1
        m += 12
    m += 1
    c, e = 365.25 * y, 30.6 * m
    jd = c + e + 15 - 694039.09
    jd /= 29.5305882
    jd -= int(jd)
    b = round(jd * 8)
    names = [
        "new",
        "waxing crescent",
        "first quarter",
        "waxing gibbous",
        "full",
        "waning gibbous",
        "last quarter",
        "waning crescent",
    ]
    return b, len(names[b & 7])


@program(UNIT, UNIT, UNIT)
def oklch(r, g, b):
    def linear(c):
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    lr, lg, lb = (linear(c) for c in (r, g, b))
    l = (0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb) ** (1 / 3)
    m = (0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb) ** (1 / 3)
    s = (0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb) ** (1 / 3)
    L = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    A = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    B = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    return L, math.hypot(A, B), (255, 64)[L > 0.5]


@program(UNIT, UNIT, UNIT)
def contrast(r, g, b):
    def luminance(*rgb):
        weights = (0.2126, 0.7152, 0.0722)
        return sum(
            w * (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4) for w, v in zip(weights, rgb, strict=True)
        )

    first, second = sorted((luminance(r, g, b), luminance(1 - r, g / 2, 0.25)), reverse=True)
    ratio = (first + 0.05) / (second + 0.05)
    return (
        ratio,
        len("AAA" if ratio >= 7 else "A"),
        next((i for i, (level, least) in enumerate({"AAA": 7, "AA": 4.5, "AA18": 3}.items()) if ratio >= least), -1),
    )


@program(("int", 1000, 12000))
def kelvin(k):
    t = k / 100
    red = 255 if t <= 66 else max(0, min(255, 329.698727446 * ((t - 60) ** -0.1332047592)))
    green = 99.4708025861 * math.log(t) - 161.1195681661 if t <= 66 else 288.1221695283 * ((t - 60) ** -0.0755148492)
    blue = 255 if t >= 66 else 0 if t <= 19 else 138.5177312231 * math.log(t - 10) - 305.0447927307
    return tuple(int(min(max(c, 0), 255) / 8) for c in (red, green, blue))


@program(UNIT)
def eased(t):
    def bounce_out(t):
        n1, d1 = 7.5625, 2.75
        if t < 1 / d1:
            return n1 * t * t
        if t < 2 / d1:
            t -= 1.5 / d1
            return n1 * t * t + 0.75
        if t < 2.5 / d1:
            t -= 2.25 / d1
            return n1 * t * t + 0.9375
        t -= 2.625 / d1
        return n1 * t * t + 0.984375

    reverse = lambda f: lambda t: 1 - f(1 - t)
    both = lambda f: lambda t: f(2 * t) / 2 if t < 0.5 else 1 - f(2 - 2 * t) / 2
    elastic = lambda t: t if t in (0, 1) else 2 ** (-10 * t) * math.sin((t * 10 - 0.75) * math.tau / 3) + 1
    return bounce_out(t), reverse(bounce_out)(t), both(reverse(elastic))(t), both(lambda x: x**3)(t)


@program(UNIT, UNIT)
def bezier_easing(x, k):
    x1, y1, x2, y2 = 0.42, 0.0, 0.25 + k / 2, 1.0

    def curve(a, b, t):
        return ((1 - 3 * b + 3 * a) * t + (3 * b - 6 * a)) * t * t + 3 * a * t

    low, high, t = 0.0, 1.0, x
    while low < high:
        found = curve(x1, x2, t)
        if abs(found - x) < 1e-4:
            break
        if x > found:
            low = t
        else:
            high = t
        t = (high - low) / 2 + low
    return curve(y1, y2, t), curve(x1, x2, t)


@program(ANY, ANY)
def gradient_noise(x, y):
    permutation = [(i * 167 + 13) % 256 for i in range(256)] * 2

    def grad(h, x, y):
        h &= 7
        u, v = (x, y) if h < 4 else (y, x)
        return (-u if h & 1 else u) + (-2.0 * v if h & 2 else 2.0 * v)

    fade = lambda t: t * t * t * (t * (t * 6 - 15) + 10)
    xi, yi = math.floor(x) & 255, math.floor(y) & 255
    xf, yf = x - math.floor(x), y - math.floor(y)
    u, v = fade(xf), fade(yf)
    corners = [[grad(permutation[permutation[xi + i] + yi + j], xf - i, yf - j) for i in (0, 1)] for j in (0, 1)]
    rows = [a + u * (b - a) for a, b in corners]
    return rows[0] + v * (rows[1] - rows[0])


@program(ANY, ANY)
def worley(x, y):
    def hashed(i, j):
        n = (i * 374761393 + j * 668265263) & 0xFFFFFFFF
        n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
        return (n ^ (n >> 16)) / 0xFFFFFFFF

    cx, cy = math.floor(x), math.floor(y)
    distances = sorted(
        math.dist((x, y), (cx + i + hashed(cx + i, cy + j), cy + j + hashed(cy + j, cx + i)))
        for i, j in itertools.product((-1, 0, 1), repeat=2)
    )
    f1, f2, *_ = distances
    return f1, f2 - f1


@program(LARGE)
def xorshift(seed):
    state = seed | 1
    out = []

    def following():
        nonlocal state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        return state

    for _ in range(3):
        out.append(following() % 100)
    return out, following() / 2**32


@program(LARGE)
def mersenne(seed):
    mt = [seed]
    for i in range(1, 8):
        mt.append((0x6C078965 * (mt[-1] ^ (mt[-1] >> 30)) + i) & 0xFFFFFFFF)
    y = mt[7]
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    y ^= y >> 18
    return y & 0xFFFF, y >> 16


@program(LARGE)
def splitmix(seed):
    mask = (1 << 64) - 1
    z = (seed + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    rotl = lambda x, k: ((x << k) | (x >> (64 - k))) & mask
    return z >> 48, z & 0xFFFF, rotl(z, 7) & 0xFF, (z >> 11) * 2.0**-53


@program(LARGE, BYTES)
def murmur(n, b):
    h = b
    for k in (n, n * 31 & 0xFFFFFFFF):
        k = k * 0xCC9E2D51 & 0xFFFFFFFF
        k = (k << 15 | k >> 17) & 0xFFFFFFFF
        h ^= k * 0x1B873593 & 0xFFFFFFFF
        h = (h << 13 | h >> 19) & 0xFFFFFFFF
        h = h * 5 + 0xE6546B64 & 0xFFFFFFFF
    h ^= 8
    h ^= h >> 16
    h = h * 0x85EBCA6B & 0xFFFFFFFF
    h ^= h >> 13
    return h & 0xFFFF, h >> 16


@program(BYTES, BYTES, BYTES)
def siphash_round(a, b, c):
    v = [a, b, c, 0x736F6D65]
    M = 0xFFFFFFFF
    rot = lambda x, n: (x << n & M) | x >> (32 - n)
    for _ in range(4):
        for one, other, by in ((0, 1, 5), (2, 3, 8), (0, 3, 7), (2, 1, 13)):
            v[one] = (v[one] + v[other]) & M
            v[other] = rot(v[other], by) ^ v[one]
        v[0], v[2] = rot(v[0], 16), rot(v[2], 16)
    x = functools.reduce(operator.xor, v)
    return x & 0xFFFF, x >> 16


@program(POSITIVE, POSITIVE)
def black_scholes(s, k):
    r, sigma, t = 0.03, 0.25, 1.5
    cdf = lambda x: (1 + math.erf(x / math.sqrt(2))) / 2
    d1 = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * t**0.5)
    d2 = d1 - sigma * t**0.5
    call = s * cdf(d1) - k * math.exp(-r * t) * cdf(d2)
    put = call - s + k * math.exp(-r * t)
    vega = s * math.exp(-(d1**2) / 2) / math.sqrt(2 * math.pi) * math.sqrt(t)
    return call, put, vega


@program(UNIT, NATURAL)
def mortgages(rate, months):
    monthly = (0.01 + rate * 0.05) / 12
    n = months + 12
    payment = 100_000 * monthly / (1 - (1 + monthly) ** -n)
    balance, interest, month = 100_000.0, 0.0, 0
    while balance > 50 and month < 24:
        i = balance * monthly
        balance += i - payment
        interest += i
        month += 1
    return payment / 100, interest / 100, month <= months + 12


@program(UNIT, ANY)
def internal_rate(k, c):
    flows = [-100, 30 + k * 20, 40, 50 + c]
    npv = lambda r: sum(f / (1 + r) ** t for t, f in enumerate(flows))
    lo, hi = -0.5, 1.0
    if npv(lo) * npv(hi) > 0:
        return math.nan
    for _ in range(40):
        mid = (lo + hi) / 2
        if npv(lo) * npv(mid) <= 0:
            hi = mid
        else:
            lo = mid
    return (lo + hi) / 2


@program(POSITIVE)
def tuned(f):
    f = f * 200
    midi = 69 + 12 * math.log2(f / 440)
    note = round(midi)
    name = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][note % 12]
    cents = 100 * (midi - note)
    just = min(
        ((n, d) for n in range(1, 9) for d in range(1, 9) if math.gcd(n, d) == 1),
        key=lambda r: abs(math.log2(r[0] / r[1]) - cents / 1200),
    )
    return note // 12 - 1, len(name), cents, just[0] / just[1]


@program(UNIT, UNIT)
def quaternions(a, b):
    Q = namedtuple("Q", "w x y z")

    def mul(p, q):
        return Q(
            p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
            p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
            p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
        )

    def slerp(p, q, t):
        dot = sum(map(operator.mul, p, q))
        if dot < 0:
            q, dot = Q(*(-v for v in q)), -dot
        if dot > 0.9995:
            r = Q(*(u + t * (v - u) for u, v in zip(p, q)))
        else:
            theta = math.acos(dot)
            r = Q(*((math.sin((1 - t) * theta) * u + math.sin(t * theta) * v) / math.sin(theta) for u, v in zip(p, q)))
        n = math.sqrt(sum(v * v for v in r))
        return Q._make(v / n for v in r)

    p, q = Q(1, 0, 0, 0), Q(math.cos(a), math.sin(a), 0, 0)
    s = slerp(p, q, b)
    return s, mul(s, q)._asdict()["z"], mul(s, Q(s.w, -s.x, -s.y, -s.z)).w


@program(ANY, ANY, UNIT)
def splines(a, b, t):
    points = [0.0, a, b, 1.0, a]
    t *= len(points) - 3
    i = min(int(t), len(points) - 4)
    p0, p1, p2, p3 = points[i : i + 4]
    t -= i
    matrix = ((0, 2, 0, 0), (-1, 0, 1, 0), (2, -5, 4, -1), (-1, 3, -3, 1))
    return sum(0.5 * sum(m * p for m, p in zip(row, (p0, p1, p2, p3))) * t**k for k, row in enumerate(matrix))


@program(UNIT, ANY, ANY)
def de_boor(x, a, b):
    knots, c, degree = [0, 0, 0, 0.5, 1, 1, 1], [0.0, a, b, 1.0], 2
    k = 2 if x < 0.5 else 3
    d = [c[j + k - degree] for j in range(degree + 1)]
    for r in range(1, degree + 1):
        for j in range(degree, r - 1, -1):
            left = knots[j + k - degree]
            alpha = (x - left) / (knots[j + 1 + k - r] - left)
            d[j] = (1 - alpha) * d[j - 1] + alpha * d[j]
    return d[degree]


@program(ANY, ANY)
def mobius(x, y):
    z = complex(x, y)
    w = (2 * z + 1j) / (1j * z + 3)
    r, phi = cmath.polar(w)
    inverse = (3 * w - 1j) / (2 - 1j * w)
    return r, phi, abs(inverse - z) < 1e-3, cmath.exp(1j * phi).real


@program(ANY, ANY)
def newton_basins(x, y):
    roots = [cmath.exp(2j * cmath.pi * k / 3) for k in range(3)]
    z, steps = complex(x, y + 0.01), 0
    for steps in range(24):
        z -= (z**3 - 1) / (3 * z**2)
        if any(abs(z - root) < 1e-3 for root in roots):
            break
    return min(range(3), key=lambda k: abs(z - roots[k])), steps


@program(ANY, ANY, ANY)
def signed_distances(x, y, z):
    vec = lambda *v: np.array(v)
    p = vec(x, y, z)

    def box(p, b):
        q = np.abs(p) - b
        return np.linalg.norm(np.maximum(q, 0)) + min(q.max(), 0)

    def torus(p, r1, r2):
        return np.hypot(np.linalg.norm(p[[0, 2]]) - r1, p[1]) - r2

    def smooth_union(d1, d2, k=0.5):
        h = np.clip(0.5 + 0.5 * (d2 - d1) / k, 0, 1)
        return d2 + (d1 - d2) * h - k * h * (1 - h)

    def capsule(p, a, b, r):
        pa, ba = p - a, b - a
        h = np.clip(np.dot(pa, ba) / np.dot(ba, ba), 0, 1)
        return np.linalg.norm(pa - ba * h) - r

    d = box(p, vec(1, 0.5, 0.75)), torus(p, 2, 0.25), capsule(p, vec(0, 0, 0), vec(1, 2, 0), 0.3)
    return *d, functools.reduce(smooth_union, d)


@program(ANY, ANY)
def polygon_distance(x, y):
    star = [(math.cos(a) * r, math.sin(a) * r) for a, r in zip(np.arange(10) * np.pi / 5, itertools.cycle((3, 1.2)))]
    d, s = (x - star[0][0]) ** 2 + (y - star[0][1]) ** 2, 1.0
    for (xi, yi), (xj, yj) in zip(star, star[-1:] + star[:-1]):
        ex, ey, wx, wy = xj - xi, yj - yi, x - xi, y - yi
        h = max(0.0, min(1.0, (wx * ex + wy * ey) / (ex * ex + ey * ey)))
        d = min(d, (wx - ex * h) ** 2 + (wy - ey * h) ** 2)
        c = (y >= yi, y < yj, ex * wy > ey * wx)
        if all(c) or not any(c):
            s = -s
    return s * math.sqrt(d)


@program(SQUARES, SQUARES)
def knights(a, b):
    (x0, y0), (x1, y1) = divmod(a, 8), divmod(b, 8)
    dx, dy = sorted((abs(x0 - x1), abs(y0 - y1)), reverse=True)
    if (dx, dy) == (1, 0):
        moves = 3
    elif (dx, dy) == (2, 2) or (dx, dy) == (1, 1) and {a, b} & {0, 7, 56, 63}:
        moves = 4
    else:
        delta = dx - dy
        moves = delta - 2 * ((delta - dy if dy > delta else delta - dy) // (3 if dy > delta else 4))
    reach = [
        (x0 + i) * 8 + y0 + j
        for i in (-2, -1, 1, 2)
        for j in (-2, -1, 1, 2)
        if abs(i) != abs(j) and 0 <= x0 + i < 8 and 0 <= y0 + j < 8
    ]
    return moves, len(reach), b in reach


@program(SQUARES)
def queens_attack(square):
    rank, file = square >> 3, square & 7
    board = 0
    for dr, df in itertools.product((-1, 0, 1), repeat=2):
        if dr or df:
            r, f = rank + dr, file + df
            while 0 <= r < 8 and 0 <= f < 8:
                board |= 1 << (8 * r + f)
                r, f = r + dr, f + df
    return board.bit_count(), board & 0xFF, board >> 56, (board & -board).bit_length()


@program(BYTES, COUNT)
def rule_automaton(rule, seed):
    cells = [(seed >> i) & 1 for i in range(5)] + [1, 0, 0]
    for _ in range(4):
        cells = [rule >> (4 * cells[i - 1] + 2 * cells[i] + cells[(i + 1) % len(cells)]) & 1 for i in range(len(cells))]
    return sum(cells), int("".join(map(str, cells)), 2)


@program(BYTES)
def ants(n):
    black, x, y, dx, dy = set(), 0, 0, 0, 1
    for _ in range(n % 12):
        if (x, y) in black:
            black.remove((x, y))
            dx, dy = -dy, dx
        else:
            black.add((x, y))
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
    return x, y, len(black)


@program(ANY, ANY)
def runge_kutta(x, v):
    def f(t, state):
        x, v = state
        return v, -x - 0.1 * v + math.cos(t)

    t, dt, state = 0.0, 0.1, (x, v)
    for _ in range(10):
        k1 = f(t, state)
        k2 = f(t + dt / 2, tuple(s + dt / 2 * k for s, k in zip(state, k1)))
        k3 = f(t + dt / 2, tuple(s + dt / 2 * k for s, k in zip(state, k2)))
        k4 = f(t + dt, tuple(s + dt * k for s, k in zip(state, k3)))
        state = tuple(s + dt / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4))
        t += dt
    return state


@program(ANY)
def adaptive_step(y):
    t, h, steps = 0.0, 0.5, 0
    f = lambda t, y: t - y
    while t < 1.0 and steps < 60:
        h = min(h, 1.0 - t)
        k1 = f(t, y)
        k2 = f(t + h, y + h * k1)
        error = abs(h * (k2 - k1) / 2)
        if error <= 0.01:
            t, y = t + h, y + h * (k1 + k2) / 2
        h *= 0.5 if error > 0.01 else 1.5 if error < 0.002 else 1
        steps += 1
    return round(y, 1)


@program(ANY)
def secant(c):
    f = lambda x: x**3 - 2 * x - 5 + c
    x0, x1 = 2.0, 3.0
    for n in range(20):
        if abs(f(x1) - f(x0)) < 1e-4:
            break
        x0, x1 = x1, x1 - f(x1) * (x1 - x0) / (f(x1) - f(x0))
    return x1, abs(f(x1)) < 0.01


@program(POSITIVE)
def lambert(x):
    w = math.log1p(x)
    while True:
        e = math.exp(w)
        step = (w * e - x) / (e * (w + 1) - (w + 2) * (w * e - x) / (2 * w + 2))
        w -= step
        if abs(step) < 1e-5 * (1 + abs(w)):
            return w


@program(UNIT, UNIT)
def perceptron(a, b):
    weights = {"hidden": [[2.0, -1.5, 0.5], [-1.0, 3.0, -0.25]], "out": [1.5, -2.0, 0.1]}
    sigmoid = lambda x: 1 / (1 + math.exp(-x))
    inputs = [a, b]
    hidden = [sigmoid(sum(w * i for w, i in zip(row, inputs + [1.0]))) for row in weights["hidden"]]
    out = sigmoid(sum(map(operator.mul, weights["out"], [*hidden, 1])))
    error = 0.5 - out
    delta = error * out * (1 - out)
    weights["out"] = [w + 0.3 * delta * h for w, h in zip(weights["out"], hidden + [1])]
    return out, weights["out"], max(range(2), key=hidden.__getitem__)


@program(ANY, ANY)
def attention(a, b):
    q = np.array([[a, 1.0], [b, 0.5]])
    scores = q @ q.T / np.sqrt(2)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    normed = (q - q.mean(axis=1, keepdims=True)) / (q.std(axis=1, keepdims=True) + 1e-2)
    return weights @ q, np.maximum(normed, 0).sum(), weights.argmax(1)


@program(ANY, ANY, ANY)
def decision_tree(a, b, c):
    tree = {
        "feature": 0,
        "at": 0.5,
        "left": {
            "feature": 1,
            "at": -1.0,
            "left": "red",
            "right": {"feature": 2, "at": 0.0, "left": "green", "right": "blue"},
        },
        "right": "red",
    }
    x, node, depth = (a, b, c), tree, 0
    while isinstance(node, dict):
        node = node["left"] if x[node["feature"]] <= node["at"] else node["right"]
        depth += 1
    return len(node), depth, ("red", "green", "blue").index(node)


@program(ANY, ANY)
def nearest_of_known(a, b):
    training = [((0, 0), "a"), ((1, 2), "b"), ((-2, 1), "c"), ((3, -1), "b"), ((-1, -3), "a")]
    nearest = sorted(training, key=lambda item: math.dist(item[0], (a, b)))[:3]
    votes = [label for _, label in nearest]
    winner = max(set(votes), key=votes.count) if len(set(votes)) < 3 else votes[0]
    return ord(winner), votes.count("b")


@program(UNIT, UNIT, UNIT)
def bayer(r, g, b):
    def matrix(n):
        if n == 1:
            return [[0]]
        m = matrix(n // 2)
        return [[4 * v + d for v in row for d in pair] for row in m for pair in ((0, 2), (3, 1))]

    m = matrix(4)
    x, y = int(r * 16), int(g * 16)
    return b * 16 > m[y % 4][x % 4], m[y & 3][x & 3], sum(map(sum, m))


@program(ANY, ANY)
def clipped_polygon(a, b):
    polygon = [(0.0, 0.0), (4.0, 0.5), (3.0 + a / 4, 4.0), (0.5, 3.0 + b / 4)]

    def clip(points, inside, cross):
        found = []
        for i, q in enumerate(points):
            p = points[i - 1]
            if inside(q):
                if not inside(p):
                    found.append(cross(p, q))
                found.append(q)
            elif inside(p):
                found.append(cross(p, q))
        return found

    limit = 2.5
    found = clip(
        polygon, lambda p: p[0] <= limit, lambda p, q: (limit, p[1] + (q[1] - p[1]) * (limit - p[0]) / (q[0] - p[0]))
    )
    area = abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(found, found[1:] + found[:1]))) / 2
    return len(found), area


@program(ANY, ANY)
def barycentric(x, y):
    (ax, ay), (bx, by), (cx, cy) = (-3, -2), (3.5, -1), (0, 3)
    d = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    u = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / d
    v = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / d
    w = 1 - u - v
    return (u, v, w) if min(u, v, w) >= 0 else (-1, -1, -1)


@program(ANY, ANY, ANY)
def ray_box(x, y, z):
    origin, direction = (x, y, -5.0), (0.1, z * 0.1, 1.0)
    near, far = -math.inf, math.inf
    for o, d, lo, hi in zip(origin, direction, (-1, -2, -1), (1, 2, 1)):
        if abs(d) < 1e-6:
            if not lo <= o <= hi:
                return -1.0, 0.0
            continue
        t0, t1 = (lo - o) / d, (hi - o) / d
        if t0 > t1:
            t0, t1 = t1, t0
        near, far = max(near, t0), min(far, t1)
        if near > far:
            return -1.0, 0.0
    return near, far


@program(ANY, ANY)
def triangle_hit(x, y):
    sub = lambda a, b: tuple(p - q for p, q in zip(a, b))
    dot = lambda a, b: sum(p * q for p, q in zip(a, b))
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    v0, v1, v2 = (-2, -2, 5), (3, -1, 6), (0, 3, 4)
    e1, e2 = sub(v1, v0), sub(v2, v0)
    ray = (x * 0.2, y * 0.2, 1.0)
    h = cross(ray, e2)
    det = dot(e1, h)
    if -1e-6 < det < 1e-6:
        return None or -1.0
    s = sub((0, 0, 0), v0)
    u = dot(s, h) / det
    q = cross(s, e1)
    v = dot(ray, q) / det
    return dot(e2, q) / det if u >= 0 and v >= 0 and u + v <= 1 else -1.0


@program(LARGE)
def units(n):
    units = ["B", "KiB", "MiB", "GiB"]
    size, i = float(n) * 100, 0
    while size >= 1024 and i < len(units) - 1:
        size /= 1024
        i += 1
    return size, i, len(units[i]), units[i].startswith("K")


@program(WHOLE, WHOLE)
def edit_distance(a, b):
    s, t = [a % 3, b % 3, 1, 0], [b % 3, 1, a % 2]
    row = list(range(len(t) + 1))
    for i, x in enumerate(s, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(t, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


@program(WHOLE, WHOLE)
def common_subsequence(a, b):
    s, t = (a % 3, b % 3, 1, 2), (b % 3, 2, a % 2)

    @functools.cache
    def lcs(i, j):
        if i == len(s) or j == len(t):
            return 0
        if s[i] == t[j]:
            return 1 + lcs(i + 1, j + 1)
        return max(lcs(i + 1, j), lcs(i, j + 1))

    return lcs(0, 0)


@program(WHOLE, WHOLE)
def knapsack(a, b):
    items = [(2, 3), (3, abs(a) % 7), (4, abs(b) % 9), (1, 1)]
    best = [0] * 8
    for weight, value in items:
        for w in range(7, weight - 1, -1):
            best[w] = max(best[w], best[w - weight] + value)
    return best[7], best[3]


@program(WHOLE, WHOLE)
def knuth_morris(a, b):
    pattern = [a % 2, 1, a % 2]
    text = [1, b % 2, a % 2, 1, 0, 1, 0, 1]
    fail = [0]
    for c in pattern[1:]:
        k = fail[-1]
        while k and c != pattern[k]:
            k = fail[k - 1]
        fail.append(k + (c == pattern[k]))
    k, found = 0, -1
    for i, c in enumerate(text):
        while k and c != pattern[k]:
            k = fail[k - 1]
        k += c == pattern[k]
        if k == len(pattern):
            found = i - k + 1
            break
    return found, fail[-1]


@program(WHOLE, WHOLE)
def longest_rise(a, b):
    values = [a % 7, b % 7, 3, (a + b) % 7, 5, a % 5]
    tails = []
    import bisect

    for v in values:
        i = bisect.bisect_left(tails, v)
        tails[i : i + 1] = [v]
    return len(tails), tails[-1]


@program(WHOLE, COUNT)
def stack_machine(a, n):
    code = [
        ("push", 3),
        ("load", 0),
        ("mul", None),
        ("load", 1),
        ("add", None),
        ("dup", None),
        ("jneg", 8),
        ("jump", 9),
        ("neg", None),
        ("halt", None),
    ]
    stack, memory, pc, steps = [], [a, n], 0, 0
    while True:
        op, arg = code[pc]
        pc += 1
        steps += 1
        match op:
            case "push":
                stack.append(arg)
            case "load":
                stack.append(memory[arg])
            case "mul" | "add":
                y, x = stack.pop(), stack.pop()
                stack.append(x * y if op == "mul" else x + y)
            case "dup":
                stack.append(stack[-1])
            case "neg":
                stack.append(-stack.pop())
            case "jneg":
                if stack.pop() < 0:
                    pc = arg
            case "jump":
                pc = arg
            case "halt":
                break
    return steps, len(stack), sum(stack)


@program(ANY, ANY)
def expressions_parsed(x, y):
    import re

    tokens = iter(re.findall(r"\d+\.?\d*|[-+*/()xy]", "2*(x+3)-y/(4-1.5)*x") + ["end"])
    token = next(tokens)

    def advance():
        nonlocal token
        before, token = token, next(tokens, "end")
        return before

    def factor():
        t = advance()
        if t == "(":
            v = expression()
            advance()
            return v
        if t == "-":
            return -factor()
        return {"x": x, "y": y}[t] if t in "xy" else float(t)

    def term():
        v = factor()
        while token in ("*", "/"):
            v = v * factor() if advance() == "*" else v / factor()
        return v

    def expression():
        v = term()
        while token in ("+", "-"):
            v = v + term() if advance() == "+" else v - term()
        return v

    return expression()


@program(BYTES)
def brainfuck(n):
    program, tape, ptr, pc, out = "[->+++<]>+.", [n % 9, 0], 0, 0, []
    jumps, stack = {}, []
    for i, c in enumerate(program):
        if c == "[":
            stack.append(i)
        elif c == "]":
            jumps[i] = stack.pop()
            jumps[jumps[i]] = i
    while pc < len(program):
        match program[pc]:
            case ">":
                ptr += 1
            case "<":
                ptr -= 1
            case "+":
                tape[ptr] = (tape[ptr] + 1) % 256
            case "-":
                tape[ptr] = (tape[ptr] - 1) % 256
            case ".":
                out.append(tape[ptr])
            case "[" if not tape[ptr]:
                pc = jumps[pc]
            case "]" if tape[ptr]:
                pc = jumps[pc]
        pc += 1
    return out[0], tape[0]


@program(ANY, ANY, ANY)
def gauss_jordan(a, b, c):
    m = [[5.0 + a, 1, 0, 1], [b / 4, 6.0, 1, 2], [1, c / 4, 7.0, 3]]
    n = len(m)
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[p] = m[p], m[i]
        m[i] = [v / m[i][i] for v in m[i]]
        for r in range(n):
            if r != i:
                m[r] = [x - m[r][i] * y for x, y in zip(m[r], m[i])]
    return [row[-1] for row in m]


@program(ANY, ANY, ANY)
def determinants(a, b, c):
    def det(m):
        if len(m) == 1:
            return m[0][0]
        return sum((-1) ** j * v * det([row[:j] + row[j + 1 :] for row in m[1:]]) for j, v in enumerate(m[0]))

    m = [[a, b, c, 1], [b, 1, 2, 0], [c, a, 1, 3], [1, 0, 2, b]]
    transposed = [list(column) for column in zip(*m)]
    trace = sum(m[i][i] for i in range(4))
    return det(m), det(transposed), trace


@program(ANY, ANY, ANY)
def jacobi_eigen(a, b, c):
    t = math.atan2(2 * b, a - c) / 2
    cos, sin = math.cos(t), math.sin(t)
    l1 = a * cos * cos + 2 * b * sin * cos + c * sin * sin
    l2 = a + c - l1
    values = np.linalg.eigvalsh([[a, b], [b, c]])
    return max(l1, l2), values[1], np.trace(np.outer([a, b], [b, c]))


@program(("int", 1, 4000))
def collatz_cached(n):
    seen = {1: 0}
    path = []
    while n not in seen and len(path) < 30:
        path.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return len(path), max(path, default=0)


@program(COUNT, COUNT)
def pascal_mod(n, k):
    row = [1]
    for _ in range(n):
        row = [1] + [x + y for x, y in zip(row, row[1:])] + [1]
    return sum(row), max(row), len(row)


@program(BYTES, BYTES)
def hamming(a, b):
    d = [(a >> i) & 1 for i in range(4)]
    p = [d[0] ^ d[1] ^ d[3], d[0] ^ d[2] ^ d[3], d[1] ^ d[2] ^ d[3]]
    word = [p[0], p[1], d[0], p[2], *d[1:]]
    word[b % 7] ^= 1
    syndrome = functools.reduce(operator.xor, [i for i, bit in enumerate(word, 1) if bit], 0)
    if syndrome:
        word[syndrome - 1] ^= 1
    return syndrome, sum(bit << i for i, bit in enumerate((word[2], word[4], word[5], word[6])))


@program(BYTES)
def galois(n):
    def multiply(a, b):
        p = 0
        while b:
            if b & 1:
                p ^= a
            a = (a << 1) ^ (0x11B if a & 0x80 else 0)
            b >>= 1
        return p

    inverse = functools.reduce(lambda r, _: multiply(multiply(r, r), n), range(6), n)
    inverse = multiply(inverse, inverse)
    s = inverse
    for shift in (1, 2, 3, 4):
        s ^= ((inverse << shift) | (inverse >> (8 - shift))) & 0xFF
    return inverse, s ^ 0x63


@program(BYTES)
def gray_and_bits(n):
    gray = n ^ (n >> 1)
    back = gray
    for s in (1, 2, 4):
        back ^= back >> s
    reverse = int(f"{n:08b}"[::-1], 2)
    spread = functools.reduce(lambda x, sm: (x | x << sm[0]) & sm[1], [(4, 0x0F0F), (2, 0x3333), (1, 0x5555)], n)
    return gray, back, reverse, spread, bin(n).count("1"), n & -n, (n & (n - 1)) == 0


@program(LARGER)
def shuffled(seed):
    rng = random.Random(7)
    deck = list(range(12))
    rng.shuffle(deck)
    state = seed
    for i in reversed(range(1, 12)):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        j = (state >> 8) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[0], deck[11], deck.index(5)


@program(UNIT, UNIT)
def halton(a, b):
    def van_der_corput(n, base):
        value, denominator = 0.0, 1.0
        while n:
            n, digit = divmod(n, base)
            denominator *= base
            value += digit / denominator
        return value

    n = int(a * 100)
    return van_der_corput(n, 2), van_der_corput(n, 3), (b + n * 0.618034) % 1
