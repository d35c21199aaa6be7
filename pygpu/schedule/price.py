"""What a plan costs: its operations a pixel, and what memory takes, all counted in additions.

What a device's memory and its arithmetic do in a second was measured (runtime/figures.py): so an intermediate image is
worth more operations on one than on another.
"""

from __future__ import annotations

from .cost import operations, pixel_bytes, steps
from .device import Device
from .plans import Plan
from .spectra import large
from .tiles import NEAR, again, size

PASS = 16              # bytes: an intermediate image is written and read again, and takes others' place in the caches
KEPT, FAR = 2.0, 12.0  # additions for a value in a tile; in one that is too large for a CPU's first cache
TURN = 16.0            # for a GPU's work-items to wait for one another, over the rows that each computes
ALIVE = (0.015, 0.04)  # what each row of vectors costs on top, for values that are kept alive; in a loop over terms
# Rows of a picture that a CPU's first cache holds, what each further one costs, and how many do.
WAYS, CROWDED, MOST = 8, 6.0, 4
ON_GPU = 1.4           # of what spectra cost on a CPU: there they go to memory and back


def moving_costs(nbytes: int, device: Device) -> float:
    """The additions that a device makes while it moves so much."""
    return nbytes * device.arithmetic / device.bandwidth


def price(plan: Plan) -> float:
    """Operations a pixel, and what it costs to write intermediate images and to read them again."""
    if plan.tile:
        kept = FAR if plan.lanes > 1 and size(plan.passes, plan.tile) > NEAR else KEPT
        turn = 0.0 if plan.lanes > 1 else TURN
        return sum(times * (work(own, region.rows) + kept * len(part.stages) + turn / own.rows)
                   for (part, own), region, times in zip(plan.passes, plan.tile.regions, again(plan.tile)))
    if plan.kind == "spectra":
        return (1.0 if plan.lanes > 1 else ON_GPU) * sum(large(each.node).work for each in plan.whole)
    if plan.passes:
        return sum(price(own) for _, own in plan.passes) + plan.stored * sum(len(part.stages) for part, _ in plan.passes)
    return operations(plan.stages, *plan.piece) * (1.0 + ALIVE[bool(plan.stages.loops)] * plan.rows * (plan.kind == "lanes"))


def work(own: Plan, rows: int) -> float:
    """What a pass over a tile of so many rows computes for each pixel."""
    return sum(steps(each.node, rows) for each in own.whole) if own.whole else price(own)


def alone(plan: Plan, inputs, outputs, device: Device) -> tuple[float, float]:
    """The cost of a whole filter: on a CPU at least what memory takes, more for every row beyond WAYS, since rows that
    lie a power of two apart push each other out of its first cache. So a light filter has fewer rows than a heavy one."""
    if plan.kind != "lanes":
        return price(plan), 0.0
    rows = [dy + below for node in plan.stages.order if node.kind in ("read", "taps") for _, dy in plan.stages.needs[node]
            for below in ((0, node.attributes.height - 1) if node.kind == "taps" else (0,))]
    crowd = max(rows) - min(rows) + plan.rows - WAYS if rows else 0
    memory = moving_costs(pixel_bytes((*inputs, *outputs)), device)
    return max(price(plan), memory + CROWDED * min(max(crowd, 0), MOST)), price(plan)
