"""Pictures in and out of arrays. Hides what the caller's pictures are made of: PIL, NumPy, or another library's arrays.

    ingest(picture)            Pixels: rows that a kernel can read where they lie, their format, where they came from
    result_format(...)         how the kernel is to write a result, so that `emit` need only wrap it
    emit(array, origin)        the caller's own kind of picture back

Nothing is copied that need not be: a row may have any length in memory. What no kernel can read in place (reversed or
transposed views, foreign byte orders, float64) is copied once.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from ..elements import ELEMENTS
from ..errors import ImageError
from ..opencl.program import Format
from . import pictures
from .libraries import as_array, like
from .origin import Origin

# What pixels can be made of in memory, by NumPy's name: whole numbers that count, unsigned ones that span 0..1, floats.
# float64 comes in as float32 and goes out widened again, unless it is asked for as it is (`wide`).
WIDE = ("uint32", "uint64", "float64")  # what the pixels of an image are not
STORED = tuple(name for name in ELEMENTS if name not in WIDE)
_STORED = {np.dtype(name): name for name in STORED}
_EVERY = {np.dtype(name): name for name in ELEMENTS}
_SMALLER = {"uint32": "uint16 or int32", "uint64": "uint16 or int64", "longdouble": "float32"}


@dataclass(slots=True)  # not frozen: each call makes one, and that takes three times as long
class Pixels:
    """A picture in host memory, as a kernel can read it: `array` (height, width[, channels]), rows `stride` elements
    apart. `private` says that no one else holds this memory. A volume is `depth` planes one below the other (grids.py)."""

    array: np.ndarray
    format: Format
    origin: Origin
    stride: int
    private: bool = False
    dimensions: int = 2
    depth: int = 1

    @property
    def width(self) -> int:
        width: int = self.array.shape[1]
        return width

    @property
    def height(self) -> int:
        height: int = self.array.shape[0] // self.depth
        return height

    @property
    def extent(self) -> tuple[int, ...]:
        """(width, height), of a volume with its depth."""
        rows, width = self.array.shape[:2]
        return (width, rows) if self.dimensions < 3 else (width, rows // self.depth, self.depth)

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the array that was given."""
        return (self.depth, self.height, *self.array.shape[1:])[3 - self.dimensions:]

    @property
    def nbytes(self) -> int:
        return self.array.nbytes


def ingest(picture: Any, orient: str = "keep", wide: tuple[str, ...] = ()) -> Any:
    """Any picture as Pixels; a DeviceImage as it is. ImageError in the caller's terms for what is none.

    With orient="apply" a PIL picture is turned upright. Arrays of `wide` elements stay what they are.
    """
    if type(picture) is np.ndarray:
        return from_array(picture, wide=wide)
    if getattr(picture, "on_device", False):
        return picture
    if "PIL" in sys.modules and hasattr(picture, "getbands"):  # a PIL image, whatever its class
        array, private, origin = pictures.load(picture, orient)
        return from_array(array, origin, private)
    array = as_array(picture)
    pixels = from_array(array, wide=wide)
    if isinstance(picture, np.ndarray):
        return pixels
    return replace(pixels, origin=replace(pixels.origin, like=picture))


def from_array(array: np.ndarray, origin: Origin | None = None, private: bool = False, wide: tuple[str, ...] = ()) -> Pixels:
    given = array.dtype
    known = {**_STORED, **{np.dtype(each): each for each in wide}} if wide else _STORED
    name = known.get(given)
    if name is None:
        array, name = _stored(array, known)
        private = True
    shape = array.shape
    if len(shape) == 2:
        channels, single = 1, False
    elif len(shape) == 3 and 1 <= shape[2] <= 4:
        channels, single = shape[2], shape[2] == 1
    else:
        raise ImageError(_wrong_shape(shape))
    if 0 in shape:
        raise ImageError(f"this picture is empty: its array has the shape {shape}")
    if single:
        array = array[:, :, 0]
    stride = _row_stride(array, channels)
    if stride is None:
        array, stride, private = np.array(array, order="C"), shape[1] * channels, True
    if origin is None:
        origin = _origin(given, single)
    return Pixels(array, _format(name, channels), origin, stride, private)


_format = cache(Format)


@cache
def _origin(dtype: np.dtype, single: bool) -> Origin:
    return Origin("array", dtype.newbyteorder("=").name, one_channel_axis=2 if single else 0)


def _stored(array: np.ndarray, known: dict[np.dtype, str]) -> tuple[np.ndarray, str]:
    """An array of a type that isn't stored as it is: another byte order, or double precision."""
    native = array.dtype.newbyteorder("=")
    wanted = native if native in known else np.dtype(np.float32) if native == np.float64 else None
    if wanted is not None:
        return converted(array, wanted), known[wanted]
    raise ImageError(_wrong_type(array.dtype))


