"""Keys: whole numbers in the order of others. Of floats they are the bits, turned so that they grow with the float; what is
not a number comes last."""

from __future__ import annotations

from collections.abc import Callable

from .graph import Value, known
from .ops import BITS
from .types import INT, INT64, Type

Emit = Callable[..., Value]

NOT_A_NUMBER = {32: 0x7FC00000, 64: 0x7FF8 << 48}


def key_type(type: Type) -> Type:
    return INT if type.bits == 32 else INT64


def key(emit: Emit, value: Value) -> Value:
    type = value.type
    if not type.is_float:
        return value
    bits = turned(emit, emit(BITS[type, key_type(type)], value))
    return emit("select", emit("isnan", value), known(bits.type, NOT_A_NUMBER[type.bits]), bits)


def unkeyed(emit: Emit, key: Value, type: Type) -> Value:
    """The number that has a key."""
    return emit(BITS[key.type, type], turned(emit, key)) if type.is_float else key


def turned(emit: Emit, bits: Value) -> Value:
    """The bits of a float as a number that grows with it; of such a number the bits."""
    type = bits.type
    sign = emit("shr", bits, known(type, type.bits - 1))
    return emit("xor", bits, emit("and", sign, known(type, type.limits[1])))
