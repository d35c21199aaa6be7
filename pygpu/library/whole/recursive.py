"""scipy.signal's recursive filters and spectra of whole arrays, written in NumPy: for the tracer to walk. What a filter is
made of is known, and designed by SciPy itself.

    WRITTEN       the module and the name → what it means
    after_others  each number and, weighted, those before it that this gave: what the filters are made of
"""

from __future__ import annotations

import math

import numpy as np

from ...language.functions import is_known
from .functions import along


def after_others(a, weights, axis):
    """y[n] = a[n] + weights[0]*y[n-1] + weights[1]*y[n-2] + ... along an axis. This is what it is worth: the tracer makes a
    scan of it (tracing/whole/reducing.py)."""
    a = np.moveaxis(a, axis, 0)
    found = []
    for n, value in enumerate(a):
        for back, weight in enumerate(weights[:n], 1):
            value = value + weight * found[n - back]
        found.append(value)
    return np.moveaxis(np.stack(found), 0, axis)


def coefficients(b, a, name):
    """(numerator, denominator), the first of which is 1."""
    if not (is_known(b) and is_known(a)):
        raise TypeError(f"scipy.signal.{name}() of whole arrays takes coefficients that are known while compiling")
    b, a = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if b.ndim > 1 or a.ndim > 1 or b.dtype.kind == "c" or a.dtype.kind == "c" or not a[0]:
        raise ValueError(f"scipy.signal.{name}() takes real coefficients in a row, of which a[0] is not 0")
    return b / a[0], a / a[0]


def lfilter(b, a, x, axis=-1, zi=None):
    if zi is not None:
        raise TypeError("scipy.signal.lfilter() of whole arrays begins at rest: leave zi out")
    kind = kind_of(x, b, a)
    return filtered(*coefficients(b, a, "lfilter"), x.astype(kind), axis)


def kind_of(x, *given):
    kind = np.result_type(x.dtype, *[np.asarray(each).dtype for each in given])
    if kind.kind != "f":
        raise NotImplementedError(f"input type '{kind}' not supported: an array of floats is filtered")
    return kind


def filtered(b, a, x, axis, before=None):
    """With what was `before`, as lfilter_zi has it, times the first numbers."""
    count, size = x.shape[axis], len(b) - 1
    wide = np.pad(x, [(size, 0) if each == axis % x.ndim else (0, 0) for each in range(x.ndim)]) if size else x
    found = None
    for number, weight in enumerate(b):
        if weight != 0:
            part = wide[along(axis, x.ndim, slice(size - number, size - number + count))] * x.dtype.type(weight)
            found = part if found is None else found + part
    found = np.zeros_like(x) if found is None else found
    if before is not None and count:
        line = np.zeros(count, x.dtype)
        line[:len(before)] = before[:count]
        shape = tuple([count if each == axis % x.ndim else 1 for each in range(x.ndim)])
        found = found + np.reshape(line, shape) * x[along(axis, x.ndim, slice(1))]
    weights = tuple([float(-each) for each in a[1:]])
    return after_others(found, weights, axis) if any(weights) and count > 1 else found


def at_rest(b, a):
    from scipy.signal import lfilter_zi
    return lfilter_zi(b, a)


def sections_at_rest(sos):
    from scipy.signal import sosfilt_zi
    return sosfilt_zi(sos)


def turned(x, axis):
    return x[along(axis, x.ndim, slice(None, None, -1))]


def extended(x, axis, padtype, padlen, usual):
    """(with as many more numbers on both sides, how many)"""
    if padtype not in ("even", "odd", "constant", None):
        raise ValueError(f"Unknown value '{padtype}' given to padtype. padtype must be 'even', 'odd', 'constant', or None.")
    edge = 0 if padtype is None else usual if padlen is None else padlen
    if x.shape[axis] <= edge:
        raise ValueError(f"The length of the input vector x must be greater than padlen, which is {edge}.")
    if edge <= 0:
        return x, 0
    widths = [(edge, edge) if each == axis % x.ndim else (0, 0) for each in range(x.ndim)]
    if padtype == "constant":
        return np.pad(x, widths, mode="edge"), edge
    return np.pad(x, widths, mode="reflect", reflect_type=padtype), edge


def filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, method="pad", irlen=None):
    if method != "pad":
        raise TypeError('scipy.signal.filtfilt() of whole arrays has method="pad" alone')
    kind = kind_of(x, b, a)
    b, a = coefficients(b, a, "filtfilt")
    wide, edge = extended(x.astype(kind), axis, padtype, padlen, 3 * max(len(a), len(b)))
    before = at_rest(b, a) if max(len(a), len(b)) > 1 else None
    found = filtered(b, a, wide, axis, before)
    found = turned(filtered(b, a, turned(found, axis), axis, before), axis)
    return found[along(axis, x.ndim, slice(edge, edge + x.shape[axis]))]


def sections(sos, name):
    if not is_known(sos):
        raise TypeError(f"scipy.signal.{name}() of whole arrays takes sections that are known while compiling")
    sos = np.atleast_2d(np.asarray(sos))
    if sos.shape[1:] != (6,):
        raise ValueError("sos array must be shape (n_sections, 6)")
    return sos


def sosfilt(sos, x, axis=-1, zi=None):
    if zi is not None:
        raise TypeError("scipy.signal.sosfilt() of whole arrays begins at rest: leave zi out")
    x = x.astype(kind_of(x, sos))
    return through(sections(sos, "sosfilt"), x, axis)


