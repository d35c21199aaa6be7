"""The same of the library around it."""

import abc
import cmath
import fractions
import functools
import itertools
import math
import operator
import statistics
import struct

import numpy as np

from .cases import ANY, COUNT, SMALL, programs

program = programs("library around")


@program(ANY, ANY)
def maths(a, b):
    return (
        math.remainder(a, b + 9),
        math.fmod(a, b + 9),
        math.copysign(a, b),
        math.nextafter(a, b),
        math.ldexp(a, 3),
        math.frexp(a)[1],
        math.modf(a),
        math.trunc(a),
        math.hypot(a, b, 1),
        math.dist([a], [b]),
        math.isclose(a, b, abs_tol=1),
        math.erf(a),
        math.cbrt(a),
        math.exp2(a),
    )


@program(SMALL, SMALL)
def cmaths(a, b):
    z = complex(a, b)
    return (
        cmath.exp(z),
        cmath.phase(z),
        cmath.polar(z),
        cmath.rect(a + 1, b),
        cmath.log(z + 2, 3),
        cmath.isclose(z, z),
        cmath.atanh(z),
        cmath.cosh(z),
        cmath.sqrt(z),
        z**2,
        abs(z),
        z.conjugate(),
        z / (z + 2),
        cmath.inf > a,
    )


@program(SMALL, SMALL)
def ufuncs(a, b):
    v = np.array([a, b])
    return (
        np.degrees(v),
        np.radians(a),
        np.sign(v),
        np.positive(a),
        np.round(v * 10),
        np.round(a, 2),
        np.reciprocal(v + 2),
        np.heaviside(v, 0.5),
        np.logaddexp(a, b),
        np.logaddexp2(a, b),
        np.nan_to_num(v),
        np.sinc(v),
        np.cbrt(v),
        np.hypot(a, b),
        np.fmod(a, 0.3),
        np.remainder(v, 0.3),
        np.floor_divide(v, 0.3),
        np.trunc(v * 5),
        np.rint(v * 5),
        np.copysign(a, b),
        np.signbit(v),
        np.exp2(v),
        np.expm1(v),
        np.log1p(v),
        np.square(v),
        np.deg2rad(v),
        np.rad2deg(v),
        np.fmax(a, b),
        np.fmin(v, 0),
        np.i0(v),
        np.spacing(1.0) * a,
        np.clip(v, -0.1, None),
        np.maximum.reduce([a, b, 0]),
        np.add.reduce(v),
        np.multiply.accumulate([a, b, 2]),
        np.subtract.outer(v, v),
        np.divmod(v + 2, 0.7),
        np.modf(v * 3),
        np.ldexp(a, 2),
        np.float_power(v + 2, 2),
        np.gcd(int(a * 10), 4),
        np.isfinite(v),
        np.absolute(v),
        np.conjugate(a),
        np.angle(complex(a, b)),
        np.real(a),
        np.ptp(v),
        np.interp(a, [-1, 0, 1], [0, 2, 3]),
        np.diff([a, b, 1]),
        np.ediff1d([a, b, 1]),
        np.gradient(np.array([a, b, 1.0])),
        np.cumprod([a, b]),
        np.trapezoid([a, b]) if hasattr(np, "trapezoid") else np.trapz([a, b]),
        np.polyval([1, a, b], 2),
        np.cross([a, b, 1], [1, 2, 3]),
        np.kron([a, b], [1, 2]),
        np.vander([a, b]),
        np.tril(np.outer(v, v)),
        np.average(v, weights=[1, 3]),
        np.apply_along_axis(sum, 0, np.outer(v, v)),
        np.count_nonzero(v > 0),
        np.searchsorted([-0.5, 0, 0.5], a),
        np.digitize(a, [-0.5, 0, 0.5]),
        int(np.select([a > 0, b > 0], [1, 2], 3)),
        float(np.piecewise(a, [a < 0, a >= 0], [lambda x: -x, lambda x: x * 2])),
        np.where(v > 0, v, 0),
        np.choose(int(a > 0), [a, b]),
        np.unwrap(v),
        np.roll([a, b, 1], 1),
        np.flip(v),
        np.tile(v, 2),
        np.repeat(v, 2),
        np.median([a, b, 1]),
        np.percentile([a, b, 1], 30),
        np.quantile([a, b, 1], 0.7),
        np.nanmax([a, b]),
        np.convolve([a, b], [1, 2]),
        np.correlate([a, b, 1], [1, 2]),
        np.histogram([a, b], bins=2, range=(-1, 1))[0],
        np.meshgrid([a, b], [1, 2])[0],
        np.einsum("i,i", v, v),
        float(np.tensordot(v, v, 1)),
        np.matmul(v, np.outer(v, v)),
    )


