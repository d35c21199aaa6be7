"""The elements that a mask chooses, a[mask]: as many as hold, which no graph knows.

So they stay where they are, in the whole array, with the mask beside it: what is done with each of them is done there, and
what is made of all leaves the others out."""

from __future__ import annotations

from ...ir import Value
from ..values.lattice import Ref
from .fields import is_array, new


def selection(tracer, whole: Value, mask: Value, given: Value) -> Ref:
    """`given` is the mask as it was written: of fewer axes where it chooses rows, or planes."""
    return tracer.new("field", (whole, mask, given))


def is_selection(tracer, value) -> bool:
    return is_array(value) and len(tracer.heap[value]) == 3


def mask_of(tracer, ref: Ref) -> Value:
    return tracer.heap[ref][1]


def given_of(tracer, ref: Ref) -> Value:
    return tracer.heap[ref][2]


def whole_of(tracer, ref: Ref) -> Ref:
    """The array that they are chosen from."""
    return new(tracer, tracer.heap[ref][0])
