"""PIL pictures, mode by mode. Hides how each mode lies in memory and what a result's mode should be.

A mode's channels come in raw and go out raw, so a filter that changes nothing loses nothing; only palettes are
expanded to the colours they stand for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ImageError
from ..opencl.program import Format
from .origin import Origin


@dataclass(frozen=True, slots=True)
class Mode:
    """How a PIL mode becomes an array: storage type, channels, PIL's raw codec for the way back, and what kind of
    colours an ICC profile for it describes."""

    dtype: str
    channels: int
    raw: str
    colours: bytes


MODES = {
    "1": Mode("bool", 1, "1;8", b"GRAY"),
    "L": Mode("uint8", 1, "L", b"GRAY"),
    "LA": Mode("uint8", 2, "LA", b"GRAY"),
    "La": Mode("uint8", 2, "La", b"GRAY"),
    "RGB": Mode("uint8", 3, "RGB", b"RGB "),
    "RGBX": Mode("uint8", 4, "RGBX", b"RGB "),
    "RGBA": Mode("uint8", 4, "RGBA", b"RGB "),
    "RGBa": Mode("uint8", 4, "RGBa", b"RGB "),
    "CMYK": Mode("uint8", 4, "CMYK", b"CMYK"),
    "YCbCr": Mode("uint8", 3, "YCbCr", b"RGB "),
    "HSV": Mode("uint8", 3, "HSV", b"RGB "),
    "LAB": Mode("uint8", 3, "LAB", b"Lab "),
    "I": Mode("int32", 1, "I", b"GRAY"),
    "I;16": Mode("uint16", 1, "I;16", b"GRAY"),
    "I;16L": Mode("uint16", 1, "I;16L", b"GRAY"),
    "I;16B": Mode("uint16", 1, "I;16B", b"GRAY"),
    "I;16N": Mode("uint16", 1, "I;16N", b"GRAY"),
    "F": Mode("float32", 1, "F", b"GRAY"),
}
BIG_ENDIAN = {"I;16B"}
EXPANDED = {"P": "RGB", "PA": "RGBA"}
CARRIED = ("icc_profile", "dpi", "exif", "xmp", "XML:com.adobe.xmp")
ALPHA = ("LA", "RGBA")  # their last channel says how much of the colour there is
NOT_SRGB = ("La", "RGBa", "CMYK", "YCbCr", "HSV", "LAB")

STRIP = 1 << 20  # bytes of PIL's memory

# What a result becomes when the mode that came in has another number of channels or cannot hold its type.
_BY_CHANNELS = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}
_BY_TYPE = {"bool": "1", "int32": "I", "int16": "I", "int8": "I", "uint16": "I;16", "float32": "F", "float16": "F"}


def load(picture: Any, orient: str = "keep") -> tuple[np.ndarray, bool, Origin]:
    """The array of a PIL picture, whether it is ours alone, and the Origin."""
    mode = picture.mode
    if mode not in MODES and mode not in EXPANDED:
        raise ImageError(f"a PIL image of mode {mode!r} cannot be read: convert it, with image.convert('RGB')")
    if 0 in picture.size:
        raise ImageError(f"this picture is empty: its size is {picture.size}")
    try:
        picture.load()
        if orient == "apply":
            from PIL.ImageOps import exif_transpose

            picture = exif_transpose(picture)  # whose tag then says that it stands upright
        carried = {name: picture.info[name] for name in CARRIED if picture.info.get(name) is not None}
        if mode in EXPANDED:
            mode = "RGBA" if picture.has_transparency_data else EXPANDED[mode]
            picture = picture.convert(mode)
        array = _read(picture)
    except Exception as error:  # PIL has many words for this, an AssertionError among them
        if "closed" in str(error) or (getattr(picture, "tile", None) and getattr(picture, "fp", None) is None):
            raise ImageError("this PIL image is closed: filter it inside its `with` block, or copy() it there") from None
        raise ImageError(f"this PIL image cannot be read; its file may be damaged: {error}") from error
    if mode == "1":
        array = array.view(np.uint8) != 0
    return array, True, Origin("picture", MODES[mode].dtype, mode, carried)


def _read(picture: Any) -> np.ndarray:
    """The pixels of a PIL picture. A large one is read in strips that stay in the cache: PIL puts pixels together in
    64 KB pieces and then joins them, which for 12 million of them takes three to five times as long."""
    width, height = picture.size
    rows = max(1, STRIP // (width * 4))
    if rows >= height:
        return np.asarray(picture)
    strips = (np.asarray(picture.crop((0, top, width, min(top + rows, height)))) for top in range(0, height, rows))
    first = next(strips)
    array = np.empty((height, *first.shape[1:]), first.dtype)
    array[:rows] = first
    for top, strip in zip(range(rows, height, rows), strips):
        array[top:top + rows] = strip
    return array


def result_format(origin: Origin, scalar: str, channels: int, mode: str | None) -> Format:
    """How a kernel stores a result that is to become a picture of `mode`, or of the mode that suits it best."""
    if mode is not None:
        if mode not in MODES:
            raise ImageError(f"mode={mode!r} cannot hold a result: it is one of {', '.join(MODES)}")
        if MODES[mode].channels != channels:
            raise ImageError(f"a result of {_count(channels)} does not fit mode {mode!r}, "
                             f"which has {_count(MODES[mode].channels)}")
        return Format(MODES[mode].dtype, channels)
    if scalar in ("float", "float64"):
        came_as = MODES.get(origin.mode)
        if came_as is not None and came_as.channels == channels and came_as.dtype not in ("bool", "int32"):
            return Format(came_as.dtype, channels)
        if channels == 1 and origin.mode in ("1", "I"):
            return Format("float32", 1)
        return Format("uint8", channels)
    if scalar == "uint8" or scalar == "uint16" and channels == 1:  # whole numbers, which are the pixels themselves
        return Format(scalar, channels)
    if channels > 1 and scalar == "bool":
        raise ImageError(f"PIL has no mode for {_count(channels)} of bool, which is what comparing colours gives: "
                         f"any(c > 0.5) or all(c > 0.5) is one for a mask, 1.0 * (c > 0.5) a colour")
    if channels > 1 or scalar in ("uint32", "int64", "uint64"):
        raise ImageError(f"PIL has no mode for {_count(channels)} of {scalar}: pixels from 0 to 1 are floats, as "
                         f"Color(1.0, 0.0, 0.0); for whole numbers give the filter a NumPy array")
    return Format("bool" if scalar == "bool" else "int32", 1)


def store(array: np.ndarray, origin: Origin, mode: str | None = None) -> Any:
    """The PIL picture of a result."""
    from PIL import Image

    mode = mode or _mode_for(array, origin)
    form = MODES[mode]
    array = np.ascontiguousarray(array, dtype=">u2" if mode in BIG_ENDIAN else form.dtype)
    height, width = array.shape[:2]
    if form.dtype == "bool":
        array = array.view(np.uint8) * np.uint8(255)
    picture = Image.frombuffer(mode, (width, height), array, "raw", form.raw, 0, 1)
    for name, value in origin.info.items():
        if name != "icc_profile" or value[16:20] == form.colours:  # a profile for other colours would mislead
            picture.info[name] = value
    return picture


def _mode_for(array: np.ndarray, origin: Origin) -> str:
    channels = 1 if array.ndim == 2 else array.shape[2]
    mode = mode_for(channels, array.dtype, origin)
    if mode is None:
        raise ImageError(f"PIL has no mode for {_count(channels)} of {array.dtype}: give the filter a NumPy array, "
                         f"or ask for dtype='uint8'")
    return mode


def mode_for(channels: int, dtype: np.dtype, origin: Origin) -> str | None:
    """The mode that holds such pixels: the one that came in, if it can; None if there is no such mode."""
    kept = MODES.get(origin.mode)
    if kept is not None and kept.channels == channels and kept.dtype == dtype:
        return origin.mode
    if dtype == np.uint8:
        return _BY_CHANNELS[channels]
    return _BY_TYPE.get(dtype.name) if channels == 1 else None


def _count(channels: int) -> str:
    return "one channel" if channels == 1 else f"{channels} channels"
