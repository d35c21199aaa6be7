"""Ready filters given numbers that nobody can mean: each is refused in words, or gives a picture of numbers; none waits."""

import warnings

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Int, Position, filters
from pygpu.filters.limits import LIMITS

READY = {name: getattr(filters, name) for name in [*filters.__all__, "open"]}
PICTURE = np.random.default_rng(0).random((12, 16)).astype(np.float32)
IMPOSSIBLE = [0, -1, float("nan"), 10**8, "three"]
# What multiplies or divides the light may be as large as one likes, and the picture is then as bright as that.
TYPED = {"motion_blur": "length", "bilateral": "sigma_color", "anisotropic_diffusion": "kappa", "fbm": "scale",
         "domain_transform": "sigma_space", "exposure": "stops", "nonlocal_means": "h", "zoom": "factor", "pad": "left"}


def numbers():
    for name, ready in READY.items():
        for each in ready.outside.parameters.values():
            number = isinstance(each.default, (int, float)) and not isinstance(each.default, bool)
            if number and each.name in ready.known or TYPED.get(name) == each.name:
                yield name, each.name


def call(name, parameter, value):
    """A filter of pictures with that number, everything else as usual."""
    ready = READY[name]
    given = {each.name: PICTURE if isinstance(each.default, Image) or each.default is Image else 5
             for each in ready.outside.parameters.values()
             if isinstance(each.default, Image) or each.default in (Image, Float, Int)}
    return ready(**{**given, **({} if ready.image else {"size": (16, 12)}), parameter: value})


@pytest.mark.parametrize("name, parameter", list(numbers()))
def test_an_impossible_number_is_refused_in_words_or_gives_numbers(name, parameter, on_numpy):
    refused = 0
    for value in IMPOSSIBLE:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                result = call(name, parameter, value)
        except (pygpu.ArgumentError, ValueError) as error:
            refused += 1
            words = str(error)
            assert parameter in words and ("not" in words or "it is" in words or "has those" in words), words
        else:
            found = np.asarray(result[0] if isinstance(result, tuple) else result, float)
            assert np.isfinite(found).all(), value
    assert refused >= 2  # what is no number at all


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_is_one_of_a_parameter(name):
    filter, _, parameter = name.rpartition(".")
    owners = [READY[filter]] if filter else READY.values()
    assert any(parameter in each.outside.parameters for each in owners)


def test_what_it_may_be_is_said():
    for value, words in [(0, "pixelate.*size is a whole number of at least 1 and at most 4096, not 0"),
                         (2.5, "a whole number.*not 2.5"), ((3, -1), r"not \(3, -1\)"), ("three", "not 'three'")]:
        with pytest.raises(pygpu.ArgumentError, match=words):
            filters.pixelate(PICTURE, size=value)
    with pytest.raises(pygpu.ArgumentError, match="frequency is a number of at least 0.005"):
        filters.gabor(PICTURE, frequency=0)


def test_inside_a_filter_known_numbers_are_asked_too(on_numpy):
    def soft(im=Image, p=Position, sigma=2.0, amount: Float = 1.0):
        return amount * filters.gaussian(im, p, sigma)

    def brighter(im=Image, p=Position, stops: Float = 1.0):
        return filters.exposure(im, p, stops if stops < 1 else 1000)

    assert pygpu.compile(soft)(PICTURE, 2).shape == PICTURE.shape
    for filter, words in [(pygpu.compile(soft, sigma=-1), r"gaussian\(\): sigma is a number of at least 0.*, not -1"),
                          (pygpu.compile(lambda im=Image, p=Position: filters.exposure(im, p, 1000)), "stops .*, not 1000")]:
        with pytest.raises(pygpu.ArgumentError, match=words) as refused:
            filter(PICTURE)
        assert any("return" in note or "lambda" in note for note in refused.value.__notes__)
    assert np.isinf(pygpu.compile(brighter)(PICTURE, 2)).any()  # which of them, only a pixel says


@pytest.mark.parametrize("call, words", [
    (lambda: filters.gaussian("photo.jpg"), "'photo.jpg' is a name, not a picture: open it first"),
    (lambda: filters.zoom("photo.jpg"), "'photo.jpg' is a name, not a picture: open it first"),
    (lambda: filters.turn([[1, 2]]), "a list is not a picture"),
    (lambda: filters.blend(PICTURE, "other.png"), "'other.png' is a name, not a picture"),
    (lambda: filters.gaussian(PICTURE, sgima=2), r"no argument 'sgima' \(did you mean 'sigma'\?\)"),
    (lambda: filters.gaussian(PICTURE, radius=2), r"no argument 'radius' \(did you mean 'sigma'\?\)"),
    (lambda: filters.box(PICTURE, radius=2), r"no argument 'radius': it takes im"),  # and not: did you mean 'raises'?
    (lambda: filters.colorize(PICTURE, "red"), "black is of three numbers, not 'red'"),
    (lambda: filters.crop(PICTURE, 5, 5, 2, 9), "no pixel is left of left=5, top=5, right=2, bottom=9"),
], ids=range(9))
def test_what_cannot_be_is_said_in_the_users_words(call, words, on_numpy):
    with pytest.raises(pygpu.PyGPUError, match=words):
        call()


def test_numbers_of_bytes_are_told_from_light(on_numpy):
    photo = (PICTURE * 255).astype(np.uint8)
    with pytest.warns(UserWarning, match="threshold.*128 / 255 is 0.502") as told:
        filters.threshold(photo, 128)
    assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        filters.threshold(photo, 0.5)
        filters.threshold(PICTURE * 255, 128)


@pytest.mark.parametrize("call, words", [
    (lambda photo: filters.curves(photo, [(0, 0), (128, 160), (255, 255)]), "points is 255"),
    (lambda photo: filters.lut(photo, list(range(256))), "table is 255"),
    (lambda photo: filters.colorize(photo, (0, 0, 0), (255, 200, 0)), "white is 255"),
], ids=["curves", "lut", "colorize"])
def test_so_are_those_of_a_table_or_a_colour(call, words, on_numpy):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        call((PICTURE * 255).astype(np.uint8))
    assert words in str(told[0].message)


@pytest.mark.parametrize("filter", [filters.distance, filters.integral, filters.rgb_to_lab], ids=lambda each: each.__name__)
def test_what_is_larger_than_white_is_said_to_be_lost_in_bytes(filter, on_numpy):
    photo = np.stack([(PICTURE * 255).astype(np.uint8)] * 3, axis=2)
    with pytest.warns(UserWarning, match=filter.__name__ + r".*which bytes store as white: dtype='float32'"):
        filter(photo)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert filter(photo, dtype="float32").max() > 1


def test_too_many_arguments_are_told_which_there_are(on_numpy):
    with pytest.raises(pygpu.ArgumentError, match="too many positional arguments: it takes im, value"):
        filters.threshold(PICTURE, 127, 255)
