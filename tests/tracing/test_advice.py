"""The usual mistakes are told with the words that help; and what the advice says to write does compile."""

import cmath
import datetime
import decimal
import math
import random
import re
import time
import zlib

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from pygpu import Array, Color, Float, HostImage, Image, Int, Position, Volume, dot, filters, fract, length, minimum, sin

GRAY = np.linspace(0, 1, 64, dtype=np.float32).reshape(8, 8)
COLOUR = np.stack([GRAY, GRAY[::-1], GRAY.T], axis=2)
PHOTO = Picture.new("L", (8, 8), 100)


def called(im, p):
    return im(p)


MISTAKES = {
    "read at nothing": (lambda im=Image, p=Position: im(None), GRAY, "im\\(p\\), im\\(p \\+"),
    "read at a name": (lambda im=Image, p=Position: im("x"), GRAY, "im\\(p\\), im\\(p \\+"),
    "all pixels": (lambda im=Image, p=Position: [1 - im(x, y) for y in range(im.height) for x in range(im.width)], GRAY,
                   "without loops over x and y"),
    "a row for a pixel": (lambda im=Image, p=Position: im[p.x], GRAY, "im\\[p.y, p.x\\]"),
    "a truth of colours": (lambda im=Image, p=Position: 1.0 if im(p) > 0.5 else 0.0, COLOUR, "any\\(c > 0.5\\)"),
    "sorted colours": (lambda im=Image, p=Position: sorted([im(p), im(p + (1, 0))])[0], COLOUR, "key=length"),
    "numpy's random": (lambda im=Image, p=Position: im(p) + np.random.rand(), GRAY, "fract\\(sin"),
    "random": (lambda im=Image, p=Position: im(p) + random.random(), GRAY, "fract\\(sin"),
    "a seed of a pixel": (lambda im=Image, p=Position: random.Random(im(p)).random(), GRAY, "fract\\(sin"),
    "a pattern": (lambda im=Image, p=Position: len(re.compile("1").findall(f"{im(p):.2f}")), GRAY, "partition"),
    "a decimal number": (lambda im=Image, p=Position: float(decimal.Decimal(p.x) * 2), GRAY, "whole numbers"),
    "print of a text": (lambda im=Image, p=Position: print(f"{im(p):.2f}"), GRAY, "HostImage"),
    "print": (lambda im=Image, p=Position: print(im(p)), GRAY, "HostImage"),
    "a part of gray": (lambda im=Image, p=Position: im(p).red, GRAY, "im=Image\\[Color\\]"),
    "a median of each column": (lambda im=Image, p=Position: np.median(im, axis=0), GRAY, "axis=0\\)\\[p.x\\]"),
    "shape": (lambda im=Image, p=Position: im.shape[0] * 1.0, GRAY, "im.width"),
    "a shader's texture": (lambda im=Image, p=Position: texture(im, p), GRAY, "im\\(uv \\* im.size\\)"),  # noqa: F821
    "a shader's vector": (lambda im=Image, p=Position: vec3(im(p)), GRAY, "Vec3\\(x, y, z\\)"),  # noqa: F821
    "what was not imported": (lambda im=Image, p=Position: clamp(im(p)), GRAY, "from pygpu import clamp"),  # noqa: F821
    "pixels in a row": (lambda im=Image, p=Position: im.pixels[p.x], GRAY, "im\\(p\\), im"),
    "an image less a position": (lambda im=Image: 1 - im, GRAY, "p=Position"),
    "a part of a size": (lambda im=Image, p=Position: im(p / im.size.y), GRAY, "im.width and im.height"),
    "a mean": (lambda im=Image, p=Position: im(p) - im.mean(), GRAY, "sum\\(im\\) / len\\(im\\)"),
    "one number that is known": (lambda im=Image, p=Position: im(1), GRAY, "im\\(x, y\\)"),
    "a position for a pixel": (lambda im=Image, p=Position: p + (1, 0), GRAY, "Vec2\\(p\\)"),
    "a tuple for a vector": (lambda im=Image, p=Position: (0.1, 0.2, 0.3) * im(p), GRAY, "Color\\(\\*t\\)"),
    "one number": (lambda im=Image, p=Position: im(p.x), GRAY, "im\\(x, y\\)"),
    "the image itself": (lambda im=Image, p=Position: im, GRAY, "return im\\(p\\)"),
    "a position and a number": (lambda im=Image, p=Position: im(p, 1), GRAY, "im\\(p.x \\+ 1, p.y\\)"),
    "a channel as a coordinate": (lambda im=Image, p=Position: im[p.y, p.x, 0], COLOUR, "im\\(p\\).red"),
    "coordinates by name": (lambda im=Image, p=Position: im(x=p.x, y=p.y), GRAY, "im\\(p.x \\+ 1, p.y\\)"),
    "a border at the call": (lambda im=Image, p=Position: im(p, border="wrap"), GRAY, "Image\\(border="),
    "a window": (lambda im=Image, p=Position: im[p.y - 1:p.y + 2, p.x - 1:p.x + 2].mean(), GRAY, "sum\\(im\\(p \\+"),
    "getpixel": (lambda im=Image, p=Position: im.getpixel((p.x, p.y)), GRAY, "im\\(p\\), im"),
    "what only the language asks": (lambda im=Image, p=Position: im.at(p), GRAY, "im\\(p\\), im"),
    "convert": (lambda im=Image, p=Position: im.convert("L")(p), COLOUR, "filters.gray\\(im, p\\)"),
    "a mean of a colour": (lambda im=Image, p=Position: im(p).mean(), COLOUR, "sum\\(c\\) / len\\(c\\)"),
    "a method of a number": (lambda im=Image, p=Position: im(p).sqrt(), COLOUR, "sqrt\\(c\\)"),
    "astype": (lambda im=Image, p=Position: im(p).astype(float), COLOUR, "c.red or c\\[0\\]"),
    "int of a colour": (lambda im=Image, p=Position: int(im(p)), COLOUR, "int\\(c.red \\* 255\\)"),
    "bits of a pixel": (lambda im=Image, p=Position: im(p) & 0xF0, GRAY, "int\\(v \\* 255"),
    "an index of gray": (lambda im=Image, p=Position: im(p)[0], GRAY, "im=Image\\[Color\\]"),
    "compiled code and an image": (lambda im=Image, p=Position: zlib.compress(im), GRAY, "pygpu.filters has"),
    "an array as large as the picture": (lambda im=Image, p=Position: np.zeros((im.height, im.width))[p.y, p.x], GRAY,
                                         "return what one pixel is"),
    "an array of the picture": (lambda im=Image, p=Position: im(p) - np.asarray(im).mean(), GRAY, "np.mean\\(im\\)"),
    "a colour as an index": (lambda im=Image, p=Position: [0.1, 0.2, 0.3][im(p)], COLOUR, "int\\(c.red"),
    "a part that it has not": (lambda im=Image, p=Position: im(p).lenght, COLOUR, "length\\(v\\)"),
    "a depth of a picture": (lambda im=Image, p=Position: im(p.z, p.y), GRAY, "its parts, p.x"),
    "a number for a position": (lambda im=Image, p=Position: filters.gaussian(im, 2), GRAY, "filters.NAME\\(im, p, "),
    "a pixel for an image": (lambda im=Image, p=Position: filters.gaussian(im(p), p), GRAY, "filters.NAME\\(im, p, "),
    "a step in three dimensions": (lambda im=Image, p=Position: im(p + (1, 0, 0)), GRAY, "in a picture p \\+ \\(dx, dy\\)"),
    "half a colour": (lambda im=Image, p=Position: Color(0, im(p)), GRAY, "Color\\(red, green, blue\\)"),
    "parts of gray": (lambda im=Image, p=Position: [c for c in im(p)][0], GRAY, "im=Image\\[Color\\]"),
    "a text for a pixel": (lambda im=Image, p=Position: "white" if im(p) > 0.5 else "black", GRAY, "0.0 and 1.0 for black"),
    "a colour's name": (lambda im=Image, p=Position: Color("red"), GRAY, "Color\\(1.0, 0.0, 0.0\\)"),
    "a colour or a number": (lambda im=Image, p=Position: Color(1, 0, 0) if im(p) > 0.5 else im(p), GRAY, "Color\\(v\\) is"),
    "a function of a position": (lambda im=Image, p=Position: lambda q: im(q), GRAY, "g\\(p\\)"),
    "one call too many": (lambda im=Image, p=Position: filters.gaussian(im, p)(p), GRAY, "leave the brackets out"),
    "a table by a pixel": (lambda im=Image, p=Position: [0, 1, 2][im(p)], GRAY, "table\\[int\\(v \\* 255"),
    "a debugger": (lambda im=Image, p=Position: (breakpoint(), im(p))[1], GRAY, "one pixel as plain Python"),
    "chance without a seed": (lambda im=Image, p=Position: im(p) + np.random.default_rng().normal(), GRAY, "fract\\(sin"),
    "a known picture, indexed": (lambda im=Image, p=Position: PHOTO[p.y, p.x] * im(p), GRAY, "other=Image"),
    "eigenvalues": (lambda im=Image, p=Position: np.linalg.eig(np.array([[im(p), 1.0], [2.0, 3]]))[0][0], GRAY, "eigvalsh"),
    "roots": (lambda im=Image, p=Position: np.roots([1.0, im(p), 2.0])[0], GRAY, "cmath.sqrt"),
    "a spectrum of few": (lambda im=Image, p=Position: np.fft.irfft([im(p), 1.0, 2.0])[1], GRAY, "cmath.exp"),
    "two letters": (lambda im=Image, p=Position: len(str(int(im(p) * 99)).split("11")), GRAY, "text.find"),
    "numbers that are counted": (lambda im=Image, p=Position: np.bincount([int(im(p) * 8), 3])[3], GRAY, "minlength=9"),
    "a known picture": (lambda im=Image, p=Position: PHOTO.getpixel((p.x, p.y)) * im(p), GRAY, "other=Image"),
}


