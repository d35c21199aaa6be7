"""Astronomy and physics, checksums and hashes, signals, dates, and what collections of algorithms have."""

import bisect
import calendar
import cmath
import datetime
import functools
import heapq
import itertools
import math
import operator
import statistics
import string
from collections import Counter, deque

import numpy as np

from .cases import ANY, BYTES, NATURAL, UNIT, programs

p, alone = programs("formulas and checks"), programs("formulas and checks", long=True)

DAY = ("int", 1, 366)


YEAR = ("int", 1950, 2100)


LAT = (-65.0, 65.0)


@p(DAY, LAT)
def day_length(n, lat):
    d = math.radians(23.44) * math.sin(math.tau * (284 + n) / 365)
    x = -math.tan(math.radians(lat)) * math.tan(d)
    return 24.0 if x < -1 else 0.0 if x > 1 else 24 / math.pi * math.acos(x)


@p(DAY, (0.0, 24.0), LAT)
def solar_position(n, hour, lat):
    g = math.tau / 365 * (n - 1 + (hour - 12) / 24)
    c = (0.006918, -0.399912, 0.070257, -0.006758, 0.000907)
    decl = c[0] + sum(k * f(m * g) for k, f, m in zip(c[1:], (math.cos, math.sin) * 2, (1, 1, 2, 2)))
    ha = math.radians(15 * (hour - 12))
    la = math.radians(lat)
    z = math.acos(max(-1, min(1, math.sin(la) * math.sin(decl) + math.cos(la) * math.cos(decl) * math.cos(ha))))
    return math.degrees(decl), 90 - math.degrees(z)


@p((0.0, 6.28), (0.0, 0.9))
def kepler(M, e):
    E = M if e < 0.8 else math.pi
    for _ in range(20):
        dE = (E - e * math.sin(E) - M) / (1 - e * math.cos(E))
        E -= dE
        if abs(dE) < 1e-6:
            break
    nu = 2 * math.atan2(math.sqrt(1 + e) * math.sin(E / 2), math.sqrt(1 - e) * math.cos(E / 2))
    return E, math.cos(nu), 1 - e * math.cos(E)


@p(YEAR, ("int", 1, 13), ("int", 1, 29))
def moon_phase(y, m, d):
    if m < 3:
        y, m = y - 1, m + 12
    a = y // 100
    jd = int(365.25 * (y + 4716)) + int(30.6001 * (m + 1)) + d + 2 - a + a // 4 - 1524
    return (jd - 2451550) % 29, ["new", "first", "full", "last"].index(
        ("new", "first", "full", "last")[(jd - 2451550) % 30 // 8]
    )


@p((0.0, 24.0), (0.0, 360.0))
def sidereal(ut, lon):
    d = 8766.5
    gmst = (18.697374558 + 24.06570982441908 * d) % 24 + ut * 1.00273790935
    return (gmst + lon / 15) % 24


@p((0.0, 360.0), LAT)
def equ_ecl(ra, dec):
    e = math.radians(23.4392911)
    a, d = math.radians(ra), math.radians(dec)
    return math.degrees(math.atan2(math.sin(a) * math.cos(e) + math.tan(d) * math.sin(e), math.cos(a))) % 360, math.degrees(
        math.asin(math.sin(d) * math.cos(e) - math.cos(d) * math.sin(e) * math.sin(a))
    )


@p((1.0, 20.0))
def magnitudes(f):
    return -2.5 * math.log10(f), 10 ** (f / 5 + 1), f"{f}" is not None


@p((0.1, 3.0))
def cosmology_int(z):
    def E(z):
        return math.sqrt(0.3 * (1 + z) ** 3 + 0.7)

    n, h = 20, z / 20
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) / E(i * h) for i in range(n + 1))


@p((-20.0, 45.0), (1.0, 100.0))
def dew_point(t, rh):
    b, c = (17.966, 247.15) if t <= 0 else (17.368, 238.88)
    g = math.log(rh / 100) + b * t / (c + t)
    return c * g / (b - g)


