"""What decoding gives: instructions, exception handlers, and the function that they make up."""

from __future__ import annotations

import re
from functools import cached_property
from types import CodeType
from typing import NamedTuple

from ..errors import Location
from .canonical import OPS
from .flow import Flow, Loop

# A comprehension is a function of its own up to 3.11, and part of the one around it since. Users think the latter.
COMPREHENSION = re.compile(r"\.<locals>\.<(list|set|dict)comp>")


class Instruction:
    """One canonical instruction."""

    __slots__ = ("op", "arg", "index", "_code", "_position", "_location")

    def __init__(self, op: str, arg, index: int, code: CodeType, position: tuple):
        self.op, self.arg, self.index = op, arg, index
        self._code, self._position, self._location = code, position, None

    @property
    def location(self) -> Location:
        """Where it stands in the user's source. Made when first asked for: most instructions never are."""
        if self._location is None:
            line, end_line, column, end_column = self._position
            function = COMPREHENSION.sub("", self._code.co_qualname)
            self._location = Location(self._code.co_filename, function, line, column, end_line, end_column)
        return self._location

    def __repr__(self) -> str:
        return f"{self.index:4} {self.op}" + (f" {self.arg!r}" if OPS[self.op][0] else "")


class Handler(NamedTuple):
    """Instructions start..end-1 that raise go to `target` with the stack cut to `depth`."""

    start: int
    end: int
    target: int
    depth: int
    lasti: bool  # push the raising instruction's index before the exception
    cleanup: bool  # only puts back the variables of an inlined comprehension, then raises again


class Code:
    """A function's canonical instructions and how control flows among them."""

    def __init__(self, code: CodeType, instructions: tuple[Instruction, ...], handlers: tuple[Handler, ...],
                 unset: tuple[str, ...] = (), stacked: bool = False):
        self.code, self.instructions, self.handlers = code, instructions, handlers
        self.unset = unset  # locals of a loop made of calls (stacked.py) that are asked for only once they have a value
        self.stacked = stacked  # whether such a loop has a stack

    @property
    def name(self) -> str:
        return self.code.co_qualname

    @cached_property
    def flow(self) -> Flow:
        return Flow(self.instructions, self.handlers)

    @property
    def loops(self) -> dict[int, Loop]:
        return self.flow.loops

    def handler(self, index: int) -> Handler | None:
        """Where an exception of an instruction goes."""
        return next((handler for handler in self.handlers if handler.start <= index < handler.end), None)

    def innermost(self, index: int) -> Loop | None:
        return self.flow.innermost(index)

    def join(self, index: int) -> int | None:
        return self.flow.join(index)

    def order(self, index: int) -> int:
        return self.flow.order(index)

    def __str__(self) -> str:
        lines = [repr(instruction) for instruction in self.instructions]
        return "\n".join(lines + [f"     {handler}" for handler in self.handlers])
