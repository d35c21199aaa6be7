"""NumPy's functions of arrays that few think of: of no elements, of one, of types that wrap or have few digits, of more axes
than usual. Each is what NumPy says, its dtype too."""

import re

import numpy as np
import pytest

import pygpu
from pygpu import Array

from .test_programs import compare

RANDOM = np.random.default_rng(16)
F2, F3 = RANDOM.normal(size=(5, 7)).astype(np.float32), RANDOM.normal(size=(3, 4, 5)).astype(np.float32)
NONE, ROWS = np.zeros((0, 3), np.float32), np.zeros((3, 0), np.float32)
U1 = RANDOM.integers(0, 256, (5, 7)).astype(np.uint8)
Z1 = np.array([[1 + 2j, -3, 1e25j], [4e-25 - 3e-25j, 0, 2e30 + 1e10j]], np.complex64)
B1 = RANDOM.random((5, 7)) > 0.5
U8 = RANDOM.integers(2**40, 2**41, 4).astype(np.uint64)
I8 = RANDOM.integers(-20, 20, 9) * 25
H1 = RANDOM.normal(size=9).astype(np.float16)
ENDS = np.array([1, 2, -4, 0.5, -0.5, 3, 1e30, np.inf, np.nan], np.float32)
TIES = np.array([1 + 2**-11, 1 + 3 * 2**-11, 2049, 2051, 65519.9, 65520, -1e30, np.inf, np.nan, -0.0, 6.1e-5, 5.97e-8,
                 2**-25, 2.9802325e-8, 3.1e-8, 0.1, -1234.5], np.float32)  # which a float16 rounds
LOST_PARTS = np.array([complex(np.inf, 1), complex(1, -np.inf), complex(np.inf, np.inf), complex(1, np.nan), 1 + 2j])
LOST, LOST_FIRST = F2.ravel().copy(), F2.ravel().copy()
LOST[3] = LOST_FIRST[0] = np.nan
NANS = RANDOM.random((13, 70)).astype(np.float32)
NANS[3, 4] = NANS[7, 20] = NANS[6] = np.nan
NANS[0, 0] = NANS[7, 9] = np.inf  # which is before the NaN, and less
NANS[5] = -np.inf
MOST = np.array([2**31 - 1, 2**31 - 2, 2**31 - 9], np.int32)
LONG = np.ones((2, 5000), np.float32)
LONG[0, 4000] = LONG[1, 4999] = np.nan
LONG[1, 17] = np.inf

