"""Least and greatest of pixels on a GPU: as Python chooses, where some of them are no numbers, too."""

import numpy as np
import pytest

from pygpu.ir import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import GPU
from pygpu.schedule.plan import plan
from tests.opencl.graphs import Maker

rng = np.random.default_rng(5)


def middle():
    """The median of nine, by exchanges."""
    m = Maker("middle")
    found = [m.read(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    for last in range(8, 3, -1):
        for i in range(last):
            found[i], found[i + 1] = m("min", found[i], found[i + 1]), m("max", found[i], found[i + 1])
    return m.done(found[4])


@pytest.mark.parametrize("holes", [0, 3])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_middle(dtype, holes):
    graph, stored, out = middle(), (Format(dtype, 1),), (Format("float32", 1),)
    picture = (rng.random((40, 44, 1)) * 255).astype(dtype)
    if holes and dtype == "float32":
        picture[rng.integers(0, 40, holes), rng.integers(0, 44, holes)] = np.nan
    made = build(graph, plan(graph, stored, out, GPU), stored, out, GPU)
    assert made.launches[0].block[0] == 4, "a block in registers"
    verify(made.launches[0].kernel)
    (found,) = interpret(made, [picture], [], out, (44, 40))
    given = picture if dtype == "float32" else picture.astype(np.float32) / np.float32(255)
    (expected,) = evaluate(graph, [given])
    np.testing.assert_array_equal(found, expected)
