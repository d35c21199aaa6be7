"""The guard zones find what they are for."""

import pytest

from tests.runtime.kernels import python

OVERRUN = """
import numpy as np
from dataclasses import replace
from pygpu.runtime import Launcher, ingest, devices
from tests import guard
from tests.runtime.kernels import scale

guard.install()
device = next(device for device in devices() if device.zero_copy)
program = scale()
image = ingest(np.ones((5, 6), np.float32))
for _ in range(3):
    result, = Launcher(program, device)([image], [2.0])
wrong = replace(program, source=program.source.replace("out[y", "out[{index} + y"))
try:
    Launcher(wrong, device)([image], [2.0])
except guard.Overrun as found:
    print(found)
"""


@pytest.mark.parametrize("index, where", [(0, ""), (1, "past the end"), (-3, "before"), (5000 // 4, "after")])
def test_a_kernel_that_writes_outside_is_found(index, where):
    ran = python(OVERRUN.replace("{index}", str(index)), PYGPU_DEVICE=None)
    assert ran.returncode == 0, ran.stderr
    assert (where in ran.stdout) if where else not ran.stdout
