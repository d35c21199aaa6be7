"""Lenses against OpenCV, scipy.ndimage and scikit-image; pixelate and kuwahara against Pillow and SciPy; demosaic."""

import numpy as np
import pytest
from PIL import Image as Picture
from scipy import ndimage

import pygpu
from pygpu import Image, Int, Position, filters

from .comparing import opencv, pictures, random, same, size_for, skimage


def test_undistort_is_opencvs(engine):
    """OpenCV's places between pixels have five bits; where it begins to be outside differs."""
    cv2 = opencv()
    rows, columns = size_for(engine)
    image = ndimage.gaussian_filter(random((rows, columns)), 3)
    camera = np.array([[60.0, 0, columns / 2 + 1], [0, 55, rows / 2 - 1], [0, 0, 1]])
    k1, k2, p1, p2, k3 = coefficients = (-0.2, 0.1, 0.01, -0.02, 0.05)
    theirs = cv2.undistort(image, camera, np.array(coefficients))
    inside = cv2.undistort(np.ones_like(image), camera, np.array(coefficients)) == 1
    same(filters.undistort(image, k1, k2, p1, p2, k3, camera)[inside], theirs[inside], 4e-3)


def test_undistort_by_nothing_is_the_picture(engine):
    image = random((9, 7))
    same(filters.undistort(image), image)


def test_motion_blur_is_scipys(engine):
    for image in pictures(engine):
        same(filters.motion_blur(image, 5), ndimage.uniform_filter(image, (1, 5)))
    image = random((9, 7))
    rows, columns = np.indices(image.shape).astype(float)
    way = np.array([-np.sin(np.radians(30)), np.cos(np.radians(30))])
    theirs = [ndimage.map_coordinates(image, [rows + t * way[0], columns + t * way[1]], order=1, mode="reflect")
              for t in (-1.5, -0.5, 0.5, 1.5)]
    same(filters.motion_blur(image, 4, 30), np.mean(theirs, 0))


def test_a_blur_along_no_points_is_the_picture(engine):
    image = random((9, 7))
    same(pygpu.compile(lambda im=Image, p=Position, n=Int: filters.motion_blur(im, p, n, 30.0))(image, 0), image)
    with pytest.raises(pygpu.ArgumentError, match="at least 1"):
        pygpu.compile(filters.motion_blur)(image, 0, 30.0)


def test_lens_blur_is_scipys_with_a_disc(engine):
    disc = skimage("morphology").disk(3).astype(float)
    for image in pictures(engine):
        same(filters.lens_blur(image, 3), ndimage.convolve(image, disc / disc.sum()))


def test_chromatic_aberration_is_scipys_zoom_of_two_channels(engine):
    image = random((9, 7, 3))
    result = filters.chromatic_aberration(image, 0.1)
    same(result[..., 1], image[..., 1])
    rows, columns = np.indices((9, 7)).astype(float)
    for channel, factor in ((0, 0.9), (2, 1.1)):
        places = [4 + (rows - 4) * factor, 3 + (columns - 3) * factor]
        same(result[..., channel], ndimage.map_coordinates(image[..., channel], places, order=1, mode="nearest"))


def test_pixelate_is_pillows(engine):
    image = random((12, 18))
    for size in (2, 3, 6, (3, 2), (9, 4)):
        width, height = size if isinstance(size, tuple) else (size, size)
        small = Picture.fromarray(image).resize((18 // width, 12 // height), Picture.Resampling.BOX)
        same(filters.pixelate(image, size), np.asarray(small.resize((18, 12), Picture.Resampling.NEAREST)))


def test_pixelate_of_a_cut_block(engine):
    image = random((5, 7))
    padded = np.pad(image, ((0, 1), (0, 2)), "edge")
    expected = padded.reshape(2, 3, 3, 3).mean((1, 3)).repeat(3, 0).repeat(3, 1)[:5, :7]
    same(filters.pixelate(image, 3), expected)


@pytest.mark.parametrize("channels", [(), (3,)], ids=["gray", "colour"])
def test_kuwahara_is_of_scipys_means(engine, channels):
    image = random((12, 14, *channels))
    planes = np.atleast_3d(image).astype(float)
    means, varies = [], []
    for right, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        origin = (1 if down < 0 else -1, 1 if right < 0 else -1)
        blur = lambda plane, origin=origin: ndimage.uniform_filter(plane, 3, origin=origin)
        means.append(np.dstack([blur(plane) for plane in np.moveaxis(planes, -1, 0)]))
        squares = np.dstack([blur(plane**2) for plane in np.moveaxis(planes, -1, 0)])
        varies.append((squares - means[-1]**2).sum(-1))
    best = np.argmin(varies, 0)
    expected = np.take_along_axis(np.array(means), best[None, ..., None], 0)[0]
    same(filters.kuwahara(image, 2), expected.reshape(image.shape))


@pytest.mark.parametrize("pattern", ["RGGB", "GRBG", "GBRG", "BGGR"])
@pytest.mark.parametrize("method", ["bilinear", "malvar"])
def test_demosaic_is_colour_demosaicings(engine, pattern, method):
    """Inside: at the edge the library repeats pixels of another colour."""
    theirs = pytest.importorskip("colour_demosaicing", reason="colour-demosaicing is not installed")
    name = "bilinear" if method == "bilinear" else "Malvar2004"
    raw = random(size_for(engine))
    expected = getattr(theirs, f"demosaicing_CFA_Bayer_{name}")(raw.astype(float), pattern)
    inside = np.s_[2:-2, 2:-2]
    same(filters.demosaic(raw, pattern, method)[inside], expected[inside])


def test_demosaic_of_a_flat_picture_is_flat_to_its_edge(engine):
    colours = np.zeros((8, 9, 3), np.float32) + (0.2, 0.5, 0.7)
    rows, columns = np.indices((8, 9)) % 2
    raw = np.take_along_axis(colours, (rows + columns)[..., None], 2)[..., 0].astype(np.float32)
    for method in ("bilinear", "malvar"):
        same(filters.demosaic(raw, "RGGB", method), colours)
    with pytest.raises(ValueError, match="RGGB, GRBG"):
        filters.demosaic(raw, "RGB")
