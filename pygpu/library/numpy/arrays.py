"""Functions of NumPy on small arrays, written out with simpler ones: what they mean where pixels are among the elements.

They are traced like a user's own functions. Each takes the parameters of the real one that it has here.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import math
import operator

import numpy as np

from ...language.functions import is_known
from ..standard import functions as library

# --- NaN is nothing --------------------------------------------------------------------------------------------------

def nansum(a, axis=None, keepdims=False):
    return np.sum(np.where(np.isnan(a), 0.0, a), axis=axis, keepdims=keepdims)


def nanprod(a, axis=None, keepdims=False):
    return np.prod(np.where(np.isnan(a), 1.0, a), axis=axis, keepdims=keepdims)


def nanmean(a, axis=None, keepdims=False):
    return nansum(a, axis, keepdims) / np.sum(np.logical_not(np.isnan(a)), axis=axis, keepdims=keepdims)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    count = np.sum(np.logical_not(np.isnan(a)), axis=axis, keepdims=keepdims)
    apart = np.asarray(a) - nanmean(a, axis, True)
    return nansum(apart * apart, axis, keepdims) / (count - ddof)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    return np.sqrt(nanvar(a, axis, ddof, keepdims))


def nancumsum(a, axis=None):
    return np.cumsum(np.where(np.isnan(a), 0.0, a), axis=axis)


def nancumprod(a, axis=None):
    return np.cumprod(np.where(np.isnan(a), 1.0, a), axis=axis)


def nanargmin(a, axis=None):
    return np.argmin(np.where(np.isnan(a), math.inf, a), axis=axis)


def nanargmax(a, axis=None):
    return np.argmax(np.where(np.isnan(a), -math.inf, a), axis=axis)


def nanquantile(a, q):
    numbers = np.ravel(a)
    ordered = sorted([math.inf if v != v else v for v in numbers])
    place = (sum([v == v for v in numbers]) - 1) * q
    below = max(int(place), 0)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    return low if place == below else low + (high - low) * (place - below)


def nanpercentile(a, q):
    return nanquantile(a, q / 100)


def nanmedian(a):
    return nanquantile(a, 0.5)

# --- evenly spaced ---------------------------------------------------------------------------------------------------

def arange(start_or_stop, stop=None, step=1, *, dtype=None):
    """Of a length that is known, wherever it begins: np.arange(n, n + 3)."""
    start, stop = (0, start_or_stop) if stop is None else (start_or_stop, stop)
    if isinstance(start, int) and isinstance(stop, int) and isinstance(step, int):
        return np.array([each for each in range(start, stop, step)], dtype)  # noqa: C416
    return np.array([start + number * step for number in range(math.ceil((stop - start) / step))], dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False):
    steps = max(num - 1 if endpoint else num, 1)
    step = (np.asarray(stop) - start) / steps if np.ndim(start) or np.ndim(stop) else (stop - start) / steps
    found = np.array([stop + 0 * step if endpoint and i == num - 1 and i else start + step * i for i in range(num)])
    return (found, step) if retstep else found


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    return base ** linspace(start, stop, num, endpoint)


def geomspace(start, stop, num=50, endpoint=True):
    steps = max(num - 1 if endpoint else num, 1)
    return np.array([stop if endpoint and i == num - 1 and i else start * (stop / start) ** (i / steps) for i in range(num)])

# --- searching and counting ------------------------------------------------------------------------------------------

def each(function, values):
    """function of each element, as an array of the same shape; of a number, a number."""
    shape = np.shape(values)
    if shape == ():
        return function(values)
    return np.reshape(np.array([function(v) for v in np.ravel(values)]), shape)


def searchsorted(a, v, side="left"):
    """How many lie before a number. NaN lies behind all others."""
    def place(wanted):
        lost = wanted != wanted
        if side == "right":
            return sum([(x <= wanted) | lost for x in a])
        return sum([(x < wanted) | (lost & (x == x)) for x in a])

    return each(place, v)


def digitize(x, bins, right=False):
    side = "left" if right else "right"
    if bins[0] > bins[-1]:
        return len(bins) - np.asarray(searchsorted(bins[::-1], x, side))
    return searchsorted(bins, x, side)


def isin(element, test_elements, invert=False):
    tests = list(np.ravel(test_elements))
    return each(lambda x: any([x == test for test in tests]) != invert, element)


def histogram(a, bins=10, range=None, weights=None, density=None):
    values = np.ravel(a)
    if isinstance(bins, int):
        low, high = (np.min(values), np.max(values)) if range is None else range
        low, high = low - 0.5 * (low == high), high + 0.5 * (low == high)
        bins = linspace(low, high, bins + 1)
    weights = [1] * len(values) if weights is None else np.ravel(weights)
    counts = []
    for place, (low, high) in enumerate(zip(bins[:-1], bins[1:])):
        last = place == len(bins) - 2
        inside = [(v >= low) & ((v <= high) if last else (v < high)) for v in values]
        counts.append(sum([there * weight for there, weight in zip(inside, weights)]))
    counts = np.array(counts)
    return (counts / (np.sum(counts) * np.diff(bins)) if density else counts), np.asarray(bins)


def bincount(x, weights=None, minlength=0):
    """As many as the greatest number says where it is known, else as are asked for at least: a pixel with a greater one
    has no result."""
    size = max(minlength, int(max(x)) + 1) if is_known(max(x)) else minlength
    if size < 1:
        raise TypeError("np.bincount() of numbers that pixels give")
    if min(x) < 0 or max(x) >= size:
        raise ValueError("np.bincount() counts numbers from 0 to minlength")
    weights = [1 for _ in x] if weights is None else [1.0 * weight for weight in weights]
    return np.array([sum([(number == place) * weight for number, weight in zip(x, weights)]) for place in range(size)])


def piecewise(x, condlist, funclist):
    conditions = list(condlist)
    result = each(lambda v: 0 * v, x)
    if len(funclist) == len(conditions) + 1:
        result = funclist[-1](x) if callable(funclist[-1]) else funclist[-1] + result
    for condition, function in zip(conditions, funclist):
        result = np.where(condition, function(x) if callable(function) else function, result)
    return np.asarray(result).astype(np.asarray(x).dtype)  # floats are cut where x has whole numbers


def choose(a, choices, mode="raise"):
    a = each(lambda place: within(place, len(choices), mode), a)
    result = choices[-1]
    for number in range(len(choices) - 2, -1, -1):
        result = np.where(np.asarray(a) == number, choices[number], result)
    return result


def take(a, indices, axis=None, mode="raise"):
    if axis is None:
        flat = np.ravel(a)
        return each(lambda i: flat[within(i, len(flat), mode)], indices)
    rows = np.moveaxis(np.asarray(a), axis, 0)
    if np.ndim(indices) == 0:
        return rows[within(indices, len(rows), mode)]
    return np.moveaxis(np.array([rows[within(i, len(rows), mode)] for i in indices]), 0, axis)


def within(place, count, mode):
    """A place as NumPy's take() and choose() bring it into a list."""
    return min(max(place, 0), count - 1) if mode == "clip" else place % count if mode == "wrap" else place


