"""Parts of a result: what they need, and that they are bit for bit what the whole has there."""

from math import exp

import numpy as np
import PIL.Image
import pytest

import pygpu
from pygpu import ArgumentError, DeviceError, Float, Image, Position, filters

PICTURE = np.random.default_rng(7).random((210, 300), np.float32)
LARGE = np.random.default_rng(8).random((700, 900), np.float32)
REGIONS = [(0, 0, 300, 210), (0, 0, 9, 11), (97, 60, 143, 131), (290, 205, 300, 210), (0, 100, 300, 101), (130, 0, 131, 210)]


def lopsided(border):
    return lambda im=Image(border=border, fill=0.25), p=Position: 0.5 * im(p - (5, 0)) + 0.3 * im(p + (2, 7)) - im(p)


def vignette(im=Image, p=Position):
    x, y = (p.x - im.width / 2) / im.width, (p.y - im.height / 2) / im.height
    return im(p) * exp(-3 * (x * x + y * y)) + 0.3 * x * y


def of_many_stages(im=Image, p=Position):
    """Too long to be one kernel; its first stage uses its place."""
    stage = lambda q: 0.25 * (im(q - (1, 0)) + im(q + (1, 0)) + im(q - (0, 1)) + im(q + (0, 1))) * (1 + 0.001 * q.x)
    following = lambda before: lambda q: 0.3 * (before(q - (2, 0)) + before(q + (1, 3)) + before(q)) + 0.01 * before(q) ** 2
    for _ in range(10):
        stage = following(stage)
    return stage(p)


def running(f):
    s = lambda q: f(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)
    return s


def from_below(f):
    s = lambda q: f(q) + 0.5 * (s(q + (0, 1)) if q.y < f.height - 1 else 0.0)
    return s


def three(at, q):
    return sum(at(q + (i, 0)) for i in (-1, 0, 1))


