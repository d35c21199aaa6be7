"""Functions written into those that call them."""

from __future__ import annotations

import operator
from collections.abc import Set as AbstractSet
from typing import Any

from pygpu.ir import (
    INT,
    Const,
    Function,
    Graph,
    Op,
    Value,
    called,
    calls,
    every_graph,
    functions,
    loops,
    made_by,
    op_of,
)
from pygpu.ir.functions import told
from pygpu.ir.ops import ADD, CALL, DIV, MUL

from .rewrite import Rewriter, has_branches, has_loops

SHORT = 3000  # operations: a program that is not longer, all its calls written out, is written out
SHARED = 150  # the same where several pixels ask for the same value, at x // 2: three levels of maxima 0.7 ms for 18
SUMS = 25000  # the same where all its functions are weighted sums of what is around: those of sums join to one
STRAIGHT, ONCE = 9000, 1.1  # the same where none branches, and hardly any function is needed at more than one place
SUMMING = {"read", "call", "add", "sub", "neg"}
FEW = 4       # places at which a function that branches may stand then


def inline(graph: Graph) -> Graph:
    """
    before  function soft (x, y): ...;  a = call soft (x, y);  b = call soft (x+1, y)
    Writes the functions of a short program where they are called: what they have in common with their callers, and
    with themselves a few pixels on, is seen best there. A long program keeps them; its planner decides (schedule/).
    after   the body of soft at (x, y), and at (x+1, y)
    """
    every = functions(graph)
    if all(function.kept for function in every) or any(function.graph.scan for function in every):
        return graph  # (a scan cannot be written out; what it calls its planner writes into it)
    if not is_short(graph):
        of_once = looping_at_known_places(graph)
        most = min(STRAIGHT, ONCE * sum(own(each) for each in every_graph(graph)))
        if not of_once or not is_straight(graph, of_once) or length(graph, STRAIGHT, of_once) > most:
            return graph
        for function in of_once:
            function.kept = True
    written = written_out(graph)
    for function in functions(written):  # which are kept, and what they fold
        function.graph = written_out(function.graph) if any(calls(function.graph.body)) else function.graph
    return written


def looping_at_known_places(graph: Graph) -> set[Function]:
    """Functions that loop, and are asked at places that are the same for all pixels: each of these is computed once."""
    asked: dict[Function, bool] = {}
    for op in every_call(graph):
        known = all(operand.__class__ is Const for operand in op.operands)
        asked[called(op)] = asked.get(called(op), True) and known
    return {function for function, known in asked.items() if known and has_loops(function.graph)}


def is_short(graph: Graph) -> bool:
    """Whether all of a program had better be written out."""
    short = SUMS if is_sum_of_sums(graph) else STRAIGHT if is_straight(graph) else SHORT
    places = needed(graph, short)
    total = own(graph) + sum(len(at) * own(function.graph) for function, at in places.items())
    if short == STRAIGHT and total > ONCE * sum(own(each) for each in every_graph(graph)):
        short = SHORT
    again = any(len(at) > FEW and has_branches(function.graph) for function, at in places.items())
    deep = any(len({at[3:] for at in every}) > FEW for every in places.values())  # planes, whose stages no kernel shares
    apart = again or deep or loops_in_loops(graph) or any(is_coarse(op, total > SHARED) for op in every_call(graph))
    return total <= short and not apart


def every_call(graph: Graph) -> list[Op]:
    return [op for each in every_graph(graph) for op in calls(each.body)]


def is_coarse(op: Op, anything: bool) -> bool:
    """Whether several pixels ask a function that loops, or `anything`, for its value at one place: then it is computed once
    for them."""
    if not anything and not has_loops(called(op).graph):
        return False
    bases: list[Any] = [shifted(operand)[0] for operand in op.operands]
    divided = [parts for base in bases for name in ("floordiv", "shr") if base.__class__ is Value
               and (parts := made_by(base, name))]
    return any(parts[1].__class__ is Const and parts[1].value > 0 for parts in divided)


def loops_in_loops(graph: Graph) -> bool:
    """Whether a loop asks for a function that loops, itself or in what it calls: for a pixel of it, so that many ask for the
    same one."""
    looping: set[Function] = set()
    for function in functions(graph):  # callees come first
        if has_loops(function.graph) or any(called(op) in looping for op in calls(function.graph.body)):
            looping.add(function)
    return any(called(op) in looping for each in every_graph(graph) for loop in loops(each.body)
               for op in calls(loop.blocks[0]))


def is_sum_of_sums(graph: Graph) -> bool:
    """Whether all functions are weighted sums of what is around their pixel. (At 2*x none is around the next pixel, too: the
    sums of two levels of a pyramid do not join, and each pixel would read all 625 by itself.)"""
    return all(is_sum(function.graph) for function in functions(graph)) and all(
        base is None for each in every_graph(graph) for _, base, _ in places_asked(each))


