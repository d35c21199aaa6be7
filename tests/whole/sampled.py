"""scipy.ndimage between the numbers of whole arrays, with every rule for what is beyond the edges: run by SciPy, and
compiled."""

import numpy as np
from scipy import ndimage

RANDOM = np.random.default_rng(32)
U, V = RANDOM.random((12, 9)).astype(np.float32), RANDOM.random((4, 5, 6)).astype(np.float32)
WHOLE, BYTES = RANDOM.integers(-99, 99, (7, 6)), RANDOM.integers(0, 99, (7, 6)).astype(np.uint8)
PLACES = RANDOM.random((2, 30)) * 12 - 2
MODES = "constant", "nearest", "mirror", "reflect", "grid-wrap", "grid-constant", "wrap"


def zoomed(u):
    """ndimage.zoom, of each order"""
    return (ndimage.zoom(u, 2), ndimage.zoom(u, (1.5, 0.7), order=1), ndimage.zoom(u, 2, order=2),
            ndimage.zoom(u, 3, order=0), ndimage.zoom(u, 2, mode="nearest", grid_mode=True),
            ndimage.zoom(u, 2, prefilter=False))


def zoomed_whole_numbers(n, b):
    """ndimage.zoom and ndimage.shift of whole numbers, which are rounded"""
    return ndimage.zoom(b, 2, order=1), ndimage.zoom(b, 2, output=np.float32), ndimage.shift(n, 2.5, order=1)


def zoomed_volume(v):
    """ndimage.zoom, ndimage.shift of volumes"""
    return ndimage.zoom(v, 2, order=1), ndimage.shift(v, (0.5, 1, 0)), ndimage.zoom(v, (1, 2, 1))


def shifted(u):
    """ndimage.shift, with each mode"""
    return [ndimage.shift(u, (0.4, -2.3), order=1, mode=mode, cval=0.3) for mode in MODES]


def shifted_by_splines(u):
    """ndimage.shift along a cubic spline, with each mode"""
    return [ndimage.shift(u[:, 0], -2.3, mode=mode, cval=0.3) for mode in MODES]


def turned(u):
    """ndimage.rotate, ndimage.affine_transform"""
    return (ndimage.rotate(u, 30, order=1, reshape=False), ndimage.rotate(u, 45, mode="nearest"),
            ndimage.rotate(u, 90, order=1), ndimage.affine_transform(u, [[1, 0.2, 1], [0, 0.9, 0.3]]),
            ndimage.affine_transform(u, [0.5, 0.7], order=1))


def turned_by_quarters(u, b):
    """ndimage.rotate by 90, 180 and 270 degrees, which leaves no number out"""
    return [ndimage.rotate(each, angle, order=order) for each in (u[:2, :3], b[:2, :3], b)
            for angle in (90, 180, -90) for order in (0, 1, 3)]


def of_a_type(n, u):
    """the output= of ndimage.uniform_filter and gaussian_filter, and truths in them"""
    return (ndimage.uniform_filter(n, 3, output=float), ndimage.uniform_filter1d(n, 4, output=np.float32),
            ndimage.gaussian_filter(u * 99, 1, output=np.int16), ndimage.uniform_filter(u * 99 - 50, 3, output=np.int32),
            ndimage.gaussian_filter(u > 0.3, 1), ndimage.uniform_filter(u > 0.3, 3))


def of_no_label(n):
    """ndimage.minimum, maximum, mean of labels that are nowhere"""
    labels = (n > 5).astype(int)
    return [function(n, labels, [0, 1, 7]) for function in (ndimage.minimum, ndimage.maximum, ndimage.mean, ndimage.sum)]


def at_coordinates(u, places):
    """ndimage.map_coordinates, of places that are computed"""
    return (ndimage.map_coordinates(u, places, order=1, mode="nearest"),
            ndimage.map_coordinates(u, places + 1, mode="mirror"),
            ndimage.map_coordinates(u, [places[1], places[0]], order=1, cval=-1))


PROGRAMS = [(zoomed, U), (zoomed_whole_numbers, WHOLE, BYTES), (zoomed_volume, V), (shifted, U), (shifted_by_splines, U),
            (turned, U), (turned_by_quarters, U, BYTES), (of_a_type, WHOLE, U), (of_no_label, WHOLE),
            (at_coordinates, U, PLACES)]
