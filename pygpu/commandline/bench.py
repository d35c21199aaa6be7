"""`python -m pygpu bench`: the benchmark, which lives beside the tests of the repository, not in what is installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pygpu

from .trouble import UsageError


def bench(words: list[str]) -> int:
    home = Path(pygpu.__file__).resolve().parent.parent
    if not (home / "tests" / "speed" / "bench.py").is_file():
        raise UsageError("the benchmark is part of the repository: clone it, and run `python -m pygpu bench` there")
    sys.path.insert(0, str(home))
    return importlib.import_module("tests.speed.bench").main(words)