def extract(condition, arr):
    return np.ravel(arr)[np.ravel(condition) != 0]


def packbits(a, bitorder="big"):
    bits = [*np.ravel(a), *[0] * (-np.size(a) % 8)]
    return np.array([sum([(bit != 0) << place for place, bit in enumerate(byte if bitorder == "little" else byte[::-1])])
                     for byte in [bits[i:i + 8] for i in range(0, len(bits), 8)]], dtype=np.uint8)


def unpackbits(a, count=None, bitorder="big"):
    places = list(range(8)) if bitorder == "little" else list(range(8))[::-1]
    bits = [number >> place & 1 for number in np.ravel(a) for place in places]
    bits = bits + [0] * ((count or 0) - len(bits))
    return np.array(bits[:count], dtype=np.uint8)


def take_along_axis(arr, indices, axis=-1):
    if axis in (0, -2) and np.ndim(arr) == 2:
        return np.transpose(take_along_axis(np.transpose(arr), np.transpose(indices), 1))
    if np.ndim(arr) == 1:
        return np.array([arr[i] for i in indices])
    return np.array([[row[i] for i in places] for row, places in zip(arr, indices)])


def lexsort(keys):
    columns = list(keys)[::-1]
    return np.array(sorted(range(len(columns[0])), key=lambda i: tuple([column[i] for column in columns])))


