"""Results in a form that the file's format holds, and that opens everywhere: floats, whole numbers, alpha.

    mode F    span 0..1, as every picture in a filter does: 16 bits in PNG, 8 elsewhere; TIFF holds them as they are
    mode I    the numbers themselves, in 8 or 16 bits where they fit; TIFF holds all
    alpha     over white where the format has none
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from ...errors import ImageError
from ..trouble import note

HOLDS = {  # modes that open when written in the format; what else a format may write is its own affair
    "JPEG": ("L", "RGB", "CMYK"),
    "PNG": ("1", "L", "LA", "I;16", "RGB", "RGBA"),
    "WEBP": ("RGB", "RGBA"),
    "AVIF": ("RGB", "RGBA"),
    "BMP": ("1", "L", "RGB", "RGBA"),
    "GIF": ("1", "L", "P", "RGB", "RGBA"),
    "TIFF": ("1", "L", "LA", "I;16", "I", "F", "RGB", "RGBA", "CMYK", "LAB", "YCbCr"),
    "PPM": ("1", "L", "I;16", "RGB"),
}


def fit(picture: Image.Image, form: str, path: str) -> Image.Image:
    """The picture in a mode that the format holds."""
    holds = HOLDS.get(form)
    if holds is None or picture.mode in holds:
        return picture
    info = picture.info
    if picture.mode == "F":
        picture = from_floats(picture, "I;16" in holds, path)
    elif picture.mode == "I":
        picture = from_ints(picture, "I;16" in holds, path)
    elif picture.mode.startswith("I;16"):
        if "I;16" not in holds:
            note(f"{path}: {form} holds 8 bits, the result has 16: half of them are lost (PNG and TIFF keep them)")
            picture = Image.fromarray((np.asarray(picture) / 257).round().astype(np.uint8))
        else:
            picture = Image.fromarray(np.asarray(picture).astype(np.uint16))
    if picture.mode == "1" and "1" not in holds:
        picture = picture.convert("L")
    if picture.mode in ("LA", "La", "RGBA", "RGBa", "PA") and "RGBA" not in holds:
        note(f"{path}: {form} holds no alpha, so the result stands on white (PNG and WebP keep it)")
        picture = on_white(picture)
    if picture.mode not in holds:
        picture = picture.convert("RGBA" if "A" in picture.getbands() and "RGBA" in holds else "RGB")
    picture.info = info
    return picture


def from_floats(picture: Image.Image, is_deep: bool, path: str) -> Image.Image:
    values = cut(np.asarray(picture), path)
    if is_deep:
        return Image.fromarray((values * 65535).round().astype(np.uint16))
    return Image.fromarray((values * 255).round().astype(np.uint8))


def cut(values: np.ndarray, path: str) -> np.ndarray:
    """Floats as a picture has them, from 0 to 1; it is said where they were others."""
    if not ((values >= 0) & (values <= 1)).all():
        note(f"{path}: values below 0 and above 1 become black and white (a .tiff or .npy file keeps them)")
    return np.clip(np.nan_to_num(values), 0, 1)


def from_ints(picture: Image.Image, is_deep: bool, path: str) -> Image.Image:
    values = np.asarray(picture)
    least, greatest = int(values.min()), int(values.max())
    if 0 <= least and greatest < 256:
        return Image.fromarray(values.astype(np.uint8))
    if 0 <= least and greatest < 65536 and is_deep:
        return Image.fromarray(values.astype(np.uint16))
    raise ImageError(f"{path} cannot hold whole numbers from {least} to {greatest}: write a .tiff or .npy file")


def on_white(picture: Image.Image) -> Image.Image:
    straight = picture.convert("RGBA")
    white = Image.new("RGBA", straight.size, "white")
    flat = Image.alpha_composite(white, straight)
    return flat.convert("L" if picture.mode in ("LA", "La") else "RGB")
