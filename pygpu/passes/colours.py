"""Colours, between what pictures store and what a filter computes with: light, alpha, the order of the channels.

This is no step of making a graph better, but of making it what the call asked for; it stands before all others.
language/colours.py says the same of one pixel in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygpu.ir import FLOAT, VALUE, Graph, ImageParam, Op, Output, Value, constant, every_graph, every_op, functions, image_of
from pygpu.ir.ops import READ

from .inline import inline, needed
from .rewrite import Rewriter


@dataclass(frozen=True, slots=True)
class Reading:
    """How an image is seen. Its first channels are `colours`; if there is one more, that is their alpha.

    `alpha` is "straight", "premultiplied", or "stencil": premultiplied if the filter reads anything but its own pixel
    of such images, for only then colours are mixed. `reversed` is blue, green, red.
    """

    colours: int
    linear: bool = False
    alpha: str = "straight"
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class Colours:
    """What a call asks for: how each image is seen (None: as it is stored), and how results are stored.

    A result of four channels has an alpha, and one of two where `gray_alpha` says so."""

    images: tuple[Reading | None, ...]
    linear: bool = False
    reversed: bool = False
    gray_alpha: bool = False


def colours(graph: Graph, asked: Colours) -> Graph:
    """
    before  c = read {im, 0} x+1 y;  return c, ...
    Decodes and premultiplies what is read, and does the opposite with what is returned.
    after   s = read {im, 0} x+1 y;  l = decoded s;  a = read {im, 3} x+1 y;  c = mul l, a;  return encoded (c / a), ...
    """
    graph = inline(graph)
    program = _Colours(graph, asked)
    made = program.run()
    for function in functions(graph):
        function.graph = _Colours(function.graph, asked, program).run()
    return made


class _Colours(Rewriter):
    """Of a program, or of a function of one."""

    def __init__(self, graph: Graph, asked: Colours, program: _Colours | None = None):
        super().__init__(graph)
        self.asked, self.changed, self.program = asked, True, program
        self.readings = {image: reading for image, reading in zip(graph.images, asked.images) if reading}
        self.premultiplied: set[ImageParam] = program.premultiplied if program else self.which_premultiplied()
        self.images: dict[ImageParam, ImageParam] = program.images if program else {image: stored_order(image)
                                                      for image, reading in self.readings.items() if reading.reversed}
        self.graph.images = program.graph.images if program else [self.images.get(image, image) for image in graph.images]

    def which_premultiplied(self) -> set[ImageParam]:
        """The images whose colours are multiplied by their alpha. Where one is mixed, all are seen alike."""
        having_alpha = {i: r for i, r in self.readings.items() if r.colours < i.pixel.channels}
        stencil = {image for image, reading in having_alpha.items() if reading.alpha == "stencil"}
        elsewhere = [function.graph for function, places in needed(self.old).items() if places != {(None, 0, 0)}]
        mixed = any(op.operands != (graph.x, graph.y) or graph in elsewhere
                    for graph in every_graph(self.old) for op in every_op(graph.body)
                    if op.kind is READ and image_of(op) in stencil)
        asked = {image for image, reading in having_alpha.items() if reading.alpha == "premultiplied"}
        return asked | stencil if mixed else asked

    def run(self) -> Graph:
        super().run()
        if self.program is None:
            self.graph.outputs = [self.output(output) for output in self.graph.outputs]
        return self.graph

    def plain(self, op: Op) -> Value:
        image = dict(op.attributes).get("image")
        if image not in self.readings:
            return super().plain(op)
        if op.kind is not READ:
            return self.builder.emit(op.kind, image=self.images.get(image, image))
        x, y = self.values(op.operands)
        reading, channel = self.readings[image], dict(op.attributes)["channel"]

        def stored(channel: int) -> Value:
            if reading.reversed and channel < 3:
                channel = 2 - channel
            return self.builder.emit("read", x, y, image=self.images.get(image, image), channel=channel)

        value = stored(channel)
        if channel >= reading.colours:
            return value
        if reading.linear:
            value = self.decoded(value)
        if image in self.premultiplied:
            value = self.builder.emit("mul", value, stored(reading.colours))
        return value

    def output(self, output: Output) -> Output:
        values = list(output.values)
        if values[0].type is not FLOAT or output.kind == VALUE:
            return output
        has_alpha = len(values) == 4 or len(values) == 2 and self.asked.gray_alpha
        count = len(values) - has_alpha
        if len(values) == 2 and not has_alpha:
            return output
        for i, value in enumerate(values[:count]):
            if has_alpha and self.premultiplied:
                value = self.divided(value, values[count])
            values[i] = self.encoded(value) if self.asked.linear else value
        if self.asked.reversed and count == 3:
            values[:3] = values[2::-1]
        return Output(tuple(values), output.kind)

    def divided(self, value: Value, alpha: Value) -> Value:
        emit = self.builder.emit
        return emit("select", emit("gt", alpha, constant(0.0)), emit("div", value, alpha), value)

    def decoded(self, value: Value) -> Value:
        emit = self.builder.emit
        base = emit("div", emit("add", value, constant(0.055)), constant(1.055))
        return emit("select", emit("le", value, constant(0.04045)), emit("div", value, constant(12.92)),
                    emit("pow", base, constant(2.4)))

    def encoded(self, value: Value) -> Value:
        emit = self.builder.emit
        curve = emit("sub", emit("mul", constant(1.055), emit("pow", value, constant(1 / 2.4))), constant(0.055))
        return emit("select", emit("le", value, constant(0.0031308)), emit("mul", constant(12.92), value), curve)


def stored_order(image: ImageParam) -> ImageParam:
    """The image with its fill in the order in which its channels are stored."""
    fill = image.fill[2::-1] + image.fill[3:] if len(image.fill) > 2 else image.fill
    return ImageParam(image.name, image.pixel, image.border, fill, image.data)
