"""Constant folding and the algebra that is safe at any time: what the builder asks before it appends an operation.

Constants are folded by the operation's own NumPy definition, so that a folded number is the one a device computes.
The algebra gives the same value for every operand, but for three things that LANGUAGE.md and the manual state:

  - the sign of a zero: x + 0.0 is x, though -0.0 + 0.0 is 0.0; x ** 0.5 is sqrt(x);
  - a weight known to be zero reads nothing: 0 * x is 0, also where x would be infinite or not a number;
  - an undefined value (a Const whose value is None) is whatever is simplest, since nothing that counts reads it.

Floats are never reassociated here, since that rounds differently; sums are put in order when stages are planned.
Each rule is a function (emit, *operands) -> the value that needs no such operation, or None. It may emit others.
"""

from __future__ import annotations

import math

import numpy as np

from .graph import Const, Op, Value, constant, same
from .logic import implied, truth_of
from .ops import DTYPES
from .types import BOOL, FLOAT, INT, Type

TRUE, FALSE = Const(BOOL, True), Const(BOOL, False)


def fold(emit, kind, operands: tuple[Value, ...], attributes: tuple) -> Value | None:
    """The value the operation would have, where that needs no such operation; else None."""
    known = 0
    for operand in operands:
        if operand.__class__ is Const:
            if operand.value is None:
                return _undefined(emit, kind, operands, attributes)
            known += 1
    if known and known == len(operands):
        if kind.evaluate is not None:
            return _compute(kind, operands)
        if kind.name == "table":
            values = dict(attributes)["values"]
            return _number(dict(attributes)["type"], values[min(max(operands[0].value, 0), len(values) - 1)])
    rule = RULES.get(kind.name)
    return rule(emit, *operands) if rule is not None else None


# --- constants -------------------------------------------------------------------------------------------------------

def _compute(kind, operands) -> Const:
    with np.errstate(all="ignore"):
        result = kind.evaluate(*[DTYPES[o.type](o.value) for o in operands])
    return _number(kind.rule(tuple(o.type for o in operands), {}), result)


def _number(type: Type, value) -> Const:
    return Const(type, float(value) if type is FLOAT else bool(value) if type is BOOL else int(value))


def _is_undefined(value: Value) -> bool:
    return value.__class__ is Const and value.value is None


def _undefined(emit, kind, operands, attributes) -> Value:
    """What an operation gives when an operand is undefined: a choice or a logical operation the other operand."""
    if kind.name == "select":
        condition, then, otherwise = operands
        return otherwise if _is_undefined(condition) or _is_undefined(then) else then
    if kind.name in ("and", "or"):
        return operands[1] if _is_undefined(operands[0]) else operands[0]
    return Const(kind.rule(tuple(o.type for o in operands), dict(attributes)), None)


def _known(value: Value) -> bool:
    return value.__class__ is Const


def _made_by(value: Value, name: str) -> tuple[Value, ...] | None:
    """The operands of the operation that made a value, if it is of that name."""
    op = value.owner
    return op.operands if op.__class__ is Op and op.kind.name == name else None


# --- arithmetic ------------------------------------------------------------------------------------------------------

def _offset(value: Value) -> tuple[Value, int]:
    """An integer as a value and a known number added to it."""
    parts = _made_by(value, "add")
    return (parts[0], parts[1].value) if parts and _known(parts[1]) else (value, 0)


def _add(emit, a, b):
    if _known(b):
        if b.value == 0:
            return a
        base, offset = _offset(a)
        if a.type is INT and base is not a:
            return emit("add", base, constant(offset + b.value))
    if (negated := _made_by(b, "neg")) is not None:
        return emit("sub", a, negated[0])
    if (negated := _made_by(a, "neg")) is not None:
        return emit("sub", b, negated[0])
    return None


def _sub(emit, a, b):
    if _known(b):
        if b.value == 0:
            return a
        return emit("add", a, constant(-b.value)) if a.type is INT else None
    if _known(a) and a.value == 0:
        return emit("neg", b)
    if (negated := _made_by(b, "neg")) is not None:
        return emit("add", a, negated[0])
    if a.type is INT:
        (base, offset), (base_b, offset_b) = _offset(a), _offset(b)
        if base is base_b:
            return constant(offset - offset_b)
    return None


