"""Algorithms as textbooks have them: language, geometry, colour, numbers, dates, graphs, sorting."""

import math
from collections import deque

from .cases import ANY, BYTES, COUNT, DAYS, MONTHS, POSITIVE, UNIT, YEARS, programs

NUMBERS, FURTHER, TINY = ("int", 0, 10000), ("int", 1, 500), ("int", 0, 4)


program = programs("algorithms")


@program(POSITIVE, POSITIVE)
def haversine(a, b):
    p = math.pi / 180
    h = 0.5 - math.cos((b - a) * 10 * p) / 2 + math.cos(a * 10 * p) * math.cos(b * 10 * p) * (1 - math.cos(0.5)) / 2
    return 12742 * math.asin(math.sqrt(h))


@program(ANY, ANY)
def sdf_box(a, b):
    dx = abs(a) - 1
    dy = abs(b) - 0.5
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)


@program(ANY, ANY)
def sdf_poly(a, b):
    v = [(0, 0), (2, 0), (1, 2)]
    d = min(((a - x) ** 2 + (b - y) ** 2 for x, y in v))
    s = 1.0
    j = len(v) - 1
    for i in range(len(v)):
        ex, ey = (v[j][0] - v[i][0], v[j][1] - v[i][1])
        wx, wy = (a - v[i][0], b - v[i][1])
        t = max(0, min(1, (wx * ex + wy * ey) / (ex * ex + ey * ey)))
        d = min(d, (wx - ex * t) ** 2 + (wy - ey * t) ** 2)
        c = (b >= v[i][1], b < v[j][1], ex * wy > ey * wx)
        if all(c) or not any(c):
            s = -s
        j = i
    return s * math.sqrt(d)


@program(ANY, ANY)
def point_in_polygon(a, b):
    poly = [(0, 0), (3, 0), (3, 3), (1, 1.5)]
    inside = False
    j = len(poly) - 1
    for i, (x, y) in enumerate(poly):
        xj, yj = poly[j]
        if (y > b) != (yj > b) and a < (xj - x) * (b - y) / (yj - y) + x:
            inside = not inside
        j = i
    return inside


@program(ANY, ANY, ANY, ANY)
def convex_hull_area(a, b, c, d):
    pts = sorted([(0.0, 0.0), (a, b), (c, d)])

    def half(ps):
        h = []
        for p in ps:
            while len(h) >= 2 and (h[-1][0] - h[-2][0]) * (p[1] - h[-2][1]) - (h[-1][1] - h[-2][1]) * (p[0] - h[-2][0]) <= 0:
                h.pop()
            h.append(p)
        return h

    lo = half(pts)
    hi = half(pts[::-1])
    hull = lo[:-1] + hi[:-1]
    return abs(sum((x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(hull, hull[1:] + hull[:1])))) / 2


@program(ANY, ANY)
def perlin_fade(a, b):
    fade = lambda t: t * t * t * (t * (t * 6 - 15) + 10)
    x0 = math.floor(a)
    y0 = math.floor(b)

    def g(i, j):
        h = i * 374761393 + j * 668265263 & 4294967295
        h = (h ^ h >> 13) * 1274126177 & 4294967295
        return (h ^ h >> 16) & 7

    u = fade(a - x0)
    v = fade(b - y0)
    top = g(x0, y0) + (g(x0 + 1, y0) - g(x0, y0)) * u
    bot = g(x0, y0 + 1) + (g(x0 + 1, y0 + 1) - g(x0, y0 + 1)) * u
    return top + (bot - top) * v


@program(UNIT, UNIT, UNIT)
def srgb_to_lab(r, g, b):
    f = lambda c: c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
    r, g, b = map(f, (r, g, b))
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    h = lambda t: t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
    x, y, z = map(h, (x, y, z))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


@program(ANY)
def newton_cubic(a):
    x = 1.0
    for _ in range(20):
        d = (x**3 - x - abs(a) - 1) / (3 * x * x - 1)
        x -= d
        if abs(d) < 1e-06:
            break
    return x


@program(ANY)
def bisection(a):
    lo, hi = (-5.0, 5.0)
    while hi - lo > 0.001:
        m = (lo + hi) / 2
        if m**3 + m < a:
            lo = m
        else:
            hi = m
    return lo


@program(FURTHER)
def totient(n):
    r = n
    p = 2
    while p * p <= n:
        if n % p == 0:
            while n % p == 0:
                n //= p
            r -= r // p
        p += 1
    return r - r // n if n > 1 else r


@program(FURTHER)
def sum_divisors(n):
    return sum(d for d in range(1, n + 1) if n % d == 0)