OF_WHOLE_ARRAYS = {
    "print": (lambda x=Array: print(x.mean()), "call the function itself with arrays"),
    "a debugger": (lambda x=Array: (breakpoint(), x)[1], "call the function itself with arrays"),
    "chance": (lambda x=Array: x + np.random.normal(size=x.shape), "noise=Array"),
    "chance without a seed": (lambda x=Array: x + np.random.default_rng().normal(size=x.shape), "noise=Array"),
    "all digits": (lambda x=Array: f"{x.mean()}", "say how many digits"),
    "an object of its own": (lambda x=Array: Picture.Image(), "tuples, named tuples, lists, dicts and sets"),
    "a library": (lambda x=Array: Picture.fromarray(x * 1), "before or after"),
    "text beside an array": (lambda x=Array: x * 1 == "a", "use numbers and arrays"),
    "all of a projection": (lambda v=Volume: np.max(v, axis=0), "v=Array"),
}


@pytest.mark.parametrize("name", OF_WHOLE_ARRAYS)
def test_of_whole_arrays_nothing_is_said_of_a_pixel(name):
    function, instead = OF_WHOLE_ARRAYS[name]
    with pytest.raises(pygpu.CompileError, match=f"(?s)instead: .*{instead}") as caught:
        pygpu.compile(function)(np.ones((3, 4, 5), np.float32))
    assert "pixel" not in caught.value.seen + caught.value.why and "HostImage" not in caught.value.instead


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_gets_the_advice_for_it(name):
    function, picture, instead = MISTAKES[name]
    with pytest.raises(pygpu.CompileError) as caught:
        pygpu.compile(function)(picture)
    assert caught.match(f"(?s)instead: .*{instead}")
    assert caught.value.location.filename == __file__


