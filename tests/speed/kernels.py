"""`python -m tests.speed.kernels`: how long each kernel of a call takes on the device, by the driver's own clock.

    python -m tests.speed.kernels iir_blur interpolate              apps, as `bench apps` has them
    python -m tests.speed.kernels sobel running integral prefix     workloads of `bench`, and those below
    python -m tests.speed.kernels --device gpu --size 8192x8192 --longest 12 normalized

Beside it what a call takes from launch to end: what is more than the sum is the host's part, or gaps between kernels. Every
number is the least of the calls; of kernels with the same name, grid and group the times are added up.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from time import perf_counter

import numpy as np
import pyopencl

import pygpu
from pygpu.runtime.devices import Device

from . import workloads
from .apps import SMALLER, filters, pictures

CALLS = 12


def integral(im=pygpu.Image, p=pygpu.Position):
    """The sum of all pixels above and to the left."""
    def across(q):
        return im(q) + (across(q - (1, 0)) if q.x > 0 else 0.0)

    def down(q):
        return across(q) + (down(q - (0, 1)) if q.y > 0 else 0.0)

    return down(p)


def prefix(a=pygpu.Array, p=pygpu.Position):
    def total(q):
        return a(q) + (total(q - 1) if q.x > 0 else 0.0)

    return total(p)


def histogram(im=pygpu.Image):
    counts = [0] * 256
    for value in im:
        counts[int(value * 255 + 0.5)] += 1
    return counts


def greatest(im=pygpu.Image):
    return max(im)


def total(im=pygpu.Image):
    return sum(im)


OTHERS = {"integral": integral, "prefix": prefix, "histogram": histogram, "greatest": greatest, "total": total,
          "otsu": pygpu.filters.otsu}


def main(words: list[str] | None = None) -> int:
    made = argparse.ArgumentParser(prog="python -m tests.speed.kernels", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("names", metavar="NAME", nargs="+")
    made.add_argument("--device", help="as in PYGPU_DEVICE")
    made.add_argument("--size", metavar="WxH", default="8192x8192", help="of workloads' pictures (default: 8192x8192)")
    made.add_argument("--longest", type=int, default=10, metavar="N", help="so many kernels are shown (default: 10)")
    made.add_argument("--each", action="store_true", help="each launch by itself, in their order")
    options = made.parse_args(words)
    device = pygpu.use(options.device or None)
    watched = watch(device)
    size = tuple(int(each) for each in options.size.lower().split("x"))
    for name in options.names:
        shown(name, *asked(name, size), watched, options)
    return 0


def asked(name: str, size: tuple[int, int]) -> tuple[pygpu.Filter, list[object]]:
    """A filter, and what it is called with."""
    if name in filters.__dict__ and name in [each.__name__ for each in filters.FILTERS]:
        small = SMALLER.get(name, 1)
        return filters.compiled(name), [*pictures(name, (1536 // small, 2560 // small))]
    if name in OTHERS:
        if name == "prefix":
            return pygpu.compile(OTHERS[name]), [np.random.default_rng(1).random(10**8, np.float32)]
        image = workloads.noise(*((512, 512) if name == "otsu" else size))
        return pygpu.compile(OTHERS[name]), [(image * 255).astype(np.uint8) if name in ("histogram", "otsu") else image]
    workload = workloads.ALL[name]
    size = workload.size or size
    return workload.filter(), [*workload.pictures(*size), *workload.numbers(*size)]


def watch(device: Device) -> list[tuple[str, tuple[int, ...], tuple[int, ...], pyopencl.Event]]:
    """From now on what is launched on a device is put down here, with an event that knows its times."""
    launched: list = []
    profiled = pyopencl.CommandQueue(device.context, properties=pyopencl.command_queue_properties.PROFILING_ENABLE)
    device.__dict__["queue"] = profiled
    enqueue = pyopencl.enqueue_nd_range_kernel

    def enqueued(queue, kernel, grid, group, *more, **options):
        event = enqueue(queue, kernel, grid, group, *more, **options)
        launched.append((kernel.function_name, tuple(grid), tuple(group or ()), event))
        return event

    pyopencl.enqueue_nd_range_kernel = enqueued
    return launched


def shown(name: str, filter: pygpu.Filter, given: list[object], launched: list,
          options: argparse.Namespace) -> None:
    held = [pygpu.upload(each) if isinstance(each, np.ndarray) else each for each in given]
    started = perf_counter()
    wait(filter(*held))
    first, whole = perf_counter() - started, []
    found: dict[int, list[float]] = defaultdict(list)
    what: dict[int, tuple] = {}
    for _ in range(CALLS):
        launched.clear()
        started = perf_counter()
        wait(filter(*held))
        whole.append(perf_counter() - started)
        for number, (*kernel, event) in enumerate(launched):
            event.wait()
            found[number].append(1e-3 * (event.profile.end - event.profile.start))
            what[number] = tuple(kernel)
    sums: dict[tuple, list[float]] = defaultdict(list)
    for number, kernel in what.items():
        sums[(number, *kernel) if options.each else (0, *kernel)].append(min(found[number]))
    every = sum(map(sum, sums.values()))
    print(f"{name}: {min(whole) * 1e6:.0f} us a call, {every:.0f} us in {len(what)} kernels (first {first:.1f} s)",
          flush=True)
    listed = [*sums.items()] if options.each else sorted(sums.items(), key=lambda each: -sum(each[1]))[:options.longest]
    for (_, kernel, grid, group), times in listed:
        places = f"{'x'.join(map(str, grid)):>16} / {'x'.join(map(str, group))}"
        print(f"    {sum(times):8.1f} us {len(times):3} x {kernel:28} {places}")


def wait(made: object) -> None:
    for each in made if isinstance(made, tuple) else (made,):
        if isinstance(each, pygpu.DeviceImage):
            each.wait()


if __name__ == "__main__":
    raise SystemExit(main())
