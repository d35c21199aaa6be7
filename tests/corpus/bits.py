"""Hashes, checksums, dates, and what is done with bits and digits."""

import calendar
import datetime
import functools
import operator

import numpy as np

from .cases import ANY, BYTES, COUNT, DAYS, MONTHS, YEARS, programs

BIG, NUMS = ("int", 0, 1000000), ("int", 0, 10000)

program = programs("bits")


@program(BIG)
def big_hash(n):
    h = 0xCBF29CE484222325
    for i in range(3):
        h ^= (n >> (8 * i)) & 0xFF
        h = (h * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return (h >> 40) % 1000


@program(BIG)
def murmur(n):
    k = (n * 0xCC9E2D51) & 0xFFFFFFFF
    k = ((k << 15) | (k >> 17)) & 0xFFFFFFFF
    k = (k * 0x1B873593) & 0xFFFFFFFF
    h = k ^ 0x12345678
    h = ((h << 13) | (h >> 19)) & 0xFFFFFFFF
    h = (h * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= h >> 16
    h = (h * 0x85EBCA6B) & 0xFFFFFFFF
    h ^= h >> 13
    return h % 997


@program(BIG)
def splitmix(n):
    z = (n + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (z ^ (z >> 31)) % 1009


@program(BIG)
def pcg(n):
    s = (n * 747796405 + 2891336453) & 0xFFFFFFFF
    w = (((s >> ((s >> 28) + 4)) ^ s) * 277803737) & 0xFFFFFFFF
    return ((w >> 22) ^ w) % 1013


@program(YEARS, MONTHS, DAYS)
def dates(y, m, d):
    t = datetime.date(y, m, d)
    return (
        t.toordinal() % 10000,
        t.weekday(),
        t.isoweekday(),
        t.isocalendar()[1],
        t.timetuple().tm_yday,
        (t + datetime.timedelta(days=40)).month,
        (t - datetime.date(2000, 1, 1)).days,
        t.replace(day=1).weekday(),
    )


@program(YEARS, MONTHS)
def cal(y, m):
    return calendar.monthrange(y, m), calendar.isleap(y), calendar.leapdays(1990, y), calendar.weekday(y, m, 1)


@program(YEARS, MONTHS, DAYS)
def dtimes(y, m, d):
    t = datetime.datetime(y, m, d, 13, 30)
    u = t + datetime.timedelta(hours=d, minutes=m)
    return u.hour, u.minute, u.day, (u - t).total_seconds(), (u - t).seconds, u > t


@program(BIG)
def from_ts(n):
    t = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=n)
    return t.hour, t.minute, t.second, t.day


program = programs("bits")


@program(ANY, ANY)
def opgetters(a, b):
    return (
        operator.itemgetter(0, 2)([a, b, 5]),
        operator.attrgetter("real")(a),
        operator.methodcaller("conjugate")(b),
        operator.length_hint([a, b]),
        operator.indexOf([1, 2, 3], 2),
        operator.concat([a], [b]),
        operator.matmul(np.array([a, b]), np.array([1, 2])),
        operator.call(abs, a) if hasattr(operator, "call") else 0,
    )


@program(COUNT, COUNT)
def iops(a, b):
    x = a
    x += b
    x *= 2
    x -= 1
    x //= 3
    x %= 7
    x <<= 1
    x |= 1
    x &= 15
    x ^= b
    x >>= 1
    x **= 2
    return x, operator.ipow(b, 2)


@program(BIG)
def bits_misc(n):
    return (
        n & -n,
        n ^ (n >> 1),
        bin(n).count("1"),
        n.bit_length(),
        (n & (n - 1)) == 0,
        ~n & 0xFF,
        (n >> 3) & 1,
        n | 1 << 4,
        int(bin(n)[2:].zfill(20)[::-1], 2),
    )


@program(BYTES)
def gray_decode(n):
    m = n >> 1
    while m:
        n ^= m
        m >>= 1
    return n


@program(BYTES)
def hamming(n):
    d = [(n >> i) & 1 for i in range(4)]
    p = [d[0] ^ d[1] ^ d[3], d[0] ^ d[2] ^ d[3], d[1] ^ d[2] ^ d[3]]
    return int("".join(map(str, p + d)), 2)


@program(BIG)
def crc32_bit(n):
    crc = 0xFFFFFFFF
    for b in n.to_bytes(3, "little"):
        crc ^= b
        for _ in range(8):
            crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)
    return (crc ^ 0xFFFFFFFF) % 65521


TABLE = []

for i in range(256):
    c = i
    for _ in range(8):
        c = (c >> 1) ^ (0xEDB88320 if c & 1 else 0)
    TABLE.append(c)


@program(BIG)
def crc32_table(n):
    crc = 0xFFFFFFFF
    for i in range(3):
        crc = TABLE[(crc ^ (n >> 8 * i)) & 0xFF] ^ (crc >> 8)
    return (crc ^ 0xFFFFFFFF) & 0xFFFF


@program(BIG)
def adler(n):
    a, b = 1, 0
    for ch in (n & 255, n >> 8 & 255):
        a = (a + ch) % 65521
        b = (b + a) % 65521
    return (b << 16 | a) % 10007


@program(BIG)
def bsd(n):
    def rand(seed):
        while True:
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            yield seed

    g = rand(n)
    return sum(next(g) >> 16 for _ in range(3)) % 1000


@program(BIG)
def parity(n):
    return functools.reduce(operator.xor, (n >> i & 1 for i in range(20)))


@program(BIG)
def popcnt(n):
    n = n - ((n >> 1) & 0x55555555)
    n = (n & 0x33333333) + ((n >> 2) & 0x33333333)
    return (((n + (n >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@program(BIG)
def rev_join(n):
    return int("".join(reversed(str(n))))


@program(BIG)
def rev_join2(n):
    return len("".join(sorted(str(n), reverse=True))), int("".join(sorted(str(n))))