def test_offsets_of_a_number_of_the_call():
    with pytest.raises(ValueError, match="a window of 3 by 3"):
        pygpu.compile(lambda im=Image, p=Position, size=Int: len(pygpu.offsets(size)))(np.ones((2, 2), np.float32), 3)


def test_digits_are_a_whole_number():
    with pytest.raises(TypeError, match="integer") as caught:
        pygpu.compile(lambda im=Image, p=Position: round(im(p), "2"))(np.ones((2, 2), np.float32))
    assert "round(im(p)" in caught.value.__notes__[0]


def test_the_parts_are_told_that_are_there():
    for value, parts in [(Position(1, 2), "x y, and"), (Color(1, 0, 0), "x y z (also r g b)")]:
        with pytest.raises(AttributeError) as caught:
            value.depth  # noqa: B018 - that is the test
        assert parts in str(caught.value)


def test_a_clock_is_told_to_stand_still():
    for now in (time.time, time.perf_counter, datetime.datetime.now):
        with pytest.warns(UserWarning, match="asked once.*a parameter, time=Float") as told:
            pygpu.compile(lambda im=Image, p=Position, now=now: im(p) * (0 if now is None or not now() else 1))(GRAY)
        assert told[0].filename == __file__


def test_a_picture_is_not_given_to_its_type():
    with pytest.raises(pygpu.CompileError, match="(?s)Image.* of a picture.*instead: call the filter with the picture"):
        Image(PHOTO)


