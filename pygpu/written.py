"""Programs as they were written the last time: planning can take longer than all the rest of a first call.

A program follows from the graph, the formats of its pixels, what the planner knows of the device, what tuning found,
and PyGPU's own files. It is kept on disk under all of these, so that it is the one that would be written again.
"""

from __future__ import annotations

import os
import pickle
from functools import cache
from pathlib import Path

from . import recipes
from .ir.fingerprint import fingerprint
from .opencl.program import Program
from .runtime import Store, key_of
from .version import __version__

_store = Store("programs", limit=32 << 20)
WRITERS = ("ir", "passes", "schedule", "opencl")  # the rooms whose files decide what is written


def key(graph, inputs, outputs, device, traits) -> str | None:
    """What a program is kept under; None where PyGPU's files cannot be looked at."""
    own = _own_files()
    recipe = recipes.recall(graph, inputs, outputs, device)
    return own and key_of("program", own, fingerprint(graph), inputs, outputs, traits, recipe)


def recalled(name: str) -> Program | None:
    stored = _store.get(name)
    try:  # the folder is the user's own, and holds the kernels that will run, too
        return pickle.loads(stored) if stored else None
    except Exception:  # of another Python, or damaged in a way that a digest does not see
        return None


def keep(name: str, program: Program) -> None:
    _store.put(name, pickle.dumps(program))


@cache
def _own_files() -> str | None:
    """Which PyGPU this is: its version, and when its files were changed."""
    found = [__version__]
    try:
        for room in WRITERS:
            with os.scandir(Path(__file__).parent / room) as entries:
                found += sorted(f"{room}/{entry.name} {entry.stat().st_size} {entry.stat().st_mtime_ns}"
                                for entry in entries if entry.name.endswith(".py"))
    except OSError:
        return None
    return key_of(*found)
