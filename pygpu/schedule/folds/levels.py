"""Folds over a picture of bytes, the terms of which a pixel's byte alone decides: the rounds of a threshold.

    function mean (): fold add of value (0, 0, width, height)

Where such folds of one picture come to more than counting its bytes does, they are counted, once, and each fold goes over
the bytes that there are:

    function levels (x): tally add of each (0, 0, width, height, x), 256 entries
    function mean (): the sum over 256 bytes of the value for a byte, as often as it is there

What is the same as before to the last bit: whole numbers, extremes and logic. A sum of floats has 256 terms for millions,
in sixteen rows of sixteen.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from ...ir import (
    INT,
    Const,
    Function,
    Graph,
    ImageParam,
    Op,
    Type,
    Value,
    called,
    constant,
    every_graph,
    every_op,
    folds,
    functions,
    image_of,
    known,
    same,
)
from ...ir.folds import How, identities, together
from ...ir.functions import ASKS
from ...ir.graph import needs
from ...ir.ops import FOLD, HEIGHT, READ, WIDTH
from ...passes.copying import Copy
from ...passes.depends import look, roots
from ...passes.loops import counted
from ...passes.once import written_in
from ...passes.regional import put
from ...passes.rewrite import Rewriter
from ..cost import single, weight
from ..target import Stored, Target
from .rounds import is_size, rounds
from .tallies import BYTES

AS_OFTEN = {"add"}                     # as often as a byte is there,
AT_ALL = {"min", "max", "and", "or"}   # or if it is
KINDS = AS_OFTEN | AT_ALL
ROW = 16                               # bytes that are added up by themselves


def by_levels(graph: Graph, stored: Mapping[ImageParam, Stored], target: Target, whole: Graph | None = None,
              new: dict[Function, Function] | None = None) -> Graph:
    """The same program, in which such folds go over bytes that are counted. Of a part of a `whole` it is the folds that
    this has which say what is worth it, so that they give the same bits; `new` is told what each function has become."""
    new = {} if new is None else new
    images = worth_counting(graph if whole is None else whole, stored, target)
    if not any(of_bytes(op, images) for each in every_graph(graph) for op in folds(each.body)) and not any(
            rounds(each, images, KINDS) for each in every_graph(graph)):
        new.update((function, function) for function in functions(graph))
        return graph
    levels: dict[ImageParam, Function] = {}
    for function in functions(graph):
        new[function] = function.with_graph(_ByLevels(function.graph, images, new, levels).run())
    made = _ByLevels(graph, images, new, levels).run()
    written_in(made)
    return made


def worth_counting(graph: Graph, stored: Mapping[ImageParam, Stored], target: Target) -> set[ImageParam]:
    """The pictures of bytes whose folds together take longer than to count them; or that loops go over again and again."""
    bytes_ = {image for image, format in stored.items() if image.dimensions == 2 and not image.plane
              and (format.dtype, format.channels, format.memory) == ("uint8", 1, "buffer")}
    costs: dict[ImageParam, float] = defaultdict(float)
    every = {(called(op), op.operands): op for each in every_graph(graph) for op in folds(each.body)} if bytes_ else {}
    for op in every.values():
        if image := of_bytes(op, bytes_):
            costs[image] += target.fold_costs + cost_of(called(op).graph)
    for each in every_graph(graph) if bytes_ else ():
        costs.update({one.image: math.inf for one in rounds(each, bytes_, KINDS).values()})
    return {image for image, cost in costs.items() if cost >= target.counted}


def cost_of(graph: Graph) -> float:
    """What is computed of each pixel, in additions."""
    return sum(single(op) + sum(map(weight, op.blocks)) for op in moving_ops(graph))


def moving_ops(graph: Graph) -> dict[Op, None]:
    """The operations that are not the same at all places."""
    depends = roots(graph)
    return dict.fromkeys([op for op in graph.body.ops if any(look(depends, value) for value in op.results)])


def of_bytes(op: Op, images: set[ImageParam]) -> ImageParam | None:
    """Which of these pictures a fold goes over, all of it, if the byte at a place is all that its terms there depend on."""
    graph, here, (left, top, *sizes) = called(op).graph, (called(op).graph.x, called(op).graph.y), op.operands
    if not images or graph.dimensions != 2 or not KINDS.issuperset(dict(op.attributes)["how"]):
        return None
    read = {image_of(each) for each in every_op(graph.body) if is_here(each, graph)}
    if len(read) != 1 or not read <= images or not (same(left, constant(0)) and same(top, constant(0))):
        return None
    (image,) = read
    whole = all(is_size(size, image, kind) for size, kind in zip(sizes, (WIDTH, HEIGHT)))
    moves = any(not set(here).isdisjoint(needs(each)) for each in every_op(graph.body)
                if not each.blocks and not is_here(each, graph))
    return image if whole and not moves and set(here).isdisjoint(called(op).results) else None


def is_here(op: Op, graph: Graph) -> bool:
    return op.kind is READ and op.operands == (graph.x, graph.y)


class _ByLevels(Rewriter):
    """One graph of a program, whose functions are others now; `levels` are what counts the bytes of a picture."""

    def __init__(self, graph: Graph, images: set[ImageParam], new: dict[Function, Function],
                 levels: dict[ImageParam, Function]):
        super().__init__(graph)
        self.images, self.functions, self.levels, self.changed = images, new, levels, True
        self.instead: dict[Op, Value] = {}  # the byte that stands for a pixel
        self.rounds = rounds(graph, images, KINDS)

    def plain(self, op: Op) -> Value:
        if op in self.instead:
            return self.instead[op]
        if op.kind.name not in ASKS:
            return super().plain(op)
        image = of_bytes(op, self.images) if op.kind is FOLD else None
        if image is None:
            function = self.functions[called(op)]
            return self.builder.append(op.kind, self.values(op.operands), put(op, "function", function))
        attributes = dict(op.attributes)
        key = called(op), attributes["how"]
        found: list[Value] | None = self.builder.recall(key)
        if found is None:
            found = self.over_levels(called(op), attributes["how"], image)
            self.builder.remember(key, found)
        channel: int = attributes["channel"]
        return found[channel]

    def over_levels(self, value: Function, how: How, image: ImageParam) -> list[Value]:
        """What a fold gives."""
        moving = moving_ops(value.graph)
        outer, self.new = self.new, {}
        for op in value.graph.body.ops:
            if op not in moving:
                self.op(op)
        reads = [op for op in every_op(value.graph.body) if is_here(op, value.graph)]
        found = self.byte_by_byte(how, value.results, image, reads, moving)
        self.new = outer
        return found

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        one = self.rounds.get(op)
        if one is None or not self.used_before.isdisjoint(op.results[len(op.operands):]):
            return super().loop(op, fixed)
        emit, outer, found, order = self.builder.emit, dict(self.new), one.found, one.how.order
        start = identities(one.how.kinds, [found.carried[i].type for i in order])
        self.new.update({value: Const(value.type, None) for value in found.carried})
        self.new.update({found.carried[i]: value for i, value in zip(order, start)})
        whole = self.byte_by_byte(one.how.kinds, [found.following[i] for i in order], one.image, one.reads, one.terms)
        self.new = outer
        before = [self.value(found.initial[i]) for i in order]
        given = dict(zip([found.names[i] for i in order], together(emit, one.how.kinds, before, whole)))
        many = emit("mul", emit("width", image=one.image), emit("height", image=one.image))
        given.update({found.names[i]: emit("add", self.value(found.initial[i]), emit("mul", many, by))
                      for i, by in one.how.counts.items()})
        given[found.counters[0].arg] = self.value(found.counters[0].bound)
        return tuple([given[arg] if arg in given else self.value(first)
                      for arg, first in zip(op.blocks[0].args, op.operands)] + [
                          Const(result.type, None) for result in op.results[len(op.operands):]])

    def byte_by_byte(self, how: How, values: Sequence[Value], image: ImageParam, reads: Iterable[Op],
                     terms: Iterable[Op]) -> list[Value]:
        """What values at all places of a picture give together, where these operations make them of what is read there."""
        emit, convert = self.builder.emit, self.builder.convert
        nothing = identities(how, [each.type for each in values])

        def at_level(before: list[Value], number: Value) -> list[Value]:
            number = emit("min", number, constant(BYTES - 1))  # which says that there are no others
            often = emit("call", number, constant(0), function=self.counted_bytes(image), channel=0)
            level = self.level(number, image.pixel.scalar)
            self.instead = dict.fromkeys(reads, level)
            self.new.update({op.result: level for op in reads})
            for op in terms:
                self.op(op)
            is_there = emit("gt", often, constant(0))
            after = [emit("mul", each, convert(often, each.type)) if kind in AS_OFTEN else each
                     for kind, each in zip(how, self.values(values))]
            self.instead = {}
            return together(emit, how, before, [*map(partial(emit, "select", is_there), after, nothing)])

        def row(before: list[Value], first: Value) -> list[Value]:
            found = counted(self.builder, nothing, first, emit("add", first, constant(ROW)), 1, at_level)[1:]
            return together(emit, how, before, found)

        return counted(self.builder, nothing, constant(0), constant(BYTES), ROW, row)[1:]

    def level(self, number: Value, type: Type) -> Value:
        """What is read of a pixel that is such a byte."""
        if not type.is_float:
            return self.builder.convert(number, type)
        return self.builder.emit("table", number, type=type, values=tuple([
            type.number(byte / (BYTES - 1)) for byte in range(BYTES)]))

    def counted_bytes(self, image: ImageParam) -> Function:
        """How often each byte is in a picture."""
        if image not in self.levels:
            each = Copy("each_level", self.old)
            emit = each.builder.emit
            level = emit("read", *each.graph.coordinates, image=image, channel=0)
            if level.type.is_float:
                level = emit("add", emit("mul", level, known(level.type, BYTES - 1)), known(level.type, 0.5))
            value = each.function([each.builder.convert(level, INT), constant(1)], False)
            copy = Copy("levels", self.old)
            place = constant(0), constant(0), *[copy.builder.emit(size, image=image) for size in ("width", "height")]
            self.levels[image] = copy.function([copy.builder.emit(
                "tally", *place, copy.graph.x, function=value, channel=0, how=("add",), length=BYTES)], True)
        return self.levels[image]
