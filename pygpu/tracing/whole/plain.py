"""Whole arrays of the graph that hold nothing but known numbers: np.ones((3, 3)) whose middle was set to 0, say."""

from __future__ import annotations

import numpy as np

from ...ir import Const, Op, Value
from ...ir.fields import is_field
from ...ir.ops import FIELD
from ..values.lattice import Known
from .elements import Converted, Filled, Given, Replaced, Reshaped, Sliced, Transposed, Ufunc, Whole
from .fields import is_array, is_view, value_of

FEW = 1 << 12  # numbers that are looked at


def plain(tracer, args, kwargs):
    """library/whole/local.py's."""
    (ref,) = args
    if not is_array(ref) or is_view(tracer, ref):
        return ref
    found = numbers_of(value_of(tracer, ref))
    return ref if found is None else Known(found)


def numbers_of(value: Value) -> np.ndarray | None:
    """What an array holds, where that is known."""
    if isinstance(value, Const):
        return np.asarray(value.value)
    op = value.owner
    if not is_field(value) or not isinstance(op, Op) or op.kind is not FIELD or np.prod(value.type.shape) > FEW:
        return None
    element, type = dict(op.attributes)["element"], value.type
    if isinstance(element, Given):
        return getattr(element.source, "object", None)
    parts = [numbers_of(each) for each in op.operands]
    if any(each is None for each in parts):
        return None
    if isinstance(element, Filled | Converted):
        return np.broadcast_to(parts[0], type.shape).astype(type.dtype)
    if isinstance(element, Reshaped):
        return parts[0].reshape(type.shape)
    if isinstance(element, Transposed):
        return parts[0].transpose(element.axes)
    if isinstance(element, Ufunc) and element.function.nout == 1:
        return np.broadcast_to(element.function(*[each.astype(dtype) for each, dtype in zip(parts, element.dtypes)]),
                               type.shape).astype(type.dtype)
    if isinstance(element, Replaced):
        old, new = parts
        found = old.copy()
        found[key_of(element.items)] = np.broadcast_to(new, element.shape)
        return found
    return parts[0][key_of(element.items)] if isinstance(element, Sliced) and in_order(element.items) else None


def key_of(items: tuple) -> tuple:
    """The index that a part was taken by."""
    return tuple([slice(each.start, end if (end := each.start + each.step * each.count) >= 0 else None, each.step)
                  if each.__class__ is Whole else each for each in items])


def in_order(items: tuple) -> bool:
    """Whether its axes are those of what it is a part of, without new ones between."""
    return [each.axis for each in items if each.__class__ is Whole] == list(range(sum(
        each.__class__ is Whole for each in items)))
