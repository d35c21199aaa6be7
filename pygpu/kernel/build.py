"""Graph and plan to kernels: the way that the plan asks for, and what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ..elements import ELEMENTS
from ..ir import Graph
from ..schedule import CPU, Target
from ..schedule.blocks.channels import as_one
from ..schedule.plans import SIZELESS, Crossed, Plan, Scans, Twice
from ..schedule.sums.shares import share
from .blocks import columns, inplace, lanes, marched, masks, pixels, rows, tiles
from .folds import forests, lots, tallies, teams
from .formats import FOUR, Format, kept
from .frame import Frame, frame
from .kernels import Between, Kernel, Launch, Sequence
from .scans import crossed, fronts, scans, strips, twice
from .statements import Code, If, Section, Statement
from .values import OPS, Number, Operation, item
from .windows import levels, orders, ranks, slides

BODIES: dict[str, Callable[[Frame, Any], Code]] = {
    "pixels": pixels.body, "lanes": lanes.body, "masks": masks.body, "columns": columns.body, "tiles": tiles.body,
    "marched": marched.body,
    "rows": rows.body, "scan": scans.body, "strips": strips.body, "crossed": crossed.body, "twice": twice.body,
    "ends": twice.body, "fronts": fronts.body, "tables": tallies.body, "levels": levels.body, "team": teams.body,
    "lots": lots.body, "order": orders.body, "slides": slides.body, "ranks": ranks.body, "forest": forests.body,
    "in place": inplace.body}


ALONE = {"pixels", "lanes", "masks", "columns", "rows"}  # ways in which no item knows of its group
LOOSE = {"pixels", "lanes", "masks", "levels", "team"}  # and on a CPU those in which there may be any number of them


def build(graph: Graph, plan: Plan, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
          device: Target = CPU) -> Sequence:
    """The kernels that compute a graph as planned. `inputs` has a format for each of graph.images (those whose data is
    known included), `outputs` one for each of graph.outputs."""
    if plan.wide:
        made_of = build(plan.wide.graph, replace(plan, wide=None), as_one(inputs), as_one(outputs), device)
        return replace(made_of, channels=plan.wide.channels)
    if isinstance(plan, Crossed):
        ends: Plan = replace(plan, ends=True, block=(SIZELESS, plan.lanes))
        return Sequence(_after_ends(graph, plan, ends, inputs, outputs, device), crossed.between(graph, plan))
    if isinstance(plan, Twice) and plan.ends:
        return Sequence(_after_ends(graph, plan, plan.ends, inputs, outputs, device), twice.between(graph, plan))
    if not plan.passes or plan.tile:
        made = kernel(graph, plan, device, inputs, outputs)
        kept_between = twice.between(graph, plan) if isinstance(plan, Twice) else (
            strips.between(graph, plan) if plan.kind == "strips" else [])
        return Sequence([Launch(made, plan.block, plan.local, max(1, len(plan.shares)), most=plan.most)], kept_between)
    launches: list[Launch] = []
    stages: list[Between] = []
    for part, own in plan.passes:
        formats_read = [inputs[i] if stage is None else stages[stage].format for i, stage in enumerate(part.reads)]
        writes = tuple(range(len(stages), len(stages) + len(part.stages)))
        formats_written = tuple([kept(node.type) for node in part.stages]) or outputs
        stages += [Between(kept(node.type), part.margin) for node in part.stages]
        made = kernel(part.graph, own, device, formats_read, formats_written, part.reads, writes, part.margin)
        launches.append(Launch(made, own.block, own.local, 1, own.shape))
    return Sequence(launches, stages)


def _after_ends(graph: Graph, plan: Plan, ends: Plan, inputs: tuple[Format, ...], outputs: tuple[Format, ...],
                device: Target) -> list[Launch]:
    """A scan down of one across, whose `ends` at strips of columns another kernel finds before."""
    across = kernel(crossed.across(graph).graph, ends, device, inputs, ())
    across.name += "_across"
    return [Launch(across, ends.block, ends.local),
            Launch(kernel(graph, plan, device, inputs, outputs), plan.block, plan.local)]


def _laid(formats: Iterable[Format], device: Target) -> tuple[Format, ...]:
    """How pixels lie, and how the device takes them apart."""
    return tuple([replace(each, fours=device.fours and each.memory == "buffer" and ELEMENTS[each.dtype].size == FOUR)
                  for each in formats])


def kernel(graph: Graph, plan: Plan, device: Target, inputs: Iterable[Format], outputs: Iterable[Format],
           reads: Iterable[int | None] = (), writes: Iterable[int] = (),
           margin: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Kernel:
    # A GPU's pictures lie in memory of ours; a CPU computes in the caller's, wherever that is.
    made = frame(graph, _laid(inputs, device), _laid(outputs, device), tuple(reads), tuple(writes), margin,
                 device.kind == "gpu")
    wide = plan.lanes > 1 or getattr(plan, "still", False) or pixels.crashes_vectoriser(graph)
    kernel = Kernel(graph.name.strip("<>"), made.parameters, made.tables, [], wide, margin=made.margin)
    kernel.follows = plan.kind == "fronts"
    kernel.alone = plan.kind in ALONE and not plan.shares and not any(
        parameter.picture or parameter.stands == "stop" for parameter in made.parameters)
    kernel.loose = plan.kind in LOOSE and not plan.shares and device.kind == "cpu" and graph.dimensions < 3
    if plan.kind != "spectra" and (device.kind == "gpu" and not kernel.alone or isinstance(plan, Scans) and plan.pieces > 1):
        kernel.group = plan.local
    if plan.kind == "spectra":
        kernel.opaque = Opaque(made, plan, device)
    elif plan.shares:
        kernel.body = _in_shares(made, plan)
    else:
        code = BODIES[plan.kind](made, plan)
        kernel.body, kernel.rewrites, kernel.spare = code.statements, code.rewrites, code.spare
    kernel.body[:0] = made.before
    return kernel


class Opaque:
    """What a kernel computes that is not written in the language: a large kernel by its spectrum."""

    def __init__(self, made: Frame, plan: Plan, device: Target):
        self.made, self.plan, self.device = made, plan, device


def _in_shares(made: Frame, plan: Plan) -> list[Statement]:
    """Work-items behind one another, each for some of the results."""
    code = Code()
    for number, outputs in enumerate(plan.shares):
        part = replace(made, graph=share(made.graph, outputs), sinks=[made.sinks[i] for i in outputs])
        mine = Operation(OPS["eq"], (item(2), Number(number)), "bool")
        code.add(If(mine, [Section(BODIES[plan.kind](part, plan).statements)]))
    return code.statements
