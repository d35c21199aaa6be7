"""bilateral against OpenCV, its grid against NumPy, nonlocal_means against scikit-image, diffusion against its equation."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import HostImage, Position, filters

from .comparing import opencv, pictures, random, same, size_for, skimage, within_a_level


def test_bilateral_is_opencvs(engine):
    """OpenCV looks the exponential of a float difference up in a table, and interpolates: an error of some 1e-6."""
    cv2 = opencv()
    for image in pictures(engine, least=2):
        theirs = cv2.bilateralFilter(image, 5, 0.2, 1.5, borderType=cv2.BORDER_REFLECT)
        same(filters.bilateral(image, 0.2, 1.5, size=5), theirs)


def test_bilateral_of_colours_is_opencvs(engine):
    """All channels decide together. The window follows from sigma_space."""
    cv2 = opencv()
    image = random((*size_for(engine), 3))
    theirs = cv2.bilateralFilter(image, 0, 0.4, 1.4, borderType=cv2.BORDER_REFLECT_101)
    same(filters.bilateral(image, 0.4, 1.4, border="mirror"), theirs)


def test_bilateral_of_bytes_is_opencvs(engine):
    cv2 = opencv()
    image = random(size_for(engine), np.uint8)
    theirs = cv2.bilateralFilter(image, 7, 0.2 * 255, 2, borderType=cv2.BORDER_REFLECT)
    within_a_level(filters.bilateral(image, sigma_color=0.2, sigma_space=2, size=7), theirs)


@pytest.mark.parametrize("channels", [(), (3,)], ids=["gray", "colour"])
def test_nonlocal_means_is_scikit_images(engine, channels):
    """Up to the edge, where the search ends. It replaces the exponential by an approximation with an error of some
    percent, and leaves out what counts below exp(-5) (never here: `h` is large)."""
    image = random((11, 12, *channels)) * 0.2
    theirs = skimage("restoration").denoise_nl_means(image, patch_size=3, patch_distance=2, h=0.15, fast_mode=False,
                                                     channel_axis=-1 if channels else None)
    same(filters.nonlocal_means(image, h=0.15, patch_distance=2, patch_size=3), theirs, 1e-3)


@pytest.mark.parametrize("steps", [1, 3])
def test_anisotropic_diffusion_is_peronas_and_maliks(engine, steps):
    """As MedPy has it: differences to the next pixel, 0 across the edge, times exp(-(difference / kappa)**2)."""
    for image in pictures(engine):
        expected = image.astype(float)
        for _ in range(steps):
            total = np.zeros_like(expected)
            for axis in (0, 1):
                flow = np.diff(expected, axis=axis)
                flow = np.exp(-(flow / 0.3)**2) * flow
                total += np.insert(flow, flow.shape[axis], 0, axis) - np.insert(flow, 0, 0, axis)
            expected = expected + 0.15 * total
        same(filters.anisotropic_diffusion(image, 0.3, 0.15, steps), expected)


def grid_in_numpy(image, sigma_color, step):
    """The bilateral grid in float64: cells, a bell over them, and a line between each two."""
    pad = 6 * step
    light = image.astype(np.float64) if image.ndim == 2 else image @ np.array([0.299, 0.587, 0.114])
    wide = np.pad(np.dstack([image, np.ones(light.shape)]).astype(np.float64), [(pad, pad), (pad, pad), (0, 0)], "symmetric")
    at = np.pad(light.clip(0, 1), pad, "symmetric") / sigma_color
    layers = np.arange(-2, int(np.ceil(1 / sigma_color)) + 4)
    near = np.maximum(1 - np.abs(at[..., None] - layers), 0)
    rows, columns = (len(wide) // step * step, wide.shape[1] // step * step)
    weighted = (near[..., None] * wide[:, :, None])[:rows, :columns]
    grid = weighted.reshape(rows // step, step, columns // step, step, len(layers), -1).sum((1, 3))
    for axis in range(3):
        grid = ndimage.convolve1d(grid, np.array([1, 4, 6, 4, 1]) / 16, axis, mode="constant")
    y, x = np.indices(light.shape)
    places = (y + pad - (step - 1) / 2) / step, (x + pad - (step - 1) / 2) / step, light / sigma_color + 2
    found = np.stack([ndimage.map_coordinates(each, places, order=1) for each in np.moveaxis(grid, -1, 0)], -1)
    return (found[..., :-1] / found[..., -1:]).reshape(image.shape)


@pytest.mark.parametrize("channels", [(), (3,)])
def test_bilateral_grid_is_its_definition(engine, channels):
    image = random((*size_for(engine), *channels))
    same(filters.bilateral_grid(image, 0.2, 4), grid_in_numpy(image, 0.2, 4))


def test_bilateral_grid_is_about_a_bilateral_blur(on_numpy):
    """Of a step with noise, which both leave and take away."""
    steps = np.where(np.arange(64) < 30, 0.2, 0.8) + 0.1 * (random((48, 64)) - 0.5)
    grid = filters.bilateral_grid(steps, 0.15, 4)
    assert np.abs(grid - filters.bilateral(steps, 0.15, 4, size=25)).max() < 0.03
    assert np.abs(grid - np.where(np.arange(64) < 30, 0.2, 0.8)).max() < 0.03


def test_mean_shift_is_opencvs_but_for_its_rounding(engine):
    """OpenCV rounds the colour at each step, and so takes another pixel in now and then."""
    cv2 = opencv()
    rows, columns = (10, 12) if engine.is_checker else (40, 50)
    flat = np.where(np.arange(columns)[:, None] < columns // 2, [60, 90, 200], [160, 140, 50])
    image = np.clip(flat + 20 * (random((rows, columns, 3)) - 0.5), 0, 255).astype(np.uint8)
    theirs = cv2.pyrMeanShiftFiltering(image, 3, 25, maxLevel=0)
    apart = np.abs(filters.mean_shift(image, 3, 25 / 255).astype(int) - theirs).max(axis=-1)
    assert np.abs(theirs.astype(int) - image).mean() > 3 and apart.mean() < 1 and np.mean(apart > 3) < 0.05


def test_mean_shift_is_its_definition(engine):
    image = random((5, 6), seed=3)
    pixel = lambda x, y: filters.mean_shift.function(HostImage(image), Position(x, y), 2, 0.3, 4)
    expected = [[pixel(x, y) for x in range(6)] for y in range(5)]
    same(filters.mean_shift(image, 2, 0.3, 4), expected)
