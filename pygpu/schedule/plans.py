"""What a plan is: a readable object, made before any text of a kernel. Each kind says how pixels are divided.

    Pixels    a work-item computes one pixel, straight from the graph: whatever it is
    Filled    a work-item computes one pixel for all that it fills, as they are all the same (filled.py)
    Rows      a work-item computes pixels below one another that branch and loop together (GPU)
    Masks     a work-item sweeps a row with vectors of neighbouring pixels that branch and loop together (CPU)
    Lanes     a work-item sweeps some rows with vectors of neighbouring pixels (CPU)
    Columns   a work-item computes a few columns and rows of pixels in registers (GPU)
    Tables    tables of a part of the picture each, as for a histogram (tallies.py)
    Levels    what pixels make of a byte, from a table of what each byte gives (levels.py; CPU)
    Teams     a few work-items compute each value together, a part of it each (GPU), or a work-item's lanes do (folds.py)
    Lots      a work-item computes a few blocks of pixels, and keeps only what they come to (folds.py)
    Orders    lines of numbers, each sorted by a work-item (orders.py)
    Slides    numbers in order around each pixel, from tables that slide along (slides.py; CPU)
    Ranks     numbers in order around each pixel, from the ranks of a tile's (ranks.py; CPU)
    Forests   pairs of numbers, which are joined in a forest that all work-items share (forests.py)
    Passes    stages that would be computed over and over go first, each into an image of its own (passes.py)
    Runs      whole lines of a tile, for sums and extremes of many neighbours (CPU; only as one of several passes)
    Scans     lines in order, one place after the other, for functions that call themselves (scans.py)
    Strips    scans of the same rows, one made of the other, a few rows at a time (strips.py; CPU)
    Crossed   a scan down of one across, a strip of columns at a time (strips.py; CPU)
    Twice     a scan of another one, in groups that go over the lines of both (twice.py; GPU)
    Fronts    places in order that ask for those beside them in the row before (scans.py)
    Spectra   columns as frequencies, for large kernels (only as one of several passes)
    Tiles     the same for one small piece of the picture after the other, in one kernel (tiles.py)
    Marched   the same for one row after the other, whose last ones stay in registers (marched.py; GPU)

In Lanes and Columns each stage is computed once for every place where the block needs it. Which plan is best for a graph
is plan.py's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm, prod

from ..ir import ImageParam
from ..ir.ops import ADD
from ..look import sheet
from .blocks.channels import Wide
from .describe import described
from .stages.kinds import is_down
from .stages.stages import Stages
from .target import CPU, Stored, Target
from .tiles.passes import Pass
from .tiles.tiles import Tile, Whole

SIZELESS = 1 << 30  # of a block: all of an axis
NO_PASSES: tuple[tuple[Pass, Plan], ...] = ()
NO_TILE: Tile | None = None
NO_WHOLE: tuple[Whole, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What all kinds have. `why` says what spoke against blocks. Printed, a plan tells the stages and what they cost."""

    stages: Stages | None = field(default=None, compare=False, repr=False)
    target: Target = field(default=CPU, compare=False, repr=False)
    why: str = ""
    inputs: tuple[Stored, ...] = ()
    outputs: tuple[Stored, ...] = ()
    shares: tuple[tuple[int, ...], ...] = ()  # the results that a work-item computes, where not each computes them all
    tuned: str = field(default="", compare=False)  # what measuring said, if this plan was chosen so
    wide: Wide | None = field(default=None, compare=False, repr=False)  # all channels in one row: of that are its blocks

    kind = ""
    block = (1, 1)   # the pixels of a work-item, columns x rows
    local = (1, 1)   # the shape of a work-group
    most: int | None = None  # work-items below one another: of more rows each computes more than its block
    lanes = 1        # the pixels in one vector
    passes = NO_PASSES
    tile = NO_TILE
    whole = NO_WHOLE  # what a pass computes in a way of its own
    aligned: bool = False  # whether blocks begin at multiples of what they are large (aligned.py)

    @property
    def found(self) -> Stages:
        """The stages of a plan that has them."""
        assert self.stages is not None, f"{self.kind} of no stages"
        return self.stages

    @property
    def rows(self) -> int:
        return self.block[1]

    @property
    def piece(self) -> tuple[int, int]:
        """The columns and rows that one piece of straight code computes, a vector counting as one column."""
        return self.block

    @property
    def grain(self) -> tuple[int, int]:
        """The columns and rows of the pieces in which sums are taken: another piece would add up in another order."""
        return 1, 1

    @property
    def work(self) -> str:
        """What a work-item does."""
        raise NotImplementedError

    @property
    def shape(self) -> str:
        of = f", for one of {len(self.shares)} shares of the {sum(map(len, self.shares))} results" if self.shares else ""
        return f"each work-item {self.work}{self.wide or ''}{of}; work-groups of {self.local[0]} x {self.local[1]}"

    def _repr_html_(self) -> str:
        return sheet(str(self), "words")

    def __str__(self) -> str:
        return described(self)


