"""harris, canny and peaks against scikit-image."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import filters

from .comparing import random, same, size_for, skimage


def test_harris_is_scikit_images(engine):
    """Up to the edge, around which it puts zeros, at each step."""
    corner_harris = skimage("feature").corner_harris
    image = random(size_for(engine))
    same(filters.harris(image, sigma=0.8, k=0.04), corner_harris(image, sigma=0.8, k=0.04))


@pytest.mark.parametrize("border, mode", [("reflect", "reflect"), ("mirror", "mirror"), ("clamp", "nearest")])
def test_harris_with_another_border_is_scikit_images_structure_tensor(engine, border, mode):
    image = random((9, 7))
    rr, rc, cc = skimage("feature").structure_tensor(image, 1, mode=mode, order="rc")
    same(filters.harris(image, border=border), rr * cc - rc**2 - 0.05 * (rr + cc)**2)


def test_harris_is_that_of_a_repeated_picture(engine):
    """With the border "wrap" it makes no difference whether the picture or each step's result is continued."""
    image = random((9, 7))
    down, across = ndimage.sobel(image, 0, mode="wrap"), ndimage.sobel(image, 1, mode="wrap")
    xx, yy, xy = (ndimage.gaussian_filter(product, 1, mode="wrap") for product in (across**2, down**2, across * down))
    expected = xx * yy - xy**2 - 0.05 * (xx + yy)**2
    same(filters.harris(image, border="wrap"), expected)


def test_canny_is_scikit_images(engine):
    canny = skimage("feature").canny
    image = random(size_for(engine), seed=2)
    theirs = canny(image, sigma=1.2, low_threshold=0.3, high_threshold=0.6, mode="reflect")
    found = filters.canny(image, sigma=1.2, low=0.3, high=0.6)
    assert found.dtype == bool and theirs.any()
    np.testing.assert_array_equal(found, theirs)


def test_canny_goes_along_a_faint_line(on_numpy):
    """As far as it goes; one that no strong one touches goes."""
    fading = np.where(np.arange(30) < 15, 0, np.linspace(1, 0.3, 40)[:, None]).astype(np.float32)
    found = filters.canny(fading, sigma=1, low=0.3, high=1.5)
    assert found[1:-1].any(axis=1).all() and not filters.canny(fading, sigma=1, low=0.3, high=3).any()
    np.testing.assert_array_equal(found, skimage("feature").canny(fading, 1, 0.3, 1.5, mode="reflect"))


def test_the_strength_of_a_pixel_is_what_canny_begins_with(engine):
    image = random((9, 7), seed=2)
    strength = filters.canny_strength(image, sigma=1.2, low=0.3, high=0.6)
    ridge = filters.canny_ridge(image, sigma=1.2)
    np.testing.assert_array_equal(strength, 0.5 * (ridge >= np.float32(0.6)) + 0.5 * (ridge >= np.float32(0.3)))


@pytest.mark.parametrize("distance", [1, 3])
def test_peaks_are_scikit_images(engine, distance):
    peak_local_max = skimage("feature").peak_local_max
    image = random(size_for(engine), seed=3)
    theirs = peak_local_max(image, distance)
    assert len(theirs) > 2
    np.testing.assert_array_equal(filters.peaks(image, distance), theirs[:, ::-1])
    theirs = peak_local_max(image, distance, threshold_abs=0.8, exclude_border=False, num_peaks=3)
    np.testing.assert_array_equal(filters.peaks(image, distance, threshold=0.8, edge=0, count=3), theirs[:, ::-1])


def test_peaks_as_light_as_one_another(on_numpy):
    plain = np.full((9, 12), 0.5, np.float32)
    assert filters.peaks(plain).shape == (0, 2)
    plain[4, 4] = plain[4, 5] = plain[4, 9] = 1
    assert filters.peaks(plain, distance=1).tolist() == [[4, 4], [5, 4], [9, 4]]  # nearer than 1 are none
    assert filters.peaks(plain, distance=2).tolist() == [[4, 4], [9, 4]]


def test_cannys_gradient_is_scipys(engine):
    image = random((9, 7))
    smooth = ndimage.gaussian_filter(image, 1)
    same(filters.canny_gradient(image), np.dstack([ndimage.sobel(smooth, 1), ndimage.sobel(smooth, 0)]))


def test_cannys_ridge_lies_on_an_edge(engine):
    step = np.zeros((9, 12), np.float32)
    step[:, 6:] = 1
    ridge = filters.canny_ridge(step, sigma=1)
    assert (ridge[:, 5:7].max(axis=1) > 1).all()  # the edge lies between two pixels, equally steep
    assert not ridge[:, :5].any() and not ridge[:, 7:].any()
