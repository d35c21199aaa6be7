"""Pixels beside one another at a place that data say: read by twos and fours, on every engine and in every plan."""

from math import floor

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.kernel.formats import Format
from pygpu.kernel.reads.neighbours import loads
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from tests.engines import check

from .agreeing import agree

BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]
PATCHES = {
    "corners": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "a row of four": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "with gaps": [(0, 0), (1, 0), (3, 0), (1, 1), (4, 3)],
    "below": [(0, 0), (0, 1), (0, 2)],
}


def picture(rows, columns, channels=(), dtype="float32"):
    rng = np.random.default_rng(7)
    if dtype == "float32":
        return rng.random((rows, columns, *channels)).astype(dtype)
    return rng.integers(0, 256, (rows, columns, *channels)).astype(dtype)


def led(patch, border="clamp", reach=9):
    """Reads around a place that the pixel says, inside and beyond all edges."""
    def filter(im=Image(border=border, fill=0.5), lead=Image, p=Position):
        x, y = floor(lead(p) * 97 * reach) % (3 * reach) + p.x - reach, floor(lead(p) * 61 * reach) % 11 + p.y - 5
        return sum([(i + 1) * im(x + dx, y + dy) for i, (dx, dy) in enumerate(patch)])

    return filter


@pytest.mark.parametrize("patch", PATCHES)
def test_borders(engine, patch):
    for border in BORDERS:
        check(led(PATCHES[patch], border), picture(6, 50), picture(6, 50))
    check(led(PATCHES[patch]), picture(9, 1), picture(5, 40), size=(40, 5))
    check(led(PATCHES[patch], "mirror"), picture(1, 2), picture(5, 40), size=(40, 5))


@pytest.mark.parametrize("channels, dtype", [((3,), "float32"), ((4,), "float32"), ((), "uint8"), ((3,), "uint8"),
                                             ((4,), "uint8"), ((), "int16"), ((), "uint16")])
def test_formats(engine, channels, dtype):
    for patch in PATCHES.values():
        check(led(patch), picture(5, 50, channels, dtype), picture(5, 50), size=(50, 5), dtype="float32", tolerance=1e-4)


def test_channels_of_one_pixel(engine):
    def filter(im=Image, lead=Image, p=Position):
        c = im(floor(lead(p) * 40), p.y)
        return c.b - 2 * c.g

    check(filter, picture(5, 50, (3,)), picture(5, 50), size=(50, 5))


def test_a_row_that_is_the_same_for_all(engine):
    check(lambda im=Image, lead=Image, p=Position: im(floor(lead(p) * 48), 2) - im(floor(lead(p) * 48) + 1, 2),
          picture(5, 50), picture(5, 50))


def test_all_plans_agree():
    for patch, border, channels in (("corners", "mirror", ()), ("with gaps", "clamp", ()),
                                    ("a row of four", "constant", (3,))):
        filter = pygpu.compile(led(PATCHES[patch], border))
        images = [picture(7, 70, channels), picture(7, 70)]
        filter(*images)
        assert agree(filter.graph, images, (), (70, 7)) > 2


def test_they_are_read_together():
    """Four corners are two loads of two; a colour's, of six numbers each row, a load of four and one of two."""
    if not pygpu.devices() or pygpu.devices()[0].kind != "cpu":
        pytest.skip("vectors are a processor's")
    filter = pygpu.compile(lambda im=Image(sample="linear"), p=Position: im(p.x * 0.7 + p.y * 0.1, p.y * 1.1))
    filter(picture(6, 50))
    assert "pg_gather2_float8(" in filter.source
    filter(picture(6, 50, (3,)))
    assert "pg_gather4_float4(" in filter.source and "pg_gather2_float8(" in filter.source


def test_where_they_lie_together_nothing_is_brought_back():
    """Where a border only holds on to the last pixel, they are beside one another just where all of them are inside."""
    filter, format = pygpu.compile(led(PATCHES["corners"])), (Format("float32", 1),)
    made = plan(filter.graph, target=CPU)
    source = emit(filter.graph, made, format * 2, format, CPU).source
    beside = source[source.index("if (any("):]
    assert "clamp" not in beside[:beside.index("{")]
    beside = beside[beside.index("} else {"):]
    assert "clamp" not in beside[:beside.index("im_found_1 =")]


@pytest.mark.parametrize("elements, end, expected", [
    ([0, 1], 2, [(0, 2)]), ([0, 1, 2], 3, [(0, 2), (2, 1)]), ([0, 1, 2], 4, [(0, 4)]),
    ([0, 1, 2, 3, 4, 5], 6, [(0, 4), (4, 2)]), ([0, 3], 4, [(0, 1), (3, 1)]), ([1, 2], 4, [(1, 2)])])
def test_what_is_loaded(elements, end, expected):
    assert loads(elements, end, 4) == expected
