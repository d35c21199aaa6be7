"""Two commits of PyGPU race: every workload in turns in one run, so that a machine that is not quiet disturbs both alike.

    python -m tests.speed.race main~20 main                     all workloads on the current device
    python -m tests.speed.race v0.1 . sobel harris chain        or a folder: `.` is the tree as it stands here
    python -m tests.speed.race OLD NEW --device gpu --budget 400 -o race.json

Each side is a process of its own that imports PyGPU from a worktree of its commit; filters, pictures and clocks are of the
present tests/speed for both. Three tables: the workloads (each result compared with the other's), the compiler's own time
from function to OpenCL C, and what a call costs. A ratio is new by old; one over the limit is raced again before it is
believed. The exit status is 1 where a row stays over it or results differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

import numpy as np

from .workloads import ALL, named

HOME = Path(__file__).resolve().parents[2]
LIMIT = 1.03
AGAIN = 2          # times that a row over the limit is raced once more
TURN = 0.02        # seconds that one turn lasts at least
ROUNDS = 15
ENOUGH_ROUNDS = 5
COMPILES = 7
USUAL_SIZE = {"cpu": (4096, 4096), "gpu": (8192, 8192)}


@dataclass
class Row:
    """Each side's seconds, round by round. What our own Python takes is steady but for what comes between, so there the
    least time says most; of kernels, which share caches and memory with everyone, the median of the rounds' ratios."""

    what: str
    unit: float = 1e3                                          # milliseconds, or microseconds
    least: bool = False
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"old": [], "new": []})
    said: str = ""
    wrong: bool = False

    @property
    def ratio(self) -> float | None:
        pairs = [*zip(self.seconds["new"], self.seconds["old"])]
        if not pairs:
            return None
        return self.figure("new") / self.figure("old") if self.least else median(new / old for new, old in pairs)

    def figure(self, side: str) -> float:
        return min(self.seconds[side]) if self.least else median(self.seconds[side])

    @property
    def is_slower(self) -> bool:
        return self.ratio is not None and self.ratio > LIMIT

    def __str__(self) -> str:
        if self.ratio is None:
            return f"{self.what:<34}{self.said}"
        old, new = (f"{self.unit * self.figure(side):10.3f}" for side in ("old", "new"))
        return f"{self.what:<34}{old}{new}{self.ratio:8.3f}{' <<' if self.is_slower else '   '} {self.said}"


