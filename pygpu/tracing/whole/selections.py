"""The elements that a mask chooses, a[mask]: as many as hold, which no graph knows.

So they stay where they are, in the whole array, with the mask beside it: what is done with each of them is done there, and
what is made of all leaves the others out."""

from __future__ import annotations

from ...ir import Value
from ..values.lattice import Ref
from .fields import is_array, new


def selection(tracer, whole: Value, mask: Value) -> Ref:
    return tracer.new("field", (whole, mask))


def is_selection(tracer, value) -> bool:
    return is_array(value) and len(tracer.heap[value]) == 2 and isinstance(tracer.heap[value][1], Value)


def mask_of(tracer, ref: Ref) -> Value:
    return tracer.heap[ref][1]


def whole_of(tracer, ref: Ref) -> Ref:
    """The array that they are chosen from."""
    return new(tracer, tracer.heap[ref][0])