def test_a_pixel_is_not_read_by_the_type():
    with pytest.raises(pygpu.CompileError, match="(?s)Image.* of a Position.*instead: a pixel is read by calling the param"):
        pygpu.compile(lambda im=Image, p=Position: Image(p))(GRAY)


def test_a_name_that_is_nearly_one():
    def mistyped(image=Image, p=Position):
        return imaeg(p)  # noqa: F821 - that is the test

    with pytest.raises(pygpu.CompileError, match="'imaeg' is not defined \\(did you mean 'image'\\?\\)"):
        pygpu.compile(mistyped)(GRAY)


def test_a_known_picture_whose_file_nobody_has_read(tmp_path):
    """Pillow reads it when its first pixel is asked for, and then closes the file: that was put back, and failed."""
    PHOTO.save(tmp_path / "photo.png")
    photo = Picture.open(tmp_path / "photo.png")
    with pytest.raises(pygpu.CompileError, match="(?s)getpixel.*other=Image"):
        pygpu.compile(lambda im=Image, p=Position: photo.getpixel((p.x, p.y)) * im(p))(GRAY)
    assert photo.getpixel((0, 0)) == 100


def test_a_file_is_not_closed(tmp_path):
    with open(tmp_path / "notes.txt", "w") as file:
        def closing(im=Image, p=Position):
            file.close()
            return im(p)

        with pytest.raises(pygpu.CompileError, match="close\\(\\) changes"):
            pygpu.compile(closing)(GRAY)


def test_a_ready_filter_is_named_where_it_stands():
    with pytest.raises(AttributeError, match="pygpu.filters.gaussian"):
        pygpu.gaussian  # noqa: B018 - that is the test
    with pytest.raises(AttributeError, match="no attribute 'gausian'$"):
        pygpu.gausian  # noqa: B018 - that is the test


@pytest.mark.parametrize("filter, known", [
    (filters.gaussian, {"sigma": -1}), (filters.box, {"size": 0}), (filters.median, {"size": -3}),
    (filters.unsharp, {"radius": -1}), (filters.pixelate, {"size": 0}), (filters.gabor, {"frequency": 0})])
