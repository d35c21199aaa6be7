"""Between host and device. Hides what a copy costs and how to avoid or overlap it.

On a CPU device a buffer is laid over the caller's own array. A GPU reads pinned memory at many times the speed of
ordinary memory, so large pictures pass through pinned pieces: several threads fill them while earlier ones travel.
Results land in pinned memory and are given out as they lie there.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .pool import Exported, Holder, Lease

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    import pyopencl as cl

WORTH_STAGING = 1 << 20  # bytes
PIECE = 4 << 20
SMALL_PIECE = 512 << 10  # of smaller pictures, so that several threads have work
IN_FLIGHT = 8
LARGEST_PINNED = 1 << 30

_lock = threading.Lock()
_threads: ThreadPoolExecutor | None = None


class Kept(Protocol):
    """A picture on a device, as transfers know it (memory.py)."""

    @property
    def device(self) -> Holder: ...
    @property
    def buffer(self) -> cl.Buffer: ...
    stride: int

    @property
    def is_close(self) -> bool: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> np.dtype: ...


def lay_over(array: np.ndarray, stride: int, device: Holder) -> cl.Buffer:
    """A buffer that is the array's own memory, from its first row to its last."""
    flags = array.flags
    if not (flags.c_contiguous and flags.writeable):
        array = np.asarray(_Extent(array, (array.shape[0] - 1) * stride + array[0].size))
    # Readable and writable even for what is only read: Intel's runtime copies a read-only buffer (8 ms for 16 MB)
    # unless it is aligned to 128 bytes.
    Buffer, shared = _buffers()
    made: cl.Buffer = Buffer(device.context, shared, 0, array)
    return made


def given(array: np.ndarray, device: Holder) -> Any:
    """What a kernel is given for the memory of an array whose elements lie close: its address as it is where it may have
    that, since a buffer takes seven microseconds to make and to forget; else a buffer."""
    if not device.shared:
        return lay_over(array, array[0].size, device)
    return _svm()(array if array.flags.writeable else np.asarray(_Extent(array, array.size)))


@cache
def _svm() -> Any:
    import pyopencl as cl

    return cl.SVM


@cache
def _buffers() -> tuple[Any, int]:
    import pyopencl as cl

    return cl.Buffer, cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR


class _Extent:
    """The memory of an array from its first element over `length` more, whatever lies between its rows."""

    __slots__ = ("array", "__array_interface__")

    def __init__(self, array: np.ndarray, length: int):
        self.array = array
        self.__array_interface__ = {"shape": (length,), "typestr": array.dtype.str, "version": 3,
                                    "data": (array.__array_interface__["data"][0], False)}


def send(queue: cl.CommandQueue, rows: np.ndarray, image: Kept, start: int, is_blocking: bool = False) -> cl.Event:
    """Rows of the host's on their way into a picture. They lie close, and so counted there are `start` bytes before them."""
    import pyopencl as cl

    if image.is_close:
        return cl.enqueue_copy(queue, image.buffer, rows, dst_offset=start, is_blocking=is_blocking)
    return cl.enqueue_copy(queue, image.buffer, rows, is_blocking=is_blocking, **_apart(rows, image, start))


def fetch(queue: cl.CommandQueue, rows: np.ndarray, image: Kept, start: int, after: cl.Event) -> cl.Event:
    """Rows of a picture on their way to where they lie close."""
    import pyopencl as cl

    if image.is_close:
        return cl.enqueue_copy(queue, rows, image.buffer, src_offset=start, is_blocking=False, wait_for=[after])
    return cl.enqueue_copy(queue, rows, image.buffer, is_blocking=False, wait_for=[after], **_apart(rows, image, start))


