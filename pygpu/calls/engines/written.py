"""Programs as they were written the last time: planning can take longer than all the rest of a first call.

A program follows from the graph, the formats of its pixels, what the planner knows of the device, what tuning found,
and PyGPU's own files. It is kept on disk under all of these, so that it is the one that would be written again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache

from ...ir import Function, Graph, ImageParam
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
    own = own_files()
    recipe = recipes.recall(graph, inputs, outputs, device)
    return own and key_of("program", own, fingerprint(graph), inputs, outputs, target, recipe)


def recalled(name: str) -> Program | None:
    program = as_it_was(_store.get(name), CLASSES)
    return program if isinstance(program, Program) else None


def keep(name: str, program: Program) -> None:
    _store.put(name, as_text(program, CLASSES))


# What is kept is plain data. Its classes are told by name: {"Step": [...]} holds a Step's fields in their order, and what is
# read makes nothing but the classes that the reader names, tuples, texts and numbers.
CLASSES = {name: kind for name, kind in vars(data).items() if is_dataclass(kind)} | {"dict": lambda *pairs: dict(pairs)}
UNREADABLE = ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError  # what is of another time


def as_text(thing, classes: Mapping[str, object], numbers: Mapping[object, int] | None = None) -> bytes:
    """What is kept of a thing. Of a graph, its functions and images the reader has his own: it tells their `numbers`."""
    def plain(thing):
        if thing is None or type(thing) in (str, int, float, bool):
            return thing
        if isinstance(thing, dict):
            return {"dict": [[plain(key), plain(value)] for key, value in thing.items()]}
        if numbers and type(thing) in (Graph, Function, ImageParam):
            return {type(thing).__name__: [numbers[thing]]}
        name = type(thing).__name__
        if isinstance(thing, tuple) and name not in classes:
            return [plain(each) for each in thing]
        if name not in classes:
            raise TypeError(f"{thing!r} is no plain data")
        if is_dataclass(thing):
            return {name: [plain(getattr(thing, field.name)) for field in fields(thing)]}
        return {name: [plain(each) for each in (thing.as_integer_ratio() if name == "Fraction" else thing)]}

    return json.dumps(plain(thing)).encode()


def as_it_was(stored: bytes | None, classes: Mapping[str, Callable]):
    """The thing that such a text tells; None if it tells none."""
    def read(thing):
        if isinstance(thing, list):
            return tuple([read(each) if each.__class__ in (list, dict) else each for each in thing])
        if isinstance(thing, dict):
            (name, content), = thing.items()
            return classes[name](*read(content))
        return thing

    try:
        return read(json.loads(stored)) if stored else None
    except UNREADABLE:
        return None


@cache
def own_files(rooms: tuple[str, ...] = WRITERS) -> str | None:
    """Which PyGPU this is: its version, and when the files of some rooms were changed."""
    try:
        return key_of(__version__, *map(files_of, rooms))
    except OSError:
        return None


@cache
def files_of(room: str) -> str:
    home = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), room)
    if not os.path.isdir(home):
        state = os.stat(home + ".py")
        return f"{room} {state.st_size} {state.st_mtime_ns}"
    found, folders = [], [home]
    while folders:
        folder = folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    state = entry.stat()
                    found.append(f"{entry.path[len(home):]} {state.st_size} {state.st_mtime_ns}")
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return f"{room} {sorted(found)}"
