"""Other shapes for a plan: the same stages and the same code for a block, in work-groups, strips or tiles of another
size. What is best depends on a device's caches and on how it keeps threads busy, which no model here knows."""

from __future__ import annotations

from dataclasses import replace

from .plans import Columns, Lanes, Passes, Pixels, Plan, Rows
from .tiles.apart import tiled
from .tiles.tiles import tiles


def shapes(plan: Plan) -> list[Plan]:
    """Plans that differ from this one in nothing but their shape; those that have only one give none."""
    target = plan.target
    if plan.tile:
        others = [tiled(plan.found, plan.passes, tile, target) for tile in tiles(plan.passes, target) if tile != plan.tile]
        return [replace(other, inputs=plan.inputs, outputs=plan.outputs, wide=plan.wide) for other in others]
    if isinstance(plan, Passes):
        each = [[own, *shapes(own)] for _, own in plan.passes]
        count = max(map(len, each))
        return [replace(plan, passes=tuple((part, own[min(n, len(own) - 1)]) for (part, _), own in zip(plan.passes, each)))
                for n in range(1, count)]
    if isinstance(plan, Lanes):
        return [replace(plan, block=(strip, plan.rows)) for strip in target.strips if strip != plan.block[0]]
    groups = {Pixels: target.pixel_groups, Rows: target.row_groups, Columns: target.column_groups}
    if isinstance(plan, (Pixels, Rows, Columns)):
        return [replace(plan, local=local) for local in groups[type(plan)] if local != plan.local]
    return []
