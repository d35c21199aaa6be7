"""The same graphs under every kind of plan there is (`--everything`: every plan), on every driver: all must agree with the
graph's NumPy evaluator."""

import functools
from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import BOOL, FLOAT, INT
from pygpu.ir.evaluate import evaluate
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU, NARROW
from pygpu.schedule.plan import candidates, plan
from pygpu.schedule.stages.kinds import goes_over_pixels, taps
from tests import scope

from .graphs import Maker, harris, sobel
from .launch import drivers, format_of, is_gpu, launch
from .test_images import random

pytestmark = pytest.mark.filterwarnings("ignore")
SIZES = [(1, 1), (19, 1), (16, 4), (64, 9), (35, 13)]
BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]


def agree(driver, graph, arrays, outputs, sizes=None, scalars=(), tolerance=2e-5, rows=(1, 2, 4), heavy=False):
    """Every plan gives what NumPy gives; those of GPUs not on Intel's CPUs where its compiler takes minutes over them."""
    inputs = tuple(format_of(a) for a in arrays(SIZES[0]))
    formats = tuple(Format(d, len(o.values)) for d, o in zip(outputs, graph.outputs))
    shared = replace(GPU, local_memory=drivers()[driver].local_mem_size)
    known = set[str]()
    for device in (shared,) if is_gpu(driver) else (CPU, NARROW) if heavy and driver == "intel" else (CPU, NARROW, shared):
        every = {str(p): p for p in (plan(graph, inputs, formats, device), *candidates(graph, inputs, formats, device))
                 if str(p) not in known}
        known.update(every)
        every = [p for p in every.values() if p.kind not in ("lanes", "columns") or p.rows in rows]
        some = scope.some(every, lambda p: (p.kind, bool(p.tile), len(p.passes)), str(graph))
        if device is shared and not is_gpu(driver) and not scope.everything:
            some = some[:2]  # drivers for CPUs are slow with what is written for GPUs
        for made in some:
            assert not made.tile or made.tile.height % made.passes[-1][1].rows == 0, "the last pass would go beyond the tile"
            program = emit(graph, made, inputs, formats, device)
            for size in [(35, 5)] if driver == "oclgrind" else sizes or SIZES:
                images = arrays(size)
                results = launch(driver, program, images, scalars, size)
                expected = evaluate(graph, [as_pixels(i, p) for i, p in zip(images, graph.images)], scalars, size)
                for result, wanted, format in zip(results, expected, formats):
                    close(result, wanted, format, tolerance, f"{made.shape} at {size}")


def as_pixels(image, param):
    image = image.reshape(*image.shape[:2], -1)
    if image.dtype in (np.uint8, np.uint16) and param.pixel.scalar is FLOAT:
        return (image / np.iinfo(image.dtype).max).astype(np.float32)
    return image.astype({FLOAT: np.float32, INT: np.int32, BOOL: bool}[param.pixel.scalar])


def close(result, expected, format, tolerance, what):
    result = result.reshape(expected.shape)
    if format.dtype in ("uint8", "uint16"):
        top = np.iinfo(format.dtype).max
        wanted = np.rint(np.clip(expected.astype(np.float64), 0, 1) * top)
        assert np.abs(result - wanted).max() <= 1, what
        assert (result != wanted).mean() < 0.02, what
    elif format.dtype == "float16":
        np.testing.assert_allclose(result, expected, rtol=2e-3, atol=2e-3, err_msg=what)
    else:
        np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance, err_msg=what)


@pytest.fixture(params=drivers())
def driver(request):
    return request.param


def gray(size, seed=1):
    return [random(size, seed=seed)]


@pytest.mark.parametrize("border", BORDERS)
def test_a_neighbourhood(driver, border):
    agree(driver, sobel(border=border, fill=(0.4,)), gray, ["float32"])


@pytest.mark.parametrize("border", BORDERS)
def test_a_loop_up_to_the_rows_first_pixel(driver, border):
    """What is one number for a row stands beside what differs in it, under the same border's test."""
    m = Maker(border=border, fill=(0.4,))
    edge = m.read_at(0, m.graph.y)
    start = m("sub", m.read(1, 0), 0.5)
    graph = m.done(m.while_(lambda v: m("lt", v, edge), (start,), lambda v: (m("add", v, 0.25),))[0])
    agree(driver, graph, gray, ["float32"])


