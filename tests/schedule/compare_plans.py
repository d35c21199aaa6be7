"""How fast kernels are, every plan of every workload beside a copy of the same image, on one device, in one run.

    python -m tests.schedule.compare_plans                       the first GPU, else the first device; its usual size
    python -m tests.schedule.compare_plans --device intel --size 2048 sobel harris

Kernels only: images lie on the device. Every result is checked against the graph's NumPy evaluator on a small image of
odd size first, and not timed if it is wrong. Times are medians of interleaved launches.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import warnings

import numpy as np

from pygpu.errors import CompileError
from pygpu.ir import FLOAT, PixelType
from pygpu.ir.evaluate import evaluate
from pygpu.language.signature import parameters
from pygpu.opencl import Format, ImageArg, OutputArg, ScratchArg, ScratchImageArg, SizeArg
from pygpu.opencl.emit import emit
from pygpu.runtime import drivers
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import candidates
from pygpu.story import Story

from .compared import WORKLOADS

BUDGET = 1.0     # seconds of launches for one kernel
LONGEST = 60.0   # seconds for a driver to compile before a workload is given up


class Bench:
    def __init__(self, device):
        import pyopencl as cl

        self.cl, self.device = cl, device
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        self.is_gpu = bool(device.type & cl.device_type.GPU)
        self.traits = GPU if self.is_gpu else CPU

    def buffer(self, nbytes: int, shift: int = 0):
        """A buffer, `shift` bytes from the start of a page: on CPUs a result beside its input page by page is slow."""
        whole = self.cl.Buffer(self.context, self.cl.mem_flags.READ_WRITE, nbytes + 2 * 4096)
        return whole.get_sub_region(shift, nbytes) if shift else whole

    def prepare(self, program, built, images: list[np.ndarray], size: tuple[int, int]):
        """Kernels with all arguments set, and the buffers: those of the results first."""
        cl, (width, height) = self.cl, size
        inputs = [self.buffer(i.nbytes) for i in images]
        for buffer, image in zip(inputs, images):
            cl.enqueue_copy(self.queue, buffer, image)
        shift = 0 if self.is_gpu else 2048
        outputs = [self.buffer(width * height * f.channels * np.dtype(f.dtype).itemsize, shift) for f in program.outputs]
        scratch = []
        for s in program.scratch:
            left, top, right, bottom = s.margin
            stride = (width + left + right) * s.format.channels
            scratch.append((self.buffer(stride * (height + top + bottom) * np.dtype(s.format.dtype).itemsize), stride))
        launches = []
        for step in program.steps:
            kernel, arguments = cl.Kernel(built, step.kernel), []
            for arg in step.args:
                if isinstance(arg, ImageArg):
                    image = images[arg.index]
                    sizes = (image.shape[1], image.shape[0], image[0].size)
                    arguments += [inputs[arg.index], *map(np.int32, sizes)]
                elif isinstance(arg, OutputArg):
                    arguments += [outputs[arg.index], np.int32(width * program.outputs[arg.index].channels)]
                elif isinstance(arg, ScratchArg):
                    arguments += [scratch[arg.index][0], np.int32(scratch[arg.index][1])]
                elif isinstance(arg, ScratchImageArg):
                    buffer, stride = scratch[arg.index]
                    shape = grown(program.scratch[arg.index].margin, width, height)
                    arguments += [buffer, *map(np.int32, shape), np.int32(stride)]
                elif isinstance(arg, SizeArg):
                    arguments += map(np.int32, grown(arg.margin, width, height))
            kernel.set_args(*arguments)
            counts = [-(-n // b) for n, b in zip(grown(step.margin, width, height), step.block)]
            launches.append((kernel, [-(-n // m) * m for n, m in zip(counts, step.local)], step.local))
        return launches, [*outputs, *inputs, *(buffer for buffer, _ in scratch)]

    def run(self, launches) -> float:
        """Seconds for one pass."""
        started = time.perf_counter()
        events = [self.cl.enqueue_nd_range_kernel(self.queue, *launch) for launch in launches]
        events[-1].wait()
        if self.is_gpu:
            return (events[-1].profile.end - events[0].profile.start) * 1e-9
        return time.perf_counter() - started

    def right(self, program, built, graph, form: Format) -> bool:
        """Whether a small image of odd size comes out as NumPy computes it."""
        size = (203, 61)
        image = picture(size, form)
        launches, buffers = self.prepare(program, built, [image], size)
        self.run(launches)
        result = np.empty((size[1], size[0], program.outputs[0].channels), program.outputs[0].dtype)
        self.cl.enqueue_copy(self.queue, result, buffers[0])
        pixels = image.reshape(size[1], size[0], -1)
        scaled = (pixels / 255).astype(np.float32) if form.dtype == "uint8" else pixels
        expected = evaluate(graph, [scaled], (), size)[0]
        if result.dtype == np.uint8:
            return bool(np.abs(np.clip(np.rint(expected * 255), 0, 255) - result).max() <= 1)
        return bool(np.allclose(result, expected, rtol=1e-4, atol=1e-4))


def named(plan) -> str:
    """A plan's shape, and that of its passes."""
    passes = ", ".join(f"{own.block[0]} x {own.rows}" for _, own in plan.passes)
    return f"{plan.shape} ({passes})" if passes else plan.shape


