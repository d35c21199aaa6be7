"""NumPy on whole arrays, systematically: operators and functions by dtypes, shapes and keywords, many in one program.

What NumPy itself refuses is left out of a program, and then refused here, too, where it is an operator's.
"""

import itertools

import numpy as np
import pytest

import pygpu

from .test_programs import compare, compiled

DTYPES = "? i1 u1 i2 u2 i4 u4 i8 f2 f4 f8 c8".split()
OPERATORS = "+ - * / // % ** & | ^ << >> < <= == !=".split()
SHAPES = [(5,), (2, 3, 4), (0, 3)]


def numbers(dtype, shape=(3, 4), seed=0):
    """Of all that a dtype has, its ends among them."""
    random, dtype = np.random.default_rng(seed + len(shape)), np.dtype(dtype)
    if dtype.kind == "b":
        return random.random(shape) > 0.5
    if dtype.kind in "iu":
        return random.integers(0 if dtype.kind == "u" else -20, 20, shape).astype(dtype)
    found = random.random(shape) * 8 - 4
    return (found + 1j * (random.random(shape) * 4 - 2) if dtype.kind == "c" else found).astype(dtype)


def hold(texts, *given, tolerance=3e-5):
    """Run those that NumPy runs as one function; compiled, it gives the same."""
    names, valid = "abc"[:len(given)], []
    with np.errstate(all="ignore"):
        for text in texts:
            try:
                eval(f"lambda {', '.join(names)}: {text}", {"np": np})(*given)
            except Exception:
                continue
            valid.append(text)
        function = eval(f"lambda {', '.join(names)}: ({''.join(f'({text}), ' for text in valid)})", {"np": np})
        expected = function(*given)
        found = compiled(function)(*given)
        for text, one, other in zip(valid, found, expected):
            try:
                compare(one, other, 4e-3 if np.float16 in [getattr(each, "dtype", None) for each in (*given, other)]
                        else tolerance)
            except AssertionError as error:
                raise AssertionError(f"{text}: {error}") from None


@pytest.fixture(autouse=True)
def evaluator():
    pygpu.use("none")


@pytest.mark.parametrize("one", DTYPES)
def test_operators_of_all_pairs_of_dtypes(one):
    for other in DTYPES[:DTYPES.index(one) + 1]:
        a, b = numbers(one), numbers(other, seed=2)
        b = b % np.array(3, b.dtype) if b.dtype.kind in "iu" else b  # exponents, and bits to shift by
        hold([f"a {operator} b" for operator in OPERATORS], a, b)


NUMBERS = "2", "True", "2.5", "-1", "2j", "np.float64(2.5)", "np.float32(2.5)", "np.int8(3)", "np.int64(5)"


@pytest.mark.parametrize("dtype", DTYPES)
def test_operators_with_numbers(dtype):
    a = numbers(dtype)
    hold([f"a {operator} {number}" for operator in OPERATORS if operator != "%" for number in NUMBERS], a)
    hold([f"{number} {operator} (a % 4)" for operator in "+-*/" for number in NUMBERS], a) if dtype not in "?c8" else None


def test_what_a_dtype_does_not_hold():
    for dtype, number in itertools.product(("i1", "u1", "i2", "u4"), ("2**40", "-2**40")):
        for text in (f"a + {number}", f"{number} * a", f"a & {number}"):
            with pytest.raises(OverflowError):
                compiled(eval(f"lambda a: {text}"))(numbers(dtype))


UFUNCS = [name for name in dir(np) if isinstance(getattr(np, name), np.ufunc) and getattr(np, name).nin == 1 and
          name not in ("conj", "conjugate", "spacing", "reciprocal", "bitwise_count", "isnat", "arccosh", "acosh")]


@pytest.mark.parametrize("dtype", [each for each in DTYPES if each != "i8"])
def test_ufuncs(dtype):
    hold([f"np.{name}(a)" for name in UFUNCS], numbers(dtype))


REDUCTIONS = [f"np.{name}(a{more})" for name in "sum prod mean std var min max any all ptp median".split()
              for more in ("", ", axis=0", ", axis=-1, keepdims=True")] + [
    f"np.{name}(a{more})" for name in "argmin argmax cumsum cumprod count_nonzero nansum nanmean nanmax".split()
    for more in ("", ", axis=0")] + [
    "np.sum(a, initial=3)", "np.max(a, axis=0, initial=2)", "np.sum(a, where=a > 0)", "np.mean(a, axis=0, where=a > 0)",
    "np.var(a, ddof=1)", "np.std(a, axis=0, where=a > 0)", "np.sum(a, dtype=np.int16)", "np.cumsum(a, dtype=np.int32)",
    "np.mean(a, dtype=np.float32)", "np.prod(a, axis=0, dtype=np.float64)", "np.sum(a, axis=(0, 1))"]


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i8", "f4"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_reductions(dtype, shape):
    texts = [each for each in REDUCTIONS if "prod" not in each or np.dtype(dtype).kind != "f"]
    texts = [each for each in texts if 0 not in shape or "median" not in each]
    hold(texts if dtype != "?" else [each for each in texts if "ptp" not in each], numbers(dtype, shape), tolerance=1e-4)


