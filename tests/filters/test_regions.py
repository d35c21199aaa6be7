"""label, hysteresis and watershed against scipy.ndimage and scikit-image; what it says where it cannot be."""

import heapq
import inspect

import numpy as np
import pytest
from PIL import Image as Picture
from scipy import ndimage

import pygpu
from pygpu import Image, Position, filters

from .comparing import SIZES, random, skimage

SNAKE = np.kron([[1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 1], [1, 0, 0, 0, 0], [1, 1, 1, 1, 1]], np.ones((2, 3))) > 0


def masks(engine):
    noise = np.random.default_rng(3)
    sizes = [size for size in SIZES if not (engine.is_checker and max(size) > 9)]
    wide = () if engine.is_checker else (noise.random((5, 613)) < 0.6, np.indices((6, 300)).sum(0) % 2 > 0)
    return [noise.random(size) < 0.55 for size in sizes] + [SNAKE, np.zeros((4, 5), bool), np.ones((4, 5), bool), *wide]


@pytest.mark.parametrize("connectivity", [1, 2])
def test_label_is_scipys_to_the_number(engine, connectivity):
    for mask in masks(engine):
        labels, count = ndimage.label(mask, ndimage.generate_binary_structure(2, connectivity))
        found = filters.label(mask, connectivity=connectivity)
        assert found.dtype == np.int32 and found.max() == count
        np.testing.assert_array_equal(found, labels)


@pytest.mark.parametrize("connectivity", [1, 2])
def test_hysteresis_is_scikit_images(engine, connectivity):
    thresholded = skimage("filters").apply_hysteresis_threshold
    image = random((9, 7) if engine.is_checker else (21, 35), seed=5)
    found = filters.hysteresis(image, 0.5, 0.9, connectivity)
    if connectivity == 1:
        np.testing.assert_array_equal(found, thresholded(image, 0.5, 0.9))
    labels, _ = ndimage.label(image > 0.5, ndimage.generate_binary_structure(2, connectivity))
    np.testing.assert_array_equal(found, np.isin(labels, np.unique(labels[image > 0.9])) & (labels > 0))


@pytest.mark.parametrize("light", [0.6, 0.95])
def test_hysteresis_of_a_first_pixel_and_of_one_row(engine, light):
    """Places are numbers from 0 on, and so is what nobody is joined with."""
    image = np.float32([[light, 0, 0.7, 0.95, 0, 0.8]])
    assert filters.hysteresis(image, 0.5, 0.9).tolist() == [[light > 0.9, False, True, True, False, False]]
    assert filters.hysteresis(image.T, 0.5, 0.9, connectivity=2).ravel().tolist() == [light > 0.9, False, True, True, False,
                                                                                      False]


def test_their_signatures():
    assert list(inspect.signature(filters.hysteresis).parameters) == ["im", "low", "high", "connectivity"]
    assert list(inspect.signature(filters.canny).parameters) == ["im", "sigma", "low", "high", "border"]


def test_label_is_scikit_images(on_numpy):
    mask = np.random.default_rng(4).random((33, 65)) < 0.4
    np.testing.assert_array_equal(filters.label(mask, connectivity=2), skimage("measure").label(mask))


def test_anything_that_is_not_black_counts(on_numpy):
    colours = np.zeros((2, 5, 3), np.uint8)
    colours[0, 0, 2] = colours[1, 3:, 0] = 1
    assert filters.label(colours).tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 2, 2]]
    assert filters.label(np.float32([[-0.5, 0, 0.001]])).tolist() == [[1, 0, 2]]
    assert np.asarray(filters.label(Picture.fromarray(colours))).tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 2, 2]]


def test_what_regions_are_like_is_counted_in_bins(engine):
    """Areas and middles of regions, as docs/coming-from.md has them."""
    def areas(labels=Image, count=8):
        area, across, down = [0] * count, [0.0] * count, [0.0] * count
        for q in labels.positions:
            area[labels(q)] += 1
            across[labels(q)] += q.x
            down[labels(q)] += q.y
        return area, across, down

    labels = filters.label(SNAKE & (np.arange(15) % 5 > 0))
    area, across, down = np.array(pygpu.compile(areas)(labels))
    regions = range(1, labels.max() + 1)
    np.testing.assert_array_equal(area[regions], ndimage.sum_labels(labels > 0, labels, regions))
    middles = np.transpose([down[regions], across[regions]]) / area[regions][:, None]
    np.testing.assert_allclose(middles, ndimage.center_of_mass(labels > 0, labels, regions), rtol=1e-5)


