"""Functions that do not wait for one another, computed by one kernel.

    function low_0 (x, y)  kept
    function low_1 (x, y)  kept     of another picture, needed at the same places

become one function of two results. A kernel costs a GPU's host 10 to 16 us to launch and takes 4 us however small it is,
so the levels of a pyramid further up take as long as there are kernels: a local Laplacian of eight curves has 128 without
this. The price is memory: what is computed together is there at the same time.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from math import prod

from ...ir import Function, Graph, Value, asks, callees, every_graph, functions
from ...ir.domains import bounded, is_pixel
from ...ir.echoes import echoes
from ...ir.ops import CALL
from ...ir.regions import Region, between
from ...passes.copying import Copy
from ...passes.inline import own
from ...passes.merging import Renamed, Renaming
from ..target import Target
from .keeping import LONGEST, keeping

MOST = 16     # results of one kernel
SPARE = 1.1   # places that it may have, for one that any of its functions is needed at


def bundled(graph: Graph, alike: dict[Function, bool], target: Target) -> tuple[Graph, dict[Function, bool]]:
    """The same program with such functions together, and which functions of it are kept; `alike` says that of the
    program as it is."""
    every = functions(graph)
    if not target.bundles or sum(map(is_short, every)) < 2 or any(op.kind is not CALL for each in every_graph(graph)
                                                                  for op in asks(each.body)):
        return graph, alike
    where = bounded(graph)
    kept, _ = keeping(graph, where.possible, alike, target)
    several = groups(graph, {function for function in kept - where.told.keys() if is_short(function)}, where.usual, kept)
    if not several:
        return graph, alike
    new: Renaming = {}
    height = depths(graph, kept)
    said: dict[Function, bool] = {}
    for depth in range(max(height.values()) + 1):
        for function in [each for each in every if height[each] == depth and each not in several]:
            made = function.with_graph(Renamed(function.graph, new).run())
            said[made] = function in kept
            new.update({(function, n): (made, n) for n in range(len(function.results))})
        for group in [each for each in dict.fromkeys(several.values()) if height[each[0]] == depth]:
            made = joined(group, new)
            said[made] = True
    return Renamed(graph, new).run(), said


def is_short(function: Function) -> bool:
    """Whether a kernel of several such would be no burden: pixels in a straight line. (Longer ones gain little, and a
    planner takes minutes over the patches of non-local means together.)"""
    graph = function.graph
    return (is_pixel(graph) and len(graph.coordinates) == 2 and own(graph) <= LONGEST / MOST
            and not any(op.blocks for op in graph.body.ops))


Group = tuple[Function, ...]


def groups(graph: Graph, short: AbstractSet[Function], found: list[dict[Function, Region | None]],
           kept: AbstractSet[Function]) -> dict[Function, Group]:
    """For each function that is computed with others all of these. They are needed at nearly the same places, whatever the
    picture's size, and so many kept ones lie between each of them and the pictures."""
    height, echoed = depths(graph, kept), echoes(graph)
    open: dict[object, tuple[list[Function], list[Region]]] = {}
    every: list[list[Function]] = []
    for function in functions(graph):
        places = [region for each in found if (region := each[function]) is not None]
        if function not in short or len(places) < len(found):
            continue
        key = height[function], *echoed[function]
        group, around = open.get(key, ([], places))
        both = [*map(together, around, places)]
        if not group or sum(len(each.results) for each in (*group, function)) > MOST or any(
                area(one) > SPARE * min(area(a), area(b)) for one, a, b in zip(both, around, places)):
            group, both = [], places
            every.append(group)
        group.append(function)
        open[key] = group, both
    return {function: tuple(group) for group in every if len(group) > 1 for function in group}


def together(one: Region, other: Region) -> Region:
    return between([*map(min, one.first, other.first)], [*map(max, one.last, other.last)])


def area(region: Region) -> int:
    return prod([last - first + 1 for first, last in zip(region.first, region.last)])


def depths(graph: Graph, kept: AbstractSet[Function]) -> dict[Function, int]:
    """How many functions that are kept are computed before each, one after the other."""
    found: dict[Function, int] = {}
    for function in functions(graph):
        found[function] = max([found[each] + (each in kept) for each in callees(function.graph)], default=0)
    return found


def joined(group: Group, new: Renaming) -> Function:
    """One function for several; `new` is told which of its results each of theirs is."""
    copy = Copy(f"{group[0].name.strip('<>')}_and_{len(group) - 1}_more", group[0].graph)
    values: list[Value] = []
    for function in group:
        values += copy.over(function.graph).of(function.results)
    made = copy.function(values, True)
    made.graph = Renamed(made.graph, new).run()
    places = [(function, n) for function in group for n in range(len(function.results))]
    new.update({place: (made, n) for n, place in enumerate(places)})
    return made