def converted(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """An array whose numbers are stored otherwise: what is too great for that is infinite."""
    with np.errstate(over="ignore"):
        return array.astype(dtype)


def _row_stride(array: np.ndarray, channels: int) -> int | None:
    """Elements from one row to the next, or None if the rows don't lie so that a kernel can read them."""
    height: int = array.shape[0]
    width: int = array.shape[1]
    flags = array.flags
    if not flags.aligned:
        return None
    if flags.c_contiguous:
        return width * channels
    size = array.itemsize
    if channels > 1 and array.strides[2] != size or width > 1 and array.strides[1] != size * channels:
        return None
    if height == 1:
        return width * channels
    rows, rest = divmod(array.strides[0], size)
    return rows if rest == 0 and rows >= width * channels else None


def _wrong_shape(shape: tuple[int, ...]) -> str:
    seen = f"an array of the shape {shape} is not a picture: "
    wanted = "a picture is (height, width) or (height, width, channels) with 1 to 4 channels"
    if len(shape) == 3 and shape[0] <= 4 < shape[1]:
        return f"{seen}its channels come first; move them last with numpy.moveaxis(array, 0, -1) ({wanted})"
    if len(shape) == 3:
        return (f"{seen}its last axis has {shape[2]} numbers; of a stack of pictures say along which axis, axis=0, and for "
                f"a volume there is filters.volumes ({wanted})")
    if len(shape) == 4:
        return f"{seen}if it is a stack of pictures, say along which axis: axis=0 ({wanted})"
    return seen + wanted


def _wrong_type(dtype: np.dtype) -> str:
    if dtype.kind == "c":
        return f"complex numbers ({dtype}) are not pixels: give two channels, numpy.stack([a.real, a.imag], axis=-1)"
    if dtype.hasobject:
        return "an array of Python objects is not a picture: convert it, with array.astype(numpy.float32)"
    if dtype.name in _SMALLER:
        return f"pixels of {dtype.name} do not fit into a filter's 32 bits: convert to {_SMALLER[dtype.name]} with .astype"
    return f"an array of {dtype} is not a picture: pixels are {', '.join(STORED)} or float64"


def result_format(origin: Origin, scalar: str, channels: int, dtype: Any = None, mode: str | None = None) -> Format:
    """How a kernel stores a result of `channels` values that is to go out like `origin`: "float", "int", "bool", or numbers
    of another type by NumPy's name, which go out as these.

    Floats go out in the type that came in where that is a float or spans 0..1 (unsigned), else as float32; an int as
    the signed type that came in, else int32; a bool is a mask. `dtype` and `mode` say otherwise.
    """
    if mode is not None or (origin.kind == "picture" and dtype is None):
        return pictures.result_format(origin, scalar, channels, mode)
    if dtype is not None:
        return Format(_storage_of(dtype, scalar), channels)
    if scalar in ELEMENTS and scalar != "bool":
        return Format(scalar, channels)
    came_as = np.dtype(origin.dtype)
    if scalar == "bool":
        return Format("bool", channels)
    if scalar == "int":
        return Format(came_as.name if came_as.kind == "i" else "int32", channels)
    return Format("float32" if came_as.kind in "bi" or came_as.name in WIDE else came_as.name, channels)


def _storage_of(dtype: Any, scalar: str) -> str:
    try:
        wanted = np.dtype(dtype).newbyteorder("=")
    except TypeError:
        raise ImageError(f"dtype={dtype!r} is no type of pixels: it is one of {', '.join(STORED)} or float64") from None
    if wanted == np.float64:
        return "float64" if scalar == "float64" else "float32"
    if wanted not in (_STORED if scalar.startswith("float") else _EVERY):
        raise ImageError(_wrong_type(wanted))
    return _EVERY[wanted]


def result_origin(origin: Origin, form: Format) -> Origin:
    """What a result that stays on the device counts as when a filter takes it: as if it had gone out and come in."""
    if origin.kind == "picture":
        mode = pictures.mode_for(form.channels, np.dtype(form.dtype), origin)
        if mode is not None:
            return Origin("picture", form.dtype, mode, origin.info)
    dtype = "float64" if origin.dtype == "float64" and form.dtype == "float32" else form.dtype
    return Origin("array", dtype, one_channel_axis=origin.one_channel_axis if form.channels == 1 else 0)


def emit(array: np.ndarray, origin: Origin, dtype: Any = None, mode: str | None = None) -> Any:
    """The result in `array` (as result_format stored it) as the kind of picture that came in."""
    if mode is not None or origin.kind == "picture":
        return pictures.store(array, origin, mode)
    wanted = np.dtype(dtype) if dtype is not None else None
    if wanted is None and origin.dtype == "float64" and array.dtype == np.float32:
        wanted = np.dtype(np.float64)
    if wanted is not None and wanted != array.dtype:
        array = array.astype(wanted)
    if origin.one_channel_axis and array.ndim == origin.one_channel_axis:
        array = array[..., None]
    return array if origin.like is None else like(array, origin.like)