class Process:
    """A side of the race: a method's name and arguments in, its answer out."""

    def __init__(self, name: str, tree: Path, device: str, folder: Path):
        place = folder / f"import-{name}"  # PyGPU of the commit beside the present tests
        place.mkdir()
        (place / "pygpu").symlink_to(tree / "pygpu")
        (place / "tests").symlink_to(HOME / "tests")
        path = os.pathsep.join([str(place), *filter(None, [os.environ.get("PYTHONPATH")])])
        settings = {**os.environ, "PYTHONPATH": path, "PYGPU_CACHE": str(folder / f"kernels-{name}"),
                    "PYTHONDONTWRITEBYTECODE": "1"}
        self.name = name
        self.process = subprocess.Popen([sys.executable, "-W", "ignore", "-m", "tests.speed.racer", device], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings, cwd=place)

    def __call__(self, *wanted):
        print(json.dumps(wanted), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of the {self.name} commit has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer["answer"]

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class Race:
    def __init__(self, old: Process, new: Process, folder: Path, budget: float):
        self.sides, self.folder, self.budget = (old, new), folder, budget
        self.order = Random(7)

    def workload(self, name: str, size: tuple[int, int]) -> Row:
        row = Row(ALL[name].title)
        try:
            for side in self.sides:
                side("enter", name, *size)
            self.turns(row)
            row.said, row.wrong = self.compared(ALL[name])
        except RuntimeError as error:
            row.said, row.wrong = str(error), str(error).startswith("new")  # what the old one could not do is no loss
        for side in self.sides:
            side("leave")
        return row

    def compiling(self, name: str) -> Row:
        row = Row(f"compiling {ALL[name].title}", least=True)
        try:
            for _ in range(1 + AGAIN):
                for _ in range(COMPILES):
                    for side in self.shuffled():
                        row.seconds[side.name].append(side("compile", name))
                if not row.is_slower:
                    break
        except RuntimeError as error:
            row.said, row.wrong = str(error), str(error).startswith("new")
        return row

    def small_call(self) -> Row:
        row = Row("a call on 64x64, and wait [µs]", 1e6, least=True)
        for side in self.sides:
            side("enter_small_call")
        self.turns(row)
        for side in self.sides:
            side("leave")
        return row

    def turns(self, row: Row) -> None:
        """Rounds until there are enough, or the time of this row is up; more of them for what seems slower."""
        once = max(side("run", 1) for side in self.sides)
        times = max(1, min(2000, round(TURN / max(once, 1e-7))))
        rounds = max(ENOUGH_ROUNDS, min(ROUNDS, int(self.budget / (2 * times * once))))
        for _ in range(1 + AGAIN):
            for _ in range(rounds):
                for side in self.shuffled():
                    row.seconds[side.name].append(side("run", times))
            if not row.is_slower:
                return

    def shuffled(self):
        """Both sides, now this one first and now that one."""
        return self.order.sample(self.sides, 2)

    def compared(self, workload) -> tuple[str, bool]:
        """What the two results have to do with one another, and whether that is wrong."""
        files = [self.folder / f"{side.name}.npy" for side in self.sides]
        for side, file in zip(self.sides, files):
            side("result", str(file))
        old, new = (np.load(file) for file in files)
        if old.shape != new.shape or old.dtype != new.dtype:
            return f"DIFFERS: {new.dtype} {new.shape} instead of {old.dtype} {old.shape}", True
        if np.array_equal(old, new, equal_nan=old.dtype.kind == "f"):
            return "the same", False
        old, new = old.astype(np.float64), new.astype(np.float64)
        if workload.dtype == "uint8":
            old, new = old / 255, new / 255
        scale = max(np.abs(old[np.isfinite(old)]).max(initial=0), 1e-30)
        off = ~(np.abs(new - old) <= 2 * workload.within * scale) & ~(np.isnan(new) & np.isnan(old)) & (new != old)
        if off.mean() > 2 * workload.misses:
            return f"DIFFERS at {off.sum()} of {off.size} numbers", True
        return f"within {np.nanmax(np.abs(new - old) / scale, initial=0, where=~off):.1g}", False


def tree_of(commit: str, folder: Path, name: str) -> Path:
    """Where a commit's files are: a folder that holds them, or a worktree made for them."""
    if (Path(commit) / "pygpu").is_dir():
        return Path(commit).resolve()
    place = folder / name
    subprocess.run(["git", "-C", str(HOME), "worktree", "add", "--detach", "-q", str(place), commit], check=True)
    return place


def main(words: list[str] | None = None) -> int:
    options = parser().parse_args(words)
    workloads = named(options.workloads)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="pygpu-race-", ignore_cleanup_errors=True) as name:
        folder, sides = Path(name), []
        try:
            for which, commit in (("old", options.old), ("new", options.new)):
                sides.append(Process(which, tree_of(commit, folder, f"tree-{which}"), options.device, folder))
            old, new = sides
            print(f"{options.new} against {options.old} on {new('about')}\n")
            print(f"{'milliseconds':<34}{'old':>10}{'new':>10}{'new/old':>8}\n{'-' * 78}", flush=True)
            race = Race(old, new, folder, options.budget / (2 * len(workloads) + 2))
            for row in raced(race, workloads, options.size or USUAL_SIZE[new("kind")], options.only):
                rows.append(row)
                print(row, flush=True)
                if options.output:
                    save(options.output, options, rows)
        finally:
            for side in sides:
                side.end()
            for tree in folder.glob("tree-*"):
                subprocess.run(["git", "-C", str(HOME), "worktree", "remove", "--force", str(tree)], check=False)
    slower, wrong = [row for row in rows if row.is_slower], [row for row in rows if row.wrong]
    print(f"\n{len(slower)} of {len(rows)} rows over {LIMIT}" + (f", {len(wrong)} WRONG" if wrong else ""))
    return 1 if slower or wrong else 0


def raced(race: Race, workloads, size: tuple[int, int], only: str):
    if only in ("", "call"):
        yield race.small_call()
    if only in ("", "compiling"):
        yield from (race.compiling(workload.name) for workload in workloads)
    if only in ("", "workloads"):
        yield from (race.workload(workload.name, workload.size or size) for workload in workloads)


def save(path: str, options, rows: list[Row]) -> None:
    Path(path).write_text(json.dumps({"old": options.old, "new": options.new, "rows": [
        {"what": row.what, "ratio": row.ratio, "said": row.said, **row.seconds} for row in rows]}, indent=1))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.speed.race", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 2)[2], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("old", metavar="OLD", help="a commit, or a folder with its files")
    made.add_argument("new", metavar="NEW")
    made.add_argument("workloads", metavar="WORKLOAD", nargs="*", help="names, or how they begin (default: all)")
    made.add_argument("--device", default="", help="as in PYGPU_DEVICE")
    made.add_argument("--size", type=lambda text: tuple(map(int, text.lower().split("x"))), metavar="WxH",
                      help="of the pictures (default: 4096x4096, on a GPU 8192x8192)")
    made.add_argument("--only", default="", choices=("workloads", "compiling", "call"))
    made.add_argument("--budget", type=float, default=600, metavar="SECONDS", help="for everything, about (default: 600)")
    made.add_argument("-o", "--output", metavar="FILE.json", help="every number")
    return made


if __name__ == "__main__":
    raise SystemExit(main())
