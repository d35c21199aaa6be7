"""Filters inside filters, one after the other, and n times."""

from dataclasses import replace

import numpy as np
import PIL.Image
import pytest

import pygpu
from pygpu import ArgumentError, CompileError, Float, HostImage, Image, Position
from pygpu.calls import iterating
from pygpu.calls.engines import engine as engines
from pygpu.schedule import CPU, GPU, NARROW
from tests.compiler.filters import SOBEL, edge_detect, gain, mean, random_image

SMALL = random_image(19, 37)
sobel = pygpu.compile(edge_detect, kernel=SOBEL)
blur = pygpu.compile(mean)


def close(a, b, within=2e-6):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), atol=within, rtol=1e-5)


# --- inside -----------------------------------------------------------------------------------------------------------

def test_a_filter_inside_another_is_its_function(engine):
    def both(im=Image, p=Position):
        return sobel(im, p) + blur(im, p, 2.0) + blur(p=p, im=im)

    close(pygpu.compile(both)(SMALL), sobel(SMALL) + blur(SMALL, 2.0) + blur(SMALL))


def test_a_filter_inside_reads_functions_as_images(engine):
    def twice(im=Image, p=Position):
        return blur(lambda q: blur(im, q), p)

    close(pygpu.compile(twice)(SMALL)[1:-1, 1:-1], blur(blur(SMALL))[1:-1, 1:-1])


def test_a_filter_with_a_position_is_one_pixel_of_plain_python():
    whole = sobel(SMALL)
    assert sobel(HostImage(SMALL), Position(5, 7)) == pytest.approx(whole[7, 5], abs=1e-5)
    assert sobel(im=HostImage(SMALL), p=Position(0, 0)) == pytest.approx(whole[0, 0], abs=1e-5)


def test_a_filter_of_known_images_runs_while_compiling():
    table = blur(SMALL)

    def shading(im=Image, p=Position):
        return im(p) * float(blur(SMALL)[3, 4])

    close(pygpu.compile(shading)(SMALL), SMALL * table[3, 4])


def test_what_is_wrong_inside_is_said():
    def missing(im=Image, p=Position):
        return gain_filter(im, p)

    def too_many(im=Image, p=Position):
        return sobel(im, p, 3)

    gain_filter = pygpu.compile(gain)
    with pytest.raises((CompileError, TypeError), match="is missing the argument 'p'"):
        pygpu.compile(missing)(SMALL)
    with pytest.raises((CompileError, TypeError), match="takes 2 arguments inside a filter"):
        pygpu.compile(too_many)(SMALL)


# --- one after the other ----------------------------------------------------------------------------------------------

def test_composed_equals_one_after_the_other_where_no_edge_is_near(engine):
    chain = blur >> sobel
    close(chain(SMALL)[1:-1, 1:-1], sobel(blur(SMALL))[1:-1, 1:-1])


def test_composed_is_what_one_would_write_by_hand():
    def by_hand(im=Image, p=Position):
        return edge_detect(SOBEL, lambda q: mean(im, q, 1.0), p)

    assert str(pygpu.compose(mean, sobel).footprint) == str(pygpu.compile(by_hand).footprint) == "(2, 2, 2, 2)"
    # Not to the last bit: a strength that is given at the call is a factor more.
    np.testing.assert_allclose(pygpu.compose(mean, sobel)(SMALL, 1.0), pygpu.compile(by_hand)(SMALL), rtol=0, atol=1e-6)


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "wrap", "constant"])
def test_exact_equals_one_after_the_other_everywhere(engine, border):
    def spread(im=Image(border=border, fill=0.5), p=Position):
        return (im(p + (-2, 0)) + im(p + (1, 1))) / 2

    close(pygpu.compose(blur, spread, exact=True)(SMALL), pygpu.compile(spread)(blur(SMALL)))


