"""What the first call of each ready filter costs that nobody has called before: a process of its own, and nothing on disk.

    python -m tests.speed.first                  the catalogue's calls, on gray and on colours; the dearest first
    python -m tests.speed.first retinex gabor -o first.json

Of each: how long it took, the processor's seconds, those of them in the driver's compiler, in which chapters of ours the
rest goes, and how many programs of how many letters there are. Each is told as it is measured; then the dearest first.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
from collections import Counter
from pathlib import Path
from runpy import run_path
from time import perf_counter, process_time, thread_time
from unittest.mock import patch

import numpy as np

import pygpu
from pygpu import filters, story
from pygpu.runtime import Device

CATALOGUE = Path(pygpu.__file__).resolve().parent.parent / "docs" / "make_filters.py"
OURS = "trace", "optimise", "plan", "emit"
SIZE = 512
KINDS = {"gray": (SIZE, SIZE), "colours": (SIZE, SIZE, 3)}


def calls(catalogue: dict, names: list[str]):
    """The name of each filter, and its call in the catalogue."""
    for section in catalogue["SECTIONS"].values():
        for name, text in section.items():
            for call in ast.walk(ast.parse(text, mode="eval")):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == name and name in (names or [name]):
                    yield name, call
                    break


def given(call: ast.Call, space: dict) -> tuple[list, dict]:
    def value(node: ast.expr):
        return eval(compile(ast.Expression(node), "catalogue", "eval"), space)

    return [value(each) for each in call.args], {each.arg: value(each.value) for each in call.keywords}


class Clock:
    """Looks on at chapters and builds."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.sources: list[str] = []
        self.inner = [0.0]

    def of(self, verb: str, work):
        """The same, timed, but for what it asks others for."""
        def run(*args, **how):
            started = thread_time()
            self.inner.append(0.0)
            try:
                return work(*args, **how)
            finally:
                taken = thread_time() - started
                self.seconds[verb] += taken - self.inner.pop()
                self.inner[-1] += taken

        return run

    def look_on(self) -> None:
        for chapter in vars(story.Story).values():
            if isinstance(chapter, story.Chapter):
                chapter.tell = self.of(chapter.verb, chapter.tell)
        build = Device.build_source

        def noted(device, source, options):
            self.sources.append(source)
            return build(device, source, options)

        Device.build_source = noted


def measured(function, args: list, how: dict) -> dict:
    clock = Clock()
    clock.look_on()
    device = pygpu.use(None)
    device.queue  # noqa: B018 - the drivers are loaded before the clock starts
    clock.seconds.clear(), clock.sources.clear()
    started, here, begun = process_time(), thread_time(), perf_counter()
    function(*args, **how)
    wall, seconds, ours = perf_counter() - begun, process_time() - started, thread_time() - here
    return {"wall": wall, "seconds": seconds, "driver": seconds - ours, **clock.seconds,  # which has threads of its own
            "programs": len(clock.sources), "letters": sum(map(len, clock.sources))}


def apart(work, *args) -> dict:
    """What is found in a process of its own, which is forked before any driver is loaded."""
    there, here = os.pipe()
    if not (child := os.fork()):
        try:
            found = work(*args)
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {str(error).splitlines()[0][:80]}"}
        os.write(here, json.dumps(found).encode())
        os._exit(0)
    os.close(here)
    with os.fdopen(there) as file:
        text = file.read()
    os.waitpid(child, 0)
    return json.loads(text or '{"error": "the process has ended"}')


def told(name: str, row: dict) -> str:
    ours = " ".join([f"{verb} {row[verb]:.2f}" for verb in OURS if row.get(verb, 0.0) > 0.05])
    return f"{name:<36}" + (row.get("error") or f"{row['wall']:7.2f} s, {row['seconds']:6.2f} of processors, "
                            f"driver {row.get('driver', 0.0):6.2f}, "
                            f"{row['programs']:3} programs of {row['letters']:8,} letters  {ours}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.speed.first", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="FILTER")
    parser.add_argument("-o", "--output", metavar="FILE.json", type=Path)
    asked = parser.parse_args()
    catalogue, found = run_path(str(CATALOGUE)), {}
    for kind, shape in KINDS.items():
        picture = np.random.default_rng(1).integers(0, 256, shape, np.uint8)
        space = {**vars(filters), **catalogue, "np": np, "other": picture[::-1].copy(),
                 **dict.fromkeys(("photo", "mono", "noisy", "speckled"), picture)}
        for name, call in calls(catalogue, asked.names):
            with patch.dict(os.environ, PYGPU_CACHE="off"):
                found[f"{name}, {kind}"] = apart(lambda: measured(getattr(filters, name), *given(call, space)))
            print(told(f"{name}, {kind}", found[f"{name}, {kind}"]), flush=True)
    rows = sorted(found.items(), key=lambda row: -row[1].get("wall", 0.0))
    print("\nthe dearest first")
    for row in rows:
        print(told(*row))
    total = Counter()
    for _, row in rows:
        total.update({key: value for key, value in row.items() if key != "error"})
    print("in all", {key: round(value, 1) for key, value in total.items()})
    if asked.output:
        asked.output.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
