"""Rotations and matrices against scipy.ndimage, scikit-image, Pillow and OpenCV; resize against Pillow."""

import numpy as np
import pytest
from PIL import Image
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage, within_a_level

SHEAR = np.array([[0.9, 0.3, -1.5], [-0.2, 1.1, 2.25]])
TILT = np.array([[0.9, 0.3, -1.5], [-0.2, 1.1, 2.25], [0.01, 0.02, 1]])


@pytest.mark.parametrize("border, mode", [("constant", "grid-constant"), ("reflect", "reflect"), ("wrap", "grid-wrap")])
def test_rotate_is_scipys(engine, border, mode):
    for image in pictures(engine):
        for angle in (0, 30, -100):
            same(filters.rotate(image, angle, border=border),
                 ndimage.rotate(image, angle, reshape=False, order=1, mode=mode))


def test_rotate_is_pillows_and_scikit_images(engine):
    image = random(size_for(engine))
    inside = np.s_[3:-3, 3:-3]  # Pillow has no border: where it begins to be outside differs
    theirs = Image.fromarray(np.ones_like(image)).rotate(20, Image.Resampling.BILINEAR)
    there = (np.asarray(theirs) == 1) & (filters.rotate(np.ones_like(image), 20) == 1)
    theirs = np.asarray(Image.fromarray(image).rotate(20, Image.Resampling.BILINEAR))
    same((filters.rotate(image, 20) * there)[inside], (theirs * there)[inside], 1e-4)
    same(filters.rotate(image, 20), skimage("transform").rotate(image, 20, order=1, preserve_range=True))


def test_a_quarter_turn(engine):
    image = random((9, 9))
    same(filters.rotate(image, 90), np.rot90(image))


def test_affine_is_scipys(engine):
    """scipy counts rows before columns."""
    matrix, offset = SHEAR[::-1, 1::-1], SHEAR[::-1, 2]
    for image in pictures(engine):
        same(filters.affine(image, *SHEAR),
             ndimage.affine_transform(image, matrix, offset, order=1, mode="grid-constant"))


def test_perspective_is_scikit_images(engine):
    for image in pictures(engine, least=2):
        same(filters.perspective(image, *TILT), skimage("transform").warp(image, TILT, order=1))


def test_matrices_are_opencvs(engine):
    """OpenCV's weights have a few bits only; where it begins to be outside differs."""
    cv2 = opencv()
    rows, columns = size_for(engine)
    image = ndimage.gaussian_filter(random((rows, columns)), 3)
    how = dict(flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT)
    same(filters.affine(image, *SHEAR, border="reflect"), cv2.warpAffine(image, SHEAR, (columns, rows), **how), 2e-3)
    same(filters.perspective(image, *TILT, border="reflect"),
         cv2.warpPerspective(image, TILT, (columns, rows), **how), 2e-3)


def test_warp_is_scipys(engine):
    for image in pictures(engine):
        flow = 4 * random((*image.shape, 2)) - 2
        rows, columns = np.indices(image.shape)
        places = [rows + flow[..., 1], columns + flow[..., 0]]
        same(filters.warp(image, flow), ndimage.map_coordinates(image, places, order=1, mode="grid-constant"))
        same(filters.warp(image, flow, sample="nearest", border="mirror"),
             ndimage.map_coordinates(image, np.floor(np.array(places) + 0.5), order=0, mode="mirror"))


PILLOW = {"box": "BOX", "linear": "BILINEAR", "hamming": "HAMMING", "cubic": "BICUBIC", "lanczos": "LANCZOS"}


@pytest.mark.parametrize("kernel", PILLOW)
def test_resize_is_pillows(engine, kernel):
    """To odd sizes: with others a pixel may lie on the very edge of a box, and rounding decides in Pillow."""
    how = getattr(Image.Resampling, PILLOW[kernel])
    for image in pictures(engine):
        for size in ((1, 1), (5, 3), (7, 21), (21, 9)):
            theirs = np.asarray(Image.fromarray(image).resize(size, how))
            same(filters.resize(image, *size, kernel), theirs)


def test_resize_nearest_is_pillows(engine):
    for image in pictures(engine):
        for size in ((1, 1), (5, 3), (20, 9)):
            theirs = Image.fromarray(image).resize(size, Image.Resampling.NEAREST)
            same(filters.resize(image, size=size, kernel="nearest"), np.asarray(theirs), 0)


def test_resize_of_colours_is_pillows(engine):
    """Pillow's in float: its bytes are rounded between the two directions, too."""
    photo = Image.fromarray(random((*size_for(engine), 3), np.uint8))
    for size in ((10, 8), (40, 30)):
        result = filters.resize(photo, size=size)
        assert result.size == size and result.mode == "RGB"
        theirs = [band.convert("F").resize(size, Image.Resampling.BICUBIC) for band in photo.split()]
        within_a_level(result, np.dstack(theirs).round().clip(0, 255).astype(np.uint8))
