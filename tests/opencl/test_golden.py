"""One kernel for each kind of plan, as text: what becomes of it when the emitters change is seen here."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position, filters
from pygpu.calls.engines.joining import graph_of_pairs
from pygpu.calls.engines.sequence import Sequence
from pygpu.ir import asks
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU, NARROW
from pygpu.schedule.plan import candidates, plan
from pygpu.story import stored, usual_pixels

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


def quarter():
    """A picture turned to the left."""
    m = Maker("quarter")
    last = m("sub", m("width", image=m.graph.images[0]), 1)
    return m.done(m.read_at(m("sub", last, m.graph.y), m.graph.x))


PLANS = {
    "pixels": (sobel, CPU, lambda plan: plan.kind == "pixels"),
    "masks": (mandelbrot, CPU, lambda plan: plan.kind == "masks"),
    "rows": (counted, GPU, lambda plan: plan.kind == "rows"),
    "lanes": (sobel, CPU, lambda plan: plan.kind == "lanes" and plan.rows == 2),
    "quarters": (quarter, CPU, lambda plan: plan.kind == "lanes" and plan.rows == 16),
    "columns": (sobel, GPU, lambda plan: plan.kind == "columns" and plan.rows == 2),
    "passes": (separable, CPU, lambda plan: plan.kind == "passes"),
    "tiles_cpu": (separable, CPU, lambda plan: plan.kind == "tiles" and not plan.tile.rings),
    "rings": (separable, CPU, lambda plan: plan.kind == "tiles" and plan.tile.rings),
    "tiles_gpu": (separable, GPU, lambda plan: plan.kind == "tiles"),
    "marched": (separable, GPU, lambda plan: plan.kind == "marched"),
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


# --- what is a part of a program -------------------------------------------------------------------------------------

def running_sum(im=Image, p=Position):
    row = cache(lambda q: im(q) + (row(q - (1, 0)) if q.x > 0 else 0.0))
    return row(p)


def forth_and_back(im=Image, p=Position):
    forth = cache(lambda q: im(q) * 0.5 + (0.5 * forth(q - (1, 0)) if q.x > 0 else 0.0))
    back = cache(lambda q: forth(q) + (0.5 * back(q + (1, 0)) if q.x < im.width - 1 else 0.0))
    return back(p)


def aslant(im=Image, p=Position):
    way = cache(lambda q: im(q) + (0.5 * way(q - (1, 1)) if q.x > 0 and q.y > 0 else 0.0))
    return way(p)


def as_many(im=Image, p=Position):
    counts = [0] * 256
    for v in im:
        counts[int(v * 255)] += 1
    return counts[int(im(p) * 255)]


def in_order(im=Image, p=Position):
    return sorted(im(x, p.y) for x in range(im.width))[p.x]


def middle(im=Image, p=Position):
    return filters.median(im, p, size=15)


def steepest(im=Image):
    return max(im(p + (1, 0)) - 2 * im(p) + im(p - (1, 0)) + im(p - (0, 1)) for p in im.positions)


PARTS = {
    "scans": (running_sum, CPU, "float32"),
    "strips": (forth_and_back, CPU, "float32"),
    "crossed": (filters.integral, CPU, "float32"),
    "levels": (lambda im=Image, p=Position: im(p) ** 0.45, CPU, "uint8"),
    "scans_gpu": (running_sum, GPU, "float32"),
    "fronts": (aslant, CPU, "float32"),
    "tables": (as_many, CPU, "float32"),
    "tables_gpu": (as_many, GPU, "float32"),
    "teams": (lambda im=Image, p=Position: sum(im(x, p.y) for x in range(im.width)), CPU, "float32"),
    "teams_gpu": (lambda im=Image: sum(im), GPU, "float32"),
    "lots": (steepest, CPU, "float32"),
    "lots_gpu": (steepest, GPU, "float32"),
    "orders": (in_order, CPU, "float32"),
    "slides": (middle, CPU, "uint8"),
    "ranks": (middle, CPU, "float32"),
    "tables_gpu_bytes": (as_many, GPU, "uint8"),
}


def kind_of(plan) -> str:
    return type(plan).__name__.lower()


@pytest.mark.parametrize("name", PARTS)
def test_kernel_of_a_part(name, golden):
    function, target, floats = PARTS[name]
    filter, parts = pygpu.compile(function), []
    story = filter._story(usual_pixels(filter.parameters))
    story = story.for_pixels(*stored(story.graph, floats), target)
    if asks(story.graph.body):
        Sequence(story, lambda stories: [parts.append(each) for each in stories])
    golden.text(next(part.program.source for part in parts or [story] if kind_of(part.plan) == name.split("_")[0]),
                f"golden/{name}.cl")


def soft():
    m = Maker("soft")
    row = np.exp(-np.linspace(-2, 2, 17) ** 2)
    return m.done(m.convolve(np.outer(row, row) / row.sum() ** 2))


@pytest.mark.parametrize("name, make", [("masks", mandelbrot), ("tiles", soft)])
def test_kernel_for_short_vectors(name, make, golden):
    graph = make()
    made = plan(graph, GRAY, GRAY, NARROW)
    assert made.kind == name
    golden.text(emit(graph, made, GRAY, GRAY, NARROW).source, f"golden/{name}_narrow.cl")


def test_kernel_that_joins(golden):
    whole = Format("int32", 1)
    graph = graph_of_pairs()
    made = plan(graph, (whole, whole), (whole,), CPU)
    assert kind_of(made) == "forests"
    golden.text(emit(graph, made, (whole, whole), (whole,), CPU).source, "golden/forests.cl")


def test_kernel_that_goes_over_places_in_order(golden):
    def spread(line=Array):
        left = line.copy()
        for x in range(1, len(left)):
            left[x] += left[x - 1] / 2
        return left

    pygpu.use("none")
    filter = pygpu.compile(spread)
    np.testing.assert_array_equal(filter(np.ones(200, "f4"))[:4], [1, 1.5, 1.75, 1.875])
    (made,) = filter._last.in_place.values()
    inputs, outputs = GRAY * len(made.graph.images), GRAY * len(made.graph.outputs)
    planned = plan(made.graph, inputs, outputs, CPU)
    assert kind_of(planned) == "inplace"
    golden.text(emit(made.graph, planned, inputs, outputs, CPU).source, "golden/inplace.cl")


def test_kernel_of_pixels_that_are_all_the_same(golden):
    def of_the_first(im=Image, p=Position):
        return im(0, 0) * 0.5

    filter = pygpu.compile(of_the_first)
    graph = filter._story(usual_pixels(filter.parameters)).graph
    made = plan(graph, GRAY, GRAY, CPU)
    assert kind_of(made) == "filled"
    golden.text(emit(graph, made, GRAY, GRAY, CPU).source, "golden/filled.cl")


def test_each_kind_of_plan_has_one():
    from pygpu.schedule import plans

    shown = {name.split("_")[0] for name in (*PLANS, *PARTS, "filled", "forests", "inplace")}
    assert shown == {kind.__name__.lower() for kind in plans.Plan.__subclasses__()} | {"quarters", "rings"}
