"""Stages discovered: from the graph of one pixel to expressions, each with the offsets at which it is needed.

Whoever wrote a blur as a lambda, a nested call or one inlined sum, its value is one node here; in Harris's corner
detector the products of gradients turn out to be needed at nine offsets each, without the user saying so. From the
offsets follow the footprint, what a block of pixels has in common, and where each stage should live.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...ir import INT, Const, Function, Graph, Op, Ranges, ScalarParam, Value, called, image_of, ops
from ..sums.sums import normalise
from .footprint import coordinate
from .kinds import CONST, GATHER, MOVED, OPAQUE, READ, SCALAR, SIZE, WEIGHT, X, Y, computed
from .web import Node, Reduce, Roll, Use, Web, reachable

Place = tuple[int | None, int | None]  # relative to the pixel; None along an axis that does not matter


@dataclass
class Stages:
    """The nodes that a filter's outputs need, in order, and where each is needed relative to the pixel."""

    graph: Graph
    outputs: list[tuple[Use, ...]]                                    # the channels of each output
    order: list[Node] = field(default_factory=list)
    factors: tuple[Any, ...] = ()                                   # kernels that were taken apart: factors.Factors
    composed: int = 0                                               # sums that became part of another sum
    loops: dict[Node, Roll] = field(default_factory=dict)           # those that nodes are computed in (rolls.py)
    forms: dict[Any, Any] = field(default_factory=dict, repr=False)  # what was made of them, by what was asked for
    _spans: dict[Node, tuple[int, int, int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.order = reachable(self.roots)
        for node in self.order:
            turns = self._turns(node)
            if turns:
                self.loops[node] = turns

    @cached_property
    def needs(self) -> dict[Node, set[Place]]:
        """Where each is needed: offsets, None along an axis that does not matter."""
        found: dict[Node, set[Place]] = {node: set() for node in self.order}
        for use in self.roots:
            found[use.node].add((use.dx, use.dy))
        for node in reversed(self.order):
            for use in node.operands:
                places = found.setdefault(use.node, set())  # of stages that are wrong, too: they are printed
                for dx, dy in found[node]:
                    moved = use.shifted(dx, dy)
                    places.add((moved.dx, moved.dy))
        return found

    def _turns(self, node: Node) -> Roll | None:
        """The loop that a node is computed in, or that it is the sum of."""
        if node.kind in (MOVED, WEIGHT):
            roll: Roll = node.attributes[-2]
            return roll
        if ends_a_loop(node):
            turns: Roll = node.attributes.turns
            return turns
        around = (self.loops.get(use.node) for use in node.operands if not ends_a_loop(use.node))
        return next(filter(None, around), None)

    @property
    def roots(self) -> list[Use]:
        return [use for output in self.outputs for use in output]

    @property
    def opaque(self) -> list[Node]:
        """Real branches and loops, which are computed pixel by pixel."""
        return [node for node in self.order if node.kind is OPAQUE]

    @property
    def shared(self) -> list[Node]:
        """What deserves the name of a stage: computed, and needed at more than one offset."""
        return [node for node in self.order if computed(node) and len(self.needs[node]) > 1]

    def extent(self, node: Node) -> tuple[int, int, int, int]:
        """(left, top, right, bottom): how far around the pixel a node is needed, from its middle to its middle."""
        left, top, right, bottom = self.span(node)
        columns = [dx + (left + right) // 2 for dx, _ in self.needs[node] if dx is not None] or [0]
        rows = [dy + (top + bottom) // 2 for _, dy in self.needs[node] if dy is not None] or [0]
        return (max(-min(columns), 0), max(-min(rows), 0), max(max(columns), 0), max(max(rows), 0))

    def span(self, node: Node) -> tuple[int, int, int, int]:
        """The first and last column and row of what a node reads, from its own origin."""
        for inner in () if self._spans else self.order:  # operands come first
            corners = [(use.dx or 0, use.dy or 0, *self._spans.get(use.node, (0, 0, 0, 0)))
                       for use in inner.uses if any(use.node.moves)]
            self._spans[inner] = (min((x + left for x, _, left, _, _, _ in corners), default=0),
                                  min((y + top for _, y, _, top, _, _ in corners), default=0),
                                  max((x + right for x, _, _, _, right, _ in corners), default=0),
                                  max((y + bottom for _, y, _, _, _, bottom in corners), default=0))
        return self._spans[node]


def ends_a_loop(node: Node) -> bool:
    """Whether it is what the turns of a loop come to."""
    return isinstance(node.attributes, Reduce) and node.attributes.turns is not None


def stages(graph: Graph) -> Stages:
    """The expressions of a graph modulo translation, with sums in their normal form."""
    return _read(graph, False)[0]


def stages_and_called(graph: Graph) -> tuple[Stages, list[Node]]:
    """The same, and what the functions give that are called: no sum that reads them is joined with theirs."""
    return _read(graph, True)


def _read(graph: Graph, apart: bool) -> tuple[Stages, list[Node]]:
    reader = _Reader(graph, Web(), {}, graph.scalars)
    counts = [len(output.values) for output in graph.outputs]
    roots = [reader.use(value) for output in graph.outputs for value in output.values]
    called = [use for uses in reader.known.values() for use in uses] if apart else []
    _, found = normalise([*roots, *called], graph.exact)
    remaining = iter(found)
    outputs = [tuple(next(remaining) for _ in range(count)) for count in counts]
    made = Stages(graph, outputs)
    there = {*made.order}
    # (What is another one with a factor, those who read it take from that one.)
    return made, [node if node in there or len(node.uses) != 1 else node.uses[0].node for node, *_ in remaining]


class _Reader:
    """Reads a graph's straight line into a web. Branches and loops are leaves, each for itself."""

    def __init__(self, graph: Graph, web: Web, known: dict[Function, tuple[Use, ...]], scalars: Iterable[ScalarParam]):
        self.graph, self.web, self._ranges = graph, web, Ranges(graph)
        self.known, self.scalars = known, scalars
        self._uses: dict[Value, Use] = {
            graph.x: self.web.leaf(X, (), INT),
            graph.y: self.web.leaf(Y, (), INT),
        }
        for param in scalars:
            self._uses[param.value] = self.web.leaf(SCALAR, (param,), param.value.type)
        for op in graph.body.ops:
            self.op(op)

    def use(self, value: Value) -> Use:
        if isinstance(value, Const):
            number = 0 if value.value is None else value.value
            return self.web.leaf(CONST, (number,), value.type)
        return self._uses[value]

    def op(self, op: Op) -> None:
        if op.blocks:
            for index, result in enumerate(op.results):
                self._uses[result] = self.web.leaf(OPAQUE, (op, index), result.type)
            return
        use = self._uses[op.result] = self._simple(op)
        if use.node.name is None and op.result.name:
            use.node.name, use.node.home = op.result.name, (use.dx or 0, use.dy or 0)
        if use.node.location is None:
            use.node.location = op.location
        if op.result.type is INT:
            use.node.exact = use.node.exact or self._ranges.exact(op)

    def _simple(self, op: Op) -> Use:
        kind, type = op.kind, op.result.type
        if kind is ops.READ:
            return self._read(op)
        if kind is ops.CALL:
            return self._called(op)
        if kind in ops.SIZES:
            return self.web.leaf(SIZE, (image_of(op), kind.name), INT)
        if type is INT and kind in (ops.ADD, ops.SUB):
            at = coordinate(self.graph, op.result)
            if at is not None and at.base:  # p.x + 1 is the next pixel's p.x
                return self.web.leaf(X if at.base == "x" else Y, (), INT, at.offset, at.offset)
        return self.web.make(kind, op.attributes, [self.use(v) for v in op.operands], type)

    def _read(self, op: Op) -> Use:
        attributes = (image_of(op), dict(op.attributes).get("channel", 0))
        x, y = (coordinate(self.graph, v) for v in op.operands)
        if x is not None and y is not None and (x.base, y.base) == ("x", "y"):
            return self.web.leaf(READ, attributes, op.result.type, x.offset, y.offset)
        return self.web.make(GATHER, attributes, [self.use(v) for v in op.operands], op.result.type)

    def _called(self, op: Op) -> Use:
        """What a function gives, so far on: its stages are those of its caller."""
        function = called(op)
        if function not in self.known:
            inner = _Reader(function.graph, self.web, self.known, self.scalars)
            self.known[function] = tuple([inner.use(value) for value in function.results])
        at = [coordinate(self.graph, v) for v in op.operands]
        return self.known[function][op.attributes[0][1]].shifted(*[each.offset for each in at if each is not None])
