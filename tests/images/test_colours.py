"""Alpha and light: where colours are mixed, what nobody sees does not count, and means are means of light.

References: Pillow's own premultiplied modes, scikit-image's sRGB curves; and plain Python, to which HostImage shows the
same colours.
"""

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import Color, HostImage, Image, Position, Vec2, Vec4
from tests.oracle import run as plain_python

RANDOM = np.random.default_rng(53)


def same(im=Image, p=Position):
    return im(p)


def blur(im=Image, p=Position):
    return (im(p - (1, 0)) + im(p) + im(p + (1, 0))) / 3


def rgba(size=(6, 5), mode="RGBA"):
    """Of all alphas, a third of them 0."""
    channels = len(mode)
    pixels = RANDOM.integers(0, 256, (size[1], size[0], channels), np.uint8)
    pixels[:, :, -1] *= RANDOM.random((size[1], size[0])) < 0.67
    return Pillow.frombuffer(mode, size, pixels.tobytes(), "raw", mode, 0, 1)


def unit(picture):
    array = np.asarray(picture)
    return array / np.iinfo(array.dtype).max


def mean(array):
    """(Not scipy's uniform_filter: its running sum leaves 1e-17 where all alphas are 0, and that would be divided by.)"""
    wide = np.pad(array, ((0, 0), (1, 1), (0, 0)), "edge")
    return (wide[:, :-2] + array + wide[:, 2:]) / 3


def divided(array):
    alpha = array[..., -1:]
    return np.concatenate([array[..., :-1] / np.where(alpha > 0, alpha, 1), alpha], -1)


def multiplied(array):
    return np.concatenate([array[..., :-1] * array[..., -1:], array[..., -1:]], -1)


def within_a_level(result, expected, levels=0.51):
    white = np.iinfo(np.asarray(result).dtype).max
    np.testing.assert_allclose(unit(result), np.clip(expected, 0, 1), atol=levels / white)


# --- alpha -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_stencils_mix_premultiplied_colours(mode, engine):
    given = rgba(mode=mode)
    result = pygpu.compile(blur)(given)
    assert result.mode == mode
    within_a_level(result, divided(mean(multiplied(unit(given)))))


def test_the_colour_of_what_is_transparent_does_not_bleed(engine):
    """Red that is wholly transparent beside opaque blue: Pillow resizes such pictures through its mode RGBa."""
    given = Pillow.new("RGBA", (6, 4), (255, 0, 0, 0))
    given.paste((0, 0, 255, 255), (3, 0, 6, 4))
    result = np.asarray(pygpu.compile(blur)(given))
    seen = result[..., 3] > 0
    assert (result[seen][:, :3] == (0, 0, 255)).all() and not seen[:, :2].any() and seen[:, 2:].all()
    half = pygpu.compile(lambda im=Image, p=Position: (im(p * 2) + im(2 * p + (1, 0)) + im(2 * p + (0, 1))
                                                      + im(2 * p + (1, 1))) / 4)
    random = rgba((8, 6))
    pillows = np.asarray(random.resize((4, 3), Pillow.Resampling.BOX)).astype(int)
    ours = np.asarray(half(random, size=(4, 3))).astype(int)
    assert np.abs(ours[..., 3] - pillows[..., 3]).max() <= 1
    # Pillow rounds what it has multiplied to eight bits; where alpha is large that is little.
    strong = pillows[..., 3] > 100
    assert np.abs(ours - pillows)[strong].max() <= 3


def test_a_filter_of_single_pixels_sees_colours_as_they_are(engine):
    given = rgba()
    inverted = pygpu.compile(lambda im=Image, p=Position: Vec4(1 - im(p).rgb, im(p).a))(given)
    expected = np.asarray(given).copy()
    expected[..., :3] = 255 - expected[..., :3]
    np.testing.assert_array_equal(inverted, expected)
    np.testing.assert_array_equal(pygpu.compile(same)(given), given)  # the colours of what nobody sees, too


def test_alpha_straight(engine):
    given = rgba()
    for filter, options in ((pygpu.compile(blur), {"alpha": "straight"}), (pygpu.compile(blur, alpha="straight"), {}),
                            (pygpu.compile(blur, im=Image(alpha="straight")), {})):
        within_a_level(filter(given, **options), mean(unit(given)))


def test_arrays_are_mixed_as_they_are_unless_it_is_said(engine):
    given = RANDOM.random((5, 6, 4), np.float32)
    given[:2, :3, 3] = 0
    np.testing.assert_allclose(pygpu.compile(blur)(given), mean(given), atol=1e-6)
    expected = divided(mean(multiplied(given)))
    np.testing.assert_allclose(pygpu.compile(blur)(given, alpha="premultiplied"), expected, atol=1e-6)
    two = given[:, :, 2:]
    expected = divided(mean(multiplied(two)))
    np.testing.assert_allclose(pygpu.compile(blur)(two, alpha="premultiplied"), expected, atol=1e-6)
    rgb = given[:, :, :3]
    np.testing.assert_allclose(pygpu.compile(blur)(rgb, alpha="premultiplied"), mean(rgb), atol=1e-6)


