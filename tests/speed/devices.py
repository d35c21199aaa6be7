"""Several devices of one host, beside one: many pictures, and one large picture.

    python -m tests.speed.devices                    two GPUs of one host, if it has them
    python -m tests.speed.devices --devices 0,1 --size 2048 --seconds 20

Each row is one filter on the same pictures by one device and by all of them, in turns; the results must be the same to the
last bit. `x` is how many times as fast all are, by the least times; GB/s is what comes and goes then, pictures and results.
`written` has its results written to where `out=` says, memory that was used before; else they come in memory that is new.

Without two GPUs, two devices of PoCL stand in for them, to see that it works (they share the cores):
    POCL_DEVICES="pthread pthread" python -m tests.speed.devices --devices 1,2 --size 1024
"""

from __future__ import annotations

import argparse
from time import perf_counter

import numpy as np

import pygpu
from pygpu import filters

FILTERS = {"sobel": {}, "gaussian": {"sigma": 5.0}, "bilateral": {}, "nonlocal_means": {}}


def main(words: list[str] | None = None) -> int:
    made = argparse.ArgumentParser(prog="python -m tests.speed.devices", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("filters", metavar="FILTER", nargs="*", help=f"(default: {' '.join(FILTERS)})")
    made.add_argument("--devices", help="numbers or names as in PYGPU_DEVICE, with commas (default: all GPUs)")
    made.add_argument("--size", type=int, default=4096, help="of a picture of many; the large one has as many pixels as all")
    made.add_argument("--count", type=int, default=16, help="pictures (default: 16)")
    made.add_argument("--seconds", type=float, default=45.0, help="for all rows together (default: 45)")
    options = made.parse_args(words)
    devices = options.devices.split(",") if options.devices else [d for d in pygpu.devices() if d.kind == "gpu"]
    if len(devices) < 2:
        print("one device only: name some with --devices")
        return 2
    pygpu.use(devices)
    names, until = options.filters or list(FILTERS), perf_counter() + options.seconds
    side = options.size * round(options.count ** 0.5)
    stack = np.random.default_rng(1).random((options.count, options.size, options.size), np.float32)
    large = np.resize(stack, (side, side))
    print(f"{', '.join(map(str, devices))}\n{options.count} pictures of {options.size} x {options.size} float32, one"
          f" of {side} x {side}\n\n{'':16}{'':18}{'one':>10}{'all':>10}{'x':>7}{'GB/s':>8}")
    wrong, left = 0, 5 * len(names)
    for name in names:
        filter = pygpu.compile(getattr(filters, name), **FILTERS.get(name, {}))
        for title, images, words in (("many", stack, {"axis": 0}), ("one", large, {})):
            room = np.zeros_like(images)
            ways = {title: lambda images=images, words=words: filter(images, **words),
                    f"{title}, written": lambda images=images, words=words, room=room: filter(images, out=room, **words)}
            if title == "one":
                ways["one, mapped"] = lambda images=images, room=room: filter.map(images, out=room)
            for way, do in ways.items():
                one, several, same = race(do, devices, (until - perf_counter()) / left)
                left, wrong = left - 1, wrong + (not same)
                print(f"{name:16}{way:18}{one * 1e3:7.1f} ms{several * 1e3:7.1f} ms{one / several:7.2f}"
                      f"{2e-9 * images.nbytes / several:8.1f}{'' if same else '   NOT THE SAME'}", flush=True)
    return 1 if wrong else 0


def race(do, devices, seconds: float) -> tuple[float, float, bool]:
    """The least seconds of one device and of all, in turns, and whether they gave the same."""
    found, results, until = {1: [], len(devices): []}, {}, perf_counter() + seconds
    for count in found:  # made ready, and held to each other
        pygpu.use(devices[:count])
        results[count] = np.array(do())
    same = all(np.array_equal(result, results[1]) for result in results.values())
    while perf_counter() < until or not found[1]:
        for count, times in found.items():
            pygpu.use(devices[:count])
            started = perf_counter()
            do()
            times.append(perf_counter() - started)
    return min(found[1]), min(found[len(devices)]), same


if __name__ == "__main__":
    raise SystemExit(main())
