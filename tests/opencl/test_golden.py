"""One kernel for each kind of plan, as text: what becomes of it when the emitters change is seen here."""

import numpy as np
import pytest

from pygpu.opencl import Format, emit
from pygpu.schedule import CPU, GPU, candidates

from .graphs import Maker, mandelbrot, sobel

GRAY = (Format("float32", 1),)


def separable():
    m = Maker("soft", border="mirror")
    row = np.array([1, 3, 5, 7, 8, 7, 5, 2, 1]) / 39
    return m.done(m("sub", m("mul", m.read(), 2.0), m.convolve(np.outer(row, row))))


def box():
    m = Maker("box")
    return m.done(m.convolve(np.full((31, 31), 1 / 961)))


def rough(size: int):
    m = Maker("rough")
    return m.done(m.convolve(np.random.default_rng(1).random((size, size)) / size))


def counted():
    """A loop that all pixels go through as often."""
    m = Maker("counted")
    return m.done(m.while_(lambda v, i: m("lt", i, 3), (m.read(), 0), lambda v, i: (
        m("add", m("mul", v, 0.5), m.read_at(m("add", m.graph.x, i), m.graph.y)), m("add", i, 1)))[0])


PLANS = {
    "pixels": (sobel, CPU, lambda plan: plan.kind == "pixels"),
    "masks": (mandelbrot, CPU, lambda plan: plan.kind == "masks"),
    "rows": (counted, GPU, lambda plan: plan.kind == "rows"),
    "lanes": (sobel, CPU, lambda plan: plan.kind == "lanes" and plan.rows == 2),
    "columns": (sobel, GPU, lambda plan: plan.kind == "columns" and plan.rows == 2),
    "passes": (separable, CPU, lambda plan: plan.kind == "passes"),
    "tiles_cpu": (separable, CPU, lambda plan: plan.kind == "tiles" and not plan.tile.rings),
    "rings": (separable, CPU, lambda plan: plan.kind == "tiles" and plan.tile.rings),
    "tiles_gpu": (separable, GPU, lambda plan: plan.kind == "tiles"),
    "runs": (box, CPU, lambda plan: any(own.kind == "runs" for _, own in plan.passes)),
    "spectra": (lambda: rough(31), CPU, lambda plan: any(own.kind == "spectra" for _, own in plan.passes)),
}


@pytest.mark.parametrize("name", PLANS)
def test_kernel(name, golden):
    make, device, wanted = PLANS[name]
    graph = make()
    plan = next(each for each in candidates(graph, GRAY, GRAY, device) if wanted(each))
    source = emit(graph, plan, GRAY, GRAY, device).source
    kept = [line for line in source.splitlines() if not line.startswith("__constant float ")]  # thousands of numbers
    golden.text("\n".join(kept), f"golden/{name}.cl")
