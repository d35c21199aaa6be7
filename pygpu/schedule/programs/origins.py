"""Where a part's own columns and rows begin, taken out of what is computed from them.

A part of a program computes a function from some column on, so its `x` is the function's `x - 768`. Written as `2 * x -
1536`, not as `2 * (x - 768)`, and `x // 2 - 384`, that meets where the pixels that it reads begin; what is left is the same
number at every level of a pyramid, and so is the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...ir import Const, Op, Value, constant, made_by

FURTHEST = 1 << 26  # no place is further out
STEEP = 1 << 10     # by what a coordinate is multiplied or divided, at most
OF_PLACES = {"add", "mul", "floordiv", "shr", "mod", "and"}

Emit = Callable[..., Value]


def taken_out(emit: Emit, op: Op, operands: tuple[Value, ...], places: Collection[Value]) -> Value | None:
    """An operation on a coordinate and a number that was added, with that number added afterwards; None for any other."""
    name = op.kind.name
    if name not in OF_PLACES - {"add"} or not isinstance(operands[1], Const):
        return None
    parts, by = made_by(operands[0], "add"), operands[1].value
    if by is None or parts is None or not isinstance(parts[1], Const) or not is_place(parts[0], places):
        return None
    at, far = parts[0], parts[1].value
    if far is None:
        return None
    if name == "mul":
        return emit("add", emit("mul", at, operands[1]), constant(far * by)) if abs(far * by) < FURTHEST else None
    step = {"shr": 1 << by if 0 <= by < 10 else 0, "and": by + 1 if by & (by + 1) == 0 else 0}.get(name, by)
    if not 0 < step <= STEEP or far // step == 0:
        return None
    left = emit(name, emit("add", at, constant(far % step)) if far % step else at, operands[1])
    return emit("add", left, constant(far // step)) if name in ("shr", "floordiv") else left


def is_place(value: Value, places: Collection[Value]) -> bool:
    """Whether it is a coordinate, or computed from one and known numbers without coming near the ends of an Int."""
    if value in places:
        return True
    op = value.owner
    if not isinstance(op, Op) or op.kind.name not in OF_PLACES or not isinstance(op.operands[1], Const):
        return False
    by = op.operands[1].value
    return by is not None and abs(by) <= (FURTHEST if op.kind.name == "add" else STEEP) and is_place(op.operands[0], places)
