"""Pictures of every kind through a filter and out again: nothing is lost, and what comes back is what came in."""

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageOps

import pygpu
from pygpu import Bool, Color, Float, Image, Position, Vec4, dot
from pygpu.runtime.pictures import MODES
from tests.engines import check

RANDOM = np.random.default_rng(47)
DTYPES = ["bool", "uint8", "int8", "uint16", "int16", "int32", "float16", "float32", "float64"]


def same(im=Image, p=Position):
    return im(p)


def blur(im=Image, p=Position):
    return (im(p - (1, 0)) + 2 * im(p) + im(p + (1, 0))) / 4


def numbers(shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind in "ui":
        limits = np.iinfo(dtype)
        return RANDOM.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    if dtype.kind == "b":
        return RANDOM.random(shape) < 0.5
    return RANDOM.normal(size=shape).astype(np.float32).astype(dtype)


def picture(mode, size=(7, 5)):
    """A PIL image of any mode, with all values that its pixels can have."""
    if mode in ("P", "PA"):
        made = Pillow.fromarray(numbers((size[1], size[0], 3), "uint8")).quantize(16)
        return made if mode == "P" else made.convert("PA")
    form = MODES[mode]
    dtype = ">u2" if mode == "I;16B" else form.dtype
    data = numbers((size[1], size[0], form.channels), form.dtype).astype(dtype)
    if mode == "1":
        data = data.astype("uint8") * 255
    return Pillow.frombuffer(mode, size, data.tobytes(), "raw", form.raw, 0, 1)


# --- in and out ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", MODES)
def test_every_mode_comes_back_as_it_was(mode, engine):
    given = picture(mode)
    result = pygpu.compile(same)(given)
    assert (result.mode, result.size) == (mode, given.size)
    assert result.tobytes() == given.tobytes()


@pytest.mark.parametrize("mode, becomes", [("P", "RGB"), ("PA", "RGBA")])
def test_palettes_are_expanded(mode, becomes, on_numpy):
    given = picture(mode)
    result = pygpu.compile(same)(given)
    assert result.mode == becomes and result.tobytes() == given.convert(becomes).tobytes()


def test_palettes_with_transparency(on_numpy):
    given = picture("P")
    given.info["transparency"] = 3
    result = pygpu.compile(same)(given)
    assert result.mode == "RGBA" and result.tobytes() == given.convert("RGBA").tobytes()
    own = Pillow.new("P", (2, 1))
    own.putpalette([1, 2, 3, 4, 5, 6, 7, 128], "RGBA")
    own.putdata([0, 1])
    assert pygpu.compile(same)(own).getpixel((1, 0)) == (5, 6, 7, 128)


@pytest.mark.parametrize("channels", [None, 1, 2, 3, 4])
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_comes_back_as_it_was(dtype, channels, engine):
    given = numbers((5, 7) if channels is None else (5, 7, channels), dtype)
    result = pygpu.compile(same)(given)
    assert result.dtype == given.dtype and result.shape == given.shape
    np.testing.assert_array_equal(result, given)


def test_every_value_of_eight_and_sixteen_bits(engine):
    for dtype in ("uint8", "int8", "uint16", "int16"):
        limits = np.iinfo(dtype)
        given = np.arange(limits.min, limits.max + 1, dtype=np.int64).astype(dtype).reshape(-1, 256)
        if engine.is_checker and given.size > 256:
            given = given[::51, ::51]
        np.testing.assert_array_equal(pygpu.compile(same)(given), given)


def test_extremes_of_floats(engine):
    given = np.array([[np.inf, -np.inf, np.nan, -0.0, 1e-40, 3.4e38]], np.float32)
    result = pygpu.compile(same)(given)
    np.testing.assert_array_equal(result, given)
    assert np.signbit(result[0, 3])


VIEWS = {
    "reversed": lambda a: a[::-1, ::-1], "transposed": lambda a: a.swapaxes(0, 1), "part": lambda a: a[1:-2, 2:-1],
    "every second": lambda a: a[::2, 1::2], "Fortran": np.asfortranarray, "one row": lambda a: a[3:4],
    "broadcast": lambda a: np.broadcast_to(a[:1], a.shape),
    "other byte order": lambda a: a.astype(a.dtype.newbyteorder()),
}


@pytest.mark.parametrize("shape", [(8, 9), (8, 9, 3)])
@pytest.mark.parametrize("view", VIEWS)
def test_any_strides(view, shape, engine):
    given = VIEWS[view](numbers(shape, "int16"))
    before = given.copy()
    np.testing.assert_array_equal(pygpu.compile(same)(given), before)
    np.testing.assert_array_equal(given, before)


def test_read_only_arrays(engine):
    given = numbers((4, 5), "float32")
    given.flags.writeable = False
    np.testing.assert_array_equal(pygpu.compile(same)(given), given)


def test_channels_reversed_and_picked(engine):
    given = numbers((4, 5, 4), "uint8")
    for part in (given[:, :, ::-1], given[:, :, :3], given[:, :, 1], given[:, :, 1:3]):
        np.testing.assert_array_equal(pygpu.compile(same)(part), part)


# --- what a pixel is -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", [
    "1", "L", "LA", "RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "HSV", "LAB", "I", "I;16", "I;16B", "F", "P"])
def test_a_filter_sees_what_plain_python_sees(mode, engine):
    given = picture(mode, (3, 2))
    if mode == "F" or mode == "I":
        check(lambda im=Image, p=Position: im(p) // 3, given)
    elif mode == "1":
        assert check(lambda im=Image, p=Position: not im(p), given).mode == "1"
    else:
        check(lambda im=Image, p=Position: 0.25 + im(p) / 2, given)


def test_alpha_and_colours_by_name(engine):
    gray = pygpu.compile(lambda im=Image, p=Position: dot(im(p).rgb, Color(0.2, 0.7, 0.1)))
    result = gray(picture("RGBA"))
    assert result.mode == "L"
    pinned = pygpu.compile(lambda im=Image[Color], p=Position: im(p))
    with pytest.raises(pygpu.ArgumentError, match="Color pixels.*4 channels"):
        pinned(picture("RGBA"))


# --- modes and types of results --------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode, function, becomes", [
    ("RGB", lambda im=Image, p=Position: im(p).r, "L"),
    ("RGB", lambda im=Image, p=Position: im(p).r > 0.5, "1"),
    ("L", lambda im=Image, p=Position: Color(im(p)), "RGB"),
    ("L", lambda im=Image, p=Position: Vec4(im(p), 0.0, 0.0, 1.0), "RGBA"),
    ("L", lambda im=Image, p=Position: int(im(p) * 1000), "I"),
    ("1", lambda im=Image, p=Position: 0.5 if im(p) else 0.25, "F"),
    ("I;16", lambda im=Image, p=Position: im(p) * 0.5, "I;16"),
    ("I;16", lambda im=Image, p=Position: Color(im(p), 0.0, 1.0), "RGB"),
    ("CMYK", lambda im=Image, p=Position: 1 - im(p), "CMYK"),
    ("F", lambda im=Image, p=Position: im(p) + 100, "F"),
    ("I", lambda im=Image, p=Position: im(p) // 2, "I"),
    ("I", lambda im=Image, p=Position: im(p) / 2, "F"),
])
def test_the_mode_of_a_result(mode, function, becomes, engine):
    assert check(function, picture(mode, (3, 2))).mode == becomes


def test_several_results_each_of_its_own_mode(engine):
    def parts(im=Image, p=Position):
        c = im(p)
        return c, c.r, c.r > 0.5, Vec4(c, 0.5)

    results = pygpu.compile(parts)(picture("RGB"))
    assert [r.mode for r in results] == ["RGB", "L", "1", "RGBA"]
    arrays = pygpu.compile(parts)(numbers((4, 5, 3), "uint16"))
    assert [(r.shape, r.dtype.name) for r in arrays] == [
        ((4, 5, 3), "uint16"), ((4, 5), "uint16"), ((4, 5), "bool"), ((4, 5, 4), "uint16")]
    asked = pygpu.compile(parts)(picture("RGB"), mode=("HSV", "F", None, "CMYK"))
    assert [r.mode for r in asked] == ["HSV", "F", "1", "CMYK"]
    asked = pygpu.compile(parts)(numbers((4, 5, 3), "uint16"), dtype=("float32", None, "uint8", "float64"))
    assert [r.dtype.name for r in asked] == ["float32", "uint16", "uint8", "float64"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_dtype_asked_for(dtype, engine):
    given = RANDOM.random((3, 4), np.float32)
    result = pygpu.compile(same)(given, dtype=dtype)
    assert result.dtype == dtype
    kind = np.dtype(dtype).kind
    white = np.iinfo(dtype).max if kind == "u" else 1
    expected = given != 0 if kind == "b" else np.rint(given * np.float32(white)) if kind in "ui" else given
    np.testing.assert_array_equal(result, expected.astype(dtype))


def test_mode_asked_for(engine):
    given = picture("RGB")
    assert pygpu.compile(same)(given, mode="YCbCr").tobytes() == given.tobytes()
    assert pygpu.compile(lambda im=Image, p=Position: im(p).g)(given, mode="I;16").mode == "I;16"
    assert pygpu.compile(same)(numbers((3, 4, 3), "float32"), mode="RGB").mode == "RGB"


def test_out_of_range_saturates_and_rounds_half_to_even(engine):
    filter = pygpu.compile(lambda im=Image, k=Float, p=Position: im(p) * k)
    given = np.array([[0, 51, 255]], np.uint8)
    assert filter(given, 2.0).tolist() == [[0, 102, 255]] and filter(given, -1.0).tolist() == [[0, 0, 0]]
    halves = np.array([[0.5, 1.5, 2.5]], np.float32) / np.float32(255)
    assert pygpu.compile(same)(halves, dtype="uint8").tolist() == [[0, 2, 2]]


# --- several images --------------------------------------------------------------------------------------------------

def test_images_of_different_sizes_kinds_and_types(engine):
    def mixed(a=Image, b=Image(border="wrap"), mask=Image, n=Image, p=Position, k=Float):
        return (a(p) * k + b(p).g + (0.5 if mask(p) else 0.0) + n(p + (1, 0)) * 0.001) / 4

    check(mixed, numbers((4, 5), "uint16"), picture("RGB", (2, 3)), numbers((6, 7), "bool"), numbers((1, 9), "int16"),
          scalars={"k": 0.5})


def test_an_array_and_a_picture(engine):
    filter = pygpu.compile(lambda a=Image, b=Image, p=Position: (a(p) + b(p)) / 2)
    assert isinstance(filter(numbers((5, 7), "uint8"), picture("L")), np.ndarray)
    assert filter(picture("L"), numbers((5, 7), "float32")).mode == "L"


def test_a_switch_and_masks(engine):
    def chosen(a=Image, b=Image, swap=Bool, p=Position):
        return b(p) if swap else a(p)

    filter = pygpu.compile(chosen)
    a, b = numbers((4, 5), "uint8"), numbers((4, 5), "uint8")
    np.testing.assert_array_equal(filter(a, b, True), b)
    np.testing.assert_array_equal(filter(a, b, swap=False), a)


def test_size(engine):
    filter = pygpu.compile(lambda im=Image, p=Position: im(p * 2))
    given = numbers((6, 8), "uint8")
    np.testing.assert_array_equal(filter(given, size=(4, 3)), given[::2, ::2])
    assert filter(picture("RGB"), size=(2, 9)).size == (2, 9)


# --- what goes along -------------------------------------------------------------------------------------------------

PROFILES = {mode: bytes(16) + space + bytes(100) for mode, space in
            {"RGB": b"RGB ", "L": b"GRAY", "CMYK": b"CMYK"}.items()}


def photo(orientation, mode="RGB"):
    made = picture(mode, (4, 3))
    exif = Pillow.Exif()
    exif[0x0112], exif[0x010F] = orientation, "A camera"
    made.info.update(exif=exif.tobytes(), dpi=(300, 301), icc_profile=PROFILES[mode])
    return made


@pytest.mark.parametrize("mode", PROFILES)
def test_profile_resolution_and_exif_go_along(mode, on_numpy):
    given = photo(1, mode)
    result = pygpu.compile(blur)(given)
    assert {name: result.info[name] for name in ("icc_profile", "dpi", "exif")} == \
        {name: given.info[name] for name in ("icc_profile", "dpi", "exif")}
    assert result.getexif()[0x010F] == "A camera"


def test_a_profile_of_other_colours_does_not_go_along(on_numpy):
    assert "icc_profile" not in pygpu.compile(lambda im=Image, p=Position: im(p).r)(photo(1)).info


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation(orientation, on_numpy):
    given = photo(orientation)
    upright = ImageOps.exif_transpose(given)
    kept = pygpu.compile(same)(given)
    assert kept.tobytes() == given.tobytes() and kept.getexif()[0x0112] == orientation
    applied = pygpu.compile(same)(given, orient="apply")
    assert applied.size == upright.size and applied.tobytes() == upright.tobytes()
    assert applied.getexif().get(0x0112, 1) == 1 and applied.getexif()[0x010F] == "A camera"
    assert ImageOps.exif_transpose(kept).tobytes() == ImageOps.exif_transpose(applied).tobytes()
    # A difference across the upright picture is another one than across the pixels as they were stored.
    across = pygpu.compile(lambda im=Image, p=Position: 0.5 + im(p + (1, 0)) - im(p))
    assert across(given, orient="apply").tobytes() == across(upright).tobytes()


def test_a_file_comes_back_from_a_file(tmp_path, on_numpy):
    photo(6).save(tmp_path / "photo.jpg", exif=photo(6).info["exif"], dpi=(300, 300), quality=95)
    with Pillow.open(tmp_path / "photo.jpg") as opened:
        result = pygpu.compile(same)(opened)
        assert result.tobytes() == opened.tobytes()
    result.save(tmp_path / "again.png", exif=result.getexif(), dpi=result.info["dpi"])
    with Pillow.open(tmp_path / "again.png") as again:
        assert again.getexif()[0x0112] == 6 and round(again.info["dpi"][0]) == 300
        assert again.tobytes() == result.tobytes()
