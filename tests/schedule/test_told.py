"""Functions of which numbers of a call say where they begin: kernels made once serve all numbers."""

from functools import cache

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import Bool, Float, Image, Int, Position, filters
from pygpu.ir.domains import bounded
from pygpu.schedule.programs.programs import program


def window(im=Image(border="clamp"), p=Position, size: Int = 3):
    """A sum along rows and then along columns, of what depends on its own place: it goes on changing beyond the edge."""
    near = cache(lambda q: abs(im(q) - im(q + (1, 0))) + abs(im(q) - im(q + (0, 1))) + 0.01 * (q.x - q.y))
    across = cache(lambda q: sum([near(Position(q.x + d, q.y)) for d in range(-size, size + 1)]))
    return sum([across(Position(p.x, p.y + d)) for d in range(-size, size + 1)])


def expected(image, size):
    rows, columns = image.shape
    y, x = np.mgrid[-size:rows + size, -size:columns + size]
    read = lambda y, x: image[y.clip(0, rows - 1), x.clip(0, columns - 1)].astype(float)
    near = abs(read(y, x) - read(y, x + 1)) + abs(read(y, x) - read(y + 1, x)) + 0.01 * (x - y)
    views = np.lib.stride_tricks.sliding_window_view(near, (2 * size + 1,) * 2)
    return views.sum((2, 3))


def test_it_begins_where_numbers_say(engine):
    """Also smaller ones after larger ones, and pictures of other sizes."""
    if engine.is_checker:
        pytest.skip("too long for the checker")
    filter, sources = pygpu.compile(window), set()
    for shape, size in [((9, 7), 2), ((9, 7), 11), ((33, 65), 1), ((33, 65), 6), ((1, 1), 3), ((9, 7), 0)]:
        image = np.random.default_rng(size).random(shape, dtype=np.float32)
        np.testing.assert_allclose(filter(image, size=size), expected(image, size), rtol=1e-5, atol=1e-4)
        sources.add(filter.source)
    assert len(sources) == 1


def test_along_which_axes():
    found = bounded(pygpu.compile(window).graph)
    kept = {axes: function in found.possible for function, axes in found.told.items()}
    assert kept == {(0, 1): True, (1,): True}, kept


def one_of_two(im=Image, p=Position, size: Int = 3, limit: Float = 0.5):
    """A blur down of what is blurred across, or the other way round: one of them changes its own place, too."""
    @cache
    def across(q):
        return sum([im(Position(q.x + d, q.y)) for d in range(-size, size + 1)])

    @cache
    def down(q):
        return sum([im(Position(q.x, q.y + d)) for d in range(-size, size + 1)]) * 2.0

    if size * limit > 2.5:
        return sum([across(Position(p.x, p.y + d)) for d in range(-size, size + 1)])
    return sum([down(Position(p.x + d, p.y)) for d in range(-size, size + 1)])


def test_what_an_arm_asks_for_that_is_not_taken_is_not_computed(engine):
    if engine.is_checker:
        pytest.skip("too long for the checker")
    filter, image = pygpu.compile(one_of_two), np.random.default_rng(0).random((19, 33), dtype=np.float32)
    for size, limit in [(1, 0.5), (6, 0.5), (2, 0.5), (5, 0.5), (9, 0.1), (4, 2.0)]:  # 5 * 0.5 is 2.5
        padded = np.pad(image.astype(float), size, mode="edge")
        views = np.lib.stride_tricks.sliding_window_view(padded, (2 * size + 1,) * 2).sum((2, 3))
        twice = 1 if size * limit > 2.5 else 2
        np.testing.assert_allclose(filter(image, size=size, limit=limit), views * twice, rtol=1e-5)


def test_a_truth_says_which(engine):
    """Of a mean that slides along, which is a scan, and one by a loop; and of their regions."""
    def mean(im=Image(border="reflect"), p=Position, slides: Bool = True, size: Int = 3):
        if slides:
            return filters.box(im, p, size)
        column = cache(lambda q: sum([im(Position(q.x, q.y + d - size // 2)) for d in range(size)]))
        return sum([column(Position(p.x + d - size // 2, p.y)) for d in range(size)]) / (size * size)

    if engine.is_checker:
        pytest.skip("too long for the checker")
    filter, image = pygpu.compile(mean), np.random.default_rng(0).random((19, 33), dtype=np.float32)
    for size in (3, 4, 7):
        expected = ndimage.uniform_filter(image.astype(float), size)
        for slides in (True, False):
            made = filter(image, slides, size)
            np.testing.assert_allclose(made, expected, rtol=1e-5)
            np.testing.assert_array_equal(filter.compute((4, 3, 20, 11), image, slides, size), made[3:11, 4:20])


@pytest.mark.parametrize("limit, needed", [(0.5, {"across"}), (0.25, {"down"}), (0.312, {"down"}),
                                           (0.3125, {"across", "down"})])
def test_only_what_is_sure_is_left_out(limit, needed):
    """Beside a limit a device may round a product up or down."""
    graph = pygpu.compile(one_of_two).graph
    size, factor = [scalar.value for scalar in graph.scalars]
    found = program(graph).regions((40, 30), dict.fromkeys(graph.images, (40, 30)), {size: 8, factor: limit})
    assert {function.name for function in found} == needed
