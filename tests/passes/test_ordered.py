"""What is only put in order stays as it is stored: the same to the last bit, on every engine and under every plan."""

from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position
from pygpu.ir import BYTE, FLOAT, SHORT
from pygpu.opencl import Format
from pygpu.passes.ordered import ordered
from pygpu.schedule import CPU
from tests.kernel.agreeing import agree
from tests.opencl.graphs import Maker

BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]
SIZES = [(1, 1), (5, 3), (37, 11)]


def picture(size, dtype, channels=1, seed=3):
    shape = (*size[::-1], channels)[:2 + (channels > 1)]
    return np.random.default_rng(seed).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def window(m, kind, width, height):
    """The least or greatest of a window, as a chain."""
    values = [m.read(dx, dy) for dy in range(height) for dx in range(width)]
    found = values[0]
    for value in values[1:]:
        found = m(kind, found, value)
    return found


def made(width, height, dtype, border="mirror"):
    m = Maker(border=border, fill=(0.4,))
    graph = m.done(m("max", window(m, "min", width, height), m("min", window(m, "max", 2, 2), 0.7)))
    form = [Format(dtype, 1)]
    return ordered(graph, form, form)


@pytest.mark.parametrize("dtype, type", [("uint8", BYTE), ("uint16", SHORT)])
@pytest.mark.parametrize("width, height", [(3, 3), (12, 3), (1, 12)])
def test_every_plan_of_windows(width, height, dtype, type):
    graph = made(width, height, dtype)
    assert graph.outputs[0].pixel.scalar is type and graph.images[0].pixel.scalar is type
    for size in SIZES[1:]:
        assert agree(graph, [picture(size, dtype)], (), size, devices=[replace(CPU, lanes=16)], tolerance=0) > 1


@pytest.mark.parametrize("inputs, outputs", [("uint8", "float32"), ("uint8", "uint16"), ("float32", "uint8"),
                                             ("int16", "int16")])
def test_numbers_that_are_stored_otherwise_stay_floats(inputs, outputs):
    m = Maker()
    graph = m.done(m("min", m.read(), m.read(1)))
    assert ordered(graph, [Format(inputs, 1)], [Format(outputs, 1)]) is graph


def test_what_is_computed_stays_a_float():
    form = [Format("uint8", 1)]
    for compute in (lambda m: m("mul", m.read(), m.read(1)), lambda m: m("min", m.read(), float("nan")),
                    lambda m: m("min", m.read(), m.add_scalar("k")),
                    lambda m: m("select", m("lt", m.read(), 0.3), 0.5, m.read(1)),
                    lambda m: m("min", m.read(), m.builder.convert(m.graph.x, FLOAT))):
        m = Maker()
        graph = m.done(compute(m))
        assert ordered(graph, form, form) is graph


def middle(im=Image(border="clamp"), p=Position):
    return sorted(im(p + d) for d in ((0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)))[2]


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize("border", BORDERS)
def test_medians_and_limits(engine, border, dtype):
    """Of plain numbers, too, which are rounded as a result is: a middle one of 5, no more than 0.3, no less than 0.1."""
    def limited(im=Image(border=border, fill=0.3), p=Position):
        return max(0.1, min(0.3, middle(im, p)))

    top = np.iinfo(dtype).max
    for size in SIZES:
        image = picture(size, dtype)
        mode = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}[border]
        around = np.pad(image.astype(float), 1, mode, **({"constant_values": 0.3 * top} if border == "constant" else {}))
        five = [around[1 + dy:1 + dy + size[1], 1 + dx:1 + dx + size[0]]
                for dx, dy in ((0, -1), (-1, 0), (0, 0), (1, 0), (0, 1))]
        wanted = np.rint(np.clip(np.sort(five, 0)[2], 0.1 * top, 0.3 * top))
        np.testing.assert_array_equal(pygpu.compile(limited)(image), wanted)


@pytest.mark.parametrize("channels", [1, 3])
def test_channels(engine, channels):
    """Of one picture and of two; and of larger windows."""
    one, two = picture((83, 40), "uint8", channels), picture((83, 40), "uint8", channels, 4)
    both = pygpu.compile(lambda a=Image, b=Image, p=Position: min(a(p), b(p)) if channels == 1 else type(a(p))(
        *[min(x, y) for x, y in zip(a(p), b(p))]))
    np.testing.assert_array_equal(both(one, two), np.minimum(one, two))
    opened = pygpu.filters.dilate(pygpu.filters.erode(one, size=7), size=7)
    floats = pygpu.filters.dilate(pygpu.filters.erode((one / 255).astype(np.float32), size=7), size=7)
    np.testing.assert_array_equal(opened, np.rint(floats * 255))


def test_a_result_of_another_type_beside_it(engine):
    """The same filter for floats and for bytes, one after the other."""
    image, filter = picture((30, 20), "uint8"), pygpu.compile(lambda im=Image, p=Position: min(im(p), im(p + (1, 0))))
    first = filter(image)
    np.testing.assert_allclose(filter(image, dtype="float32"), first / np.float32(255), rtol=1e-6)
    np.testing.assert_array_equal(filter(image), first)
    dimmed = pygpu.compile(lambda im=Image, p=Position, k=Float: min(k, im(p)))
    np.testing.assert_array_equal(dimmed(image, 0.5), np.minimum(image, 128))
