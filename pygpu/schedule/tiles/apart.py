"""Stages computed before the rest: in passes over the whole picture, or over one small piece of it after the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from ...ir import Graph
from ..blocks.blocks import anywhere, best_block, fitting
from ..plans import Passes, Plan, Runs, Spectra, Tiles
from ..price import price
from ..stages.kinds import READ, goes_over_pixels, taps
from ..stages.stages import Stages, stages, stages_and_called
from ..stages.web import Node, Way
from ..sums import spectra
from ..sums.factors import separated
from ..sums.rolls import families, moving
from ..target import COMMON, Target
from ..windows import runs
from .passes import Pass, cut, written
from .passes import candidates as candidates_for_passes
from .tiles import Tile, Whole, tiles

Parts = tuple[tuple[Pass, Plan], ...]
Planned = tuple[Pass, Stages | None, Plan | None]  # a pass, its own stages, and the plan for it, where there is one


def best_apart(found: Stages, best: Plan | None, target: Target) -> Plan | None:
    """The best plan in passes or tiles, where that is better than one block: stages are taken out while that pays."""
    rolling = moving(found)
    if rolling:
        return _from_copies(found, rolling, best, target)
    for form in separated(found) + [found] * (best is None or price(best) > target.wide):
        taken: list[list[Node]] = []
        tried = 0
        for nodes in candidates_for_passes(form):
            every = [*chain(*taken, nodes)]
            made = None if hopeless(form, every, target) else (
                min(apart(form, every, target), key=price, default=None))
            tried += 1
            if made is not None and (best is None or price(made) < COMMON.better * price(best)):
                taken, best, tried = [*taken, nodes], made, 0
            if tried == COMMON.tried:
                break
        for nodes in taken[:-1]:  # which were taken out before others were
            rest = [each for each in taken if each is not nodes]
            made = min(apart(form, [*chain(*rest)], target), key=price, default=None)
            if made is not None and best is not None and price(made) <= price(best):
                taken, best = rest, made
    if best is None:
        return None
    made = _from_near(found, best, target)
    return made if made is not None and not (best.passes and price(best) < price(made)) else best


def hopeless(found: Stages, nodes: list[Node], target: Target) -> bool:
    """Whether a pass would be longer than any block may be, which is seen before it is written. What a GPU's block knows of
    its place makes it shorter: there nothing is foreseen. What becomes a loop or one sum makes any a little shorter."""
    if target.lanes == 1:
        return False
    every = written(found, nodes, target.unit)
    values, terms = max(length for length, _ in every), max(length for _, length in every)
    return values > 1.2 * COMMON.longest_row or terms > COMMON.longest_sums


def best_in_tile(found: Stages, target: Target) -> Plan | None:
    """The best plan in tiles of a whole program, which may be larger: the other way are images in memory."""
    best = best_apart(found, None, replace(target, room=target.room and target.room * COMMON.program))
    return best if best is not None and best.tile else None


def best_with_called(graph: Graph, target: Target) -> Plan | None:
    """The best plan in tiles where just what the functions give that are called is computed before the rest."""
    found, called = stages_and_called(graph)
    if not {*called} <= {*found.order}:  # one that is nothing but another one with a factor
        return None
    return min([made for made in apart(found, called, target) if made.tile], key=price, default=None)


def _from_near(found: Stages, best: Plan, target: Target) -> Plan | None:
    """What loops over pixels, from copies of them."""
    kernels = [taps(node) for node in best.found.order if goes_over_pixels(node)]
    looped = {(each.image, each.channel) for each in kernels if each.large}
    return _from_copies(found, [node for node in found.order if node.kind is READ and node.attributes in looped],
                        best, target)


def _from_copies(found: Stages, nodes: list[Node], best: Plan | None, target: Target) -> Plan | None:
    """Loops read the same rows again and again: from a copy that is near, and whose rows do not push each other out of
    a CPU's cache, as those of a picture do that lie a power of two apart."""
    return next((made for made in apart(found, nodes, target, alone=False) if made.tile), best) if nodes else best


def every_apart(found: Stages, target: Target) -> list[Plan]:
    """The first sets of stages that may pay, and copies of pixels for long sums."""
    made = [each for form in [*separated(found), found] for nodes in candidates_for_passes(form)[:2]
            for each in apart(form, nodes, target)]
    return made + [each for each in apart(found, moving(found), target) if each.tile]


def in_runs(found: Stages, target: Target) -> list[Plan]:
    """Windows of one weight as runs over tiles, where there are such."""
    form = runs.in_runs(found) if target.runs and target.lanes > 1 else None
    return apart(form, with_source(form, Way.RUN), target) if form else []


