"""A kernel's frame: its parameters, and the images, results and tables that they stand for."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import BOOL, OPS, Graph, ImageParam, every_op
from ..schedule.footprint import image_of
from . import formats
from .formats import Format
from .kernels import Parameter, Table
from .values import WORDS, Expr, Number, Operation, Pointer, Var, long


@dataclass(frozen=True)
class Source:
    """An image that is read. `start` leads to its first element; a `tile` has rows that lie `pitch` apart, from `top`
    and `left` of the picture on, and room around."""

    param: ImageParam
    format: Format
    start: Var
    width: Expr = None
    height: Expr = None
    stride: Expr = None
    whole: bool = False

# a pixel is one vector of the language, at a multiple of its size
    tile = False

    @property
    def pointer(self) -> Pointer:
        return self.start.type

    def row(self, y: Expr) -> Expr:
        """Where a row starts."""
        return self.start + long(y) * self.stride


@dataclass
class Target:
    """An image that is written."""

    start: Var
    stride: Expr
    format: Format
    whole: bool = False
    tile = False

    @property
    def pointer(self) -> Pointer:
        return self.start.type

    def row(self, y: Expr) -> Expr:
        return self.start + long(y) * self.stride


@dataclass
class Frame:
    graph: Graph
    sources: dict[ImageParam, Source]
    scalars: dict               # ScalarParam -> Expr
    targets: list[Target]
    width: Var
    height: Var
    parameters: list[Parameter]
    tables: list[Table]
    known: dict
                # attributes of a table operation, or (what, values) -> Var
    margin: tuple = (0, 0, 0, 0)

    def taps(self, columns: tuple[tuple[float, ...], ...]) -> Var:
        """A table of weights, column after column."""
        return self.table("float32", "taps", tuple(weight for column in columns for weight in column))

    def table(self, element: str, what: str, values: tuple) -> Var:
        """A table of known numbers, which is there once."""
        if (what, values) not in self.known:
            var = self.known[what, values] = Var(what, Pointer(element, "constant"))
            self.tables.append(Table(var, values, what))
        return self.known[what, values]


def frame(graph: Graph, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
          reads=(), writes=(), margin=(0, 0, 0, 0), aligned: bool = False) -> Frame:
    """Declares every parameter that the kernel needs, and no other. Of a kernel that is one of several, `reads` says
    which inputs are intermediate images (an index, or None), `writes` which ones the outputs are. `aligned` says that
    every pixel lies at a multiple of its size."""
    reads = reads or (None,) * len(inputs)
    used, touched = _used(graph)
    parameters, sources, scalars, targets = [], {}, {}, []
    for index, (image, format) in enumerate(zip(graph.images, inputs)):
        if image not in touched:
            continue
        picture = format.memory == "image"
        start = Var(image.name, "picture" if picture else Pointer(format.dtype))
        width, height, stride = (Var((start, f"_{part}"), "int32") for part in ("w", "h", "stride"))
        sources[image] = Source(image, format, start, width, height, stride, aligned and formats.whole(format))
        number = index if reads[index] is None else reads[index]
        parameters.append(Parameter("image", number, (start, width, height, stride), reads[index] is not None, picture))
    for index, scalar in enumerate(graph.scalars):
        if id(scalar.value) in used:
            type = scalar.value.type
            var = Var(scalar.name, "int32" if type is BOOL else type.word)
            scalars[scalar] = var if type is not BOOL else Operation(OPS["ne"], (var, Number(0)), "bool")
            parameters.append(Parameter("scalar", index, (var,)))
    for index, format in enumerate(outputs):
        start = Var("out" if len(outputs) == 1 else f"out{index}", Pointer(format.dtype, "global", False))
        targets.append(Target(start, Var((start, "_stride"), "int32"), format, aligned and formats.whole(format)))
        number = writes[index] if writes else index
        parameters.append(Parameter("output", number, (start, targets[-1].stride), bool(writes)))
    width, height = (Var(name, "int32", 1, True) for name in ("width", "height"))
    parameters.append(Parameter("size", 0, (width, height)))
    tables: list[Table] = []
    known = {}
    for op in every_op(graph.body):
        if op.kind.name == "table" and op.attributes not in known:
            var = known[op.attributes] = Var("table", Pointer(WORDS[op.result.type], "constant"))
            tables.append(Table(var, dict(op.attributes)["values"]))
    return Frame(graph, sources, scalars, targets, width, height, parameters, tables, known, margin)


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
