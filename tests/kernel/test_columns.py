"""Least and greatest of pixels on a GPU: as Python chooses, where some of them are no numbers, too."""

import numpy as np
import pytest

from pygpu.ir import evaluate
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.opencl.emit import emit
from pygpu.schedule import GPU
from pygpu.schedule.plan import candidates, plan
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


@pytest.mark.parametrize("border", ["clamp", "wrap", "mirror", "reflect", "constant"])
@pytest.mark.parametrize("size", [(4, 6), (8, 9), (12, 8), (7, 5), (1, 3)])
def test_at_the_sides(border, size):
    """What alone is read beside a block may lie beyond the picture."""
    m = Maker("around", border=border, fill=(0.25,))
    graph = m.done(m("sub", m("add", m.read(-1, 0), m("mul", m.read(-1, 1), 3.0)), m("mul", m.read(0, -1), m.read(1, 0))))
    stored = out = (Format("float32", 1),)
    picture = rng.random((*size[::-1], 1)).astype(np.float32)
    for made in [each for each in candidates(graph, stored, out, GPU) if each.kind == "columns"]:
        kernels = build(graph, made, stored, out, GPU)
        verify(kernels.launches[0].kernel)
        (found,) = interpret(kernels, [picture], [], out, size)
        np.testing.assert_allclose(found, evaluate(graph, [picture])[0], rtol=1e-6, atol=1e-6, err_msg=str(made.block))


def test_a_block_at_the_left_is_like_others():
    m = Maker("beside")
    graph, forms = m.done(m("sub", m.read(-1, 0), m.read(1, 0))), (Format("float32", 1),)
    text = emit(graph, plan(graph, forms, forms, GPU), forms, forms, GPU).source
    assert "im_beside" in text and "x >= 4" not in text
