"""Generators of which a pixel decides whether there is another value: a turn of their loop at a time.

One cannot stop at a `yield` that only some pixels come to. It can at the head of the loop, where all of them stand again:
so a turn is walked to its end, and what it yields may be missing. What changes in one turn is seen before the next, and a
turn that nobody asks for changes nothing; but what comes behind a `yield` in the same turn is done too early, so it must
not be what anyone could see.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import lru_cache

from ...errors import CompileError
from ..host.replay import END
from ..kinds.lazily import TakenEarly, ahead, read_by, state, tear
from ..paths.generators import drained, standing
from ..paths.meeting import RETURN
from ..paths.raising import around

SEEN_BY_NOBODY = frozenset({"POP_TOP", "RESUME", "JUMP", "STORE_FAST", "LOAD_FAST", "LOAD_CONST", "RETURN_VALUE"})


@lru_cache(maxsize=4096)
def heads(code) -> frozenset[int]:
    """The loops that yield, if each does so last of all that a turn does, and outside a `try` or a `with`."""
    yields = [at for at, step in enumerate(code.instructions) if step.op == "YIELD_VALUE"]
    found = frozenset(head for head, loop in code.loops.items() if not loop.body.isdisjoint(yields))
    held = any(code.instructions[target].op == "PUSH_EXC_INFO" for at in yields for target in around(code, at))
    hands_on = any(code.instructions[head].op == "SEND" for head in found)  # yield from
    return frozenset() if held or hands_on or not all(is_last(code, at, found) for at in yields) else found


def is_last(code, at: int, found: frozenset[int]) -> bool:
    """Whether nothing that could be seen is done between a `yield` and the next turn."""
    at += 1
    while at not in found:
        step = code.instructions[at]
        if step.op not in SEEN_BY_NOBODY:
            return False
        if step.op == "RETURN_VALUE":
            return True
        at = step.arg if step.op == "JUMP" else at + 1
    return True


def by_turns(what: tuple, pc: int, names: tuple, values: tuple) -> tuple:
    """What the heap holds of a generator that goes on by turns."""
    return state(turned, (what, pc, names, 0), values)


def turned(tracer, stands, *values):
    """The next item; `stands` is a generator's state, and how many values of the last turn, at the end of all, wait."""
    what, pc, names, waiting = stands
    while not waiting:
        if pc < 0:
            return END, (what, pc, names, 0), *values
        mark = tracer.mark()
        try:
            pc, names, values, found = turn(tracer, what, pc, names, values)
        except CompileError:
            tracer.back(mark)
            return to_its_end(tracer, what, pc, names, values)
        waiting, values = len(found), (*values, *found)
        tracer.spend()
    first = len(values) - waiting
    return values[first], (what, pc, names, waiting - 1), *values[:first], *values[first + 1:]


def to_its_end(tracer, what: tuple, pc: int, names: tuple, values: tuple) -> list:
    """All that a generator still yields, at once."""
    at_once = tracer.taking_all == len(tracer.frames)
    with nullcontext() if at_once else ahead(tracer), read_by(tracer, values) as read:
        found = drained(tracer, what, pc, names, values)
    for value in values:  # pixels are not all at the end of what it takes from, before they are at its own
        tear(tracer, value)
    return list(tracer.heap[found]) if at_once else TakenEarly(tracer.heap[found], read)


def turn(tracer, what: tuple, pc: int, names: tuple, values: tuple) -> tuple:
    """(where a generator stands after a turn, the names of what it holds, what that is, what the turn has yielded)."""
    if not heads(what[0]):
        raise tracer.refuse("generator", "a generator yields on some paths and ends on others, which depends on a pixel")
    frame, yielded = standing(tracer, what, pc, names, values), tracer.new("list", ())

    def take(value):
        tracer.heap[yielded] = (*tracer.heap[yielded], value)

    frame.take = take
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, heads(what[0]), entered=True)
    arrivals = tracer.returned(arrivals)
    if len(arrivals) != 1:
        raise tracer.refuse("generator", "a generator yields on some paths and ends on others, which depends on a pixel")
    (target, arrival), = arrivals.items()
    tracer.go_on_with(arrival.path.heap)
    found = tracer.heap[yielded]
    if target == RETURN:
        return -1, (), (), found
    path = arrival.path
    return target, tuple(path.locals), (*values[:len(what[3])], *path.locals.values(), *path.stack), found
