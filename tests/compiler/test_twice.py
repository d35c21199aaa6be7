"""Scans of scans, in groups of a GPU that go over both (scans/twice.py), wherever those run: beside plain Python."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Array, Color, Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.schedule import GPU
from tests.engines import check

rng = np.random.default_rng(11)
# Groups so small that a picture of some pixels has several stretches; and those of a GPU.
SHORT = dict(scan_rows=(1, 32, 16), scan_long_rows=(1, 32, 16), scan_pieces=(4, 16, 16), scan_columns=(4, 16, 16),
             scan_colours=(4, 16, 16), scan_twice=(4, 16, 16), scan_crossed=(4, 16, 16), scan_ends=(1, 32, 16),
             scan_long_chunk=64, scan_team=16)


@pytest.fixture(params=[SHORT, {}], ids=["short", "long"])
def in_groups(request, engine, monkeypatch):
    if engine.device == "none":
        pytest.skip("no device")
    if engine.device.kind == "cpu":
        memory = engines.target_of(engine.device).local_memory
        monkeypatch.setattr(engines, "target_of", lambda device: replace(GPU, local_memory=memory, **request.param))
        monkeypatch.setattr(engines.written, "recalled", lambda name: None)
        monkeypatch.setattr(engines.written, "keep", lambda name, program: None)


def across(f, im, way, gain):
    """A recursive filter along rows."""
    to_the_right = cache(lambda q: gain * f(q) + (1 - gain) * (to_the_right(q - (1, 0)) if q.x > 0 else f(q)))
    to_the_left = cache(lambda q: gain * f(q) + (1 - gain) * (to_the_left(q + (1, 0)) if q.x < im.width - 1 else f(q)))
    return to_the_right if way > 0 else to_the_left


def along_columns(f, im, way, gain):
    down = cache(lambda q: gain * f(q) + (1 - gain) * (down(q - (0, 1)) if q.y > 0 else f(q)))
    up = cache(lambda q: gain * f(q) + (1 - gain) * (up(q + (0, 1)) if q.y < im.height - 1 else f(q)))
    return down if way > 0 else up


AXES = across, along_columns


def steady(axis, other, ways):
    """Two of them, along one axis or two."""
    def both(im=Image, p=Position):
        return AXES[other](AXES[axis](im, im, ways[0], 0.25), im, ways[1], 0.375)(p)

    return both


def from_nothing(axis, other, ways):
    """The same, and of the second order, where there is nothing before the first place: nothing is chosen anywhere."""
    def one(f, im, axis, way):
        step = (way, 0) if axis == 0 else (0, way)
        back = cache(lambda q: 0.5 * f(q) + (0.25 * back(q - step) if before(q, 1) else 0.0)
                     + (0.125 * back(q - step - step) if before(q, 2) else 0.0))

        def before(q, far):
            at, size = ((q.x, im.width), (q.y, im.height))[axis]
            return at > far - 1 if way > 0 else at < size - far
        return back

    def both(im=Image, p=Position):
        return one(one(im, im, axis, ways[0]), im, other, ways[1])(p)

    return both


@pytest.mark.parametrize("axis, other", [(0, 0), (1, 1), (0, 1), (1, 0)])
@pytest.mark.parametrize("ways", [(1, -1), (-1, 1), (1, 1), (-1, -1)])
def test_from_nothing(in_groups, axis, other, ways):
    for shape in ((1, 1), (3, 70), (70, 3), (33, 37)):
        check(from_nothing(axis, other, ways), rng.random(shape, np.float32), tolerance=1e-5)


@pytest.mark.parametrize("axis, other", [(0, 0), (1, 1), (0, 1), (1, 0)])
@pytest.mark.parametrize("ways", [(1, -1), (-1, 1), (1, 1), (-1, -1)])
def test_along_and_across(in_groups, axis, other, ways):
    for shape in ((1, 1), (3, 70), (70, 3), (33, 37)):
        check(steady(axis, other, ways), rng.random(shape).astype(np.float32), tolerance=1e-5)


def by_weights_of_their_own(im=Image, p=Position):
    """Both read the picture besides, beside their place."""
    weight = cache(lambda q: 1 / (1 + abs(im(q) - im(q - (1, 0)))))
    forth = cache(lambda q: (1 - weight(q)) * im(q) + weight(q) * (forth(q - (1, 0)) if q.x > 0 else im(q)))
    back = cache(lambda q: forth(q) + weight(q + (1, 0)) * ((back(q + (1, 0)) if q.x < im.width - 1 else 0.5) - forth(q)))
    return back(p)


def two_at_a_time(im=Image, p=Position):
    """Whole numbers and others, of which the second scan takes both."""
    many = cache(lambda q: ((1 if im(q) > 0.5 else 0) + (many(q - (1, 0))[0] if q.x > 0 else 0),
                            im(q) + (0.5 * many(q - (1, 0))[1] if q.x > 0 else 0.0)))
    back = cache(lambda q: many(q)[0] * many(q)[1] + (0.25 * back(q + (1, 0)) if q.x < im.width - 1 else im(q + (0, 1))))
    return back(p)


def counted_down(im=Image, p=Position):
    many = cache(lambda q: ((1 if im(q) > 0.5 else 0) + (many(q - (1, 0))[0] if q.x > 0 else 0),
                            im(q) + (0.5 * many(q - (1, 0))[1] if q.x > 0 else 0.0)))
    down = cache(lambda q: many(q)[0] + many(q)[1] * im(q + (1, 1)) + (0.5 * down(q - (0, 1)) if q.y > 0 else 0.0))
    return down(p)


def extremes(im=Image, p=Position):
    up_to = cache(lambda q: max(im(q), up_to(q - (0, 1)) if q.y > 0 else 0.0))
    least = cache(lambda q: min(up_to(q) + im(q), least(q + (0, 1)) if q.y < im.height - 1 else 9.0))
    return least(p)


def three(im=Image, p=Position):
    """One more, which takes what two give."""
    a = cache(lambda q: 0.5 * im(q) + 0.5 * (a(q - (1, 0)) if q.x > 0 else im(q)))
    b = cache(lambda q: 0.5 * a(q) + 0.5 * (b(q + (1, 0)) if q.x < im.width - 1 else a(q)))
    c = cache(lambda q: 0.5 * b(q) + 0.5 * (c(q - (0, 1)) if q.y > 0 else b(q)))
    return c(p) - 0.25 * im(p)


def in_colours(im=Image[Color], p=Position):
    a = cache(lambda q: 0.5 * im(q) + 0.5 * (a(q - (0, 1)) if q.y > 0 else im(q)))
    b = cache(lambda q: 0.5 * a(q) + 0.5 * (b(q + (0, 1)) if q.y < im.height - 1 else a(q)))
    return b(p)


def added(im=Image, p=Position):
    """Takes the picture and what goes forth, and both again along columns."""
    def both(f, step, size, along):
        forth = cache(lambda q: f(q) + (0.5 * forth(q - step) if along(q) > 0 else f(q)))
        back = cache(lambda q: f(q) + (0.5 * back(q + step) if along(q) < size - 1 else f(q)))
        return cache(lambda q: (0.75 * forth(q) + back(q) - f(q)) / 3)

    return both(both(im, (1, 0), im.width, lambda q: q.x), (0, 1), im.height, lambda q: q.y)(p)


def where_it_is_bright(im=Image, p=Position):
    """Begun anew where the picture says so."""
    a = cache(lambda q: im(q) + (0.9 * a(q - (1, 0)) if q.x > 0 and im(q) < 0.7 else 0.0))
    b = cache(lambda q: a(q) + (0.8 * b(q + (1, 0)) if q.x < im.width - 1 and im(q) > 0.2 else 0.0))
    return b(p)


@pytest.mark.parametrize("filter", [by_weights_of_their_own, two_at_a_time, counted_down, extremes, three, added,
                                    where_it_is_bright], ids=lambda f: f.__name__)
def test_pairs(in_groups, filter):
    check(filter, rng.random((35, 71)).astype(np.float32), tolerance=1e-4)


def test_colours(in_groups):
    check(in_colours, rng.random((35, 21, 3)).astype(np.float32), tolerance=1e-5)


# --- arrays, of which a team sums up long chunks (scans/chunks.py) ---------------------------------------------------

@pytest.mark.parametrize("numbers", [1, 63, 64, 65, 1000, 20011])
def test_sums_and_extremes_of_arrays(in_groups, numbers):
    given = rng.random(numbers).astype(np.float32)
    whole = (given * 1000).astype(np.int32) - 300
    sums = pygpu.compile(lambda a=Array: np.cumsum(a))
    assert np.allclose(sums(given), np.cumsum(given, dtype=np.float64), rtol=1e-5)
    assert np.array_equal(sums(given), sums(given))
    assert np.array_equal(pygpu.compile(total)(whole), np.cumsum(whole))
    assert np.array_equal(pygpu.compile(highest)(given), np.maximum.accumulate(given))
    assert np.array_equal(pygpu.compile(both)(whole)[1], np.minimum.accumulate(whole))


def total(a=Array, p=Position):
    s = lambda q: a(q) + (s(q - 1) if q.x > 0 else 0)
    return s(p)


def highest(a=Array, p=Position):
    s = lambda q: max(a(q), s(q - 1)) if q.x > 0 else a(q)
    return s(p)


def both(a=Array, p=Position):
    """Two at once, of which one is a sum: each by a law of its own."""
    s = lambda q: (a(q) + s(q - 1)[0], min(s(q - 1)[1], a(q))) if q.x > 0 else (a(q), a(q))
    return s(p)


def smoothed(a=Array, p=Position):
    s = lambda q: 0.5 * a(q) + (0.5 * s(q - 1) if q.x > 0 else a(q))
    return s(p)


def test_a_filter_of_arrays_has_no_team_but_a_law(in_groups):
    check(smoothed, rng.random(300).astype(np.float32), tolerance=1e-5)
