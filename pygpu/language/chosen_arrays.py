"""NumPy's functions of whole arrays that give as many numbers as the data say, elements that a mask chooses: in NumPy, for
the tracer to walk. How many they are, the host sees at the end (calls/arrays.py).

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np


def nonzero(a):
    """The places, an array of them for each axis."""
    return tuple([places[a != 0] for places in indices(a.shape)])


def indices(shape):
    """For each axis the number of each element along it."""
    return [np.broadcast_to(np.reshape(np.arange(length), (1,) * axis + (length,) + (1,) * (len(shape) - 1 - axis)), shape)
            for axis, length in enumerate(shape)]


def argwhere(a):
    return np.stack(indices(a.shape), axis=-1)[a != 0]


def flatnonzero(a):
    return np.arange(a.size)[np.ravel(a) != 0]


def extract(condition, arr):
    return np.ravel(arr)[np.ravel(condition) != 0]


WRITTEN = {np.nonzero: nonzero, np.argwhere: argwhere, np.flatnonzero: flatnonzero, np.extract: extract}
