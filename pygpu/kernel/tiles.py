"""All passes of a filter in one kernel, over one tile of the picture after the other.

Between passes a stage lies in an array that holds the tile and what is needed around it. Every pass is swept as it
would be over the whole picture, by vectors of lanes or by blocks of columns; only where its pixels come from and go to
is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..schedule.passes import Pass
from ..schedule.plans import Plan
from ..schedule.tiles import Region, Tile, homes
from . import columns, lanes, runs
from .formats import STAGE
from .frame import Frame, Sink, Source
from .statements import Array, Barrier, Code, Declare, If, Let, Section
from .values import BEYOND, Expr, Operation, Pointer, Var, item, least, member, origin


def row_of(start: Var, corner: tuple[Var, ...], pitch: int, y: Expr) -> Expr:
    """Where a row of a stage starts, in the tile whose first pixel is at the corner; `pitch` lies between two rows."""
    left, top = corner
    return start + ((y - top) * pitch - left)


@dataclass(frozen=True)
class TileSource(Source):
    """One that is read by a later pass."""

    corner: tuple[Var, ...] = ()
    tile = True

    @property
    def pointer(self) -> Pointer:
        return self.start.leads._replace(const=True)

    def row(self, y: Expr) -> Expr:
        return row_of(self.start, self.corner, self.pitch, y)


@dataclass
class TileSink(Sink):
    """One that is written by its pass."""

    corner: tuple[Var, ...] = ()
    tile = True

    def row(self, y: Expr) -> Expr:
        return row_of(self.start, self.corner, self.pitch, y)


NO_STRIDE = Var("stride", "int32")  # rows of a tile lie `pitch` apart


def tile_of(plan: Plan) -> Tile:
    assert plan.tile is not None
    return plan.tile


def body(made: Frame, plan: Plan) -> Code:
    return _swept(made, plan) if plan.lanes > 1 else _shared(made, plan)


def _pair(code: Code, *values: tuple[str, Expr]) -> list[Var]:
    """Whole numbers that belong together."""
    vars = [Var(name, "int32", 1, True) for name, _ in values]
    code.add(Declare([(var, value) for var, (_, value) in zip(vars, values)], True))
    return vars


def _swept(made: Frame, plan: Plan) -> Code:
    """On a CPU a work-item computes a tile alone."""
    tile, code = tile_of(plan), Code()
    left, top = _pair(code, ("left", item(0) * tile.width), ("top", item(1) * tile.height))
    right, bottom = _pair(code, ("right", least(left + tile.width, made.width)),
                          ("bottom", least(top + tile.height, made.height)))
    stream = lanes.streamed(made, code)
    every = [node for part, _ in plan.passes for node in part.stages]
    for part, inner, own, region in _parts(made, plan, code, (left, top), "private", 64, plan.lanes):
        across, down = region.columns - tile.width, region.rows - tile.height
        with code.inside(Section([])):
            if own.whole:
                for (run, at), sink in zip(own.whole, inner.sinks):
                    source = inner.sources[part.image(run.uses[0].node, every)]
                    with code.inside():
                        wide, end = _pair(code, ("columns", right - left + across), ("end", bottom - top + down))
                        runs.sweep(code, run, source, sink, at, plan.lanes, region.columns, wide, end)
                continue
            shift = None if own is plan.passes[-1][1] else _misaligned(inner, plan.lanes)
            with code.loop("y", top, bottom + down, own.rows) as y:
                first, end = _pair(code, ("first", left if shift is None else left - shift), ("end", right + across))
                lanes.sweep(inner, own, code, y, first, end, stream, shift is not None)
    return code


def _misaligned(made: Frame, lanes: int) -> Expr | None:
    """How far to the left of the tile a pass begins, so that it loads whole cache lines of a picture, which may lie at
    any address."""
    pictures = [source for source in made.sources.values() if not source.tile]
    picture = next((p for p in pictures if (p.format.dtype, p.format.channels) == ("float32", 1)), None)
    return Operation(BEYOND, (picture.start,), "int32", 1, "", lanes) if picture else None


def _shared(made: Frame, plan: Plan) -> Code:
    """On a GPU a work-group computes a tile together, and waits for all its members after each pass."""
    (across, down), (wide, high), code = plan.local, plan.block, Code()
    left = code.let("left", origin(0) * wide, True)
    top = code.let("top", origin(1) * high, True)
    last = plan.passes[-1][1]
    for _, inner, own, region in _parts(made, plan, code, (left, top), "local", 16):
        columns_, rows = own.block
        blocks = region.columns // columns_
        with code.inside(Section([])):
            if own is not last:
                first = member(1) * across + member(0)
                with code.loop("block", first, blocks * (region.rows // rows), across * down) as block:
                    x, y = _pair(code, ("x", left + block % blocks * columns_), ("y", top + block // blocks * rows))
                    columns.block(inner, own, code, x, y)
                code.add(Barrier())
            else:
                x, y = _pair(code, ("x", item(0) * columns_), ("y", item(1) * rows))
                with code.inside(If((x < made.width) & (y < made.height), [])):
                    columns.block(inner, own, code, x, y)
    return code


def _parts(made: Frame, plan: Plan, code: Code, corner: tuple[Var, Var], space: str, alignment: int,
           lead: int = 0) -> Iterator[tuple[Pass, Frame, Plan, Region]]:
    """Each pass with its frame, its plan and its region; the arrays of its stages are declared before. `lead` is the room
    to the left of every row and after the last one."""
    arrays: list[tuple[Var, int]] = []
    at_home = homes(plan.passes)
    type = Pointer("float32", space, False)
    for (part, _), region in zip(plan.passes, tile_of(plan).regions):
        for node in part.stages:
            if at_home[len(arrays)] < len(arrays):
                arrays.append(arrays[at_home[len(arrays)]])
                continue
            start = Var(node.name or "stage", type)
            pitch = region.columns + lead
            array = Var((start, "_rows"), type) if lead else start
            code.add(Array(array, (pitch * region.rows + lead,), alignment))
            if lead:
                code.add(Let(start, array + lead))
            arrays.append((start, pitch))
    written = 0
    for (part, own), region in zip(plan.passes, tile_of(plan).regions):
        sources = dict(made.sources)
        for image, stage in zip(part.graph.images, part.reads):
            if stage is not None:
                sources[image] = TileSource(image, STAGE, arrays[stage][0], corner=corner, pitch=arrays[stage][1])
        sinks: list[Sink] = made.sinks
        if part.stages:
            sinks = [TileSink(start, NO_STRIDE, STAGE, corner=corner, pitch=pitch)
                       for start, pitch in arrays[written:written + len(part.stages)]]
            written += len(part.stages)
        yield part, replace(made, graph=part.graph, sources=sources, sinks=sinks), own, region
