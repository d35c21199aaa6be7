"""Numbers in order around each pixel of a picture of bytes: from tables that slide (kernel/windows/slides.py).

What it costs is about the same for a window of any size: a table of the window's bytes goes on by a column, which has a
table of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import Graph, Type
from ...ir.orders import Window
from ..plans import Plan, Slides
from ..target import Stored, Target

LEVELS = 256
DIGIT = 16        # numbers of a table that are counted together, too
FEWEST = 100      # pixels of a window: of fewer, sorting is faster
SHORT = 65535     # pixels that a count of 16 bits has room for
HEIGHTS = 4       # of a window, or more, that a strip is high, so that beginning it costs little
STRIPS = (256, 128, 64)
LEAST_ROWS = 64
ROOM = 512 << 10  # bytes of tables: half of a second cache


def every_slide(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans that slide, the best first; none where they would be slower, or the picture is stored otherwise."""
    window = graph.window
    if window is None or target.kind != "cpu" or target.lanes == 1:
        return []
    image, format = graph.images[window.image], inputs[window.image]
    if format.dtype != "uint8" or format.memory == "image" or image.open_axes:
        return []
    if window.columns * window.rows < FEWEST:
        return []
    rows = max(LEAST_ROWS, HEIGHTS * window.rows)
    return [Slides(block=(strip, rows), lanes=target.lanes, target=target, inputs=tuple(inputs), outputs=tuple(outputs))
            for strip in STRIPS if count_of(window).bits // 8 * (strip + window.columns) * (LEVELS + DIGIT) <= ROOM]


def count_of(window: Window) -> Type:
    """The type that has room for how many pixels there are."""
    return Type.UINT16 if window.columns * window.rows <= SHORT else Type.INT
