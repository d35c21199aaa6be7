"""What is no picture, and what cannot be done with one: each refused in the words of who gave it, on the way in."""

import io
import pathlib
import traceback

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import Color, Float, HostImage, Image, ImageError, Int, Position

RANDOM = np.random.default_rng(73)


def same(im=Image, p=Position):
    return im(p)


@pytest.mark.parametrize("given, words", [
    ("photo.jpg", r"'photo.jpg' is a name, not a picture: open it first, with PIL.Image.open\('photo.jpg'\)"),
    (pathlib.Path("photo.jpg"), "open it first"), (b"\x89PNG" * 1000, "^bytes are not a picture: of a file, PIL.{60,120}$"),
    ([[0.0, 1.0], [1.0, 0.0]], r"a list is not a picture: make an array of it, numpy.array"),
    (((0, 1), (1, 0)), "a tuple is not a picture"), (None, "None is not a picture.*imread"),
    (3.5, "a float is not a picture"), (io.BytesIO(b"x"), r"an open file is not a picture: PIL.Image.open\(file\)"),
    (memoryview(b"x"), "^bytes are not a picture"), (pathlib.PurePosixPath("a/b.png"), r"PIL.Image.open\('a/b.png'\)"),
    (np.zeros((0, 5)), r"empty: its array has the shape \(0, 5\)"), (np.zeros((5, 0, 3)), "empty"),
    (np.zeros((2, 2), object), "Python objects.*astype"), (np.zeros((2, 2), complex), "complex numbers.*two channels"),
    (np.zeros((2, 2, 5)), "its last axis has 5 numbers.*axis=0.*filters.volumes"),
    (np.zeros((3, 20, 30)), "channels come first.*moveaxis"),
    (np.zeros(7), r"the shape \(7,\)"), (np.zeros((2, 3, 4, 3)), "axis=0"),
    (np.zeros((2, 2), np.uint64), "convert to uint16"),
    (np.zeros((2, 2), np.uint32), "convert to uint16"), (np.array([["a"]]), "not a picture"),
    (np.zeros((2, 2), "datetime64[s]"), "not a picture"), (np.zeros((2, 2), [("r", "u1")]), "not a picture"),
    (np.ma.masked_array(np.zeros((2, 2)), [[0, 1], [0, 0]]), r"filled\(value\)"),
    (np.float32, "the class numpy.float32"),
    (Pillow.new("L", (0, 4)), "empty"), (lambda q: 0, "function is not a picture"),
], ids=lambda value: str(value).partition(" at 0x")[0][:24])  # fmt: skip
def test_what_is_no_picture(given, words, on_numpy):
    with pytest.raises(ImageError, match=words):
        pygpu.compile(same)(given)


@pytest.mark.parametrize("k, n, words", [
    ("1", 1, "'k' is a Float, not '1'"), (None, 1, "'k' is a Float"), (1j, 1, "'k' is a Float"),
    (10**400, 1, "'k' is a Float, not 1000.*"), (1.0, 2**31, "'n' is an Int of 32 bits, which 2147483648 does not fit"),
    (1.0, -10**60, "'n' is an Int of 32 bits"), (1.0, 1.5, "a whole number"), (1.0, None, "a whole number"),
])
def test_what_is_no_number(k, n, words, on_numpy):
    with pytest.raises(pygpu.ArgumentError, match=words):
        pygpu.compile(lambda im=Image, k=Float, n=Int, p=Position: im(p) * k + n)(np.zeros((2, 3)), k, n)


def test_one_pixel_is_asked_of_what_can_be_called(on_numpy):
    filter = pygpu.compile(same)
    for picture in (np.ones((2, 2)), Pillow.new("L", (2, 2))):
        with pytest.raises(pygpu.ArgumentError, match=r"one pixel, in plain Python.*HostImage\(photo\)"):
            filter(picture, Position(0, 0))
    assert filter(HostImage(np.ones((2, 2))), Position(0, 0)) == 1


def test_the_users_line_is_where_a_wrong_option_is_told(on_numpy):
    with pytest.raises(pygpu.ArgumentError, match="orient='upright'") as caught:
        pygpu.compile(same)(np.ones((2, 2)), orient="upright")
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-1] in (
        "__call__", "test_the_users_line_is_where_a_wrong_option_is_told")


def test_a_closed_picture(tmp_path, on_numpy):
    Pillow.new("RGB", (30, 30), "red").save(tmp_path / "photo.png")
    with Pillow.open(tmp_path / "photo.png") as picture:
        pass
    with pytest.raises(ImageError, match="closed: filter it inside its `with` block"):
        pygpu.compile(same)(picture)
    made = Pillow.new("RGB", (3, 3))
    made.close()
    with pytest.raises(ImageError, match="closed"):
        pygpu.compile(same)(made)
    with pytest.raises(ImageError, match="closed: read it inside its `with` block"):
        HostImage(picture)


def test_a_damaged_picture(tmp_path, on_numpy):
    path = tmp_path / "photo.png"
    Pillow.fromarray(RANDOM.integers(0, 256, (50, 50, 3), np.uint8)).save(path)
    path.write_bytes(path.read_bytes()[:-2000])
    with Pillow.open(path) as picture, pytest.raises(ImageError, match="cannot be read; its file may be damaged"):
        pygpu.compile(same)(picture)


