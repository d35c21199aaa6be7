"""Pictures whose channels are all computed alike, in rows of all channels: when that is so, and that it gives the same."""

import math
from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Color, Float, Image, Position, Vec2, Vec4
from pygpu.kernel import Format
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import plan
from tests.engines import check
from tests.kernel.agreeing import agree

WEIGHTS = ((0.1, -0.3, 0.2), (0.4, 0.3, -0.1), (0.05, 0.15, 0.2))
KINDS = {2: Vec2, 3: Color, 4: Vec4}


def of(count: int):
    """Filters that do the same with each of so many channels."""
    kind = KINDS[count]

    def weighted(im=Image[kind], p=Position):
        around = [im(p + (dx, dy)) * WEIGHTS[dy + 1][dx + 1] for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        return sum(around[1:], around[0])

    def curve(im=Image[kind], p=Position):
        return im(p) * im(p) * (3 - 2 * im(p))

    def far(im=Image[kind], other=Image[kind], p=Position, share=Float):
        blurred = sum([im(p + (dx, dx % 3)) for dx in range(-4, 5)], kind(*[0.0] * count)) / 9
        return other(p - (7, 2)) + share * (im(p) - blurred)

    def halved(im=Image[kind], p=Position):
        return (im(p.x, 2 * p.y - 1) + im(p.x, 2 * p.y)) / 2

    return weighted, curve, far, halved


def picture(width: int, height: int, count: int, dtype: str = "float32", seed: int = 3) -> np.ndarray:
    made = np.random.default_rng(seed).random((height, width, count))
    return (made * 255).astype(dtype) if dtype.startswith("u") else made.astype(dtype)


def planned(function, count: int = 3, target=CPU, dtype="float32", **known):
    graph = pygpu.compile(function, **known).graph
    outputs = tuple([Format(dtype, len(output.values)) for output in graph.outputs])
    return plan(graph, tuple([Format(dtype, image.pixel.channels) for image in graph.images]), outputs, target)


@pytest.mark.parametrize("count", KINDS)
def test_alike(count):
    for function in of(count):
        made = planned(function, count)
        assert made.wide.channels == count and "channels in one row" in str(made)
        assert planned(function, count, GPU).wide.channels == count
        assert planned(function, count, GPU, "uint8").wide is None  # a work-item would load single bytes


def gray(im=Image[Color], p=Position):
    light = (im(p).r + im(p).g + im(p).b) / 3
    return Color(light, light, light)


def unlike(im=Image[Color], p=Position):
    return Color(im(p).r, im(p).g * 2, im(p).b)


def turned(im=Image[Color], p=Position):
    return Color(im(p).g, im(p).b, im(p).r)


def placed(im=Image[Color], p=Position):
    return im(p) * p.x


def sized(im=Image[Color], p=Position):
    return im(p) * im.width


def masked(im=Image[Color], mask=Image, p=Position):
    return im(p) * mask(p)


def led(im=Image[Color], p=Position):
    return im(p.x + int(im(p).r * 3), p.y)


def led_down(im=Image[Color], p=Position):
    return im(p.x, p.y + int(im(0, p.y).r * 3))


def halved(im=Image[Color], p=Position):
    return im(2 * p.x, p.y)


def branching(im=Image[Color], p=Position):
    n = 0
    while im(p).r * 2**n < 1 and n < 5:
        n += 1
    return im(p) * n


@pytest.mark.parametrize("function", [gray, unlike, turned, placed, sized, masked, led, led_down, halved, branching])
def test_not_alike(engine, function):
    assert planned(function).wide is None
    images = [picture(21, 9, 3), picture(21, 9, 1)[..., 0]][:2 if function is masked else 1]
    check(function, *images)


def test_what_is_the_same_for_all_channels(engine):
    """Rows, run-time numbers and what is computed of them alone."""
    def lit(im=Image[Color], p=Position, gain=Float):
        return im(p + (1, 0)) * math.sin(gain + p.y / 7) + gain * p.y

    assert planned(lit).wide.channels == 3
    check(lit, picture(37, 11, 3), scalars={"gain": 0.4}, tolerance=1e-4)


@pytest.mark.parametrize("count", KINDS)
@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 2), (17, 4), (70, 5)])
def test_the_same_as_plain_python(engine, count, size):
    for number, function in enumerate(of(count)):
        dtype = ("float32", "uint8", "uint16")[(number + count + size[0]) % 3]
        images = [picture(*size, count, dtype, seed) for seed in range(2 if function.__name__ == "far" else 1)]
        check(function, *images, scalars={"share": 0.5} if len(images) == 2 else None)


@pytest.mark.parametrize("border", ["clamp", "wrap", "mirror", "reflect", "constant"])
def test_borders(engine, border):
    weighted, *_ = of(3)
    weighted.__defaults__ = (Image[Color](border=border), Position)
    check(weighted, picture(19, 6, 3))
    assert planned(weighted).wide.channels == 3
    check(weighted, picture(19, 6, 3), size=(23, 8))  # where the picture ends before the result does


@pytest.mark.parametrize("count", [3, 4])
def test_every_plan(count):
    """Blocks, tiles and rings, in kernels that NumPy runs."""
    small = replace(CPU, strip=32, strips=(16,), tile_widths=(32, 64), tile_heights=(4,), ring_widths=(32,),
                    ring_heights=(8,))
    weighted, _, far, halved = of(count)

    def twice(im=Image[KINDS[count]], p=Position):
        return weighted(lambda q: weighted(im, q) * 0.5, p)

    for function in (weighted, far, halved, twice):
        for dtype in ("float32", "uint8"):
            graph = pygpu.compile(function).graph
            images = [picture(37, 13, count, dtype, seed) for seed in range(len(graph.images))]
            agree(graph, images, [0.25] * len(graph.scalars), (37, 13), {0: dtype}, devices=(small, GPU))
