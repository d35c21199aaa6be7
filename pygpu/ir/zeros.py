"""Signs of zeros: which values of a program may be -0.0, and of which somebody sees that.

-0.0 and 0.0 are equal, but not to `copysign`, `atan2` and who looks at their bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from .functions import called, every_graph
from .graph import Block, Const, Graph, Op, Value, constant, every_op, is_known
from .ops import ADD, BITS, CALL, DIV, IF, LOOP, MAX, MIN, MUL, OPS, SELECT, SIGNED_ADD, SUB
from .scans import channel

MINUS, SUMMED, PLUS = range(3)  # may be -0.0; is not, as long as sums are added up as they are written; is not
LOOKING = {OPS["copysign"]: (1,), OPS["atan2"]: (0, 1),  # operations that tell zeros apart, and by which operands
           **{kind: (0,) for (given, _), kind in BITS.items() if given.is_float}}
NEVER_MINUS = {OPS[name] for name in ("abs", "exp", "exp2", "hypot", "cosh", "acos", "acosh", "erfc")}
THROUGH = {OPS["sqrt"], MIN, MAX, SELECT, OPS["float_of_float64"], OPS["float64_of_float"]}
BLIND = {OPS["copysign"]: {0}, OPS["mod"]: {0}, **{kind: {0, 1} for kind in NEVER_MINUS}}  # operands that do not decide


def looks(graph: Graph, dividing: bool = False) -> bool:
    """Whether anything in a program can tell zeros of different signs; `dividing`, also what is divided by one."""
    return any(op.kind in LOOKING or dividing and op.kind is DIV and not is_known(op.operands[1])
               for each in every_graph(graph) for op in every_op(each.body))


class Signs:
    """Of a program: which values may be -0.0, and of which the sign of a zero is seen."""

    def __init__(self, graph: Graph, dividing: bool):
        self.dividing = dividing
        self.level: dict[Value, int] = {}
        self.around: dict[Block, Op] = {}           # the loop that a block is the body of
        self.mine: dict[Op, Graph] = {}             # a prior -> its graph
        self.lowered: dict[Graph, set[int]] = {}    # results of scans that may be -0.0
        for each in every_graph(graph):
            self.graph = each
            if each.scan is not None:
                self.settle(each)
            else:
                self.block(each.body)
        every = [op for each in every_graph(graph) for op in every_op(each.body)]
        self.seen = self.found([op.operands[place] for op in every for place in self.looked_at(op)])

    # --- forward: what may be -0.0 ---

    def settle(self, graph: Graph) -> None:
        """What a scan gave before is what it gives: taken to be never -0.0 until that turns out to be wrong."""
        lowered = self.lowered[graph] = set()
        while True:
            self.block(graph.body)
            results = [value for output in graph.outputs for value in output.values]
            wrong = {i for i, value in enumerate(results) if self.of(value) == MINUS} - lowered
            if not wrong:
                return
            lowered |= wrong

    def of(self, value: Value) -> int:
        if value.__class__ is Const:
            return MINUS if value.type.is_float and value.value == 0 and math.copysign(1, value.value) < 0 else PLUS
        return self.level.get(value, MINUS)

    def block(self, block: Block) -> None:
        for op in block.ops:
            if op.kind is IF:
                for inner in op.blocks:
                    self.block(inner)
                for result, *arms in zip(op.results, *(inner.results for inner in op.blocks)):
                    self.level[result] = min(map(self.of, arms))
            elif op.kind is LOOP:
                self.loop(op)
            else:
                self.level[op.results[0]] = self.plain(op)

    def loop(self, op: Op) -> None:
        """A carried value is taken to be as it begins until a pass makes something less of it."""
        body = op.blocks[0]
        self.around[body] = op
        levels = [self.of(value) for value in op.operands]
        while True:
            self.level.update(zip(body.args, levels))
            self.block(body)
            after = [min(level, self.of(value)) for level, value in zip(levels, body.results[1:])]
            if after == levels:
                break
            levels = after
        self.level.update(zip(op.results, map(self.of, body.results[1:])))

    def plain(self, op: Op) -> int:
        kind, operands = op.kind, op.operands
        if not op.results[0].type.is_float or kind in NEVER_MINUS:
            return PLUS
        if kind.name == "prior":
            self.mine[op] = self.graph
            return MINUS if channel(op) in self.lowered.get(self.graph, {channel(op)}) else SUMMED
        if kind is CALL:
            return min(SUMMED, self.of(called(op).results[channel(op)]))
        if "_of_" in kind.name and operands and not operands[0].type.is_float:
            return PLUS if kind not in BITS.values() else MINUS
        if kind is ADD:
            return SUMMED if max(map(self.of, operands)) else MINUS
        if kind is SIGNED_ADD:
            return PLUS if max(map(self.of, operands)) else MINUS
        if kind is SUB:
            return SUMMED if self.of(operands[0]) or is_known(operands[1]) and operands[1].value != 0 else MINUS
        if kind is MUL and operands[0] is operands[1]:
            return PLUS
        if kind.name == "pow" and is_known(operands[1]) and operands[1].value % 2 != 1:
            return SUMMED
        if kind in THROUGH:
            return min(self.of(each) for each in operands if each.type.is_float)
        if kind.name == "table":
            return min(self.of(constant(float(each))) for each in dict(op.attributes)["values"])
        return MINUS

    # --- backward: what is seen ---

    def looked_at(self, op: Op) -> tuple[int, ...]:
        """The operands of which an operation shows the signs of zeros as something else."""
        return (1,) if self.dividing and op.kind is DIV else LOOKING.get(op.kind, ())

    def shown(self, op: Op) -> Iterator[int]:
        """Those of which the sign decides that of a zero which the operation gives."""
        for place, operand in enumerate(op.operands):
            if operand.type.is_float and place not in BLIND.get(op.kind, ()):
                yield place

    def found(self, waiting: list[Value]) -> set[Value]:
        """Those values, and what they get their signs from. What is never -0.0 gets its sign where it is seen."""
        seen: set[Value] = set()
        while waiting:
            value = waiting.pop()
            if value in seen or self.of(value) or not value.type.is_float:
                continue
            seen.add(value)
            owner = value.owner
            if isinstance(owner, Block):
                place, loop = owner.args.index(value), self.around[owner]
                seen.add(loop.results[place])  # what the next pass begins with
                waiting += [loop.operands[place], owner.results[place + 1]]
            elif owner is None:
                continue
            elif owner.kind is IF:
                waiting += [block.results[owner.results.index(value)] for block in owner.blocks]
            elif owner.kind is LOOP:
                waiting.append(owner.blocks[0].results[owner.results.index(value) + 1])
            elif owner.kind is CALL:
                waiting.append(called(owner).results[channel(owner)])
            elif owner.kind.name == "prior":
                graph = self.mine[owner]
                waiting.append([each for output in graph.outputs for each in output.values][channel(owner)])
            else:
                waiting += [owner.operands[place] for place in self.shown(owner)]
        return seen
