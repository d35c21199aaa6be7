"""The evaluator: lanes that part at a branch and in a loop, strips, sizes, scalars, several results."""

import importlib
import warnings

import numpy as np
import pytest
from scipy import ndimage

from pygpu.ir import BOOL, FLOAT, INT, Const, constant, evaluate
from tests.ir.perpixel import evaluate_pixels
from tests.opencl.graphs import Maker, mandelbrot, sobel

module = importlib.import_module("pygpu.ir.evaluate")
noise = np.random.default_rng(1).random((9, 11, 1), np.float32)


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def agrees(graph, images, scalars=(), size=None):
    size = size or images[0].shape[1::-1]
    for got, wanted in zip(
        evaluate(graph, images, scalars, size), evaluate_pixels(graph, images, scalars, size), strict=True
    ):
        np.testing.assert_array_equal(got, wanted)
        assert got.dtype == wanted.dtype


def test_sobel_is_scipys():
    image = noise[:, :, 0]
    gx, gy = (ndimage.sobel(image, axis, mode="nearest") for axis in (1, 0))
    np.testing.assert_allclose(evaluate(sobel(), [noise])[0][:, :, 0], np.hypot(gx, gy), rtol=1e-5)


def test_strips_of_rows_are_joined(monkeypatch):
    whole = evaluate(sobel(), [noise])[0]
    for strip in (1, 11, 25, 50):
        monkeypatch.setattr(module, "STRIP", strip)
        np.testing.assert_array_equal(evaluate(sobel(), [noise])[0], whole)


def test_another_size_than_the_image():
    m = Maker()
    graph = m.done(m.read())
    assert evaluate(graph, [noise], size=(20, 3))[0].shape == (3, 20, 1)
    assert evaluate(graph, [noise], size=(20, 3))[0][0, 19, 0] == noise[0, 10, 0]


def test_several_results_and_channels():
    m = Maker(channels=3)
    a = np.random.default_rng(2).random((4, 5, 3), np.float32)
    color, mask, x = evaluate(
        m.done(tuple(m.read(channel=c) for c in (2, 1, 0)), m("gt", m.read(), 0.5), m.graph.x), [a]
    )
    np.testing.assert_array_equal(color, a[:, :, ::-1])
    assert mask.dtype == np.bool_ and x.dtype == np.int32 and x[3, :, 0].tolist() == [0, 1, 2, 3, 4]


def test_scalars_sizes_and_tables():
    m = Maker()
    gain, n, on = m.add_scalar("gain"), m.add_scalar("n", INT), m.add_scalar("on", BOOL)
    entry = m("table", m("add", m.graph.x, n), type=FLOAT, values=(1.0, 2.0, 4.0))
    size = m("add", m("width", image=m.image), m("mul", m("height", image=m.image), 100))
    graph = m.done(m("select", on, m("mul", entry, gain), 0.0), size)
    agrees(graph, [noise], (0.5, -3, True))
    assert evaluate(graph, [noise], (0.5, 0, True))[0][0, :4, 0].tolist() == [0.5, 1, 2, 2]
    assert evaluate(graph, [noise], (0.5, 0, False))[1][0, 0, 0] == 911


def test_a_result_that_is_a_constant_or_undefined():
    m = Maker()
    agrees(m.done(constant(2.5), Const(INT, None)), [noise])


def test_arms_small_and_large():
    for work in (1, 40):

        def arm(value, sign):
            for _ in range(work):
                value = m("add", m("mul", value, 0.5), sign)
            return value

        m = Maker()
        v = m.read()
        result, place = m.branch(
            m("gt", v, 0.5),
            lambda: (arm(v, 1.0), m("add", m.graph.x, m.graph.y)),
            lambda: (arm(v, -1.0), m("mul", m.graph.x, 2)),
        )
        agrees(m.done(result, place), [noise])


@pytest.mark.parametrize("level", [-1.0, 2.0])
def test_a_branch_that_all_lanes_take_or_none(level):
    m = Maker()
    v = m.read()
    agrees(m.done(*m.branch(m("gt", v, level), lambda: (m("sqrt", v),), lambda: (m("neg", v),))), [noise])


def test_lanes_leave_a_loop_one_by_one():
    agrees(mandelbrot(), [noise], size=(40, 30))


def test_an_arm_not_taken_does_not_run():
    """Both the branch around a loop and the loop's own lanes: where it is not to run it would have no end."""
    m = Maker()
    v = m.read()

    def collatz():
        start = m("add", m("mul", m.graph.x, 3), 2)
        return (
            m.while_(
                lambda n, steps: m("ne", n, 1),
                (start, 0),
                lambda n, steps: (
                    m("select", m("eq", m("mod", n, 2), 0), m("floordiv", n, 2), m("add", m("mul", n, 3), 1)),
                    m("add", steps, 1),
                ),
            )[1],
        )

    def forever():
        return (m.while_(lambda n: m("gt", v, 0.5), (0,), lambda n: (m("add", n, 1),))[0],)

    (steps,) = m.branch(m("gt", v, 0.5), collatz, forever)
    agrees(m.done(steps), [noise])


def test_loops_in_loops():
    m = Maker()

    def row(i, total):
        inner = m.while_(
            lambda j, t: m("lt", j, m("add", i, m("and", m.graph.x, 1))),
            (0, total),
            lambda j, t: (m("add", j, 1), m("add", t, m.read_at(m("add", m.graph.x, j), m("add", m.graph.y, i)))),
        )
        return m("add", i, 1), inner[1]

    agrees(m.done(m.while_(lambda i, t: m("lt", i, m("and", m.graph.y, 3)), (0, 0.0), row)[1]), [noise])


def test_a_loop_that_is_the_same_for_all_pixels_runs_on_numbers():
    m = Maker()
    n = m.add_scalar("n", INT)
    graph = m.done(
        m.while_(
            lambda i, t: m("lt", i, n),
            (0, 0.0),
            lambda i, t: (m("add", i, 1), m("add", t, m.read_at(m("add", m.graph.x, i), m.graph.y))),
        )[1]
    )
    agrees(graph, [noise], (4,))
    agrees(graph, [noise], (0,))


def test_images_of_no_pixels():
    assert evaluate(sobel(), [noise], size=(0, 4))[0].shape == (4, 0, 1)
    assert evaluate(sobel(), [noise], size=(4, 0))[0].shape == (0, 4, 1)
    assert evaluate(mandelbrot(), [noise], size=(0, 4))[0].shape == (4, 0, 1)


def test_values_are_dropped_after_their_last_use():
    m = Maker()
    v = m.read()
    for _ in range(30):
        v = m("sqrt", m("add", v, 1.0))
    graph = m.done(v)
    ends = module._last_uses(graph)[graph.body]
    assert sum(len(gone) for gone in ends) == len(graph.body.ops) - 1
