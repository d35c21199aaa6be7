"""A filter for a part of its result, given parts of its pictures.

No step of making a graph better: what a call asked for that computes a region. A pixel of it knows two places: its own
in the part (x, y), and that in the whole result, which is what the filter means by its position. What moves with the result
(ir/moving.py) is read and called at places in the part; other images at places in the whole, less where the part of them
begins that was given. What is the same for all parts is told them (steady.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from pygpu.ir import (
    INT,
    SIDES,
    Block,
    Const,
    Function,
    Graph,
    ImageParam,
    Op,
    Output,
    PixelType,
    ScalarParam,
    Type,
    Value,
    called,
    constant,
    every_graph,
)
from pygpu.ir.domains import USUAL
from pygpu.ir.functions import ASKS
from pygpu.ir.graph import Attributes
from pygpu.ir.moving import FREE, STILL, Edge, Instance, Movement, Way, gathers
from pygpu.ir.needed import Reached, followed
from pygpu.ir.scans import Edge as ScanEdge

from .dead import dead
from .inline import shifted
from .rewrite import Rewriter, used
from .steady import Steady, table_of, values_of, where


class Told(NamedTuple):
    """A number that a part is told: along an axis where it begins, `rate` times that; how large an image is; where the part
    of an image begins that is read so; from where on functions are asked that do not move with it; or what a value is.
    Images are numbered as they are given."""

    what: str
    axis: int
    rate: Fraction = Fraction(1)
    image: int = 0
    ways: tuple[Way, ...] = ()
    value: Value | None = None


@dataclass
class Regional:
    """The graph of a part of a `whole`: the axes along which it is `cut`, what parts begin at multiples of, which image each
    of its images is (by its number) and how its places move, and what it is told in its last numbers."""

    whole: Graph
    graph: Graph
    cut: frozenset[int]
    period: tuple[int, ...]
    images: list[tuple[int, tuple[Way, ...]]]
    told: list[Told] = field(default_factory=list)
    values: list[tuple[Steady, list[Told]]] = field(default_factory=list)
    tables: list[Steady] = field(default_factory=list)  # images behind the others
    edges: dict[Value, Edge] = field(default_factory=dict)  # of the whole
    rates: dict[Function, tuple[Way, ...]] = field(default_factory=dict)
    become: dict[Function, Function] = field(default_factory=dict)  # what its functions are in the whole
    apart: dict[Function, list[int]] = field(default_factory=dict)  # those with places of their own, along these axes,
    inside: list[bool] = field(default_factory=list)  # which begin in the picture; images that are asked there, too


def regional(graph: Graph) -> Regional:
    """
    before  r = read im x//2 y;  s = add x, r;  w = width im
    The position is told where the part begins along the axes that are cut, and how large the whole is.
    after   r = read im x//2 y;  s = add (x + left), r;  w = width

    A filter that asks for nothing but its neighbours, at whatever resolution, is the same anywhere, and stays as it is. Of
    what is left over each value of the whole has one here, at the same offset from the pixel: sums are then added in the
    same order, and no bit of a result tells how it was cut.
    """
    return _Regions(graph).made()


class _Regions:
    """What the functions of a program share when they are written for a part."""

    def __init__(self, graph: Graph):
        self.old, self.movement = graph, Movement(graph)
        self.images = [image for image in graph.images if image.data is None]
        self.read = self.movement.read()
        self.params: dict[tuple[ImageParam, tuple[Way, ...]], ImageParam] = {}
        self.where: dict[Function, tuple[int, ...]] = {}  # which places of a table are asked for
        self.reached = reached(graph, dict.fromkeys([scalar.value for scalar in graph.scalars], 1))
        self.surely = reached(graph, {})
        there = [[self.surely[instance.function][axis] is not None for instance in self.movement.instances.values()
                  if axis in self.apart(instance)] for axis in range(len(graph.coordinates))]
        self.inside = [bool(each) and all(each) for each in there]
        self.begin()

    def begin(self) -> None:
        self.scalars: dict[Told, ScalarParam] = {}
        self.functions: dict[Instance, Function] = {}
        self.values: dict[Value, Graph] = {}
        self.tables: dict[tuple[Function, int], ImageParam] = {}

    def made(self) -> Regional:
        old, movement = self.old, self.movement
        period = tuple(movement.period)
        if not movement.cut:
            still: list[tuple[int, tuple[Way, ...]]] = [
                (number, (STILL,) * image.dimensions) for number, image in enumerate(self.images)]
            return Regional(old, old, movement.cut, period, still)
        _Writer(self, movement.main).run()  # how each image is read is known then
        for image in self.images:           # one that is not read gives its size
            if not any(each is image for each, _ in self.params):
                self.param(image, (STILL,) * image.dimensions)
        self.begin()
        graph = dead(_Writer(self, movement.main).run())
        params = sorted(self.params.items(), key=lambda item: self.number_of(item[0][0]))
        images = [(self.number_of(image), ways) for (image, ways), _ in params]
        held = set[Value]().union(*map(used, every_graph(graph)))
        told = {what: scalar for what, scalar in self.scalars.items() if scalar.value in held}
        rates = {function: instance.ways for instance, function in self.functions.items()}
        rates |= {instance.function: instance.ways for instance in movement.instances.values() if instance.function}
        if not told and not self.tables and len(params) == len(self.images):
            return Regional(old, old, movement.cut, period, images, edges=movement.edges, rates=rates)
        for each in every_graph(graph):
            each.images = [*[param for _, param in params], *self.tables.values(),
                           *[image for image in old.images if image.data is not None]]
            each.scalars = [*old.scalars, *told.values()]
        tables = [table_of(old, function, channel, self.where[function]) for function, channel in self.tables]
        values = self.values_of(told)
        become = {function: instance.function for instance, function in self.functions.items() if instance.function}
        apart = {function: axes for instance, function in self.functions.items() if (axes := self.apart(instance))}
        return Regional(old, graph, movement.cut, period, images, [*told], values, tables, movement.edges, rates, become,
                        apart, self.inside)

    def apart(self, instance: Instance) -> list[int]:
        """Along which axes a function has places of its own: those of the whole, less where what is asked for begins."""
        known = self.reached.get(instance.function) if instance.function is not None else None
        if known is None or gathers(instance.graph):
            return []
        return [axis for axis, way in enumerate(instance.ways)
                if way is FREE and axis in self.movement.cut and known[axis] is not None]

    def begun(self, axis: int) -> Value:
        """From where on functions with places of their own are asked."""
        return self.number(Told("apart", axis))

    def least(self, instance: Instance, axis: int) -> int:
        """A place of its own before which such a function is not asked."""
        known = self.surely[instance.function][axis] if self.inside[axis] else None
        return 0 if known is None else min(0, int(known[0]))

    def param(self, image: ImageParam, ways: tuple[Way, ...]) -> ImageParam:
        """The image that is read so."""
        key = image, ways
        if key not in self.params:
            again = sum(each is image for each, _ in self.params)
            self.params[key] = replace(image, name=f"{image.name}_{again + 1}") if again else image
        return self.params[key]

    def number(self, told: Told, type: Type = INT) -> Value:
        if told not in self.scalars:
            names = {"begin": ("left", "top", "front"), "size": SIDES, "origin": ("from_x", "from_y", "from_z"),
                     "apart": ("at_x", "at_y", "at_z")}
            name = names[told.what][told.axis] if told.what in names else told.what
            value = Value(type, None, f"{name}{len(self.scalars) or ''}")
            self.scalars[told] = ScalarParam(value.name or "", value)
        return self.scalars[told].value

    def function(self, instance: Instance) -> Function:
        if instance not in self.functions:
            assert instance.function is not None
            self.functions[instance] = instance.function.with_graph(dead(_Writer(self, instance).run()))
        return self.functions[instance]

    def value(self, graph: Graph, value: Value) -> Value:
        """A value that is the same for all parts."""
        self.values[value] = graph
        return self.number(Told("value", 0, value=value), value.type)

    def values_of(self, told: Iterable[Told]) -> list[tuple[Steady, list[Told]]]:
        """What computes those that are told, those of one function together."""
        found: dict[int, tuple[Graph, list[Told]]] = {}
        for each in told:
            if each.value is not None:
                graph = self.values[each.value]
                found.setdefault(id(graph), (graph, []))[1].append(each)
        return [(values_of(self.old, graph, [each.value for each in several if each.value]), several)
                for graph, several in found.values()]

    def table(self, function: Function, channel: int, around: tuple[int, ...]) -> tuple[ImageParam, tuple[int, ...]]:
        """What is asked of a function that is the same for all parts, as an image; and where that begins."""
        low, high = around[:2], around[2:]
        before = self.where.get(function, around)
        self.where[function] = (*map(min, low, before[:2]), *map(max, high, before[2:]))
        if (function, channel) not in self.tables:
            pixel = PixelType(function.results[channel].type, 1)
            self.tables[function, channel] = ImageParam(f"{function.name}_{len(self.tables) + 1}", pixel)
        return self.tables[function, channel], self.where[function][:2]

    def number_of(self, image: ImageParam) -> int:
        return next(number for number, each in enumerate(self.images) if each is image)


class _Writer(Rewriter):
    """One function, called in one way."""

    def __init__(self, regions: _Regions, instance: Instance):
        super().__init__(instance.graph)
        self.regions, self.instance, self.movement = regions, instance, regions.movement
        self.changed, self.arms_of = True, dict[Block, Op]()
        self.apart = regions.apart(instance)
        self.is_still = all(way is STILL for way in instance.ways) and instance.function is not None
        self.steady = {scalar.value for scalar in regions.old.scalars}  # what is the same for all pixels
        scan = self.graph.scan
        if scan is not None:
            edges = tuple([self.edge(edge) for edge in scan.edges])
            slant = scan.slant and scan.slant._replace(ends=tuple([tuple(map(self.edge, ends)) for ends in scan.slant.ends]))
            self.graph.scan = scan._replace(edges=edges, slant=slant)

    def run(self) -> Graph:
        for axis in self.apart:
            own = self.builder.emit("add", self.graph.coordinates[axis], self.regions.begun(axis))
            self.define(self.old.coordinates[axis], own)
        self.block(self.old.body)
        self.graph.outputs = [Output(tuple(map(self.true, output.values)), output.kind) for output in self.old.outputs]
        return self.graph

    def edge(self, edge: ScanEdge) -> ScanEdge:
        return edge if edge.image is None else edge._replace(image=self.whole(edge.image))

    def whole(self, image: ImageParam) -> ImageParam:
        """The image with all that it has along the axes that are not cut; where nothing moves, along all of them."""
        if self.is_still:
            return self.regions.param(image, (STILL,) * image.dimensions)
        return next((param for (each, _), param in self.regions.params.items() if each is image), image)

    # --- values of the part, and of the whole ---

    def is_free(self, value: Value) -> bool:
        return self.instance.is_free(value, self.movement.cut)

    def true(self, old: Value) -> Value:
        """A value as the whole has it."""
        new = self.value(old)
        if not self.is_free(old):
            for axis in self.movement.cut:
                step = self.instance.moves(old, axis)
                if step is not None and step.rate:
                    new = self.builder.emit("add", new, self.regions.number(Told("begin", axis, step.rate)))
        return new

    def plain(self, op: Op) -> Value:
        name, attributes = op.kind.name, dict(op.attributes)
        image: Any = attributes.get("image")
        if name != "prior" and all(value.__class__ is Const or value in self.steady for value in op.operands):
            self.steady.add(op.result)
            outermost = self.builder.block is self.graph.body and not self.is_still
            if outermost and (name == "read" and image.data is None or name in ASKS and name != "kept"):
                return self.regions.value(self.old, op.result)
        edge = self.movement.edges.get(op.result)
        if edge is not None and edge.image is not None and not self.is_free(op.result):
            ways = next(ways for ways in self.regions.read[edge.image] if ways[edge.axis] == edge.rate)
            moving = self.regions.param(edge.image, ways)
            size = self.builder.emit(SIDES[edge.axis], image=moving)
            end = self.builder.emit("add", size, constant(edge.offset))
            return self.builder.append(op.kind, tuple([
                self.value(value) if value is edge.value else end for value in op.operands]), op.attributes)
        if name in SIDES and image.data is None:
            return self.size(op, image, SIDES.index(name))
        if name == "read" and image.data is None:
            ways = self.movement.ways(self.instance, op)
            places = self.places(op, ways)
            for axis, way in enumerate(ways):
                if way is FREE and (axis in self.movement.cut or axis not in self.movement.axes):  # a plane of a volume
                    if axis in self.apart and self.regions.inside[axis] and (by := self.beside(op.operands[axis], axis)):
                        places[axis] = by  # the image begins where the function's own places do
                        continue
                    begun = self.regions.number(Told("origin", axis, Fraction(1), self.regions.number_of(image), ways))
                    places[axis] = self.builder.emit("sub", places[axis], begun)
            return self.builder.append(op.kind, tuple(places), put(op, "image", self.regions.param(image, ways)))
        if name in ASKS:
            ways = self.movement.ways(self.instance, op)
            if name == "call" and not self.is_still and {*ways} == {STILL} and gathers(called(op).graph):
                around = where(self.old, op)
                if around is not None:
                    table, begin = self.regions.table(called(op), attributes["channel"], around)
                    places = [self.builder.emit("add", self.value(at), constant(-by)) for at, by in zip(op.operands, begin)]
                    return self.builder.emit("read", *places, image=table, channel=0)
            instance = self.movement.called(self.instance, op)
            function, places = self.regions.function(instance), self.places(op, ways)
            for axis in self.regions.apart(instance):
                places[axis] = self.place_apart(op.operands[axis], axis, places[axis], self.regions.least(instance, axis))
            return self.builder.append(op.kind, tuple(places), put(op, "function", function))
        of = self.true if name == "read" or self.is_free(op.results[0]) else self.value
        return self.builder.append(op.kind, tuple(map(of, op.operands)), op.attributes)

    def places(self, op: Op, ways: tuple[Way, ...]) -> list[Value]:
        """Where something is read or asked: in the part, if it moves with the result."""
        rest = (STILL,) * (len(op.operands) - len(ways))
        return [self.true(place) if way is FREE else self.value(place) for place, way in zip(op.operands, (*ways, *rest))]

    def beside(self, old: Value, axis: int) -> Value | None:
        """A place so many pixels from the function's own one."""
        base, by = shifted(old)
        if base is not self.old.coordinates[axis]:
            return None
        return self.builder.emit("add", self.graph.coordinates[axis], constant(by))

    def place_apart(self, old: Value, axis: int, place: Value, least: int) -> Value:
        """A place of the whole as one of a function that has its own."""
        if axis in self.apart and (by := self.beside(old, axis)):  # the caller has the same
            return by
        return self.builder.emit("max", self.builder.emit("sub", place, self.regions.begun(axis)), constant(least))

    def size(self, op: Op, image: ImageParam, axis: int) -> Value:
        if (axis in self.movement.cut or axis not in self.movement.axes) and not self.is_still:
            return self.regions.number(Told("size", axis, Fraction(1), self.regions.number_of(image)))
        return self.builder.append(op.kind, (), put(op, "image", self.whole(image)))

    # --- what holds blocks: of what may be either kind of value, both arms give the same kind ---

    def branch(self, op: Op) -> tuple[Value, ...]:
        self.arms_of.update(dict.fromkeys(op.blocks, op))
        return super().branch(op)

    def yields(self, arm: Block) -> tuple[Value, ...]:
        op = self.arms_of[arm]
        return tuple([self.true(value) if self.is_free(result) else self.value(value)
                      for value, result in zip(arm.results, op.results)])

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        of = [self.true if self.is_free(result) else self.value for result in (*body.args, *op.results[len(body.args):])]
        initial = [bring(value) for bring, value in zip(of, op.operands)]
        new = self.loop_block([arg.type for arg in body.args])
        for old, arg in zip(body.args, new.args):
            self.define(old, arg)
        with self.builder.inside(new):
            self.block(body)
            again, *results = body.results
            new.results = (self.value(again), *[bring(value) for bring, value in zip(of, results)])
        self.builder.location = op.location
        return self.builder.loop(tuple(initial), new)


def reached(graph: Graph, numbers: dict[Value, float]) -> dict[Any, Reached]:
    """Where functions are asked for a result of the usual size; along an axis where data decide, None."""
    size = USUAL[0][:len(graph.coordinates)]
    return followed(graph, [(0, length - 1) for length in size], dict.fromkeys(graph.images, USUAL[0]), numbers)


def put(op: Op, name: str, value: object) -> Attributes:
    """The attributes of an operation, one of them another one."""
    return tuple([(each, value if each == name else old) for each, old in op.attributes])
