"""`run --watch`: the run again, each time the filter's file, one that it imports, or a picture has changed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from sysconfig import get_path

from ..errors import PyGPUError

EVERY = 0.25  # seconds
INSTALLED = {"site-packages", "dist-packages"}
NOT_OWN = (str(Path(__file__).resolve().parent.parent), get_path("stdlib"))


def watch(run: Callable[[], int], files: Callable[[], list[str]], modules: set[str]) -> int:
    """Run, and run again, until Ctrl-C. `modules` are those loaded before: what came later is read anew."""
    while True:
        began = time.perf_counter()
        try:
            run()
        except PyGPUError as error:
            print(f"pygpu: {error}", file=sys.stderr)
        before = stamps({*those(files), *own_files(modules)})
        print(f"pygpu: {time.perf_counter() - began:.2f} s; watching {len(before)} "
              f"file{'s' * (len(before) != 1)}, Ctrl-C ends it", file=sys.stderr, flush=True)
        while stamps({*those(files), *own_files(modules)}) == before:  # a folder may have more by now
            time.sleep(EVERY)
        forget(modules)


def those(files: Callable[[], list[str]]) -> list[str]:
    """The files of the run; none while they can't be found."""
    try:
        return files()
    except PyGPUError:
        return []


def stamps(files) -> dict:
    """When each file was changed, and how long it is; None where there is none (an editor may be writing it)."""
    found = {}
    for path in files:
        try:
            status = os.stat(path)
            found[path] = status.st_mtime_ns, status.st_size
        except OSError:
            found[path] = None
    return found


def own_files(modules: set[str]) -> list[str]:
    """The files of modules that the filter brought along, those of installed libraries left out."""
    return [module.__file__ for module in brought(modules).values() if getattr(module, "__file__", None)]


def forget(modules: set[str]) -> None:
    for name in brought(modules):
        del sys.modules[name]


def brought(modules: set[str]) -> dict:
    found = {name: module for name, module in list(sys.modules.items()) if name not in modules}
    return {name: module for name, module in found.items() if is_own(module)}


def is_own(module) -> bool:
    file = getattr(module, "__file__", None)
    return bool(file) and not file.startswith(NOT_OWN) and not INSTALLED & set(Path(file).parts)
