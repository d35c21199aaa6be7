"""HostImage: a picture in plain Python, so that a filter runs without being compiled, one pixel at a time.

    edgeDetect(kernel, HostImage(photo), Position(3, 4))

It wraps a PIL image or an array, and reads as a filter's `Image` parameter does. Pixels are what a filter sees:

    one channel    a number             unsigned integers    floats from 0 to 1
    two            a Vec2               signed integers      ints
    three          a Color              floats               the same floats
    four           a Vec4               bools, PIL mode 1    bools

`alpha="premultiplied"` and `linear=True` show colours as a filter sees them when it is called so (see colours.py).
"""

from __future__ import annotations

import os
import sys

import numpy

from ..errors import ImageError
from .colours import seen
from .picture import Picture
from .types import Image, spelled
from .vectors import SEQUENCES, Vector, pixel


class HostImage(Picture):
    """A PIL image or an array that a filter can read in plain Python: `border`, `sample`, `fill`, `alpha` and `linear`
    as for `Image`.

    Examples
    --------
    >>> im = HostImage(np.array([[0, 51, 255]], np.uint8), border="wrap")
    >>> im(Position(1, 0)), im(3, 0)
    (0.2, 0.0)
    """

    __slots__ = ("array", "mode", "colours", "has_alpha")

    def __init__(self, image, border="clamp", sample="linear", fill=0, *, alpha=None, linear=None):
        spec = Image(border, sample, fill, alpha=alpha, linear=linear)
        same = isinstance(image, HostImage)
        self.array = image.array if same else self.kept(image)
        self.mode = image.mode if same else image.mode if is_pil(image) else ""
        height, width, channels = self.array.shape
        self.colours, self.has_alpha = colours_of(channels, self.mode, spec.alpha)
        Picture.__init__(self, width, height, channels, spec, None)
        self.fill = self.seen(fill_parts(spec.fill, channels, self.array.dtype.kind))

    @staticmethod
    def kept(image):
        """The pixels, as (height, width, channels) of them."""
        return channels_last(array_of(image))

    def pixel(self, column, row):
        return self.stored(self.array[row, column].tolist())

    def stored(self, parts):
        """A pixel of the array, as the filter sees it."""
        if self.array.dtype.kind == "u":
            white = numpy.iinfo(self.array.dtype).max
            parts = [part / white for part in parts]
        return self.seen(parts)

    def __iter__(self):
        """Its pixels, row by row, a row at a time: places inside need no border and no sampling."""
        if not isinstance(self.array, numpy.ndarray):
            return Picture.__iter__(self)
        return (self.stored(parts) for row in self.array for parts in row.tolist())

    def __array__(self, dtype=None, copy=None):
        """To NumPy it is an array of what a filter sees, rows first: np.mean(im), np.max(im, axis=1)."""
        rows = [[self.pixel(x, y) for x in range(self.width)] for y in range(self.height)]
        return numpy.array([[p if self.channels == 1 else p.parts() for p in row] for row in rows], dtype)

    def seen(self, parts):
        """A pixel as it is stored, as the filter sees it."""
        if self.array.dtype.kind in "uf":
            parts = seen(parts, self.colours, self.spec.linear, self.has_alpha and self.spec.alpha == "premultiplied")
        return pixel(parts)

    def __repr__(self):
        return f"HostImage({self.width}x{self.height}, {self.array.shape[2]} {self.array.dtype}, {self.spec})"


def colours_of(channels, mode, alpha):
    """How many of the channels are colours, and whether the last is their alpha. Two channels of an array are just two
    numbers, unless something is said of an alpha."""
    if mode in ("CMYK", "RGBX"):
        return (3, False) if mode == "RGBX" else (0, False)
    has_alpha = channels == 4 or channels == 2 and (mode in ("LA", "PA") or alpha == "premultiplied")
    return (channels - 1 if has_alpha else 0 if channels == 2 else channels), has_alpha


def array_of(image):
    """The pixels of a PIL image, or of anything that NumPy can see as an array."""
    if is_pil(image):
        if image.mode in ("P", "PA"):
            image = image.convert("RGBA" if image.has_transparency_data else "RGB")
        try:
            image.load()
        except (ValueError, AssertionError) as error:
            if "closed" in str(error) or getattr(image, "fp", None) is None:
                raise ImageError("this PIL image is closed: read it inside its `with` block, or copy() it there") from None
            raise
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


def fill_parts(fill, channels, kind):
    """The numbers that `fill` means in an image of so many channels: one number counts for each of them."""
    number = {"b": bool, "i": int}.get(kind, float)
    fill = spelled(fill)
    parts = fill if isinstance(fill, tuple) else (fill,) * channels
    if len(parts) != channels:
        raise ImageError(f"fill={fill!r} has {len(parts)} channels, but the image has {channels}")
    return [number(part) for part in parts]