FAMILIES = """
np.sort(a); np.sort(a, axis=0); np.sort(a, axis=None); np.argsort(a, kind="stable"); np.partition(a, 0)[..., 0]
np.unique(a); np.unique(a, return_counts=True); np.unique(a, return_index=True, return_inverse=True)
np.flip(a); np.rot90(a, -1); np.tile(a, (2, 1))
np.repeat(a, 3, axis=0); np.roll(a, -2, axis=0); np.roll(a, (1, 2), axis=(0, -1))
np.stack([a, a], axis=-1); np.hstack([a, a]); np.vstack([a, a])
np.dstack([a, a]); np.append(a, 3); np.insert(a, 1, 3, axis=0)
np.delete(a, 0, axis=0); np.block([a, a]); np.r_[a, a]; np.c_[a, a]; np.resize(a, (3, 3)); np.concatenate([a, a], axis=None)
np.expand_dims(a, (0, -1)); np.squeeze(a); np.moveaxis(a, 0, -1); np.atleast_3d(a); np.broadcast_to(a, (2,) + a.shape); a.mT
np.diff(a, 2); np.diff(a, axis=0, prepend=0); np.ediff1d(a); np.gradient(a); np.gradient(a, 2.0, axis=0); np.trapezoid(a)
np.pad(a, 1, mode="edge"); np.pad(a, 1, mode="reflect")
np.pad(a, 2, constant_values=7); np.pad(a, (1, 2), mode="symmetric")
np.pad(a, 1, mode="wrap"); np.pad(a, 1, mode="linear_ramp"); np.pad(a, 1, mode="maximum"); np.pad(a, 1, mode="mean")
np.take(a, [0, -1], axis=0); np.take(a, [50, -7], mode="clip"); np.compress([True, False], a, axis=0); np.extract(a > 0, a)
np.select([a > 1, a < 0], [a, a * 2], 9); np.where(a > 0, a, 2.5); np.nonzero(a); np.argwhere(a > 0); np.tril(a); np.diag(a)
np.take_along_axis(a, np.argsort(a, axis=-1, kind="stable"), -1); np.diagonal(a)
np.trace(a); np.piecewise(a, [a < 0], [-1, 1])
np.searchsorted([-3, 0, 3], a); np.digitize(a, [-3, 0, 3])
np.histogram(a, 4); np.histogram(a, [-3, 0, 1, 5]); np.isin(a, [1, 2])
np.interp(a, [-3, 0, 3], [1, 2, 5]); np.intersect1d(a, [1, 2, 3]); np.union1d(a, [100]); np.setdiff1d(a, [1, 2])
np.convolve(a, [1, 2, 1], "same"); np.correlate(a, [1, 2, 3], "full"); np.inner(a, a)
np.outer(a, a); a @ a.T; np.kron(a, [1, 2])
np.einsum("...i,...i->...", a, a); np.tensordot(a, a.T, axes=1)
np.linalg.norm(a); np.linalg.norm(a, axis=-1); np.vecdot(a, a)
np.clip(a, 0, 2); a.clip(min=0); np.clip(a, a - 1, 2)
np.round(a, 1); np.nan_to_num(a); np.isclose(a, 1); np.heaviside(a, 0.5)
np.vander(a); np.polyval([1, 2, 3], a); np.cumulative_sum(a, axis=0, include_initial=True); np.lexsort((a, a)); np.ptp(a)
np.meshgrid(a, [1, 2]); np.full_like(a, 7)
np.zeros_like(a, dtype=np.float32); np.arange(len(a)) * a.max(); np.full(3, a.sum())
np.array_split(a, 3); np.unstack(a); np.split(a, 1)
np.fft.fft(a); np.fft.rfft(a, n=9, axis=0, norm="forward"); np.fft.fftshift(a)
np.lib.stride_tricks.sliding_window_view(a, 2, axis=0); a.astype(np.uint8)
a.astype(bool); a.astype(np.float16); a.astype(complex)
a[::-1]; a[..., ::-2]; a[1:][:-1]; a[a > 0]; a[a > 0] * 2
a[[0, -1]]; a[..., [0, -1]]; a[..., None]; a[np.ix_([0], [0])]; a[:0]
np.apply_along_axis(np.sum, 0, a); np.vectorize(lambda x: x * 2)(a); np.subtract.reduce(a); np.hypot.reduce(a); np.cov(a)
"""


@pytest.mark.parametrize("dtype, shape", [("f4", (5,)), ("i4", (4, 6)), ("f4", (4, 6)), ("u1", (0, 3)), ("f4", (1, 1))],
                         ids=str)
def test_families(dtype, shape):
    for line in FAMILIES.strip().splitlines():
        hold(line.split("; "), numbers(dtype, shape))
