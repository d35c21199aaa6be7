"""filter.explain(): what the compiler found and decided, in words, and what limits the filter on this device."""

from __future__ import annotations

import math

import numpy as np

from ..ir import every_op, functions
from ..ir.ops import FOLD, LOOP, ORDER, TALLY
from ..runtime import figures
from ..schedule.describe import computed, found_in, moved, number
from ..schedule.stages.footprint import footprint
from .arguments import short
from .engines.engine import described

MEGAPIXEL = (1000, 1000)
SIDES = ("left", "up", "right", "down", "before, in planes", "behind, in planes")


def explain(filter, story, engine) -> str:
    graph, device = story.graph, getattr(engine, "device", None)
    lines = [f"{filter.__name__}" + (f", on {device.name} ({device.platform})" if device is not None else "")]
    lines += [f"  {title:<10} {text}" for title, text in (
        ("known", "; ".join(f"{name} = {shown(value)}" for name, value in known(story)) or "nothing"),
        ("symbols", "; ".join(symbols(story, graph)) or "none"),
        *of_graph(story, graph),
        *(("value", told) for told in values(graph)),
        *(("frozen", f"{name or 'a value'} ({shown(value)}): too large to be compared at each call, it stays as it was "
           "when it was traced") for name, value in story.frozen))]
    plan, *more = str(engine.plan).splitlines()
    lines += [f"  {'plan':<10} {plan}", *(f"  {'':<8} {line}" for line in more)]
    if device is not None and not story.of_arrays:
        lines += [f"  {title:<10} {text}" for title, text in limits(engine, device)]
    return "\n".join(lines)


def of_graph(story, graph):
    """How large it is, and how far it reaches around a pixel."""
    if story.of_arrays:
        loops = sum(op.kind is LOOP for op in every_op(graph.body))
        yield "arrays", f"{operations(graph.body)} operations on whole arrays and numbers" + (
            f", in {loops} loop{'s' * (loops > 1)} that the host takes from kernel to kernel" if loops else "")
        return
    yield "footprint", reach(footprint(graph))
    yield "graph", f"{operations(graph.body)} operations for a pixel, if each is computed by itself"


def known(story):
    for parameter in story.parameters:
        if parameter.role == "known":
            yield parameter.name, parameter.value


def shown(value) -> str:
    if isinstance(value, np.ndarray) and value.size > 4:
        return f"{' x '.join(map(str, value.shape))} numbers"
    return short(value)


def symbols(story, graph):
    images = {image.name: image for image in graph.images}
    for parameter in story.parameters:
        if parameter.role == "position":
            yield f"{parameter.name}, the position"
        elif parameter.name in images:
            image = images[parameter.name]
            modes = [f"{mode} {axis}" for mode, axis in zip(image.border, ("across", "down", "from plane to plane"))]
            border = image.border[0] if len(set(image.border)) == 1 else " and ".join(modes)
            kind = {1: "an array", 3: "a volume"}.get(image.dimensions, "an image")
            yield f"{parameter.name}, {kind} of {image.pixel} pixels, border {border}"
        elif parameter.is_image:
            yield f"{parameter.name}, a whole array"
        elif parameter.role == "typed":
            yield f"{parameter.name}, {described(parameter.type)}"


def reach(footprint) -> str:
    """Around a pixel: 2 left, 2 up, 2 right, 2 down."""
    if not any(footprint) and None not in footprint:
        return "the pixel itself"
    told = [f"{far} {side}" for far, side in zip(footprint, SIDES) if far]
    axes = [axis for axis, far in zip(("across", "down"), footprint) if far is None]
    axes += ["from plane to plane"] if len(footprint) > 4 and footprint[4] is None else []
    return ", ".join(told + ([f"{' and '.join(axes)} wherever data says"] if axes else []))


def values(graph):
    """What is computed before any pixel: values of the whole picture, of a row, of a column."""
    for function in functions(graph):
        if not function.kept:
            continue
        inner = function.graph
        ops = [op for op in every_op(inner.body) if op.kind in (FOLD, TALLY, ORDER, LOOP)]
        place = next((op.location for op in (*ops, *inner.body.ops) if op.location), None)
        where = f" ({place.function}, line {place.line})" if place else ""
        axes = {"row": inner.y, "column": inner.x}
        often = next((f"once for each {name}" for name, axis in axes.items() if any(
            axis in op.operands[:2] for op in ops if op.kind is FOLD)), "once")
        kinds = {op.kind for op in ops}
        how = ("a table, in any order" if TALLY in kinds else "sorted, as far as is needed" if ORDER in kinds
               else "in any order, so in parallel" if FOLD in kinds
               else "in order, as what it carries on asks for" if LOOP in kinds else "from values like it")
        yield f"{function.name}{where}: {often}, {how}"


def asked_for(engine, size: tuple[int, ...]) -> tuple[float, float]:
    """The bytes that are read and written for a result of this size, and the operations: of a program those of its parts, as
    large as they were in the last call."""
    plan, pixels = engine.plan, math.prod(size)
    parts, areas = getattr(plan, "plans", (plan,)), getattr(engine.launcher, "areas", None)
    each = list(zip(parts, areas if areas and len(areas) == len(parts) else [pixels] * len(parts)))
    return sum([area * sum(moved(part)) for part, area in each]), sum([area * computed(part) for part, area in each])


def limits(engine, device):
    """What memory and arithmetic ask for, and which of them decides."""
    plan, size, found = engine.plan, engine.size or MEGAPIXEL, figures.measured(device)
    here = f"{' x '.join(map(str, size))} pixels" if engine.size else "a megapixel"
    nbytes, adds = asked_for(engine, size)
    memory, arithmetic = nbytes / found.bandwidth / 1e9, adds / found.arithmetic / 1e9
    megabytes, millions = number(nbytes / 1e6), number(adds / 1e6)
    yield "memory", f"{megabytes} MB read and written for {here}: {ms(memory)} at this device's {found.bandwidth:.3g} GB/s"
    if any(found.opaque for found in found_in(plan)):
        yield "arithmetic", "how often its loops run depends on data"
        return
    yield "arithmetic", f"{millions} million operations: {ms(arithmetic)} at its {found.arithmetic:.3g} G additions/s"
    slower = "memory" if memory > arithmetic else "arithmetic"
    if max(memory, arithmetic) < found.launch:
        slower, memory = "the launch", found.launch
    yield "limit", f"{slower}, about {ms(max(memory, arithmetic))}"


def ms(seconds: float) -> str:
    """As people say it: 1.2 s, 503 ms, 0.142 ms, 3.37 us."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{1e3 * seconds:.3g} ms" if seconds >= 1e-5 or not seconds else f"{1e6 * seconds:.3g} us"


def operations(block) -> int:
    return sum(1 for _ in every_op(block))
