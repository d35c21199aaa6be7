"""Colours of more than 8 bits a channel, which PIL reads as 8 without a word: PNG and TIFF by imagecodecs and tifffile
(the extra `deep`). Without these it is said that they are lost.
"""

from __future__ import annotations

import logging
import struct
import sys
import zlib

import numpy as np
from PIL import Image, UnidentifiedImageError

from ...look.shown import chunk
from ..files import STANDARD
from ..trouble import note
from . import bombs, metadata
from .metadata import Metadata

INSTALL = "pip install 'pygpu[deep]'"
PNG_CHANNELS = {2: 3, 4: 2, 6: 4}  # of the kinds that have more than one
PNG_START = b"\x89PNG\r\n\x1a\n"
KEPT = ("uint16", "float16", "float32")
FEWER = "its colours have 16 bits a channel, 8 of them are kept"


def read(file, path: str) -> tuple[np.ndarray, Metadata] | None:
    """The colours of a file of more than 8 bits a channel; None where PIL reads all there is."""
    form = deep_format(file)
    if form is None:
        return None
    for decoder in ("tifffile", "imagecodecs"):  # what is wrong with a file is said in one line, by who reads it
        logging.getLogger(decoder).setLevel(logging.CRITICAL)
    try:
        array = decode_png(file) if form == "PNG" else decode_tiff(file)
    except ImportError:
        note(f"{path}: {FEWER}. {INSTALL} keeps all")
        return None
    if array is None:
        note(f"{path}: {FEWER}")
        return None
    return array, described(file, form)


def described(file, form: str) -> Metadata:
    try:
        kept = metadata.of(Image.open(file))
    except UnidentifiedImageError:  # floats of three channels: PIL knows no such thing
        kept = Metadata()
    kept.format = form
    rewind(file)
    return kept


def deep_format(file) -> str | None:
    """"PNG" or "TIFF" where the file has colours of more than 8 bits."""
    head = start_of(file, 26)
    if head.startswith(PNG_START) and len(head) == 26:
        width, height, depth, kind = struct.unpack_from(">IIBB", head, 16)
        if depth != 16 or kind not in PNG_CHANNELS:
            return None
        bombs.check(file, (height, width, PNG_CHANNELS[kind]), 2)
        return "PNG"
    if head[:4] not in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"):
        return None
    try:
        with Image.open(file) as picture:
            bits = picture.tag_v2.get(258, (8,))
            is_deep = len(bits) > 1 and max(bits) > 8 and getattr(picture, "n_frames", 1) == 1
    except UnidentifiedImageError:
        is_deep = True
    finally:
        rewind(file)
    return "TIFF" if is_deep else None


def start_of(file, count: int) -> bytes:
    if hasattr(file, "read"):
        head = file.read(count)
        rewind(file)
        return head
    with open(file, "rb") as opened:
        return opened.read(count)


def rewind(file) -> None:
    if hasattr(file, "seek"):
        file.seek(0)


def whole(file) -> bytes:
    if hasattr(file, "read"):
        data = file.read()
        rewind(file)
        return data
    with open(file, "rb") as opened:
        return opened.read()


def decode_png(file) -> np.ndarray:
    import imagecodecs

    return imagecodecs.png_decode(whole(file))


def decode_tiff(file) -> np.ndarray | None:
    import tifffile

    try:
        with tifffile.TiffFile(file) as opened:
            series = opened.series[0]
            if len(series.shape) != 3 or series.shape[2] not in (2, 3, 4) or series.dtype.name not in KEPT:
                return None
            bombs.check(file, series.shape, series.dtype.itemsize)
            return series.asarray()
    finally:
        rewind(file)


def is_deep(result) -> bool:
    """Whether PIL has no mode for such a result: colours of more than 8 bits."""
    shape = getattr(result, "shape", ())
    return len(shape) == 3 and shape[2] in (2, 3, 4) and np.asarray(result).dtype.name in KEPT


def write(result, path: str, form: str, kept: Metadata, is_upright: bool) -> bool:
    """Write colours of more than 8 bits, if the format holds them and the libraries are there; else say so."""
    array = np.ascontiguousarray(np.asarray(result))
    if form == "PNG" and array.dtype != np.uint16:
        return False  # floats span 0..1, and PIL writes their 8 bits, as of any result in float
    if form not in ("PNG", "TIFF"):
        if array.dtype == np.uint16:
            note(f"{path}: {form} holds 8 bits a channel, the result has 16: half of them are lost")
        return False
    exif = metadata.exif_for(kept.exif, (array.shape[1], array.shape[0]), is_upright)
    try:
        write_png(array, path, kept, exif) if form == "PNG" else write_tiff(array, path, kept)
    except ImportError:
        note(f"{path}: the result has more than 8 bits a channel, 8 of them are written. {INSTALL} writes all")
        return False
    return True


def write_png(array: np.ndarray, path: str, kept: Metadata, exif: bytes | None) -> None:
    import imagecodecs

    data = imagecodecs.png_encode(array)
    extra = b""
    if kept.icc:
        extra += chunk(b"iCCP", b"ICC profile\0\0" + zlib.compress(kept.icc))
    if kept.dpi:
        extra += chunk(b"pHYs", struct.pack(">IIB", *[round(each / 0.0254) for each in kept.dpi], 1))
    if exif:
        extra += chunk(b"eXIf", exif)
    header = len(PNG_START) + 25  # IHDR comes first, and has 13 bytes
    data = data[:header] + extra + data[header:]
    if path == STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        with open(path, "wb") as file:
            file.write(data)


def write_tiff(array: np.ndarray, path: str, kept: Metadata) -> None:
    import tifffile

    colours = array.shape[2] >= 3
    words = {"photometric": "rgb" if colours else "minisblack", "iccprofile": kept.icc,
             "compression": "adobe_deflate" if array.dtype == np.uint16 else None,
             "extrasamples": ["unassalpha"] if array.shape[2] in (2, 4) else None}
    if kept.dpi:
        words |= {"resolution": kept.dpi, "resolutionunit": "INCH"}
    tifffile.imwrite(sys.stdout.buffer if path == STANDARD else path, array, metadata=None, planarconfig="contig",
                     extratags=described_tags(kept), **words)


def described_tags(kept: Metadata) -> list:
    """Maker, model, date, artist... of the EXIF block; its folders of numbers have no place in such a file."""
    if not kept.exif:
        return []
    exif = Image.Exif()
    exif.load(kept.exif)
    return [(tag, 2, 0, str(exif[tag]), True) for tag in metadata.OF_THE_PICTURE if isinstance(exif.get(tag), str)]