FILTERS = {
    "a cross": lambda im=Image, p=Position: im(p + (1, 0)) - im(p - (1, 0)) + im(p) ** 2,
    **{f"beyond: {border}": lopsided(border) for border in ("clamp", "mirror", "reflect", "wrap", "constant")},
    "two borders": lopsided(("wrap", "mirror")), "a function beyond": lopsided(lambda q: q.x * 0.01 + q.y),
    "its place":
        lambda im=Image, p=Position: im(p) * p.x / im.width + 0.01 * p.y - im.height,
    "its place in a loop":
        lambda im=Image, p=Position: sum(im(p + (i, 0)) * (p.y % 3) for i in range(3)) if p.x > 50 else p.x,
    "flipped": lambda im=Image, p=Position: im(im.width - 1 - p.x, p.y + 2),
    "a column": lambda im=Image, p=Position: im(3, p.y) + im(p),
    "where data lead": lambda im=Image, p=Position: im(p.x + 9 * im(p), p.y),
    "gaussian": pygpu.compile(filters.gaussian, sigma=3), "sobel": filters.sobel, "median": filters.median,
    "box": pygpu.compile(filters.box, size=21), "largest": pygpu.compile(filters.dilate, size=11),
    "in three steps": pygpu.compile(filters.gaussian, sigma=1) >> filters.sobel >> pygpu.compile(filters.box, size=5),
    "its place, thrice": pygpu.compile(filters.sobel) >> pygpu.compile(vignette) >> pygpu.compile(filters.gaussian, sigma=2),
    "of many stages": of_many_stages,
    "a function of its place far away": lambda im=Image, p=Position: im(p) + (lambda q: q.x * 0.1 + q.y)(p * 3 + (1, 1)),
    "weights of its place": lambda im=Image, p=Position: sum(
        (0.1 + 0.003 * (p.x + i)) * im(p + (i, j)) * (p.y + j) / im.height for i in (-1, 0, 1) for j in (-1, 0, 1)),
    "a running sum": lambda im=Image, p=Position: running(im)(p) * p.y,
    "a running sum from below": lambda im=Image, p=Position: from_below(im)(p) + im(p - (2, 1)) * im.height,
    "a count along the row": lambda im=Image, p=Position: running(lambda q: 1)(p) * im(p),
    "a sum of products": lambda im=Image, p=Position: three(lambda q: im(q) * im(q + (0, 1)), p),
    "sums of products that share some": lambda im=Image, p=Position: (lambda s: s(p) + s(p + (1, 0)) ** 2)(
        lambda q: three(lambda r: im(r) * im(r + (0, 1)), q)),
    "its row among all": lambda im=Image, p=Position: (lambda rows: (rows[p.y] == max(rows), rows.index(max(rows))))(
        [sum(im(x, y) for x in range(im.width)) for y in range(im.height)]),
    "two results": lambda im=Image, p=Position: (im(p + (0, 3)), p.x > 100),
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_region_is_bit_for_bit_that_of_the_whole(name, engine):
    if engine.is_checker:
        pytest.skip("too slow there")
    made = FILTERS[name]
    filter = made if isinstance(made, pygpu.Filter) else pygpu.compile(made)
    whole = filter(PICTURE)
    for left, top, right, bottom in REGIONS:
        got = filter.compute((left, top, right, bottom), PICTURE)
        for one, all_of_it in zip(got, whole) if isinstance(whole, tuple) else [(got, whole)]:
            np.testing.assert_array_equal(one, all_of_it[top:bottom, left:right])


@pytest.mark.parametrize("name", ["its place, thrice", "of many stages", "gaussian"])
def test_nor_does_it_matter_where_in_memory_a_picture_lies(name, engine):
    if engine.is_checker:
        pytest.skip("too slow there")
    made = FILTERS[name]
    filter = made if isinstance(made, pygpu.Filter) else pygpu.compile(made)
    room = np.empty(PICTURE.nbytes + 256, np.uint8)
    start = -room.ctypes.data % 64
    results = []
    for offset in (0, 4, 16, 28):
        picture = room[start + offset:start + offset + PICTURE.nbytes].view(np.float32).reshape(PICTURE.shape)
        picture[:] = PICTURE
        results.append(filter(picture))
    for other in results[1:]:
        np.testing.assert_array_equal(results[0], other)


def test_other_pixels_and_kinds(engine):
    filter = pygpu.compile(filters.gaussian, sigma=2)
    colours = (np.random.default_rng(3).random((90, 120, 3)) * 255).astype(np.uint8)
    np.testing.assert_array_equal(filter.compute((33, 40, 70, 61), colours), filter(colours)[40:61, 33:70])
    picture = PIL.Image.fromarray(np.dstack([colours, colours[:, :, :1]]))
    assert filter.compute(np.s_[40:61, 33:70], picture).tobytes() == filter(picture).crop((33, 40, 70, 61)).tobytes()
    np.testing.assert_array_equal(filter.compute((3, 4, 20, 30), colours.astype(np.float64)),
                                  filter(colours.astype(np.float64))[4:30, 3:20])


def test_pictures_of_different_sizes_and_numbers(engine):
    filter = pygpu.compile(lambda a=Image, b=Image, k=Float, p=Position: a(p + (1, 1)) * k + b(p) + b(p.x // 2, p.y))
    small = PICTURE[:50, :70]
    np.testing.assert_array_equal(filter.compute((100, 30, 200, 190), PICTURE, small, 0.5),
                                  filter(PICTURE, small, 0.5)[30:190, 100:200])


def test_only_what_is_needed_is_read(engine):
    class Counting:
        shape, dtype, read = PICTURE.shape, PICTURE.dtype, 0

        def __getitem__(self, key):
            self.read = max(self.read, PICTURE[key].size)
            return PICTURE[key]

    filter, source = pygpu.compile(filters.sobel), Counting()
    filter.compute((100, 100, 110, 110), source)
    assert 0 < source.read <= (110 - 100 + 4 * 64) ** 2


def test_what_a_region_needs():
    mirrored = Image(border="mirror")
    filter = pygpu.compile(lambda a=Image, b=mirrored, p=Position: a(p - (2, 0)) + b(p + (0, 3)) + b(p - (4, 0)))
    assert filter.needs((10, 20, 30, 40)) == {"a": (8, 20, 28, 40), "b": (6, 20, 30, 43)}
    assert filter.needs((0, 0, 3, 4), size=(50, 60)) == {"a": (0, 0, 1, 4), "b": (0, 0, 5, 7)}
    assert filter.needs(np.s_[50:60, 40:50], size=(50, 60)) == {"a": (38, 50, 48, 60), "b": (36, 50, 50, 60)}
    chain = pygpu.compile(filters.sobel) >> filters.sobel
    assert chain.needs((10, 10, 20, 20))["im"] == (8, 8, 22, 22)
    data = pygpu.compile(lambda im=Image, p=Position: im(p.x * im(p), p.y))
    assert data.needs((10, 10, 20, 20)) == {"im": (None, 10, None, 20)}
    assert pygpu.compile(lambda im=Image(border="wrap"), p=Position: im(p + (1, 0))).needs((1, 2, 3, 4))["im"][0] is None


@pytest.mark.parametrize("region", [
    (5, 5, 5, 9), (0, 0, 301, 5), (-1, 0, 3, 3), (1, 2, 3), (0, 0, 9, 9, 5), (0.5, 0, 9, 9), "all", np.s_[::2, 0:3]])
def test_what_is_no_region(region):
    with pytest.raises(ArgumentError, match="region"):
        pygpu.compile(filters.sobel).compute(region, PICTURE)


# --- pictures that a device cannot hold ----------------------------------------------------------------------------

@pytest.fixture
def small_device(engine, monkeypatch):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("it holds what there is memory for")
    monkeypatch.setattr(pygpu.runtime.current(), "largest_buffer", 1_500_000)


@pytest.mark.parametrize("name", ["a cross", "beyond: mirror", "gaussian", "two results"])
def test_what_is_too_large_is_done_in_tiles(name, small_device, monkeypatch):
    made = FILTERS[name]
    filter = made if isinstance(made, pygpu.Filter) else pygpu.compile(made)
    tiled = filter(LARGE)
    assert "tiles" in filter.timings()
    monkeypatch.undo()
    for one, other in zip(*[each if isinstance(each, tuple) else (each,) for each in (tiled, filter(LARGE))]):
        np.testing.assert_array_equal(one, other)
    assert "tiles" not in filter.timings()


def test_tiles_of_other_kinds_of_pictures(small_device, monkeypatch):
    filter, out = pygpu.compile(filters.gaussian, sigma=2), np.empty(LARGE.shape)
    picture = PIL.Image.fromarray((np.dstack([LARGE] * 4) * 255).astype(np.uint8))
    tiled, written = filter(picture), filter(LARGE, out=out)
    assert written is out
    monkeypatch.undo()
    assert tiled.tobytes() == filter(picture).tobytes() and tiled.mode == "RGBA"
    np.testing.assert_array_equal(out, filter(LARGE))


def test_where_tiles_are_no_way_out_it_is_said(small_device):
    with pytest.raises(DeviceError, match="takes 2.4 MiB"):
        pygpu.compile(lambda im=Image, p=Position: im(p.x + 9e9 * im(p), p.y + 9e9 * im(p)))(LARGE)


# --- pictures of more pixels than 32 bits count ------------------------------------------------------------------------

class Vast:
    """A picture of ten billion pixels, of which only parts are ever made."""

    shape, dtype = (100_000, 100_000), np.dtype(np.uint8)

    def __getitem__(self, key):
        rows, columns = key
        assert (rows.stop - rows.start) * (columns.stop - columns.start) < 1 << 24
        return np.full((rows.stop - rows.start, columns.stop - columns.start), 255, np.uint8)


def test_a_region_of_a_vast_picture(engine):
    region = (99_000, 99_990, 99_010, 100_000)
    placed = pygpu.compile(lambda im=Image, p=Position: (im(p) * p.x, float(im.width) * im.height))
    places, pixels = placed.compute(region, Vast(), dtype="float32")
    assert (places == np.arange(99_000, 99_010)).all() and (pixels == np.float32(1e10)).all()


@pytest.mark.parametrize("count", [lambda im: len(im), lambda im: im.width * im.height, lambda im: im.height * im.width * 2])
def test_pixels_are_not_counted_in_numbers_that_wrap(count, engine):
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * (count(im) % 7))
    with pytest.raises(ArgumentError, match="more than an Int holds"):
        filter.compute((0, 0, 5, 5), Vast(), dtype="float32")


def test_pixels_are_counted_in_floats_that_do_not(engine):
    """len(im) as it is mostly used: to divide by."""
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) / len(im))
    assert (filter.compute((0, 0, 5, 5), Vast(), dtype="float32") == np.float32(1e-10)).all()


