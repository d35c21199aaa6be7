"""The form of all ready filters: called with a picture, called inside a filter, compiled like any other."""

import re

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import ArgumentError, Color, Float, HostImage, Image, Position, filters
from pygpu.filters.ready import Ready
from tests.engines import check

from .comparing import random, same


def test_a_picture_of_the_same_kind_comes_back(engine):
    photo = Pillow.fromarray(random((6, 5, 3), np.uint8))
    assert filters.gaussian(photo).mode == "RGB"
    assert filters.gaussian(photo.convert("L")).mode == "L"
    assert filters.gaussian(np.asarray(photo)).dtype == np.uint8
    assert filters.gaussian(random((6, 5))).dtype == np.float32
    if engine.device != "none":
        assert isinstance(filters.gaussian(pygpu.upload(random((6, 5)))), pygpu.DeviceImage)


def test_in_order_or_by_name(engine):
    image = random((6, 5))
    expected = filters.unsharp(image, 2.0, 0.5)
    np.testing.assert_array_equal(filters.unsharp(image, amount=0.5, radius=2.0), expected)
    np.testing.assert_array_equal(filters.unsharp(im=image, radius=2.0, amount=0.5), expected)


def test_inside_a_filter_it_is_the_function(engine):
    def detail(im=Image, p=Position, strength=Float):
        return strength * (im(p) - filters.gaussian(im, p, sigma=0.6, truncate=2))

    def twice(im=Image, p=Position):
        return filters.box(lambda q: filters.box(im, q), p, size=(3, 1))

    check(detail, random((6, 5)), scalars={"strength": 2.0})
    check(twice, random((6, 5, 3)))


def test_in_plain_python_it_is_the_function():
    image = random((6, 5))
    pixel = filters.median(HostImage(image, border="reflect"), Position(3, 2), size=3)
    assert pixel == np.median(image[1:4, 2:5])
    assert filters.sobel(lambda q: 3.0 * q.x, Position(0, 0), along="x") == 24
    assert filters.exposure(im=HostImage(image), p=Position(0, 0), stops=1) == 2 * image[0, 0]


@pytest.mark.parametrize("call, said", [
    (lambda image: filters.watershed(image), "watershed() is missing the argument 'markers'"),
    (lambda image: filters.fftconvolve(image), "fftconvolve() is missing the argument 'kernel'"),
    (lambda image: filters.phase_correlation(image), "phase_correlation() is missing the argument 'moving'"),
    (lambda image: filters.perlin(image), "write perlin(size=(640, 480))"),
    (lambda image: filters.fbm(Pillow.fromarray(image)), "write fbm(size=(640, 480))"),
    (lambda image: filters.cube(image), "cube(photo, file="),
])
def test_what_is_missing_or_too_much_is_said(call, said):
    with pytest.raises(ArgumentError, match=re.escape(said)):
        call(random((6, 5)))


def test_it_compiles_like_any_filter(engine):
    wide = pygpu.compile(filters.box, size=(5, 1))
    assert wide.footprint == (2, 0, 2, 0)
    image = random((6, 5))
    np.testing.assert_array_equal(wide(image), filters.box(image, (5, 1)))


@pytest.mark.parametrize("name, given", [
    ("gaussian", {"sigma": 0.5}), ("box", {"size": 2}), ("bilateral", {"sigma_space": 0.7}), ("median", {}),
    ("erode", {"footprint": [[1, 0], [1, 1]]}), ("scharr", {}), ("laplace", {}), ("emboss", {}),
    ("hue", {"degrees": 70}),
    ("gamma", {"gamma": 1.7}), ("sepia", {"amount": 0.5}), ("white_balance", {"white": Color(0.9, 0.8, 0.7)}),
    ("vignette", {}), ("dither", {"levels": 3}), ("rotate", {"angle": 10}), ("nonlocal_means", {"patch_distance": 1}),
])
@pytest.mark.parametrize("channels", [(), (3,), (4,)], ids=["gray", "colour", "alpha"])
def test_plain_python_means_the_same(name, given, channels, on_numpy):
    """The traced filter against itself as plain Python, pixel by pixel."""
    ready = getattr(filters, name)
    known = {key: value for key, value in given.items() if key in ready.known}
    scalars = {key: value for key, value in given.items() if key not in ready.known}
    check(ready, random((3, 4, *channels)), known=known, scalars=scalars)


def test_resize_means_the_same_in_plain_python(engine):
    check(filters.resize, random((3, 4)), scalars={"width": 5, "height": 2}, size=(5, 2))


