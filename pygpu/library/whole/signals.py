"""More of scipy.signal and scipy.special for whole arrays: medians, local polynomials, peaks; written in NumPy, for tracing.

    WRITTEN    the module and the name → what it means
"""

from __future__ import annotations

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


# --- polynomials of what lies around -----------------------------------------------------------------------------------

def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode="interp", cval=0.0):
    if mode not in ("mirror", "constant", "nearest", "wrap", "interp"):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    if not all(map(is_known, (window_length, polyorder, deriv, delta))):
        raise TypeError("scipy.signal.savgol_filter() of whole arrays takes numbers that are known while compiling")
    x = x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)
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
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    far = x - np.max(x, axis=axis, keepdims=True)
    return far - np.log(np.sum(np.exp(far), axis=axis, keepdims=True))


WRITTEN = {("scipy.signal", each.__name__): each for each in (medfilt, medfilt2d, savgol_filter)}
WRITTEN |= {("scipy.special", each.__name__): each for each in (logsumexp, softmax, log_softmax)}
