"""filter.tune(image): the plans measured on the user's own picture, the fastest kept for later calls and processes.

First every plan that the planner offers, then other shapes of the best. Each takes turns with the best so far, so that
a machine that is not quiet disturbs both; one that computes anything else than the plan by estimate is left out, loudly.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

from ...errors import DeviceError, warn
from ...ir.fields import ShapesWanted
from ...runtime import DeviceImage
from ...runtime.memory import to_device
from ...schedule.shapes import shapes
from ..telling import somebody_waits
from . import recipes
from .engine import OnDevice, target_of
from .recipes import Recipe

TURN = 0.004       # seconds that a turn lasts at least: short launches are made several times
ROUNDS = 9         # turns of each of two, at most
LONG_ENOUGH = 0.6  # seconds for one plan's turns
BETTER = 0.97      # of the best's time: less is noise
HOPELESS = 1.5     # times the best's time, after two rounds
MISSES = 1e-3      # the part of all numbers that may differ: where a decision hangs on the last bit
NEAR = 1e-4        # how far others may be off, of the largest value


def engine_of(filter, *asked):
    """What computes a filter, where that is one thing."""
    try:
        return filter._engine(*asked)
    except ShapesWanted:
        raise filter.arguments.wrong("is a function of whole arrays: it has no one kernel that could be tuned") from None


def tune(engine, pictures, scalars, size, progress, seconds: float) -> None:
    """Measure, and remember what is best. `progress` takes a line for each plan."""
    if type(engine) is not OnDevice:
        progress("a program of functions keeps the plans by estimate: each part has one of its own"
                 if isinstance(engine, OnDevice) else
                 "there is no device: NumPy evaluates the graph, and nothing can be tuned")
        return
    device, program = engine.device, engine.program
    graph, inputs = engine.story.flat
    given = (graph, inputs, program.outputs, device)
    target = target_of(device)

    def engine_of(plan):
        return OnDevice(engine.story, program.inputs[:len(pictures)], program.outputs, device, engine.dtype, engine.mode,
                        plan)

    there = [picture if isinstance(picture, DeviceImage) else to_device(picture, device) for picture in pictures]
    race = Race(lambda engine: launch(engine, there, scalars, size), device, progress, perf_counter() + seconds)
    plans = recipes.offered(graph, inputs, program.outputs, target)
    try:
        for place, plan in plans.items():
            race.enter(Recipe(place, -1, plan.kind), plan, engine_of)
        best = race.best.plan
        for number, plan in enumerate(shapes(plans[best])):
            race.enter(Recipe(best, number, plan.kind), plan, engine_of)
    except KeyboardInterrupt:
        progress("interrupted: the best so far is kept")
    except TimeIsUp:
        progress("the time is up: the best so far is kept")
    if race.best is None:
        return
    winner = race.finish()
    recipes.keep(winner, *given)
    progress(str(winner))


class TimeIsUp(Exception):
    """Raised where the next plan would be entered."""


class Race:
    """The first plan, whose result and time the others are compared with, and the best so far."""

    def __init__(self, launch, device, progress, deadline: float):
        self.launch, self.device, self.progress, self.deadline = launch, device, progress, deadline
        self.best: Recipe | None = None
        self.first = self.fastest = self.expected = None
        self.turns, self.seen = 1, set()

    def enter(self, recipe: Recipe, plan, engine_of) -> None:
        if self.best is not None and perf_counter() > self.deadline:
            raise TimeIsUp
        name = plan.shape + (f", strips of {plan.block[0]}" if plan.kind == "lanes" else "")
        try:
            engine = engine_of(plan)
            if (engine.program.source, engine.program.steps) in self.seen:
                return  # the plan by estimate is one of those that are offered
            result = [np.asarray(image).copy() for image in self.launch(engine)]
        except DeviceError as error:
            if self.best is None:
                raise
            self.progress(f"{name}: left out, {str(error).splitlines()[0][:100]}")
            return
        self.seen.add((engine.program.source, engine.program.steps))
        if self.best is None:
            self.best, self.expected, self.first, self.fastest = recipe, result, engine, engine
            once = min(self.time(engine, 1) for _ in range(3))
            self.turns = max(1, min(200, round(TURN / max(once, 1e-7))))
            self.progress(f"{name}: {told(median(self.time(engine, self.turns) for _ in range(3)))}, by estimate")
            return
        if not all(map(same, result, self.expected)):
            self.progress(f"{name}: WRONG, left out")
            warn(f"a plan computes something else than the others on {self.device.name} ({self.device.platform}) "
                 f"and is left out: {name}. This is a fault of PyGPU or of the driver: please report it.", RuntimeWarning)
            return
        seconds, ratio = self.compared(engine, self.fastest)
        better = ratio < BETTER
        if better:
            self.best, self.fastest = recipe, engine
        self.progress(f"{name}: {told(seconds)}, {ratio:.2f} of the best's time" + (" and now the best" if better else ""))

    def finish(self) -> Recipe:
        """The winner, once more against the plan by estimate: chance must not make a choice that stays."""
        if self.fastest is not self.first:
            _, ratio = self.compared(self.fastest, self.first, 2 * ROUNDS)
            if ratio < BETTER:
                return replace(self.best, faster=round(1 / ratio, 3), tried=len(self.seen))
        return Recipe(-1, -1, self.first.plan.kind, tried=len(self.seen))

    def compared(self, engine, other, rounds: int = ROUNDS) -> tuple[float, float]:
        """Seconds of one launch, and the median of what this is of another's, turn by turn."""
        mine, theirs, started = [], [], perf_counter()
        for done in range(rounds):
            mine.append(self.time(engine, self.turns))
            theirs.append(self.time(other, self.turns))
            ratio = median(a / b for a, b in zip(mine, theirs))
            spent = perf_counter() - started
            if done >= 1 and ratio > HOPELESS or done >= 2 and spent > LONG_ENOUGH:
                break
        return median(mine), ratio

    def time(self, engine, times: int) -> float:
        started = perf_counter()
        for _ in range(times):
            results = self.launch(engine)
        for result in results:
            result.wait()
        return (perf_counter() - started) / times


def launch(engine, pictures, scalars, size) -> tuple:
    """One run that leaves its results on the device."""
    return engine.run(pictures, scalars, size, None, {}, to_host=False)


def same(result: np.ndarray, expected: np.ndarray) -> bool:
    """Equal but for rounding, in all but very few places."""
    if expected.dtype.kind in "ub":
        off = np.abs(result.astype(np.int32) - expected) > 1
    elif expected.dtype.kind == "i":
        off = result != expected
    else:
        finite = expected[np.isfinite(expected)]
        room = NEAR * (np.abs(finite).max() if finite.size else 1.0)
        with np.errstate(invalid="ignore"):
            off = ~(np.abs(result - expected) <= room) & (result != expected) & ~(np.isnan(result) & np.isnan(expected))
    return bool(np.count_nonzero(off) <= MISSES * off.size)


def told(seconds: float) -> str:
    return f"{1e3 * seconds:.3f} ms" if seconds < 1e-2 else f"{1e3 * seconds:.1f} ms"


def teller(progress):
    """What takes the lines: `progress` itself if it can be called; otherwise the terminal, if that is seen or wanted."""
    if callable(progress):
        return progress
    if progress or progress is None and somebody_waits():
        return lambda line: print(line, file=sys.stderr, flush=True)
    return lambda line: None
