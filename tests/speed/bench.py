"""`python -m pygpu bench`: every workload beside a copy, hand-written OpenCL, and the libraries that are installed.

    python -m pygpu bench                                 all workloads on the current device
    python -m pygpu bench sobel harris --against opencv,halide
    python -m pygpu bench --device gpu --against all --budget 900 -o gpu.json --plot gpu.svg
    python -m pygpu bench --sizes sobel gauss              the sizes that people really have
    python -m pygpu bench wide                             large windows and kernels
    python -m pygpu bench values                           values of the whole picture, of its rows; scans
    python -m pygpu bench colours                          what is done with each channel of colours alike
    python -m pygpu bench bank                             filter banks, as planned and as tuned, in GFLOP/s
    python -m pygpu bench apps                             whole programs beside Halide; `bench apps --help`
    python -m pygpu bench papers                           the programs of papers beside NumPy
    python -m pygpu bench wholes                           whole pictures and arrays beside SciPy, OpenCV, ...
    python -m pygpu bench --latency                        how long one waits before anything is computed

Each number is a median in milliseconds and, behind it, how many copies of the same bytes that is. All contenders of a
row take turns, so their ratios hold on a machine that is not quiet. `vs hand` and `vs peer` are PyGPU's time over that of
the hand-written kernel and of the best library. Every result is compared with NumPy's in float64 before it is shown.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from math import inf
from time import perf_counter

import numpy as np

import pygpu

from . import apps, columns, hand, latency, papers, peers, whole_pictures
from .measuring import Contender, measure, warm
from .references import Region
from .report import Row, Table, plot, save
from .workloads import Workload, named, sized

USUAL_SIZE = {"cpu": (4096, 4096), "gpu": (8192, 8192)}
REAL_SIZES = [(640, 480), (1920, 1080), (3840, 2160), (4000, 3000), (12247, 8165), (1021, 769), (1000003, 1), (1, 65537)]
CROP = 96
LOOSELY = 0.2  # for libraries that compute with fewer bits, or a circle instead of a square


def main(words: list[str]) -> int:
    if words[:1] == ["apps"]:
        return apps.main(words[1:])
    if words[:1] == ["papers"]:
        return papers.main(words[1:])
    if words[:1] == ["wholes"]:
        return whole_pictures.main(words[1:])
    options = parser().parse_args(words)
    if not options.warm:
        kernels = tempfile.TemporaryDirectory(prefix="pygpu-bench-", ignore_cleanup_errors=True)
        os.environ["PYGPU_CACHE"] = kernels.name  # every kernel is built here and now, so that the table can say how long
    device = pygpu.use(options.device or None)
    kind = device.kind if device is not None else "cpu"
    try:
        workloads = named(options.workloads)
    except KeyError as unknown:
        print(f"bench: no workload is called {unknown}", file=sys.stderr)
        return 2
    against = [] if options.latency else peers.chosen(options.against, kind)
    machine = about(device, against)
    print("\n".join(f"{name}: {value}" for name, value in machine.items()), end="\n\n")
    if options.latency:
        for line in latency.table(device, workloads):
            print(line, flush=True)
        return 0
    sizes = [options.size] if options.size else REAL_SIZES if options.sizes else [None]
    jobs = [(sized(w, *size) if size else w) for size in sizes for w in workloads]
    deadline = perf_counter() + options.budget
    wholes = [f"{peer.NAME} whole" for peer in against if hasattr(peer, "whole") and kind == "gpu"]
    tunes = ["tuned"] * (device is not None and (options.tune or any(job.bank for job in jobs)))
    table = Table(["copy", "by hand", "pygpu", *tunes, *(peer.NAME for peer in against), "whole call", *wholes],
                  max(len(title(job)) for job in jobs))
    print(table.head(), flush=True)
    rows = []
    for done, job in enumerate(jobs):
        left = deadline - perf_counter()
        if left < 0:
            print(f"(the time is up: {len(jobs) - done} of {len(jobs)} were not measured; --budget SECONDS gives more)")
            break
        seconds = min(left / (len(jobs) - done), options.longest)
        tuned = bool(tunes) and (options.tune or bool(job.bank))
        row = race(job, device, against, job.size or USUAL_SIZE[kind], seconds, tuned)
        rows.append(row)
        print(table.line(row), flush=True)
        if job.bank:
            print(f"    {rates(row)}", flush=True)
        for each in row.contenders:
            if each.error:
                print(f"    {each.name}: {each.error}")
        if options.output:
            save(options.output, machine, rows)  # each time: a run that is cut short has its numbers, too
    if options.plot:
        plot(options.plot, machine, rows)
    return 1 if any("differs" in each.error for row in rows for each in row.contenders) else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m pygpu bench", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("workloads", metavar="WORKLOAD", nargs="*", help="names, or how they begin (default: all)")
    made.add_argument("--against", default="all", metavar="PEERS",
                      help=f"{', '.join(peers.NAMES)}; all, none (default: all)")
    made.add_argument("--device", help="as in PYGPU_DEVICE")
    made.add_argument("--size", type=size_of, metavar="WxH", help="of the pictures (default: 4096x4096, on a GPU 8192x8192)")
    made.add_argument("--sizes", action="store_true", help="the sizes that people really have, one after the other")
    made.add_argument("--latency", action="store_true",
                      help="import, compiling, drivers' builds, small calls: another table")
    made.add_argument("--tune", action="store_true", help="a column with measured plans (filter banks have one anyway)")
    made.add_argument("--budget", type=float, default=1200, metavar="SECONDS", help="for everything (default: 1200)")
    made.add_argument("--longest", type=float, default=60, metavar="SECONDS", help="for one workload (default: 60)")
    made.add_argument("--warm", action="store_true", help="take kernels from the user's cache: `build` says nothing then")
    made.add_argument("-o", "--output", metavar="FILE.json", help="every number")
    made.add_argument("--plot", metavar="FILE.svg")
    return made


def size_of(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    return int(width), int(height)


def about(device, against) -> dict[str, str]:
    import pyopencl

    shown = f"{device.name}, {device.platform} {device.version}" if device is not None else "NumPy, no OpenCL device"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {"device": shown, "host": f"{platform.machine()}, {cores} cores, Python {platform.python_version()}",
            "pygpu": f"{pygpu.__version__}, pyopencl {pyopencl.VERSION_TEXT}, numpy {np.__version__}",
            "peers": ", ".join(f"{peer.NAME} {peer.version()}" for peer in against) or "none"}


def race(workload: Workload, device, against, size: tuple[int, int], seconds: float, tune: bool = False) -> Row:
    """All contenders on one workload; with `tune`, PyGPU once more with plans that were measured."""
    width, height = size
    pictures = workload.pictures(width, height)
    row = Row(title(workload), workload.name, size, [],
              flops=workload.flops, traffic=workload.traffic())
    started = perf_counter()
    ours = made("pygpu", columns.PyGPU, device, workload, pictures, width, height)
    entered = [columns.copy(device, workload, pictures, width, height)]
    if device is not None:
        entered.append(made("by hand", hand.contender, device, workload, pictures, width, height))
    entered += [ours] if isinstance(ours, Contender) else [ours.resident(), ours.whole()]
    if tune and not isinstance(ours, Contender):
        entered.append(made("tuned", ours.tuned, seconds / 2))
    entered += [made(peer.NAME, peer.contender, workload, pictures, width, height) for peer in against]
    if device is not None and device.kind == "gpu":
        entered += [made(f"{peer.NAME} whole", peer.whole, workload, pictures, width, height)
                    for peer in against if hasattr(peer, "whole")]
    row.contenders = [each for each in entered if each is not None]
    measured = [each for each in row.contenders if not too_slow(each, workload, against, seconds, size)]
    for each in measured:
        check(each, workload, pictures, width, height)
    measure(measured, max(1.0, seconds - (perf_counter() - started)))
    if not isinstance(ours, Contender):
        timings = ours.first
        row.build = {name: timings[name] for name in ("trace", "optimise", "plan", "emit", "build") if name in timings}
    return row


def rates(row: Row) -> str:
    """GFLOP/s as in the paper's Table 1, default against tuned."""
    done = row.flops * row.size[0] * row.size[1] / 1e9
    told = [f"{each.name} {done / each.median:.1f}" for name in ("pygpu", "tuned") if (each := row.of(name))]
    default, tuned = row.of("pygpu"), row.of("tuned")
    boost = f", {100 * (default.times_as_long_as(tuned) - 1):+.0f}% by tuning" if default and tuned else ""
    return f"GFLOP/s: {', '.join(told)}{boost}"


