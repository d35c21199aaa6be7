"""Arrays that have kernels of their own: steps of Fourier transforms, and lines in order."""

from __future__ import annotations

from ...ir import Value
from ...ir.fields import in_memory
from ...opencl import Format, sorting
from ...runtime import Launcher
from .engine import target_of
from .straight import note
from .transforms import passed


class InOrder:
    """What puts lines of such a length in order on a GPU, stored so: a program whose text is no graph's."""

    textures: tuple = ()

    def __init__(self, kernel, format: Format, device):
        program = sorting.program(format.dtype, kernel.length, kernel.places, target_of(device).local_memory)
        self.launcher, self.source = Launcher(program, device), program.source
        self.outputs, self.seconds = list(program.outputs), dict[str, float]()
        self.plan = program.source.splitlines()[0].removeprefix("// ")


def compute(program, scope, wanted: list[Value]) -> None:
    """The parts of a Fourier transform, or of a step of one, whose kernel is one for all lengths; or lines in order."""
    if dict(wanted[0].owner.attributes)["element"].in_passes:
        passed(program, scope, wanted)
        return
    if wanted[0] not in program.steps:
        with program.making:
            program.steps[wanted[0]] = program.story.step(wanted)
    made = program.steps[wanted[0]]
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
