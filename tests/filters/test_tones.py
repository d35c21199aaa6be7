"""How light becomes how light: against Pillow, OpenCV, scikit-image and SciPy."""

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageFilter, ImageOps
from scipy.interpolate import PchipInterpolator

from pygpu import Color, filters

from .comparing import opencv, random, same, skimage, within_a_level

PHOTO = random((9, 7, 3), np.uint8)
RAMP = np.arange(256, dtype=np.uint8).reshape(16, 16)


def pillow(function, *words, of=PHOTO):
    return np.asarray(function(Image.fromarray(of), *words))


def exact(result, expected):
    np.testing.assert_array_equal(np.asarray(result), expected)


def test_invert_is_pillows(engine):
    exact(filters.invert(PHOTO), pillow(ImageOps.invert))


def test_brightness_is_pillows(engine):
    for factor in (0, 0.5, 1.7):
        within_a_level(filters.brightness(PHOTO, factor), np.asarray(ImageEnhance.Brightness(Image.fromarray(PHOTO))
                                                                     .enhance(factor)))


def test_contrast_is_pillows_around_the_mean(engine):
    gray = np.asarray(Image.fromarray(PHOTO).convert("L"))
    middle = int(gray.mean() + 0.5) / 255
    for factor in (0, 0.5, 1.7):
        within_a_level(filters.contrast(PHOTO, factor, middle),
                       np.asarray(ImageEnhance.Contrast(Image.fromarray(PHOTO)).enhance(factor)))


def test_sharpen_is_pillows(engine):
    """Inside: Pillow leaves the outermost pixels."""
    for factor in (0, 0.5, 2):
        theirs = np.asarray(ImageEnhance.Sharpness(Image.fromarray(PHOTO)).enhance(factor))
        assert np.abs(filters.sharpen(PHOTO, factor).astype(int) - theirs)[1:-1, 1:-1].max() <= 1


def test_levels_is_scikit_images(engine):
    exposure = skimage("exposure")
    image = random((9, 7))
    theirs = exposure.rescale_intensity(image, (0.2, 0.7), (0, 1))
    theirs = exposure.rescale_intensity(exposure.adjust_gamma(theirs, 1 / 1.8), (0, 1), (0.1, 0.9))
    same(filters.levels(image, 0.2, 0.7, 1.8, 0.1, 0.9), theirs)


@pytest.mark.parametrize("points", [((0, 0), (1, 1)), ((0, 0.1), (0.3, 0.2), (0.6, 0.9), (1, 1)),
                                    ((0, 0), (0.25, 0.5), (0.5, 0.4), (0.7, 0.4), (1, 0)), ((0.2, 1), (0.8, 0.1))])
def test_curves_are_scipys(engine, points):
    image = random((9, 7))
    x, y = zip(*points)
    same(filters.curves(image, points), PchipInterpolator(x, y)(image.clip(x[0], x[-1])))


def test_a_curve_goes_from_left_to_right():
    with pytest.raises(ValueError, match="from left to right"):
        filters.curves(RAMP, ((0, 0), (0.5, 1), (0.5, 0)))


def test_lut_is_opencvs(engine):
    table = random((256,), np.uint8)
    exact(filters.lut(RAMP, table / 255), opencv().LUT(RAMP, table))
    colours = random((256, 3), np.uint8)
    exact(filters.lut(PHOTO, colours / 255), opencv().LUT(PHOTO, colours[None]))


def test_a_short_lut_is_numpys_interpolation(engine):
    image = random((9, 7))
    same(filters.lut(image, (0, 0.8, 0.3)), np.interp(image, (0, 0.5, 1), (0, 0.8, 0.3)))


def cube_file(folder, table, low=(0, 0, 0), high=(1, 1, 1)):
    size = round(len(table) ** (1 / 3))
    rows = "\n".join(" ".join(f"{value:.6f}" for value in row) for row in table)
    file = folder / "look.cube"
    file.write_text(f"# a look\nTITLE \"look\"\nLUT_3D_SIZE {size}\nDOMAIN_MIN {low[0]} {low[1]} {low[2]}\n"
                    f"DOMAIN_MAX {high[0]} {high[1]} {high[2]}\n\n{rows}\n")
    return str(file)


@pytest.mark.parametrize("size", [2, 5])
def test_cube_is_pillows(engine, tmp_path, size):
    table = random((size**3, 3))
    theirs = ImageFilter.Color3DLUT(size, table.ravel().tolist())
    within_a_level(filters.cube(PHOTO, cube_file(tmp_path, table)), np.asarray(Image.fromarray(PHOTO).filter(theirs)))


