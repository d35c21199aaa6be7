"""How a scan is computed: lines side by side, each in order along its axis, so that it is what plain Python computes.

Most of what a place needs does not depend on the places before: pixels, and what is made of them. These feeds are computed
for many places at once, as memory likes it, and kept in a tile; the law, what is left, goes over the tile place by place,
for as many lines as there are lanes or work-items. So a picture is read once and written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from ...ir import STARTS, Block, Const, Function, Graph, Op, Output, Value, called, callees, calls, every_op, functions
from ...ir.domains import USUAL
from ...ir.ops import CALL, READ, TABLE
from ...ir.regions import Region, all_of
from ...ir.scans import reaching, shown, used
from ...passes.inline import offset
from ..plans import SIZELESS, Fronts, Plan, Scans
from ..stages.varying import lights
from ..target import Stored, Target
from .laws import IN_TURN, Law, depending, law_of_lines

LIGHT = 8.0    # additions: what depends on the place alone and costs no more is computed with the law
NEAR = 2.0     # so is what is made of other feeds at that: recursive Gaussian of 2048 x 2048 22 ms of the processor, so 17
LINES = 32     # side by side in a tile that a group shares
TURNS = 4      # rows of a work-item alone that waits for what it did last: error diffusion of 2048 x 2048 77 ms, so 26
LENGTHS = (64, 32, 16, 8)
MANY = 4       # values that are carried through a piece: more take registers that a large group does not have


class Split(NamedTuple):
    """A scan's graph in parts, which share its operations: what is the `same` for all pixels, the graph of the `feeds`
    (values that the law takes), and the `law`; or what `is_left` of both together."""

    same: Graph
    feeds: tuple[Value, ...]
    before: Graph
    law: Graph
    is_left: Graph


def plan_scan(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> Plan:
    return every_scan(graph, inputs, outputs, target)[0]


def every_scan(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """All plans of a scan, the best first."""
    if graph.scan.slant is not None:
        return fronts(graph, inputs, outputs, target)
    how: dict[str, Any] = dict(target=target, inputs=tuple(inputs), outputs=tuple(outputs), told=graph.scan.told,
                               axis=graph.scan.axis, chunk=graph.scan.chunks.length if graph.scan.chunks else 0)
    found: list[Plan] = []
    if target.kind == "cpu" and target.lanes > 1 and not any(format.memory == "image" for format in inputs):
        block = (SIZELESS, target.lanes) if graph.scan.axis == 0 else (target.scan_strip, SIZELESS)
        if graph.scan.chunks is not None:
            block = target.lanes * graph.scan.chunks.length, 1
        found.append(Scans(block=block, lanes=target.lanes, length=target.scan_length, **how))
    lengths = LENGTHS if graph.scan.chunks is None else [n for n in LENGTHS if n <= LINES]
    length = next((n for n in lengths if room(graph, n) <= target.local_memory // 2), LENGTHS[-1])
    block, local = grid(graph.scan.axis, LINES, length, target.scan_group)
    if graph.scan.chunks is not None:
        block = LINES * graph.scan.chunks.length // length, 1
    if target.kind == "gpu" and not graph.exact:
        found += in_pieces(graph, target, how)
    found.append(Scans(block=block, local=local, length=length, lines=LINES, **how))
    return found


def grid(axis: int, lines: int, length: int, group: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """What an item covers, and how the items of a group lie that share so many places of so many lines."""
    local = (min(length, group), max(1, group // length)) if axis == 0 else (lines, group // lines)
    return ((SIZELESS, max(1, lines // local[1])) if axis == 0 else (1, SIZELESS)), local


def fronts(graph: Graph, inputs: Sequence[Stored], outputs: Sequence[Stored], target: Target) -> list[Plan]:
    """On a CPU a work-item alone is fastest: its group would be one core, too, that goes from item to item. Where a place
    waits for the one before it in its row, it goes over a few rows by turns: one core has room for as many at a time."""
    order, alone = graph.scan.slant.order, (1, TURNS if graph.scan.slant.order else 1)
    groups = [(target.scan_group, 1), (1, 1)] if target.kind == "gpu" else [alone, (1, 1), (target.lanes, 1)]
    return [Fronts(target=target, inputs=tuple(inputs), outputs=tuple(outputs), told=graph.scan.told, local=(items, 1),
                   order=order, turns=turns) for items, turns in dict.fromkeys(groups)]


class Shape(NamedTuple):
    """How a group goes over a few lines, each in pieces."""

    lines: int
    length: int
    pieces: int

    @property
    def group(self) -> tuple[int, int, int]:
        """What grid() asks for."""
        return self.lines, self.length, self.pieces * self.lines


def in_pieces(graph: Graph, target: Target, how: dict[str, Any]) -> list[Plan]:
    """Plans whose groups go over a few lines, each in pieces; those of columns are in registers."""
    colours = max((each.channels for each in how["inputs"]), default=0) > 2
    columns = target.scan_colours if colours else target.scan_columns
    wanted = [target.scan_rows if graph.scan.chunks is None else target.scan_long_rows]
    if is_single_row(graph) and target.scan_row[2] <= target.largest_group:
        wanted.insert(0, target.scan_row)
    shape = next(filter(None, [shape_of([graph], target, rows, columns) for rows in wanted]), None)
    if shape is None:
        return []
    block, local = grid(graph.scan.axis, *shape.group)
    if graph.scan.chunks is not None:
        if shape.lines > 1 or graph.scan.chunks.length % shape.length:
            return []
        block = graph.scan.chunks.length // local[0], 1
    return [Scans(block=block, local=local, **shape._asdict(), **how)]


def is_single_row(graph: Graph) -> bool:
    """Whether it goes along a row and there is one alone: any other would be the same."""
    return graph.scan.axis == 0 and graph.scan.chunks is None and not any(
        graph.y in op.operands for op in every_op(graph.body))


def shape_of(graphs: Sequence[Graph], target: Target, rows: tuple[int, int, int],
             columns: tuple[int, int, int]) -> Shape | None:
    """The shape of groups that go over the same lines scan after scan, if what comes before can be told of all: like that of
    `rows` or `columns`, as far as there is room."""
    laws, axis = [law for law in map(law_of_lines, graphs) if law is not None], graphs[0].scan.axis
    if len(laws) < len(graphs):
        return None
    single = all(law.light for law in laws) or graphs[0].scan.chunks is not None
    lines, length, group = columns if axis else rows if single else target.scan_pieces
    if axis and max(len(law.start) for law in laws) > MANY:
        group //= 2
    pieces, tiles = group // lines, 0
    if axis:
        length = pieces * max(1, length // pieces // max(1, *[len(split(graph).feeds) for graph in graphs]))
    else:
        lengths = length, length // 2, length // 4
        length = next((n for n in lengths if most_room(graphs, n, lines) <= target.local_memory // 2), pieces)
        tiles = most_room(graphs, length, lines)
    if tiles + sum([room_to_tell(law, pieces, lines) for law in laws]) > target.local_memory * 0.9:
        return None
    return Shape(lines, length, pieces)


def most_room(graphs: Sequence[Graph], length: int, lines: int) -> int:
    return max([room(graph, length, lines) for graph in graphs])


def room_to_tell(law: Law, pieces: int, lines: int) -> int:
    """The bytes that it takes to say what is carried through pieces of lines; in pairs it is said twice."""
    return 4 * len(law.start) * pieces * lines * (2 if pieces > IN_TURN else 1)


def room(graph: Graph, length: int, lines: int = LINES) -> int:
    """The bytes that a group's tile of so many places takes."""
    results = sum(len(output.values) for output in shown(graph))
    return 4 * (len(split(graph).feeds) + results) * (length * (lines + 1) if lines > 1 else length + length // LINES)


def hosts(graph: Graph, kept: set[Function], found: list[dict[Function, Region | None]]) -> dict[Function | None, Function]:
    """The scans that are computed together with what is made of them: with the only function that asks for a scan, at its
    own place, or with the result. Then not all that a scan carries on has to be an image."""
    asking: dict[Function, set[Function | Op | None]] = {}
    single = bool(graph.images) and all(image.dimensions == 1 for image in graph.images)
    for caller in (None, *functions(graph)):
        inner = graph if caller is None else caller.graph
        row = single if caller is None else all(is_row(region[caller]) for region in found)
        for op in calls(inner.body):
            asking.setdefault(called(op), set()).add(caller if at_its_place(inner, op, row) else op)
    sizes: list[Any]
    sizes = [[size[:len(graph.coordinates)] for size in USUAL], *([[(size[0], 1) for size in USUAL]] if single else [])]
    whole = {scan for scan in kept if [region[scan] for region in found] in [[*map(all_of, each)] for each in sizes]}
    result: dict[Function | None, Function] = {}
    while True:
        before = len(result)
        for scan in functions(graph):
            if is_straight(scan) and scan in kept and scan not in result.values():
                host: Function | None = scan
                fewest = len(scan.results)
                for other in takers(scan, asking):
                    ends = other in result or other is not None and not is_of_pixels(other.graph)
                    if ends or stored(graph if other is None else other.graph, kept | result.keys()) & scans(kept) != {scan}:
                        break
                    if other in kept or (scan in whole if other is None else len(other.results) < fewest):
                        host, fewest = other, len(other.results) if other else 0
                    if other in kept:
                        break
                if host is not scan:
                    result[host] = scan
        if len(result) == before:
            return result


def at_its_place(graph: Graph, op: Op, row: bool) -> bool:
    """Whether a graph, which may be needed in a single `row`, calls a function at its own place: of an array at (x, 0)."""
    if row and len(op.operands) == 2 and op.operands[1].__class__ is Const:
        return op.operands[0] is graph.x and op.operands[1].value == 0
    base, *by = offset(graph, op)
    return base is None and len(by) == len(graph.coordinates) and not any(by)


def is_row(region: Region | None) -> bool:
    """Whether a function is needed in the first row alone."""
    return region is not None and region.top == region.bottom == 0


def is_of_pixels(graph: Graph) -> bool:
    """Whether a graph says what a pixel is: neither a scan, nor what is put together, counted or put in order."""
    return graph.scan is graph.tally is graph.order is graph.team is graph.lot is None


def is_straight(function: Function) -> bool:
    """Whether a function is a scan, each line for itself."""
    return function.graph.scan is not None and function.graph.scan.slant is None


def scans(functions: Iterable[Function | None]) -> set[Function]:
    return {function for function in functions if function is not None and function.graph.scan is not None}


def stored(graph: Graph, kept: AbstractSet[Function | None]) -> set[Function]:
    """The functions that a graph reads from images, if these are kept."""
    found: set[Function] = set()
    waiting = list(callees(graph))
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += [] if function in kept else callees(function.graph)
    return {function for function in found if function in kept}


def takers(function: Function | None, asking: dict[Function, set[Function | Op | None]]) -> Iterator[Function | None]:
    """Who alone asks for a function, at its own place; who alone asks for that; and so on. None is the result."""
    while function is not None and len(asking[function]) == 1:
        (taker,) = asking[function]
        if isinstance(taker, Op):
            return
        function = taker
        yield function


def split(graph: Graph) -> Split:
    late, light, same = depending(graph), lights(graph, LIGHT), lights(graph, None)
    wanted = [value for output in graph.outputs if output.kind != STARTS for value in output.values]
    given, law = fed(graph, wanted, late, light, same)
    near = beside({*given, *light, *same}, given)
    if near:
        given, law = fed(graph, wanted, late, light | near, same)
    left = [op for op in reaching(graph.body, wanted) if op.results[0] not in same and op.kind is not CALL]
    asked = dict.fromkeys([*[value for op in left for value in used(op)], *wanted])  # in order: a text is the same each time
    shared = [value for value in asked if value in same and value.owner is not None]
    before = [op for op in reaching(graph.body, given) if op.results[0] not in same]
    return Split(part(graph, reaching(graph.body, shared), shared), given, part(graph, before, given),
                 part(graph, law[::-1]), part(graph, left))


def fed(graph: Graph, wanted: Iterable[Value], late: AbstractSet[Op], light: AbstractSet[Value],
        same: AbstractSet[Value]) -> tuple[tuple[Value, ...], list[Op]]:
    """The values that the law takes, and its operations, the last first."""
    feeds: dict[Value, None] = {}
    law: list[Op] = []
    needed = set(wanted)
    for op in reversed(graph.body.ops):
        if needed.isdisjoint(op.results) or op.results[0] in same or op.kind is CALL:  # (what other scans give is there)
            continue
        if op in late or op.results[0] in light:
            law.append(op)
            needed.update(used(op))
        else:
            feeds.update(dict.fromkeys([result for result in reversed(op.results) if result in needed]))
    return tuple(reversed(feeds)), law


def beside(at_hand: set[Value], feeds: Iterable[Value]) -> set[Value]:
    """The feeds that one operation makes of others."""
    return {feed for feed in feeds if isinstance(feed.owner, Op) and not feed.owner.blocks and feed.owner.operands
            and feed.owner.kind.cost <= NEAR and feed.owner.kind not in (READ, TABLE, CALL)
            and all(operand in at_hand or operand.__class__ is Const for operand in feed.owner.operands)}


def part(graph: Graph, ops: list[Op], gives: Iterable[Value] | None = None) -> Graph:
    """Some operations of a graph."""
    outputs = graph.outputs if gives is None else [Output((value,), value.type.value) for value in gives]
    return Graph(graph.name, graph.images, graph.scalars, graph.x, graph.y, Block(ops=ops), outputs, graph.exact, graph.scan)
