"""What scipy.ndimage measures, scipy.special, more of scipy.signal, larger matrices: run by SciPy, and compiled."""

import numpy as np
from scipy import ndimage, signal, special

RANDOM = np.random.default_rng(35)
MASK, THREE = RANDOM.random((31, 37)) > 0.42, RANDOM.random((5, 13, 11)) > 0.7
FEW, LINE = RANDOM.random((31, 37)) > 0.05, np.array([1, 1, 0, 0, 2, 3, 0, 1])
F2, KINDS = RANDOM.random((31, 37)).astype(np.float32), RANDOM.integers(0, 4, (31, 37)).astype(np.int32)
X, Y = 0.01 + 0.98 * RANDOM.random(60), RANDOM.random(60)
U, V = RANDOM.random((33, 24)), RANDOM.random((3, 150, 2)).astype(np.float32)
STEPS = np.round(RANDOM.random(100) * 4).astype(np.float32)
BYTES = RANDOM.integers(0, 255, (30, 20)).astype(np.uint8)
M6, M7 = [(a + a.T) for a in (RANDOM.random((6, 6)) - 0.5, RANDOM.random((7, 7)) - 0.5)]


def what_hangs_together(m, v, line):
    """ndimage.label(): by sides and by corners, of volumes and lines"""
    return (ndimage.label(m), ndimage.label(m, np.ones((3, 3))), ndimage.label(v), ndimage.label(line),
            ndimage.label(m & False))


def distances(m, v, line):
    """ndimage.distance_transform_edt(), sampling="""
    return (ndimage.distance_transform_edt(m), ndimage.distance_transform_edt(m, sampling=(1.5, 0.7)),
            ndimage.distance_transform_edt(v), ndimage.distance_transform_edt(line))


def of_all(u, k):
    """ndimage.center_of_mass(), sum(), mean(), extrema()..."""
    return (ndimage.center_of_mass(u), ndimage.sum(u), ndimage.mean(u), ndimage.variance(u), ndimage.standard_deviation(u),
            ndimage.extrema(u), ndimage.sum(k), ndimage.mean(k), ndimage.maximum_position(k))


def of_labels(u, k):
    """the same of parts: labels=, index="""
    n = [1, 2, 3]
    return (ndimage.center_of_mass(u, k, n), ndimage.sum(u, k, n), ndimage.mean(u, k, n), ndimage.maximum_position(u, k, n),
            ndimage.minimum(u, k, n), ndimage.sum(u, k), ndimage.mean(u, k), ndimage.maximum(u, k, 2),
            ndimage.standard_deviation(u, k, n), ndimage.sum_labels(k, k, n), ndimage.maximum(k, k, [1, 3]))


def special_numbers(x, y):
    """scipy.special.erf(), expit(), gammaln(), xlogy()..."""
    return (special.erf(x), special.erfc(x), special.expit(x), special.logit(x), special.xlogy(x, y), special.gammaln(x),
            special.gamma(x - 2), special.entr(x), special.rel_entr(x, y), special.kl_div(x, y), special.ndtr(x),
            special.log_expit(x), special.betaln(x, y), special.huber(0.3, x), special.exp10(x), special.cbrt(x))


def special_sums(u):
    """scipy.special.softmax(), logsumexp(), log_softmax()"""
    return (special.softmax(u, axis=1), special.logsumexp(u, axis=0), special.log_softmax(u, axis=-1), special.logsumexp(u),
            special.softmax(u), special.softmax((u * 9).astype(np.int16)))


def local_polynomials(x, u):
    """signal.savgol_filter()"""
    return (signal.savgol_filter(x, 7, 2), signal.savgol_filter(u, 5, 3, axis=0), signal.savgol_filter(x, 11, 4, deriv=2),
            signal.savgol_filter(x, 9, 3, deriv=1, delta=0.5), signal.savgol_filter(u, 5, 2, mode="nearest"),
            signal.savgol_filter(u, 8, 2, axis=1))


def medians(x, u, b):
    """signal.medfilt(), signal.medfilt2d()"""
    return signal.medfilt2d(u, 3), signal.medfilt(x, 5), signal.medfilt2d(u, (3, 5)), signal.medfilt(u), signal.medfilt2d(b)


