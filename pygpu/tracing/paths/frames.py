"""One activation of a function, and what the handlers of its instructions may answer or raise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...bytecode import live_locals
from ...errors import Location
from ...ir import Value
from ..values.lattice import Ref
from .heap import LONG
from .meeting import RAISED, RETURN

HANDLERS: dict[str, callable] = {}


def handles(*names: str):
    """Registers the handler of a canonical instruction: (tracer, frame, instruction) -> what is next.

    None goes on, an int jumps there, a Branch forks, a Returned leaves the frame.
    """

    def register(function):
        for name in names:
            HANDLERS[name] = function
        return function

    return register


class Branch:
    """Two ways to go on a symbol; `prepare` functions adjust the stack of each arm."""

    __slots__ = ("condition", "then", "otherwise", "prepare_then", "prepare_otherwise", "join")

    def __init__(self, condition: Value, then: int, otherwise: int, prepare_then=None, prepare_otherwise=None, join=None):
        self.join = join  # where the arms meet, where that is not what the code's flow says
        self.condition, self.then, self.otherwise = condition, then, otherwise
        self.prepare_then, self.prepare_otherwise = prepare_then, prepare_otherwise

    def way(self, truth: bool):
        return (self.then, self.prepare_then) if truth else (self.otherwise, self.prepare_otherwise)


class Returned:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class Yielded:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


class HostRaised(Exception):
    """Host code raised while tracing, or the filter did so by `raise`; the filter may catch it."""

    def __init__(self, error: BaseException, explicit: bool = False):
        self.error, self.explicit = error, explicit
        self.location, self.calls, self.ours = None, (), False  # where, and whether the language itself raised it
        self.silent = False  # a path that only a NaN could take: nothing is noted
        self.unknown = False  # a path that is walked again, once it is known what a function that calls itself gives
        self.conditional = False  # on its way it has left an arm: only some pixels would see it


@lru_cache(maxsize=4096)
def steps_of(code) -> list[tuple]:
    """The handler of each instruction of a decoded Code, it, and where it stands."""
    return [(HANDLERS[i.op], i, i.location) for i in code.instructions]


class Frame:
    """One activation of a function."""

    __slots__ = ("code", "name", "globals", "locals", "stack", "cells", "live", "watches", "steps",
                 "instruction", "first_entry", "enough", "pending", "take", "takes", "told", "holding", "begun")

    def __init__(self, code, globals: dict, cells: dict, locals: dict, name: str):
        self.code, self.globals, self.cells, self.locals, self.name = code, globals, cells, locals, name
        self.stack: list = []
        self.live = live_locals(code)
        self.holding: set[str] = set()  # locals that lead to a generator which is to be closed when nothing holds it
        self.watches: dict = {}
        self.begun: set[int] = set()  # where loops begin whose first pass has been made, and that are loops from there
        self.steps = steps_of(code)
        self.instruction = None
        self.told: Location | None = None  # where its operations are said to stand: the user's line that called the language
        self.take = None            # of a generator that is run to its end at once: what is given each value it yields
        self.takes: dict[Ref, Callable] = {}  # of a loop that is: the lists that it fills, and who is given the items
        self.pending: list = []     # what calls in this instruction raise for some pixels: (a Bool, exception, heap)

    @property
    def location(self) -> Location | None:
        return self.instruction and self.instruction.location

    def live_at(self, target: int) -> frozenset[str]:
        """The locals that may be read from a target on, or that hold something until the end; below RETURN stand the places
        after a yield."""
        if target in (RETURN, RAISED):
            return frozenset()
        return self.live[target if target >= 0 else -2 - target] | self.holding


class Activation:
    """While this holds, a frame is the innermost one."""

    __slots__ = ("tracer", "frame")

    def __init__(self, tracer, frame: Frame):
        self.tracer, self.frame = tracer, frame

    def __enter__(self) -> None:
        tracer, frame = self.tracer, self.frame
        tracer.frames.append(frame)
        tracer.trying += bool(frame.code.handlers)
        frame.first_entry = len(tracer.log)
        frame.enough = frame.first_entry + LONG

    def __exit__(self, *error) -> None:
        self.tracer.frames.pop()
        self.tracer.trying -= bool(self.frame.code.handlers)