def test_a_size_that_is_none_is_said_to_be(filter, known):
    for given in (lambda: pygpu.compile(filter, **known), lambda: filter(GRAY, **known)):
        with pytest.raises(pygpu.ArgumentError, match=f"{next(iter(known))} is a .*number of at least"):
            given()


def test_so_it_is_inside_another_filter():
    for pixel, words in [(lambda im=Image, p=Position: filters.gaussian(im, p, sigma=-1), "sigma is a number of at least 0"),
                         (lambda im=Image, p=Position: filters.box(im, p, size=0), "at least 1")]:
        with pytest.raises(pygpu.ArgumentError, match=words):
            pygpu.compile(pixel)(GRAY)


def eigenvalue(m):
    h = np.trace(m) / 2
    return h + cmath.sqrt(h * h - np.linalg.det(m))


def spectrum(values, k):
    n = len(values)
    return sum(v * cmath.exp(-2j * math.pi * k * i / n) for i, v in enumerate(values))


ADVISED = {
    "any": (lambda im=Image, p=Position: 1.0 if any(im(p) > 0.5) else 0.0, COLOUR),
    "red": (lambda im=Image, p=Position: 1.0 if im(p).red > 0.5 else 0.0, COLOUR),
    "dot": (lambda im=Image, p=Position: 1.0 if dot(im(p), (0.3, 0.6, 0.1)) > 0.5 else 0.0, COLOUR),
    "sorted": (lambda im=Image, p=Position: sorted([im(p), im(p + (1, 0))], key=length)[0], COLOUR),
    "minimum": (lambda im=Image, p=Position: minimum(im(p), im(p + (1, 0))), COLOUR),
    "random": (lambda im=Image, p=Position: im(p) + fract(sin(p.x * 12.9898 + p.y * 78.233) * 43758.5453), GRAY),
    "gray": (lambda im=Image, p=Position: filters.gray(im, p), COLOUR),
    "a mean": (lambda im=Image, p=Position: im(p) - sum(im) / len(im), GRAY),
    "two numbers": (lambda im=Image, p=Position: im(p.x + 1, p.y), GRAY),
    "a window": (lambda im=Image, p=Position: sum(im(p + (x, y)) for y in (-1, 0, 1) for x in (-1, 0, 1)) / 9, COLOUR),
    "a mean of a colour": (lambda im=Image, p=Position: sum(im(p)) / len(im(p)), COLOUR),
    "a whole number": (lambda im=Image, p=Position: int(im(p) * 255 + 0.5) & 0xF0, GRAY),
    "symmetric": (lambda im=Image, p=Position: np.linalg.eigvalsh(np.array([[im(p), 1.0], [1.0, 3.0]]))[0], GRAY),
    "two by two": (lambda im=Image, p=Position: (eigenvalue(np.array([[im(p), 1.0], [-2.0, 3.0]]))).imag, GRAY),
    "a spectrum": (lambda im=Image, p=Position: abs(spectrum([im(p), 1.0, 2.0, 3.0], 1)), GRAY),
    "polyval": (lambda im=Image, p=Position: np.polyval([1.0, im(p)], 2.0), GRAY),
    "counted": (lambda im=Image, p=Position: np.bincount([int(im(p) * 8), 3], minlength=9)[3], GRAY),
    "found": (lambda im=Image, p=Position: str(int(im(p) * 99)).find("11") + str(int(im(p) * 99)).count("11"), GRAY),
    "another colour": (lambda im=Image, p=Position: Color(1.0, im(p).green, im(p).blue), COLOUR),
}


@pytest.mark.parametrize("name", ADVISED)
def test_what_is_advised_compiles(name):
    function, picture = ADVISED[name]
    assert np.isfinite(pygpu.compile(function)(picture)).all()


