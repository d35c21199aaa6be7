"""Does this device really work? Hides the trial kernel and remembers what it showed.

A driver can list a device and still fail at its first kernel (the PoCL that pyopencl's own extra brings knows no
recent processor). So a device is believed only after it has built and run three lines. The same trial shows whether
the device computes right in the caller's memory, which saves every copy on a CPU. A success is kept on disk under
the driver's version; a failure is tried again next time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from . import cache

SOURCE = """
__kernel void trial(__global int* numbers, int add)
{
    int i = get_global_id(0);
    if (i < 100) numbers[i] = add + 3 * numbers[i];
}
"""

_store = cache.Store("devices", limit=1 << 20)


@dataclass(frozen=True)
class Trial:
    """What a trial showed: whether the device works, in the caller's own memory too, and by its addresses; if not, why."""

    works: bool
    zero_copy: bool = False
    why: str = ""
    shared: bool = False


def trial(device: Any, fresh: bool = False) -> Trial:
    """Try `device`, or recall an earlier success with the same driver."""
    key = cache.key_of("trial", SOURCE, device.identity)
    if not fresh:
        known = _recall(key)
        if known is not None:
            return known
    found = _run(device)
    if found.works:
        _store.put(key, json.dumps(asdict(found)).encode())
    return found


def _recall(key: str) -> Trial | None:
    stored = _store.get(key)
    try:
        return Trial(**json.loads(stored)) if stored else None
    except (ValueError, TypeError):
        return None


def _run(device: Any) -> Trial:
    import numpy as np
    import pyopencl as cl

    try:
        program = device.build_source(SOURCE, b"")
        kernel = device.kernel(program, "trial")
        own_memory = device.kind == "cpu"
        numbers = np.arange(100, dtype=np.int32)
        wanted = 3 * numbers + 7
        mode = cl.mem_flags.USE_HOST_PTR if own_memory else cl.mem_flags.COPY_HOST_PTR
        buffer = cl.Buffer(device.context, cl.mem_flags.READ_WRITE | mode, hostbuf=numbers)
        kernel.set_args(buffer, np.int32(7))
        cl.enqueue_nd_range_kernel(device.queue, kernel, (128,), (64,)).wait()
        zero_copy = own_memory and bool((numbers == wanted).all())
        read = np.empty_like(wanted)
        cl.enqueue_copy(device.queue, read, buffer)
        shared = zero_copy and _takes_addresses(device, kernel)
    except Exception as error:  # whatever a broken driver throws
        return Trial(False, why=first_line(error))
    if (read != wanted).all():
        return Trial(False, why="it computed wrong numbers")
    return Trial(True, zero_copy, shared=shared)


def _takes_addresses(device: Any, kernel: Any) -> bool:
    """Whether it says that kernels may be given any address of the host's, and they work there."""
    import numpy as np
    import pyopencl as cl

    try:
        if not device.handle.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_SYSTEM:
            return False
    except (cl.Error, AttributeError):  # a driver that has never heard of it
        return False
    numbers = np.arange(101, dtype=np.int32)[1:]  # wherever it begins
    wanted = 3 * numbers + 7
    kernel.set_args(cl.SVM(numbers), np.int32(7))
    cl.enqueue_nd_range_kernel(device.queue, kernel, (128,), (64,)).wait()
    return bool((numbers == wanted).all())


def first_line(error: BaseException) -> str:
    """What a driver's error says first; the rest is its compiler's log."""
    lines = str(error).strip().splitlines()
    return lines[0].strip() if lines else type(error).__name__
