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

import functools
from dataclasses import dataclass

import numpy as np

from ...ir import FLOAT
from ..stages.kinds import REDUCE, summed
from ..stages.stages import Stages
from ..stages.web import Node, Use, Way
from ..target import COMMON, Target
from .factors import Rewriter, Taps, eliminated, filled, has_sum


def in_spectra(found: Stages) -> Stages | None:
    """The stages with their large kernels as nodes of their own; None where they have none."""
    if found.graph.exact or not has_sum(found, COMMON.dense):
        return None
    made = _Finder(found)
    return made.stages if made.changed else None


def saved(found: Stages, target: Target) -> float:
    """The operations a pixel by which large kernels are less work so than as they are written, one for each weight."""
    form = in_spectra(found) if target.kind == "gpu" or target.lanes > 1 else None
    every = [node for node in form.order if node.way is Way.SPECTRUM] if form else []
    return sum([max(0.0, len(node.uses) - target.spectra * large(node).work) for node in every])


@dataclass(frozen=True, eq=False)
class Large:
    """A large kernel, and the pieces of columns that are turned for it."""

    weights: np.ndarray
    corner: tuple[int, int]  # across and down, from where its node's first use lies

    @property
    def height(self) -> int:
        return int(self.weights.shape[0])

    @property
    def width(self) -> int:
        return int(self.weights.shape[1])

    @functools.cached_property
    def piece(self) -> int:
        """The best length of a piece."""
        def cost(piece: int) -> float:
            turned = piece / (piece - self.height + 1) * (2.0 * self.height + COMMON.turned * np.log2(piece))
            return float(turned * (COMMON.longest_piece if piece == COMMON.pieces[-1] else 1.0))

        return min((each for each in COMMON.pieces if each > self.height), key=cost)

    @property
    def rows(self) -> int:
        """What a piece gives of the result: around them it is read for these."""
        return self.piece - self.height + 1

    @property
    def columns(self) -> int:
        """What a work-item computes together: what is around them is turned twice."""
        room = COMMON.spectra_kept // (8 * self.piece) - self.width
        return max(64, min(512, room // 64 * 64))

    @property
    def total(self) -> float:
        """The greatest result for pixels up to 1."""
        return float(np.abs(self.weights).sum())

    @property
    def work(self) -> float:
        """Operations a pixel, in additions."""
        turns = 1.0 + (1.0 + self.width / self.columns)  # back; there, in strips that overlap
        return float(self.piece / self.rows * (2.0 * self.width + COMMON.turned * np.log2(self.piece) * turns / 2.0))

    @property
    def fits(self) -> bool:
        return (self.weights.size <= COMMON.most_dense and min(self.height, self.width) > 1
                and self.height <= COMMON.pieces[-1] // 2
                and 8 * self.piece * (self.columns + self.width) <= COMMON.spectra_room)


@functools.lru_cache(16)  # asked for by each of those who plan, price, describe and write
def large(node: Node) -> Large:
    """The kernel of a sum by its spectrum."""
    taps = {(use.dy or 0, use.dx or 0): weight for weight, use in zip(node.attributes.weights, node.uses)}
    kernel, left, top = filled(taps)
    return Large(kernel, (left - (node.uses[0].dx or 0), top - (node.uses[0].dy or 0)))


class _Finder(Rewriter):
    def kernel(self, node: Node, inner: Node, taps: Taps) -> list[tuple[Use, float]]:
        """As it is, or a node of its own."""
        if not _dense(taps):
            return super().kernel(node, inner, taps)
        self.changed = True
        places = sorted(taps)
        across, down = (sum(pick(at[axis] for at in taps) for pick in (min, max)) for axis in (1, 0))
        # A node lies where its first use does: in the middle of what it reads.
        middle = min(places, key=lambda at: abs(2 * at[1] - across) + abs(2 * at[0] - down))
        places.insert(0, places.pop(places.index(middle)))
        made = self.web.make(REDUCE, summed(tuple(taps[at] for at in places), way=Way.SPECTRUM),
                             [Use(inner, dx, dy) for dy, dx in places], FLOAT)
        made.node.location = made.node.location or node.location
        return [(made, 1.0)]


def _dense(taps: Taps) -> bool:
    """Whether a kernel has many weights, and cannot be had as a few products."""
    kernel, _, _ = filled(taps)
    if len(taps) < max(COMMON.dense, kernel.size / 4):
        return False
    made = Large(kernel, (0, 0))
    return made.fits and len(eliminated(kernel)) * (made.height + made.width) > COMMON.factored * made.work
