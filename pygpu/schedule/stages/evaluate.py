"""The living definition of stages: computed with NumPy, each node for the whole picture at once, wherever it is asked for.

What a node is worth does not depend on the way in which a plan computes it: a loop over a table is the sum of its turns
here, a run and a spectrum are sums of their terms. So each form of a filter's stages can be held to the graph by itself,
before there is a kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...ir import DTYPES, Array, ImageParam, Op, OpKind, Output, ScalarParam
from ...ir import evaluate as evaluate_graph
from ...ir.borders import Plane
from ...ir.ops import TABLE
from .kinds import OPAQUE
from .stages import Stages
from .web import Kind, Node, Roll, Use


def evaluate(found: Stages, images: Sequence[np.ndarray], scalars: Sequence[bool | int | float] = (),
             size: tuple[int, int] | None = None) -> list[np.ndarray]:
    """The images that stages give, as ir.evaluate gives those of their graph."""
    width, height = size or images[0].shape[1::-1]
    seen = _Sight(found, images, scalars, (width, height))
    with np.errstate(all="ignore"):
        every = [[np.broadcast_to(seen.value(use, 0, 0), (height, width)) for use in output] for output in found.outputs]
    return [np.stack(channels, axis=-1) for channels in every]


class _Sight:
    """A picture's pixels, and what nodes are worth at places relative to each of them."""

    def __init__(self, found: Stages, images: Sequence[np.ndarray], scalars: Sequence[bool | int | float],
                 size: tuple[int, int]):
        width, height = size
        self.x: Array = np.arange(width, dtype=np.int32)[None, :]
        self.y: Array = np.arange(height, dtype=np.int32)[:, None]
        graph = found.graph
        self.loops = found.loops
        self.planes = {image: Plane(image, pixels) for image, pixels in zip(graph.images, images, strict=True)}
        with np.errstate(over="ignore"):
            self.numbers = {param: DTYPES[param.value.type](value)
                            for param, value in zip(graph.scalars, scalars, strict=True)}
        self.values: dict[tuple[Node, int, int], Array] = {}
        self.turns: dict[Roll, int] = {}
        self.outer: _Sight | None = None
        opaque = [node.attributes for node in found.order if node.kind is OPAQUE]
        asked = [Output((op.results[index],), "Float") for op, index in opaque]
        results = evaluate_graph(replace(graph, outputs=asked), images, scalars, size) if asked else []
        self.results = {what: result[:, :, 0] for what, result in zip(opaque, results)}

    def read(self, image: ImageParam, channel: int, x: Array, y: Array) -> Array:
        return self.planes[image].read(channel, x, y)

    def size(self, image: ImageParam, which: str) -> Array:
        return np.int32(getattr(self.planes[image], which))

    def number(self, scalar: ScalarParam) -> Array:
        return self.numbers[scalar]

    def given(self, op: Op, index: int) -> Array:
        return self.results[op, index]

    def turn(self, roll: Roll) -> int:
        return self.turns[roll]

    def turned(self, roll: Roll) -> Iterator[_Sight]:
        """The same picture, in each turn of a loop."""
        for turn in range(roll.count):
            inner: Any = _Sight.__new__(_Sight)
            inner.__dict__.update(self.__dict__, values={}, turns={**self.turns, roll: turn}, outer=self)
            yield inner

    def value(self, use: Use, dx: int, dy: int) -> Array:
        """What a use is worth at an offset from each pixel."""
        node, dx, dy = use.node, dx + (use.dx or 0), dy + (use.dy or 0)
        if self.outer is not None and self.loops.get(node) not in self.turns:  # the same in each turn
            return self.outer.value(Use(node, 0, 0), dx, dy)
        key = node, dx if node.moves[0] else 0, dy if node.moves[1] else 0
        if key not in self.values:
            self.values[key] = self.worth(*key)
        return self.values[key]

    def worth(self, node: Node, dx: int, dy: int) -> Array:
        kind = node.kind
        if isinstance(kind, Kind):
            return kind.evaluate(self, node, dx, dy)
        operands = [self.value(use, dx, dy) for use in node.uses]
        if kind is TABLE:
            attributes = dict(node.attributes)
            return np.array(attributes["values"], DTYPES[attributes["type"]]).take(operands[0], mode="clip")
        return applied(kind, operands)


def applied(kind: OpKind, operands: list[Array]) -> Array:
    if kind.evaluate is None:
        raise ValueError(f"{kind.name} is no operation on values")
    return kind.evaluate(*operands)
