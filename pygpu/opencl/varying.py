"""Which values differ between the lanes of a vector of neighbouring pixels, and which are one number for all of them.

The column differs, the row does not; a result differs where an operand does, or the branch or loop that gives it. A
value inside a loop is asked only of the lanes that are still in it: these came in together, so a counter is one number
there, though each lane may leave with another. What is carried through a loop and lives on after it has one place, and
so differs if either does.
"""

from __future__ import annotations

from ..ir import Block, Graph, Op, Value
from ..ir.graph import is_known


class Varying:
    """`value in varying` says that lanes may differ in it."""

    def __init__(self, graph: Graph, uses):
        self._uses = uses          # how often each value is used, by id
        self._found = {id(graph.x)}
        before = -1
        while len(self._found) > before:  # what a loop carries back is known only after it
            before = len(self._found)
            self._block(graph.body)

    def __contains__(self, value: Value) -> bool:
        return id(value) in self._found

    def _mark(self, *values: Value) -> None:
        self._found.update(id(v) for v in values if not is_known(v))

    def _block(self, block: Block) -> None:
        for op in block.ops:
            for inner in op.blocks:
                self._block(inner)
            if op.kind.name == "if":
                self._branch(op)
            elif op.kind.name == "loop":
                self._loop(op)
            elif any(v in self for v in op.operands):
                self._mark(*op.results)

    def _branch(self, op: Op) -> None:
        for i, result in enumerate(op.results):
            then, otherwise = (block.results[i] for block in op.blocks)
            if op.operands[0] in self or then in self or otherwise in self:
                self._mark(result)

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        leaves_apart = body.results[0] in self
        for i, result in enumerate(op.results):
            following = body.results[i + 1]
            argument = body.args[i] if i < len(body.args) else result
            differs = following in self or argument in self or result in self or i < len(body.args) and op.operands[i] in self
            if differs or leaves_apart and self._uses[id(result)]:
                self._mark(result, argument)
