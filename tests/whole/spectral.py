"""scipy.fft's transforms by cosines and sines, more of scipy.signal, functions of windows: run by SciPy, and compiled."""

import numpy as np
import scipy.fft
from scipy import ndimage, signal

RANDOM = np.random.default_rng(35)
LINE, LONG, ODD = RANDOM.random(40).astype(np.float32), RANDOM.random(300), RANDOM.random(301).astype(np.float32)
FLAT = RANDOM.random((12, 10)).astype(np.float32)
BYTES = RANDOM.integers(0, 255, (6, 7)).astype(np.uint8)


def cosines(x):
    """scipy.fft.dct, idct of all types and norms, with n= and orthogonalize="""
    dct, idct = scipy.fft.dct, scipy.fft.idct
    return (dct(x), dct(x, 1), dct(x, 3), dct(x, 4, norm="ortho"), dct(x, norm="forward"), idct(x), idct(x, norm="ortho"),
            dct(x, norm="ortho", orthogonalize=False), dct(x, n=50), idct(x, n=20), idct(x, 3, norm="forward"))


def cosines_of_long_lines(x):
    """scipy.fft.dct and idct by a spectrum"""
    dct, idct = scipy.fft.dct, scipy.fft.idct
    return (dct(x), dct(x, norm="ortho"), dct(x, norm="forward"), idct(x), idct(x, norm="ortho"), idct(x, norm="forward"),
            idct(x, norm="ortho", orthogonalize=False), idct(dct(x)))


def cosines_of_pictures(u):
    """scipy.fft.dctn, idctn, dst, idst, dstn, idstn with axis=, axes=, s="""
    fft = scipy.fft
    return (fft.dctn(u, norm="ortho"), fft.idctn(u), fft.dctn(u, axes=(0,)), fft.dct(u, axis=0), fft.dst(u),
            fft.idst(u, axis=0), fft.dstn(u, s=(8, 8)), fft.idstn(u, norm="ortho"))


def blocks_of_cosines(u):
    """scipy.fft.dctn of blocks, as JPEG has them"""
    blocks = u.reshape(6, 2, 5, 2).swapaxes(1, 2)
    few = np.round(scipy.fft.dctn(blocks, axes=(2, 3), norm="ortho") * 8) / 8
    return scipy.fft.idctn(few, axes=(2, 3), norm="ortho").swapaxes(1, 2).reshape(u.shape)


def over_time(x, u):
    """signal.stft"""
    return (*signal.stft(x, nperseg=16), *signal.stft(x, nperseg=16, padded=False, scaling="psd"),
            *signal.stft(x, fs=10, window="hamming", nperseg=15, noverlap=4, nfft=20, boundary=None),
            *signal.stft(u, nperseg=4, axis=0), signal.stft((x * 100).astype(np.int16), nperseg=16)[2])


def less_noise(u):
    """signal.wiener"""
    return signal.wiener(u, 3), signal.wiener(u, (3, 5), 0.1)


def other_lengths(x, u):
    """signal.resample"""
    return (signal.resample(x, 20), signal.resample(x, 41), signal.resample(x, 100), signal.resample(x[:39], 99),
            signal.resample(x, 40), signal.resample(u, 7, axis=1), signal.resample(u, 19))


def of_squares(window):
    total = 0.0
    for value in window:
        total += value * value
    return total


def of_some(window, k, more=0):
    return sorted(window)[k] + more if window[1] > 0.5 else len(window)


def function_of_windows(u, v):
    """ndimage.generic_filter with a function of the user's, or NumPy's"""
    corner = [[0, 1, 0], [1, 1, 1]]
    return (ndimage.generic_filter(u, lambda window: window.max() - window.min(), size=3),
            ndimage.generic_filter(u, np.std, size=3, mode="nearest"),
            ndimage.generic_filter(u, np.median, size=(1, 3), origin=(0, 1), mode="constant", cval=2),
            ndimage.generic_filter(u, of_squares, footprint=np.ones((3, 1))),
            ndimage.generic_filter(u, of_some, footprint=corner, extra_arguments=(1,), extra_keywords={"more": 3}),
            ndimage.generic_filter(v, np.mean, size=3),
            ndimage.generic_filter(v, lambda w: (w > w[4]).sum(), size=3, output=int))


PROGRAMS = [(cosines, LINE), (cosines, LONG[:33]), (cosines_of_long_lines, LONG), (cosines_of_long_lines, ODD),
            (cosines_of_pictures, FLAT), (cosines_of_pictures, BYTES // 64), (blocks_of_cosines, FLAT),
            (over_time, LINE, FLAT), (less_noise, FLAT), (other_lengths, LINE, FLAT), (function_of_windows, FLAT, BYTES)]
