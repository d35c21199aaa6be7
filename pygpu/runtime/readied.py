"""A launch of which all is settled but memory and numbers: a call like one before, of arrays whose elements lie close, on a
device that computes in the host's memory, or of pictures on the device. Hides what then need not be asked again.

What is settled are the sizes, so the grids, the whole numbers that kernels are told, and how much memory they have between
them. Each thread has kernels of its own, which keep what does not change. On an AMD EPYC a call on 64 x 64 floats is 20
microseconds of the driver's; what is asked in Python for every call is the rest.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import pool
from .memory import DTYPES, DeviceImage, Room, wait_for
from .origin import STAYS
from .transfer import given

POOLED = -1
# Bytes of a result up to which the memory is NumPy's, which is sooner had and given back than the pool's (a picture of 512
# x 512 floats plus 1: 0.14 ms for 0.19); and where in it a large one begins: on a cache line, and far from where what is
# read begins in its page (pool.py), if both begin 16 bytes behind a page's start, as NumPy's do.
OWN, BEHIND = 4 << 20, 1024 + 48
REUSED = 1 << 12  # bytes of a result up to which a thread's calls have it at one place, and copy it
KEPT = 1 << 18  # bytes of memory between the steps that a call keeps for the next one: to have it from the pool is 20 us

if TYPE_CHECKING:
    from .layout import Layout


class Mine(NamedTuple):
    """What a thread has for it: its launches; for each of the pictures how it is set where kernels take it, and the address
    that is set already; which numbers are set anew (how, the place, the index); the memory between them, None where it
    depends on where pictures lie; and its own small results, None for those that are made for each call."""

    launches: list[tuple[Any, ...]]
    pictures: list[list[tuple[Any, int]]]
    addresses: list[int]
    numbers: list[tuple[Any, int, bytes, type, int]]
    between: pool.Between | None
    results: list[Any]
    kept: list[Any]  # the memory that is set for good

    def tell(self, numbers: Sequence[Any]) -> None:
        """Sets the numbers of a call."""
        for kernel, place, code, kind, index in self.numbers:
            if code:
                kernel._set_arg_buf_pack_multi((place, code, kind(numbers[index])))
            else:
                kernel.set_arg(place, kind(numbers[index]))


class Settled:
    """What both kinds have in common: the `inputs` that are not `always` the same are given in their order. Of results that
    are `looked_at` alone the next call's small ones may lie where this one's do."""

    def __init__(self, launcher: Any, inputs: Sequence[Any], always: Collection[int], size: tuple[int, ...], where: object,
                 looked_at: Collection[int]):
        self.launcher, self.device, self.looked_at = launcher, launcher.device, looked_at
        self.rooms: list[Room] = launcher.needed(size, where)
        self.layout: Layout = launcher.layout_for(inputs, self.rooms, size, where)
        self.always = [(at, inputs[at]) for at in always]
        self.count, self.pixels, self.pace = len(inputs), math.prod(size), launcher._pace
        self.small = all(room.nbytes <= KEPT for room in self.layout.rooms)
        self._of_thread = threading.local()

    def mine(self) -> Mine:
        try:
            made: Mine = self._of_thread.mine
        except AttributeError:
            made = self._of_thread.mine = self._made()
        return made

    def own(self) -> list[tuple[Any, Any]]:
        """For each result that it has at one place what that is, and its memory; None for those that are made anew."""
        raise NotImplementedError

    def _made(self) -> Mine:
        launcher, own = self.launcher, self.own()
        between = launcher.between(self.layout, ()) if self.small else None
        memory: list[Any] = [None] * self.count + [lies for _, lies in own]
        for at, image in self.always:
            memory[at] = image.buffer
        memory += [None] * len(self.layout.rooms) if between is None else [lease.buffer for lease in between]
        found = Mine([], [[] for _ in memory], [0] * len(memory), [], between, [result for result, _ in own], memory)
        for number, whole, grid, group, args, _ in self.layout.steps:
            kernel = launcher.kernel(number)
            kernel._set_arg_buf_pack_multi(whole)
            found.launches.append((kernel, grid, group))
            found.numbers.extend([(kernel, *each) for each in args.scalars])
            for place, index in args.memory:
                if memory[index] is None:
                    found.pictures[index].append((kernel.set_arg, place))
                else:
                    kernel.set_arg(place, memory[index])
        return found


class Readied(Settled):
    """Called with arrays and numbers; gives arrays."""

    def __init__(self, *settled: Any):
        super().__init__(*settled)
        self.results = [(room.shape, DTYPES[room.format.dtype], room, self._how(room)) for room in self.rooms]
        self.spread = any(how is POOLED for *_, how in self.results)
        at_address = [*range(self.count), *[self.count + n for n, (*_, how) in enumerate(self.results) if how is not POOLED]]
        self.as_they_are = frozenset(at_address if self.device.shared else ())  # of which kernels are given the address

    def _how(self, room: Room) -> int:
        """Where a result comes to lie: in memory of the pool, or so many bytes behind the beginning of NumPy's own."""
        return 0 if not room.spread else BEHIND if room.nbytes <= OWN and self.device.shared else POOLED

    def own(self) -> list[tuple[Any, Any]]:
        arrays = [np.empty(shape, dtype) if room.nbytes <= REUSED else None for shape, dtype, room, _ in self.results]
        return [(each, None if each is None else given(each, self.device)) for each in arrays]

    def __call__(self, arrays: Sequence[np.ndarray], numbers: Sequence[Any], marks: list[float]) -> list[np.ndarray]:
        """`marks` is given when the arguments were set, and when the kernels were done."""
        device, mine = self.device, self.mine()
        memory: list[Any] = [given(array, device) for array in arrays]
        for at, _ in self.always:
            memory.insert(at, None)
        beside: list[int] = []
        if self.spread or mine.between is None:
            beside = [each.__array_interface__["data"][0] for each in arrays] + [image.address for _, image in self.always]
        results, between = list[np.ndarray](), mine.between
        for (shape, dtype, room, how), own in zip(self.results, mine.results):
            if own is not None:
                memory.append(None)
                results.append(own)
            elif how is POOLED:
                lease = device.pool.take(room.nbytes, beside=beside)
                memory.append(lease.buffer)
                results.append(lease.array(shape, dtype))
                beside.append(lease.memory.address)
            else:
                results.append(np.ndarray(shape, dtype, np.empty(room.nbytes + how, np.uint8), how) if how else
                               np.empty(shape, dtype))
                memory.append(given(results[-1], device))
        if between is None:
            between = self.launcher.between(self.layout, beside)
            memory += [lease.buffer for lease in between]
        addresses, as_they_are = mine.addresses, self.as_they_are
        for index, each in enumerate(memory):
            if each is None:
                continue
            address = each.svm_ptr if index in as_they_are else 0
            if not address or address != addresses[index]:
                addresses[index] = 0  # an error half way leaves nothing that looks set
                for set_arg, place in mine.pictures[index]:
                    set_arg(place, each)
                addresses[index] = address
        mine.tell(numbers)
        event: Any = None
        enqueue, queue, pace = self.launcher._enqueue, device.queue, self.pace
        started = perf_counter()
        marks.append(started)
        try:
            for kernel, grid, group in mine.launches:
                event = enqueue(queue, kernel, grid, group)
            if pace.is_quick(self.pixels):
                event.wait()
            else:
                wait_for(event, device, None, (arrays, results, between, memory, mine))
        except BaseException:  # nobody waits for the kernels any more, which may be at work in this memory
            device.busy = True
            device.leave((arrays, results, between, memory, mine))
            raise
        pace.waited(started, self.pixels)
        marks.append(perf_counter())
        return [each if own is None or n in self.looked_at else own.copy()
                for n, (each, own) in enumerate(zip(results, mine.results))]


