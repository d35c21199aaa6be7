"""Fourier transforms: on a GPU in passes over memory, all of which are one launch (opencl/transforms.py); elsewhere in
steps, each with a kernel for all lengths (tracing/whole/steps.py).
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import NamedTuple

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

    textures = ()


def transformed(program, scope, wanted: list[Value]) -> None:
    """The parts of a transform, or of a step of one."""
    (passed if dict(wanted[0].owner.attributes)["element"].in_passes else step)(program, scope, wanted)


def step(program, scope, wanted: list[Value]) -> None:
    if wanted[0] not in program.steps:
        with program.making:
            program.steps[wanted[0]] = program.story.step(wanted)
    made = program.steps[wanted[0]]
    program.arrays(scope, made.images, to_host=False)
    pictures = [scope.values[program.resolved(scope, value)] for value in made.images]
    given = [program.seen_as(each, made.step.seen) for each in pictures[:made.numbers]] + pictures[made.numbers:]
    formats = [each.format for each in given]
    key = made.key, *formats
    if key not in program.kernels:
        scope.in_all.waits(program.told)
        with program.making:
            if key not in program.kernels:
                program.kernels[key] = program.engine(made, formats), made, formats
    engine = program.kernels[key][0]
    numbers = [program.number(scope, value) for value in made.scalars]
    shapes = [value.type.shape for value in wanted]
    if program.device is None:
        results = engine.arrays(given, numbers, made.size)
        found = [program.there(array.reshape(shape)) for array, shape in zip(results, shapes)]
    else:
        results = engine.launcher([*given, *engine.textures], numbers, made.size, to_host=False)
        note(scope, engine, wanted, given, made.scalars, numbers, made.size, results)
        found = [image.shaped(in_memory(shape)) for image, shape in zip(results, shapes)]
    scope.values.update(zip(wanted, found))


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
    results = made.launcher(given, made.numbers, size, to_host=False)
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


def in_passes(of, transform, shape: tuple[int, ...], formats: list[Format]) -> OfLines:
    """The passes for arrays of a shape."""
    axis, n, scale = transform.axis, transform.length, transform.scale
    dtype, rows = "float64" if transform.double else "float32", axis == len(shape) - 1
    reads, writes = KINDS[transform.kind]
    lines = Lines(n, prod(shape[:axis]), prod(shape[axis + 1:]), reads, writes, rows, scale != 1.0, dtype)
    if transform.kind in IN_PAIRS and n % 2 == 0 and n > fourier.LARGEST and fits(paired := replace(
            lines, length=n // 2, scaled=True), of.target):
        reads, writes = IN_PAIRS[transform.kind]
        lines = replace(paired, reads=reads, writes=writes)
        scale = scale if transform.kind == "back" else scale / 2
    whole = n // 2 + 1 if transform.kind == "back" else n
    if shape[axis] < whole:
        lines = replace(lines, given=shape[axis])
    gives = n // 2 + 1 if transform.kind == "half" else n
    found, made = passes(lines, of.target), in_memory((*shape[:axis], gives, *shape[axis + 1:]))
    text = kernels.program(lines, found, tuple(formats), made, fourier.short)
    plan = ", then ".join([f"lines of {placed.each.length} by {placed.each.items} work-items, {placed.each.lines} in a group"
                           for placed in found])
    return OfLines(Launcher(text, of.device), plan, text.source, f"a Fourier transform of {n} numbers",
                   kernels.numbers(lines, found, 1 if rows else prod(shape[axis + 1:-1]), scale))
