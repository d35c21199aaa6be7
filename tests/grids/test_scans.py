"""Scans through volumes: functions that call themselves a step back along x, y or z, on every engine."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import CompileError, Position, Volume
from tests.engines import check

SCAN = np.random.default_rng(11).random((4, 5, 19)).astype(np.float32)
STEPS = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def running(vol, step, number):
    s = cache(lambda q: vol(q) + (s(q - step) if q[number] > 0 else 0.0))
    return s


def reverb(vol=Volume(border="mirror"), p=Position):
    s = cache(lambda q: 0.5 * (vol(q + (1, -1, 2)) - vol(q - (2, 0, 1)))
              + (0.5 * s(q - (0, 0, 1)) + 0.25 * s(q - (0, 0, 2)) if q.z > 1 else 0.0))
    return s(p)


def from_behind(vol=Volume(border="constant", fill=0.5), p=Position):
    s = cache(lambda q: vol(q + (0, 0, 1)) + vol(q + (0, 1, 0)) + (0.5 * s(q + (0, 0, 1)) if q.z < vol.depth - 1 else 0.0))
    return s(p + (1, 0, 0)) - s(p)


def elsewhere(vol=Volume(border="wrap"), p=Position):
    s = cache(lambda q: max(vol(q), s(q + (1, 0, 0))) if q.x < vol.width - 1 else vol(q))
    t = cache(lambda q: vol(q) + (t(q - (0, 0, 1)) if q.z > 0 else 0.0))
    return s(p) * s(Position(p.x // 2, p.y, p.z // 2)) + t(Position(p.y, p.x % 3, vol.depth - 1))


def two_at_once(vol=Volume, p=Position):
    s = cache(lambda q: (vol(q) + s(q - (0, 0, 1))[0], min(vol(q), s(q - (0, 0, 1))[1])) if q.z > 0 else (vol(q), vol(q)))
    return s(p)[0] * s(p)[1]


def forth_and_back(vol=Volume(border=("reflect", "wrap", "clamp")), p=Position):
    f = cache(lambda q: vol(q - (3, 0, 0)) + vol(q + (0, 2, 0)) + (0.8 * f(q - (0, 0, 1)) if q.z > 0 else 0.0))
    g = cache(lambda q: f(q) + (0.8 * g(q + (0, 0, 1)) if q.z < vol.depth - 1 else 0.0))
    h = cache(lambda q: g(q) + (0.8 * h(q - (0, 1, 0)) if q.y > 0 else 0.0))
    return h(p)


def by_the_greatest(vol=Volume, p=Position):
    s = running(vol, (0, 0, 1), 2)
    return s(p) / max(s(q) for q in vol.positions)


@pytest.mark.parametrize("filter", [reverb, from_behind, elsewhere, two_at_once, forth_and_back, by_the_greatest],
                         ids=lambda filter: filter.__name__)
def test_as_plain_python(engine, filter):
    check(filter, SCAN, tolerance=1e-5)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_running_sum_is_numpys_to_the_last_bit(engine, axis):
    sums = pygpu.compile(lambda vol=Volume, p=Position: running(vol, STEPS[axis], axis)(p))
    within = 1e-6 if getattr(engine.device, "kind", "") == "gpu" else 0  # which adds up the pieces of a line side by side
    np.testing.assert_allclose(sums(SCAN), SCAN.cumsum(2 - axis), rtol=within)


def test_bytes_and_planes_of_many_columns(engine):
    scan = np.random.default_rng(12).integers(0, 256, (3, 2, 300), np.uint8)
    found = pygpu.compile(lambda vol=Volume, p=Position: running(vol, (0, 0, 1), 2)(p))(scan, dtype="float32")
    assert np.allclose(found, scan.cumsum(0) / 255, atol=1e-6)


def test_a_part_is_the_wholes(engine):
    sums = pygpu.compile(lambda vol=Volume, p=Position: running(running(vol, (0, 0, 1), 2), (1, 0, 0), 0)(p))
    part = sums.compute((slice(1, 3), slice(1, 4), slice(2, 15)), SCAN)
    assert np.array_equal(part, sums(SCAN)[1:3, 1:4, 2:15])


def test_several_ways_at_once_are_refused():
    def corner(vol=Volume, p=Position):
        s = cache(lambda q: vol(q) + s(q - (1, 0, 0)) + s(q - (0, 0, 1)) if q.x > 0 and q.z > 0 else 0.0)
        return s(p)

    with pytest.raises(CompileError, match="goes several ways through a volume"):
        pygpu.compile(corner)(SCAN)


def test_no_edge_is_told_in_the_words_of_volumes():
    def endless(vol=Volume, p=Position):
        s = lambda q: vol(q) + s(q + (0, 0, 1))
        return s(p)

    with pytest.raises(CompileError, match=r"q\.z < vol\.depth - 1"):
        pygpu.compile(endless)(SCAN)
