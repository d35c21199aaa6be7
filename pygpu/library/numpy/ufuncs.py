"""Element-wise functions of NumPy and `math`, written out in Python: what they mean where no operation of the graph does.

They are traced like a user's own functions, so that what is known in them folds.
"""

from __future__ import annotations

import math

import numpy as np

from ..standard.functions import modf

LARGEST = 3.4028235e38  # of 32 bits


def sign(x):
    return x if x != x else (x > 0) - (x < 0) + 0 * x


def heaviside(x, at_zero):
    return x if x != x else at_zero if x == 0 else 1.0 if x > 0 else 0.0


def logaddexp(a, b):
    high, low = (float(a), float(b)) if a > b else (float(b), float(a))
    return high if high == low - 1 else high + math.log1p(np.exp(low - high))


def logaddexp2(a, b):
    high, low = (float(a), float(b)) if a > b else (float(b), float(a))
    return high + math.log1p(np.exp2(low - high)) / math.log(2)


def sinc(x):
    angle = math.pi * x
    return 1.0 if x == 0 else math.sin(angle) / angle


def nan_to_num(x, nan, high, low):
    return nan if x != x else high if x == math.inf else low if x == -math.inf else x


def isclose(a, b, rtol, atol):
    return a == b or abs(a - b) <= atol + rtol * abs(b) and abs(b) != math.inf


def signbit(x):
    return math.copysign(1.0, x) < 0


def reciprocal(x):
    return 1.0 / x if isinstance(x, (float, np.floating)) else (x == 1) * 1 - (x == -1)


def remainder_of_ints(a, b):
    """np.fmod of whole numbers: with the sign of the first."""
    rest = a % b
    return rest - b if rest != 0 and (rest < 0) != (a < 0) else rest


def degrees(x):
    return x * (180 / math.pi)


def radians(x):
    return x * (math.pi / 180)


def interp(x, xs, ys, left, right):
    """On the line from point to point; beyond them the first or last, or what is said to be there."""
    result = ys[0] if left is None else left
    for i in range(len(xs) - 1):
        width = xs[i + 1] - xs[i]
        slope = (ys[i + 1] - ys[i]) / (width if width else 1.0)  # of two points at one place, the second is told
        result = ys[i] + slope * (x - xs[i]) if x >= xs[i] else result
    return beyond(x, xs, ys, result, right)


def interp_of_many(x, xs, ys, left, right):
    """The same between known points: which two, is found by halves."""
    place, step = 0, 1 << len(xs).bit_length() - 1
    while step:
        further = min(place + step, len(xs) - 1)
        place = further if x >= xs[further] else place
        step //= 2
    place = min(place, len(xs) - 2)
    slopes = np.diff(ys) / np.diff(xs)
    result = ys[place] + slopes[place] * (x - xs[place])
    return beyond(x, xs, ys, result if x >= xs[0] else ys[0] if left is None else left, right)


def beyond(x, xs, ys, result, right):
    end = ys[-1] if right is None else right
    return x if x != x else ys[-1] if x == xs[-1] else end if x > xs[-1] else result


WRITTEN = {np.sign: sign, np.heaviside: heaviside, np.logaddexp: logaddexp, np.logaddexp2: logaddexp2,
           np.signbit: signbit, np.reciprocal: reciprocal, np.degrees: degrees, np.rad2deg: degrees,
           np.radians: radians, np.deg2rad: radians, np.modf: modf}
