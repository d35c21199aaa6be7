"""integral against scikit-image and OpenCV, cumulative against NumPy, recursive_gaussian against scipy.ndimage."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import Float, Image, Position, filters

from .comparing import opencv, pictures, random, same, size_for, skimage


def test_integral_is_scikit_images(engine):
    integral_image = skimage("transform").integral_image
    for image in pictures(engine):
        same(filters.integral(image), integral_image(image))


def test_integral_is_opencvs(engine):
    image = random(size_for(engine), np.uint8)
    theirs = opencv().integral(image)[1:, 1:] / 255
    same(filters.integral(image, dtype="float32"), theirs)


@pytest.mark.parametrize("axis", [0, 1])
def test_cumulative_is_numpys(engine, axis):
    for image in pictures(engine):
        same(filters.cumulative(image, axis=axis), np.cumsum(image, axis))
    colours = random((9, 7, 3))
    same(filters.cumulative(colours, axis=axis), np.cumsum(colours, axis))


@pytest.mark.parametrize("sigma", [0.01, 0.5, 1, 3.3, 40])
def test_recursive_gaussian_is_scipys(engine, sigma):
    """To 1e-5 of the range, on pictures down to a single pixel, and much smaller than the blur."""
    for image in pictures(engine):
        theirs = ndimage.gaussian_filter(image.astype(float), sigma, mode="nearest", truncate=8)
        same(filters.recursive_gaussian(image, sigma=sigma), theirs, 2e-5)


def test_recursive_gaussian_of_edges_and_colours(engine):
    steps = np.zeros((40, 70), np.float32)
    steps[:, 30:], steps[10:20] = 1, 0.5
    same(filters.recursive_gaussian(steps, sigma=8), ndimage.gaussian_filter(steps.astype(float), 8, mode="nearest",
                                                                             truncate=8), 2e-5)
    colours = random((9, 7, 3))
    same(filters.recursive_gaussian(colours, sigma=1.2), ndimage.gaussian_filter(
        colours.astype(float), (1.2, 1.2, 0), mode="nearest", truncate=8), 2e-5)


def test_one_kernel_for_all_widths(engine):
    filter = pygpu.compile(filters.recursive_gaussian)
    image = random((9, 7))
    filter(image, sigma=1.0)
    source = filter.source
    filter(image, sigma=7.0)
    assert filter.source == source


def test_inside_another(engine):
    def sharper(im=Image, p=Position, amount: Float = 0.5):
        return im(p) + amount * (im(p) - filters.recursive_gaussian(im, p, 2.0))

    image = random(size_for(engine))
    blurred = ndimage.gaussian_filter(image.astype(float), 2, mode="nearest", truncate=8)
    same(pygpu.compile(sharper)(image), image + 0.5 * (image - blurred), 2e-5)


@pytest.mark.parametrize("shape", [(1, 1), (9, 14), (8, 11, 3)])
def test_domain_transform_is_its_recursion(engine, shape):
    """Gastal and Oliveira's equations 18 and 21, in float64."""
    image = random(shape)
    made, space, color = image.astype(float), 6.0, 0.4
    for number in range(3):
        reach = space * 3**0.5 * 2 ** (2 - number) / 63**0.5
        for axis in (1, 0):
            lines = np.moveaxis(made, axis, 0).copy()
            apart = np.abs(np.diff(np.moveaxis(image.astype(float), axis, 0), axis=0))
            apart = apart.reshape(*apart.shape[:2], int(np.prod(shape[2:])))
            part = np.exp(-(2**0.5) / reach * (1 + space / color * apart.sum(-1)))
            part = part.reshape(*part.shape, *(1,) * (image.ndim - 2))
            for at in range(1, len(lines)):
                lines[at] += part[at - 1] * (lines[at - 1] - lines[at])
            for at in reversed(range(len(lines) - 1)):
                lines[at] += part[at] * (lines[at + 1] - lines[at])
            made = np.moveaxis(lines, 0, axis)
    same(filters.domain_transform(image, space, color), made)
