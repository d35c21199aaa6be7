"""Scans: lines side by side, each in order along its axis (schedule/scans.py).

On a CPU lines are the lanes of vectors: columns lie beside one another as they are; of rows a square tile is turned, so
that the pixels of one column are a vector. On a GPU a group of work-items reads a tile of pixels together, one work-item
goes over each line of it, and the group writes it.

What was before is in variables, or in an array. At the edge that is nothing yet; there nobody asks for it. Of a scan in
chunks each chunk is a line, and begins with what the graph says was before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..ir import Graph, Value
from ..ir.scans import asked, carried, priors, reaching, shown, starts
from ..schedule.plans import Plan, Scans
from ..schedule.scans import Split, part, split
from ..schedule.varying import Varying
from . import formats, masks
from .arrays import array, element, kept, taken
from .beside import Reader
from .frame import Frame
from .groups import Along, Down, Group, Pieces
from .lines import Variables, alike, along
from .masks import Lanes
from .pixels import PixelBody, count_uses
from .placing import streamed
from .squares import squares, turned
from .statements import Code, Section, Store
from .values import (
    Expr,
    Load,
    Number,
    Part,
    item,
    least,
    numbers,
    widen,
)


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Scans)
    code = Code()
    if plan.lanes == 1:
        kind = Group if plan.pieces == 1 else Down if made.graph.scan.axis else Along if plan.lines == 1 else Pieces
        kind(made, plan, code).write()
    elif made.graph.scan.axis == 0:
        _rows(made, plan, code)
    else:
        _columns(made, plan, code)
    return code


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
