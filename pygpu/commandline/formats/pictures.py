"""Files as pictures, and back: whatever PIL reads and writes, and NumPy's .npy. What a file holds comes as a Reel: one
picture, or the frames of an animation, the pages of a TIFF, the pictures of a video, with the time of each.
"""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from ...errors import ImageError, PyGPUError
from ..files import STANDARD, is_video
from ..trouble import UsageError
from . import animations, bombs, deep, metadata, video
from .metadata import Metadata
from .reels import Frame, Reel
from .saving import Writing, save

Image.init()


def read(path: str, is_upright: bool = True) -> Reel:
    """What a file holds."""
    if is_video(path):
        return video.read(path)
    try:
        if path.endswith(".npy"):
            array = np.load(path, allow_pickle=False)
            return Reel([Frame(array)], Metadata(mode="F" if array.dtype.kind == "f" else None))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, of odd EXIF: what matters is an error
            return opened(io.BytesIO(sys.stdin.buffer.read()) if path == STANDARD else path, path, is_upright)
    except FileNotFoundError:
        raise UsageError(f"there is no picture {path}") from None
    except IsADirectoryError:
        raise UsageError(f"{path} is a folder") from None
    except UnidentifiedImageError:
        raise ImageError(f"{path} is no picture that PIL can read") from None
    except (Image.DecompressionBombError, bombs.Bomb) as error:
        raise ImageError(f"{path} cannot be read: {str(error).split(',')[0]}: that may be an attack. --any-size trusts it"
                         ) from None
    except PyGPUError:
        raise
    except Exception as error:  # each decoder has its own
        raise ImageError(f"{path} cannot be read, it may be damaged: {' '.join(str(error).split()) or type(error).__name__}"
                         ) from None

def opened(file, path: str, is_upright: bool) -> Reel:
    deeper = deep.read(file, path)  # more than 8 bits a channel, which PIL would lose
    if deeper is not None:
        array, kept = deeper
        if is_upright:
            array = metadata.upright_array(array, kept.orientation)
        return Reel([Frame(array)], kept)
    picture = Image.open(file)
    frames = getattr(picture, "n_frames", 1)
    bombs.check_picture(file, picture, frames)
    kept = metadata.of(picture)  # which may decode it
    if frames > 1 and picture.format != "MPO":  # MPO: a photograph, and small ones of it
        return animations.read(picture, kept, is_upright)
    picture.load()
    if picture.format == "TIFF":
        kept.orientation = 1  # PIL has turned it upright
    return Reel([Frame(metadata.upright(picture, kept.orientation) if is_upright else picture)], kept)


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
            return animations.write(results, frames or [], path, kept, how)
        save(results[0], path, kept, how)
    except (OSError, ValueError, KeyError, TypeError, MemoryError) as error:
        raise ImageError(f"{path} cannot be written: {error}") from None
    return [Path(path)]
