"""Scans that go on together, one made of the other: nothing between them has an image of its own. (On a GPU: twice.py.)

On a CPU along the same rows, over a few rows at a time: what goes forth is still in the cache when it is gone back over. So
a picture is read once and written once.

    part 1   forth, a scan to the right                 one part: a scan to the left that calls forth at its own place,
    part 2   back, a scan to the left that reads it     along sixteen rows after the other

Of a scan down of one across, a work-item goes down a strip of columns. What is before it in each row another kernel finds,
which goes across and writes no more than that: so it is read twice and written once.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from ...ir import Function, Graph, ImageParam, Op, Value, callees, every_graph, every_op, image_of
from ...ir.ops import READ
from ...ir.scans import asked
from ...passes.rewrite import Rewriter
from ..programs.parts import Part
from ..target import Target
from .scans import split
from .twice import plan_twice

LINES, LIGHT, CARRIED = 2, 16, 4  # of scans that cross: results, operations of each, and numbers that they carry on


def joined(parts: list[Part], target: Target) -> tuple[list[Part], dict[Function, Function | None]]:
    """The parts of a program, scans that go on together as one of them; and which scan is computed with which other."""
    found, waiting, hosts = [], list(parts), dict[Function, Function | None]()
    while waiting:
        first = waiting.pop(0)
        takers = [at for at, part in enumerate(waiting) if any(stage.function is first.function for stage in part.stages)]
        both = joint(first, waiting[takers[0]], target) if len(takers) == 1 else None
        if both is not None:
            assert first.function is not None
            then, waiting[takers[0]] = waiting[takers[0]], both
            hosts[first.function] = then.function
        else:
            found.append(first)
    return found, hosts


def joint(first: Part, then: Part, target: Target) -> Part | None:
    """Two scans as one part, where one kernel can do both."""
    if not is_joined(first, then) or not (first.graph.scan.axis == then.graph.scan.axis or can_cross(first, then)):
        return None
    if target.kind == "cpu":
        return together(first, then) if target.lanes > 1 and first.graph.scan.axis == 0 else None
    if callees(first.graph) or callees(then.graph):
        return None
    both = together(first, then)
    return both if plan_twice(both.graph, target) is not None else None


def is_joined(first: Part, then: Part) -> bool:
    """Whether two parts are scans of pictures, and the one reads the other only where it is itself."""
    if first.function is None or not (is_plain(first.graph) and is_plain(then.graph)):
        return False
    if first.limits or first.begins or then.begins or first.origin != then.origin or first.plan or then.plan:
        return False
    kept, own = its_images(first, then), (then.graph.x, then.graph.y)
    touching = [op for op in every_op(then.graph.body)
                if any(each in kept for name, each in op.attributes if name == "image")]
    return all(op.kind is READ and op.operands == own and op in then.graph.body.ops for op in touching)


def is_plain(graph: Graph) -> bool:
    """Whether it is a scan of pictures, each line for itself."""
    scan = graph.scan
    return scan is not None and not (scan.chunks or scan.slant or scan.turned) and (
        graph.dimensions == 2 and not any(scalar.is_plane for scalar in graph.scalars))


def can_cross(first: Part, then: Part) -> bool:
    """Whether the one goes down what the other makes across, to the right, and both so lightly that all stays in registers,
    and doing the one twice is nothing."""
    if (first.graph.scan.axis, first.graph.scan.step) != (0, 1) or callees(first.graph) or len(first.channels) > LINES:
        return False
    across, down = split(first.graph), split(then.graph)
    ops = [*across.before.body.ops, *across.law.body.ops], down.is_left.body.ops
    far = [*asked(first.graph).values(), *asked(then.graph).values()]
    return all(len(each) <= LIGHT and not any(op.blocks for op in each) for each in ops) and sum(far) <= CARRIED


def its_images(first: Part, then: Part) -> dict[ImageParam, int]:
    """The images in which a part reads what another one gives: which of its results each is."""
    stages = then.graph.images[len(then.images):]
    return {image: first.channels.index(stage.channels) for image, stage in zip(stages, then.stages)
            if stage.function is first.function}


def together(first: Part, then: Part) -> Part:
    kept = its_images(first, then)
    graph = Calling(then.graph, Function(first.graph.name, copy(first.graph)), kept).run()
    images = tuple(sorted({*first.images, *then.images}))
    params = dict(zip((*first.images, *then.images), (*first.graph.images[:len(first.images)],
                                                      *then.graph.images[:len(then.images)])))
    mine = [(image, stage) for part in (first, then)
            for image, stage in zip(part.graph.images[len(part.images):], part.stages) if image not in kept]
    graph.images = [*[params[number] for number in images], *[image for image, _ in mine]]
    for each in every_graph(graph):
        each.images = graph.images
    return replace(then, graph=graph, images=images, stages=tuple([stage for _, stage in mine]))


class Calling(Rewriter):
    """Reads of some images become calls of the function that gives them."""

    def __init__(self, graph: Graph, function: Function, kept: dict[ImageParam, int]):
        super().__init__(graph)
        self.function, self.kept, self.changed = function, kept, True

    def plain(self, op: Op) -> Value:
        if op.kind is READ and image_of(op) in self.kept:
            return self.builder.emit("call", *self.values(op.operands), function=self.function,
                                     channel=self.kept[image_of(op)])
        return super().plain(op)
