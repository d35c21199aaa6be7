"""Graph and plan to a Program: the emitter that the plan asks for, and what stands around its kernel."""

from __future__ import annotations

from dataclasses import replace
from textwrap import indent

from ..ir import Graph, every_op
from ..schedule import CPU, Plan, Target
from ..schedule.footprint import footprints, reads
from ..schedule.shares import share
from . import columns, formats, frequencies, lanes, masks, rows, spectra, tiles
from .frame import Frame, frame
from .pixels import PixelBody, crashes_vectoriser
from .prelude import prelude
from .program import STAGE, Format, Program, Scratch, Step
from .writer import Writer

SPLIT = 400  # operations: a longer body is not written twice for the sake of its border


def emit(graph: Graph, plan: Plan, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
         device: Target = CPU) -> Program:
    """The program that computes a graph as planned. `inputs` has a format for each of graph.images (those whose
    data is known included), `outputs` one for each of graph.outputs."""
    if not plan.passes or plan.tile:
        made, kernel = _kernel(graph, plan, device, inputs, outputs)
        return _program(graph, plan, inputs, outputs, [kernel], made.constants,
                        [Step(made.name, made.args, plan.block, plan.local, shares=max(1, len(plan.shares)))])
    kernels, constants, steps, written, between = [], [], [], [], []
    count = sum(len(part.stages) for part, _ in plan.passes)
    for part, own in plan.passes:
        formats_read = [inputs[i] if scratch is None else STAGE for i, scratch in enumerate(part.reads)]
        writes = range(len(written), len(written) + len(part.stages))
        written += [Scratch(STAGE, part.margin) for _ in part.stages]
        places = part.reads, tuple(writes), part.margin
        formats_written = [STAGE] * len(part.stages) or outputs
        if own.kind == "spectra" and device.kind == "gpu":
            made = frame(part.graph, tuple(formats_read), tuple(formats_written), *places)
            found = frequencies.emitted(made, own, part.margin, count + len(between))
            kernels += found.kernels
            steps += found.steps
            between += found.scratch
        else:
            made, kernel = _kernel(part.graph, own, device, formats_read, formats_written, *places)
            kernels.append(f"// {own.shape}\n{kernel}")
            steps.append(Step(made.name, made.args, own.block, own.local, part.margin))
        constants += made.constants
    return _program(graph, plan, inputs, outputs, kernels, constants, steps, (*written, *between))


def _kernel(graph: Graph, plan: Plan, device: Target, inputs, outputs, *places) -> tuple[Frame, str]:
    # A GPU's pictures lie in memory of ours; a CPU computes in the caller's, wherever that is.
    made = frame(graph, tuple(inputs), tuple(outputs), *places, aligned=device.kind == "gpu")
    bodies = {"pixels": _pixels, "lanes": lanes.body, "masks": masks.body, "columns": columns.body, "tiles": tiles.body,
              "rows": rows.body, "spectra": spectra.body}
    body = _in_shares(made, plan, bodies[plan.kind]) if plan.shares else bodies[plan.kind](made, plan)
    # What works on vectors already, Intel's compiler need not make vectors of: it takes half the time then.
    hint = "__attribute__((vec_type_hint(float4)))\n" if plan.lanes > 1 or crashes_vectoriser(graph) else ""
    return made, f"{hint}{made.signature}\n{{\n{body}\n}}"


def _in_shares(made: Frame, plan: Plan, body) -> str:
    """Work-items behind one another, each for some of the results."""
    found = []
    for number, outputs in enumerate(plan.shares):
        targets = [made.targets[i] for i in outputs]
        part = replace(made, graph=share(made.graph, outputs), targets=targets, names=made.names.copy())
        found.append(f"    if (get_global_id(2) == {number}) {{\n{indent(str(body(part, plan)), '    ')}\n    }}")
    return "\n".join(found)


def _program(graph: Graph, plan: Plan, inputs, outputs, kernels, constants, steps, scratch=()) -> Program:
    """Kernels, and the helpers and constants that they use, as one program."""
    sampler = [formats.SAMPLER] if any(f.memory == "image" for f in inputs) else []
    wide = max([plan.lanes, *(own.lanes for _, own in plan.passes)])
    helpers = prelude("\n".join(kernels), (1,) if wide == 1 else (1, wide))
    parts = [f"// {graph.name}: {plan.shape}", helpers, "\n".join([*dict.fromkeys(constants), *sampler]), *kernels]
    source = "\n\n".join(part for part in parts if part) + "\n"
    return Program(source, tuple(steps), tuple(inputs), tuple(outputs), scratch)


def _pixels(made: Frame, plan: Plan) -> Writer:
    """One work-item, one pixel; where it is worth it, work-items inside every image read without checks."""
    writer = Writer(1)
    writer.line("const int x = get_global_id(0);")
    writer.line("const int y = get_global_id(1);")
    writer.line("if (x >= width || y >= height)")
    writer.line("    return;")
    interior, images = _interior(made)
    if interior:
        with writer.block(f"if ({interior})"):
            _pixel(made, writer, images)
            writer.otherwise()
            _pixel(made, writer, frozenset())
    else:
        _pixel(made, writer, frozenset())
    return writer


def _pixel(made: Frame, writer: Writer, inside) -> None:
    graph = made.graph
    body = PixelBody(graph, made.sources, made.scalars, made.tables, writer, made.names.copy(), inside=inside)
    body.block(graph.body)
    for output, target in zip(graph.outputs, made.targets):
        values = [body.text(v) for v in output.values]
        row = body.names.new(target.name + "_row")
        storage = formats.STORAGE[target.format.dtype]
        writer.line(f"__global {storage} *{row} = {target.name} + (long)y * {target.stride};")
        writer.line(formats.store(target.format, output.values[0].type, values, row, "x", target.whole))


def _interior(made: Frame) -> tuple[str, frozenset]:
    """The test that a pixel's known reads all lie inside, and the images it speaks of; empty if not worth a test."""
    if sum(1 for _ in every_op(made.graph.body)) > SPLIT or sum(1 for _ in reads(made.graph)) < 2:
        return "", frozenset()
    tests, images = [], set()
    for image, (extent, _) in footprints(made.graph).items():
        if extent == (0, 0, 0, 0):
            continue
        source = made.sources[image]
        left, top, right, bottom = extent
        tests += [f"{at} >= {n}" for at, n in (("x", left), ("y", top)) if n]
        tests.append(f"x < {source.width}" + (f" - {right}" if right else ""))
        tests.append(f"y < {source.height}" + (f" - {bottom}" if bottom else ""))
        images.add(image)
    return " && ".join(tests), frozenset(images)