@pytest.mark.parametrize("mode", ["RGBa", "La", "CMYK", "RGBX"])
def test_modes_without_an_alpha_to_multiply_by(mode, engine):
    channels = 2 if mode == "La" else 4
    data = RANDOM.integers(0, 256, (5, 6, channels), np.uint8)
    given = Pillow.frombuffer(mode, (6, 5), data.tobytes(), "raw", mode, 0, 1)
    within_a_level(pygpu.compile(blur)(given), mean(data / 255))


def test_alpha_zero_is_safe(engine):
    """A filter that leaves no alpha at all: an edge of what is opaque. Its colours are not lost, nor infinite."""
    given = Pillow.merge("RGBA", [*rgba().convert("RGB").split(), Pillow.new("L", (6, 5), 255)])
    result = pygpu.compile(lambda im=Image, p=Position: im(p + (1, 0)) - im(p - (1, 0)))(given)
    wide = np.pad(unit(given)[..., :3], ((0, 0), (1, 1), (0, 0)), "edge")
    np.testing.assert_allclose(unit(result)[..., :3], np.clip(wide[:, 2:] - wide[:, :-2], 0, 1), atol=0.51 / 255)
    assert not np.asarray(result)[..., 3].any()


def test_results_of_other_pixels(engine):
    def several(im=Image, p=Position):
        c = blur(im, p)
        return c.rgb, c.a, Vec2(c.g, c.a), c

    given = rgba()
    colour, alpha, gray, whole = pygpu.compile(several)(given)
    mixed = mean(multiplied(unit(given)))
    assert [each.mode for each in (colour, alpha, gray, whole)] == ["RGB", "L", "LA", "RGBA"]
    within_a_level(colour, mixed[..., :3])  # a result without alpha is not divided
    within_a_level(alpha, mixed[..., 3])
    within_a_level(gray, divided(mixed[..., [1, 3]]))
    within_a_level(whole, divided(mixed))


def test_transparent_fill(engine):
    """What is beyond a constant border has an alpha, too."""
    shifted = pygpu.compile(lambda im=Image(border="constant", fill=(1.0, 0.0, 0.0, 0.5)), p=Position:
                            (im(p - (1, 0)) + im(p)) / 2)
    result = shifted(Pillow.new("RGBA", (2, 1), (0, 0, 255, 255)))
    assert result.getpixel((0, 0)) == (85, 0, 170, 191) and result.getpixel((1, 0)) == (0, 0, 255, 255)


# --- light -----------------------------------------------------------------------------------------------------------

def light(array):
    color = pytest.importorskip("skimage.color.colorconv")
    # rgb2xyz decodes and multiplies by a matrix: its inverse leaves the decoded colours.
    return color.rgb2xyz(array) @ np.linalg.inv(color.xyz_from_rgb.T)


def srgb(array):
    color = pytest.importorskip("skimage.color.colorconv")
    return color.xyz2rgb(array @ color.xyz_from_rgb.T)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_linear_light(dtype, engine):
    given = (RANDOM.random((5, 6, 3)) * (np.iinfo(dtype).max if dtype[0] == "u" else 1)).astype(dtype)
    result = pygpu.compile(blur)(given, linear=True)
    plain = unit(given) if dtype[0] == "u" else given.astype(float)
    expected = srgb(mean(light(plain)))
    assert result.dtype == dtype
    if dtype == "float32":
        np.testing.assert_allclose(result, expected, atol=1e-5)
    else:
        within_a_level(result, expected, 0.6)


def test_linear_light_gray_and_given_to_compile(engine):
    given = np.array([[0, 255, 0, 255]], np.uint8)
    filter = pygpu.compile(lambda im=Image, p=Position: (im(p) + im(p + (1, 0))) / 2, linear=True)
    assert filter(given).tolist() == [[188, 188, 188, 255]]  # half the light of white, as everyone knows
    assert filter(given, linear=False).tolist() == [[128, 128, 128, 255]]
    assert "linear=True" in repr(filter)


def test_every_level_comes_back_from_linear_light(engine):
    levels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    np.testing.assert_array_equal(pygpu.compile(same)(levels, linear=True), levels)
    deep = np.arange(0, 65536, 255, dtype=np.uint16).reshape(1, -1)
    np.testing.assert_array_equal(pygpu.compile(same)(deep, linear=True), deep)


def test_alpha_is_no_light(engine):
    given = rgba()
    result = pygpu.compile(blur)(given, linear=True)
    decoded = np.concatenate([light(unit(given)[..., :3]), unit(given)[..., 3:]], -1)
    mixed = divided(mean(multiplied(decoded)))
    within_a_level(result, np.concatenate([srgb(np.clip(mixed[..., :3], 0, 1)), mixed[..., 3:]], -1), 0.6)


