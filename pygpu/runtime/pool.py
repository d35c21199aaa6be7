"""Memory that kernels work in, used again instead of freed. Hides where it lies and how long it lives.

On a device that computes in host memory (`zero_copy`) a piece is host memory with a buffer laid over it, so an upload
is one copy and a result is simply an array. Elsewhere a piece is device memory, and pinned host memory for transfers
comes from a pool of its own.

Who takes memory gets a Lease; when the last one who knows the lease lets go, the memory goes back. All work of a
device is put on one in-order queue, so a kernel may write to memory that an earlier kernel still reads. The host may
not: `Pool.take(for_host=True)` waits for the queue if anything could still be running.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast
from weakref import ref

import numpy as np

from ..errors import DeviceError, TooLarge

if TYPE_CHECKING:
    import pyopencl as cl

ALIGNMENT = 128  # bytes: what Intel's runtime likes best; non-temporal stores of 16 floats need 64
SMALLEST = 4096
KEPT_PIECES = 32  # of one size
KEPT = 4 << 30  # bytes of the host's memory in all, or a quarter of the device's if that is less; of a GPU's own a quarter


Make = Callable[[int, Iterable[int]], "Memory"]  # bytes, and the addresses that it is to lie apart from


class Holder(Protocol):
    """What memory and transfers ask of a device (devices.py)."""

    handle: Any  # pyopencl's
    name: str
    platform: str
    memory: int
    largest_buffer: int
    busy: bool
    renewed: int

    @property
    def kind(self) -> str: ...
    @property
    def zero_copy(self) -> bool: ...
    @property
    def shared(self) -> bool: ...
    @property
    def context(self) -> cl.Context: ...
    @property
    def queue(self) -> cl.CommandQueue: ...
    @property
    def lanes(self) -> tuple[cl.CommandQueue, cl.CommandQueue]: ...
    @property
    def pool(self) -> Pool: ...
    @property
    def pinned(self) -> Pool: ...
    def settle(self) -> None: ...
    def relieve(self) -> None: ...
    def trim(self) -> None: ...
    def recover(self) -> None: ...
    def leave(self, memory: object) -> None: ...


class Memory:
    """One piece: its buffer, and its bytes on the host where it has them."""

    __slots__ = ("buffer", "host", "nbytes", "address")

    def __init__(self, buffer: cl.Buffer, host: np.ndarray | None, nbytes: int):
        self.buffer, self.host, self.nbytes = buffer, host, nbytes
        self.address = host.ctypes.data if host is not None else 0


NONE: deque[Memory] = deque()  # in which nobody puts any


class Lease:
    """Memory in use. Goes back to its pool with the last reference."""

    __slots__ = ("memory", "buffer", "pool", "__weakref__")

    def __init__(self, memory: Memory, pool: Pool):
        self.memory, self.buffer, self.pool = memory, memory.buffer, pool
        pool.held[id(memory)] = ref(self), memory

    def __del__(self) -> None:
        try:
            self.pool.give(self.memory)
        except Exception:  # the interpreter is shutting down
            pass

    @property
    def bytes(self) -> np.ndarray:
        """The memory of a lease of the host's."""
        assert self.memory.host is not None
        return self.memory.host

    def array(self, shape: tuple[int, ...], dtype: np.dtype, strides: tuple[int, ...] | None = None) -> np.ndarray:
        """The memory as an array of its own life: the lease lasts as long as any view of it."""
        return np.asarray(Exported(self, shape, dtype, strides))


class Between(list[Lease]):
    """Memory that the steps of a program have between them. (A list that may be looked for after it is gone.)"""

    __slots__ = ("__weakref__",)


class Exported:
    """What NumPy asks for memory, and what its array then keeps alive."""

    __slots__ = ("lease", "__array_interface__")

    def __init__(self, lease: Lease, shape: tuple[int, ...], dtype: np.dtype, strides: tuple[int, ...] | None):
        self.lease = lease
        self.__array_interface__ = {"shape": shape, "typestr": dtype.str, "data": (lease.memory.address, False),
                                    "strides": strides, "version": 3}