@pytest.mark.parametrize("name", ("mean", "weighted", "halved"))
def test_a_chain_computed_exactly_has_the_bits_of_calls(engine, name):
    nine = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    step = pygpu.compile({"mean": lambda im=Image, p=Position: sum([im(p + d) for d in nine]) / 9,
                          "weighted": lambda im=Image, p=Position: 0.2 * im(p) + 0.3 * im(p + (1, 0)) + 0.1 * im(p - (1, 0)),
                          "halved": lambda im=Image, p=Position: 0.3 * (sum([im(p + d) for d in nine]) / 9)}[name])
    picture = random_image(83, 67)
    expected = step(step(picture, exact=True), exact=True)
    np.testing.assert_array_equal((step >> step)(picture, exact=True)[2:-2, 2:-2], expected[2:-2, 2:-2])


def test_exact_with_colours_and_between_pixels():
    def shifted(im=Image(border="constant", fill=(1.0, 0.5, 0.0)), p=Position):
        return im(p + (0.5, -0.25))

    photo = random_image(11, 13, channels=3)
    close(pygpu.compose(blur, shifted, exact=True)(photo), pygpu.compile(shifted)(blur(photo)))


def test_the_size_of_what_is_between_is_that_of_the_picture():
    def centred(im=Image, p=Position):
        return im(p) * (p.x / im.width) + im.height

    close((blur >> centred)(SMALL), pygpu.compile(centred)(blur(SMALL)))


def test_arguments_follow_in_order_and_equal_names_are_counted():
    chain = pygpu.compose(gain, gain, blur)
    assert [p.name for p in chain.parameters if p.role == "typed"] == ["factor", "im", "factor2", "strength"]
    expected = blur(pygpu.compile(gain)(3.0, pygpu.compile(gain)(2.0, SMALL)), 0.5)
    close(chain(2.0, SMALL, 3.0, 0.5)[1:-1, 1:-1], expected[1:-1, 1:-1])
    close(chain(2.0, SMALL, factor2=3.0), chain(2.0, SMALL, 3.0, 1.0))
    assert chain.__name__ == "gain_gain_mean"


def test_two_pictures_meet():
    def masked(im=Image, mask=Image, p=Position):
        return im(p) * mask(p)

    chain = sobel >> pygpu.compile(masked)
    close(chain(SMALL, SMALL), sobel(SMALL) * SMALL)
    assert [p.name for p in chain.parameters if p.is_image] == ["im", "mask"]


def test_a_function_and_a_filter_chain_either_way():
    def half(im=Image, p=Position):
        return im(p) / 2

    close((half >> blur)(SMALL), blur(SMALL / 2))
    close((blur >> half)(SMALL), blur(SMALL) / 2)
    assert pygpu.compose(blur) is blur


def test_a_picture_made_of_nothing_comes_first():
    def ramp(p=Position):
        return p.x + p.y / 10

    chain = pygpu.compile(ramp) >> blur
    close(chain(size=(8, 6)), [[x + y / 10 for x in range(8)] for y in range(6)])
    with pytest.raises(ArgumentError, match="no size"):
        pygpu.compose(ramp, blur, exact=True)


def test_what_cannot_be_chained_is_said():
    def ramp(p=Position):
        return p.x

    with pytest.raises(ArgumentError, match="takes no image"):
        blur >> ramp
    with pytest.raises(ArgumentError, match="nothing"):
        pygpu.compose()


# --- n times ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dtype", ["float32", "uint8", "float64", "uint16"])
def test_iterated_equals_so_many_calls(engine, dtype):
    picture = random_image(9, 21, dtype)
    expected = picture
    for _ in range(5):
        expected = blur(expected, 1.1)
    result = blur.iterate(5, picture, 1.1)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