def _apart(rows: np.ndarray, image: Kept, start: int) -> dict[str, Any]:
    """What a copy is told where the picture's rows have room behind them."""
    row = rows[0].nbytes
    return {"host_origin": (0, 0), "buffer_origin": (0, start // row), "region": (row, len(rows)),
            "host_pitches": (row,), "buffer_pitches": (image.stride * rows.itemsize,)}


def to_device(array: np.ndarray, image: Kept) -> None:
    """Copy an array into a device's picture; the array may be changed as soon as this returns."""
    queue = image.device.queue
    if array.nbytes < WORTH_STAGING:
        send(queue, np.ascontiguousarray(array), image, 0, is_blocking=True)
        return
    upload = Upload(array, image, queue)
    upload.send(array.shape[0])
    upload.wait()


class Upload:
    """An array on its way into a device's picture, from its first row on: threads fill pinned pieces ahead of what is
    sent. An array that lies in pinned memory, as an earlier result does, is sent from where it is."""

    def __init__(self, array: np.ndarray, image: Kept, queue: cl.CommandQueue):
        self.array, self.image, self.queue = array, image, queue
        self.rows_sent = 0
        self.event: cl.Event | None = None
        self._in_place = array.flags.c_contiguous and _is_pinned(array, image.device)
        self._pieces = _pieces(array)
        self._filling: deque[tuple[np.ndarray, int, Future[Lease] | None]] = deque()
        self._travelling: deque[tuple[cl.Event, Lease | None]] = deque()
        self._fill_ahead()

    def send(self, rows: int) -> cl.Event | None:
        """Put everything up to this row on the queue; the event of the last piece."""
        while self.rows_sent < min(rows, self.array.shape[0]):
            self._send_piece()
        return self.event

    def wait(self) -> None:
        for event, _ in self._travelling:
            event.wait()

    def _fill_ahead(self) -> None:
        while len(self._filling) < IN_FLIGHT:
            rows, start = next(self._pieces, (None, 0))
            if rows is None:
                return
            part = self.array[rows]
            filled = None if self._in_place else _workers().submit(_fill, part, self.image.device)
            self._filling.append((part, start, filled))

    def _send_piece(self) -> None:
        part, start, filled = self._filling.popleft()
        lease = None if filled is None else filled.result()
        source = part if lease is None else lease.bytes[:part.nbytes].view(part.dtype).reshape(part.shape)
        self.event = send(self.queue, source, self.image, start)
        self.queue.flush()
        self.rows_sent += part.shape[0]
        self._travelling.append((self.event, lease))
        if len(self._travelling) > IN_FLIGHT:
            event, lease = self._travelling.popleft()
            event.wait()  # only now may its piece be used again
        self._fill_ahead()


def to_host(image: Kept) -> np.ndarray:
    """A device's picture as an array, in memory of its own: pinned, so that it arrives where it stays."""
    import pyopencl as cl

    result = pinned_array(image)
    if image.nbytes <= LARGEST_PINNED:
        cl.enqueue_copy(image.device.queue, result, image.buffer, is_blocking=True)
    else:
        into_host(image, result)
    return result


def into_host(image: Kept, target: np.ndarray) -> None:
    """Copy a device's picture into an array of the same shape, of whatever type and layout."""
    import pyopencl as cl

    queue, device = image.device.queue, image.device
    if image.nbytes < WORTH_STAGING:
        read = target if target.flags.c_contiguous and target.dtype == image.dtype else np.empty(image.shape, image.dtype)
        cl.enqueue_copy(queue, read, image.buffer, is_blocking=True)
        if read is not target:
            np.copyto(target, read, casting="unsafe")
        return
    travelling: deque[tuple[cl.Event, np.ndarray, slice]] = deque()
    emptying: deque[Future[None]] = deque()

    def empty() -> None:
        event, piece, rows = travelling.popleft()
        event.wait()
        emptying.append(_workers().submit(np.copyto, target[rows], piece, casting="unsafe"))
        if len(emptying) > IN_FLIGHT:
            emptying.popleft().result()

    for rows, start in _pieces(np.broadcast_to(image.dtype.type(0), image.shape)):
        shape = (min(rows.stop, image.shape[0]) - rows.start, *image.shape[1:])
        piece = device.pinned.take(image.nbytes // image.shape[0] * shape[0]).array(shape, image.dtype)
        travelling.append((cl.enqueue_copy(queue, piece, image.buffer, src_offset=start, is_blocking=False), piece, rows))
        queue.flush()
        if len(travelling) > IN_FLIGHT // 2:
            empty()
    while travelling:
        empty()
    for done in emptying:
        done.result()


def copied(rows: np.ndarray, target: np.ndarray) -> Future[None]:
    """A copy of these rows, into an array of whatever type and layout, on its way in another thread."""
    return _workers().submit(np.copyto, target if target.ndim == rows.ndim else target[..., 0], rows, casting="unsafe")


def put(target: np.ndarray, array: np.ndarray) -> None:
    """The array copied to where it is wanted, by several threads if it is large: one alone waits for memory that is new."""
    if array.nbytes < 2 * PIECE:
        np.copyto(target, array, casting="unsafe")
        return
    for done in [copied(array[rows], target[rows]) for rows, _ in _pieces(array)]:
        done.result()


def _pieces(picture: np.ndarray) -> Iterator[tuple[slice, int]]:
    """(rows, offset in bytes on the device) of the pieces in which a picture travels."""
    row_bytes = picture[0].size * picture.itemsize
    total = row_bytes * picture.shape[0]
    rows = max(1, min(PIECE, max(SMALL_PIECE, total // 8)) // row_bytes)
    for start in range(0, picture.shape[0], rows):
        yield slice(start, start + rows), start * row_bytes


def _fill(part: np.ndarray, device: Holder) -> Lease:
    """A pinned piece with a copy of these rows (in a worker's thread)."""
    lease = device.pinned.take(part.nbytes)
    np.copyto(lease.array(part.shape, part.dtype), part)
    return lease


def _is_pinned(array: np.ndarray, device: Holder) -> bool:
    base: Any = array
    while isinstance(base, np.ndarray):
        base = base.base
    return isinstance(base, Exported) and base.lease.pool is device.pinned


def pinned_array(image: Kept) -> np.ndarray:
    """Room on the host for a device's picture: pinned if it isn't too large for that."""
    if WORTH_STAGING <= image.nbytes <= LARGEST_PINNED:
        return image.device.pinned.take(image.nbytes).array(image.shape, image.dtype)
    return np.empty(image.shape, image.dtype)


def _workers() -> ThreadPoolExecutor:
    """The threads that fill and empty pinned pieces: one thread alone copies at a tenth of what the bus takes."""
    global _threads
    with _lock:
        if _threads is None:
            from concurrent.futures import ThreadPoolExecutor

            _threads = ThreadPoolExecutor(min(8, os.cpu_count() or 1), "pygpu-transfer")
        return _threads
