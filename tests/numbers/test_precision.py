"""precision="double": a filter computes what plain Python does, to the last digits, on every engine that can."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Int, Position
from pygpu.language.signature import parameters
from pygpu.opencl import Format
from pygpu.schedule import GPU
from pygpu.story import Story, usual_pixels
from tests.numbers.test_types import by_numpy, doubles_or_skip

PICTURE = np.random.default_rng(7).random((9, 23))
CLOSE = 1e-12


def stencil(im=Image, p=Position):
    s = sum(im(p + (dx, dy)) * (dx * 0.1 + dy * 0.3 + 1 / 3) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return s / 7 + p.x * 1e-7


def looping(im=Image, p=Position):
    total = 0.0
    for i in range(int(im(p) * 10)):
        total += math.sin(im(p) * i) * 0.1
    return total if total > 0.2 else math.exp(-total)


def mathematics(im=Image, p=Position):
    v = im(p) + 0.1
    return (math.sqrt(v) + math.log(v) + v**0.3 + math.atan2(v, 2) + math.tan(v) + v % 0.07 + v // 0.3 + round(v, 3)
            + math.hypot(v, 1.1) + abs(v - 0.5) + max(v, 0.25) + math.floor(v * 7))


def back(im=Image, p=Position):
    to_the_left = lambda q: max(im(q), to_the_left(q + (1, 0)) - 0.01) if q.x < im.width - 1 else im(q)
    return to_the_left(p)


def truths(im=Image, p=Position):
    return 1.0 if (im(p) > 0.5) > (im(p + (1, 0)) > 0.5) else im(p) / 3


def falling(im=Image, p=Position):
    return math.exp(-(im(p) - im(p + (1, 0))) ** 2 / 0.02)


def composed(im=Image, p=Position):
    blur = lambda q: (im(q + (1, 0)) + im(q) + im(q - (1, 0))) / 3
    return blur(p + (0, 1)) - blur(p - (0, 1)) + blur(p * 2) - im(p.x / 3, p.y / 2)


def whole_picture(im=Image, p=Position):
    return im(p) / sum(im) + max(im) * min(im(x, p.y) for x in range(im.width))


def running(im=Image, p=Position):
    s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)
    return s(p)


def large_ints(im=Image, p=Position):
    n = p.x * 100000 * 1003 + p.y
    return n * n % 1000003 + (n > 5_000_000_000) + int(im(p) * 1e12) // 7


FILTERS = [stencil, looping, mathematics, composed, whole_picture, running, large_ints, back, truths, falling]


@pytest.mark.parametrize("function", FILTERS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.uint8], ids=lambda dtype: dtype.__name__)
def test_in_double(engine, function, dtype):
    doubles_or_skip(engine)
    image = (PICTURE * 255).astype(np.uint8) if dtype is np.uint8 else PICTURE.astype(dtype)
    got = pygpu.compile(function, precision="double")(image)
    wanted = by_numpy(function, image)
    assert got.dtype == wanted.dtype, got.dtype
    assert np.allclose(got, wanted, rtol=CLOSE, atol=CLOSE), np.abs(got - wanted).max()


def test_colours_and_numbers_in_double(engine):
    doubles_or_skip(engine)

    def mixed(im=Image, p=Position, gain: Float = 1.1, n: Int = 3):
        return (im(p) * gain + im(p - (1, 0)) ** n).rgb * 0.1

    image = np.random.default_rng(3).random((5, 19, 3))
    got = pygpu.compile(mixed)(image, gain=1 / 3, precision="double")
    wanted = [[[*mixed(HostImage(image), Position(x, y), 1 / 3, 3)] for x in range(19)] for y in range(5)]
    assert got.dtype == np.float64 and np.allclose(got, wanted, rtol=CLOSE, atol=CLOSE)


def test_an_int_of_64_bits(engine):
    doubles_or_skip(engine)
    added = pygpu.compile(lambda im=Image, p=Position, n=Int: n + p.x, precision="double")
    assert added(PICTURE, 2**40)[0, 3] == 2**40 + 3 and added(PICTURE, -(2**63))[0, 0] == -(2**63)
    with pytest.raises(pygpu.ArgumentError, match="Int of 64 bits"):
        added(PICTURE, 2**63)


def test_what_is_asked_for_comes_out(engine):
    doubles_or_skip(engine)
    half = pygpu.compile(lambda im=Image, p=Position: im(p) / 2, precision="double")
    assert half(PICTURE, dtype=np.float32).dtype == np.float32
    assert np.array_equal(half(PICTURE), PICTURE / 2)
    assert np.array_equal(half((PICTURE * 255).astype(np.uint8), dtype=np.uint8),
                          np.rint((PICTURE * 255).astype(np.uint8) / 2).astype(np.uint8))


def test_single_is_what_it_was(engine):
    third = pygpu.compile(lambda im=Image, p=Position: im(p) / 3)
    assert third(PICTURE).dtype == np.float64
    assert np.array_equal(third(PICTURE), third(PICTURE.astype(np.float32)))
    assert not np.array_equal(third(PICTURE), PICTURE / 3)


def test_numpys_own_types_stay_what_they_are(engine):
    doubles_or_skip(engine)
    bits = pygpu.compile(lambda im=Image, p=Position: np.float32(im(p)).view(np.int32) & 255, precision="double")
    assert np.array_equal(bits(PICTURE), PICTURE.astype(np.float32).view(np.int32) & 255)
    wraps = pygpu.compile(lambda im=Image, p=Position: np.uint8(p.x * 100) + np.uint8(7), precision="double")
    assert np.array_equal(wraps(PICTURE)[0], (np.arange(23) * 100 + 7).astype(np.uint8))


def test_a_precision_that_there_is_not():
    with pytest.raises(pygpu.ArgumentError, match="'single' or 'double'"):
        pygpu.compile(stencil, precision="quadruple")


@pytest.mark.parametrize("double", [False, True])
def test_a_power_for_gpus_is_for_floats(double):
    """It would compute a double in 32 bits."""
    def gamma(im=Image, p=Position):
        return (im(p) + 0.1)**0.3

    found = parameters(gamma, {})
    story = Story(gamma, found, usual_pixels(found), double=double)
    told = story.for_pixels([Format("float32", 1)], [Format("float64" if double else "float32", 1)], GPU)
    assert ("pg_power" in told.program.source) is not double


def test_a_power_of_one_pixel_is_not_its_neighbours(engine):
    """PoCL's pow of vectors of doubles (3.1) is wrong in all lanes where one of them is zero, infinite or no number."""
    doubles_or_skip(engine)
    picture = np.linspace(0.1, 9.7, 3 * 40).reshape(3, 40)
    picture[0, 5], picture[1, 17], picture[2, 0], picture[2, 39] = 0, np.inf, 1e-310, np.nan
    for power in (1.7, -0.4):
        with np.errstate(divide="ignore"):
            expected = picture**power
        found = pygpu.compile(lambda im=Image, p=Position: im(p) ** power, precision="double")(picture)
        np.testing.assert_allclose(found, expected, rtol=CLOSE)


def test_lists_of_numbers_in_double(engine):
    """A list is an array of what was computed: of doubles, and of whole numbers of 64 bits."""
    doubles_or_skip(engine)
    third = pygpu.compile(lambda im=Image: ([im(0, 0) / 3, im(1, 0)], [v / 7 for v in im], [int(im(2, 0) * 2**40), 1]),
                          precision="double")
    few, many, whole = third(PICTURE)
    assert few.dtype == many.dtype == np.float64 and whole.dtype == np.int64
    np.testing.assert_allclose(few, [PICTURE[0, 0] / 3, PICTURE[0, 1]], rtol=CLOSE)
    np.testing.assert_allclose(many, PICTURE.ravel() / 7, rtol=CLOSE)
    assert whole.tolist() == [int(PICTURE[0, 2] * 2**40), 1]
