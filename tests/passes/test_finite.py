"""What is stored as a whole number is no NaN, so what NumPy says of NaN costs nothing there."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.opencl import Format
from pygpu.passes.finite import finite
from tests.engines import check
from tests.opencl.graphs import Maker

BYTES, FLOATS = [Format("uint8", 1)], [Format("float32", 1)]


def chosen(m, value):
    return m.done(m("select", m("isnan", m("min", value, 0.5)), float("nan"), value))


@pytest.mark.parametrize("format, fill, known", [(BYTES, 0.4, True), (FLOATS, 0.4, False), (BYTES, float("nan"), False)])
def test_answers(format, fill, known):
    m = Maker(border="constant", fill=(fill,))
    graph = chosen(m, m.read(1))
    names = [op.kind.name for op in finite(graph, format).body.ops]
    assert ("isnan" not in names and "select" not in names) == known


def test_what_is_computed_may_be_nan():
    m = Maker()
    graph = chosen(m, m("div", m.read(), m.read(1)))
    assert finite(graph, BYTES) is graph


def middle(im=Image, p=Position):
    return np.median([im(p + (1, 0)), im(p), im(p + (0, 1))])


def test_medians(engine):
    numbers = np.random.default_rng(1).integers(0, 255, (5, 7)).astype(np.uint8)
    check(middle, numbers)
    if engine.device != "none":
        kernel = pygpu.compile(middle)
        kernel(numbers)
        assert "isnan" not in kernel.source
    check(middle, np.where(numbers > 200, np.nan, numbers / 255).astype(np.float32))
