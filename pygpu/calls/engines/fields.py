"""What an array of a graph of whole arrays is, to who follows that."""

from __future__ import annotations

from ...ir import Const, Op, Value
from ...ir.ops import FIELD


def is_given(value: Value) -> bool:
    """Whether an array is an argument, or a known one."""
    op = value.owner
    return isinstance(op, Op) and op.kind is FIELD and hasattr(dict(op.attributes)["element"], "source")


def is_either(op: Op) -> bool:
    """Whether there are two ways to an array, of which a device goes by its own."""
    return hasattr(dict(op.attributes)["element"], "by")


def is_step(value: Value) -> bool:
    """Whether an array is a step of a Fourier transform, which has a kernel of its own."""
    op = value.owner
    return isinstance(op, Op) and op.kind is FIELD and dict(op.attributes)["element"].by_itself


def is_reshaped(value: Value) -> bool:
    """Whether an array has the elements of another one in their order, and other axes than before, ones aside."""
    op = value.owner
    if not isinstance(op, Op) or op.kind is not FIELD or not dict(op.attributes)["element"].in_order:
        return False
    ours, theirs = [[size for size in each.type.shape if size != 1] for each in (value, op.operands[0])]
    return ours != theirs and bool(ours)


def is_nothing(value: Value) -> bool:
    """What needs no kernel: an array without elements, or one that nobody looks at."""
    return value.__class__ is Const or 0 in value.type.shape
