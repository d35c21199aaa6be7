"""What pixels make of bytes, from tables: every plan, run by NumPy, gives what the evaluator gives, and what has none."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.kernel import Format
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from pygpu.schedule.windows.levels import every_level, split
from pygpu.story import usual_pixels
from tests.engines import check

from .agreeing import agree

rng = np.random.default_rng(5)


def curve(im=Image, p=Position):
    return (im(p) * 0.9 + 0.1) ** 0.7


def of_the_first(im=Image, p=Position):
    """What all pixels share is computed of the picture itself."""
    return (im(p) - im(0, 0)) ** 2 * im.width


def in_a_loop(im=Image, p=Position):
    v = im(p)
    while v < 0.7:
        v = v * 1.5 + 0.1
    return v, v > 0.8


def with_its_neighbour(im=Image, p=Position):
    return (im(p) * 0.9 + 0.1) ** 0.7 + im(p + (1, 0))


def with_its_place(im=Image, p=Position):
    return (im(p) * 0.9 + 0.1) ** 0.7 + p.x


def by_its_light(im=Image, p=Position):
    c = im(p)
    return c * (c.r + c.g)


def graph_of(function, channels=1):
    filter = pygpu.compile(function)
    return filter._story(usual_pixels(filter.parameters, channels)).graph


@pytest.mark.parametrize("function, channels", [(curve, 1), (curve, 3), (curve, 4), (of_the_first, 1), (in_a_loop, 1)])
def test_every_plan(function, channels):
    graph = graph_of(function, channels)
    assert any(each.kind == "levels" for each in every_level(graph, (Format("uint8", channels),), (), CPU))
    for rows, columns in ((1, 1), (5, 19), (40, 9)):
        for size in ((columns, rows), (columns + 3, rows + 2)):
            picture = rng.integers(0, 256, (rows, columns, channels), dtype=np.uint8)
            assert agree(graph, [picture], (), size) > 2


@pytest.mark.parametrize("function, channels", [(with_its_neighbour, 1), (with_its_place, 1), (by_its_light, 3)])
def test_what_more_than_a_byte_decides(function, channels):
    assert split(graph_of(function, channels), (Format("uint8", channels),)) is None


def test_when_it_is_worth_it():
    byte, number = (Format("uint8", 1),), (Format("float32", 1),)
    assert plan(graph_of(curve), byte, byte).kind == "levels"
    assert plan(graph_of(curve), number, byte).kind != "levels"
    assert plan(graph_of(lambda im=Image, p=Position: 1 - im(p)), byte, byte).kind != "levels"


@pytest.mark.parametrize("function", [curve, in_a_loop, of_the_first])
def test_as_plain_python(engine, function):
    check(function, rng.integers(0, 256, (9, 21), dtype=np.uint8), tolerance=2e-6)


def test_colours(engine):
    check(curve, rng.integers(0, 256, (9, 21, 3), dtype=np.uint8), tolerance=2e-6)
