"""The language of kernels: what a kernel is given, and how kernels follow one another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .formats import Format
from .statements import Statement
from .values import Var


class Parameter(NamedTuple):
    """What a kernel is given. `stands` is image, output (or either as `stage`, an intermediate image), scalar, size or stop
    (what loops that count their steps say and ask); `number` which one; `vars` are what the kernel calls it and its
    sizes."""

    stands: str
    number: int
    vars: tuple[Var, ...]
    stage: bool = False
    picture: bool = False  # read through a sampler
    told: str = ""         # where a loop stands that counts its steps, `number` at most
    common: bool = False   # it lies in a piece of memory with others


class Table(NamedTuple):
    """Known numbers, the same for all items."""

    var: Var
    values: tuple[bool | int | float, ...]
    what: str = ""  # what they are for; empty for the user's own


@dataclass
class Kernel:
    """`name` is what it would be called. Its body is done once for each item of a grid; `opaque` names a way of
    computing that is not written in this language."""

    name: str
    parameters: list[Parameter]
    tables: list[Table]
    body: list[Statement]
    wide: bool = False      # it works on vectors already
    alone: bool = False     # what an item does, it does without its group
    loose: bool = False     # and groups may have any number of them below one another: those below the result do nothing
    group: tuple[int, int] | None = None  # the only size of group that it works in
    opaque: Any = None      # build.Opaque, which knows the frame that is made of these
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    follows: bool = False   # items go on from what others of their group have written to the result
    rewrites: bool = False  # an item goes on working on what it has written to its part of the result
    spare: bool = False     # the lower half of the result is room that it may leave as it is

    @property
    def has_common(self) -> bool:
        """Whether any of its pictures lies in a piece of memory with others."""
        return any(parameter.common for parameter in self.parameters)


@dataclass
class Launch:
    """A kernel over a grid that is larger than the result by the kernel's margin: `block` pixels for each item, `local`
    items for each group, `shares` items behind one another."""

    kernel: Kernel
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (64, 1)
    shares: int = 1
    shape: str = ""
    most: int | None = None  # items below one another; of more rows each computes so many more


class Between(NamedTuple):
    """An intermediate image: larger than the result by a margin; or for each of its `pieces` of so many rows, so many rows
    (the result's, the image's), which begin on multiples of a vector's elements. So it is `across`."""

    format: Format
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    pieces: tuple[int, int] | None = None
    across: tuple[int, int] = (1, 1)


@dataclass
class Sequence:
    """Kernels one after the other, and the intermediate images between them. Pictures of several `channels` are for them of
    one, and so many times as wide."""

    launches: list[Launch]
    stages: list[Between] = field(default_factory=list)
    channels: int = 1
