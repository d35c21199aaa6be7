"""Frames of GIF, APNG and WebP, pages of a TIFF: read one after the other, and written as they came, with their times.

A format that holds one picture gets a file for each: out_1.jpg, out_2.jpg...
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageSequence

from ..files import STANDARD
from . import fitting, metadata
from .metadata import Metadata
from .reels import Frame, Reel
from .saving import as_picture, format_for, save

MOVING = {"GIF", "PNG", "WEBP", "AVIF"}  # formats that hold frames, each with its time
HOLD = MOVING | {"TIFF"}
USUAL = 0.1  # seconds, where an animation doesn't say


def read(picture: Image.Image, kept: Metadata, is_upright: bool) -> Reel:
    """All frames of an open picture."""
    seen, time = [], 0.0
    is_moving = picture.format in MOVING
    if picture.format == "TIFF":
        kept.orientation = 1  # PIL turns its pages upright
    for number, frame in enumerate(ImageSequence.Iterator(picture)):
        frame.load()  # which is when some formats tell how long it lasts
        lasts = frame.info.get("duration", 0) / 1000 or (USUAL if is_moving else None)
        still = metadata.upright(frame.copy(), kept.orientation) if is_upright else frame.copy()
        seen.append(Frame(still, time, number, lasts))
        time += lasts or 0.0
    if is_moving:
        alike(seen)
    return Reel(seen, kept, True, len(seen))


def alike(frames: list) -> None:
    """Bring all frames to one mode (a GIF's differ, as each needs), with an alpha only where something is transparent."""
    stills = [frame.picture.convert("RGBA") for frame in frames]
    is_opaque = all(still.getextrema()[3][0] == 255 for still in stills)
    for frame, still in zip(frames, stills):
        frame.picture = still.convert("RGB") if is_opaque else still


def write(results: list, frames: list, path: str, kept: Metadata, how) -> list[Path]:
    """Frames to a file that holds them all, or to numbered files."""
    form = format_for(path, kept)
    if form not in HOLD:
        if path == STANDARD:
            raise ValueError(f"{form} holds one picture, and the result has {len(results)}")
        place = Path(path)
        paths = [place.with_stem(f"{place.stem}_{number}") for number in range(1, len(results) + 1)]
        for result, file in zip(results, paths):
            save(result, str(file), kept, how)
        return paths
    stills = [fitting.fit(as_picture(result, form, path), form, path) for result in results]
    words = {"save_all": True, "append_images": stills[1:]}
    if form in MOVING:
        words["duration"] = [round(1000 * (frame.lasts or USUAL)) for frame in frames] or round(1000 * USUAL)
        if form == "GIF":
            if kept.loop is not None or kept.format != "GIF":
                words["loop"] = kept.loop or 0
            words["disposal"] = 2 if stills[0].mode == "RGBA" else 1
        else:
            words["loop"] = kept.loop or 0
    save(stills[0], path, kept, how, **words)
    return [Path(path)]
