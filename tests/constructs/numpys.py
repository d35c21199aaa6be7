"""Constructs: NumPy's functions and methods on small arrays made of pixels, with their parameters."""

import enum

import numpy as np

from pygpu import Color, Image, Int, Position, Vec2, clamp, dot

from .marks import finite, within


def _four(im, p):
    return np.array([im(p), 1.0, im(p + (1, 0)), -0.5])


def _square(im, p):
    return np.array([[im(p), 1.0], [im(p + (1, 0)), 2.5]])


@finite
def numpy_sums(im=Image, p=Position):
    """np.sum, np.prod with axis=, keepdims=, initial=, where=, dtype="""
    a, m = _four(im, p), _square(im, p)
    return (np.sum(a, initial=3.0) + np.sum(a, where=[True, False, True, True]) * 2 + m.sum(axis=0, keepdims=True)[0, 1]
            + np.prod(a, initial=0.5) + np.sum(a > 0, dtype=float))


@finite
def numpy_extremes(im=Image, p=Position):
    """np.max, np.min with initial=, where=, axis=; np.ptp, argmin, argmax"""
    a, m = _four(im, p), _square(im, p)
    return (np.max(a, initial=0.75) + np.min(a, where=[True, False, True, False], initial=9) + np.ptp(a)
            + m.max(axis=1)[0] + 10 * np.argmin(a) + 100 * a.argmax() + np.argmax(m, axis=0)[1])


@finite
@within(1e-3)
def numpy_statistics(im=Image, p=Position):
    """np.mean, std, var, average, median, percentile, with their parameters"""
    a, m = _four(im, p) % 8, _square(im, p) % 8
    return (a.std() + np.var(a, ddof=1) + np.average(a, weights=[1, 2, 3, 4]) + np.average(a, weights=np.abs(a) + 1)
            + np.mean(m, axis=(0, 1)) + np.median(m, axis=0)[1] + np.percentile(a, 30) + np.quantile(a, [0.2, 0.9])[1])


@finite
def numpy_norms(im=Image, p=Position):
    """np.linalg.norm with ord=, axis="""
    a, m = _four(im, p), _square(im, p)
    return (np.linalg.norm(a, ord=1) + np.linalg.norm(a, ord=np.inf) * 2 + np.linalg.norm(m, axis=1)[1]
            + np.linalg.norm(m) + np.linalg.norm(m, ord=1))


@finite
def numpy_sorts(im=Image, p=Position):
    """np.sort along an axis, argsort, sort in place"""
    a, m = _four(im, p), _square(im, p)
    b = a.copy()
    b.sort()
    return np.sort(m, axis=0)[0, 0] + 10 * np.sort(m, axis=None)[1] + b[0] + np.argsort(a, kind="stable")[0]


@finite
def numpy_conversions(im=Image, p=Position):
    """astype, dtype=, np.int32() and np.float32() of lists"""
    a = _four(im, p)
    return (a.astype(int).sum() + np.array([im(p), 1.5], dtype=int).sum() / 8 + np.float32([[0, 1], [2, 3]])[1, 0]
            + np.int32([im(p), 2])[0] + (a.dtype.kind == "f"))


@finite
def numpy_masks(im=Image, p=Position):
    """~ & | ^ of arrays of truths, sums of them, np.logical_and, np.count_nonzero"""
    a = _four(im, p)
    mask = a > 0.5
    return (np.sum(~mask) + ((a > 0) | (a < -1)).mean() + np.logical_and(a > 0, a < 2).sum() + np.count_nonzero(mask)
            + np.any(a > 2) + np.all(~mask))


@finite
def numpy_products(im=Image, p=Position):
    """np.dot, inner, outer, cross, kron, einsum, tensordot, convolve, linalg.matrix_power"""
    a, m = _four(im, p) % 4, _square(im, p) % 4
    return (np.inner(m, np.array([[1.0, 2.0], [3.0, 4.0]]))[0, 1] + np.outer(a, a)[0, 2] + np.cross(a[:3], [1, 2, 3])[0]
            + np.kron(m, m)[2, 1] + np.einsum("ij->j", m)[0] + np.tensordot(m, m, axes=1)[0, 0]
            + np.convolve(a, [1, 2, 1])[2] + np.linalg.matrix_power(m, 2)[0, 1])


def numpy_dot_of_colours(c=Image[Color], p=Position):
    """np.dot of two colours is a number, np.stack of them an array"""
    return np.dot(c(p), c(p + (1, 0))) + np.stack([c(p), c(p + (1, 0))]).max(axis=0)[1]


