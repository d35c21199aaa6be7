"""Points of volumes that are lighter than all around them. As the filter of pictures of this name (features.py)."""

import math
from functools import cache

import numpy

from pygpu import Float, Position, Volume, maximum

from .channels import luma
from .features import the_lightest
from .settled import Settled, compiled
from .volume_axes import extreme


@Settled
def peaks(vol=Volume, distance=1, threshold: Float = -math.inf, count=None, edge=None):
    """Where the volume is lightest around, and lighter than `threshold`: (x, y, z) of each, the lightest first
    (skimage.feature.peak_local_max). As the filter of pictures of this name."""
    edge = distance if edge is None else edge
    found = numpy.asarray(compiled(peak, distance=distance, edge=edge)(vol, threshold, dtype="float32"))
    return the_lightest(found, distance)[:count]


peaks.gives_a_value = True


def peak(vol=Volume, p=Position, threshold=Float, distance=1, edge=1):
    """How much lighter than the darkest voxel a peak is; 0 elsewhere."""
    light = cache(lambda q: luma(vol(q)))
    least, most = min(luma(v) for v in vol), extreme(maximum, light, (2 * distance + 1,) * 3, 1)(p)
    inside = all([edge <= at < length - edge for at, length in zip((p.x, p.y, p.z), (vol.width, vol.height, vol.depth))])
    return light(p) - least if inside and light(p) == most and light(p) > threshold else 0.0
