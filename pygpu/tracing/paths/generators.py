"""Generators made of traced code: a frame that stops at each yield and goes on where it stopped; or one that is walked
to its end at once, each value given to somebody where it is yielded."""

from __future__ import annotations

from contextlib import contextmanager

from ...errors import CompileError
from ..values.lattice import FALSE, TRUE, Known, Ref
from .frames import Frame
from .meeting import RETURN


class Endless(CompileError):
    """The refusal of a generator that cannot be walked step by step, since a symbol decides how many values it has. It
    still stands where it began, and can be walked at once."""


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
    found = tracer.new("list", ())

    def take(value):
        tracer.heap[found] = (*tracer.heap[found], value)

    walk(tracer, what, pc, names, values, take)
    return found


def is_generator(tracer, source) -> bool:
    return type(source) is Ref and source.kind == "iterator" and tracer.heap[source][0].value == "generator"


def hand_on(tracer, ref: Ref, take) -> None:
    """take(value) for each value of a generator: its loops may be loops of the graph."""
    _, what, pc, names, *values = tracer.heap[ref]
    if pc.value >= 0:
        returned = walk(tracer, what.value, pc.value, names.value, tuple(values), take)
        tracer.heap[ref] = state(what.value, -1, (), {}, returned)


def walk(tracer, what: tuple, pc: int, names: tuple, values: tuple, take):
    code, globals, name, cell_names = what
    count = len(cell_names)
    cells, locals, stack = values[:count], values[count:count + len(names)], values[count + len(names):]
    frame = Frame(code, globals, dict(zip(cell_names, cells)), dict(zip(names, locals)), name)
    first = code.instructions[pc - 1].op == "RETURN_GENERATOR"
    frame.stack = [*stack] if first else [*stack, tracer.sent]
    frame.take = take
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, frozenset())
    path = tracer.returned(arrivals)[RETURN].path
    tracer.go_on_with(path.heap)
    return path.stack[-1:]


@contextmanager
def step_by_step(tracer):
    """While this holds, a generator is asked for its next value only, whatever comes after that."""
    before, tracer.stepping = tracer.stepping, True
    try:
        yield
    finally:
        tracer.stepping = before


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
