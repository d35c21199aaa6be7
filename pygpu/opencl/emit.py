"""Graph and plan to a Program: kernels printed as OpenCL C, and what stands around them."""

from __future__ import annotations

from collections import Counter

from ..elements import ELEMENTS
from ..ir import Graph
from ..kernel.build import build
from ..kernel.formats import Format
from ..kernel.kernels import Kernel, Parameter
from ..schedule import CPU, Target
from ..schedule.plans import Plan
from . import frequencies, spectra
from .dialect import Printer
from .in_one import AS_WRITTEN, as_called, is_callable
from .prelude import Helper, prelude
from .program import (
    Argument,
    CommonArg,
    ImageArg,
    OutputArg,
    Program,
    ScalarArg,
    Scratch,
    ScratchArg,
    ScratchImageArg,
    SizeArg,
    Step,
    StopArg,
)
from .writer import remark

SAMPLER = ("__constant sampler_t pg_sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
           "CLK_FILTER_NEAREST;")


def emit(graph: Graph, plan: Plan, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
         device: Target = CPU) -> Program:
    """The program that computes a graph as planned. `inputs` has a format for each of graph.images (those whose
    data is known included), `outputs` one for each of graph.outputs."""
    made = build(graph, plan, inputs, outputs, device)
    scratch = [Scratch(*stage) for stage in made.stages]
    texts: list[str] = []
    constants: list[str] = []
    steps: list[Step] = []
    helpers: Counter[Helper] = Counter()
    tables: dict[str, str] = {}
    for launch in made.launches:
        kernel = launch.kernel
        printer = Printer(kernel, tables)
        if kernel.opaque and device.kind == "gpu":
            found = frequencies.emitted(printer, arguments(kernel), len(scratch))
            texts += found.kernels
            steps += found.steps
            scratch += found.scratch
        else:
            text = spectra.printed(printer) if kernel.opaque else printer.printed()
            texts.append(f"{remark(launch.shape)}\n{text}" if launch.shape else text)
            called = None
            if launch.shares == 1 and graph.dimensions < 3 and device.kind == "gpu" and is_callable(kernel):
                called = as_called(printer, graph.exact)
            steps.append(Step(printer.name, arguments(kernel), launch.block, launch.local, kernel.margin, launch.shares,
                              called=called, most=launch.most, loose=kernel.loose and launch.shares == 1))
        constants += printer.constants
        helpers += printer.helpers
    if any(f.memory == "image" for f in inputs):
        constants.append(SAMPLER)
    widths = tuple(sorted({1, plan.lanes, *(own.lanes for _, own in plan.passes)}))
    parts = [remark(f"{graph.name}: {plan.shape}"), AS_WRITTEN if graph.exact else "",
             prelude(helpers, widths, graph.scan is not None and len(widths) > 1),
             "\n".join(dict.fromkeys(constants)), *texts]
    source = "\n\n".join(part for part in parts if part) + "\n"
    given = tuple([format for image, format in zip(graph.images, inputs) if not image.plane])
    return Program(source, tuple(steps), given, tuple(outputs[::graph.rows]), tuple(scratch), dimensions=graph.dimensions,
                   rows=graph.rows, channels=made.channels, any_size=graph.forest or graph.in_place)


def arguments(kernel: Kernel) -> tuple[Argument, ...]:
    """What a kernel is given, in order."""
    found = [_argument(parameter, kernel) for parameter in kernel.parameters]
    return (*found, CommonArg()) if kernel.has_common else tuple(found)


def _argument(parameter: Parameter, kernel: Kernel) -> Argument:
    number, stage = parameter.number, parameter.stage
    if parameter.stands == "image":
        return ScratchImageArg(number) if stage else ImageArg(number, len(parameter.vars) == 5)
    if parameter.stands == "output":
        return ScratchArg(number) if stage else OutputArg(number)
    if parameter.stands == "scalar":
        return ScalarArg(number, ELEMENTS[parameter.vars[0].word].opencl)
    if parameter.stands == "stop":
        return StopArg(number, parameter.told)
    return SizeArg(kernel.margin, len(parameter.vars) == 3)