def partition(a, kth, axis=-1):
    return np.sort(a, axis)


def argpartition(a, kth, axis=-1):
    return np.argsort(a, axis)


def unravel_index(indices, shape):
    indices, found = np.asarray(indices).astype(np.int64), []
    for size in (shape if isinstance(shape, (tuple, list)) else (shape,))[::-1]:
        found.append(indices % size)
        indices = indices // size
    return tuple(found[::-1])


def ravel_multi_index(multi_index, dims):
    flat = 0
    for index, size in zip(multi_index, dims):
        flat = flat * size + np.asarray(index).astype(np.int64)  # those of a byte would wrap
    return flat


# --- statistics ------------------------------------------------------------------------------------------------------

def angle(z, deg=False):
    return np.arctan2(z.imag, z.real) * (180 / math.pi if deg else 1.0)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    rows = np.atleast_2d(m) if rowvar or np.ndim(m) == 1 else np.transpose(m)
    if y is not None:
        rows = np.vstack([rows, np.atleast_2d(y)])
    apart = rows - np.mean(rows, axis=1, keepdims=True)
    freedom = (0 if bias else 1) if ddof is None else ddof
    found = apart @ np.transpose(apart) / (rows.shape[1] - freedom)
    return found[0, 0] if found.shape == (1, 1) else found


def corrcoef(x, y=None, rowvar=True):
    found = cov(x, y, rowvar)
    if np.ndim(found) == 0:
        return found / found
    spread = np.sqrt(np.diag(found))
    return np.clip(found / spread[:, None] / spread[None, :], -1, 1)


def unwrap(p, discont=None, axis=-1, *, period=2 * math.pi):
    if np.ndim(p) > 1:
        return np.apply_along_axis(lambda line: unwrap(line, discont, period=period), axis, p)
    total, found, half = 0.0, [p[0]], period / 2
    for before, after in zip(p[:-1], p[1:]):
        step = after - before
        near = (step + half) % period - half
        near = half if near == -half and step > 0 else near
        total = total + (0.0 if abs(step) < (half if discont is None else discont) else near - step)
        found.append(after + total)
    return np.array(found)

# --- polynomials -----------------------------------------------------------------------------------------------------

def polymul(a1, a2):
    return np.convolve(np.atleast_1d(a1), np.atleast_1d(a2))


def polyint(p):
    return np.array([*[c / (len(p) - i) for i, c in enumerate(p)], 0.0])


def polydiv(u, v):
    rest, found = list(u), []
    for place in range(len(u) - len(v) + 1):
        found.append(rest[place] / v[0])
        for i, c in enumerate(v):
            rest[place + i] = rest[place + i] - found[-1] * c
    return np.array(found), np.array(rest[len(found):])


def polyfit(x, y, deg):
    return np.linalg.pinv(np.vander(x, deg + 1)) @ np.asarray(y)


def polyval_of_rising(x, c):
    result = 0.0 * x
    for coefficient in list(c)[::-1]:
        result = result * x + coefficient
    return result


