"""What a plan is: a readable object, made before any text of a kernel. plan.py chooses one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..look import sheet
from .describe import described
from .nodes import Node
from .passes import Pass
from .stages import Stages
from .tiles import Tile


class Whole(NamedTuple):
    """A node that a pass computes in a way of its own, and where its first use lies from the pass's pixel."""

    node: Node
    at: tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """`block` is the pixels of a work-item, columns x rows; `local` the shape of a work-group; `lanes` the pixels in
    one vector. `why` says what spoke against blocks. Printed, it tells the stages and what they cost."""

    kind: str = "pixels"
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (64, 1)
    lanes: int = 1
    why: str = ""
    stages: Stages | None = field(default=None, compare=False, repr=False)
    inputs: tuple = ()
    outputs: tuple = ()
    passes: tuple[tuple[Pass, Plan], ...] = field(default=(), compare=False, repr=False)
    tile: Tile | None = None
    whole: tuple[Whole, ...] = ()  # what runs and spectra compute
    shares: tuple[tuple[int, ...], ...] = ()  # the results that a work-item computes, where not each computes them all
    tuned: str = field(default="", compare=False)  # what measuring said, if this plan was chosen so
    stored: float = field(default=0.0, compare=False)  # additions for which a stage goes to memory and back

    @property
    def rows(self) -> int:
        return self.block[1]

    @property
    def piece(self) -> tuple[int, int]:
        """The columns and rows that one piece of straight code computes, a vector counting as one column."""
        return (1 if self.kind == "lanes" else self.block[0], self.rows)

    @property
    def shape(self) -> str:
        shapes = {"pixels": "each work-item computes one pixel",
                  "masks": f"each work-item sweeps a row, {self.lanes} pixels at a time that branch and loop together",
                  "lanes": f"each work-item sweeps {self.rows} row{'s' * (self.rows > 1)}, {self.lanes} pixels at a time",
                  "rows": f"each work-item computes {self.rows} pixels below one another that branch and loop together",
                  "runs": "each work-item goes over whole lines",
                  "spectra": f"each work-item computes {self.block[0]} columns, {self.rows} rows of them as frequencies",
                  "columns": f"each work-item computes {self.block[0]} x {self.rows} pixels"}
        if self.tile:
            return f"{len(self.passes)} passes over tiles of {self.tile.width} x {self.tile.height} pixels"
        if self.passes:
            return f"{len(self.passes)} passes, the stages first"
        results = sum(map(len, self.shares))
        divided = f", for one of {len(self.shares)} shares of the {results} results" if self.shares else ""
        return f"{shapes[self.kind]}{divided}; work-groups of {self.local[0]} x {self.local[1]}"

    def _repr_html_(self) -> str:
        return sheet(str(self), "words")

    def __str__(self) -> str:
        return described(self)
