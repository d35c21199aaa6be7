"""What takes longer than a second says so, to a person who waits: in a terminal or a notebook. And the log.

PYGPU_LOG=info (or debug) writes to the standard error what is traced, planned and built, with times; who uses Python's
`logging` finds it under the name "pygpu".
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from contextlib import nullcontext
from time import perf_counter

LOG = logging.getLogger("pygpu")
LONG = 1.0     # seconds
MANY = 10**7   # bytes that all steps read: fewer take no second, and to begin a clock takes 0.1 ms
LONGER = 20.0  # after which it says so again and again, to whoever there is: a driver's compiler can take minutes

if os.environ.get("PYGPU_LOG"):
    _handler = logging.StreamHandler()
    _handler.setFormatter(logging.Formatter("pygpu %(relativeCreated)7.0f ms  %(message)s"))
    LOG.addHandler(_handler)
    LOG.setLevel(getattr(logging, os.environ["PYGPU_LOG"].upper(), logging.INFO))


class Waiting:
    """`with Waiting("sobel is built for Intel"):` says so if it takes longer than a second, and when it is done."""

    def __init__(self, text: str):
        self.text, self.told, self.done = text, False, False

    def __enter__(self) -> Waiting:
        self.started = perf_counter()
        try:
            self.begin(LONG, self.tell)
        except BaseException:  # interrupted: nobody leaves what was not entered, and it would tell for ever
            self.done = True
            raise
        return self

    def begin(self, seconds: float, tell) -> None:
        self.timer = threading.Timer(seconds, tell)
        self.timer.daemon = True
        self.timer.start()

    def __exit__(self, kind, error, found) -> None:
        self.done = True
        self.timer.cancel()
        seconds = perf_counter() - self.started
        LOG.info("%s: %.0f ms", self.text, 1e3 * seconds)
        if self.told:
            say(f"done in {seconds:.1f} s")

    def tell(self) -> None:
        if not self.done:
            self.told = True
            say(f"{self.text} ...")
            self.begin(LONGER, self.tell_again)

    def tell_again(self) -> None:
        if not self.done:
            LOG.warning("%s, for %.0f seconds by now; Ctrl-C ends the waiting", self.text, perf_counter() - self.started)
            self.begin(LONGER, self.tell_again)


class InAll:
    """`with InAll() as found:` has several steps. From the first on that takes its time, `found.waits(text)`, all of them
    are one wait: a hundred kernels of a tenth of a second are ten seconds."""

    def __init__(self) -> None:
        self.waiting: Waiting | None = None

    def waits(self, text: str) -> None:
        if self.waiting is None:
            self.waiting = Waiting(text).__enter__()

    def __enter__(self) -> InAll:
        return self

    def __exit__(self, *how) -> None:
        if self.waiting is not None:
            self.waiting.__exit__(*how)


def iterated(name: str, times: int, pictures: list):
    """`with iterated("heat", 100, pictures):` says so likewise."""
    is_long = times * sum(picture.nbytes for picture in pictures) >= MANY
    return Waiting(f"{name} is iterated {times} times") if is_long else nullcontext()


def somebody_waits() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() or "ipykernel" in sys.modules


def say(text: str) -> None:
    if somebody_waits() and not LOG.isEnabledFor(logging.INFO):
        print(f"pygpu: {text}", file=sys.stderr, flush=True)
