"""One step of a Fourier transform: many short transforms of elements that lie apart, computed by one kernel.

A line of n = radix * left numbers is transformed by `left` short transforms of `radix` numbers each, `left` apart, whose
results are turned; what remains are `radix` transforms of `left` numbers. Done one after the other, each of which puts what
it makes side by side (Stockham), the steps leave a line in order, and none shuffles.

A step is computed at (x, y) of a grid, and gives the rows radix*y, radix*y + 1, ... there: results side by side in memory
are one pixel apart in y. What it reads are rows of memory, too:

    "lines"   radix*y + number                      of the last axis, the first step: rows of `left` numbers
    "apart"   width*(y // left) + x, at the column   ... the second one: `width` is the first one's radix
              number*left + y % left
    "rows"    radix*left * (y // left) + number*left + y % left      of any other

`left` and the rest are numbers of the call, so a kernel is one for all lengths that have such a step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...ir import FLOAT, INT, ROW, Builder, Graph, ImageParam, Output, PixelType, ScalarParam, Value, constant
from ...ir.fields import read_as
from ...library.whole import fourier
from ..kinds.scalars import as_value
from ..values.lattice import Known, Tuple, lift
from .elements import Element


@dataclass(frozen=True)
class Step(Element):
    """The real (part=0) or the imaginary (1) part. Of its operands the first is the real part, then, unless all is real,
    comes the imaginary one, then, where something is left, the cosines and sines that turn results."""

    radix: int
    left: int
    reads: str
    width: int   # of the rows
    seen: tuple  # the shape of the memory that is read
    real: bool
    scale: float
    part: int
    by_itself = True

    @property
    def both(self) -> Step:
        """Equal for the two parts of one step."""
        return replace(self, part=0)

    def kernel(self, tracer, wanted: list[Value]) -> StepKernel:
        return StepKernel(tracer, wanted)

    def __str__(self):
        return f"step of a Fourier transform by {self.radix}, of {self.radix * self.left}"


class StepKernel:
    """The graph for some parts of a step; `images` and `scalars` are the values that it is given."""

    def __init__(self, tracer, wanted: list[Value]):
        op = wanted[0].owner
        self.step = step = dict(op.attributes)["element"]
        self.parts = [dict(value.owner.attributes)["element"].part for value in wanted]
        self.images, self.scalars = list(op.operands), []
        self.told = f"step of a Fourier transform by {step.radix}"
        self.numbers = parts = 1 if step.real else 2
        names = [*("real", "imag")[:parts], *("cos", "sin")[:len(self.images) - parts]]
        self.graph = Graph(f"fourier_{step.radix}")
        self.graph.images = [ImageParam(name, PixelType(read_as(image.type.element), 1))
                             for name, image in zip(names, self.images)]
        self.tracer, before = tracer, tracer.builder
        tracer.builder = Builder(self.graph.body)
        try:
            rows = self.rows(self.graph.images[:parts], self.graph.images[parts:])
        finally:
            tracer.builder = before
        self.graph.outputs = [Output((value,), ROW if number else FLOAT.value)
                              for row in rows for number, value in enumerate(row)]

    @property
    def key(self) -> tuple:
        """Equal for those with the same graph."""
        step = self.step
        return (step.radix, step.reads, step.real, step.scale != 1.0, tuple(self.parts), len(self.images),
                tuple([image.type.element for image in self.images]))

    @property
    def seen(self) -> tuple:
        """The shape in which it reads its numbers."""
        return self.step.seen

    @property
    def size(self) -> tuple[int, int]:
        """Over which grid it is computed."""
        step = self.step
        return step.width, step.seen[0] * step.seen[1] // step.radix // step.width

    def number(self, name: str, value) -> Value:
        """A number of the call."""
        const = constant(value)
        parameter = Value(const.type, None, name)
        self.graph.scalars.append(ScalarParam(name, parameter))
        self.scalars.append(const)
        return parameter

    def rows(self, images, tables) -> list[list[Value]]:
        tracer, step, binary = self.tracer, self.step, self.tracer.binary
        y, x = lift(self.graph.y), lift(self.graph.x)
        within = x
        if step.reads != "lines":
            left = self.number("left", step.left)
            within, outer = binary("%", y, left), binary("//", y, left)
        if step.reads == "apart":
            width = self.number("width", step.width)

        def place(number: int) -> tuple:
            if step.reads == "lines":
                return x, binary("+", binary("*", y, Known(step.radix)), Known(number))
            there = binary("+", within, binary("*", left, Known(number)))
            if step.reads == "apart":
                return there, binary("+", binary("*", outer, width), x)
            return x, binary("+", binary("*", outer, binary("*", left, Known(step.radix))), there)

        values = [Tuple([self.read(image, *place(number)) for number in range(step.radix)]) for image in images]
        if step.real:
            values.append(Tuple([Known(0.0)] * step.radix))
        real, imag = [list(part.items) for part in tracer.call(Known(fourier.short), values, {}).items]
        for number in range(1, step.radix) if tables else ():
            turn = [self.read(table, within, Known(number)) for table in tables]
            real[number], imag[number] = tracer.call(Known(fourier.turned), [real[number], imag[number], *turn], {}).items
        parts = [(real, imag)[part] for part in self.parts]
        if step.scale != 1.0:
            scale = self.number("scale", step.scale)
            parts = [[binary("*", value, scale) for value in part] for part in parts]
        return [[as_value(tracer, value, FLOAT) for value in part] for part in parts]

    def read(self, image: ImageParam, x, y):
        where = [as_value(self.tracer, each, INT) for each in (x, y)]
        found = self.tracer.emit("read", *where, image=image, channel=0)
        return lift(as_value(self.tracer, found, FLOAT))
