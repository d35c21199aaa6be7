"""How much a file may hold: small files that say to be huge, or that unfold to gigabytes, are attacks.

PIL refuses pictures of more than 179 megapixels. Here the frames of an animation count together, and what unfolds to far
more bytes than the file has is refused earlier: a photograph has some ten bytes of pixels for each of its file, a drawing
a hundred. `--any-size` trusts all files.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from math import prod

from PIL import Image

UNSUSPICIOUS = 128 << 20  # bytes of pixels
UNFOLDED = 300            # of them for each byte of the file


class Bomb(ValueError):
    """A file that may be an attack."""


@contextmanager
def trusting(any_size: bool):
    """Within it files may be of any size, if that was asked for: in all threads, as PIL has one limit for all."""
    before = Image.MAX_IMAGE_PIXELS
    try:
        if any_size:
            Image.MAX_IMAGE_PIXELS = None
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = before


def check(file, shape: tuple[int, ...], bytes_each: int, frames: int = 1) -> None:
    """Refuse a file of so many pixels (height, width, channels), before they are decoded."""
    limit, pixels, size = Image.MAX_IMAGE_PIXELS, prod(shape[:2]), prod(shape) * bytes_each * frames
    if min(shape, default=0) < 1:
        raise ValueError(f"it says to be {shape[1]} x {shape[0]} pixels large")
    if limit is None:
        return
    if pixels > 2 * limit:
        raise Bomb(f"it says to be {shape[1]} x {shape[0]} pixels large")
    if size > UNSUSPICIOUS and size > UNFOLDED * length_of(file):
        many = f"{frames} pictures" if frames > 1 else "a picture"
        raise Bomb(f"{length_of(file)} bytes hold {many} of {shape[1]} x {shape[0]} pixels")


def check_picture(file, picture: Image.Image, frames: int) -> None:
    """The same of a picture that PIL has opened, and not yet decoded."""
    channels = 4 if frames > 1 else len(picture.getbands())
    check(file, (picture.height, picture.width, channels), 4 if picture.mode in ("I", "F") else 1, frames)


def length_of(file) -> int:
    return file.getbuffer().nbytes if hasattr(file, "getbuffer") else os.path.getsize(file)