@pytest.fixture
def counted(monkeypatch):
    """Calls of pygpu.compile."""
    calls = []
    compile = pygpu.compile
    monkeypatch.setattr(pygpu, "compile", lambda *args, **kwargs: calls.append(kwargs) or compile(*args, **kwargs))
    return calls


def test_the_same_known_values_compile_once(engine, counted):
    @Ready
    def shifted(im=Image(border="wrap"), p=Position, taps=(1, 2), gain: Float = 1.0):
        return gain * sum([w * im(p + (i, 0)) for i, w in enumerate(taps)])

    image = random((4, 5))
    shifted(image, (1, 2))
    shifted(image, [1, 2], gain=3)
    shifted(image, taps=np.array([1, 2]))
    assert len(counted) == 1
    shifted(image, (1, 3))
    shifted(image, (1, 2), border="clamp")
    assert len(counted) == 3


def test_calls_that_are_alike_are_made_as_the_first_was(on_numpy, monkeypatch):
    gray, sorted_out, count = random((6, 5)), Ready.sorted_out, []
    monkeypatch.setattr(Ready, "sorted_out", lambda self, *call: count.append(self) or sorted_out(self, *call))
    calls = [((2,), {}), ((2.0,), {}), ((), {"factor": 0.5}), ((), {"factor": True}),
             ((), {"factor": 1, "dtype": "float64"})]
    first = [filters.brightness(gray, *args, **words) for args, words in calls]
    assert len(count) == len(calls) and first[-1].dtype == np.float64
    for _ in range(2):
        for found, (args, words) in zip(first, calls):
            again = filters.brightness(gray + 0, *args, **words)
            np.testing.assert_array_equal(again, found, strict=True)
    assert len(count) == len(calls)
    assert filters.resize(gray, 3, 4).shape == (4, 3) == filters.resize(gray, 3, 4).shape
    assert filters.resize(random((8, 8)), width=3, height=2).shape == (2, 3)
    for _ in range(2):
        with pytest.warns(UserWarning, match="light goes from 0 to 1"):
            filters.threshold(np.zeros((3, 3), np.uint8), 100)
        with pytest.raises(ArgumentError):
            filters.brightness(gray, fctor=2)


@pytest.mark.parametrize("name, given", [("label", {}), ("distance", {}), ("peaks", {"distance": 2}), ("canny", {}),
                                         ("hysteresis", {"low": 0.2, "high": 0.7})])
def test_what_goes_over_whole_pictures_is_called_again(engine, name, given):
    filter, gray = getattr(filters, name), random((9, 8)) - np.float32(0.5)
    first = np.asarray(filter(gray, **given))
    for _ in range(2):
        np.testing.assert_array_equal(np.asarray(filter(gray, **given)), first, strict=True)
        np.testing.assert_array_equal(np.asarray(filter(im=gray, **given)), first, strict=True)


def test_how_the_image_is_read(engine):
    image = random((4, 5))
    white = filters.box(image, size=(2, 1), border="constant", fill=1.0)
    same(white[:, 0], (image[:, 0] + 1) / 2)
    nearest = filters.affine(image, (1, 0, 0.4), (0, 1, 0), sample="nearest")
    np.testing.assert_array_equal(nearest, image)
    pair = filters.erode(image, size=3, border=("wrap", "reflect"))
    same(pair[:, 0], filters.erode(np.roll(image, 1, 1), size=3)[:, 1])


def test_options_of_every_call(engine):
    image = random((4, 5), np.uint8)
    assert filters.sobel(image, dtype=np.float32).dtype == np.float32
    assert filters.gamma(image, 2, size=(3, 2)).shape == (2, 3)
    assert filters.box(image, size=3, valid=True).shape == (2, 3)
    np.testing.assert_array_equal(filters.box(np.stack([image, image]), axis=0)[1], filters.box(image))
    out = np.zeros((4, 5), np.uint8)
    filters.gaussian(image, out=out)
    np.testing.assert_array_equal(out, filters.gaussian(image))


def test_wrong_arguments(engine):
    image = random((4, 5))
    with pytest.raises(ArgumentError, match="gaussian.*'sgima'.*sigma"):
        filters.gaussian(image, sgima=2)
    with pytest.raises(ArgumentError, match="gaussian"):
        filters.gaussian(image, 2, 0, 4, 5, 6)
    with pytest.raises(ArgumentError, match="gaussian.*'im'"):
        filters.gaussian()
    with pytest.raises(ArgumentError, match="width"):
        filters.resize(image)


def test_it_says_what_it_is():
    assert repr(filters.box) == "<ready filter box(im, size=3)>"
    assert "uniform_filter" in filters.box.__doc__


