"""All passes of a filter in one kernel, over one tile of the picture after the other.

Between passes a stage lies in an array that holds the tile and what is needed around it. Every pass is swept as it
would be over the whole picture, by vectors of lanes or by blocks of columns; only where its pixels come from and go to
is another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..schedule.plan import Plan
from . import columns, lanes
from .borders import Source
from .frame import Frame, Target
from .program import STAGE
from .writer import Writer


@dataclass(frozen=True)
class TileSource(Source):
    """A stage of the tile, read by a later pass. `pitch` is what lies between two rows."""

    space: str = ""
    pitch: int = 0
    tile = True

    @property
    def pointer(self) -> str:
        return f"const {self.space}float *"

    def row(self, y: str) -> str:
        return _row(self.name, y, self.pitch)


@dataclass
class TileTarget(Target):
    """A stage of the tile, written by its pass."""

    space: str = ""
    pitch: int = 0
    tile = True

    @property
    def pointer(self) -> str:
        return f"{self.space}float *"

    def row(self, y: str) -> str:
        return _row(self.name, y, self.pitch)


def _row(name: str, y: str, pitch: int) -> str:
    return f"{name} + ({y} - top) * {pitch} - left"


def body(made: Frame, plan: Plan) -> Writer:
    writer = Writer(1)
    return _swept(made, plan, writer) if plan.lanes > 1 else _shared(made, plan, writer)


def _swept(made: Frame, plan: Plan, writer: Writer) -> Writer:
    """On a CPU a work-item computes a tile alone."""
    tile = plan.tile
    writer.line(f"const int left = get_global_id(0) * {tile.width}, top = get_global_id(1) * {tile.height};")
    writer.line(f"const int right = min(left + {tile.width}, width), bottom = min(top + {tile.height}, height);")
    lanes.streamed(made, writer)
    for inner, own, region in _parts(made, plan, writer, "", 64):
        across, down = region.columns - tile.width, region.rows - tile.height
        with writer.block(f"for (int y = top; y < bottom{f' + {down}' if down else ''}; y += {own.rows})"):
            writer.line(f"const int first = left, end = right{f' + {across}' if across else ''};")
            lanes.sweep(inner, own, writer)
    return writer


def _shared(made: Frame, plan: Plan, writer: Writer) -> Writer:
    """On a GPU a work-group computes a tile together, and waits for all its members after each pass."""
    (across, down), (wide, high) = plan.local, plan.block
    writer.line(f"const int left = ((int)get_global_id(0) - (int)get_local_id(0)) * {wide};")
    writer.line(f"const int top = ((int)get_global_id(1) - (int)get_local_id(1)) * {high};")
    last = plan.passes[-1][1]
    for inner, own, region in _parts(made, plan, writer, "__local ", 16):
        columns_, rows = own.block
        blocks = region.columns // columns_
        if own is not last:
            first = f"int block = get_local_id(1) * {across} + get_local_id(0)"
            with writer.block(f"for ({first}; block < {blocks * (region.rows // rows)}; block += {across * down})"):
                writer.line(f"const int x = left + block % {blocks} * {columns_}, y = top + block / {blocks} * {rows};")
                columns.block(inner, own, writer)
            writer.line("barrier(CLK_LOCAL_MEM_FENCE);")
        else:
            writer.line(f"const int x = get_global_id(0) * {columns_}, y = get_global_id(1) * {rows};")
            with writer.block("if (x < width && y < height)"):
                columns.block(inner, own, writer)
    return writer


def _parts(made: Frame, plan: Plan, writer: Writer, space: str, alignment: int):
    """Each pass with its frame and its region; the arrays of its stages are declared before."""
    arrays: list[tuple[str, int]] = []
    for (part, own), region in zip(plan.passes, plan.tile.regions):
        for node in part.stages:
            name = made.names.new(node.name or "stage")
            writer.line(f"{space}float {name}[{region.columns * region.rows}] __attribute__((aligned({alignment})));")
            arrays.append((name, region.columns))
    written = 0
    for (part, own), region in zip(plan.passes, plan.tile.regions):
        sources = dict(made.sources)
        for image, stage in zip(part.graph.images, part.reads):
            if stage is not None:
                sources[image] = TileSource(image, STAGE, arrays[stage][0], "", "", "", space,
                                            arrays[stage][1])
        targets = made.targets
        if part.stages:
            targets = [TileTarget(name, "", STAGE, space, pitch)
                       for name, pitch in arrays[written:written + len(part.stages)]]
            written += len(part.stages)
        yield replace(made, graph=part.graph, sources=sources, targets=targets, names=made.names.copy()), own, region
