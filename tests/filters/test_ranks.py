"""median and rank against scipy.ndimage, OpenCV and Pillow."""

import numpy as np
import pytest
from PIL import Image, ImageFilter
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for

CROSS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


@pytest.mark.parametrize("size", [1, 2, 3, 5, (7, 1), (2, 3)])
def test_median_is_scipys(engine, size):
    theirs = size if isinstance(size, int) else size[::-1]
    for image in pictures(engine):
        same(filters.median(image, size), ndimage.median_filter(image, theirs), 0)


def test_a_median_wider_than_the_picture(engine):
    for image in pictures(engine)[:4]:
        same(filters.median(image, (9, 5)), ndimage.median_filter(image, (5, 9)), 0)


@pytest.mark.parametrize("footprint", [CROSS, np.array([[1, 0, 0, 1]]), np.tri(4, 3)],
                         ids=["cross", "pair", "triangle"])
def test_footprints_are_scipys(engine, footprint):
    for image in pictures(engine):
        same(filters.median(image, footprint=footprint), ndimage.median_filter(image, footprint=footprint), 0)
        same(filters.rank(image, 1, footprint=footprint), ndimage.rank_filter(image, 1, footprint=footprint), 0)


@pytest.mark.parametrize("rank", [0, 3, -2])
def test_rank_is_scipys(engine, rank):
    for image in pictures(engine):
        same(filters.rank(image, rank, size=3), ndimage.rank_filter(image, rank, size=3), 0)


def test_bytes_and_colours_are_opencvs_and_pillows(engine):
    image = random((*size_for(engine), 3), np.uint8)
    theirs = opencv().medianBlur(image, 5)
    np.testing.assert_array_equal(filters.median(image, 5, border="opencv.replicate"), theirs)
    inside = np.s_[1:-1, 1:-1]
    theirs = np.asarray(Image.fromarray(image).filter(ImageFilter.MedianFilter(3)))
    np.testing.assert_array_equal(filters.median(image)[inside], theirs[inside])


@pytest.mark.parametrize("percentile", [0, 20, 50, 99, 100, -30])
def test_percentile_is_scipys(engine, percentile):
    for image in pictures(engine):
        same(filters.percentile(image, percentile, (3, 2)), ndimage.percentile_filter(image, percentile, (2, 3)), 0)


def test_a_percentile_is_one():
    with pytest.raises(ValueError, match="from -100 to 100"):
        filters.percentile(random((4, 4)), 101)


def test_mode_is_pillows(engine):
    """Inside: Pillow's window ends at the edge."""
    for size in (3, 5):
        image = random(size_for(engine), np.uint8) // 50 * 50
        theirs = np.asarray(Image.fromarray(image).filter(ImageFilter.ModeFilter(size)))
        inside = np.s_[size // 2:-(size // 2), size // 2:-(size // 2)]
        np.testing.assert_array_equal(filters.mode(image, size)[inside], theirs[inside])
