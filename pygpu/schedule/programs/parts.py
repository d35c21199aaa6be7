"""The parts of a program of functions (programs.py): what each computes, and of what."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ...ir import Function, Graph
from ..plans import Plan


@dataclass(frozen=True)
class Stage:
    """What is kept of a function in a picture: one of its numbers, or all those that are read together (interleaved.py)."""

    function: Function
    channels: tuple[int, ...]


@dataclass(frozen=True)
class Placed:
    """One step of a program, as far as a call has to know it. Its images are those of the filter with the numbers in
    `images`, then those of functions in `stages`. It computes `function` from the place `origin` on, or the filter's
    results; `channels` says which of the function's, a picture each. Its last run-time numbers are the `limits` of
    functions: (function, axis), the furthest column or row that is kept; and where those begin of which the numbers of the
    call say so, `begins`."""

    function: Function | None
    images: tuple[int, ...] = ()
    stages: tuple[Stage, ...] = ()
    channels: tuple[tuple[int, ...], ...] = ()
    limits: tuple[tuple[Function, int], ...] = ()
    begins: tuple[tuple[Function, int], ...] = ()
    origin: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, kw_only=True)
class Part(Placed):
    """Such a step with its graph, which calls nothing."""

    graph: Graph
    plan: Plan | None = None  # where only that is one: its graph calls functions whose stages are those of the part
    links: tuple[Function, ...] = ()  # those of the program that its graph calls so: links of a chain, in tiles

    @property
    def placed(self) -> Placed:
        return Placed(*[getattr(self, each.name) for each in fields(Placed)])
