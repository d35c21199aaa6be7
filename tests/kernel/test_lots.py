"""Lots, run by NumPy: every plan of one puts together what plain arrays do, on pictures larger and smaller than a lot."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT, Output, constant
from pygpu.ir.folds import WITH, Lot
from pygpu.ir.tallies import ENTRIES
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import candidates, plan
from tests.opencl.graphs import Maker

GRAY = (Format("float32", 1),)
rng = np.random.default_rng(5)


def graph(lot, smaller=0):
    """The greatest difference of neighbours and where the first such is, how often they are nearly alike, whether ever."""
    m = Maker("differences")
    v = m("abs", m("sub", m.read(1, 1), m("add", m.read(-1, 0), m.read(0, -1))))
    made = m.done(v, m.graph.y, m.graph.x, m("int_of_bool", m("lt", v, 0.1)), m("lt", v, 0.1))
    sizes = [m("sub", m(each, image=m.image), smaller) for each in ("width", "height")]
    made.outputs.append(Output((constant(0), constant(0), constant(0), *sizes), ENTRIES))
    made.lot = Lot(("first max placed", WITH, WITH, "add", "or"), *lot)
    return made


@pytest.mark.parametrize("target, lot", [
    (GPU, (4, 8)), (GPU, (8, 4)), (GPU, (4, 8, (8, 2))), (GPU, (4, 16, (2, 4))), (CPU, (64, 16)),
    (replace(CPU, lanes=4), (16, 8)),
], ids=["GPU", "GPU, wide", "GPU, teams", "GPU, tall teams", "CPU", "CPU, four lanes"])
@pytest.mark.parametrize("size", [(1, 1), (3, 40), (37, 5), (100, 17), (64, 16), (130, 33)])
@pytest.mark.parametrize("smaller", [0, 1])
def test_every_plan(target, lot, size, smaller):
    smaller = smaller if min(size) > smaller else 0
    width, height = size[0] - smaller, size[1] - smaller
    made, picture = graph(lot, smaller), rng.random((size[1], size[0], 1)).astype(np.float32)
    around = np.pad(picture[:, :, 0], 1, mode="edge")
    wanted = np.abs(around[2:, 2:] - (around[1:-1, :-2] + around[:-2, 1:-1]))[:height, :width]
    stored = {FLOAT: "float32", INT: "int32"}
    outputs = tuple(Format(stored.get(each.values[0].type, "uint8"), 1) for each in made.outputs[:-1])
    area = made.lot.area
    lots = across, down = [-(-n // each) for n, each in zip((width, height), area)]
    grid = (across * down, 1) if made.lot.beside else lots
    plans = candidates(made, GRAY, outputs, target)
    assert [each.inner is None for each in plans].count(True) == 1 < len(plans) and plan(made, GRAY, outputs, target).inner
    for each in plans:
        kernels = build(made, each, GRAY, outputs, target)
        verify(kernels.launches[0].kernel)
        best, row, column, alike, ever = [found[:, :, 0] for found in interpret(kernels, [picture], [], outputs, grid)]
        for found in (best, row, column, alike, ever):
            found.shape = down, across
        for y, x in np.ndindex(best.shape):
            part = wanted[y * area[1]:(y + 1) * area[1], x * area[0]:(x + 1) * area[0]]
            low, right = np.unravel_index(part.argmax(), part.shape)
            assert (row[y, x] - y * area[1], column[y, x] - x * area[0]) == (low, right), str(each)
            assert np.isclose(best[y, x], part.max(), rtol=1e-6) and alike[y, x] == (part < 0.1).sum()
            assert bool(ever[y, x]) == (part < 0.1).any()


@pytest.mark.parametrize("lanes", [4, 16])
@pytest.mark.parametrize("size", [(2, 1), (37, 2)])
def test_of_what_is_read_at_one_place(lanes, size):
    """No read goes with the column, so a vector has no edge to mind: what lay beyond the last column was added, too."""
    m = Maker("counted")
    there = m("read", constant(0), constant(0), image=m.image, channel=0)
    made = m.done(m("int_of_bool", m("lt", m("sub", there, 5.0), m("float_of_int", m.graph.x))))
    made.outputs.append(Output((constant(0), constant(0), constant(0), *[m(each, image=m.image) for each in (
        "width", "height")]), ENTRIES))
    made.lot = Lot(("add",), 64, 16)
    picture, outputs = rng.random((size[1], size[0], 1)).astype(np.float32), (Format("int32", 1),)
    target = replace(CPU, lanes=lanes)
    for each in candidates(made, GRAY, outputs, target):
        kernels = build(made, each, GRAY, outputs, target)
        assert interpret(kernels, [picture], [], outputs, (1, 1))[0].item() == size[0] * size[1]


@pytest.mark.parametrize("best", ["min", "max"])
def test_nan_is_never_best(best):
    """As Python has it of what is not the first; a GPU has a word for that."""
    m = Maker("best")
    made = m.done(m("sub", m.read(1, 0), m.read(0, 1)))
    made.outputs.append(Output((constant(0), constant(0), constant(0), *[m(each, image=m.image) for each in (
        "width", "height")]), ENTRIES))
    made.lot = Lot((best,), 4, 8, (8, 2))
    picture = rng.random((20, 30, 1)).astype(np.float32)
    picture[3, 5] = picture[11, 0] = np.nan
    around = np.pad(picture[:, :, 0], 1, mode="edge")
    wanted = (np.nanmin if best == "min" else np.nanmax)(around[1:-1, 2:] - around[2:, 1:-1])
    for each in candidates(made, GRAY, GRAY, GPU):
        kernels = build(made, each, GRAY, GRAY, GPU)
        (found,) = interpret(kernels, [picture], [], GRAY, (2, 1))
        assert (np.nanmin if best == "min" else np.nanmax)(found) == wanted