def test_one_image_not_in_light(engine):
    """A flow field or a mask holds no colours: two channels are left alone, others if it is said."""
    def warp(im=Image, flow=Image, mask=Image(linear=False), p=Position):
        return im(p + flow(p)) * mask(p)

    given, mask = RANDOM.random((4, 5, 3), np.float32), RANDOM.random((4, 5), np.float32)
    flow = np.ones((4, 5, 2), np.float32)
    result = pygpu.compile(warp)(given, flow, mask, linear=True)
    moved = np.pad(given, ((0, 1), (0, 1), (0, 0)), "edge")[1:, 1:]
    np.testing.assert_allclose(result, srgb(light(moved) * mask[..., None]), atol=1e-5)


def test_modes_that_are_not_srgb_are_refused(on_numpy):
    for mode in ("HSV", "CMYK", "YCbCr", "LAB", "RGBa"):
        with pytest.raises(pygpu.ImageError, match=f"linear=True.*'{mode}'.*convert"):
            pygpu.compile(blur)(Pillow.new(mode, (3, 2)), linear=True)


def test_masks_and_whole_numbers_are_no_light(engine):
    given = np.array([[0, 100, 200]], np.uint8)
    bright, number = pygpu.compile(lambda im=Image, p=Position: (im(p) > 0.2, int(im(p) * 1000)))(given, linear=True)
    assert bright.tolist() == [[False, False, True]] and number.tolist() == [[0, 127, 577]]


# --- blue, green, red ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("channels", [3, 4])
def test_opencvs_order(channels, engine):
    cv2 = pytest.importorskip("cv2")
    given = RANDOM.integers(0, 256, (5, 6, channels), np.uint8)
    reds = pygpu.compile(lambda im=Image, p=Position: im(p).r)(given, channels="bgr")
    np.testing.assert_array_equal(reds, given[:, :, 2])
    gray = pygpu.compile(lambda im=Image, p=Position: pygpu.dot(im(p).rgb, Color(0.299, 0.587, 0.114)))
    code = cv2.COLOR_BGR2GRAY if channels == 3 else cv2.COLOR_BGRA2GRAY
    assert np.abs(gray(given, channels="bgr").astype(int) - cv2.cvtColor(given, code)).max() <= 1
    factor = Color(1, 0.5, 0) if channels == 3 else Vec4(1, 0.5, 0, 1)
    tint = pygpu.compile(lambda im=Image, p=Position: im(p) * factor)
    factors = [0, 0.5, 1, 1][:channels]
    within_a_level(tint(given, channels="bgr"), given / 255 * factors)


def test_fill_and_pictures_stay_red_first(engine):
    given = np.zeros((1, 1, 3), np.uint8)
    beside = pygpu.compile(lambda im=Image(border="constant", fill=(1.0, 0.5, 0.0)), p=Position: im(p + (1, 0)))
    assert beside(given, channels="bgr").tolist() == [[[0, 128, 255]]]
    picture = Pillow.new("RGB", (2, 2), (10, 20, 30))
    assert pygpu.compile(same)(picture, channels="bgr").getpixel((0, 0)) == (10, 20, 30)
    mixed = pygpu.compile(lambda a=Image, b=Image, p=Position: a(p) + b(p))
    blue = np.zeros((2, 2, 3), np.uint8)
    blue[..., 0] = 100
    assert mixed(picture, blue, channels="bgr").getpixel((0, 0)) == (10, 20, 130)


# --- HostImage sees the same -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("alpha", ["straight", "premultiplied"])
@pytest.mark.parametrize("linear", [False, True])
def test_plain_python_sees_the_same_colours(alpha, linear, engine):
    def look(im=Image(border="constant", fill=(0.2, 0.4, 0.6, 0.8), alpha=alpha, linear=linear), p=Position):
        return (im(p - (1, 0)) + 0.5 * im(p)).rgb  # without an alpha: nothing is divided

    given = rgba((3, 2))
    for picture in (given, np.asarray(given)):
        expected = plain_python(look, picture)
        if linear:  # of which a result goes out as sRGB
            expected = np.where(expected <= 0.0031308, expected * 12.92, 1.055 * expected ** (1 / 2.4) - 0.055)
        np.testing.assert_allclose(pygpu.compile(look)(picture, out=np.empty((2, 3, 3))), expected, atol=1e-5)


def test_host_images_colours():
    given = Pillow.new("RGBA", (1, 1), (255, 128, 0, 51))
    assert HostImage(given)(0, 0) == Vec4(1, 128 / 255, 0, 0.2)
    assert tuple(HostImage(given, alpha="premultiplied")(0, 0)) == pytest.approx((0.2, 0.2 * 128 / 255, 0, 0.2))
    assert HostImage(given, linear=True)(0, 0)[1] == pytest.approx(0.2158605)
    two = np.array([[[0.5, 0.5]]])
    assert HostImage(two, linear=True)(0, 0) == Vec2(0.5, 0.5)
    assert HostImage(two, alpha="premultiplied")(0, 0) == Vec2(0.25, 0.5)
