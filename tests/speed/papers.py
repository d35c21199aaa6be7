"""The programs that papers have shown, as samples/arrays has them, beside NumPy running the same text: `bench papers`.

    python -m pygpu bench papers [NAME...] [--rounds N]

Copperhead's axpy, dot, spmv, permuted, laplace, options, intervals and means; Compyle's elementwise, smallest, running and
molecules; what the thread of PyPy had: expression, polynomial, escape. And loops of time steps: reaction, cooling, life,
waves, flow, bodies. Each result is checked; what is printed is the median of the rounds.
"""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

import numpy as np

import pygpu

from .arrays import raced

ROOM = Path(__file__).resolve().parents[2] / "samples" / "arrays"
RANDOM = np.random.default_rng(5)
CLOSE = 1e-2  # after many steps; most are 1e-6 apart


def loaded(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOM / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def numbers(*shape) -> np.ndarray:
    return RANDOM.random(shape, np.float32)


def programs(small: bool) -> dict:
    """Each program with what it is given."""
    papers, patterns = loaded("papers"), loaded("patterns")
    long, side, few, steps = (100, 24, 9, 2) if small else (1 << 22, 1024, 512, 20)
    x, y, z = numbers(long), numbers(long), numbers(long)
    u, v = numbers(side, side), numbers(side, side)
    rows = long // 16
    gas = np.array(patterns.SHARES, np.float32)[:, None, None] * (1 + 0.1 * numbers(9, side // 2, side // 2))
    return {
        "axpy": (papers.axpy, x, y, 3.0), "dot": (papers.dot, x, y),
        "spmv": (papers.spmv, numbers(rows, 8), RANDOM.integers(0, long, (rows, 8)), x),
        "permuted": (papers.permuted, x[:2048], RANDOM.permutation(min(long, 2048))), "laplace": (papers.laplace, u, steps),
        "options": (papers.options, 20 + 10 * x, 20 + 10 * y, 0.1 + z),
        "intervals": (papers.intervals, (x[:1 << 16] > 0.7).astype(np.int32), y[:1 << 16]),
        "means": (papers.means, numbers(long // 32, 2), numbers(8, 2), 4),
        "elementwise": (papers.elementwise, x, y), "smallest": (papers.smallest, x, y),
        "running": (papers.running, RANDOM.integers(0, 9, long).astype(np.int32)),
        "molecules": (papers.molecules, 10 * numbers(few, 3), numbers(few, 3), np.zeros((few, 3), np.float32), 3),
        "expression": (papers.expression, x, y, z), "polynomial": (papers.polynomial, x),
        "escape": (papers.escape, 3 * u - 2, 2 * v - 1, steps),
        "reaction": (patterns.reaction, 1 - 0.1 * u, 0.3 * v, steps), "cooling": (patterns.cooling, u, steps),
        "life": (patterns.life, (u > 0.6).astype(np.uint8), steps), "waves": (patterns.waves, u, v, steps),
        "flow": (patterns.flow, gas, (u[:side // 2, :side // 2] > 0.9).astype(np.float32), steps),
        "bodies": (patterns.bodies, numbers(few, 2), numbers(few, 2), numbers(few), 3),
    }


def differs(found, expected) -> float:
    """By how much of the largest number two results differ, at most."""
    pairs = zip(*[each if isinstance(each, tuple) else (each,) for each in (found, expected)])
    return max(float(np.abs(np.asarray(one, float) - other).max() / max(np.abs(other).max(), 1)) for one, other in pairs)


def main(words: list[str]) -> int:
    every = programs(small=False)
    made = argparse.ArgumentParser(prog="python -m pygpu bench papers", description=__doc__.split("\n")[0])
    made.add_argument("names", metavar="NAME", nargs="*", help=f"{', '.join(every)} (default: all)")
    made.add_argument("--rounds", type=int, default=5, metavar="N", help="(default: 5)")
    options = made.parse_args(words)
    for name in options.names:
        if name not in every:
            made.error(f"there is no program called {name}")
    for name in options.names or every:
        function, *given = every[name]
        calls = {"PyGPU": lambda compiled=pygpu.compile(function): compiled(*given), "NumPy": lambda: function(*given)}
        apart = differs(calls["PyGPU"](), calls["NumPy"]())
        if not apart <= CLOSE and name != "escape":  # (where one more step is taken, rounding decides)
            print(f"{name}: PyGPU computes something else than NumPy, {apart:.1e} apart")
            return 1
        found = raced(calls, options.rounds)
        print(f"{name:12}" + "   ".join(f"{who} {1e3 * seconds:8.2f} ms" for who, seconds in found.items())
              + f"   NumPy / PyGPU {found['NumPy'] / found['PyGPU']:6.2f}   {apart:.0e} apart", flush=True)
    return 0