def test_iterated_as_a_mask_as_ints_and_as_other_types():
    def grown(im=Image, p=Position):
        return im(p) > im(p + (1, 0))

    def counted(im=Image, p=Position):
        return im(p) + 1

    for filter, picture, options in ((pygpu.compile(grown), SMALL, {}),
                                     (pygpu.compile(counted), random_image(5, 6, "int8"), {}),
                                     (blur, random_image(5, 6, "uint8"), {"dtype": "float32"})):
        expected = picture
        for _ in range(3):
            expected = filter(expected, **options)
        result = filter.iterate(3, picture, **options)
        assert result.dtype == expected.dtype
        np.testing.assert_array_equal(result, expected)


def test_iterated_pictures_stay_pictures():
    from PIL import Image as Pillow

    photo = Pillow.fromarray(random_image(8, 9, "uint8", 3))
    expected = blur(blur(photo))
    result = blur.iterate(2, photo)
    assert (result.mode, result.size) == ("RGB", (9, 8))
    assert result.tobytes() == expected.tobytes()


def test_iterated_on_the_device_stays_there(engine):
    if engine.device == "none":
        pytest.skip("no device")
    result = blur.iterate(3, pygpu.upload(SMALL))
    assert isinstance(result, pygpu.DeviceImage)
    np.testing.assert_array_equal(result.numpy(), blur.iterate(3, SMALL))


def test_several_results_go_to_as_many_images(engine):
    def waves(u=Image, v=Image, c=Image, p=Position, dt: Float = 0.1):
        slope = u(p + (1, 0)) + u(p - (1, 0)) + u(p + (0, 1)) + u(p - (0, 1)) - 4 * u(p)
        return u(p) + dt * v(p), v(p) + dt * c(p) * slope

    step = pygpu.compile(waves)
    u, v, c = (random_image(12, 17, seed=n) for n in range(3))
    a, b = u, v
    for _ in range(4):
        a, b = step(a, b, c, 0.2)
    for got, wanted in zip(step.iterate(4, u, v, c, 0.2), (a, b)):
        np.testing.assert_array_equal(got, wanted)


def test_iterated_not_at_all_or_wrongly():
    assert blur.iterate(0, SMALL) is SMALL
    for times in (-1, 1.5, "2"):
        with pytest.raises(ArgumentError, match="iterated"):
            blur.iterate(times, SMALL)

    def two(im=Image, p=Position):
        return im(p), im(p)

    with pytest.raises(ArgumentError, match="more than it takes images"):
        pygpu.compile(two).iterate(2, SMALL)


def test_iterated_into_out():
    out = np.empty_like(SMALL)
    assert blur.iterate(3, SMALL, out=out) is out
    np.testing.assert_array_equal(out, blur.iterate(3, SMALL))
    before = SMALL.copy()
    blur.iterate(3, SMALL)
    np.testing.assert_array_equal(SMALL, before)
    assert blur.iterate(0, SMALL, out=out) is out and np.array_equal(out, SMALL)


def test_iterated_into_whatever_out_is(engine):
    """As a call writes there, in all steps: a float array has 0..1 of a picture's bytes, and a PIL image is one."""
    whole = (SMALL * 255).astype(np.uint8)
    photo, place, floats = PIL.Image.fromarray(whole), PIL.Image.new("L", (37, 19)), np.empty(SMALL.shape)
    result = blur.iterate(3, whole)
    assert blur.iterate(3, photo, out=place) is place and np.array_equal(np.asarray(place), result)
    assert blur.iterate(3, whole, out=floats) is floats
    close(floats, blur.iterate(3, whole, dtype="float32"))
    assert blur.iterate(3, whole, out=whole) is whole and np.array_equal(whole, result)
    with pytest.raises(ArgumentError, match="not the name of a file"):
        blur.iterate(3, SMALL, out="soft.png")
    with pytest.raises(ArgumentError, match=r"dtype='uint8', but out= holds float64"):
        blur.iterate(3, SMALL, out=floats, dtype="uint8")


# --- two steps at once ------------------------------------------------------------------------------------------------