CASES = [
    # sums and extremes that begin with a number
    ("np.sum(a, initial=3, where=a > 1), np.prod(a, axis=0, initial=2, where=a > 1)", U1),
    ("np.max(a, initial=0, where=a), np.max(a, axis=-1, initial=5), np.sum(a, axis=0, initial=3)", B1),
    ("np.max(a, axis=0, initial=7), np.sum(a, axis=0, initial=2), np.median(a, axis=0), np.nanmedian(a, axis=0)", NONE),
    ("np.mean(a, axis=1), np.median(a, axis=1), np.sum(a, axis=1)", NONE), ("np.sum(a, axis=1)", ROWS),
    ("np.var(a, axis=0, ddof=7), np.var(a, axis=0, ddof=5)", F2),
    # max and min of Python
    ("max(a[0]), min(a.ravel()), max(a[0, 0], -9, a[1, 1]), max(a.sum(0)) - min(a.sum(0))", F2),
    ("max(a.ravel()), min(a.ravel())", U1), ("max(a * 1), min(a * 1)", LOST), ("max(a * 1), min(a * 1)", LOST_FIRST),
    ("max(a.ravel(), key=lambda x: x % 3), min(a.T, key=np.std) * 2, min(a[0], key=None)", F2),
    ("max(list(a.flat), key=lambda each: each % 100), max([a[0, 0], a[0, 1]])", U1),
    ("a.argmax(), a.argmin(), a.argmax(0), a.argmin(0), a.argmax(1), a.argmin(1), np.argmax(a, 0, keepdims=True)", NANS),
    ("a.argmax(), a.argmin(), a.argmax(0), a.argmin(1), np.nanargmax(a[:5]), np.nanargmin(a[7])", NANS.T.copy()),
    ("a.argmax(1), a.argmin(1), a[0].argmax(), a.argmax(0)[3990:4010]", LONG),
    # the digits of a type
    ("np.spacing(a), np.nextafter(a, np.float32(0)), np.nextafter(a, np.float32(np.inf))", ENDS),
    ("np.spacing(a), np.nextafter(a, a + 1), a * 0.1", H1), ("np.spacing(a)", U1),
    ("np.insert(a, 1, 5), np.round(a, -1), np.isclose(a, a + 1)", U8),
    ("np.percentile(a[:, None], 75, method='nearest', axis=0), np.quantile(a * 1, 0.3, axis=0, method='lower')", U8),
    ("np.round(a, -1), np.round(a, -2), np.pad(a, 2, mode='linear_ramp')", I8),
    ("a.round(), np.square(a), a[0] @ a[1]", B1),
    ("a.astype('f2').astype('f4') * 3, (a.astype('f2') * np.float16(3)).astype('f4'), a.astype('f2') == a", TIES),
    ("a.astype('f2')[::-1].astype('f4'), np.where(a > 0, a.astype('f2'), np.float16(0.1)).astype(float)", TIES),
    ("(a + a) * a - a, a / 3 + a[::-1], np.exp(a) * a, np.float16(0.1) * a * a, np.cumsum(a * 1)[:2].astype(float)", H1),
    ("np.mean(a), np.mean(a * 1, 0), np.average(a, 0), np.mean(a, where=a > 0)", np.ones((300, 300), "f2")),
    # what would wrap
    ("np.lcm(a, 4), np.lcm(a, a[::-1]), np.lcm(a, 0), np.lcm(a.astype(np.int8), np.int8(6))", U1), ("np.lcm(a, 6)", U8),
    ("np.isclose(a, a - 1, atol=1), a > -100, a < 300, -3 <= a, a == 1000", U1),
    ("a[0] @ a[1], np.vdot(a, a), np.inner(a[0], a[1]), np.pad(a, 2, mode='linear_ramp', end_values=250)", U1),
    ("np.interp(np.linspace(0, 2, 9), [0, 1, 2], a[0, :3])", U1),
    ("np.median(a), np.nanmedian(a), np.percentile(a, 90), np.nansum(a), np.nanmean(a)", MOST),
    ("np.median(a), np.percentile(a, 30)", np.array([2**62, 2**62 + 5, 2**62 + 9])),
    ("np.mean(a), np.median(a), np.average(a), np.percentile(a, 40)", np.full(4, 2**64 - 1, np.uint64)),
    ("np.i0(a)", np.array([0, 1, -3, 19.9, 20, 20.1, 50, 88, np.nan, np.inf, -9], np.float32)),
    # as many axes as there are
    ("np.dstack([a, a]), a.mT, np.inner(a, a[0]), np.dot(a, np.ones((2, 5, 2), np.float32)), np.kron(a, a[0, :2])", F3),
    ("np.kron(a[0], a), np.kron(a, [1, 2]), np.tril(a[0]), np.triu(a[0], 1), np.corrcoef(a[0]), np.polyval(a, 2)", F2),
    ("np.linalg.matrix_norm(a), np.linalg.vector_norm(a), np.vecdot(a, a[0]), np.matrix_transpose(a), np.unstack(a, axis=1)",
     F3),
    ("np.atleast_3d(a), np.atleast_3d(a[0]), np.cumulative_sum(a, axis=1, include_initial=True), np.astype(a, int)", F2),
    ("np.angle(a), np.angle(a, deg=True), np.isreal(a), np.iscomplex(a)", F2),
    # indices, of none and into nothing
    ("a[[]], a[np.array([], int)], np.take(a, [], axis=1), np.append(np.array([], np.uint8), a[0]), a[[0, -5]]", U1),
    ("np.take(a, [0, 2], axis=1), np.compress([False, True], a, axis=1), a.ravel()[[]]", NONE), ("a.size", F3),
    ("np.take(a, [7, 90], mode='wrap'), np.take(a, [-7, 99], axis=0, mode='clip')", F2),
    ("np.einsum('ij,ij', a, a, optimize=True), a", F2),
    ("np.choose(a, (1, 2), mode='wrap'), np.choose(a, (1, 2.5, 3), mode='clip'), np.lexsort((a, a % 3)), a > 0", I8),
    ("np.lexsort((a[0] > 0, a[1] > 0, a[2])), np.meshgrid(a[0], a[1], sparse=True), a > 0", F2),
    ("np.interp(a, [0, 180, 90], [1, 5, 2], period=360), np.interp(a, [0, 1, 2], [1, 2, 3], period=-2.5)", F2),
    ("np.isposinf(a), np.isneginf(a), np.isrealobj(a)", ENDS), ("a ** 2, (a ** 2) + 1, a ** 3", B1),
    ("np.average(a, weights=a > 0), np.average(a, 0, weights=a > 0), a", F2), ("np.average(a, weights=a > 9), a", U1),
    # one number after the other
    ("a.tolist(), a[0].tolist()[2] * 300, a.max().item() * 300, np.array(a[:2, :2].tolist()), a.item(3) * 2", U1),
    ("a.tolist(), a.T.tolist()", NONE), ("a.tolist()", U8), ("a[0].tolist(), a.any().tolist()", B1),
    ("a.flat[3], a.flat[2:5], [x * 2 for x in a.flat][9], len(a.flat), a.flat[[0, -1]]", F2),
    # the bits of numbers
    ("a.view(np.int32), a.view('u4') >> 23, (a.view(np.int32) + 1).view(np.float32), a.T.view(np.int32), a.view() * 2", F2),
    ("a.view(np.int8), a[:, ::2].view('i1').astype(np.int32).view(np.uint32)", U1),
    # parts along an axis
    ("np.add.reduceat(a, [0, 3, 1, 1]), np.maximum.reduceat(a, [0, 2], axis=-1), np.add.reduceat(a, [4], dtype='u1')", U1),
    ("np.add.reduceat(a, np.array([0, 2]), axis=1), np.logical_or.reduceat(a, [0, 1], axis=2)", F3),
    ("np.pad(a, 2, mode='mean', stat_length=3), np.pad(a, (1, 2), mode='minimum', stat_length=(2, 99))", I8),
    ("np.pad(a, 2, mode='mean'), np.pad(a, 1, mode='maximum', stat_length=2)", U8),
    ("np.pad(a, ((1, 0), (0, 3)), mode='median', stat_length=((1, 2), (2, 3)))", F2),
    # nothing, one number, and axes that are not there
    ("np.insert(a, 0, 5), np.insert(a, [0, 0], 5, axis=0), np.partition(a, 0), np.argpartition(a, 1)", NONE),
    ("np.sort(a, axis=None), np.argsort(a), np.compress([True], a, axis=0)", np.array(5)),
    ("np.hstack([a, a[0], 3]), np.unpackbits(a[:0])", U1[0]), ("np.subtract.reduce(a), np.divide.reduce(a, axis=0)", ROWS),
    # the type that a function is told to compute in, and how
    ("np.add(a, a, casting='unsafe', dtype=np.uint8), np.mod(a, 7, dtype=np.int32), np.multiply(a, 5, dtype='u8')", U8),
    ("np.maximum(a, 3, casting='unsafe', dtype=np.int8), np.divmod(a, 3, casting='unsafe', dtype=np.int16)", F2 * 100),
    ("np.conj(a), a.conj(), np.conj(~a)", B1), ("np.conj(a), a.conj()", U1),
    ("np.trapezoid(a, [0, 1, 3, 4, 9], axis=0), np.trapezoid(a, a * 2, axis=0), np.trapezoid(a, np.arange(7))", F2),
    ("np.piecewise(a, a > 0, [1, 2]), np.piecewise(a, [a < 0, a > 200], [lambda t: -t, 7, lambda t: t * 2])", I8),
    ("np.cross(a[:, :3], a[:, 1:4]), np.cross(a[:3], a[1:4], axis=0), np.cross(a[0, :3], a[:, 3:6])", F2),
    ("np.cross(a[:, :2], a[:, 1:3]), np.cross(a[:2], a[1:4], axis=0), np.cross(a[0, :3], a[:, 4:])", F2),
    ("np.unwrap(a[:, :1]), np.cumsum(a[:, :0], axis=1), np.dot(a, 2), np.inner(2, a)", F2), ("np.dot(a, 2)", U1),
    ("np.block([a, a]), np.block([[a, a[0]], [a[0], a]]), np.block(a)", H1),
    ("np.interp(a, [0, 90, 180], [1, 2, 3], period=360)", U1),
    ("np.gradient(a, [0, 1, 3, 4, 9], axis=0), np.gradient(a, [0.0, 1, 3, 4, 9], axis=0)", F2),
    ("a[np.ix_([1, 0], [2, 3])], np.linspace(0, 1, a.size)", F2),
    ("np.ravel_multi_index((a, a), (300, 300)), np.unravel_index(a, (20, 30))", U1),
    ("np.inner(np.dstack([a] * 2) * 1j, a[:3, :2] * 1j)", U1),
    ("np.pad(a, {0: 1, -1: (2, 0)}), np.pad(a, ((1,), (2,)), mode='mean')", F2),
    ("np.nanquantile(np.where(a > 0, a, -np.inf), [0.3, 0.8], axis=0)", F2),
    # complex numbers
    ("a * 2, 2.0 * a, a / 2, a * a.real, a * (2 + 0j), a * 2j, a.astype(np.complex64) * np.float32(3)", LOST_PARTS),
    ("a / a[::-1], 1 / a, 2j / a, a / (a.real + 1), a.astype(bool), np.asarray(a, bool), np.float_power(a[:, :2], 2)", Z1),
    # bins and places
    ("np.histogram(a, 3)[0], np.histogram(a, 3)[1], np.histogram(a, 3, range=(2, 2))[0]", np.full(4, 2.0, np.float32)),
    ("np.histogram(a, 3)[0], np.unique(a), np.searchsorted(a[:, 0], [1, 2])", NONE), ("np.unique(a)", np.zeros(0, np.int64)),
    ("np.intersect1d(a, [1.0, 2.0])", I8 // 25),
]
REFUSED = [*[(f"np.{function}", F2) for function in (
               "histogram(a, 3, (0, -1))", "histogram(a, 0)", "histogram(a, [3, 1, 2])", "histogram(a, 3, (0, np.inf))",
               "histogram(a, 3, (a[0, 0], a[0, 0] - 1))", "histogram_bin_edges(a, 3, (0, -1))",
               "histogram2d(a[0], a[1], 3, ((0, 1), (0, -1)))", "nanargmax(np.where(a > 0, np.nan, np.nan))",
               "nanargmin(np.where(a > 0, np.nan, np.nan), axis=1)")],
           ("np.gradient(a)", np.ones((1, 1), np.float32)), ("np.gradient(a, edge_order=2)", F2[:2]), ("np.diag(a)", F3),
           ("np.pad(a, 2, mode='edge')", NONE), ("np.pad(a, 1, mode='mean')", NONE),
           ("np.add.reduceat(a, [0, 5])", F2), ("np.pad(a, 1, mode='maximum', stat_length=0)", F2),
           ("a[[5]]", F2), ("a[-6, [1, 2]]", F2), ("a[:, None, np.array([0, 8])]", F2), ("np.take(a, [-8], axis=1)", F2),
           *[(f"np.linalg.{function}", F2) for function in (
               "inv(a)", "det(a)", "det(a[0])", "solve(a, a[:, 0])", "slogdet(a)", "matrix_power(a, 2)")],
           *[(each, np.array(5)) for each in ("np.sort(a)", "np.partition(a, 0)", "np.nonzero(a)", "a.nonzero()")],
           *[(f"np.{function}", F2) for function in (
               "sort(a, axis=2)", "argsort(a, -3)", "diff(a, axis=3)", "flip(a, 2)", "insert(a, 0, 1, axis=2)",
               "cross(a, a)",
               "sum(a, axis=(0, -2))", "percentile(a, [20, 101], axis=1)", "quantile(a, -0.1, axis=0)",
               "lexsort((a[0], a[0, 1:]))", "cumsum(a, axis=2)", "median(a, axis=2)")],
           *[(expression, I8) for expression in (
               "a ** ([-1] * 9)", "a ** (a // 100)", "2 ** a", "np.power(a, a[::-1])", "a ** -1", "np.power(a > 0, a)")],
           *[(f"np.{function}", ROWS) for function in (
               "quantile(a, 0.4)", "percentile(a, [5, 6], axis=1)", "quantile(a, 0.4, method='nearest')")],
           *[(f"np.{name}.reduce(a)", F2) for name in ("bitwise_xor", "bitwise_or", "bitwise_and")],
           *[(each, F2) for each in (
               "int(a[0])", "float(a)", "bool(a[0])", "a.item()", "np.einsum('i->', a)", "np.einsum('ii', a)",
               "np.transpose(a, (0, 0))", "np.transpose(a[None], (1, 0))", "np.stack([a, a], axis=5)",
               "np.rot90(a, 1, (0, 0))",
               "np.take_along_axis(a, np.array([[[0]]]), 1)", "np.interp(a, [0, 1], [1])", "np.select([a > 1], [a, a])",
               "(a * 1j)[(a * 0).astype(int) + 9]")],
           ("a ** -1", U1), ("np.piecewise(a, [a < 0, a >= 0], [-1, 1])", U1),
           ("a[[0]]", NONE), ("a[:0][a[0].astype(int)]", F2)]
NEWER = ("unstack", "astype", "vecdot", "matrix_transpose", "cumulative_sum")  # which an older NumPy lacks


def of(expression):
    return eval(f"lambda a: ({expression})", {"np": np})


def compiled(function):
    return pygpu.compile(type(function)(function.__code__, function.__globals__, "odd", (Array,)))


@pytest.mark.parametrize("expression, given", CASES, ids=[expression for expression, _ in CASES])
def test_as_numpy(engine, expression, given):
    is_newer = any(f"np.{each}" in expression and not hasattr(np, each) for each in NEWER)
    if is_newer or engine.device != "none" and given is not ENDS and given is not TIES:
        pytest.skip("the evaluator has it, or this NumPy does not")
    with np.errstate(all="ignore"):
        try:
            expected = of(expression)(given.copy())
        except ValueError as refused:  # by this NumPy: vectors of two, from 2.5 on
            with pytest.raises(ValueError, match=re.escape(str(refused))):
                compiled(of(expression))(given)
            return
    compare(compiled(of(expression))(given), expected, 2e-3 if given.dtype == np.float16 else 2e-5)


@pytest.mark.parametrize("expression, given", REFUSED, ids=[expression for expression, _ in REFUSED])
def test_numpys_own_complaints(expression, given):
    with pytest.raises((ValueError, IndexError, OverflowError, TypeError)) as wanted:
        of(expression)(given)
    with pytest.raises(wanted.type, match=re.escape(str(wanted.value)[:30])):
        compiled(of(expression))(given)


def test_what_is_written_to_views():
    def written(a):
        b, c = a * 1, a * 2
        b.flat[2], b.flat[5:8], b.flat[[0, -1]] = 9, 1, 4
        bits = c.view(np.int32)
        bits[0], c[1] = 0x3F800000, 2
        return b, c, bits

    compare(compiled(written)(F2), written(F2), 0)


def test_norms_of_nothing():
    """As of NumPy 2.3: an older one knows no greatest of nothing."""
    for expression, given, shape in (("a, np.inf", NONE, ()), ("a, 1", ROWS, ()), ("a.ravel(), np.inf", ROWS, ()),
                                     ("a, np.inf, axis=0", NONE, (3,)), ("a, np.inf, axis=1", NONE, (0,))):
        np.testing.assert_array_equal(compiled(of(f"np.linalg.norm({expression})"))(given), np.zeros(shape))


def complex_and_its_parts(z=Array):
    w = z * 2
    return w, w.imag, z.sum(), z.real.sum(), w.real


def complex_and_a_part(z=Array):
    w = z * 2
    return w, w.real


@pytest.mark.parametrize("shape", [(1, 1), (5, 6), (200, 300)])
@pytest.mark.parametrize("function", [complex_and_its_parts, complex_and_a_part], ids=lambda function: function.__name__)
def test_complex_numbers_beside_their_own_parts(engine, function, shape):
    if engine.is_checker and shape[0] > 5:
        pytest.skip("it is slow")
    random, filter = np.random.default_rng(5), pygpu.compile(function)
    for _ in range(3):  # the second call is a repetition of the first one's launches
        z = (random.random(shape) + 1j * random.random(shape)).astype(np.complex64)
        for found, expected in zip(filter(z), function(z)):
            np.testing.assert_allclose(found, expected, rtol=1e-5)
            assert np.shape(found) == np.shape(expected)


def each_row_twice(u=Array):
    return np.repeat(u, 2, axis=0), np.tile(u, (2, 1))


@pytest.mark.parametrize("shape", [(2, 2), (5, 7), (6, 7), (12, 3)])
def test_rows_of_a_block_that_are_one_row_of_what_is_read(engine, shape):
    u = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    for found, expected in zip(pygpu.compile(each_row_twice)(u), each_row_twice(u)):
        np.testing.assert_array_equal(found, expected)


def negated(a=Array):
    found = a * 2
    if found[0].max() > 5:
        found = -found
    for row in range(1, found.shape[0]):
        found[row] = found[row] - found[row - 1]
    return found


def turned_round(a=Array):
    found, other = a * 2, a + 1
    if a.max() > 5:
        found = found[::-1]
    part = found[1:] if a.min() > 2 else other[:2]
    part[0] = found[0] + 1
    return found, other, part


@pytest.mark.parametrize("function", [negated, turned_round], ids=lambda function: function.__name__)
def test_a_part_of_whichever_array_it_is(engine, function):
    filter = pygpu.compile(function)
    for begin in (0, 1, 3, 9):
        a = np.arange(begin, begin + 12, dtype=np.float32).reshape(3, 4)
        found, expected = [made if isinstance(made, tuple) else (made,) for made in (filter(a), function(a))]
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_array_equal(one, other)