def is_straight(graph: Graph, but: AbstractSet[Function] = frozenset()) -> bool:
    """Whether no function branches, but for those that are kept. (A matrix of four rows is diagonal after five hundred of
    them, each needed at its own place: they would be as many kernels of eight operations.)"""
    kept = {function.graph for function in but}
    return not any(op.blocks for each in every_graph(graph) if each not in kept for op in each.body.ops)


def is_sum(graph: Graph) -> bool:
    """Whether all that a graph does is to add up what it reads, with known weights."""
    return all(op.kind.name in SUMMING or op.result.type is INT
               or op.kind in (MUL, DIV) and any(operand.__class__ is Const for operand in op.operands)
               for op in graph.body.ops if not op.blocks) and not has_branches(graph)


def written_out(graph: Graph) -> Graph:
    """The same program without functions."""
    return Inliner(graph).run()


class Inliner(Rewriter):
    """Writes functions into one graph. A subclass may say that some are not (`stays`)."""

    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.graph.exact = graph.exact

    def stays(self, op: Op, place: tuple[Value, ...]) -> Value | None:
        """What a call is instead, if it is not written out: one of a function that is kept, itself."""
        function = called(op)
        return self.builder.emit("call", *place, function=function, channel=op.attributes[0][1]) if function.kept else None

    def plain(self, op: Op) -> Value:
        if op.kind is not CALL:
            return super().plain(op)
        self.changed = True
        place = self.values(op.operands)
        return self.stays(op, place) or self.body(called(op), place)[op.attributes[0][1]]

    def body(self, function: Function, place: tuple[Value, ...]) -> tuple[Value, ...]:
        """What a function gives at a place; computed there once in a block."""
        key = "call", function, *[each.key if each.__class__ is Const else each for each in place]
        found: tuple[Value, ...] | None = self.builder.recall(key)
        if found is None:
            location, outer = self.builder.location, self.new
            self.new = dict(zip(function.graph.coordinates, place))
            self.block(function.graph.body)
            found = self.values(function.results)
            self.new, self.builder.location = outer, location
            self.builder.remember(key, found)
        return found


# --- how long a program is, written out ------------------------------------------------------------------------------

Places = set[tuple[Any, ...]]  # (base, dx, dy) or (base, dx, dy, dz): what they are counted from is as different as callers


def length(graph: Graph, limit: float = float("inf"), stored: AbstractSet[Function] = frozenset()) -> int:
    """About how many operations a graph has when its calls are written out, but for those of functions in `stored`;
    calls at one place are counted once. Counting ends soon beyond the limit."""
    return sum(len(places) * own(function.graph) for function, places in needed(graph, limit, stored).items()) + own(graph)


def own(graph: Graph) -> int:
    """Operations that stand in a graph itself."""
    return told(graph.body).count


def needed(graph: Graph, limit: float = float("inf"), stored: AbstractSet[Function] = frozenset()) -> dict[Function, Places]:
    """At which places each function is needed for one pixel, as (base, dx, dy) or (base, dx, dy, dz): so far from the
    pixel, or from what a caller works out."""
    order = [None, *reversed(functions(graph, stored))]
    found: dict[Function, Places] = {}
    own_place: Places = {(None, *[0] * len(graph.coordinates))}
    total = 0
    for caller in order:
        inner, places = (graph, own_place) if caller is None else (caller.graph, found.get(caller, set()))
        for function, base, by in places_asked(inner) if places else ():
            if function in stored:
                continue
            asked = found.setdefault(function, set())
            before = len(asked)
            for b, *at in places:
                asked.add((b, *map(operator.add, at, by)) if base is None else ((base, b, *at), *by))
            total += (len(asked) - before) * own(function.graph)
            if total > limit:
                break
        if total > limit:
            break
    return found


def places_asked(graph: Graph) -> tuple[tuple[Function, Any, tuple[int, ...]], ...]:
    """What a graph calls: each function, and where, as `offset` tells it."""
    known = told(graph.body).more
    if places_asked not in known:
        found = [(called(op), *offset(graph, op)) for op in calls(graph.body)]
        known[places_asked] = tuple([(function, base, tuple(by)) for function, base, *by in found])
    made: tuple[tuple[Function, Any, tuple[int, ...]], ...] = known[places_asked]
    return made


def offset(graph: Graph, op: Op) -> tuple[Any, ...]:
    """Where a call is: (None, dx, dy) pixels on from its caller, or (base, dx, dy) from a place that it works out; dz, too,
    in a volume."""
    base, by = zip(*map(shifted, op.operands))
    return (None if base == graph.coordinates else base, *by)


def shifted(value: Value) -> tuple[object, int]:
    """A coordinate as another one and a known number that is added."""
    total = 0
    while True:
        if value.__class__ is Const:
            return Const(INT, 0).key, total + (value.value or 0)
        parts = made_by(value, "add") or made_by(value, "sub")
        if parts is None or parts[1].__class__ is not Const or parts[1].value is None:
            return value, total
        total += parts[1].value if op_of(value).kind is ADD else -parts[1].value
        value = parts[0]