def clenshaw(alpha, beta):
    """Sums of polynomials that follow p[k + 1] = alpha(k, x) p[k] - beta(k) p[k - 1]."""
    def value(x, c):
        later, last = 0.0 * x, 0.0 * x
        for k in range(len(c) - 1, 0, -1):
            later, last = c[k] + alpha(k, x) * later - beta(k + 1) * last, later
        return c[0] + alpha(0, x) * later - beta(1) * last

    return value


chebval = clenshaw(lambda k, x: x if k == 0 else 2 * x, lambda k: 1)
legval = clenshaw(lambda k, x: (2 * k + 1) / (k + 1) * x, lambda k: k / (k + 1))
hermval = clenshaw(lambda k, x: 2 * x, lambda k: 2 * k)
hermeval = clenshaw(lambda k, x: x, lambda k: k)
lagval = clenshaw(lambda k, x: (2 * k + 1 - x) / (k + 1), lambda k: k / (k + 1))

# --- elements that are assigned --------------------------------------------------------------------------------------

def put(a, ind, v):
    a.put(ind, v)


def fill_diagonal(a, val):
    values = np.ravel(val)
    for i in range(min(np.shape(a))):
        a[(i,) * np.ndim(a)] = values[i % len(values)]


def copyto(dst, src, where=True):
    dst[...] = np.where(where, src, dst)


def putmask(a, mask, values):
    values = np.ravel(values)
    again = np.reshape(np.array([values[i % len(values)] for i in range(np.size(a))]), np.shape(a))
    a[...] = np.where(mask, again, a)

# --- the rest --------------------------------------------------------------------------------------------------------

def isposinf(x):
    return each(lambda v: v == math.inf, x)


def isneginf(x):
    return each(lambda v: v == -math.inf, x)


def isreal(x):
    return each(lambda v: True, x)


def imag(val):
    return each(lambda v: 0.0 * v, val)


def kind_of(x):
    return np.float16 if isinstance(x, np.float16) else np.float32 if isinstance(x, np.float32) else np.float64


def spacing(x):
    return spacing_of(x, kind_of(x))


def nextafter(x, y):
    return next_of(x, y, kind_of(x))


def ulp_of(x, kind):
    """How far the next number of such a type is."""
    digits, least = DIGITS[np.dtype(kind).itemsize]
    if x != x or abs(x) == math.inf:
        return math.nan
    exponent = least if x == 0 else max(library.frexp(abs(x))[1] - 1, least)
    return library.ldexp(1.0, exponent - digits)


def spacing_of(x, kind):
    if kind == np.float16:  # to the next greater one, as NumPy has it of these alone
        return next_of(x, math.inf, kind) - x
    return math.copysign(ulp_of(x, kind), x)


def next_of(x, y, kind):
    """The next number of such a type on the way to y."""
    if x != x or y != y:
        return x + y
    if x == y:
        return y
    if abs(x) == math.inf:
        digits, least = DIGITS[np.dtype(kind).itemsize]
        return math.copysign(library.ldexp(2.0 - 0.5 ** digits, 1 - least), x)
    mantissa, step = library.frexp(x)[0], ulp_of(x, kind)
    inwards = (mantissa == 0.5) & (y < x) | (mantissa == -0.5) & (y > x)  # below a power of two they lie closer
    step = step * 0.5 if inwards else step
    step = library.felt(x, step) if kind == np.float64 else step
    return x + (step if y > x else -step)


DIGITS = {2: (10, -14), 4: (23, -126), 8: (52, -1022)}  # bytes of a type → of its mantissa, its least exponent


def shifted_left(a, n, kind):
    """By as many bits as it has, or by fewer than none, nothing is left."""
    return a << n if 0 <= n < 8 * np.dtype(kind).itemsize else 0 * a


def shifted_right(a, n, kind):
    return a >> (n if 0 <= n < 8 * np.dtype(kind).itemsize else 8 * np.dtype(kind).itemsize - 1) if (
        np.dtype(kind).kind == "i") else a >> n if 0 <= n < 8 * np.dtype(kind).itemsize else 0 * a


