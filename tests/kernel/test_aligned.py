"""Blocks that know of their place, as a GPU has them: choices by columns and rows; what is read elsewhere, once for all."""

import numpy as np
import pytest

import pygpu
from pygpu import Color, Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.filters import demosaic
from pygpu.schedule import GPU
from pygpu.schedule.blocks.aligned import Place, aligned_in, heights
from pygpu.schedule.cost import operations
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.stages import stages
from tests.engines import check

PICTURE = np.random.default_rng(11).random((29, 43)).astype(np.float32)
COLOURS = np.random.default_rng(12).random((22, 31, 3)).astype(np.float32)


def doubled(im=Image, p=Position):
    nearer = lambda of, at: 0.25 * of(at // 2 - 1 + 2 * (at % 2)) + 0.75 * of(at // 2)
    return nearer(lambda y: nearer(lambda x: im(x, y), p.x), p.y)


def doubled_colours(im=Image[Color], p=Position):
    return im(p.x // 2, p.y // 2) + im((p.x + 1) // 2, (p.y + 3) // 4)


def checkered(im=Image, p=Position):
    dark = (p.x + p.y) % 2 == 0
    return im(p) * 2 if dark else im(p + (1, 0)) - im(p - (0, 1))


def in_threes(im=Image, p=Position):
    """Rows that come again and again, as many as a block has for it."""
    part, row = p.y % 13, p.y // 13
    near = [im(p.x, row * 8 + d) for d in range(8)]
    return sum([v if int(v * 13) == part else 0.0 for v in near])


def far_below(im=Image(border="mirror"), p=Position):
    return im(p.x - p.x % 4, p.y // 2 * 2 + 40) + im(7, p.y // 4)


def turned_round(im=Image(border="wrap"), p=Position):
    return im(im.width - 1 - p.x // 2, p.y) + im(p.x // 2, p.y)


def by_data(im=Image, p=Position):
    """What data say is asked pixel by pixel, whatever is known beside it."""
    return im(p.x // 2, p.y) + im(int(im(p) * 9), p.y // 2)


def of_both(im=Image, p=Position):
    a, b = p.x % 4, p.y % 2
    return im(p) if a == 3 and b else (im(p + (a, 0)) if a < 2 else im(p.x // 2, p.y) * b)


def bayer(im=Image(border="mirror"), p=Position):
    return demosaic(im, p, pattern="GRBG")


def quarters(im=Image, p=Position):
    """Half as large: rows below one another have half of what they read in common."""
    shares = (-1, 0.125), (0, 0.375), (1, 0.375), (2, 0.125)
    return sum([a * b * im(2 * p + (i, j)) for i, a in shares for j, b in shares])


EVERY = [quarters, doubled, doubled_colours, checkered, in_threes, far_below, turned_round, by_data, of_both, bayer]


@pytest.mark.parametrize("function", EVERY, ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", [None, (57, 33), (64, 26), (3, 1)], ids=str)
def test_they_compute_what_python_does(engine, monkeypatch, function, size):
    if engine.is_checker and size == (64, 26):
        pytest.skip("others find the same")
    monkeypatch.setattr(engines, "target_of", lambda device: GPU)
    check(function, COLOURS if function is doubled_colours else PICTURE, size=size)


@pytest.mark.parametrize("function", [doubled, checkered, bayer, in_threes], ids=lambda f: f.__name__)
def test_parts_are_as_the_whole(engine, monkeypatch, function):
    if engine.is_checker:
        pytest.skip("others find the same")
    monkeypatch.setattr(engines, "target_of", lambda device: GPU)
    filter = pygpu.compile(function)
    whole = np.asarray(filter(PICTURE))
    for left, top, right, bottom in (0, 0, 20, 9), (3, 5, 29, 28), (16, 13, 43, 29):
        part = np.asarray(filter.compute((left, top, right, bottom), PICTURE))
        np.testing.assert_array_equal(part, whole[top:bottom, left:right])


def shape(function):
    from pygpu.kernel import Format

    graph = pygpu.compile(function).graph
    forms = tuple([Format("float32", image.pixel.channels) for image in graph.images])
    made = plan(graph, forms, (Format("float32", len(graph.outputs[0].values)),), GPU)
    return made.kind, made.block


def test_neighbours_share_what_they_read_elsewhere():
    assert shape(doubled) == ("columns", (4, 2))
    assert shape(in_threes) == ("columns", (4, 13))
    assert shape(by_data)[0] == "pixels"
    halved = lambda im=Image, p=Position: im(2 * p.x, 2 * p.y) + im(2 * p.x + 1, 2 * p.y)
    assert shape(halved)[0] == "pixels", "neighbours that read far apart share nothing"
    assert shape(quarters) == ("columns", (1, 2)), "those below one another do, if they read enough"


def test_one_of_several_is_computed_where_the_place_decides():
    found = stages(pygpu.compile(bayer).graph)
    assert heights(found, 4) == (4,)
    assert operations(found, 4, 4, True) < 0.7 * operations(found, 4, 4)
    assert aligned_in(stages(pygpu.compile(lambda im=Image, p=Position: im(p) * p.x).graph), 4, 4) is None


def test_places():
    from pygpu.ir.ops import ADD, AND, FLOORDIV, MOD, MUL, SHR, SUB

    x, number = Place(4, 0, 3), lambda n: Place(0, 0, n)
    assert x.of(MUL, number(3)) == number(3).of(MUL, x) == Place(12, 0, 9)
    assert x.of(SUB, number(5)).of(FLOORDIV, number(2)) == Place(2, 0, -1)
    assert x.of(SUB, number(5)).of(MOD, number(2)) == number(0)
    assert x.of(AND, number(3)) == number(3).of(AND, x) == number(3)
    assert x.of(SHR, number(1)) == Place(2, 0, 1)
    assert x.of(ADD, x) == Place(8, 0, 6)
    known = (FLOORDIV, 8), (MOD, 3), (MOD, 0), (AND, 5), (SHR, 3)
    for kind, other in ((MUL, x), *[(kind, number(n)) for kind, n in known]):
        assert x.of(kind, other) is None
