"""Numbers in order from the ranks of a tile: every plan for them, run by NumPy, finds what sorting finds."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import INT
from pygpu.ir.orders import Window
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.windows.ranks import every_ranking
from tests.opencl.graphs import Maker

rng = np.random.default_rng(4)
MODES = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
SMALL = (4, 3)  # a tile, of which a picture has several


@pytest.mark.parametrize("dtype", ["float32", "uint16", "float16"])
@pytest.mark.parametrize("window, border", [(Window(0, (0,), -5, -5, 11, 11, 60), "clamp"),
                                            (Window(0, (0,), 2, -30, 3, 40, 0), "mirror"),
                                            (Window(0, (0,), -9, 1, 12, 9, 107), "reflect"),
                                            (Window(0, (0,), -9, -7, 12, 9, 17), "constant"),
                                            (Window(0, (1, 0), -20, 1, 33, 5, 164), "wrap")])
def test_every_plan(window, border, dtype):
    if border == "constant" and dtype == "uint16":
        pytest.skip("what is filled in may be none of its numbers")
    channels = len(window.channels)
    m = Maker("around", channels)
    m.image.border = border, border
    made = m.done(tuple([m.read(channel=channel) for channel in range(channels)]))
    made.window = window
    picture = rng.integers(0, 65536, (5, 8, channels)).astype(dtype)
    if dtype != "uint16":
        picture = (rng.normal(size=picture.shape) * 10.0 ** rng.integers(-4, 4, picture.shape)).astype(dtype)
    picture[:2] = picture[0, 0]
    before, after = (max(-window.top, 0), window.top + window.rows), (max(-window.left, 0), window.left + window.columns)
    around = np.pad(picture, (before, after, (0, 0)), MODES[border])
    around = around[before[0] + window.top:, after[0] + window.left:]
    each = np.lib.stride_tricks.sliding_window_view(around, (window.rows, window.columns), (0, 1))[:5, :8]
    wanted = np.sort(each.reshape(5, 8, channels, -1))[..., window.place][..., list(window.channels)]
    formats = (Format(dtype, channels),)
    plans = every_ranking(made, formats, formats, replace(CPU, lanes=16))
    assert len(plans) > 1
    for plan in [*plans[-1:] * (window.columns == 11), replace(plans[-1], block=SMALL)]:
        kernels = build(made, plan, formats, formats, CPU)
        verify(kernels.launches[0].kernel)
        (found,) = interpret(kernels, [picture], [], formats, (8, 5))
        np.testing.assert_array_equal(found, wanted, err_msg=str(plan))


@pytest.mark.parametrize("stored, border, window, target", [
    ("uint8", "clamp", Window(0, (0,), -5, -5, 11, 11, 60), CPU),
    ("uint16", "constant", Window(0, (0,), -5, -5, 11, 11, 60), CPU),
    ("int32", "clamp", Window(0, (0,), -5, -5, 11, 11, 60), CPU),
    ("float32", "clamp", Window(0, (0,), -1, -1, 3, 3, 4), CPU),
    ("float32", "clamp", Window(0, (0,), 0, 0, 300, 300, 4), CPU), ("float32", "clamp", None, CPU),
    ("float32", "clamp", Window(0, (0,), -5, -5, 11, 11, 60), GPU)])
def test_what_has_no_ranks(stored, border, window, target):
    m = Maker("around", border=border)
    made = m.done(m.read())
    made.window = window
    assert every_ranking(made, (Format(stored, 1),), (Format(stored, 1),), target) == []


def test_whole_numbers_have_none():
    m = Maker("around", scalar=INT)
    made = m.done(m.read())
    made.window = Window(0, (0,), -5, -5, 11, 11, 60)
    assert every_ranking(made, (Format("uint16", 1),), (Format("int32", 1),), CPU) == []
