"""How the places that a program reads move when its result does: what lets a part of a result be computed from parts.

Is the result computed for places so many columns further on, each value of the graph is the same as before, or a coordinate
that went on by so many times as much (a Step), or neither: it depends on where the pixel lies. `x + 3` goes on as x does,
`2*x` twice as fast, `x // 4` a quarter as fast where x goes on by multiples of 4, and `x % 4` not at all then.

A place that is read, or called, lies along each axis

    a Fraction   that many times as far on: the image can be a part that begins there
    STILL        where it lay before, whatever the pixel is
    FREE         anywhere: computed from where the pixel lies

A clamp at a picture's edge, `max(x, 0)` or `min(x, im.width - 1)`, is one at the part's edge as well: an Edge, beyond which
nothing may lie that is needed unless the picture ends there, too.

A function is looked at for each way in which it is called: for what moves with the result, and for what stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import NamedTuple

from .functions import ASKS, called, image_of
from .graph import Block, Const, Function, Graph, ImageParam, Op, Value, every_op, made_by
from .ops import SIZES
from .types import INT

MOST = 4096   # pixels that a result may have to move by at once, and how much faster something else may move
NEAR = 64     # pixels from a picture's edge at which a clamp counts as one there
STILL, FREE = "still", "free"

Way = Fraction | str


class Step(NamedTuple):
    """How much further on a value is, for each pixel that the result goes on by, if that is a multiple of `period`."""

    rate: Fraction
    period: int


Steps = list[Step | None]  # along each axis; None: it depends on where the pixel lies
SAME = Step(Fraction(0), 1)


class Edge(NamedTuple):
    """A coordinate that is compared with the first place along an axis, or with the last one of an image, and how far from
    it: `value - offset` has to lie within the part, or beyond where it ends with the picture."""

    axis: int
    rate: Fraction
    value: Value
    offset: int
    image: ImageParam | None


@dataclass(eq=False)
class Instance:
    """A function (or None: the program itself) called in one way, which says of each of its coordinates how it moves."""

    function: Function | None
    graph: Graph
    ways: tuple[Way, ...]
    steps: dict[Value, Steps] = field(default_factory=dict)  # of what does not stay the same
    results: list[bool] = field(default_factory=list)        # of each result: is it the same anywhere?

    def moves(self, value: Value, axis: int) -> Step | None:
        steps = self.steps.get(value)
        return SAME if steps is None else steps[axis]

    def is_free(self, value: Value, cut: Iterable[int]) -> bool:
        """Whether it depends on where the pixel lies."""
        return any(self.moves(value, axis) is None for axis in cut)


class Movement:
    """All functions of a program, in all ways that they are called; `cut` are the axes along which parts can be had, and
    `period` says for each of them what parts begin at multiples of."""

    def __init__(self, graph: Graph):
        self.graph, self.has_edges = graph, True
        self.axes = range(len(graph.coordinates))
        self.cut = frozenset(self.axes)
        while True:
            self.period, self.whole = [1 for _ in self.axes], set[int]()
            self.edges: dict[Value, Edge] = {}
            self.instances: dict[tuple[Function | None, tuple[Way, ...]], Instance] = {}
            self.main = self.instance(None, tuple([Fraction(1) if axis in self.cut else STILL for axis in self.axes]))
            if self.edges and not self.fits():
                self.has_edges = False
            elif self.whole & self.cut:
                self.cut -= self.whole
            else:
                break

    def fits(self) -> bool:
        """Whether the images at whose ends places are held are read at places that move so."""
        read = self.read()
        return all(edge.image is None or any(ways[edge.axis] == edge.rate for ways in read.get(edge.image, ()))
                   for edge in self.edges.values())

    def instance(self, function: Function | None, ways: tuple[Way, ...]) -> Instance:
        key = function, ways
        if key not in self.instances:
            graph = self.graph if function is None else function.graph
            found = self.instances[key] = Instance(function, graph, ways)
            results = [value for output in graph.outputs for value in output.values]
            found.results = [True for _ in results]
            for _ in range(2):  # what a scan gave before is the same anywhere if what it gives is
                _Walker(self, found).block(graph.body)
                same = [all((step := found.moves(value, axis)) is not None and not step.rate for axis in self.cut)
                        for value in results]
                if found.results == same:
                    break
                found.results = same
        return self.instances[key]

    def ways(self, instance: Instance, op: Op) -> tuple[Way, ...]:
        """How the place moves at which an operation reads or asks for something."""
        places = 2 if op.kind.name in ("fold", "tally", "order") else len(op.operands)
        beside = op.operands[places:]
        return tuple([self.way(instance, op.operands[axis], axis, beside) for axis in range(places)])

    def way(self, instance: Instance, place: Value, own: int, beside: tuple[Value, ...] = ()) -> Way:
        rate = Fraction(0)
        for axis in self.cut:
            step = instance.moves(place, axis)
            if step is None or step.rate and (axis != own or step.rate < 0):
                return FREE
            if axis == own:
                rate = step.rate
            if any((by := instance.moves(value, axis)) is None or by.rate for value in beside):
                return FREE
        return rate or STILL

    def called(self, instance: Instance, op: Op) -> Instance:
        """The function that an operation asks, as it asks it."""
        ways, function = self.ways(instance, op), called(op)
        ways += (STILL,) * (len(function.graph.coordinates) - len(ways))
        if FREE in ways and (op.kind.name != "call" or gathers(function.graph)):
            self.whole |= {axis for place in op.operands for axis in self.axes if not stays(instance.moves(place, axis))}
        if (scan := function.graph.scan) is not None:
            self.whole |= {axis for axis, way in enumerate(ways) if way is not STILL and scan.goes_along(axis)}
        return self.instance(function, ways)

    def read(self) -> dict[ImageParam, list[tuple[Way, ...]]]:
        """In which ways each image is read."""
        found: dict[ImageParam, list[tuple[Way, ...]]] = {}
        for instance in self.instances.values():
            for op in every_op(instance.graph.body):
                if op.kind.name == "read":
                    image, ways = image_of(op), self.ways(instance, op)
                    if ways not in found.setdefault(image, []):
                        found[image].append(ways)
        return found


def gathers(graph: Graph) -> bool:
    """Whether a function, or one that it asks, is made of more than its own place: then it has to be kept somewhere."""
    waiting, seen = [graph], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if any(kind is not None for kind in (each.scan, each.tally, each.lot, each.order)):
            return True
        for op in every_op(each.body):
            if op.kind.name in ASKS:
                if op.kind.name != "call" or called(op).kept:
                    return True
                waiting.append(called(op).graph)
    return False


class _Walker:
    """Finds how the values of a graph go on."""

    def __init__(self, movement: Movement, instance: Instance):
        self.movement, self.instance, self.known = movement, instance, instance.steps
        self.known.clear()
        for own, (place, way) in enumerate(zip(instance.graph.coordinates, instance.ways)):
            if way is FREE:
                self.known[place] = [None for _ in movement.axes]
            elif isinstance(way, Fraction):
                self.known[place] = [self.kept(axis, Step(way, way.denominator)) if axis == own else SAME
                                     for axis in movement.axes]

    def of(self, value: Value) -> Steps:
        return self.known.get(value) or [SAME for _ in self.movement.axes]

    def kept(self, axis: int, step: Step | None) -> Step | None:
        """The step, where it is no larger than it should be: a number that wraps goes on otherwise."""
        if step is None or abs(step.rate) > MOST:
            return None
        period = lcm(self.movement.period[axis], step.period)
        if period > MOST:
            return None
        self.movement.period[axis] = period
        return step

    def block(self, block: Block) -> None:
        for op in block.ops:
            if op.kind.name == "if":
                for inner in op.blocks:
                    self.block(inner)
                for number, value in enumerate(op.results):
                    self.one_of(value, op.operands[0], [inner.results[number] for inner in op.blocks])
            elif op.kind.name == "loop":
                self.loop(op)
            else:
                self.put(op.results[0], self.steps(op))

    def put(self, value: Value, steps: Steps) -> None:
        if all(step == SAME for step in steps):
            self.known.pop(value, None)
        else:
            self.known[value] = [self.kept(axis, step) for axis, step in enumerate(steps)]

    def one_of(self, value: Value, test: Value, arms: list[Value]) -> None:
        self.put(value, [joined(each) if stays(at) else None
                         for at, *each in zip(self.of(test), *[self.of(arm) for arm in arms])])

    def loop(self, op: Op) -> None:
        body = op.blocks[0]
        for arg, start in zip(body.args, op.operands):
            self.put(arg, self.of(start))
        while True:
            self.block(body)
            again, *results = body.results
            before = [self.of(arg) for arg in body.args]
            for arg, following in zip(body.args, results):
                self.put(arg, [joined(each) for each in zip(self.of(arg), self.of(following))])
            if before == [self.of(arg) for arg in body.args]:
                break
        for value, *given in zip_longest(op.results, results, body.args):  # what is carried, and then what is not
            self.one_of(value, again, [each for each in given if each is not None])

    def steps(self, op: Op) -> Steps:
        """What an operation gives, along each axis."""
        name, operands = op.kind.name, [self.of(value) for value in op.operands]
        same = True
        if name in ASKS:
            instance, channel = self.movement.called(self.instance, op), dict(op.attributes).get("channel", 0)
            same = name != "call" or instance.results[channel]
        elif name == "prior":
            same = self.instance.results[dict(op.attributes)["channel"]]
        elif name == "read":
            same = image_of(op).data is None or not any(map(self.known.get, op.operands))
        found: Steps = []
        for axis in self.movement.axes:
            each = [steps[axis] for steps in operands]
            known = [step for step in each if step is not None]
            if not same or len(known) != len(each):
                found.append(None)
            elif name == "read" or name in ASKS:
                there = all(not step.rate or own == axis and step.rate > 0 for own, step in enumerate(known))
                found.append(Step(Fraction(0), lcm(1, *[step.period for step in known])) if there else None)
            else:
                found.append(combined(op, known) or self.edge(op, axis, known))
        return found

    def edge(self, op: Op, axis: int, steps: list[Step]) -> Step | None:
        """What a comparison with a picture's edge gives: the same as one with the part's."""
        name = op.kind.name
        if name not in HELD or not self.movement.has_edges or axis not in self.movement.cut:
            return None
        values = list(zip(op.operands, steps))
        (value, step), (end, other) = values if steps[0].rate > 0 else reversed(values)
        base, offset = end_of(end)
        if other.rate or step.rate <= 0 or abs(offset) > NEAR:
            return None
        size = base.owner if base is not None and isinstance(base.owner, Op) else None
        if base is not None and (size is None or size.kind is not SIZES[axis]):
            return None
        image = None if size is None else image_of(size)
        if name in ("min", "max") and (name == "min") != (image is not None) or image is not None and image.data is not None:
            return None
        self.movement.edges[op.result] = Edge(axis, step.rate, value, offset, image)
        return Step(step.rate if name in ("min", "max") else Fraction(0), lcm(step.period, other.period))


HELD = {"min", "max", "lt", "le", "gt", "ge"}


def end_of(value: Value) -> tuple[Value | None, int]:
    """A value, if it is not known, and the number that is added to it."""
    offset = 0
    while not isinstance(value, Const):
        parts = made_by(value, "add") or made_by(value, "sub")
        if parts is None or not isinstance(parts[1], Const):
            return value, offset
        offset += parts[1].value if made_by(value, "add") else -parts[1].value
        value = parts[0]
    return None, offset + (value.value if value.type is INT and value.value is not None else NEAR + 1)


def stays(step: Step | None) -> bool:
    return step is not None and not step.rate


def combined(op: Op, steps: list[Step]) -> Step | None:
    """What becomes of values of which it is known how each goes on."""
    name, rates, period = op.kind.name, [step.rate for step in steps], lcm(1, *[step.period for step in steps])
    if not any(rates):
        return Step(Fraction(0), period)
    if name in ("add", "sub"):
        return Step(rates[0] + rates[1] if name == "add" else rates[0] - rates[1], period)
    if name == "neg":
        return Step(-rates[0], period)
    if name in ("lt", "le", "gt", "ge", "eq", "ne") and rates[0] == rates[1]:
        return Step(Fraction(0), period)
    if name in ("min", "max") and rates[0] == rates[1]:
        return Step(rates[0], period)
    if name == "select" and not rates[0] and rates[1] == rates[2]:
        return Step(rates[1], period)
    last = op.operands[-1]
    return by_a_number(name, rates[0], period, last.value) if isinstance(last, Const) else None


def joined(steps: Sequence[Step | None]) -> Step | None:
    """What a value does that is one of several."""
    known = [step for step in steps if step is not None]
    if len(known) != len(steps) or len({step.rate for step in known}) > 1:
        return None
    return Step(known[0].rate, lcm(*[step.period for step in known]))


def by_a_number(name: str, rate: Fraction, period: int, number: int) -> Step | None:
    """A coordinate and a known number put together."""
    if name == "mul":
        return Step(rate * number, period)
    if name in ("shr", "and"):
        name, number = ("floordiv", 1 << number) if name == "shr" and 0 <= number < 31 else ("mod", number + 1)
        if number < 1 or number & (number - 1):
            return None
    if name not in ("floordiv", "mod") or number <= 0:
        return None
    period = lcm(period, (rate / number).denominator)
    return Step(rate / number if name == "floordiv" else Fraction(0), period)