@program(ANY, ANY, ANY)
def small_arrays(a, b, c):
    v = np.array([[a, b], [c, 1.0]])
    w = v.copy()
    w.fill(a)
    x = np.array([a, b, c])
    x.sort()
    y = np.array([a, b, c])
    y[y < 0] = 0
    return (
        v.std(),
        v.var(axis=0),
        v.argmin(),
        v.argmax(axis=1),
        x,
        v.ravel().argsort()[0],
        v.cumsum(),
        v.cumsum(axis=1),
        v.trace(),
        v.round(),
        v.round(1),
        v[0, 0].item(),
        w,
        v.reshape(1, 4),
        v.reshape(-1),
        v.transpose(1, 0),
        v.T,
        v.mean(axis=(0, 1)),
        v.prod(),
        v.ptp() if hasattr(v, "ptp") else 0,
        y,
        v.clip(min=0),
        v.dot(v),
        v.diagonal(),
        v.flatten(),
        v.tolist(),
        v.swapaxes(0, 1),
        v.any(),
        v.all(),
        v.take([0, 3]),
        v.repeat(2),
        v.compress([True, False], axis=0),
        v.sum(axis=0, keepdims=True),
        v.max(axis=-1),
        v.min(),
        v.size,
        v.ndim,
        v.shape,
        v.itemsize > 0,
        len(v.nonzero()[0]),
        v.searchsorted(0) if False else 0,
        np.squeeze(v[None]),
        v[..., 0],
        v[:, None, :].shape,
    )


@program(ANY)
def scalars(a):
    return (
        a.is_integer() if isinstance(a, float) else 0,
        np.float64(a).reshape(1, 1)[0, 0],
        np.float64(a).shape == (),
        np.float32(a).dtype == np.float32,
        float(a).conjugate(),
        a.real,
        a.imag,
        np.float64(a).astype(int),
        np.float64(a).clip(0, 1),
        np.float64(a).round(1),
        np.float64(a).item(),
    )


@program(SMALL, SMALL, SMALL)
def linalg(a, b, c):
    m = np.array([[2 + a, b, c], [b, 3 + c, a], [c, a, 4 - b]])
    m4 = np.eye(4) * 4 + np.outer([a, b, c, 1], [1, a, b, c])
    w, v = np.linalg.eigh(m)
    return (
        np.linalg.det(m),
        np.linalg.inv(m),
        np.linalg.solve(m, [1, 2, 3]),
        w,
        np.linalg.det(m4),
        np.linalg.solve(m4, [1, 0, 0, 1]),
        np.abs(v[:, 0]),
        np.linalg.eigvalsh(m),
        np.linalg.matrix_power(m, 3),
        np.trace(m),
        np.linalg.cholesky(m),
        np.linalg.inv(m4),
    )


@functools.singledispatch
def area(x):
    return 0


@area.register
def _(x: int):
    return x + 1


@area.register
def _(x: float):
    return x * 2


@area.register(tuple)
def _(x):
    return sum(x)


class Cell:
    def __init__(self, v):
        self._v = v

    def move(self, d, n):
        self._v += d * n
        return self._v

    right = functools.partialmethod(move, 1)
    left = functools.partialmethod(move, -1)

    @functools.cached_property
    def twice(self):
        return self._v * 2

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, x):
        self._v = max(x, 0)

    @v.deleter
    def v(self):
        self._v = -1


@program(ANY, COUNT)
def functoolses(a, n):
    c = Cell(a)
    r1 = c.right(2)
    t = c.twice
    c.left(1)
    t2 = c.twice
    c.v = a
    s1 = c.v
    del c.v
    return (
        area(a),
        area(n),
        area((a, n)),
        r1,
        t,
        t2,
        s1,
        c.v,
        functools.reduce(operator.mul, [a, n, 2]),
        functools.partial(pow, 2)(n),
    )


