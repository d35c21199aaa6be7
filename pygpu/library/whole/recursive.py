"""scipy.signal's recursive filters and spectra of whole arrays, written in NumPy: for the tracer to walk. What a filter is
made of is known, and designed by SciPy itself.

    WRITTEN       the module and the name → what it means
    recursive     what the filters are made of: it asks for what it gave before
"""

from __future__ import annotations

import math
import sys

import numpy as np

from ...language.functions import is_known
from .functions import along
from .local import plain


def recursive(wide, b, a, axis, settled):
    """y[n] = b[0]*x[n] + b[1]*x[n-1] + ... - a[1]*y[n-1] - a[2]*y[n-2] - ... along an axis, where x is what is `wide` from
    the place len(b) - 1 on. Before the first place y is 0, or what it is if x has always been the same. This is what it is
    worth: the tracer makes a scan of it (tracing/whole/reducing.py)."""
    wide = np.moveaxis(wide, axis, 0)
    first = sum(b) / sum(a) * wide[0] if settled else 0.0
    found = []
    for n in range(len(wide) - len(b) + 1):
        value = sum([weight * wide[n + len(b) - 1 - back] for back, weight in enumerate(b)])
        for back, weight in enumerate(a[1:], 1):
            value = value - weight * (found[n - back] if back <= n else first)
        found.append(value)
    return np.moveaxis(np.stack(found), 0, axis)


def coefficients(b, a, name):
    """(numerator, denominator), the first of which is 1."""
    b, a = plain(b), plain(a)
    if not (is_known(b) and is_known(a)):
        raise TypeError(f"scipy.signal.{name}() of whole arrays takes coefficients that are known while compiling")
    b, a = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if b.ndim > 1 or a.ndim > 1 or b.dtype.kind == "c" or a.dtype.kind == "c" or not a[0]:
        raise ValueError(f"scipy.signal.{name}() takes real coefficients in a row, of which a[0] is not 0")
    return b / a[0], a / a[0]


def lfilter(b, a, x, axis=-1, zi=None):
    kind = kind_of(x, b, a, *[] if zi is None else [np.asarray(zi)])
    b, a = coefficients(b, a, "lfilter")
    return filtered(b, a, x.astype(kind), axis) if zi is None else from_state(b, a, x.astype(kind), axis, zi)


def from_state(b, a, x, axis, zi):
    """(what comes out, the state behind the last number). What a filter was about to add is added to what its numerator
    makes of the first numbers; what it has yet to add, to what would come."""
    size = max(len(a), len(b)) - 1
    b, a = [np.pad(each, (0, size + 1 - len(each))) for each in (b, a)]
    shape = tuple([size if each == axis % x.ndim else length for each, length in enumerate(x.shape)])
    zi = np.asarray(zi).astype(x.dtype)
    if zi.ndim != x.ndim or zi.shape[axis] != size:
        raise ValueError(f"Unexpected shape for zi: expected {shape}, found {zi.shape}.")
    zi, x = np.moveaxis(np.broadcast_to(zi, shape), axis, 0), np.moveaxis(x, axis, 0)
    count = len(x)
    beside = [(0, 0)] * (x.ndim - 1)
    own = np.pad(zi, [(0, count), *beside])
    wide = np.pad(x, [(size, size), *beside])
    for back, weight in enumerate(b):
        own = own + wide[size - back:2 * size + count - back] * weight.astype(x.dtype)
    found = recursive(own[:count], (1.0,), tuple(map(float, a)), 0, False) if size else own[:count]
    state, later = own[count:], np.pad(found, [(size, size), *beside])
    for back, weight in enumerate(a[1:], 1):
        state = state - later[size + count - back:2 * size + count - back] * weight.astype(x.dtype)
    return np.moveaxis(found, 0, axis), np.moveaxis(state, 0, axis)


def kind_of(x, *given):
    kind = np.result_type(x.dtype, *[np.asarray(each).dtype for each in given])
    if kind.kind != "f":
        raise NotImplementedError(f"input type '{kind}' not supported: an array of floats is filtered")
    return kind


def filtered(b, a, x, axis, settled=False):
    """From rest, or as if the first number had been there always."""
    size = len(b) - 1
    widths = [(size, 0) if each == axis % x.ndim else (0, 0) for each in range(x.ndim)]
    wide = np.pad(x, widths, mode="edge" if settled else "constant") if size and x.size else x
    if settled and sum(a) == 0:
        raise np.linalg.LinAlgError("Singular matrix")  # as lfilter_zi has it: it never settles
    return recursive(wide, tuple(map(float, b)), tuple(map(float, a)), axis, settled) if x.size else x


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
    found = filtered(b, a, wide, axis, True)
    found = turned(filtered(b, a, turned(found, axis), axis, True), axis)
    return found[along(axis, x.ndim, slice(edge, edge + x.shape[axis]))]


