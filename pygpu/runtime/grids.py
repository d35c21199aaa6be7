"""Volumes, and arrays of any number of dimensions, as kernels read them: as pictures.

A volume lies in memory as its planes, one below the other; an array of one dimension is a picture one pixel high.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import ImageError
from .libraries import as_array, numbers_of
from .origin import Origin
from .pixels import Pixels, from_array


def ingest_grid(given: Any, wanted: int | None, integers: bool = False, wide: tuple[str, ...] = ()) -> Any:
    """An array of `wanted` dimensions, of any up to three for None, as Pixels; what is on a device as it is. With
    `integers` unsigned numbers count as whole ones, of any length, and so do results made of them. Arrays of `wide`
    elements stay what they are."""
    if getattr(given, "on_device", False):
        if wanted is not None and given.dimensions != wanted:
            raise ImageError(f"{given!r} has {given.dimensions} dimensions, where {wanted} are wanted")
        return given
    array = numbers_of(given) if wanted is None else as_array(given)
    if wanted == 3 and hasattr(given, "getbands"):
        raise ImageError("a PIL image is a picture, not a volume: a volume is an array (depth, height, width), as "
                         "numpy.stack(pictures) makes it")
    dimensions, channels = array.ndim, array.ndim == 4
    if channels:
        dimensions = 3
    if wanted is None and not 1 <= array.ndim <= 3:
        raise ImageError(f"an Array that is read at a position has one to three dimensions, and this one has the shape "
                         f"{array.shape}: a function of whole arrays, without a position, takes up to eight")
    if wanted == 3 and (dimensions != 3 or channels and not 1 <= array.shape[3] <= 4):
        raise ImageError(f"an array of the shape {array.shape} is not a volume: a volume is (depth, height, width), or "
                         "(depth, height, width, channels) with one to four channels")
    if 0 in array.shape:
        raise ImageError(f"this array has nothing in it: its shape is {array.shape}")
    pixels = from_grid(array, dimensions, wide=(*wide, "uint32", "uint64") if integers else wide)
    if integers and array.dtype.kind == "u" and array.dtype.itemsize < 4:
        pixels = replace(pixels, origin=replace(pixels.origin, dtype="int32"))
    if not isinstance(given, np.ndarray):
        pixels = replace(pixels, origin=replace(pixels.origin, like=given))
    return pixels


def from_grid(array: np.ndarray, dimensions: int, origin: Origin | None = None, private: bool = False,
              wide: tuple[str, ...] = ()) -> Pixels:
    """The same of an array whose dimensions are known; a volume may have channels behind."""
    if dimensions == 1:
        return replace(from_array(array[None, :], origin, private, wide), dimensions=1)
    if dimensions == 2:
        return from_array(array, origin, private, wide)
    depth, height, width, *channels = array.shape
    tall = np.ascontiguousarray(array).reshape(depth * height, width, *channels)
    mine = private or not np.may_share_memory(tall, array)
    pixels = replace(from_array(tall, origin, mine, wide), dimensions=3, depth=depth)
    single = channels == [1] and origin is None
    return replace(pixels, origin=replace(pixels.origin, one_channel_axis=3)) if single else pixels
