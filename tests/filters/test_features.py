"""harris and canny against scikit-image."""

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


def test_canny_and_hysteresis_are_scikit_images(engine):
    """scikit-image finds nothing in the outermost pixels."""
    canny = skimage("feature").canny
    image = random(size_for(engine), seed=2)
    stages = filters.canny(image, sigma=1.2, low=0.3, high=0.6)[1:-1, 1:-1]
    assert set(np.unique(stages)) == {0, 0.5, 1}
    labels, _ = ndimage.label(stages > 0, np.ones((3, 3)))
    found = np.isin(labels, np.unique(labels[stages == 1]))
    theirs = canny(image, sigma=1.2, low_threshold=0.3, high_threshold=0.6, mode="reflect")
    np.testing.assert_array_equal(found, theirs[1:-1, 1:-1])


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
