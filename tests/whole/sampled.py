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


def at_coordinates(u, places):
    """ndimage.map_coordinates, of places that are computed"""
    return (ndimage.map_coordinates(u, places, order=1, mode="nearest"),
            ndimage.map_coordinates(u, places + 1, mode="mirror"),
            ndimage.map_coordinates(u, [places[1], places[0]], order=1, cval=-1))


PROGRAMS = [(zoomed, U), (zoomed_whole_numbers, WHOLE, BYTES), (zoomed_volume, V), (shifted, U), (shifted_by_splines, U),
            (turned, U), (at_coordinates, U, PLACES)]
