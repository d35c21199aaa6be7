"""HostImage: what a filter sees of pictures of every kind, in plain Python."""

import numpy as np
import pytest
from PIL import Image as Pillow

from pygpu import Color, HostImage, ImageError, Position, Vec2, Vec4
from pygpu.language.positions import Positions
from pygpu.language.vectors import Vector


@pytest.mark.parametrize("dtype, given, seen", [
    ("bool", 1, True), ("uint8", 51, 0.2), ("uint16", 65535, 1.0), ("uint32", 2**32 - 1, 1.0), ("int8", -3, -3),
    ("int16", 300, 300), ("int32", -(2**31), -(2**31)), ("int64", 7, 7), ("float16", 0.5, 0.5), ("float32", 1.5, 1.5),
    ("float64", -2.0, -2.0), (">u2", 13107, 0.2), (">f4", 1.5, 1.5),
])  # fmt: skip
def test_types(dtype, given, seen):
    for channels, kind in ((1, type(seen)), (2, Vec2), (3, Color), (4, Vec4)):
        value = HostImage(np.full((2, 3, channels), given, dtype))(1, 1)
        assert type(value) is kind
        assert value == (seen if channels == 1 else kind(*(seen,) * channels))
        if isinstance(value, Vector):
            assert all(type(part) is type(seen) for part in value)
    assert HostImage(np.full((2, 3), given, dtype))(1, 1) == seen


@pytest.mark.parametrize("mode, given, seen", [
    ("L", 51, 0.2), ("1", 1, True), ("I", -5, -5), ("F", 2.5, 2.5), ("I;16", 13107, 0.2),
    ("RGB", (0, 51, 255), Color(0, 0.2, 1)), ("RGBA", (0, 51, 255, 102), Vec4(0, 0.2, 1, 0.4)),
    ("LA", (51, 255), Vec2(0.2, 1)), ("RGBX", (0, 51, 255, 102), Vec4(0, 0.2, 1, 0.4)),
    ("CMYK", (0, 51, 255, 102), Vec4(0, 0.2, 1, 0.4)), ("YCbCr", (0, 51, 255), Color(0, 0.2, 1)),
])  # fmt: skip
def test_pillow(mode, given, seen):
    im = HostImage(Pillow.new(mode, (3, 2), given))
    assert (im.width, im.height, im.size) == (3, 2, (3, 2))
    assert im(1, 1) == seen and type(im(1, 1)) is type(seen)



def test_no_place_is_told_as_such():
    for place in (None, "ab"):
        with pytest.raises(TypeError, match=f"not at {place!r}"):
            HostImage(np.ones((2, 2)))(place)


def test_palettes_are_expanded():
    picture = Pillow.new("P", (1, 1), 1)
    picture.putpalette([0, 0, 0, 255, 51, 0])
    assert HostImage(picture)(0, 0) == Color(1, 0.2, 0)
    picture.info["transparency"] = 1
    assert HostImage(picture)(0, 0) == Vec4(1, 0.2, 0, 0)


def test_positions_and_size():
    array = np.arange(12.0).reshape(3, 4)
    im = HostImage(array)
    assert (im.width, im.height) == (4, 3)
    assert im(Position(3, 1)) == im((3, 1)) == im(3, 1) == im(Vec2(3, 1)) == 7.0
    assert HostImage(array[::-1].T)(0, 1) == 9.0
    assert HostImage(im, border="wrap")(4, 0) == 0.0


def test_an_array_in_all_but_name():
    class Wrapped:
        def __array__(self, dtype=None, copy=None):
            return np.ones((2, 2), np.float32)

    class Tensor:
        def __dlpack__(self, **options):
            return np.ones((2, 2), np.float32).__dlpack__(**options)

        def __dlpack_device__(self):
            return (1, 0)

    assert HostImage(Wrapped())(0, 0) == HostImage(Tensor())(0, 0) == 1.0


@pytest.mark.parametrize("wrong, says", [
    ("photo.jpg", "name of a picture"), ([[1, 2], [3, 4]], "list is not a picture"), (np.zeros((0, 4)), "nothing to read"),
    (np.zeros((2, 2, 5)), "shape"), (np.zeros(4), "shape"), (np.zeros((2, 2), complex), "complex"),
    (np.zeros((2, 2), object), "not a picture"), (np.ma.ones((2, 2)), "filled"), (None, "NoneType is not a picture"),
    (Vec2(1, 2), "Vec2"),
])  # fmt: skip
def test_refused(wrong, says):
    with pytest.raises(ImageError, match=says):
        HostImage(wrong)


def test_fill_of_another_length():
    with pytest.raises(ImageError, match="channels"):
        HostImage(np.zeros((2, 2, 3)), border="constant", fill=(1, 2))


def test_the_paper_in_plain_python():
    from math import sqrt

    from scipy import ndimage

    from pygpu import offsets, ravel, transpose

    def convolve(kernel, im, p):
        return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])

    def edge_detect(kernel, im, p):
        gx, gy = convolve(kernel, im, p), convolve(transpose(kernel), im, p)
        return sqrt(gx**2 + gy**2)

    array = np.random.default_rng(1).integers(0, 255, (6, 7), np.uint8)
    kernel = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    expected = np.hypot(ndimage.correlate(array / 255, kernel, mode="nearest"),
                        ndimage.correlate(array / 255, kernel.T, mode="nearest"))
    im = HostImage(array)
    here = [[edge_detect(kernel, im, Position(x, y)) for x in range(7)] for y in range(6)]
    np.testing.assert_allclose(here, expected)

    def squared(q):
        return im(q) ** 2

    assert convolve(kernel, squared, Position(3, 3)) == pytest.approx(
        ndimage.correlate((array / 255) ** 2, kernel)[3, 3])


def test_all_pixels():
    im = HostImage(np.array([[0, 51, 255], [102, 204, 153]], np.uint8))
    assert len(im) == 6 and list(im) == [0.0, 0.2, 1.0, 0.4, 0.8, 0.6]
    assert [(q.x, q.y) for q in im.positions] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert max(im.positions, key=im) == Position(2, 0) and sum(im) == pytest.approx(3.0)
    assert list(HostImage(np.zeros((1, 2, 3), np.uint8))) == [Color(0, 0, 0)] * 2
    assert list(im.level(1)) == [pytest.approx(0.35), pytest.approx(0.8)]


def test_positions():
    places = Positions(3, 2)
    assert len(places) == 6 and places[4] == Position(1, 1) and places[-1] == Position(2, 1)
    assert places[1:3] == [Position(1, 0), Position(2, 0)]
    assert (2, 1) in places and (3, 1) not in places and (0.5, 0) not in places
    with pytest.raises(IndexError):
        places[6]
