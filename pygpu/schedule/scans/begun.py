"""What a scan chooses at its first place in place of what was before: `s(q - (1, 0)) if q.x > 0 else 0.0`.

If it begins with that number, as if it were what the place before had given, there is nothing to choose anywhere.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...ir import BOOL, Const, Graph, Op, Value, every_op
from ...ir.scans import Edge, back, channel, priors
from .laws import Slot

BEYOND = {("gt", 0), ("ge", 1), ("ne", 0)}  # that a place is not the first one


class Begun(NamedTuple):
    """The choices that there need not be, each with what stands for it, and what is there at the beginning."""

    choices: dict[Value, Slot]
    numbers: dict[Slot, Const]


def begun(graph: Graph) -> Begun:
    scan, found = graph.scan, Begun({}, {})
    if scan.step < 0 or scan.chunks or scan.slant or scan.turned or scan.edges != (Edge(None, 0),):
        return found
    every = list(every_op(graph.body))
    uses = Counter([value for op in every for value in op.operands])
    uses.update([value for op in every for block in op.blocks for value in block.results])
    uses.update([value for output in graph.outputs for value in output.values])
    asking: dict[int, list[Op]] = {}
    for op in priors(graph):
        asking.setdefault(channel(op), []).append(op)
    for number, ops in asking.items():
        given = {op.result for op in ops}
        choices = [op for op in every if op.kind.name == "select" and op.operands[1] in given
                   and is_beyond(op.operands[0], (graph.x, graph.y)[scan.axis])]
        numbers = {op.operands[2].key: op.operands[2] for op in choices if op.operands[2].__class__ is Const}
        if len(numbers) != 1 or any(back(op) > 1 or op.result.type is BOOL for op in ops):
            continue
        ((key, other),) = numbers.items()
        if sum(uses[value] for value in given) == sum(
                op.operands[2].__class__ is Const and op.operands[2].key == key for op in choices):
            found.choices.update({op.result: (1, number) for op in choices})
            found.numbers[1, number] = other
    return found


def is_beyond(test: Value, at: Value) -> bool:
    op = test.owner
    if not isinstance(op, Op) or len(op.operands) != 2:
        return False
    place, edge = op.operands
    return place is at and edge.__class__ is Const and (op.kind.name, edge.value) in BEYOND
