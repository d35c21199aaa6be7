"""Pictures known while compiling: a HostImage in the filter's globals or closure, a picture given to compile, a large
array that is indexed; each becomes an image of the kernel."""

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import Float, HostImage, Image, Position, offsets, ravel
from tests.engines import check

RANDOM = np.random.default_rng(67)
GRAIN = HostImage(RANDOM.integers(0, 256, (5, 7), np.uint8), border="wrap", sample="cubic")
COLOURS = HostImage(Pillow.fromarray(RANDOM.integers(0, 256, (4, 3, 3), np.uint8)), border="mirror")
LUT = RANDOM.random(5000)
MAP = RANDOM.random((80, 90))
INDEX = RANDOM.integers(0, 90, (70, 80))


def image(shape=(3, 4)):
    return RANDOM.random(shape, np.float32)


def grainy(im=Image, p=Position):
    return im(p) * GRAIN(p - (3, 3)) + GRAIN(p * 0.3)


def in_colour(im=Image, p=Position):
    c = COLOURS.sample(p.x * 0.7, p.y * 0.4, "linear") + COLOURS(p + (5, 2))
    return im(p) + c * COLOURS.width / COLOURS.height


def passed_on(im=Image, p=Position):
    blur = lambda image, q: sum(w * image(q + d) for w, d in zip(ravel(KERNEL), offsets(KERNEL)))
    return blur(GRAIN, p) - blur(im, p)


KERNEL = np.array([[0.25, 0.5, 0.25]])


@pytest.mark.parametrize("function", [grainy, in_colour, passed_on])
def test_in_the_globals(function, engine):
    check(function, image())


def test_in_a_closure_an_attribute_and_a_default(engine):
    class Settings:
        texture = HostImage(image((2, 2)))

    own, chosen = HostImage(image((6, 2)), border="constant", fill=0.5), Settings()
    check(lambda im=Image, p=Position, other=GRAIN: im(p) + own(p + (1, 0)) + chosen.texture(p) + other(p), image())


def test_without_any_other_image(engine):
    check(lambda p=Position, k=Float: GRAIN(p * k), scalars={"k": 0.5}, size=(4, 3))


def test_of_every_type(engine):
    for array in (RANDOM.integers(-99, 99, (3, 4)), RANDOM.random((3, 4)) < 0.5, RANDOM.random((3, 4, 2)),
                  RANDOM.integers(0, 2**32, (3, 4), np.uint32), np.asfortranarray(RANDOM.random((3, 4)))[::-1]):
        texture = HostImage(array)
        if array.dtype == bool:
            check(lambda im=Image, p=Position: im(p) if texture(p) else 0.0, image())
        else:
            check(lambda im=Image, p=Position: texture(p) * im(p), image())


def test_its_colours_are_what_host_image_shows(engine):
    pixels = Pillow.fromarray(RANDOM.integers(0, 256, (3, 4, 4), np.uint8), "RGBA")
    texture = HostImage(pixels, alpha="premultiplied", linear=True)
    check(lambda im=Image, p=Position: texture(p + (1, 0)).rgb * im(p), image())


def test_a_level_of_it(engine):
    check(lambda im=Image, p=Position: im(p) + GRAIN.level(1)(p) + GRAIN.sample(p, level=1), image((2, 3)))


def test_known_positions_are_read_by_the_host(engine):
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * GRAIN(2, 3) + GRAIN.width)
    given = image()
    np.testing.assert_allclose(filter(given), given * GRAIN(2, 3) + 7, rtol=1e-6)
    assert [each.name for each in filter.graph.images] == ["im"]


def test_what_it_holds_now(engine):
    """A small one is looked at in each call; one that is too large for that is as it was."""
    small, large = image(), np.ones((200, 200), np.float32)
    textures = HostImage(small), HostImage(large)
    filters = [pygpu.compile(lambda im=Image, p=Position, t=t: im(p) + t(p)) for t in textures]
    black = np.zeros((3, 4), np.float32)
    before = [filter(black) for filter in filters]
    np.testing.assert_array_equal(before[0], small)
    small[:], large[:] = 7, 7
    np.testing.assert_array_equal(filters[0](black), small)
    np.testing.assert_array_equal(filters[1](black), before[1])


def test_read_twice_it_is_one_image(engine):
    filter = pygpu.compile(grainy)
    filter(image())
    assert len(filter.graph.images) == 2


def test_uploaded_once(engine, monkeypatch):
    if engine.device == "none":
        pytest.skip("there is nothing to upload to")
    from pygpu.runtime import memory

    uploads = []
    to_device = memory.to_device
    monkeypatch.setattr(memory, "to_device", lambda given, device: uploads.append(given) or to_device(given, device))
    filter = pygpu.compile(grainy)
    for _ in range(3):
        filter(image())
    assert sum(given.width == 7 for given in uploads) == 1


def test_a_picture_given_to_compile(engine):
    def blend(im=Image, other=Image(border="wrap"), p=Position):
        return (im(p) + other(p + (3, 1))) / 2

    for other in (RANDOM.integers(0, 256, (2, 3), np.uint8), Pillow.fromarray(image((2, 2)))):
        check(blend, image(), known={"other": other})


# --- arrays that are indexed -----------------------------------------------------------------------------------------

def by_table(im=Image, p=Position):
    return LUT[int(im(p) * 4999)] + LUT[-1 - p.x] + MAP[p.y * 20, -p.x] + MAP[p.y, INDEX[p.x, p.y]]


def test_large_arrays_at_symbolic_places(engine):
    check(by_table, image())
    filter = pygpu.compile(by_table)
    filter(image())
    assert sum(each.data is not None for each in filter.graph.images) == 3
    assert len(filter.source) < 40_000  # those arrays as text would be some hundred thousand


def test_rows_of_channels(engine):
    table = RANDOM.random((60, 70, 3))
    check(lambda im=Image, p=Position: table[p.y, p.x * 2, 1] * im(p) + table[p.x, p.y].sum(), image())
    check(lambda im=Image, p=Position: table[p.y, p.x, p.x % 3], image())


def test_what_is_made_anew_from_an_array_is_one_image(engine):
    def both(im=Image[Float], p=Position):
        return sum(MAP.reshape(-1, 4)[p.x + n, p.y % 4] for n in range(3)) * im(p)

    check(both, image())
    assert len(pygpu.compile(both).graph.images) == 2


CUBE = np.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize("function", [
    lambda im=Image, p=Position: MAP[p.y / 2, p.x],
    lambda im=Image, p=Position: CUBE[0][p.y / 2].sum(),
    lambda im=Image, p=Position: CUBE[p.y / 2, 1].sum(),
    lambda im=Image, p=Position: CUBE[p.y % 2, p.x / 2, 1],
])
def test_an_index_that_is_no_whole_number(on_numpy, function):
    with pytest.raises(pygpu.CompileError, match="indexed by a Float"):
        pygpu.compile(function)(image())
