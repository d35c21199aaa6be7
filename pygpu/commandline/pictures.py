"""Files as pictures, and back: whatever PIL reads and writes, and NumPy's .npy. What a file holds comes as a Reel: one
picture, or the frames of an animation, the pages of a TIFF, the pictures of a video, with the time of each.
"""

from __future__ import annotations

import io
import os
import struct
import sys
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from ..errors import ImageError
from . import deep, fitting, metadata
from .files import STANDARD, is_video, writable
from .metadata import Metadata
from .trouble import UsageError

Image.init()


@dataclass
class Frame:
    """One picture, the second at which it is shown, its number from 0, and for how many seconds it stays."""

    picture: object
    time: float = 0.0
    number: int = 0
    lasts: float | None = None


@dataclass
class Reel:
    """What a file holds. `moves` where its pictures follow one another in time, or on pages."""

    frames: Iterable[Frame]
    metadata: Metadata = field(default_factory=Metadata)
    moves: bool = False
    count: int | None = 1
    video: object = None  # what video.py keeps of the file


def read(path: str, is_upright: bool = True, any_size: bool = False) -> Reel:
    """What a file holds."""
    if is_video(path):
        from . import video

        return video.read(path)
    try:
        if path.endswith(".npy"):
            return Reel([Frame(np.load(path, allow_pickle=False))])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, of odd EXIF: what matters is an error
            return opened(io.BytesIO(sys.stdin.buffer.read()) if path == STANDARD else path, path, is_upright, any_size)
    except FileNotFoundError:
        raise UsageError(f"there is no picture {path}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder") from None
    except UnidentifiedImageError:
        raise ImageError(f"{path} is no picture that PIL can read") from None
    except Image.DecompressionBombError as error:
        raise ImageError(f"{path} cannot be read: {str(error).split(',')[0]}: that may be an attack. --any-size trusts it"
                         ) from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, struct.error) as error:
        raise ImageError(f"{path} cannot be read, it may be damaged: {error}") from None



def opened(file, path: str, is_upright: bool, any_size: bool) -> Reel:
    before = Image.MAX_IMAGE_PIXELS
    try:
        if any_size:
            Image.MAX_IMAGE_PIXELS = None
        deeper = deep.read(file, path)  # more than 8 bits a channel, which PIL would lose
        if deeper is not None:
            array, kept = deeper
            if is_upright:
                array = metadata.upright_array(array, kept.orientation)
            return Reel([Frame(array)], kept)
        picture = Image.open(file)
        kept = metadata.of(picture)
        if getattr(picture, "n_frames", 1) > 1 and picture.format != "MPO":  # MPO: a photograph, and small ones of it
            from . import animations

            return animations.read(picture, kept, is_upright)
        picture.load()
        if picture.format == "TIFF":
            kept.orientation = 1  # PIL has turned it upright
        return Reel([Frame(metadata.upright(picture, kept.orientation) if is_upright else picture)], kept)
    finally:
        Image.MAX_IMAGE_PIXELS = before


@dataclass(frozen=True)
class Writing:
    """How results are written."""

    quality: int | None = None
    is_upright: bool = True


def write(results: list, path: str, kept: Metadata | None = None, how: Writing = Writing(), frames: list | None = None
          ) -> list[Path]:
    """Write the results of all frames: a picture, or several of a filter of several results under numbered names."""
    kept = kept or Metadata()
    if isinstance(results[0], tuple):
        if path == STANDARD:
            raise UsageError("-o -: the filter has several results, and there is one standard output")
        place = Path(path)
        paths = [place.with_stem(f"{place.stem}_{number}") for number in range(1, len(results[0]) + 1)]
        return [file for each, file in zip(zip(*results), paths) for file in write(list(each), str(file), kept, how, frames)]
    try:
        if path != STANDARD and Path(path).parent != Path():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith(".npy"):
            np.save(path, np.asarray(results[0]) if len(results) == 1 else np.stack([np.asarray(one) for one in results]))
            return [Path(path)]
        if len(results) > 1:
            from . import animations

            return animations.write(results, frames or [], path, kept, how)
        save(results[0], path, kept, how)
    except (OSError, ValueError, KeyError, TypeError, MemoryError) as error:
        raise ImageError(f"{path} cannot be written: {error}") from None
    return [Path(path)]


def save(result, path: str, kept: Metadata, how: Writing, **more) -> None:
    """One picture to a file, or to the standard output, with all that goes along."""
    form = format_for(path, kept)
    if deep.is_deep(result) and deep.write(result, path, form, kept, how.is_upright):
        return
    picture = fitting.fit(as_picture(result, form), form, path)
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


def as_picture(result, form: str = "PNG") -> Image.Image:
    """A filter's result as PIL holds it; floats that came from no picture span 0..1, in 8 bits but in a TIFF."""
    if isinstance(result, Image.Image):
        return result
    array = np.asarray(result)
    if array.ndim == 3 and array.shape[2] == 1:
        array = array[..., 0]
    if array.dtype.kind == "f" and array.ndim == 2 and form == "TIFF":
        return Image.fromarray(array.astype(np.float32))
    if array.dtype.kind == "f":
        array = (np.clip(np.nan_to_num(array), 0, 1) * 255).round().astype(np.uint8)
    elif array.dtype == np.uint16 and array.ndim == 3:
        array = (array / 257).round().astype(np.uint8)
    elif array.dtype in (np.int8, np.int16):
        array = array.astype(np.int32)
    try:
        return Image.fromarray(array)
    except TypeError:
        raise ImageError(f"no picture holds an array of {array.dtype} with shape {array.shape}: "
                         "write it to a .npy file") from None
