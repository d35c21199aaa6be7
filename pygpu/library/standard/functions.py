"""Functions of the standard library that are written in C, written out in Python: so they are traced where a value of a
pixel is among their arguments.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import bisect
import cmath
import heapq
import math
import operator
import statistics
import threading
import types

import numpy as np

# --- math ------------------------------------------------------------------------------------------------------------

def remainder(x, y):
    """What is left of the nearest whole multiple, halves to even: no step of it rounds."""
    size, step = abs(x), abs(y)
    above = math.fmod(size, step)
    below = step - above
    rest = above - 2.0 * math.fmod(0.5 * (size - above), step) if above == below else above if above < below else -below
    return math.copysign(1.0, x) * rest


def modf(x):
    """(the part behind the point, the whole part), both with the sign of x."""
    whole = np.trunc(x)
    return math.copysign(0.0 if abs(x) == math.inf else x - whole, x), whole


def frexp(x):
    if x != x or x == 0 or abs(x) == math.inf:
        return x, 0
    by = 2 if abs(x) > 1 else -2  # so that no power of two is out of range
    scaled = x * 2.0 ** -by
    exponent = math.floor(math.log2(abs(scaled))) + 1
    mantissa = scaled * 2.0 ** -exponent
    over, under = abs(mantissa) >= 1, 0 < abs(mantissa) < 0.5  # log2 in 32 bits, at a power of two
    return (mantissa / 2 if over else mantissa * 2 if under else mantissa), exponent + over - under + by


def ldexp(x, i):
    i = min(max(i, -300), 300)
    half = i // 2
    return x * 2.0 ** half * 2.0 ** (i - half)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    near = abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
    return a == b or near and abs(a) != math.inf and abs(b) != math.inf


def gcd_of_two(a, b):
    a, b = abs(a), abs(b)
    while b != 0:
        a, b = b, a % b
    return a


def gcd(*integers):
    result = 0
    for each in integers:
        result = gcd_of_two(result, each)
    return result


def wide(n):
    """The same whole number in 64 bits."""
    return n + 2 ** 40 - 2 ** 40


def lcm(*integers):
    result = 1
    for each in integers:
        whole = gcd_of_two(result, each)
        result = abs(wide(result) // max(whole, 1) * each)
    return result


FACTORIALS = tuple(map(math.factorial, range(21)))  # those that 64 bits hold


def factorial(n, /):
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    return FACTORIALS[fitting(n)]


def fitting(n):
    """How far factorials go here."""
    if n >= len(FACTORIALS):
        raise OverflowError("a factorial is beyond 64 bits")
    return n


def perm(n, k=None, /):
    if k is None:
        return factorial(n)
    refuse_negative(n, k)
    result = wide(n + k) * 0 + 1
    for i in range(k):
        result = result * (n - i)
    return result


def refuse_negative(n, k):
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")


def comb(n, k, /):
    refuse_negative(n, k)
    result = wide(n + k) * 0 + 1
    for i in range(min(k, max(n - k, 0))):
        result = result * (n - i) // (i + 1)
    return result if k <= n else 0


def inverse_modulo(number, mod):
    """By Euclid: what it is to be multiplied with for 1."""
    size, before, after, found, later = abs(mod), number % mod, mod, 1, 0
    while after != 0:
        times = before // after
        before, after = after, before - times * after
        found, later = later, found - times * later
    if abs(before) != 1:
        raise ValueError("base is not invertible for the given modulus")
    return found * before % size


def power_modulo(base, exp, mod):
    """pow(base, exp, mod), by squares: a product of two has 64 bits."""
    if exp < 0:
        base, exp = inverse_modulo(base, mod), -exp
    result, square = 1 % mod, base % mod
    while exp > 0:
        if exp % 2:
            result = wide(result) * square % mod
        square = wide(square) * square % mod
        exp = exp // 2
    return result


def isqrt(n, /):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    near = (n * 0 + int(math.sqrt(n) / 2)) * 2 + 1  # (half of the root of 64 bits fits into 32)
    above = (near + n // near) // 2                 # a step of Newton's: the root, or the next number
    return above - (above > n // max(above, 1))


MODULUS = 2 ** 61 - 1


def hash_of_whole(n):
    """hash(n) of 64 bits with a sign."""
    rest = abs(n) % MODULUS
    return rest if n > 0 else -2 if rest == 1 else -rest


def fma(x, y, z, /):
    return x * y + z


def ulp(x, /):
    """How far the next double is."""
    return abs(x) if x != x or abs(x) == math.inf else 0.0 if x == 0 else ldexp(1.0, frexp(abs(x))[1] - 53)


def felt(x, step):
    """A step of doubles, or the next one by which a number of 32 bits changes: there they lie farther apart."""
    return step if x + step != x else 2.0 ** -126 if x == 0 else step * 2.0 ** 29


def nextafter(x, y, /):
    """The next double on the way to y."""
    if x != x or y != y:
        return x + y
    mantissa = frexp(x)[0]
    inwards = (mantissa == 0.5) & (y < x) | (mantissa == -0.5) & (y > x)  # below a power of two they lie closer
    step = felt(x, ulp(x) * (0.5 if inwards else 1.0))
    return y if x == y else x + (step if y > x else -step)

# --- cmath -----------------------------------------------------------------------------------------------------------

def complex_log10(z, /):
    return cmath.log(z) / math.log(10)


def complex_isnan(z, /):
    return (z.real != z.real) | (z.imag != z.imag)


def complex_isfinite(z, /):
    return math.isfinite(z.real) & math.isfinite(z.imag)


def complex_isinf(z, /):
    return math.isinf(z.real) | math.isinf(z.imag)

# --- statistics (whose sums are of fractions) ------------------------------------------------------------------------

def mean(data):
    values = list(data)
    if not values:
        raise statistics.StatisticsError("mean requires at least one data point")
    return sum(values) / len(values)


def mean_stdev(data):
    return mean(data), stdev(data)


def squares_about(values, centre):
    return sum([(v - centre) * (v - centre) for v in values])


def variance(data, xbar=None):
    values = list(data)
    if len(values) < 2:
        raise statistics.StatisticsError("variance requires at least two data points")
    return squares_about(values, mean(values) if xbar is None else xbar) / (len(values) - 1)


def pvariance(data, mu=None):
    values = list(data)
    return squares_about(values, mean(values) if mu is None else mu) / len(values)


def stdev(data, xbar=None):
    return math.sqrt(variance(data, xbar))


def pstdev(data, mu=None):
    return math.sqrt(pvariance(data, mu))


def geometric_mean(data):
    values = list(data)
    return math.exp(sum([math.log(v) for v in values]) / len(values))


def harmonic_mean(data, weights=None):
    values = list(data)
    weights = [1] * len(values) if weights is None else list(weights)
    return sum(weights) / sum([w / v for w, v in zip(weights, values)])


def inverse_normal(p, mu, sigma):
    """Wichura's AS241, as statistics has it where there is no C."""
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        num = q * (3.3871328727963666080e+0 + r * (1.3314166789178437745e+2 + r * (1.9715909503065514427e+3 + r * (
            1.3731693765509461125e+4 + r * (4.5921953931549871457e+4 + r * (6.7265770927008700853e+4 + r * (
                3.3430575583588128105e+4 + r * 2.5090809287301226727e+3)))))))
        den = 1.0 + r * (4.2313330701600911252e+1 + r * (6.8718700749205790830e+2 + r * (5.3941960214247511077e+3 + r * (
            2.1213794301586595867e+4 + r * (3.9307895800092710610e+4 + r * (2.8729085735721942674e+4
                                                                           + r * 5.2264952788528545610e+3))))))
        return mu + num / den * sigma
    r = math.sqrt(-math.log(p if q <= 0 else 1.0 - p))
    if r <= 5.0:
        r = r - 1.6
        num = 1.42343711074968357734e+0 + r * (4.63033784615654529590e+0 + r * (5.76949722146069140550e+0 + r * (
            3.64784832476320460504e+0 + r * (1.27045825245236838258e+0 + r * (2.41780725177450611770e-1 + r * (
                2.27238449892691845833e-2 + r * 7.74545014278341407640e-4))))))
        den = 1.0 + r * (2.05319162663775882187e+0 + r * (1.67638483018380384940e+0 + r * (6.89767334985100004550e-1 + r * (
            1.48103976427480074590e-1 + r * (1.51986665636164571966e-2 + r * (5.47593808499534494600e-4
                                                                            + r * 1.05075007164441684324e-9))))))
    else:
        r = r - 5.0
        num = 6.65790464350110377720e+0 + r * (5.46378491116411436990e+0 + r * (1.78482653991729133580e+0 + r * (
            2.96560571828504891230e-1 + r * (2.65321895265761230930e-2 + r * 1.24266094738807843860e-3))))
        den = 1.0 + r * (5.99832206555887937690e-1 + r * (1.36929880922735805310e-1 + r * (1.48753612908506148525e-2 + r * (
            7.86869131145613259100e-4 + r * 1.84631831751005468180e-5))))
    return mu + (-num if q < 0 else num) / den * sigma

