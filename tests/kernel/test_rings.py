"""Tiles that are gone down some rows at a time, of whose stages only the last rows are kept."""

from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import Format
from pygpu.kernel.blocks.ahead import coming
from pygpu.kernel.build import build
from pygpu.kernel.frame import frame
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU
from pygpu.schedule.plan import candidates, plan
from pygpu.schedule.stages.kinds import READ

SMALL = replace(CPU, tile_widths=(), ring_widths=(32,), ring_heights=(16,))
BORDERS = ["clamp", "constant"]


def weighted(weights, of, step):
    return sum([w * of(step * i) for i, w in enumerate(weights, -(len(weights) // 2))])


def corners(im, p):
    gray = lambda q: 0.3 * im(q) + 0.7 * im(q)**2
    slope = lambda q: gray(q + (1, 0)) - gray(q - (1, 0))
    fall = lambda q: gray(q + (0, 1)) - gray(q - (0, 1))
    summed = lambda of: sum([of(p + (i, j)) for j in (-1, 0, 1) for i in (-1, 0, 1)])
    xx, xy, yy = (summed(of) for of in (lambda q: slope(q)**2, lambda q: slope(q) * fall(q), lambda q: fall(q)**2))
    return xx * yy - xy * xy


def deep(im, p):
    """Stages of stages, the first of which the last asks for again, far above and below."""
    soft = lambda q: weighted((1, 2, 3, 4, 3, 2, 1), lambda d: im(q + (0, d)), 1) / 16
    bent = lambda q: weighted((1, 3, 5, 5, 5, 3, 1), lambda d: soft(q + (d, d))**2, 1)
    return bent(p - (0, 2)) * bent(p + (3, 5)) + soft(p - (0, 7)) * soft(p + (0, 6)) + bent(p)


def compiled(function, border="clamp"):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        return function(im, p)

    return pygpu.compile(filter)


@pytest.mark.parametrize("function", [corners, deep])
def test_each_row_is_computed_once_in_a_tile_and_few_are_kept(function):
    ringed = [made for made in candidates(compiled(function).graph, target=SMALL) if made.tile and made.tile.rings]
    assert ringed
    for made in ringed:
        tile = made.tile
        assert all(region.rows <= tile.height + ring.ahead + own.rows
                   for region, ring, (_, own) in zip(tile.regions, tile.rings, made.passes))
        assert all(ring.ahead % own.rows == 0 == ring.rows % own.rows for ring, (_, own) in zip(tile.rings, made.passes))
        assert tile.rings[-1].ahead == 0 and tile.height % tile.step == 0
    assert max(len(made.tile.rings) for made in ringed) > 1
    high = [made for made in candidates(compiled(function).graph, target=replace(SMALL, ring_heights=(256,)))
            if made.tile and len(made.tile.rings) > 1]
    assert all(ring.rows < region.rows / 4 for made in high for ring, region in zip(made.tile.rings, made.tile.regions))


def expected(graph, image):
    rows, columns = image.shape
    return evaluate(graph, [image[:, :, None]], (), (columns, rows))[0][:, :, 0]


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("function", [corners, deep])
def test_kernels_give_what_the_graph_is(function, border):
    graph, rng, formats = compiled(function, border).graph, np.random.default_rng(2), (Format("float32", 1),)
    ringed = [made for made in candidates(graph, formats, formats, SMALL) if made.tile and len(made.tile.rings) > 1]
    for made in ringed[:2]:
        kernels = build(graph, made, formats, formats, SMALL)
        for launch in kernels.launches:
            verify(launch.kernel)
        for shape in ((37, 40), (3, 5)):
            image = rng.random(shape, np.float32)
            result, = interpret(kernels, [image[:, :, None]], (), formats, shape[::-1])
            np.testing.assert_allclose(result[:, :, 0], expected(graph, image), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("function", [corners, deep])
def test_on_a_device(engine, monkeypatch, function):
    """As plans go there, though of small tiles, where blocks and passes are refused for their length."""
    monkeypatch.setattr("pygpu.calls.engines.engine.CPU", replace(SMALL, heights=((1,),), longest=200))
    filter, rng = compiled(function), np.random.default_rng(3)
    for shape in ((37, 75), (3, 5)):
        image = rng.random(shape, np.float32)
        np.testing.assert_allclose(filter(image), expected(filter.graph, image), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("function", [corners, deep])
def test_the_rows_that_the_next_step_reads_are_asked_for(function):
    """Each of them once a step, by the passes behind the one that reads them first."""
    graph, form = compiled(function).graph, Format("float32", 1)
    for made in candidates(graph, (form,), (form,), SMALL):
        if made.tile and len(made.tile.rings) > 1:
            tile = made.tile
            asked = coming(frame(graph, (form,), (form,)), made, tile)
            rows = sorted([ring.ahead + at + row for its, ring, (_, own) in zip(asked, tile.rings, made.passes)
                           for each in its for row in each.below for at in range(0, tile.step, own.rows)])
            assert rows == [*range(rows[0], rows[0] + tile.step)] and not asked[0]
            first = made.passes[0][1]
            down = max(use[1] for node in first.found.order if node.kind is READ for use in first.found.needs[node])
            assert rows[0] >= tile.step + tile.rings[0].ahead + down


def test_a_plan_tells_it():
    made = next(made for made in candidates(compiled(corners).graph, target=SMALL) if made.tile and made.tile.rings)
    assert f"tiles of 32 x {made.tile.height} pixels, {made.tile.step} rows at a time" in made.shape
    assert plan(compiled(corners).graph, target=replace(SMALL, ring_widths=())).tile is None


def test_what_a_loop_moves_over_is_kept_whole():
    """A table says how far each of its pixels is away: rows of a ring are not where it expects them."""
    def spread(im, p):
        gray = lambda q: 0.3 * im(q) + 0.7 * im(q + (1, 1))**2
        places = [(dx, dy) for dy in (-2, 0, 1, 3) for dx in range(-3, 6, 2)]
        weights = [2.0**(-(3 + dx) * (gray(p + (dx, dy)) - 0.5)**2) / (1 + dx * dx + dy * dy) for dx, dy in places]
        return sum([w * (gray(p + d) - 0.125 * d[1]) for w, d in zip(weights, places)]) / sum(weights)

    graph = compiled(spread).graph
    tiled = [made for made in candidates(graph, target=SMALL) if made.tile]
    looped = [made for made in candidates(graph, target=replace(SMALL, tile_widths=(32,))) if made.tile
              and any(own.stages.loops for _, own in made.passes)]
    assert looped and not any(own.stages.loops for made in tiled for _, own in made.passes)
