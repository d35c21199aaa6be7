"""The algebra of comparisons, choices and truth values: what needs no operation, or a cheaper one."""

from __future__ import annotations

from .algebra import Emit, Rewriting
from .graph import Const, Op, Value, is_known, known, made_by, same
from .logic import implied, truth_of
from .types import BOOL, FLOAT, INT

TRUE, FALSE = Const(BOOL, True), Const(BOOL, False)
BITS = ({"0", "1"}, {"0.0", "1.0"})  # (-0.0 is another number)
SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
INVERSE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def _ordering(name: str) -> Rewriting:
    def rule(emit: Emit, a: Value, b: Value) -> Value | None:
        if is_known(a):
            return emit(SWAPPED[name], b, a)
        if a is b and (a.type.is_whole or name in ("lt", "gt")):  # a NaN is neither below nor equal to itself
            return TRUE if name in ("le", "ge") else FALSE
        return None

    return rule


def _equality(equal: bool) -> Rewriting:
    def rule(emit: Emit, a: Value, b: Value) -> Value | None:
        if a is b and not a.type.is_float:
            return TRUE if equal else FALSE
        if is_known(b):
            if a.type is BOOL:
                return a if b.value is equal else emit("not", a)
            for name in ("int_of_bool", "float_of_bool"):
                if (flag := made_by(a, name)) is not None:
                    if b.value not in (0, 1):
                        return FALSE if equal else TRUE
                    return flag[0] if (b.value == 1) is equal else emit("not", flag[0])
        return None

    return rule


def _not(emit: Emit, a: Value) -> Value | None:
    if (inner := made_by(a, "not")) is not None:
        return inner[0]
    op = a.owner
    # A NaN is neither below a number nor not below it, so an ordering of floats has no inverse.
    if op.__class__ is Op and (op.kind.name in ("eq", "ne") or op.kind.name in INVERSE and op.operands[0].type.is_whole):
        return emit(INVERSE[op.kind.name], *op.operands)
    return None


def _logic(name: str, other: str, absorbing: bool) -> Rewriting:
    """`and`, absorbed by False (0) and neutral with True (-1), or `or`, the other way round."""
    strong = TRUE if absorbing else FALSE

    def rule(emit: Emit, a: Value, b: Value) -> Value | None:
        if same(a, b):
            return a
        if is_known(b):
            value = b.value if b.type is BOOL else {0: False, b.type.wrap(-1): True}.get(b.value)
            return None if value is None else b if value is absorbing else a
        if a.type is BOOL:
            # Only where one side leaves it open does the other matter.
            for one, rest in ((a, b), (b, a)):
                sure = implied(one, not absorbing)
                settled = truth_of(rest, sure)
                if settled is not None:
                    return strong if settled is absorbing else one
                if (parts := made_by(rest, other)) is not None:  # a and (not a or b) is a and b
                    for part, left in (parts, parts[::-1]):
                        if truth_of(part, sure) is absorbing:
                            return emit(name, one, left)
                if (inner := made_by(rest, "not")) and (parts := made_by(inner[0], name)):  # and not (a and b): not b
                    for part, left in (parts, parts[::-1]):
                        if truth_of(part, sure) is (not absorbing):
                            return emit(name, one, emit("not", left))
            if (not_a := made_by(a, "not")) is not None and (not_b := made_by(b, "not")) is not None:
                return emit("not", emit(other, not_a[0], not_b[0]))
        return None

    return rule


def _xor(emit: Emit, a: Value, b: Value) -> Value | None:
    if same(a, b):
        return known(a.type, 0)
    if is_known(b):
        if not b.value:
            return a
        return emit("not", a) if a.type is BOOL else emit("invert", a) if b.value == a.type.wrap(-1) else None
    return None


def _select(emit: Emit, condition: Value, then: Value, otherwise: Value) -> Value | None:
    if is_known(condition):
        return then if condition.value else otherwise
    if same(then, otherwise):
        return then
    if then.type is BOOL and (logic := _select_bool(emit, condition, then, otherwise)) is not None:
        return logic
    if (inner := made_by(condition, "not")) is not None:
        return emit("select", inner[0], otherwise, then)
    if (parts := made_by(then, "select")) is not None and parts[0] is condition:
        return emit("select", condition, parts[1], otherwise)
    if (parts := made_by(otherwise, "select")) is not None and parts[0] is condition:
        return emit("select", condition, then, parts[2])
    if (extreme := _extreme(condition, then, otherwise)) is not None:
        return emit(*extreme)
    if then.type in (INT, FLOAT) and is_known(then) and is_known(otherwise) and {then.key[1], otherwise.key[1]} in BITS:
        flag = condition if then.value else emit("not", condition)
        return emit("int_of_bool" if then.type is INT else "float_of_bool", flag)
    return None


def _extreme(condition: Value, then: Value, otherwise: Value) -> tuple[str, Value, Value] | None:
    """A choice of the smaller or larger: `min` and `max` keep their first operand unless the second is beyond it."""
    op = condition.owner
    if op.__class__ is not Op or op.kind.name not in SWAPPED:
        return None
    a, b = op.operands
    smaller = op.kind.name in ("lt", "le")
    if same(then, a) and same(otherwise, b):
        return ("min" if smaller else "max"), b, a
    if same(then, b) and same(otherwise, a):
        return ("max" if smaller else "min"), a, b
    return None


def _select_bool(emit: Emit, condition: Value, then: Value, otherwise: Value) -> Value | None:
    """A choice between truth values where one is known: that is logic."""
    then = TRUE if same(then, condition) else then
    otherwise = FALSE if same(otherwise, condition) else otherwise
    if is_known(then) and is_known(otherwise):
        return then if then.value == otherwise.value else condition if then.value else emit("not", condition)
    if is_known(then):
        return emit("or", condition, otherwise) if then.value else emit("and", emit("not", condition), otherwise)
    if is_known(otherwise):
        return emit("or", emit("not", condition), then) if otherwise.value else emit("and", condition, then)
    return None


RULES: dict[str, Rewriting] = {
    "eq": _equality(True), "ne": _equality(False), "not": _not, "select": _select,
    "and": _logic("and", "or", False), "or": _logic("or", "and", True), "xor": _xor,
    **{name: _ordering(name) for name in SWAPPED},
}