def test_it_can_be_asked_what_a_compiled_one_can():
    gray = random((6, 5))
    assert filters.sobel.footprint == (1, 1, 1, 1)
    chained = (filters.gaussian >> filters.sobel)(gray)
    np.testing.assert_allclose(chained, (pygpu.compile(filters.gaussian) >> filters.sobel)(gray))
    with pytest.raises(AttributeError, match="gaussian has no attribute 'foot_print'"):
        filters.gaussian.foot_print  # noqa: B018 - that is the test


def test_what_it_is_asked_takes_known_values_too(engine):
    gray = random((16, 15))
    same(filters.median.map(gray, size=5), filters.median(gray, 5))
    same(filters.median.map(gray, 5), filters.median(gray, 5))
    once = filters.gaussian(gray, 2, border="wrap")
    same(filters.gaussian.iterate(2, gray, 2, border="wrap"), filters.gaussian(once, 2, border="wrap"), 1e-5)
    same(filters.gaussian.iterate(2, gray, sigma=2, border="wrap"), filters.gaussian(once, 2, border="wrap"), 1e-5)
    same(filters.box.compute((2, 3, 7, 9), gray, 7), filters.box(gray, 7)[3:9, 2:7])
    same(filters.box.compute((2, 3, 7, 9), gray, size=7), filters.box(gray, 7)[3:9, 2:7])
    assert filters.box.needs((5, 5, 6, 6), size=3) == {"im": (4, 4, 7, 7)}
    turned = filters.turn.map(random((6, 9)), quarters=1)  # a result of another size has the size that the filter says
    assert turned.shape == (9, 6)
    assert filters.resize.map(random((6, 9)), 4, 5, kernel="box").shape == (5, 4)


def test_options_of_compile_are_those_of_a_call_too(on_numpy):
    large = 1e9 + random((16, 15)).astype(np.float64)
    assert filters.gaussian(large, 1).std() == 0
    soft = filters.gaussian(large, 1, precision="double")
    assert soft.dtype == np.float64 and soft.std() > 0.01
    same(filters.gaussian(large - 1e9, 1, exact=True), soft - 1e9, 1e-5)


def test_completion_shows_what_is_public():
    shown = {name for name in dir(filters.sobel) if not name.startswith("_")}
    assert {"map", "iterate", "interact", "footprint"} <= shown and not shown & {"sorted_out", "compiled", "allow"}
    assert "map" not in dir(filters.canny)
    assert {"gaussian", "open", "volumes"} <= set(dir(filters)) and "get_close_matches" not in dir(filters)
    assert filters.volumes.gaussian is not filters.gaussian


@pytest.mark.parametrize("theirs, ours", [
    ("GaussianBlur", "gaussian"), ("blur", "box or gaussian"), ("filter2D", "correlate"), ("cvtColor", "gray or rgb_to_hsv"),
    ("unsharp_mask", "unsharp"),
])
def test_what_other_libraries_call_a_filter_leads_to_it(theirs, ours):
    with pytest.raises(AttributeError, match=f"did you mean {ours}"):
        getattr(filters, theirs)
    for name in re.findall(r"\w+", ours.replace(" or ", " ")):
        assert isinstance(getattr(filters, name), Ready)


def test_a_pair_has_two_numbers(on_numpy):
    for sigma in [np.array([2.0]), (1, 2, 3)]:
        with pytest.raises(ArgumentError, match="one number for both ways, or two, across and down"):
            filters.gaussian(random((6, 5)), sigma)
    with pytest.raises(ArgumentError, match="or three, across, down and from plane to plane"):
        filters.volumes.gaussian(random((4, 5, 6)), (1, 2))
    with pytest.raises(ArgumentError, match="did you mean 'im'"):
        filters.gaussian(image=random((6, 5)))


def test_what_goes_over_whole_pictures_is_not_compiled():
    for wrong in (lambda: pygpu.compile(filters.canny), lambda: pygpu.compile(filters.label, connectivity=2),
                  lambda: filters.canny >> filters.sobel):
        with pytest.raises(pygpu.ArgumentError, match="goes over whole pictures until nothing changes.*call it as it is"):
            wrong()
    with pytest.raises(AttributeError, match="'interact'"):
        filters.canny.interact  # noqa: B018


def test_a_compiled_one_has_the_size_that_it_says(engine):
    image = np.random.default_rng(0).random((40, 60)).astype(np.float32)
    resize = pygpu.compile(filters.resize)
    np.testing.assert_array_equal(resize(image, 20, 30), filters.resize(image, 20, 30))
    assert resize(image, width=7, height=9).shape == (9, 7)
    assert resize(image, 20, 30, size=(5, 6)).shape == (6, 5)
    assert pygpu.compile(filters.crop, left=1, top=2, right=11, bottom=22)(image).shape == (20, 10)
