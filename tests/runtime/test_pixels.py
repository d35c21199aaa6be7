"""Pictures of every kind in and out: what goes in comes out the same, and what is no picture is refused in words."""

import pathlib

import numpy as np
import pytest
from PIL import Image

from pygpu.errors import ImageError
from pygpu.runtime import Origin, emit, ingest, pictures, result_format
from pygpu.runtime.pixels import STORED

RANDOM = np.random.default_rng(7)


def numbers(shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return RANDOM.random(shape) < 0.5
    return (RANDOM.random(shape) * 200 - (100 if dtype.kind in "if" else 0)).astype(dtype)


@pytest.mark.parametrize("dtype", [*STORED, "float64", ">u2", ">f4", ">f8"])
@pytest.mark.parametrize("shape", [(4, 5), (4, 5, 1), (4, 5, 2), (4, 5, 3), (4, 5, 4), (1, 1), (1, 5, 3), (5, 1)])
def test_an_array_comes_back_as_it_was(shape, dtype):
    array = numbers(shape, dtype)
    pixels = ingest(array)
    assert (pixels.width, pixels.height) == (shape[1], shape[0])
    assert pixels.format.channels == (shape[2] if len(shape) == 3 else 1)
    assert pixels.format.dtype == pixels.array.dtype.name
    back = emit(pixels.array, pixels.origin)
    assert back.shape == shape and back.dtype == array.dtype.newbyteorder("=")
    assert np.array_equal(back, array.astype(np.float32) if array.dtype.itemsize == 8 else array)


VIEWS = {
    "as it is": lambda a: a, "rows reversed": lambda a: a[::-1], "columns reversed": lambda a: a[:, ::-1],
    "transposed": lambda a: a.swapaxes(0, 1), "part": lambda a: a[1:-2, 2:-1], "every second row": lambda a: a[::2],
    "every second column": lambda a: a[:, ::2], "Fortran": np.asfortranarray, "one row": lambda a: a[3:4, 1:],
    "one column": lambda a: a[:, 4:5], "one pixel": lambda a: a[4:5, 5:6],
    "repeated row": lambda a: np.broadcast_to(a[:1], a.shape),
    "repeated column": lambda a: np.broadcast_to(a[:, :1], a.shape),
}


def rows_in_memory(pixels):
    """The picture as a kernel sees it: `height` rows, `stride` elements apart, from the first pixel on."""
    length = pixels.width * pixels.format.channels
    whole = np.lib.stride_tricks.as_strided(pixels.array, ((pixels.height - 1) * pixels.stride + length,),
                                            (pixels.array.itemsize,))
    return np.array([whole[row * pixels.stride:][:length] for row in range(pixels.height)])


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("channels", [1, 3])
def test_any_view_reads_right(view, channels):
    base = numbers((9, 10) if channels == 1 else (9, 10, 3), "float32")
    array = VIEWS[view](base)
    kept = array.copy()
    pixels = ingest(array)
    assert np.array_equal(pixels.array, kept)
    assert np.array_equal(rows_in_memory(pixels), kept.reshape(kept.shape[0], -1))
    in_place = view in ("as it is", "part", "every second row", "one row", "one pixel") \
        or (view == "one column") or (view == "Fortran" and False)
    assert np.may_share_memory(pixels.array, base) == in_place and pixels.private != in_place


def test_channels_taken_from_more_are_copied():
    rgba = numbers((5, 6, 4), "uint8")
    pixels = ingest(rgba[:, :, :3])
    assert pixels.format.channels == 3
    assert np.array_equal(rows_in_memory(pixels), rgba[:, :, :3].reshape(5, -1))
    assert np.array_equal(rows_in_memory(ingest(rgba[:, :, 1])), rgba[:, :, 1])


def test_unaligned_and_read_only_arrays():
    raw = np.zeros(4 * 12 + 1, np.uint8)
    array = raw[1:].view(np.float32).reshape(3, 4)
    array[:] = numbers((3, 4), "float32")
    assert np.array_equal(ingest(array).array, array) and ingest(array).array.flags.aligned
    array = numbers((3, 4), "float32")
    array.flags.writeable = False
    assert ingest(array).array is array


class Interface:
    def __init__(self, array):
        self.__array_interface__ = array.__array_interface__
        self.kept = array


class Method:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


class DLPack(Method):
    __array__ = None

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize("wrap", [Interface, Method, DLPack])
def test_other_libraries_arrays(wrap):
    array = numbers((5, 6), "float32")
    assert np.array_equal(ingest(wrap(array)).array, array)


def test_float64_that_float32_cannot_hold():
    with np.errstate(all="raise"):
        assert np.isinf(ingest(np.array([[1e300, -1e300]])).array).all()


class Refusing:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("can't convert cuda:0 tensor; use .cpu() first")


@pytest.mark.parametrize("thing, words", [
    ([[1.0, 2.0]], "a list is not a picture"), ("photo.jpg", r"PIL.Image.open\('photo.jpg'\)"),
    (pathlib.Path("photo.jpg"), "open it first"), (b"abc", "bytes are not a picture"), (3.0, "a float is not a picture"),
    (None, "None is not a picture"), (np.float32, "the class numpy.float32"), (Refusing(), "use .cpu"),
    (np.zeros((2, 3, 5)), "its last axis has 5 numbers"), (np.zeros((3, 40, 50)), "channels come first"),
    (np.zeros((6, 4, 5, 3)), "stack of pictures"), (np.zeros(7), r"the shape \(7,\)"), (np.float32(3), "picture"),
    (np.zeros((0, 5)), "empty"), (np.zeros((5, 0, 3)), "empty"), (np.zeros((2, 2), complex), "two channels"),
    (np.array([["a", "b"]]), "not a picture"), (np.array([[None]]), "Python objects"),
    (np.zeros((2, 2), np.uint64), "convert to uint16"), (np.zeros((2, 2), np.uint32), "convert to uint16"),
    (np.zeros((2, 2), "datetime64[s]"), "not a picture"), (np.zeros((2, 2), [("x", "f4")]), "not a picture"),
    (np.ma.masked_array(np.zeros((2, 2)), [[0, 1], [0, 0]]), "filled"), (lambda: 0, "function is not a picture"),
], ids=lambda value: str(value)[:20])
def test_what_is_no_picture_is_refused(thing, words):
    with pytest.raises(ImageError, match=words):
        ingest(thing)


@pytest.mark.parametrize("mode", pictures.MODES)
def test_every_mode_comes_back_as_it_was(mode):
    form = pictures.MODES[mode]
    array = numbers((5, 7) if form.channels == 1 else (5, 7, form.channels), form.dtype)
    picture = pictures.store(array, Origin("picture", form.dtype, mode))
    assert picture.mode == mode and picture.size == (7, 5)
    pixels = ingest(picture)
    assert pixels.format.dtype == form.dtype and np.array_equal(pixels.array, array)
    back = emit(pixels.array, pixels.origin)
    assert back.mode == mode and back.tobytes() == picture.tobytes()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "RGB", "RGBA", "RGBX", "CMYK", "YCbCr", "HSV", "LAB", "I", "I;16", "F"])
