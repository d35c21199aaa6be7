"""What is computed from a part's own columns, where they begin taken out: the same numbers."""

from functools import cache

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.ir import INT, Builder, Graph, Op, Output, constant
from pygpu.ir.evaluate import evaluate
from pygpu.ir.fingerprint import fingerprint
from pygpu.ir.ops import OPS
from pygpu.schedule.programs.origins import taken_out
from pygpu.schedule.programs.programs import program
from tests.engines import check


@pytest.mark.parametrize("far", [-768, -17, -16, -1, 0, 5, 33])
@pytest.mark.parametrize("name, by", [("mul", 2), ("mul", -3), ("floordiv", 3), ("floordiv", 2), ("shr", 1), ("shr", 4),
                                      ("mod", 5), ("and", 7), ("and", 6), ("floordiv", -2), ("mul", 1 << 30)])
def test_the_same_number(name, by, far):
    """In a graph of its own each, at places on both sides of nothing."""
    found = []
    for taken in (False, True):
        graph = Graph("part")
        builder = Builder(graph.body)
        place = builder.emit("add", builder.emit("mul", graph.x, constant(3)), constant(far))
        op = Op(OPS[name], (place, constant(by)), (), [INT])
        made = taken_out(builder.emit, op, op.operands, graph.coordinates) if taken else None
        graph.outputs = [Output((made or builder.emit(name, place, constant(by)),), "Int")]
        found.append(evaluate(graph, [], (), (40, 1))[0])
    assert np.array_equal(*found)


def levels(border, count=6):
    def halved(f):
        return cache(lambda x, y: sum([f(2 * x + i, 2 * y + j) ** 2 for i in (-7, 0, 1) for j in (-7, 0, 1)]) / 9)

    def filter(im=Image(border=border, fill=0.5), p=Position):
        level = cache(lambda x, y: im(x, y) * im(x, y))
        for _ in range(count):
            level = halved(level)
        return level(p.x // 2**count, p.y // 2**count)

    return filter


def test_levels_of_a_pyramid_share_kernels():
    parts = program(pygpu.compile(levels("wrap")).graph, 16).parts
    assert min(part.origin for part in parts) < (-200, -200)
    assert len({fingerprint(part.graph) for part in parts}) < len(parts)
    for part in parts:  # each reads so far from twice its own place, not from twice where it began
        assert "mul x-" not in str(part.graph) and "mul y-" not in str(part.graph)


@pytest.mark.parametrize("border", ["clamp", "constant"])
def test_levels_go_as_far_as_anything_changes(engine, border):
    """Six of them ask for the first one 63 * 7 pixels beyond the edge, where it is what it is at the edge."""
    made = program(pygpu.compile(levels(border)).graph, 16)
    regions = made.regions((640, 480), dict.fromkeys(made.graph.images, (640, 480, 1)))
    for number, (function, region) in enumerate(regions.items()):
        assert min(made.origins[function]) >= -16 and region.left >= -8 and region.top >= -8
        assert region.right <= (640 >> number) + 8 and region.bottom <= (480 >> number) + 8
    image = np.random.default_rng(1).random((9, 13), np.float32)
    check(levels(border, 3), image, tolerance=1e-4)
