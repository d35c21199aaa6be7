"""Long sums turn by turn over a tile: what is kept in it, in which turn, and what comes of it."""

from dataclasses import replace
from functools import cache
from math import exp

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.ir import calls
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.programs.programs import program
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.stages.verify import verify as verify_stages
from pygpu.schedule.sums.turns import in_turns
from tests.engines import check
from tests.opencl.graphs import Maker

NEIGHBOURS = [(dx, dy) for dy in range(-2, 3) for dx in range(-2, 3)]
PATCH = [(dx, dy) for dy in range(-2, 3) for dx in range(-3, 4)]


def patches(m, weights=(1.0,)):
    """The pixels around, each as much as its patch is like this one's; and how much that is in all."""
    def likeness(x, y):
        apart = [m("sub", m.read(i, j), m.read(i + x, j + y)) for i, j in PATCH]
        return m("exp2", m("mul", m.sum([m("mul", a, a) for a in apart]), -0.2))

    alike = [m("mul", likeness(*at), weights[number % len(weights)]) for number, at in enumerate(NEIGHBOURS) if any(at)]
    values = [m("mul", w, m.read(*at)) for w, at in zip(alike, [at for at in NEIGHBOURS if any(at)])]
    return m.done(m("div", m.sum(values), m("add", m.sum(alike), 1.0)))


@pytest.mark.parametrize("target", [CPU, GPU], ids=["cpu", "gpu"])
@pytest.mark.parametrize("weights", [(1.0,), (0.5, 0.25, 0.75)])
def test_patches_turn_by_turn_give_what_they_are(weights, target):
    m = Maker()
    graph = patches(m, weights)
    made, = in_turns(stages(graph), target)
    turned = [part for part, _ in made.passes if part.turn]
    assert {part.turn.roll.count for part in turned} == {12} and len(turned) >= 4  # before and after the middle
    assert sum(part.over is not None for part in turned) == 2 and made.tile.turns.count(12) == len(turned)
    assert any(part.turn.weights for part in turned) is (len(weights) > 1)
    verify_stages(made.found)
    for _, own in made.passes:
        verify_stages(own.found)
    pixels = np.random.default_rng(1).random((9, 37, 1), np.float32)
    formats = (Format("float32", 1),)
    kernels = build(graph, made, formats, formats, target)
    for launch in kernels.launches:
        verify(launch.kernel)
    result, = interpret(kernels, [pixels], (), formats, (37, 9))
    np.testing.assert_allclose(result, *evaluate(graph, [pixels], (), (37, 9)), rtol=2e-5)


def test_there_are_none_without_stages_in_a_term_or_with_sums_that_are_needed_around():
    m = Maker()
    apart = [m("sub", m.read(*at), m.read()) for at in NEIGHBOURS if any(at)]
    assert not in_turns(stages(m.done(m.sum([m("exp2", m("mul", a, a)) for a in apart]))), CPU)
    assert not in_turns(stages(patches(Maker())), replace(CPU, turns=False))


def means(im=Image, p=Position):
    """Non-local means of patches of 7 x 7: a function of the program for each neighbour."""
    total = weights = 0.0
    for d in NEIGHBOURS:
        apart = cache(lambda q, d=d: (im(q) - im(q + d))**2)
        patch = sum([apart(p + (i, j)) for i in range(-3, 4) for j in range(-3, 4)])
        weight = exp(-patch)
        total, weights = total + weight * im(p + d), weights + weight
    return total / weights


@pytest.mark.parametrize("size", [(19, 10), (70, 33), (33, 65)], ids=str)
def test_a_group_of_a_gpu_goes_over_a_tile_together(engine, monkeypatch, size):
    if engine.is_checker and size != (19, 10):
        pytest.skip("too slow there")
    monkeypatch.setattr("pygpu.calls.engines.engine.target_of", lambda device: GPU)
    filter, picture = pygpu.compile(means), np.random.default_rng(3).random(size[::-1], np.float32)
    result = filter(picture)
    if engine.device != "none":
        assert "barrier(" in filter.source and filter.source.count("__kernel") == 1
        assert "float own" in filter.source, "sums stay with the work-item"
    (expected,) = evaluate(filter.graph, [picture[..., None]], (), size)
    np.testing.assert_allclose(result, expected[..., 0], rtol=2e-5)


def test_a_program_of_alike_functions_is_one_kernel(engine):
    check(means, np.random.default_rng(2).random((10, 19), np.float32))
    made = pygpu.compile(means)
    assert any(calls(made.graph.body)), "it is too long to be written out"
    part, = program(made.graph, 16, target=CPU).parts
    assert part.function is None and part.plan.tile and part.plan.tile.turns
    assert len(program(made.graph, 16).parts) > 12


def test_a_long_chain_is_not_asked_where_each_stage_of_it_is_needed():
    def chain(im=Image, p=Position):
        stage = im
        for _ in range(24):
            stage = cache(lambda q, f=stage: sum([(1 + i * j % 3) * f(q + (i, j)) for i in range(5) for j in range(5)]))
        return stage(p)

    found = stages(pygpu.compile(chain).graph)
    assert len(found.order) == 25 and not in_turns(found, CPU)
    assert "needs" not in vars(found)  # of the first stage at thousands of places


def disc(im=Image, p=Position, radius=26):
    """The greatest of a disc, by columns of a power of two."""
    columns = [cache(lambda q: im(q))]
    for k in range(6):
        columns.append(cache(lambda q, f=columns[-1], step=2**k: max(f(q), f(q + (0, step)))))

    def column(q, reach):
        k = (2 * reach + 1).bit_length() - 1
        return max(columns[k](q - (0, reach)), columns[k](q + (0, reach + 1 - 2**k)))

    return max([column(p + (dx, 0), int((radius**2 - dx * dx)**0.5)) for dx in range(-radius, radius + 1)])


def test_a_program_that_would_keep_many_images_is_one_kernel_over_tiles():
    graph = pygpu.compile(disc).graph
    part, = program(graph, 16, target=CPU).parts
    assert part.plan.tile and len(part.plan.passes) > 3
    assert len(program(graph, 16).parts) > 5
    assert len(program(pygpu.compile(disc, radius=16).graph, 16, target=CPU).parts) > 1  # where it would keep few
