"""The whole numbers of a launch: sizes, strides, grids. Hides how a program's arguments count out in a kernel's.

All of it follows from the program and the sizes of the pictures, so it is worked out once for each combination.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..opencl.program import (
    CommonArg,
    ImageArg,
    OutputArg,
    Program,
    ScalarArg,
    Scratch,
    ScratchArg,
    ScratchImageArg,
    SizeArg,
    Step,
    StopArg,
)
from .devices import Device
from .memory import check_size

_ROW_ALIGNMENT = 64  # bytes, of intermediate images
# How pyopencl packs them, and what they are before; what has 64 bits it packs only as a NumPy number.
_CODES = {"float": (b"f", float), "int": (b"i", int), "double": (b"", np.float64), "uint": (b"", np.uint32),
          "long": (b"", np.int64), "ulong": (b"", np.uint64)}


STOP, COMMON = -1, -2
# Work-groups for each core, at least, and pixels that a higher one goes over, at most. (Two cores, Intel's run time: a
# launch takes 8 us, and 0.12 more for each group. A picture of 512 x 512 plus 1: 176 us for 198, its largest 133 for 139.)
GROUPS, FEW = 8, 1 << 15


@dataclass(frozen=True, slots=True)
class StepArgs:
    """Where one kernel's arguments stand. `pictures`: (place, index into inputs + outputs, or STOP: where a kernel says that
    a loop does not end); `between`: (place, index into inputs + outputs + scratch) of what steps have between them;
    `scalars`: (place, type code, Python type, index). In a program that is one of several COMMON is the memory that
    some of its pictures have in common."""

    pictures: tuple[tuple[int, int], ...]
    between: tuple[tuple[int, int], ...]
    scalars: tuple[tuple[int, bytes, type, int], ...]

    @staticmethod
    def of(memory: Iterable[tuple[int, int]], scalars: Iterable[tuple[int, bytes, type, int]], pictures: int) -> StepArgs:
        """Of memory of both kinds, where so many are pictures of the call."""
        found = list(memory)
        return StepArgs(tuple([each for each in found if each[1] < pictures]),
                        tuple([each for each in found if each[1] >= pictures]), tuple(scalars))

    @property
    def memory(self) -> tuple[tuple[int, int], ...]:
        return self.pictures + self.between


def step_args(program: Program, step: Step) -> StepArgs:
    first_output = len(program.inputs)
    first_scratch = first_output + len(program.outputs)
    first = {ImageArg: 0, OutputArg: first_output, ScratchArg: first_scratch, ScratchImageArg: first_scratch, StopArg: STOP,
             CommonArg: COMMON}
    places = list(_places(program, step))
    return StepArgs.of(
        [(place, first[type(arg)] + getattr(arg, "index", 0)) for place, arg in places
         if type(arg) in first and not is_common(program, arg)],
        [(place, *_CODES[arg.type], arg.index) for place, arg in places if isinstance(arg, ScalarArg)], first_scratch)


class Laid(NamedTuple):
    """One step for one combination of sizes: which kernel, its whole-number arguments, its grid and work-group, where its
    others stand; and what its grid has without what fills its last groups."""

    kernel: int
    whole: tuple[int | bytes, ...]
    grid: tuple[int, ...]
    group: tuple[int, ...]
    args: StepArgs
    items: tuple[int, int]


class Room(NamedTuple):
    """Memory between the steps: its bytes, and the numbers of those before it that kernels walk along together with it."""

    nbytes: int
    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """For one combination of sizes: the steps, and what memory they have between them."""

    steps: tuple[Laid, ...]
    rooms: tuple[Room, ...]


def lay_out(program: Program, inputs: Sequence[Any], results: Sequence[Any], size: tuple[int, ...],
            device: Device) -> Layout:
    """Of the pictures nothing is asked but their sizes and strides. What a device cannot hold is refused."""
    width, height, depth = (*size, 1)[:3]
    width *= program.channels
    scratch = tuple(_scratch_shape(one, width, height, depth) for one in program.scratch)
    for (w, h, stride, _), one in zip(scratch, program.scratch):
        check_size((w, h, *size[2:]), one.format, device, stride)
    steps, read = [], max([image.width * image.height for image in inputs], default=0)
    for kernel, step in enumerate(program.steps):
        whole: list[int | bytes] = []
        for place, arg in _places(program, step):
            if isinstance(arg, ImageArg):
                image = inputs[arg.index]
                numbers = [image.width * program.channels, image.height]
                if program.inputs[arg.index].memory == "buffer":
                    numbers.append(image.stride)
                if arg.deep:
                    numbers.append(image.depth)
                place += 1
            elif isinstance(arg, OutputArg):
                image = results[arg.index]
                place, numbers = place + 1, [image.stride]
            elif isinstance(arg, ScratchImageArg):
                place, numbers = place + 1, list(scratch[arg.index][:3])
            elif isinstance(arg, ScratchArg):
                place, numbers = place + 1, [scratch[arg.index][2]]
            elif isinstance(arg, SizeArg):
                left, top, right, bottom = arg.margin
                numbers = [width + left + right, (depth if arg.turned else height) + top + bottom, height][:2 + arg.turned]
            else:
                numbers = []  # a run-time number, set at each call
            if is_common(program, arg):
                place, numbers = place - 1, [image.at, *numbers]
            for offset, number in enumerate(numbers):
                whole += (place + offset, b"i", number)
        down, deep = (depth, height) if step.turned else (height, depth)
        items = _items(step, width, down)
        group = _high(step, items, max(width * down, read), device) if step.loose else step.local
        steps.append(Laid(kernel, tuple(whole), *_grid(step, items, group, deep if program.dimensions == 3 else 0),
                          step_args(program, step), items))
    return Layout(tuple(steps), tuple([Room(nbytes) for *_, nbytes in scratch]))


def is_common(program: Program, arg: object) -> bool:
    """Whether an argument is a place in common memory."""
    return (isinstance(arg, ImageArg) and program.inputs[arg.index].common
            or isinstance(arg, OutputArg) and program.outputs[arg.index].common)


def _places(program: Program, step: Step) -> Iterator[tuple[int, Any]]:
    """(place of its first kernel argument, argument) of each argument of a step."""
    place = 0
    for arg in step.args:
        yield place, arg
        if isinstance(arg, ImageArg):
            place += (4 if program.inputs[arg.index].memory == "buffer" else 3) + arg.deep
        elif isinstance(arg, ScratchImageArg):
            place += 4
        elif isinstance(arg, (ScalarArg, StopArg, CommonArg)):
            place += 1
        else:
            place += 2 + (isinstance(arg, SizeArg) and arg.turned)


def rows_of_item(step: Step, height: int) -> int:
    """As many as a block has, or more, where there may be no more items below one another."""
    return step.block[1] if step.most is None else max(step.block[1], -(-height // step.most))


def _items(step: Step, width: int, height: int) -> tuple[int, int]:
    left, top, right, bottom = step.margin
    rows = _rows(height + top + bottom, step.pieces)
    return -(-(width + left + right) // step.block[0]), -(-rows // rows_of_item(step, rows))


def _high(step: Step, items: tuple[int, int], pixels: int, device: Device) -> tuple[int, int]:
    """A work-group that is so much higher that few of them are left, as long as each goes over few pixels: in powers of two,
    since some drivers build a kernel anew for each height."""
    across, down = (-(-count // group) for count, group in zip(items, step.local))
    most = min(across * down // (GROUPS * device.compute_units), across * down * FEW // max(pixels, 1),
               device.largest_group // (step.local[0] * step.local[1]))
    return step.local[0], step.local[1] << max(most, 1).bit_length() - 1


def _grid(step: Step, items: tuple[int, int], local: tuple[int, int],
          depth: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Work-items, rounded up to whole work-groups: kernels leave out what lies past the edge. Of a volume so many for each
    plane."""
    grid = tuple(-(-count // group) * group for count, group in zip(items, local))
    if step.shares == 1 and not depth:
        return grid, tuple(local)
    return (*grid, depth or step.shares), (*local, 1)


def _rows(height: int, pieces: tuple[int, int] | None) -> int:
    """As many as there are, or as many as their pieces have."""
    return height if pieces is None else -(-height // pieces[0]) * pieces[1]


def _scratch_shape(scratch: Scratch, width: int, height: int, depth: int = 1) -> tuple[int, int, int, int]:
    """Rows begin on cache lines; a stride that is a power of two would put all rows in the same lines."""
    left, top, right, bottom = scratch.margin
    h, size = _rows(height + top + bottom, scratch.pieces), np.dtype(scratch.format.dtype).itemsize
    w = -(-(width + left + right) // scratch.across[0]) * scratch.across[1]
    unit = _ROW_ALIGNMENT // size
    units = -(-w * scratch.format.channels // unit)
    if units >= 32 and units & (units - 1) == 0:
        units += 1
    return w, h, units * unit, units * unit * h * depth * size
