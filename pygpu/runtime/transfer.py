"""Between host and device. Hides what a copy costs and how to avoid or overlap it.

On a CPU device a buffer is laid over the caller's own array. A GPU reads pinned memory at many times the speed of
ordinary memory, so large pictures pass through pinned pieces: several threads fill them while earlier ones travel.
Results land in pinned memory and are given out as they lie there.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from functools import cache

import numpy as np

WORTH_STAGING = 1 << 20  # bytes
PIECE = 4 << 20
IN_FLIGHT = 12
LARGEST_PINNED = 1 << 30

_lock = threading.Lock()
_workers = None


def lay_over(array: np.ndarray, stride: int, device):
    """A buffer that is the array's own memory, from its first row to its last."""
    import pyopencl as cl

    flags = array.flags
    if not (flags.c_contiguous and flags.writeable):
        array = np.asarray(_Extent(array, (array.shape[0] - 1) * stride + array[0].size))
    # Readable and writable even for what is only read: Intel's runtime copies a read-only buffer (8 ms for 16 MB)
    # unless it is aligned to 128 bytes.
    return cl.Buffer(device.context, _shared(), 0, array)


@cache
def _shared() -> int:
    import pyopencl as cl

    return cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR


class _Extent:
    """The memory of an array from its first element over `length` more, whatever lies between its rows."""

    __slots__ = ("array", "__array_interface__")

    def __init__(self, array: np.ndarray, length: int):
        self.array = array
        self.__array_interface__ = {"shape": (length,), "typestr": array.dtype.str, "version": 3,
                                    "data": (array.__array_interface__["data"][0], False)}


def to_device(array: np.ndarray, image) -> None:
    """Copy an array into a device's picture; the array may be changed as soon as this returns."""
    import pyopencl as cl

    queue = image.device.queue
    if array.nbytes < WORTH_STAGING:
        cl.enqueue_copy(queue, image.buffer, np.ascontiguousarray(array), is_blocking=True)
        return
    rows = max(1, PIECE // (array.nbytes // array.shape[0]))
    starts = range(0, array.shape[0], rows)
    row_bytes = image.stride * array.itemsize
    filled, travelling = deque(), deque()
    for count, start in enumerate(starts):
        filled.append((start, _pool().submit(_fill, array[start:start + rows], image.device)))
        if len(filled) >= IN_FLIGHT // 2 or count == len(starts) - 1:
            while filled and (len(filled) >= IN_FLIGHT // 2 or count == len(starts) - 1):
                _send(queue, image.buffer, *filled.popleft(), row_bytes, travelling)
    for event, _ in travelling:
        event.wait()


def _fill(part: np.ndarray, device):
    """A pinned piece with a copy of these rows (in a worker's thread)."""
    lease = device.pinned.take(part.nbytes)
    np.copyto(lease.array(part.shape, part.dtype), part)
    return lease, part.nbytes


def _send(queue, buffer, start: int, filling, row_bytes: int, travelling: deque) -> None:
    import pyopencl as cl

    lease, nbytes = filling.result()
    if len(travelling) >= IN_FLIGHT:
        travelling.popleft()[0].wait()
    event = cl.enqueue_copy(queue, buffer, lease.memory.host[:nbytes], dst_offset=start * row_bytes,
                            is_blocking=False)
    queue.flush()
    travelling.append((event, lease))  # the piece is free again when this is dropped


def to_host(image) -> np.ndarray:
    """A device's picture as an array, in memory of its own."""
    import pyopencl as cl

    if WORTH_STAGING <= image.nbytes <= LARGEST_PINNED:
        result = image.device.pinned.take(image.nbytes).array(image.shape, image.dtype)
    else:
        result = np.empty(image.shape, image.dtype)
    cl.enqueue_copy(image.device.queue, result, image.buffer, is_blocking=True)
    return result


def _pool():
    """The threads that fill pinned pieces: one thread alone copies at a tenth of what the bus takes."""
    global _workers
    with _lock:
        if _workers is None:
            from concurrent.futures import ThreadPoolExecutor

            _workers = ThreadPoolExecutor(min(8, os.cpu_count() or 1), "pygpu-transfer")
        return _workers
