"""Filters that ask the whole picture, against scikit-image, SciPy, OpenCV and NumPy."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage


def two_kinds(shape):
    """Dark and light things, and noise."""
    rows, columns = np.indices(shape)
    light = ((rows // 4 + columns // 5) % 3 == 0) * 0.5 + 0.2
    return (light + 0.2 * random(shape)).astype(np.float32)


def test_stretch_is_scikit_images(engine):
    rescale_intensity = skimage("exposure").rescale_intensity
    for image in [*pictures(engine, least=2), *pictures(engine, (3,), least=2)]:
        dull = 0.2 + 0.3 * image
        same(filters.stretch(dull), rescale_intensity(dull, out_range=(0, 1)))
    photo = (random((9, 7), np.uint8) // 3 + 40).astype(np.uint8)
    low, high = int(photo.min()), int(photo.max())
    assert np.abs(filters.stretch(photo) - (photo - low) * (255 / (high - low))).max() <= 0.51


def test_stretch_cuts_off_percentiles(engine):
    rescale_intensity = skimage("exposure").rescale_intensity
    for image in (random((6, 7)), random((5, 4, 3))):
        ends = tuple(np.percentile(image, (5, 90)))
        same(filters.stretch(image, dark=5.0, light=10.0), rescale_intensity(image, in_range=ends, out_range=(0, 1)))
    flat = np.full((1, 1), 0.3, np.float32)
    same(filters.stretch(flat, dark=5.0), flat)


def test_stretch_leaves_alpha_and_what_is_flat(engine):
    picture = random((5, 6, 4))
    picture[..., 3] = 0.5
    result = filters.stretch(picture)
    same(result[..., 3], picture[..., 3])
    assert result[..., :3].min() == 0 and result[..., :3].max() == 1
    same(filters.stretch(np.full((4, 5), 0.3, np.float32)), np.full((4, 5), 0.3))


def test_standardize_is_numpys(engine):
    image = random(size_for(engine))
    same(filters.standardize(image), (image - image.mean()) / image.std())
    image = random((9, 7, 3))
    same(filters.standardize(image), (image - image.mean((0, 1))) / image.std((0, 1)))


def test_gray_world_makes_the_mean_gray(engine):
    image = random((*size_for(engine), 3)) * np.float32([0.9, 0.5, 0.3])
    means = image.mean((0, 1))
    same(filters.gray_world(image), image * (means.mean() / means))
    gray = random((5, 4))
    same(filters.gray_world(gray), gray)


def test_mean_threshold_is_scikit_images(engine):
    image = random(size_for(engine))
    np.testing.assert_array_equal(filters.mean_threshold(image), image > skimage("filters").threshold_mean(image))


def test_li_is_scikit_images(engine):
    image = two_kinds(size_for(engine))
    at = skimage("filters").threshold_li(image, tolerance=1e-6)
    clear = np.abs(image - at) > 1e-4
    assert clear.mean() > 0.98
    np.testing.assert_array_equal(filters.li(image)[clear], (image > at)[clear])


@pytest.mark.parametrize("name", ["mean_threshold", "li", "isodata", "otsu"])
def test_a_picture_of_one_value_is_nowhere_lighter(engine, name):
    """As a float it has, the mean of equal numbers may be less than they are."""
    for value in (3, 13, 200, 223) if engine.is_checker else range(0, 256, 3):
        assert not np.any(getattr(filters, name)(np.full((7, 9), value, np.uint8))), value


def test_isodata_is_in_the_middle_of_the_means(engine):
    image = two_kinds(size_for(engine))
    mask = filters.isodata(image)
    middle = (image[mask].mean() + image[~mask].mean()) / 2
    clear = np.abs(image - middle) > 1e-6
    np.testing.assert_array_equal(mask[clear], (image > middle)[clear])
    assert 0.1 < mask.mean() < 0.9


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (2, 4)])
def test_match_template_is_scikit_images(engine, shape):
    match_template = skimage("feature").match_template
    image = random(size_for(engine))
    template = image[4:4 + shape[0], 5:5 + shape[1]]
    found = filters.match_template(image, template=template)
    same(found, match_template(image, template, pad_input=True), 1e-4)
    assert np.unravel_index(found.argmax(), found.shape) == (4 + shape[0] // 2, 5 + shape[1] // 2)


def test_match_template_is_opencvs(engine):
    cv2 = opencv()
    image, template = random((12, 14)), random((3, 5), seed=2)
    theirs = cv2.matchTemplate(image, template, cv2.TM_CCOEFF_NORMED)
    same(filters.match_template(image, template=template)[1:-1, 2:-2], theirs, 1e-4)


def test_centroid_is_scipys(engine):
    for image in pictures(engine):
        same(filters.centroid(image), ndimage.center_of_mass(image.astype(float))[::-1])
    assert np.isnan(filters.centroid(np.zeros((3, 4), np.float32))).all()


def test_moments_are_opencvs(engine):
    for image in pictures(engine, least=2):
        theirs = opencv().moments(image)
        same(filters.moments(image), [theirs["m00"], *[theirs[name] / theirs["m00"] for name in ("mu20", "mu11", "mu02")]])


def spots(shape):
    mask = np.ones(shape, np.float32)
    mask[random(shape) > 0.97] = 0
    mask[-1, shape[1] // 2] = 0
    return mask


@pytest.mark.parametrize("metric", ["euclidean", "taxicab", "chessboard"])
def test_distance_is_scipys(engine, metric):
    for image in pictures(engine):
        mask = spots(image.shape)
        theirs = ndimage.distance_transform_edt(mask) if metric == "euclidean" else \
            ndimage.distance_transform_cdt(mask, metric)
        same(filters.distance(mask, metric=metric), theirs)


def test_distance_of_bytes_and_truths(engine):
    mask = spots((9, 12)) > 0
    theirs = ndimage.distance_transform_edt(mask)
    same(filters.distance(mask, dtype="float32"), theirs)
    same(filters.distance((mask * 255).astype(np.uint8), dtype="float32"), theirs)


def test_distance_without_black_is_infinite(engine):
    assert np.isinf(filters.distance(np.ones((3, 5), np.float32))).all()


def test_another_metric_is_refused():
    with pytest.raises(ValueError, match="'chessboard'"):
        filters.distance(np.ones((3, 5), np.float32), metric="manhattan")


def test_moments_keep_no_picture(engine):
    """What stands at one place of the picture, as the middle of all light, has no neighbours that blocks would share."""
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no plan")
    filter = pygpu.compile(filters.moments)
    filter(np.zeros((300, 400), np.float32))
    assert "each_mass" not in str(filter.plan)
    weighed = pygpu.compile(weight_of_edges)
    weighed(np.zeros((300, 400), np.float32))
    assert "each_mass" in str(weighed.plan)


def weight_of_edges(im=pygpu.Image):
    mass = 0.0
    for q in im.positions:
        if q.x > 3:
            mass += filters.sobel(im, q) * q.y
    return mass
