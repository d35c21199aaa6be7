"""All passes of a filter in one kernel, over one tile of the picture after the other.

Between passes a stage lies in an array that holds the tile and what is needed around it. Every pass is swept as it
would be over the whole picture, by vectors of lanes or by blocks of columns; only where its pixels come from and go to
is another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..schedule.plans import Plan
from ..schedule.tiles import homes
from . import columns, lanes, runs
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
    every = [node for part, _ in plan.passes for node in part.stages]
    for part, inner, own, region in _parts(made, plan, writer, "", 64, plan.lanes):
        across, down = region.columns - tile.width, region.rows - tile.height
        if own.whole:
            for (run, at), target in zip(own.whole, inner.targets):
                source = inner.sources[part.image(run.uses[0].node, every)]
                runs.sweep(inner, run, source, target, at, plan.lanes, across, down, region.columns, writer)
            continue
        shift = "" if own is plan.passes[-1][1] else _misaligned(inner, plan.lanes)
        with writer.block(f"for (int y = top; y < bottom{f' + {down}' if down else ''}; y += {own.rows})"):
            writer.line(f"const int first = left{shift}, end = right{f' + {across}' if across else ''};")
            lanes.sweep(inner, own, writer, bool(shift))
    return writer


def _misaligned(made: Frame, lanes: int) -> str:
    """How far to the left of the tile a pass begins, so that it loads whole cache lines of a picture, which may lie at
    any address."""
    pictures = [source for source in made.sources.values() if not source.tile]
    picture = next((p for p in pictures if (p.format.dtype, p.format.channels) == ("float32", 1)), None)
    return f" - (int)((ulong){picture.name} / 4 & {lanes - 1})" if picture else ""


def _shared(made: Frame, plan: Plan, writer: Writer) -> Writer:
    """On a GPU a work-group computes a tile together, and waits for all its members after each pass."""
    (across, down), (wide, high) = plan.local, plan.block
    writer.line(f"const int left = ((int)get_global_id(0) - (int)get_local_id(0)) * {wide};")
    writer.line(f"const int top = ((int)get_global_id(1) - (int)get_local_id(1)) * {high};")
    last = plan.passes[-1][1]
    for _, inner, own, region in _parts(made, plan, writer, "__local ", 16):
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


def _parts(made: Frame, plan: Plan, writer: Writer, space: str, alignment: int, lead: int = 0):
    """Each pass with its frame, its plan and its region; the arrays of its stages are declared before. `lead` is the room
    to the left of every row and after the last one."""
    arrays: list[tuple[str, int]] = []
    at_home = homes(plan.passes)
    for (part, _), region in zip(plan.passes, plan.tile.regions):
        for node in part.stages:
            if at_home[len(arrays)] < len(arrays):
                arrays.append(arrays[at_home[len(arrays)]])
                continue
            name = made.names.new(node.name or "stage")
            pitch = region.columns + lead
            array = made.names.new(f"{name}_rows") if lead else name
            writer.line(f"{space}float {array}[{pitch * region.rows + lead}] __attribute__((aligned({alignment})));")
            if lead:
                writer.line(f"float *const {name} = {array} + {lead};")
            arrays.append((name, pitch))
    written = 0
    for (part, own), region in zip(plan.passes, plan.tile.regions):
        sources = dict(made.sources)
        for image, stage in zip(part.graph.images, part.reads):
            if stage is not None:
                sources[image] = TileSource(image, STAGE, arrays[stage][0], "", "", space=space, pitch=arrays[stage][1])
        targets = made.targets
        if part.stages:
            targets = [TileTarget(name, "", STAGE, space=space, pitch=pitch)
                       for name, pitch in arrays[written:written + len(part.stages)]]
            written += len(part.stages)
        yield part, replace(made, graph=part.graph, sources=sources, targets=targets, names=made.names.copy()), own, region
