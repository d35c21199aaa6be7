"""Scans: lines side by side, each in order along its axis (schedule/scans.py).

On a CPU lines are the lanes of vectors: columns lie beside one another as they are; of rows a square tile is turned, so
that the pixels of one column are a vector. On a GPU a group of work-items reads a tile of pixels together, one work-item
goes over each line of it, and the group writes it.

What was before is in variables, or in an array. At the edge that is nothing yet; there nobody asks for it. Of a scan in
chunks each chunk is a line, and begins with what the graph says was before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from ..ir import Const, Graph, Value
from ..ir.scans import asked, carried, priors, reaching, shown, starts
from ..schedule.laws import law_of
from ..schedule.plans import Plan, Scans
from ..schedule.scans import Split, part, split
from ..schedule.varying import Varying
from . import formats, masks
from .arrays import array, element, kept, taken
from .beside import Reader
from .frame import Frame
from .lanes import streamed
from .masks import Lanes
from .pixels import PixelBody, count_uses
from .squares import squares, turned
from .statements import Assign, Barrier, Code, Declare, Hold, If, Section, Store
from .values import (
    WORDS,
    Expr,
    Load,
    Number,
    Part,
    Var,
    item,
    least,
    member,
    numbers,
    origin,
    widen,
)


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Scans)
    code = Code()
    if plan.lanes == 1:
        kind = _Group if plan.pieces == 1 else _Pieces if made.graph.scan.axis == 0 else _Down
        kind(made, plan, code).write()
    elif made.graph.scan.axis == 0:
        _rows(made, plan, code)
    else:
        _columns(made, plan, code)
    return code


def along(code: Code, wish: str, count: Expr | int, step: int, by: int = 1) -> AbstractContextManager[Var]:
    """`with along(...) as i`: from 0 on to below count, or from the last such place down."""
    if step > 0:
        return code.loop(wish, 0, count, by)
    last = (count - 1) // by * by if isinstance(count, int) or by > 1 else count - 1
    return code.loop(wish, last, 0, -by)


def alike(made: Frame, code: Code, parts: Split) -> dict[int, Expr]:
    """Values that are the same for all pixels, computed before them; by their ids, as a body knows them."""
    if not parts.same.body.ops:
        return {}
    nowhere = Number(0)
    pixels = PixelBody(replace(made, graph=parts.same), code, nowhere, nowhere)
    pixels.block(parts.same.body)
    found = {id(value): pixels.value(value) for output in parts.same.outputs for value in output.values}
    for value in found.values():
        if value.__class__ is Var and value not in {var for each in made.parameters for var in each.vars}:
            code.add(Hold(value))
    return found


class Variables:
    """What was before, in variables: shifted on from place to place. `begun` is what was before the first one."""

    def __init__(self, code: Code, graph: Graph, lanes: int, begun: dict[tuple[int, int], Expr]):
        self.code, self.values = code, carried(graph)
        self.known: dict[tuple[int, int], Var] = {}
        for number, furthest in asked(graph).items():
            value = self.values[number]
            for far in range(1, furthest + 1):
                wish = f"{value.name or 'sum'}_{far}_before"
                self.known[far, number] = Var(wish, WORDS[value.type], lanes, changes=True)
        for slot, var in self.known.items():
            nothing = {"bool": False, "float32": 0.0}.get(var.word, 0)
            code.add(Declare([(var, begun.get(slot, Number(nothing, var.word, lanes)))]))

    def shift(self, found: Callable[[Value], Expr]) -> None:
        """`found(value)` is what this place gives."""
        pairs: list[tuple[Var, Expr]] = []
        for (far, number), var in self.known.items():
            pairs.append((var, self.known[far - 1, number] if far > 1 else found(self.values[number])))
        if pairs:
            self.code.add(Assign(pairs))


# --- columns beside one another, as vectors --------------------------------------------------------------------------

def _columns(made: Frame, plan: Plan, code: Code) -> None:
    graph, lanes, wide = made.graph, plan.lanes, plan.block[0]
    parts = split(graph)
    same, left_over = alike(made, code, parts), replace(made, graph=parts.is_left)
    left = code.let("left", item(0) * wide, True)
    end = code.let("end", least(left + wide, made.width), True)
    stream = streamed(made, code)
    values, far = carried(graph), asked(graph)
    states = {number: array(code, values[number], "sums", (furthest, wide)) for number, furthest in far.items()}
    for number, state in states.items():
        nothing = Number(0.0 if element(values[number]) == "float32" else 0, element(values[number]))
        with code.loop("i", 0, far[number]) as i, code.loop("j", 0, wide) as j:
            code.add(Store(Part(state, i), j, nothing))
    with along(code, "y", made.height, graph.scan.step) as y, code.loop("x", left, end, lanes) as x:
        pixels = Lanes(left_over, lanes, code, x, y, 1)
        pixels.values.update(same)
        place = x - left
        before: dict[tuple[int, int], Expr] = {}
        for number, state in states.items():
            for back in range(far[number]):
                loaded = taken(values[number], Load(Part(state, back) + place, Number(0), lanes))
                before[back + 1, number] = code.let(f"before_{back + 1}", loaded)
        pixels.before = before
        pixels.block(parts.is_left.body)
        for output, sink in zip(shown(graph), made.sinks):
            masks.store_output(pixels, sink, output, stream)
        for number, state in states.items():
            for back in range(far[number]):
                new = pixels.widened(values[number]) if back == 0 else before[back, number]
                code.add(Store(Part(state, back) + place, Number(0), kept(values[number], new), lanes))


# --- rows below one another, as vectors ------------------------------------------------------------------------------

class _Law(Lanes):
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


class _Below:
    """Rows below one another as lines."""

    def __init__(self, made: Frame, lanes: int, code: Code):
        self.made, self.code = made, code
        self.length: Expr | int = made.width
        self.begun: dict[tuple[int, int], Expr] = {}
        self.top = code.let("top", item(1) * lanes, True)
        self.rows = code.let("rows", least(self.top + numbers(lanes), widen(made.height - 1, lanes)))
        self.count = made.height - self.top

    def place(self, at: Expr) -> tuple[Expr, Expr]:
        """Where all lines are at once."""
        return self.code.let("x", at, True), self.rows

    def begin(self, j: Expr) -> Expr | None:
        """Where one begins, if not at 0."""
        return None

    def row(self, j: Expr) -> Expr:
        return self.top + j

    def inside(self, j: Expr) -> Expr:
        """Its row, or the last one of the picture."""
        return self.code.let("y", least(self.row(j), self.made.height - 1), True)


class _Chunks:
    """Chunks of a row as lines."""

    def __init__(self, made: Frame, lanes: int, code: Code, same: dict[int, Expr]):
        self.code = code
        self.length: Expr | int = made.graph.scan.chunks.length
        self.left = code.let("left", item(0) * (lanes * self.length), True)
        self.columns = code.let("columns", widen(self.left, lanes) + numbers(lanes) * self.length)
        self.count = Number(lanes)
        law = replace(made, graph=part(made.graph, reaching(made.graph.body, starts(made.graph)), starts(made.graph)))
        pixels = _Law(law, lanes, code, self.columns, Number(0), same, {})
        pixels.block(law.graph.body)
        self.begun = dict(zip(made.graph.scan.chunks.slots, map(pixels.widened, starts(made.graph))))

    def place(self, at: Expr) -> tuple[Expr, Expr]:
        return self.code.let("x", self.columns + at), Number(0)

    def begin(self, j: Expr) -> Expr | None:
        return self.code.let("begin", self.left + j * self.length, True)

    def row(self, j: Expr) -> Expr:
        return Number(0)

    inside = row


def beyond(begin: Expr | None, at: Expr) -> Expr:
    return at if begin is None else begin + at


def _rows(made: Frame, plan: Scans, code: Code) -> None:
    graph, lanes = made.graph, plan.lanes
    parts: Split = split(graph)
    before, law = replace(made, graph=parts.before), replace(made, graph=parts.law)
    same = alike(made, code, parts)
    lines = _Below(made, lanes, code) if graph.scan.chunks is None else _Chunks(made, lanes, code, same)
    states = Variables(code, graph, lanes, lines.begun)
    wide = plan.length
    stream = streamed(made, code)
    steady = steady_feeds(parts, graph)
    once = of_lines(made, code, parts, steady, lines, lanes, same) if steady else {}
    moving = tuple([value for value in parts.feeds if value not in once])
    before = replace(made, graph=part(graph, reaching(parts.before.body, moving), moving)) if once else before
    tiles = squares(code, moving, "fed", lanes, wide)
    results = squares(code, [value for output in shown(graph) for value in output.values], "given", lanes, wide)
    with along(code, "first", lines.length, graph.scan.step, wide) as first:
        if tiles:
            with code.loop("j", 0, lanes) as j:
                begin, y = lines.begin(j), lines.inside(j)
                with code.loop("k", 0, wide, lanes) as k, code.inside(Section([])):
                    pixels = Lanes(before, lanes, code, code.let("x", beyond(begin, first + k), True), y, 1)
                    pixels.values.update(same)
                    pixels.block(before.graph.body)
                    for value, tile in tiles.items():
                        code.add(Store(tile[j] + k, Number(0), kept(value, pixels.widened(value)), lanes))
        with along(code, "k", wide, graph.scan.step, lanes) as k:
            turned(code, tiles.values(), k, lanes)
            with along(code, "i", lanes, graph.scan.step) as i, code.inside(Section([])):
                feeds = {value: code.let(value.name or "fed", taken(value, Load(tile[i] + k, Number(0), lanes)))
                         for value, tile in tiles.items()}
                pixels = _Law(law, lanes, code, *lines.place(first + (k + i)), same, {**once, **feeds})
                pixels.before = states.known
                pixels.block(parts.law.body)
                for value, tile in results.items():
                    code.add(Store(tile[i] + k, Number(0), kept(value, pixels.widened(value)), lanes))
                states.shift(pixels.widened)
            turned(code, results.values(), k, lanes)
        with code.loop("j", 0, least(lanes, lines.count)) as j:
            begin, y = lines.begin(j), lines.row(j)
            start = first if begin is None else code.let("tile", begin + first, True)
            with code.loop("x", start, least(start + wide, made.width), lanes) as x, code.inside(Section([])):
                for output, sink in zip(shown(graph), made.sinks):
                    values = [formats.encoded(sink.format, value.type, taken(value, Load(
                        results[value][j] + (x - start), Number(0), lanes))) for value in output.values]
                    masks.store(code, sink, values, (x, x, y), made.width, lanes, stream)


def steady_feeds(parts: Split, graph: Graph) -> tuple[Value, ...]:
    """Feeds that are the same all along a row."""
    if graph.scan.chunks is not None:
        return ()
    varying = Varying(parts.before, count_uses(parts.before)[0], graph.x)
    return tuple([value for value in parts.feeds if value not in varying])


def of_lines(made: Frame, code: Code, parts: Split, steady: tuple[Value, ...], lines: _Below | _Chunks,
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


# --- a tile that a group of work-items shares ------------------------------------------------------------------------

class _Group:
    """Each line in order."""

    def __init__(self, made: Frame, plan: Scans, code: Code):
        self.made, self.plan, self.code, self.graph = made, plan, code, made.graph
        self.axis, self.step = made.graph.scan.axis, made.graph.scan.step
        self.parts, self.chunks = split(made.graph), made.graph.scan.chunks
        first = origin(0) if self.axis else origin(1) * plan.block[1]
        if self.chunks is not None:
            first = origin(0) * (plan.lines // plan.length)
        self.line = code.let("line", first, True)  # the first one
        self.same = alike(made, code, self.parts)
        self.number = code.let("number", member(1) * plan.local[0] + member(0), True)
        self.begin()

    def begin(self) -> None:
        self.states = Variables(self.code, self.graph, 1, self.begun())

    def write(self) -> None:
        made, plan, code, graph = self.made, self.plan, self.code, self.graph
        size = (made.width, made.height)
        extents = plan.length, plan.lines + 1
        self.tiles = {value: array(code, value, "fed", extents, "local") for value in self.parts.feeds}
        self.results = {value: array(code, value, "given", extents, "local")
                        for output in shown(graph) for value in output.values}
        length = size[self.axis] if self.chunks is None else self.chunks.length
        with along(code, "first", length, self.step, plan.length) as first:
            if self.tiles:
                with self.shared() as j, code.inside(Section([])):
                    at, line = self.member(j)
                    for tile, given in self.feeds(first + at, line):
                        code.add(Store(Part(tile, at), line, given))
                code.add(Barrier())
            self.go(first)
            code.add(Barrier())
            self.carry()
            with self.shared() as j, code.inside(Section([])):
                at, line = self.member(j)
                across, down = self.at(first + at, line)
                with code.inside(If((across < made.width) & (down < made.height), [])):
                    for output, sink in zip(shown(graph), made.sinks):
                        values = [taken(value, Load(Part(self.results[value], at), line)) for value in output.values]
                        row = code.let((sink.start, "_row"), sink.row(down))
                        formats.store(code, sink.format, output.values[0].type, values, row, across, sink.whole)

    def feeds(self, at: Expr, line: Expr) -> list[tuple[Var, Expr]]:
        """Where what the law takes at a place is kept, and what that is."""
        pixels = PixelBody(replace(self.made, graph=self.parts.before), self.code, *self.place(at, line))
        pixels.values.update(self.same)
        pixels.block(self.parts.before.body)
        return [(tile, kept(value, pixels.value(value))) for value, tile in self.tiles.items()]

    def go(self, first: Var) -> None:
        """Over the places of a tile."""
        with self.code.inside(If(self.number < self.plan.lines, [])):
            with along(self.code, "i", self.plan.length, self.step) as i, self.code.inside(Section([])):
                self.law(first, i, i, self.number, self.states)

    def carry(self) -> None:
        """To the next tile."""

    def law(self, first: Var, i: Expr, at: Expr, line: Expr, states: Variables) -> None:
        """At one place of a line, the ith that this member goes over."""
        law = PixelBody(replace(self.made, graph=self.parts.law), self.code, *self.place(first + at, line))
        law.before = states.known
        law.values.update(self.same)
        for value, tile in self.tiles.items():
            law.values[id(value)] = self.fed(value, tile, i, at, line)
        law.block(self.parts.law.body)
        self.give(law, first, at, line)
        states.shift(law.value)

    def fed(self, value: Value, tile: Var, i: Expr, at: Expr, line: Expr) -> Expr:
        return self.loaded(value, tile, at, line)

    def loaded(self, value: Value, place: Var, at: Expr, line: Expr) -> Expr:
        return self.code.let(value.name or "fed", taken(value, Load(Part(place, at), line)))

    def give(self, law: PixelBody, first: Var, at: Expr, line: Expr) -> None:
        """What the law gives at a place."""
        for value, tile in self.results.items():
            self.code.add(Store(Part(tile, at), line, kept(value, law.value(value))))

    def shared(self) -> AbstractContextManager[Var]:
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


class _Pieces(_Group):
    """Each line in pieces that members go over side by side: first as if there were nothing before them, to see what they
    make of what was before; then, when that is known, again."""

    def begin(self) -> None:
        law, code, plan = law_of(self.graph), self.code, self.plan
        assert law is not None
        self.slots, self.long = law.slots, plan.length // plan.pieces
        self.shared_by_all = [value for output in self.parts.same.outputs for value in output.values]
        self.steps = law.steps([*self.parts.feeds, *self.shared_by_all])
        count = len(self.slots)
        self.ends = [array(code, value, "ends", (plan.pieces, plan.lines + 1), "local") for value in self.steps.carried]
        self.carried = [array(code, value, "carried", (plan.lines + 1,), "local") for value in self.steps.before]
        self.mine = code.let("line_of_tile", self.number % plan.lines, True)
        self.piece = code.let("piece", self.number // plan.lines, True)
        with code.inside(If(self.piece < 1, [])):
            for value, place, start in zip(self.steps.before, self.carried, self.steps.start[:count]):
                code.add(Store(place, self.mine, kept(value, constant_of(start))))

    def go(self, first: Var) -> None:
        code, steps = self.code, self.steps
        found = variables(code, steps.carried, [constant_of(value) for value in steps.start])
        with code.loop("i", 0, self.long) as i, code.inside(Section([])):
            at = self.place_of(i)
            pixels = PixelBody(replace(self.made, graph=steps.turn), code, *self.place(first + at, self.mine))
            for value, given in zip([*self.tiles], steps.given):
                pixels.values[id(given)] = self.fed(value, self.tiles[value], i, at, self.mine)
            for value, given in zip(self.shared_by_all, steps.given[len(self.tiles):]):
                pixels.values[id(given)] = self.same[id(value)]
            pixels.values.update({id(value): var for value, var in zip(steps.carried, found)})
            pixels.block(steps.turn.body)
            self.change(found, steps.turn, pixels)
        for value, place, var in zip(steps.carried, self.ends, found):
            code.add(Store(Part(place, self.piece), self.mine, kept(value, var)))
        code.add(Barrier())
        self.before = variables(code, steps.before, [taken(value, Load(place, self.mine))
                                                     for value, place in zip(steps.before, self.carried)])
        with code.loop("i", 0, self.plan.pieces - 1) as i, code.inside(If(i < self.piece, [])):
            pixels = PixelBody(replace(self.made, graph=steps.after), code, Number(0), Number(0))
            pixels.values.update({id(value): var for value, var in zip(steps.before, self.before)})
            for value, end, place in zip(steps.carried, steps.ends, self.ends):
                pixels.values[id(end)] = self.loaded(value, place, i, self.mine)
            pixels.block(steps.after.body)
            self.change(self.before, steps.after, pixels)
        self.states = Variables(code, self.graph, 1, dict(zip(self.slots, self.before)))
        with code.loop("i", 0, self.long) as i, code.inside(Section([])):
            self.law(first, i, self.place_of(i), self.mine, self.states)

    def carry(self) -> None:
        with self.code.inside(If(self.piece >= self.plan.pieces - 1, [])):
            for slot, value, place in zip(self.slots, self.steps.before, self.carried):
                self.code.add(Store(place, self.mine, kept(value, self.states.known[slot])))

    def change(self, variables: list[Var], graph: Graph, pixels: PixelBody) -> None:
        new = [pixels.value(value) for output in graph.outputs for value in output.values]
        self.code.add(Assign(list(zip(variables, new))))

    def place_of(self, i: Expr) -> Var:
        """The place in the tile of the ith of this piece."""
        at = self.piece * self.long + i
        return self.code.let("at", at if self.step > 0 else self.plan.length - 1 - at, True)


class _Down(_Pieces):
    """Columns in pieces: members beside one another go down columns beside one another, as memory likes it. So each reads
    the places of its pieces itself, and writes them."""

    def write(self) -> None:
        code = self.code
        self.tiles = {value: array(code, value, "fed", (self.long,)) for value in self.parts.feeds}
        with along(code, "first", self.made.height, self.step, self.plan.length) as first:
            with code.loop("i", 0, self.long) as i, code.inside(Section([])):
                for tile, given in self.feeds(first + self.place_of(i), self.mine):
                    code.add(Store(tile, i, given))
            self.go(first)
            code.add(Barrier())
            self.carry()

    def fed(self, value: Value, tile: Var, i: Expr, at: Expr, line: Expr) -> Expr:
        return self.code.let(value.name or "fed", taken(value, Load(tile, i)))

    def give(self, law: PixelBody, first: Var, at: Expr, line: Expr) -> None:
        x, y = self.at(first + at, line)
        with self.code.inside(If((x < self.made.width) & (y < self.made.height), [])):
            for output, sink in zip(shown(self.graph), self.made.sinks):
                values = [law.value(value) for value in output.values]
                row = self.code.let((sink.start, "_row"), sink.row(y))
                formats.store(self.code, sink.format, output.values[0].type, values, row, x, sink.whole)


def variables(code: Code, values: Sequence[Value], begin: Sequence[Expr]) -> list[Var]:
    """Variables for values, each with what it begins with."""
    made = [Var(value.name or "carried", WORDS[value.type], changes=True) for value in values]
    for pair in zip(made, begin):
        code.add(Declare([pair]))
    return made


def constant_of(value: Value) -> Number:
    assert isinstance(value, Const)
    return Number(value.value, WORDS[value.type])