@pytest.mark.parametrize("name", ["M_PI_F", "UINT_MAX", "CHAR_BIT", "_Bool", "vec_step", "cl_khr_fp64", "image2d_depth_t"])
def test_names_that_the_driver_knows(driver, name):
    m = Maker()
    value = m("mul", m.read(1, 0), m.read(0, 1))
    value.name = name
    agree(driver, m.done(m("add", m("mul", value, value), 1.0)), gray, ["float32"], rows=(1,))


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
@pytest.mark.parametrize("border", BORDERS)
def test_long_sums_in_lines(driver, border, dtype):
    """Where vectors are short they are blocks of rows and vectors of their own, and what is made of them has others."""
    row = np.exp(-np.linspace(-2, 2, 17) ** 2)
    for darker, lanes in ((False, [8, 8]), (True, [8, 16])):
        m = Maker(border=border, fill=(0.4,))
        soft = m.convolve(np.outer(row, row) / row.sum() ** 2)
        graph = m.done(m("mul", m.read(), soft) if darker else soft)
        assert [own.lanes for _, own in plan(graph, target=NARROW).passes] == lanes
        agree(driver, graph, lambda size: [random(size, dtype)], [dtype], [(1, 1), (19, 6), (83, 23), (517, 67)], rows=(1,))


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_pixels_that_loop_apart(driver, dtype):
    m = Maker()
    times = m("mul", m.read(), 5.0)
    graph = m.done(m.while_(lambda v: m("lt", v, times), (m.read(1, 0),), lambda v: (m("add", v, 0.25),))[0])
    assert [plan(graph, target=each).lanes for each in (CPU, NARROW)] == [16, 8]
    agree(driver, graph, lambda size: [random(size, dtype)], [dtype], [(1, 1), (19, 1), (35, 13)])


def test_stages(driver):
    agree(driver, harris(), gray, ["float32"])


@pytest.mark.parametrize("border", ["clamp", "wrap", "constant"])
def test_tiles_of_a_long_blur(driver, border):
    """Several tiles across and down, of which the last are cut off; the picture itself is read again in the end."""
    m = Maker(border=border, fill=(0.4,))
    row = np.array([1, 3, 5, 7, 8, 7, 5, 2, 1]) / 39
    graph = m.done(m("sub", m("mul", m.read(), 2.0), m.convolve(np.outer(row, row))))
    assert plan(graph).tile and any(made.tile for made in candidates(graph, target=GPU))
    agree(driver, graph, gray, ["float32"], [(1, 1), (7, 130), (517, 67)], rows=())


@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_large_kernels_are_loops(driver, border):
    """Kernels that no product makes cheaper, over two channels of bytes; one of them needed at two places."""
    m = Maker(channels=2, border=border, fill=(0.4, 0.1))
    rng = np.random.default_rng(3)
    one, two = rng.random((9, 7)) / 30, rng.random((8, 10)) / 40
    first = lambda dx, dy: m.convolve(one, lambda x, y: m.read(x + dx, y + dy, 0))
    second = m("mul", m.convolve(two, lambda x, y: m.read(x, y, 1)), m.read(0, 0, 0))
    graph = m.done(m("sub", m("mul", first(0, 0), first(2, 1)), second))
    made = candidates(graph)
    assert any(goes_over_pixels(node) for each in made for node in each.stages.order)
    agree(driver, graph, lambda size: [random(size, "uint8", 2)], ["float32"], [(83, 23)], rows=(2,), heavy=True)


def test_small_kernels_are_loops_on_cpus(driver):
    """They read the picture itself, at a place beside the pixel and around it."""
    m = Maker(channels=2, border="mirror")
    rng = np.random.default_rng(4)
    one, two = rng.random((5, 4)) / 10, rng.random((4, 6)) / 12
    first = m.convolve(one, lambda x, y: m.read(x - 3, y + 1, 0))
    graph = m.done(m("sub", m("mul", first, m.convolve(two, lambda x, y: m.read(x, y, 1))), m.read(0, 0, 0)))
    for device, loops in ((CPU, 2), (GPU, 0)):
        made = plan(graph, target=device)
        assert not made.tile and sum(map(goes_over_pixels, made.stages.order)) == loops
    agree(driver, graph, lambda size: [random(size, "uint8", 2)], ["float32"], [(1, 1), (83, 23)], rows=(1, 6), heavy=True)


