"""What the emitter hands to the run time: kernel text and how to launch it. Plain data, no device, no graph.

A program is a list of steps run in order on one queue. Each step is one kernel over a grid of blocks of pixels;
its arguments are named by what they stand for, in the order of the kernel's parameters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..kernel.formats import Format


@dataclass(frozen=True, slots=True)
class ImageArg:
    """Input image `index`. In a buffer: `__global const T* name, int name_w, int name_h, int name_stride`
    (stride in elements of T); as image2d_t: `read_only image2d_t name, int name_w, int name_h`. One that is `deep` is a
    volume, and has `int name_d` behind."""

    index: int
    deep: bool = False


@dataclass(frozen=True, slots=True)
class ScalarArg:
    """Run-time scalar `index` of the flattened scalar parameters, by its type in OpenCL C (a bool is an int)."""

    index: int
    type: str


@dataclass(frozen=True, slots=True)
class OutputArg:
    """Result `index`: `__global T* name, int name_stride`. All results have the size of the grid."""

    index: int


@dataclass(frozen=True, slots=True)
class ScratchArg:
    """Intermediate image `index` of Program.scratch, passed as `__global T* name, int name_stride`."""

    index: int


@dataclass(frozen=True, slots=True)
class ScratchImageArg:
    """Intermediate image `index`, read like an input: `__global const T* name, int name_w, int name_h, int name_stride`."""

    index: int


@dataclass(frozen=True, slots=True)
class SizeArg:
    """The grid: `int width, int height` of the output, and of a `margin` around it. One that is `turned` goes down through
    the planes of a volume: its height is their number, and behind it stands how many rows a plane has."""

    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    turned: bool = False


@dataclass(frozen=True, slots=True)
class StopArg:
    """Where a kernel says that a loop has made too many steps, and asks whether another has: `__global int *pg_stop`."""

    steps: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class CommonArg:
    """The memory in which inputs and results lie whose format is `common`: `__global char *pg_common`. In place of a
    pointer to theirs a kernel has `int name_at`, the place in it in units of UNIT bytes."""


COMMON, UNIT = "pg_common", 256
Argument = ImageArg | ScalarArg | OutputArg | ScratchArg | ScratchImageArg | SizeArg | StopArg | CommonArg


@dataclass(frozen=True, slots=True)
class Called:
    """A kernel as a function that is told which item it is (in_one.py): its name, which no other has, its text, the types of
    what it is given, the helpers that it calls, each with how often, and whether products are rounded before they are
    added up; and whether it is given the common memory behind that. If the items of a `group` work together, it is told too
    which of them it is, and given `local` memory last: (how it is declared, what stands behind its name), so many bytes."""

    name: str
    text: str
    given: tuple[str, ...]
    helpers: tuple[tuple[str | tuple[Any, ...], int], ...]
    exact: bool
    common: bool = False
    group: tuple[int, int] | None = None
    local: tuple[tuple[str, str], ...] = ()
    room: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One kernel launch. A work-item computes `block` = (columns, rows) pixels; `local` is the work-group's shape
    (never left to the driver: PoCL 3.1 crashes on explicit vectors when it picks one). A step that fills an
    intermediate image covers a grid larger than the output by `margin` = (left, top, right, bottom) pixels. Of `shares`
    work-items behind one another each computes some of the results. If work-items do without their group, one of them can
    be `called`, and else all of one group."""

    kernel: str
    args: tuple[Argument, ...]
    block: tuple[int, int] = (1, 1)
    local: tuple[int, int] = (64, 1)
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    shares: int = 1
    pieces: tuple[int, int] | None = None  # of so many rows each piece of the grid is, and the rows of work-items for it
    called: Called | None = None
    most: int | None = None  # work-items below one another: of more rows each computes more than a block
    loose: bool = False  # groups may be any number of times as high

    @property
    def turned(self) -> bool:
        """Whether its grid goes down through planes."""
        return any(isinstance(arg, SizeArg) and arg.turned for arg in self.args)


@dataclass(frozen=True, slots=True)
class Scratch:
    """An intermediate image, larger than the grid by `margin` = (left, top, right, bottom) pixels; or of so many rows for
    each of the `pieces` of the grid, and of so many columns for so many `across`."""

    format: Format
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    pieces: tuple[int, int] | None = None
    across: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class Program:
    """`reach` is how many rows above or below a pixel any input is read, None where that is unknown or anywhere (wrap).
    A program of one step that says so may be launched in bands of rows while others are still on their way: its kernel
    must find its place by get_global_id alone. Of three `dimensions` it is launched for all planes of a volume. Each result
    has so many `rows` for one of the grid, or is of `any_size`. Pictures of several `channels` are of one for kernels, and
    so many times as wide."""

    source: str
    steps: tuple[Step, ...]
    inputs: tuple[Format, ...]
    outputs: tuple[Format, ...]
    scratch: tuple[Scratch, ...] = ()
    options: tuple[str, ...] = ()
    reach: int | None = None
    notes: dict[str, Any] = field(default_factory=dict, compare=False)
    dimensions: int = 2
    rows: int = 1
    channels: int = 1
    any_size: bool = False
