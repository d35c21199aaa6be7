"""Stages in passes of their own: a stage that everything reads, and that would be computed over and over in registers,
is written to an intermediate image first.

A pass computes one stage for every place where a later one needs it, so its image is larger than the result by a
margin; the last pass computes the outputs. What lies beyond the picture is computed there too, from the picture's own
border: an intermediate image has no edge of its own, and the result is what one pass would give.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import starmap

from ...ir import LEVELS, Builder, Graph, ImageParam, OpKind, Output, PixelType, ScalarParam, Value, constant, known
from ...ir.ops import ADD
from ..stages.kinds import CONST, GATHER, READ, REDUCE, SCALAR, SIZE, X, Y
from ..stages.stages import Place, Stages
from ..stages.web import Node, Roll, Use, Way

Margin = tuple[int, int, int, int]
NO_MARGIN: Margin = (0, 0, 0, 0)


@dataclass(frozen=True)
class Turn:
    """Of a pass that is gone over once in each turn of a loop: which of its images begin elsewhere in each, and which of its
    numbers are others, with the columns of the loop's tables."""

    roll: Roll
    places: dict[ImageParam, int]
    weights: dict[ScalarParam, int]


@dataclass(frozen=True)
class Pass:
    """One kernel of several. `stages` are the nodes it writes to intermediate images (none: it writes the outputs);
    `reads` says which images of its graph are intermediate: an index into all stages, or None for the filter's own.
    With `over` its stages lie where those from that one on were: it adds to them (turns.py)."""

    graph: Graph
    stages: tuple[Node, ...]
    reads: tuple[int | None, ...]
    margin: Margin
    turn: Turn | None = None
    over: int | None = None

    def image(self, stage: Node, every: list[Node]) -> ImageParam:
        """What it calls a stage of an earlier pass that it reads."""
        return self.graph.images[self.reads.index(every.index(stage))]


def cut(found: Stages, nodes: list[Node], unit: int = 1, pixels: int = 0) -> list[Pass]:
    """The filter as passes: one for each set of stages that are needed at the same places, then one for the outputs. Of
    copies of `pixels` the unit is another."""
    return [*before(found, nodes, unit, pixels), ending(found, nodes, unit, pixels)]


def before(found: Stages, nodes: list[Node], unit: int = 1, pixels: int = 0) -> list[Pass]:
    """One for each set of stages."""
    groups, images, margins = _cuts(found, nodes, unit, pixels)
    cuts = [*images]
    passes = []
    for number, group in enumerate(groups, 1):
        writer = _Writer(found, images, margins, margins[group[0]], set(group))
        outputs = [Output((writer.value(node, 0, 0),), "Float") for node in group]
        passes.append(writer.finish(f"{found.graph.name}_{number}", outputs, tuple(group), cuts))
    return passes


def ending(found: Stages, nodes: list[Node], unit: int = 1, pixels: int = 0) -> Pass:
    """The one for the outputs."""
    _, images, margins = _cuts(found, nodes, unit, pixels)
    writer = _Writer(found, images, margins, NO_MARGIN, set())
    outputs = [Output(tuple(writer.use(use, 0, 0) for use in uses), output.kind)
               for uses, output in zip(found.outputs, found.graph.outputs)]
    return writer.finish(found.graph.name, outputs, (), [*images])


def _cuts(found: Stages, nodes: list[Node], unit: int,
          pixels: int = 0) -> tuple[list[list[Node]], dict[Node, ImageParam], dict[Node, Margin]]:
    """The sets of stages that go together, an image for each stage, and its margin. What is left of the result is a multiple
    of `unit` columns, so that vectors that were aligned stay so."""
    order = {node: index for index, node in enumerate(found.order)}
    groups: dict[tuple[Margin, int, object], list[Node]] = {}
    for node in sorted(nodes, key=order.__getitem__):
        # Runs have a pass with other runs, as have copies of pixels with one another, and a large kernel one of its own.
        copied = pixels if node.kind is READ else 0
        together = Way.RUN if node.way is Way.RUN else node if node.way is Way.SPECTRUM else bool(copied)
        around = margin(found, node, copied or unit)
        groups.setdefault((around, depth(node, set(nodes)), together), []).append(node)
    images = {node: ImageParam(node.name or "stage", PixelType(node.type, 1)) for group in groups.values() for node in group}
    margins = {node: around for (around, *_), group in groups.items() for node in group}
    return [*groups.values()], images, margins


def written(found: Stages, nodes: list[Node], unit: int = 1) -> list[tuple[int, int]]:
    """How long each pass would be at its least: values that a pixel needs, and what these are put together of."""
    groups, images, _ = _cuts(found, nodes, unit)
    return [*[_written(found, [Use(node, 0, 0) for node in group], images.keys() - set(group)) for group in groups],
            _written(found, found.roots, images.keys())]


def _written(found: Stages, roots: Iterable[Use], read: AbstractSet[Node]) -> tuple[int, int]:
    needs: dict[Node, set[Place]] = {}
    for use in roots:
        needs.setdefault(use.node, set()).add((use.dx, use.dy))
    terms = 0
    for node in reversed(found.order):
        if node in needs and node not in read:
            terms += len(needs[node]) * len(node.uses)
            for use in node.uses:
                needs.setdefault(use.node, set()).update([(to.dx, to.dy) for to in starmap(use.shifted, needs[node])])
    return sum(len(places) for node, places in needs.items() if any(node.moves)), terms


