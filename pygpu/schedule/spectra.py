"""Large kernels that are no product of a column and a row: down, the picture's and the kernel's spectra; across, as many
terms as the kernel has columns. A kernel of n x n costs about 2 n operations a pixel then, where it costs n n as written.

Along y a piece of a column is turned into its frequencies, in which a sum over neighbours below is a product. Two pieces
are turned at once: one as the real part of complex numbers, the other as the imaginary one, and as the kernel is real
they stay apart. Across nothing is turned: there vectors hold neighbours, and a sum over them is what vectors do best.

Frequencies are of a whole piece, so a result's rounding is that of the greatest value in it. Where that matters the sum
is taken as it was written (opencl/spectra.py): beside infinities and NaN, where all around is much darker than the
brightest place of the piece, and where a result is zero or nearly.
"""

from __future__ import annotations

import numpy as np

from ..ir import FLOAT
from .factors import WORTH, Rewriter, eliminated, filled
from .nodes import Node, Use
from .stages import Stages

LEAST, MOST = 81, 15000  # weights: fewer are best summed as they are; more have no room among a GPU's constants
LENGTHS = (64, 256, 1024)
TURNED = 12.0          # additions a pixel, for each halving of a piece: there and back
FAR = 3.0              # what the longest pieces cost more, which caches do not hold
KEPT = 512 << 10       # bytes of spectra that a work-item has before it; at most,
ROOM = 4 << 20         # with very wide kernels


def in_spectra(found: Stages) -> Stages | None:
    """The stages with their large kernels as nodes of their own; None where they have none."""
    if found.graph.exact:
        return None
    made = _Finder(found)
    return made.stages if made.changed else None


def kept(form: Stages) -> list[Node]:
    """What needs an image of its own: those kernels' sums, and what they are taken of."""
    dense = [node for node in form.order if node.kind == "dense"]
    return [*dict.fromkeys(node for each in dense for node in (each.uses[0].node, each))]


def weights(node: Node) -> tuple[np.ndarray, tuple[int, int]]:
    """A dense node's kernel, and where its corner lies from its first use, (across, down)."""
    taps = {(use.dy, use.dx): weight for weight, use in zip(node.attributes[0], node.uses)}
    kernel, left, top = filled(taps)
    return kernel, (left - node.uses[0].dx, top - node.uses[0].dy)


def length(height: int) -> int:
    """The best length of a piece for a kernel so high."""
    def cost(piece: int) -> float:
        turned = piece / (piece - height + 1) * (2.0 * height + TURNED * np.log2(piece))
        return turned * (FAR if piece == LENGTHS[-1] else 1.0)

    return min((each for each in LENGTHS if each > height), key=cost)


def work(kernel: np.ndarray) -> float:
    """Operations a pixel, in additions."""
    height, width = kernel.shape
    piece = length(height)
    across = 1.0 + width / strip(piece, width)
    return piece / (piece - height + 1) * (2.0 * width + TURNED * np.log2(piece) * (1.0 + across) / 2.0)


def block(node: Node) -> tuple[int, int]:
    """Columns and rows of the result that a work-item computes: two pieces, one below the other."""
    height, width = weights(node)[0].shape
    piece = length(height)
    return strip(piece, width), 2 * (piece - height + 1)


def strip(piece: int, width: int) -> int:
    """Columns that are computed together: what is around them is turned twice."""
    room = KEPT // (8 * piece) - width
    return max(64, min(512, room // 64 * 64))


class _Finder(Rewriter):
    def kernel(self, node: Node, inner: Node, taps: dict[tuple, float]) -> list[tuple[Use, float]]:
        """As it is, or a node of its own."""
        if not _dense(taps):
            return super().kernel(node, inner, taps)
        self.changed = True
        uses = [Use(inner, dx, dy) for dy, dx in sorted(taps)]
        across, down = (sum(pick(at[axis] for at in taps) for pick in (min, max)) for axis in (1, 0))
        # A node lies where its first use does: in the middle of what it reads.
        middle = min(uses, key=lambda use: abs(2 * use.dx - across) + abs(2 * use.dy - down))
        uses.insert(0, uses.pop(uses.index(middle)))
        made = self.web.make("dense", (tuple(taps[use.dy, use.dx] for use in uses), 0.0), uses, FLOAT)
        made.node.location = made.node.location or node.location
        return [(made, 1.0)]


def _dense(taps: dict[tuple, float]) -> bool:
    """Whether a kernel has many weights, and cannot be had as a few products."""
    kernel, _, _ = filled(taps)
    height, width = kernel.shape
    if len(taps) < max(LEAST, kernel.size / 4) or min(height, width) < 2 or height > LENGTHS[-1] // 2:
        return False
    if kernel.size > MOST:
        return False
    if 8 * length(height) * (strip(length(height), width) + width) > ROOM:
        return False
    return len(eliminated(kernel)) * (height + width) > WORTH * work(kernel)
