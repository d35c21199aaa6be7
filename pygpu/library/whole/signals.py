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


# --- peaks ---------------------------------------------------------------------------------------------------------------

def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5,
               plateau_size=None):
    """(places, what is known of each): what is higher than both neighbours; of a plateau the middle."""
    others = {"distance": distance, "prominence": prominence, "width": width, "plateau_size": plateau_size}
    for name, value in others.items():
        if value is not None:
            raise TypeError(f"scipy.signal.find_peaks() of whole arrays knows height= and threshold=, not {name}=: a peak "
                            "would depend on others. Call it behind the compiled function")
    if x.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    x = x.astype(np.float64)
    count = len(x)
    if count < 3:
        return np.nonzero(np.zeros(count, bool))[0], {}
    places, steps = np.arange(count), x[1:] != x[:-1]
    begins, ends_ = np.concatenate([[True], steps]), np.concatenate([steps, [True]])
    first = np.maximum.accumulate(np.where(begins, places, 0))
    last = np.flip(np.minimum.accumulate(np.flip(np.where(ends_, places, count - 1))))
    before, behind = x[np.maximum(first - 1, 0)], x[np.minimum(last + 1, count - 1)]
    taken = (first > 0) & (last < count - 1) & (before < x) & (behind < x) & (places == (first + last) // 2)
    told = {}
    if height is not None:
        taken = taken & between(x, height)
    left, right = x - np.concatenate([x[:1], x[:-1]]), x - np.concatenate([x[1:], x[-1:]])
    if threshold is not None:
        low, high = threshold if isinstance(threshold, (tuple, list)) else (threshold, None)
        taken = taken if low is None else taken & (np.minimum(left, right) >= low)
        taken = taken if high is None else taken & (np.maximum(left, right) <= high)
    if height is not None:
        told["peak_heights"] = x[taken]
    if threshold is not None:
        told["left_thresholds"], told["right_thresholds"] = left[taken], right[taken]
    return np.nonzero(taken)[0], told


def between(x, limits):
    low, high = limits if isinstance(limits, (tuple, list)) else (limits, None)
    found = np.ones(x.shape, bool) if low is None else x >= low
    return found if high is None else found & (x <= high)


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


WRITTEN = {("scipy.signal", each.__name__): each for each in (medfilt, medfilt2d, savgol_filter, find_peaks)}
WRITTEN |= {("scipy.special", each.__name__): each for each in (logsumexp, softmax, log_softmax)}
