"""Generators made of traced code: a frame that stops at each yield and goes on where it stopped."""

from __future__ import annotations

from contextlib import contextmanager

from .paths import RETURN
from .values import FALSE, TRUE, Known, Ref


class Suspended:
    """What does not change of a generator's frame."""

    def __init__(self, code, globals, cells, name):
        self.code, self.globals, self.cells, self.name = code, globals, cells, name


def make_generator(tracer, frame, start: int) -> Ref:
    what = Suspended(frame.code, frame.globals, frame.cells, frame.name)
    return tracer.new("iterator", (Known("generator"), Known(what), Known(start), Known(tuple(frame.locals)),
                                   *frame.locals.values()))


def resume(tracer, ref: Ref, what: Suspended, pc: int, names: tuple, values: tuple):
    """Run to the next yield: (whether there was one, how to take its value)."""
    from .interpreter import Frame

    if pc < 0:
        return FALSE, None
    frame = Frame(what.code, what.globals, what.cells, dict(zip(names, values)), what.name)
    first = what.code.instructions[pc - 1].op == "RETURN_GENERATOR"
    frame.stack = [*values[len(names):]] if first else [*values[len(names):], tracer.sent]
    tracer.frames.append(frame)
    try:
        arrivals = tracer.run(frame, pc, frozenset())
    finally:
        tracer.frames.pop()
    if len(arrivals) != 1:
        raise tracer.refuse("generator", "a generator yields on some paths and ends on others, which depends on a pixel")
    (target, arrival), = arrivals.items()
    tracer.heap = arrival.path.heap
    if target == RETURN:
        tracer.heap[ref] = (Known("generator"), Known(what), Known(-1), Known(()), arrival.path.stack[-1])
        return FALSE, None
    *stack, value = arrival.path.stack
    tracer.heap[ref] = (Known("generator"), Known(what), Known(-2 - target), Known(tuple(arrival.path.locals)),
                        *arrival.path.locals.values(), *stack)
    return TRUE, lambda: value


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
