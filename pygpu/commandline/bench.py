"""`python -m pygpu bench`: the benchmark, which lives beside the tests of the repository, not in what is installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pygpu

from .trouble import UsageError

CLONE = "the benchmark is part of the repository: clone it, and run `python -m pygpu bench` there"
HELP = f"""\
usage: python -m pygpu bench [WORKLOAD...] [OPTION...]

Times filters beside a plain copy, hand-written OpenCL and other libraries that are installed, each result checked;
`bench apps` whole programs (pyramids, local Laplacian, non-local means) beside Halide, `bench --latency` how long one
waits before anything is computed.

Not here: {CLONE}.
There, `bench --help` lists workloads and options. What it printed on a CPU and an H100 is in docs/speed.md."""


def bench(words: list[str]) -> int:
    home = Path(pygpu.__file__).resolve().parent.parent
    if not (home / "tests" / "speed" / "bench.py").is_file():
        if {"-h", "--help"} & set(words):
            print(HELP)
            return 0
        raise UsageError(CLONE)
    sys.path.insert(0, str(home))
    return importlib.import_module("tests.speed.bench").main(words)