@dataclass(frozen=True, kw_only=True)
class Pixels(Plan):
    local: tuple[int, int] = (64, 1)

    kind = "pixels"
    work = "computes one pixel"


@dataclass(frozen=True, kw_only=True)
class Rows(Plan):
    block: tuple[int, int]
    local: tuple[int, int]

    kind = "rows"

    @property
    def work(self) -> str:
        return f"computes {self.rows} pixels below one another that branch and loop together"


@dataclass(frozen=True, kw_only=True)
class Masks(Plan):
    block: tuple[int, int]
    lanes: int
    together: int = 1  # rows

    kind = "masks"

    @property
    def work(self) -> str:
        rows = f"{self.rows} rows, {self.together} of them and" if self.together > 1 else "a row,"
        return f"sweeps {rows} {self.lanes} pixels at a time that branch and loop together"


@dataclass(frozen=True, kw_only=True)
class Lanes(Plan):
    block: tuple[int, int]
    lanes: int
    local: tuple[int, int] = (1, 1)

    kind = "lanes"

    @property
    def piece(self) -> tuple[int, int]:
        return 1, self.rows

    @property
    def work(self) -> str:
        return f"sweeps {self.rows} row{'s' * (self.rows > 1)}, {self.lanes} pixels at a time"


@dataclass(frozen=True, kw_only=True)
class Columns(Plan):
    block: tuple[int, int]
    local: tuple[int, int]
    aligned: bool = True

    kind = "columns"

    @property
    def work(self) -> str:
        return f"computes {self.block[0]} x {self.rows} pixels"


@dataclass(frozen=True, kw_only=True)
class Runs(Plan):
    whole: tuple[Whole, ...]
    lanes: int

    kind = "runs"
    work = "goes over whole lines"

    @property
    def grain(self) -> tuple[int, int]:
        sums = [each.node for each in self.whole if each.node.attributes.op is ADD and is_down(each.node)]
        return 1, lcm(1, *[len(run.uses) for run in sums])


@dataclass(frozen=True, kw_only=True)
class Spectra(Plan):
    whole: tuple[Whole, ...]
    block: tuple[int, int]
    lanes: int

    kind = "spectra"

    @property
    def grain(self) -> tuple[int, int]:
        return 1, self.rows

    @property
    def work(self) -> str:
        return f"computes {self.block[0]} columns, {self.rows} rows of them as frequencies"


@dataclass(frozen=True, kw_only=True)
class Fronts(Plan):
    """One group of work-items, which wait for each other; `order` is 0 where a row's places need not. A work-item alone
    goes over so many rows by `turns`."""

    told: str
    order: int
    turns: int = 1
    block: tuple[int, int] = (1 << 30, 1 << 30)
    local: tuple[int, int] = (1, 1)

    kind = "fronts"

    @property
    def work(self) -> str:
        if self.local[0] == 1:
            by_turns = f", {self.turns} rows by turns" if self.turns > 1 else ", one after the other"
            return f"goes over all pixels{by_turns}"
        return "of one group goes over rows beside one another, each some pixels behind the one before" if self.order else (
            "of one group goes over pixels beside one another, row after row")

    @property
    def shape(self) -> str:
        return f"a scan {self.told}, in order: {super().shape}"