def candidates(found: Stages) -> list[list[Node]]:
    """Sets of stages worth a pass, those that save most first: all that are needed at the same places go together."""
    groups: dict[frozenset[Place], list[Node]] = {}
    for node in found.shared:
        places = found.needs[node]
        if node.type in LEVELS and all(node.moves) and len(places) > 2:
            groups.setdefault(frozenset(places), []).append(node)
    # Of stages that are needed at the same places, only those that no other of them is computed from.
    tops = []
    for needs, nodes in groups.items():
        inner = {use.node for node in nodes for use in node.uses}
        kept = [node for node in nodes if node not in inner]
        if kept:
            tops.append((len(needs) * len(kept), kept))
    return [nodes for _, nodes in sorted(tops, key=lambda top: -top[0])]


def margin(found: Stages, node: Node, unit: int) -> Margin:
    """How far beyond the result a stage is needed."""
    columns = [dx or 0 for dx, _ in found.needs[node]]
    rows = [dy or 0 for _, dy in found.needs[node]]
    return (max(0, -(min(columns) // unit * unit)), max(0, -min(rows)), max(0, max(columns)), max(0, max(rows)))


def depth(node: Node, cuts: set[Node], seen: dict[Node, int] | None = None) -> int:
    """How many other cuts a node is computed from, one after the other."""
    seen = {} if seen is None else seen
    if node not in seen:
        seen[node] = max((depth(use.node, cuts, seen) + (use.node in cuts) for use in node.uses), default=0)
    return seen[node]


class _Writer:
    """Writes the graph of one pass. Its pixel (0, 0) is at the corner of its margin."""

    def __init__(self, found: Stages, images: dict[Node, ImageParam], margins: dict[Node, Margin], around: Margin,
                 own: set[Node]):
        self.found, self.images, self.margins, self.around, self.own = found, images, margins, around, own
        self.graph = Graph(found.graph.name, scalars=list(found.graph.scalars), exact=found.graph.exact,
                           dimensions=found.graph.dimensions)
        self.builder = Builder(self.graph.body)
        self.made: dict[tuple[Node, int, int], Value] = {}
        self.read: list[Node] = []

    def finish(self, name: str, outputs: list[Output], stages: tuple[Node, ...], cuts: list[Node]) -> Pass:
        own = list(self.found.graph.images)
        self.graph.name, self.graph.outputs = name, outputs
        self.graph.images = own + [self.images[node] for node in self.read]
        return Pass(self.graph, stages, (None,) * len(own) + tuple(cuts.index(n) for n in self.read), self.around)

    def use(self, use: Use, dx: int, dy: int) -> Value:
        return self.value(use.node, dx + (use.dx or 0), dy + (use.dy or 0))

    def value(self, node: Node, dx: int, dy: int) -> Value:
        """The node's value at an offset from the pixel; what does not change along an axis is the same all along it."""
        key = node, dx if node.moves[0] else 0, dy if node.moves[1] else 0
        if key not in self.made:
            self.builder.location = node.location
            value = self.made[key] = self.write(*key)
            if value.name is None and node.name:
                value.name = node.name
        return self.made[key]

    def place(self, dx: int, dy: int, around: Margin = NO_MARGIN) -> tuple[Value, Value]:
        """Coordinates of an offset from the pixel: in the filter's images, or in one with a margin."""
        return (self.builder.emit("add", self.graph.x, constant(dx - self.around[0] + around[0])),
                self.builder.emit("add", self.graph.y, constant(dy - self.around[1] + around[1])))

    def write(self, node: Node, dx: int, dy: int) -> Value:
        emit, kind = self.builder.emit, node.kind
        if node in self.images and node not in self.own:
            if node not in self.read:
                self.read.append(node)
            return emit("read", *self.place(dx, dy, self.margins[node]), image=self.images[node], channel=0)
        if kind is CONST:
            return known(node.type, node.attributes[0])
        if kind is SCALAR:
            scalar: ScalarParam = node.attributes[0]
            return scalar.value
        if kind is SIZE:
            image, which = node.attributes
            return emit(which, image=image)
        if kind in (X, Y):
            return self.place(dx, dy)[kind is Y]
        if kind is READ:
            image, channel = node.attributes
            return emit("read", *self.place(dx, dy), image=image, channel=channel)
        operands = [self.use(use, dx, dy) for use in node.uses]
        if kind is GATHER:
            image, channel = node.attributes
            return emit("read", *operands, image=image, channel=channel)
        if kind is REDUCE:
            return self.reduced(node, operands)
        assert isinstance(kind, OpKind), f"{kind} is within a loop alone"
        return self.builder.append(kind, tuple(operands), node.attributes)

    def reduced(self, node: Node, operands: list[Value]) -> Value:
        op, weights, start, *_ = node.attributes
        total: Value | None = None if start is None or op is ADD else constant(start)
        for weight, operand in zip(weights, operands):
            term = operand if weight == 1.0 else self.builder.emit("mul", operand, constant(float(weight)))
            total = term if total is None else self.builder.emit(op.name, total, term)
        assert total is not None, "nothing is put together"
        return self.builder.emit("add", total, constant(float(start))) if op is ADD and start else total
