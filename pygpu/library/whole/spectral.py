"""scipy.fft's transforms by cosines and sines, and more of scipy.signal, for whole arrays, written in NumPy: for tracing.

    WRITTEN    the module and the name → what it means
"""

from __future__ import annotations

import math
import sys

import numpy as np

from .fourier import fitted
from .local import for_each, signal_correlate
from .recursive import window_of

SHORT = 128  # numbers of a line that is multiplied by a matrix


# --- cosines and sines -----------------------------------------------------------------------------------------------

def transform(name):
    """A line's transform by cosines or sines: times the matrix that SciPy's own makes of one; a long one by a spectrum."""
    def meaning(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
        if np.iscomplexobj(x):
            return meaning(x.real, type, n, axis, norm, False, None, orthogonalize) + 1j * meaning(
                x.imag, type, n, axis, norm, False, None, orthogonalize)
        x = x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)
        x = np.moveaxis(x if n is None else fitted(x, n, axis), axis, -1)
        count = x.shape[-1]

        def of(line):
            return getattr(sys.modules["scipy.fft"], name)(line, type, norm=norm, orthogonalize=orthogonalize)
        if count <= SHORT or type != 2 or name not in ("dct", "idct"):
            found = np.matmul(x, of(np.eye(count)).astype(x.dtype))
        elif name == "dct":
            plain = 2 * np.cos(np.arange(count) * math.pi / 2 / count)
            found = forth(x) * (of(np.eye(1, count)[0]) / plain).astype(x.dtype)
        else:
            first = [of(np.eye(1, count, k)[0])[0] / math.cos(math.pi * k / 2 / count) for k in (0, 1)]
            found = back(x * np.array([2 * count * first[0], *[count * first[1]] * (count - 1)]).astype(x.dtype))
        return np.moveaxis(found, -1, axis)

    return meaning


def turns(count, kind):
    angles = np.arange(count) * math.pi / 2 / count
    return np.cos(angles).astype(kind), np.sin(angles).astype(kind)


def forth(x):
    """2 * sum(x[j] * cos(pi * k * (2*j + 1) / (2*n))): the spectrum of every second number, then the others from behind."""
    cosine, sine = turns(x.shape[-1], x.dtype)
    found = np.fft.fft(np.concatenate([x[..., ::2], np.flip(x[..., 1::2], -1)], axis=-1))
    return 2 * (found.real * cosine + found.imag * sine)


def back(x):
    """What `forth` is made of."""
    count = x.shape[-1]
    cosine, sine = turns(count, x.dtype)
    other = np.concatenate([np.zeros_like(x[..., :1]), np.flip(x[..., 1:], -1)], axis=-1)
    found = np.fft.ifft((x * cosine + other * sine) / 2 + 1j * ((x * sine - other * cosine) / 2)).real
    at = np.empty(count, int)
    at[::2], at[1::2] = np.arange((count + 1) // 2), np.arange(count - 1, (count + 1) // 2 - 1, -1)
    return found[..., at]


def several(one):
    def meaning(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
        if axes is None:
            axes = list(range(x.ndim) if s is None else range(-len(for_each(s, 1)), 0))
        axes = for_each(axes, 1)
        s = [None] * len(axes) if s is None else for_each(s, len(axes))
        if len(s) != len(axes):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
        for n, axis in zip(s, axes):
            x = one(x, type, n, axis, norm, False, None, orthogonalize)
        return x

    return meaning


# --- parts of a signal -----------------------------------------------------------------------------------------------

def stft(x, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True,
         boundary="zeros", padded=True, axis=-1, scaling="spectrum"):
    if detrend or not return_onesided or np.iscomplexobj(x) or boundary not in ("zeros", None):
        raise TypeError("scipy.signal.stft() of whole arrays is of real numbers, one-sided, with zeros around or nothing, "
                        "and takes no trend away")
    kind = np.zeros(0, np.result_type(x.dtype, np.complex64)).real.dtype  # float32 of numbers of up to 16 bits
    x = np.moveaxis(x.astype(kind), axis, -1)
    size = min(int(nperseg), x.shape[-1]) if isinstance(window, (str, tuple, float)) else len(window)
    over = size // 2 if noverlap is None else int(noverlap)
    long, step = size if nfft is None else int(nfft), size - over
    if step < 1 or long < size or size > x.shape[-1]:
        raise ValueError("scipy.signal.stft(): a part is no longer than the line, noverlap less than nperseg, nfft no less")
    window = window_of(window, size)
    around = size // 2 if boundary else 0
    rest = -(x.shape[-1] + 2 * around - size) % step % size if padded else 0
    x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(around, around + rest)])
    scale = math.sqrt(1 / (fs * float(window @ window))) if scaling == "psd" else 1 / float(window.sum())
    parts = np.lib.stride_tricks.sliding_window_view(x, size, axis=-1)[..., ::step, :]
    found = np.fft.rfft(parts * (window * scale).astype(x.dtype), long)
    times = np.arange(size / 2, x.shape[-1] - size / 2 + 1, step) / float(fs) - around / float(fs)
    return (np.fft.rfftfreq(long, 1 / fs), times,
            np.moveaxis(np.swapaxes(found, -1, -2), -2, axis if axis >= 0 else axis - 1))


def wiener(im, mysize=None, noise=None):
    im = im.astype(np.float64)
    sizes = for_each(3 if mysize is None else mysize, im.ndim)
    ones, many = np.ones(sizes), math.prod(sizes)
    mean = signal_correlate(im, ones, "same") / many
    spread = signal_correlate(im * im, ones, "same") / many - mean * mean
    noise = np.mean(spread) if noise is None else noise
    return np.where(spread < noise, mean, mean + (im - mean) * (1 - noise / spread))


def resample(x, num, t=None, axis=0, window=None, domain="time"):
    if t is not None or window is not None or domain != "time" or np.iscomplexobj(x):
        raise TypeError("scipy.signal.resample() of whole arrays is of real numbers over time, without t and window")
    x = x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)
    x = np.moveaxis(x, axis, -1)
    count = x.shape[-1]
    found, least = np.fft.rfft(x), min(count, num)
    weights = np.zeros(num // 2 + 1)
    weights[:least // 2 + 1] = num / count
    if least % 2 == 0 and num != count:  # the middle frequency is there twice in one of both, and once in the other
        weights[least // 2] *= 2 if num < count else 0.5
    found = fitted(found.real, num // 2 + 1, -1) + 1j * fitted(found.imag, num // 2 + 1, -1)
    return np.moveaxis(np.fft.irfft(found * weights.astype(x.dtype), num), -1, axis)


def as_numpys(name):
    """scipy.fft.fft and its like, which are np.fft's but for how they are computed."""
    function = getattr(np.fft, name)

    def meaning(x, *more, overwrite_x=False, workers=None, plan=None, **options):
        return function(x, *more, **options)

    return meaning


OF_COMPLEX = {("scipy.fft", name): as_numpys(name) for name in (
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn",
    "fftshift", "ifftshift")}
OF_COMPLEX |= {("scipy.fftpack", name): as_numpys(name) for name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn")}
WRITTEN = {("scipy.fft", name): transform(name) for name in ("dct", "idct", "dst", "idst")}
WRITTEN |= {("scipy.fft", f"{name}n"): several(meaning) for (_, name), meaning in list(WRITTEN.items())}
WRITTEN |= OF_COMPLEX
WRITTEN |= {("scipy.signal", each.__name__): each for each in (stft, wiener, resample)}