@p((-20.0, 45.0), (5.0, 100.0))
def wet_bulb(t, rh):
    e_s = lambda t: 6.112 * math.exp(17.67 * t / (t + 243.5))
    e, lo, hi = e_s(t) * rh / 100, -40.0, t
    while hi - lo > 1e-3:
        mid = 0.5 * (lo + hi)
        if e_s(mid) - 0.66 * (t - mid) > e:
            hi = mid
        else:
            lo = mid
    return round(lo, 1)


@p((26.0, 45.0), (40.0, 100.0))
def heat_index(t, r):
    t = t * 9 / 5 + 32
    c = [-42.379, 2.04901523, 10.14333127, -0.22475541, -6.83783e-3, -5.481717e-2, 1.22874e-3, 8.5282e-4, -1.99e-6]
    hi = sum(
        k * t**a * r**b for k, (a, b) in zip(c, [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2)])
    )
    return (hi - 32) * 5 / 9


@p((1e3, 1e6), (1e-5, 0.05))
def colebrook(re, eps):
    f = 0.02
    prev = None
    while prev is None or abs(f - prev) > 1e-7:
        prev = f
        f = (-2 * math.log10(eps / 3.7 + 2.51 / (re * math.sqrt(f)))) ** -2
    return f * 100


@p((0.0, 20000.0))
def isa(h):
    layers = ((0, 288.15, -0.0065, 101325.0), (11000, 216.65, 0.0, 22632.06), (20000, 216.65, 0.001, 5474.89))
    base = max((l for l in layers if l[0] <= h), key=lambda l: l[0])
    hb, tb, lr, pb = base
    if lr:
        return tb + lr * (h - hb), pb * (1 + lr * (h - hb) / tb) ** (-9.80665 / (lr * 287.05)) / 1000
    return tb, pb * math.exp(-9.80665 * (h - hb) / (287.05 * tb)) / 1000


@p((0.05, 2.0), (1.0, 3.0))
def mach_area(m, g):
    gm = 1.0 + g / 4
    return 1 / m * ((2 / (gm + 1)) * (1 + (gm - 1) / 2 * m * m)) ** ((gm + 1) / 2 / (gm - 1))


@p((1.1, 5.0))
def mach_inverse(ratio):
    f = lambda m: 1 / m * ((1 + 0.2 * m * m) / 1.2) ** 3 - ratio
    a, b = 0.05, 1.0
    fa = f(a)
    for _ in range(40):
        c = (a + b) / 2
        fc = f(c)
        if fa * fc <= 0:
            b = c
        else:
            a, fa = c, fc
    return a


@p((1.0, 10.0), (0.0, 1.5))
def projectile(v, a):
    x = y = t = 0.0
    vx, vy = v * math.cos(a), v * math.sin(a)
    top = 0.0
    while y >= 0 and t < 2:
        sp = math.hypot(vx, vy)
        vx -= 0.05 * sp * vx * 0.02
        vy -= (9.81 + 0.05 * sp * vy) * 0.02
        x += vx * 0.02
        y += vy * 0.02
        t += 0.02
        top = max(top, y)
    return top


@p((0.1, 5.0), (0.1, 5.0))
def rk4(k, y0):
    def f(t, s):
        return [s[1], -k * s[0] - 0.2 * s[1]]

    s, h = [y0, 0.0], 0.1
    for n in range(10):
        t = n * h
        k1 = f(t, s)
        k2 = f(t + h / 2, [a + h / 2 * b for a, b in zip(s, k1)])
        k3 = f(t + h / 2, [a + h / 2 * b for a, b in zip(s, k2)])
        k4 = f(t + h, [a + h * b for a, b in zip(s, k3)])
        s = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(s, k1, k2, k3, k4)]
    return s


@p((1.0, 100.0), (1.0, 100.0), (1.0, 100.0))
def resistors(a, b, c):
    class R:
        def __init__(self, ohm):
            self.ohm = ohm

        def __add__(self, o):
            return R(self.ohm + o.ohm)

        def __or__(self, o):
            return R(1 / (1 / self.ohm + 1 / o.ohm))

        __radd__ = lambda self, o: self if o == 0 else R(self.ohm + o)

        def __format__(self, spec):
            return format(self.ohm, spec) + " ohm"

    return (R(a) + R(b) | R(c)).ohm, sum([R(a), R(b)]).ohm


