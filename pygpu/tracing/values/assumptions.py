"""What is known of conditions inside an arm: those that led here hold, and so does what follows from them."""

from __future__ import annotations

from ...ir import Value
from ...ir.logic import truth_of
from .lattice import Choice
from .possible import settled, turned_round


def implied(assumed: dict[Value, bool], condition: Value) -> bool | None:
    """Whether the assumptions decide a condition: by what it is made of, or since one outcome contradicts them."""
    if not assumed:
        return settled(assumed, condition)
    truth = truth_of(condition, assumed)
    if truth is None:
        truth = settled(assumed, condition)
    if truth is None:
        truth = turned_round(condition, assumed)
    if truth is not None:
        return truth
    for outcome in (True, False):
        trial = {**assumed, condition: outcome}
        for other, truth in assumed.items():
            del trial[other]
            if truth_of(other, trial) is (not truth):
                return not outcome
            trial[other] = truth
    return None


class Assuming:
    """Inside an arm the condition is known: asked again, it decides at once."""

    __slots__ = ("assumed", "condition", "truth", "before")

    def __init__(self, assumed, condition, truth):
        self.assumed, self.condition, self.truth = assumed, condition, truth

    def __enter__(self):
        self.before = self.assumed.get(self.condition)
        self.assumed[self.condition] = self.truth

    def __exit__(self, *error):
        if self.before is None:
            del self.assumed[self.condition]
        else:
            self.assumed[self.condition] = self.before


class Undecided(Exception):
    """An instruction met a Choice: it is to be walked once for each side."""

    def __init__(self, condition: Value):
        self.condition = condition


def narrowed(tracer, value):
    """A Choice as the side of it that holds here, where that is known."""
    while type(value) is Choice:
        truth = implied(tracer.assumed, value.condition)
        if truth is None:
            return value
        value = value.a if truth else value.b
    return value


def decide(tracer, value):
    """The value itself, or the side of a Choice that holds here; where neither is known the instruction forks."""
    while type(value) is Choice:
        truth = implied(tracer.assumed, value.condition)
        if truth is None:
            raise Undecided(value.condition)
        value = value.a if truth else value.b
    return value
