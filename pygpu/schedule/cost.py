"""What computing costs: operations a pixel, and how much text a block becomes.

A work-item computes a block of pixels, and each (node, column, row) of it once. With vectors of lanes a block is one
column: what is needed a column further on is another vector.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from ..ir import BOOL, Block, Graph, Op, loops
from ..ir.ops import LOOP, READ
from .blocks.aligned import times as known
from .stages.kinds import X, Y, cost, goes_over_pixels, is_down, taps
from .stages.stages import Place, Stages
from .stages.web import Node
from .target import COMMON, Stored


def places(stages: Stages, node: Node, columns: int, rows: int) -> int:
    """How often a block evaluates a node."""
    needs = stages.needs[node]
    if len(needs) == 1:
        return (columns if node.moves[0] else 1) * (rows if node.moves[1] else 1)
    found: set[Place] = set()
    for dx, dy in needs:
        found.update(product((None,) if dx is None else range(dx, dx + columns),
                             (None,) if dy is None else range(dy, dy + rows)))
    return len(found)


def operations(stages: Stages, columns: int = 1, rows: int = 1, aligned: bool = False) -> float:
    """Operations a pixel (a vector of them), in additions; of blocks that are `aligned` or are not."""
    often = known(stages, columns, rows) if aligned else None
    if often is not None:
        return sum([count * cost(node) for node, count in often.items()]) / (columns * rows)
    total = sum(places(stages, node, columns, rows) * cost(node) * times(stages, node)
                for node in stages.order if any(node.moves))
    total += sum(_loads(node, columns, rows) for node in stages.order if goes_over_pixels(node))
    total += sum(COMMON.turn * roll.count for roll in set(stages.loops.values()))
    return total / (columns * rows)


def times(stages: Stages, node: Node) -> int:
    """How often a node is computed where it stands: as often as its loop turns."""
    roll = stages.loops.get(node)
    return roll.count if roll else 1


def _loads(node: Node, columns: int, rows: int) -> int:
    """What a loop over a kernel reads: each pixel once for all rows of the block."""
    kernel = taps(node)
    return kernel.width * (kernel.height + rows - 1) * columns


def statements(stages: Stages, columns: int = 1, rows: int = 1, aligned: bool = False) -> int:
    """About how many statements a block becomes."""
    often = known(stages, columns, rows) if aligned else None
    if often is not None:
        return sum([count for node, count in often.items() if node.type is not BOOL])
    return sum(places(stages, node, columns, rows) * (taps(node).height if goes_over_pixels(node) else 1)
               for node in stages.order if any(node.moves) and node.kind not in (X, Y))


def pixel_bytes(formats: Iterable[Stored]) -> int:
    """What a pixel of all these images takes."""
    return sum(np.dtype(format.dtype).itemsize * format.channels for format in formats)


def single(op: Op) -> float:
    """What an operation costs by itself, in additions."""
    return COMMON.gather if op.kind is READ else op.kind.cost


def longest_pass(graph: Graph) -> float:
    """What the longest pass through a loop costs, in additions; 0 without a loop."""
    return max((weight(loop.blocks[0]) for loop in loops(graph.body)), default=0.0)


def steps(run: Node, rows: int) -> float:
    """What a run costs that is computed for whole lines of a tile so high, in additions: see kernel/windows/runs.py."""
    length = len(run.uses)
    return 3.0 + 2.0 * max(1.0, length / rows) if is_down(run) else 2.0 * length.bit_length()


def weight(block: Block) -> float:
    """What the operations of a block cost, in additions; a loop counts more than any straight line."""
    return sum(COMMON.loop if op.kind is LOOP else single(op) + sum(map(weight, op.blocks))
               for op in block.ops)