@dataclass(frozen=True, kw_only=True)
class Scans(Plan):
    """`length` places of all `lines` of a group at a time, where a group shares them, each line in so many `pieces` that are
    gone over side by side; `told` is which way it goes."""

    block: tuple[int, int]
    axis: int
    told: str
    local: tuple[int, int] = (1, 1)
    lanes: int = 1
    length: int = 0
    lines: int = 0
    chunk: int = 0
    pieces: int = 1

    kind = "scan"

    @property
    def work(self) -> str:
        line = f"chunk of {self.chunk} place" if self.chunk else ("row", "column")[self.axis]
        if self.lanes == 1:
            pieces = f" in {self.pieces} pieces" if self.pieces > 1 else ""
            lines = f"{self.lines} {line}s together" if self.lines > 1 else f"one {line}"
            of = f"{lines}, {self.length} pixels{' of each' * (self.lines > 1)}"
            return f"is one of a group that goes over {of} at a time{pieces}"
        return f"goes over {self.lanes if self.axis == 0 else self.block[0]} {line}s, {self.lanes} beside one another"

    @property
    def shape(self) -> str:
        return f"a scan {self.told}{', in order' * (self.pieces == 1)}: {super().shape}"


@dataclass(frozen=True, kw_only=True)
class Ends(Scans):
    """Of a scan nothing is written but what it carries into every `strip` of so many places."""

    strip: int

    kind = "ends"


@dataclass(frozen=True, kw_only=True)
class Twice(Scans):
    """The scan calls another one, of which is told `first` where that goes. Where that one goes across lines, a kernel
    before this finds its `ends`."""

    first: str
    ends: Ends | None = None

    kind = "twice"

    @property
    def work(self) -> str:
        return super().work.removesuffix(f" in {self.pieces} pieces")

    @property
    def shape(self) -> str:
        before = " from sums of rows" if self.ends else ""
        return f"scans {self.first} and {self.told}{before}: {super(Scans, self).shape}"


@dataclass(frozen=True, kw_only=True)
class Strips(Plan):
    """The last of the scans that are `told` calls the others."""

    block: tuple[int, int]
    told: tuple[str, ...]
    lanes: int
    length: int

    kind = "strips"

    @property
    def work(self) -> str:
        return f"goes over {self.rows} rows, {self.lanes} at a time, scan after scan"

    @property
    def shape(self) -> str:
        return f"scans {', then '.join(self.told)}, in order: {super().shape}"


@dataclass(frozen=True, kw_only=True)
class Crossed(Plan):
    """The scan across is `told` first; of its own kernel, that finds what is before strips, the plan says `ends`."""

    block: tuple[int, int]
    told: tuple[str, str]
    lanes: int
    length: int
    strips: tuple[int, int, int]
    ends: bool = False

    kind = "crossed"

    @property
    def work(self) -> str:
        return f"goes down {self.strips[0]} columns or more, across {self.lanes} rows at a time"

    @property
    def shape(self) -> str:
        return f"scans {' and '.join(self.told)}, in order, once each row's sums at strips are known: {super().shape}"


@dataclass(frozen=True, kw_only=True)
class Tables(Plan):
    """Of so many entries; `copies` of one where a group has it together. Where a byte decides all, they are `counted` in
    their picture, and what each puts into a table is put there as often, once."""

    block: tuple[int, int]
    length: int
    local: tuple[int, int] = (1, 1)
    lanes: int = 1
    copies: int = 0
    counted: ImageParam | None = None

    kind = "tables"

    @property
    def work(self) -> str:
        if self.copies and self.counted:
            return f"is one of a group that counts bytes, and makes a table of {self.length} entries of them"
        if self.copies:
            return f"is one of a group that has {self.copies} tables of {self.length} entries together"
        if self.counted:
            return f"makes a table of {self.length} entries, of bytes that it counts"
        beside = f", {self.lanes} places at a time" if self.lanes > 1 else ""
        return f"makes a table of {self.length} entries{beside}"