@pytest.mark.parametrize("shape, places", [((49, 1), (-3, -2, 1, 2)), ((25, 2), (-2, 1, 2))])
def test_narrow_kernels_beside_the_pixel(driver, shape, places):
    """Narrower than what is read at once, and not beginning where that does."""
    for dx in places:
        m = Maker()
        graph = m.done(m.convolve(np.random.default_rng(5).random(shape) / 30, lambda x, y: m.read(x + dx, y)))
        every = [made.stages for made in candidates(graph, target=GPU) if made.stages]
        assert any(goes_over_pixels(node) for found in every for node in found.order)
        agree(driver, graph, gray, ["float32"], [(96, 70)], rows=(1, 2), heavy=True)


def test_lines_of_one_weight_on_gpus(driver):
    """Across and down, in the picture and in a tile; what the rows of a block have in common is added up once."""
    m = Maker(channels=2, border="wrap")
    wide, high = np.full((2, 39), 0.01), np.full((41, 3), 0.01)
    beside = m.convolve(high, lambda x, y: m.read(x + 5, y - 2, 1))
    graph = m.done(m("mul", m.convolve(wide, lambda x, y: m.read(x, y, 0)), beside))
    every = [own.stages.order for made in candidates(graph, target=GPU) for _, own in made.passes]
    lines = [taps(node) for order in every for node in order if goes_over_pixels(node)]
    assert all(line.even for line in lines) and {(line.width, line.height) for line in lines} == {(39, 1), (1, 41)}
    agree(driver, graph, lambda size: [random(size, "uint8", 2)], ["float32"], [(1, 1), (150, 43)], rows=(1,), heavy=True)


@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_tiles_of_stages_upon_stages(driver, border):
    """Blurs of squares of blurs, in two channels of bytes: stages with margins both ways, several in one pass."""
    m = Maker(channels=2, border=border, fill=(0.4, 0.1))
    box = np.ones((3, 7)) / 21
    def blurred(channel):
        return lambda dx, dy: m.convolve(box, lambda x, y: m.read(x + dx, y + dy, channel))
    def squared(channel):
        return lambda dx, dy: m("mul", blurred(channel)(dx, dy), blurred(channel)(dx, dy))
    x = m.builder.convert(m.graph.x, FLOAT)
    graph = m.done(tuple(m("sub", m.convolve(box, squared(channel)), m("mul", blurred(channel)(0, 0), x))
                         for channel in (0, 1)))
    tiled = [made for made in candidates(graph) if made.tile]
    assert any(len(made.passes) > 1 and len(made.passes[0][0].stages) > 1 for made in tiled)
    arrays = lambda size: [random(size, "uint8", 2)]
    agree(driver, graph, arrays, ["float32"], [(531, 37)], tolerance=1e-4, rows=(), heavy=True)


@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_rows_that_loop_together(driver, border):
    """A loop as long as a number and the column say, over pixels further and further below and beside, in two channels
    of bytes; in it a branch that is the same for a column."""
    m = Maker(channels=2, border=border, fill=(0.4, 0.1))
    n = m.add_scalar("n", INT)
    last = m("add", n, m("mod", m.graph.x, 3))
    even = m("eq", m("mod", m.graph.x, 2), 0)

    def body(i, total, other):
        pixel = m.read_at(m("sub", m.graph.x, i), m("add", m.graph.y, m("mul", i, 2)))
        total = m("add", total, m("mul", pixel, m("table", i, values=(0.5, 0.25, 1.0, -0.5, 2.0), type=FLOAT)))
        other, = m.branch(even, lambda: (m("add", other, m.read_at(m.graph.x, i, 1)),), lambda: (m("mul", total, 0.5),))
        return m("add", i, 1), total, other

    _, total, other = m.while_(lambda i, *_: m("lt", i, last), (0, 0.0, 1.0), body)
    graph = m.done(total, (m("sub", other, total), m.read(1, 2)))
    made, formats = plan(graph, target=GPU), ([Format("uint8", 2)], [Format("float32", 1), Format("float32", 2)])
    assert made.kind == "rows" and "unroll_hint(4)" in emit(graph, made, *formats, GPU).source
    agree(driver, graph, lambda size: [random(size, "uint8", 2)], ["float32"] * 2, scalars=(3,))


