"""Other shapes for a plan: the same stages and the same code for a block, in work-groups, strips or tiles of another
size. What is best depends on a device's caches and on how it keeps threads busy, which no model here knows."""

from __future__ import annotations

from dataclasses import replace

from .device import Device
from .plan import tiled
from .plans import Plan
from .tiles import tiles

GROUPS = {  # by the plan's kind and the device's
    ("pixels", "cpu"): [(64, 1), (256, 1), (16, 4), (1024, 1)],
    ("pixels", "gpu"): [(32, 8), (32, 4), (64, 4), (16, 16), (128, 1), (8, 8)],
    ("rows", "gpu"): [(32, 8), (32, 4), (32, 2), (64, 2), (16, 8)],
    ("columns", "gpu"): [(32, 4), (32, 8), (64, 2), (64, 4), (16, 8), (128, 1), (32, 2)],
}
STRIPS = (256, 512, 1024, 2048, 4096, 16384)


def shapes(plan: Plan, device: Device) -> list[Plan]:
    """Plans that differ from this one in nothing but their shape; those that have only one give none."""
    if plan.tile:
        others = [tiled(plan.stages, plan.passes, tile, device) for tile in tiles(plan.passes, device) if tile != plan.tile]
        return [replace(other, inputs=plan.inputs, outputs=plan.outputs) for other in others]
    if plan.passes:
        each = [[own, *shapes(own, device)] for _, own in plan.passes]
        count = max(map(len, each))
        return [replace(plan, passes=tuple((part, own[min(n, len(own) - 1)]) for (part, _), own in zip(plan.passes, each)))
                for n in range(1, count)]
    if plan.kind == "lanes":
        return [replace(plan, block=(strip, plan.rows)) for strip in STRIPS if strip != plan.block[0]]
    return [replace(plan, local=local) for local in GROUPS.get((plan.kind, device.kind), ()) if local != plan.local]
