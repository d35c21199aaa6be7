"""Scans over rows below one another, or chunks of a row, which are the lanes of vectors (scans.py).

A square of pixels is turned, so that those of one column are a vector, and what the law makes of them is turned back. Where
that is little, it is written out for each column: of a square whose rows lie in the picture as they are, all stays in
registers; of others, whose rows wait in memory, four columns at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...ir import Graph, Output, Value, image_of
from ...ir.ops import READ
from ...ir.scans import priors, reaching, shown, starts
from ...schedule.plans import Crossed, Scans, Strips
from ...schedule.scans.scans import Split, part, split
from ...schedule.stages.varying import Varying
from .. import formats
from ..arrays import array, element, kept, taken
from ..blocks import masks
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody, count_uses
from ..blocks.placing import streamed
from ..blocks.squares import FOUR, Square, columns, put_columns, squares, turned, turned_at_once
from ..frame import Frame, Sink
from ..reads.beside import Reader, extents, tests
from ..statements import Code, Section, Store
from ..values import Expr, Load, Number, Var, item, least, numbers, widen
from .lines import Variables, alike, along, both_ways, without_choices

# Squares whose columns fit into registers, four at a time, operations of a law that is written out for each of them, and
# operations before it that are written without checks, too. (Processor time, two cores with AVX-512, for what waits in
# memory, four columns at a time: sums along 512 x 512 0.72, forth and back 0.82, of five operations at 2048 x 2048 0.66;
# integral 0.76, of 4096 x 4096 0.77, by PoCL 0.79 and 0.70. With AVX2 0.8 to 1.)
FEW, SHORT, LIGHT = 3, 40, 8
CACHED = 1 << 20  # bytes: of so many rows at once the next ones push results out of caches (across and down 1024 x 1024, and
#                   the sum of all that, 1.3 ms for 2.0; 704 x 704 0.5 for 0.65; 512 x 512 the same)
NOTHING: Mapping[Value, Expr] = {}


def rows(made: Frame, plan: Scans, code: Code) -> None:
    same = alike(made, code, parts := split(made.graph))
    below = made.graph.scan.chunks is None
    lines = Below(made, plan.lanes, code) if below else Chunks(made, plan.lanes, code, same)
    Abreast(made, plan, code, parts, lines, same).write()


class Law(Lanes):
    """The law of a scan at one column of as many rows as there are lanes, or at one place of as many chunks."""

    def __init__(self, made: Frame, lanes: int, code: Code, x: Expr, y: Expr, same: dict[int, Expr],
                 feeds: Mapping[Value, Expr]):
        self.lanes = self.wide = lanes
        self.x = self.start = self.columns = x
        self.y, self.mask = y, None
        PixelBody.__init__(self, made, code, x, y)
        self.values.update(same)
        self.values.update({id(value): given for value, given in feeds.items()})
        given = [*feeds, *[result for op in priors(made.graph) for result in op.results]]
        self.varying = Varying(made.graph, self._uses, made.graph.y if x.lanes == 1 else made.graph.x, given)
        self.reader = Reader(self, made)


class Below:
    """Rows below one another as lines."""

    def __init__(self, made: Frame, lanes: int, code: Code, top: Expr | None = None):
        self.made, self.code = made, code
        self.length: Expr | int = made.width
        self.begun: dict[tuple[int, int], Expr] = {}
        self.top = code.let("top", item(1) * lanes, True) if top is None else top
        self.rows = code.let("rows", least(self.top + numbers(lanes), widen(made.height - 1, lanes)))
        self.count = made.height - self.top
        self.full = [self.count >= lanes]  # whether all of them are there

    def place(self, at: Expr) -> tuple[Expr, Expr]:
        """Where all lines are at once."""
        return self.code.let("x", at), self.rows

    def begin(self, j: Expr) -> Expr | None:
        """Where one begins, if not at 0."""
        return None

    def row(self, j: Expr) -> Expr:
        return self.top + j

    def inside(self, j: Expr) -> Expr:
        """Its row, or the last one of the picture."""
        return self.code.let("y", least(self.row(j), self.made.height - 1))


class Chunks:
    """Chunks of a row as lines."""

    def __init__(self, made: Frame, lanes: int, code: Code, same: dict[int, Expr]):
        self.code = code
        self.length: Expr | int = made.graph.scan.chunks.length
        self.left = code.let("left", item(0) * (lanes * self.length), True)
        self.columns = code.let("columns", widen(self.left, lanes) + numbers(lanes) * self.length)
        self.count = Number(lanes)
        self.full: list[Expr] = []
        law = replace(made, graph=part(made.graph, reaching(made.graph.body, starts(made.graph)), starts(made.graph)))
        pixels = Law(law, lanes, code, self.columns, Number(0), same, {})
        pixels.block(law.graph.body)
        self.begun = dict(zip(made.graph.scan.chunks.slots, map(pixels.widened, starts(made.graph))))

    def place(self, at: Expr) -> tuple[Expr, Expr]:
        return self.code.let("x", self.columns + at), Number(0)

    def begin(self, j: Expr) -> Expr | None:
        return self.code.let("begin", self.left + j * self.length)

    def row(self, j: Expr) -> Expr:
        return Number(0)

    inside = row


def beyond(begin: Expr | None, at: Expr) -> Expr:
    return at if begin is None else begin + at


class Abreast:
    """A scan over as many lines as there are lanes. Values that it takes of another one lie where `taken` says, those of all
    lines beside one another; so does what it gives to others, where `into` says."""

    def __init__(self, made: Frame, plan: Scans | Strips | Crossed, code: Code, parts: Split, lines: Below | Chunks,
                 same: dict[int, Expr], taken: Mapping[Value, Expr] = NOTHING, into: Mapping[Value, Expr] = NOTHING):
        self.taken, self.into, self.plan = taken, into, plan
        self.made, self.code, self.lanes, self.lines, self.same = made, code, plan.lanes, lines, same
        law, self.choices = without_choices(parts.law, made.graph)
        self.graph, self.law = made.graph, replace(made, graph=law)
        self.states = Variables(code, self.graph, self.lanes, lines.begun)
        self.stream = streamed(made, code, cached=CACHED) if made.sinks else None
        steady = steady_feeds(parts, self.graph)
        self.once = of_lines(made, code, parts, steady, lines, self.lanes, same) if steady else {}
        self.moving = tuple([value for value in parts.feeds if value not in self.once])
        self.before = replace(made, graph=part(self.graph, reaching(parts.before.body, self.moving), self.moving))
        results = [] if into or not made.sinks else [value for output in shown(self.graph) for value in output.values]
        self.results = tuple(dict.fromkeys(results))
        self.short = max(len(self.moving), len(self.results)) <= FEW and len(parts.law.body.ops) <= SHORT and not any(
            op.blocks for op in parts.law.body.ops)
        self.light = is_light(self.before.graph)
        self.at_once = self.short and (self.light or not self.moving)
        self.wide = plan.lanes if self.at_once else plan.length

    def write(self) -> None:
        with along(self.code, "first", self.lines.length, self.graph.scan.step, self.wide) as first:
            self.go_over(first)

    def go_over(self, first: Var) -> None:
        """From there on as many places as are gone over at a time."""
        for whole in both_ways(self.code, self.whole(first) if self.light or self.at_once else []):
            with self.code.inside(Section([])):
                if whole and self.at_once:
                    self.give(first, self.in_registers(first, self.lying(first)))
                else:
                    self.in_memory(first, whole)

    # --- in registers ----------------------------------------------------------------------------------------------

    def lying(self, first: Var) -> dict[Value, list[Expr]]:
        """The rows of feeds, as they lie."""
        rows: dict[Value, list[Expr]] = {value: [] for value in self.moving}
        for j in map(Number, range(self.lanes)):
            pixels = self.feeds(first, self.lines.begin(j), self.code.let("y", self.lines.row(j)), True)
            for value, vectors in rows.items():
                vectors.append(self.code.let(value.name or "fed", kept(value, pixels.widened(value))))
        return rows

    def in_registers(self, first: Var, rows: Mapping[Value, Sequence[Expr]]) -> dict[Value, list[Expr]]:
        """What the law makes of rows of feeds, as rows."""
        feeds = {value: turned_at_once(self.code, vectors) for value, vectors in rows.items()}
        given = self.through(first, feeds, self.lanes)
        return {value: turned_at_once(self.code, vectors) for value, vectors in given.items()}

    def through(self, first: Expr, feeds: Mapping[Value, Sequence[Expr]], count: int) -> dict[Value, list[Expr]]:
        """What the law makes of so many columns of feeds, written out for each of them."""
        code = self.code
        results: dict[Value, list[Expr]] = {value: [Number(0)] * count for value in self.results}
        for i in range(count)[::self.graph.scan.step]:
            found = self.step(first + i, {value: code.let(value.name or "fed", taken(value, vectors[i]))
                                          for value, vectors in feeds.items()})
            for value, vectors in results.items():
                vectors[i] = code.let(value.name or "given", kept(value, found(value)))
            self.states.shift(found)
        return results

    def give(self, first: Var, rows: Mapping[Value, list[Expr]]) -> None:
        """With what the law gives: all rows are there, and all places."""
        for number in range(self.lanes if rows else 0):
            j = Number(number)
            x = self.code.let("x", beyond(self.lines.begin(j), first))
            self.write_row(x, self.lines.row(j), {value: vectors[number] for value, vectors in rows.items()}, True)

    # --- by way of memory ------------------------------------------------------------------------------------------

    def in_memory(self, first: Var, whole: bool) -> None:
        """Where something is outside, or feeds are not light, or the law is long."""
        code, lanes = self.code, self.lanes
        end = self.end(first)
        fed = squares(code, self.moving, "fed", lanes, self.wide)
        if fed:
            self.feed(first, fed, Number(self.wide) if whole else end, whole)
        given = self.room_of_results(fed)
        if self.short:
            self.by_fours(first, end, fed, given)
        else:
            self.in_squares(first, end, fed, given)
        if given:
            self.give_squares(first, given)

    def room_of_results(self, fed: Mapping[Value, Square]) -> Mapping[Value, Square]:
        """Where results lie: in place of feeds, whose columns have been taken by then."""
        given, free = dict[Value, Square](), list(fed.items())
        for value in self.results:
            place = next((each for each in free if element(each[0]) == element(value)), None) if self.short else None
            if place is None:
                given.update(squares(self.code, [value], "given", self.lanes, self.wide))
            else:
                free.remove(place)
                given[value] = place[1]
        return given

    def end(self, first: Var) -> Expr:
        """How many places of the lines there are from there on, up to those that are gone over at a time."""
        if isinstance(self.lines.length, int):
            return Number(self.wide)
        left = self.lines.length - first  # what others take is there for whole vectors
        return least(self.wide, (left + (self.lanes - 1)) // self.lanes * self.lanes if self.into else left)

    def feed(self, first: Var, tiles: Mapping[Value, Square], end: Expr, whole: bool) -> None:
        code, lanes = self.code, self.lanes
        with code.loop("j", 0, lanes) as j:
            begin, y = self.lines.begin(j), self.lines.inside(j)
            with code.loop("k", 0, end, lanes) as k, code.inside(Section([])):
                pixels = self.feeds(first + k, begin, y, whole)
                for value, tile in tiles.items():
                    code.add(Store(tile[j] + k, Number(0), kept(value, pixels.widened(value)), lanes))

    def by_fours(self, first: Var, end: Expr, fed: Mapping[Value, Square], given: Mapping[Value, Square]) -> None:
        """Four columns at a time."""
        code = self.code
        with along(code, "k", end, self.graph.scan.step, FOUR) as k, code.inside(Section([])):
            feeds = {value: columns(code, tile, k, self.lanes) for value, tile in fed.items()}
            for value, vectors in self.through(first + k, feeds, FOUR).items():
                put_columns(code, given[value], k, self.lanes, vectors)

    def in_squares(self, first: Var, end: Expr, fed: Mapping[Value, Square], given: Mapping[Value, Square]) -> None:
        """As many as there are lines, turned in memory."""
        code, lanes = self.code, self.lanes
        if not (self.into or self.taken):  # beyond it no memory lies between scans
            end = Number(self.wide)
        with along(code, "k", end, self.graph.scan.step, lanes) as k:
            turned(code, fed.values(), k, lanes)
            with along(code, "i", lanes, self.graph.scan.step) as i, code.inside(Section([])):
                found = self.step(first + (k + i), {
                    value: code.let(value.name or "fed", taken(value, Load(tile[i] + k, Number(0), lanes)))
                    for value, tile in fed.items()})
                for value, tile in given.items():
                    code.add(Store(tile[i] + k, Number(0), kept(value, found(value)), lanes))
                self.states.shift(found)
            turned(code, given.values(), k, lanes)

    def give_squares(self, first: Var, tiles: Mapping[Value, Square]) -> None:
        """The same of what lies in memory, as far as there are pixels."""
        code, lanes = self.code, self.lanes
        with code.loop("j", 0, least(lanes, self.lines.count)) as j:
            start, y = self.start(first, j), self.lines.row(j)
            with code.loop("x", start, least(start + self.wide, self.made.width), lanes) as x, code.inside(Section([])):
                self.write_row(x, y, {value: Load(tile[j] + (x - start), Number(0), lanes)
                                      for value, tile in tiles.items()})

    # --- for both --------------------------------------------------------------------------------------------------

    def feeds(self, at: Expr, begin: Expr | None, y: Expr, whole: bool = False) -> Lanes:
        """What the law takes, of places beside one another in a row."""
        code = self.code
        pixels = Lanes(self.before, self.lanes, code, code.let("x", beyond(begin, at)), y, 1, whole=whole)
        pixels.values.update(self.same)
        pixels.block(self.before.graph.body)
        return pixels

    def step(self, at: Expr, feeds: Mapping[Value, Expr]) -> Callable[[Value], Expr]:
        """What the law gives at a place of all lines."""
        code, lanes = self.code, self.lanes
        others = {value: code.let(value.name or "taken", taken(value, Load(start + at * lanes, Number(0), lanes)))
                  for value, start in self.taken.items()}
        before = {value: self.states.known[slot] for value, slot in self.choices.items()}
        pixels = Law(self.law, lanes, code, *self.lines.place(at), self.same, {**self.once, **feeds, **others, **before})
        pixels.before = self.states.known
        pixels.block(self.law.graph.body)
        for value, start in self.into.items():
            code.add(Store(start + at * lanes, Number(0), kept(value, pixels.widened(value)), lanes))
        return pixels.widened

    def whole(self, first: Var) -> list[Expr]:
        """Tests whether all lines and places are there, and all that feeds read inside images."""
        ends = [self.start(first, Number(j)) for j in (0, self.lanes - 1)]
        read = extents(self.before.graph)
        return [*self.lines.full, *[x + self.wide <= self.made.width for x in ends],
                *[test for x in ends for test in tests(self.before, x, self.wide, read)]]

    def start(self, first: Expr, j: Expr) -> Expr:
        begin = self.lines.begin(j)
        return first if begin is None else self.code.let("tile", begin + first)

    def encoded(self, sink: Sink, value: Value, vector: Expr) -> Expr:
        return formats.encoded(sink.format, value.type, taken(value, vector))

    @property
    def sinks(self) -> list[tuple[Output, Sink]]:
        return list(zip(shown(self.graph), self.made.sinks))

    def write_row(self, x: Var, y: Expr, vectors: Mapping[Value, Expr], whole: bool = False) -> None:
        for output, sink in self.sinks:
            values = [self.encoded(sink, value, vectors[value]) for value in output.values]
            masks.store(self.code, sink, values, (x, x, y), self.made.width, self.lanes, self.stream, whole)


def is_light(graph: Graph) -> bool:
    """Whether feeds are written without checks, too: what they read is read beside them, where that is inside."""
    images = {image_of(op) for op in graph.body.ops if op.kind is READ}
    return bool(images) and len(graph.body.ops) <= LIGHT and images <= extents(graph).keys() and all(
        image.pixel.channels == 1 for image in images)


def steady_feeds(parts: Split, graph: Graph) -> tuple[Value, ...]:
    """Feeds that are the same all along a row."""
    if graph.scan.chunks is not None:
        return ()
    varying = Varying(parts.before, count_uses(parts.before)[0], graph.x)
    return tuple([value for value in parts.feeds if value not in varying])


def of_lines(made: Frame, code: Code, parts: Split, steady: tuple[Value, ...], lines: Below | Chunks,
             lanes: int, same: dict[int, Expr]) -> dict[Value, Expr]:
    """These feeds for all lines, as vectors: computed row by row, before anything else."""
    places = {value: array(code, value, "line", (lanes,)) for value in steady}
    rows = replace(made, graph=part(made.graph, reaching(parts.before.body, steady), steady))
    with code.loop("j", 0, lanes) as j, code.inside(Section([])):
        pixels = PixelBody(rows, code, Number(0), lines.inside(j))
        pixels.values.update(same)
        pixels.block(rows.graph.body)
        for value, place in places.items():
            code.add(Store(place, j, kept(value, pixels.value(value))))
    return {value: code.let(value.name or "line", taken(value, Load(place, Number(0), lanes)))
            for value, place in places.items()}
