"""Which functions a result asks for only once at each place: they need not be kept."""

from __future__ import annotations

from ...ir import Function, Graph, Value, asks, called, calls, functions, loops


def asked_once(graph: Graph, single: tuple[bool, bool]) -> set[Function]:
    """The functions that nobody but the result asks for, at no place more than once: not in a loop, and each pixel at its
    own place, along those axes at least along which the result has others."""
    places: dict[Function, set[tuple[Value, ...]]] = {}
    for op in calls(graph.body):
        places.setdefault(called(op), set()).add(op.operands)
    elsewhere = {called(op) for function in functions(graph) for op in asks(function.graph.body)}
    elsewhere.update([called(op) for loop in loops(graph.body) for op in asks(loop.blocks[0])])
    return {function for function, at in places.items() if function not in elsewhere and len(at) == 1
            and {own for own, one in zip((graph.x, graph.y), single) if not one} <= {*at.pop()}}
