"""Beyond the edge, against scipy.ndimage and numpy.pad: every border, on images from one pixel up, by kernels larger
than the image; borders that are functions, against plain Python."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import HostImage, Image, Position, Vec2, offsets, ravel
from tests.engines import FLOAT32, check

RANDOM = np.random.default_rng(41)
SCIPY = {"clamp": "nearest", "mirror": "mirror", "reflect": "reflect", "wrap": "grid-wrap", "constant": "grid-constant"}
NUMPY = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
SIZES = [(1, 1), (1, 6), (5, 1), (2, 3), (3, 3), (17, 40), (257, 129)]
SMALL = SIZES[:5]


def correlate(kernel, im=Image, p=Position):
    return sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])


def sizes(engine):
    return SMALL if engine.is_checker else SIZES


@pytest.mark.parametrize("border", SCIPY)
def test_stencils_are_scipys(border, engine):
    kernel = RANDOM.uniform(-1, 1, (3, 5))
    blur = pygpu.compile(correlate, kernel=kernel, im=Image(border=border, fill=0.25))
    for size in sizes(engine):
        image = RANDOM.random(size, np.float32)
        expected = ndimage.correlate(image.astype(float), kernel, mode=SCIPY[border], cval=0.25)
        np.testing.assert_allclose(blur(image), expected, atol=FLOAT32)


@pytest.mark.parametrize("border", SCIPY)
def test_a_kernel_larger_than_the_image(border, engine):
    """15 x 15 weights on images down to a single pixel: the image is crossed several times on each side."""
    kernel = np.zeros((15, 15))
    kernel[[0, 0, 7, 14, 14, 3, 12], [0, 14, 7, 0, 14, 11, 1]] = RANDOM.uniform(-1, 1, 7)
    blur = pygpu.compile(correlate, kernel=kernel, im=Image(border=border, fill=-1.0))
    for size in [(1, 1), (1, 3), (3, 3), (4, 2)]:
        image = RANDOM.random(size, np.float32)
        expected = ndimage.correlate(image.astype(float), kernel, mode=SCIPY[border], cval=-1.0)
        np.testing.assert_allclose(blur(image), expected, atol=FLOAT32)


@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_pictures_at_any_address(border, engine):
    """A long blur is done in tiles, whose first pass begins where a picture's cache lines do: wherever it lies."""
    row = np.exp(-0.5 * (np.arange(-9, 10) / 3) ** 2)[None]
    smooth = pygpu.compile(lambda im=Image(border=border, fill=0.25), p=Position:
                           correlate(row / row.sum(), lambda q: correlate(row.T / row.sum(), im, q), p))
    height, width = (3, 40) if engine.is_checker else (21, 530)
    memory = np.zeros(16 + height * width, np.float32)
    for start in (0, 1, 5) if engine.is_checker else range(16):
        image = memory[start:start + height * width].reshape(height, width)
        image[:] = RANDOM.random((height, width), np.float32)
        expected = ndimage.correlate(image.astype(float), row.T @ row / row.sum() ** 2, mode=SCIPY[border], cval=0.25)
        np.testing.assert_allclose(smooth(image), expected, atol=FLOAT32)


def test_a_full_kernel_larger_than_the_image(on_numpy):
    kernel = RANDOM.uniform(-1, 1, (15, 15))
    for border in SCIPY:
        image = RANDOM.random((3, 3), np.float32)
        expected = ndimage.correlate(image.astype(float), kernel, mode=SCIPY[border])
        blur = pygpu.compile(correlate, kernel=kernel, im=Image(border=border))
        np.testing.assert_allclose(blur(image), expected, atol=FLOAT32)


@pytest.mark.parametrize("across, down", [
    ("clamp", "wrap"), ("constant", "mirror"), ("reflect", "constant"), ("wrap", "reflect")])
def test_each_axis_its_own_border(across, down, engine):
    def far(im=Image(border=(across, down), fill=0.5), p=Position):
        return im(p.x - 9, p.y + 7) + 2 * im(p.x + 8, p.y - 6) + 4 * im(p + (3, 0))

    filter = pygpu.compile(far)
    for height, width in sizes(engine):
        image = RANDOM.random((height, width), np.float32)
        wide = image
        for axis, border in ((0, down), (1, across)):
            amounts = [(9, 9) if axis == each else (0, 0) for each in (0, 1)]
            wide = np.pad(wide, amounts, NUMPY[border], **({"constant_values": 0.5} if border == "constant" else {}))
        y, x = np.mgrid[9 : 9 + height, 9 : 9 + width]
        expected = wide[y + 7, x - 9] + 2 * wide[y - 6, x + 8] + 4 * wide[y, x + 3]
        np.testing.assert_allclose(filter(image), expected, atol=FLOAT32)


OPENCV = {"clamp": "BORDER_REPLICATE", "mirror": "BORDER_REFLECT_101", "reflect": "BORDER_REFLECT",
          "wrap": "BORDER_WRAP", "constant": "BORDER_CONSTANT"}
