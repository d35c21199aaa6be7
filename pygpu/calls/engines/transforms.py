"""Fourier transforms on a GPU: passes over memory, all of which are one launch (opencl/transforms.py)."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import NamedTuple

import numpy as np

from ...ir import Value, constant, every_op
from ...ir.fields import in_memory
from ...ir.ops import FIELD
from ...library.whole import fourier
from ...opencl import Format
from ...opencl import transforms as kernels
from ...runtime import DeviceImage, Launcher, to_device
from ...schedule.transforms import Lines, fits, passes
from .straight import note

KINDS = {"complex": ("complex", "complex"), "real": ("real", "complex"), "half": ("real", "first"),
         "back": ("mirrored", "second")}
IN_PAIRS = {"real": ("pairs", "whole"), "half": ("pairs", "half"), "back": ("half", "pairs")}


class OfLines(NamedTuple):
    """What a program asks of what computes an array of its, as of any engine, and of its kernel."""

    launcher: Launcher
    plan: str
    source: str
    told: str
    numbers: list[float]
    textures: list[DeviceImage]  # the spectrum of a chirp


def passed(program, scope, wanted: list[Value]) -> None:
    operands, transform = wanted[0].owner.operands, dict(wanted[0].owner.attributes)["element"].both
    program.arrays(scope, operands, to_host=False)
    given = [there(program, scope, value) for value in operands]
    key = transform, *[(value.type.shape, picture.format) for value, picture in zip(operands, given)]
    if key not in program.kernels:
        scope.in_all.waits(program.told)
        with program.making:
            if key not in program.kernels:
                made = in_passes(program, transform, operands[0].type.shape, [each.format for each in given])
                program.kernels[key] = made, made, None
    made = program.kernels[key][0]
    shape = in_memory(wanted[0].type.shape)
    size = (*shape[::-1], 1)[:max(2, len(shape))]
    results = made.launcher([*given, *made.textures], made.numbers, size, to_host=False)
    gives = both(program, operands, transform)
    note(scope, made, [gives[part] for part in range(len(results))], given, [*map(constant, made.numbers)], made.numbers,
         size, results)
    for part, value in gives.items():
        scope.values[value] = results[part] if len(shape) > 1 else results[part].shaped(shape)


def both(program, operands, transform) -> dict[int, Value]:
    """The two parts of a transform, of which one may be asked for later than the other."""
    if (operands, transform) not in program.steps:
        for op in every_op(program.graph.body):
            element = dict(op.attributes)["element"] if op.kind is FIELD else None
            if element is not None and element.in_passes:
                program.steps.setdefault((op.operands, element.both), {})[element.part] = op.results[0]
    return program.steps[operands, transform]


def there(program, scope, value: Value) -> DeviceImage:
    """An operand in memory, in its own shape."""
    value = program.resolved(scope, value)
    if not isinstance(scope.values[value], DeviceImage):
        scope.values[value] = to_device(scope.values[value], program.device)  # once, for all who read it
    picture = scope.values[value]
    return picture if picture.shape == in_memory(value.type.shape) else program.seen_as(picture, value.type.shape)


def lines_of(transform, shape: tuple[int, ...], target) -> Lines | None:
    """What is to be transformed; None where it is no single operation: of a length that short transforms do not make up, and
    lines have no room in local memory."""
    axis, n, (reads, writes) = transform.axis, transform.length, KINDS[transform.kind]
    lines = Lines(n, prod(shape[:axis]), prod(shape[axis + 1:]), reads, writes, axis == len(shape) - 1,
                  transform.scale != 1.0, "float64" if transform.double else "float32")
    if shape[axis] < (n // 2 + 1 if transform.kind == "back" else n):
        lines = replace(lines, given=shape[axis])
    if fourier.radices(n) is None:
        given = 0 if transform.kind == "back" else lines.given or n
        lines = replace(lines, length=fourier.next_smooth(2 * n - 1), given=given, chirped=n)
        return lines if fits(lines, target) else None
    if transform.kind in IN_PAIRS and n % 2 == 0 and n > fourier.LARGEST:
        (reads, writes), scaled = IN_PAIRS[transform.kind], lines.scaled or transform.kind != "back"
        pairs = replace(lines, length=n // 2, reads=reads, writes=writes, scaled=scaled)
        return pairs if fits(pairs, target) else lines
    return lines


def has_passes(value: Value, target) -> bool:
    """Whether an array, if it is a transform, is an operation of the device."""
    element = dict(value.owner.attributes)["element"]
    return not element.in_passes or lines_of(element, value.owner.operands[0].type.shape, target) is not None


def in_passes(of, transform, shape: tuple[int, ...], formats: list[Format]) -> OfLines:
    """The passes for arrays of a shape."""
    lines, axis, n = lines_of(transform, shape, of.target), transform.axis, transform.length
    scale = transform.scale / 2 if lines.writes in ("half", "whole") else transform.scale
    tables = []
    if lines.chirped:
        spectrum = fourier.chirp_of(n, lines.length)[1] / lines.length
        tables = [of.there(np.ascontiguousarray(part, lines.dtype)) for part in (spectrum.real, spectrum.imag)]
    found = passes(lines, of.target)
    made = in_memory((*shape[:axis], n // 2 + 1 if transform.kind == "half" else n, *shape[axis + 1:]))
    program = kernels.program(lines, found, (*formats, *[each.format for each in tables]), made, fourier.short)
    plan = ", then ".join([f"lines of {placed.each.length} by {placed.each.items} work-items, {placed.each.lines} in a group"
                           for placed in found])
    apart = 1 if lines.rows else prod(shape[axis + 1:-1])
    return OfLines(Launcher(program, of.device), plan, program.source, f"a Fourier transform of {n} numbers",
                   kernels.numbers(lines, found, apart, scale), tables)