class Meta(type):
    def __call__(cls, *args):
        o = super().__call__(*args)
        o.tag = 7
        return o

    def __len__(cls):
        return 3


class Slotted(metaclass=Meta):
    __slots__ = ("x", "tag")

    def __init__(self, x):
        self.x = x


class Positive:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, o, t=None):
        return getattr(o, self.n)

    def __set__(self, o, v):
        setattr(o, self.n, abs(v))


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    @abc.abstractmethod
    def n(self): ...
    def both(self):
        return self.area() + self.n


class Sq(Shape):
    side = Positive()

    def __init__(self, s):
        self.side = s
        self.__dict__["z"] = s

    def area(self):
        return self.side**2

    @property
    def n(self):
        return 4


@program(ANY)
def classes(a):
    q = Sq(a)
    s = Slotted(a)
    return (
        s.x,
        s.tag,
        len(Slotted),
        q.both(),
        q.z,
        q.__class__ is Sq,
        isinstance(q, Shape),
        issubclass(Sq, abc.ABC),
        type(q).__name__ == "Sq",
        isinstance(a, float),
        isinstance(a, (int, str)),
        vars(q)["z"],
        hasattr(s, "y"),
        a.__class__ is float,
    )


@program(COUNT, COUNT)
def hashes(n, m):
    h = 2166136261
    for b in (n, m):
        h = ((h ^ b) * 16777619) & 0xFFFFFFFF
    x = (n * 0x9E3779B97F4A7C15 + m) & 0xFFFFFFFFFFFFFFFF
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    x ^= x >> 27
    u = np.uint32(n) * np.uint32(2654435761)
    return h % 1009, x % 1009, x >> 60, int(u) % 1009, (h >> 16) & 0xFF


@program(ANY)
def bits_of(a):
    i = struct.unpack("<I", struct.pack("<f", a))[0]
    return (
        i >> 23,
        i & 0xFFFF,
        struct.unpack("f", struct.pack("I", 0x5F3759DF - (struct.unpack("I", struct.pack("f", abs(a) + 1))[0] >> 1)))[0],
    )


@program(COUNT)
def loopvar(n):
    for i in range(9):
        if i * 2 >= n:
            break
    for j in range(20):
        if j > n:
            break
    for k, _ in enumerate("abc"):  # noqa: B007
        pass
    return i, j, k


@program(COUNT, COUNT)
def fracs(n, m):
    f = fractions.Fraction(n, m + 1) + fractions.Fraction(1, 3)
    return f.numerator, f.denominator, float(f), f > 1, round(f), f.limit_denominator(5) == f


@program(ANY, ANY, ANY)
def iters(a, b, c):
    x = [a, b, c]
    return (
        list(itertools.accumulate(x)),
        list(itertools.accumulate(x, max)),
        [p * q for p, q in itertools.combinations(x, 2)],
        sum(p[0] - p[1] for p in itertools.permutations(x, 2)),
        list(itertools.chain(x, [1])),
        list(itertools.islice(x, 1, 3)),
        list(itertools.starmap(pow, [(2, 2), (3, 1)])),
        [q - p for p, q in itertools.pairwise(x)],
        list(itertools.compress(x, [1, 0, 1])),
        [len(list(gr)) for k, gr in itertools.groupby([1, 1, 2])],
        list(itertools.zip_longest(x, [1], fillvalue=0))[2][1],
        sum(p * q for p, q in itertools.product(x, [1, 2])),
        list(itertools.islice(itertools.cycle(x), 5)),
        [len(list(gr)) for k, gr in itertools.groupby(x, key=lambda v: v > 0)][0],
    )


@program(ANY, ANY, ANY, ANY)
def stats(a, b, c, d):
    x = [a, b, c, d]
    return (
        statistics.mean(x),
        statistics.fmean(x),
        statistics.median(x),
        statistics.median_grouped([1, 2, 2, 3]),
        statistics.stdev(x),
        statistics.quantiles(x, n=3),
        statistics.NormalDist(a, 1).cdf(b),
        statistics.covariance(x, [1, 2, 3, 4]),
        statistics.correlation(x, [1, 2, 3, 5]),
        statistics.linear_regression([1, 2, 3, 4], x).slope,
        statistics.mode([1, 1, 2]) + a,
        statistics.multimode([1, 2, 2])[0] + a,
        statistics.NormalDist.from_samples(x).mean,
    )
