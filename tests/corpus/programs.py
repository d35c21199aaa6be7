"""Small programs as many people write them: classes, recursion, generators, decorators."""

import collections
import contextlib
import functools
import itertools
import math
from dataclasses import dataclass
from typing import NamedTuple

from .cases import ANY, BYTES, COUNT, POSITIVE, UNIT, programs

NATURAL, FEW, TINY, SIGNED = ("int", 1, 40), ("int", 0, 9), ("int", 0, 5), (-1.0, 1.0)


program = programs("programs")


class Vec3:
    """A vector with every operator, as ray tracers begin."""

    __slots__ = ("x", "y", "z")

    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = x, y, z

    def __add__(self, other):
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, k):
        return Vec3(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def __xor__(self, other):
        return Vec3(self.y * other.z - self.z * other.y, self.z * other.x - self.x * other.z,
                    self.x * other.y - self.y * other.x)

    def __abs__(self):
        return math.sqrt(self @ self)

    def __iter__(self):
        yield self.x
        yield self.y
        yield self.z

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    @property
    def unit(self):
        size = abs(self)
        return self * (1 / size) if size else self

    @classmethod
    def of(cls, numbers):
        return cls(*numbers)


@dataclass(frozen=True)
class Ray:
    origin: Vec3
    way: Vec3

    def at(self, t):
        return self.origin + self.way * t


class Hit(NamedTuple):
    t: float
    normal: Vec3
    gray: float = 0.5


@dataclass
class Sphere:
    centre: Vec3
    radius: float

    def hit(self, ray, least=1e-3, most=math.inf):
        to = ray.origin - self.centre
        b, c = to @ ray.way, to @ to - self.radius ** 2
        if (inside := b * b - c) < 0:
            return None
        for t in (-b - math.sqrt(inside), -b + math.sqrt(inside)):
            if least < t < most:
                return Hit(t, (ray.at(t) - self.centre) * (1 / self.radius))
        return None


@dataclass
class Ground:
    height: float = -1.0

    def hit(self, ray, least=1e-3, most=math.inf):
        if abs(ray.way.y) < 1e-6:
            return None
        t = (self.height - ray.origin.y) / ray.way.y
        return Hit(t, Vec3(0, 1, 0), 0.8) if least < t < most else None


WORLD = [Sphere(Vec3(0, 0, -3), 1.0), Sphere(Vec3(1.5, 0.3, -4), 0.8), Ground()]


@program(SIGNED, SIGNED)
def traced(x, y):
    ray, energy, total = Ray(Vec3(), Vec3(x, y, -1).unit), 1.0, 0.0
    for _ in range(3):
        best = None
        for thing in WORLD:
            best = thing.hit(ray, most=best.t if best else math.inf) or best
        if best is None:
            return total + energy * (0.5 + 0.5 * ray.way.y)
        energy *= best.gray
        ray = Ray(ray.at(best.t), ray.way - best.normal * (2 * (ray.way @ best.normal)))
    return total


@program(ANY, ANY, ANY)
def vectors(a, b, c):
    v, w = Vec3(a, b, c), Vec3.of([1.0, 2.0, 3.0])
    return [*(v ^ w), v @ w, sum(2 * v.unit), v == w, max(v)]


# --- functions that call themselves

@program(NATURAL, NATURAL)
def gcd_recursive(a, b):
    return a if b == 0 else gcd_recursive(b, a % b)


@program(FEW)
def factorial_recursive(n):
    return 1 if n <= 1 else n * factorial_recursive(n - 1)


@program(BYTES)
def ones_recursive(n):
    return 0 if n == 0 else (n & 1) + ones_recursive(n >> 1)


@program(("int", 0, 27), ("int", 0, 27))
def carpet_recursive(x, y):
    if x == 0 and y == 0:
        return True
    if x % 3 == y % 3 == 1:
        return False
    return carpet_recursive(x // 3, y // 3)


@program(("int", 1, 30))
def collatz_recursive(n, steps=0):
    return steps if n == 1 else collatz_recursive(n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1)


@program(POSITIVE)
def root_recursive(v):
    def better(x):
        return x if abs(x * x - v) < 1e-3 * v else better((x + v / x) / 2)

    return better(v)


@program(("int", 0, 12))
def search_recursive(v, low=0, high=7, values=(1, 2, 3, 5, 8, 9, 11)):
    if low >= high:
        return -1
    middle = (low + high) // 2
    if values[middle] == v:
        return middle
    return (search_recursive(v, middle + 1, high, values) if values[middle] < v
            else search_recursive(v, low, middle, values))


@program(ANY, ANY, ANY)
def determinant_recursive(a, b, c):
    def det(m):
        if len(m) == 1:
            return m[0][0]
        return sum((-1) ** j * m[0][j] * det([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))

    return det([[a, b, c], [1, 2, a], [b, 3, 1]])


@program(COUNT, COUNT, COUNT)
def quicksort(a, b, c):
    def quick(items):
        if len(items) < 2:
            return items
        first, *rest = items
        return quick([x for x in rest if x < first]) + [first] + quick([x for x in rest if x >= first])

    return quick([a, b, c])[1]


# --- generators

@program(("int", 1, 30))
def hailstones(n):
    def numbers(n):
        while n != 1:
            yield n
            n = 3 * n + 1 if n & 1 else n >> 1
        yield 1

    return sum(1 for _ in numbers(n)), max(numbers(n))


@program(ANY, ANY, ANY)
def windows(a, b, c):
    def window(items, n):
        items = iter(items)
        held = collections.deque(itertools.islice(items, n), maxlen=n)
        yield tuple(held)
        for item in items:
            held.append(item)
            yield tuple(held)

    def smoothed():
        total = 0.0
        while True:
            x = yield total
            total = 0.5 * total + x

    smooth = smoothed()
    next(smooth)
    return [sum(pair) for pair in window([a, b, c, 1], 2)], [smooth.send(v) for v in (a, b)]


# --- functions around functions

@program(ANY, ANY)
def decorated(a, b):
    def clamped(low, high):
        def around(function):
            @functools.wraps(function)
            def wrapper(*args, **named):
                wrapper.calls += 1
                return max(low, min(high, function(*args, **named)))
            wrapper.calls = 0
            return wrapper
        return around

    @clamped(0, 1)
    def scaled(x, *, gain=1.0):
        return x * gain

    return scaled(a, gain=b) + scaled(b), scaled.calls, scaled.__name__ == "scaled"


@program(ANY, ANY)
def managed(a, b):
    @contextlib.contextmanager
    def scaled(k):
        yield lambda v: v * k

    class Total:
        def __enter__(self):
            self.sum = 0
            return self

        def __exit__(self, *error):
            self.done = True
            return False

    with scaled(2) as scale, Total() as total:
        total.sum += scale(a)
        total.sum += scale(b)
    return total.sum, total.done


class Dual:
    """A number and its derivative."""

    def __init__(self, v, d=0.0):
        self.v, self.d = v, d

    @staticmethod
    def made(other):
        return other if isinstance(other, Dual) else Dual(other)

    def __add__(self, other):
        other = Dual.made(other)
        return Dual(self.v + other.v, self.d + other.d)

    __radd__ = __add__

    def __mul__(self, other):
        other = Dual.made(other)
        return Dual(self.v * other.v, self.v * other.d + self.d * other.v)

    __rmul__ = __mul__

    def __pow__(self, n):
        return Dual(self.v ** n, n * self.v ** (n - 1) * self.d)

    def sin(self):
        return Dual(math.sin(self.v), math.cos(self.v) * self.d)


@program(ANY)
def differentiated(x):
    x = Dual(x, 1.0)
    y = 3 * x ** 2 + x.sin() * x + -1
    return y.v, y.d


class Matrix(list):
    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(row, column)) for column in zip(*other)] for row in self])

    def __pow__(self, n):
        result = Matrix([[int(i == j) for j in range(len(self))] for i in range(len(self))])
        base = self
        while n:
            if n & 1:
                result = result @ base
            base, n = base @ base, n >> 1
        return result


@program(UNIT, UNIT, UNIT)
def matrices(a, b, c):
    return [x for row in Matrix([[a, b], [c, 1]]) ** 5 for x in row]


@program(ANY, ANY)
def controlled(a, b):
    class Controller:
        def __init__(self, *gains):
            self.gains, self.sum, self.before = gains, 0.0, None

        def __call__(self, error, dt=0.1):
            self.sum += error * dt
            slope = 0 if self.before is None else (error - self.before) / dt
            self.before = error
            return sum(k * v for k, v in zip(self.gains, (error, self.sum, slope)))

    control = Controller(1, 0.5, 0.01)
    return [control(error) for error in (a, b, a - b)]


# --- numerical recipes
