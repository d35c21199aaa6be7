"""How long one waits: for the import, for the compiler, for the driver, for a call that has nearly nothing to do.

    python -m pygpu bench --latency                  and the driver's time for every workload
    python -m pygpu bench --latency sobel harris     for these only

What is imported and what a new process builds is measured in new processes. A call is measured in turns with the same
launch made through pyopencl alone, its arguments set beforehand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from unittest.mock import patch

import numpy as np

import pygpu
from pygpu import Image, Position
from pygpu.runtime.pool import Between

from .measuring import Contender, measure
from .workloads import ALL, sized

HOME = Path(pygpu.__file__).resolve().parent.parent
OURS = ("trace", "optimise", "plan", "emit")
TIMES = 5

IMPORT = """
from time import perf_counter
started = perf_counter()
import pygpu
print(perf_counter() - started)
"""
FIRST_CALL = """
from time import perf_counter
from tests.speed.workloads import ALL
workload = ALL[{name!r}]
pictures = workload.pictures(512, 512)
started = perf_counter()
filter = workload.filter()
compiled = perf_counter()
filter(*pictures)
print(compiled - started, perf_counter() - compiled)
"""


def in_new_process(script: str, times: int = TIMES, **environment) -> list[float]:
    """The numbers that a script prints, each as the median of several runs."""
    path = os.pathsep.join([str(HOME), *filter(None, [os.environ.get("PYTHONPATH")])])  # pyopencl may be found there
    settings = {**os.environ, "PYTHONPATH": path, **environment}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
    printed = [subprocess.run([sys.executable, "-W", "ignore", "-c", script], env=settings, cwd=HOME, check=True,
                              capture_output=True, text=True).stdout for _ in range(times)]
    return [median(numbers) for numbers in zip(*(map(float, line.split()) for line in printed))]


def import_time(times: int = TIMES) -> float:
    in_new_process(IMPORT, 1)
    return in_new_process(IMPORT, times)[0]


def first_call(name: str, times: int = TIMES) -> list[float]:
    """Seconds of the first compile() of a new process, which imports pyopencl, and of the first call, which opens the
    drivers; the kernel is on disk."""
    with tempfile.TemporaryDirectory(prefix="pygpu-latency-", ignore_cleanup_errors=True) as cache:
        script = FIRST_CALL.format(name=name)
        in_new_process(script, 1, PYGPU_CACHE=cache)
        return in_new_process(script, times, PYGPU_CACHE=cache)


def compiling(name: str, times: int = TIMES) -> dict[str, float]:
    """Seconds from the function to OpenCL C, part by part, without the driver."""
    workload, found = ALL[name], []
    pictures, numbers = workload.pictures(64, 64), workload.numbers(64, 64)
    with patch.dict(os.environ, PYGPU_CACHE="off"):  # nothing is found on disk, and nothing put there
        for _ in range(times):
            filter = workload.filter()
            filter(*pictures, *numbers, **({} if pictures else {"size": (64, 64)}))
            found.append({part: filter.timings().get(part, 0.0) for part in OURS})
    return min(found, key=lambda parts: sum(parts.values()))


def driver(workload) -> float:
    """Seconds that the driver's compiler takes."""
    pygpu.runtime.programs.forget()
    with patch.dict(os.environ, PYGPU_CACHE="off"):  # nothing is found on disk, and nothing put there
        filter, size = workload.filter(), (64, 64)
        known = sized(workload, *size)
        filter(*known.pictures(*size), *known.numbers(*size), **({"size": size} if workload.picture == "none" else {}))
        return filter.timings().get("build", 0.0)


def small_call(device, seconds: float = 2.0) -> tuple[float, float]:
    """Seconds of an empty filter's call on a picture of 64 x 64 on the device, and of its launch alone; both waited for."""
    import pyopencl as cl

    picture = pygpu.upload(np.zeros((64, 64), np.float32), device)
    filter = pygpu.compile(lambda im=Image, p=Position: im(p))
    result = filter(picture).wait()
    launcher = filter._last.launcher
    layout = launcher.layout_for([picture], [result], (64, 64))
    kernel, = launcher.ready(layout, [picture], [result], Between(), ())
    _, _, grid, group, *_ = layout.steps[0]

    def call(times: int) -> None:
        for _ in range(times):
            filter(picture).wait()

    def launch(times: int) -> None:
        for _ in range(times):
            cl.enqueue_nd_range_kernel(device.queue, kernel, grid, group).wait()

    contenders = [Contender("call", call), Contender("launch", launch)]
    measure(contenders, seconds)
    return contenders[0].median, contenders[1].median


def table(device, workloads) -> list[str]:
    """The lines, as they are found."""
    yield f"import pygpu                             {1e3 * import_time():8.0f} ms"
    for name in ("sobel", "harris"):
        parts = compiling(name)
        told = ", ".join(f"{part} {1e3 * seconds:.1f}" for part, seconds in parts.items())
        yield f"from function to OpenCL C, {name:<13} {1e3 * sum(parts.values()):8.1f} ms  ({told})"
    if device is None:
        return
    for name in ("sobel", "harris"):
        compiled, called = first_call(name)
        yield (f"first call, kernel on disk, {name:<12} {1e3 * called:8.0f} ms  "
               f"(and compile() before, with pyopencl's import, {1e3 * compiled:.0f})")
    call, launch = small_call(device)
    yield (f"call on 64x64 on the device, and wait    {1e6 * call:8.1f} µs  "
           f"({1e6 * (call - launch):.1f} more than pyopencl's {1e6 * launch:.1f} for the launch)")
    for workload in workloads:
        yield f"driver's compiler, {workload.title:<22}{1e3 * driver(workload):7.0f} ms"
