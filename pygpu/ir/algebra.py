"""The algebra of numbers: what arithmetic and conversions need no operation for, or a cheaper one."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import TypeGuard

from .graph import Const, Op, Value, constant, is_known, known, made_by, same
from .ops import SIDES
from .types import FLOAT, Type

Emit = Callable[..., Value]                # Builder.emit: an operation's name, its operands
Rewriting = Callable[..., Value | None]    # (emit, *operands) -> the value that needs no such operation


def _offset(value: Value) -> tuple[Value, int]:
    """An integer as a value and a known number added to it."""
    parts = made_by(value, "add")
    return (parts[0], parts[1].value) if parts and is_known(parts[1]) else (value, 0)


def _fits(type: Type, number: int) -> bool:
    """Whether a number does not wrap: the same numbers may come to be computed with more bits (passes/doubles.py)."""
    return type.limits[0] <= number <= type.limits[1]


def _whole(emit: Emit, value: Value) -> Value | None:
    """A float that came from an integer, and that from a whole float (times a known number), without the way through
    integers, which costs more; they would be the same up to where integers wrap, and Python's do not. Only the sign of
    a zero is lost on that way, so this is for what is added to something."""
    whole = made_by(value, "float_of_int") or made_by(value, "float_of_int64")
    if whole is None:
        return None
    factor = made_by(whole[0], "mul")
    by = factor[1] if factor else None
    if by is not None and not (is_known(by) and abs(by.value) < 1 << 24):
        return None
    number = factor[0] if factor else whole[0]
    floats = made_by(number, "int_of_float") or made_by(number, "int64_of_float")
    if floats is None or floats[0].owner.__class__ is not Op or floats[0].owner.kind.name not in WHOLE:
        return None
    return emit("mul", floats[0], constant(float(by.value))) if by is not None else floats[0]


FAR = 2.0**60    # times what is large, it is no infinity yet
LARGE = 2.0**10  # a known number that costs what is added to it ten of its 24 bits


def _large(value: Value) -> TypeGuard[Const]:
    return is_known(value) and value.type is FLOAT and LARGE <= abs(value.value) < 2.0**40


def _with_known(emit: Emit, a: Value, number: float) -> Value | None:
    """(x + large) + number and the like as x and one known number: known parts are added in double, as Python has it. (What
    is known may be a day's number or a coordinate of the Earth, and x the fraction that counts.)"""
    parts = made_by(a, "add")
    if parts and _large(parts[1]):
        return emit("add", parts[0], constant(parts[1].value + number))
    parts = made_by(a, "sub")
    if parts and _large(parts[0]):
        return emit("sub", constant(parts[0].value + number), parts[1])
    return None


def _add_floats(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b) and math.isfinite(b.value) and (sum := _with_known(emit, a, b.value)) is not None:
        return sum
    for one, other in ((a, b), (b, a)):
        parts = made_by(one, "add")
        if parts and _large(parts[1]) and not is_known(other):  # it goes on to the end of the sum
            return emit("add", emit("add", parts[0], other), parts[1])
    for one, other in ((a, b), (b, a)):
        if (whole := _whole(emit, other)) is not None:
            return emit("add", one, whole)
    return None


def _add(emit: Emit, a: Value, b: Value) -> Value | None:
    if a.type is FLOAT and (sum := _add_floats(emit, a, b)) is not None:
        return sum
    if is_known(b):
        if b.value == 0:
            return a
        base, offset = _offset(a)
        if a.type.is_whole and base is not a and _fits(a.type, offset + b.value):
            return emit("add", base, known(a.type, offset + b.value))
    if (negated := made_by(b, "neg")) is not None:
        return emit("sub", a, negated[0])
    if (negated := made_by(a, "neg")) is not None:
        return emit("sub", b, negated[0])
    return None


def _sub(emit: Emit, a: Value, b: Value) -> Value | None:
    if (whole := _whole(emit, b)) is not None:
        return emit("sub", a, whole)
    if (whole := _whole(emit, a)) is not None:
        return emit("sub", whole, b)
    if is_known(b):
        if b.value == 0:
            return a
        if a.type is FLOAT and math.isfinite(b.value) and (_large(b) or _with_known(emit, a, -b.value)):
            return emit("add", a, constant(-b.value))
        return emit("add", a, known(a.type, -b.value)) if a.type.is_signed else None
    if a.type is FLOAT and (parts := made_by(a, "add")) and _large(parts[1]):
        if (parts_b := made_by(b, "add")) and _large(parts_b[1]):  # two that are large: the difference of what is known
            return emit("add", emit("sub", parts[0], parts_b[0]), constant(parts[1].value - parts_b[1].value))
        return emit("add", emit("sub", parts[0], b), parts[1])
    if is_known(a) and a.value == 0:
        return emit("neg", b)
    if (negated := made_by(b, "neg")) is not None:
        return emit("add", a, negated[0])
    if a.type.is_whole:
        (base, offset), (base_b, offset_b) = _offset(a), _offset(b)
        if base is base_b:
            return known(a.type, offset - offset_b)
    return None


def _mul(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b) and b.type is FLOAT and 0 < abs(b.value) < FAR:
        parts = made_by(a, "add")
        if parts and _large(parts[1]):
            return emit("add", emit("mul", parts[0], b), constant(parts[1].value * b.value))
        parts = made_by(a, "sub")
        if parts and _large(parts[0]):
            return emit("sub", constant(parts[0].value * b.value), emit("mul", parts[1], b))
    if is_known(b):
        if b.value == 0:
            return known(b.type, 0)
        if b.value == 1:
            return a
        if b.value == -1:
            return emit("neg", a)
        if (negated := made_by(a, "neg")) is not None:
            return emit("mul", negated[0], known(b.type, -b.value))
        parts = made_by(a, "mul") if a.type.is_whole else None
        if parts is not None and is_known(parts[1]) and _fits(a.type, parts[1].value * b.value):
            return emit("mul", parts[0], known(b.type, parts[1].value * b.value))
    elif (negated := made_by(a, "neg")) is not None and (negated_b := made_by(b, "neg")) is not None:
        return emit("mul", negated[0], negated_b[0])
    return None


def _div(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b):
        if b.value == 1:
            return a
        if b.value == -1:
            return emit("neg", a)
        # Only a power of two has an exact inverse; beyond these ends that would be no normal number.
        if math.isfinite(b.value) and abs(math.frexp(b.value)[0]) == 0.5 and 2.0**-126 <= abs(b.value) <= 2.0**126:
            return emit("mul", a, known(b.type, 1.0 / b.value))
    return None


def _log2(number: Value) -> int | None:
    """k where an integer is known to be 2**k."""
    value: int = number.value if is_known(number) and number.type.is_whole else 0
    return value.bit_length() - 1 if value > 0 and value & (value - 1) == 0 else None


def _floordiv(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(a) and a.type.is_whole and a.value == 0:
        return a
    power = _log2(b)
    return emit("shr", a, known(a.type, power)) if power is not None else None


def _mod(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b) and b.type is FLOAT and math.isfinite(b.value) and b.value:
        parts = made_by(a, "add")
        rest = parts[1].value % b.value if parts and _large(parts[1]) else 0.0
        if parts and _large(parts[1]) and rest != parts[1].value:
            return emit("mod", emit("add", parts[0], constant(rest)), b)
    if is_known(a) and a.type.is_whole and a.value == 0:
        return a
    return emit("and", a, known(a.type, b.value - 1)) if is_known(b) and _log2(b) is not None else None


def _times(emit: Emit, a: Value, n: int) -> Value:
    """a to a known power of at least 1, by squaring."""
    if n == 1:
        return a
    half = _times(emit, a, n // 2)
    square = emit("mul", half, half)
    return emit("mul", square, a) if n % 2 else square


NEVER_NEGATIVE = ("abs", "sqrt", "exp", "exp2", "hypot")
KEEPING = ("add", "mul", "div", "max")  # of two that are never negative


def never_negative(value: Value, depth: int = 6) -> bool:
    """Whether a float is seen to be at least zero, or NaN: a sum of squares is."""
    if is_known(value):
        return bool(value.value >= 0)
    op = value.owner
    if op.__class__ is not Op or not depth:
        return False
    if op.kind.name == "mul" and same(*op.operands) or op.kind.name in NEVER_NEGATIVE:
        return True
    return op.kind.name in KEEPING and all(never_negative(each, depth - 1) for each in op.operands)


def _root(emit: Emit, a: Value) -> Value:
    """a ** 0.5, which is a square root but of -inf: that is inf."""
    if never_negative(a):
        return emit("sqrt", a)
    endless = emit("eq", a, known(a.type, -math.inf))
    return emit("select", endless, known(a.type, math.inf), emit("sqrt", a))


def _pow(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b):
        n = b.value
        if abs(n) == 0.5:
            root = _root(emit, a)
            return root if n > 0 else emit("div", known(a.type, 1.0), root)
        if n == 0:
            return known(a.type, 1.0)
        if math.isfinite(n) and n == int(n) and abs(n) <= 16:
            power = _times(emit, a, abs(int(n)))
            return power if n > 0 else emit("div", known(a.type, 1.0), power)
    elif is_known(a):
        if a.value == 1:
            return a
        if a.value == 2:
            return emit("exp2", b)
    return None


def _exp(emit: Emit, a: Value) -> Value | None:
    """A known factor in the exponent, put together with the one that turns exp into exp2."""
    if a.type is not FLOAT:  # one more rounding, of what may be large
        return None
    factor, inner = 1.0, a
    if (negated := made_by(inner, "neg")) is not None:
        factor, inner = -1.0, negated[0]
    for name in ("mul", "div"):
        parts = made_by(inner, name)
        if parts and is_known(parts[1]) and 1e-30 < abs(parts[1].value) < 1e30:
            factor *= parts[1].value if name == "mul" else 1.0 / parts[1].value
            inner = parts[0]
            if (negated := made_by(inner, "neg")) is not None:
                factor, inner = -factor, negated[0]
            return emit("exp2", emit("mul", inner, constant(factor / math.log(2))))
    return None


def _ipow(emit: Emit, a: Value, b: Value) -> Value | None:
    if is_known(b):
        n = b.value
        if n <= 0:
            return known(a.type, 0 if n else 1)
        if n <= 16:
            return _times(emit, a, n)
    return None


def _neg(emit: Emit, a: Value) -> Value | None:
    negated = made_by(a, "neg")
    if negated is None and a.type.is_whole and (parts := made_by(a, "sub")) is not None:
        return emit("sub", parts[1], parts[0])
    return negated[0] if negated else None


def _abs(emit: Emit, a: Value) -> Value | None:
    if made_by(a, "abs") is not None or a.type.is_whole and not a.type.is_signed:
        return a
    negated = made_by(a, "neg")
    return emit("abs", negated[0]) if negated else None


def _extreme(emit: Emit, a: Value, b: Value) -> Value | None:
    return a if same(a, b) else None


def _greatest(emit: Emit, a: Value, b: Value) -> Value | None:
    """A whole number between two is first not below the lower one. The other way round, and then asked whether it is 0, 1 or
    2, NVIDIA's compiler says yes to 2 where it is 0 or 1 (580.159)."""
    low, number = (a, b) if is_known(a) else (b, a)
    inner = made_by(number, "min")
    if a.type.is_whole and is_known(low) and inner is not None:
        most, value = inner if is_known(inner[0]) else inner[::-1]
        if is_known(most) and low.value <= most.value:
            return emit("min", emit("max", value, low), most)
    return _extreme(emit, a, b)


def _shift(emit: Emit, a: Value, b: Value) -> Value | None:
    return a if is_known(b) and b.value == 0 else None


def _involution(name: str) -> Rewriting:
    def rule(emit: Emit, a: Value) -> Value | None:
        inner = made_by(a, name)
        return inner[0] if inner else None

    return rule


# --- conversion -------------------------------------------------------------------------------------------------------

WHOLE = ("floor", "ceil", "trunc", "rint")


def _lengths(a: Value) -> list[Value]:
    """The lengths of pictures that a product is made of; none where it has other factors, too."""
    factors = made_by(a, "mul")
    if factors is None:
        return [a] if any(made_by(a, name) is not None for name in SIDES) else []
    found = [_lengths(factor) for factor in factors]
    return sum(found, []) if all(found) else []


def _float_of_int(emit: Emit, a: Value) -> Value | None:
    if len(lengths := _lengths(a)) > 1:  # how many pixels there are: an Int would wrap for some pictures
        return reduce(lambda before, each: emit("mul", before, each), [emit("float_of_int", each) for each in lengths])
    flag = made_by(a, "int_of_bool")
    return emit("float_of_bool", flag[0]) if flag else None


def _int_of_float(emit: Emit, a: Value) -> Value | None:
    if (whole := made_by(a, "float_of_int")) is not None:
        return whole[0]  # as Python has it, whose floats hold every 32 bit integer
    if (flag := made_by(a, "float_of_bool")) is not None:
        return emit("int_of_bool", flag[0])
    truncated = made_by(a, "trunc")
    return emit("int_of_float", truncated[0]) if truncated else None


def _to_whole(emit: Emit, a: Value) -> Value | None:
    op = a.owner
    if op.__class__ is not Op:
        return None
    return a if op.kind.name in WHOLE or "_of_" in op.kind.name and not op.operands[0].type.is_float else None


RULES: dict[str, Rewriting] = {
    "add": _add, "sub": _sub, "mul": _mul, "div": _div, "floordiv": _floordiv, "mod": _mod, "pow": _pow, "exp": _exp,
    "ipow": _ipow, "neg": _neg, "abs": _abs, "min": _extreme, "max": _greatest, "invert": _involution("invert"),
    "shl": _shift, "shr": _shift, "float_of_int": _float_of_int, "int_of_float": _int_of_float,
    **{name: _to_whole for name in WHOLE},
}
