"""Generators made of traced code: a frame that stops at each yield and goes on where it stopped."""

from __future__ import annotations

from contextlib import contextmanager

from ..values.lattice import FALSE, TRUE, Known, Ref
from .frames import Frame
from .meeting import RETURN


def make_generator(tracer, frame, start: int) -> Ref:
    what = frame.code, frame.globals, frame.name, tuple(frame.cells)
    return tracer.new("iterator", state(what, start, tuple(frame.cells.values()), frame.locals, ()))


def state(what: tuple, pc: int, cells: tuple, locals: dict, stack) -> tuple:
    """What the heap holds of a generator that stands before `pc`; below 0 it has ended. `what` never changes."""
    return Known("generator"), Known(what), Known(pc), Known(tuple(locals)), *cells, *locals.values(), *stack


def resume(tracer, ref: Ref, what: tuple, pc: int, names: tuple, values: tuple):
    """Run to the next yield: (whether there was one, how to take its value)."""
    if pc < 0:
        return FALSE, None
    code, globals, name, cell_names = what
    count = len(cell_names)
    cells, locals, stack = values[:count], values[count:count + len(names)], values[count + len(names):]
    frame = Frame(code, globals, dict(zip(cell_names, cells)), dict(zip(names, locals)), name)
    first = code.instructions[pc - 1].op == "RETURN_GENERATOR"
    frame.stack = [*stack] if first else [*stack, tracer.sent]
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, frozenset())
    arrivals = tracer.returned(arrivals)
    if len(arrivals) != 1:
        raise tracer.refuse("generator", "a generator yields on some paths and ends on others, which depends on a pixel")
    (target, arrival), = arrivals.items()
    tracer.go_on_with(arrival.path.heap)
    if target == RETURN:
        tracer.heap[ref] = state(what, -1, (), {}, arrival.path.stack[-1:])
        return FALSE, None
    *stack, value = arrival.path.stack
    tracer.heap[ref] = state(what, -2 - target, cells, arrival.path.locals, stack)
    return TRUE, lambda: value


def drained(tracer, ref: Ref, what: tuple, pc: int, names: tuple, values: tuple) -> Ref:
    """A list of all that a generator still yields: some items may be there for some pixels only."""
    code, globals, name, cell_names = what
    count = len(cell_names)
    cells, locals, stack = values[:count], values[count:count + len(names)], values[count + len(names):]
    frame = Frame(code, globals, dict(zip(cell_names, cells)), dict(zip(names, locals)), name)
    first = code.instructions[pc - 1].op == "RETURN_GENERATOR"
    frame.stack = [*stack] if first else [*stack, tracer.sent]
    frame.collected = tracer.new("list", ())
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, frozenset())
    tracer.go_on_with(tracer.returned(arrivals)[RETURN].path.heap)
    return frame.collected


@contextmanager
def sending(tracer, value):
    """While this holds, the value of `yield` where a generator goes on."""
    before, tracer.sent = tracer.sent, value
    try:
        yield
    finally:
        tracer.sent = before


def returned(tracer, ref: Ref):
    """What an exhausted generator returned."""
    how, *state = tracer.heap[ref]
    return state[3] if how.value == "generator" and state[1].value == -1 else Known(None)