def test_a_number_beyond_what_is_counted_gives_no_result():
    counted = pygpu.compile(lambda im=Image, p=Position: np.bincount([int(im(p) * 8), 1], minlength=4)[1] * 1.0)
    assert (np.isnan(counted(GRAY)) == (GRAY * 8 >= 4)).all()


def test_names_that_are_nearly_right_are_asked_for():
    half = pygpu.compile(lambda im=Image, p=Position, amount=Float: im(p) * amount)
    soft = lambda im=Image, p=Position: filters.gaussian(im, p, sgima=2)
    for wrong, words in [(lambda: pygpu.compile(filters.gaussian, sigam=2), "did you mean 'sigma'"),
                         (lambda: half(GRAY, amuont=2), "did you mean 'amount'"),
                         (lambda: filters.gaussain, "mean gaussian"), (lambda: pygpu.compile(soft)(GRAY), "'sigma'")]:
        with pytest.raises((pygpu.PyGPUError, AttributeError), match=words) as caught:
            wrong()
        assert "smoothing.py" not in str(caught.value)  # no file of ours


def test_what_a_call_is_not_given_so():
    known = pygpu.compile(lambda im=Image, p=Position, amount=2.0: im(p) * amount)
    plasma = pygpu.compile(lambda p=Position: p.x / 10)
    same = pygpu.compile(lambda im=Image, p=Position: im(p))
    for wrong, words in [(lambda: known(GRAY, 3.0), "'amount' is compiled in.*amount: Float"),
                         (lambda: plasma(64, 48), r"size=\(64, 48\)"), (lambda: same([PHOTO, PHOTO]), "one by one"),
                         (lambda: same(PHOTO, out="out.png"), r"save\('out.png'\)"),
                         (lambda: pygpu.compile("sobel"), "pygpu.filters.sobel"),
                         (lambda: pygpu.compile(PHOTO), "then called with pictures"),
                         (lambda: pygpu.compile(lambda self, im=Image, p=Position: im(p)), r"compile\(Thing\(\).method\)")]:
        with pytest.raises(pygpu.PyGPUError, match=words):
            wrong()


def test_parts_that_a_colour_has_not():
    def alpha(im=Image, p=Position):
        return im(p)[3]

    def assigned(im=Image, p=Position):
        c = im(p)
        c[0] = 1.0
        return c

    for filter, words in [(alpha, r"a Color has 3 parts, counted from 0: there is no \[3\]"), (assigned, "another one")]:
        with pytest.raises((IndexError, TypeError), match=words):
            pygpu.compile(filter)(COLOUR)


def test_a_colour_does_not_change():
    def redder(im=Image, p=Position):
        c = im(p)
        c.red = 1.0
        return c

    with pytest.raises(pygpu.CompileError, match=r"instead: make another one: c = Color\("):
        pygpu.compile(redder)(COLOUR)


def test_a_picture_of_other_channels_is_told_how_to_convert_it():
    with pytest.raises(pygpu.ArgumentError, match=r"convert\('RGB'\)"):
        pygpu.compile(lambda im=Image[Color], p=Position: im(p))(PHOTO)
    with pytest.raises(pygpu.ImageError, match=r"Color\(1.0, 0.0, 0.0\)"):
        pygpu.compile(lambda im=Image, p=Position: Color(1, 0, 0) if im(p) > 0.5 else Color(0, 0, 0))(PHOTO)


def test_what_the_language_does_is_told_by_the_users_line():
    def centred(im=Image, p=Position):
        brightest = max(im(q) for q in im.positions)
        return im(p) / brightest - sum(im) / len(im)

    filter = pygpu.compile(centred)
    first = centred.__code__.co_firstlineno
    assert f"centred, line {first + 1}" in filter.explain() and f"line {first + 2}" in str(filter.graph)
    for text in (filter.explain(), str(filter.graph), filter.source):
        assert not re.search(r"__iter__|Positions|Pixels|picture\.py|positions\.py", text)


