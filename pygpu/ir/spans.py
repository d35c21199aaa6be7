"""Bounds of numbers that places are computed from, floats among them: between which places a filter reads.

Each is widened by what rounding to 32 bits may add to it, so that a place that is read lies surely between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import acos, ceil, floor, hypot, inf, isfinite, pi, sqrt, trunc

import numpy as np

from .graph import Const, Graph, ImageParam, Value, op_of
from .ranges import Bounds, Ranges
from .types import INT

ROUNDED = 2.0 ** -21
WHOLE = -(1 << 31), (1 << 31) - 1

Floats = tuple[float, float]
ANY: Floats = (-inf, inf)

RISING: dict[str, Callable[[float], float]] = {
    "floor": floor, "ceil": ceil, "trunc": trunc, "rint": round, "exp": np.exp, "exp2": np.exp2, "atan": np.arctan,
    "tanh": np.tanh, "cbrt": np.cbrt, "sqrt": lambda a: sqrt(max(a, 0.0))}
LOGARITHMS = {"log": np.log, "log2": np.log2, "log10": np.log10}
ALWAYS: dict[str, Floats] = {"atan2": (-pi, pi), "asin": (-pi / 2, pi / 2), "acos": (0.0, acos(-1)), "erfc": (0.0, 2.0)}


class Spans(Ranges):
    """Bounds of whole numbers and of floats. `numbers` are those that a call was given."""

    def __init__(self, graph: Graph, region: tuple[int, ...] | None, sizes: Mapping[ImageParam, tuple[int, ...]],
                 numbers: Mapping[Value, float]):
        super().__init__(graph, region, sizes)
        self._known |= {id(value): (number, number) for value, number in numbers.items()}  # type: ignore[misc]

    def of(self, value: Value) -> Bounds:
        if isinstance(value, Const) and value.type.is_float:
            number = float(value.value or 0.0)
            return (number, number) if isfinite(number) else ANY  # type: ignore[return-value]
        found = super().of(value)
        return ANY if value.type.is_float and found == WHOLE else found  # type: ignore[return-value]

    def _find(self, value: Value) -> Bounds:
        if value.owner is None or not hasattr(value.owner, "kind"):
            return super()._find(value)
        op, name = op_of(value), op_of(value).kind.name
        if value.type is INT and op.operands and op.operands[0].type.is_float and name != "select":
            low, high = self.of(op.operands[0])
            return tuple([trunc(min(max(end, WHOLE[0]), WHOLE[1])) for end in (low, high)])  # type: ignore[return-value]
        if not value.type.is_float or name in ("select", "if"):
            return super()._find(value)
        found = between(name, [self.of(operand) for operand in op.operands])
        return widened(found) if name not in EXACT else found  # type: ignore[return-value]


EXACT = {"floor", "ceil", "trunc", "rint", "min", "max", "neg", "abs"}


def widened(bounds: Floats) -> Floats:
    low, high = bounds
    if not (low <= high):
        return ANY
    by = max(abs(low), abs(high)) * ROUNDED
    return (low - by, high + by) if isfinite(by) else ANY


def between(name: str, given: list[Floats]) -> Floats:
    """Interval arithmetic; anything for an operation that it does not cover."""
    if not given or not all(low <= high for low, high in given):
        return ANY
    (a, b), (c, d) = given[0], given[-1]
    if name in RISING:
        if not (isfinite(a) and isfinite(b)) and name in ("floor", "ceil", "trunc", "rint"):
            return ANY
        with np.errstate(all="ignore"):
            return float(RISING[name](a)), float(RISING[name](b))
    if name in LOGARITHMS:
        with np.errstate(all="ignore"):
            return (float(LOGARITHMS[name](a)), float(LOGARITHMS[name](b))) if a > 0 else ANY
    if name in ALWAYS:
        return ALWAYS[name]
    if name in ("sin", "cos"):
        return waved(a + pi / 2 if name == "sin" else a + pi, b + pi / 2 if name == "sin" else b + pi)
    if name in ("mul", "div"):
        if not all(map(isfinite, (a, b, c, d))) or name == "div" and c <= 0 <= d:
            return ANY
        corners = [x * y if name == "mul" else x / y for x in (a, b) for y in (c, d)]
        return min(corners), max(corners)
    if name == "hypot":
        near = [0.0 if low <= 0 <= high else min(abs(low), abs(high)) for low, high in given]
        return hypot(*near), hypot(max(-a, b), max(-c, d))
    if name == "mod" and c > 0:
        return 0.0, d
    if name.startswith(("float_of", "double_of")):
        return a, b
    return {"add": lambda: (a + c, b + d), "sub": lambda: (a - d, b - c), "neg": lambda: (-b, -a),
            "min": lambda: (min(a, c), min(b, d)), "max": lambda: (max(a, c), max(b, d)),
            "abs": lambda: (max(a, -b, 0.0), max(-a, b))}.get(name, lambda: ANY)()


def waved(low: float, high: float) -> Floats:
    """What -cos has between two angles."""
    if not (high - low < 2 * pi):
        return -1.0, 1.0
    ends = [-np.cos(low), -np.cos(high)]
    turns = floor(low / pi)
    inner = [-1.0 if turn % 2 == 0 else 1.0 for turn in range(turns + 1, floor(high / pi) + 1)]
    return float(min(ends + inner)) - 1e-6, float(max(ends + inner)) + 1e-6
