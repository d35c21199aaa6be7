"""One side of a race (race.py): a process with the PyGPU of one commit, which does on demand what it is told in a line of
JSON, and answers in one. What is asked for is a method of `Side`; what that returns is the answer.
"""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter
from unittest.mock import patch

import numpy as np

import pygpu
from pygpu import Image, Position
from tests.speed import columns
from tests.speed.workloads import ALL

OURS = ("trace", "optimise", "plan", "emit")  # the driver's compiler is not ours
SMALL = 64


class Side:
    def __init__(self, device: str):
        self.device = pygpu.use(device or None)
        self.entered, self.contender = None, None

    def about(self) -> str:
        return str(self.device)

    def kind(self) -> str:
        return self.device.kind if self.device is not None else "cpu"

    def enter(self, name: str, width: int, height: int) -> None:
        """The workload of this name, its pictures on the device; the first call builds."""
        workload = ALL[name]
        self.entered = columns.PyGPU(self.device, workload, workload.pictures(width, height), width, height)
        self.contender = self.entered.resident() if self.device is not None else self.entered.whole()
        self.contender.run(2)

    def result(self, path: str) -> None:
        np.save(path, self.contender.result())

    def leave(self) -> None:
        self.entered, self.contender = None, None

    def enter_small_call(self) -> None:
        """A filter that does nothing, on a small picture: what a call costs."""
        picture = np.zeros((SMALL, SMALL), np.float32)
        there = picture if self.device is None else pygpu.upload(picture, self.device)
        filter = pygpu.compile(lambda im=Image, p=Position: im(p))

        def run(times: int) -> None:
            for _ in range(times):
                made = filter(there)
                if hasattr(made, "wait"):
                    made.wait()

        self.contender = columns.Contender("call", run)
        run(100)

    def run(self, times: int) -> float:
        started = perf_counter()
        self.contender.run(times)
        return (perf_counter() - started) / times

    def compile(self, name: str) -> float:
        """Seconds from the function to OpenCL C, by what the filter itself says."""
        workload = ALL[name]
        pictures, numbers = workload.pictures(SMALL, SMALL), workload.numbers(SMALL, SMALL)
        with patch.dict(os.environ, PYGPU_CACHE="off"):  # what was planned before is not found on disk
            filter = workload.filter()
            filter(*pictures, *numbers, **({} if pictures else {"size": (SMALL, SMALL)}))
        return sum(filter.timings().get(part, 0.0) for part in OURS)


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")  # whatever a driver prints goes elsewhere
    os.dup2(2, 1)
    side = Side(sys.argv[1])
    for line in sys.stdin:
        wanted, *arguments = json.loads(line)
        try:
            answer = {"answer": getattr(side, wanted)(*arguments)}
        except Exception as error:  # told in the table; the other rows go on
            answer = {"error": f"{type(error).__name__}: {str(error).strip()[:200]}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