def sections(sos, name):
    sos = plain(sos)
    if not is_known(sos):
        raise TypeError(f"scipy.signal.{name}() of whole arrays takes sections that are known while compiling")
    sos = np.atleast_2d(np.asarray(sos))
    if sos.shape[1:] != (6,):
        raise ValueError("sos array must be shape (n_sections, 6)")
    return sos


def sosfilt(sos, x, axis=-1, zi=None):
    x = x.astype(kind_of(x, sos, *[] if zi is None else [np.asarray(zi)]))
    if zi is None:
        return through(sections(sos, "sosfilt"), x, axis)
    states = []
    for number, section in enumerate(sections(sos, "sosfilt")):
        x, state = from_state(section[:3] / section[3], section[3:] / section[3], x, axis, np.asarray(zi)[number])
        states.append(state)
    return x, np.stack(states)


def through(sos, x, axis, settled=False):
    for section in sos:
        x = filtered(section[:3] / section[3], section[3:] / section[3], x, axis, settled)
    return x


def sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    kind = kind_of(x, sos)
    sos = sections(sos, "sosfiltfilt")
    taps = 2 * len(sos) + 1 - min(int((sos[:, 2] == 0).sum()), int((sos[:, 5] == 0).sum()))
    wide, edge = extended(x.astype(kind), axis, padtype, padlen, 3 * taps)
    found = through(sos, wide, axis, True)
    found = turned(through(sos, turned(found, axis), axis, True), axis)
    return found[along(axis, x.ndim, slice(edge, edge + x.shape[axis]))]


# --- spectra ---------------------------------------------------------------------------------------------------------

def detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if not (is_known(bp) and np.all(np.asarray(bp) == 0)):
        raise TypeError("scipy.signal.detrend() of whole arrays has one piece: leave bp out")
    data = data if data.dtype in (np.float32, np.float64) else data.astype(np.float64)
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
    """As SciPy makes it, which whoever calls these has imported."""
    named = isinstance(window, (str, tuple, float))
    return sys.modules["scipy.signal"].get_window(window, count) if named else np.asarray(window)


def welch(x, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None, detrend="constant", return_onesided=True,
          scaling="density", axis=-1, average="mean"):
    return spectrum("welch", x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


def periodogram(x, fs=1.0, window="boxcar", nfft=None, detrend="constant", return_onesided=True, scaling="density", axis=-1):
    count = x.shape[axis]
    if nfft is not None and nfft < count:
        x, count = x[along(axis, x.ndim, slice(nfft))], nfft
    return spectrum("periodogram", x, fs, window, count, 0, nfft, detrend, return_onesided, scaling, axis, "mean")


def spectrogram(x, fs=1.0, window=("tukey", 0.25), nperseg=None, noverlap=None, nfft=None, detrend="constant",
                return_onesided=True, scaling="density", axis=-1, mode="psd"):
    if mode != "psd":
        raise TypeError(f"scipy.signal.spectrogram() of whole arrays knows mode='psd', not {mode!r}")
    size = (256 if nperseg is None else nperseg) if isinstance(window, (str, tuple, float)) else len(window)
    size = min(int(size), x.shape[axis])
    over = size // 8 if noverlap is None else int(noverlap)
    found, power = spectrum("spectrogram", x, fs, window, size, over, nfft, detrend, return_onesided, scaling, axis, None)
    return found, np.arange(size / 2, x.shape[axis] - size / 2 + 1, size - over) / float(fs), power


def spectrum(name, x, fs, window, nperseg, noverlap, nfft, detrending, onesided, scaling, axis, average):
    """(frequencies, the power at each of them), the mean of that of parts that lie over one another, or of each of them."""
    if not onesided or average not in ("mean", None) or np.iscomplexobj(x):
        raise TypeError(f"scipy.signal.{name}() of whole arrays is of real numbers, one-sided, and a mean")
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Unknown scaling: {scaling!r}")
    kind = np.float64 if np.result_type(x.dtype, np.complex64) == np.complex128 else np.float32
    x = np.moveaxis(x.astype(kind), axis, -1)
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
    power = (found.real * found.real + found.imag * found.imag) * twice.astype(x.dtype)
    if average is None:
        power = np.moveaxis(np.swapaxes(power, -1, -2), -2, axis if axis >= 0 else axis - 1)
    else:
        power = np.moveaxis(np.mean(power, axis=-2), -1, axis)
    return np.fft.rfftfreq(long, 1 / fs), power


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
    lfilter, filtfilt, sosfilt, sosfiltfilt, detrend, welch, periodogram, spectrogram, hilbert)}
