"""Graph and plan to a Program: the kernel's signature, its frame, and the emitter that the plan asks for."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import Graph, ImageParam
from ..schedule import CPU, Device, Plan
from ..schedule.footprint import every_op, footprints, image_of, reads
from . import formats
from .borders import Source
from .expressions import float_literal
from .names import Names
from .pixels import PixelBody, crashes_vectoriser
from .prelude import prelude
from .program import Format, ImageArg, OutputArg, Program, ScalarArg, SizeArg, Step
from .writer import Writer

SPLIT = 400  # operations: a longer body is not written twice for the sake of its border


@dataclass
class Frame:
    """One kernel being written: its parameters and what they are called."""

    graph: Graph
    names: Names
    name: str
    sources: dict[ImageParam, Source]
    scalars: dict
    outputs: list[tuple[str, str, Format]]   # pointer, stride, format
    parameters: list[str]
    args: tuple
    tables: dict
    constants: list[str]                     # declarations outside the kernel


def emit(graph: Graph, plan: Plan, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
         device: Device = CPU) -> Program:
    """The program that computes a graph as planned. `inputs` has a format for each of graph.images (those whose
    data is known included), `outputs` one for each of graph.outputs."""
    frame = _frame(graph, inputs, outputs)
    body = _pixels(frame)
    kernel = Writer()
    hint = "__attribute__((vec_type_hint(float4)))\n" if crashes_vectoriser(graph) else ""
    signature = ",\n        ".join(frame.parameters)
    with kernel.block(f"{hint}__kernel void {frame.name}({signature})\n"):
        kernel.lines += body.lines
    text = str(kernel).replace("\n {", "\n{", 1)
    constants = list(frame.constants)
    if any(f.memory == "image" for f in inputs):
        constants.append(formats.SAMPLER)
    parts = [f"// {graph.name}: {plan}", prelude(text), "\n".join(constants), text]
    source = "\n\n".join(p for p in parts if p) + "\n"
    step = Step(frame.name, frame.args, plan.block, plan.local)
    return Program(source, (step,), tuple(inputs), tuple(outputs))


def _frame(graph: Graph, inputs, outputs) -> Frame:
    """Names and declares every parameter that the kernel needs, and no other."""
    names = Names()
    kernel = names.new(graph.name.strip("<>"))
    used = {id(v) for op in every_op(graph.body) for v in op.operands}
    used |= {id(v) for op in every_op(graph.body) for b in op.blocks for v in b.results}
    used |= {id(v) for o in graph.outputs for v in o.values}
    touched = {image_of(op) for op in every_op(graph.body) if op.kind.name in ("read", "width", "height")}
    parameters, args, sources, scalars, results = [], [], {}, {}, []
    for index, (image, format) in enumerate(zip(graph.images, inputs)):
        if image not in touched:
            continue
        name = names.new(image.name)
        source = Source(image, format, name, names.new(name + "_w"), names.new(name + "_h"), names.new(name + "_stride"))
        sources[image] = source
        size = f"int {source.width}, int {source.height}"
        if format.memory == "image":
            parameters.append(f"read_only image2d_t {name}, {size}")
        else:
            storage = formats.STORAGE[format.dtype]
            parameters.append(f"__global const {storage} *restrict {name}, {size}, int {source.stride}")
        args.append(ImageArg(index))
    for index, scalar in enumerate(graph.scalars):
        if id(scalar.value) in used:
            scalars[scalar] = names.new(scalar.name)
            word = "float" if scalar.value.type.value == "Float" else "int"
            parameters.append(f"{word} {scalars[scalar]}")
            args.append(ScalarArg(index, word))
    for index, format in enumerate(outputs):
        name = names.new("out" if len(outputs) == 1 else f"out{index}")
        stride = names.new(name + "_stride")
        parameters.append(f"__global {formats.STORAGE[format.dtype]} *restrict {name}, int {stride}")
        args.append(OutputArg(index))
        results.append((name, stride, format))
    parameters.append(f"int {names.new('width')}, int {names.new('height')}")
    args.append(SizeArg())
    tables, constants = _tables(graph, names)
    return Frame(graph, names, kernel, sources, scalars, results, parameters, tuple(args), tables, constants)


def _tables(graph: Graph, names: Names) -> tuple[dict, list[str]]:
    """Known numbers looked up by a symbol: arrays in constant memory."""
    tables, declarations = {}, []
    for op in every_op(graph.body):
        if op.kind.name == "table" and op.attributes not in tables:
            name = tables[op.attributes] = names.new("table")
            values = dict(op.attributes)["values"]
            word = {"Float": "float", "Int": "int", "Bool": "uchar"}[op.result.type.value]
            numbers = ", ".join(float_literal(v) if word == "float" else str(int(v)) for v in values)
            declarations.append(f"__constant {word} {name}[{len(values)}] = {{{numbers}}};")
    return tables, declarations


def _pixels(frame: Frame) -> Writer:
    """One work-item, one pixel; where it is worth it, work-items inside every image read without checks."""
    writer = Writer(1)
    writer.line("const int x = get_global_id(0);")
    writer.line("const int y = get_global_id(1);")
    writer.line("if (x >= width || y >= height)")
    writer.line("    return;")
    frame.names.new("x"), frame.names.new("y")
    interior, images = _interior(frame)
    if interior:
        with writer.block(f"if ({interior})"):
            _pixel(frame, writer, images)
            writer.otherwise()
            _pixel(frame, writer, frozenset())
    else:
        _pixel(frame, writer, frozenset())
    return writer


def _pixel(frame: Frame, writer: Writer, inside) -> None:
    graph = frame.graph
    body = PixelBody(graph, frame.sources, frame.scalars, frame.tables, writer, frame.names.copy(), inside=inside)
    body.block(graph.body)
    for output, (name, stride, format) in zip(graph.outputs, frame.outputs):
        values = [body.text(v) for v in output.values]
        row = body.names.new(name + "_row")
        writer.line(f"__global {formats.STORAGE[format.dtype]} *{row} = {name} + (long)y * {stride};")
        writer.line(formats.store(format, output.values[0].type, values, row, "x"))


def _interior(frame: Frame) -> tuple[str, frozenset]:
    """The test that a pixel's known reads all lie inside, and the images it speaks of; empty if not worth a test."""
    if sum(1 for _ in every_op(frame.graph.body)) > SPLIT or sum(1 for _ in reads(frame.graph)) < 2:
        return "", frozenset()
    tests, images = [], set()
    for image, (extent, known) in footprints(frame.graph).items():
        if extent == (0, 0, 0, 0):
            continue
        source = frame.sources[image]
        left, top, right, bottom = extent
        tests += [f"{at} >= {n}" for at, n in (("x", left), ("y", top)) if n]
        tests.append(f"x < {source.width}" + (f" - {right}" if right else ""))
        tests.append(f"y < {source.height}" + (f" - {bottom}" if bottom else ""))
        images.add(image)
    return " && ".join(tests), frozenset(images)
