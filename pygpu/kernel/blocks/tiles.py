"""All passes of a filter in one kernel, over one tile of the picture after the other.

Between passes a stage lies in an array that holds the tile and what is needed around it. Every pass is swept as it
would be over the whole picture, by vectors of lanes or by blocks of columns; only where its pixels come from and go to
is another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import NamedTuple

from ...ir import ImageParam, ScalarParam
from ...schedule.plans import Plan
from ...schedule.tiles.passes import Pass, Turn
from ...schedule.tiles.tiles import Region, Tile, alone, homes
from ..formats import kept
from ..frame import Frame, Rows, Sink, Source
from ..statements import Array, Barrier, Code, Declare, If, Let, Section
from ..values import BEYOND, Expr, Operation, Pointer, Var, greatest, item, least, member, origin
from ..windows import runs
from . import ahead, columns, lanes
from .block import entry
from .placing import streamed


@dataclass(frozen=True)
class InTile(Rows):
    """A stage in the tile whose first pixel is at the corner; of its rows there are but the last ones in a `ring`."""

    corner: tuple[Var, ...] = ()
    ring: int = 0
    tile = True

    def row(self, y: Expr) -> Expr:
        left, top = self.corner
        down = y - top
        return self.start + ((down % self.ring if self.ring else down) * self.pitch - left)


@dataclass(frozen=True)
class TileSource(InTile, Source):
    """One that is read by a later pass."""

    @property
    def pointer(self) -> Pointer:
        return self.start.leads._replace(const=True)


@dataclass(frozen=True)
class TileSink(InTile, Sink):
    """One that is written by its pass."""


class Kept(NamedTuple):
    """Where a stage's array begins, how far apart its rows are, and how many they are where they are a ring; the columns of
    a block, if each work-item keeps its `own` alone."""

    start: Var
    pitch: int
    ring: int
    own: int = 0


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
    stream = streamed(made, code)
    every = [node for part, _ in plan.passes for node in part.stages]
    arrays = _arrays(plan, code, "private", 64, plan.lanes)

    def swept(part: Pass, own: Plan, region: Region, inner: Frame, rows: tuple[Expr, Expr] | None = None,
              next: Sequence[ahead.Coming] = ()) -> None:
        across, down = region.columns - tile.width, region.rows - tile.height
        start, stop = rows or (top, bottom + down)
        if own.whole:
            for (run, at), sink in zip(own.whole, inner.sinks):
                source = inner.sources[part.image(run.uses[0].node, every)]
                with code.inside():
                    wide, end = _pair(code, ("columns", right - left + across), ("end", bottom - top + down))
                    runs.sweep(code, run, source, sink, at, plan.lanes, region.columns, wide, end)
            return
        shift = None if own is plan.passes[-1][1] else _misaligned(inner, plan.lanes)
        with code.loop("y", start, stop, own.rows) as y:
            first, end = _pair(code, ("first", left if shift is None else left - shift), ("end", right + across))
            sweep = lanes.Sweep(inner, own, code, y, first, end, stream, shift is not None)
            sweep.next = ahead.below(code, next, y, bottom)
            sweep.sweep()

    if tile.rings:
        with code.loop("at", top - tile.lead, bottom, tile.step) as at:
            for (part, own), region, written, ring, next in zip(
                    plan.passes, tile.regions, _written(plan), tile.rings, ahead.coming(made, plan, tile)):
                first = at + ring.ahead
                rows = greatest(first, top), least(first + tile.step, bottom + (region.rows - tile.height))
                with code.inside(Section([])):
                    swept(part, own, region, _frame(made, part, arrays, written, (left, top)), rows, next)
        return code
    _in_turns(made, plan, arrays, code, (left, top), swept)
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
    arrays = _arrays(plan, code, "local", 16, own=alone(plan.passes, tile_of(plan)))

    def shared(part: Pass, own: Plan, region: Region, inner: Frame) -> None:
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

    _in_turns(made, plan, arrays, code, (left, top), shared)
    return code


def _in_turns(made: Frame, plan: Plan, arrays: list[Kept], code: Code, corner: tuple[Var, Var],
              each: Callable[[Pass, Plan, Region, Frame], None]) -> None:
    """All passes, those of a loop in each of its turns."""
    parts = zip(plan.passes, tile_of(plan).regions, _written(plan))
    for turn, members in groupby(parts, lambda each: each[0][0].turn):
        group = [*members]
        with nullcontext() if turn is None else code.loop("k", 0, turn.roll.count) as k:
            turned = None
            if turn is not None and k is not None:
                turned = _turned(made, turn, [part for (part, _), *_ in group], arrays, k, code)
            for (part, own), region, written in group:
                with code.inside(Section([])):
                    each(part, own, region, _frame(made, part, arrays, written, corner, turned))


def _written(plan: Plan) -> list[range]:
    """The stages that each pass writes."""
    ends = [*accumulate(len(part.stages) for part, _ in plan.passes)]
    return [range(first, end) for first, end in zip([0, *ends], ends)]


def _arrays(plan: Plan, code: Code, space: str, alignment: int, lead: int = 0,
            own: AbstractSet[int] = frozenset()) -> list[Kept]:
    """Declares the arrays of all stages. `lead` is the room to the left of every row and after the last one; of those in
    `own` each work-item has its block alone."""
    arrays: list[Kept] = []
    at_home, tile = homes(plan.passes, tile_of(plan)), tile_of(plan)
    for number, ((part, _), region) in enumerate(zip(plan.passes, tile.regions)):
        rows = tile.kept(number)
        for node in part.stages:
            if at_home[len(arrays)] < len(arrays):
                arrays.append(arrays[at_home[len(arrays)]])
                continue
            if len(arrays) in own:
                columns_, down = plan.passes[number][1].block
                start = Var(node.name or "own", Pointer(node.type.word, "private", False))
                code.add(Array(start, (columns_ * down,)))
                arrays.append(Kept(start, 0, 0, columns_))
                continue
            type = Pointer(node.type.word, space, False)
            start = Var(node.name or "stage", type)
            pitch = region.columns + lead
            array = Var((start, "_rows"), type) if lead else start
            code.add(Array(array, (pitch * rows + lead,), alignment))
            if lead:
                code.add(Let(start, array + lead))
            arrays.append(Kept(start, pitch, rows if tile.rings else 0))
    return arrays


def _frame(made: Frame, part: Pass, arrays: list[Kept], written: range, corner: tuple[Var, Var],
           turned: _Turned | None = None) -> Frame:
    """The frame of one pass, in a turn if there are such."""
    sources, scalars = dict(made.sources), made.scalars
    for image, stage in zip(part.graph.images, part.reads):
        if stage is not None:
            start, pitch, ring, own = arrays[stage]
            if turned is not None:
                start = turned.starts.get(image, start)
            sources[image] = TileSource(image, kept(image.pixel.scalar), start, corner=corner, pitch=pitch, ring=ring,
                                        own=own)
    if turned is not None:
        scalars = scalars | turned.numbers
    sinks: list[Sink] = made.sinks
    if part.stages:
        sinks = [TileSink(start, NO_STRIDE, kept(node.type), corner=corner, pitch=pitch, ring=ring, own=own)
                 for node, (start, pitch, ring, own) in zip(part.stages, arrays[written.start:written.stop])]
    return replace(made, graph=part.graph, sources=sources, scalars=scalars, sinks=sinks)


class _Turned(NamedTuple):
    """Where images begin in a turn, and its numbers."""

    starts: dict[ImageParam, Var]
    numbers: dict[ScalarParam, Expr]


def _turned(made: Frame, turn: Turn, parts: list[Pass], arrays: list[Kept], k: Var, code: Code) -> _Turned:
    numbers: dict[ScalarParam, Expr] = {scalar: entry(made, code, "float32", "weights", turn.roll.weights[column], k)
                                        for scalar, column in turn.weights.items()}
    found = _Turned({}, numbers)
    for image, stage in ((image, stage) for part in parts for image, stage in zip(part.graph.images, part.reads)):
        if image in turn.places and image not in found.starts and stage is not None:
            start, pitch, *_ = arrays[stage]
            far = tuple([dx + dy * pitch for dx, dy in turn.roll.places[turn.places[image]]])
            further = entry(made, code, "int32", "places", far, k)
            found.starts[image] = code.let((start, "_moved"), start + further)
    return found
