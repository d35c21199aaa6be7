"""Stages that a group goes down a strip with, of which each work-item keeps the last rows in registers."""

from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Color, Image, Position
from pygpu.ir.evaluate import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import GPU
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.sums.below import row_by_row
from pygpu.schedule.tiles.marched import marched

from .agreeing import as_pixels, stored

# Strips so narrow and low that a small picture has several.
SMALL = replace(GPU, strip_items=16, strip_least=3, strip_most=4, strip_kept=1000)
FORMATS = (Format("float32", 1),)
WEIGHTS = np.random.default_rng(2).random((8, 3, 3)).round(3).tolist()


def summed(of, weights):
    """A weighted sum around a pixel."""
    half = len(weights) // 2
    return lambda q: sum([w * of(q + (x - half, y - half)) for y, row in enumerate(weights) for x, w in enumerate(row)])


def chain(links):
    def all_of_it(im, p):
        for weights in WEIGHTS[:links]:
            im = summed(im, weights)
        return im(p)

    return all_of_it


def extremes(im, p):
    around = lambda of, which: lambda q: which([of(q + (x, y)) for y in (-1, 0, 1) for x in (-1, 0, 1)])
    return around(around(around(im, max), min), max)(p)


def corners(im, p):
    slope, fall = (lambda q: im(q + (1, 0)) - im(q - (1, 0))), (lambda q: im(q + (0, 1)) - im(q - (0, 1)))
    box = lambda of: summed(of, [[1.0, 1.0, 1.0]] * 3)(p)
    return box(lambda q: slope(q)**2) * box(lambda q: fall(q)**2) - box(lambda q: slope(q) * fall(q))**2


def again_far_below(im, p):
    """A stage that is asked for again where another one is long further on, and one of the place."""
    soft = summed(im, WEIGHTS[0])
    bent = summed(lambda q: soft(q)**2 + 0.1 * q.x - 0.2 * q.y, WEIGHTS[1])
    return bent(p + (5, 3)) * soft(p - (2, 4)) + soft(p + (0, 2)) + im(p + (3, -1))


EVERY = [chain(1), chain(2), chain(4), extremes, corners, again_far_below]


def compiled(function, border="clamp", colours=False):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        return function(im, p)

    def colourful(im=Image[Color](border=border), p=Position):
        return Color(*[function(lambda q, channel=channel: im(q)[channel], p) for channel in range(3)])

    return pygpu.compile(colourful if colours else filter)


def agrees(graph, images):
    """What the kernel gives of each picture is what the evaluator gives, and it does nothing that no kernel may do."""
    (made,) = marched(stages(graph), SMALL)
    for image in map(stored, images):
        height, width, channels = image.shape
        inputs, outputs = (Format(image.dtype.name, channels),), (Format("float32", channels),)
        kernels = build(graph, replace(made, inputs=inputs, outputs=outputs), inputs, outputs, SMALL)
        verify(kernels.launches[0].kernel)
        (result,) = interpret(kernels, [image], (), outputs, (width, height))
        (wanted,) = evaluate(graph, [as_pixels(image, graph.images[0].pixel.scalar)], (), (width, height))
        np.testing.assert_allclose(result.reshape(wanted.shape), wanted, rtol=2e-5, atol=2e-5, err_msg=f"{width} x {height}")


@pytest.mark.parametrize("border", ["clamp", "wrap", "mirror", "reflect", "constant"])
@pytest.mark.parametrize("function", EVERY, ids=[f"{number} {each.__name__}" for number, each in enumerate(EVERY)])
def test_every_size(function, border):
    random = np.random.default_rng(1)
    agrees(compiled(function, border).graph,
           [random.random(shape, np.float32) for shape in [(1, 1), (2, 3), (4, 33), (14, 61), (5, 130)]])


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float16])
def test_pixels_of_every_kind(dtype):
    image = (np.random.default_rng(1).random((9, 40)) * (1 if dtype is np.float16 else np.iinfo(dtype).max)).astype(dtype)
    agrees(compiled(again_far_below).graph, [image])


def test_colours():
    agrees(compiled(corners, colours=True).graph, [np.random.default_rng(1).random((7, 35, 3), np.float32)])


def test_a_sum_is_kept_as_what_its_rows_came_to():
    (made,) = marched(stages(compiled(chain(4)).graph), SMALL)
    assert [ring.rows for ring in made.tile.rings] == [1] * len(made.passes)  # of no stage a row above the last
    assert len(made.passes) == 1 + 3 * 4                                     # a copy of the pixels, and three of each sum
    assert sum(map(bool, made.tile.beside)) == 4                             # nothing beside what is added up
    form, carried = row_by_row(stages(compiled(chain(1)).graph))
    assert len(carried) == 2 and all(len({use.dy for use in node.uses if use.node.kind.name == "read"}) == 1
                                     for node in form.order if node.uses)


def test_long_chains_go_down_strips_on_a_gpu():
    graph = compiled(chain(8)).graph
    made = plan(graph, FORMATS, FORMATS, GPU)
    assert made.kind == "marched" and "kept in registers" in str(made)
    assert plan(graph, FORMATS, FORMATS, replace(GPU, strip_items=0)).kind == "tiles"
    assert plan(compiled(chain(2)).graph, FORMATS, FORMATS, GPU).kind == "columns"
    assert not marched(stages(pygpu.compile(chain_exactly, exact=True).graph), GPU)
    assert not marched(stages(compiled(lambda im, p: im(p)**2 + 1).graph), GPU)  # which asks for nothing beside the pixel


def chain_exactly(im=Image, p=Position):
    return chain(8)(im, p)
