"""What is as long as all rounds or all channels together: each is written, and built, once."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, filters
from pygpu.ir import every_graph, every_op
from pygpu.ir.fingerprint import fingerprint
from pygpu.schedule import CPU, GPU
from pygpu.schedule.programs.programs import program
from tests.engines import check

from .test_again import doubled, halved

COLOURS = np.random.default_rng(5).random((37, 45, 3)).astype(np.float32)


def coarse(im=Image, p=Position):
    """A colour that comes back from two levels further up."""
    fine = lambda x, y: im(x, y)
    return im(p) - doubled(halved(halved(fine)))(p.x, p.y)


def levels(im=Image, p=Position, steps=4):
    """A threshold in rounds, each of which looks at all of the picture."""
    at = sum(v.r + v.g for v in im) / len(im)
    for _ in range(steps):
        dark = sum(v.r if v.r + v.g < at else 0.0 for v in im)
        light = sum(0.0 if v.r + v.g < at else v.g for v in im)
        at = 0.5 * at + 0.25 * (dark + light) / len(im) + (0.01 if light > dark else 0.0)
    return im(p).r + im(p).g - at


@pytest.mark.parametrize("function", [coarse, levels])
def test_as_python(engine, function):
    check(function, COLOURS[:13, :17] if function is levels else COLOURS)


@pytest.mark.parametrize("function", [levels, filters.li, filters.isodata])
def test_a_round_asks_for_the_one_before(function):
    def length(steps: int) -> int:
        graph = pygpu.compile(function, steps=steps)._engine([pygpu.runtime.ingest(COLOURS)]).graph
        return sum(1 for each in every_graph(graph) for _ in every_op(each.body))

    few, more, many = map(length, (8, 16, 24))
    assert many - more <= more - few + 20


def test_channels_share_a_kernel():
    """On a CPU, which launches three as quickly as one."""
    graph = pygpu.compile(coarse)._engine([pygpu.runtime.ingest(COLOURS)]).graph
    parts, together = (program(graph, 16, target=target).parts for target in (CPU, GPU))
    assert len(parts) > len(together)
    alone = [part for part in parts if part.function is not None and not part.images]
    assert alone
    assert all(len(part.channels) == 1 for part in alone)
    assert 3 * len({fingerprint(part.graph) for part in alone}) == len(alone)
