"""Hessian, ridges, frangi and gabor against scipy.ndimage and scikit-image."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import filters

from .comparing import pictures, random, same, size_for, skimage


def second_derivatives(image, sigma):
    return [ndimage.gaussian_filter(image.astype(float), sigma, order) for order in ((0, 2), (1, 1), (2, 0))]


def test_hessian_is_scipys(engine):
    for image in pictures(engine):
        same(filters.hessian(image, 1.5), np.dstack(second_derivatives(image, 1.5)))


def test_ridges_are_scikit_images_eigenvalues(engine):
    eigenvalues = skimage("feature").hessian_matrix_eigvals
    image = random(size_for(engine))
    xx, xy, yy = second_derivatives(image, 1)
    same(filters.ridges(image), np.moveaxis(eigenvalues([yy, xy, xx]), 0, -1))


@pytest.mark.parametrize("dark", [True, False])
def test_frangi_is_scikit_images(engine, dark):
    """Its formulas, of this Hessian; and itself to some percent, with another Hessian."""
    image = ndimage.gaussian_filter(random(size_for(engine)), 1)
    image = ((image - image.min()) / np.ptp(image)).astype(np.float32)
    best = np.zeros(image.shape)
    for sigma in (1, 2):
        xx, xy, yy = second_derivatives(image if dark else -image, sigma)
        curved = np.linalg.eigvalsh(np.moveaxis(np.array([[xx, xy], [xy, yy]]), (0, 1), (-2, -1)))
        order = np.argsort(abs(curved), -1)
        weak, strong = np.moveaxis(np.take_along_axis(curved, order, -1), -1, 0)
        strong = np.maximum(strong, 1e-10)
        vals = np.exp(-(weak / strong) ** 2 / 0.5) * (1 - np.exp(-(curved**2).sum(-1) / (2 * 0.1**2)))
        best = np.maximum(best, np.where(strong > 1e-10, vals, 0))
    ours = filters.frangi(image, (1, 2), dark=dark)
    same(ours, best, 1e-4)
    theirs = skimage("filters").frangi(image, (1, 2), beta=0.5, gamma=0.1, black_ridges=dark, mode="reflect")
    inside = np.s_[5:-5, 5:-5]
    if not engine.is_checker:
        assert np.corrcoef(ours[inside].ravel(), theirs[inside].ravel())[0, 1] > 0.98
        for sigma, most in [(1, 0.15), (1.5, 0.02), (3, 0.02)]:  # as its docstring says
            ours = filters.frangi(image, (sigma,), dark=dark)
            theirs = skimage("filters").frangi(image, (sigma,), beta=0.5, gamma=0.1, black_ridges=dark, mode="reflect")
            inside = np.s_[10:-10, 10:-10]
            assert np.abs(ours - theirs)[inside].max() < most


@pytest.mark.parametrize("words", [dict(frequency=0.3), dict(frequency=0.25, theta=30, bandwidth=1.5),
                                   dict(frequency=0.2, theta=-70, sigma=(1.5, 0.8), offset=20)], ids=str)
def test_gabor_is_scikit_images(engine, words):
    gabor = skimage("filters").gabor
    theirs = {**words, **{name: np.radians(words[name]) for name in ("theta", "offset") if name in words}}
    if "sigma" in theirs:
        theirs["sigma_x"], theirs["sigma_y"] = theirs.pop("sigma")
    for image in pictures(engine, least=5):
        same(filters.gabor(image, **words), np.dstack(gabor(image, mode="reflect", **theirs)), 5e-5)
