"""One long line as many: the scan of an array is cut into chunks, so that all of a device has something to do.

    function s (x), forth from 0

becomes functions that go over chunks side by side:

    function ends (c)      what s would have at the end of chunk c if there were nothing before it, and what becomes of
                           whatever there is
    function before (c)    forth from 0: what there is before chunk c
    function s (x)         the same scan, begun anew in each chunk

So the array is read twice and written once. It can be done where the law tells what a chunk makes of what was before it
(laws.py). On a GPU a team puts a long chunk together where the order does not matter (Sums).
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import NamedTuple

from ...ir import STARTS, Function, Graph, Op, Output, Value, constant, every_graph, known, results_at
from ...ir.folds import How, Team, nothing
from ...ir.scans import Chunks, Edge, Scan, carried, channel, priors
from ...passes.copying import Copy
from ...passes.loops import counted
from ...passes.rewrite import Rewriter
from ..target import Target
from .begun import is_beyond_first
from .laws import Emit, Law, Slot, law_of

EXTREMES = {"min", "max"}


def in_chunks(function: Function, target: Target) -> Function:
    """A scan of an array in chunks; any other function, as it is. On a GPU what there is `before` chunks, too."""
    graph = function.graph
    images = [image for each in every_graph(graph) for image in each.images]
    if graph.scan is None or graph.scan.slant or not images or any(image.dimensions != 1 for image in images):
        return function
    law, sums = law_of(graph), Sums.of(graph)
    if sums is not None:
        return sums.in_chunks(function, target)
    if law is None:
        return function
    ends = ends_of(law, function, target.scan_chunk)
    before = before_chunks(law, ends, function.name, target.scan_chunk)
    if target.scan_chunks:
        first = before_many(law, ends_of_many(law, ends, target), before.name)
        slots = [(1, i) for i in range(len(law.slots))]
        before = before.with_graph(Begun(before.graph, slots, first, target.scan_chunks).run())
    return function.with_graph(Begun(graph, law.slots, before, target.scan_chunk).run())


class Sums(NamedTuple):
    """A scan from the first place on that puts all places together in any order (sums, extremes): what there is of it
    `beyond` that place, and how that is put together. So a team finds the end of a chunk, as it does of a fold, or,
    where there are no teams, the lanes of a vector: what they read lies side by side."""

    beyond: Graph
    how: How

    @classmethod
    def of(cls, graph: Graph) -> Sums | None:
        if graph.scan.step < 0 or graph.scan.edges != (Edge(None, 0),):
            return None
        beyond = Beyond(graph).run()
        law = law_of(beyond)
        if law is None or any(far > 1 for far, _ in law.slots):
            return None
        how = law.how_all()
        if how is None or any(each in EXTREMES and value.type.is_float for each, value in zip(how, carried(graph))):
            return None  # (what is no number stays the greatest where it is the first of all, and nowhere else)
        return cls(beyond, how)

    def in_chunks(self, function: Function, target: Target) -> Function:
        length = target.scan_long_chunk if target.team else target.scan_chunk
        members = target.scan_team if target.team else gcd(length, target.fold_along[0])
        slots = [(1, number) for number in range(len(self.how))]
        each = self.ends(function, length, members)
        if target.team:
            each.graph.team = Team(self.how, members, 0)
        before = self.before(function, each if target.team else self.together(function, each, members))
        return function.with_graph(Begun(function.graph, slots, before, length).run())

    def nothing(self) -> list[Value]:
        return [known(value.type, nothing(how, value.type)) for how, value in zip(self.how, carried(self.beyond))]

    def ends(self, function: Function, length: int, members: int) -> Function:
        """What each of so many finds of chunk y."""
        copy = Copy(f"ends_of_{function.name}", self.beyond)
        emit, x = copy.builder.emit, copy.graph.x
        first = emit("add", emit("mul", copy.graph.y, constant(length)), x)
        none = {op.result: self.nothing()[channel(op)] for op in priors(self.beyond)}

        def turn(found: list[Value], at: Value) -> list[Value]:
            copy.new.update({self.beyond.x: emit("add", first, at), self.beyond.y: constant(0), **none})
            return [emit(how, *each) for how, *each in zip(self.how, found, copy.of(carried(self.beyond)))]

        return copy.function(counted(copy.builder, self.nothing(), constant(0), constant(length), members, turn)[1:], True)

    def together(self, function: Function, each: Function, members: int) -> Function:
        """What they find of chunk x all together."""
        copy = Copy(f"chunks_of_{function.name}", each.graph)
        emit = copy.builder.emit

        def turn(found: list[Value], at: Value) -> list[Value]:
            there = results_at(emit, each, at, copy.graph.x)
            return [emit(how, *both) for how, *both in zip(self.how, found, there)]

        found = counted(copy.builder, self.nothing(), constant(0), constant(members), 1, turn)[1:]
        return copy.function(found, True)

    def before(self, function: Function, ends: Function) -> Function:
        """What there is before each chunk: a scan of as many places as there are chunks."""
        copy = Copy(f"before_{function.name}", ends.graph)
        emit = copy.builder.emit
        chunk = one_before(emit, copy.graph.x)
        there = results_at(emit, ends, *(constant(0), chunk) if ends.graph.team else (chunk, constant(0)))
        return forth(copy, self.nothing(), lambda before: [emit(how, *each) for how, *each in zip(self.how, before, there)])


class Beyond(Rewriter):
    """A graph where x is more than 0."""

    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.changed = True

    def plain(self, op: Op) -> Value:
        truth = is_beyond_first(op.result, self.old.x) if len(op.results) == 1 else None
        return super().plain(op) if truth is None else constant(truth)


class Begun(Rewriter):
    """The scan, begun anew in each chunk with what was `before` it."""

    def __init__(self, graph: Graph, slots: list[Slot], before: Function, length: int):
        super().__init__(graph)
        self.slots, self.before, self.length, self.changed = slots, before, length, True

    def run(self) -> Graph:
        made, emit, scan = super().run(), self.builder.emit, self.old.scan
        number = emit("floordiv", made.x, constant(self.length))
        if scan.step < 0:
            number = emit("sub", last_chunk(emit, scan, self.length), number)
        made.outputs += [Output((emit("call", number, constant(0), function=self.before, channel=i),), STARTS)
                         for i in range(len(self.slots))]
        made.scan = scan._replace(chunks=Chunks(self.length, tuple(self.slots)))
        return made


def last_chunk(emit: Emit, scan: Scan, length: int) -> Value:
    """The chunk with which a scan back begins."""
    last: Value = constant(0)
    for edge in scan.edges:
        size = constant(0) if edge.image is None else emit("width", image=edge.image)
        last = emit("max", emit("add", size, constant(edge.offset)), last)
    return emit("floordiv", last, constant(length))


def ends_of(law: Law, function: Function, length: int) -> Function:
    """What the law has at the end of a chunk, and what becomes of what was before."""
    copy = Copy(f"ends_of_{function.name}", function.graph)
    emit, step = copy.builder.emit, function.graph.scan.step
    first = emit("mul", copy.graph.x, constant(length))
    if step < 0:
        first = emit("add", first, constant(length - 1))

    def turn(found: list[Value], at: Value) -> list[Value]:
        copy.new.update({function.graph.x: emit("add" if step > 0 else "sub", first, at), function.graph.y: constant(0)})
        return law.turn(copy, found)

    return copy.function(counted(copy.builder, law.start, constant(0), constant(length), 1, turn)[1:], True)


def before_chunks(law: Law, ends: Function, name: str, length: int) -> Function:
    """What there is before each chunk: a scan of as many places as there are chunks."""
    copy = Copy(f"before_{name}", ends.graph)
    there = chunk_before(law, copy.builder.emit, ends, copy.graph.x, length)
    return following(law, copy, there)


def ends_of_many(law: Law, ends: Function, target: Target) -> Function:
    """What many chunks make of what was before: of as many as a chunk of that scan has."""
    copy = Copy(f"many_{ends.name}", ends.graph)
    emit, many = copy.builder.emit, target.scan_chunks
    first = emit("mul", copy.graph.x, constant(many))

    def turn(found: list[Value], at: Value) -> list[Value]:
        number = emit("add", first, at)
        both = law.joined(emit, found, chunk_before(law, emit, ends, number, target.scan_chunk))
        return [emit("select", emit("gt", number, constant(0)), *each) for each in zip(both, found)]

    return copy.function(counted(copy.builder, law.start, constant(0), constant(many), 1, turn)[1:], True)


def before_many(law: Law, ends: Function, name: str) -> Function:
    """What there is before each of those."""
    copy = Copy(f"many_{name}", ends.graph)
    return following(law, copy, ends_at(copy.builder.emit, ends, one_before(copy.builder.emit, copy.graph.x)))


def chunk_before(law: Law, emit: Emit, ends: Function, number: Value, length: int) -> list[Value]:
    """What the chunk makes of what was before it that a scan goes over before it comes to this one."""
    chunk = one_before(emit, number)
    if law.graph.scan.step < 0:
        chunk = emit("sub", last_chunk(emit, law.graph.scan, length), chunk)
    return ends_at(emit, ends, chunk)


def one_before(emit: Emit, number: Value) -> Value:
    return emit("max", emit("sub", number, constant(1)), constant(0))


def ends_at(emit: Emit, ends: Function, chunk: Value) -> list[Value]:
    return results_at(emit, ends, chunk, constant(0))


def forth(copy: Copy, start: list[Value], after: Callable[[list[Value]], list[Value]]) -> Function:
    """A scan that begins with a `start`; `after` says what becomes of what there is from each place to the next."""
    emit = copy.builder.emit
    priors = [emit("prior", back=1, channel=i, type=value.type) for i, value in enumerate(start)]
    begun = emit("gt", copy.graph.x, constant(0))
    copy.gives([emit("select", begun, *each) for each in zip(after(priors), start)])
    copy.graph.scan = Scan(0, 1, (Edge(None, 0),))
    return Function(copy.graph.name, copy.graph)


def following(law: Law, copy: Copy, there: list[Value]) -> Function:
    """Such a scan by a law; what is `there` says what becomes of what was before."""
    count = len(law.slots)
    return forth(copy, law.start[:count], lambda priors: law.after(copy.builder.emit, priors, there[:count], there[count:]))