def title(workload: Workload) -> str:
    if workload.bank or not workload.size:
        return workload.title
    return f"{workload.title} {workload.size[0]}x{workload.size[1]}"


def made(name: str, make, *arguments):
    """A contender, or one that says why there is none."""
    try:
        return make(*arguments)
    except Exception as error:  # of a library: told in its place, and the others go on
        return Contender(name, None, error=f"{type(error).__name__}: {str(error).strip()[:300]}")


def too_slow(contender: Contender, workload, against, seconds: float, size) -> bool:
    """Whether this library would take longer than all the rest may: known from a small picture."""
    peer = next((peer for peer in against if peer.NAME == contender.name.removesuffix(" whole")), None)
    if peer is None or contender.error or not peer.SLOW:
        return False
    small = made(peer.NAME, peer.contender, workload, workload.pictures(160, 120), 160, 120)
    if small is None or small.error:
        return False
    expected = warm(small, inf) * size[0] * size[1] / (160 * 120)  # not with what its first call compiles
    if small.error:
        return False
    if expected > seconds / 2:
        contender.error = f"left out: it would take about {expected:.0f} s"
        return True
    return False


def check(contender: Contender, workload, pictures, width: int, height: int) -> None:
    """Run once and compare corners and the middle with the reference; what differs is not measured."""
    if contender.error or contender.name == "copy":
        return
    started = perf_counter()
    try:
        contender.run(1)
        result = contender.result()
    except Exception as error:
        contender.error = f"{type(error).__name__}: {str(error).strip()[:300]}"
        return
    contender.first = perf_counter() - started
    if result.dtype == np.uint8:
        result = result / 255.0
    inner = 0 if contender.name in ("pygpu", "tuned", "whole call") else workload.reach  # only there must borders agree
    w, h = min(CROP, width), min(CROP, height)
    within = max(workload.within, LOOSELY) if contender.loosely else workload.within
    off = total = 0
    for x, y in {(0, 0), (width - w, 0), (0, height - h), (width - w, height - h), ((width - w) // 2, (height - h) // 2)}:
        if inner:
            x, y = min(max(x, inner), width - inner - 1), min(max(y, inner), height - inner - 1)
        region = Region(x, y, min(w, width - inner - x), min(h, height - inner - y))
        if region.width < 1 or region.height < 1:
            continue
        expected = workload.expected(pictures, region, width, height)
        got = result[region.y:region.y + region.height, region.x:region.x + region.width]
        wrong = ~(np.abs(got - expected) <= within * max(np.abs(expected).max(), 1e-30))
        off, total = off + wrong.sum(), total + wrong.size
    if off > workload.misses * total:
        contender.error = f"differs from the reference at {off} of {total} numbers"
