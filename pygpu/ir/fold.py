"""Constant folding and the algebra that is safe at any time: what the builder asks before it appends an operation."""

from __future__ import annotations

from .graph import Const, Value


def fold(kind, operands: tuple[Value, ...], attributes: tuple) -> Value | None:
    """The value the operation would have, where that needs no operation; else None."""
    return None
