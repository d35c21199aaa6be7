"""gaussian and box with a width that is a number of the call, against scipy.ndimage."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import Float, Image, Int, Position, filters

from .comparing import random, same, size_for
from .test_smoothing import SCIPY


@pytest.fixture(autouse=True)
def not_by_the_checker(engine):
    if engine.is_checker:
        pytest.skip("too long for the checker")


def test_one_kernel_blurs_by_any_sigma(engine):
    blur = pygpu.compile(filters.gaussian, sigma=Float)
    edges = np.kron(random((3, 5)) > 0.5, np.ones((11, 13))).astype(np.float32)
    source = None
    for image in (edges, random((1, 6)), random((2, 3))):
        for sigma in (0, 0.7, 3, 6.9, 7, 12.3, 45, 150):
            same(blur(image, sigma), ndimage.gaussian_filter(image.astype(float), sigma))
            source = source or blur.source
    assert blur.source == source


def test_fewer_rows_are_as_good(engine):
    """Within 1e-5 of the range, of pictures for which that is hardest: halves, stripes that are about half as wide as a
    bell, and waves that the rows which are left nearly miss; and the same of columns."""
    blur, (y, x) = pygpu.compile(filters.gaussian, sigma=Float), np.mgrid[0:160, 0:24]
    for sigma, step in ((8, 2), (12, 2), (20, 4), (33, 7)):
        for image in (x + 2 * y > 150, y % int(3 * sigma) < 1.5 * sigma, y % int(2 * sigma) < sigma,
                      0.5 + 0.5 * np.sin(2 * np.pi * 1.1 / step * y)):
            wanted = ndimage.gaussian_filter(image.astype(float), sigma)
            assert np.abs(blur(image.astype(np.float32), sigma) - wanted).max() < 1e-5
            assert np.abs(blur(image.T.astype(np.float32), sigma) - wanted.T).max() < 1e-5


def test_weights_that_end_sharply_are_not_smoothed(on_numpy):
    """A spline would round off where a bell is cut at two sigmas: by 3e-3."""
    image = (np.mgrid[0:90, 0:70][0] % 40 < 20).astype(np.float32)
    for truncate in (1.5, 3.0, 4.0, 6.0):
        made = pygpu.compile(filters.gaussian, sigma=Float, truncate=truncate)(image, 20)
        assert np.abs(made - ndimage.gaussian_filter(image.astype(float), 20, truncate=truncate)).max() < 1e-5


def test_one_kernel_averages_any_size(engine):
    mean = pygpu.compile(filters.box, size=Int)
    source = None
    for image in (random(size_for(engine)), random((5, 1)), random((2, 3))):
        for size in (1, 2, 3, 15, 60):
            same(mean(image, size), ndimage.uniform_filter(image.astype(float), size))
            source = source or mean.source
    assert mean.source == source


def test_a_long_sum_loses_nothing(on_numpy):
    """What slides over 3000 pixels is still right to the last digits where the picture is dark."""
    image = np.concatenate([1000 + random((1, 2000)), 1e-3 * random((1, 1000))], axis=1)
    made = pygpu.compile(filters.box, size=Int)(image, 9)[0, 2010:]
    wanted = ndimage.uniform_filter(image.astype(float), (0, 9))[0, 2010:]
    assert np.abs(made / wanted - 1).max() < 1e-4


@pytest.mark.parametrize("border", [*SCIPY, "constant"])
def test_borders_are_scipys(border, on_numpy):
    mode, given = SCIPY.get(border, "grid-constant"), {"cval": 0.25} if border == "constant" else {}
    image, read = random((9, 14)), Image(border=border, fill=0.25)
    blur, mean = pygpu.compile(filters.gaussian, im=read, sigma=Float), pygpu.compile(filters.box, im=read, size=Int)
    for sigma in (2, 9, 30):
        same(blur(image, sigma), ndimage.gaussian_filter(image.astype(float), sigma, mode=mode, **given))
    for size in (4, 25):
        same(mean(image, size), ndimage.uniform_filter(image.astype(float), size, mode=mode, **given))


def test_inside_other_filters(engine):
    """Of a picture, of colours, and of a function of a position, each by a run-time number."""
    def sharper(im=Image(border="reflect"), p=Position, sigma: Float = 2.0, size: Int = 3):
        squares = filters.box(lambda q: im(q) * im(q), p, size)
        return im(p) + 0.5 * (im(p) - filters.gaussian(im, p, sigma=(sigma, 2 * sigma))) + squares

    sharpen = pygpu.compile(sharper)
    for shape in ((12, 14), (9, 7, 3)):
        image = random(shape).astype(float)
        colours = (0,) * (image.ndim - 2)
        for sigma, size in ((0.8, 3), (9.0, 4)):
            wanted = image + 0.5 * (image - ndimage.gaussian_filter(image, (2 * sigma, sigma, *colours)))
            wanted += ndimage.uniform_filter(image * image, (size, size, *(1,) * len(colours)))
            same(sharpen(image.astype(np.float32), sigma=sigma, size=size), wanted)


@pytest.mark.parametrize("order", [1, (0, 2)])
def test_derivatives(order, on_numpy):
    slope, image = pygpu.compile(filters.gaussian, sigma=Float, order=order), random((9, 14))
    theirs = order if isinstance(order, int) else order[::-1]
    for sigma in (0.8, 3):
        same(slope(image, sigma), ndimage.gaussian_filter(image.astype(float), sigma, theirs))


@pytest.mark.parametrize("name, given, words", [
    ("gaussian", dict(sigma=-1), r"gaussian\(\): sigma is a number of at least 0.*, not -1"),
    ("gaussian", dict(sigma=float("nan")), r"gaussian\(\): sigma is a number"),
    ("box", dict(size=0), r"box\(\): size is a whole number of at least 1.*, not 0"),
])
def test_widths_that_are_none_are_refused(name, given, words, on_numpy):
    run_time = pygpu.compile(getattr(filters, name), **{key: Float if key == "sigma" else Int for key in given})
    with pytest.raises(pygpu.ArgumentError, match=words):
        run_time(random((2, 3)), **given)
