"""Files as pictures, and back: whatever PIL reads and writes, and NumPy's .npy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from ..errors import ImageError
from .trouble import UsageError


def read(path: str):
    """A PIL image, or an array from a .npy file."""
    try:
        if path.endswith(".npy"):
            return np.load(path, allow_pickle=False)
        picture = Image.open(path)
        picture.load()
        return picture
    except FileNotFoundError:
        raise UsageError(f"there is no picture {path}") from None
    except UnidentifiedImageError:
        raise ImageError(f"{path} is no picture that PIL can read") from None
    except (OSError, ValueError) as error:
        raise ImageError(f"{path} cannot be read: {error}") from None


def write(result, path: str) -> list[Path]:
    """Write a result, or several under numbered names; the files written."""
    if isinstance(result, tuple):
        place = Path(path)
        paths = [place.with_stem(f"{place.stem}_{number}") for number in range(1, len(result) + 1)]
        return [file for one, file in zip(result, paths) for file in write(one, str(file))]
    try:
        if path.endswith(".npy"):
            np.save(path, np.asarray(result))
        else:
            as_picture(result).save(path)
    except (OSError, ValueError, KeyError) as error:
        raise ImageError(f"{path} cannot be written: {error}") from None
    return [Path(path)]


def as_picture(result) -> Image.Image:
    """A filter's result as PIL holds it; floats that came from no picture span 0..1."""
    if isinstance(result, Image.Image):
        return result
    array = np.asarray(result)
    if array.dtype.kind == "f":
        array = (np.clip(np.nan_to_num(array), 0, 1) * 255).round().astype(np.uint8)
    try:
        return Image.fromarray(array)
    except TypeError:
        raise ImageError(f"no picture holds an array of {array.dtype} with shape {array.shape}: "
                         "write it to a .npy file") from None
