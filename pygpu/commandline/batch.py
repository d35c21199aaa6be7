"""Many files: several at once, so that one is decoded while another is computed and a third is written; what fails is
told and the rest is done. How far it is stands in a line of the terminal.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import perf_counter

from ..errors import PyGPUError
from .trouble import is_bug

AT_ONCE = 8  # pictures in memory are many bytes: not one for each of 64 cores


def each(jobs: list, do: Callable, at_once: int | None = None) -> int:
    """Do all jobs: `do(job)` gives the files written. The exit code: 0, or 1 where one failed."""
    if len(jobs) == 1:
        tell(do(jobs[0]))
        return 0
    progress, failed, said = Progress(len(jobs)), 0, {}
    pool = ThreadPoolExecutor(at_once or min(AT_ONCE, os.cpu_count() or 1))
    doing = deque([(job, pool.submit(do, job)) for job in jobs])
    try:
        while doing:  # in their order, though they end in another
            job, done = doing.popleft()
            try:
                written = done.result()
            except Exception as error:
                if not isinstance(error, PyGPUError) and is_bug(error):
                    raise
                failed += 1
                progress.say(f"pygpu: {job}: {once(error, job, said)}", sys.stderr)
            else:
                for path in written:
                    progress.say(str(path), sys.stdout)
            progress.step()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        progress.end()
    if failed:
        print(f"pygpu: {failed} of {len(jobs)} failed", file=sys.stderr)
    return 1 if failed else 0


def tell(written: list) -> None:
    for path in written:
        print(path, flush=True)


def once(error: Exception, job, said: dict) -> str:
    """What was wrong; of what was said already, that it is the same."""
    text = str(error).removeprefix(f"{job} ")
    if text in said:
        return f"the same as {said[text]}"
    said[text] = job
    return text


class Progress:
    """A line at the bottom of a terminal: how many of all are done, and how long the rest may take."""

    def __init__(self, total: int, what: str = "pictures"):
        self.total, self.what, self.done, self.began, self.lock = total, what, 0, perf_counter(), Lock()
        self.is_shown = sys.stderr.isatty()

    def step(self) -> None:
        self.done += 1
        self.show()

    def show(self) -> None:
        if self.is_shown and self.done:
            spent = perf_counter() - self.began
            left = f", {spent / self.done * (self.total - self.done):.0f} s left" if self.total else ""
            of_all = f" of {self.total}" if self.total else ""
            print(f"\r\x1b[K{self.done}{of_all} {self.what}, {self.done / spent:.3g} a second{left}", end="",
                  file=sys.stderr, flush=True)

    def say(self, text: str, where) -> None:
        """Something that stays."""
        with self.lock:
            self.clear()
            print(f"{text}\n", end="", file=where, flush=True)
            self.show()

    def clear(self) -> None:
        if self.is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    end = clear
