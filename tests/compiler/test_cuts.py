"""Programs of functions are cut once: found on disk where everything is the same, and cut anew where anything is not."""

import os
from functools import cache
from math import exp

import numpy as np
import pytest

import pygpu
from pygpu import Color, Float, Image, Position, Volume
from pygpu.calls.engines import cuts, recipes, sequence, written
from pygpu.runtime.home import folder
from tests.schedule.test_told import one_of_two, window
from tests.speed.apps import filters as apps

RANDOM = np.random.default_rng(3)
GRAY, COLOURS = RANDOM.random((40, 70), np.float32), RANDOM.integers(0, 256, (40, 70, 3), np.uint8)


@pytest.fixture
def counted(monkeypatch, tmp_path):
    """How often a program was cut, with an empty folder to begin with."""
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path))
    made, program = [], sequence.program
    monkeypatch.setattr(sequence, "program", lambda *given, **how: made.append(given) or program(*given, **how))
    return made


def halves(im=Image[Float], p=Position):
    def weighed(x, y):
        return sum([exp(im(x + i, y + j) * (i + 3 * j)) for i in range(-3, 4) for j in range(-3, 4)])

    coarse = cache(lambda x, y: weighed(2 * x, 2 * y) / weighed(2 * x + 1, 2 * y))
    return coarse(p.x // 2, p.y // 2) + coarse(p.x // 2 + 1, p.y // 2 + 1)


def running(im=Image[Float], p=Position):
    def forth(q):
        return im(q) + 0.5 * (forth(q - (1, 0)) if q.x > 0 else 0.0)

    def back(q):
        return forth(q) + 0.5 * (back(q + (1, 0)) if q.x < im.width - 1 else 0.0)

    return back(p)


def led(im=Image[Float], p=Position):
    @cache
    def weighed(x, y):
        return sum([exp(im(x + i, y + j) * (i + 3 * j)) for i in range(-9, 10) for j in range(-9, 10)])

    return sum([weighed(int(im(p + (i, 0)) * 90) - 10, int(im(p) * 50) - 5) for i in range(8)])


def deep(vol=Volume[Float], p=Position):
    @cache
    def weighed(x, y, z):
        around = range(-2, 3)
        return sum([exp(vol(x + i, y + j, z + k) * (i + 3 * j - k)) for i in around for j in around for k in around])

    return sum([weighed(p.x // 2 + i, p.y, p.z) for i in range(8)])


CALLS = {
    "halves": (halves, (GRAY,)),
    "numbers of the call": (window, (GRAY, 4)),
    "arms that are not taken": (one_of_two, (GRAY, 6)),
    "scans": (running, (GRAY,)),
    "led by data": (led, (GRAY,)),
    "a volume": (deep, (RANDOM.random((5, 20, 30), np.float32),)),
    "of the whole": (lambda im=Image[Float], p=Position: im(p) / max(im), (GRAY,)),
    "a histogram": (apps.histogram_equalisation, (GRAY,)),
    "an order": (lambda im=Image[Float], p=Position: im(p) - np.median(im), (GRAY,)),
    "a pyramid": (lambda im=Image[Color], p=Position: apps.local_laplacian(im, p, 3, 3), (COLOURS,)),
    "a chain": (apps.stencil_chain, (GRAY,)),
}


@pytest.mark.parametrize("name", CALLS)
def test_cut_once(counted, name):
    function, given = CALLS[name]
    first = pygpu.compile(function)
    result = np.asarray(first(*given))
    times = len(counted)
    again = pygpu.compile(function)
    assert np.asarray(again(*given)).tobytes() == result.tobytes()
    assert 1 <= times == len(counted)
    assert again.source == first.source
    assert str(again.plan) == str(first.plan)  # made now
    assert len(counted) > times
    assert np.asarray(again(*given)).tobytes() == result.tobytes()


def test_what_sizes_and_numbers_ask_for_is_kept_as_well(counted):
    """A call for which the program is cut otherwise than was expected: once in all."""
    sizes = [(70, 40), (99, 40), (50, 30)]
    first = pygpu.compile(running)
    expected = [np.asarray(first(GRAY, size=size)) for size in sizes]
    once = len(counted)
    assert once > 1
    again = pygpu.compile(running)
    for size, result in zip(sizes, expected):
        assert np.asarray(again(GRAY, size=size)).tobytes() == result.tobytes()
    assert len(counted) == once
    alone = pygpu.compile(running)
    assert np.asarray(alone(GRAY, size=sizes[1])).tobytes() == expected[1].tobytes()
    assert len(counted) == once


def test_other_pixels_and_another_program_are_other_cuts(counted):
    for dtype in ("f4", "u1", "f2", "f4"):
        pygpu.compile(halves)(GRAY.astype(dtype))
    assert len(counted) == 3
    pygpu.compile(halves, exact=True)(GRAY)
    assert len(counted) == 4


DAMAGED = [b"", b"no JSON", b"\xff\xfe", b"[1]", b"{}", b'{"Cut": [1]}', b'{"Cut": [1, 2]}', b'{"Path": ["/"]}',
           b'{"Program": ["", [], [], []]}', b"[" * 100_000]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_what_cannot_be_read_is_cut_anew(counted, content):
    expected = np.asarray(pygpu.compile(halves)(GRAY))
    for name in os.listdir(folder("cuts")):
        cuts._store.put(name, content)
    assert np.asarray(pygpu.compile(halves)(GRAY)).tobytes() == expected.tobytes()
    assert len(counted) == 2
    pygpu.compile(halves)(GRAY)
    assert len(counted) == 2  # and what is kept is whole again


@pytest.mark.parametrize("change", [lambda text: text.replace(b'"Function": [', b'"Function": [9'),
                                    lambda text: text.replace(b"Placed", b"Person"),
                                    lambda text: text.replace(b'"Kernel": ["', b'"Kernel": ["no '),
                                    lambda text: text[:len(text) // 2]])
def test_what_is_of_another_program_is_cut_anew(counted, change):
    expected = np.asarray(pygpu.compile(halves)(GRAY))
    for name in os.listdir(folder("cuts")):
        stored = cuts._store.get(name)
        assert change(stored) != stored
        cuts._store.put(name, change(stored))
    assert np.asarray(pygpu.compile(halves)(GRAY)).tobytes() == expected.tobytes()
    assert len(counted) == 2


def test_a_torn_file_and_one_in_anothers_place(counted):
    for function in (halves, running):
        pygpu.compile(function)(GRAY)
    one, other = [folder("cuts") / name for name in os.listdir(folder("cuts"))]
    content = one.read_bytes()
    one.write_bytes(content[:-7])
    other.write_bytes(content)
    for function in (halves, running):
        pygpu.compile(function)(GRAY)
    assert len(counted) == 4


def test_without_its_kernels_a_program_is_cut_anew(counted):
    expected = np.asarray(pygpu.compile(halves)(GRAY))
    written._store.drop(os.listdir(folder("programs"))[0])
    assert np.asarray(pygpu.compile(halves)(GRAY)).tobytes() == expected.tobytes()
    assert len(counted) == 2


def test_a_part_that_was_tuned_since_is_planned_anew(counted, monkeypatch):
    pygpu.compile(halves)(GRAY)
    kernel = pygpu.compile(halves)
    kernel(GRAY)
    assert len(counted) == 1
    story = kernel._last.launcher.kernels[0]
    monkeypatch.setattr(recipes, "_known", {})
    recipes.keep(recipes.Recipe(-1, -1, story.plan.kind), *story.flat, story.outputs, story.device)
    begun = len(counted)
    pygpu.compile(halves)(GRAY)
    pygpu.compile(halves)(GRAY)
    assert len(counted) == begun + 1


def test_another_pygpu_cuts_anew(counted, monkeypatch):
    for own in ("this", "this", "that", None, None):
        monkeypatch.setattr(written, "own_files", lambda rooms=(), own=own: own)
        pygpu.compile(halves)(GRAY)
    assert len(counted) == 4  # what cannot be looked at is not trusted


def test_what_is_on_disk_runs_nothing(counted):
    """It is plain data: text that names the classes of a cut, and nothing else."""
    pygpu.compile(halves)(GRAY)
    (name,) = os.listdir(folder("cuts"))
    assert cuts._store.get(name).startswith(b'{"Cut": [{"Laid": [{"Graph": [0]}')


def test_every_room_that_has_a_say_in_a_cut_is_looked_at():
    assert {"story", "calls/engines", *written.WRITERS} == set(cuts.CUTTERS)
    assert all(written.own_files((room,)) != written.own_files(()) for room in cuts.CUTTERS)
