"""Lines of sorted numbers: every plan for them, run by NumPy, has them in order."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import Output, constant
from pygpu.ir.keys import key
from pygpu.ir.orders import Ordered
from pygpu.ir.tallies import ENTRIES
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU
from pygpu.schedule.windows.orders import every_order
from tests.opencl.graphs import Maker

rng = np.random.default_rng(4)


@pytest.mark.parametrize("size", [(1, 2), (5, 3), (37, 4), (300, 2), (1100, 1)])
@pytest.mark.parametrize("lanes", [16, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_every_plan(size, lanes, first):
    width, height = size
    m = Maker("lines")
    keys = key(m.builder.emit, m.read())
    made = m.done(keys)
    made.outputs.append(Output((keys, constant(0), made.y, m("width", image=m.image), constant(1)), ENTRIES))
    made.order = Ordered(first)
    picture = rng.normal(size=(height, width, 1)).astype(np.float32)
    picture.ravel()[:2] = np.nan, -0.0
    form, outputs = (Format("float32", 1),), (Format("int32", 1),)
    bits = picture[..., 0].view(np.int32)
    wanted = np.sort(np.where(np.isnan(picture[..., 0]), 0x7FC00000, bits ^ ((bits >> 31) & 0x7FFFFFFF)))[first:]
    for plan in every_order(made, form, outputs, replace(CPU, lanes=lanes)):
        kernels = build(made, plan, form, outputs, CPU)
        verify(kernels.launches[0].kernel)
        (found,) = interpret(kernels, [picture], [], outputs, (width, 2 * (height - first)))
        np.testing.assert_array_equal(found[:height - first, :, 0], wanted, err_msg=str(plan))
