"""What is known of conditions inside an arm: those that led here hold, and so does what follows from them."""

from __future__ import annotations

from ...ir import Op, Value
from ...ir.logic import truth_of
from .lattice import Choice, Known
from .possible import is_of_few, settled, turned_round, whole_agree

DEEP = 4  # conditions made of others


def implied(assumed: dict[Value, bool], condition: Value) -> bool | None:
    """Whether the assumptions decide a condition: by what it is made of, or since one outcome contradicts them."""
    if not assumed:
        return settled(assumed, condition)
    truth = truth_of(condition, assumed)
    if truth is None:
        truth = put_together(assumed, condition)
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


def put_together(assumed: dict[Value, bool], condition: Value, depth: int = DEEP) -> bool | None:
    """The same, by what each part of an `and`, an `or` or a `not` comes to by itself, and by whether they can hold together:
    of numbers that are few."""
    op = condition.owner
    if op.__class__ is not Op or op.kind.name not in ("and", "or", "not") or not depth:
        truth = settled(assumed, condition)
        return turned_round(condition, assumed) if truth is None else truth
    if depth == DEEP and not is_of_few(condition):
        return None
    strong = op.kind.name == "or"
    found = []
    for operand in op.operands:
        truth = assumed[operand] if operand in assumed else put_together(assumed, operand, depth - 1)
        if op.kind.name == "not":
            return None if truth is None else not truth
        if truth is strong:
            return truth
        found.append(truth)
    if None not in found:
        return not strong
    return strong if depth == DEEP and not whole_agree({**assumed, condition: not strong}) else None


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
            for side, outcome in ((value.a, True), (value.b, False)):
                if type(side) is Known and side.value is None:
                    tracer.raised.absent.add((value.condition, outcome))
            raise Undecided(value.condition)
        value = value.a if truth else value.b
    return value
