"""Scans on a GPU: lines of which a group of work-items has several, in order or in pieces (scans.py)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from ...ir import Const, Graph, Value
from ...ir.scans import reaching, shown, starts
from ...schedule.plans import Scans
from ...schedule.scans.begun import Test, tests_of
from ...schedule.scans.laws import Joint, Known, Steps, Weights, law_of_lines
from ...schedule.scans.scans import part, split
from ...schedule.stages.footprint import footprints
from .. import formats
from ..arrays import array, element, kept, taken
from ..blocks.pixels import PixelBody, Reads
from ..frame import Frame
from ..statements import Assign, Barrier, Code, Declare, If, Section, Store
from ..values import WORDS, Expr, Load, Number, Part, Var, least, member, origin
from .lines import Variables, alike, along, both_ways


class Group:
    """Each line in order."""

    space = "local"  # of tiles
    # Whether stretches at edges are gone over by code of their own: H200, 8192 x 8192, forth and back down columns 0.206 ms
    # for 0.222 so, but forth and back along rows, which has few registers left, 0.217 for 0.204.
    apart = False

    def __init__(self, made: Frame, plan: Scans, code: Code, beside: Group | None = None):
        """`beside` another one in its kernel, that goes over the same lines."""
        self.made, self.plan, self.code, self.graph = made, plan, code, made.graph
        self.axis, self.step = made.graph.scan.axis, made.graph.scan.step
        self.parts, self.chunks = split(made.graph), made.graph.scan.chunks
        self.given = [value for output in shown(made.graph) for value in output.values]
        self.inside = self.beyond = False  # what is known of a tile where code is written
        self.extents_read = footprints(self.parts.before) if self.chunks is None and not made.graph.scan.turned else {}
        self.images_inside = [image for image in self.extents_read if image in made.sources and image.plane is None]
        self.line: Var = beside.line if beside else code.let("line", self.first_line(), True)
        self.same = alike(made, code, self.parts)
        self.number: Var = beside.number if beside else code.let("number", member(1) * plan.local[0] + member(0), True)
        self.begin()

    def first_line(self) -> Expr:
        """Of those that this group goes over."""
        if self.chunks is not None:
            return origin(0) * self.plan.lines // self.plan.local[0]
        return origin(0) if self.axis else origin(1) * self.plan.block[1]

    def begin(self) -> None:
        self.states = Variables(self.code, self.graph, 1, self.begun())

    def write(self) -> None:
        made, plan, code = self.made, self.plan, self.code
        self.make_room()
        length = (made.width, made.height)[self.axis] if self.chunks is None else self.chunks.length
        with along(code, "first", length, self.step, plan.length) as first:
            for _ in stretches([self], first):
                self.fill(first)
                self.go(first)
                code.add(Barrier())
                self.put(first)

    def make_room(self, there: Iterable[Var] = ()) -> None:
        """Tiles for what the law takes and gives; those that are `there` are free by then."""
        self.tiles = self.arrays(self.parts.feeds, "fed", there)
        self.results = self.arrays(self.given, "given", there)

    def free(self) -> Iterable[Var]:
        """The tiles that are free when this scan is through with them."""
        return [*self.tiles.values(), *self.results.values()]

    def arrays(self, values: Iterable[Value], wish: str, there: Iterable[Var]) -> dict[Value, Var]:
        return self.arrays_of(self.extents(), self.space, values, wish, there)

    def arrays_of(self, extents: tuple[int, ...], space: str, values: Iterable[Value], wish: str,
                  there: Iterable[Var]) -> dict[Value, Var]:
        found, free = {}, list(dict.fromkeys(there))
        for value in values:
            fit = next((var for var in free if var.leads.element == element(value)), None)
            found[value] = fit or array(self.code, value, wish, extents, space)
            free = [var for var in free if var is not fit]
        return found

    def fill(self, first: Var) -> None:
        """What the law takes at all places of a tile."""
        if self.tiles:
            for _ in self.where_inside(self.tests_inside(first)):
                with self.each() as j, self.code.inside(Section([])):
                    self.take(first, *self.member(j), j)
            self.wait()

    def take(self, first: Var, at: Expr, line: Expr, mine: Expr) -> None:
        pixels = PixelBody(replace(self.made, graph=self.parts.before), self.code, *self.place(first + at, line),
                           frozenset(self.images_inside if self.inside else ()))
        pixels.values.update(self.same)
        pixels.reader = self.reads(pixels.reader, at, line, mine)
        pixels.block(self.parts.before.body)
        given = [(place, kept(value, pixels.value(value))) for value, place in self.fed_at(at, line, mine).items()]
        for place, value in given:
            self.code.add(Store(*place, value))

    def fed_at(self, at: Expr, line: Expr, mine: Expr) -> dict[Value, tuple[Expr, Expr]]:
        """Where what the law takes at a place is kept first."""
        return {value: self.cell(tile, at, line, mine) for value, tile in self.tiles.items()}

    def put(self, first: Var) -> None:
        """What the law gave, into the pictures."""
        for _ in self.where_inside(self.tests_written(first)):
            with self.each() as j, self.code.inside(Section([])):
                at, line = self.member(j)
                x, y = self.at(first + at, line)
                with self.if_inside(x, y):
                    places = self.given_at(at, line, j)
                    self.store([taken(value, Load(*places[value])) for value in self.given], x, y)

    def if_inside(self, x: Expr, y: Expr) -> AbstractContextManager[None]:
        """Where a pixel is one of the result."""
        return nullcontext() if self.inside else self.code.inside(If((x < self.made.width) & (y < self.made.height), []))

    def given_at(self, at: Expr, line: Expr, mine: Expr) -> dict[Value, tuple[Expr, Expr]]:
        """Where what it gives at a place is kept last."""
        return {value: self.cell(tile, at, line, mine) for value, tile in self.results.items()}

    def store(self, given: Sequence[Expr], x: Expr, y: Expr) -> None:
        """Into the pictures, at a pixel."""
        values = iter(given)
        for output, sink in zip(shown(self.graph), self.made.sinks):
            row = self.code.let((sink.start, "_row"), sink.row(y))
            formats.store(self.code, sink.format, output.values[0].type, [next(values) for _ in output.values], row, x,
                          sink.whole)

    def where_inside(self, tests: Sequence[Expr]) -> Iterator[None]:
        """Once where all of a tile is inside, and once where not; once where that is known of the stretch."""
        for holds in [self.inside] if self.apart else both_ways(self.code, tests):
            self.inside = holds
            yield

    def tests_written(self, first: Var) -> list[Expr]:
        """Whether all of a tile is in the result."""
        _, _, right, bottom = self.rectangle(first)
        return [right <= self.made.width, bottom <= self.made.height] if self.chunks is None else []

    def tests_inside(self, first: Var) -> list[Expr]:
        """Whether it is in the images, too, that are read at known offsets."""
        left, top, right, bottom = self.rectangle(first)
        found = self.tests_written(first)
        for image in self.images_inside:
            (before, above, after, below), _ = self.extents_read[image]
            source = self.made.sources[image]
            found += [at >= n for at, n in ((left, before), (top, above)) if n]
            found += [right + after <= source.width, bottom + below <= source.height]
        return found

    def tests_beyond(self, first: Var) -> list[Expr]:
        """Whether there is nothing to choose any more."""
        return []

    def rectangle(self, first: Var) -> tuple[Expr, Expr, Expr, Expr]:
        """Where a tile begins and ends."""
        x, y = (first, self.line) if self.axis == 0 else (self.line, first)
        wide, high = (self.plan.length, self.plan.lines)[::-1 if self.axis else 1]
        return x, y, x + wide, y + high

    def wait(self) -> None:
        """Until all members have kept what others take."""
        self.code.add(Barrier())

    def reads(self, reader: Reads, at: Expr, line: Expr, mine: Expr) -> Reads:
        """What reads pixels for the feeds of a place."""
        return reader

    def go(self, first: Var) -> None:
        """Over the places of a tile."""
        with self.code.inside(If(self.number < self.plan.lines, [])):
            with along(self.code, "i", self.plan.length, self.step) as i, self.code.inside(Section([])):
                self.law(first, i, i, self.number, self.states)

    def law(self, first: Var, i: Expr, at: Expr, line: Expr, states: Variables) -> None:
        """At one place of a line, the ith that this member goes over."""
        law = PixelBody(replace(self.made, graph=self.parts.law), self.code, *self.place(first + at, line))
        law.before = states.known
        law.values.update(self.same)
        for value, tile in self.tiles.items():
            law.values[id(value)] = self.fed(value, tile, i, at, line)
        law.block(self.parts.law.body)
        self.give({value: law.value(value) for value in self.given}, first, i, at, line)
        states.shift(law.value)

    def fed(self, value: Value, tile: Var, i: Expr, at: Expr, line: Expr) -> Expr:
        return self.code.let(value.name or "fed", taken(value, Load(*self.cell(tile, at, line, self.index(i)))))

    def index(self, i: Expr) -> Expr:
        """Which of this member's places the ith is, that it goes over: the same one whichever way it goes."""
        return i

    def extents(self) -> tuple[int, ...]:
        """Of a tile."""
        return self.plan.length, self.plan.lines + 1

    def cell(self, tile: Var, at: Expr, line: Expr, mine: Expr) -> tuple[Expr, Expr]:
        """Where in it a place of a line is; `mine` is which of this member's places that is."""
        return Part(tile, at), line

    def give(self, found: Mapping[Value, Expr], first: Var, i: Expr, at: Expr, line: Expr) -> None:
        """What the law gives at a place."""
        for value, tile in self.results.items():
            self.code.add(Store(*self.cell(tile, at, line, self.index(i)), kept(value, found[value])))

    def each(self) -> AbstractContextManager[Var]:
        """All pixels of the tile, so many at a time as the group has members."""
        wide, high = self.plan.local
        return self.code.loop("j", 0, (self.plan.lines if self.axis == 0 else self.plan.length), high)

    def member(self, j: Expr) -> tuple[Expr, Expr]:
        """Which place of which line this member has to do with."""
        column, row = self.code.let("column", member(0), True), self.code.let("row", member(1) + j, True)
        return (column, row) if self.axis == 0 else (row, column)

    def place(self, at: Expr, line: Expr) -> tuple[Var, Var]:
        """The pixel at a place of a line; the nearest one of the picture."""
        x, y = self.at(at, line)
        if self.inside:
            return self.code.let("x", x, True), self.code.let("y", y, True)
        return (self.code.let("x", least(x, self.made.width - 1), True),
                self.code.let("y", least(y, self.made.height - 1), True))

    def at(self, at: Expr, line: Expr) -> tuple[Expr, Expr]:
        if self.chunks is not None:
            return (self.line + line) * self.chunks.length + at, Number(0)
        return (at, self.line + line) if self.axis == 0 else (self.line + line, at)

    def begun(self) -> dict[tuple[int, int], Expr]:
        """What was before the first place of this member's chunk."""
        if self.chunks is None:
            return {}
        given = starts(self.graph)
        law = replace(self.made, graph=part(self.graph, reaching(self.graph.body, given), given))
        pixels = PixelBody(law, self.code, *self.place(Number(0), least(self.number, self.plan.lines - 1)))
        pixels.values.update(self.same)
        pixels.block(law.graph.body)
        return dict(zip(self.chunks.slots, map(pixels.value, given)))


