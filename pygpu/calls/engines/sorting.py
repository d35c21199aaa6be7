"""What puts arrays in order on a GPU: a program whose text is no graph's (opencl/sorting.py)."""

from __future__ import annotations

from ...opencl import Format, sorting
from ...runtime import Launcher
from .engine import target_of


class InOrder:
    """For lines of such a length, stored so."""

    textures: tuple = ()

    def __init__(self, kernel, format: Format, device):
        program = sorting.program(format.dtype, kernel.length, kernel.places, target_of(device).local_memory)
        self.launcher, self.source = Launcher(program, device), program.source
        self.outputs, self.seconds = list(program.outputs), dict[str, float]()
        self.plan = program.source.splitlines()[0].removeprefix("// ")