def lcm_of(a, b, kind):
    return abs(a) // max(library.gcd_of_two(a, b), 1) * abs(b)


def fix(x):
    return np.trunc(x)


def i0(x):
    return each(bessel, x)


def bessel(x):
    """The modified Bessel function of order 0: near to zero by its power series, far from it by the one in 1 / x. No term
    of either is negative."""
    size = abs(x)
    squared, inverse, near, far = size * size / 4, 1 / (8 * max(size, FAR)), 1.0, 1.0
    for k in range(2 * FAR, 0, -1):
        near = 1 + near * squared / k ** 2
    for k in range(FAR, 0, -1):
        far = 1 + far * inverse * (2 * k - 1) ** 2 / k
    return near if size < FAR else math.exp(size) / math.sqrt(2 * math.pi * size) * far


FAR = 20  # from where on the series in 1 / x has the digits of a double


def array_equiv(a1, a2):
    return np.all(np.asarray(a1) == np.asarray(a2))


def fromiter(iter, dtype=None):
    return np.array(list(iter), dtype=dtype)


def as_array(a, dtype=None):
    return np.asarray(a, dtype=dtype)


def bits_in(x):
    return operator.methodcaller("bit_count")(x)


WRITTEN = {
    np.nansum: nansum, np.nanprod: nanprod, np.nanmean: nanmean, np.nanvar: nanvar, np.nanstd: nanstd,
    np.nancumsum: nancumsum, np.nancumprod: nancumprod, np.nanargmin: nanargmin, np.nanargmax: nanargmax,
    np.nanquantile: nanquantile, np.nanpercentile: nanpercentile, np.nanmedian: nanmedian,
    np.arange: arange, np.linspace: linspace, np.logspace: logspace, np.geomspace: geomspace,
    np.searchsorted: searchsorted, np.digitize: digitize, np.isin: isin, np.histogram: histogram, np.bincount: bincount,
    np.piecewise: piecewise, np.choose: choose, np.take_along_axis: take_along_axis,
    np.take: take, np.extract: extract, np.packbits: packbits, np.unpackbits: unpackbits, np.angle: angle,
    np.lexsort: lexsort,
    np.partition: partition, np.argpartition: argpartition, np.unravel_index: unravel_index,
    np.ravel_multi_index: ravel_multi_index, np.cov: cov, np.corrcoef: corrcoef, np.unwrap: unwrap,
    np.polymul: polymul, np.polyint: polyint, np.polydiv: polydiv, np.polyfit: polyfit,
    np.polynomial.polynomial.polyval: polyval_of_rising, np.polynomial.chebyshev.chebval: chebval,
    np.polynomial.legendre.legval: legval, np.polynomial.hermite.hermval: hermval,
    np.polynomial.hermite_e.hermeval: hermeval, np.polynomial.laguerre.lagval: lagval,
    np.isposinf: isposinf, np.isneginf: isneginf, np.isreal: isreal, np.imag: imag, np.fix: fix, np.i0: i0,
    np.put: put, np.fill_diagonal: fill_diagonal, np.copyto: copyto, np.putmask: putmask,
    np.array_equiv: array_equiv, np.fromiter: fromiter, np.ascontiguousarray: as_array, np.asfortranarray: as_array,
}

ELEMENTWISE = {np.gcd: library.gcd_of_two, np.lcm: library.lcm, np.frexp: library.frexp, np.ldexp: library.ldexp,
               np.spacing: spacing, np.nextafter: nextafter}
OF_THEIR_TYPE = {np.spacing: spacing_of, np.nextafter: next_of, np.lcm: lcm_of, np.left_shift: shifted_left,
                 np.right_shift: shifted_right}  # that ask how many digits it has, or wrap
if hasattr(np, "bitwise_count"):
    ELEMENTWISE[np.bitwise_count] = bits_in
