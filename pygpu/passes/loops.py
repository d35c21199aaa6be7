"""Loops written into a graph, as a filter's own are."""

from __future__ import annotations

from collections.abc import Callable

from ..ir import INT, Block, Builder, Op, Value, constant
from ..ir.ops import IF


def counted(builder: Builder, before: list[Value], first: Value, end: Value, step: int,
            turn: Callable[[list[Value], Value], list[Value]]) -> list[Value]:
    """Counts from `first` to below `end`; `turn(what is carried, the counter)` is one pass. Where it ends, and what it
    carried."""
    body = Block([INT, *[value.type for value in before]])
    with builder.inside(body):
        at, *found = body.args
        again = builder.emit("lt", at, end)
        then, otherwise = Block(), Block()
        with builder.inside(then):
            after = turn(list(found), at)
            then.results = (builder.emit("add", at, constant(step)), *after)
        otherwise.results = (at, *found)
        branch = Op(IF, (again,), (), [value.type for value in otherwise.results], (then, otherwise), builder.location)
        body.ops.append(branch)
        body.results = (again, *branch.results)
    return list(builder.loop([first, *before], body))