class There(Settled):
    """The same of pictures on the device, which nothing is waited for; gives pictures there, and arrays where those are
    only looked at."""

    def own(self) -> list[tuple[Any, Any]]:
        found = list[tuple[Any, Any]]()
        for n, room in enumerate(self.rooms):
            if n in self.looked_at and room.nbytes <= REUSED and room.is_close and not self.device.zero_copy:
                lease = self.device.pool.take(room.nbytes)
                found.append(((np.empty(room.shape, DTYPES[room.format.dtype]), lease), lease.buffer))
            else:
                found.append((None, None))
        return found

    def __call__(self, pictures: Sequence[DeviceImage], numbers: Sequence[Any], marks: list[float]) -> list[Any]:
        launcher, device, mine, event = self.launcher, self.device, self.mine(), None
        lie: list[Any] = [*pictures]
        for at, each in self.always:
            lie.insert(at, each)
        for room, own in zip(self.rooms, mine.results):
            lie.append(None if own else room.take(STAYS, [each for each in lie if each] if room.spread else ()))
        results, between = lie[self.count:], mine.between
        if between is None:
            between = launcher.between_of(self.layout, [each for each in lie if each])
        for each, takers in zip((*lie, *between), mine.pictures):
            for set_arg, place in takers:
                set_arg(place, each.buffer)
        mine.tell(numbers)
        started, enqueue, queue = perf_counter(), launcher._enqueue, device.queue
        try:
            for kernel, grid, group in mine.launches:
                event = enqueue(queue, kernel, grid, group)
            device.busy = True
            if mine.between is None and not device.zero_copy:
                device.rest(self.layout, between)
            for each in results:
                if each is not None:
                    each.event, each.pace = event, self.pace
            return self.looked(event, results, mine, started) if self.looked_at else results
        except BaseException:
            device.busy = True
            device.leave((lie, between, mine))
            raise

    def looked(self, event: Any, results: list[Any], mine: Mine, started: float) -> list[np.ndarray]:
        """The results as arrays: those that this one has at one place are brought all at once."""
        from pyopencl import enqueue_copy

        if not self.pace.is_quick(self.pixels):
            wait_for(event, self.device)
        brought = [enqueue_copy(self.device.queue, own[0], own[1].buffer, is_blocking=False) for own in mine.results if own]
        if brought:
            brought[-1].wait()
            self.pace.waited(started, self.pixels)
        return [own[0] if own else each.wait().give_array() if n in self.looked_at else each
                for n, (each, own) in enumerate(zip(results, mine.results))]