@dataclass(frozen=True, kw_only=True)
class Levels(Plan):
    block: tuple[int, int]
    lanes: int

    kind = "levels"

    @property
    def work(self) -> str:
        return f"computes what each of 256 bytes gives, and looks up the pixels of {self.rows} rows"


@dataclass(frozen=True, kw_only=True)
class Teams(Plan):
    """So many members for each value, along an axis."""

    block: tuple[int, int]
    local: tuple[int, int]
    members: int
    lanes: int = 1

    kind = "team"

    @property
    def work(self) -> str:
        alone = f"computes {self.members} parts of a row's value, {self.lanes} at a time, and puts them together"
        return alone if self.lanes > 1 else f"is one of a team of {self.members} that computes one value together"


@dataclass(frozen=True, kw_only=True)
class Lots(Plan):
    """So many columns and rows, what they give put together: block by block, or pixel by pixel without an `inner` plan."""

    lot: tuple[int, int]
    inner: Plan | None
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int]
    lanes: int = 1
    beside: tuple[int, int] | None = None

    kind = "lots"

    @property
    def piece(self) -> tuple[int, int]:
        return self.inner.piece if self.inner else (1, 1)

    @property
    def work(self) -> str:
        across, down = self.piece
        team = f", in a team of {self.beside[0]} x {self.beside[1]}" if self.beside else ""
        return f"puts {self.lot[0]} x {self.lot[1]} pixels together, {across} x {down} at a time{team}"


@dataclass(frozen=True, kw_only=True)
class Orders(Plan):
    block: tuple[int, int]
    lanes: int = 1

    kind = "order"

    @property
    def work(self) -> str:
        return "sorts a line of numbers by their digits, the last ones first"


@dataclass(frozen=True, kw_only=True)
class Slides(Plan):
    block: tuple[int, int]
    lanes: int

    kind = "slides"

    @property
    def work(self) -> str:
        return f"goes down {self.block[0]} columns with a table of the bytes around each pixel, which slides along the rows"


@dataclass(frozen=True, kw_only=True)
class Ranks(Plan):
    block: tuple[int, int]
    lanes: int

    kind = "ranks"

    @property
    def work(self) -> str:
        return f"sorts {self.block[0]} x {self.rows} pixels and those around them, over which a window of their ranks goes"


@dataclass(frozen=True, kw_only=True)
class Forests(Plan):
    block: tuple[int, int]
    local: tuple[int, int] = (1, 1)
    lanes: int = 1

    kind = "forest"

    @property
    def work(self) -> str:
        return f"joins the trees of {prod(self.block)} pair{'s' * (prod(self.block) > 1)} of numbers"


@dataclass(frozen=True, kw_only=True)
class Passes(Plan):
    passes: tuple[tuple[Pass, Plan], ...] = field(compare=False, repr=False)

    kind = "passes"

    @property
    def grain(self) -> tuple[int, int]:
        across, down = zip(*[made.grain for _, made in self.passes])
        return lcm(*across), lcm(*down)

    @property
    def shape(self) -> str:
        return f"{len(self.passes)} passes, the stages first"


@dataclass(frozen=True, kw_only=True)
class Tiles(Plan):
    passes: tuple[tuple[Pass, Plan], ...] = field(compare=False, repr=False)
    tile: Tile
    block: tuple[int, int]
    local: tuple[int, int]
    lanes: int

    kind = "tiles"

    @property
    def grain(self) -> tuple[int, int]:
        return 1, self.tile.height if any(made.grain[1] > 1 for _, made in self.passes) else 1

    @property
    def shape(self) -> str:
        over = f"{len(self.passes)} passes over tiles of {self.tile.width} x {self.tile.height} pixels{self.wide or ''}"
        return f"{over}, {self.tile.step} rows at a time" if self.tile.rings else over
