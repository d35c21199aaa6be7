"""The workloads by hand in OpenCL: how each kernel in hand/cpu and hand/gpu is launched. They know nothing of PyGPU.

All pictures are dense rows; a file holds one kernel, (in, out, width, height). In the head of each file, a line
`// block 4096 x 4 ...` says what a work-item computes and how large the work-group is.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle
from pathlib import Path

import numpy as np

from .measuring import Contender

FOLDER = Path(__file__).parent / "hand"
PLACES = cycle((0, 2048, 1024, 3072))
HEAD = re.compile(r"// block (\d+|row) x (\d+), work-groups of (\d+) x (\d+)(?:, pictures from (\d+) x (\d+))?")

# What is native on one kind of device is nearly exact there, and on another may be anything.
EXACT = "".join(f"#define native_{name} {name}\n" for name in ("exp2", "log2", "sqrt")) + (
    "#define native_divide(a, b) ((a) / (b))\n")


def text(kind: str, workload) -> str | None:
    """The kernel for this workload on this kind of device, if someone has written it."""
    path = FOLDER / kind / f"{workload.name}.cl"
    return path.read_text() if path.exists() else None


def contender(device, workload, pictures, width: int, height: int, kind: str = "") -> Contender | None:
    """The kernel on this device; `kind` says for which kind it was written, if not for this one."""
    import pyopencl as cl

    kind = kind or device.kind
    source = text(kind, workload)
    if source is None:
        return None
    columns, rows, *group = HEAD.search(source).groups()
    smallest = tuple(int(n or 1) for n in group[2:])
    if width < smallest[0] or height < smallest[1]:
        return None
    block = (width if columns == "row" else int(columns)), int(rows)
    group = tuple(map(int, group[:2]))
    common = (FOLDER / kind / "common.cl").read_text()
    if kind != device.kind:
        source = EXACT + source
    program = built(device, weights(workload) + common + source)
    kernel = cl.Kernel(program, program.get_info(cl.program_info.KERNEL_NAMES))
    blocks = [-(-n // b) for n, b in zip((width, height), block)]
    grid = tuple(-(-n // g) * g for n, g in zip(blocks, group))
    inputs = [np.ascontiguousarray(picture) for picture in pictures]
    result = aligned((height, width), workload.dtype or "float32")
    if device.zero_copy:
        inputs = [aligned(picture.shape, picture.dtype, picture) for picture in inputs]
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
        buffers = [cl.Buffer(device.context, flags, hostbuf=array) for array in (*inputs, result)]
    else:
        buffers = [cl.Buffer(device.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=array)
                   for array in inputs] + [cl.Buffer(device.context, cl.mem_flags.READ_WRITE, result.nbytes)]
    kernel.set_args(*buffers, np.int32(width), np.int32(height))
    queue = device.queue

    def run(times: int) -> None:
        for _ in range(times):
            event = cl.enqueue_nd_range_kernel(queue, kernel, grid, group)
        event.wait()

    def fetch() -> np.ndarray:
        if not device.zero_copy:
            cl.enqueue_copy(queue, result, buffers[-1])
        return result

    return Contender("by hand", run, fetch)


def weights(workload) -> str:
    """The known weights of a workload, as a table."""
    known = next((value for value in workload.known.values() if isinstance(value, np.ndarray)), None)
    if known is None:
        return ""
    return f"__constant float WEIGHTS[] = {{{', '.join(f'{value:.9g}f' for value in known.ravel())}}};\n".replace("+f", "f")


@cache
def built(device, source: str):
    return device.build_source(source, b"-cl-std=CL1.2")


def aligned(shape, dtype, values=None) -> np.ndarray:
    """Room for an array that begins on a cache line, as vector stores past the cache ask for, and at another place in a
    page than the one before, or both would want the same lines of the cache."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + 8192, np.uint8)
    start = -raw.ctypes.data % 4096 + next(PLACES)
    array = raw[start:start + size].view(dtype).reshape(shape)
    if values is not None:
        array[...] = values
    return array
