"""Between the pixels: linear against scipy, cubic against Pillow's and a polynomial, nearest against its definition."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu import CompileError, HostImage, Image, Position

SCIPY = {"clamp": "nearest", "mirror": "mirror", "reflect": "reflect", "wrap": "grid-wrap", "constant": "grid-constant"}
SIZES = [(1, 1), (1, 5), (2, 3), (7, 4)]


@pytest.mark.parametrize("border", SCIPY)
@pytest.mark.parametrize("size", SIZES)
def test_linear_is_scipys(border, size):
    random = np.random.default_rng(3)
    image = random.random(size)
    ys, xs = (random.uniform(-2 * n - 3, 3 * n + 3, 150) for n in size)
    expected = ndimage.map_coordinates(image, [ys, xs], order=1, mode=SCIPY[border], cval=0.25)
    im = HostImage(image, border=border, fill=0.25)
    np.testing.assert_allclose([im(x, y) for x, y in zip(xs.tolist(), ys.tolist())], expected, atol=1e-12)


@pytest.mark.parametrize("border", SCIPY)
def test_nearest_is_the_pixel_at_the_floor_of_a_half_more(border):
    image = np.random.default_rng(4).random((3, 4))
    im = HostImage(image, border=border, sample="nearest")
    for x in np.arange(-9, 9, 0.25).tolist():
        assert im(x, 1.0) == im(int(np.floor(x + 0.5)), 1)
        assert im(1.0, x) == im(1, int(np.floor(x + 0.5)))


def test_cubic_reproduces_a_parabola():
    """Catmull-Rom's is exact for polynomials of degree two; far from the border, so that it plays no part."""
    image = np.array([[0.5 * x * x - 3 * x + y * y - 2 for x in range(9)] for y in range(9)])
    im = HostImage(image)
    for x, y in np.random.default_rng(5).uniform(2, 6, (40, 2)).tolist():
        assert im.sample(x, y, "cubic") == pytest.approx(0.5 * x * x - 3 * x + y * y - 2)


def test_cubic_is_pillows():
    from PIL import Image as Pillow

    image = np.random.default_rng(6).random((9, 8)).astype(np.float32)
    expected = np.asarray(Pillow.fromarray(image).resize((8 * 3, 9 * 2), Pillow.Resampling.BICUBIC))
    im = HostImage(image)
    here = [[im.sample((x + 0.5) / 3 - 0.5, (y + 0.5) / 2 - 0.5, "cubic") for x in range(6, 18)] for y in range(4, 14)]
    np.testing.assert_allclose(here, expected[4:14, 6:18], atol=1e-6)  # where all four pixels are inside


@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic", "hardware"])
def test_every_mode_gives_the_pixels_at_their_centres(mode):
    image = np.random.default_rng(7).random((3, 4))
    im = HostImage(image, sample=mode, border="mirror")
    for y in range(-2, 5):
        for x in range(-2, 6):
            assert im(float(x), float(y)) == pytest.approx(im(x, y), abs=1e-15)
            assert im(float(x), y) == pytest.approx(im(x, y), abs=1e-15)


def test_a_whole_coordinate_is_not_sampled():
    reads = []

    class Counting(HostImage):
        __slots__ = ()

        def pixel(self, column, row):
            reads.append((column, row))
            return HostImage.pixel(self, column, row)

    im = Counting(np.ones((5, 5)))
    for place, expected in (((2, 3), 1), ((2.5, 3), 2), ((2, 3.5), 2), ((2.5, 3.5), 4), ((np.float32(2), 3), 2),
                            ((np.int64(2), 3), 1)):
        reads.clear()
        im(*place)
        assert len(reads) == expected
    reads.clear()
    im.sample(2.5, 2.5, "cubic")
    assert len(reads) == 16


def test_forms_of_a_position():
    image = np.random.default_rng(8).random((4, 4))
    im = HostImage(image, sample="nearest")
    p = Position(3, 3) / 2
    assert im(p) == im((1.5, 1.5)) == im(1.5, 1.5) == im([1.5, 1.5]) == image[2, 2]
    linear = image[1:3, 1:3].mean()
    assert im.sample(p, "linear") == im.sample(1.5, 1.5, "linear") == im.sample(p, mode="linear") == pytest.approx(linear)
    assert im.sample(p) == im(p)
    with pytest.raises(TypeError, match="position"):
        im(3)


def test_colors_are_sampled_as_wholes():
    image = np.random.default_rng(9).random((4, 5, 3))
    im = HostImage(image)
    for mode in ("nearest", "linear", "cubic"):
        value = im.sample(1.3, 2.6, mode)
        for channel in range(3):
            assert value[channel] == pytest.approx(HostImage(image[:, :, channel]).sample(1.3, 2.6, mode))
        assert type(value) is type(im(0, 0))


def test_unknown_names():
    for wrong in (lambda: Image(sample="lanczos"), lambda: HostImage(np.ones((2, 2)))(0, 0) and
                  HostImage(np.ones((2, 2))).sample(0.5, 0.5, "lanczos")):
        with pytest.raises(CompileError, match="unknown-sampling.*\n.*\n.*nearest.*linear.*cubic.*hardware"):
            wrong()
