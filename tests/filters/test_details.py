"""difference_of_gaussians against scikit-image; guided and retinex against what their papers say, in float64."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import filters

from .comparing import pictures, random, same, size_for, skimage


@pytest.mark.parametrize("sigmas", [(1, 2.5), (1.5, None), (2, 12)])
def test_difference_of_gaussians_is_scikit_images(engine, sigmas):
    theirs = skimage("filters").difference_of_gaussians
    for image in pictures(engine)[::2]:
        same(filters.difference_of_gaussians(image, *sigmas), theirs(image.astype(float), *sigmas))


@pytest.mark.parametrize("radius", [1, 4])
def test_guided_is_the_papers(engine, radius):
    mean = lambda a: ndimage.uniform_filter(a.astype(float), 2 * radius + 1)
    image, guide = random(size_for(engine)), random(size_for(engine), seed=1)
    rise = (mean(image * guide) - mean(image) * mean(guide)) / (mean(guide**2) - mean(guide)**2 + 0.02)
    expected = mean(rise) * guide + mean(mean(image) - rise * mean(guide))
    same(filters.guided(image, guide, radius=radius, eps=0.02), expected)
    colours = np.dstack([image, guide, 1 - image])
    same(filters.guided(colours, guide, radius=radius, eps=0.02)[..., 0], expected)


def test_guided_keeps_edges(engine):
    image = np.kron(np.eye(2), np.ones((12, 12))).astype(np.float32)
    same(filters.guided(image, image, radius=3, eps=1e-6), image, 1e-4)


def test_retinex_is_the_papers(engine):
    image = random(size_for(engine))
    blurs = [ndimage.gaussian_filter(image.astype(float), sigma) for sigma in (2, 9)]
    expected = np.log(image + 0.01) - sum(np.log(blur + 0.01) for blur in blurs) / 2
    same(filters.retinex(image, sigmas=(2, 9), dark=0.01), expected, 3e-5)
