"""Constant folding and the algebra that is safe at any time: what the builder asks before it appends an operation.

Constants are folded by the operation's own NumPy definition, so that a folded number is the one a device computes.
The algebra (algebra.py, choices.py) gives the same value for every operand, but for three things that LANGUAGE.md and
the manual state:

  - the sign of a zero, where nobody looks at it: x + 0.0 is x, though -0.0 + 0.0 is 0.0; x ** 0.5 is sqrt(x). A filter that
    does is traced with the algebra that keeps it (SIGNED), and passes/zeros.py says where it need not;
  - a weight known to be zero reads nothing: 0 * x is 0, also where x would be infinite or not a number;
  - an undefined value (a Const whose value is None) is whatever is simplest, since nothing that counts reads it.

Floats are not reassociated here, since that rounds differently; sums are put in order when stages are planned. But what
is known and large (a day's number, a coordinate of the Earth) is added up in double, as Python has it, and last: ten of
the 24 bits of what it is added to would be lost. Where a symbol itself is large that cannot be.
Each rule is a function (emit, *operands) -> the value that needs no such operation, or None. It may emit others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import algebra, choices, words
from .algebra import Emit, Rewriting
from .graph import Attributes, Const, Value, is_known, is_undefined, known, made_by, same
from .ops import DTYPES, Evaluation, OpKind
from .types import INT64


def _get(emit: Emit, array: Value, index: Value) -> Value | None:
    """An item that is known to be the one, or known to be another than what was put."""
    if (parts := made_by(array, "array")) is not None and is_known(index) and index.value is not None:
        number: int = min(max(index.value, 0), len(parts) - 1)
        return parts[number]
    if (parts := made_by(array, "put")) is not None:
        if is_known(index) and is_known(parts[1]) and 0 <= index.value < array.type.length:  # type: ignore[attr-defined]
            return parts[2] if index.value == parts[1].value else emit("get", parts[0], index)
    return None


def _array(emit: Emit, *items: Value) -> Value | None:
    """All items of an array, in order, are that array."""
    whole = made_by(items[0], "get") if len(items) > 1 else None
    if whole is None or whole[0].type.length != len(items):  # type: ignore[attr-defined]
        return None
    for number, item in enumerate(items):
        parts = made_by(item, "get")
        if parts is None or parts[0] is not whole[0] or not is_known(parts[1]) or parts[1].value != number:
            return None
    return whole[0]


RULES: dict[str, Rewriting] = {"array": _array, "get": _get, **words.RULES, **algebra.RULES, **choices.RULES}




def _signed(name: str) -> Rewriting:
    """The rule for an operation on floats whose sign is kept also where they are zero."""
    same_with = SAME_WITH.get(name)

    def rule(emit: Emit, *operands: Value) -> Value | None:
        if not operands[-1].type.is_float:
            return RULES[name](emit, *operands)
        if name == "select":
            condition, then, otherwise = operands
            if is_known(condition):
                return then if condition.value else otherwise
            return then if same(then, otherwise) else None
        number = operands[1]
        return operands[0] if same_with is not None and is_known(number) and repr(number.value) == same_with else None

    return rule


SAME_WITH = {"add": "-0.0", "sub": "0.0", "mul": "1.0"}  # the number that changes nothing
SIGNED = {name: _signed(name) for name in ("add", "sub", "mul", "pow", "select")}


def fold(emit: Emit, kind: OpKind, operands: tuple[Any, ...], attributes: Attributes,
         signed: bool = False) -> Value | None:
    """The value the operation would have, where that needs no such operation; else None. With `signed`, -0.0 is not 0.0."""
    constants = len(operands) > 0
    for operand in operands:
        if operand.__class__ is not Const:
            constants = False
        elif operand.value is None:
            return _undefined(emit, kind, operands, attributes)
    if constants:
        if kind.evaluate is not None:
            return _compute(kind, kind.evaluate, operands)
        if kind.name == "table":
            values = dict(attributes)["values"]
            return known(dict(attributes)["type"], values[min(max(operands[0].value, 0), len(values) - 1)])
    name = kind.name
    rule = (signed and SIGNED.get(name)) or RULES.get(name)
    found = rule(emit, *operands) if rule is not None else None
    if found is None and operands and operands[-1].type is INT64:
        found = words.rewritten(emit, kind, operands)
    return found


def _compute(kind: OpKind, evaluate: Evaluation, operands: tuple[Any, ...]) -> Const:
    with np.errstate(all="ignore"):
        result = evaluate(*[DTYPES[o.type](o.value) for o in operands])
    return known(kind.rule(tuple(o.type for o in operands), {}), result)


def _undefined(emit: Emit, kind: OpKind, operands: tuple[Value, ...], attributes: Attributes) -> Value:
    """What an operation gives when an operand is undefined: a choice or a logical operation the other operand."""
    if kind.name == "select":
        condition, then, otherwise = operands
        return otherwise if is_undefined(condition) or is_undefined(then) else then
    if kind.name in ("and", "or"):
        return operands[1] if is_undefined(operands[0]) else operands[0]
    return Const(kind.rule(tuple(o.type for o in operands), dict(attributes)), None)
