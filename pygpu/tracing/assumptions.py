"""What is known of conditions inside an arm: those that led here hold, and so does what follows from them."""

from __future__ import annotations

from ..ir import Const, Value


def implied(assumed: dict[Value, bool], condition: Value) -> bool | None:
    """Whether the assumptions decide a condition: by what it is made of, or since one outcome contradicts them."""
    if condition in assumed:
        return assumed[condition]
    if not assumed:
        return None
    truth = truth_of(condition, assumed)
    if truth is not None:
        return truth
    for outcome in (True, False):
        trial = {**assumed, condition: outcome}
        if any(truth_by_parts(other, trial) is (not truth) for other, truth in assumed.items()):
            return not outcome
    return None


def truth_of(value: Value, assumed: dict) -> bool | None:
    if value in assumed:
        return assumed[value]
    return truth_by_parts(value, assumed)


def truth_by_parts(value: Value, assumed: dict) -> bool | None:
    """The truth of `not`, `and`, `or` and choices among truths, as far as their parts are decided."""
    if type(value) is Const:
        return value.value
    kind = getattr(getattr(value.owner, "kind", None), "name", None)
    if kind not in ("not", "and", "or", "select"):
        return None
    parts = [truth_of(part, assumed) for part in value.owner.operands]
    if kind == "not":
        return None if parts[0] is None else not parts[0]
    if kind == "select":
        if parts[0] is not None:
            return parts[1] if parts[0] else parts[2]
        return parts[1] if parts[1] is parts[2] else None
    decisive = kind == "or"
    if decisive in parts:
        return decisive
    return None if None in parts else not decisive
