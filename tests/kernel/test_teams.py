"""Teams, run by NumPy: what their members give is put together, along either axis, whatever the size of the result;
and of rows on a CPU, where they are lanes."""

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT
from pygpu.ir.folds import PLACED, WITH, Team
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import candidates
from tests.opencl.graphs import Maker

rng = np.random.default_rng(4)


@pytest.mark.parametrize("target, axis", [(GPU, 0), (GPU, 1), (CPU, 0)], ids=["GPU, rows", "GPU, columns", "CPU"])
@pytest.mark.parametrize("members", [2, 16, 64])
@pytest.mark.parametrize("count", [1, 5, 37, 600])
def test_values_of_lines(target, axis, members, count):
    """The sum and the greatest value of lines of pixels, and whether all are positive; a pixel each for the members."""
    m = Maker("lines")
    value = m.read_at(m.graph.x, m.graph.y)
    graph = m.done(value, value, m("gt", value, 0.1))
    graph.team = Team(("add", "max", "and"), members, axis)
    picture = rng.random((count, members, 1)).astype(np.float32)
    (sums, greatest, positive), shape = run(graph, picture if axis == 0 else picture.transpose(1, 0, 2), count, axis, target)
    np.testing.assert_allclose(sums.reshape(shape), picture[:, :, 0].sum(1), rtol=1e-6)
    np.testing.assert_array_equal(greatest.reshape(shape), picture[:, :, 0].max(1))
    np.testing.assert_array_equal(positive.reshape(shape) > 0, (picture[:, :, 0] > 0.1).all(1))


@pytest.mark.parametrize("target", [GPU, CPU], ids=["GPU", "CPU"])
def test_the_first_of_the_best(target):
    m = Maker("best")
    graph = m.done(m.read_at(m.graph.x, m.graph.y), m.graph.y, m.graph.x)
    graph.team = Team(("first max placed", WITH, WITH), 32, 0)
    assert graph.team.how[0] in PLACED
    picture = rng.integers(0, 4, (6, 32, 1)).astype(np.float32)
    (best, rows, columns), shape = run(graph, picture, 6, 0, target)
    np.testing.assert_array_equal(columns.reshape(shape), picture[:, :, 0].argmax(1))
    np.testing.assert_array_equal(rows.reshape(shape), np.arange(6))


def run(graph, picture, count, axis, target):
    outputs = tuple(Format({FLOAT: "float32", INT: "int32"}.get(each.values[0].type, "uint8"), 1) for each in graph.outputs)
    (plan,) = candidates(graph, (Format("float32", 1),), outputs, target)
    made = build(graph, plan, (Format("float32", 1),), outputs, target)
    verify(made.launches[0].kernel)
    return interpret(made, [np.ascontiguousarray(picture)], [], outputs, (1, count) if axis == 0 else (count, 1)), count