def test_pictures_that_pil_made(mode):
    photo = Image.fromarray(numbers((6, 5, 3), "uint8"))
    picture = photo.convert(mode) if mode not in ("LAB", "I;16") else photo.convert("L") if mode == "I;16" else photo
    picture = picture.convert("I;16") if mode == "I;16" else picture
    pixels = ingest(picture)
    back = emit(pixels.array, pixels.origin)
    assert back.mode == picture.mode and back.tobytes() == picture.tobytes()


@pytest.mark.parametrize("transparent, mode", [(False, "RGB"), (True, "RGBA")])
def test_palettes_become_their_colours(transparent, mode):
    palette = Image.fromarray(numbers((6, 5, 3), "uint8")).quantize(8)
    if transparent:
        palette.info["transparency"] = 3
    pixels = ingest(palette)
    assert pixels.origin.mode == mode
    assert np.array_equal(pixels.array, np.asarray(palette.convert(mode)))


def test_profile_resolution_and_exif_go_along():
    profile = bytes(16) + b"RGB " + bytes(100)
    picture = Image.new("RGB", (4, 3))
    picture.info.update(icc_profile=profile, dpi=(300, 300), exif=b"Exif\0\0", unrelated=1)
    pixels = ingest(picture)
    back = emit(pixels.array, pixels.origin)
    assert back.info == {"icc_profile": profile, "dpi": (300, 300), "exif": b"Exif\0\0"}
    gray = emit(pixels.array[:, :, 0].copy(), pixels.origin)
    assert gray.mode == "L" and "icc_profile" not in gray.info and gray.info["dpi"] == (300, 300)


def test_a_profile_that_a_damaged_file_lacks():
    picture = Image.new("RGB", (4, 3))
    picture.info.update(icc_profile=None)  # as PIL says of some
    pixels = ingest(picture)
    assert emit(pixels.array, pixels.origin).info == {}