@p((1.0, 10.0), (10.0, 1000.0))
def rlc(r, w):
    z = r + 1j * w * 1e-2 + 1 / (1j * w * 1e-4)
    return abs(z), math.degrees(cmath.phase(z)), (1 / z).real, *cmath.polar(z * z)


@p(("int", 0, 0xFFFF))
def half_float(h):
    s, e, f = h >> 15, h >> 10 & 31, h & 1023
    if e == 31:
        return 0.0
    v = math.ldexp(f / 1024, -14) if e == 0 else math.ldexp(1 + f / 1024, e - 15)
    return -v if s else v


@p((0.1, 1000.0))
def si_prefix(x):
    for e, name in ((2, "h"), (1, "da"), (0, ""), (-1, "d")):
        if x >= 10**e:
            return x / 10**e, e
    return x, -9


@p((1.0, 1e6))
def sig_round(x):
    d = 2 - int(math.floor(math.log10(abs(x))))
    return round(x, 0) if d < 0 else round(x * 10**d) / 10**d


def crc_table(poly):
    t = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (poly if i & 1 else 0)
        t.append(i)
    return t


T16 = crc_table(0xA001)


@p(BYTES, BYTES, BYTES)
def crc16_modbus(*bs):
    c = 0xFFFF
    for b in bs:
        c = c >> 8 ^ T16[(c ^ b) & 255]
    return c, (c & 255) << 8 | c >> 8


@p(BYTES, BYTES)
def crc8_bits(a, b):
    crc = 0
    for byte in bytes([3, 7]) + bytes((5,)):
        crc ^= byte
    for byte in (a, b):
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ 0x07 if crc & 0x80 else crc << 1
            crc &= 0xFF
    return crc


@p(BYTES, BYTES, BYTES)
def fletcher(*d):
    a = b = 0
    for v in d:
        a = (a + v) % 255
        b = (b + a) % 255
    return b << 8 | a


