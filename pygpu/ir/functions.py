"""Functions of a program: a graph over coordinates of its own, which others call at places of theirs.

    filter bloom                        a Graph, which calls
        function soft (x, y)            a Function: its own Graph over x and y, with the images and numbers of the filter
            ...
        t: Float = call soft (x+1, y)   one operation a channel of the result, as a read has them

That it is one function is known from the start; whether it is written into its callers, or kept as an image of its own
extent and resolution, is decided when the program is planned. Functions do not call themselves, not by way of others
either: what one gave a step before along an axis is no call (scans.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..location import Location
from .graph import Block, Function, Graph, ImageParam, Op, Value, every_op

ASKS = {"call", "fold", "tally", "order", "kept"}


class Told:
    """What a block has in it. Planners ask that of all functions of a program again and again, so it is found once, for as
    long as the block's operations are those that they were."""

    __slots__ = ("ops", "length", "last", "count", "asks", "calls", "callees", "more")

    def __init__(self, block: Block):
        self.ops, self.length, self.last = block.ops, len(block.ops), block.ops[-1] if block.ops else None
        self.count, asks = 0, []
        for op in every_op(block):
            self.count += 1
            if op.kind.name in ASKS:
                asks.append(op)
        self.asks = tuple(asks)
        self.calls = tuple([op for op in asks if op.kind.name == "call"])
        self.callees = tuple(dict.fromkeys([called(op) for op in asks]))
        self.more: dict[object, Any] = {}  # what others found out about it

    def holds(self, block: Block) -> bool:
        ops = block.ops
        return self.ops is ops and self.length == len(ops) and (not ops or self.last is ops[-1])


def told(block: Block) -> Told:
    found: Told | None = block.told
    if found is None or not found.holds(block):
        found = block.told = Told(block)
    return found


def calls(block: Block) -> tuple[Op, ...]:
    """Every call in a block, those in inner blocks included."""
    return told(block).calls


def asks(block: Block) -> tuple[Op, ...]:
    """Every operation that asks a function for what it gives, at one place or at many."""
    return told(block).asks


def results_at(emit: Callable[..., Value], function: Function, *place: Value) -> list[Value]:
    """All that a function gives at a place."""
    return [emit("call", *place, function=function, channel=i) for i in range(len(function.results))]


def called(op: Op) -> Function:
    """The function that an operation calls, or folds."""
    function: Function = op.attributes[1][1]
    return function


def given_by(op: Op) -> Value:
    """What a call gives, as the function has it that is called."""
    return called(op).results[op.attributes[0][1]]


def image_of(op: Op) -> ImageParam:
    """The image that an operation reads, or asks the size of."""
    image: ImageParam = dict(op.attributes)["image"]
    return image


def callees(graph: Graph) -> tuple[Function, ...]:
    """The functions that a graph itself calls, in the order of their first calls."""
    return told(graph.body).callees


def functions(graph: Graph, without: Iterable[Function] = frozenset()) -> list[Function]:
    """Every function of a program, each after those that it calls itself; but for some, and for what only they call."""
    found: dict[Function, None] = dict.fromkeys(without)
    waiting = [(function, False) for function in reversed(callees(graph)) if function not in found]
    while waiting:
        function, ready = waiting.pop()
        if ready:
            found[function] = None
        elif function not in found:
            waiting.append((function, True))
            waiting += [(each, False) for each in reversed(callees(function.graph)) if each not in found]
    return [function for function in found if function not in without] if without else list(found)


def every_graph(graph: Graph) -> list[Graph]:
    """The graphs of all functions of a program, and its own, last."""
    return [*[function.graph for function in functions(graph)], graph]


def place_of(graph: Graph, function: Function) -> Location | None:
    """Where a function is called first."""
    return next((op.location for each in every_graph(graph) for op in calls(each.body) if called(op) is function), None)
