"""Which comparisons with known numbers can hold together: what no value passes is no path.

`i % 6` is one of six numbers, and after `i == 0`, ..., `i == 4` have failed, `i == 5` holds.
"""

from __future__ import annotations

import math

from ...ir import FLOAT, INT, Const, Ranges, Value
from ...ir.logic import implied as all_implied

OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
MANY = 64  # excluded numbers that are looked at one by one


class Bounds(Ranges):
    """How large values are while a graph is being made: what a loop carries around is not known yet."""

    def __init__(self):
        self._known, self._sizes, self._starts, self._depth = {}, {}, {}, 0


def comparison(condition: Value):
    """(value, name, number) of a comparison with a known number; None for anything else."""
    kind = getattr(condition.owner, "kind", None)
    if kind is None or kind.name not in OPPOSITE:
        return None
    value, other = condition.owner.operands
    return (value, kind.name, other.value) if type(other) is Const and other.value is not None else None


def facts(assumed: dict) -> dict[Value, list]:
    """What is assumed of each value that is compared with known numbers: (name, number)."""
    found: dict[Value, list] = {}
    for condition, truth in assumed.items():
        for each, holds in all_implied(condition, truth).items():
            compared = comparison(each)
            if compared is not None:
                value, name, number = compared
                found.setdefault(value, []).append((name if holds else OPPOSITE[name], number))
    return found


def settled(assumed: dict, condition: Value) -> bool | None:
    """Whether bounds, and what is assumed of the same value, decide a comparison of an Int."""
    compared = comparison(condition)
    if compared is None:
        return apart(condition)
    if compared[0].type is not INT:
        return None
    value, name, number = compared
    known = facts(assumed).get(value, []) if assumed else []
    for outcome, each in ((True, name), (False, OPPOSITE[name])):
        if not possible(value, [*known, (each, number)]):
            return not outcome
    return None


def apart(condition: Value) -> bool | None:
    """Whether the bounds of two Ints alone decide how they compare."""
    kind = getattr(condition.owner, "kind", None)
    if kind is None or kind.name not in OPPOSITE or any(each.type is not INT for each in condition.owner.operands):
        return None
    (least, most), (low, high) = map(Bounds().of, condition.owner.operands)
    if most < low:
        return kind.name in ("lt", "le", "ne")
    if least > high:
        return kind.name in ("gt", "ge", "ne")
    return None


def possible(value: Value, compared: list) -> bool:
    """Whether a number passes all of these comparisons (NaN aside)."""
    low, high = Bounds().of(value) if value.type is INT else (-math.inf, math.inf)
    step = 1 if value.type is INT else 0
    open_low = open_high = False
    excluded = set()
    for name, number in compared:
        if name in ("gt", "ge", "eq") and number + step * (name == "gt") >= low:
            open_low = not step and (name == "gt" or open_low and number == low)
            low = number + step * (name == "gt")
        if name in ("lt", "le", "eq") and number - step * (name == "lt") <= high:
            open_high = not step and (name == "lt" or open_high and number == high)
            high = number - step * (name == "lt")
        if name == "ne":
            excluded.add(number)
    if low > high or low == high and (open_low or open_high or low in excluded):
        return False
    return not step or high - low >= MANY or any(n not in excluded for n in range(int(low), int(high) + 1))


def contradictory(assumed: dict) -> bool:
    """Whether only a NaN can have come here, or nothing at all."""
    return any(not possible(value, compared) for value, compared in facts(assumed).items() if value.type in (INT, FLOAT))
