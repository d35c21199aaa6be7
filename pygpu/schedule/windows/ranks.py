"""Numbers in order around each pixel of a picture of floats or of 16 bits: by the ranks that its pixels have in a tile, of
which a window keeps a set (kernel/windows/ranks.py).

A tile is sorted once. What a pixel costs after that grows with the window's height, not with its area, and not with how
many numbers there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import FLOAT, Graph
from ..plans import Plan, Ranks
from ..target import Stored, Target

# The digits of the numbers, the last one first: the bit that each begins at, and how many it has.
DIGITS = {"uint16": ((0, 8), (8, 8)), "float16": ((0, 11), (11, 11), (22, 10)), "float32": ((0, 11), (11, 11), (22, 10))}
FEWEST = 100   # pixels of a window: of fewer, sorting is faster
MOST = 1 << 16  # pixels of a tile and around it: what ranks of 16 bits have room for
SIDES = ((128, 128), (64, 128), (64, 64), (32, 32))  # of tiles


def every_ranking(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans by ranks, the best first; none where they would be slower, or the picture is stored otherwise."""
    window = graph.window
    if window is None or target.kind != "cpu" or target.lanes == 1:
        return []
    image, format = graph.images[window.image], inputs[window.image]
    if format.dtype not in DIGITS or format.memory == "image" or image.pixel.scalar is not FLOAT:
        return []
    if image.open_axes and format.dtype == "uint16":  # what is filled in may be none of its numbers
        return []
    if window.columns * window.rows < FEWEST:
        return []
    return [Ranks(block=side, lanes=target.lanes, target=target, inputs=tuple(inputs), outputs=tuple(outputs))
            for side in SIDES if places(side, window.columns, window.rows) <= MOST]


def places(side: tuple[int, int], columns: int, rows: int) -> int:
    """The pixels of a tile, and of what is around it."""
    return (side[0] + columns - 1) * (side[1] + rows - 1)
