"""Branches and loops as structured C: what is written, and what every driver computes from it."""

import functools

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU
from pygpu.schedule.plans import Pixels
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.strategies import masks

from .graphs import Maker, mandelbrot
from .launch import drivers, is_gpu, launch

FLOAT32 = Format("float32", 1)
pytestmark = pytest.mark.filterwarnings("ignore")


def run(graph, image, driver, dtype="float32"):
    """One pixel a work-item; and on a CPU vectors of pixels give the same."""
    input, output = (Format(image.dtype.name, 1),), (Format(dtype, 1),)
    result = launch(driver, emit(graph, Pixels(), input, output), [image])[0]
    if not is_gpu(driver):
        again = launch(driver, emit(graph, masks(stages(graph), CPU), input, output), [image])[0]
        np.testing.assert_allclose(again, result, rtol=1e-6)
    return result


@pytest.fixture(params=drivers())
def driver(request):
    return request.param


def test_a_branch(driver):
    m = Maker()
    v = m.read()
    positive = m("gt", v, 0.5)
    a, b = m.branch(positive, lambda: (m("mul", m.read(1), 2.0), 1.0), lambda: (v, m("add", v, 3.0)))
    image = np.linspace(0, 1, 24, dtype=np.float32).reshape(4, 6)
    right = np.minimum(np.roll(image, -1, 1), 9)
    right[:, -1] = image[:, -1]
    expected = np.where(image > 0.5, right * 2 + 1, image + image + 3)
    np.testing.assert_allclose(run(m.done(m("add", a, b)), image, driver), expected, rtol=1e-6)


def test_a_while_and_its_text(driver):
    m = Maker(scalar=INT)
    n = m.read()
    # (Not a plain sum: clang would find its closed form, whose 33 bit integers oclgrind does not know.)
    total, i = m.while_(lambda s, i: m("lt", i, n), (0, 0), lambda s, i: (m("xor", m("mul", s, 3), i), m("add", i, 1)))
    graph = m.done(m("add", total, m("mul", i, 1000)))
    source = emit(graph, Pixels(), (Format("int32", 1),), (Format("int32", 1),)).source
    assert "while (v_2 < v) {" in source
    image = np.array([[0, 1, 5, -3, 20]], np.int32)
    expected = [[functools.reduce(lambda s, i: s * 3 ^ i, range(n), 0) % 2**32 + 1000 * max(n, 0) for n in image[0]]]
    expected = np.array(expected).astype(np.uint32).view(np.int32)
    np.testing.assert_array_equal(run(graph, image, driver, "int32"), expected)


def test_values_that_change_places(driver):
    """Fibonacci: each next value needs the other's old one."""
    m = Maker(scalar=INT)
    n = m.read()
    a, b, i = m.while_(lambda a, b, i: m("lt", i, n), (0, 1, 0), lambda a, b, i: (b, m("add", a, b), m("add", i, 1)))
    c, d, j = m.while_(lambda c, d, j: m("lt", j, n), (a, 100, 0), lambda c, d, j: (d, c, m("add", j, 1)))
    image = np.array([[0, 1, 2, 5, 10, 46]], np.int32)
    fibonacci = {0: 0, 1: 1, 2: 1, 5: 5, 10: 55, 46: 1836311903}
    expected = [[fibonacci[n] if n % 2 == 0 else 100 for n in image[0]]]
    np.testing.assert_array_equal(run(m.done(c), image, driver, "int32"), expected)


def test_a_loop_that_always_runs_once_and_its_extra_result(driver):
    m = Maker(scalar=INT)
    n = m.read()
    left, last = m.loop((n,), lambda k: (m("gt", k, 5), m("floordiv", k, 2), m("add", k, 7)))
    image = np.array([[0, 1, 5, 6, 11, 40]], np.int32)

    def python(k):
        while True:
            again, k, extra = k > 5, k // 2, k + 7
            if not again:
                return k * 100 + extra

    graph = m.done(m("add", m("mul", left, 100), last))
    np.testing.assert_array_equal(run(graph, image, driver, "int32"), [[python(int(k)) for k in image[0]]])


