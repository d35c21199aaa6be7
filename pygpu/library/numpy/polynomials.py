"""Polynomials whose coefficients pixels decide.

    WRITTEN     NumPy's class -> what it means
"""

from __future__ import annotations

import numpy as np

from .arrays import polyint, polymul


def coefficients(value, kind):
    return value.coeffs if isinstance(value, kind) else np.atleast_1d(value)


class Falling:
    """np.poly1d: the highest power first."""

    __slots__ = ("coeffs", "variable")

    def __init__(self, c_or_r, r=False, variable="x"):
        self.coeffs, self.variable = np.poly(c_or_r) if r else coefficients(c_or_r, Falling), variable

    @property
    def c(self):
        return self.coeffs

    coef = coefficients = c

    @property
    def order(self):
        """Coefficients at the front that are 0 for a pixel do not count there."""
        found = 0
        for power, coefficient in enumerate(self.coeffs[::-1]):
            if coefficient != 0:
                found = power
        return found

    o = order

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self.coeffs)

    def __getitem__(self, power):
        return self.coeffs[len(self.coeffs) - 1 - power] if 0 <= power < len(self.coeffs) else 0

    def __call__(self, x):
        total = 0
        for coefficient in self.coeffs:
            total = total * x + coefficient
        return total

    def __neg__(self):
        return Falling(-self.coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return Falling(np.polyadd(self.coeffs, coefficients(other, Falling)))

    __radd__ = __add__

    def __sub__(self, other):
        return Falling(np.polysub(self.coeffs, coefficients(other, Falling)))

    def __rsub__(self, other):
        return Falling(np.polysub(coefficients(other, Falling), self.coeffs))

    def __mul__(self, other):
        return Falling(polymul(self.coeffs, coefficients(other, Falling)))

    __rmul__ = __mul__

    def __truediv__(self, number):
        return Falling(self.coeffs / number)

    def __pow__(self, times):
        result = Falling([1.0])
        for _ in range(times):
            result = result * self
        return result

    def __eq__(self, other):
        return len(self.coeffs) == len(other.coeffs) and np.all(self.coeffs == other.coeffs)

    __hash__ = None

    def deriv(self, m=1):
        return Falling(np.polyder(self.coeffs, m))

    def integ(self, m=1, k=0):
        result = self.coeffs
        for _ in range(m):
            result = np.concatenate([polyint(result)[:-1], [k]])
        return Falling(result)


class Rising:
    """np.polynomial.Polynomial: the lowest power first, of what lies in `domain` as it would in `window`."""

    __slots__ = ("coef", "domain", "window")

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        self.coef = np.atleast_1d(coef)
        self.domain = (-1, 1) if domain is None else domain
        self.window = (-1, 1) if window is None else window

    def __call__(self, x):
        (a, b), (c, d) = self.domain, self.window
        x = c + (x - a) * ((d - c) / (b - a)) if (a, b) != (c, d) else x
        total = 0
        for coefficient in self.coef[::-1]:
            total = total * x + coefficient
        return total

    def __len__(self):
        return len(self.coef)

    def __iter__(self):
        return iter(self.coef)

    def degree(self):
        return len(self.coef) - 1

    def like(self, coef):
        return Rising(coef, self.domain, self.window)

    def reversed(self, other):
        return (other.coef if isinstance(other, Rising) else np.atleast_1d(other))[::-1]

    def __neg__(self):
        return self.like(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self.like(np.polyadd(self.coef[::-1], self.reversed(other))[::-1])

    __radd__ = __add__

    def __sub__(self, other):
        return self.like(np.polysub(self.coef[::-1], self.reversed(other))[::-1])

    def __rsub__(self, other):
        return self.like(np.polysub(self.reversed(other), self.coef[::-1])[::-1])

    def __mul__(self, other):
        return self.like(polymul(self.coef[::-1], self.reversed(other))[::-1])

    __rmul__ = __mul__

    def __truediv__(self, number):
        return self.like(self.coef / number)

    def __pow__(self, times):
        result = self.like([1.0])
        for _ in range(times):
            result = result * self
        return result

    def deriv(self, m=1):
        scale = (self.window[1] - self.window[0]) / (self.domain[1] - self.domain[0])
        return self.like(np.polyder(self.coef[::-1], m)[::-1] * scale ** m)

    def integ(self, m=1, k=0):
        scale = (self.window[1] - self.window[0]) / (self.domain[1] - self.domain[0])
        result = self.coef[::-1]
        for _ in range(m):
            result = np.concatenate([polyint(result)[:-1] / scale, [k]])
        return self.like(result[::-1])


WRITTEN = {np.poly1d: Falling, np.polynomial.Polynomial: Rising}
