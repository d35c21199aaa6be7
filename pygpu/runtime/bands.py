"""Large host pictures through a GPU: upload, kernel and download at the same time. Hides how they are kept in step.

The result is computed in bands of rows from the top. A band waits only for the rows that it reads, so while one is
computed the next is on its way to the device and the one before on its way back. The bus carries both ways at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from ..opencl.program import Program
from . import memory, pool, transfer
from .devices import Device
from .layout import rows_of_item
from .memory import DeviceImage
from .pixels import Pixels
from .waiting import is_done

if TYPE_CHECKING:
    from concurrent.futures import Future

    import pyopencl as cl

WORTH_BANDS = 32 << 20  # bytes to upload
BANDS = 16


def possible(program: Program, device: Device) -> bool:
    """Whether this program can be computed in bands, on a device where that is of use."""
    return (program.reach is not None and not device.zero_copy and len(program.steps) == 1 and program.rows == 1
            and program.steps[0].pieces is None and all(form.memory == "buffer" for form in program.inputs))


def worth(images: Sequence[DeviceImage | Pixels], device: Device,
          out: Sequence[DeviceImage | np.ndarray | None] | None) -> bool:
    """Whether these pictures are large enough to gain by it, and can be read while others are written."""
    on_host = [image for image in images if not isinstance(image, DeviceImage)]
    if (sum(image.nbytes for image in on_host) < WORTH_BANDS
            or any(image.device is not device for image in images if isinstance(image, DeviceImage))):
        return False
    return out is None or all(target is None or type(target) is np.ndarray and not any(
        memory.overlap(image, target) for image in on_host) for target in out)


def run(launcher: Any, images: Sequence[DeviceImage | Pixels], scalars: Sequence[Any], size: tuple[int, ...] | None,
        out: Sequence[Any] | None, timings: dict[str, float] | None) -> tuple[np.ndarray, ...]:
    """The results as arrays: those in `out` where they are not None."""
    import pyopencl as cl

    start, device, program = perf_counter(), launcher.device, launcher.program
    device.settle()  # other queues are used below: nothing may still be at work on memory from the pool
    width, height = size = size or images[0].extent
    if out is not None:
        launcher.check(out, size)
    inputs = [image if isinstance(image, DeviceImage) else _room_for(image, device) for image in images]
    results = launcher.rooms(size, inputs)
    layout = launcher.layout_for(inputs, results, size)
    arrays = [transfer.pinned_array(result) for result in results]
    to, back = device.lanes
    uploads = [transfer.Upload(given.array, image, to) for given, image in zip(images, inputs)
               if not isinstance(given, DeviceImage)]
    _, _, (columns, rows, *shares), group, *_ = layout.steps[0]
    each = rows_of_item(program.steps[0], height)
    band = max(1, -(-rows // BANDS) // group[1]) * group[1]  # work-items, whole work-groups of them
    finished = arrays if out is None else [array if target is None else target for array, target in zip(arrays, out)]
    back_again: deque[tuple[cl.Event, int, slice]] = deque()
    delivered: list[Future[None]] = []

    def deliver(all_of_them: bool) -> None:
        """What has come back, to where the caller wants it; while the rest is on its way, only what is there."""
        while back_again and (all_of_them or is_done(back_again[0][0])):
            event, number, rows = back_again.popleft()
            memory.wait_for(event, device)
            if finished[number] is not arrays[number]:
                delivered.append(transfer.copied(arrays[number][rows], finished[number][rows]))

    try:
        kernel, = launcher.ready(layout, inputs, results, pool.Between(), scalars)
        for first in range(0, rows, band):
            top, bottom = first * each, min(height, (first + band) * each)
            sent = [upload.send(bottom + program.reach + 1) for upload in uploads]
            arrived = [event for event in sent if event is not None]
            grid, place = (columns, min(band, rows - first), *shares), (0, first, *(0 for _ in shares))
            done = cl.enqueue_nd_range_kernel(device.queue, kernel, grid, group, place, wait_for=arrived)
            device.queue.flush()
            if top < bottom:
                back_again += [(_fetch(back, result, arrays[number], top, bottom, done), number, slice(top, bottom))
                               for number, result in enumerate(results)]
                deliver(False)
        for upload in uploads:
            upload.wait()
    except cl.Error as error:
        raise launcher.refused(error, inputs, results, layout) from error
    deliver(True)
    for copy in delivered:
        copy.result()
    if timings is not None:
        timings["upload, kernel and download at once"] = perf_counter() - start
    return tuple(finished)


def _room_for(given: Pixels, device: Device) -> DeviceImage:
    memory.check_size(given.extent, given.format, device)
    return memory.new_image(device, given.format, given.extent, given.origin)


def _fetch(queue: cl.CommandQueue, result: DeviceImage, array: np.ndarray, top: int, bottom: int,
           after: cl.Event) -> cl.Event:
    event = transfer.fetch(queue, array[top:bottom], result, top * array[0].nbytes, after)
    queue.flush()
    return event