class Pool:
    """Memory of one device, by size. `make` says how a new piece comes about."""

    def __init__(self, device: Holder, make: Make):
        self.device, self.make = device, make
        self.free: dict[int, deque[Memory]] = {}
        # What is leased, which lives until its lease's finaliser has given it back: where Ctrl-C comes at the beginning of
        # that, nothing of it runs, and a kernel may be at work there.
        self.held: dict[int, tuple[ref[Lease], Memory]] = {}

    def take(self, nbytes: int, for_host: bool = False, beside: Sequence[int] = ()) -> Lease:
        """Memory for `nbytes`; a large piece lies at another place of a page than the addresses `beside`, where those are
        so few that there is one."""
        size = _rounded(nbytes)
        kept = self.free.get(size) or NONE
        for _ in range(len(kept)):
            try:
                memory = kept.pop()
            except IndexError:  # another thread was faster
                break
            if size < SPREAD_FROM or apart(memory.address, beside) or not any([apart(place, beside) for place in PLACES]):
                lease = Lease(memory, self)  # first of all: where that fails a kernel may still be at work on it
                if for_host:
                    self.device.settle()
                return lease
            kept.appendleft(memory)
        return Lease(self._new(size, beside), self)

    def give(self, memory: Memory) -> None:
        """Called from a finaliser, so at any moment and in any thread: only single, atomic steps."""
        pieces = self.free.setdefault(memory.nbytes, deque())
        if len(pieces) < KEPT_PIECES and (memory.nbytes < 1 << 20 or self._room_for(memory)):
            pieces.append(memory)
        elif memory.host is not None:
            self.device.leave(memory)
        self.held.pop(id(memory), None)

    def _take_back(self) -> None:
        """What leases had that are gone, and did not give it back."""
        for entry in list(self.held.values()):
            lease, memory = entry
            # What another thread has given back meanwhile is not here any more, and may be someone else's by now.
            if lease() is None and self.held.get(id(memory)) is entry and self.held.pop(id(memory), None) is entry:
                if memory not in self.free.get(memory.nbytes, ()):
                    self.give(memory)

    def trim(self) -> None:
        """Let go of everything that is not in use."""
        self._take_back()
        self.device.settle()
        self.free.clear()

    def idle(self) -> int:
        """Bytes kept for later use."""
        return sum(size * len(pieces) for size, pieces in list(self.free.items()))

    def _room_for(self, memory: Memory) -> bool:
        """Whether this may be kept, too. What has another size, and so was of use longer ago, goes for it."""
        quarter = self.device.memory // 4
        most = quarter if memory.host is None else min(KEPT, quarter)
        while self.idle() + memory.nbytes > most:
            others = [pieces for size, pieces in list(self.free.items()) if size != memory.nbytes and pieces]
            if memory.nbytes > most or not others:
                return False
            try:
                gone = others[0].popleft()
            except IndexError:  # another thread was faster
                continue
            if gone.host is not None:
                self.device.leave(gone)
        return True

    def _new(self, nbytes: int, beside: Iterable[int]) -> Memory:
        self.device.relieve()
        self._take_back()
        try:
            return self.make(nbytes, beside)
        except Exception:  # what is kept unused may be what is missing
            self.device.trim()
        try:
            return self.make(nbytes, beside)
        except Exception as error:
            renewed = self.device.renewed
            self.device.recover()
            if renewed != self.device.renewed:
                raise DeviceError(f"{self.device.name} ({self.device.platform}) was lost: {error}") from error
            raise TooLarge(f"{self.device.name} has no {size_text(nbytes)} free for a picture "
                              f"(it has {size_text(self.device.memory)} in all)") from error


def _rounded(nbytes: int) -> int:
    """Sizes in steps of an eighth, so that pictures of about the same size can follow each other."""
    if nbytes <= SMALLEST:
        return SMALLEST
    step = 1 << max(6, nbytes.bit_length() - 4)
    return -(-nbytes // step) * step


def device_pool(device: Holder) -> Pool:
    """Where pictures live while kernels work on them."""
    return Pool(device, _make_shared(device) if device.zero_copy else _make_device(device))


def pinned_pool(device: Holder) -> Pool:
    """Host memory that a GPU reads and writes at full speed."""
    return Pool(device, _make_pinned(device))


def _make_shared(device: Holder) -> Make:
    import pyopencl as cl

    flags, context = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR, device.context

    def make(nbytes: int, beside: Iterable[int]) -> Memory:
        host = aligned(nbytes, beside)
        return Memory(cl.Buffer(context, flags, 0, host), host, nbytes)

    return make


def _make_device(device: Holder) -> Make:
    import pyopencl as cl

    flags, context = cl.mem_flags.READ_WRITE, device.context
    return lambda nbytes, beside: Memory(cl.Buffer(context, flags, nbytes), None, nbytes)


def _make_pinned(device: Holder) -> Make:
    import pyopencl as cl

    flags, context = cl.mem_flags.READ_WRITE | cl.mem_flags.ALLOC_HOST_PTR, device.context
    access: Any = cl.map_flags.READ | cl.map_flags.WRITE  # (numbers, though pyopencl's types say otherwise)

    def make(nbytes: int, beside: Iterable[int]) -> Memory:
        buffer = cl.Buffer(context, flags, nbytes)
        host, _ = cl.enqueue_map_buffer(device.queue, buffer, access, 0, (nbytes,), np.dtype(np.uint8))  # mapped for good
        return Memory(buffer, cast(np.ndarray, host), nbytes)

    return make


def aligned(nbytes: int, beside: Iterable[int] = ()) -> np.ndarray:
    """Host memory that begins on a cache line, large pieces each at another place within a page.

    A filter walks along its input and its result side by side. If both began at the same place in a page, all their rows
    would want the same few lines of the cache (a width of 4096 floats is what people have): three times as slow, or worse.
    `beside` are the addresses of what is walked along with this.
    """
    place = 0
    if nbytes >= SPREAD_FROM:
        tried = list(itertools.islice(_places, len(PLACES)))
        place = next((each for each in tried if apart(each, beside)), tried[0])
    raw = np.empty(nbytes + PAGE + place, np.uint8)
    start = -raw.ctypes.data % PAGE + place
    return raw[start:start + nbytes]


def apart(address: int, others: Iterable[int]) -> bool:
    """Whether this lies at another place of a page than the others. (Memory that is not the host's lies nowhere: 0.)"""
    if address:
        for other in others:
            if not APART <= (address - other) % PAGE <= PAGE - APART:
                return False
    return True


PAGE = 4096
APART = 256
SPREAD_FROM = 1 << 16
PLACES = [ALIGNMENT * step for step in (8, 24, 16, 32, 12, 28, 20, 4)]  # each far from the last ones; none is 0
_places = itertools.cycle(PLACES)


def size_text(nbytes: float) -> str:
    if nbytes < 1024:
        return f"{nbytes:.0f} bytes"
    step = 1 if nbytes < 1 << 20 else 2 if nbytes < 1 << 30 else 3
    return f"{nbytes / (1 << 10 * step):.1f} {('KiB', 'MiB', 'GiB')[step - 1]}"
