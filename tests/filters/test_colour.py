"""Colours against Pillow, scikit-image and OpenCV."""

import numpy as np
import pytest
from PIL import Image, ImageEnhance
from scipy import ndimage

from pygpu import Color, filters

from .comparing import opencv, pictures, random, same, skimage, within_a_level


@pytest.fixture
def photo():
    return random((9, 7, 3), np.uint8)


def test_gray_is_pillows(engine, photo):
    within_a_level(filters.gray(photo), np.asarray(Image.fromarray(photo).convert("L")))


def test_gamma_is_scikit_images(engine):
    for image in pictures(engine):
        same(filters.gamma(image, 2.2), skimage("exposure").adjust_gamma(image, 2.2))
        same(filters.gamma(image, 0.5, gain=2), skimage("exposure").adjust_gamma(image, 0.5, 2))


def test_exposure_is_pillows_brightness(engine, photo):
    for stops in (-1, 0, 0.7):
        theirs = ImageEnhance.Brightness(Image.fromarray(photo)).enhance(2**stops)
        within_a_level(filters.exposure(photo, stops), np.asarray(theirs))


def test_saturation_is_pillows_colour(engine, photo):
    """Pillow rounds the gray to a level first."""
    for amount in (0, 0.4, 1, 1.6):
        theirs = ImageEnhance.Color(Image.fromarray(photo)).enhance(amount)
        within_a_level(filters.saturation(photo, amount), np.asarray(theirs))


@pytest.mark.parametrize("degrees", [0, 75, -130, 360])
def test_hue_is_scikit_images(engine, degrees):
    color = skimage("color")
    image = np.concatenate([random((9, 7, 3)), [[(0, 0, 0), (1, 1, 1), (0.5, 0.5, 0.5), (1, 0, 0), (0, 1, 0),
                                                 (1, 1, 0), (1, 0, 1)]]]).astype(np.float32)
    hsv = color.rgb2hsv(image)
    hsv[..., 0] = (hsv[..., 0] + degrees / 360) % 1
    same(filters.hue(image, degrees), color.hsv2rgb(hsv))


def test_sepia_is_opencvs_matrix(engine):
    image = random((9, 7, 3))
    matrix = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])
    brown = opencv().transform(image, matrix).clip(0, 1)
    same(filters.sepia(image), brown)
    same(filters.sepia(image, 0.25), 0.75 * image + 0.25 * brown)


def test_white_balance_is_opencvs_scaling_of_channels(engine):
    image, white = random((9, 7, 3)), np.array([0.9, 0.8, 0.5])
    gray = white @ (0.299, 0.587, 0.114)
    same(filters.white_balance(image, Color(*white)), opencv().transform(image, np.diag(gray / white)))
    image[3, 4] = white
    same(filters.white_balance(image, white)[3, 4], [gray] * 3)


def test_vignette_is_a_radial_fall(engine):
    """scipy.ndimage has the distances from the middle; the S between is the cubic 3t^2 - 2t^3."""
    for size in ((9, 7), (1, 5), (8, 12)):
        spot = np.ones((2 * size[0] - 1, 2 * size[1] - 1))
        spot[size[0] - 1, size[1] - 1] = 0
        distance = ndimage.distance_transform_edt(spot) / 2  # in half pixels, so that there is a middle
        far = distance[::2, ::2] / distance[0, 0]
        t = ((far - 0.3) / 0.7).clip(0, 1)
        expected = 1 - 0.8 * (3 * t**2 - 2 * t**3)
        same(filters.vignette(np.ones(size, np.float32), strength=0.8), expected)


@pytest.mark.parametrize("name, given", [("gamma", 2.2), ("exposure", 1), ("saturation", 0.3), ("hue", 50),
                                         ("sepia", 1),
                                         ("white_balance", (0.5, 0.7, 0.9)), ("vignette", 0.5)])
def test_alpha_stays(engine, name, given):
    image = random((9, 7, 4))
    ours = getattr(filters, name)
    result = ours(image, given)
    same(result[..., 3], image[..., 3])
    same(result[..., :3], ours(np.ascontiguousarray(image[..., :3]), given))


def test_gray_pictures(engine):
    """Those without a colour keep it; those that are given one become coloured."""
    image = random((9, 7))
    for name in ("gray", "hue", "saturation"):
        same(getattr(filters, name)(image), image)
    assert filters.sepia(image).shape == filters.white_balance(image).shape == (9, 7, 3)
