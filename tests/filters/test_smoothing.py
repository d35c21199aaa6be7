"""gaussian and box against scipy.ndimage, unsharp against scikit-image."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage, within_a_level

SCIPY = {"clamp": "nearest", "mirror": "mirror", "reflect": "reflect", "wrap": "grid-wrap"}


@pytest.mark.parametrize("sigma", [0.7, 3])
def test_gaussian_is_scipys(engine, sigma):
    """sigma=3 has 25 taps, on pictures down to a single pixel."""
    for image in pictures(engine):
        same(filters.gaussian(image, sigma), ndimage.gaussian_filter(image, sigma))


@pytest.mark.parametrize("sigma", [5, 7, 20, (45, 2), (0, 9), 150])
def test_a_wide_gaussian_is_scipys(engine, sigma):
    """These are computed from fewer pixels. Edges in the picture show more than noise does."""
    theirs = sigma if isinstance(sigma, int) else sigma[::-1]
    edges = np.kron(random((3, 5)) > 0.5, np.ones((11, 13))).astype(np.float32)
    for image in [*pictures(engine)[::5], edges] if not engine.is_checker else pictures(engine)[:4]:
        same(filters.gaussian(image, sigma), ndimage.gaussian_filter(image.astype(float), theirs))
    same(filters.gaussian(edges, 12, border="wrap"), ndimage.gaussian_filter(edges.astype(float), 12, mode="grid-wrap"))


@pytest.mark.parametrize("sigma", [5, 5.5, 6, 9, 10, 12, 20, 30])
def test_a_wide_gaussian_of_nothing_but_edges(engine, sigma):
    if engine.is_checker or engine.name == "evaluator":
        pytest.skip("the numbers are a driver's")
    chance = np.random.default_rng(0)
    for _ in range(12):
        edges = np.kron(chance.random((3, 5)) > 0.5, np.ones((11, 13)))
        found = filters.gaussian(edges.astype(np.float32), sigma)
        np.testing.assert_allclose(found, ndimage.gaussian_filter(edges, sigma), rtol=0, atol=1e-5)


@pytest.mark.parametrize("sigma, truncate", [(5.6, 4), (10, 4), (13, 4), (10, 3), (6, 2), (9, 6)])
def test_a_wide_gaussian_of_stripes(sigma, truncate, on_numpy):
    """Where a kernel ends shows most in stripes about as wide as what is left of the pixels; with a smaller `truncate` it
    ends with more."""
    x, blur = np.arange(150), pygpu.compile(filters.gaussian, sigma=(sigma, 0), truncate=truncate)
    for width in (1.93, 2.1, 0.25 * sigma, 0.31 * sigma, 0.45 * sigma):
        stripes = np.tile((x % (2 * width) < width).astype(float), (2, 1))
        wanted = ndimage.gaussian_filter(stripes, (0, sigma), truncate=truncate)
        assert np.abs(blur(stripes.astype(np.float32)) - wanted).max() < (1.3e-5 if sigma == 10 and truncate == 4 else 1e-5)


def test_gaussian_across_and_down(engine):
    image = random((9, 7))
    same(filters.gaussian(image, sigma=(2, 0)), ndimage.gaussian_filter(image, (0, 2)))
    same(filters.gaussian(image, sigma=(0.5, 1.5), truncate=2), ndimage.gaussian_filter(image, (1.5, 0.5), truncate=2))


@pytest.mark.parametrize("order", [1, 2, (1, 0), (0, 2)])
def test_derivatives_of_a_gaussian_are_scipys(engine, order):
    theirs = order if isinstance(order, int) else order[::-1]
    for image in pictures(engine):
        same(filters.gaussian(image, 1.5, order), ndimage.gaussian_filter(image, 1.5, theirs))


@pytest.mark.parametrize("border", SCIPY)
def test_borders_are_scipys(engine, border):
    for image in pictures(engine):
        same(filters.gaussian(image, 1.0, border=border), ndimage.gaussian_filter(image, 1.0, mode=SCIPY[border]))
    same(filters.box(image, 5, border="constant", fill=0.25),
         ndimage.uniform_filter(image, 5, mode="grid-constant", cval=0.25))


def test_gaussian_of_colours_and_of_bytes(engine):
    colours = random((9, 7, 3))
    same(filters.gaussian(colours, 1.2), ndimage.gaussian_filter(colours, (1.2, 1.2, 0)))
    image = random(size_for(engine), np.uint8)
    within_a_level(filters.gaussian(image), ndimage.gaussian_filter(image.astype(float), 1).round().astype(np.uint8))
    theirs = opencv().GaussianBlur(image, (9, 9), 1, borderType=opencv().BORDER_REFLECT)
    within_a_level(filters.gaussian(image), theirs)


@pytest.mark.parametrize("size", [3, 4, 15, (5, 2)])
def test_box_is_scipys(engine, size):
    """15 is larger than most of the pictures; 4 and 2 are even, and reach further up and to the left."""
    theirs = size if isinstance(size, int) else size[::-1]
    for image in pictures(engine):
        same(filters.box(image, size), ndimage.uniform_filter(image, theirs))


@pytest.mark.parametrize("size", [60, (301, 1), (1, 150), 120])
def test_a_wide_box_is_scipys(engine, size):
    theirs = size if isinstance(size, int) else size[::-1]
    image = random(size_for(engine))
    same(filters.box(image, size), ndimage.uniform_filter(image.astype(float), theirs))


def test_unsharp_is_scikit_images(engine):
    unsharp_mask = skimage("filters").unsharp_mask
    for image in pictures(engine):
        same(filters.unsharp(image, radius=1.5, amount=2),
             unsharp_mask(image, radius=1.5, amount=2, preserve_range=True))
    image = random(size_for(engine), np.uint8)
    within_a_level(filters.unsharp(image), (unsharp_mask(image) * 255).round().astype(np.uint8))
