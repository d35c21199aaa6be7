"""What a volume is made into: masks by what lies around each voxel, and pictures of all that lies behind one another."""

import numpy as np

from pygpu import Float, Image, Position, Volume, maximum, sqrt

from .ready import Ready
from .settled import compiled
from .smoothing import even_taps, gaussian_taps
from .thresholds import METHODS
from .volume_axes import separable
from .windows import triple


@Ready
def local_threshold(vol=Volume(border="reflect"), p=Position, size=35, offset: Float = 0.0, method="gaussian"):
    """A mask of what is lighter than its surroundings less `offset` (skimage.filters.threshold_local, as
    filters.local_threshold)."""
    if method not in METHODS:
        raise ValueError(f'method={method!r}: it is "gaussian" or "mean"')
    around = around_of(vol, size) if method == "mean" else separable(
        vol, [gaussian_taps((each - 1) / 6, 0, 4.0) for each in triple(size)])
    return vol(p) > around(p) - offset


@Ready
def niblack(vol=Volume(border="mirror"), p=Position, size=15, k: Float = 0.2):
    """A mask of what is lighter than the mean of its surroundings less `k` times their standard deviation
    (skimage.filters.threshold_niblack)."""
    return vol(p) > around_of(vol, size)(p) - k * spread(vol, p, size)


@Ready
def sauvola(vol=Volume(border="mirror"), p=Position, size=15, k: Float = 0.2, r: Float = 0.5):
    """A mask of what is lighter than mean * (1 + k * (deviation / r - 1)) (skimage.filters.threshold_sauvola; of floats its
    `r` is 1, of bytes as here)."""
    return vol(p) > around_of(vol, size)(p) * (1 + k * (spread(vol, p, size) / r - 1))


def around_of(vol, size):
    return separable(vol, [even_taps(each) for each in triple(size)])


def spread(vol, p, size):
    """The standard deviation in a box."""
    return sqrt(maximum(around_of(lambda q: vol(q)**2, size)(p) - around_of(vol, size)(p)**2, 0))


REDUCTIONS = {"max": np.max, "min": np.min, "mean": np.mean, "sum": np.sum, "std": np.std}


def projection(vol, along="z", how="max"):
    """A picture of all that lies behind one another: seen `along` "z" it has x and y, along "y" x and z, along "x" y and z;
    `how` is "max", "min", "mean", "sum" or "std" (numpy.max(scan, axis=0)). Of a volume on a device it stays there.

    Examples
    --------
    >>> projection(np.arange(8, dtype=np.float32).reshape(2, 2, 2), along="x", how="mean").tolist()
    [[0.5, 2.5], [4.5, 6.5]]
    """
    if along not in ("x", "y", "z") or how not in REDUCTIONS:
        raise ValueError(f"projection(along={along!r}, how={how!r}): along is x, y or z, and how is one of "
                         f"{', '.join(REDUCTIONS)}")
    axis = 2 - "xyz".index(along)
    return compiled(projected, axis=axis, how=how)(vol[(slice(None),) * axis + (0,)], vol)


def projected(im=Image, vol=Volume, p=Position, axis=0, how="max"):
    """`im` is a plane, as large as the result."""
    return REDUCTIONS[how](vol, axis=axis)[p.y, p.x]
