"""From the graph as it was traced to the graph one would have written: one file a pass, one list of them.

Every pass is a function graph -> graph, and gives the very graph it got where it finds nothing to do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from pygpu.ir import Graph, asks, folds, functions, verify
from pygpu.ir.orders import orders

from .among import among
from .bounds import bounds
from .branches import branches, branches_before_inlining
from .choices import choices
from .dead import dead
from .endless import refuse_endless, refuse_unordered
from .exits import exits
from .flags import flags
from .inline import inline
from .invariants import invariants
from .merging import merged
from .nests import nests
from .once import Before, once, written_in
from .rewrite import has_branches
from .selecting import selecting
from .simplify import simplify
from .tables import tables
from .wholes import wholes
from .windows import window

PASSES = [
    simplify,    # first, so that conditions which are really one are one value
    flags,       # before the branches go: it takes the flags of early returns for branches of their own
    branches,    # now that each branch stands for itself, its cost can be judged
    simplify,    # the arms of former branches stand side by side: what they share is computed once
    bounds,      # once loops have the form in which their counters are seen
    nests,       # of the branches that are left, those in one another: mostly the tests that end a loop
    exits,       # which give up what only matters behind the loop
    invariants,  # after folding, which would else keep a constant part and a varying one apart
    dead,        # last: every pass before leaves behind what it replaced
]
BEFORE_INLINING = [branches_before_inlining if each is branches else each for each in PASSES]
ROUNDS = 5  # a pass can open the way for an earlier one; in practice the second round changes little, the third nothing


Trace = Callable[[str, Graph], object]  # told the name of each pass that changed something, and the graph after it


def optimise(graph: Graph, trace: Trace | None = None) -> Graph:
    """The graph after all passes, and every function that it calls.

    `trace(name of the pass, graph after it)` is called for each pass that changed something. With PYGPU_DEBUG=5 those
    graphs are printed; with PYGPU_VERIFY=1, and under pytest, each is verified.
    """
    every = functions(graph)
    early = any(op.blocks for function in every for op in function.graph.body.ops)
    if early:  # whether they branch is then known
        for function in every:
            function.graph = settled(function.graph, trace, BEFORE_INLINING)
    written = inline(graph)
    if trace is not None and written is not graph:
        trace("inline", written)
    for function in functions(written):
        if not early or has_branches(function.graph):
            function.graph = settled(function.graph, trace)
    made = without_arrays(with_wholes(settled(written, trace), trace), trace)
    return refuse_endless(refuse_unordered(with_selections(made, trace)))


def with_selections(graph: Graph, trace: Trace | None = None) -> Graph:
    """The graph with numbers in order around each pixel found by halving."""
    made = selecting(graph)
    if made is graph:
        return graph
    around = window(graph)
    for function in functions(made):
        function.graph = settled(function.graph)
    made = settled(made, trace)
    made.window = around
    return made


def without_arrays(graph: Graph, trace: Trace | None = None) -> Graph:
    """The graph with what is left of arrays written out."""
    for function in functions(graph):
        if (better := choices(function.graph)) is not function.graph:
            function.graph = settled(better)
    made = choices(graph)
    if made is not graph and trace is not None:
        trace("choices", made)
    return graph if made is graph else with_wholes(settled(made, trace), trace)


def with_wholes(graph: Graph, trace: Trace | None = None) -> Graph:
    """The graph with what is the same for all pixels, or all of a row, in functions of their own."""
    made = wholes(graph)
    if made is graph and not asks(graph.body) and tables(graph) is graph:
        return graph
    for function in functions(made):
        if not function.kept:
            function.graph = wholes(function.graph)
    made = tables(made)
    for function in functions(made):
        function.graph = tables(function.graph)
    made, before = merged(among(made)), Before()
    for function in functions(made):
        if function.kept is False:
            function.graph = once(function.graph, before)
    made = once(made, before)
    if not orders(made.body) and not any(function.kept or folds(function.graph.body) for function in functions(made)):
        return graph
    if trace is not None:
        trace("wholes", made)
    for function in functions(made):
        function.graph = settled(function.graph)
    made = settled(made, trace)
    written_in(made)
    return made


def settled(graph: Graph, trace: Trace | None = None, passes: Sequence[Callable[[Graph], Graph]] = PASSES) -> Graph:
    """One graph after all passes, round after round until nothing changes."""
    check = os.environ.get("PYGPU_VERIFY", "0") != "0" or "PYTEST_CURRENT_TEST" in os.environ
    show = os.environ.get("PYGPU_DEBUG", "").isdecimal() and int(os.environ["PYGPU_DEBUG"]) >= 5
    unmoved: dict[object, Graph] = {simplify: graph} if graph.folded else {}  # pass -> a graph it leaves as it is
    for _ in range(ROUNDS):
        moved: list[object] = []
        for each in passes:
            if unmoved.get(each) is graph:
                continue
            after = each(graph)
            if after is graph:
                unmoved[each] = graph
                continue
            graph = after
            moved.append(each)
            if check:
                verify(graph)
            if trace is not None:
                trace(each.__name__, graph)
            if show:
                print(f"--- after {each.__name__}\n{graph}", file=sys.stderr)
        if not moved or moved == [dead] and not has_branches(graph):  # in a straight line it opens the way for no other
            break
    return graph


__all__ = ["PASSES", "among", "bounds", "branches", "choices", "dead", "exits", "flags", "inline", "invariants", "merged",
           "nests", "once", "optimise", "simplify", "wholes"]
