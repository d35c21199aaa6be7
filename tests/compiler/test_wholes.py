"""Values of the whole picture, a row or a column: each is what plain Python computes, and is computed once."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Int, Position
from pygpu.ir import every_graph, functions, loops
from pygpu.passes.doubles import doubled
from pygpu.story import usual_pixels
from tests.engines import check

rng = np.random.default_rng(7)
SMALL = (rng.integers(0, 64, (5, 7)) / 64).astype(np.float32)  # sums of these are exact, and some are equal
WIDE = (rng.integers(0, 64, (3, 203)) / 64).astype(np.float32)
TALL = (rng.integers(0, 64, (171, 2)) / 64).astype(np.float32)


def total(im=Image[Float], p=Position):
    t = 0.0
    for y in range(im.height):
        for x in range(im.width):
            t += im(x, y)
    return im(p) - t


def turned(im=Image[Float], p=Position):
    t = 1.0
    for x in range(im.width):
        for y in range(im.height):
            t -= im(x, y) * (x - y)
    return im(p) + t


def brightest(im=Image[Float], p=Position):
    best, at = -1.0, (0, 0)
    for y in range(im.height):
        for x in range(im.width):
            if im(x, y) > best:
                best, at = im(x, y), (x, y)
    return at[0] * 1000 + at[1] + best


def darkest_last(im=Image[Float], p=Position):
    best, at = 2.0, 0
    for y in range(im.height):
        for x in range(im.width):
            if im(x, y) <= best:
                best = im(x, y)
                at = x + 1000 * y
    return at


def column_by_column(im=Image[Float], p=Position):
    best, at = -1.0, 0
    for x in range(im.width):
        for y in range(im.height):
            if im(x, y) > best:
                best, at = im(x, y), x * 1000 + y
    return at


def several(im=Image[Float], p=Position):
    low, high, count, any_, all_, bits = 2.0, -2.0, 0, False, True, 0
    for y in range(im.height):
        for x in range(im.width):
            v = im(x, y)
            low, high = min(low, v), max(high, v)
            if v > 0.5:
                count += 1
            any_ = any_ or v > 0.97
            all_ = all_ and v < 0.97
            bits ^= int(v * 64)
    return (im(p) - low) / (high - low) + count + (100 if any_ else 0) + (200 if all_ else 0) + bits


def some(im=Image[Float], p=Position):
    product, sign = 1.0, 1
    for y in range(1, im.height - 1):
        for x in range(2, im.width):
            if im(x, y) > 0.5:
                product = product * (0.5 + im(x, y))
                sign = -sign if False else sign
    return product * sign


def deviation(im=Image[Float], p=Position):
    n, t = im.width * im.height, 0.0
    for y in range(im.height):
        for x in range(im.width):
            t += im(x, y)
    mean, s = t / n, 0.0
    for y in range(im.height):
        for x in range(im.width):
            s += (im(x, y) - mean) ** 2
    return (im(p) - mean) / (s / n) ** 0.5


def of_its_row(im=Image[Float], p=Position):
    def share(q):
        t = 0.0
        for x in range(im.width):
            t += im(x, q.y)
        return im(q) / (t + 1.0)
    return share(p) + share(p + (1, 1)) - share(p - (0, 2))


def of_its_column(im=Image[Float], p=Position):
    best, at = -1.0, 0
    for y in range(im.height):
        if im(p.x, y) > best:
            best, at = im(p.x, y), y
    return at + best


def of_a_stage(im=Image[Float], p=Position):
    def edge(x, y):
        return abs(im(x + 1, y) - im(x - 1, y)) + abs(im(x, y + 1) - im(x, y - 1))
    most = 0.0
    for y in range(im.height):
        for x in range(im.width):
            most = max(most, edge(x, y))
    return edge(p.x, p.y) / most


def of_every_pixel(im=Image[Float], p=Position):
    """What depends on the pixel is none of these values."""
    t = 0.0
    for y in range(im.height):
        for x in range(im.width):
            t += abs(im(p) - im(x, y))
    return t


def within(im=Image[Float], n=Int, p=Position):
    t = 0.0
    for y in range(n):
        for x in range(2 * n):
            t += im(x, y)
    return im(p) - t


ONCE = [total, turned, brightest, darkest_last, column_by_column, several, some, deviation, of_a_stage]


@pytest.mark.parametrize("filter", [*ONCE, of_its_row, of_its_column, of_every_pixel], ids=lambda f: f.__name__)
@pytest.mark.parametrize("picture", [SMALL, WIDE, TALL, SMALL[:1, :1]], ids=["small", "wide", "tall", "one pixel"])
def test_is_what_python_computes(engine, filter, picture):
    if filter in (of_every_pixel, of_a_stage, of_its_row) and picture is not SMALL:
        pytest.skip("plain Python takes too long")
    if filter in (several, deviation) and picture.size == 1:
        pytest.skip("divides by zero")
    check(filter, picture)


@pytest.mark.parametrize("filter", ONCE, ids=lambda f: f.__name__)
def test_is_no_loop_of_a_pixel(filter):
    graph = pygpu.compile(filter).graph
    assert "fold" in str(graph) and not any(any(loops(each.body)) for each in every_graph(graph))


def test_what_depends_on_the_pixel_stays_a_loop():
    assert "fold" not in str(pygpu.compile(of_every_pixel).graph)


def test_a_number_given_at_the_call_may_bound_it(engine):
    check(within, SMALL, scalars={"n": 3})
    filter = pygpu.compile(within)
    assert np.allclose(filter(SMALL, 0), SMALL) and np.allclose(filter(SMALL, -2), SMALL)


def test_the_order_of_the_places_decides_where_python_says_so():
    def last(im=Image[Float], p=Position):
        t = 0.0
        for y in range(im.height):
            for x in range(im.width):
                t = t * 0.5 + im(x, y)
        return t

    graph = pygpu.compile(last).graph
    assert "fold" not in str(graph) and "call" in str(graph)  # in order, but once
    check(last, SMALL)


def test_nan_is_never_less_or_more(engine):
    picture = SMALL.copy()
    picture[2, 3] = np.nan

    def most(im=Image[Float], p=Position):
        t = -1.0
        for y in range(im.height):
            for x in range(im.width):
                t = max(t, im(x, y))
        return t

    assert np.all(pygpu.compile(most)(picture) == np.nanmax(picture))


def test_one_rectangle_is_read_once():
    def stretched(im=Image[Float], p=Position):
        low = high = im(0, 0)
        for y in range(im.height):
            for x in range(im.width):
                low = min(low, im(x, y))
        for y in range(im.height):
            for x in range(im.width):
                high = max(high, im(x, y))
        return (im(p) - low) / (high - low)

    assert "fold min max of" in str(pygpu.compile(stretched).graph)
    check(stretched, SMALL)


def test_sums_are_about_as_exact_as_numpys():
    picture = rng.random((700, 900)).astype(np.float32)
    found = float(pygpu.compile(total)(picture, size=(1, 1))[0, 0])
    exact = float(picture[0, 0]) - picture.sum(dtype=np.float64)
    assert abs(found / exact - 1) < 2e-7
    assert found == float(pygpu.compile(total)(picture, size=(1, 1))[0, 0])


def steep(im, x, y):
    return abs(im(x + 1, y) - im(x - 1, y)) + abs(im(x, y + 1) - im(x, y - 1))


def steepest(im=Image[Float]):
    """What needs its neighbours, all over the picture and but for its edge."""
    best, at, many, inside = -1.0, (0, 0), 0, 9.0
    for y in range(im.height):
        for x in range(im.width):
            if steep(im, x, y) > best:
                best, at = steep(im, x, y), (x, y)
            many += steep(im, x, y) > 0.5
    for y in range(1, im.height - 2):
        for x in range(2, im.width - 1):
            inside = min(inside, steep(im, x, y))
    return best, *at, many, inside, any(steep(im, q.x, q.y) > 1.9 for q in im.positions)


@pytest.mark.parametrize("picture", [SMALL, WIDE, TALL, SMALL[:1, :1], np.tile(WIDE, (23, 21))],
                         ids=["small", "wide", "tall", "one pixel", "large"])
def test_of_neighbours_together(engine, picture):
    around = np.pad(picture, 1, mode="edge")
    slopes = np.abs(around[1:-1, 2:] - around[1:-1, :-2]) + np.abs(around[2:, 1:-1] - around[:-2, 1:-1])
    y, x = np.unravel_index(slopes.argmax(), slopes.shape)
    inside = slopes[1:-2, 2:-1].min(initial=9.0)
    assert pygpu.compile(steepest)(picture) == (slopes.max(), x, y, (slopes > 0.5).sum(), inside, (slopes > 1.9).any())


def test_of_neighbours_only_what_they_come_to_is_kept():
    """No picture of slopes, which would be written and read again."""
    from pygpu.calls.engines.sequence import stories
    from pygpu.schedule import CPU, GPU
    from pygpu.story import stored

    filter = pygpu.compile(steepest)
    story = filter._story(usual_pixels(filter.parameters))
    for target in (CPU, GPU):
        program, parts = stories(story.for_pixels(*stored(story.graph, "float32"), target))
        assert [part.plan.kind for part in parts].count("lots") == 2
        assert not any(function.name.startswith("each") for function in program.origins)


def test_of_colours(engine):
    def gray_world(im=Image, p=Position):
        r = g = b = 0.0
        for y in range(im.height):
            for x in range(im.width):
                c = im(x, y)
                r, g, b = r + c.r, g + c.g, b + c.b
        return pygpu.Color(im(p).r * g / r, im(p).g, im(p).b * g / b)

    check(gray_world, rng.random((4, 6, 3)).astype(np.float32))


def test_regions_need_all_of_the_picture():
    filter = pygpu.compile(total)
    assert filter.footprint == (None,) * 4
    assert np.array_equal(filter.compute((2, 1, 5, 4), SMALL), filter(SMALL)[1:4, 2:5])


def test_of_a_volume(engine):
    def share(vol=pygpu.Volume, p=Position):
        t, best, at = 0.0, -1.0, 0
        for z in range(vol.depth):
            for y in range(1, vol.height):
                for x in range(vol.width):
                    t += vol(x, y, z)
                    if vol(x, y, z) > best:
                        best, at = vol(x, y, z), x + 10 * y + 100 * z
        return vol(p) / t + at

    volume = rng.random((3, 4, 5)).astype(np.float32)
    z, y, x = np.unravel_index(np.argmax(volume[:, 1:]), (3, 3, 5))
    expected = volume / volume[:, 1:].sum(dtype=float) + x + 10 * (y + 1) + 100 * z
    assert np.allclose(pygpu.compile(share)(volume), expected, rtol=1e-6)
    assert "fold" in str(pygpu.compile(share).graph)


def test_of_one_plane_of_a_volume(engine):
    def share(vol=pygpu.Volume, p=Position):
        t = 0.0
        for y in range(vol.height):
            for x in range(vol.width):
                t += vol(x, y, 1)
        return vol(p) / t

    volume = rng.random((3, 4, 5)).astype(np.float32)
    assert np.allclose(pygpu.compile(share)(volume), volume / volume[1].sum(dtype=float), rtol=1e-6)


def test_a_value_stays_one_in_doubles():
    graph = pygpu.compile(total).graph
    kept = [function.kept for function in functions(graph)]
    assert True in kept and [function.kept for function in functions(doubled(graph))] == kept


def test_explain_tells_what_is_computed_before_any_pixel():
    filter = pygpu.compile(of_its_row)
    filter(SMALL)
    assert "once for each row, in any order" in filter.explain()


def test_a_picture_of_the_host_may_change_after_the_call(engine):
    """Though the result stays on the device, and what is computed from the picture in parts need not be waited for."""
    if engine.device == "none" or engine.is_checker:
        pytest.skip("nothing stays there")

    def waved(there=Image, here=Image, p=Position):
        value, mean = there(p), sum(here) / len(here)
        for k in range(40):
            value = 0.5 * value + here(p + (k % 7, k % 5)) * mean
        return value

    filter = pygpu.compile(waved)
    random = np.random.default_rng(2)
    there, kept = pygpu.upload(random.random((1500, 1500), np.float32)), random.random((1500, 1500), np.float32)
    expected = filter(there, kept).numpy()
    for _ in range(3):
        here = kept.copy()
        result = filter(there, here)
        here[...] = 0
        np.testing.assert_array_equal(result.numpy(), expected)


def test_numbers_alone_where_some_are_none(engine):
    picture = np.random.default_rng(3).random((9, 7), np.float32)
    picture[2, 3] = picture[5] = np.nan
    of_all = pygpu.compile(lambda im=Image: (np.nanmean(im), np.nanvar(im, ddof=1), np.nanstd(im), np.nanmedian(im)))
    np.testing.assert_allclose(of_all(picture), [np.nanmean(picture), np.nanvar(picture, ddof=1), np.nanstd(picture),
                                                 np.nanmedian(picture)], rtol=1e-5)
    assert all(map(np.isnan, of_all(np.full((3, 3), np.nan, np.float32))))
    of_columns = pygpu.compile(lambda im=Image, p=Position: np.nanmean(im, axis=0)[p.x] - np.nanmedian(im, axis=0)[p.x])
    wanted = np.nanmean(picture, axis=0) - np.nanmedian(picture, axis=0)
    np.testing.assert_allclose(of_columns(picture)[0], wanted, atol=1e-6)
