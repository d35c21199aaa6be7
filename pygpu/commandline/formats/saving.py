"""One result to one file, with all that goes along: metadata, colours, and how well it is kept."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from ...errors import ImageError
from ..files import STANDARD, writable
from ..trouble import note
from . import deep, fitting, metadata
from .metadata import Metadata


@dataclass(frozen=True)
class Writing:
    """How results are written."""

    quality: int | None = None
    is_upright: bool = True


def save(result, path: str, kept: Metadata, how: Writing, **more) -> None:
    """One picture to a file, or to the standard output, with all that goes along."""
    form = format_for(path, kept)
    if deep.is_deep(result) and deep.write(result, path, form, kept, how.is_upright):
        return
    picture = as_picture(result, form, path, kept.mode)
    if picture is not result and kept.icc and kept.icc[16:20] == (b"GRAY" if len(picture.getbands()) < 3 else b"RGB "):
        picture.info["icc_profile"] = kept.icc  # an array carries none
    if (kept.mode or "").startswith("I;16") and picture.mode in ("RGB", "RGBA"):
        note(f"{path}: the picture is gray and of 16 bits, the result coloured: 8 bits a channel are kept")
    picture = fitting.fit(picture, form, path)
    keywords = {**saving(picture, form, kept, how), **more}
    if path == STANDARD:
        buffer = io.BytesIO()
        picture.save(buffer, form, **keywords)
        sys.stdout.buffer.write(buffer.getvalue())
        sys.stdout.buffer.flush()
        return
    known = os.path.exists(path)
    try:
        picture.save(path, form, **keywords)
    except BaseException:
        if not known and os.path.exists(path):
            os.remove(path)  # half of a picture
        raise


def format_for(path: str, kept: Metadata) -> str:
    if path == STANDARD:
        return kept.format if kept.format in writable().values() else "PNG"
    try:
        return writable()[Path(path).suffix.lower()]
    except KeyError:
        raise ValueError(f"unknown file extension: {Path(path).suffix or 'none'}") from None


def saving(picture: Image.Image, form: str, kept: Metadata, how: Writing) -> dict:
    """The keywords for PIL's save."""
    words = {}
    exif = metadata.exif_for(kept.exif, picture.size, how.is_upright or kept.orientation == 1)
    if kept.dpi and form in ("WEBP", "AVIF"):  # which have no other place for it
        exif = metadata.with_resolution(exif, kept.dpi)
    if exif and form in ("JPEG", "PNG", "WEBP", "AVIF", "TIFF"):
        words["exif"] = metadata.PREFIX + exif
    icc = picture.info.get("icc_profile")
    if form in ("JPEG", "PNG", "WEBP", "TIFF", "AVIF"):
        words["icc_profile"] = icc  # the filter's result has it where its colours are still of that kind
    if kept.dpi and form in ("JPEG", "PNG", "TIFF", "BMP"):
        words["dpi"] = kept.dpi
    if kept.xmp and form in ("JPEG", "WEBP", "AVIF") and kept.orientation == 1:
        words["xmp"] = kept.xmp
    if form in ("JPEG", "WEBP", "AVIF"):
        if how.quality is not None:
            words["quality"] = how.quality
        elif form == "JPEG" and kept.jpeg and picture.mode == kept.mode:
            words |= kept.jpeg
        else:
            words["quality"] = 95 if form == "JPEG" else 90
        if form == "WEBP" and kept.lossless and how.quality is None:
            words |= {"lossless": True, "quality": 80}
    if form == "TIFF" and kept.compression in ("tiff_lzw", "tiff_adobe_deflate", "tiff_deflate", "packbits"):
        words["compression"] = kept.compression
    return {name: value for name, value in words.items() if value is not None}


def as_picture(result, form: str, path: str, came: str | None = None) -> Image.Image:
    """A filter's result as PIL holds it; floats span 0..1, in 8 bits but in a TIFF or where gray floats came in."""
    if isinstance(result, Image.Image):
        return result
    array = np.asarray(result)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[..., 0]
    if array.dtype.kind == "f" and array.ndim == 2 and (form == "TIFF" or came == "F"):
        return Image.fromarray(array.astype(np.float32))
    if array.dtype.kind == "f":
        array = (fitting.cut(array, path) * 255).round().astype(np.uint8)
    elif array.dtype == np.uint16 and array.ndim == 3:
        array = (array / 257).round().astype(np.uint8)
    elif array.dtype in (np.int8, np.int16):
        array = array.astype(np.int32)
    try:
        return Image.fromarray(array)
    except TypeError:
        raise ImageError(f"no picture holds an array of {array.dtype} with shape {array.shape}: "
                         "write it to a .npy file") from None
