"""Loops of a function of whole arrays that change arrays in order: each is one kernel, which one work-item computes, or
several whose parts of the arrays have nothing to do with one another.

Its arrays are copied before, as who asks for them elsewhere asks for what they were; so are the few numbers that it leaves.
"""

from __future__ import annotations

from functools import partial
from math import prod

import numpy as np

from ...ir import Op
from ...ir.arrays import element_of
from ...ir.fields import is_field
from ...ir.inplace import run
from ...opencl import Format
from ...passes.rewrite import used
from ...runtime import DeviceImage, ingest_grid, to_device
from .engine import OnNumPy, as_graph_pixels, target_of, to_the_end
from .fields import is_nothing
from .recipes import planned
from .straight import Launch

AT_ONCE = {"cpu": 64, "gpu": 1 << 16}  # work-items, at most, where parts of arrays may be changed side by side


def in_place_for(program, op: Op) -> InPlace | None:
    """The kernel for a loop of a program of whole arrays; None where there is none."""
    wanted = used(program.graph).union(program.results.values)
    if program.results.refusal is not None:
        wanted.add(program.results.beyond)
    with program.making:
        made = program.story.in_place(op, wanted, 1 if program.device is None else AT_ONCE[program.device.kind])
        return None if made is None else InPlace(program, op, made)


class InPlace:
    def __init__(self, program, op: Op, kernel):
        self.program, self.op, self.kernel = program, op, kernel
        self.story = program.story.of_graph(kernel.graph)
        self.graph = self.story.graph
        self.launchers: dict[tuple[Format, ...], object] = {}

    def __call__(self, scope) -> None:
        program, kernel = self.program, self.kernel
        program.arrays(scope, [*kernel.images], to_host=False)
        given = [self.in_a_line(self.found(scope, value), value) for value in kernel.images]
        numbers = [program.number(scope, value) for value in kernel.scalars]
        changed = [self.in_a_line(self.copied(scope, value), value) for value in kernel.changed]
        outputs = self.graph.outputs[len(changed):]
        if program.device is None:
            changed, left = self.by_numpy(given, numbers, changed)
        else:
            left = [self.single(Format(output.pixel.scalar.stored, 1)) for output in outputs]
            formats = tuple([each.format for each in (*given, *changed)])
            if formats not in self.launchers:
                self.launchers[formats] = self.launcher([each.format for each in given],
                                                        [each.format for each in (*changed, *left)])
            launcher, size, results = self.launchers[formats], (kernel.items, 1), [*changed, *left]
            launcher(given, numbers, size, out=tuple(results), to_host=False)
            scope.record.add(lambda: Launch(launcher, [], given, kernel.scalars, numbers, size, results, len(changed)))
        for result, number in kernel.left.items():
            scope.values[result] = program.seen_as(changed[number], result.type.shape)
        for result, each in zip(kernel.numbers_left, left):
            number = each if program.device is None else each.numpy()[0]
            if not is_field(result):
                scope.record.bring(each, result, program.types[result.type](number), result)
            scope.values[result] = (program.there(np.full(1, number)) if is_field(result) else
                                    program.types[result.type](number))

    def found(self, scope, value):
        """An array in memory; any one, where something has raised before it was made."""
        meant = self.program.resolved(scope, value)
        return self.program.there(np.zeros(value.type.shape, value.type.dtype)) if is_nothing(meant) else scope.values[meant]

    def copied(self, scope, value):
        """An array as it is before the loop, in memory of its own."""
        (found,) = self.program.launched(scope, [value], to_host=False)
        return found

    def in_a_line(self, picture, value):
        return self.program.seen_as(picture, (prod(value.type.shape),))

    def by_numpy(self, given: list, numbers: list, changed: list) -> tuple[list, list]:
        """The same where there is no device."""
        images = [as_graph_pixels(picture, param).reshape(-1) for picture, param in zip(given, self.graph.images)]
        arrays = [np.array(picture.array).reshape(-1).astype(element_of(output.values[0].type).numpy)
                  for picture, output in zip(changed, self.graph.outputs)]
        left = run(self.graph, arrays, images, numbers)
        return [self.program.there(array.astype(picture.format.dtype)) for array, picture in zip(arrays, changed)], left

    def single(self, format: Format) -> DeviceImage:
        return to_device(ingest_grid(np.zeros(1, format.dtype), 1, True), self.program.device)

    def launcher(self, inputs: list[Format], outputs: list[Format]):
        device = self.program.device
        story = self.story.for_pixels(inputs, outputs, target_of(device), device, partial(planned, device=device))
        story.seconds = {"trace": 0.0, "optimise": 0.0}
        to_the_end(story)
        for verb, seconds in story.seconds.items():
            self.program.seconds[verb] = self.program.seconds.get(verb, 0.0) + seconds
        return story.launcher

    @property
    def source(self) -> str:
        return "\n".join([launcher.program.source for launcher in self.launchers.values()])

    @property
    def plans(self) -> list[str]:
        """How it is computed."""
        if self.program.device is None:
            return [OnNumPy.plan]
        items = self.kernel.items
        who = f"{items} work-items go over their own places each" if items > 1 else "one work-item goes over its places"
        return [f"{who}, and change{'s' * (items == 1)} arrays where they lie"]
