"""What a mask chooses from a whole array. How many there are, the host has to see; of what a GPU holds, nothing else."""

from __future__ import annotations

import math

import numpy as np

from ...ir.fields import in_memory
from ...opencl import Format, choosing
from ...runtime import DeviceImage, Launcher, ingest_grid, new_image, to_device
from .fields import as_numpy

COUNT = Format("int32", 1)


class Choosing:
    """What a device has for it, once someone asks."""

    def __init__(self, device, kind: str):
        self.device, self.launchers, self.is_on_gpu = device, dict[object, Launcher](), kind == "gpu"

    def __call__(self, whole, mask, types: tuple, to_host: bool):
        """The elements, which stay where their array is unless they are to go `to_host`."""
        kind, rest = types[0], types[0].shape[len(types[1].shape):]
        if not self.is_on_gpu or not isinstance(whole, DeviceImage) or isinstance(mask, np.ndarray) or len(rest) > 2 or (
                0 in kind.shape):
            found = (whole.numpy() if isinstance(whole, DeviceImage) else as_numpy(whole, kind))[as_numpy(mask, types[1])]
            is_there = isinstance(whole, DeviceImage) and found.size and not to_host
            return to_device(ingest_grid(found, found.ndim, True), self.device) if is_there else found
        row, count = math.prod(rest), math.prod(types[1].shape)
        mask = mask if isinstance(mask, DeviceImage) else to_device(mask, self.device)
        found = self.side_by_side(whole.shaped((count * row,)), mask.shaped((count,)), row)
        if found is None:
            return np.zeros((0, *rest), kind.dtype)
        found = found.shaped(in_memory((found.width // row, *rest)))
        return found.numpy().astype(kind.dtype, copy=False) if to_host else found

    def side_by_side(self, whole: DeviceImage, mask: DeviceImage, row: int) -> DeviceImage | None:
        """Of lines of numbers and of truths; None where nothing is chosen."""
        tiles, size = -(-mask.width // choosing.ITEMS), (mask.width, 1)
        begins, total = [new_image(self.device, COUNT, (many, 1), mask.origin, dimensions=1) for many in (tiles, 1)]
        self.launcher(choosing.counting)([mask], (), size, out=[begins, total], to_host=False)
        many = int(total.numpy()[0])
        if not many:
            return None
        found = new_image(self.device, whole.format, (many * row, 1), whole.origin, dimensions=1)
        self.launcher(choosing.moving, whole.format)([mask, whole, begins], [row], size, out=[found], to_host=False)
        return found

    def launcher(self, program, *of) -> Launcher:
        if (program, *of) not in self.launchers:
            self.launchers[program, *of] = Launcher(program(*of), self.device)
        return self.launchers[program, *of]
