"""What one truth value tells about others: through `not`, `and` and `or`."""

from __future__ import annotations

from .graph import Const, Op, Value

DEPTH = 5    # operations followed to find out about a value
FACTS = 40   # values that a condition is followed to


def implied(value: Value, truth: bool, known: dict[Value, bool] | None = None) -> dict[Value, bool]:
    """`known`, with the value and all that is settled with it: both sides of an `and` that holds, say."""
    known = {} if known is None else known
    todo = [(value, truth)]
    for value, truth in todo:
        known[value] = truth
        op = value.owner
        if op.__class__ is Op and len(todo) < FACTS:
            name = op.kind.name
            if name == "not":
                todo.append((op.operands[0], not truth))
            elif name == ("and" if truth else "or"):
                todo += [(operand, truth) for operand in op.operands]
    return known


def truth_of(value: Value, known: dict[Value, bool], depth: int = DEPTH) -> bool | None:
    """What a value is where others are known, None where that is open."""
    if value.__class__ is Const:
        return None if value.value is None else bool(value.value)
    if value in known:
        return known[value]
    op = value.owner
    if not depth or op.__class__ is not Op:
        return None
    name = op.kind.name
    if name == "not":
        inner = truth_of(op.operands[0], known, depth - 1)
        return None if inner is None else not inner
    if name == "and" or name == "or":
        strong = name == "or"
        found: bool | None = not strong
        for operand in op.operands:
            side = truth_of(operand, known, depth - 1)
            if side is strong:
                return strong
            found = None if side is None else found
        return found
    return None
