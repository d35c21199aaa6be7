"""What an array is that a graph of whole arrays has, or is given, to who follows that."""

from __future__ import annotations

import numpy as np

from ...ir import Const, Op, Value
from ...ir.fields import in_memory
from ...ir.ops import FIELD
from ...runtime import DeviceComplex, DeviceImage


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


def is_complex(given) -> bool:
    return isinstance(given, (np.ndarray, np.generic, DeviceComplex)) and given.dtype.kind == "c"


def stored(given, part):
    """An array as it lies in memory: a part of one that is complex; one number for none, which nobody looks at."""
    given = part(given) if isinstance(given, DeviceComplex) else given
    if isinstance(given, DeviceImage):
        return given
    given = np.ascontiguousarray(part(given)) if is_complex(given) else given
    given = given if given.size else np.zeros((1,) * given.ndim, given.dtype)
    return given.reshape(in_memory(given.shape) or 1)


def axes_of(given) -> int:
    """How many axes an array has, also where lists stand for it."""
    depth = 0
    while isinstance(given, (list, tuple)) and given:
        given, depth = given[0], depth + 1
    return depth + getattr(given, "ndim", 0)


def as_numpy(result, type) -> np.ndarray:
    """An array as NumPy would give it."""
    if result is None or isinstance(result, Value) or 0 in type.shape:
        return np.zeros(type.shape, type.dtype)
    array = result if isinstance(result, np.ndarray) else (
        result.numpy() if isinstance(result, DeviceImage) else np.array(result.array))
    array = array.reshape(type.shape).astype(type.dtype, copy=False)
    return array if type.shape else array[()]
