"""What is made of functions that are read elsewhere: numbers that lie beside one another, and cells that are filled where
they are asked for, by blocks one pixel wide, or by vectors in rows of a cell; and tiles whose arrays are handed on from
stage to stage."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.ir import functions
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU, NARROW
from pygpu.schedule.plan import plan
from pygpu.schedule.programs.programs import program
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.tiles.apart import apart
from pygpu.schedule.tiles.passes import candidates
from pygpu.schedule.tiles.tiles import homes
from tests.engines import check
from tests.opencl.graphs import Maker

CELL, LIGHTS = 4, 7  # a cell is so many pixels wide and high, and has a row for each of so many lights


def cells(im=Image, p=Position):
    """How many pixels of each square have each light, and what they add up to, read where a pixel's own light says."""
    level = lambda x, y: int(min(max(im(x, y), 0.0), 1.0) * (LIGHTS - 1) + 0.5)

    def column(x, row):
        places = [(x, row // LIGHTS * CELL + d) for d in range(CELL)]
        return (sum([im(*q) if level(*q) == row % LIGHTS else 0.0 for q in places]),
                sum([1.0 if level(*q) == row % LIGHTS else 0.0 for q in places]))

    column = cache(column)

    def filled(x, row):
        columns = [column(x * CELL + d, row) for d in range(CELL)]
        return sum([total for total, _ in columns]), sum([count for _, count in columns])

    filled = cache(filled)
    near = [filled(p.x // CELL + d, p.y // CELL * LIGHTS + level(p.x, p.y)) for d in (0, 1)]
    return sum([total for total, _ in near]) / max(sum([count for _, count in near]), 1.0)


@pytest.fixture
def as_gpu(monkeypatch):
    monkeypatch.setattr(engines, "target_of", lambda device: GPU)


@pytest.mark.parametrize("target", [GPU, CPU, NARROW], ids=["gpu", "cpu", "narrow"])
@pytest.mark.parametrize("shape", [(16, 24), (37, 45), (1, 1), (3, 90)])
def test_cells_are_what_they_are(shape, target, engine, monkeypatch):
    if target is not GPU and engine.device != "none" and engine.device.kind == "gpu":
        pytest.skip("a CPU's kernels have vectors that a GPU's driver does not know")
    monkeypatch.setattr(engines, "target_of", lambda device: target)
    image = np.random.default_rng(5).random(shape).astype(np.float32)
    whole = check(cells, image)
    left, top, right, bottom = shape[1] // 3, shape[0] // 4, shape[1], shape[0]
    part = pygpu.compile(cells).compute((left, top, right, bottom), image)
    np.testing.assert_array_equal(part, whole[top:bottom, left:right])


def test_on_a_gpu_cells_are_filled_where_they_are_asked_for():
    graph = pygpu.compile(cells).graph
    named = {function.name: function for function in functions(graph)}
    kept = program(graph, target=GPU)
    assert [part.function.name for part in kept.parts[:-1]] == ["filled"]
    assert named["column"] in program(graph, target=CPU).origins
    (both,), = [part.channels for part in kept.parts[:-1]]
    assert both == (0, 1)  # in one picture: they are read together, where data lead
    assert kept.parts[-1].graph.images[-1].pixel.channels == 2
    assert kept.parts[-1].graph.images[-1].border[1] == "clamp"  # every row that is asked for is there
    assert kept.origins[named["filled"]][1] % LIGHTS == 0  # so blocks of so many rows are one cell
    apart_ = program(graph, target=CPU).parts
    assert all(len(channels) == 1 for part in apart_ for channels in part.channels)


def test_a_block_is_one_pixel_wide_and_a_cell_high(as_gpu):
    filter = pygpu.compile(cells)
    filter.joined  # noqa: B018
    assert "1 x 7 pixels" in str(filter.plan)


def test_rows_of_vectors_are_a_cell_high():
    """A processor computes the lights of a cell together, each pixel's once: and where rows begin is said once."""
    graph, format = program(pygpu.compile(cells).graph, target=CPU).parts[0].graph, Format("float32", 1)
    made = plan(graph, target=CPU)
    assert made.aligned and "sweeps 7 rows" in str(made)
    source = emit(graph, made, [format], [format] * 2, device=CPU).source
    inside = source[source.index("for (int x"):source.index("} else {")]
    assert inside.count("pg_int(") == inside.count("vload16(") == CELL
    assert source[:source.index("for (int x")].count("pg_floordiv_i(y") == 1


def test_rows_of_vectors_that_read_where_data_lead_are_not():
    def led(im=Image, p=Position):
        return im(int(im(p.x, p.y // 7) * 9), p.y // 7) + p.y % 7

    assert not plan(pygpu.compile(led).graph, target=CPU).aligned


def test_numbers_that_are_not_read_together_lie_apart():
    def alone(im=Image, p=Position):
        both = cache(lambda x, y: (im(x, y) ** 0.3 + im(x + 1, y), im(x, y) ** 0.7 + im(x, y + 1)))
        return sum([both(p.x // 2 + d, p.y // 2)[0] for d in range(3)]) + both(p.x // 2 - 1, p.y // 2)[1]

    made = program(pygpu.compile(alone).graph, target=GPU)
    assert [part.channels for part in made.parts[:-1]] in ([], [((0,), (1,))])


def test_arrays_are_handed_on_to_stages_behind():
    """Of five stages one after the other two are in a tile at a time."""
    m, around = Maker(), [(i, j) for j in (-1, 0, 1) for i in (-1, 0, 1)]

    def stage(inner, weights):
        return cache(lambda x, y: m.sum([m("mul", inner(x + i, y + j), w) for (i, j), w in zip(around, weights)]))

    value = m.read
    for weights in np.random.default_rng(2).random((6, 9)).tolist():
        value = stage(value, weights)
    graph = m.done(value(0, 0))
    found = stages(graph)
    nodes = [node for nodes in candidates(found) for node in nodes]
    made = next(each for each in apart(found, nodes, GPU) if each.tile)
    assert len(nodes) == 5 and homes(made.passes, made.tile) == [0, 1, 0, 1, 0]
    pixels = np.random.default_rng(1).random((41, 133, 1), np.float32)
    formats = (Format("float32", 1),)
    kernels = build(graph, made, formats, formats, GPU)
    for launch in kernels.launches:
        verify(launch.kernel)
    result, = interpret(kernels, [pixels], (), formats, (133, 41))
    np.testing.assert_allclose(result, *evaluate(graph, [pixels], (), (133, 41)), rtol=2e-5)
