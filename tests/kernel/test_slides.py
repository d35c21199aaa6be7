"""Numbers in order from tables that slide: every plan for them, run by NumPy, finds what sorting finds."""

from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position, filters
from pygpu.ir.orders import Window
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU
from pygpu.schedule.windows.slides import every_slide
from tests.opencl.graphs import Maker

rng = np.random.default_rng(4)
MODES = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap"}


@pytest.mark.parametrize("window, border", [(Window(0, (0,), -5, -5, 11, 11, 60), "clamp"),
                                            (Window(0, (0,), 2, -30, 3, 40, 0), "mirror"),
                                            (Window(0, (0,), -9, 1, 12, 9, 107), "reflect"),
                                            (Window(0, (1, 0), -20, 1, 33, 5, 164), "wrap")])
def test_every_plan(window, border):
    channels = len(window.channels)
    m = Maker("around", channels)
    m.image.border = border, border
    made = m.done(tuple([m.read(channel=channel) for channel in range(channels)]))
    made.window = window
    picture = rng.integers(0, 256, (5, 8, channels), dtype=np.uint8)
    picture[:2] //= 100
    before, after = (max(-window.top, 0), window.top + window.rows), (max(-window.left, 0), window.left + window.columns)
    around = np.pad(picture, (before, after, (0, 0)), MODES[border])
    around = around[before[0] + window.top:, after[0] + window.left:]
    each = np.lib.stride_tricks.sliding_window_view(around, (window.rows, window.columns), (0, 1))[:5, :8]
    wanted = np.sort(each.reshape(5, 8, channels, -1))[..., window.place][..., list(window.channels)]
    formats = (Format("uint8", channels),)
    plans = every_slide(made, formats, formats, replace(CPU, lanes=16))
    assert len(plans) > 1
    for plan in plans[-2:]:
        kernels = build(made, plan, formats, formats, CPU)
        verify(kernels.launches[0].kernel)
        (found,) = interpret(kernels, [picture], [], formats, (8, 5))
        np.testing.assert_array_equal(found, wanted, err_msg=str(plan))


@pytest.mark.parametrize("stored, border, window", [
    ("float32", "clamp", Window(0, (0,), -5, -5, 11, 11, 60)), ("uint8", "constant", Window(0, (0,), -5, -5, 11, 11, 60)),
    ("uint8", "clamp", Window(0, (0,), -1, -1, 3, 3, 4)), ("uint8", "clamp", Window(0, (0,), 0, 0, 2000, 9, 4)),
    ("uint8", "clamp", None)])
def test_what_cannot_slide(stored, border, window):
    m = Maker("around", border=border)
    made = m.done(m.read())
    made.window = window
    assert every_slide(made, (Format(stored, 1),), (Format(stored, 1),), CPU) == []


def number(left, top, right, bottom, place, of=lambda im, q: im(q)):
    def rank(im=Image[Float], p=Position):
        return sorted(of(im, (x, y)) for y in range(p.y + top, p.y + bottom) for x in range(p.x + left, p.x + right))[place]
    return pygpu.compile(rank).graph


def test_a_rectangle_around_each_pixel_is_seen():
    assert number(-3, -7, 5, 1, 9).window == Window(0, (0,), -3, -7, 8, 8, 9)
    assert number(0, 0, 5, 4, 2, lambda im, q: im(q) * 2).window is None  # no pixels
    assert number(0, 0, 5, 4, 2, lambda im, q: im((q[0], q[1] + 1))).window is None


def test_what_is_computed_with_a_number_is_none():
    graph = pygpu.compile(lambda im=Image[Float], p=Position: filters.rank(im, p, 3, 13) + 1.0).graph
    assert graph.window is None
