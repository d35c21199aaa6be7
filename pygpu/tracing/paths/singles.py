"""Numbers that NumPy gives of whole arrays, an element or a sum: arrays of no dimension, which nobody can change. Of two of
one type that stand for a name on two paths, one may be made."""

from __future__ import annotations

from ...ir import Op, Value
from ...ir.fields import FieldType
from ...ir.ops import FIELD, IF, LOOP, SELECT
from ..values.lattice import Ref


def are_single(heap: dict, one: Ref, others: dict, other: Ref) -> bool:
    """Whether two names stand for such numbers of one type."""
    if not (one.kind == other.kind == "field" and one in heap and other in others):
        return False
    first, second = heap[one], others[other]
    return len(first) == len(second) == 1 and first[0].type is second[0].type and all(map(is_single, (*first, *second)))


def is_single(value: Value) -> bool:
    op = value.owner
    if not isinstance(value.type, FieldType) or value.type.shape or not isinstance(op, Op):
        return False
    return op.kind in (IF, SELECT, LOOP) or op.kind is FIELD and (
        dict(op.attributes)["element"].gives_numbers)
