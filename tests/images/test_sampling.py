"""Between pixels, at any position and with every border: nearest, linear and spline against scipy.ndimage, cubic
against Pillow's resize, levels of detail against Pillow's reduce."""

import numpy as np
import pytest
from PIL import Image as Pillow
from scipy import ndimage

import pygpu
from pygpu import Float, Image, Int, Position
from tests.engines import FLOAT32, check
from tests.images.test_borders import NUMPY, SCIPY

RANDOM = np.random.default_rng(43)
SIZES = [(1, 1), (1, 5), (2, 3), (7, 4), (32, 17), (257, 129)]
ORDERS = {"nearest": 0, "linear": 1, "hardware": 1, "spline": 3}


def places(size, count=(5, 40)):
    """Positions inside, and as far outside as the image is large and more."""
    return [RANDOM.uniform(-n - 3, 2 * n + 3, count).astype(np.float32) for n in size]


def read(im=Image, xs=Image, ys=Image, p=Position):
    return im(xs(p), ys(p))


@pytest.mark.parametrize("border", SCIPY)
@pytest.mark.parametrize("mode", ["nearest", "linear", "hardware"])
def test_scipys(mode, border, engine):
    filter = pygpu.compile(read, im=Image(border=border, sample=mode, fill=0.25))
    for size in SIZES[:4] if engine.is_checker else SIZES:
        image = RANDOM.random(size, np.float32)
        ys, xs = places(size)
        expected = ndimage.map_coordinates(image.astype(float), [ys, xs], order=ORDERS[mode], mode=SCIPY[border],
                                           cval=0.25)
        np.testing.assert_allclose(filter(image, xs, ys, size=xs.shape[::-1]), expected, atol=FLOAT32)


@pytest.mark.parametrize("border", SCIPY)
def test_scipys_spline(border, engine):
    filter = pygpu.compile(read, im=Image(border=border, sample="spline", fill=0.25))
    for size in [(3, 4)] if engine.is_checker else SIZES:
        image = RANDOM.random(size, np.float32)
        ys, xs = places(size, (1, 3) if engine.is_checker else (3, 20))
        expected = spline(image.astype(float), ys, xs, border)
        np.testing.assert_allclose(filter(image, xs, ys, size=xs.shape[::-1]), expected, atol=FLOAT32)


def spline(image, ys, xs, border):
    """scipy's, of an image with so much around it that the edge is far: near the edge of images of a few pixels its own
    reflect is off by up to 5e-4."""
    if border != "reflect":
        return ndimage.map_coordinates(image, [ys, xs], order=3, mode=SCIPY[border], cval=0.25)
    far = 2 * max(image.shape) + 20
    there = [ys.astype(float) + far, xs.astype(float) + far]
    return ndimage.map_coordinates(np.pad(image, far, "symmetric"), there, order=3)


@pytest.mark.parametrize("border", NUMPY)
def test_pillows_cubic(border, engine):
    """The image is put into a wide frame made by numpy.pad, and enlarged by Pillow: far from the frame's own edge each
    of its pixels is a reading between the image's."""
    frame, times = 9, 4
    filter = pygpu.compile(lambda im=Image(border=border, sample="cubic", fill=0.25), p=Position:
                           im((p.x + 0.5) / times - 0.5 - frame, (p.y + 0.5) / times - 0.5 - frame))
    for height, width in [(1, 1), (2, 3)] if engine.is_checker else [(1, 1), (1, 5), (2, 3), (7, 4), (32, 17)]:
        image = RANDOM.random((height, width), np.float32)
        fill = {"constant_values": 0.25} if border == "constant" else {}
        framed = Pillow.fromarray(np.pad(image, frame, NUMPY[border], **fill))
        size = framed.width * times, framed.height * times
        expected = np.asarray(framed.resize(size, Pillow.Resampling.BICUBIC))
        inner = slice(3 * times, -3 * times)
        np.testing.assert_allclose(filter(image, size=size)[inner, inner], expected[inner, inner], atol=FLOAT32)


@pytest.mark.parametrize("dtype, channels", [("uint8", 3), ("uint16", 1), ("float16", 4), ("float64", 2)])
def test_every_channel_and_type(dtype, channels, engine):
    image = (RANDOM.random((4, 5, channels)) * (255 if dtype[0] == "u" else 1)).astype(dtype)
    white = np.iinfo(dtype).max if dtype[0] == "u" else 1
    ys, xs = places((4, 5), (2, 9))
    filter = pygpu.compile(read, im=Image(border="reflect"))
    result = filter(image, xs, ys, size=(9, 2), dtype="float32")
    for channel in range(channels):
        plane = image[:, :, channel].astype(float) / white
        expected = ndimage.map_coordinates(plane, [ys, xs], order=1, mode="reflect")
        np.testing.assert_allclose(result.reshape(2, 9, channels)[:, :, channel], expected, atol=FLOAT32)


