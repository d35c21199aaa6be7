"""Pictures whose channels are all computed alike, as pictures of one channel that are so many times as wide.

    r g b r g b r g b ...       im(x + 1, y).r, .g and .b  are  im(x + 3, y)

A blur of a colour picture does the same with red, green and blue. Vectors of neighbours then hold what lies in memory one
after the other: nothing is taken apart by channels and put together again, which took longer than the blur.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...ir import Graph, ImageParam, Op, Output, PixelType, Value, by_pixel, constant, image_of, same
from ...ir.ops import READ
from ...passes import settled
from ...passes.inline import shifted
from ...passes.ordered import ordered
from ...passes.rewrite import Rewriter
from ..target import Stored, Target


@dataclass(frozen=True)
class Wide:
    """The graph of one channel in rows of all of them, with the same images in the same order, and how many there are."""

    graph: Graph
    channels: int

    def __str__(self) -> str:
        return f", all {self.channels} channels in one row"


def as_one(formats: Sequence[Any]) -> tuple[Any, ...]:
    """How pictures are stored, as pictures of one channel."""
    return tuple([replace(format, channels=1) for format in formats])


def wide(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Wide | None:
    """Of a picture whose channels are all computed alike, from the same channel of pictures alone."""
    count = len(graph.outputs[0].values)
    shapes = [(len(output.values), format.channels, format.memory) for output, format in zip(graph.outputs, outputs)]
    if count == 1 or {*shapes} != {(count, count, "buffer")} or len(outputs) != len(graph.outputs):
        return None
    if graph.dimensions != 2 or graph.rows > 1 or any(op.blocks for op in graph.body.ops):
        return None
    stored = dict(zip(graph.images, inputs))
    looks = [op for op in graph.body.ops if any(name == "image" for name, _ in op.attributes)]
    images = [image for image in graph.images if any(image_of(op) is image for op in looks)]
    if not images or not all(is_plain(image, count, stored.get(image)) for image in images):
        return None
    if any(op.kind is not READ for op in looks) or not _Alike(graph).every_channel():
        return None
    into = {image: one_channel(image, count) for image in images}
    if None in into.values():
        return None
    made = settled(_Widened(graph, into, count).run())
    made.name = graph.name
    return Wide(ordered(made, as_one(inputs), as_one(outputs)) if target.lanes > 1 else made, count)


def is_plain(image: ImageParam, count: int, stored: Stored | None) -> bool:
    return stored is not None and stored.memory == "buffer" and image.pixel.channels == stored.channels == count and (
        image.dimensions == 2 and not image.plane)


def one_channel(image: ImageParam, count: int) -> ImageParam | None:
    """An image as one of all channels in one row; nothing where each has a fill of its own."""
    across, down = image.border
    if image.open_axes and len({*image.fill}) > 1:
        return None
    border = by_pixel(across, count), down
    return ImageParam(image.name, PixelType(image.pixel.scalar, 1), border, image.fill[:1], image.data)


class _Alike:
    """Whether a filter does the same with each channel: the same operations, down to pixels whose column is so far from the
    own one and whose row is the same for all pixels of a row."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.free: dict[Value, bool] = {}  # whether a value comes from no pixel's channel and no column
        for op in graph.body.ops:
            is_free = op.kind is not READ and all(self.is_free(value) for value in op.operands)
            self.free.update(dict.fromkeys(op.results, is_free))

    def is_free(self, value: Value) -> bool:
        return self.free.get(value, value is not self.graph.x)

    def every_channel(self) -> bool:
        seen: set[tuple[Value, Value, int]] = set()
        waiting = [(output.values[0], value, channel)
                   for output in self.graph.outputs for channel, value in enumerate(output.values)]
        while waiting:
            case = waiting.pop()
            if case in seen:
                continue
            seen.add(case)
            first, value, channel = case
            if same(first, value) and self.is_free(value):
                continue
            if not isinstance(first.owner, Op) or not isinstance(value.owner, Op):
                return False
            pair = first.owner, value.owner
            if pair[0].kind is not pair[1].kind:
                return False
            if pair[0].kind is READ:
                if not self.are_alike(*pair, channel):
                    return False
            elif pair[0].attributes != pair[1].attributes or any(name in ("image", "function")
                                                                 for name, _ in pair[0].attributes):
                return False
            else:
                waiting += [(*each, channel) for each in zip(pair[0].operands, pair[1].operands, strict=True)]
        return True

    def are_alike(self, first: Op, other: Op, channel: int) -> bool:
        (x, y), place = first.operands, tuple(map(shifted, other.operands))
        return (tuple(map(shifted, first.operands)) == place and shifted(x)[0] is self.graph.x and self.is_free(y)
                and image_of(first) is image_of(other) and channel_of(first) == 0 and channel_of(other) == channel)


def channel_of(op: Op) -> Any:
    return dict(op.attributes)["channel"]


class _Widened(Rewriter):
    """All channels read as the one; of the results, the first channel's."""

    def __init__(self, graph: Graph, into: dict[ImageParam, ImageParam | None], count: int):
        super().__init__(graph)
        self.into, self.count, self.changed = into, count, True
        self.graph.images = [into.get(image) or image for image in graph.images]

    def run(self) -> Graph:
        made = super().run()
        made.outputs = [Output(output.values[:1], output.values[0].type.value) for output in made.outputs]
        return made

    def plain(self, op: Op) -> Value:
        if op.kind is not READ:
            return super().plain(op)
        by = constant(self.count * shifted(op.operands[0])[1])
        column = self.builder.emit("add", self.graph.x, by)
        return self.builder.emit("read", column, self.value(op.operands[1]), image=self.into[image_of(op)], channel=0)


def for_rows(target: Target, count: int) -> Target:
    """What is as wide as most pictures, for rows that are so many times as long."""
    def times(widths: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([width * count for width in widths])

    return replace(target, strip=target.strip * count, strips=times(target.strips), ring_widths=times(target.ring_widths))
