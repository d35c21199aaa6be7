"""What data say how many there are: what masks choose, np.bincount; the greatest of complex numbers; windows of which an
argument says what they look at. Run by NumPy, and compiled."""

import numpy as np
from scipy import ndimage

from .programs import F1, F2, F3

RANDOM = np.random.default_rng(31)
LEVELS, BYTES = RANDOM.integers(0, 9, 40), RANDOM.integers(0, 9, 40).astype(np.uint8)
WEIGHTS = RANDOM.random(40)
Z = (RANDOM.integers(0, 4, (6, 5)) + 1j * RANDOM.integers(0, 4, (6, 5))).astype(np.complex64)
MASK = RANDOM.random(F3.shape[-1]) > 0.4
WINDOW = np.array([[0, 1, 1], [1, 1, 0], [0, 0, 1]], bool)
U8 = RANDOM.integers(0, 99, (7, 6)).astype(np.uint8)


def beside_a_number(w, mask):
    """a[0, :, mask], which brings what is chosen to the front; a[:, 0, mask], which does not"""
    return w[0, :, mask], w[-1, 1:, mask].sum(axis=0), w[1, :, mask] * 2, w[:, 0, mask], w[..., 1, mask]


def parts_of_chosen(v, u):
    """a[mask][1:], a[mask][:3], a[mask][-2:], a[mask].argmax()"""
    some = v[v > 0.4]
    return (some[1:], some[:3], some[-2:], some[:-1], some[99:], some[1:3].sum(), some.argmax(), np.argmin(some),
            u[u[:, 0] > 0.2][:2], u[u > 0.5].argmin())


def counted_of_data(a, b, w):
    """np.bincount without minlength=, and what is made of it"""
    counts = np.bincount(a)
    return (counts, np.bincount(b), np.bincount(a, w), np.bincount(b, minlength=12), counts.argmax(), counts[1:],
            counts / 40, len(counts), np.bincount(b).max())


def greatest_complex(z):
    """np.max, argmin, sort, argsort of complex numbers"""
    return (np.max(z), z.min(axis=1), z.argmax(), np.argmin(z, axis=0), np.sort(z, axis=0), z.max(axis=0, keepdims=True),
            np.argsort(z, axis=1, kind="stable"))


def windows_of_data(u, b, f):
    """ndimage.median_filter(u, footprint=f) and its like, of an f that is an argument"""
    return (ndimage.median_filter(u, footprint=f), ndimage.maximum_filter(b, footprint=f),
            ndimage.percentile_filter(b, 30, footprint=f), ndimage.grey_erosion(u, footprint=f),
            ndimage.rank_filter(b, -1, footprint=f, mode="nearest"), ndimage.binary_dilation(u > 0.6, structure=f))


PROGRAMS = [(beside_a_number, F3, MASK), (parts_of_chosen, F1, F2), (counted_of_data, LEVELS, BYTES, WEIGHTS),
            (greatest_complex, Z), (windows_of_data, F2, U8, WINDOW)]