def _mul(emit, a, b):
    if _known(b):
        if b.value == 0:
            return Const(b.type, 0 if b.type is INT else 0.0)
        if b.value == 1:
            return a
        if b.value == -1:
            return emit("neg", a)
        if (negated := _made_by(a, "neg")) is not None:
            return emit("mul", negated[0], constant(-b.value))
        if a.type is INT and (parts := _made_by(a, "mul")) is not None and _known(parts[1]):
            return emit("mul", parts[0], constant(parts[1].value * b.value))
    elif (negated := _made_by(a, "neg")) is not None and (negated_b := _made_by(b, "neg")) is not None:
        return emit("mul", negated[0], negated_b[0])
    return None


def _div(emit, a, b):
    if _known(b):
        if b.value == 1:
            return a
        if b.value == -1:
            return emit("neg", a)
        # Only a power of two has an exact inverse; beyond these ends that would be no normal number.
        if math.isfinite(b.value) and abs(math.frexp(b.value)[0]) == 0.5 and 2.0**-126 <= abs(b.value) <= 2.0**126:
            return emit("mul", a, constant(1.0 / b.value))
    return None


def _log2(number: Value) -> int | None:
    """k where an integer is known to be 2**k."""
    value = number.value if _known(number) and number.type is INT else 0
    return value.bit_length() - 1 if value > 0 and value & (value - 1) == 0 else None


def _floordiv(emit, a, b):
    power = _log2(b)
    return emit("shr", a, constant(power)) if power is not None else None


def _mod(emit, a, b):
    return emit("and", a, constant(b.value - 1)) if _log2(b) is not None else None


