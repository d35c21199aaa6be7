"""An array as a picture that a person can look at.

    uint8, bool           as they are
    other whole numbers   unsigned: black to white is their range; signed: from their least to their greatest
    floats                0 to 1 is black to white; where they go beyond, from their least to their greatest
    NaN                   red
"""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np

LARGEST = 1024  # pixels, the longer side of what a notebook keeps
COLOUR_TYPES = {"L": 0, "LA": 4, "RGB": 2, "RGBA": 6}  # as PNG numbers them


def shown(array):
    """A PIL image of 8 bits, and what was done to the numbers ("" if nothing)."""
    from PIL import Image

    array = np.asarray(array)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[:, :, 0]
    if array.ndim == 3 and array.shape[2] == 2:  # a third number, for a colour
        array = np.concatenate([array, np.zeros_like(array[:, :, :1])], axis=2)
    missing = np.isnan(array) if array.dtype.kind == "f" else None
    pixels, note = in_bytes(array)
    if missing is not None and missing.any():
        where = missing if missing.ndim == 2 else missing.any(axis=2)
        pixels = np.repeat(pixels[:, :, None], 3, axis=2) if pixels.ndim == 2 else pixels.copy()
        pixels[where] = (235, 40, 40, 255)[: pixels.shape[2]]
        note = f"{note}; " * bool(note) + f"{np.count_nonzero(where)} NaN, in red"
    return Image.fromarray(pixels), note


def in_bytes(array: np.ndarray) -> tuple[np.ndarray, str]:
    if array.dtype == np.uint8:
        return array, ""
    if array.dtype.kind == "b":
        return array.astype(np.uint8) * 255, ""
    if array.dtype.kind == "u":
        return np.rint(array / (np.iinfo(array.dtype).max / 255)).astype(np.uint8), ""
    numbers = array.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    least, most = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    if array.dtype.kind == "f" and least >= -1e-3 and most <= 1.001 or least == most:
        low, high, note = 0.0, 1.0 if most <= 1.001 else most, ""
    else:
        low, high, note = least, most, f"black is {least:.4g}, white {most:.4g}"
    with np.errstate(invalid="ignore"):
        spread = np.nan_to_num((numbers - low) / (high - low or 1) * 255, nan=0.0, posinf=255, neginf=0)
    return np.rint(spread.clip(0, 255)).astype(np.uint8), note


def encoded(picture, largest: int = LARGEST) -> bytes:
    """A PNG of at most so many pixels a side."""
    out = io.BytesIO()
    reduced(picture, largest).save(out, "PNG", compress_level=3)
    return out.getvalue()


def sent(picture, largest: int = LARGEST) -> bytes:
    """The same for what is seen once: not compressed, which takes 0.7 ms in place of 50 for 640 x 360 colours."""
    kind = COLOUR_TYPES[picture.mode]
    array = np.asarray(reduced(picture, largest))
    height, width, channels = (*array.shape, 1)[:3]
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # each begins by saying that nothing was done to it
    rows[:, 1:] = array.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def kept(png: bytes) -> bytes:
    """What was sent, as small as it can be written to a file."""
    from PIL import Image

    return encoded(Image.open(io.BytesIO(png)))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def reduced(picture, largest: int):
    return picture if max(picture.size) <= largest else picture.reduce(-(-max(picture.size) // largest))
