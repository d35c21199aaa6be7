"""What a plan costs: its operations a pixel, and what memory takes, all counted in additions.

What a device's memory and its arithmetic do in a second was measured (runtime/figures.py): so an intermediate image is
worth more operations on one than on another.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cost import operations, pixel_bytes, steps
from .plans import Plan
from .stages.kinds import goes_over_pixels, reached, taps
from .sums.spectra import large
from .target import COMMON, Stored, Target
from .tiles.passes import Pass
from .tiles.tiles import again, size


def moving_costs(nbytes: int, target: Target) -> float:
    """The additions that a device makes while it moves so much."""
    return nbytes * target.arithmetic / target.bandwidth


def price(plan: Plan) -> float:
    """Operations a pixel, and what it costs to write intermediate images and to read them again."""
    target = plan.target
    if plan.tile and plan.tile.beside:
        return again(plan.tile)[0] * (target.strip_row + target.strip_work * sum([price(own) for _, own in plan.passes]))
    if plan.tile:
        is_far = not plan.tile.rings and target.near is not None and size(plan.passes, plan.tile) > target.near
        kept = target.far if is_far else target.kept
        return sum(times * (work(own, region.rows) * far(part, own) + kept * len(part.stages) + target.turn / own.rows)
                   for (part, own), region, times in zip(plan.passes, plan.tile.regions, again(plan.tile)))
    if plan.kind == "spectra":
        return target.spectra * sum([large(each.node).work for each in plan.whole])
    if plan.passes:
        stored = moving_costs(COMMON.intermediate, target) * sum(len(part.stages) for part, _ in plan.passes)
        return sum([price(own) * (1.0 if own.tile else far(part, own)) for part, own in plan.passes]) + stored
    alive = target.alive[bool(plan.found.loops)] * plan.rows if plan.kind == "lanes" else 0.0
    return operations(plan.found, *plan.piece, plan.aligned) * (1.0 + alive)


def far(part: Pass, own: Plan) -> float:
    """How much longer a pass takes that loops over pixels which are not near."""
    near = {image for image, stage in zip(part.graph.images, part.reads) if stage is not None}
    if own.kind == "spectra":
        return 1.0
    loops = [taps(node) for node in own.found.order if goes_over_pixels(node)]
    return own.target.looped if any([each.large and each.image not in near for each in loops]) else 1.0


def work(own: Plan, rows: int) -> float:
    """What a pass over a tile of so many rows computes for each pixel."""
    return sum(steps(each.node, rows) for each in own.whole) if own.whole else price(own)


def alone(plan: Plan, inputs: Sequence[Stored], outputs: Sequence[Stored]) -> tuple[float, float]:
    """The cost of a whole filter: where rows crowd a first cache, at least what memory takes, more for each of them."""
    target, own = plan.target, price(plan)
    if not target.ways:
        few = -target.few if own <= target.light and pixel_bytes((*inputs, *outputs)) <= target.narrow else target.few
        return own * (1.0 + few * plan.rows), own
    rows = [(dy or 0) + below for node in plan.found.order if (pixels := reached(node)) for _, dy in plan.found.needs[node]
            for _, below in pixels.places]
    crowd = max(rows) - min(rows) + plan.rows - target.ways if rows else 0
    memory = moving_costs(pixel_bytes((*inputs, *outputs)), target)
    return max(own, memory + target.crowded * min(max(crowd, 0), target.crowd)), own