def _times(emit, a, n: int) -> Value:
    """a to a known power of at least 1, by squaring."""
    if n == 1:
        return a
    half = _times(emit, a, n // 2)
    square = emit("mul", half, half)
    return emit("mul", square, a) if n % 2 else square


def _pow(emit, a, b):
    if _known(b):
        n = b.value
        if n == 0.5:
            return emit("sqrt", a)
        if n == -0.5:
            return emit("div", constant(1.0), emit("sqrt", a))
        if n == 0:
            return constant(1.0)
        if math.isfinite(n) and n == int(n) and abs(n) <= 16:
            power = _times(emit, a, abs(int(n)))
            return power if n > 0 else emit("div", constant(1.0), power)
    elif _known(a):
        if a.value == 1:
            return a
        if a.value == 2:
            return emit("exp2", b)
    return None


def _ipow(emit, a, b):
    if _known(b):
        n = b.value
        if n <= 0:
            return constant(0 if n else 1)
        if n <= 16:
            return _times(emit, a, n)
    return None


def _neg(emit, a):
    negated = _made_by(a, "neg")
    if negated is None and a.type is INT and (parts := _made_by(a, "sub")) is not None:
        return emit("sub", parts[1], parts[0])
    return negated[0] if negated else None


def _abs(emit, a):
    if _made_by(a, "abs") is not None:
        return a
    negated = _made_by(a, "neg")
    return emit("abs", negated[0]) if negated else None


def _extreme(emit, a, b):
    return a if same(a, b) else None


# --- comparison, choice and logic ------------------------------------------------------------------------------------

SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
INVERSE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def _ordering(name: str):
    def rule(emit, a, b):
        if _known(a):
            return emit(SWAPPED[name], b, a)
        if a is b and (a.type is INT or name in ("lt", "gt")):  # a NaN is neither below nor equal to itself
            return TRUE if name in ("le", "ge") else FALSE
        return None

    return rule


def _equality(equal: bool):
    def rule(emit, a, b):
        if a is b and a.type is not FLOAT:
            return TRUE if equal else FALSE
        if _known(b):
            if a.type is BOOL:
                return a if b.value is equal else emit("not", a)
            for name in ("int_of_bool", "float_of_bool"):
                if (flag := _made_by(a, name)) is not None:
                    if b.value not in (0, 1):
                        return FALSE if equal else TRUE
                    return flag[0] if (b.value == 1) is equal else emit("not", flag[0])
        return None

    return rule


def _not(emit, a):
    if (inner := _made_by(a, "not")) is not None:
        return inner[0]
    op = a.owner
    # A NaN is neither below a number nor not below it, so an ordering of floats has no inverse.
    if op.__class__ is Op and (op.kind.name in ("eq", "ne") or op.kind.name in INVERSE and op.operands[0].type is INT):
        return emit(INVERSE[op.kind.name], *op.operands)
    return None


def _logic(name: str, other: str, absorbing: bool):
    """`and`, absorbed by False (0) and neutral with True (-1), or `or`, the other way round."""
    strong = TRUE if absorbing else FALSE

    def rule(emit, a, b):
        if same(a, b):
            return a
        if _known(b):
            value = b.value if b.type is BOOL else {0: False, -1: True}.get(b.value)
            return None if value is None else b if value is absorbing else a
        if a.type is BOOL:
            # Only where one side leaves it open does the other matter.
            for one, rest in ((a, b), (b, a)):
                known = implied(one, not absorbing)
                settled = truth_of(rest, known)
                if settled is not None:
                    return strong if settled is absorbing else one
                if (parts := _made_by(rest, other)) is not None:  # a and (not a or b) is a and b
                    for part, left in (parts, parts[::-1]):
                        if truth_of(part, known) is absorbing:
                            return emit(name, one, left)
                if (inner := _made_by(rest, "not")) and (parts := _made_by(inner[0], name)):  # and not (a and b): not b
                    for part, left in (parts, parts[::-1]):
                        if truth_of(part, known) is (not absorbing):
                            return emit(name, one, emit("not", left))
            if (not_a := _made_by(a, "not")) is not None and (not_b := _made_by(b, "not")) is not None:
                return emit("not", emit(other, not_a[0], not_b[0]))
        return None

    return rule


def _xor(emit, a, b):
    if same(a, b):
        return Const(a.type, False if a.type is BOOL else 0)
    if _known(b):
        if not b.value:
            return a
        return emit("not", a) if a.type is BOOL else emit("invert", a) if b.value == -1 else None
    return None


def _select(emit, condition, then, otherwise):
    if _known(condition):
        return then if condition.value else otherwise
    if same(then, otherwise):
        return then
    if then.type is BOOL and (logic := _select_bool(emit, condition, then, otherwise)) is not None:
        return logic
    if (inner := _made_by(condition, "not")) is not None:
        return emit("select", inner[0], otherwise, then)
    if (parts := _made_by(then, "select")) is not None and parts[0] is condition:
        return emit("select", condition, parts[1], otherwise)
    if (parts := _made_by(otherwise, "select")) is not None and parts[0] is condition:
        return emit("select", condition, then, parts[2])
    if then.type is not BOOL and _known(then) and _known(otherwise) and {then.value, otherwise.value} == {0, 1}:
        flag = condition if then.value else emit("not", condition)
        return emit("int_of_bool" if then.type is INT else "float_of_bool", flag)
    return None


def _select_bool(emit, condition, then, otherwise):
    """A choice between truth values where one is known: that is logic."""
    then = TRUE if same(then, condition) else then
    otherwise = FALSE if same(otherwise, condition) else otherwise
    if _known(then) and _known(otherwise):
        return then if then.value == otherwise.value else condition if then.value else emit("not", condition)
    if _known(then):
        return emit("or", condition, otherwise) if then.value else emit("and", emit("not", condition), otherwise)
    if _known(otherwise):
        return emit("or", emit("not", condition), then) if otherwise.value else emit("and", condition, then)
    return None


def _shift(emit, a, b):
    return a if _known(b) and b.value == 0 else None


def _involution(name: str):
    def rule(emit, a):
        inner = _made_by(a, name)
        return inner[0] if inner else None

    return rule


# --- conversion ------------------------------------------------------------------------------------------------------

WHOLE = ("floor", "ceil", "trunc", "rint")


def _float_of_int(emit, a):
    flag = _made_by(a, "int_of_bool")
    return emit("float_of_bool", flag[0]) if flag else None


def _int_of_float(emit, a):
    if (whole := _made_by(a, "float_of_int")) is not None:
        return whole[0]  # as Python has it, whose floats hold every 32 bit integer
    if (flag := _made_by(a, "float_of_bool")) is not None:
        return emit("int_of_bool", flag[0])
    truncated = _made_by(a, "trunc")
    return emit("int_of_float", truncated[0]) if truncated else None


def _to_whole(emit, a):
    op = a.owner
    return a if op.__class__ is Op and (op.kind.name in WHOLE or op.kind.name.startswith("float_of_")) else None


RULES = {
    "add": _add, "sub": _sub, "mul": _mul, "div": _div, "floordiv": _floordiv, "mod": _mod, "pow": _pow, "ipow": _ipow,
    "neg": _neg, "abs": _abs, "min": _extreme, "max": _extreme,
    "eq": _equality(True), "ne": _equality(False), "not": _not, "select": _select, "invert": _involution("invert"),
    "and": _logic("and", "or", False), "or": _logic("or", "and", True), "xor": _xor, "shl": _shift, "shr": _shift,
    "float_of_int": _float_of_int, "int_of_float": _int_of_float,
    **{name: _ordering(name) for name in SWAPPED}, **{name: _to_whole for name in WHOLE},
}