NAMES = [(library, theirs, ours) for library, names in {"scipy": SCIPY, "numpy": NUMPY, "opencv": OPENCV}.items()
         for ours, theirs in names.items()]


@pytest.mark.parametrize("library, theirs, ours", NAMES)
def test_names_of_other_libraries(library, theirs, ours, on_numpy):
    image = RANDOM.random((4, 5), np.float32)
    read = lambda im=Image, p=Position: im(p - (6, 5)) + 2 * im(p + (7, 3))
    one, other = (pygpu.compile(read, im=Image(border=name))(image) for name in (f"{library}.{theirs}", ours))
    np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", OPENCV.values())
def test_opencvs_names_mean_what_they_mean_there(name, on_numpy):
    cv2 = pytest.importorskip("cv2")
    image = RANDOM.random((5, 6), np.float32)
    expected = cv2.copyMakeBorder(image, 4, 4, 4, 4, getattr(cv2, name), value=0.5)
    wider = pygpu.compile(lambda im=Image(border=f"opencv.{name}", fill=0.5), p=Position: im(p - (4, 4)))
    np.testing.assert_array_equal(wider(image, size=(14, 13)), expected)


@pytest.mark.parametrize("fill, channels", [
    (0.75, 1), ((0.1, 0.2, 0.3), 3), (0.5, 3), ((0.1, 0.2, 0.3, 0.4), 4), ((0.3, 0.6), 2)])
def test_fill(fill, channels, engine):
    image = RANDOM.random((2, 3) if channels == 1 else (2, 3, channels), np.float32)
    filter = pygpu.compile(lambda im=Image(border="constant", fill=fill), p=Position: im(p - (2, 1)))
    amounts = [(1, 1), (2, 2)] + ([(0, 0)] if channels > 1 else [])
    expected = np.pad(image, amounts)
    outside = np.pad(np.zeros((2, 3)), amounts[:2], constant_values=1) == 1
    expected[outside] = fill
    np.testing.assert_array_equal(filter(image, size=(7, 4)), expected)


@pytest.mark.parametrize("dtype, fill, expected", [
    ("uint8", 0.5, 128), ("int16", -7, -7), ("bool", True, True), ("float32", 2.5, 2.5)])
def test_fill_in_the_units_of_the_filter(dtype, fill, expected, engine):
    filter = pygpu.compile(lambda im=Image(border="constant", fill=fill), p=Position: im(p + (1, 0)))
    assert filter(np.zeros((1, 1), dtype)).tolist() == [[expected]]


# --- functions as borders: plain Python says what they mean ----------------------------------------------------------

TEXTURE = HostImage(RANDOM.random((3, 4)), border="wrap")


def sky(q):
    return 0.25 * q.x + q.y


def inside_again(q):
    return TEXTURE(q)


@pytest.mark.parametrize("border", [
    sky, ("constant", sky), (sky, "constant"), ("mirror", sky), (sky, "wrap"), (sky, inside_again), inside_again,
    TEXTURE,
], ids=lambda border: getattr(border, "__name__", type(border).__name__))
def test_a_function_as_a_border(border, engine):
    def far(im=Image(border=border, fill=0.5), p=Position):
        return im(p + (2, 1)) + 2 * im(p - (1, 4)) + 4 * im(p.x * 1.5 - 1, p.y * 0.7)

    check(far, RANDOM.random((2, 3), np.float32))
    check(far, RANDOM.random((1, 1, 3), np.float32))


def test_a_function_that_gives_colours(engine):
    def far(im=Image(border=lambda q: pygpu.Color(q.x / 4, 0.5, q.y / 4)), p=Position):
        return im(p + (2, 1)) - im(p - (1, 4))

    check(far, RANDOM.random((2, 3, 3), np.float32))


def test_whole_positions_are_given_to_a_function():
    seen = []

    def note(q):
        seen.append(q)
        return 0.0

    HostImage(RANDOM.random((1, 2)), border=note)(Position(-0.5, 0))
    assert seen and all(isinstance(q, Vec2) and isinstance(q.x, int) and isinstance(q.y, int) for q in seen)
    assert seen[0] == Position(-1, 0)


def test_the_borders_of_several_images(engine):
    def three(a=Image(border="wrap"), b=Image(border="mirror"), c=Image(border="constant", fill=1.0), p=Position):
        return a(p - (3, 2)) + 2 * b(p + (2, 3)) + 4 * c(p - (1, 0))

    check(three, *[RANDOM.random(size, np.float32) for size in ((4, 5), (2, 2), (3, 7))])


def test_unknown_names_list_all():
    with pytest.raises(pygpu.CompileError, match="(?s)unknown-border.*clamp.*mirror.*reflect.*wrap.*constant"):
        pygpu.compile(lambda im=Image, p=Position: im(p), im=Image(border="loop"))


def test_fill_must_fit_the_image():
    filter = pygpu.compile(lambda im=Image(border="constant", fill=(1, 2)), p=Position: im(p + (1, 0)))
    with pytest.raises(pygpu.ImageError, match="2 channels, but the image has 3"):
        filter(np.zeros((2, 2, 3), np.float32))
