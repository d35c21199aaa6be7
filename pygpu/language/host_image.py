"""HostImage: a picture in plain Python, so that a filter runs without being compiled, one pixel at a time.

    edgeDetect(kernel, HostImage(photo), Position(3, 4))

It wraps a PIL image or an array, and reads as a filter's `Image` parameter does. Pixels are what a filter sees:

    one channel    a number             unsigned integers    floats from 0 to 1
    two            a Vec2               signed integers      ints
    three          a Color              floats               the same floats
    four           a Vec4               bools, PIL mode 1    bools
"""

from __future__ import annotations

import os
import sys

import numpy

from ..errors import ImageError
from .picture import Picture
from .types import Image, spelled
from .vectors import SEQUENCES, Vector, pixel


class HostImage(Picture):
    """A PIL image or an array that a filter can read in plain Python: `border`, `sample` and `fill` as for `Image`."""

    __slots__ = ("array",)

    def __init__(self, image, border="clamp", sample="linear", fill=0):
        array = image.array if isinstance(image, HostImage) else channels_last(array_of(image))
        spec = Image(border, sample, fill)
        self.array = array
        height, width, channels = array.shape
        Picture.__init__(self, width, height, spec, fill_pixel(spec.fill, channels, array.dtype.kind))

    def pixel(self, column, row):
        parts = self.array[row, column].tolist()
        if self.array.dtype.kind == "u":
            white = numpy.iinfo(self.array.dtype).max
            parts = [part / white for part in parts]
        return pixel(parts)

    def __repr__(self):
        return f"HostImage({self.width}x{self.height}, {self.array.shape[2]} {self.array.dtype}, {self.spec})"


def array_of(image):
    """The pixels of a PIL image, or of anything that NumPy can see as an array."""
    if is_pil(image):
        if image.mode in ("P", "PA"):
            image = image.convert("RGBA" if image.mode == "PA" or "transparency" in image.info else "RGB")
        elif image.mode == "RGBX":
            image = image.convert("RGB")
        return numpy.asarray(image)
    if isinstance(image, (str, bytes, os.PathLike)):
        raise ImageError(f"{image!r} is the name of a picture, not a picture: open it, as by PIL.Image.open")
    if isinstance(image, (*SEQUENCES[:2], Vector)):
        raise ImageError(f"a {type(image).__name__} is not a picture: make it an array, as by numpy.array")
    if hasattr(image, "__dlpack__") and not hasattr(image, "__array__"):
        return numpy.from_dlpack(image)
    if isinstance(image, numpy.ma.MaskedArray):
        raise ImageError("a masked array has pixels without a value: give them one, as by image.filled(0)")
    array = numpy.asarray(image)
    if array.dtype == object:
        raise ImageError(f"a {type(image).__name__} is not a picture: a PIL image or an array of numbers is")
    return array


def is_pil(image):
    """Whether it is a PIL image. Who has one has imported PIL, so that we need not."""
    pil = sys.modules.get("PIL.Image")
    return pil is not None and isinstance(image, pil.Image)


def channels_last(array):
    """The array with its channels as a last axis, if it is a picture at all."""
    if array.dtype.kind not in "buif":
        raise ImageError(f"an array of {array.dtype} is not a picture: its pixels must be bools, ints or floats")
    if array.ndim == 2:
        array = array[:, :, numpy.newaxis]
    if array.ndim != 3 or not 1 <= array.shape[2] <= 4:
        raise ImageError(f"an array of shape {array.shape} is not a picture: that is (height, width), or "
                         "(height, width, channels) with one to four channels")
    if array.size == 0:
        raise ImageError(f"a picture of {array.shape[1]}x{array.shape[0]} pixels has nothing to read")
    return array


def fill_pixel(fill, channels, kind):
    """The pixel that `fill` means in an image of so many channels: a number counts for each of them."""
    number = {"b": bool, "i": int}.get(kind, float)
    fill = spelled(fill)
    parts = fill if isinstance(fill, tuple) else (fill,) * channels
    if len(parts) != channels:
        raise ImageError(f"fill={fill!r} has {len(parts)} channels, but the image has {channels}")
    return pixel([number(part) for part in parts])