@p(BYTES, BYTES, BYTES)
def murmur(a, b, c):
    def rotl(x, r):
        return (x << r | x >> 32 - r) & 0xFFFFFFFF

    h = 0x9747B28C
    for k in (a | b << 8 | c << 16 | 1 << 24, a * b):
        k = rotl(k * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
        h = (rotl(h ^ k, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= 8
    h ^= h >> 16
    h = h * 0x85EBCA6B & 0xFFFFFFFF
    h ^= h >> 13
    h = h * 0xC2B2AE35 & 0xFFFFFFFF
    return (h ^ h >> 16) >> 8


@p(BYTES, BYTES)
def xxh32(a, b):
    P1, P2, P3, _P4, P5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393
    M = 0xFFFFFFFF
    h = (P5 + 2) & M
    for byte in (a, b):
        h = (h + byte * P5) & M
        h = ((h << 11 | h >> 21) & M) * P1 & M
    h ^= h >> 15
    h = h * P2 & M
    h ^= h >> 13
    h = h * P3 & M
    return (h ^ h >> 16) & 0xFFFF


@p(BYTES, BYTES)
def jenkins(a, b):
    h = 0
    for c in (a, b, 65):
        h = (h + c) & 0xFFFFFFFF
        h = (h + (h << 10)) & 0xFFFFFFFF
        h ^= h >> 6
    h = (h + (h << 3)) & 0xFFFFFFFF
    h ^= h >> 11
    return (h + (h << 15)) & 0xFFFF


@p(("int", 0, 100000))
def luhn(n):
    total, alt = 0, False
    while n:
        n, d = divmod(n, 10)
        if alt:
            d = d * 2 - 9 if d > 4 else d * 2
        total += d
        alt = not alt
    return total % 10 == 0, (10 - total % 10) % 10


@p(("int", 0, 1000000))
def ean8(n):
    digits = [int(c) for c in f"{n:07d}"]
    return (10 - sum(d * (3 if i % 2 == 0 else 1) for i, d in enumerate(digits)) % 10) % 10


@alone(("int", 0, 1000000))
def damm(n):
    M = (
        "0317598642",
        "7092154863",
        "4206871359",
        "1750983426",
        "6123045978",
        "3674209581",
        "5869720134",
        "8945362017",
        "9438617205",
        "2581436790",
    )
    r = 0
    for d in reversed([n // 10**k % 10 for k in range(6)]):
        r = int(M[r][d])
    return r


@p(BYTES)
def hamming74(n):
    d = [n >> i & 1 for i in range(4)]
    code = [d[0] ^ d[1] ^ d[3], d[0] ^ d[2] ^ d[3], d[0], d[1] ^ d[2] ^ d[3], *d[1:]]
    err = n % 8
    if err:
        code[err - 1] ^= 1
    s = sum((functools.reduce(operator.xor, [b for i, b in enumerate(code, 1) if i & m])) * m for m in (1, 2, 4))
    return s, sum(b << i for i, b in enumerate(code))


@alone(BYTES, BYTES)
def bits_things(a, b):
    return (
        a & -a,
        a & (a - 1),
        bin(a).count("1"),
        a.bit_length(),
        (a ^ b).bit_count(),
        int(f"{a:08b}"[::-1], 2),
        a ^ a >> 1,
        sum(1 << i for i in range(8) if a >> (7 - i) & 1),
    )


@p(("int", 0, 1024))
def ungray(g):
    n = 0
    while g:
        n ^= g
        g >>= 1
    return n


@p(("int", 0, 1000), ("int", 0, 1000))
def base64_like(a, b):
    al = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    v = a << 10 | b
    return [ord(al[v >> s & 63]) for s in (18, 12, 6, 0)]


@p(ANY, ANY, ANY)
def biquad(a, b, c):
    class Biquad:
        def __init__(self, b0, b1, b2, a1, a2):
            self.b, self.a = (b0, b1, b2), (a1, a2)
            self.x, self.y = deque([0.0, 0.0], maxlen=2), deque([0.0, 0.0], maxlen=2)

        def process(self, s):
            out = (
                self.b[0] * s
                + self.b[1] * self.x[-1]
                + self.b[2] * self.x[-2]
                - self.a[0] * self.y[-1]
                - self.a[1] * self.y[-2]
            )
            self.x.append(s)
            self.y.append(out)
            return out

    f = Biquad(0.2, 0.4, 0.2, -0.5, 0.3)
    return [f.process(v) for v in (a, b, c, 0, 0)]


@p(ANY, ANY, ANY, ANY)
def dft4(*xs):
    X = [sum(x * cmath.exp(-2j * cmath.pi * k * n / 4) for n, x in enumerate(xs)) for k in range(4)]
    return [abs(v) for v in X], X[1]


def fft(x):
    n = len(x)
    if n == 1:
        return x
    e, o = fft(x[::2]), fft(x[1::2])
    t = [cmath.exp(-2j * cmath.pi * k / n) * o[k] for k in range(n // 2)]
    return [a + b for a, b in zip(e, t)] + [a - b for a, b in zip(e, t)]


@p(ANY, ANY, ANY, ANY)
def fft8(a, b, c, d):
    return [abs(v) for v in fft([a, b, c, d, a * b, c * d, 0, 1])]


@p(ANY, ANY, ANY)
def goertzel(a, b, c):
    w = math.tau / 5
    k = 2 * math.cos(w)
    s1 = s2 = 0
    for x in (a, b, c, a - b, 1):
        s1, s2 = x + k * s1 - s2, s1
    return s1 * s1 + s2 * s2 - k * s1 * s2


@p(ANY, ANY, ANY, ANY)
def haar(a, b, c, d):
    x, out = [a, b, c, d], []
    while len(x) > 1:
        out = [(p - q) / 2 for p, q in zip(x[::2], x[1::2])] + out
        x = [(p + q) / 2 for p, q in zip(x[::2], x[1::2])]
    return x + out


@p(ANY, ANY, ANY)
def median_filter(a, b, c):
    s = [a, b, c, 1.0, b, a]
    return [statistics.median(s[max(0, i - 1) : i + 2]) for i in range(len(s))]


@p((-1.0, 1.0))
def mu_law(x):
    y = math.copysign(math.log1p(255 * abs(x)) / math.log(256), x)
    return y, math.copysign((256 ** abs(y) - 1) / 255, y), int(y * 127)


@p(ANY, ANY)
def lfilter_np(a, b):
    x = np.array([a, b, 1, -1, 0.5])
    return np.convolve(x, [0.25, 0.5, 0.25], mode="same"), np.cumsum(np.diff(x)), np.correlate(x, [1, -1], "valid")


@p(ANY, ANY, ANY)
def ema(a, b, c):
    return list(itertools.accumulate([a, b, c, 1], lambda s, x: s + 0.3 * (x - s), initial=0.0))


@p(("int", 0, 12), UNIT)
def note(n, t):
    f = 440 * 2 ** ((n - 9) / 12)
    names = "C C# D D# E F F# G G# A A# B".split()
    return f, "#" in names[n % 12], math.sin(t * f) > 0, {"C": 1, "E": 2, "G": 3}.get(names[n % 12], 0)


@p(YEAR, ("int", 1, 13), ("int", 1, 29))
def zeller(y, m, d):
    if m < 3:
        m += 12
        y -= 1
    return (d + 13 * (m + 1) // 5 + y % 100 + y % 100 // 4 + y // 100 // 4 - 2 * (y // 100)) % 7


@p(YEAR)
def easter(y):
    a, b, c = y % 19, *divmod(y, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l) // 451
    mo, da = divmod(h + l - 7 * m + 114, 31)
    return mo, da + 1


@p(YEAR, ("int", 1, 13), ("int", 1, 29))
def dt_things(y, m, d):
    x = datetime.date(y, m, d)
    nxt = x + datetime.timedelta(days=45)
    return (
        x.weekday(),
        nxt.month,
        nxt.day,
        (nxt - datetime.date(y, 1, 1)).days,
        x.isocalendar()[1],
        x.timetuple().tm_yday,
        x.replace(day=1).isoweekday(),
    )


@p(YEAR, ("int", 1, 13))
def month_things(y, m):
    return (
        calendar.monthrange(y, m)[1],
        calendar.isleap(y),
        [31, 28 + calendar.isleap(y), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1],
    )


@p(("int", 0, 100000))
def hms(s):
    t = datetime.timedelta(seconds=s)
    m, sec = divmod(t.seconds, 60)
    return t.days, *divmod(m, 60), sec, t.total_seconds() / 3600


@alone(YEAR, ("int", 1, 13), ("int", 1, 29))
def last_friday(y, m, d):
    last = calendar.monthrange(y, m)[1]
    x = datetime.date(y, m, last)
    while x.weekday() != 4:
        x -= datetime.timedelta(1)
    return x.day, (datetime.date(y, m, d) > x)


@p(YEAR, ("int", 1, 13), ("int", 1, 29))
def age(y, m, d):
    today, born = datetime.date(2024, 6, 15), datetime.date(y, m, d)
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


@p(("int", 0, 3000))
def workdays(n):
    start = datetime.date(2024, 1, 1)
    end = start + datetime.timedelta(days=n % 40)
    return sum(1 for k in range((end - start).days) if (start + datetime.timedelta(k)).weekday() < 5)


@p(("int", 1, 4000))
def roman_value(n):
    out = ""
    for v, s in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        k, n = divmod(n, v)
        out += s * k
    return len(out), out.count("I")


@p(NATURAL)
def factor_list(n):
    out, d = [], 2
    while d * d <= n:
        while n % d == 0:
            out.append(d)
            n //= d
        d += 1
    if n > 1:
        out.append(n)
    return len(out), sum(out), len(set(out))


@p(NATURAL)
def divisors(n):
    return sum(d for d in range(1, n + 1) if n % d == 0), len([d for d in range(1, n + 1) if not n % d])


@p(NATURAL)
def totient(n):
    r, k, x = n, 2, n
    while k * k <= x:
        if x % k == 0:
            while x % k == 0:
                x //= k
            r -= r // k
        k += 1
    return r - r // x if x > 1 else r


@p(NATURAL, ("int", 0, 50), ("int", 2, 97))
def powmod(a, e, m):
    return pow(a, e, m), functools.reduce(lambda r, _: r * a % m, range(e), 1)


@p(("int", 1, 97))
def mod_inverse(a):
    t, nt, r, nr = 0, 1, 97, a
    while nr:
        q = r // nr
        t, nt, r, nr = nt, t - q * nt, nr, r - q * nr
    return t % 97, a * t % 97, pow(a, -1, 97)


@p(("int", 2, 2000))
def miller(n):
    if n % 2 == 0:
        return n == 2
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for a in (2, 3, 5):
        if a >= n:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


@p(("int", 0, 200))
def zeckendorf(n):
    fibs = [1, 2]
    while fibs[-1] < 200:
        fibs.append(fibs[-1] + fibs[-2])
    bits = 0
    for i, f in reversed([*enumerate(fibs)]):
        if f <= n:
            n -= f
            bits |= 1 << i
    return bits, bits & bits >> 1


@p(("int", 0, 500), ("int", 2, 17))
def to_base(n, b):
    digits = []
    while True:
        n, r = divmod(n, b)
        digits.append(r)
        if not n:
            break
    return len(digits), digits == digits[::-1], sum(digits), functools.reduce(lambda a, d: a * b + d, reversed(digits))


@p(NATURAL)
def collatz_stats(n):
    seq = [n]
    while seq[-1] != 1 and len(seq) < 30:
        seq.append(seq[-1] // 2 if seq[-1] % 2 == 0 else 3 * seq[-1] + 1)
    return len(seq), max(seq), seq.index(max(seq))


@p(ANY, ANY, ANY, ANY)
def sorts(a, b, c, d):
    def insertion(x):
        x = x[:]
        for i in range(1, len(x)):
            k, j = x[i], i - 1
            while j >= 0 and x[j] > k:
                x[j + 1] = x[j]
                j -= 1
            x[j + 1] = k
        return x

    def selection(x):
        x = list(x)
        for i in range(len(x)):
            m = min(range(i, len(x)), key=x.__getitem__)
            x[i], x[m] = x[m], x[i]
        return x

    def merge(x):
        if len(x) < 2:
            return x
        l, r = merge(x[: len(x) // 2]), merge(x[len(x) // 2 :])
        return list(heapq.merge(l, r))

    def shell(x):
        x, gap = x[:], len(x) // 2
        while gap:
            for i in range(gap, len(x)):
                t = x[i]
                while i >= gap and x[i - gap] > t:
                    x[i] = x[i - gap]
                    i -= gap
                x[i] = t
            gap //= 2
        return x

    v = [a, b, c, d]
    return insertion(v), selection(v), merge(v), shell(v)


@p(("int", 0, 60))
def binary_search(t):
    xs = [i * i // 2 for i in range(12)]
    lo, hi = 0, len(xs) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if xs[mid] == t:
            return mid
        if xs[mid] < t:
            lo = mid + 1
        else:
            hi = mid - 1
    return ~lo


@p(("int", 0, 30), ("int", 0, 30))
def knapsack(a, b):
    items = [(3, 4), (4, 5), (2, 3), (a % 7 + 1, b % 9)]
    best = [0] * 11
    for w, v in items:
        for cap in range(10, w - 1, -1):
            best[cap] = max(best[cap], best[cap - w] + v)
    return best[-1]


@p(ANY, ANY, ANY, ANY)
def kadane(*xs):
    best = cur = -math.inf
    start = 0
    for i, x in enumerate(xs):
        if cur < 0:
            cur, s = x, i
        else:
            cur += x
        if cur > best:
            best, start = cur, s
    return best, start


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def lis(*xs):
    tails = []
    for x in (*xs, 4, 2):
        i = bisect.bisect_left(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def rain(*h):
    l, r, lm, rm, t = 0, len(h) - 1, 0, 0, 0
    while l < r:
        if h[l] < h[r]:
            lm = max(lm, h[l])
            t += lm - h[l]
            l += 1
        else:
            rm = max(rm, h[r])
            t += rm - h[r]
            r -= 1
    return t


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def two_sum(*xs):
    seen = {}
    for i, x in enumerate(xs):
        if 9 - x in seen:
            return seen[9 - x], i
        seen[x] = i
    return -1, -1


@p(("int", 0, 4), ("int", 0, 4), ("int", 0, 4))
def balanced(a, b, c):
    text = [("(", ")", "[", "]")[k % 4] for k in (a, b, c)] + [")"]
    stack, pairs = [], {")": "(", "]": "["}
    for ch in ["("] + text:
        if ch in pairs:
            if not stack or stack.pop() != pairs[ch]:
                return False
        else:
            stack.append(ch)
    return not stack


@p(("int", 0, 9), ("int", 0, 9))
def rpn(a, b):
    ops = {"+": operator.add, "-": operator.sub, "*": operator.mul}
    st = []
    for tok in ["a", "b", "+", "a", "*", 3, "-"]:
        if tok in ops:
            y, x = st.pop(), st.pop()
            st.append(ops[tok](x, y))
        else:
            st.append({"a": a, "b": b}.get(tok, tok))
    return st


@p(BYTES)
def life_row(n):
    cells = [n >> i & 1 for i in range(8)]
    for _ in range(3):
        cells = [(110 >> (cells[i - 1] << 2 | cells[i] << 1 | cells[(i + 1) % 8])) & 1 for i in range(8)]
    return sum(c << i for i, c in enumerate(cells))


@p(("int", 0, 512))
def life_grid(n):
    alive = {(i % 3, i // 3) for i in range(9) if n >> i & 1}
    count = Counter((x + dx, y + dy) for x, y in alive for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return sum(1 for c, k in count.items() if k == 3 or k == 2 and c in alive)


@p(("int", 1, 9), ("int", 1, 9))
def spiral(w, h):
    x = y = dx = 0
    dy = -1
    s = 0
    for i in range(w * h):
        s += i * (x + 2 * y)
        if x == y or (x < 0 and x == -y) or (x > 0 and x == 1 - y):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return x, y, s


@p(("int", 0, 40))
def josephus_queue(n):
    q = deque(range(6))
    while len(q) > 1:
        q.rotate(-(n % 5))
        q.popleft()
    return q[0]


@p(("int", 0, 16), ("int", 0, 16))
def bfs_maze(a, b):
    walls = {(1, 1), (2, 1), (1, 3)}
    start, goal = (a % 4, a // 4), (b % 4, b // 4)
    seen, todo = {start: 0}, deque([start])
    while todo:
        x, y = todo.popleft()
        if (x, y) == goal:
            return seen[x, y]
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= u < 4 and 0 <= v < 4 and (u, v) not in walls and (u, v) not in seen:
                seen[u, v] = seen[x, y] + 1
                todo.append((u, v))
    return -1


@p(("int", 0, 9), ("int", 0, 9), ("int", 0, 9))
def floyd(a, b, c):
    inf = math.inf
    d = [[0, a, inf, 7], [b, 0, 2, inf], [inf, c, 0, 1], [4, inf, 3, 0]]
    for k, i, j in itertools.product(range(4), repeat=3):
        d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d[0][2], d[3][1], d[1][0]


@p(("int", 1, 9), ("int", 1, 9), ("int", 1, 9))
def kruskal(a, b, c):
    edges = sorted([(a, 0, 1), (b, 1, 2), (c, 0, 2), (4, 2, 3), (5, 1, 3)])
    parent = [0, 1, 2, 3]

    def find(x):
        return x if parent[x] == x else find(parent[x])

    total = 0
    for w, u, v in edges:
        if find(u) != find(v):
            parent[find(u)] = find(v)
            total += w
    return total
