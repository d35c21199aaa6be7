"""scipy.signal's recursive filters and spectra of whole arrays: run by SciPy, and compiled."""

import numpy as np
from scipy import signal

RANDOM = np.random.default_rng(34)
X, U = RANDOM.standard_normal(700), RANDOM.standard_normal((40, 51))
V = RANDOM.standard_normal((3, 40, 6)).astype(np.float32)
LOW, SHARP = signal.butter(3, 0.2), signal.butter(6, 0.03)
BAND = signal.butter(6, [0.1, 0.3], "bandpass", output="sos")


def recursive(x):
    """signal.lfilter, of any order, scaled, without what it gave before, and of a filter that adds up"""
    return (signal.lfilter(*LOW, x), signal.lfilter([0.5], [2, -1, 0.25], x), signal.lfilter(signal.firwin(5, 0.3), 1, x),
            signal.lfilter([1], [1, -1], x))


def recursive_and_sharp(x):
    """signal.lfilter whose numbers need more digits than a float32 has"""
    return signal.lfilter(*SHARP, x), signal.filtfilt(*SHARP, x)


def recursive_along(u, v):
    """signal.lfilter(axis=), of numbers of 32 bits too"""
    short = np.array([0.1, 0.2], np.float32), np.array([1, -0.7], np.float32)
    return (signal.lfilter(*LOW, u, axis=0), signal.lfilter(*LOW, u), signal.lfilter(*LOW, v, axis=1),
            signal.lfilter(*short, v))


def forth_and_back(u, v):
    """signal.filtfilt, with each way to go on beyond the ends"""
    return [signal.filtfilt(*LOW, u, axis=0, padtype=how) for how in ("odd", "even", "constant", None)] + [
        signal.filtfilt(*LOW, v, axis=1, padlen=2)]


def in_sections(u):
    """signal.sosfilt, signal.sosfiltfilt"""
    return signal.sosfilt(BAND, u), signal.sosfilt(BAND, u, axis=0), signal.sosfiltfilt(BAND, u, padlen=20)


def without_trend(u):
    """signal.detrend"""
    return signal.detrend(u), signal.detrend(u, axis=0, type="constant")


def powers(x, v):
    """signal.welch, signal.periodogram"""
    return (signal.welch(x, 3.0), signal.welch(v, nperseg=16, axis=1, window=("tukey", 0.3), scaling="spectrum"),
            signal.welch(x, nperseg=33, noverlap=5, nfft=40, detrend="linear"), signal.periodogram(x, detrend=False))


def envelope(x, v):
    """np.abs(signal.hilbert(x))"""
    return np.abs(signal.hilbert(x)), signal.hilbert(v, axis=1), signal.hilbert(x, N=99)


PROGRAMS = [(recursive, X), (recursive_and_sharp, X), (recursive_along, U, V), (forth_and_back, U, V), (in_sections, U),
            (without_trend, U), (powers, X, V), (envelope, X, V)]
