"""A kernel's frame: its parameters, and the images, results and tables that they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..ir import BOOL, OPS, Graph, ImageParam, ScalarParam, every_graph, every_op, image_of, is_known
from ..ir.ops import DEPTH, GOES_ON, HEIGHT, MEMORY, READ, TABLE, WIDTH
from . import formats
from .formats import Format
from .kernels import Parameter, Table
from .statements import Let
from .values import BORDER, WORDS, Expr, Number, Operation, Pointer, Var, item, long

UNASKED = Expr()  # the sizes of a tile, which the plan knows
Held = Mapping[tuple[int, int], Var]  # by column and row


class Rows:
    """Memory in which rows lie one after the other. Of a `tile` they lie `pitch` apart."""

    start: Var
    stride: Expr
    pitch: int
    own: int  # columns of a block, if each work-item keeps its own alone
    held: Held  # the values of a work-item's own pixels and those beside them, if it keeps them in registers
    tile = False

    @property
    def pointer(self) -> Pointer:
        return self.start.leads

    def row(self, y: Expr) -> Expr:
        """Where a row starts."""
        return self.start + long(y) * self.stride


@dataclass(frozen=True)
class Source(Rows):
    """An image that is read. `start` leads to its first element."""

    param: ImageParam
    format: Format
    start: Var
    width: Expr = UNASKED
    height: Expr = UNASKED
    stride: Expr = UNASKED
    whole: bool = False     # a pixel is one vector of the language, at a multiple of its size
    depth: Expr | None = None  # of a volume
    pitch: int = 0
    own: int = 0
    held: Held = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Sink(Rows):
    """An image that is written; what a device is, is a Target (schedule/target.py)."""

    start: Var
    stride: Var
    format: Format
    whole: bool = False
    pitch: int = 0
    own: int = 0
    held: Held = field(default_factory=dict, hash=False)


@dataclass
class Frame:
    graph: Graph
    sources: dict[ImageParam, Source]
    scalars: dict[ScalarParam, Expr]
    sinks: list[Sink]
    width: Expr
    height: Expr
    parameters: list[Parameter]
    tables: list[Table]
    known: dict[tuple[Any, ...], Var]  # by the attributes of a table operation, or (what, values)
    margin: tuple[int, int, int, int] = (0, 0, 0, 0)
    before: list[Let] = field(default_factory=list)  # statements that lead to the planes of volumes

    def taps(self, weights: tuple[float, ...]) -> Var:
        """A table of weights, column after column."""
        return self.table("float32", "taps", weights)

    def table(self, element: str, what: str, values: tuple[Any, ...]) -> Var:
        """A table of known numbers, which is there once."""
        if (what, values) not in self.known:
            var = self.known[what, values] = Var(what, Pointer(element, "constant"))
            self.tables.append(Table(var, values, what))
        return self.known[what, values]


def frame(graph: Graph, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
          reads: Sequence[int | None] = (), writes: Sequence[int] = (), margin: tuple[int, int, int, int] = (0, 0, 0, 0),
          aligned: bool = False) -> Frame:
    """Declares every parameter that the kernel needs, and no other. Of a kernel that is one of several, `reads` says
    which inputs are intermediate images (an index, or None), `writes` which ones the outputs are. `aligned` says that
    every pixel lies at a multiple of its size."""
    reads = reads or (None,) * len(inputs)
    used, touched = _used(graph)
    parameters: list[Parameter] = []
    sources: dict[ImageParam, Source] = {}
    scalars: dict[ScalarParam, Expr] = {}
    sinks: list[Sink] = []
    kept = {image for image, read in zip(graph.images, reads) if read is not None}
    touched |= {graph.images[image.plane[0]] for image in touched if image.plane}  # the volumes of planes
    for index, (image, format) in enumerate(zip(graph.images, inputs)):
        if image not in touched or image.plane:
            continue
        picture = format.memory == "image"
        start = Var(image.name, "picture" if picture else Pointer(format.dtype))
        width, height, stride = (Var((start, f"_{part}"), "int32") for part in ("w", "h", "stride"))
        columns, lines = map(Number, image.extent) if image.extent else (width, height)
        sources[image] = Source(image, format, start, columns, lines, stride, aligned and formats.whole(format))
        stage = reads[index]
        sizes: tuple[Var, ...] = (width, height, stride)
        if image.dimensions == 3:
            sizes = (*sizes, Var((start, "_d"), "int32"))
            sources[image] = replace(sources[image], depth=sizes[-1])
        parameters.append(Parameter("image", index if stage is None else stage, (start, *sizes), stage is not None, picture,
                                    common=format.common and stage is None))
    before: list[Let] = []
    deep = next((scalar for scalar in graph.scalars if scalar.is_plane), None)
    turned = graph.scan is not None and graph.scan.turned  # a plane goes through the volume, and is one row of each of its
    z = Var("z", "int32")
    if deep:
        scalars[deep] = z
        before.append(Let(z, item(2)))
    for image in graph.images:
        if image in touched and image.plane:
            sources[image] = plane_of(image, sources[graph.images[image.plane[0]]], z, turned, before)
    for index, scalar in enumerate(graph.scalars):
        if id(scalar.value) in used and not scalar.is_plane:
            type = scalar.value.type
            var = Var(scalar.name, "int32" if type is BOOL else type.word)
            scalars[scalar] = var if type is not BOOL else Operation(OPS["ne"], (var, Number(0)), "bool")
            parameters.append(Parameter("scalar", index, (var,)))
    rows = 1 if writes else graph.rows
    for index, format in enumerate(outputs[::rows]):
        start = Var("out" if len(outputs) == rows else f"out{index}", Pointer(format.dtype, "global", False))
        sinks.append(Sink(start, Var((start, "_stride"), "int32"), format, aligned and formats.whole(format)))
        number = writes[index] if writes else index
        parameters.append(Parameter("output", number, (start, sinks[-1].stride), bool(writes),
                                    common=format.common and not writes))
        if rows > 1:
            sinks += rows_of(sinks.pop(), rows, before)
    width, height = (Var(name, "int32", 1, True) for name in ("width", "height"))
    size: tuple[Var, ...] = (width, height)
    if turned:
        size = (*size, planes := Var("planes", "int32", 1, True))
        for at, sink in enumerate(sinks):
            far = Var((sink.start, "_far"), "int32")
            before.append(Let(far, sink.stride * planes))
            sinks[at] = replace(sink, start=plane_at(sink.start, "_plane", long(z) * sink.stride, before), stride=far)
    elif deep:  # results, and what passes keep, are volumes
        for at, sink in enumerate(sinks if not graph.forest else ()):  # (which all planes share)
            sinks[at] = replace(sink, start=plane_at(sink.start, "_plane", long(z) * sink.stride * height, before))
        for image, source in sources.items():
            if image in kept:
                sources[image] = replace(source, start=plane_at(source.start, "_plane", long(z) * source.stride
                                                                * source.height, before))
    parameters.append(Parameter("size", 0, size))
    ops = [op for each in every_graph(graph) for op in every_op(each.body)]
    counting = next((op for op in ops if op.kind is GOES_ON), None)
    if counting is not None:
        steps = counting.operands[1]
        assert is_known(steps)
        parameters.append(Parameter("stop", steps.value, (), told=str(counting.location or "")))
    tables: list[Table] = []
    known: dict[tuple[Any, ...], Var] = {}
    for op in ops:
        if op.kind is TABLE and op.attributes not in known:
            var = known[op.attributes] = Var("table", Pointer(WORDS[op.result.type], "constant"))
            tables.append(Table(var, dict(op.attributes)["values"]))
    return Frame(graph, sources, scalars, sinks, width, height, parameters, tables, known, margin, before)


def plane_of(image: ImageParam, volume: Source, z: Var, turned: bool, before: list[Let]) -> Source:
    """A plane of a volume as an image, or all of them one below the other; or turned, a row of each of them."""
    assert image.plane is not None and volume.depth is not None
    _, at, relative = image.plane
    if at is None:
        height = Var((volume.start, "_rows"), "int32")
        before.append(Let(height, volume.height * volume.depth))
        return replace(volume, param=image, height=height)
    number = Operation(BORDER, (z + at if relative else Number(at), volume.height if turned else volume.depth), "int32", 1,
                       "", volume.param.border[1 if turned else 2])
    tag = f"_z{'m' if at < 0 else 'p'}{abs(at)}" if relative else f"_at_{'m' if at < 0 else ''}{abs(at)}"
    if turned:
        far = Var((start := plane_at(volume.start, tag, long(number) * volume.stride, before), "_far"), "int32")
        before.append(Let(far, volume.stride * volume.height))
        return replace(volume, param=image, start=start, stride=far, height=volume.depth)
    start = plane_at(volume.start, tag, long(number) * volume.stride * volume.height, before)
    return replace(volume, param=image, start=start)


def rows_of(sink: Sink, rows: int, before: list[Let]) -> list[Sink]:
    """The rows of a result that are computed together, as results whose own rows lie so far apart."""
    far = Var((sink.start, "_far"), "int32")
    before.append(Let(far, sink.stride * rows))
    found = [replace(sink, stride=far)]
    for row in range(1, rows):
        start = Var((sink.start, f"_{row}"), sink.start.type)
        before.append(Let(start, sink.start + long(sink.stride) * row))
        found.append(replace(sink, start=start, stride=far))
    return found


def plane_at(start: Var, tag: str, far: Expr, before: list[Let]) -> Var:
    """Where a plane begins."""
    var = Var((start, tag), start.type)
    before.append(Let(var, start + far))
    return var


def _used(graph: Graph) -> tuple[set[int], set[ImageParam]]:
    """The values that something takes, and the images that something asks about."""
    used = {id(v) for output in graph.outputs for v in output.values}
    touched: set[ImageParam] = set()
    for op in (op for each in every_graph(graph) for op in every_op(each.body)):
        used.update(id(v) for v in op.operands)
        used.update(id(v) for block in op.blocks for v in block.results)
        if op.kind in (READ, WIDTH, HEIGHT, DEPTH) or op.kind is MEMORY and dict(op.attributes)["image"] is not None:
            touched.add(image_of(op))
    return used, touched
