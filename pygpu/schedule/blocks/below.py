"""Vectors that go through loops side by side on a CPU: beside one another, and in rows below one another.

In a short loop each step waits for the one before, so several vectors beside one another keep the processor busy. Rows
below one another gain where they take the same numbers from memory: in a product of matrices each vector of the second
one serves as many rows as there are registers for. What they share is read for a few columns at a time, row after row,
so that it stays in a cache.
"""

from __future__ import annotations

from ...ir import Graph, every_op, loops
from ...ir.ops import READ
from ..cost import longest_pass
from ..stages.varying import Always, Varying, together
from ..target import Target

SHORT = {4: 60.0, 2: 120.0}  # vectors side by side: additions of the longest pass through a loop for which they pay
CARRIED = 8     # numbers that a loop carries, beyond which two vectors of each don't fit into registers
SUMMED = 3 / 4  # of all registers, for what loops carry where rows go through them together: some are left for what is read,
ABREAST = 1 / 8  # of which each row has so many beside one another (six rows of 1, with AVX2, 1.1 of BLAS; three of 2 1.36)
MOST = {4: 6, 2: 6, 1: 12}  # rows, by the vectors of each; from two on they are worth it
SWEPT = 8       # times so many of them are one work-item's


def side_by_side(graph: Graph, most: int = 4) -> int:
    """How many vectors, at `most` so many: more where a loop's pass is short, two at least where they go through it together
    and fit; one where they are taken out of colours meanwhile."""
    longest, alike = longest_pass(graph), together(graph, graph.x)
    if not longest or alike and any(image.pixel.channels > 1 for image in graph.images):
        return 1
    fits = all(len(loop.results) <= CARRIED + 1 for loop in loops(graph.body))
    return min(most, next((n for n, additions in SHORT.items() if longest <= additions), 2 if alike and fits else 1))


def beside_and_below(graph: Graph, target: Target) -> tuple[int, int]:
    """How many vectors of a row, and how many rows: one where they have no reads in common, or don't go through loops
    together."""
    copies = side_by_side(graph, min(target.abreast, max(1, int(ABREAST * target.registers))))
    return copies, rows_below(graph, copies, SUMMED * target.registers)


def rows_below(graph: Graph, copies: int, registers: float) -> int:
    if side_by_side(graph) == 1 or graph.dimensions != 2 or not (together(graph, graph.x) and together(graph, graph.y)):
        return 1
    across, down = (Varying(graph, Always(), of) for of in (graph.x, graph.y))
    if any(op.operands[0] in across and op.operands[0] in down for op in every_op(graph.body) if op.kind is READ):
        return 1  # whether a vector lies inside would differ
    within = [op for loop in loops(graph.body) for op in every_op(loop.blocks[0]) if op.kind is READ]
    if not any((op.operands[0] in across or op.operands[1] in across) and op.operands[0] not in down
               and op.operands[1] not in down for op in within):
        return 1
    fit: list[float] = [MOST[copies]]
    for loop in loops(graph.body):
        shared, own = (sum(max(value.type.bits, 32) / 32 for value in loop.results
                           if value in across and (value in down) is each) for each in (False, True))
        fit += [(registers / copies - shared) // own] if own else []
    return max(1, int(min(fit))) if len(fit) > 1 else 1
