"""Two scans in one kernel, on a GPU: of one that takes another at its own place, neither the one nor the other needs a
picture in between.

- Where both go along the same lines, the same way, they are gone over together. Where one goes back, the kernel goes forth
  first and keeps what is carried into each stretch; then it takes the stretches from the other end, and goes over each forth
  and back. So a picture is read twice and written once. (How long that takes: target.py.) But rows of two pictures, as a
  domain transform's, take 0.69 ms for 0.59 in two kernels: those stay apart.
- Of a scan down of one across, a kernel before finds what each row carries into every few columns (`ends`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...ir import Graph, ImageParam, Op, PixelType, Value, callees, every_op, given_by
from ...ir.ops import CALL, READ
from ...ir.scans import shown
from ...passes.rewrite import Rewriter
from ..plans import Ends, Twice
from ..target import Stored, Target
from .laws import law_of_lines
from .scans import Shape, grid, room_to_tell, shape_of, split


class Pair(NamedTuple):
    """The first scan, the one that takes it, and which of the first's results the images are that this one reads."""

    first: Graph
    then: Graph
    handed: dict[ImageParam, Value]


@lru_cache(8)
def pair_of(graph: Graph) -> Pair:
    """A scan that calls another one, as two."""
    (first,) = callees(graph)
    made = Handed(graph)
    return Pair(first.graph, made.run(), made.handed)


class Handed(Rewriter):
    """Calls become reads of images."""

    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.images: dict[Value, ImageParam] = {}
        self.changed = True

    @property
    def handed(self) -> dict[ImageParam, Value]:
        return {image: value for value, image in self.images.items()}

    def plain(self, op: Op) -> Value:
        if op.kind is not CALL:
            return super().plain(op)
        value = given_by(op)
        if value not in self.images:
            self.images[value] = ImageParam(value.name or "handed", PixelType(value.type, 1))
        return self.builder.emit("read", *self.values(op.operands), image=self.images[value], channel=0)


def plan_twice(graph: Graph, target: Target, inputs: Sequence[Stored] = (), outputs: Sequence[Stored] = ()) -> Twice | None:
    """The plan of a scan that calls another one, if there is one."""
    first, then, handed = pair_of(graph)
    if first.exact or then.exact:
        return None
    crosses = first.scan.axis != then.scan.axis
    colours = max([image.pixel.channels for image in graph.images], default=0) > 2
    laws = [law_of_lines(each) for each in (first, then)]
    light, (lines, length, group) = all(law is not None and law.light for law in laws), target.scan_columns
    fewer = target.scan_crossed if crosses else target.scan_twice if light else (lines, length, group // 2)
    rows, columns = target.scan_long_rows, target.scan_colours if colours else fewer
    shape = shape_of([then] if crosses else [first, then], target, rows, columns)
    if shape is None:
        return None
    how: dict[str, Any] = dict(target=target, inputs=tuple(inputs), outputs=tuple(outputs))
    ends = None
    if crosses:
        across = shape_of([first], target, target.scan_ends, columns)
        if across is None or across.lines > 1:
            return None
        while shape.length > shape.pieces and squares_room(first, shape) > target.local_memory * 0.9:
            shape = shape._replace(length=shape.length // 2)
        if squares_room(first, shape) > target.local_memory * 0.9:
            return None
        long = across.length // across.pieces
        if shape.lines % long or shape.length % shape.pieces or shape.pieces * shape.lines % shape.length:
            return None
        block, local = grid(0, *across.group)
        ends = Ends(block=block, local=local, strip=shape.lines, told=first.scan.told, axis=0, **across._asdict(), **how)
    elif first.scan.step != then.scan.step and shape.lines > 1 and then.scan.axis == 0 and read(first) > len(handed):
        return None  # to read all of that twice takes longer than to keep what is made of it
    block, local = grid(then.scan.axis, *shape.group)
    return Twice(block=block, local=local, first=first.scan.told, ends=ends, told=then.scan.told, axis=then.scan.axis,
                 **shape._asdict(), **how)


def read(graph: Graph) -> int:
    """How many numbers of images a scan reads."""
    return len({op.attributes for op in every_op(graph.body) if op.kind is READ})


def squares_room(graph: Graph, shape: Shape) -> int:
    """The bytes of a tile of a strip, in which rows are gone across, and of what its pieces tell one another."""
    law = law_of_lines(graph)
    assert law is not None
    results = sum(len(output.values) for output in shown(graph))
    tile = 4 * max(len(split(graph).feeds), results) * shape.length * (shape.lines + 1)
    return tile + 2 * room_to_tell(law, shape.pieces, shape.lines)
