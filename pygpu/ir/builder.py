"""Appends operations to a block, folding what is constant and never writing the same pure operation twice."""

from __future__ import annotations

from contextlib import contextmanager

from .fold import fold
from .graph import Block, Const, Op, Value, constant
from .ops import CONVERT, IF, LOOP, OPS
from .types import BOOL, FLOAT, INT, Type


class Builder:
    """Where the next operation goes. `location` is stamped on every op until it is changed."""

    def __init__(self, block: Block):
        self.block = block
        self.location = None
        self._known: list[dict] = [{}]  # pure operations seen, innermost scope last

    def emit(self, kind, *operands: Value, **attributes) -> Value:
        """One operation with one result: folded, found again, or appended."""
        if isinstance(kind, str):
            kind = OPS[kind]
        attrs = tuple(sorted(attributes.items())) if attributes else ()
        folded = fold(kind, operands, attrs)
        if folded is not None:
            return folded
        if kind.commutative and isinstance(operands[0], Const) and not isinstance(operands[1], Const):
            operands = (operands[1], operands[0])
        key = (kind.name, attrs, *(o.key if isinstance(o, Const) else id(o) for o in operands))
        for scope in reversed(self._known):
            if key in scope:
                return scope[key]
        op = Op(kind, operands, attrs, (kind.rule(tuple(o.type for o in operands), attributes),), (), self.location)
        self.block.ops.append(op)
        self._known[-1][key] = op.result
        return op.result

    def convert(self, value: Value, type: Type) -> Value:
        """The same number as another type, as Python would convert it (a float to an int truncates)."""
        if value.type is type:
            return value
        if isinstance(value, Const):
            if value.value is None:
                return Const(type, None)
            if type is FLOAT or type is INT and value.type is BOOL:
                return Const(type, float(value.value) if type is FLOAT else int(value.value))
        if type is BOOL:
            return self.emit("ne", value, constant(0.0 if value.type is FLOAT else 0))
        return self.emit(CONVERT[value.type, type], value)

    @contextmanager
    def inside(self, block: Block):
        """Emit into a block that belongs to an `if` or a `loop` about to be made."""
        outer, self.block = self.block, block
        self._known.append({})
        try:
            yield block
        finally:
            self.block = outer
            self._known.pop()

    def branch(self, condition: Value, then: Block, otherwise: Block) -> tuple[Value, ...]:
        """An `if` over two finished blocks."""
        op = Op(IF, (condition,), (), [v.type for v in then.results], (then, otherwise), self.location)
        self.block.ops.append(op)
        return op.results

    def loop(self, initial, body: Block) -> tuple[Value, ...]:
        """A `loop` over a finished body, whose results are again, next values, extra values."""
        op = Op(LOOP, initial, (), [v.type for v in body.results[1:]], (body,), self.location)
        self.block.ops.append(op)
        return op.results
