"""How fast a device is: memory, arithmetic, a launch. Measured when someone first asks, and then kept on disk.

No call of a filter ever waits for it: `known` gives what is there already, `measured` takes a quarter of a second once for
each device and driver.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import Any

from . import cache, programs
from .devices import Device

SOURCE = """
__kernel void moves(__global const float4 *from, __global float4 *to)
{
    const int size = get_global_size(0);
    for (int i = get_global_id(0), k = 0; k < PARTS; k++, i += size)
        to[i] = from[i];
}

__kernel void moves_strip(__global const float16 *from, __global float16 *to)
{
    for (int i = get_global_id(0) * 1024, end = i + 1024; i < end; i++)
        to[i] = from[i];
}

__kernel void adds(__global VECTOR *to, float by)
{
    const VECTOR m = by * get_global_id(0);
    VECTOR a = m * 3.0f, b = m * 5.0f, c = m * 7.0f, d = m * 11.0f;
    VECTOR e = m * 13.0f, f = m * 17.0f, g = m * 19.0f, h = m * 23.0f;
    for (int i = 0; i < 256; i++) {
        a = fma(a, a, m); b = fma(b, b, m); c = fma(c, c, m); d = fma(d, d, m);  // an addition that none can be spared of
        e = fma(e, e, m); f = fma(f, f, m); g = fma(g, g, m); h = fma(h, h, m);
    }
    to[get_global_id(0)] = a + b + c + d + e + f + g + h;
}

__kernel void nothing(__global float *to) {}
"""
SIZES = {"cpu": 64 << 20, "gpu": 256 << 20}  # bytes that are copied: far more than any cache keeps
PARTS = 8                                    # float4 that a work-item of a GPU copies
ITEMS = {"cpu": 4096, "gpu": 1 << 20}        # that add
ADDITIONS = 8 * 256

_store = cache.Store("figures", limit=1 << 20)
_known: dict[str, Figures] = {}


@dataclass(frozen=True)
class Figures:
    """`bandwidth` in GB/s, read and written together; `arithmetic` in G additions/s; `launch` in seconds, waited for."""

    bandwidth: float
    arithmetic: float
    launch: float

    def __str__(self) -> str:
        return (f"{self.bandwidth:.3g} GB/s, {self.arithmetic:.3g} G additions/s, "
                f"{1e6 * self.launch:.3g} µs for a launch")


def known(device: Device) -> Figures | None:
    """What was measured earlier, in this process or another."""
    key = cache.key_of("figures", SOURCE, device.identity)
    if key not in _known:
        stored = _store.get(key)
        try:
            if stored:
                _known[key] = Figures(**json.loads(stored))
        except (ValueError, TypeError):
            pass
    return _known.get(key)


def measured(device: Device, fresh: bool = False) -> Figures:
    """What is known, or else (or `fresh`) is found out now."""
    found = None if fresh else known(device)
    if found is None:
        key = cache.key_of("figures", SOURCE, device.identity)
        found = _known[key] = _measure(device)
        _store.put(key, json.dumps(asdict(found)).encode())
    return found


def _measure(device: Device) -> Figures:
    import numpy as np
    import pyopencl as cl

    kind = "gpu" if device.kind == "gpu" else "cpu"
    size, lanes = SIZES[kind], 1 if kind == "gpu" else 16
    options = (f"-DVECTOR=float{lanes if lanes > 1 else ''}", f"-DPARTS={PARTS}")
    program = programs.build(device, SOURCE, options)
    one, other = (cl.Buffer(device.context, cl.mem_flags.READ_WRITE, size) for _ in range(2))

    def seconds(name: str, items: int, group: int, *arguments: Any, times: int = 5) -> float:
        kernel = cl.Kernel(program, name)
        kernel.set_args(*arguments)
        taken = []
        for _ in range(times + 1):  # the first one warms up: memory that is only promised becomes real
            started = perf_counter()
            cl.enqueue_nd_range_kernel(device.queue, kernel, (items,), (group,)).wait()
            taken.append(perf_counter() - started)
        return min(taken[1:]) if times < 10 else median(taken[1:])

    launch = seconds("nothing", 64, 64, one, times=20)
    if kind == "gpu":
        moving = seconds("moves", size // 16 // PARTS, 256, one, other)
    else:
        moving = seconds("moves_strip", size // 64 // 1024, 1, one, other)
    items = ITEMS[kind]
    adding = seconds("adds", items, 256 if kind == "gpu" else 16, one, np.float32(1e-8))
    return Figures(2 * size / max(moving - launch, 1e-9) / 1e9, items * ADDITIONS * lanes / max(adding - launch, 1e-9) / 1e9,
                   launch)
