"""Pieces as they stand in many programs: recipes of the documentation, Rosetta code, shaders, numerical recipes."""

import bisect
import collections
import dataclasses
import enum
import math

from .cases import ANGLE, ANY, COUNT, POSITIVE, UNIT, case


def checked(function, *domains, **words):
    case("idioms", function.__name__, function, *domains, **words)


def clamp(x, low=0.0, high=1.0):
    if low > high:
        raise ValueError(f"empty interval [{low}, {high}]")
    return max(low, min(x, high))


def srgb_to_linear(v):
    if not 0 <= v <= 1:
        raise ValueError(f"{v} is not in [0, 1]")
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def kelvin_to_rgb(t):
    t = 10 + t * 100
    if t <= 66:
        red, green = 255.0, 99.4708025861 * math.log(t) - 161.1195681661
    else:
        red = 329.698727446 * (t - 60) ** -0.1332047592
        green = 288.1221695283 * (t - 60) ** -0.0755148492
    blue = 255.0 if t >= 66 else 0.0 if t <= 19 else 138.5177312231 * math.log(t - 10) - 305.0447927307
    return tuple(min(255.0, max(0.0, v)) for v in (red, green, blue))


def newton_root(v):
    x = v
    for _ in range(30):
        step = (x * x - v) / (2 * x)
        x -= step
        if abs(step) < 1e-6:
            break
    else:
        raise ArithmeticError("no convergence")
    return x


def safe_ratio(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return math.inf
    finally:
        pass


def horner(x):
    total = 0
    for coefficient in (3, -1, 2, 5):
        total = total * x + coefficient
    return total


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def collatz(n):
    steps, n = 0, n + 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def is_prime(n):
    if n < 2:
        return False
    for d in range(2, int(math.sqrt(n)) + 1):
        if n % d == 0:
            return False
    return True


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def mandelbrot(x, y):
    z, c = 0j, complex(x, y)
    for i in range(20):
        if abs(z) > 2:
            return i
        z = z * z + c
    return 20


def smoothstep(low, high, x):
    t = clamp((x - low) / (high - low))
    return t * t * (3 - 2 * t)


def grade(score):
    return "FDCBA".index("FDCBA"[bisect.bisect([0.2, 0.4, 0.6, 0.8], score)])


def quadratic(a, b, c):
    d = b * b - 4 * a * c
    if d < 0:
        return 0, 0.0, 0.0
    root = math.sqrt(d)
    return 2, (-b - root) / (2 * a), (-b + root) / (2 * a)


@dataclasses.dataclass(order=True)
class Hit:
    distance: float
    number: int = dataclasses.field(compare=False, default=0)


def nearest_hit(a, b, c):
    return min(Hit(a, 1), Hit(b, 2), Hit(c, 3)).number


def sorted_hits(a, b, c):
    return [hit.number for hit in sorted([Hit(a, 1), Hit(b, 2), Hit(c, 3)], key=lambda hit: hit.distance)]


class Shape(enum.Enum):
    ROUND = 1
    SQUARE = 2

    def area(self, r):
        return math.pi * r * r if self is Shape.ROUND else 4 * r * r


def area_of(a, r):
    return (Shape.ROUND if a > 0 else Shape.SQUARE).area(r)


Point = collections.namedtuple("Point", "x y")


def rotated(x, y, angle):
    p = Point(x, y)
    return p._replace(x=p.x * math.cos(angle) - p.y * math.sin(angle), y=p.x * math.sin(angle) + p.y * math.cos(angle))


def counted(a, b, c):
    positive = [v for v in (a, b, c) if v > 0]
    return len(positive), sum(positive)


def running_mean(a, b, c):
    total, means = 0.0, []
    for n, v in enumerate((a, b, c), 1):
        total += v
        means.append(total / n)
    return means


def first_above(a, b, c):
    for number, v in enumerate((a, b, c)):
        if v > 1:
            return number
    return None if False else -1


def box_distance(x, y):
    dx, dy = abs(x) - 1.5, abs(y) - 1.0
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0)


def polygon_distance(x, y):
    corners = [(-1, -1), (2, -0.5), (1.5, 2), (-0.5, 1)]
    best, sign, j = (x - corners[0][0]) ** 2 + (y - corners[0][1]) ** 2, 1, len(corners) - 1
    for i in range(len(corners)):
        ex, ey = corners[j][0] - corners[i][0], corners[j][1] - corners[i][1]
        wx, wy = x - corners[i][0], y - corners[i][1]
        t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey))
        bx, by = wx - ex * t, wy - ey * t
        best = min(best, bx * bx + by * by)
        sides = (y >= corners[i][1], y < corners[j][1], ex * wy > ey * wx)
        if all(sides) or not any(sides):
            sign = -sign
        j = i
    return sign * math.sqrt(best)


def julian_day(year, month, day):
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045


def sun_longitude(fraction):
    d = 9000.5 + fraction
    mean, anomaly = (280.46 + 0.9856474 * d) % 360, math.radians((357.528 + 0.9856003 * d) % 360)
    return mean + 1.915 * math.sin(anomaly) + 0.02 * math.sin(2 * anomaly)


def hash32(n):
    n = (n ^ 61) ^ (n >> 16)
    n = (n + (n << 3)) & 0xFFFFFFFF
    n = n ^ (n >> 4)
    return n % 1000


def bayer(x, y):
    return ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))[y % 4][x % 4] / 16


def simpson(a):
    n, h = 8, a / 8
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * math.exp(-(i * h) ** 2) for i in range(n + 1))


def roman(n):
    return len("".join(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[0]))+n


for _function, _domains in (
        (clamp, [ANY]), (srgb_to_linear, [UNIT]), (kelvin_to_rgb, [UNIT]), (newton_root, [POSITIVE]),
        (safe_ratio, [ANY, POSITIVE]), (horner, [ANY]), (gcd, [COUNT, COUNT]), (collatz, [COUNT]), (is_prime, [COUNT]),
        (fibonacci, [COUNT]), (mandelbrot, [ANY, ANY]), (smoothstep, [UNIT, (2.0, 3.0), ANY]), (grade, [UNIT]),
        (quadratic, [POSITIVE, ANY, ANY]), (nearest_hit, [ANY] * 3), (sorted_hits, [ANY] * 3), (area_of, [ANY, POSITIVE]),
        (rotated, [ANY, ANY, ANGLE]), (counted, [ANY] * 3), (running_mean, [ANY] * 3), (first_above, [ANY] * 3),
        (box_distance, [ANY, ANY]), (polygon_distance, [ANY, ANY]),
        (julian_day, [("int", 1990, 2030), ("int", 1, 13), ("int", 1, 29)]), (sun_longitude, [UNIT]),
        (hash32, [COUNT]), (bayer, [COUNT, COUNT]), (simpson, [POSITIVE]), (roman, [COUNT])):
    checked(_function, *_domains)