def grown(margin, width: int, height: int) -> tuple[int, int]:
    left, top, right, bottom = margin
    return width + left + right, height + top + bottom


def picture(size: tuple[int, int], form: Format) -> np.ndarray:
    rng = np.random.default_rng(1)
    shape = (size[1], size[0], form.channels)[: 3 if form.channels > 1 else 2]
    return rng.integers(0, 256, shape, np.uint8) if form.dtype == "uint8" else rng.random(shape, np.float32)


def bench(device, names, size: int, kinds: str) -> list[dict]:
    run = Bench(device)
    rows = []
    for name in names:
        function, dtype, channels = WORKLOADS[name]
        try:
            story = Story(function, parameters(function, {}), {"im": PixelType(FLOAT, channels)})
            form, out = Format(dtype, channels), Format(dtype, 1)
            story = story.for_pixels((form,), (out,), run.traits)
            graph, chosen = story.graph, story.plan
        except CompileError as error:
            print(f"{name}: not compiled: {error}")
            continue
        plans = {named(chosen): chosen}
        if kinds == "all":
            for each in candidates(graph, (form,), (out,), run.traits):
                plans.setdefault(named(each), each)
        ready = []
        image = picture((size, size), form)
        for shape, made in plans.items():
            program = emit(graph, made, (form,), (out,), run.traits)
            started = time.perf_counter()
            built = run.cl.Program(run.context, program.source).build(options=list(program.options), cache_dir=False)
            build = time.perf_counter() - started
            if not run.right(program, built, graph, form):
                rows.append({"workload": name, "plan": shape, "ms": None})
                print(f"{name:10s} WRONG  {shape}", flush=True)
                continue
            launches, buffers = run.prepare(program, built, [image], (size, size))
            first = run.run(launches)
            ready.append((shape + (" *" if made is chosen else ""), launches, len(program.source), build, buffers))
            if build > LONGEST or first > 20:
                break
        copies = copier(run, image.nbytes)
        times: dict[str, list[float]] = {"copy": [], **{label: [] for label, *_ in ready}}
        until = time.perf_counter() + BUDGET * (1 + len(ready))
        while time.perf_counter() < until and len(times["copy"]) < 60:
            times["copy"].append(copies())
            for label, launches, *_ in ready:
                times[label].append(run.run(launches))
        base = statistics.median(times["copy"]) * 1e3
        print(f"{name}: {size} x {size} x {channels} {dtype}; copy {base:.3f} ms; "
              + ", ".join(f"{verb} {seconds * 1e3:.0f} ms" for verb, seconds in story.seconds.items())
              + f"; {len(graph.body.ops)} operations")
        for label, _, length, build, *_ in ready:
            ms = statistics.median(times[label]) * 1e3
            rows.append({"workload": name, "plan": label, "ms": ms, "copy": base, "least": min(times[label]) * 1e3,
                         "source": length, "build": build})
            print(f"  {ms:9.3f} ms  {ms / base:6.2f} copies  (least {min(times[label]) * 1e3:.3f})  {label}; "
                  f"{length} characters built in {build:.2f} s", flush=True)
    return rows


def copier(run: Bench, nbytes: int):
    """A function that copies an image on the device once, and says how long it took."""
    a, b = run.buffer(nbytes), run.buffer(nbytes, 0 if run.is_gpu else 2048)

    def once() -> float:
        started = time.perf_counter()
        event = run.cl.enqueue_copy(run.queue, b, a, byte_count=nbytes)
        event.wait()
        return (event.profile.end - event.profile.start) * 1e-9 if run.is_gpu else time.perf_counter() - started

    once()
    return once


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD", help=", ".join(WORKLOADS))
    parser.add_argument("--device", default="", help="part of a platform's or device's name")
    parser.add_argument("--size", type=int, default=0, help="width and height; 8192 on a GPU, else 4096")
    parser.add_argument("--plans", choices=("chosen", "all"), default="all")
    parser.add_argument("--json", help="also write the figures to this file")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    devices = [d for p in drivers.opened().platforms for d in p.get_devices()
               if args.device.lower() in f"{p.name} {d.name}".lower()]
    if not devices:
        print("no such OpenCL device", file=sys.stderr)
        return 1
    import pyopencl as cl

    device = max(devices, key=lambda d: bool(d.type & cl.device_type.GPU))
    size = args.size or (8192 if device.type & cl.device_type.GPU else 4096)
    print(f"{device.name} ({device.platform.name}, {device.version})")
    rows = bench(device, args.workloads or list(WORKLOADS), size, args.plans)
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"device": device.name, "size": size, "rows": rows}, file, indent=1)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