def test_nan_into_whole_numbers(engine):
    given = np.ones((3, 4), np.float32)
    given[1, 2] = np.nan
    for wish in ({"dtype": "uint8"}, {"dtype": np.int16}, {"mode": "L"}, {"out": np.zeros((3, 4), np.uint8)}):
        with pytest.raises(ImageError, match=r"NaN at \(2, 1\), which u?int\d+ cannot hold: give dtype='float32'"):
            pygpu.compile(same)(given, **wish)
    assert np.isnan(pygpu.compile(same)(given)[1, 2])
    mended = pygpu.compile(lambda im=Image, p=Position: 0.0 if pygpu.isnan(im(p)) else im(p))
    assert mended(given, dtype="uint8")[1, 2] == 0
    elsewhere = pygpu.compile(lambda im=Image, p=Position: im(0, 0))
    assert (elsewhere(given, dtype="uint8") == 255).all()


def test_a_nan_that_the_filter_makes_of_whole_numbers_is_black(engine):
    made = pygpu.compile(lambda im=Image, p=Position: pygpu.sqrt(im(p) - 1.0))
    assert made(np.array([[0, 255]], np.uint8)).tolist() == [[0, 0]]


def test_infinity_saturates(engine):
    given = np.array([[np.inf, -np.inf]], np.float32)
    assert pygpu.compile(same)(given, dtype="uint8").tolist() == [[255, 0]]
    assert pygpu.compile(same)(given, dtype="int16").tolist() == [[32767, -32768]]


@pytest.mark.parametrize("mode, words", [
    ("L", "3 channels does not fit mode 'L', which has one channel"),
    ("P", "'P' cannot hold a result: it is one of 1, L,"),
    ("F", "3 channels does not fit")])
def test_modes_that_do_not_fit(mode, words, on_numpy):
    with pytest.raises(ImageError, match=words):
        pygpu.compile(same)(Pillow.new("RGB", (2, 2)), mode=mode)


def test_what_pil_has_no_mode_for(on_numpy):
    given = Pillow.new("RGB", (2, 2))
    with pytest.raises(ImageError, match="no mode for 3 channels of float32.*NumPy array"):
        pygpu.compile(same)(given, dtype="float32")
    with pytest.raises(ImageError, match="no mode for 3 channels"):
        pygpu.compile(lambda im=Image, p=Position: im(p) > Color(0.5, 0.5, 0.5))(given)
    assert pygpu.compile(same)(np.asarray(given), dtype="float32").dtype == np.float32


@pytest.mark.parametrize("known", [Pillow.new("L", (4, 3)), np.zeros((3, 4)), HostImage(np.zeros((3, 4)))],
                         ids=["PIL", "array", "HostImage"])
def test_a_call_without_the_picture_that_is_compiled_in_is_told_its_size(known, on_numpy):
    filter = pygpu.compile(same, im=known)
    with pytest.raises(pygpu.ArgumentError, match=r"'im' compiled in.*size=\(4, 3\), or leave it out of compile"):
        filter()
    assert filter(size=(4, 3)).shape == (3, 4)


def test_a_tuple_of_pictures_that_is_taken_for_one_says_what_it_is(on_numpy):
    parts = pygpu.compile(lambda im=Image[Color], p=Position: tuple(im(p)))(Pillow.new("RGB", (2, 2)))
    assert isinstance(parts, tuple) and [part.mode for part in parts] == ["L"] * 3
    with pytest.raises(AttributeError, match=r"a tuple, and that has no 'save'.*result\[0\].*return Color\(red, "):
        parts.save("photo.png")
    with pytest.raises(AttributeError, match=r"returns 2 values.*has no 'shape'.*result\[0\]$"):
        _ = pygpu.compile(lambda im=Image, p=Position: (im(p), 1 - im(p)))(np.zeros((2, 2))).shape


def test_a_coordinate_for_an_argument_leads_to_the_position(on_numpy):
    with pytest.raises(pygpu.ArgumentError, match=r"is missing the argument 'x'.*p=Position, whose p.x it is"):
        pygpu.compile(lambda im=Image, x=Int, y=Int: im(x, y))(np.zeros((2, 2)))


def test_tuples_that_were_added_are_no_place():
    with pytest.raises(TypeError, match=r"not at 4: of tuples \(3, 4\) \+ \(1, 0\) is \(3, 4, 1, 0\)"):
        HostImage(np.zeros((2, 2)))((0, 1) + (1, 0))


def test_pinned_pixels(on_numpy):
    for spec, given, words in ((Image[Color], np.zeros((2, 2)), "Color pixels, and this one has 1 channel"),
                               (Image[pygpu.Float], np.zeros((2, 2, 3)), "Float pixels, and this one has 3 channels")):
        with pytest.raises(pygpu.ArgumentError, match=words):
            pygpu.compile(same, im=spec)(given)


@pytest.mark.parametrize("given", [
    "photo.jpg", [[1.0]], np.zeros((0, 3)), np.zeros((2, 2), complex), np.zeros((2, 2, 7)), np.zeros((2, 2), object), None,
], ids=lambda value: str(value)[:12])
def test_plain_python_and_compile_refuse_the_same(given, on_numpy):
    with pytest.raises(ImageError):
        HostImage(given)
    with pytest.raises(ImageError):
        pygpu.compile(lambda im=Image, other=Image, p=Position: im(p) + other(p), other=given)


def test_wrong_alpha_and_unknown_sampling(on_numpy):
    with pytest.raises(pygpu.CompileError, match="unknown-alpha"):
        Image(alpha="none")
    with pytest.raises(pygpu.CompileError, match="(?s)unknown-sampling.*nearest.*spline"):
        pygpu.compile(lambda im=Image, p=Position: im.sample(p * 0.5, "best"))(np.zeros((2, 2)))
