"""Makes the pictures of docs/libraries.md: five libraries on a photo.

    python -m tests.corpus.pictures
"""

from __future__ import annotations

import colorsys
import statistics
from pathlib import Path

import hsluv
import pytweening
from colormath.color_conversions import convert_color
from colormath.color_objects import LabColor, sRGBColor
from PIL import Image as Pictures

import pygpu
from pygpu import Color, Image, Position

ROOT = Path(__file__).resolve().parents[2]
PHOTO = ROOT / "images" / "coffee.jpg"


def turned(c=Image[Color], p=Position, by=0.4):
    """colorsys: hues turned"""
    h, s, v = colorsys.rgb_to_hsv(*c(p))
    return Color(*colorsys.hsv_to_rgb((h + by) % 1, s, v))


def pastel(c=Image[Color], p=Position):
    """hsluv: half the saturation, as the eye sees it"""
    h, s, l = hsluv.rgb_to_hsluv(tuple(c(p)))  # noqa: E741  # the library's names
    return Color(*hsluv.hsluv_to_rgb((h, s / 2, l)))


def punch(c=Image[Color], p=Position):
    """pytweening: a curve for tones"""
    return Color(*[pytweening.easeInOutQuad(min(max(v, 0.0), 1.0)) for v in c(p)])


def without_specks(c=Image[Color], p=Position):
    """statistics: the median of the neighbours that are not far off"""
    def channel(i):
        around = [c(p + (x, y))[i] for y in (-1, 0, 1) for x in (-1, 0, 1)]
        middle = statistics.median(around)
        near = [v for v in around if abs(v - middle) < 0.1]
        return sum(near) / len(near)

    return Color(channel(0), channel(1), channel(2))


def lightness(c=Image[Color], p=Position):
    """colormath: L of Lab"""
    return convert_color(sRGBColor(*c(p)), LabColor).lab_l / 100


FIVE = (turned, pastel, punch, without_specks, lightness)


def main() -> None:
    photo = Pictures.open(PHOTO).convert("RGB")
    photo.thumbnail((320, 320))
    folder = ROOT / "docs" / "libraries"
    folder.mkdir(exist_ok=True)
    photo.save(folder / "photo.jpg", quality=88)
    for function in FIVE:
        pygpu.compile(function)(photo).convert("RGB").save(folder / f"{function.__name__}.jpg", quality=88)
        print(function.__name__)


if __name__ == "__main__":
    main()
