"""diffuse against Floyd and Steinberg's loop and Pillow, seam_energy against NumPy row by row."""

import numpy as np
import pytest
from PIL import Image as Picture
from scipy import ndimage

import pygpu
from pygpu import filters

from .comparing import pictures, random, same, size_for


def diffused(im, levels):
    """In the order in which the filter adds up."""
    error, found = np.pad(np.zeros_like(im), 1), np.zeros_like(im)
    for y, x in np.ndindex(im.shape):
        left, upper = error[y + 1, x], error[y, x:x + 3]
        v = im[y, x] + left * np.float32(7 / 16)
        for part, before in zip((1 / 16, 5 / 16, 3 / 16), upper):
            v = v + before * np.float32(part)
        found[y, x] = np.clip(np.floor(v * (levels - 1) + np.float32(0.5)), 0, levels - 1) / np.float32(levels - 1)
        error[y + 1, x + 1] = v - found[y, x]
    return found


@pytest.mark.parametrize("levels", [2, 5])
def test_diffuse_is_the_loop(engine, levels):
    """To the last digit, or else it would be another pattern: of numbers that have few digits."""
    for image in pictures(engine):
        image = np.round(image * 64) / 64
        image = image[:6]  # errors have four bits more with every row
        found = filters.diffuse(image, levels=levels)
        assert np.mean(np.abs(found - diffused(image, levels)) > 1e-6) < 0.02


def test_diffuse_is_as_light_as_pillows(on_numpy):
    image = random((48, 64), np.uint8, 3)
    image = ndimage.gaussian_filter(image, 3)
    found, theirs = filters.diffuse(image), np.asarray(Picture.fromarray(image).convert("1")) * 255
    assert set(np.unique(found)) == {0, 255}
    soft = [ndimage.gaussian_filter(each.astype(float), 4) for each in (found, theirs)]
    assert np.abs(soft[0] - soft[1]).max() < 12 and abs(found.mean() - image.mean()) < 2


def test_colours_are_diffused_each_by_itself_and_alpha_stays(on_numpy):
    image = random((9, 7, 4))
    found = filters.diffuse(image, levels=3)
    np.testing.assert_array_equal(found[..., 3], image[..., 3])
    for channel in range(3):
        np.testing.assert_array_equal(found[..., channel], filters.diffuse(image[..., channel].copy(), levels=3))
    with pytest.raises(pygpu.ArgumentError, match="levels is a whole number of at least 2"):
        filters.diffuse(image, levels=1)


def test_seam_energy_is_that_of_rows(engine):
    for image in [*pictures(engine), random(size_for(engine, 40, 71))]:
        wanted = image.copy()
        for y in range(1, len(image)):
            beside = np.pad(wanted[y - 1], 1, constant_values=np.inf)
            wanted[y] += np.minimum(np.minimum(beside[:-2], beside[1:-1]), beside[2:])
        same(filters.seam_energy(image), wanted)