@pytest.mark.parametrize("border, channels, dtype", [("clamp", 1, "float32"), ("wrap", 4, "float32"), ("mirror", 3, "uint8"),
                                                     ("constant", 2, "float16")])
def test_pixels_beside_one_another_at_a_distance_that_a_loop_tells(driver, border, channels, dtype):
    """Far away too, where the distance does not fit into an integer: there x + n * i wraps, and so it does in vectors."""
    m = Maker(channels=channels, border=border, fill=(0.5, 0.25, 0.75, 0.125)[:channels])
    n = m.add_scalar("n", INT)

    def body(i, total, other):
        at = m("mul", i, n)
        right = m.read_at(m("add", at, m.graph.x), m.graph.y, channels - 1)
        left = m.read_at(m("sub", m("add", m.graph.x, 1), at), m("add", m.graph.y, i))
        turned = m.read_at(m("sub", at, m.graph.x), m.graph.y)  # these lie the other way round
        return m("add", i, 1), m("add", total, m("mul", right, turned)), m("add", other, left)

    _, total, other = m.while_(lambda i, *_: m("lt", i, 4), (-1, 0.0, 0.0), body)
    graph = m.done(m("sub", m("mul", total, 0.25), other))
    for far in (1, -9, 40, 2**31 - 1, -2**31):
        agree(driver, graph, lambda size: [random(size, dtype, channels)], ["float32"], [(1, 1), (70, 3)], scalars=(far,),
              tolerance=2e-5 if dtype != "float16" else 1e-4)


def test_rows_that_may_loop_apart_do_not():
    for count in (lambda m: m("lt", m.graph.y, 3), lambda m: m("gt", m.read(), 0.5)):
        m = Maker()
        apart, = m.branch(count(m), lambda: (m.loop((0,), lambda i: (m("lt", i, 5), m("add", i, 1)))[0],), lambda: (0,))
        assert plan(m.done(m.builder.convert(apart, FLOAT)), target=GPU).kind == "pixels"


