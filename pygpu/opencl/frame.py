"""A kernel's frame: what its parameters are called, and in which order they come."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import FLOAT, INT, Graph, ImageParam, every_op
from ..schedule.footprint import image_of
from . import formats
from .borders import Source
from .expressions import float_literal
from .names import Names
from .program import Format, ImageArg, OutputArg, ScalarArg, ScratchArg, ScratchImageArg, SizeArg

ALIGNED = "__attribute__((aligned(16)))"  # so that neighbours in a table can be read together


@dataclass
class Target:
    """An output image as the kernel's parameters name it."""

    name: str
    stride: str
    format: Format
    whole: bool = False  # a pixel is one vector of the C language, at a multiple of its size
    tile = False

    @property
    def pointer(self) -> str:
        return f"__global {formats.STORAGE[self.format.dtype]} *"

    def row(self, y: str) -> str:
        """Where a row starts; `y` binds like a product."""
        return f"{self.name} + (long){y} * {self.stride}"


@dataclass
class Frame:
    graph: Graph
    names: Names
    name: str
    sources: dict[ImageParam, Source]
    scalars: dict
    targets: list[Target]
    parameters: list[str]
    args: tuple
    tables: dict               # attributes of a table -> its name
    constants: list[str]       # declarations outside the kernel

    def taps(self, columns: tuple[tuple[float, ...], ...]) -> str:
        """The name of a table of weights, column after column."""
        return self.table("float", "taps", [float_literal(weight) for column in columns for weight in column])

    def table(self, word: str, what: str, numbers: list[str]) -> str:
        """The name of a table of known numbers, which is there once."""
        start, values = f"__constant {word} pg_{self.name}_{what}", ", ".join(numbers)
        known = next((line for line in self.constants if line.startswith(start) and f"{{{values}}}" in line), None)
        if known is None:
            known = f"{start}{len(self.constants)}[{len(numbers)}] {ALIGNED} = {{{values}}};"
            self.constants.append(known)
        return known.split()[2].split("[")[0]

    @property
    def signature(self) -> str:
        return f"__kernel void {self.name}(" + ",\n        ".join(self.parameters) + ")"


# What the kernels' own lines say by name: no parameter of the user's may be called so.
FIXED = ("x y width height left top right bottom block first end stream columns column row line at i j k w words "
         "c0 c1 c2 c3 from into wide tall pitch into_pitch real other reals others greatest most finite").split()


def frame(graph: Graph, inputs: tuple[Format, ...], outputs: tuple[Format, ...], reads=(), writes=(),
          margin=(0, 0, 0, 0), aligned: bool = False) -> Frame:
    """Names and declares every parameter that the kernel needs, and no other. Of a kernel that is one of several,
    `reads` says which inputs are intermediate images (an index, or None), `writes` which ones the outputs are.
    `aligned` says that every pixel lies at a multiple of its size."""
    reads = reads or (None,) * len(inputs)
    names = Names()
    for fixed in FIXED:
        names.new(fixed)
    kernel = names.new(graph.name.strip("<>"))
    used, touched = _used(graph)
    parameters, args, sources, scalars, targets = [], [], {}, {}, []
    for index, (image, format) in enumerate(zip(graph.images, inputs)):
        if image not in touched:
            continue
        name = names.new(image.name)
        source = Source(image, format, name, *(names.new(f"{name}_{part}") for part in ("w", "h", "stride")),
                        aligned and formats.whole(format))
        sources[image] = source
        size = f"int {source.width}, int {source.height}"
        if format.memory == "image":
            parameters.append(f"read_only image2d_t {name}, {size}")
        else:
            storage = formats.STORAGE[format.dtype]
            parameters.append(f"__global const {storage} *restrict {name}, {size}, int {source.stride}")
        args.append(ImageArg(index) if reads[index] is None else ScratchImageArg(reads[index]))
    for index, scalar in enumerate(graph.scalars):
        if id(scalar.value) in used:
            scalars[scalar] = names.new(scalar.name)
            word = "float" if scalar.value.type is FLOAT else "int"
            parameters.append(f"{word} {scalars[scalar]}")
            args.append(ScalarArg(index, word))
    for index, format in enumerate(outputs):
        name = names.new("out" if len(outputs) == 1 else f"out{index}")
        targets.append(Target(name, names.new(name + "_stride"), format, aligned and formats.whole(format)))
        parameters.append(f"__global {formats.STORAGE[format.dtype]} *restrict {name}, int {targets[-1].stride}")
        args.append(ScratchArg(writes[index]) if writes else OutputArg(index))
    parameters.append("int width, int height")
    args.append(SizeArg(margin))
    tables, constants = _tables(graph, names)
    return Frame(graph, names, kernel, sources, scalars, targets, parameters, tuple(args), tables, constants)


def _used(graph: Graph) -> tuple[set[int], set[ImageParam]]:
    """The values that something takes, and the images that something asks about."""
    used = {id(v) for output in graph.outputs for v in output.values}
    touched = set()
    for op in every_op(graph.body):
        used.update(id(v) for v in op.operands)
        used.update(id(v) for block in op.blocks for v in block.results)
        if op.kind.name in ("read", "width", "height"):
            touched.add(image_of(op))
    return used, touched


def _tables(graph: Graph, names: Names) -> tuple[dict, list[str]]:
    """Known numbers looked up by a symbol: arrays in constant memory."""
    tables, declarations = {}, []
    for op in every_op(graph.body):
        if op.kind.name == "table" and op.attributes not in tables:
            name = tables[op.attributes] = names.new("table")
            values, type = dict(op.attributes)["values"], op.result.type
            word = "float" if type is FLOAT else "int" if type is INT else "uchar"
            numbers = ", ".join(float_literal(v) if type is FLOAT else str(int(v)) for v in values)
            declarations.append(f"__constant {word} {name}[{len(values)}] {ALIGNED} = {{{numbers}}};")
    return tables, declarations