def test_pictures_that_cannot_be_read(tmp_path):
    path = tmp_path / "picture.png"
    Image.fromarray(numbers((50, 50, 3), "uint8")).save(path)
    with Image.open(path) as closed:
        pass
    with pytest.raises(ImageError, match="closed"):
        ingest(closed)
    path.write_bytes(path.read_bytes()[:-2000])
    with Image.open(path) as cut, pytest.raises(ImageError, match="cannot be read"):
        ingest(cut)
    with pytest.raises(ImageError, match="empty"):
        ingest(Image.new("L", (0, 5)))


@pytest.mark.parametrize("came, scalar, channels, goes", [
    ("uint8", "float", 1, "uint8"), ("uint16", "float", 3, "uint16"), ("float32", "float", 1, "float32"),
    ("float16", "float", 1, "float16"), ("float64", "float", 1, "float32"), ("int16", "float", 1, "float32"),
    ("bool", "float", 1, "float32"), ("int16", "int", 1, "int16"), ("uint8", "int", 1, "int32"),
    ("float32", "int", 1, "int32"), ("uint8", "bool", 1, "bool")])
def test_how_a_result_for_an_array_is_stored(came, scalar, channels, goes):
    form = result_format(Origin("array", came), scalar, channels)
    assert (form.dtype, form.channels) == (goes, channels)
    assert result_format(Origin("array", came), scalar, channels, dtype=np.float64).dtype == "float32"
    assert result_format(Origin("array", came), scalar, channels, dtype="uint16").dtype == "uint16"


@pytest.mark.parametrize("came, scalar, channels, mode", [
    ("RGB", "float", 3, "RGB"), ("RGB", "float", 1, "L"), ("L", "float", 3, "RGB"), ("L", "float", 4, "RGBA"),
    ("RGBA", "float", 2, "LA"), ("F", "float", 1, "F"), ("F", "float", 3, "RGB"), ("I;16", "float", 1, "I;16"),
    ("I;16B", "float", 1, "I;16B"), ("I;16", "float", 3, "RGB"), ("I", "int", 1, "I"), ("I", "float", 1, "F"),
    ("1", "bool", 1, "1"), ("1", "float", 1, "F"), ("RGB", "bool", 1, "1"), ("L", "int", 1, "I"),
    ("CMYK", "float", 4, "CMYK"), ("HSV", "float", 3, "HSV"), ("YCbCr", "float", 1, "L"), ("RGBa", "float", 4, "RGBa")])
def test_the_mode_of_a_result(came, scalar, channels, mode):
    origin = Origin("picture", pictures.MODES[came].dtype, came)
    form = result_format(origin, scalar, channels)
    result = np.zeros((3, 4) if channels == 1 else (3, 4, channels), form.dtype)
    assert emit(result, origin).mode == mode


def test_mode_and_dtype_on_the_call():
    origin = Origin("picture", "uint8", "RGB")
    assert result_format(origin, "float", 1, mode="F").dtype == "float32"
    assert emit(np.zeros((2, 3), np.float32), origin, mode="F").mode == "F"
    assert emit(np.zeros((2, 3), np.float32), origin).mode == "F"
    assert result_format(Origin(), "float", 3, mode="RGB").dtype == "uint8"
    assert emit(np.zeros((2, 3, 3), np.uint8), Origin(), mode="RGB").mode == "RGB"
    assert emit(np.zeros((2, 3), np.float32), Origin(), dtype="float64").dtype == np.float64


@pytest.mark.parametrize("call, words", [
    (lambda: result_format(Origin(), "float", 3, mode="L"), "3 channels does not fit mode 'L'"),
    (lambda: result_format(Origin(), "float", 1, mode="XYZ"), "mode='XYZ'"),
    (lambda: result_format(Origin(), "float", 1, dtype="complex64"), "two channels"),
    (lambda: result_format(Origin(), "float", 1, dtype="no type"), "no type of pixels"),
    (lambda: result_format(Origin("picture", "uint8", "RGB"), "int", 3), "no mode for 3 channels"),
    (lambda: emit(np.zeros((2, 3, 3), np.float32), Origin("picture", "uint8", "RGB")), "no mode for 3 channels")])
def test_results_that_fit_nothing_are_refused(call, words):
    with pytest.raises(ImageError, match=words):
        call()


@pytest.mark.parametrize("mode", pictures.MODES)
@pytest.mark.parametrize("height", [1, 7, 8, 9])
def test_large_pictures_are_read_in_strips(mode, height, monkeypatch):
    form = pictures.MODES[mode]
    shape = (height, 13, form.channels)[:2 + (form.channels > 1)]
    whole = pictures.store(numbers(shape, form.dtype), Origin("picture"), mode)
    expected = ingest(whole)
    monkeypatch.setattr(pictures, "STRIP", 13 * 4 * 2)
    found = ingest(whole)
    assert np.array_equal(found.array, expected.array) and found.format == expected.format
