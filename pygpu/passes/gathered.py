"""What is left of a value of the picture when what is gathered from the picture is known.

No step of making a graph better: what a large picture asks for. Folds and tallies over a rectangle that is the same for all
pixels are computed from bands of the pictures (programs/bands.py); of the pictures themselves the rest reads a few pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pygpu.ir import (
    INT,
    SIDES,
    Function,
    Graph,
    ImageParam,
    Op,
    Output,
    PixelType,
    ScalarParam,
    Value,
    called,
    constant,
    functions,
)
from pygpu.ir.folds import How
from pygpu.ir.functions import ASKS

from .depends import look, roots
from .regional import put
from .rewrite import Rewriter

ORDERED = "add", "mul"  # floats put together in another order are other numbers


class Told(NamedTuple):
    """A number that the rest is told: the size of a call's image along an axis, where one of the rest's images begins, which
    is a part of those, or what was gathered (which of its results)."""

    what: str
    which: int
    axis: int


@dataclass(eq=False)
class Gathered:
    """A fold, or a tally, of what a graph gives at each place of a rectangle, which values of the graph `around` say."""

    value: Graph
    how: How
    length: int | None
    around: Graph
    place: tuple[Value, ...]


@dataclass
class Rest:
    """The graph, whose last numbers are those it is told. Its images are parts of those `read`, by their numbers, one for
    each place that is asked for; and then tables: which result of what was gathered."""

    graph: Graph
    told: list[Told]
    read: list[int]
    gathered: list[Gathered]
    tables: list[tuple[int, int]]


def rest_of(graph: Graph) -> Rest | None:
    """
    before  function mean (): t = fold add of value (0, 0, width, height)
    Everything that is gathered from all of a picture is told, and so is how large the picture is.
    after   function mean (): t

    None for a program in which a scan goes over a picture.
    """
    scans = [function.graph.scan for function in functions(graph) if function.graph.scan is not None]
    if any(scan.slant or any(edge.image is not None for edge in scan.edges) for scan in scans):
        return None
    return _Rest(graph).made()


@dataclass(eq=False)
class _Rest:
    old: Graph
    scalars: dict[Told, ScalarParam] = field(default_factory=dict)
    known: dict[Any, int] = field(default_factory=dict)
    gathered: list[Gathered] = field(default_factory=list)
    spots: dict[Any, tuple[int, ImageParam]] = field(default_factory=dict)
    tables: dict[tuple[int, int], ImageParam] = field(default_factory=dict)
    functions: dict[Function, Function] = field(default_factory=dict)

    def made(self) -> Rest:
        graph = _Writer(self, self.old).run()
        spots = [*self.spots.values()]
        graph.images = [*[image for _, image in spots], *self.tables.values(),
                        *[image for image in self.old.images if image.data is not None]]
        graph.scalars = [*self.old.scalars, *self.scalars.values()]
        return Rest(graph, [*self.scalars], [number for number, _ in spots], self.gathered, [*self.tables])

    @property
    def given(self) -> list[ImageParam]:
        return [image for image in self.old.images if image.data is None]

    def number(self, told: Told, type: Any = INT) -> Value:
        if told not in self.scalars:
            name = f"{told.what}_{told.which}_{told.axis}"
            self.scalars[told] = ScalarParam(name, Value(type, None, name))
        return self.scalars[told].value

    def spot(self, number: int, op: Op) -> tuple[int, ImageParam]:
        """The image of what is read there, and which of the rest's it is."""
        key, image = (number, op.operands), self.given[number]
        if key not in self.spots:
            self.spots[key] = number, replace(image, name=f"{image.name}_{len(self.spots)}")
        return [*self.spots].index(key), self.spots[key][1]

    def table(self, key: tuple[int, int], type: Any) -> ImageParam:
        return self.tables.setdefault(key, ImageParam(f"table_{len(self.tables)}", PixelType(type, 1)))

    def function(self, function: Function) -> Function:
        if function not in self.functions:
            self.functions[function] = function.with_graph(_Writer(self, function.graph).run())
        return self.functions[function]

    def gathers(self, op: Op, around: Graph) -> int:
        """The number of what an operation asks for."""
        attributes = dict(op.attributes)
        function, how = attributes["function"], attributes["how"]
        key = function, how, attributes.get("length"), op.operands[:4]
        if key not in self.known:
            inner = function.graph
            value = Graph(function.name, self.old.images, self.old.scalars, inner.x, inner.y, body=inner.body,
                          exact=self.old.exact)
            value.outputs = [Output((each,), each.type.value) for each in function.results]
            self.known[key] = len(self.gathered)
            self.gathered.append(Gathered(value, how, attributes.get("length"), around, op.operands[:4]))
        return self.known[key]


class _Writer(Rewriter):
    """One function of the program."""

    def __init__(self, rest: _Rest, graph: Graph):
        super().__init__(graph)
        self.rest, self.changed, self.roots = rest, True, roots(graph)

    def plain(self, op: Op) -> Value:
        name, attributes = op.kind.name, dict(op.attributes)
        image: Any = attributes.get("image")
        if name in SIDES and image.data is None:
            return self.rest.number(Told("size", self.image(image), SIDES.index(name)))
        if name == "read" and image.data is None:
            which, spot = self.rest.spot(self.image(image), op)
            places = [self.builder.emit("sub", self.value(at), self.rest.number(Told("from", which, axis)))
                      for axis, at in enumerate(op.operands)]
            return self.builder.append(op.kind, tuple(places), put(op, "image", spot))
        if name in ("fold", "tally") and self.is_gathered(op):
            number, channel = self.rest.gathers(op, self.old), attributes["channel"]
            if name == "fold":
                return self.rest.number(Told("gathered", number, channel), op.result.type)
            table = self.rest.table((number, channel), op.result.type)
            return self.builder.emit("read", self.value(op.operands[4]), constant(0), image=table, channel=0)
        if name in ASKS:
            function = self.rest.function(called(op))
            return self.builder.append(op.kind, self.values(op.operands), put(op, "function", function))
        return super().plain(op)

    def image(self, image: ImageParam) -> int:
        return next(number for number, each in enumerate(self.rest.given) if each is image)

    def is_gathered(self, op: Op) -> bool:
        """Whether bands of the picture can be put together: the same rectangle for all, and numbers in any order or parts
        of sums in theirs."""
        function, how = called(op), dict(op.attributes)["how"]
        sums = op.kind.name == "tally" and any(kind in ORDERED and value.type.is_float
                                               for kind, value in zip(how, function.results[1:]))
        return not sums and function.graph.dimensions == 2 and not any(look(self.roots, each) for each in op.operands[:4])
