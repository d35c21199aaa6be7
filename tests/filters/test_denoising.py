"""bilateral against OpenCV, nonlocal_means against scikit-image, anisotropic_diffusion against its equation."""

import numpy as np
import pytest

from pygpu import filters

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
