"""A launch of which all is settled but memory and numbers: a call like one before, of arrays whose elements lie close, on a
device that computes in the host's memory. Hides what then need not be asked again.

What is settled are the sizes, so the grids, the whole numbers that kernels are told, and how much memory they have between
them. Each thread has kernels of its own, which keep what does not change. On an AMD EPYC a call on 64 x 64 floats is 20
microseconds of the driver's; what is asked in Python for every call is the rest.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import pool
from .memory import DTYPES, DeviceImage, Room, wait_for
from .transfer import given

POOLED = -1
# Bytes of a result up to which the memory is NumPy's, which is sooner had and given back than the pool's (a picture of 512
# x 512 floats plus 1: 0.14 ms for 0.19); and where in it a large one begins: on a cache line, and far from where what is
# read begins in its page (pool.py), if both begin 16 bytes behind a page's start, as NumPy's do.
OWN, BEHIND = 4 << 20, 1024 + 48
KEPT = 1 << 18  # bytes of memory between the steps that a call keeps for the next one: to have it from the pool is 20 us

if TYPE_CHECKING:
    from .layout import Layout


class Mine(NamedTuple):
    """What a thread has for it: its launches; which arguments are set anew by each of them (how, the place, the index of a
    picture or number); and the memory between them, None where it depends on where pictures lie."""

    launches: list[tuple[Any, ...]]
    pictures: list[tuple[Any, int, int]]
    numbers: list[tuple[Any, int, bytes, type, int]]
    between: pool.Between | None


class Readied:
    """Called with arrays in the order of the `inputs` that are not on the device already, and numbers; gives arrays."""

    def __init__(self, launcher: Any, inputs: Sequence[Any], size: tuple[int, ...], where: object = None):
        self.launcher, self.device = launcher, launcher.device
        rooms = launcher.needed(size, where)
        self.layout: Layout = launcher.layout_for(inputs, rooms, size, where)
        self.always = [(at, each) for at, each in enumerate(inputs) if isinstance(each, DeviceImage)]
        self.count, self.pixels, self.pace = len(inputs), math.prod(size), launcher._pace
        self.results = [(room.shape, DTYPES[room.format.dtype], room, self._how(room)) for room in rooms]
        self.spread = any(how is POOLED for *_, how in self.results)
        self.small = all(room.nbytes <= KEPT for room in self.layout.rooms)
        self._of_thread = threading.local()

    def _how(self, room: Room) -> int:
        """Where a result comes to lie: in memory of the pool, or so many bytes behind the beginning of NumPy's own."""
        return 0 if not room.spread else BEHIND if room.nbytes <= OWN and self.device.shared else POOLED

    def _mine(self) -> Mine:
        made = self._of_thread.__dict__.get("mine")
        if made is None:
            made = self._of_thread.mine = self._made()
        return made

    def _made(self) -> Mine:
        device, launcher = self.device, self.launcher
        between = launcher.between(self.layout, ()) if self.small else None
        first, found = self.count + len(self.results), Mine([], [], [], between)
        for number, whole, grid, group, args, _ in self.layout.steps:
            kernel = device.kernel(*launcher.steps[number])
            kernel._set_arg_buf_pack_multi(whole)
            found.launches.append((kernel, grid, group))
            found.numbers.extend([(kernel, *each) for each in args.scalars])
            always = {at: image.buffer for at, image in self.always}
            for place, index in args.memory:
                if index in always:
                    kernel.set_arg(place, always[index])
                elif between is not None and index >= first:
                    kernel.set_arg(place, between[index - first].buffer)
                else:
                    found.pictures.append((kernel.set_arg, place, index))
        return found

    def __call__(self, arrays: Sequence[np.ndarray], numbers: Sequence[Any], marks: list[float]) -> list[np.ndarray]:
        """`marks` is given when the arguments were set, and when the kernels were done."""
        device, mine = self.device, self._mine()
        memory: list[Any] = [given(array, device) for array in arrays]
        for at, image in self.always:
            memory.insert(at, image.buffer)
        beside: list[int] = []
        if self.spread or mine.between is None:
            beside = [each.__array_interface__["data"][0] for each in arrays] + [image.address for _, image in self.always]
        results, between = list[np.ndarray](), mine.between
        for shape, dtype, room, how in self.results:
            if how is POOLED:
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
        for set_arg, place, index in mine.pictures:
            set_arg(place, memory[index])
        for kernel, place, code, kind, index in mine.numbers:
            if code:
                kernel._set_arg_buf_pack_multi((place, code, kind(numbers[index])))
            else:
                kernel.set_arg(place, kind(numbers[index]))
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
                wait_for(event, device, None, (arrays, results, between, memory))
        except BaseException:  # nobody waits for the kernels any more, which may be at work in this memory
            device.busy = True
            device.leave((arrays, results, between, memory))
            raise
        pace.waited(started, self.pixels)
        marks.append(perf_counter())
        return results