@finite
@within(1e-4)
def numpy_linear_algebra(im=Image, p=Position):
    """np.linalg.det, inv, solve, eigvalsh of small matrices"""
    m = _square(im, p) % 4 + np.eye(2) * 8
    three = np.array([[im(p) % 4, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 9.0]])
    return (np.linalg.det(m) / 8 + np.linalg.inv(m)[0, 1] + np.linalg.solve(m, np.array([1.0, 2.0]))[0]
            + np.linalg.eigvalsh(three)[2])


@finite
def numpy_arrangements(im=Image, p=Position):
    """reshape, transpose, item, tile, pad, roll, diff, cumsum, trace, np.add.reduce and its like"""
    a, m = _four(im, p), _square(im, p)
    return (a.reshape(1, 4)[0, 2] + m.transpose(1, 0)[0, 1] + m.item(1, 0) + np.tile(a, 2).sum()
            + np.pad(a, 1, mode="reflect")[0] + np.roll(a, 1)[0] + np.diff(a)[1] + a.cumsum()[2] + m.trace()
            + np.add.reduce(a) + np.maximum.reduce(a) + np.multiply.outer(a, a)[1, 2])


@finite
@within(1e-4)
def numpy_element_wise(im=Image, p=Position):
    """np.sign, heaviside, logaddexp, sinc, degrees, reciprocal, round, nan_to_num, isclose, interp, polyval"""
    v = im(p) % 8
    return (np.sign(im(p)) + np.heaviside(im(p), 0.5) + np.logaddexp(v, 1.0) + np.sinc(v) + np.degrees(v) / 90
            + np.reciprocal(v + 1) + np.round(v, 1) + np.isclose(v, 0.5, atol=0.6) + np.interp(v, [0, 3, 7], [1, 2, 0])
            + np.polyval([0.5, 2, 3], v) + np.clip(v, a_min=1, a_max=None) + np.positive(v))


def numpy_minimum_of_nan(im=Image, p=Position):
    """np.minimum and np.maximum hand a NaN on, np.fmin and np.fmax do not"""
    v, w = im(p), im(p + (1, 0))
    return np.minimum(v, w), np.maximum(w, v), np.fmin(v, w), np.fmax(w, v), np.nan_to_num(v, nan=2.0, posinf=3.0, neginf=1)


@finite
def polygon(im=Image, p=Position):
    """the signed distance of a polygon, written with arrays of truths"""
    corners = [(0.0, 0.0), (3.0, 0.5), (3.0, 3.0), (0.5, 4.0)]
    q = Vec2(p.x + 0.1, p.y + 0.2)
    nearest, sign = dot(q - Vec2(*corners[0]), q - Vec2(*corners[0])), 1.0
    for i in range(4):
        here, before = Vec2(*corners[i]), Vec2(*corners[i - 1])
        e, w = before - here, q - here
        b = w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0)
        nearest = min(nearest, dot(b, b))
        sides = np.array([q.y >= here.y, q.y < before.y, e.x * w.y > e.y * w.x])
        if np.all(sides) or np.all(~sides):
            sign *= -1.0
    return sign * np.sqrt(nearest) + 0 * im(p)


class _Kind(enum.IntEnum):
    LOW = 1
    HIGH = 2

    def twice(self):
        return 2 * self.value


def enum_chosen_by_pixel(im=Image, p=Position):
    """a member of an IntEnum chosen by a symbol: is, isinstance, its methods, its number"""
    kind = _Kind.HIGH if im(p) > 0 else _Kind.LOW
    return (10.0 if kind is _Kind.LOW else 20.0) + kind.twice() + 100 * isinstance(kind, _Kind) + kind


def names_inside(im=Image, p=Position):
    """globals(), locals(), dir(), vars() and eval() see the filter's names"""
    a = im(p)
    return locals()["a"] + ("np" in globals()) + len(dir()) + vars()["a"] + eval("a + 1")


def large_known_parts(im=Image, p=Position):
    """known parts of a sum are added in double: a day's number and a pixel's fraction"""
    days = 2460000.5 + im(p) % 4 / 128 - 2451545.0
    return (280.46061837 + 360.98564736629 * days) % 360 / 360


@finite
def known_is_known(im=Image, p=Position):
    """methods of C objects made inside: re, hashlib, csv, named tuples, iter(f, end)"""
    import collections
    import csv
    import hashlib
    import io
    import re
    import threading

    pair = collections.namedtuple("pair", "a b")
    numbers = iter([1, 2, 3, 0, 5])
    with threading.Lock():
        row = next(csv.reader(io.StringIO("1,2")))
    return (im(p) + len(re.match("a(b+)", "abbb").group(1)) + hashlib.sha256(b"s").digest()[0] + pair(1, 2).count(1)
            + pair(im(p), 2).index(2) + sum(iter(lambda: next(numbers), 0)) + float(row[1]))


