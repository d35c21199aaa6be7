"""Arrays that have kernels of their own: transforms and their steps, lines in order, products of matrices."""

from __future__ import annotations

from ...ir import Value
from ...ir.fields import in_memory
from ...opencl import Format, Program, product, sorting
from ...runtime import Launcher
from .engine import target_of
from .straight import note
from .transforms import passed


class AsText:
    """What computes such an array on a GPU, of others that are stored so: a program whose text is no graph's."""

    textures: tuple = ()

    def __init__(self, kernel, formats: list[Format], device):
        program = PROGRAMS[kernel.by](kernel, formats, target_of(device).local_memory, device)
        self.launcher, self.source = Launcher(program, device), program.source
        self.outputs, self.seconds = list(program.outputs), dict[str, float]()
        self.plan = program.source.splitlines()[0].removeprefix("// ")


def in_order(kernel, formats: list[Format], room: int, device) -> Program:
    return sorting.program(formats[0].dtype, kernel.length, kernel.places, room)


def multiplied(kernel, formats: list[Format], room: int, device) -> Program:
    return product.program(*kernel.size, device.compute_units, room)


PROGRAMS = {"lines in order": in_order, "product": multiplied}


def compute(program, scope, wanted: list[Value]) -> None:
    """The parts of a Fourier transform, or of a step of one, whose kernel is one for all lengths; or what has a program of
    its own."""
    if dict(wanted[0].owner.attributes)["element"].in_passes:
        passed(program, scope, wanted)
        return
    parts = tuple(wanted)  # one of two may have been asked for before
    if parts not in program.steps:
        with program.making:
            program.steps[parts] = program.story.step(wanted)
    made = program.steps[parts]
    program.arrays(scope, made.images, to_host=False)
    pictures = [scope.values[program.resolved(scope, value)] for value in made.images]
    given = [program.seen_as(each, made.seen) for each in pictures[:made.numbers]] + pictures[made.numbers:]
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
        results = [*results] * (len(wanted) // len(results))  # the same may be wanted by several names
        note(scope, engine, wanted, given, made.scalars, numbers, made.size, results)
        found = [image.shaped(in_memory(shape)) for image, shape in zip(results, shapes)]
    scope.values.update(zip(wanted, found))