def through(sos, x, axis, before=None):
    first = x[along(axis, x.ndim, slice(1))]
    for number, section in enumerate(sos):
        b, a = section[:3] / section[3], section[3:] / section[3]
        x = filtered(b, a, x, axis) if before is None else filtered_from(b, a, x, axis, before[number], first)
    return x


def filtered_from(b, a, x, axis, before, first):
    """As `filtered`, with what was before times the first numbers of all sections' input."""
    count = x.shape[axis]
    line = np.zeros(count, x.dtype)
    line[:2] = before[:count]
    shape = tuple([count if each == axis % x.ndim else 1 for each in range(x.ndim)])
    given = filtered(b, (1.0,), x, axis) + np.reshape(line, shape) * first
    weights = tuple([float(-each) for each in a[1:]])
    return after_others(given, weights, axis) if any(weights) and count > 1 else given


def sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    kind = kind_of(x, sos)
    sos = sections(sos, "sosfiltfilt")
    taps = 2 * len(sos) + 1 - min(int((sos[:, 2] == 0).sum()), int((sos[:, 5] == 0).sum()))
    wide, edge = extended(x.astype(kind), axis, padtype, padlen, 3 * taps)
    before = sections_at_rest(sos)
    found = through(sos, wide, axis, before)
    found = turned(through(sos, turned(found, axis), axis, before), axis)
    return found[along(axis, x.ndim, slice(edge, edge + x.shape[axis]))]


# --- spectra ---------------------------------------------------------------------------------------------------------

def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if not (is_known(bp) and np.all(np.asarray(bp) == 0)):
        raise TypeError("scipy.signal.detrend() of whole arrays has one piece: leave bp out")
    data = data if data.dtype.kind == "f" else data.astype(np.float64)
    far = data - np.mean(data, axis=axis, keepdims=True)
    if type in ("constant", "c"):
        return far
    count = data.shape[axis]
    places = np.arange(count) - (count - 1) / 2
    shape = tuple([count if each == axis % data.ndim else 1 for each in range(data.ndim)])
    size = float(places @ places)
    places = (places / math.sqrt(size) if size else places).reshape(shape).astype(data.dtype)
    return far - np.sum(far * places, axis=axis, keepdims=True) * places


def window_of(window, count):
    from scipy.signal import get_window
    return get_window(window, count) if isinstance(window, (str, tuple, float)) else np.asarray(window)


def welch(x, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
          scaling="density", axis=-1, average="mean"):
    return spectrum("welch", x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


def periodogram(x, fs=1.0, window="boxcar", nfft=None, detrend="constant", return_onesided=True, scaling="density", axis=-1):
    count = x.shape[axis]
    if nfft is not None and nfft < count:
        x, count = x[along(axis, x.ndim, slice(nfft))], nfft
    return spectrum("periodogram", x, fs, window, count, 0, nfft, detrend, return_onesided, scaling, axis, "mean")


def spectrum(name, x, fs, window, nperseg, noverlap, nfft, detrending, onesided, scaling, axis, average):
    """(frequencies, the power at each of them), the mean of that of parts that lie over one another."""
    if not onesided or average != "mean" or np.iscomplexobj(x):
        raise TypeError(f"scipy.signal.{name}() of whole arrays is of real numbers, one-sided, and a mean")
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Unknown scaling: {scaling!r}")
    x = np.moveaxis(x if x.dtype.kind == "f" else x.astype(np.float64), axis, -1)
    count = x.shape[-1]
    if not isinstance(window, (str, tuple, float)):
        nperseg = len(window)
    size = min(256 if nperseg is None else int(nperseg), count)
    window = window_of(window, size)
    over = size // 2 if noverlap is None else int(noverlap)
    long = size if nfft is None else int(nfft)
    if len(window) != size or over >= size or long < size:
        raise ValueError(f"scipy.signal.{name}(): the window is as long as a part, noverlap less than nperseg, nfft no less")
    parts = np.lib.stride_tricks.sliding_window_view(x, size, axis=-1)[..., ::size - over, :]
    if detrending:
        parts = detrend(parts, -1, detrending)
    found = np.fft.rfft(parts * window.astype(x.dtype), long)
    scale = 1 / (fs * float(window @ window)) if scaling == "density" else 1 / float(window.sum()) ** 2
    twice = np.full(long // 2 + 1, 2 * scale)
    twice[0] = scale
    if long % 2 == 0:
        twice[-1] = scale
    power = np.mean((found.real * found.real + found.imag * found.imag) * twice.astype(x.dtype), axis=-2)
    return np.fft.rfftfreq(long, 1 / fs), np.moveaxis(power, -1, axis)


def hilbert(x, N=None, axis=-1):
    if np.iscomplexobj(x):
        raise ValueError("x must be real.")
    count = x.shape[axis] if N is None else N
    weights = np.zeros(count)
    weights[0] = 1
    weights[1:(count + 1) // 2] = 2
    weights[count // 2] = 1 if count % 2 == 0 else weights[count // 2]
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    shape = tuple([count if each == axis % x.ndim else 1 for each in range(x.ndim)])
    return np.fft.ifft(np.fft.fft(x, count, axis=axis) * np.reshape(weights, shape).astype(x.dtype), axis=axis)


WRITTEN = {("scipy.signal", each.__name__): each for each in (
    lfilter, filtfilt, sosfilt, sosfiltfilt, detrend, welch, periodogram, hilbert)}