def test_cube_of_another_domain_and_of_one_dimension(engine, tmp_path):
    neutral = np.array([[r, g, b] for b in (0, 1) for g in (0, 1) for r in (0, 1)], float)
    file = cube_file(tmp_path, neutral, (0, 0, 0), (2, 2, 2))
    image = random((9, 7, 3))
    same(filters.cube(image, file), image / 2)
    line = tmp_path / "line.cube"
    line.write_text("LUT_1D_SIZE 3\n0 0 1\n0.8 0.5 0.5\n1 1 0\n")
    same(filters.cube(image, str(line)), np.dstack([np.interp(image[..., c], (0, 0.5, 1), column)
                                                    for c, column in enumerate(zip((0, 0, 1), (0.8, 0.5, 0.5), (1, 1, 0)))]))


def test_a_file_that_is_no_cube(tmp_path):
    (tmp_path / "a.cube").write_text("LUT_3D_SIZE 3\n0 0 0\n")
    with pytest.raises(ValueError, match="its size says 27 rows of three numbers, and there are 1"):
        filters.cube(PHOTO, str(tmp_path / "a.cube"))


def test_posterize_is_pillows(engine):
    for bits in range(1, 9):
        exact(filters.posterize(RAMP, bits), pillow(ImageOps.posterize, bits, of=RAMP))


def test_solarize_is_pillows(engine):
    exact(filters.solarize(PHOTO), pillow(ImageOps.solarize))
    exact(filters.solarize(RAMP, 50 / 255), pillow(ImageOps.solarize, 50, of=RAMP))


def test_colorize_is_pillows(engine):
    theirs = ImageOps.colorize(Image.fromarray(RAMP), (10, 40, 90), (255, 200, 120))
    result = filters.colorize(RAMP, Color(10 / 255, 40 / 255, 90 / 255), Color(1, 200 / 255, 120 / 255))
    within_a_level(result, np.asarray(theirs))


def test_mix_channels_is_pillows(engine):
    matrix = ((0.5, 0.3, 0.1), (0.1, 0.9, -0.2), (0.3, 0.3, 0.3))
    theirs = Image.fromarray(PHOTO).convert("RGB", [value for row in matrix for value in (*row, 0)])
    within_a_level(filters.mix_channels(PHOTO, *matrix), np.asarray(theirs))


@pytest.mark.parametrize("name", ["viridis", "magma", "inferno", "plasma", "cividis", "turbo", "jet", "hot", "cool", "bone",
                                  "spring", "summer", "autumn", "winter", "gray"])
def test_colormaps_are_matplotlibs(on_numpy, name):
    matplotlib = pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    theirs = matplotlib.colormaps[name](RAMP)[..., :3] * 255
    ours = filters.colormap(RAMP, name).astype(float)
    assert ours.shape == (16, 16, 3) and np.abs(ours - theirs).max() <= 3.5


def test_colormaps_are_opencvs(engine):
    cv2 = opencv()
    theirs = cv2.applyColorMap(RAMP, cv2.COLORMAP_MAGMA)[..., ::-1].astype(int)
    assert np.abs(filters.colormap(RAMP, "magma").astype(int) - theirs).max() <= 3


def test_a_map_of_ones_own(engine):
    colours = ((0, 0, 1), (1, 1, 0), (1, 0, 0))
    same(filters.colormap(RAMP / np.float32(255), colours),
         np.dstack([np.interp(RAMP / 255, (0, 0.5, 1), channel) for channel in zip(*colours)]))
    with pytest.raises(ValueError, match="viridis, magma"):
        filters.colormap(RAMP, "virdis")


@pytest.mark.parametrize("name, given", [("invert", ()), ("brightness", (0.5,)), ("contrast", (2,)), ("sharpen", (2,)),
                                         ("levels", (0.1, 0.9)), ("lut", ((1, 0),)),
                                         ("curves", (((0, 0), (0.4, 0.6), (1, 1)),)),
                                         ("posterize", (2,)), ("solarize", ()), ("colorize", ()), ("mix_channels", ()),
                                         ("colormap", ("magma",))])
def test_alpha_stays(on_numpy, name, given):
    image = random((9, 7, 4))
    ours = getattr(filters, name)
    result = ours(image, *given)
    same(result[..., 3], image[..., 3])
    same(result[..., :3], ours(np.ascontiguousarray(image[..., :3]), *given))