def test_leaving_from_the_middle(driver):
    """A while whose body may break: its `if` also says whether to go on, and what the values are when it does not."""
    m = Maker(scalar=INT)
    n = m.read()

    def one(i, found):
        inside = m("lt", i, 50)

        def body():
            hit = m("eq", m("mod", m("mul", i, i), 17), n)
            return m.branch(hit, lambda: (False, i, i), lambda: (True, m("add", i, 1), found))

        return m.branch(inside, body, lambda: (False, i, -1))

    i, found = m.loop((0, -2), one)
    image = np.array([[0, 1, 3, 4, 16, 13, 2]], np.int32)
    expected = [[next((i for i in range(50) if i * i % 17 == n), -1) for n in image[0]]]
    np.testing.assert_array_equal(run(m.done(found), image, driver, "int32"), expected)


def test_nested_loops_with_reads(driver):
    """A mean over a window whose radius comes from the image."""
    m = Maker()
    radius = m.builder.convert(m("mul", m.read(), 4.0), INT)

    def row(total, dy):
        inner, _ = m.while_(lambda t, dx: m("le", dx, radius), (total, m("neg", radius)),
                            lambda t, dx: (m("add", t, m.read_at(m("add", m.graph.x, dx), m("add", m.graph.y, dy))),
                                           m("add", dx, 1)))
        return inner, m("add", dy, 1)

    total, _ = m.while_(lambda t, dy: m("le", dy, radius), (0.0, m("neg", radius)), row)
    image = np.random.default_rng(3).random((9, 11)).astype(np.float32)
    wide = np.pad(image, 4, "edge").astype(np.float64)
    expected = np.empty_like(image)
    for y in range(9):
        for x in range(11):
            r = int(np.float32(image[y, x] * np.float32(4.0)))
            expected[y, x] = wide[y + 4 - r:y + 5 + r, x + 4 - r:x + 5 + r].sum()
    np.testing.assert_allclose(run(m.done(total), image, driver), expected, rtol=1e-5)


def test_mandelbrot(driver):
    (result,) = launch(driver, emit(mandelbrot(), Pixels(), (FLOAT32,), (FLOAT32,)), [], (), (60, 40))
    x, y = np.meshgrid(np.arange(60, dtype=np.float32), np.arange(40, dtype=np.float32))
    c = x * np.float32(0.05) - 2 + 1j * (y * np.float32(0.05) - 1)
    z, n = np.zeros_like(c), np.zeros(c.shape)
    for _ in range(30):
        inside = (z.real**2 + z.imag**2) < 4
        z, n = np.where(inside, z * z + c, z), n + inside
    assert (result != n).mean() < 0.01  # at the set's edge the last bit decides


def test_run_time_numbers(driver):
    m = Maker()
    a, n = m.add_scalar("a"), m.add_scalar("n", INT)
    graph = m.done(m("add", m("mul", m.read(), a), m.builder.convert(n, FLOAT)))
    image = np.ones((3, 5), np.float32)
    (result,) = launch(driver, emit(graph, Pixels(), (FLOAT32,), (FLOAT32,)), [image], (2.5, -3))
    np.testing.assert_array_equal(result, np.full((3, 5), -0.5))


def test_names_that_c_knows_otherwise(driver):
    m = Maker("kernel")
    for name in ("float4", "width", "x", "out", "sqrt", "σ", "im_w", "if", "pg_min", "3d"):
        v = m("mul", m.read(len(m.graph.body.ops) % 3), 2.0)
        v.name = name
        m.graph.body.results += (v,)
    graph = m.done(m.sum(m("sqrt", v) for v in m.graph.body.results))
    graph.body.results = ()
    image = np.random.default_rng(1).random((4, 9)).astype(np.float32)
    assert np.isfinite(run(graph, image, driver)).all()
