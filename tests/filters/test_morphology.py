"""erode, dilate, open, close and what they change against scipy.ndimage and OpenCV. Nothing is rounded: nothing differs."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for

NAMES = ["erode", "dilate", "open", "close"]
SCIPY = {"erode": ndimage.grey_erosion, "dilate": ndimage.grey_dilation, "open": ndimage.grey_opening,
         "close": ndimage.grey_closing}
RING = [[0, 1, 1, 0, 0], [1, 0, 0, 1, 0], [0, 0, 1, 1, 1]]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [1, 3, (5, 9)])
def test_rectangles_are_scipys(engine, name, size):
    theirs = size if isinstance(size, int) else size[::-1]
    for image in pictures(engine):
        same(getattr(filters, name)(image, size), SCIPY[name](image, theirs), 0)


@pytest.mark.parametrize("name", NAMES)
def test_even_sizes_and_footprints_are_scipys(engine, name):
    """A dilation's window is the mirrored one."""
    for image in pictures(engine):
        same(getattr(filters, name)(image, (4, 2)), SCIPY[name](image, (2, 4)), 0)
        same(getattr(filters, name)(image, footprint=RING), SCIPY[name](image, footprint=RING), 0)


def test_what_they_change_of_a_mask_is_a_mask(engine):
    mask = random((9, 12)) > 0.5
    for name, expected in [("tophat", ndimage.white_tophat(mask, 3)), ("blackhat", ndimage.black_tophat(mask, 3)),
                           ("morphological_gradient", ndimage.grey_dilation(mask, 3) ^ ndimage.grey_erosion(mask, 3))]:
        found = getattr(filters, name)(mask)
        assert found.dtype == bool
        np.testing.assert_array_equal(found, expected)
    # a difference with a sign is none
    assert filters.morphological_laplace(mask).dtype == filters.laplace(mask).dtype == np.float32
    same(filters.morphological_laplace(mask), ndimage.morphological_laplace(mask.astype(np.float32), 3), 0)
    same(filters.laplace(mask), ndimage.laplace(mask.astype(np.float32)), 0)


@pytest.mark.parametrize("border, mode", [("mirror", "mirror"), ("wrap", "wrap"), ("clamp", "nearest"),
                                          ("constant", "constant")])
def test_the_border_between_two_steps_is_scipys(engine, border, mode):
    image = random((9, 7))
    for name in ("open", "close"):
        same(getattr(filters, name)(image, 2, border=border), SCIPY[name](image, 2, mode=mode), 0)


@pytest.mark.parametrize("name, theirs", [("tophat", ndimage.white_tophat), ("blackhat", ndimage.black_tophat),
                                          ("morphological_gradient", ndimage.morphological_gradient),
                                          ("morphological_laplace", ndimage.morphological_laplace)])
@pytest.mark.parametrize("size", [3, (2, 4)])
def test_what_they_change_is_scipys(engine, name, theirs, size):
    turned = size if isinstance(size, int) else size[::-1]
    for image in pictures(engine):
        same(getattr(filters, name)(image, size), theirs(image, turned), 1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_bytes_are_opencvs_inside(engine, name):
    cv2 = opencv()
    image = random(size_for(engine), np.uint8)
    theirs = cv2.morphologyEx(image, getattr(cv2, f"MORPH_{name.upper()}"), np.ones((3, 5)))
    inside = np.s_[2:-2, 4:-4]
    np.testing.assert_array_equal(getattr(filters, name)(image, (5, 3))[inside], theirs[inside])


@pytest.mark.parametrize("name", ["erode", "dilate"])
def test_masks_are_scipys(engine, name):
    image = random((9, 7)) > 0.4
    theirs = {"erode": ndimage.binary_erosion, "dilate": ndimage.binary_dilation}[name](image, np.ones((3, 3)))
    inside = np.s_[1:-1, 1:-1]
    np.testing.assert_array_equal(getattr(filters, name)(image)[inside], theirs[inside])


@pytest.mark.parametrize("name", ["erode", "dilate"])
def test_large_footprints_are_scipys(engine, name):
    """Of runs of many lengths, of columns with holes, wider than the picture; not the same when mirrored."""
    rows, columns = np.mgrid[-6:7, -5:7]
    shape = ((rows**2 / 36 + columns**2 / 30 <= 1) & (rows + 2 * columns != 3)).astype(int)
    assert shape.sum() > 48, "few enough to be looked at one by one"
    for image in [random((9, 7)), *[random((20, 31))] * (not engine.is_checker)]:
        same(getattr(filters, name)(image, footprint=shape), SCIPY[name](image, footprint=shape), 0)


def test_a_disc_of_three_thousand_pixels(on_numpy):
    rows, columns = np.mgrid[-31:32, -31:32]
    disc, image = (rows**2 + columns**2 <= 31**2).astype(int), random((30, 45))
    same(filters.erode(image, footprint=disc), ndimage.grey_erosion(image, footprint=disc), 0)
