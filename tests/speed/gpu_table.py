"""All that docs/speed.md says of a GPU, in one command of less than eight minutes: time on a GPU is short.

    python -m tests.speed.gpu_table                              every workload, by hand too, then how long one waits
    python -m tests.speed.gpu_table -o run.json --kept docs/speed/h200.json     and beside the table that is kept

Needs nothing but what PyGPU needs: other libraries take longer than all the rest (`python -m pygpu bench` has them).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

from . import bench, compare

BUDGET = 330       # seconds for the workloads; what one waits for takes about two minutes more
LONGEST = 9
WAITED_FOR = ["sobel", "harris", "gauss", "median"]


def main(words: list[str] | None = None) -> int:
    made = argparse.ArgumentParser(prog="python -m tests.speed.gpu_table", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("workloads", metavar="WORKLOAD", nargs="*", help="names, or how they begin (default: all)")
    made.add_argument("--device", default="gpu", help="as in PYGPU_DEVICE (default: gpu)")
    made.add_argument("--size", metavar="WxH", help="of the pictures (default: 8192x8192)")
    made.add_argument("--budget", type=float, default=BUDGET, metavar="SECONDS",
                      help=f"for the workloads (default: {BUDGET})")
    made.add_argument("-o", "--output", metavar="FILE.json", help="every number")
    made.add_argument("--kept", metavar="KEPT.json", help="one of docs/speed/, to compare with")
    options = made.parse_args(words)
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        output = options.output or str(Path(folder) / "run.json")
        device = ["--device", options.device]
        size = ["--size", options.size] if options.size else []
        status = bench.main([*options.workloads, "--against", "none", *device, *size, "--budget", str(options.budget),
                             "--longest", str(LONGEST), "-o", output])
        print("\nHow long one waits:\n", flush=True)
        status |= bench.main([*(options.workloads or WAITED_FOR), "--latency", *device])
        if options.kept:
            print(f"\nBeside {options.kept}:\n")
            status |= compare.main([output, options.kept])
    print(f"\n({perf_counter() - started:.0f} s)")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