@finite
def views_of_arrays(im=Image, p=Position):
    """slices, rows, .T, ravel, reshape, flat of an array are views: what is written into one is seen by all"""
    a = np.array([[im(p), im(p + (1, 0)), 1.0], [2.0, 3.0, im(p + (0, 1))]])
    row, turned = a[0], a.T
    row[1:] *= 2
    turned[2, 1] += 8.0
    a.ravel()[0] = 16.0
    a.reshape(3, 2)[1, 0] = 32.0
    a.flat[3] = 4.0
    for each in a:
        each[1] += 1.0
    copied = a.flatten()
    copied[0] = 100.0
    kept, row[0] = row.copy(), 7.0
    return a.sum() + 2 * row.sum() + 4 * turned[1].sum() + kept[0] + np.asarray(a)[1, 2]


@finite
def arrays_keep_their_type(im=Image, n=Image[Int], p=Position):
    """what is put into an array takes its type: a float into ints, a number into truths, np.insert, np.pad"""
    k = n(p) % 100
    a, b, c = np.array([k, k + 1, 2]), np.zeros(2, np.uint8), np.zeros(2, bool)
    a[0] = 2.75
    a[1:] = im(p) % 8
    b[0] = k + 200
    c[0] = k
    d = np.insert(np.array([k, 3]), 1, 4.5) + np.pad(np.array([k]), 1, constant_values=6.5)
    return a.sum() + b.sum() + c[0] * 1000 + d.sum() + (np.array([k, 0.5])[:1] / 4).sum()


@finite
def results_put_into_arrays(im=Image, p=Position):
    """out=, where= and dtype= of ufuncs and reductions; np.add.at, put, copyto, putmask, fill_diagonal"""
    out, least = np.zeros(2), np.full(2, 9.0)
    np.add([im(p), 1.0], 2, out=out)
    np.divide([im(p), 4.0], [2.0, im(p + (1, 0))], least, where=np.array([im(p) > 0, True]))
    found = np.multiply([1.5, im(p)], 2, dtype=np.float32).sum()
    a = np.array([im(p), 1.0, 2.0, 3.0])
    np.add.at(a, [0, 0, 2], 1.0)
    np.put(a, [1], 5.0)
    np.putmask(a, [False, False, False, True], 6.0)
    square = np.zeros((2, 2))
    np.fill_diagonal(square, im(p))
    np.copyto(square[0], [im(p), 7.0], where=[False, True])
    total = np.cumsum(a, out=np.zeros(4))
    return out.sum() + (least[0] + (least[1] if abs(im(p + (1, 0))) > 0.25 else 0.0)) + found + a.sum() + square.sum() + total[3]


def truths_and_ints_of_numpy(n=Image[Int], p=Position):
    """np.add, invert, diff, any, max of truths; reciprocal, fmod, logaddexp, sum(dtype=) of whole numbers; ufuncs of lists"""
    k, j = n(p) % 9, n(p + (1, 0)) % 7 + 1
    truths = np.array([k > 3, j > 3, True])
    return (np.add(k > 3, j > 3) * 1 + np.invert(k > 3) * 2 + np.diff(truths).sum() * 4 + np.any(k) * 8 + np.all(j) * 16
            + np.reciprocal(k - 4) * 32 + np.fmod(k - 4, j) + np.logaddexp(np.uint32(k), np.uint32(j))
            + np.array([k / 2, j / 2]).sum(dtype=int) + np.subtract([k, j], 2)[1]
            + np.max(np.array([[k, j], [3, 1]]), keepdims=True)[0, 0] + np.linspace(np.array([k, 1]), 5, 3)[1, 0])


def angles_unwrapped_in_rows(im=Image, p=Position):
    """np.unwrap of two dimensions"""
    rows = np.array([[im(p) % 6, 4.5, 0.25], [0.5, im(p + (1, 0)) % 6, 5.5]])
    return np.unwrap(rows).sum() + 10 * np.unwrap(rows, axis=0, period=6)[1, 2]


@finite
def deviations_of_some(im=Image, p=Position):
    """np.std(where=), np.var(where=, axis=, correction=); known zeros among what is divided by"""
    v, w = im(p), im(p + (1, 0))
    rows = np.array([[v, w, 2.0], [w, 1.0, v]])
    return rows.std(where=[True, False, True]) + np.var(rows, axis=1, where=rows > -9)[1] + np.var(rows, correction=1) + (
        np.isinf(np.array([v, 1.0]) / np.array([3.0, 0.0])).sum() + rows[0].imag[1])


@finite
def stacks_of_matrices(im=Image, p=Position):
    """`@`, np.matmul and np.dot of stacks: colours as a picture of one pixel, matrices of the same shape"""
    colour, kernel = np.array([[[im(p), 1.0, im(p + (1, 0))]]]), np.arange(6.0).reshape(2, 3)
    several = np.matmul(np.stack([kernel, kernel * im(p)]), np.array([1.0, 2.0, 3.0]))
    return (colour @ kernel.T).sum() + several[1, 0] + several.shape[1] + np.dot(colour, kernel.T)[0, 0, 1]


