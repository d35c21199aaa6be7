"""Local statistics against scipy.ndimage and scikit-image."""

import numpy as np
from scipy import ndimage

from pygpu import filters

from .comparing import pictures, random, same, size_for, skimage


def test_mean_and_deviation_are_scipys(engine):
    for image in pictures(engine):
        same(filters.local_mean(image, (5, 2)), ndimage.uniform_filter(image, (2, 5)))
        same(filters.local_std(image, 3), ndimage.generic_filter(image.astype(float), np.std, 3))


def test_the_deviation_of_large_numbers(engine):
    image = random((9, 7)) + 1000
    same(filters.local_std(image), ndimage.generic_filter(image.astype(float), np.std, 3), 1e-4)


def test_entropy_is_scikit_images(engine):
    """Inside: there, its window lies in the picture, too."""
    rank = skimage("filters").rank
    image = random(size_for(engine), np.uint8) // 32 * 32
    ours = filters.local_entropy(image, size=3, dtype=np.float32)[1:-1, 1:-1]
    same(ours, rank.entropy(image, np.ones((3, 3), np.uint8))[1:-1, 1:-1])
    disc = skimage("morphology").disk(2)
    ours = filters.local_entropy(image, footprint=disc, dtype=np.float32)[2:-2, 2:-2]
    same(ours, rank.entropy(image, disc)[2:-2, 2:-2])
