"""Values kept in arrays, of an item's own or of its group."""

from __future__ import annotations

from ..ir import BOOL, OPS, Value
from .statements import Array, Code
from .values import WORDS, Expr, Number, Operation, Pointer, Var


def element(value: Value) -> str:
    return "int32" if value.type is BOOL else WORDS[value.type]


def array(code: Code, value: Value, wish: str, extents: tuple[int, ...], space: str = "private") -> Var:
    made = Var(value.name or wish, Pointer(element(value), space, False))
    code.add(Array(made, extents, 64 if space == "private" else 0))
    return made


def kept(value: Value, given: Expr) -> Expr:
    """A value as an element."""
    return Operation(OPS["int_of_bool"], (given,), "int32", given.lanes) if value.type is BOOL else given


def taken(value: Value, element: Expr) -> Expr:
    """An element as the value that it was."""
    if value.type is not BOOL:
        return element
    return Operation(OPS["ne"], (element, Number(0, "int32", element.lanes)), "bool", element.lanes)
