"""phase_correlation against scikit-image, fftconvolve against SciPy."""

import numpy as np
import pytest
from PIL import Image as Picture
from scipy import signal

import pygpu
from pygpu import Image, Position, filters

from .comparing import random, skimage


def moved(image, down, right):
    """An image moved by parts of pixels, by the phases of its frequencies."""
    ky, kx = np.fft.fftfreq(image.shape[0])[:, None], np.fft.fftfreq(image.shape[1])
    return np.fft.ifft2(np.fft.fft2(image) * np.exp(-2j * np.pi * (ky * down + kx * right))).real.astype(np.float32)


@pytest.mark.parametrize("size", [(24, 40), (17, 12), (1, 20)], ids=str)
def test_it_is_scikit_images(engine, size):
    if engine.is_checker or engine.device != "none" and size != (24, 40):
        pytest.skip("the others have it")
    known = skimage("registration").phase_cross_correlation
    image = random(size, seed=2)
    for down, right in ((3, -5), (0, 7), (-2.3, 4.6)):
        other = moved(image, down if size[0] > 1 else 0, right)
        for upsample in (1, 10):
            expected, *_ = known(image, other, upsample_factor=upsample)
            found = filters.phase_correlation(image, other, upsample)
            np.testing.assert_allclose(found, expected[::-1], atol=0.51 / upsample)


def test_what_it_says_moves_the_picture_back(on_numpy):
    image = random((20, 30), seed=4)
    x, y = filters.phase_correlation(image, np.roll(image, (4, -6), (0, 1)))
    assert (x, y) == (6, -4)
    np.testing.assert_allclose(filters.translate(np.roll(image, (4, -6), (0, 1)), x, y, border="wrap"), image, atol=1e-6)


def test_colours_and_pictures_of_pil(on_numpy):
    image = (random((20, 30, 3), seed=4) * 255).astype(np.uint8)
    other = np.roll(image, (2, 3), (0, 1))
    assert filters.phase_correlation(Picture.fromarray(image), Picture.fromarray(other)) == (-3, -2)


def test_what_it_refuses(on_numpy):
    with pytest.raises(pygpu.ArgumentError, match=r"different sizes, \(30, 20\) and \(29, 20\)"):
        filters.phase_correlation(random((20, 30)), random((20, 29)))
    with pytest.raises(pygpu.ArgumentError, match="is of whole pictures, and a filter is one pixel"):
        pygpu.compile(inside)(random((20, 30)))


def inside(im=Image, p=Position):
    return filters.phase_correlation(im, im)[0]


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_a_convolution_is_scipys(engine, mode):
    if engine.is_checker or engine.device != "none" and mode != "same":
        pytest.skip("the others have it")
    image, kernel = random((24, 31), seed=6), random((9, 6), seed=7)
    found = filters.fftconvolve(image, kernel, mode)
    np.testing.assert_allclose(found, signal.fftconvolve(image, kernel, mode), rtol=1e-5, atol=1e-5)


def test_a_convolution_of_colours_bytes_and_with_a_large_kernel(on_numpy):
    image, kernel = random((10, 12, 3), seed=6), random((21, 19), seed=7)
    expected = signal.fftconvolve(image, kernel[..., None], "full", axes=(0, 1))
    np.testing.assert_allclose(filters.fftconvolve(image, kernel), expected, rtol=1e-4, atol=1e-5)
    grey = (image[..., 0] * 255).round().astype(np.uint8)
    np.testing.assert_allclose(filters.fftconvolve(grey, kernel, "same"), signal.fftconvolve(grey / 255, kernel, "same"),
                               rtol=1e-4, atol=1e-5)
    with pytest.raises(pygpu.ArgumentError, match="one has to be at least as large"):
        filters.fftconvolve(image[..., 0], random((21, 5)), "valid")
    with pytest.raises(pygpu.ArgumentError, match="mode='wide'"):
        filters.fftconvolve(grey, kernel, "wide")


def test_shifts_of_a_large_picture_are_told(engine):
    """Of what has light and shade at every scale; of smooth hills with noise of their own, scikit-image's answers differ
    from one precision to the other, too."""
    if engine.is_checker:
        pytest.skip("slow")
    chance, hills = np.random.default_rng(3), moved(random((512, 512), seed=5), 0.3, 0.4)
    for _ in range(4):
        down, right = chance.integers(-250, 251, 2)
        other = np.roll(hills, (down, right), (0, 1)) + 0.3 * random((512, 512), seed=int(down) % 97)
        assert filters.phase_correlation(hills, other.astype(np.float32)) == (-right, -down)