def in_spectra(found: Stages, target: Target) -> list[Plan]:
    """Large kernels by their spectra, in passes over the whole picture."""
    form = spectra.in_spectra(found) if target.kind == "gpu" or target.lanes > 1 else None
    return apart(form, with_source(form, Way.SPECTRUM), target) if form else []


def with_source(form: Stages, way: Way) -> list[Node]:
    """What is put together in this way, and what each is taken of: they go first."""
    found = [node for node in form.order if node.way is way]
    return [*dict.fromkeys(node for each in found for node in (each.uses[0].node, each))]


def apart(found: Stages, nodes: list[Node], target: Target, alone: bool = True) -> list[Plan]:
    """Those stages computed first, each with its best block: in passes over the whole picture, if each may be a kernel
    `alone`, and in tiles."""
    parts: list[Planned] = []
    for part in cut(found, nodes, target.unit):
        taken = [node for node in part.stages if node.way in (Way.RUN, Way.SPECTRUM)]
        own = stages(part.graph) if not taken or taken[0].way is Way.RUN else None
        best = _whole(own, part, taken, parts, target) if taken else best_block(own, target) if own else None
        parts.append((part, own, best))
    made: list[Plan] = []
    if alone and all(best and best.kind != "runs" for _, _, best in parts):
        passes = tuple([(part, _by_itself(own, best, target)) for part, own, best in parts if best])
        made.append(Passes(stages=found, target=target, passes=passes))
    if any(best and best.kind == "spectra" for _, _, best in parts):
        return made
    every = [(each, tiled(found, whole, each, target))
             for whole in _in_tiles(parts, target) for each in tiles(whole, target)]
    for way in (False, True):  # all of a tile pass by pass, or some rows at a time
        made += sorted([plan for tile, plan in every if bool(tile.rings) is way], key=price)[:1]
    return made


def tiled(found: Stages, parts: Parts, tile: Tile, target: Target) -> Plan:
    block, local = (tile.width, tile.height), (1, 1)
    if target.kind == "gpu":
        block = parts[-1][1].block
        local = tile.width // block[0], tile.height // block[1]
    return Tiles(stages=found, target=target, passes=parts, tile=tile, block=block, local=local, lanes=target.lanes)


def _by_itself(own: Stages | None, best: Plan, target: Target) -> Plan:
    """A pass that is a kernel of its own: where it loops, over copies that a GPU's group makes of the pixels."""
    return _from_near(own, best, target) or best if own is not None and target.lanes == 1 else best


def _in_tiles(parts: list[Planned], target: Target) -> list[Parts]:
    """The same parts where what one writes lies near when another reads it: sums can be loops then. On a GPU there are
    several blocks to choose from for the last one, and lower ones for those before it: the rows of each are a multiple of
    its block's, so many passes by high blocks would compute many rows for nothing."""
    lower = target.lower_heights if len(parts) > 2 and not any(part.turn for part, *_ in parts) else ()
    return [made for rows in (None, *lower) for made in _of_heights(parts, target, rows)]


def _of_heights(parts: list[Planned], target: Target, rows: int | None) -> list[Parts]:
    made: list[Parts] = [()]
    for part, own, best in parts:
        near = {image for image, stage in zip(part.graph.images, part.reads) if stage is not None}
        if own and (best is None or not best.whole and families(own)):
            best = best_block(own, target, near)
        if rows and own and part.stages and best and not best.whole and best.rows > rows:
            best = next(iter(fitting(own, target, (rows,), near)), best)
        best = anywhere(best) if best else None
        ends = [best] if best else []
        if own and target.last_heights and not part.stages:
            loops = best and any(goes_over_pixels(node) and not taps(node).even for node in best.found.order)
            heights = target.last_heights[:1] if loops else target.last_heights
            ends = [anywhere(each) for each in fitting(own, target, heights, near)]
        made = [(*before, (part, end)) for before in made for end in ends]
    return made


def _whole(own: Stages | None, part: Pass, nodes: list[Node], before: list[Planned], target: Target) -> Plan:
    """A pass that computes nodes in a way of their own, from stages of passes before it."""
    margins = {node: other.margin for other, *_ in before for node in other.stages}
    whole = []
    for node in nodes:
        use = node.uses[0]
        around = margins[use.node]
        whole.append(Whole(node, ((use.dx or 0) + around[0] - part.margin[0], (use.dy or 0) + around[1] - part.margin[1])))
    if nodes[0].way is Way.RUN:
        return Runs(stages=own, target=target, whole=tuple(whole), lanes=target.lanes)
    kernel = spectra.large(nodes[0])
    block = kernel.columns, 2 * kernel.rows  # of two pieces, one below the other
    return Spectra(stages=own, target=target, whole=tuple(whole), block=block, lanes=target.lanes)