class Pieces(Group):
    """Each line in pieces that members go over side by side: first as if there were nothing before them, to see what they
    make of what was before; then, when that is known, again."""

    def begin(self) -> None:
        code, plan = self.code, self.plan
        self.long = plan.length // plan.pieces
        self.shared_by_all = [value for output in self.parts.same.outputs for value in output.values]
        tests = tests_of(self.graph)
        law = law_of_lines(self.graph)
        assert law is not None
        begins_so = tests.begins_so and isinstance(law, Weights)
        self.asked = [] if begins_so else [*tests.each.values()]
        self.ways = [self.steps_where(tests.known if begins_so else frozenset())]
        if self.asked:
            self.ways.insert(0, self.steps_where(tests.known))
        self.slots = law.slots
        told = plan.pieces * (2 if self.steps.joints else 1)
        self.ends = [array(code, value, "ends", (told, plan.lines), "local")
                     for value in max([steps.carried for steps in self.ways], key=len)] if plan.pieces > 1 else []
        self.mine = code.let("line_of_tile", self.number % plan.lines) if plan.lines > 1 else Number(0)
        piece = self.piece_of(self.number // plan.lines if plan.lines > 1 else self.number)
        self.piece = self.number if piece is self.number else code.let("piece", piece)
        self.weigh()
        self.carried = self.begun_with(self.steps.start[:len(self.slots)])
        if self.chunks is not None:
            begun = self.begun()
            code.add(Assign([(var, begun[slot]) for slot, var in zip(self.slots, self.carried)]))

    def steps_where(self, known: Known) -> Steps:
        law = law_of_lines(self.graph, known)
        assert law is not None
        return law.steps([*self.parts.feeds, *self.shared_by_all], self.given, self.long, self.plan.pieces)

    @property
    def steps(self) -> Steps:
        return self.ways[0 if self.beyond else -1]

    def where_beyond(self, first: Var) -> Iterator[None]:
        """Once for stretches beyond the first places of lines, where there is nothing to choose, and once for others."""
        for holds in [self.beyond] if self.apart else both_ways(self.code, self.tests_beyond(first)):
            self.beyond = holds
            yield

    def tests_beyond(self, first: Var) -> list[Expr]:
        return [self.is_beyond(first, test) for test in dict.fromkeys(self.asked)]

    def is_beyond(self, first: Var, test: Test) -> Expr:
        edge = Number(test.edge.value) if isinstance(test.edge, Const) else self.same[id(test.edge)]
        if self.step > 0:
            return first >= edge if test.itself else first > edge
        last = first + (self.plan.length - 1)
        return last <= edge if test.itself else last < edge

    def piece_of(self, number: Expr) -> Expr:
        """Which piece of a line is the member's that has this number."""
        return number

    def weigh(self) -> None:
        """The weights by which pieces are put together, for all to see."""
        self.weights: dict[Graph, Var] = {}
        for steps in self.ways:
            weights = [value for output in steps.weights.outputs for value in output.values]
            if weights:
                self.weights[steps.weights] = array(self.code, weights[0], "weights", (len(weights),), "local")
                with self.code.inside(If(self.number < 1, [])):
                    pixels = self.pixels(steps.weights, steps)
                    pixels.block(steps.weights.body)
                    for number, value in enumerate(weights):
                        self.code.add(Store(self.weights[steps.weights], Number(number), pixels.value(value)))
        if self.weights:
            self.code.add(Barrier())

    def pixels(self, graph: Graph, steps: Steps, x: Expr | None = None, y: Expr | None = None) -> PixelBody:
        """The body of a graph of the law's, which knows what is the same for all."""
        pixels = PixelBody(replace(self.made, graph=graph), self.code, x or Number(0), y or Number(0))
        for value, given in zip(self.shared_by_all, steps.given[len(self.parts.feeds):]):
            pixels.values[id(given)] = self.same[id(value)]
        return pixels

    def at_place(self, graph: Graph, first: Var, i: Expr, at: Expr) -> PixelBody:
        """The same at a place, where what is fed is known."""
        pixels = self.pixels(graph, self.steps, *self.place(first + at, self.mine))
        for (value, tile), given in zip(self.tiles.items(), self.steps.given):
            pixels.values[id(given)] = self.fed(value, tile, i, at, self.mine)
        return pixels

    def go(self, first: Var) -> None:
        code = self.code
        for _ in self.where_beyond(first):
            if self.plan.pieces > 1:
                self.find(first)
            else:  # it goes over all of its line itself
                self.before = self.carried
            states = Variables(code, self.graph, 1, dict(zip(self.slots, self.before)))
            with code.loop("i", 0, self.long) as i, code.inside(Section([])):
                self.law(first, i, self.place_of(i), self.mine, states)
            if self.plan.pieces == 1:
                code.add(Assign([(var, states.known[slot]) for slot, var in zip(self.slots, self.carried)]))

    def law(self, first: Var, i: Expr, at: Expr, line: Expr, states: Variables) -> None:
        pixels = self.at_place(self.steps.place, first, i, at)
        pixels.values.update({id(value): states.known[slot] for slot, value in zip(self.slots, self.steps.state)})
        pixels.block(self.steps.place.body)
        found = given_by(pixels, self.steps.place)
        self.give(dict(zip(self.given, found)), first, i, at, line)
        states.shift(dict(zip(states.values, found[len(self.given):])).__getitem__)

    def find(self, first: Var) -> None:
        """What is `before` this member's piece, and `carried` on to the next tile."""
        code, steps, count = self.code, self.steps, len(self.slots)
        found = self.begun_with(steps.start)
        with code.inside(If(self.piece < 1, [])):
            code.add(Assign(list(zip(found, self.carried))))
        with code.loop("i", 0, self.long) as i, code.inside(Section([])):
            pixels = self.at_place(steps.turn, first, i, self.place_of(i))
            pixels.values.update({id(value): var for value, var in zip(steps.carried, found)})
            pixels.block(steps.turn.body)
            code.add(Assign(list(zip(found, given_by(pixels, steps.turn)))))
        if self.plan.pieces == 1:
            code.add(Assign(list(zip(self.carried, found))))
            return
        before = self.before = self.begun_with(steps.start[:count])
        code.add(Assign(list(zip(before, self.carried))))
        if steps.joints:
            self.join_pairs(found, count)
        else:
            self.join_in_turn(found, count)

    def join_in_turn(self, found: list[Var], count: int) -> None:
        """Each member goes from piece to piece."""
        code, carried = self.code, self.carried
        self.tell(found, 0)
        code.add(Assign(list(zip(carried, self.told(Number(0), 0, count)))))
        with code.loop("k", 1, self.plan.pieces) as k, code.inside(Section([])):
            with code.inside(If(self.piece >= k, [])):
                code.add(Assign(list(zip(self.before, carried))))
            self.join(carried, self.steps.behind, carried, self.told(k, 0, len(found)))

    def join_pairs(self, found: list[Var], count: int) -> None:
        """Pieces in pairs, pairs in pairs, and so on."""
        code, joints = self.code, self.steps.joints
        for level, joint in enumerate(joints):
            self.tell(found, level)
            with code.inside(If(self.piece >= 1 << level, [])):
                self.join(found, joint, self.told(self.piece - (1 << level), level, len(found)), found)
        self.tell(found[:count], len(joints))
        with code.inside(If(self.piece > 0, [])):
            code.add(Assign(list(zip(self.before, self.told(self.piece - 1, len(joints), count)))))
        code.add(Assign(list(zip(self.carried, self.told(Number(self.plan.pieces - 1), len(joints), count)))))

    def join(self, into: list[Var], joint: Joint, one: Sequence[Expr], other: Sequence[Expr]) -> None:
        pixels = self.pixels(joint.graph, self.steps)
        pixels.values.update({id(value): given for value, given in zip((*joint.one, *joint.other), (*one, *other))})
        for number, weight in joint.weights.items():
            pixels.values[id(weight)] = self.code.let("weight", Load(self.weights[self.steps.weights], Number(number)))
        pixels.block(joint.graph.body)
        self.code.add(Assign(list(zip(into, given_by(pixels, joint.graph)))))

    def tell(self, found: Sequence[Var], level: int) -> None:
        """Let others see what is carried through a piece. (What is told next is told elsewhere: some still read this.)"""
        for value, place, var in zip(self.steps.carried, self.ends, found):
            self.code.add(Store(Part(place, self.piece + level % 2 * self.plan.pieces), self.mine, kept(value, var)))
        self.code.add(Barrier())

    def told(self, piece: Expr, level: int, count: int) -> list[Expr]:
        at = piece + level % 2 * self.plan.pieces
        return [self.code.let(value.name or "told", taken(value, Load(Part(place, at), self.mine)))
                for value, place in zip(self.steps.carried[:count], self.ends)]

    def begun_with(self, start: Sequence[Value]) -> list[Var]:
        """Variables for what is carried."""
        made = [Var(value.name or "carried", WORDS[value.type], changes=True) for value in self.steps.carried[:len(start)]]
        for var, value in zip(made, start):
            assert isinstance(value, Const)
            self.code.add(Declare([(var, Number(value.value, WORDS[value.type]))]))
        return made

    def place_of(self, i: Expr) -> Var:
        """The place in the tile of the ith of this piece."""
        at = self.piece * self.long + i
        return self.code.let("at", at if self.step > 0 else self.plan.length - 1 - at, True)


class Own(Pieces):
    """Pieces that each member has in registers: the same ones, whichever way it goes."""

    space = "private"

    def extents(self) -> tuple[int, ...]:
        return (self.long,)

    def piece_of(self, number: Expr) -> Expr:
        return number if self.step > 0 else self.plan.pieces - 1 - number

    def index(self, i: Expr) -> Expr:
        return i if self.step > 0 else self.long - 1 - i

    def cell(self, tile: Var, at: Expr, line: Expr, mine: Expr) -> tuple[Expr, Expr]:
        return tile, mine


class Down(Own):
    """Columns in pieces: members beside one another go down columns beside one another, as memory likes it. So each reads
    the places of its pieces itself, and writes them."""

    apart = True

    def make_room(self, there: Iterable[Var] = ()) -> None:
        self.tiles = self.arrays(self.parts.feeds, "fed", there)

    def each(self) -> AbstractContextManager[Var]:
        return self.code.loop("j", 0, self.long)

    def member(self, j: Expr) -> tuple[Expr, Expr]:
        return self.code.let("row", self.number // self.plan.lines * self.long + j, True), self.mine

    def wait(self) -> None:
        """What it has kept is for itself alone."""

    def give(self, found: Mapping[Value, Expr], first: Var, i: Expr, at: Expr, line: Expr) -> None:
        x, y = self.at(first + at, line)
        with self.if_inside(x, y):
            self.store([found[value] for value in self.given], x, y)

    def put(self, first: Var) -> None:
        """It is there already."""


def stretches(scans: Sequence[Group], first: Var) -> Iterator[None]:
    """Once for stretches like most, where all is inside and beyond the first places, and once for others."""
    apart = [scan for scan in scans if scan.apart]
    tests = [test for scan in apart for test in (*scan.tests_inside(first), *scan.tests_beyond(first))]
    for holds in both_ways(scans[0].code, tests):
        for scan in apart:
            scan.inside = scan.beyond = holds
        yield


def given_by(pixels: PixelBody, graph: Graph) -> list[Expr]:
    return [pixels.value(value) for output in graph.outputs for value in output.values]