def peaks(x):
    """signal.find_peaks(), height=, threshold="""
    places, _ = signal.find_peaks(x)
    return (places, x[places], signal.find_peaks(x, height=2)[0], signal.find_peaks(x, threshold=1)[0],
            signal.find_peaks(x, height=(1, 3))[1]["peak_heights"])


def prominent_peaks(x):
    """signal.find_peaks(), distance=, prominence=, wlen=, with all that it tells"""
    return [all_of(found) for found in (signal.find_peaks(x, distance=4), signal.find_peaks(
        x, prominence=(0.1, 0.6), wlen=7), signal.find_peaks(x, height=0.3, threshold=0.01, distance=2.5, prominence=0.1))]


def wide_peaks(x, steps):
    """signal.find_peaks(), width=, rel_height=, plateau_size="""
    return [all_of(found) for found in (signal.find_peaks(x, width=(0.5, 3), rel_height=0.8), signal.find_peaks(
        steps, plateau_size=(1, 3)), signal.find_peaks(steps[:12], distance=3))]


def all_of(found):
    places, told = found
    return places, *told.values(), [len(name) for name in told]


def from_a_state(x, u):
    """signal.lfilter(zi=), signal.sosfilt(zi=)"""
    b, a = signal.butter(2, 0.2)
    zi, sos = signal.lfilter_zi(b, a), signal.butter(4, 0.3, output="sos")
    return (signal.lfilter(b, a, x, zi=zi * x[0]), signal.lfilter(b, a, u, axis=0, zi=np.ones((2, 24))),
            signal.lfilter(b, a, x[:1], zi=zi), signal.sosfilt(sos, x, zi=signal.sosfilt_zi(sos)),
            signal.lfilter([0.2, 0.3, 0.1], [1], x, zi=[1.0, 2.0]), signal.lfilter([1.0], [1, -0.5], x, zi=[0.3]))


def spectrograms(x, v):
    """signal.spectrogram()"""
    return signal.spectrogram(x, nperseg=16), signal.spectrogram(v, 2.0, nperseg=32, noverlap=20, axis=1, window="hann")


def other_rates(x, v):
    """signal.resample_poly(), upfirdn()"""
    weights = signal.firwin(11, 0.4)
    return (signal.resample_poly(x, 3, 2), signal.resample_poly(v, 2, 6, axis=1, padtype="mean"),
            signal.resample_poly(v, 5, 4, axis=0, window="hamming", cval=0.5), signal.resample_poly(x, 2, 3, window=weights),
            signal.upfirdn(weights, x, 2, 3), signal.upfirdn([1.0, 2.0, 1.0], v, down=2))


def larger_matrices(a, b):
    """np.linalg.eigvalsh(), eigh(), cholesky() of more than four rows"""
    values, vectors = np.linalg.eigh(b)
    return (np.linalg.eigvalsh(a), np.linalg.eigvalsh(b, "U"), values, (vectors * values) @ vectors.T, vectors.T @ vectors,
            np.linalg.cholesky(a @ a.T + np.eye(6)))


def upright_columns(a, b):
    """np.linalg.qr() of more than four columns or eight rows"""
    return (*np.linalg.qr(b), *np.linalg.qr(np.concatenate([a, a[:, ::-1], b[:4, :6]])),
            *np.linalg.qr(np.reshape(np.concatenate([a, a + 1])[:10], (2, 6, 5))))


def of_whole_numbers(b):
    """np.select(default=) that wraps, np.linalg.lstsq(), signal.spectrogram(), signal.detrend() of bytes"""
    line = b[:, 0]
    found, _, rank, _ = np.linalg.lstsq(b[:, :2], line, rcond=None)
    return (np.select([b < 90, b < 120], [b * 2, b + 1], -1), found, rank, signal.spectrogram(line, nperseg=16),
            signal.detrend(line))


PROGRAMS = [(what_hangs_together, MASK, THREE, LINE), (distances, FEW, THREE, LINE), (of_all, F2, KINDS),
            (of_labels, F2, KINDS), (special_numbers, X, Y), (special_sums, U), (local_polynomials, X, U),
            (medians, X, U, BYTES), (peaks, STEPS), (prominent_peaks, X), (wide_peaks, X, STEPS), (from_a_state, X, U),
            (spectrograms, Y, V), (other_rates, X, V), (larger_matrices, M6, M7), (upright_columns, M6, M7),
            (of_whole_numbers, BYTES)]
