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
IN_FLIGHT = 8
LARGEST_PINNED = 1 << 30

_lock = threading.Lock()
_threads = None


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
    filling, travelling = deque(), deque()

    def send() -> None:
        start, filled = filling.popleft()
        lease, nbytes = filled.result()
        event = cl.enqueue_copy(queue, image.buffer, lease.memory.host[:nbytes], dst_offset=start, is_blocking=False)
        queue.flush()
        travelling.append((event, lease))
        if len(travelling) > IN_FLIGHT:
            event, lease = travelling.popleft()
            event.wait()  # only now may its piece be used again

    for rows, start in _pieces(array):
        filling.append((start, _workers().submit(_fill, array[rows], image.device)))
        if len(filling) > IN_FLIGHT:
            send()
    while filling:
        send()
    for event, _ in travelling:
        event.wait()


def to_host(image) -> np.ndarray:
    """A device's picture as an array, in memory of its own: pinned, so that it arrives where it stays."""
    import pyopencl as cl

    if WORTH_STAGING <= image.nbytes <= LARGEST_PINNED:
        result = image.device.pinned.take(image.nbytes).array(image.shape, image.dtype)
        cl.enqueue_copy(image.device.queue, result, image.buffer, is_blocking=True)
        return result
    result = np.empty(image.shape, image.dtype)
    into_host(image, result)
    return result


def into_host(image, target: np.ndarray) -> None:
    """Copy a device's picture into an array of the same shape, of whatever type and layout."""
    import pyopencl as cl

    queue, device = image.device.queue, image.device
    if image.nbytes < WORTH_STAGING:
        read = target if target.flags.c_contiguous and target.dtype == image.dtype else np.empty(image.shape, image.dtype)
        cl.enqueue_copy(queue, read, image.buffer, is_blocking=True)
        if read is not target:
            np.copyto(target, read, casting="unsafe")
        return
    travelling, emptying = deque(), deque()

    def empty() -> None:
        event, piece, rows = travelling.popleft()
        event.wait()
        emptying.append(_workers().submit(np.copyto, target[rows], piece, casting="unsafe"))
        if len(emptying) > IN_FLIGHT:
            emptying.popleft().result()

    for rows, start in _pieces(np.broadcast_to(image.dtype.type(0), image.shape)):
        shape = (min(rows.stop, image.height) - rows.start, *image.shape[1:])
        piece = device.pinned.take(image.nbytes // image.height * shape[0]).array(shape, image.dtype)
        travelling.append((cl.enqueue_copy(queue, piece, image.buffer, src_offset=start, is_blocking=False), piece, rows))
        queue.flush()
        if len(travelling) > IN_FLIGHT // 2:
            empty()
    while travelling:
        empty()
    for done in emptying:
        done.result()


def _pieces(picture: np.ndarray):
    """(rows, offset in bytes on the device) of the pieces in which a picture travels."""
    row_bytes = picture[0].size * picture.itemsize
    rows = max(1, PIECE // row_bytes)
    for start in range(0, picture.shape[0], rows):
        yield slice(start, start + rows), start * row_bytes


def _fill(part: np.ndarray, device):
    """A pinned piece with a copy of these rows (in a worker's thread)."""
    lease = device.pinned.take(part.nbytes)
    np.copyto(lease.array(part.shape, part.dtype), part)
    return lease, part.nbytes


def _workers():
    """The threads that fill and empty pinned pieces: one thread alone copies at a tenth of what the bus takes."""
    global _threads
    with _lock:
        if _threads is None:
            from concurrent.futures import ThreadPoolExecutor

            _threads = ThreadPoolExecutor(min(8, os.cpu_count() or 1), "pygpu-transfer")
        return _threads
