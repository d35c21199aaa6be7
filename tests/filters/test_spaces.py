"""Colour spaces against scikit-image, Pillow, Python's colorsys and colour-science; and back again."""

import colorsys

import numpy as np
import pytest
from PIL import Image

from pygpu import filters

from .comparing import random, same, skimage

CORNERS = np.array([[r, g, b] for r in (0, 1) for g in (0, 1) for b in (0, 1)] + [[0.5] * 3, [0.001, 0.002, 0.003]])
COLOURS = np.concatenate([random((81, 3)), CORNERS]).reshape(-1, 7, 3).astype(np.float32)
SPACES = ["linear", "hsv", "hsl", "xyz", "lab", "lch", "luv", "oklab", "oklch", "ycbcr"]
LOOSELY = 3e-4  # numbers of Lab and Luv are small differences times hundreds


@pytest.mark.parametrize("space", ["hsv", "xyz", "lab", "luv"])
def test_they_are_scikit_images(engine, space):
    color = skimage("color")
    theirs = getattr(color, f"rgb2{space}")(COLOURS)
    same(getattr(filters, f"rgb_to_{space}")(COLOURS), theirs, LOOSELY)
    same(getattr(filters, f"{space}_to_rgb")(theirs.astype(np.float32)),
         getattr(color, f"{space}2rgb")(theirs.astype(np.float32)), 1e-4)


def test_lch_is_scikit_images(engine):
    """Of gray, whose hue is what rounding leaves, only lightness and chroma are compared."""
    color = skimage("color")
    theirs = color.lab2lch(color.rgb2lab(COLOURS))
    ours = filters.rgb_to_lch(COLOURS)
    same(ours[..., :2], theirs[..., :2], LOOSELY)
    turned = np.abs(ours[..., 2] - theirs[..., 2])
    assert (np.minimum(turned, 2 * np.pi - turned)[theirs[..., 1] > 1] < 1e-3).all()


def test_hsl_is_pythons(engine):
    theirs = np.array([[(h, s, light) for h, light, s in (colorsys.rgb_to_hls(*map(float, c)) for c in row)]
                       for row in COLOURS])
    same(filters.rgb_to_hsl(COLOURS), theirs)
    same(filters.hsl_to_rgb(theirs.astype(np.float32)), COLOURS)


def test_ycbcr_is_pillows(engine):
    photo = random((9, 7, 3), np.uint8)
    theirs = np.asarray(Image.fromarray(photo).convert("YCbCr")).astype(int)
    assert np.abs(filters.rgb_to_ycbcr(photo).astype(int) - theirs).max() <= 1
    back = np.asarray(Image.fromarray(theirs.astype(np.uint8), "YCbCr").convert("RGB")).astype(int)
    assert np.abs(filters.ycbcr_to_rgb(theirs.astype(np.uint8)).astype(int) - back).max() <= 1


def test_linear_is_the_standards(engine):
    expected = np.where(COLOURS <= 0.04045, COLOURS / 12.92, ((COLOURS + 0.055) / 1.055) ** 2.4)
    same(filters.rgb_to_linear(COLOURS), expected)
    same(filters.linear_to_rgb(expected.astype(np.float32)), COLOURS)
    same(filters.rgb_to_linear(COLOURS[..., 0]), expected[..., 0])


def test_oklab_is_as_published(engine):
    """Pairs of XYZ and Oklab that B. Ottosson gives, to the three digits given; and colour-science's."""
    pairs = {(0.950, 1.000, 1.089): (1.000, 0.000, 0.000)}
    for xyz, lab in pairs.items():
        rgb = filters.xyz_to_rgb(np.array([[xyz]], np.float32))
        same(filters.rgb_to_oklab(rgb)[0, 0], lab, 2e-3)
    red = filters.rgb_to_oklab(np.array([[[1, 0, 0]]], np.float32))[0, 0]
    same(red, (0.627955, 0.224863, 0.125846), 1e-5)
    colour = pytest.importorskip("colour", reason="colour-science is not installed")
    theirs = colour.XYZ_to_Oklab(colour.sRGB_to_XYZ(COLOURS.astype(float)))
    same(filters.rgb_to_oklab(COLOURS), theirs, 1e-3)  # its white has other digits


@pytest.mark.parametrize("space", SPACES)
def test_there_and_back(engine, space):
    there = getattr(filters, f"rgb_to_{space}")(COLOURS)
    same(getattr(filters, f"{space}_to_rgb")(there), COLOURS, 2e-4)


@pytest.mark.parametrize("space", SPACES)
def test_alpha_stays(on_numpy, space):
    image = random((9, 7, 4))
    there = getattr(filters, f"rgb_to_{space}")
    same(there(image)[..., 3], image[..., 3])
    same(there(image)[..., :3], there(np.ascontiguousarray(image[..., :3])))
