"""Pixels that are all the same: vectors of them would be computed in vain, but one is computed once for as many as a
work-item can fill."""

from __future__ import annotations

from dataclasses import dataclass

from .plans import Plan
from .target import Target

ROWS = 8  # that a work-item of a CPU fills


@dataclass(frozen=True, kw_only=True)
class Filled(Plan):
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (1, 1)
    still: bool = True

    kind = "pixels"

    @property
    def work(self) -> str:
        return "computes one pixel" + (f" for {self.block[0]} x {self.block[1]}" if self.block != (1, 1) else "")


def plan_filled(target: Target) -> Filled:
    block, local = ((target.strip, ROWS), (1, 1)) if target.kind == "cpu" else ((1, 1), target.pixel_group)
    return Filled(target=target, block=block, local=local, why="it is the same for all pixels")
