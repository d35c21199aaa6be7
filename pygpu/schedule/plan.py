"""Which plan is best for a graph on a device, by estimate; and every plan that there is, to measure or to test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..ir import Graph, callees
from ..passes.depends import is_still
from .blocks.channels import as_one, for_rows, wide
from .cost import pixel_bytes
from .filled import plan_filled
from .folds.forests import every_forest, plan_forest
from .folds.lots import every_lot, plan_lot
from .folds.tallies import every_tally, plan_tally
from .folds.teams import plan_team
from .inplace import InPlace
from .plans import Plan
from .price import price
from .scans.scans import every_scan, plan_scan
from .scans.together import plan_together
from .strategies import IN_BLOCKS, ONE_BY_ONE, STRATEGIES, Case, against_blocks, can_block, of_bytes
from .target import CPU, Stored, Target
from .windows.levels import every_level, is_worth
from .windows.orders import every_order, plan_order
from .windows.ranks import every_ranking
from .windows.slides import every_slide


def plan(graph: Graph, inputs: Sequence[Stored] = (), outputs: Sequence[Stored] = (), target: Target = CPU) -> Plan:
    """The plan for a graph whose images have these formats, on this target."""
    if graph.scan is not None:
        return (plan_together if callees(graph) else plan_scan)(graph, inputs, outputs, target)
    if graph.tally is not None:
        return plan_tally(graph, inputs, outputs, target)
    if graph.team is not None:
        return plan_team(graph, inputs, outputs, target)
    if graph.lot is not None:
        return plan_lot(graph, inputs, outputs, target)
    if graph.order is not None:
        return plan_order(graph, inputs, outputs, target)
    if graph.forest:
        return plan_forest(graph, inputs, outputs, target)
    if graph.in_place:
        group = (32 if target.kind == "gpu" else 1, 1)
        return InPlace(target=target, inputs=tuple(inputs), outputs=tuple(outputs), local=group)
    if around := every_around(graph, inputs, outputs, target):
        return around[0]
    if is_worth(graph, inputs, target) and (levels := every_level(graph, inputs, outputs, target)):
        return levels[0]
    if is_still(graph):
        return replace(plan_filled(target), inputs=tuple(inputs), outputs=tuple(outputs))
    for made in in_one_row(graph, inputs, outputs, target):
        if is_best_in_one_row(made):
            return made
    case = Case(graph, inputs, outputs, target)
    against = against_blocks(case)
    best = None if against else best_in_blocks(case)
    if best is None:
        best = next(filter(None, (each.best(case, None) for each in ONE_BY_ONE if each.can(case))))
        best = replace(best, why=against or "it would be too long for the driver's compiler")
    return replace(best, inputs=tuple(inputs), outputs=tuple(outputs))


def best_in_blocks(case: Case) -> Plan | None:
    made: Plan | None = None
    case = of_bytes(case)
    for strategy in IN_BLOCKS if can_block(case) else ():
        made = strategy.best(case, made) or made
    return made


def in_one_row(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target,
               every: bool = False) -> list[Plan]:
    """Plans for all channels of a picture in one row, the best first: it alone, if not every one is asked for."""
    found = wide(graph, inputs, outputs, target)
    if found is None:
        return []
    case = Case(found.graph, as_one(inputs), as_one(outputs), for_rows(target, found.channels))
    plans = [made for made in [best_in_blocks(case)] if made]
    plans += [made for strategy in IN_BLOCKS if every and strategy.can(case) for made in strategy.every(of_bytes(case))]
    return [replace(made, wide=found, inputs=tuple(inputs), outputs=tuple(outputs)) for made in plans]


def is_best_in_one_row(made: Plan) -> bool:
    most, least = made.target.in_one_row
    elements = [pixel_bytes((each,)) for each in as_one((*made.inputs, *made.outputs))]
    return bool(made.tile) or price(made) <= most and min(elements) >= least


def every_around(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """What there is for numbers in order around each pixel alone."""
    return every_slide(graph, inputs, outputs, target) or every_ranking(graph, inputs, outputs, target)


def candidates(graph: Graph, inputs: Sequence[Stored] = (), outputs: Sequence[Stored] = (),
               target: Target = CPU) -> list[Plan]:
    """Every plan that would compute the graph rightly, to be forced in tests and compared when tuning."""
    if graph.scan is not None:
        return [plan(graph, inputs, outputs, target)] if callees(graph) else every_scan(graph, inputs, outputs, target)
    if graph.tally is not None:
        return every_tally(graph, inputs, outputs, target)
    if graph.team is not None:
        return [plan_team(graph, inputs, outputs, target)]
    if graph.lot is not None:
        return [*every_lot(graph, inputs, outputs, target)]
    if graph.order is not None:
        return every_order(graph, inputs, outputs, target)
    if graph.forest:
        return every_forest(graph, inputs, outputs, target)
    if graph.in_place:
        return [plan(graph, inputs, outputs, target)]
    case = Case(graph, inputs, outputs, target)
    around = [*every_around(graph, inputs, outputs, target), *every_level(graph, inputs, outputs, target)]
    around += in_one_row(graph, inputs, outputs, target, every=True)
    return around + [made for strategy in STRATEGIES if strategy.can(case)
                     for made in strategy.every(of_bytes(case) if strategy in IN_BLOCKS else case)]
