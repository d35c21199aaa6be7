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
from pygpu.schedule.origins import taken_out
from pygpu.schedule.programs import program


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


def test_levels_of_a_pyramid_share_kernels():
    def halved(f):
        return cache(lambda x, y: sum([f(2 * x + i, 2 * y + j) ** 2 for i in (-7, 0, 1) for j in (-7, 0, 1)]) / 9)

    def filter(im=Image, p=Position):
        level = cache(lambda x, y: im(x, y) * im(x, y))
        for _ in range(6):
            level = halved(level)
        return level(p.x // 64, p.y // 64)

    parts = program(pygpu.compile(filter).graph, 16).parts
    assert min(part.origin for part in parts) < (-200, -200)
    assert len({fingerprint(part.graph) for part in parts}) < len(parts)
    for part in parts:  # each reads so far from twice its own place, not from twice where it began
        assert "mul x-" not in str(part.graph) and "mul y-" not in str(part.graph)
