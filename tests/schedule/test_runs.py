"""Windows as runs: which are found, and that they are what NumPy says, NaN and infinities included."""

import numpy as np
import pytest

from pygpu.ir.evaluate import evaluate
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from pygpu.schedule.price import price
from pygpu.schedule.stages.kinds import is_down
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.stages.web import Way
from pygpu.schedule.tiles.apart import in_runs
from pygpu.schedule.windows import runs
from tests.opencl.graphs import Maker
from tests.opencl.launch import drivers, format_of, is_gpu, launch

BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]


def box(m, width, height, read=None):
    return m.convolve(np.ones((height, width)) / 7, read)


def chain(m, kind, places, read=None):
    values = [(read or m.read)(x, y) for x, y in places]
    made = values[0]
    for value in values[1:]:
        made = m(kind, made, value)
    return made


def square(width, height, x=0, y=0):
    return [(x + i, y + j) for j in range(height) for i in range(width)]


def found(graph):
    form = runs.in_runs(stages(graph))
    made = [] if form is None else [node for node in form.order if node.way is Way.RUN]
    return [(node.word, is_down(node), node.attributes.start is None, len(node.uses)) for node in made]


def filters():
    """Filters and the runs that are found in each: what of, along which axis, whether the first one's NaN counts."""
    m = Maker()
    yield "box", m.done(box(m, 21, 15)), [("sum", 1, False, 15), ("sum", 0, False, 21)]
    m = Maker()
    yield "flat box", m.done(box(m, 3, 40)), [("sum", 1, False, 40)]
    m = Maker()
    yield "sharper", m.done(m("sub", m("mul", m.read(), 3.0), box(m, 9, 9))), [("sum", 1, False, 9), ("sum", 0, False, 9)]
    m = Maker()
    steps = np.full((12, 31), 0.2)
    steps[:, 10:20] = 0.5
    yield "box on a box", m.done(m.convolve(steps)), [("sum", 1, False, 12), ("sum", 0, False, 10), ("sum", 0, False, 11)]
    m = Maker()
    squared = lambda x, y: m("mul", m.read(x, y), m.read(x, y))
    mean = box(m, 11, 11)
    variance = m("sub", box(m, 11, 11, squared), m("mul", mean, mean))
    yield "variance", m.done(variance), 2 * [("sum", 1, False, 11)] + 2 * [("sum", 0, False, 11)]
    m = Maker()
    yield "least", m.done(chain(m, "min", square(13, 10, -4, 2))), [("min", 1, False, 10), ("min", 0, False, 13)]
    m = Maker()
    yield "greatest of a row", m.done(chain(m, "max", square(17, 1, -8))), [("max", 0, True, 17)]
    m = Maker()
    yield "from the right", m.done(chain(m, "max", square(17, 1, -8)[::-1])), [("max", 0, False, 17)]
    m = Maker()
    row = lambda x, y: chain(m, "min", square(12, 1, x, y))
    yield "rows of rows", m.done(chain(m, "min", square(1, 9, 0, -4), row)), [("min", 0, True, 12), ("min", 1, True, 9)]
    m = Maker()
    yield "window and others", m.done(chain(m, "max", [(40, 1), *square(9, 9, -20), (3, -30)])), \
        [("max", 1, False, 9), ("max", 0, False, 9)]
    m = Maker()
    disc = [(x, y) for x, y in square(13, 13, -6, -6) if x * x + y * y < 40]
    yield "disc", m.done(chain(m, "min", disc)), [("min", 1, False, 3), ("min", 0, False, 13)]
    m = Maker(channels=2)
    other = m("add", box(m, 9, 9, lambda x, y: m.read(x, y, 1)), m.read(2, 0))
    yield "two channels", m.done((box(m, 9, 9), other)), 2 * [("sum", 1, False, 9)] + 2 * [("sum", 0, False, 9)]


@pytest.mark.parametrize("graph, expected", [pytest.param(*rest, id=name) for name, *rest in filters()])
def test_windows_are_found(graph, expected):
    assert sorted(found(graph)) == sorted(expected)


def test_what_is_no_window_is_left_alone():
    m = Maker()
    holes = np.ones((11, 11))
    holes[:, 5] = 0.0  # two boxes of five columns
    assert [run for run in found(m.done(m.convolve(holes))) if run[1] == 0] == []
    m = Maker()
    assert found(m.done(m.convolve(np.random.default_rng(1).random((11, 11))))) == []
    m = Maker()
    graph = m.done(m("add", box(m, 15, 15), chain(m, "min", square(9, 1))))
    graph.exact = True
    assert found(graph) == [("min", 0, True, 9)]  # sums as they are written; the least value is what it is


@pytest.mark.parametrize("graph", [pytest.param(graph, id=name) for name, graph, _ in filters()])
@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("driver", [driver for driver in drivers() if driver == "oclgrind" or not is_gpu(driver)])
def test_runs_are_what_numpy_says(driver, border, graph):
    for image in graph.images:
        image.border = (border, border)
    m = graph.images[0].pixel.channels
    rng = np.random.default_rng(5)
    made, = in_runs(stages(graph), CPU)
    assert made.tile and any(own.whole for _, own in made.passes)
    for size in [(35, 5)] if driver == "oclgrind" else [(1, 1), (7, 140), (533, 70)]:
        image = rng.random((size[1], size[0], m)[:2 + (m > 1)]).astype(np.float32)
        image[rng.random(image.shape) < 0.001] = np.nan
        image[rng.random(image.shape) < 0.001] = np.inf
        formats = [format_of(np.empty((1, 1, len(o.values))[:2 + (len(o.values) > 1)], np.float32)) for o in graph.outputs]
        program = emit(graph, made, (format_of(image),), tuple(formats), CPU)
        results = launch(driver, program, [image], (), size)
        expected = evaluate(graph, [image.reshape(*image.shape[:2], m)], (), size)
        for result, wanted in zip(results, expected):
            np.testing.assert_allclose(result.reshape(wanted.shape), wanted, rtol=3e-5, atol=3e-5, err_msg=str(size))


def test_a_large_box_costs_hardly_more_than_a_small_one():
    def cost(n):
        m = Maker()
        return price(plan(m.done(box(m, n, n))))

    assert cost(91) < 1.5 * cost(31) < 3 * cost(15)
