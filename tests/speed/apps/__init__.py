"""`python -m pygpu bench apps`: programs by which image compilers are judged, as plain functions, beside Halide.

    python -m pygpu bench apps                       all of them, 1536 x 2560, beside Halide if it is installed
    python -m pygpu bench apps harris interpolate    those
    python -m pygpu bench apps --size 3072x2560 --device gpu

Each is first computed for a small picture, and compared with NumPy in float64. Then PyGPU and Halide, whose schedules were
written by hand for a CPU and for a GPU (by CUDA), take turns; a time is a median in milliseconds, and the ratio the median
of those round by round. Pictures and results lie where each computes, on a GPU in its memory: interleaved colours for
PyGPU, planes for Halide.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from statistics import geometric_mean
from time import perf_counter

import numpy as np

import pygpu

from ..measuring import Contender, measure
from . import filters, halide, references

SMALL = 128, 96
WITHIN = 2e-5
GRAY = {"stencil_chain", "max_filter", "histogram_equalisation", "camera_pipe", "bilateral_grid"}  # those of one channel
SMALLER = {"lens_blur": 4}  # how much, each way: it has 32 pictures in mind at once
NAMES = [each.__name__ for each in filters.FILTERS]


def main(words: list[str]) -> int:
    made = argparse.ArgumentParser(prog="python -m pygpu bench apps", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("apps", metavar="APP", nargs="*", help=f"{', '.join(NAMES)} (default: all)")
    made.add_argument("--size", metavar="WxH", default="1536x2560", help="of the pictures (default: 1536x2560)")
    made.add_argument("--device", help="as in PYGPU_DEVICE")
    made.add_argument("--seconds", type=float, default=8, help="for each (default: 8)")
    options = made.parse_args(words)
    unknown = set(options.apps) - set(NAMES)
    if unknown:
        print(f"bench apps: no app is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    device = pygpu.use(options.device or None)
    size = tuple(int(each) for each in options.size.lower().split("x"))
    print(f"{device.name if device else 'NumPy'}, {size[0]} x {size[1]}\n")
    print(f"{'':18}{'pygpu ms':>10}{'halide ms':>11}{'ratio':>8}{'first s':>9}{'error':>9}", flush=True)
    ratios, wrong = [], 0
    for name in options.apps or NAMES:
        row, ratio = raced(name, size, options.seconds, bool(device) and device.kind == "gpu")
        print(row, flush=True)
        ratios += [ratio] if ratio else []
        wrong += "differs" in row
    if len(ratios) > 1:
        print(f"\n{'geometric mean':18}{'':21}{geometric_mean(ratios):8.2f}")
    return 1 if wrong else 0


def pictures(name: str, size: tuple[int, int]) -> list[np.ndarray]:
    """What an app takes: noise, brighter than black."""
    width, height = size
    rng = np.random.default_rng(3)
    made = lambda *channels: (rng.random((height, width, *channels)) * 0.9 + 0.05).astype(np.float32)
    if name == "interpolate":
        image = made(4)
        image[..., 3] = image[..., 3] > 0.7
        return [image]
    if name == "lens_blur":
        image = made(3)
        moved = [np.roll(rows, 2 * z, 1) for rows, z in zip(np.array_split(image, 4), (3, 10, 16, 24))]
        return [image, np.concatenate(moved)]
    if name == "pyramid_blending":
        return [made(3), made(3), made()]
    return [made()] if name in GRAY else [made(3)]


def error(name: str, computed) -> float:
    """How far what `computed(pictures)` gives for a small picture is from float64, relative to the largest value."""
    images = pictures(name, SMALL)
    expected = getattr(references, name)(*images)(0, SMALL[0], 0, SMALL[1])
    return float(np.abs(computed(images) - expected).max() / np.abs(expected).max())


def raced(name: str, size: tuple[int, int], seconds: float, on_gpu: bool) -> tuple[str, float | None]:
    """A line of the table, and PyGPU's time over Halide's."""
    filter, size = filters.compiled(name), tuple(side // SMALLER.get(name, 1) for side in size)
    started = perf_counter()
    filter(*pictures(name, SMALL))
    first = perf_counter() - started
    off = error(name, lambda images: filter(*images))
    entered = [ours(filter, pictures(name, size))]
    peer = theirs(name, size, on_gpu)
    notes = [peer.error] if peer and peer.error else []
    notes += [f"({size[0]} x {size[1]})"] if name in SMALLER else []
    entered += [peer] if peer and not peer.error else []
    measure(entered, seconds)
    ratio = entered[0].times_as_long_as(peer) if peer and peer.works else None
    shown = f"{peer.median * 1e3:11.2f}{ratio:8.2f}" if ratio else f"{'–':>11}{'':8}"
    row = f"{name:18}{entered[0].median * 1e3:10.2f}{shown}{first:9.2f}{off:9.0e}"
    notes += ["pygpu differs from the reference"] if off > WITHIN else []
    return " ".join([row, *notes]), ratio


def ours(filter, images) -> Contender:
    held = [pygpu.upload(image) for image in images]

    def run(times: int) -> None:
        for _ in range(times):
            made = filter(*held)
        made.wait()

    return Contender("pygpu", run)


def theirs(name: str, size: tuple[int, int], on_gpu: bool) -> Contender | None:
    """Halide's, checked too; None where there is none."""
    if name not in halide.NAMES or find_spec("halide") is None:
        return None
    try:
        made = halide.Compiled(name, on_gpu)

        def small(images):
            made.given(images).run(1)
            return made.result()

        off = error(name, small)
        made.given(pictures(name, size))
    except Exception as failed:  # its own kind of error: of a GPU that is none of CUDA, say
        return Contender("halide", None, error=f"halide: {str(failed).strip().splitlines()[0]}")
    return Contender("halide", made.run, error=f"halide differs from the reference by {off:.0e}" if off > WITHIN else "")
