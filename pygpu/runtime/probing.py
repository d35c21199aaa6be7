"""Does this device really work? Hides the trial kernel and remembers what it showed.

A driver can list a device and still fail at its first kernel (the PoCL that pyopencl's own extra brings knows no
recent processor). So a device is believed only after it has built and run three lines. The same trial shows whether
the device computes right in the caller's memory, which saves every copy on a CPU, and how a CPU best looks up numbers that
lie anywhere: some processors have an instruction for that which is quick, of others it is slower than one load after the
other. A success is kept on disk under the driver's version; a failure is tried again next time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from . import cache

SOURCE = """
__kernel void trial(__global int* numbers, int add)
{
    int i = get_global_id(0);
    if (i < 100) numbers[i] = add + 3 * numbers[i];
}
"""

# Both ways of kernels (opencl/prelude.py), in a table that the first cache holds.
PLACES = ", ".join([f"from[at2.s{lane // 2:x} {'>> 32' if lane % 2 else '& 0xffffffffUL'}]" for lane in range(16)])
LOOKS = f"""
float16 by_pairs(__global const float *from, int16 at)
{{
    const ulong8 at2 = as_ulong8(at);
    return (float16)({PLACES});
}}

float16 at_once(__global const float *from, int16 at)
{{
    int places[16];
    float found[16];
    vstore16(at, 0, places);
    #pragma clang loop vectorize(enable) vectorize_width(16) unroll(disable)
    for (int i = 0; i < 16; i++) found[i] = from[places[i]];
    return vload16(0, found);
}}

#define LOOKING(how) \\
    __kernel void looks_##how(__global const float *from, __global float *to) \\
    {{ \\
        int16 at = (int16)(0, 61, 122, 183, 244, 305, 366, 427, 488, 549, 610, 671, 732, 793, 854, 915); \\
        float16 sum = 0.0f; \\
        for (int i = 0; i < 4096; i++) {{ \\
            sum += how(from, at); \\
            at = (at + 421) & 1023; \\
        }} \\
        vstore16(sum, 0, to); \\
    }}
LOOKING(by_pairs)
LOOKING(at_once)
"""
QUICKER = 0.9  # of the time
TIMES = 10

_store = cache.Store("devices", limit=1 << 20)


@dataclass(frozen=True)
class Trial:
    """What a trial showed: whether the device works, in the caller's own memory too, and by its addresses; if not, why.
    `gathers`: numbers that lie anywhere are looked up at once."""

    works: bool
    zero_copy: bool = False
    why: str = ""
    shared: bool = False
    gathers: bool = False


def trial(device: Any, fresh: bool = False) -> Trial:
    """Try `device`, or recall an earlier success with the same driver."""
    key = cache.key_of("trial", SOURCE, LOOKS, device.identity)
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
    return Trial(True, zero_copy, shared=shared, gathers=own_memory and not device.checker and _gathers(device))


def _gathers(device: Any) -> bool:
    """Whether it looks numbers up at once more quickly than by pairs."""
    import numpy as np
    import pyopencl as cl

    table, sums, taken = np.ones(1024, np.float32), np.zeros(16, np.float32), dict[str, list[float]]()
    try:
        program, flags = device.build_source(LOOKS, b""), cl.mem_flags
        memory = [cl.Buffer(device.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=each) for each in (table, sums)]
        kernels = [device.kernel(program, name) for name in ("looks_by_pairs", "looks_at_once")]
        for kernel in kernels * TIMES:
            kernel.set_args(*memory)
            started = perf_counter()
            cl.enqueue_nd_range_kernel(device.queue, kernel, (1,), (1,)).wait()
            taken.setdefault(kernel.function_name, []).append(perf_counter() - started)
        cl.enqueue_copy(device.queue, sums, memory[1])
    except Exception:  # then kernels do without
        return False
    by_pairs, at_once = map(min, taken.values())
    return bool((sums == 4096).all()) and at_once < QUICKER * by_pairs


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
