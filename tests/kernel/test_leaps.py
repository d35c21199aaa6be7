"""Reads at 2*x + 1, x // 2 and the like: as vectors where all of it lies inside, on every engine and in every plan."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU
from pygpu.schedule.plan import candidates, plan
from tests import scope
from tests.engines import check

from .agreeing import agree

PLACES = [
    (lambda x, y: (2 * x - 1, 2 * y), lambda x, y: (2 * x, 2 * y + 1), lambda x, y: (2 * x + 2, y)),
    (lambda x, y: (x // 2, y // 2), lambda x, y: ((x - 1) // 2, y // 3), lambda x, y: ((x + 5) // 2 + 1, -y)),
    (lambda x, y: (x + 1, 8 * y), lambda x, y: (3 * x - 2, y // 2), lambda x, y: (4 * x + y, 0)),
    (lambda x, y: (x // 16, y), lambda x, y: ((3 * x + 1) // 4, y // 8), lambda x, y: (5 * x // 8 - 1, y - 3)),
    (lambda x, y: (x // 2 - 1 + 2 * (x % 2), y), lambda x, y: (x - 3 * (x % 4), y), lambda x, y: (2 * x - (x + 5) % 8, y)),
    (lambda x, y: (x // 3, y // 2), lambda x, y: (60 - x, 2 * y), lambda x, y: ((x << 1) + 3 >> 2, 2 * y)),
    [lambda x, y, i=i, j=j: (x // 2 - (1 - 2 * (x % 2)) * i, y // 2 - (1 - 2 * (y % 2)) * j)
     for i in (0, 1) for j in (0, 1)],
    [lambda x, y, i=i, j=j: (2 * x + i, 2 * y + j) for i in (-1, 0, 1, 2) for j in (0, 1)],
]
BORDERS = ["clamp", "mirror", "wrap", "constant"]


def leaping(places, border="clamp"):
    def filter(im=Image(border=border, fill=0.5), p=Position):
        return sum([(i + 1) * im(*at(p.x, p.y)) + 0.125 * im(p) for i, at in enumerate(places)])

    return filter


def picture(rows, columns, channels=(), dtype="float32"):
    rng = np.random.default_rng(7)
    if dtype == "float32":
        return rng.random((rows, columns, *channels)).astype(dtype)
    return rng.integers(0, 256, (rows, columns, *channels)).astype(dtype)


@pytest.mark.parametrize("places", PLACES)
def test_places(engine, places):
    for border in BORDERS[::3]:
        check(leaping(places, border), picture(5, 90))
    check(leaping(places), picture(4, 90), size=(51, 7))
    check(leaping(places), picture(4, 33), size=(150, 3))


@pytest.mark.parametrize("channels, dtype", [((3,), "float32"), ((), "uint8"), ((3,), "uint8"), ((4,), "uint8"),
                                             ((), "int16"), ((), "float16")])
def test_formats(engine, channels, dtype):
    image = picture(3, 90, channels, dtype) if dtype != "float16" else picture(3, 90).astype(dtype)
    for places in PLACES[:3]:
        check(leaping(places), image, dtype="float32", tolerance=1e-4)


@pytest.mark.parametrize("border", BORDERS)
def test_by_numbers_of_the_call(engine, border):
    """Beside one another are pixels at x + shift, too, wherever that leads."""
    def filter(im=Image(border=border, fill=0.5), p=Position, shift=Int, slope=Int):
        return im(p.x + shift, p.y) + 2 * im(2 * p.x - shift, p.y - shift) + 3 * im(shift + p.x - slope * p.y, p.y)

    for shift, slope in ((0, 0), (3, 1), (-20, -7), (2**29, 2**27)):
        numbers = {"shift": shift, "slope": slope}
        check(filter, picture(5, 90), scalars=numbers)
        check(filter, picture(3, 90, (3,), "uint8"), scalars=numbers, dtype="float32", tolerance=1e-4)


@pytest.mark.parametrize("number", range(len(PLACES)))
def test_every_plan(number):
    """With one border each, or with all of them at night."""
    for border in BORDERS if scope.everything else [BORDERS[number % len(BORDERS)]]:
        graph = pygpu.compile(leaping(PLACES[number], border)).graph
        for size, image in [((70, 5), picture(5, 70)), ((50, 3), picture(7, 110)), ((40, 3), picture(2, 9))]:
            assert agree(graph, [image], (), size) > 2


def test_what_lies_in_one_column_is_added_up_before_its_lanes_are_put_in_order():
    """Of a picture doubled both ways two vectors, not four; and each row is loaded once."""
    graph, gray = pygpu.compile(leaping(PLACES[-2])).graph, (Format("float32", 1),)
    made = plan(graph, gray, gray, CPU)
    source = emit(graph, made, gray, gray, CPU).source
    inside = source[source.index("for (int x"):source.index("} else {")]
    assert [inside.count(lanes) // made.rows for lanes in (".s0213243546576879", ".s1122334455667788")] == [1, 1]
    assert inside.count("vload16(0, im_row") == 2 * made.rows


def test_what_comes_next_is_asked_for():
    """Of each row once, in strips of a single one."""
    def halved(im=Image, p=Position):
        return im(2 * p.x, 2 * p.y) + im(2 * p.x + 1, 2 * p.y) + im(2 * p.x, 2 * p.y + 1)

    graph, forms = pygpu.compile(halved).graph, (Format("float32", 1),)
    made = next(each for each in candidates(graph, forms, forms, CPU) if each.kind == "lanes" and each.rows == 1)
    source = emit(graph, made, forms, forms, CPU).source
    assert source.count("pg_fetch(im_next") == 2 * (2 * made.lanes * 4 // 64), "of both rows, line by line"