@pytest.mark.parametrize("channels", [4, 3])
def test_many_results_are_divided(driver, channels, monkeypatch):
    """Sums of a bank of filters over the same pixels, as long as a number says; one result needs none of them."""
    m = Maker(channels=channels)
    n = m.add_scalar("n", INT)

    def body(i, *totals):
        pixel = [m.read_at(m("add", m.graph.x, i), m("sub", m.graph.y, i), channel) for channel in range(channels)]
        weights = [m("table", i, values=tuple(0.3 * t - 0.1 * k for k in range(4)), type=FLOAT) for t in range(len(totals))]
        return m("add", i, 1), *(m.sum([total] + [m("mul", weight, channel) for channel in pixel])
                                 for total, weight in zip(totals, weights))

    _, *totals = m.while_(lambda i, *_: m("lt", i, n), (0, *[0.0] * 24), body)
    graph = m.done(*(tuple(totals[t:t + channels]) for t in range(0, len(totals), channels)), m.read(1, 2))
    monkeypatch.setitem(globals(), "CPU", replace(CPU, carried=8))  # as many as really are too many would be slow to test
    for device in (CPU, GPU):
        made = plan(graph, target=device)
        assert sorted(sum(made.shares, ())) == list(range(len(graph.outputs))) and len(made.shares) > 1
        assert f"one of {len(made.shares)} shares of the {len(graph.outputs)} results" in str(made)
    dtype = "uint8" if channels == 3 else "float32"
    agree(driver, graph, lambda size: [random(size, dtype, channels)], ["float32"] * (24 // channels) + [dtype], [(35, 13)],
          scalars=(4,))


def test_results_that_share_their_work_are_not_divided():
    m = Maker()

    def body(i, *values):
        heavy = m("exp2", m("sin", m.read_at(m.graph.x, i)))
        return m("add", i, 1), *(m("add", value, heavy) for value in values)

    _, *values = m.while_(lambda i, *_: m("lt", i, 9), (0, *[0.0] * 20), body)
    assert not plan(m.done(*values), target=GPU).shares
    m = Maker()
    assert not plan(m.done(*(m.read(dx) for dx in range(20))), target=GPU).shares


@pytest.mark.parametrize("border", ["mirror", "constant"])
def test_long_sums_are_loops(driver, border):
    """Two sums over the same neighbours share a loop; a stage (the gray of two channels of bytes) moves in them, another
    picture stands still, and weights change inside and outside of a power, some of them not positive."""
    m = Maker(channels=2, border=border, fill=(0.4, 0.1))
    other = m.add_image("other")
    gray = lambda dx, dy: m("add", m("mul", m.read(dx, dy, 0), 0.375), m("mul", m.read(dx, dy, 1), 0.625))
    middle = m("mul", m.read(0, 0, image=other), 0.5)
    weights, values = [], []
    for dy in (-2, 0, 1, 3):
        for dx in range(-3, 6, 2):
            apart = m("sub", gray(dx, dy), middle)
            power = m("exp2", m("mul", m("mul", apart, apart), -3.0 - dx))
            weights.append(m("mul", power, 1.0 / (1 + dx * dx + dy * dy)))
            values.append(m("mul", m("mul", m("sub", gray(dx, dy), 0.125 * dy), power), float(dx)))
    graph = m.done(m("div", m.sum(values), m.sum(weights)), m.read(1, 1, 1))
    for device in (CPU, GPU):
        tiled = [made for made in candidates(graph, target=device) if made.tile]
        assert any(own.stages.loops for made in tiled for _, own in made.passes)
    arrays = lambda size: [random(size, "uint8", 2), random(size, seed=3)]
    sizes = [(1, 1), (7, 130), (517, 67)]
    agree(driver, graph, arrays, ["float32"] * 2, sizes, tolerance=1e-4, rows=(), heavy=border == "constant")


def test_far_reads(driver):
    m = Maker(border=("mirror", "wrap"))
    weights = [(-40, 3, 0.5), (0, 0, 1.0), (17, -9, 2.0), (3, 0, -1.0)]
    graph = m.done(m.sum(m("mul", m.read(dx, dy), w) for dx, dy, w in weights))
    agree(driver, graph, gray, ["float32"])


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint16", "int16", "int32", "float16"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_formats(driver, dtype, channels):
    """All channels mixed with those of the pixel beside; what comes out has the storage format of what went in."""
    scalar = {"b": BOOL, "i": INT}.get(np.dtype(dtype).kind, FLOAT)
    m = Maker(channels=channels, scalar=scalar)
    mix = {BOOL: lambda a, b: m("xor", a, b), INT: lambda a, b: m("min", a, b),
           FLOAT: lambda a, b: m("add", m("mul", a, 0.6137), m("mul", b, 0.3719))}[scalar]
    graph = m.done(tuple(mix(m.read(channel=c), m.read(1, -1, channel=(c + 1) % channels)) for c in range(channels)))
    agree(driver, graph, lambda size: [random(size, dtype, channels)], [dtype], [(5, 3), (40, 6)], rows=(2,))


def test_several_images_and_outputs(driver):
    m = Maker(channels=3)
    other = m.add_image("other", border="constant", fill=(0.25,))
    k, flag = m.add_scalar("k"), m.add_scalar("flag", BOOL)
    luma = m.sum(m("mul", m.read(channel=c), w) for c, w in enumerate((0.2989, 0.5866, 0.1145)))
    mixed = m("select", flag, m("mul", luma, k), m.read(2, 1, image=other))
    graph = m.done(mixed, tuple(m("add", m.read(-1, 0, c), luma) for c in range(3)), m("gt", luma, 0.50123))
    arrays = lambda size: [random(size, "uint8", 3), random((size[0] + 2, max(size[1] - 1, 1)), seed=3)]
    for flag in (0, 1):
        agree(driver, graph, arrays, ["float32", "uint8", "bool"], scalars=(1.5, flag))


def test_positions(driver):
    m = Maker()
    x, y = m.graph.x, m.graph.y
    ramp = m("add", m("mul", m.builder.convert(x, FLOAT), 0.25), m.builder.convert(m("mod", y, 3), FLOAT))
    checker = m("eq", m("and", m("xor", x, y), 1), 0)
    inner = m("sub", m("width", image=m.image), m("add", x, 1))
    graph = m.done(m("select", checker, m("mul", ramp, m.read(1)), m.builder.convert(inner, FLOAT)))
    agree(driver, graph, gray, ["float32"])


def test_results_that_read_nothing(driver):
    m = Maker()
    k = m.add_scalar("k")
    graph = m.done(k, 0.5, m.builder.convert(m.graph.y, FLOAT))
    agree(driver, graph, gray, ["float32"] * 3, scalars=(2.5,))


def test_functions_of_vectors_and_numbers(driver):
    """Each of these takes a number beside a vector somewhere, which OpenCL widens in some places only."""
    m = Maker()
    k, n = m.add_scalar("k"), m.add_scalar("n", INT)
    v, i = m.read(), m.builder.convert(m("mul", m.read(1), 9.0), INT)
    parts = [m("max", v, 0.1), m("min", k, v), m("pow", m("abs", v), k), m("atan2", v, 2.0), m("hypot", k, v),
             m("select", m("lt", v, k), k, v), m("select", m("gt", k, 2.0), v, 0.5), m("mod", v, 0.3), m("floordiv", v, k),
             m("select", m("isnan", v), 1.0, v), m("copysign", 0.5, v), m("select", m("not", m("eq", v, k)), v, k)]
    ints = [m("add", i, n), m("mul", n, i), m("mod", i, 4), m("floordiv", i, n), m("shl", i, 2), m("shr", i, 1),
            m("min", i, n), m("and", i, 6), m("invert", i), m("neg", i), m("abs", i), m("ipow", i, 3),
            m.builder.convert(m("and", m("lt", i, n), m("gt", v, 0.0)), INT)]
    total = functools.reduce(lambda a, b: m("add", a, b), ints)
    graph = m.done(m("add", m.sum(parts), m.builder.convert(total, FLOAT)))
    agree(driver, graph, gray, ["float32"], [(20, 3)], scalars=(1.25, 3), tolerance=1e-4)


def test_reads_that_depend_on_data(driver):
    m = Maker(border=("reflect", "constant"), fill=(0.5,))
    dx = m.builder.convert(m("mul", m.read(), 30.0), INT)
    table = m("table", m("mod", m.graph.x, 5), values=(1.0, -1.0, 2.0, 0.5, 0.0), type=FLOAT)
    graph = m.done(m("add", m("mul", m.read_at(m("add", m.graph.x, dx), m("sub", m.graph.y, dx)), table), m.read(1, 1)))
    agree(driver, graph, gray, ["float32"])


@pytest.mark.parametrize("border", BORDERS)
def test_colours_read_anywhere(driver, border):
    """Three channels of bytes at places that each lane has for itself, far outside too; one row and one pixel fixed."""
    m = Maker(channels=3, border=border, fill=(0.1, 0.2, 0.3))
    far = m.builder.convert(m("mul", m("sub", m.read(), 0.5), 90.0), INT)
    x, y = m("add", m.graph.x, far), m("sub", m("mul", m.graph.y, 2), far)
    graph = m.done(tuple(m("add", m("mul", m.read_at(x, y, c), 0.55), m("mul", m.read_at(m.graph.x, 3, c), 0.31))
                         for c in range(3)), m.read_at(2, -1, 1))
    agree(driver, graph, lambda size: [random(size, "uint8", 3)], ["uint8", "float32"], [(1, 1), (37, 9)], rows=(2,))


@pytest.mark.parametrize("dtype", ["bool", "int16", "float16"])
def test_other_formats_read_anywhere(driver, dtype):
    scalar = {"b": BOOL, "i": INT}.get(np.dtype(dtype).kind, FLOAT)
    m = Maker(scalar=scalar, border=("constant", "mirror"), fill=(1,))
    value = m.read_at(m("mul", m.graph.x, 2), m("sub", 4, m.graph.y))
    values = {BOOL: (True, False, True), INT: (1, 2, 3)}.get(scalar, (0.5, 2.0))
    table = m("table", m("sub", m.graph.x, 1), values=values, type=scalar)
    graph = m.done(m("select", m("lt", m.graph.y, 3), value, table))
    agree(driver, graph, lambda size: [random(size, dtype)], [dtype], [(1, 1), (37, 9)], rows=(2,))
