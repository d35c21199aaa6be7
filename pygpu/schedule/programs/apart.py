"""Results of a function that have nothing to do with one another, and are computed alike: levels of a pyramid of colours.

    part  low (x, y): 3 numbers, each of another picture    three parts of one number, with one kernel

A driver takes as long to build a kernel as its text is long, and these are as long as all channels together. A CPU launches
three as quickly as one. Channels of one picture stay together: a pixel of it is read once.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from ...ir import Output, every_op
from ...ir.fingerprint import fingerprint
from ...passes.copying import Copy
from ..target import Target
from .parts import Part


def apart(parts: list[Part], target: Target) -> list[Part]:
    return [*chain.from_iterable(map(one_by_one, parts))] if target.lanes > 1 else parts


def one_by_one(part: Part) -> list[Part]:
    """A part as one for each of its results; as it is where these read the same, or are computed in other ways."""
    graph = part.graph
    special = graph.scan, graph.tally, graph.team, graph.lot, graph.order, graph.forest, part.plan, part.links
    if part.function is None or len(part.channels) == 1 or part.images or any(special) or len(graph.coordinates) > 2:
        return [part]
    found = [alone(part, number) for number in range(len(part.channels))]
    reads = [*chain.from_iterable([each.stages for each in found])]
    return found if len({*reads}) == len(reads) and len({fingerprint(each.graph) for each in found}) == 1 else [part]


def alone(part: Part, number: int) -> Part:
    """The part that gives one of its results."""
    output, copy = part.graph.outputs[number], Copy(part.graph.name, part.graph).over(part.graph)
    copy.graph.outputs = [Output(copy.of(output.values), output.kind)]
    read = {image for op in every_op(copy.graph.body) for name, image in op.attributes if name == "image"}
    stages = [(stage, image) for stage, image in zip(part.stages, part.graph.images) if image in read]
    copy.graph.images = [image for _, image in stages]
    copy.graph.folded = part.graph.folded
    return replace(part, graph=copy.graph, stages=tuple([stage for stage, _ in stages]), channels=(part.channels[number],))