@finite
def complex_arrays(im=Image, p=Position):
    """arrays of complex numbers: made, changed, conj, `@`, np.exp, np.abs, np.vdot, np.linalg.solve, np.fft.fft"""
    z = np.array([im(p) + 1j, 2.0, np.exp(1j * im(p + (1, 0)))])
    z[1] *= 1j * im(p)
    m = np.array([[4 + im(p), 1j], [2, 5 - 1j]])
    x = np.linalg.solve(m, z[:2])
    return (np.abs(z).sum() + (z @ z.conj()).real + np.vdot(x, m[0]).imag + x[0].imag + np.linalg.norm(z)
            + np.abs(np.fft.fft(z))[1] + np.sqrt(z + 3j).imag.sum() + np.angle(z[2]))


@finite
def of_the_type_of_the_first(im=Image, p=Position):
    """np.vectorize(f), np.apply_along_axis(f): floats are cut where f gives an int of the first element"""
    v, w = im(p), im(p + (1, 0))
    f = np.vectorize(lambda x: x * 2.5 if x > 1 else 0)
    rows = np.apply_along_axis(lambda row: row[1] if row[0] > 0 else -1, 1, np.array([[v, 2.5], [w, 0.5]]))
    return f([v, w]).sum() + rows.sum() + np.full_like(np.array([1, 2]), w * 3)[0]


def orders_that_meet_nan(im=Image, p=Position):
    """np.median, sort, argsort, argmax, argmin, partition, unique of some pixels: NaN comes last, or through"""
    some = np.array([im(p), im(p + (1, 0)), 0.5, im(p - (1, 0))])
    return (np.where(np.isnan(np.median(some)), -1.0, 0.0) + np.argmax(some) + 10 * np.argmin(some)
            + 100 * np.argsort(some, kind="stable")[2] + 1000 * np.unique(some[:2]).size,
            np.sort(some)[1], np.partition(some, 3)[3])


@finite
def numbers_of_numpy(im=Image, p=Position):
    """.astype, .dtype and the class of what np.clip, np.maximum and np.where give of an int and a float"""
    v = im(p) * 1.5
    floats = isinstance(np.clip(v, 0, 1), float), isinstance(np.where(v > 0.5, 1, v).item(), int)
    of_numpy = type(np.maximum(v, 0)) is np.float64, isinstance(np.maximum(v - 1, 0), int)
    return (np.clip(v, 0, 255).astype(np.uint8) + 2 * np.maximum(v, 0).astype(int) + (np.where(v > 0.5, 1, v) * 8).astype(int)
            + float(np.clip(v, 0, 1).dtype == np.float64) + 8 * floats[0] + 16 * floats[1] + 32 * of_numpy[0] + 64 * of_numpy[1])


def rolled_as_a_pixel_says(n=Image[Int], im=Image, p=Position):
    """np.roll by what a pixel says, np.put where it says"""
    a, m = np.array([im(p), 2.0, 3.0]), np.array([[1.0, 2.0, im(p)], [4.0, 5.0, 6.0]])
    found = np.zeros(5)
    np.put(found, [0, n(p) % 5], [im(p), 2.0])
    return (np.roll(a, n(p))[0] + np.roll(m, n(p), axis=1)[1, 2] * np.roll(m, (n(p), 1), axis=(0, 1))[0, 1]
            - np.roll(m, shift=n(p))[1, 0] + found[2])


def places_where(im=Image, p=Position):
    """a[np.where(mask)] = v, a[np.nonzero(mask)] += v, i, j = np.where(mask): places that pixels decide, in any axes"""
    a = np.array([[im(p), im(p + (1, 0))], [im(p + (0, 1)), 0.5]])
    row = a[0].copy()
    row[np.where(row < 0.5)[0]] = 2.0
    a[np.nonzero(a > 0.75)] *= 3
    i, j = np.where(a == a.max())
    a[i, j] += row.sum()
    return a.sum() + len(i)


def array_without_axes(im=Image, p=Position):
    """np.asarray(x) of one number: a[a < 0] = 0, a[...] = v, ~mask, another name for it"""
    a = np.asarray(im(p) - 0.5)
    same = a
    small = a < 0.25
    a[~small] *= 2
    a[a < 0] += 1
    return same + np.where(small, 1.0, 3.0)


def known_array_filled(im=Image, p=Position):
    """an array that NumPy makes of known ones (np.ones((2, 2)) / 3, np.diag(...), k.astype(float)), into which pixels are put"""
    a, d = -np.ones((2, 2)) / 4, np.diag([1.0, 2.0])
    a[0, 1] = im(p)
    d[1, 0] = im(p + (1, 0))
    return (a @ d).sum()