@pytest.fixture
def always_in_pairs(monkeypatch):
    """Also what is small; and how often it was."""
    done = []
    run = iterating.Double.run
    for name, target in (("CPU", CPU), ("NARROW", NARROW), ("GPU", GPU)):
        monkeypatch.setattr(engines, name, replace(target, large=0, steps=2, free=1e9))
    monkeypatch.setattr(iterating.Double, "run", lambda *args: (done.append(1), run(*args))[1])
    return done


def lopsided(border):
    def step(im=Image(border=border, fill=0.25), k: Float = 0.9, p=Position, m=Float):
        return k * (im(p - (2, 1)) + 2 * im(p) + m * im(p + (1, 2)) + im(p + (0, 3))) / 5

    return pygpu.compile(step)


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "constant", ("mirror", "constant")])
@pytest.mark.parametrize("shape", [(41, 70), (11, 7), (10, 300)])
def test_two_steps_at_once_give_what_single_steps_give(engine, border, shape, always_in_pairs):
    if engine.device == "none":
        pytest.skip("no device")
    step, picture = lopsided(border), random_image(*shape)
    expected = [picture]
    for _ in range(8):
        expected.append(step(expected[-1], m=1.5))
    close(step.iterate(8, picture, m=1.5), expected[8])
    assert len(always_in_pairs) == 3
    close(step.iterate(7, pygpu.upload(picture), 0.9, 1.5), expected[7])


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "constant", ("mirror", "clamp"), ("reflect", "mirror")])
def test_two_steps_at_once_of_filters_that_read_to_one_side(engine, border, always_in_pairs):
    """Where the border folds back, the second step reads what the first one gives further inside."""
    if engine.device == "none":
        pytest.skip("no device")
    picture = random_image(23, 37)
    for taps in ([(-1, 0), (-4, 0)], [(3, 0), (4, 0)], [(0, -3)], [(2, 4), (1, 2)], [(3, -4), (1, -1)],
                 [(-4, -4), (0, -4), (3, 0)], [(-2, 4), (3, 3)], [(-1, 1), (0, 0)]):
        def step(im=Image(border=border, fill=0.25), p=Position):
            return sum(w * im(p + d) for w, d in zip((0.5, 0.25, 0.25), taps))

        expected, filter = picture, pygpu.compile(step)
        for _ in range(8):
            expected = filter(expected)
        close(filter.iterate(8, picture), expected)
    assert len(always_in_pairs) == 3 * 8


def test_added_up_as_written_they_have_the_bits_of_single_steps(engine, always_in_pairs):
    def step(im=Image, p=Position):
        return im(p) + 0.2 * (im(p + (1, 0)) + im(p - (1, 0)) + im(p + (0, 1)) + im(p - (0, 1)) - 4 * im(p))

    expected, filter = random_image(83, 67), pygpu.compile(step, exact=True)
    result = filter.iterate(8, expected)
    for _ in range(8):
        expected = filter(expected)
    np.testing.assert_array_equal(result, expected)


def test_only_steps_that_are_the_same_everywhere_are_done_in_pairs(always_in_pairs):
    def by_place(im=Image, p=Position):
        return im(p + (1, 0)) * 0.5 + p.x * 0.01

    def by_size(im=Image, p=Position):
        return im(p) * 0.5 + im.width

    def fixed(im=Image, p=Position):
        return im(p) * 0.5 + im(3, 2)

    def wrapped(im=Image(border="wrap"), p=Position):
        return im(p + (1, 1)) * 0.5

    for function in (by_place, by_size, fixed, wrapped):
        expected = SMALL
        for _ in range(6):
            expected = pygpu.compile(function)(expected)
        close(pygpu.compile(function).iterate(6, SMALL), expected)
    pygpu.compile(mean).iterate(6, random_image(20, 30, "uint8"))
    pygpu.compile(mean).iterate(6, random_image(2, 30))
    assert not always_in_pairs
    pygpu.compile(mean).iterate(6, random_image(20, 30), 1.0)
    assert always_in_pairs
