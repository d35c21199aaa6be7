"""Programs that no device can be given: functions read wherever data leads, that cannot be kept and are too long to be
written where they are read."""

from __future__ import annotations

from pygpu.errors import CompileError
from pygpu.ir import Graph, every_graph, every_op, functions
from pygpu.ir.domains import bounded
from pygpu.ir.functions import place_of
from pygpu.ir.ops import RANKED
from pygpu.ir.regions import without_end

from .inline import length

LONGEST = 20_000  # operations


def refuse_endless(graph: Graph) -> Graph:
    """The graph itself; or the refusal of a program with a function that would be too long, and has no end."""
    every = functions(graph)
    if not every:
        return graph
    kept = bounded(graph).possible
    for function in every:
        if function.graph.scan is not None and function not in kept:
            raise without_end(graph, function)
        if function not in kept and length(function.graph, LONGEST, kept) > LONGEST:
            raise CompileError(
                "too-long", f"'{function.name}' is read where data leads, or at its own place and beyond any picture",
                "what it is there has to be worked out for each pixel anew: with all that it reads, more than "
                f"{LONGEST:,} operations",
                'let the pictures that it reads have the border "clamp" or "constant", so that it can be kept; or bound '
                "the place, as in min(max(x, 0), im.width - 1)", place_of(graph, function))
    return graph


def refuse_unordered(graph: Graph) -> Graph:
    """The graph itself; or the refusal of one in which numbers are still to be sorted that no rectangle is known of."""
    for inner in every_graph(graph):
        for op in every_op(inner.body):
            if op.kind is RANKED:
                raise CompileError(
                    "not-orderable", "the numbers that are to be sorted here depend on more than a row or a column",
                    "numbers are put in order, those of a whole picture, a row or a column, by loops that count its places",
                    "let the loops go over whole rows, columns or pictures, without break, and do not sort in a branch what "
                    "is asked for outside it; a window of known size is sorted, too", op.location)
    return graph
