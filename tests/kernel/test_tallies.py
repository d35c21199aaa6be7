"""Tables of a picture's values: every plan for them, run by NumPy, puts together what it should."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT, Output, constant
from pygpu.ir.folds import nothing
from pygpu.ir.tallies import ENTRIES, Tally, tallied
from pygpu.kernel import Format, build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.tallies import every_tally
from tests.opencl.graphs import Maker

rng = np.random.default_rng(3)
TARGETS = (CPU, replace(GPU, fold_group=8), replace(CPU, lanes=1))


def graph(how, length, floats=False, bounded=True):
    """Counts pixels by their value, and folds something else of them."""
    m = Maker("counts")
    value = m.read()
    entry = m("int_of_float", m("mul", value, float(length)))
    if bounded:
        entry = m("max", m("min", entry, length - 1), 0)
    values = [m("mul", value, 2.0) if floats else m("int_of_float", m("mul", value, 100.0)) for _ in how]
    rectangle = (constant(0), constant(1), m("width", image=m.image), m("sub", m("height", image=m.image), 1))
    made = m.done(*values)
    made.outputs.append(Output((entry, *rectangle), ENTRIES))
    made.tally = Tally(how, length)
    return made


@pytest.mark.parametrize("size", [(1, 2), (3, 40), (37, 5), (100, 2)])
@pytest.mark.parametrize("how, length, floats, bounded", [
    (("add",), 5, False, True), (("add", "max"), 9, False, False), (("min",), 3, True, True), (("add",), 20, True, False)])
def test_every_plan(size, how, length, floats, bounded):
    made, tables = graph(how, length, floats, bounded), 6
    picture = rng.random((size[1], size[0], 1)).astype(np.float32) * (1 if bounded else 1.5) - (0 if bounded else 0.2)
    kind = FLOAT if floats else INT
    outputs = tuple(Format(kind.stored, 1) for _ in how)
    inside = picture[1:, :, 0]
    entry = (inside * np.float32(length)).astype(np.int32)
    entry = np.clip(entry, 0, length - 1) if bounded else entry
    value = inside * np.float32(2) if floats else (inside * np.float32(100)).astype(np.int32)
    expected = tallied(how, length, [kind] * len(how), entry, [value] * len(how))
    count = 0
    for target in TARGETS:
        for plan in every_tally(made, (Format("float32", 1),), outputs, target):
            kernels = build(made, plan, (Format("float32", 1),), outputs, target)
            verify(kernels.launches[0].kernel)
            found = interpret(kernels, [picture], [], outputs, (length, tables))
            for table, wanted, how_one in zip(found, expected, how):
                fold = {"add": np.add, "min": np.minimum, "max": np.maximum}[how_one]
                together = fold.reduce(table[:, :, 0], axis=0, initial=nothing(how_one, kind))
                np.testing.assert_allclose(together, wanted, rtol=1e-6, err_msg=str(plan))
            count += 1
    assert count >= 5 - floats
