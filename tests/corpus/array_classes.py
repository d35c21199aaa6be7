"""Classes made from np.ndarray that have operators of their own."""

import math

import numpy as np

from .cases import ANY, programs

program = programs("classes of arrays")


class V(np.ndarray):
    __array_priority__ = 10

    def __new__(cls, x, y):
        return np.asarray([x, y], dtype=float).view(cls)

    @property
    def x(self):
        return self[0]

    @property
    def y(self):
        return self[1]

    def __mul__(self, o):
        if isinstance(o, V):
            return float(np.dot(np.asarray(self), np.asarray(o)))
        return np.ndarray.__mul__(self, o)

    def __xor__(self, o):
        return self.x * o.y - self.y * o.x

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __neg__(self):
        return V(-self.x, -self.y)

    def __eq__(self, o):
        return bool(np.allclose(np.asarray(self), np.asarray(o)))

    def __ne__(self, o):
        return not self == o

    def __hash__(self):
        return 1


@program(ANY, ANY, ANY)
def nd_sub(a, b, c):
    u, v = (V(a, b), V(c, 1.0))
    return (
        u * v,
        (u * 2).x,
        u ^ v,
        abs(u + v),
        u == v,
        (u - v).y,
        (-u).x,
        u != v,
        isinstance(u + v, V),
        isinstance(u * 2, V),
    )


class Q(np.ndarray):
    def __new__(cls, *v):
        return np.array(v, dtype=float).view(cls)

    def __mul__(self, o):
        if not isinstance(o, Q):
            return super().__mul__(o)
        w0, x0, y0, z0 = self
        w1, x1, y1, z1 = o
        return Q(
            w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
            w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
            w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1,
            w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1,
        )

    def __rmul__(self, s):
        return Q(*s * np.asarray(self))

    def conj(self):
        return Q(self[0], *-self[1:])

    def __truediv__(self, o):
        return Q(*np.asarray(self) / float(o))

    def __array_finalize__(self, obj):
        self.info = getattr(obj, "info", 7)

    def __lt__(self, o):
        return self[0] < o[0]

    def __matmul__(self, o):
        return np.asarray(self) @ np.asarray(o)

    def __imul__(self, k):
        self[0] *= k
        return self


@program(ANY, ANY, ANY)
def nd_quat(a, b, c):
    q = Q(a, b, c, 1.0)
    r = q * q.conj()
    s = q * 3
    t = q.copy()
    t *= 5
    return (np.asarray(r), (2 * q)[1], r.info, s, (q / 2)[2], q < r, q @ r, t, isinstance(s, Q), sorted([q, r])[0][0])


class Color(np.ndarray):
    def __new__(cls, r, g, b):
        return np.clip(np.array([r, g, b]), 0, 1).view(cls)

    def __add__(self, o):
        return Color(*np.asarray(self) + np.asarray(o))

    def __sub__(self, o):
        return Color(*np.subtract(self, o))

    def __and__(self, o):
        return Color(*np.minimum(self, o))

    def lum(self):
        return float(np.dot(self, [0.2, 0.7, 0.1]))

    def __repr__(self):
        return "C"


@program(ANY, ANY, ANY)
def nd_colour(a, b, c):
    p, q = (Color(a, b, c), Color(0.5, 0.5, 0.5))
    return (p + q, (p - q).lum(), p & q, sum([p, q, p], Color(0, 0, 0)).lum(), p.mean(), p * 0.5)
