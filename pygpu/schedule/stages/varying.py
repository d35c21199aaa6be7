"""Which values differ between pixels that are computed together, and which are one number for all of them.

Beside one another the column differs, and the row does not; below one another it is the other way round. A result
differs where an operand does, or the branch or loop that gives it. Where vectors of 16 begin at each sixteenth column,
`x // 16` is one number for all of a vector, and so is `x // 64`. A
value inside a loop is asked only of the lanes that are still in it: these came in together, so a counter is one number
there, though each lane may leave with another. What is carried through a loop and lives on after it has one place, and
so differs if either does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ...ir import Block, Const, Graph, Op, Value, every_op
from ...ir.graph import is_known
from ...ir.ops import CALL, IF, LOOP, OPS, PRIOR, READ, TABLE
from ...ir.passing import after_test, leaving_test

SHR = OPS["shr"]
PIECES = SHR, OPS["floordiv"]


def piece(op: Op, of: Value) -> int:
    """How wide the equal pieces of a picture are, of which an operation says in which one a place lies; 0 if it does not."""
    if op.kind not in PIECES or op.operands[0] is not of or op.operands[1].__class__ is not Const:
        return 0
    by = int(op.operands[1].value)
    return by if op.kind is not SHR else 1 << by if 0 <= by < 31 else 0


def pieces(graph: Graph, of: Value) -> set[int]:
    return {piece(op, of) for op in every_op(graph.body)} - {0}


class Varying:
    """`value in varying` says that lanes may differ in it."""

    def __init__(self, graph: Graph, uses: Mapping[int, int], of: Value, given: Iterable[Value] = (), wide: int = 0):
        """`given` are values from elsewhere that differ, too. With `wide`, so many are computed together, from a multiple of
        that on."""
        self._of, self._wide = of, wide
        self._uses = uses          # how often each value is used, by id
        self._found = {id(of), *map(id, given)}
        before = -1
        while len(self._found) > before:  # what a loop carries back is known only after it
            before = len(self._found)
            self._block(graph.body)

    def __contains__(self, value: Value) -> bool:
        return id(value) in self._found

    def is_alike(self, op: Op) -> bool:
        """Whether it says in which of equal pieces of the picture a place is, and those computed together lie in one."""
        size = piece(op, self._of) if self._wide else 0
        return size > 0 and size % self._wide == 0

    def _mark(self, *values: Value) -> None:
        self._found.update(id(v) for v in values if not is_known(v))

    def _block(self, block: Block) -> None:
        for op in block.ops:
            for inner in op.blocks:
                self._block(inner)
            if op.kind is IF:
                self._branch(op)
            elif op.kind is LOOP:
                self._loop(op)
            elif any(v in self for v in op.operands) and not self.is_alike(op):
                self._mark(*op.results)

    def _branch(self, op: Op) -> None:
        for i, result in enumerate(op.results):
            then, otherwise = (block.results[i] for block in op.blocks)
            if op.operands[0] in self or then in self or otherwise in self:
                self._mark(result)

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        leaves_apart, test = body.results[0] in self, leaving_test(body)
        after = list(body.results[1:]) if test is None else after_test(body, test)[1]
        for i, (result, following) in enumerate(zip(op.results, after)):
            first, argument = (op.operands[i], body.args[i]) if i < len(body.args) else (result, result)
            differs = any(value in self for value in (first, argument, following, result))
            if differs or leaves_apart and self._uses[id(result)]:
                self._mark(result, argument)


def together(graph: Graph, of: Value) -> bool:
    """Whether pixels below (`of` graph.y) or beside (graph.x) one another always take the same branches, and go through
    loops as often."""
    return not _apart(graph.body, Varying(graph, Always(), of))


class Always(Counter[int]):
    """Of each value that it is used."""

    def __missing__(self, key: int) -> int:
        return 1


def _apart(block: Block, varying: Varying) -> bool:
    return any(op.kind is IF and op.operands[0] in varying
               or op.kind is LOOP and op.blocks[0].results[0] in varying
               or any(_apart(inner, varying) for inner in op.blocks) for op in block.ops)


def lights(graph: Graph, most: float | None) -> set[Value]:
    """Values that depend on the place alone, and cost no more; or, where no limit is given, not even on that."""
    places = () if most is None else (graph.x, graph.y)
    costs: dict[Value, float] = {value: 0.0 for value in (*places, *[scalar.value for scalar in graph.scalars])}
    for op in graph.body.ops:
        if not op.blocks and op.kind not in (READ, TABLE, CALL, PRIOR) and all(
                operand in costs or operand.__class__ is Const for operand in op.operands):
            cost = op.kind.cost + sum(costs.get(operand, 0.0) for operand in op.operands)
            if most is None or cost <= most:
                costs[op.result] = cost
    return set(costs)
