"""More of scipy.signal and scipy.special for whole arrays: medians, local polynomials, peaks; written in NumPy, for tracing.

    WRITTEN    the module and the name → what it means
"""

from __future__ import annotations

import math
import sys

import numpy as np

from ...language.functions import is_known
from .functions import along
from .local import convolve1d, for_each, median_filter, plain

# --- medians -----------------------------------------------------------------------------------------------------------

def medfilt(volume, kernel_size=None):
    sizes = for_each(3 if kernel_size is None else plain(kernel_size), volume.ndim)
    if any(size % 2 == 0 for size in sizes):
        raise ValueError("Each element of kernel_size should be odd.")
    return median_filter(volume, tuple(sizes), mode="constant")


def medfilt2d(input, kernel_size=3):
    if input.ndim != 2:
        raise ValueError("medfilt2d takes an array of two dimensions")
    return medfilt(input, kernel_size)


def floats(x):
    return x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)


# --- polynomials of what lies around -----------------------------------------------------------------------------------

def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp", cval=0.0):
    if mode not in ("mirror", "constant", "nearest", "wrap", "interp"):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    if not all(map(is_known, (window_length, polyorder, deriv, delta))):
        raise TypeError("scipy.signal.savgol_filter() of whole arrays takes numbers that are known while compiling")
    x = floats(x)
    weights = sys.modules["scipy.signal"].savgol_coeffs(window_length, polyorder, deriv=deriv, delta=delta)
    if mode != "interp":
        return convolve1d(x, weights, axis, mode=mode, cval=cval)
    count = x.shape[axis]
    if window_length > count:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    half = window_length // 2
    inner = convolve1d(x, weights, axis, mode="constant")[along(axis, x.ndim, slice(half, count - half))]
    first, last = [np.moveaxis(x[along(axis, x.ndim, part)], axis, -1)
                   for part in (slice(window_length), slice(count - window_length, None))]
    begin, end = ends(window_length, polyorder, deriv, delta, half)
    before, behind = [np.moveaxis(np.matmul(part, matrix.astype(x.dtype)), -1, axis)
                      for part, matrix in ((first, begin), (last, end))]
    return np.concatenate([before, inner, behind], axis=axis)


def ends(length, order, deriv, delta, half):
    """What the polynomials of the first and of the last window give at the places that no window has in its middle, as
    matrices of so many rows as a window is long."""
    places = np.arange(length) - (length - 1) / 2
    powers = np.vander(places, order + 1, increasing=True)
    steep = np.eye(order + 1)
    for _ in range(deriv):
        steep = np.diag(np.arange(1.0, order + 1), 1) @ steep
    found = np.linalg.pinv(powers).T @ steep.T @ powers.T / delta ** deriv
    return found[:, :half], found[:, length - half:]


# --- other rates -------------------------------------------------------------------------------------------------------

def resample_poly(x, up, down, axis=0, window=("kaiser", 5.0), padtype="constant", cval=None):
    if padtype not in ("constant", *BESIDE) or np.iscomplexobj(x):
        raise TypeError("scipy.signal.resample_poly() of whole arrays is of real numbers, with padtype='constant', "
                        f"{', '.join(map(repr, BESIDE))}")
    up, down = [rate // math.gcd(up, down) for rate in (up, down)]
    if up == down == 1:
        return x.copy()
    x, least = floats(x), 1 / max(up, down)
    weights = np.asarray(plain(window)) if isinstance(window, (list, np.ndarray)) else (
        sys.modules["scipy.signal"].firwin(20 * max(up, down) + 1, least, window=window).astype(x.dtype))
    first, count = (len(weights) - 1) // 2, -(-x.shape[axis] * up // down)
    if padtype == "constant":
        return at_rate(weights * up, x, up, down, axis, first, count, 0 if cval is None else cval)
    beside = BESIDE[padtype](x, axis=axis, keepdims=True)
    return at_rate(weights * up, x - beside, up, down, axis, first, count) + beside


BESIDE = {"mean": np.mean, "median": np.median, "maximum": np.max, "minimum": np.min}


def upfirdn(h, x, up=1, down=1, axis=-1, mode="constant", cval=0):
    weights = np.asarray(plain(h))
    if mode != "constant" or weights.ndim != 1:
        raise TypeError("scipy.signal.upfirdn() of whole arrays knows weights of one dimension, and mode='constant'")
    return at_rate(weights, x, up, down, axis, 0, -(-((x.shape[axis] - 1) * up + len(weights)) // down), cval)


def at_rate(weights, x, up, down, axis, first, count, beside=0):
    """The sums of weights[n * down + first - k * up] * x[k] over all k, for so many n; x is `beside` where it is not.
    Each `up` of them are what lies below a window times a matrix; the next ones' window begins `down` further on."""
    kind = np.result_type(weights.dtype, x.dtype, np.float32)
    x, most = np.moveaxis(x.astype(kind), axis, -1), len(weights) - 1
    before, beyond = -((first - most) // -up), ((up - 1) * down + first) // up
    places = down * np.arange(up) + first - up * np.arange(before, beyond + 1)[:, None]
    matrix = np.where((places >= 0) & (places <= most), np.asarray(weights)[np.clip(places, 0, most)], 0)
    groups = -(-count // up)
    length = down * (groups - 1) + len(matrix)
    around = [(0, 0)] * (x.ndim - 1) + [(-before, max(0, length + before - x.shape[-1]))]
    line = np.pad(x, around, constant_values=beside)[..., :length]
    windows = np.lib.stride_tricks.sliding_window_view(line, len(matrix), axis=-1)[..., ::down, :]
    found = np.matmul(windows, matrix.astype(kind))
    return np.moveaxis(np.reshape(found, (*x.shape[:-1], groups * up))[..., :count], -1, axis)


# --- scipy.special's of many numbers -----------------------------------------------------------------------------------

def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    if return_sign:
        raise TypeError("scipy.special.logsumexp() of whole arrays gives no sign: leave return_sign out")
    a = a if a.dtype.kind == "f" else a.astype(np.float64)
    most = np.max(a, axis=axis, keepdims=True)
    most = np.where(np.isfinite(most), most, 0).astype(a.dtype)
    parts = np.exp(a - most) if b is None else b * np.exp(a - most)
    found = np.log(np.sum(parts, axis=axis, keepdims=True)) + most
    return found if keepdims else np.squeeze(found, axis=axis) if axis is not None else np.reshape(found, ())


def softmax(x, axis=None):
    return np.exp(log_softmax(x, axis))


def log_softmax(x, axis=None):
    x = x if x.dtype.kind == "f" else x.astype(np.exp(np.zeros(1, x.dtype)).dtype)
    far = x - np.max(x, axis=axis, keepdims=True)
    return far - np.log(np.sum(np.exp(far), axis=axis, keepdims=True))


WRITTEN = {("scipy.signal", each.__name__): each for each in (medfilt, medfilt2d, savgol_filter, resample_poly, upfirdn)}
WRITTEN |= {("scipy.special", each.__name__): each for each in (logsumexp, softmax, log_softmax)}