def test_inside_a_library_the_users_line_counts():
    ndimage = pytest.importorskip("scipy.ndimage")

    def soft(im=Image, p=Position):
        return ndimage.gaussian_filter(im, 2)(p)

    with pytest.raises(pygpu.CompileError) as caught:
        pygpu.compile(soft)(GRAY)
    assert caught.value.kind == "library-call" and caught.value.location.filename == __file__
    assert "gaussian_filter" in str(caught.value) and "pygpu.filters" in str(caught.value)


def test_a_filter_inside_another_wants_a_position():
    def twice(im=Image, p=Position):
        return 2 * im(p)

    for wrong in (lambda im=Image, p=Position: twice(im), lambda im=Image, p=Position: filters.gaussian(im, sigma=2)):
        with pytest.raises(pygpu.CompileError, match=r"called without its position 'p'[^$]*p=p") as caught:
            pygpu.compile(wrong)(GRAY)
        assert caught.value.location.filename == __file__
    pygpu.compile(lambda im=Image, p=Position: twice(im, p=p) + filters.gaussian(im, p + (1, 0), sigma=2))(GRAY)


def test_and_so_does_a_ready_filter_in_plain_python():
    with pytest.raises(pygpu.ArgumentError, match=r"write gaussian\(im, p, ...\) inside a filter"):
        filters.gaussian(HostImage(GRAY))
    assert filters.median(HostImage(GRAY), p=Position(3, 3)) == GRAY[3, 3]


def test_an_image_that_is_passed_on_is_no_mistake():
    assert pygpu.compile(lambda im=Image, p=Position, k=Float: called(im, p) * k)(GRAY, 1.0) == pytest.approx(GRAY)
    assert called(HostImage(GRAY), Position(1, 1)) == GRAY[1, 1]


def test_a_range_of_a_float_is_pythons_own_mistake_with_the_cure_beside_it():
    def streak(im=Image, p=Position, steps: Float = 3.0, whole=False):
        return sum(im(p + (k, 0)) for k in range(int(steps) if whole else steps))

    with pytest.raises(TypeError, match="a Float cannot be interpreted as an integer; int\\(...\\) around it makes it one"):
        pygpu.compile(streak)(GRAY)
    assert np.allclose(pygpu.compile(streak, whole=True)(GRAY)[3, 2], GRAY[3, 2:5].sum())


def test_pictures_given_to_compile_belong_to_the_filter():
    with pytest.raises(pygpu.ArgumentError, match=r"compile\(f\)\(photo\)"):
        pygpu.compile(called, PHOTO)


def test_a_picture_for_a_known_parameter_is_told():
    with pytest.raises(pygpu.ArgumentError, match="along is no picture"):
        filters.sobel(PHOTO, PHOTO)


def test_a_size_may_be_a_pair_as_elsewhere():
    assert filters.resize(PHOTO, (5, 3)).size == filters.resize(PHOTO, 5, 3).size == (5, 3)


def each(im=Image, p=Position):
    yield im(p)


async def later(im=Image, p=Position):
    return im(p)


@pytest.mark.parametrize("function", [each, later])
def test_what_is_not_walked_has_its_line(function):
    with pytest.raises(pygpu.CompileError) as caught:
        pygpu.compile(function)(PHOTO)
    assert caught.value.location.line == function.__code__.co_firstlineno


@pytest.mark.parametrize("given, told", [(dict(mode="nearest"), "border='nearest'"), (dict(cval=0.5), "did you mean 'fill'"),
                                         (dict(borderType="reflect"), "did you mean 'border'")])
def test_other_libraries_names_of_borders_lead_to_ours(given, told):
    with pytest.raises(pygpu.ArgumentError, match=told):
        filters.gaussian(PHOTO, sigma=2, **given)


def test_a_mode_of_pillow_is_one():
    assert filters.gaussian(PHOTO, sigma=2, mode="F").mode == "F"
