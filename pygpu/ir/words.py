"""The algebra of words: numbers of 64 bits that have 32 are computed with 32, and conversions there and back vanish.

A Python int that is masked, `h = (h ^ (h >> 16)) * 0x45d9f3b & 0xFFFFFFFF`, needs 64 bits to be what it is in Python, but
only its low 32 count. The low bits of a sum, difference, product, or of bitwise logic follow from the low bits alone; and
what is known to lie in 0 .. 2**32 - 1 is divided, compared and shifted the same as a number of 32 bits without a sign.
"""

from __future__ import annotations

from .algebra import Emit, Rewriting
from .graph import Const, Op, Value, is_known, known
from .ops import CONVERT, OpKind
from .types import AS_STORED, INT, INT64, UINT32, Type

LOW = frozenset(("add", "sub", "mul", "neg", "and", "or", "xor", "invert"))  # whose low bits need no others
ALIKE = frozenset(("or", "xor", "shr", "mod", "floordiv", "min", "max"))  # the same for numbers of 32 bits
COMPARED = frozenset(("lt", "le", "gt", "ge", "eq", "ne"))
CONVERSIONS = {kind.name: pair for pair, kind in CONVERT.items()}
_MASK = UINT32.limits[1]


def rewritten(emit: Emit, kind: OpKind, operands: tuple[Value, ...]) -> Value | None:
    """The value of an operation on numbers of 64 bits, where one of 32 gives it."""
    name = kind.name
    if name == "and" and any(_has_32(operand) for operand in operands):
        return emit(CONVERT[UINT32, INT64], emit("and", *[low(emit, operand, UINT32, {}) for operand in operands]))
    if name == "select" and all(map(_has_32, operands[1:])) and not all(map(is_known, operands[1:])):
        arms = [low(emit, operand, UINT32, {}) for operand in operands[1:]]
        return emit(CONVERT[UINT32, INT64], emit("select", operands[0], *arms))
    if name in ("min", "max") and all(map(_is_int, operands)) and not all(map(is_known, operands)):
        return emit(CONVERT[INT, INT64], emit(kind, *[low(emit, operand, INT, {}) for operand in operands]))
    if (name in ALIKE or name in COMPARED) and all(map(_has_32, operands)):
        value = emit(kind, *[low(emit, operand, UINT32, {}) for operand in operands])
        return value if name in COMPARED else emit(CONVERT[UINT32, INT64], value)
    return None


def _has_32(value: Value) -> bool:
    """Whether a number of 64 bits surely lies in 0 .. 2**32 - 1."""
    if is_known(value):
        return value.value is not None and 0 <= value.value <= _MASK
    return _source(value) is UINT32


def _is_int(value: Value) -> bool:
    """Whether a number of 64 bits surely is one of 32 with a sign."""
    if is_known(value):
        return value.value is not None and INT.limits[0] <= value.value <= INT.limits[1]
    return _source(value) is INT


def _source(value: Value) -> Type | None:
    """The type that a value was converted from."""
    op = value.owner
    return CONVERSIONS[op.kind.name][0] if op.__class__ is Op and op.kind.name in CONVERSIONS else None


def low(emit: Emit, value: Value, to: Type, made: dict[Value, Value]) -> Value:
    """The low bits of a whole number as a type of no more bits. `made` has what was found on the way."""
    if value in made:
        return made[value]
    op, given = value.owner, _source(value)
    if value.type is to:
        found = value
    elif value.__class__ is Const:
        found = known(to, value.value) if value.value is not None else Const(to, None)
    elif given is not None and given.is_whole and not given.is_narrow and given.bits >= to.bits:
        found = low(emit, op.operands[0], to, made)  # type: ignore[union-attr]
    elif op.__class__ is Op and op.kind.name in LOW and value.type.bits > to.bits:
        found = emit(op.kind, *[low(emit, operand, to, made) for operand in op.operands])
    else:
        found = emit(CONVERT[value.type, to], value)
    made[value] = found
    return found


def _conversion(given: Type, to: Type) -> Rewriting:
    return lambda emit, value: _converted(emit, given, to, value)


def _converted(emit: Emit, given: Type, to: Type, value: Value) -> Value | None:
    if to.is_whole and to.bits <= given.bits:
        op, source = value.owner, _source(value)
        follows = op.__class__ is Op and op.kind.name in LOW and given.bits > to.bits
        if follows or source is not None and source.is_whole and not source.is_narrow and source.bits >= to.bits:
            return low(emit, value, to, {})
    source = _source(value)
    if given is INT64 and (source is UINT32 or source is INT) and (to.is_float or to.bits == 64):
        return emit(CONVERT[source, to], value.owner.operands[0])  # type: ignore[union-attr]
    return None


RULES: dict[str, Rewriting] = {name: _conversion(given, to) for name, (given, to) in CONVERSIONS.items()
                               if given.is_whole and not given.is_narrow and not to.is_narrow
                               and to not in AS_STORED}  # which don't wrap
