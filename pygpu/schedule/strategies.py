"""The ways to compute a graph on a device, as one list: when each can be had, which plans it has, and which is its best.

Planning, tuning and the tests all go by this list: tuning and tests have every plan of each strategy, planning the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from ..ir import BYTE, Graph
from .blocks.aligned import width
from .blocks.below import SWEPT, beside_and_below
from .blocks.blocks import best_block, block, fits, of_squares
from .cost import longest_pass, weight
from .plans import Masks, Pixels, Plan, Rows
from .price import alone, price
from .stages.kinds import GATHER, READ, is_sum, reached
from .stages.stages import Stages, stages
from .stages.varying import together
from .stages.web import Node
from .sums.shares import shares
from .sums.turns import in_turns
from .target import COMMON, Stored, Target
from .tiles.apart import best_apart, every_apart, in_runs, in_spectra
from .tiles.marched import marched
from .windows.windows import by_rows

NEAR = 32  # columns or rows from a pixel


class Case:
    """A graph whose images have these formats, on a target; and what several strategies ask of it."""

    def __init__(self, graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target):
        self.graph, self.inputs, self.outputs = graph, inputs, outputs
        self.target = target = target.of_a_row if graph.dimensions == 1 else target
        self.written = stages(graph)
        self.found = by_rows(self.written)
        self.has_textures = any(format.memory == "image" for format in inputs)

    @cached_property
    def block(self) -> Plan | None:
        """The best block by itself."""
        return best_block(self.found, self.target, by=lambda each: alone(each, self.inputs, self.outputs))

    @cached_property
    def shares(self) -> tuple[tuple[int, ...], ...]:
        return shares(self.graph, self.target)

    @cached_property
    def longest(self) -> float:
        return longest_pass(self.graph)


def of_bytes(case: Case) -> Case:
    """The same in longer vectors, where all that is done is to put bytes near one another in order."""
    target, found = case.target, case.found
    if target.lanes == 1 or not all(node.type is BYTE and near(node, found.needs[node]) for node in found.order):
        return case
    made = copy(case)
    made.target = replace(target, lanes=target.bytes, unit=target.bytes)
    return made


def near(node: Node, needs: Iterable[tuple[int | None, int | None]]) -> bool:
    """Whether what is read for a pixel lies around it: as much is gathered at an edge."""
    pixels = reached(node)
    if pixels is None:
        return node.kind is not GATHER
    return all(abs((at or 0) + further) <= NEAR for need in needs for place in pixels.places
               for at, further in zip(need, place))


def against_blocks(case: Case) -> str:
    """Why blocks cannot be, or would be slower than one pixel a work-item; nothing if they can."""
    if case.found.opaque:
        return "it has real branches or loops"
    if case.has_textures:
        return "its images are textures"
    if case.target.kind == "gpu" and width(case.found) is None:
        return "where it reads depends on data, and neighbouring work-items share that best"
    return ""


@dataclass(frozen=True)
class Strategy:
    """`can(case)` whether there are such plans, `every(case)` all of them. `best(case, found)` is the one by estimate, where
    the strategies before it in the list found that; None where they have better ones."""

    name: str
    can: Callable[[Case], bool]
    every: Callable[[Case], list[Plan]]
    best: Callable[[Case, Plan | None], Plan | None]


# -- one pixel by itself, whatever it is ------------------------------------------------------------------------------

def with_shares(case: Case, plans: list[Plan]) -> list[Plan]:
    """Plans for all results together, and for shares of them."""
    return plans + [replace(each, shares=case.shares) for each in plans if case.shares]


def divided(case: Case, made: Plan) -> Plan:
    return replace(made, shares=case.shares)


def pixels(found: Stages | None, target: Target) -> Plan:
    return Pixels(stages=found, target=target, local=target.pixel_group)


def masks(found: Stages, target: Target) -> Plan:
    """In vectors of one register where each pixel goes its own way: all of them wait for the last, and take every branch."""
    lanes = target.lanes if together(found.graph, found.graph.x) else target.apart
    return Masks(stages=found, target=target, block=(target.short_strip, 1), lanes=lanes)


def every_masks(case: Case) -> list[Plan]:
    """The best first."""
    found: list[Plan] = [masks(case.found, case.target)]
    beside, rows = beside_and_below(case.graph, case.target)
    if rows > 1:
        block = case.target.lanes * beside, rows * SWEPT
        found.insert(0, Masks(stages=case.found, target=case.target, block=block, lanes=case.target.lanes, together=rows))
    return found


def rows(found: Stages, target: Target, count: int) -> Plan:
    return Rows(stages=found, target=target, block=(1, count), local=target.pixel_group)


def can_mask(case: Case) -> bool:
    return case.target.kind == "cpu" and case.target.lanes > 1 and not case.has_textures


def can_go_together(case: Case) -> bool:
    return any(case.target.rows_together) and not case.has_textures and together(case.graph, case.graph.y)


def every_rows(case: Case) -> list[Plan]:
    """What does not loop is written out."""
    few, many = case.target.rows_together
    longest = many if case.longest else case.target.longest // max(1, weight(case.graph.body))
    return with_shares(case, [rows(case.found, case.target, count) for count in (2, few, many) if count <= longest])


def best_rows(case: Case, found: Plan | None) -> Plan | None:
    if not case.longest:
        return None
    (few, many), (least, most) = case.target.rows_together, case.target.waited
    count = many if least <= case.longest / max(1, len(case.shares)) <= most else few
    return divided(case, rows(case.found, case.target, count))


# -- neighbours together ----------------------------------------------------------------------------------------------

def can_block(case: Case) -> bool:
    return not case.found.opaque and not case.has_textures


def can_turn(case: Case) -> bool:
    return can_block(case) and case.graph.dimensions < 3  # their kernels know no planes


def every_block(case: Case) -> list[Plan]:
    heights = 1, 2, 4, 6, 8, *of_squares(case.found, case.target)
    return [made for made in (block(case.found, case.target, rows) for rows in heights) if fits(made)]


def cheapest(plans: list[Plan], found: Plan | None) -> Plan | None:
    """The best of these, where it is better than what was found before."""
    best = min(plans, key=price, default=None)
    return best if best and (found is None or price(best) < price(found)) else None


def blocks_and_more(case: Case, found: Plan | None) -> Plan | None:
    """The best block, or with some stages computed before. Not looked for where another strategy gained much already."""
    if found is not None and case.block is not None and price(found) < COMMON.well * price(case.block):
        return None
    made = best_apart(case.found, case.block, case.target)
    return cheapest([made] if made else [], found)


def best_marched(case: Case, found: Plan | None) -> Plan | None:
    """Where stages are sums and it is well better than what there is: not looked for where that costs hardly more than rows
    by themselves. (Of other stages the price says little. H200, a diffusion of four steps: 8192 x 8192 0.83 ms for 0.95 over
    tiles, 4096 x 4096 0.27 for 0.26, 2560 x 1536 0.104 for 0.073.)"""
    if found is not None and COMMON.better * price(found) < case.target.strip_row:
        return None
    made = cheapest(marched(case.written, case.target), None)
    if made is None or not all(node.kind is READ or is_sum(node) for _, own in made.passes[:-1] for node in own.found.order):
        return None
    return made if found is None or price(made) < COMMON.better * price(found) else None


# For what branches and loops, and whatever no block can be had of: the first one that can be.
ONE_BY_ONE = (
    Strategy("rows", can_go_together, every_rows, best_rows),
    Strategy("masks", can_mask, lambda case: with_shares(case, every_masks(case)),
             lambda case, found: divided(case, every_masks(case)[0])),
    Strategy("pixels", lambda case: True, lambda case: with_shares(case, [pixels(case.found, case.target)]),
             lambda case, found: divided(case, pixels(case.found, case.target))),
)
# Where neighbours have stages in common: the cheapest one.
IN_BLOCKS = (
    Strategy("runs", can_block, lambda case: in_runs(case.written, case.target),
             lambda case, found: cheapest(in_runs(case.written, case.target), found)),
    Strategy("spectra", can_turn, lambda case: in_spectra(case.found, case.target),
             lambda case, found: cheapest(in_spectra(case.found, case.target) if can_turn(case) else [], found)),
    Strategy("blocks", can_block, lambda case: every_block(case) + every_apart(case.found, case.target), blocks_and_more),
    Strategy("turns", can_turn, lambda case: in_turns(case.found, case.target),
             lambda case, found: cheapest(in_turns(case.found, case.target), found)),
    Strategy("marched", can_turn, lambda case: marched(case.written, case.target),
             best_marched),
)
STRATEGIES = (*ONE_BY_ONE, *IN_BLOCKS)
