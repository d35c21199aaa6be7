"""Programs as they were written the last time: planning can take longer than all the rest of a first call.

A program follows from the graph, the formats of its pixels, what the planner knows of the device, what tuning found,
and PyGPU's own files. It is kept on disk under all of these, so that it is the one that would be written again.
"""

from __future__ import annotations

import json
import os
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from ...ir.fingerprint import fingerprint
from ...opencl import program as data
from ...opencl.program import Program
from ...runtime import Store, key_of
from ...version import __version__
from . import recipes

_store = Store("programs", limit=32 << 20)
WRITERS = ("borders", "elements", "ir", "passes", "schedule", "kernel", "opencl")  # whose files decide what is written


def key(graph, inputs, outputs, device, target) -> str | None:
    """What a program is kept under; None where PyGPU's files cannot be looked at."""
    own = _own_files()
    recipe = recipes.recall(graph, inputs, outputs, device)
    return own and key_of("program", own, fingerprint(graph), inputs, outputs, target, recipe)


def recalled(name: str) -> Program | None:
    stored = _store.get(name)
    try:
        program = _read(json.loads(stored)) if stored else None
    except (ValueError, TypeError, KeyError, AttributeError):  # of another time
        return None
    return program if isinstance(program, Program) else None


def keep(name: str, program: Program) -> None:
    _store.put(name, json.dumps(_plain(program)).encode())


# A program is plain data. Its classes are told by name: {"Step": [...]} holds a Step's fields in their order, and what is
# read makes nothing but these classes, tuples, texts and numbers.
CLASSES = {name: kind for name, kind in vars(data).items() if is_dataclass(kind)}


def _plain(thing):
    if is_dataclass(thing):
        return {type(thing).__name__: [_plain(getattr(thing, field.name)) for field in fields(thing)]}
    if isinstance(thing, tuple):
        return [_plain(each) for each in thing]
    if isinstance(thing, dict):
        return {"dict": [[_plain(key), _plain(value)] for key, value in thing.items()]}
    if thing is None or type(thing) in (str, int, float, bool):
        return thing
    raise TypeError(f"a program holds {thing!r}, which is no plain data")


def _read(thing):
    if isinstance(thing, list):
        return tuple([_read(each) for each in thing])
    if isinstance(thing, dict):
        (name, content), = thing.items()
        return dict(_read(content)) if name == "dict" else CLASSES[name](*_read(content))
    return thing


@cache
def _own_files() -> str | None:
    """Which PyGPU this is: its version, and when its files were changed."""
    found = [__version__]
    home = Path(__file__).parents[2]
    try:
        for room in WRITERS:
            single = home / f"{room}.py"
            if single.exists():
                found.append(f"{single.name} {single.stat().st_size} {single.stat().st_mtime_ns}")
                continue
            folders = [home / room]
            while folders:
                folder = folders.pop()
                with os.scandir(folder) as entries:
                    for entry in sorted(entries, key=lambda entry: entry.name):
                        if entry.name.endswith(".py"):
                            state = entry.stat()
                            found.append(f"{folder.relative_to(home)}/{entry.name} {state.st_size} {state.st_mtime_ns}")
                        elif entry.is_dir() and entry.name != "__pycache__":
                            folders.append(folder / entry.name)
    except OSError:
        return None
    return key_of(*found)
