"""Volumes as planes: a graph of three dimensions as one of two, which every way to compute pictures serves.

A kernel over a volume is one over pictures, launched for all planes at once; which plane it is, z, is a number that is the
same for all its pixels. A read at (x + 1, y, z - 1) is then one at (x + 1, y) of another picture, the plane before. What is
read at a plane that is known from the pixel's own, or outright, is an image for each such plane; what is read where data
leads is one of the volume as a tall picture, all planes one below the other.

    before  read vol (x+1, y, z-1)              read vol (x, y, k)
    after   read vol_m1 (x+1, y)                read vol_tall (x, row k * height + y)

The images of planes stand behind those of the filter: `plane` says of which it is one, and where.

A scan from plane to plane is one down pictures that lie across: y is the number that is the same for all pixels of a
kernel, z goes down, and a row of such a picture is that row of the next plane. So `across` is told by the scan, `turned`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ...ir import INT, SIDES, Const, Graph, ImageParam, Op, ScalarParam, Value, constant, image_of, known, rule
from ...ir.ops import READ
from ...passes import settled
from ...passes.inline import shifted
from ...passes.rewrite import Rewriter
from ..target import Stored

AnyFormat = TypeVar("AnyFormat", bound=Stored)


class Plane(NamedTuple):
    """A part of the volume with this number among the filter's images: the plane `at`, counted from the one that is being
    computed or from the first; all planes, one below the other, where that is None."""

    image: int
    at: int | None
    relative: bool = True


def flat(graph: Graph, inputs: tuple[AnyFormat, ...]) -> tuple[Graph, tuple[AnyFormat, ...]]:
    """A graph with the formats of its images, both as the planner takes them: without volumes."""
    if graph.dimensions < 3 and all(image.dimensions < 3 for image in graph.images):
        return graph, inputs
    writer = _Flattener(graph)
    made = settled(writer.run())
    made.name, made.exact = graph.name, graph.exact
    planes = [image.plane for image in made.images[len(graph.images):] if image.plane is not None]
    return made, (*inputs, *[inputs[plane[0]] for plane in planes])


class _Flattener(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.changed = True
        self.planes: dict[Plane, ImageParam] = {}
        self.numbers = {image: number for number, image in enumerate(graph.images)}
        self.graph.images = list(graph.images)
        self.graph.scalars = list(graph.scalars)
        self.axes = (0, 1, 2)  # of the volume: two of the pictures, and that which goes from picture to picture
        scan = graph.scan
        if scan is not None and scan.axis == 2:
            self.axes = (0, 2, 1)
            self.graph.y, self.graph.z, self.graph.scan = graph.z, graph.y, scan._replace(axis=1, turned=True)
        if graph.dimensions == 3:
            self.graph.scalars.append(ScalarParam("z", self.graph.z, True))

    def plane(self, image: ImageParam, plane: Plane) -> ImageParam:
        if plane not in self.planes:
            tag = "tall" if plane.at is None else ("p" if plane.at >= 0 else "m") + str(abs(plane.at))
            if not plane.relative:
                tag = f"at_{tag}"
            across, down = ("clamp", "clamp") if plane.at is None else [image.border[axis] for axis in self.axes[:2]]
            made = ImageParam(f"{image.name}_{tag}", image.pixel, (across, down), image.fill, image.data, plane=plane)
            self.planes[plane] = made
            self.graph.images.append(made)
        return self.planes[plane]

    def plain(self, op: Op) -> Value:
        if op.kind is not READ or image_of(op).dimensions < 3:
            return super().plain(op)
        image = image_of(op)
        x, y, z = place = self.values(op.operands)
        first, second, deep = self.axes
        base, by = shifted(place[deep])
        channel, number = op.attributes[0][1], self.numbers[image]
        relative = base is self.graph.z
        if relative or base == Const(INT, 0).key:
            value = self.read(self.plane(image, Plane(number, by, relative)), (place[first], place[second]), channel)
            return self.within(image, channel, value, (place[deep],), (deep,))
        emit = self.builder.emit
        border = image.border
        down = self.moved(border[1], y, emit("height", image=image))
        plane = self.moved(border[2], z, emit("depth", image=image))
        row = emit("add", emit("mul", plane, emit("height", image=image)), down)
        across = self.moved(border[0], x, emit("width", image=image))
        value = self.read(self.plane(image, Plane(number, None)), (across, row), channel)
        return self.within(image, channel, value, (x, y, z), (0, 1, 2))

    def read(self, image: ImageParam, place: tuple[Value, Value], channel: int) -> Value:
        return self.builder.emit("read", *place, image=image, channel=channel)

    def within(self, image: ImageParam, channel: int, value: Value, place: tuple[Value, ...],
               axes: tuple[int, ...]) -> Value:
        """The value, or beyond a constant border its fill."""
        emit = self.builder.emit
        for at, axis in zip(place, axes):
            if axis in image.open_axes:
                size = emit(SIDES[axis], image=image)
                inside = emit("and", emit("ge", at, constant(0)), emit("lt", at, size))
                fill = image.fill[min(channel, len(image.fill) - 1)]
                value = emit("select", inside, value, known(image.pixel.scalar, fill))
        return value

    def moved(self, border: str, at: Value, size: Value) -> Value:
        """A coordinate brought back by the rule of a border, in operations of the graph."""
        emit = self.builder.emit
        place: _Number = rule(border).place(_Number(emit, at), _Number(emit, size), _Number.least, _Number.greatest)
        return place.value


class _Number:
    """A value of the graph that is computed with as Python's ints are."""

    def __init__(self, emit: Callable[..., Value], value: Value):
        self.emit, self.value = emit, value

    def by(self, name: str, other: _Number | int) -> _Number:
        return _Number(self.emit, self.emit(name, self.value, constant(other) if isinstance(other, int) else other.value))

    def __sub__(self, other: _Number | int) -> _Number:
        return self.by("sub", other)

    def __add__(self, other: int) -> _Number:
        return self.by("add", other)

    def __floordiv__(self, other: int) -> _Number:
        return self.by("floordiv", other)

    def __rmul__(self, other: int) -> _Number:
        return self.by("mul", other)

    def __mod__(self, other: _Number) -> _Number:
        return self.by("mod", other)

    def least(self, other: _Number | int) -> _Number:
        return self.by("min", other)

    def greatest(self, other: int) -> _Number:
        return self.by("max", other)
