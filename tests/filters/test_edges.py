"""sobel, prewitt, laplace, log against scipy.ndimage, scharr against OpenCV and scikit-image, emboss against Pillow."""

import numpy as np
import pytest
from PIL import Image, ImageFilter
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage, within_a_level


@pytest.mark.parametrize("name", ["sobel", "prewitt"])
def test_slopes_are_scipys(engine, name):
    ours, theirs = getattr(filters, name), getattr(ndimage, name)
    for image in pictures(engine):
        same(ours(image, along="x"), theirs(image, axis=1))
        same(ours(image, along="y", border="wrap"), theirs(image, axis=0, mode="wrap"))
        same(ours(image), ndimage.generic_gradient_magnitude(image, theirs))


@pytest.mark.parametrize("name", ["sobel", "prewitt", "scharr"])
def test_steepness_is_scikit_images(engine, name):
    """Whose weights sum to one, and who takes the mean of both axes' squares."""
    ours, theirs = getattr(filters, name), getattr(skimage("filters"), name)
    weights = {"sobel": 4, "prewitt": 3, "scharr": 16}[name]
    for image in pictures(engine, least=2):
        same(ours(image, scale=1 / weights / np.sqrt(2)), theirs(image))
        same(ours(image, along="y", scale=1 / weights), theirs(image, axis=0))


def test_scharr_is_opencvs(engine):
    cv2 = opencv()
    for image in pictures(engine):
        same(filters.scharr(image, "x", scale=1), cv2.Scharr(image, -1, 1, 0, borderType=cv2.BORDER_REFLECT))
        same(filters.scharr(image, "y", 1), cv2.Scharr(image, -1, 0, 1, borderType=cv2.BORDER_REFLECT))


def test_a_ramp_is_as_steep_for_scharr_as_for_sobel(engine):
    ramp = np.tile(np.arange(9, dtype=np.float32), (9, 1))
    assert filters.sobel(ramp)[4, 4] == pytest.approx(8)
    assert filters.scharr(ramp)[4, 4] == pytest.approx(8)


def test_laplace_is_scipys(engine):
    for image in pictures(engine):
        same(filters.laplace(image), ndimage.laplace(image))


@pytest.mark.parametrize("sigma", [1, 2.5])
def test_log_is_scipys(engine, sigma):
    for image in pictures(engine):
        same(filters.log(image, sigma), ndimage.gaussian_laplace(image, sigma))


def test_emboss_is_pillows(engine):
    """Pillow copies the outermost pixels."""
    image = random(size_for(engine), np.uint8)
    theirs = np.asarray(Image.fromarray(image).filter(ImageFilter.EMBOSS))
    within_a_level(filters.emboss(image)[1:-1, 1:-1], theirs[1:-1, 1:-1])


@pytest.mark.parametrize("name", ["sobel", "scharr", "laplace", "log", "emboss"])
def test_colours_one_by_one_and_alpha_stays(engine, name):
    image = random((9, 7, 4))
    ours = getattr(filters, name)
    result = ours(image)
    for channel in range(3):
        same(result[..., channel], ours(np.ascontiguousarray(image[..., channel])))
    same(result[..., 3], image[..., 3])


def test_along_is_a_name(engine):
    with pytest.raises(ValueError, match='"x", "y", or None'):
        filters.sobel(random((4, 4)), along="z")


def test_farid_is_scikit_images(engine):
    theirs = skimage("filters")
    for image in pictures(engine):
        same(filters.farid(image), theirs.farid(image))
        same(filters.farid(image, "x", 1), theirs.farid_v(image))
        same(filters.farid(image, "y", 1), theirs.farid_h(image))


def test_roberts_is_scikit_images(engine):
    for image in pictures(engine):
        same(filters.roberts(image), skimage("filters").roberts(image))
