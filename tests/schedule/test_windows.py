"""Extremes of windows, taken across and then down: what Python's chain of them is, NaN included."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir.evaluate import evaluate
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU
from pygpu.schedule.blocks.blocks import block
from pygpu.schedule.cost import operations
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.windows.windows import by_rows
from tests.opencl.graphs import Maker
from tests.opencl.launch import drivers, format_of, is_gpu, launch

from .test_runs import chain, square


def filters():
    m = Maker(border="mirror")
    yield "square", m.done(chain(m, "min", square(5, 4, -2, -1)))
    m = Maker(border="constant", fill=(0.4,))
    yield "from the end", m.done(chain(m, "max", square(4, 6)[::-1]))
    m = Maker(border="wrap")
    yield "among others", m.done(chain(m, "max", [(9, 1), *square(5, 5, -7), (3, -6)]))
    m = Maker()
    squared = lambda x, y: m("mul", m.read(x, y), m.read(x, y))
    yield "of a stage", m.done(m("sub", chain(m, "max", square(4, 4), squared), chain(m, "min", square(4, 4))))


FILTERS = [pytest.param(graph, id=name) for name, graph in filters()]


@pytest.mark.parametrize("graph", FILTERS)
@pytest.mark.parametrize("driver", drivers())
def test_windows_by_rows_are_what_numpy_says(driver, graph):
    device = replace(GPU, local_memory=drivers()[driver].local_mem_size) if is_gpu(driver) else CPU
    rng = np.random.default_rng(8)
    for size in [(35, 5)] if driver == "oclgrind" else [(1, 1), (7, 20), (133, 19)]:
        image = rng.random(size[::-1]).astype(np.float32)
        image[rng.random(image.shape) < 0.05] = np.nan
        image[rng.random(image.shape) < 0.01] = -np.inf
        expected, = evaluate(graph, [image[..., None]], (), size)
        for rows in (1, 4):
            made = block(by_rows(stages(graph)), device, rows)
            made = replace(made, outputs=(format_of(image),))
            result, = launch(driver, emit(graph, made, (format_of(image),), (format_of(image),), device), [image], (), size)
            np.testing.assert_array_equal(result, expected[..., 0], err_msg=f"{size} {rows}")


@pytest.mark.parametrize("graph", FILTERS)
def test_they_cost_less(graph):
    found = stages(graph)
    assert operations(by_rows(found), 1, 4) < 0.95 * operations(found, 1, 4)


def test_small_windows_and_lines_stay_as_they_are():
    for places in (square(3, 3), square(20, 1), square(1, 20)):
        m = Maker()
        found = stages(m.done(chain(m, "min", places)))
        assert by_rows(found) is found
