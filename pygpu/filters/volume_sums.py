"""Sums along the axes of a volume, and how far it is to the dark: scans along x, y and z. integral, cumulative, distance."""

from functools import cache
from math import inf

from pygpu import Position, Volume, sqrt

from .channels import luma
from .distances import measured, nearest
from .ready import Ready
from .volume_axes import AXES


@Ready
def integral(vol=Volume, p=Position):
    """The sum of all voxels from the first one to this one, along all three axes (numpy.cumsum along each).

    Sums of bytes are larger than a byte: ask for dtype="float32".
    """
    for number in range(3):
        vol = running(vol, number)
    return vol(p)


@Ready
def cumulative(vol=Volume, p=Position, along="x"):
    """The sum of all voxels so far along "x", "y" or "z" (numpy.cumsum)."""
    if along not in ("x", "y", "z"):
        raise ValueError(f'along={along!r}: it is "x", "y" or "z"')
    return running(vol, "xyz".index(along))(p)


@Ready
def distance(vol=Volume, p=Position, metric="euclidean"):
    """How far the nearest black voxel is (scipy.ndimage.distance_transform_edt, and _cdt for the metrics "taxicab" and
    "chessboard"); exact. Distances are larger than a byte: ask for dtype="float32".

    In a volume without black all is infinitely far.
    """
    steps, both = measured(metric)
    black = lambda q: luma(vol(q)) <= 0
    nearer = cache(lambda q: 0.0 if black(q) else nearer(q - (0, 0, 1)) + 1 if q.z > 0 else inf)
    either = cache(lambda q: min(nearer(q), either(q + (0, 0, 1)) + 1) if q.z < vol.depth - 1 else nearer(q))
    plane = cache(lambda q: nearest(lambda q: steps(either(q)), q, 1, vol.height, steps, both))
    best = nearest(plane, p, 0, vol.width, steps, both)
    return sqrt(best) if metric == "euclidean" else best


def running(f, number):
    """The sum of a volume from its edge on, along an axis."""
    s = cache(lambda q: f(q) + (s(q - AXES[number]) if q[number] > 0 else 0.0))
    return s
