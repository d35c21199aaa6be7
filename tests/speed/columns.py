"""The columns of the table that are our own: the copy that everything is measured against, and PyGPU."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from copy import copy as copy_of

import numpy as np

import pygpu

from . import hand
from .measuring import Contender


def copy(device, workload, pictures, width: int, height: int) -> Contender:
    """Moving as many bytes as the workload must: memcpy with all cores on a CPU, the device's own copy on a GPU."""
    nbytes = int(workload.traffic() * width * height / 2)
    if device is not None and device.kind == "gpu":
        import pyopencl as cl

        one, other = (cl.Buffer(device.context, cl.mem_flags.READ_WRITE, nbytes) for _ in range(2))

        def run(times: int) -> None:
            for _ in range(times):
                event = cl.enqueue_copy(device.queue, other, one, byte_count=nbytes)
            event.wait()

        return Contender("copy", run)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    one, other = (np.array_split(hand.aligned((nbytes,), np.uint8), cores) for _ in range(2))
    for part in (*one, *other):
        part.fill(1)  # now it is memory, and not only promised
    threads = ThreadPoolExecutor(cores)

    def run(times: int) -> None:
        for _ in range(times):
            list(threads.map(np.copyto, other, one))

    return Contender("copy", run)


class PyGPU:
    """One workload by PyGPU: on pictures that are on the device already, and whole calls on those of the host."""

    def __init__(self, device, workload, pictures, width: int, height: int):
        self.workload, self.pictures = workload, pictures
        self.filter = workload.filter()
        self.options = {} if pictures else {"size": (width, height)}
        if workload.dtype:
            self.options["dtype"] = workload.dtype
        self.numbers = workload.numbers(width, height)
        self.there = [pygpu.upload(picture, device) for picture in pictures] if device is not None else pictures
        self.into = {}  # without a picture that is on the device, what keeps the result there
        if device is not None and not pictures:
            self.into = {"out": pygpu.upload(np.zeros((height, width), workload.dtype or "float32"), device)}
        self.last, self.first = None, {}

    def call(self, pictures, **into):
        """The result; of a filter bank the last one."""
        made = self.filter(*pictures, *self.numbers, **self.options, **into)
        self.first = self.first or self.filter.timings()
        return made[-1] if isinstance(made, tuple) else made

    def resident(self) -> Contender:
        def run(times: int) -> None:
            for _ in range(times):
                self.last = self.call(self.there, **self.into)
            if hasattr(self.last, "wait"):
                self.last.wait()

        return Contender("pygpu", run, lambda: np.asarray(self.last))

    def tuned(self, seconds: float) -> Contender:
        """The same by another filter, whose plans are measured first; this one keeps its own."""
        self.call(self.there, **self.into)
        other = copy_of(self)
        other.filter = self.workload.filter()
        other.filter.tune(*other.there, *self.numbers, seconds=seconds, **self.options)
        made = other.resident()
        made.name = "tuned"
        return made

    def whole(self) -> Contender:
        def run(times: int) -> None:
            for _ in range(times):
                self.last = self.call(self.pictures)

        return Contender("whole call", run, lambda: np.asarray(self.last))
