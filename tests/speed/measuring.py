"""Interleaved medians: every contender takes its turn in every round, so that what disturbs one disturbs all.

A machine that others use too is never quiet for long; only what was measured in turns can be compared. So the ratio of
two contenders is the median of their ratios round by round, not the ratio of their medians.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter

ROUNDS = 25          # at most
SAMPLE = 0.004       # seconds that one turn lasts at least: shorter calls are made several times
ENOUGH_ROUNDS = 3


@dataclass
class Contender:
    """`run(times)` does the work so many times and waits until all is done; `result()` is an array of what came out."""

    name: str
    run: object
    result: object = None
    note: str = ""
    loosely: bool = False                               # computes something slightly different
    seconds: list[float] = field(default_factory=list)  # of one call, a round each
    first: float = 0.0                                  # of the first call, with all that it builds
    error: str = ""

    @property
    def works(self) -> bool:
        return not self.error and bool(self.seconds)

    @property
    def median(self) -> float:
        return median(self.seconds)

    def times_as_long_as(self, other: Contender) -> float:
        """The median of the ratios round by round."""
        return median(mine / theirs for mine, theirs in zip(self.seconds, other.seconds))


def warm(contender: Contender, patience: float) -> float:
    """The first call and a second one; seconds of the second. What fails is told in its `error`."""
    try:
        started = perf_counter()
        contender.run(1)
        once = perf_counter() - started
        contender.first = contender.first or once
        if once > patience:
            return once
        started = perf_counter()
        contender.run(1)
        return perf_counter() - started
    except Exception as error:  # a peer may lack a function, or fail in its own way: that is told, and the rest goes on
        contender.error = f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"
        return 0.0


def measure(contenders: list[Contender], seconds: float) -> None:
    """Fill in the seconds of each contender, within about so many seconds in all."""
    deadline = perf_counter() + seconds
    turns = {}
    for contender in contenders:
        if contender.error:
            continue
        once = warm(contender, seconds / 4)
        if contender.error:
            continue
        if once > seconds / 4:
            contender.seconds, contender.note = [once], "once"
        else:
            turns[contender.name] = max(1, min(200, round(SAMPLE / max(once, 1e-7))))
    order = Random(7)
    racing = [contender for contender in contenders if contender.name in turns]
    for done in range(ROUNDS):
        started = perf_counter()
        order.shuffle(racing)  # who comes after whom makes a difference, too
        for contender in racing:
            times, before = turns[contender.name], perf_counter()
            contender.run(times)
            contender.seconds.append((perf_counter() - before) / times)
        took = perf_counter() - started
        if done + 1 >= ENOUGH_ROUNDS and perf_counter() + took > deadline:
            return