# --- bisect, heapq, operator -----------------------------------------------------------------------------------------

def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """In a list in order, how many items are not above x."""
    return lo + sum([(item if key is None else key(item)) <= x for item in a[lo:hi]])


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return lo + sum([(item if key is None else key(item)) < x for item in a[lo:hi]])


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def merge(*iterables, key=None, reverse=False):
    return iter(sorted([item for each in iterables for item in each], key=key, reverse=reverse))


def contains(a, b, /):
    return b in a


def index_of(a, b, /):
    return list(a).index(b)


def called(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def repeat(value, times):
    for _ in range(times):
        yield value


def count_of(a, b, /):
    return sum(item == b for item in a)


def same_object(a, b, /):
    return a is b


def other_object(a, b, /):
    return a is not b


def index(a, /):
    return a


NOT_CALLED = type("NotCalled", (), {})()


def called_where(flag, function, *args):
    """A function that is called for some pixels only."""
    return function(*args) if flag else NOT_CALLED


def next_or(step, default):
    """next(), with a default, of an object whose __next__ is `step`."""
    try:
        return step()
    except StopIteration:
        return default


def stepped(step):
    """Whether such an object has another item, and it."""
    try:
        return True, step()
    except StopIteration:
        return False, None


def steps(step):
    """All items of such an object."""
    while True:
        try:
            item = step()
        except StopIteration:
            return
        yield item


def any_in_order(items):
    for item in items:
        if item:
            return True
    return False


def among_in_order(items, value):
    for item in items:
        if item == value:
            return True
    return False


def next_in_order(items, *default):
    for item in items:
        return item
    if not default:
        raise StopIteration
    return default[0]


def append_each(items, more):
    for item in more:
        items.append(item)


def all_in_order(items):
    for item in items:
        if not item:
            return False
    return True


class Lock:
    """A lock, a condition, an event: there is nobody to wait for."""

    def __init__(self, *args, **kwargs):
        pass

    def acquire(self, *args, **kwargs):
        return True

    __enter__ = acquire

    def release(self, *args):
        pass

    __exit__ = notify = notify_all = release

    def wait(self, *args):
        return True

    def locked(self):
        return False


class ComparedBy:
    """What functools.cmp_to_key makes of an item: a key that compares by a function."""

    __slots__ = ("compare", "item")

    def __lt__(self, other):
        return self.compare(self.item, other.item) < 0

    def __gt__(self, other):
        return self.compare(self.item, other.item) > 0

    def __eq__(self, other):
        return self.compare(self.item, other.item) == 0

    __hash__ = None


def methodcaller(name, /, *args, **kwargs):
    return lambda receiver: getattr(receiver, name)(*args, **kwargs)


def broadcast(*arrays):
    """What arrays that are computed together come to: its shape, and what follows from that."""
    shape = np.broadcast_shapes(*[np.shape(each) for each in arrays])
    return types.SimpleNamespace(shape=shape, nd=len(shape), ndim=len(shape), size=math.prod(shape))


WRITTEN = {
    np.broadcast: broadcast,
    math.remainder: remainder, math.modf: modf, math.frexp: frexp, math.ldexp: ldexp, math.isclose: isclose, math.gcd: gcd,
    math.lcm: lcm, math.factorial: factorial, math.perm: perm, math.comb: comb, math.isqrt: isqrt,
    cmath.log10: complex_log10, cmath.isnan: complex_isnan, cmath.isfinite: complex_isfinite, cmath.isinf: complex_isinf,
    cmath.isclose: isclose,
    statistics.mean: mean, statistics.variance: variance, statistics.pvariance: pvariance, statistics.stdev: stdev,
    statistics.pstdev: pstdev, statistics._mean_stdev: mean_stdev,
    statistics.geometric_mean: geometric_mean, statistics.harmonic_mean: harmonic_mean,
    statistics._normal_dist_inv_cdf: inverse_normal,
    bisect.bisect_right: bisect_right, bisect.bisect_left: bisect_left,
    heapq.nsmallest: nsmallest, heapq.nlargest: nlargest, heapq.merge: merge,
    operator.contains: contains, operator.countOf: count_of, operator.is_: same_object, operator.is_not: other_object,
    operator.methodcaller: methodcaller, operator.index: index, math.ulp: ulp, math.nextafter: nextafter,
    threading.Lock: Lock, threading.RLock: Lock, threading.Condition: Lock,
}
WRITTEN[operator.indexOf] = index_of
for of_newer_pythons, written in ((math, "fma"), (operator, "call")):
    if hasattr(of_newer_pythons, written):
        WRITTEN[getattr(of_newer_pythons, written)] = {"fma": fma, "call": called}[written]
