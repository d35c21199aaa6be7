"""Parts of a volume on a device: planes as pictures, and smaller volumes. Hides when they can share the whole's memory.

What lies in one piece there, a plane or several that follow one another, shares it as regions of pictures do; anything else
is copied within the device's memory.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..errors import ArgumentError
from . import regions

HOW = "a part of a volume is volume[z], volume[z0:z1, y0:y1, x0:x1], with numbers or slices in steps of one"


def part(image: Any, key: Any) -> Any:
    """volume[z], volume[:, y], volume[z0:z1, y0:y1, x0:x1]: as in NumPy."""
    keys = key if isinstance(key, tuple) else (key,)
    lengths = (image.depth, image.height, image.width)
    if Ellipsis in [each for each in keys if not isinstance(each, np.ndarray)]:
        at = keys.index(Ellipsis)
        keys = (*keys[:at], *[slice(None)] * (len(image.shape) + 1 - len(keys)), *keys[at + 1:])
        keys = keys[:3] if keys[3:] == (slice(None),) else keys
    if len(keys) > 3:
        raise ArgumentError(f"{HOW}; its channels stay together")
    places = [place(each, length) for each, length in zip((*keys, *[slice(None)] * (3 - len(keys))), lengths)]
    planes, rows, columns = [range(each, each + 1) if isinstance(each, int) else each for each in places]
    single = [isinstance(each, int) for each in places]
    if single == [False, False, False] and len(rows) == image.height and len(columns) == image.width:
        tall = range(planes.start * image.height, planes.stop * image.height)
        return as_volume(regions.shared(image, tall, columns), len(planes))
    if single == [True, False, False]:
        first = planes.start * image.height
        return regions.shared(image, range(first + rows.start, first + rows.stop), columns)
    if all(single) or sum(single) == 2:
        raise ArgumentError(f"{HOW}; for a row or a single voxel, volume.numpy()")
    return regions.gathered(image, planes, rows, columns, not any(single))


def place(key: Any, length: int) -> int | range:
    if isinstance(key, slice):
        if key.step not in (None, 1):
            raise ArgumentError(f"{HOW}, not {regions.shown(key)}")
        found = range(*slice(*map(regions.whole, (key.start, key.stop))).indices(length))
        if not found:
            raise ArgumentError(f"the part {regions.shown(key)} of {length} is empty")
        return found
    try:
        at = operator.index(key)
    except TypeError:
        raise ArgumentError(f"{HOW}, not {regions.shown(key)}") from None
    if not -length <= at < length:
        raise IndexError(f"index {at} is out of bounds for an axis of {length}")
    return at % length


def as_volume(image: Any, depth: int) -> Any:
    """A picture of planes one below the other as the volume that it is."""
    image.dimensions, image.depth, image.height = 3, depth, image.height // depth
    return image
