"""Chains of functions, one of the other: several links are computed in one kernel, over tiles, and only the last of them is
kept in a picture.

On a GPU alone: what goes from one kernel to the next is written to far memory there, and to compute what lies around a tile
again costs less. A CPU has a picture's rows in its caches still.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ...ir import Function, Graph, called, calls
from ...ir.fingerprint import fingerprint
from ...passes.inline import needed, offset
from ..plans import Plan
from ..price import moving_costs, price
from ..stages.kinds import READ, is_sum
from ..stages.stages import Stages
from ..target import COMMON, Target
from ..tiles.apart import best_with_called
from .again import is_plain
from .parts import Part

FEWEST = 4     # links of a chain: a shorter one is a tile's by itself
STEPS = 1.75   # times its price is what goes over tiles in steps, which wait for one another


def links(graph: Graph, kept: AbstractSet[Function], target: Target) -> set[Function]:
    """Those of the functions that are kept which may be computed with what reads them, instead."""
    if target.links < 2 or len(kept) < FEWEST - 1 or len(graph.coordinates) != 2:
        return set()
    return {each for chain in _chains(graph, kept) for number, each in enumerate(chain) if each and number % target.links}


def over_tiles(parts: list[Part], target: Target) -> tuple[list[Part], set[Function]]:
    """These parts, those that have links with a plan over tiles, of several that are alike the same one; and the links of
    those that can't be in tiles, or had better not."""
    plans: dict[str, Plan | None] = {}
    found, alone = list[Part](), set[Function]()
    for part in parts:
        if part.links:
            key = fingerprint(part.graph)
            if key not in plans:
                plan = best_with_called(part.graph, target)
                plans[key] = plan if plan and _pays(plan, len(part.links), target) else None
            part = replace(part, plan=plans[key])
            if part.plan is None:
                alone.update(part.links)
        found.append(part)
    return found, alone


def _pays(plan: Plan, links: int, target: Target) -> bool:
    """Whether it is better than a kernel for each, which has to read and write at least. It is for weighted sums, which add
    up in registers what each row has for several: maxima, products or a row's sums of a column's take twice as long in steps
    as alone."""
    one = moving_costs(COMMON.intermediate, target)
    return all(_is_one_sum(own.found) for _, own in plan.passes[:-1]) and (
        STEPS * price(plan) + one < COMMON.better * (links + 1) * one)


def _is_one_sum(found: Stages) -> bool:
    """Whether nothing but a weighted sum of what is read goes beyond the pixel itself."""
    around = [node for node in found.order if len({*node.uses}) > len({use.node for use in node.uses})]
    return len(around) < 2 and all(is_sum(node) and all(use.node.kind is READ for use in node.uses) for node in around)


def _chains(graph: Graph, kept: AbstractSet[Function]) -> Iterator[list[Function | None]]:
    """Functions that are kept, of which each is read by the one before alone, or by the result: the last one first."""
    read = {root: _read(graph if root is None else root.graph, kept) for root in (None, *kept)}
    readers: dict[Function, list[bool]] = {}
    for others in read.values():
        for function, is_near in others.items():
            readers.setdefault(function, []).append(is_near)
    inner = {function for function, its in readers.items() if its == [True] and _is_pixel(function)}
    for root in read:
        if root not in inner and (root is None or _is_pixel(root)):
            chain: list[Function | None] = [root]
            while len(following := [function for function in read[chain[-1]] if function in inner]) == 1:
                chain += following
            if len(chain) >= FEWEST:
                yield chain


def _is_pixel(function: Function) -> bool:
    graph = function.graph
    return is_plain(function) and len(graph.coordinates) == 2 and graph.scan is None and len(function.results) == 1


def _read(graph: Graph, kept: AbstractSet[Function]) -> dict[Function, bool]:
    """The functions that are kept that a graph reads, and whether all that is around its own place."""
    places = needed(graph, stored=kept)
    found: dict[Function, bool] = {}
    for caller in (None, *places):
        inner, theirs = (graph, [(None,)]) if caller is None else (caller.graph, places[caller])
        is_near = all(base is None for base, *_ in theirs)
        for op in calls(inner.body):
            if called(op) in kept:
                found[called(op)] = found.get(called(op), True) and is_near and offset(inner, op)[0] is None
    return found
