"""Which expressions have a known sign, whatever the pixels: squares, distances, what is made of them."""

from __future__ import annotations

import math

from ...ir.ops import ABS, DIV, EXP, EXP2, HYPOT, MUL, NEG, OPS, SQRT
from .kinds import CONST, WEIGHT, is_sum
from .web import Node

UNKNOWN = math.inf
_NEVER_NEGATIVE = {ABS, SQRT, EXP, EXP2, HYPOT, OPS["float_of_bool"]}
DEEP = 6


def sign(node: Node, depth: int = 0) -> float:
    """1 where a float is never negative, -1 where it is never positive, 0 where it is zero; each may be NaN."""
    if depth > DEEP:
        return UNKNOWN
    if node.kind is CONST:
        number = node.attributes[0]
        return (number > 0) - (number < 0) if number == number else UNKNOWN
    if node.kind is WEIGHT:
        roll, column = node.attributes
        signs = {(number > 0) - (number < 0) for number in roll.weights[column]} - {0}
        return signs.pop() if len(signs) == 1 else UNKNOWN if signs else 0
    if node.kind in _NEVER_NEGATIVE:
        return 1
    if node.kind in (MUL, DIV):
        a, b = node.uses
        if a == b and node.kind is MUL:
            return 1
        return _product(sign(a.node, depth + 1), sign(b.node, depth + 1))
    if node.kind is NEG:
        return _product(-1, sign(node.uses[0].node, depth + 1))
    if is_sum(node):
        coefficients, constant = node.attributes.weights, node.attributes.start
        signs = {(constant > 0) - (constant < 0)}
        signs.update(_product(math.copysign(1, c), sign(u.node, depth + 1)) for c, u in zip(coefficients, node.uses))
        signs.discard(0)
        return signs.pop() if len(signs) == 1 else UNKNOWN if signs else 0
    return UNKNOWN


def _product(a: float, b: float) -> float:
    return UNKNOWN if UNKNOWN in (a, b) else a * b
