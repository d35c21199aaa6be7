"""threshold against OpenCV, local_threshold against scikit-image, dither against Bayer's matrix as published."""

import numpy as np
import pytest

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage

# B. E. Bayer, An optimum method for two-level rendition of continuous-tone pictures, 1973.
BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])


def test_threshold_is_opencvs(engine):
    cv2 = opencv()
    for image in pictures(engine):
        mask = filters.threshold(image, 0.4)
        assert mask.dtype == bool
        np.testing.assert_array_equal(mask, cv2.threshold(image, 0.4, 1, cv2.THRESH_BINARY)[1] > 0)
    image = random((9, 7), np.uint8)
    np.testing.assert_array_equal(filters.threshold(image, 0.3), cv2.threshold(image, 76, 1, cv2.THRESH_BINARY)[1] > 0)


@pytest.mark.parametrize("method", ["gaussian", "mean"])
def test_local_threshold_is_scikit_images(engine, method):
    threshold_local = skimage("filters").threshold_local
    for image in pictures(engine):
        theirs = image > threshold_local(image, 7, method=method, offset=0.05)
        np.testing.assert_array_equal(filters.local_threshold(image, 7, 0.05, method), theirs)


def test_dither_is_bayers(engine):
    for level in range(17):
        gray = np.full((8, 12), level / 16, np.float32)
        expected = np.tile(BAYER, (2, 3)) < level
        same(filters.dither(gray, size=4), expected, 0)


def test_dither_keeps_the_mean(engine):
    """Over a whole matrix, to half a step of it: any number of levels."""
    for levels in (2, 3, 6):
        for level in (0, 0.1, 0.55, 1):
            dithered = filters.dither(np.full((8, 8), level, np.float32), levels)
            assert dithered.mean() == pytest.approx(level, abs=0.51 / 64 / (levels - 1))
            assert np.allclose(dithered * (levels - 1) % 1, 0, atol=1e-6)


def test_a_matrix_has_a_power_of_two_of_rows(engine):
    with pytest.raises(ValueError, match="2, 4, 8, 16"):
        filters.dither(random((4, 4)), size=6)


def test_colours_count_by_how_light_they_are(engine):
    image = random((*size_for(engine), 3), np.uint8)
    light = image @ np.array([0.299, 0.587, 0.114]) / 255
    assert np.mean(filters.threshold(image, 0.5) == (light > 0.5)) > 0.999


@pytest.mark.parametrize("name", ["niblack", "sauvola"])
def test_masks_of_writing_are_scikit_images(engine, name):
    """But where a pixel is at the threshold to rounding."""
    image = random(size_for(engine))
    how = {"k": 0.3, **({"r": 0.5} if name == "sauvola" else {})}
    threshold = getattr(skimage("filters"), f"threshold_{name}")(image, 7, **how)
    clear = np.abs(image - threshold) > 1e-5
    assert clear.mean() > 0.99
    np.testing.assert_array_equal(getattr(filters, name)(image, 7, **how)[clear], (image > threshold)[clear])
