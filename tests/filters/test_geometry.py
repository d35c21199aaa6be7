"""Rotations, matrices, polar coordinates... against scipy.ndimage, scikit-image, Pillow, OpenCV and NumPy."""

import numpy as np
import pytest
from PIL import Image, ImageOps
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for, skimage

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


def test_flips_and_turns_are_pillows_and_numpys(engine):
    image = random((4, 7))
    for along, theirs in (("x", ImageOps.mirror), ("y", ImageOps.flip)):
        same(filters.flip(image, along), np.asarray(theirs(Image.fromarray(image))), 0)
    for quarters in range(-1, 5):
        same(filters.turn(image, quarters), np.rot90(image, quarters), 0)
    with pytest.raises(ValueError, match='"x" or "y"'):
        filters.flip(image, "z")


def test_crop_is_pillows(engine):
    image = random((9, 7, 3), np.uint8)
    for box in ((1, 2, 5, 9), (-2, -1, 9, 12), (0, 0, 1, 1)):
        np.testing.assert_array_equal(filters.crop(image, *box), np.asarray(Image.fromarray(image).crop(box)))
        assert filters.crop(Image.fromarray(image), *box).size == (box[2] - box[0], box[3] - box[1])


@pytest.mark.parametrize("border, mode", [("constant", "constant"), ("clamp", "edge"), ("mirror", "reflect"),
                                          ("reflect", "symmetric"), ("wrap", "wrap")])
def test_pad_is_numpys(engine, border, mode):
    image = random((4, 7))
    same(filters.pad(image, 1, 2, 3, 9, border=border), np.pad(image, ((2, 9), (1, 3)), mode), 0)


def test_translate_is_scipys(engine):
    for image in pictures(engine):
        for border, mode in (("constant", "grid-constant"), ("mirror", "mirror"), ("wrap", "grid-wrap")):
            same(filters.translate(image, 2.25, -1.5, border=border),
                 ndimage.shift(image, (-1.5, 2.25), order=1, mode=mode))


def test_zoom_is_scipys_and_opencvs(engine):
    cv2 = opencv()
    for image in pictures(engine, least=2):
        for factor in (2, 1.5, 0.7):
            result = filters.zoom(image, factor)
            same(result, ndimage.zoom(image, factor, order=1, mode="nearest", grid_mode=True))
            size = [max(round(side * factor), 1) for side in image.shape[::-1]]
            same(result, cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), 1e-4)


def test_remap_is_scipys(engine):
    image = random((9, 7))
    places = np.dstack([8 * random((5, 6)) - 1, 10 * random((5, 6), seed=1) - 1])
    result = filters.remap(image, places)
    assert result.shape == (5, 6)
    same(result, ndimage.map_coordinates(image, [places[..., 1], places[..., 0]], order=1, mode="grid-constant"))


def test_remap_is_opencvs_where_its_weights_are_exact(engine):
    image = random((9, 7))
    x, y = np.meshgrid(np.arange(0, 6, 0.25, np.float32), np.arange(0, 8, 0.5, np.float32))
    cv2 = opencv()
    same(filters.remap(image, np.dstack([x, y])), cv2.remap(image, x, y, cv2.INTER_LINEAR))


@pytest.mark.parametrize("name, scaling", [("polar", "linear"), ("log_polar", "log")])
@pytest.mark.parametrize("radius", [None, 6.5])
def test_polar_is_scikit_images(engine, name, scaling, radius):
    warp_polar = skimage("transform").warp_polar
    image = ndimage.gaussian_filter(random((12, 15)), 1)
    theirs = warp_polar(image, radius=radius, scaling=scaling)
    ours = getattr(filters, name)(image, radius)
    assert ours.shape == theirs.shape
    same(ours, theirs, 1e-4)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_polar_and_back(engine, logarithmic):
    image = ndimage.gaussian_filter(random((40, 48)), 3)
    there = (filters.log_polar if logarithmic else filters.polar)(image, border="clamp")
    back = filters.from_polar(there, 48, 40, logarithmic=logarithmic)
    assert back.shape == image.shape
    inside = np.s_[8:-8, 8:-8]
    assert np.abs(back - image)[inside].mean() < (0.02 if logarithmic else 0.005)


def test_a_size_that_is_asked_for_is_the_size(engine):
    image = random((9, 7))
    assert filters.zoom(image, 2, size=(5, 6)).shape == (6, 5)
    assert filters.turn(Image.fromarray(image)).size == (9, 7)
    stack = np.stack([image, image])
    assert filters.turn(stack, axis=0).shape == (2, 7, 9)
    same(filters.turn(stack, axis=0)[1], filters.turn(image))
