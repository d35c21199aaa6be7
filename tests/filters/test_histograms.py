"""histogram against NumPy, equalize and clahe against OpenCV, otsu and others against scikit-image."""

import numpy as np
import pytest

from pygpu import Image, compile, filters

from .comparing import opencv, pictures, random, same, skimage, within_a_level


def kinds(shape, seed=0):
    """Bytes of two kinds, dark and light."""
    dark = random(shape, seed=seed) ** 2 * 90 + 20
    return np.where(random(shape, seed=seed + 1) < 0.3, dark + 120, dark).astype(np.uint8)


@pytest.mark.parametrize("bins", [8, 256])
def test_histogram_is_numpys(engine, bins):
    for image in pictures(engine):
        np.testing.assert_array_equal(filters.histogram(image, bins=bins), np.histogram(image, bins, (0, 1))[0])


@pytest.mark.parametrize("shape", [(1, 1), (5, 301), (67, 29)])
def test_tables_of_bytes(engine, shape):
    """Of pictures whose bytes are counted first: each puts in as often what Python would, the least of another list too."""
    def sums_and_least(im=Image):
        sums, least = [0] * 12, [999] * 12
        for v in im:
            if v < 0.9:
                k = int(v * 12)
                sums[k] += int(v * 90) - 40
                least[k] = min(least[k], int(v * 255))
        return [sums[k] * 1000 + least[k] for k in range(12)]

    image = random(shape, np.uint8)
    np.testing.assert_array_equal(compile(sums_and_least)(image), sums_and_least(image.ravel() / np.float32(255)))


def test_equalize_is_opencvs(engine):
    for shape in [(1, 6), (9, 7), (12, 14)]:
        image = kinds(shape)
        within_a_level(filters.equalize(image), opencv().equalizeHist(image))


def test_equalize_keeps_hue_alpha_and_what_is_flat(engine):
    picture = random((6, 7, 4), np.uint8)
    result = filters.equalize(picture, dtype="float32")
    np.testing.assert_array_equal(filters.equalize(picture)[..., 3], picture[..., 3])
    colours = picture[..., :3] / np.float32(255)
    same(result[..., 0] * colours[..., 1], result[..., 1] * colours[..., 0])
    flat = np.full((4, 5), 0.3, np.float32)
    same(filters.equalize(flat), flat)


@pytest.mark.parametrize("name", ["yen", "triangle"])
def test_other_thresholds_are_scikit_images(engine, name):
    threshold = getattr(skimage("filters"), f"threshold_{name}")
    for shape in [(5, 6), (12, 14)] if engine.is_checker else [(5, 6), (33, 65)]:
        for image in (kinds(shape), 255 - kinds(shape)):
            np.testing.assert_array_equal(getattr(filters, name)(image), image > threshold(image))
    assert not getattr(filters, name)(np.full((4, 5), 77, np.uint8)).any()


def test_multiotsu_is_scikit_images(engine):
    image = np.where(random((12, 14), seed=4) < 0.4, 90, kinds((12, 14))).astype(np.uint8)
    wanted = np.digitize(image, skimage("filters").threshold_multiotsu(image))
    np.testing.assert_array_equal(filters.multiotsu(image, dtype="float32"), wanted / 2)


def test_otsu_is_scikit_images(engine):
    threshold_otsu = skimage("filters").threshold_otsu
    for shape in [(5, 6), (12, 14)] if engine.is_checker else [(5, 6), (33, 65)]:
        image = kinds(shape)
        np.testing.assert_array_equal(filters.otsu(image), image > threshold_otsu(image))
    assert not filters.otsu(np.full((4, 5), 77, np.uint8)).any()


@pytest.mark.parametrize("limit", [0.0, 1.5, 40.0])
def test_clahe_is_opencvs(engine, limit):
    """Tiles that come out even, and such that do not; OpenCV rounds what it counted to bytes."""
    for shape, tiles in [((12, 14), (2, 3))] if engine.is_checker else [((12, 16), (4, 2)), ((33, 65), (3, 2))]:
        image = kinds(shape)
        theirs = opencv().createCLAHE(limit, tiles).apply(image)
        within_a_level(filters.clahe(image, limit, tiles), theirs)


def test_clahe_keeps_hue_and_alpha(on_numpy):
    picture = random((6, 7, 4), np.uint8)
    result = filters.clahe(picture, tiles=2, dtype="float32")
    np.testing.assert_array_equal(filters.clahe(picture, tiles=2)[..., 3], picture[..., 3])
    colours = picture[..., :3] / np.float32(255)
    same(result[..., 0] * colours[..., 1], result[..., 1] * colours[..., 0])
