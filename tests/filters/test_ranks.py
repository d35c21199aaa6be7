"""median and rank against scipy.ndimage, OpenCV and Pillow."""

import numpy as np
import pytest
from PIL import Image, ImageFilter
from scipy import ndimage

import pygpu
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


@pytest.mark.parametrize("size", [13, (31, 5), (2, 70)])
def test_ranks_of_many_pixels_are_scipys(engine, size):
    """These are found by counting; windows larger than the pictures, among them."""
    theirs = size if isinstance(size, int) else size[::-1]
    for image in [random((9, 7)), *[random((12, 40)) - 0.5] * (not engine.is_checker)]:
        same(filters.median(image, size), ndimage.median_filter(image, theirs), 0)
        same(filters.rank(image, -9, size), ndimage.rank_filter(image, -9, theirs), 0)


def test_pixels_that_lie_unevenly_are_counted_as_exactly(engine):
    """One far away from all others, all equal but a few, as far apart as floats are, and endlessly."""
    uneven = np.sign(random((9, 7)) - 0.5) * 10.0 ** (60 * random((9, 7)) - 30)
    equal = np.full((9, 7), 0.3)
    equal[2, 3:6] = 1e-30, -np.inf, 3e38
    for image in (uneven, equal, np.where(random((9, 7)) > 0.7, np.inf, uneven)):
        image = image.astype(np.float32)
        for rank in (1, 40, 100, 167):
            expected = ndimage.rank_filter(image, rank, 13)
            assert np.array_equal(filters.rank(image, rank, 13), expected), rank


def test_large_footprints_colours_bytes_and_whole_numbers(on_numpy):
    rows, columns = np.mgrid[-7:8, -6:7]
    disc = (rows**2 / 49 + columns**2 / 36 <= 1).astype(int)
    assert disc.sum() > 128, "few enough to be sorted"
    image = random((14, 11))
    same(filters.percentile(image, 30, footprint=disc), ndimage.percentile_filter(image, 30, footprint=disc), 0)
    colours = random((9, 7, 3))
    same(filters.median(colours, 13), ndimage.median_filter(colours, (13, 13, 1)), 0)
    for kind in (np.uint8, np.int32):
        few = (random((12, 9)) * 9).astype(kind)
        assert np.array_equal(filters.median(few, 13), ndimage.median_filter(few, 13))


def test_least_and_greatest_of_many_need_no_count(on_numpy):
    image = random((12, 9))
    for rank in (0, -1):
        same(filters.rank(image, rank, 41), ndimage.rank_filter(image, rank, 41), 0)
    with pytest.raises(ValueError, match="rank=9.* 9 pixels"):
        filters.rank(image, 9, 3)


@pytest.mark.parametrize("filter", [filters.median, filters.rank, filters.percentile, filters.erode, filters.dilate,
                                    filters.open, filters.close, filters.invert])
def test_what_is_made_of_a_mask_is_a_mask(filter, engine):
    mask = np.random.default_rng(0).random((9, 11)) > 0.5
    found = filter(mask)
    assert found.dtype == bool
    np.testing.assert_array_equal(found, filter(mask.astype(np.float32)) > 0.5)
    assert filter(Image.fromarray(mask)).mode == "1"


@pytest.mark.parametrize("size, border, theirs", [(13, "reflect", "reflect"), ((3, 50), "clamp", "nearest"),
                                                  ((41, 6), "wrap", "wrap"), (12, "mirror", "mirror"),
                                                  ((9, 15), "constant", "constant")])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_ranks_of_many_pixels_stored_so_are_scipys(engine, dtype, size, border, theirs):
    """On CPUs bytes are found in tables that slide, in strips, others by their ranks in tiles: pictures are larger and
    smaller than one."""
    around = size if isinstance(size, int) else size[::-1]
    shapes = [(9, 7)] if engine.is_checker else [(9, 7), (90, 300), (20, 15, 3)]
    for shape in shapes:
        image = random(shape, dtype)
        found = filters.rank(image, 30, size, border=border)
        channels = [image] if image.ndim == 2 else np.moveaxis(image, -1, 0)
        wanted = [ndimage.rank_filter(each, 30, around, mode=theirs) for each in channels]
        same(found, wanted[0] if image.ndim == 2 else np.stack(wanted, -1), 0)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_a_part_of_a_median_is_the_wholes(engine, dtype):
    image, smooth = random((60, 70), dtype), pygpu.compile(filters.median, size=(13, 15))
    np.testing.assert_array_equal(smooth.compute((20, 11, 61, 48), image), smooth(image)[11:48, 20:61])


def test_many_pixels_are_in_order_where_some_are_no_numbers(engine):
    image = random((12, 15)) - 0.5
    image[4, 5], image[5, 7], image[8, 2] = np.nan, np.inf, -np.inf
    around = np.lib.stride_tricks.sliding_window_view(np.pad(image, 6, "symmetric"), (13, 13)).reshape(12, 15, -1)
    for place in (84, -2):
        np.testing.assert_array_equal(filters.rank(image, place, 13), np.sort(around)[..., place])


def test_a_window_of_more_pixels_than_16_bits_count(engine):
    if engine.is_checker or engine.name == "evaluator":
        pytest.skip("counting so many takes these a minute")
    image = random((9, 30), np.uint8)
    around = np.pad(image, ((140, 139), (125, 124)), "symmetric")
    found = filters.rank(image, 40000, (250, 280))
    for x, y in ((0, 0), (29, 8), (13, 4)):
        assert found[y, x] == np.sort(around[y:y + 280, x:x + 250], None)[40000]
