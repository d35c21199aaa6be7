"""How small an integer of the graph surely is: what lets `x + 1` be written plainly, where C's overflow is undefined."""

from __future__ import annotations

from ..ir import INT, Const, Graph, Value

LIMIT = 1 << 26  # no image is wider or higher; the run time refuses it
_ANY = (-(1 << 31), (1 << 31) - 1)


class Ranges:
    """Bounds (lowest, highest) of Int values, found when asked."""

    def __init__(self, graph: Graph):
        self._known = {id(graph.x): (0, LIMIT), id(graph.y): (0, LIMIT)}

    def of(self, value: Value) -> tuple[int, int]:
        if isinstance(value, Const):
            return (int(value.value or 0),) * 2
        found = self._known.get(id(value))
        if found is None:
            self._known[id(value)] = _ANY  # what a loop carries around is not followed
            found = self._known[id(value)] = self._find(value)
        return found

    def exact(self, op) -> bool:
        """True if an integer operation cannot wrap."""
        if any(v.type is not INT for v in op.operands):
            return False
        bounds = _arithmetic(op.kind.name, [self.of(v) for v in op.operands])
        return bounds is not None and _ANY[0] <= bounds[0] and bounds[1] <= _ANY[1]

    def _find(self, value: Value) -> tuple[int, int]:
        op = value.owner
        kind = getattr(op, "kind", None)
        if kind is None or value.type is not INT:
            return _ANY
        if kind.name in ("width", "height"):
            return (1, LIMIT)
        if kind.name == "int_of_bool":
            return (0, 1)
        if kind.name == "select":
            (a, b), (c, d) = self.of(op.operands[1]), self.of(op.operands[2])
            return (min(a, c), max(b, d))
        if kind.name == "if":
            index = op.results.index(value)
            bounds = [self.of(block.results[index]) for block in op.blocks]
            return (min(b[0] for b in bounds), max(b[1] for b in bounds))
        if any(v.type is not INT for v in op.operands):
            return _ANY
        bounds = _arithmetic(kind.name, [self.of(v) for v in op.operands])
        return bounds if bounds is not None and bounds[0] >= _ANY[0] and bounds[1] <= _ANY[1] else _ANY


def _arithmetic(name: str, bounds) -> tuple[int, int] | None:
    """Interval arithmetic without wrapping; None for an operation that it does not cover."""
    (a, b), (c, d) = bounds[0] if bounds else (0, 0), bounds[1] if len(bounds) > 1 else (0, 0)
    if name == "add":
        return (a + c, b + d)
    if name == "sub":
        return (a - d, b - c)
    if name == "mul":
        corners = (a * c, a * d, b * c, b * d)
        return (min(corners), max(corners))
    if name == "neg":
        return (-b, -a)
    if name == "min":
        return (min(a, c), min(b, d))
    if name == "max":
        return (max(a, c), max(b, d))
    if name == "abs":
        return (max(a, -b, 0), max(-a, b))
    if name == "floordiv" and c > 0:
        corners = (a // c, a // d, b // c, b // d)
        return (min(corners), max(corners))
    if name == "mod" and c > 0:
        return (0, d - 1)
    if name == "and" and c == d >= 0:
        return (0, c)
    if name == "shr" and c == d and 0 <= c <= 31:
        return (a >> c, b >> c)
    return None