@program(FURTHER, FURTHER)
def egcd(a, b):
    x0, x1 = (1, 0)
    while b:
        q, a, b = (a // b, b, a % b)
        x0, x1 = (x1, x0 - q * x1)
    return (a, x0)


@program(BYTES)
def crc8(a):
    c = a & 255
    for _ in range(8):
        c = (c << 1 ^ 7) & 255 if c & 128 else c << 1 & 255
    return c


@program(NUMBERS)
def xorshift(n):
    x = n | 1
    x ^= x << 13 & 4294967295
    x ^= x >> 17
    x ^= x << 5 & 4294967295
    return x % 1000


@program(NUMBERS)
def lcg(n):
    for _ in range(3):
        n = (1664525 * n + 1013904223) % 2**32
    return n >> 16


@program(BYTES)
def fnv(n):
    h = 2166136261
    for b in (n & 255, n >> 4 & 15):
        h = (h ^ b) * 16777619 & 4294967295
    return h >> 8


@program(BYTES, BYTES)
def morton(a, b):
    r = 0
    for i in range(8):
        r |= (a >> i & 1) << 2 * i | (b >> i & 1) << 2 * i + 1
    return r


@program(YEARS)
def easter(y):
    a = y % 19
    b, c = divmod(y, 100)
    d, e = divmod(b, 4)
    f = (b + 8) // 25
    g = (b - f + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    rest = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * rest) // 451
    month, day = divmod(h + rest - 7 * m + 114, 31)
    return (month, day + 1)


@program(YEARS, MONTHS, DAYS)
def julian_day(y, m, d):
    a = (14 - m) // 12
    y = y + 4800 - a
    m = m + 12 * a - 3
    return d + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045


@program(COUNT, COUNT, COUNT)
def bubble(a, b, c):
    x = [a, b, c]
    for i in range(len(x)):
        for j in range(len(x) - 1 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = (x[j + 1], x[j])
    return x


@program(COUNT, COUNT, COUNT, COUNT)
def insertion(*xs):
    x = list(xs)
    for i in range(1, len(x)):
        v = x[i]
        j = i - 1
        while j >= 0 and x[j] > v:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = v
    return x


@program(COUNT)
def binary_search(k):
    v = [1, 3, 4, 6, 8, 9]
    lo, hi = (0, len(v) - 1)
    while lo <= hi:
        m = (lo + hi) // 2
        if v[m] == k:
            return m
        if v[m] < k:
            lo = m + 1
        else:
            hi = m - 1
    return -1


@program(COUNT, COUNT)
def bfs_grid(a, b):
    start = (a % 3, b % 3)
    q = deque([((0, 0), 0)])
    seen = {(0, 0)}
    while q:
        (x, y), d = q.popleft()
        if (x, y) == start:
            return d
        for nx, ny in ((x + 1, y), (x, y + 1)):
            if nx < 3 and ny < 3 and ((nx, ny) not in seen):
                seen.add((nx, ny))
                q.append(((nx, ny), d + 1))
    return -1


@program(COUNT, COUNT, COUNT)
def floyd(a, b, c):
    D_ = [[0, a + 1, 9], [b + 1, 0, c + 1], [2, 9, 0]]
    for k in range(3):
        for i in range(3):
            for j in range(3):
                D_[i][j] = min(D_[i][j], D_[i][k] + D_[k][j])
    return D_


@program(COUNT, COUNT, COUNT)
def union_find(a, b, c):
    p = list(range(4))

    def find(i):
        while p[i] != i:
            i = p[i]
        return i

    for x, y in ((a % 4, b % 4), (b % 4, c % 4)):
        p[find(x)] = find(y)
    return sum(find(i) == find(0) for i in range(4))


@program(COUNT, COUNT, COUNT)
def topo_levels(a, b, c):
    w = {"a": a, "b": b, "c": c}
    dep = {"a": (), "b": ("a",), "c": ("a", "b")}
    done = {}
    for n in "abc":
        done[n] = w[n] + max((done[d] for d in dep[n]), default=0)
    return done["c"]


@program(ANY, ANY, ANY)
def dct4(a, b, c):
    return [sum((x * math.cos(math.pi / 3 * (i + 0.5) * k) for i, x in enumerate((a, b, c)))) for k in range(3)]


@program(ANY, ANY, ANY)
def gauss_elim(a, b, c):
    M_ = [[4.0, a / 4, 1.0, 1.0], [b / 4, 5.0, 2.0, c], [1.0, 1.0, 6.0, a]]
    n = 3
    for i in range(n):
        for r in range(i + 1, n):
            f = M_[r][i] / M_[i][i]
            for k in range(i, n + 1):
                M_[r][k] -= f * M_[i][k]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (M_[i][n] - sum(M_[i][k] * x[k] for k in range(i + 1, n))) / M_[i][i]
    return x


@program(ANY, ANY, ANY)
def values_live(a, b, c):
    d = {"x": a}
    v = d.values()
    d["y"] = b
    d["x"] = c
    return (sum(v), len(v))


@program(ANY, ANY)
def alias(a, b):
    x = [[0.0] * 2] * 2
    x[0][0] = a
    y = [r[:] for r in x]
    y[1][1] = b
    return (x[1][0], y[0][1], y[1][1])


@program(BYTES, BYTES)
def alpha_over(a, b):
    return (a * b + (255 - b) * 30 + 127) // 255


@program(BYTES)
def dither(a):
    return [int(a > t * 16) for t in (0, 8, 2, 10)]