def test_a_mode_chosen_on_the_spot(engine):
    def all_modes(im=Image(sample="nearest"), p=Position):
        q = p * 0.7 + (0.3, 0.1)
        return (im(q) + im.sample(q, "linear") + im.sample(q.x, q.y, "cubic") + im.sample(q, mode="nearest")
                + im.sample(q))

    check(all_modes, RANDOM.random((3, 4), np.float32))
    check(all_modes, RANDOM.random((3, 4, 3), np.float32))


def test_one_whole_coordinate(engine):
    def read(im=Image(sample="cubic"), p=Position):
        return im(p.x / 3, p.y) + im(p.x, p.y / 3)

    check(read, RANDOM.random((3, 4), np.float32))


# --- where pixels are -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic", "spline", "hardware"])
def test_pixel_centres_are_at_whole_numbers(mode, engine):
    """At a whole position, even if it is a float, every mode gives that pixel."""
    image = RANDOM.random((3, 4), np.float32)
    if mode == "spline" and engine.is_checker:
        pytest.skip("484 reads a pixel")
    at_centres = pygpu.compile(lambda im=Image(sample=mode, border="mirror"), p=Position: im(p * 1.0))
    np.testing.assert_allclose(at_centres(image), image, atol=FLOAT32 if mode == "spline" else 1e-6)


def test_half_way(engine):
    image = RANDOM.random((3, 4), np.float32)
    between = pygpu.compile(lambda im=Image, p=Position: im(p.x + 0.5, p.y))
    np.testing.assert_allclose(between(image)[:, :3], (image[:, :-1] + image[:, 1:]) / 2, atol=1e-6)
    nearest = pygpu.compile(lambda im=Image(sample="nearest"), p=Position: im(p.x + 0.5, p.y + 0.49))
    np.testing.assert_array_equal(nearest(image)[:, :3], image[:, 1:])  # halves go to the right, and down


def test_enlarging_keeps_the_picture_in_place(engine):
    """The usual formula of a resize, tested against Pillow's: edges of pixels are at halves."""
    image = RANDOM.random((5, 4), np.float32)
    twice = pygpu.compile(lambda im=Image, p=Position: im((p.x + 0.5) / 2 - 0.5, (p.y + 0.5) / 2 - 0.5))
    expected = Pillow.fromarray(image).resize((8, 10), Pillow.Resampling.BILINEAR)
    np.testing.assert_allclose(twice(image, size=(8, 10)), expected, atol=FLOAT32)


# --- less detail ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_levels_are_pillows_reduce(k, engine):
    filter = pygpu.compile(lambda im=Image, k=0, p=Position: im.level(k)(p), k=k)
    for size in [(1, 1), (5, 6)] if engine.is_checker else [(1, 1), (5, 6), (16, 8), (33, 70)]:
        image = RANDOM.random(size, np.float32)
        expected = np.asarray(Pillow.fromarray(image).reduce(2**k))
        np.testing.assert_allclose(filter(image, size=expected.shape[::-1]), expected, atol=FLOAT32)


def test_a_level_is_an_image(engine):
    def read_level(im=Image(border="wrap", sample="cubic"), p=Position):
        small = im.level(1)
        return small(p * 0.7) + small.width + 2 * small.height + small.sample(p - (4, 4), "linear") + small.level(1)(p)

    check(read_level, RANDOM.random((5, 6), np.float32))
    if not engine.is_checker:
        check(read_level, RANDOM.random((3, 3, 3), np.float32))


def test_a_level_known_when_the_filter_runs(engine):
    image = RANDOM.random((7, 6), np.float32)
    filter = pygpu.compile(lambda im=Image, p=Position, k=Int: im.level(k)(p))
    for k in (0, 1, 2, 5):
        expected = np.asarray(Pillow.fromarray(image).reduce(2**k))
        np.testing.assert_allclose(filter(image, k, size=expected.shape[::-1]), expected, atol=FLOAT32)


def test_detail_at_the_same_places(engine):
    """sample(..., level=k): the same positions, log2(n) where a pixel of the result covers n of the picture."""
    image = RANDOM.random((8, 12), np.float32)
    quarter = pygpu.compile(lambda im=Image, p=Position: im.sample(4 * p.x + 1.5, 4 * p.y + 1.5, level=2))
    np.testing.assert_allclose(quarter(image, size=(3, 2)), Pillow.fromarray(image).reduce(4), atol=FLOAT32)
    half = pygpu.compile(lambda im=Image, p=Position, k=Float: im.sample(p * 1.5, level=k))
    if engine.is_checker:
        return
    here, finer, coarser = (half(image, k, size=(4, 3)) for k in (1.25, 1.0, 2.0))
    np.testing.assert_allclose(here, 0.75 * finer + 0.25 * coarser, atol=FLOAT32)
    plain = pygpu.compile(lambda im=Image, p=Position: im(p * 1.5))
    np.testing.assert_allclose(half(image, -1.0), plain(image), atol=FLOAT32)


def test_detail_by_how_fast_the_place_moves(engine):
    def shrinking(im=Image, p=Position):
        return im.sample(p.x * (p.y + 1), 2.0, level=pygpu.log2(p.y + 1.0))

    check(shrinking, RANDOM.random((5, 6), np.float32), size=(3, 3))