def test_exact_rounds_every_product(engine):
    """As NumPy's float32 does, whatever a driver's compiler would put together; so in each part, too."""
    def weighted(im=Image, p=Position):
        return 0.1 * p.x + 0.3 * im(p) + 0.7 * im(p + (1, 0))

    given = np.random.default_rng(8).random((24, 150), np.float32)
    one, other, third = np.float32([0.3, 0.7, 0.1])
    columns = np.arange(150, dtype=np.float32)
    expected = third * columns + one * given + other * given[:, [*range(1, 150), 149]]
    filter = pygpu.compile(weighted, exact=True)
    np.testing.assert_array_equal(filter(given), expected)
    np.testing.assert_array_equal(filter.compute((37, 3, 119, 20), given), expected[3:20, 37:119])


def stepped(before, dx, dy):
    """What is asked beside it, half and elsewhere, which a sum with a scan then takes."""
    coarse = lambda q: before(Position(q.x // 2, q.y // 2)) - before(q)
    return lambda q: coarse(q) - 0.739 * before(q + (dx, dy))


def moved_and_stepped(border):
    def filter(im=Image(border=border, fill=0.3), p=Position, t=Float):
        moved = lambda q: im(Position(int(q.x + t * 3.7), int(q.y * 0.5 + t))) + im(q)
        s = lambda q: im(q) * 0.5 + (0.5 * s(q - (1, 0)) if q.x > 0 else 0.0)
        return stepped(moved, 4, -2)(p) + s(p)
    return filter


@pytest.mark.parametrize("border", ("clamp", "constant", "mirror"))
@pytest.mark.parametrize("dtype", ("uint8", "float32"))
def test_sums_have_the_terms_of_the_whole(border, dtype, engine):
    """A part keeps the functions that the whole keeps; pixels are weighted at an edge as in the middle; and what a kernel
    calls its images tells nobody what is rounded."""
    picture = PICTURE if dtype == "float32" else (PICTURE * 255).astype(dtype)
    filter = pygpu.compile(moved_and_stepped(border))
    whole = filter(picture, t=2.37, dtype=np.float32)
    for region in ((26, 3, 45, 75), (102, 41, 250, 118)):
        left, top, right, bottom = region
        part = filter.compute(region, picture, t=2.37, dtype=np.float32)
        assert np.array_equal(part, whole[top:bottom, left:right])
    assert np.array_equal(filter.map(picture, t=2.37, tile=(100, 90), dtype=np.float32), whole)


def test_values_have_the_terms_of_the_whole(engine):
    """The largest of sums of what is asked at other resolutions: computed beside the parts, as in the whole."""
    def filter(im=Image(border="reflect"), p=Position):
        fine = lambda q: im(Position(2 * q.x - 1, 2 * q.y + 6)) * 0.5 + im(q)
        coarse = lambda q: fine(Position(q.x // 3, q.y // 3)) - fine(q)
        wide = lambda q: sum(coarse(q + (i, 0)) for i in range(-6, 7)) / 13
        return wide(p) + max(wide(q) for q in im.positions)

    picture = np.random.default_rng(8041).random((180, 94)).astype(np.float32) - np.float32(0.3)
    filter = pygpu.compile(filter)
    assert np.array_equal(filter.map(picture, tile=(47, 60)), filter(picture))


def test_whole_numbers_of_any_type_say_a_region():
    np.testing.assert_array_equal(FILTERS["gaussian"].compute(np.array([1.0, 2.0, 9.0, 8.0]), PICTURE),
                                  FILTERS["gaussian"].compute((1, 2, 9, 8), PICTURE))