def test_no_rounds_inside_another_filter(on_numpy):
    inside = pygpu.compile(lambda im=Image, p=Position: filters.label(im))
    with pytest.raises(pygpu.ArgumentError, match="goes over whole pictures until nothing changes"):
        inside(np.ones((3, 3)))
    with pytest.raises(ValueError, match="connectivity=3"):
        filters.label(np.ones((3, 3)), connectivity=3)
    with pytest.raises(pygpu.ArgumentError, match="has no argument 'size'"):
        filters.label(np.ones((3, 3)), size=(2, 2))


def test_watershed_is_scikit_images(engine):
    size = (9, 7) if engine.is_checker else (33, 41)
    heights = ndimage.gaussian_filter(random(size, seed=5), 1.5)
    seeds = (ndimage.minimum_filter(heights, 5) == heights) & (random(size, seed=6) < 0.8)
    markers, count = ndimage.label(seeds)
    expected = skimage("segmentation").watershed(heights, markers)
    found = filters.watershed(heights, markers.astype(np.uint8))
    assert found.dtype == np.int32 and count > 1
    np.testing.assert_array_equal(found, expected)


def flooded(heights, markers):
    """Basins as they are defined: a pixel is flooded from its neighbour that is flooded first, of several from the first in
    reading order."""
    numbers = np.zeros(heights.shape, np.int32)
    touched = {place: ((-np.inf, -1), place) for place in zip(*np.nonzero(markers))}  # when the water is there, and whence
    coming = [((float(heights[place]), 0), place) for place in touched]
    heapq.heapify(coming)
    while coming:
        when, place = heapq.heappop(coming)
        source = touched[place][1]
        numbers[place] = markers[place] if source == place else numbers[source]
        for axis in range(heights.ndim):
            for step in (-1, 1):
                there = tuple(at + step * (axis == each) for each, at in enumerate(place))
                if all(0 <= at < length for at, length in zip(there, heights.shape)):
                    is_first = there not in touched
                    touched[there] = min(touched.get(there, (when, place)), (when, place))
                    if is_first:
                        higher = float(heights[there]) > when[0]
                        heapq.heappush(coming, ((float(heights[there]), 0) if higher else (when[0], when[1] + 1), there))
    return numbers


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (7, 1), (6, 9), (3, 4, 5)], ids=str)
def test_watershed_where_several_basins_are_equally_near(engine, shape):
    """Heights of few levels: below nothing, on either side of it, and without an end."""
    watershed = filters.watershed if len(shape) == 2 else filters.volumes.watershed
    levels = np.float32([-np.inf, -2.5, -1e-40, -0.0, 0.0, 1e-40, 3.25, 1e30, np.inf])
    noise = np.random.default_rng(9)
    for few in (levels, levels[2:6], levels[4:5], levels[1:8]):
        heights = noise.choice(few, shape)
        markers = np.where(noise.random(shape) < 0.2, noise.integers(1, 5, shape), 0).astype(np.int32)
        markers[(0,) * len(shape)] = 4
        np.testing.assert_array_equal(watershed(heights, markers), flooded(heights, markers))
    assert not watershed(heights, np.zeros(shape, np.int32)).any()


def test_watershed_of_a_larger_picture(engine):
    """Whose paths are long."""
    shape = (9, 7) if engine.is_checker else (70, 83)
    heights = random(shape, seed=3)
    for each in (heights, np.round(heights * 20), heights - 0.5):
        markers = np.where(random(shape, seed=4) < 0.02, np.arange(heights.size).reshape(shape) % 300, 0).astype(np.int32)
        np.testing.assert_array_equal(filters.watershed(each, markers), flooded(each.astype(np.float32), markers))


def test_watershed_on_flat_ground_goes_to_the_nearest(on_numpy):
    heights, markers = np.zeros((5, 12), np.float32), np.zeros((5, 12), np.int32)
    heights[:, 8], markers[2, 1], markers[2, 10] = 1, 1, 2
    assert filters.watershed(heights, markers)[2].tolist() == [1] * 8 + [2] * 4
    heights[:] = 0
    assert filters.watershed(heights, markers)[2].tolist()[:6] == [1] * 6
    with pytest.raises(pygpu.ArgumentError, match="a marker for each pixel"):
        filters.watershed(heights, markers[:3])
