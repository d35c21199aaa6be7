"""A program of functions as parts, each an ordinary graph for an ordinary plan: which functions are kept, and where.

    filter bloom                    part 1   soft, kept as an image of its own extent
        function soft (x, y)        part 2   the result, which reads that image
        ...

A function that is kept is computed once for each place where any other part needs it. All others are written into the
parts that call them, where stages are found again modulo translation (stages.py). Kept are

    functions read elsewhere    at 2*x, x//2, or where data leads: nothing is shared between neighbours there,
    functions that branch       read at several places,
    functions that several parts need,
    scans, which are computed from their edge on,
    and those with which a part would be too long for a driver's compiler.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from ...ir import (
    CARRIED,
    INT,
    STARTS,
    Function,
    Graph,
    ImageParam,
    Op,
    Output,
    PixelType,
    ScalarParam,
    Value,
    called,
    callees,
    calls,
    constant,
    every_graph,
    every_op,
    functions,
    loops,
    repeating,
)
from ...ir.domains import USUAL, Edges, bounded, constant_beyond, domains, hardly_cut, without
from ...ir.echoes import Echo, echoes
from ...ir.folds import ALONE
from ...ir.ops import CALL
from ...ir.orders import Ordered
from ...ir.ranges import Numbers
from ...ir.regions import Domain, Region, Sizes, all_of, cut, regions
from ...ir.scans import asked, starts
from ...ir.tallies import ENTRIES, Tally
from ...look import sheet
from ...passes import settled
from ...passes.inline import Inliner, length, needed, offset, own
from ..cost import weight
from ..plans import Plan
from ..price import moving_costs, price
from ..scans.scans import hosts
from ..scans.strips import joined
from ..stages.stages import stages
from ..sums.spectra import saved
from ..sums.turns import in_turns
from ..target import COMMON, CPU, Target
from ..tiles.apart import best_in_tile
from ..windows.windows import by_rows
from .again import again as computed_again
from .again import is_plain
from .interleaved import interleaved
from .origins import taken_out
from .parts import Part, Stage

LONGEST = 700     # operations of a part, written out
FURTHER = 100000  # the same, of what is asked whether all of it can be in a tile,
MOST = 200        # and its stages, but where a long sum goes over that turn by turn;
SEVERAL = 4       # and images, of which less cost less than what is computed again at the edges of tiles
LEAST = 8         # operations, in a loop additions, from which on a function that is read elsewhere is kept
ALIKE = 8         # rows, multiples of which parts begin at if any are read elsewhere: so levels of pyramids share kernels
TRIED = 0, 1, 1000  # numbers of a call, with which it is seen whether more or less is needed
AGAIN = 12        # operations from which on a function that several parts need is kept


@dataclass
class Program:
    """The parts in the order in which they are computed."""

    graph: Graph
    parts: list[Part]
    origins: dict[Function, tuple[int, ...]]
    clamped: frozenset[Function] = field(default_factory=frozenset)  # those read wherever data leads
    echoed: dict[Function, tuple[Echo | None, Echo | None]] = field(default_factory=dict)  # beyond a picture like in it
    scans: dict[Function | None, Function] = field(default_factory=dict)  # those computed with another part (scans.py)
    measured: bool = False  # whether numbers of a call say how far functions are needed
    told: dict[Function, tuple[int, ...]] = field(default_factory=dict)  # the axes along which they say where one begins
    edges: dict[Function, tuple[Edges | None, ...]] = field(default_factory=dict)  # what says where functions end
    entire: frozenset[tuple[Function, int]] = frozenset()  # axes along which all of a function is kept that is needed
    strips: dict[Function, Function | None] = field(default_factory=dict)  # scans that are joined (strips.py)

    def fits(self, size: tuple[int, int], sizes: Sizes, numbers: Numbers | None = None) -> bool:
        """Whether a scan that is computed with the result is needed just where that is."""
        scan = self.scans.get(None)
        return scan is None or regions(self.graph, size, sizes, numbers)[scan] == all_of(size)

    def go_together(self, size: tuple[int, ...], found: dict[Function, Region]) -> bool:
        """Whether scans that are computed with one another are needed in the same places."""
        return all(found.get(first) == (all_of(size) if then is None else found.get(then))
                   for first, then in self.strips.items())

    def regions(self, size: tuple[int, ...], sizes: Sizes, numbers: Numbers | None = None) -> dict[Function, Region]:
        """Where each function that is kept is needed, for a result and images of these sizes, and these numbers; nothing of
        one that is not."""
        found = regions(self.graph, size, sizes, numbers, taken=True)
        ends = without(self.entire, domains(self.edges, sizes))
        return {function: whole if function in self.clamped and (whole := constant_beyond(ends[function]))
                else within(found[self.scans.get(function, function)], self.echoed.get(function, ()), sizes,
                            ends.get(function, ()))
                for function in self.origins if self.scans.get(function, function) in found}

    def beyond(self, found: dict[Function, Region]) -> dict[Function, tuple[int, ...]]:
        """From where on functions would have to be kept that are needed further out than they are."""
        first = {function: [at if axis in self.told.get(function, ()) else min(at, region.first[axis])
                            for axis, at in enumerate(self.origins[function])] for function, region in found.items()}
        return {function: tuple(at) for function, at in first.items() if tuple(at) != self.origins[function]}

    def first(self, function: Function, region: Region) -> tuple[int, ...]:
        """Where a function that is needed in a region is begun with."""
        return tuple([region.first[axis] if axis in self.told.get(function, ()) else at
                      for axis, at in enumerate(self.origins[function])])


class Unbounded(Exception):
    """A function has to be kept, and nobody knows where it is needed before the numbers of a call are known."""


def program(graph: Graph, unit: int = 1, lower: dict[Function, tuple[int, ...]] | None = None, join: bool = True,
            target: Target | None = None, alike: dict[Function, bool] | None = None, strips: bool = True) -> Program:
    """The parts of a graph that calls functions, and folds none (folds.py); `unit` is what columns to the left of a part
    are a multiple of. `lower` says where functions were needed that nobody had expected there; `join` whether a scan may be
    computed with what is made of it, and scans in `strips` with one another; `alike` which functions are kept.
    Without a `target` it is not asked whether all of it can be in one tile."""
    found, possible, clamped, told, known = whole = bounded(graph)
    edges = known()
    kept = chosen(graph, possible, alike or {}, target or CPU)
    plan = in_tiles(graph, kept, target) if kept and target is not None else None
    kept = kept if plan is None else set()
    scans = hosts(graph, kept, found) if join else {}
    scans = {host: scan for host, scan in scans.items() if not {host, scan} & told.keys()}
    kept = (kept | {function for function in scans if function is not None}) - set(scans.values())
    measured = is_measured(graph, kept - clamped)
    entire = frozenset() if measured else hardly_cut(graph, whole, kept - clamped - told.keys())
    ends = without(entire, domains(edges))
    echoed = {function: (None, None) if function in clamped else each for function, each in echoes(graph).items()}
    leaps = any(offset(each, op)[0] is not None for each in every_graph(graph) for op in calls(each.body))
    origins = {}
    for function in kept:
        axes = len(function.graph.coordinates)
        if function in clamped:
            left, *rest = [each.first for each in ends[function] if each]
        else:
            needed_in = [region for each in found if (region := each[scans.get(function, function)]) is not None]
            if not needed_in:
                raise Unbounded(function.name)
            first = [min(region.first[axis] for region in needed_in) for axis in range(axes)]
            first = [*map(min, first, (lower or {}).get(function, first))]
            left, *rest = [max(at, each.first) if each else at for at, each in zip_longest(first, ends.get(function, ()))]
            left = left // chunk_of(scans.get(function, function)) * chunk_of(scans.get(function, function))
        top, *rest = [0 if echo else at for echo, at in zip((*echoed[function][1:], None), rest)]
        if leaps and function not in clamped and function.graph.scan is None and function.graph.order is None:
            # (what comes again every so many rows begins with the first of them, and blocks of so many do)
            every = next((each.step for each in edges.get(function, ())[1:2] if each and each.step > 1), ALIKE)
            top = top // every * every
        first = [0 if echoed[function][0] else left // unit * unit, top, *rest]
        origins[function] = tuple([0 if axis in told.get(function, ()) else at for axis, at in enumerate(first)])
    channels = interleaved(graph, used(graph, kept), target or CPU)
    order = [function for function in functions(graph) if function in kept and channels[function]]
    origins = {function: origins[function] for function in order}
    clamped &= set(order)
    told = {function: told[function] for function in order if function in told}
    parts = [_Writer(graph, function, origins, told, clamped, echoed, ends, channels, scans, plan).part()
             for function in (*order, None)]
    parts, together = joined(parts, target) if strips and target is not None else (parts, {})
    return Program(graph, parts, origins, clamped, echoed, scans, measured, told, edges, entire, together)


def is_measured(graph: Graph, kept: AbstractSet[Function]) -> bool:
    """Whether functions are needed further or less far by other numbers of a call, or these alone say where."""
    if not graph.scalars or not kept:
        return False
    size, sizes = USUAL[0][:len(graph.coordinates)], dict.fromkeys(graph.images, USUAL[0])
    tried = [regions(graph, size, sizes, dict.fromkeys([scalar.value for scalar in graph.scalars], number), taken=True)
             for number in TRIED]
    return any(one.get(function) is None or one.get(function) != other.get(function)
               for one, other in pairwise(tried) for function in kept)


def chunk_of(function: Function) -> int:
    """What places of a scan in chunks are counted from multiples of."""
    scan = function.graph.scan
    return scan.chunks.length if scan is not None and scan.chunks is not None else 1


def within(region: Region | None, echoed: Iterable[Echo | None], sizes: Sizes, domain: Domain = ()) -> Region:
    """A region without what lies beyond the pictures along axes on which it is the same as in them: there all of it up
    to the picture's end, if it goes further; and without what lies beyond the ends from which on all is the same."""
    assert region is not None, "what is kept is needed somewhere"
    region = cut(region, domain)
    found = [*region]
    for axis, each in enumerate(echoed):
        if each:
            last = sizes[each.image][axis] - 1
            found[axis], found[2 + axis] = 0, region[2 + axis] if region[axis] >= 0 and region[2 + axis] <= last else last
    return Region(*found)


def used(graph: Graph, kept: Iterable[Function]) -> dict[Function, list[int]]:
    """Which results of each function anyone asks for."""
    found: dict[Function, set[int]] = {function: set() for function in kept}
    for inner in every_graph(graph):
        for op in calls(inner.body):
            if called(op) in found:
                found[called(op)].add(op.attributes[0][1])
    for function in found:
        if function.graph.scan is not None and function.graph.scan.slant is not None:  # which goes on from what it kept
            found[function].update(asked(function.graph))
        joint = function.graph.team or function.graph.lot
        if joint is not None and found[function] and not ALONE.issuperset(joint.how):
            found[function].update(range(len(joint.how)))  # a best value and what is with it
    return {function: sorted(channels) for function, channels in found.items()}


# --- which functions are kept ----------------------------------------------------------------------------------------

def in_tiles(graph: Graph, kept: set[Function], target: Target) -> Plan | None:
    """A plan for all of it in one kernel, where that is better than to keep functions in images: a long sum turn by turn
    (turns.py), or all that is needed around a pixel in a tile."""
    stored = sum(map(len, used(graph, kept).values()))  # numbers a pixel
    deep = [*[each.dimensions for each in every_graph(graph)], *[image.dimensions for image in graph.images]]
    if max(deep) > 2:  # stages have two coordinates
        return None
    if any(function.kept or function.graph.scan for function in functions(graph)):
        return None
    if any(op.blocks or op.kind is CALL and offset(each, op)[0] is not None
           for each in every_graph(graph) for op in each.body.ops) or length(graph, FURTHER) > FURTHER:
        return None
    found = by_rows(stages(graph))
    turns = in_turns(found, target)
    if turns or target.lanes == 1 or stored < SEVERAL or len(found.order) > MOST:
        return min(turns, key=price, default=None)
    made = best_in_tile(found, target)
    if made is None:
        return None
    parts = min(sum(price(own) for _, own in made.passes), written_out(graph, kept)) - saved(found, target)
    return made if price(made) < COMMON.better * (parts + stored * moving_costs(COMMON.intermediate, target)) else None


def written_out(graph: Graph, kept: set[Function]) -> float:
    """What a pixel of all parts costs as it is written, in additions, where these functions are kept."""
    roots = [graph, *[function.graph for function in kept]]
    inner = [len(places) * cost_of(function) for root in roots for function, places in needed(root, stored=kept).items()]
    return sum([*inner, *[weight(root.body) for root in roots]])


def as_in(whole: Graph, become: dict[Function, Function], target: Target) -> dict[Function, bool]:
    """Which functions of a part are kept: those that the whole keeps, so that a sum has the same terms in both. `become`
    says what each of the part's functions is in the whole."""
    kept = chosen(whole, bounded(whole).possible, {}, target)
    if in_tiles(whole, kept, target) is not None:
        return {}
    return {function: there in kept for function, there in become.items()}


def chosen(graph: Graph, possible: frozenset[Function], alike: dict[Function, bool], target: Target) -> set[Function]:
    """The functions that are kept; only those that are `possible` can be."""
    every = functions(graph)
    inner = {function: callees(function.graph) for function in every}
    said = {function: alike.get(function, function.kept) for function in every}
    kept = {function for function in every if said[function] or function.graph.scan is not None}
    kept -= {function for function in alike if function not in possible and function.kept is None}  # where nobody knows
    possible = possible - {function for function in every if said[function] is False}
    elsewhere = {called(op) for each in every_graph(graph) for op in calls(each.body) if offset(each, op)[0] is not None}
    in_loops = {called(op) for each in every_graph(graph) for loop in loops(each.body) for op in calls(loop.blocks[0])}
    there = computed_again(graph, (possible & elsewhere) - kept, target)
    possible = possible - there - {each for each in reached([*there], inner, kept) - kept if is_plain(each) and
                                   sum(map(length_of, reached([each], inner, kept))) <= target.light}
    for function in every:
        if function in possible & elsewhere:
            length = cost_of if function in in_loops else length_of
            if sum(map(length, reached([function], inner, kept))) >= LEAST:
                kept.add(function)
    roots: list[Function | None] = [None, *reversed(every)]
    # Callers first: what is kept for one is a part of its own afterwards.
    for root in roots:
        while root is None or root in kept:
            found = better_kept(graph if root is None else root.graph, kept, possible)
            if found is None:
                break
            kept.add(found)
    for function in reversed(every):
        if function in possible - kept:
            takers = [root for root in roots if (root is None or root in kept) and function in reached(
                [each for each in (callees(graph) if root is None else inner[root]) if each not in kept], inner, kept)]
            if len(takers) > 1 and sum(map(length_of, reached([function], inner, kept))) >= AGAIN:
                kept.add(function)
    return kept


def length_of(function: Function) -> float:
    return own(function.graph)


def cost_of(function: Function) -> float:
    """What a loop does again for each pixel that asks."""
    return weight(function.graph.body)


def reached(start: list[Function], inner: dict[Function, list[Function]], kept: AbstractSet[Function]) -> set[Function]:
    """Functions that are called from these, and they themselves; what is kept is not looked into."""
    found: set[Function] = set()
    waiting = list(start)
    while waiting:
        function = waiting.pop()
        if function not in found and (function not in kept or function in start):
            found.add(function)
            waiting += inner[function]
    return found


def better_kept(graph: Graph, kept: set[Function], possible: frozenset[Function]) -> Function | None:
    """A function that a part should not have written into it: one that branches and is needed again and again, or
    with which the part would be too long."""
    places = needed(graph, 4 * LONGEST, kept)
    total, again, once = own(graph), None, None
    for function in reversed(functions(graph, kept)):  # callers first
        if function not in places:
            continue
        count = len(places[function])
        if function in possible:
            if count > 1 and any(op.blocks for op in function.graph.body.ops):
                return function
            again, once = (function, once) if count > 1 else (again, function)
        total += count * own(function.graph)
        if total > LONGEST and again is not None:
            return again
        if total > 3 * LONGEST and once is not None:
            return once
    return None


# --- the graph of a part ---------------------------------------------------------------------------------------------

class _Writer(Inliner):
    """Writes the graph of one part: what is kept is read from images."""

    def __init__(self, graph: Graph, function: Function | None, origins: dict[Function, tuple[int, ...]],
                 told: dict[Function, tuple[int, ...]], clamped: AbstractSet[Function],
                 echoed: dict[Function, tuple[Echo | None, Echo | None]], ends: dict[Function, Domain],
                 channels: dict[Function, list[tuple[int, ...]]], scans: dict[Function | None, Function],
                 plan: Plan | None = None):
        super().__init__(graph if function is None else function.graph)
        self.plan = plan
        self.program, self.function, self.origins, self.clamped, self.ends = graph, function, origins, clamped, ends
        self.told, self.echoed, self.channels, self.inner = told, echoed, channels, scans.get(function)
        self.stages: dict[Stage, ImageParam] = {}
        self.limits: dict[tuple[Function, int], ScalarParam] = {}
        self.begins: dict[tuple[Function, int], ScalarParam] = {}
        if function is not None:
            if self.old.order is not None:
                self.graph.order = Ordered(origins[function][1])
            origin = (0, 0, 0) if self.old.order is not None else origins[function]  # its coordinates are other places
            for axis, (value, by) in enumerate(zip(self.old.coordinates, origin)):
                start = self.begun(function, axis) if axis in told.get(function, ()) else constant(by)
                self.new[value] = self.builder.emit("add", value, start)
        self.own_place = self.values(self.old.coordinates)

    def part(self) -> Part:
        function, self.changed = self.function, True
        scan, carried = self.old, None
        if self.inner is not None:
            scan, carried = self.inner.graph, self.body(self.inner, self.own_place)
            self.graph.scan = scan.scan
        made = self.run()
        values = tuple([value for output in made.outputs for value in output.values])
        if function is not None:
            channels = self.channels[function]
            made.outputs = [Output(tuple([values[i] for i in each]), values[each[0]].type.value) for each in channels]
            if made.order is not None:
                made.outputs.append(Output(values[-5:], ENTRIES))
            if made.team is not None:
                made.team = made.team._replace(how=tuple([made.team.how[i] for i, in channels]))
            if made.lot is not None:
                made.lot = made.lot._replace(how=tuple([made.lot.how[i] for i, in channels]))
                made.outputs.append(Output(values[-5:], ENTRIES))
            if made.tally is not None:
                made.tally = Tally(tuple([made.tally.how[i] for i, in channels]), made.tally.length)
                made.outputs.append(Output(values[-5:], ENTRIES))
        if made.scan is not None:
            carried = carried or values
            begun = len(carried) - len(starts(scan))
            made.outputs += [Output((value,), CARRIED) for value in carried[:begun]]
            made.outputs += [Output((value,), STARTS) for value in carried[begun:]]
        made.images = [*self.program.images, *self.stages.values()]
        made.scalars = [*self.program.scalars, *self.limits.values(), *self.begins.values()]
        made = settled(made)
        touched = {image for each in every_graph(made) for op in every_op(each.body) for name, image in op.attributes
                   if name == "image"}
        own = [index for index, image in enumerate(self.program.images) if image in touched]
        stages = [stage for stage, image in self.stages.items() if image in touched]
        made.images = [self.program.images[i] for i in own] + [self.stages[stage] for stage in stages]
        made.name = self.old.name
        made.exact = self.program.exact
        written, origin = (self.channels[function], self.origins[function]) if function else ([], (0, 0))
        return Part(function, made, tuple(own), tuple(stages), tuple(written), tuple(self.limits), tuple(self.begins),
                    origin, self.plan)

    def body(self, function: Function, place: tuple[Value, ...]) -> tuple[Value, ...]:
        """A scan is computed at the part's own place: of an array that is (x, 0)."""
        return super().body(function, self.own_place if function is self.inner else place)

    def plain(self, op: Op) -> Value:
        made = taken_out(self.builder.emit, op, self.values(op.operands), self.graph.coordinates) if len(
            op.operands) == 2 and self.function is not None else None
        return super().plain(op) if made is None else made

    def stays(self, op: Op, place: tuple[Value, ...]) -> Value | None:
        function = called(op)
        if self.plan is not None:
            return self.builder.emit("call", *place, function=function, channel=op.attributes[0][1])
        if function not in self.origins:
            return None
        channel = op.attributes[0][1]
        stage = Stage(function, next(each for each in self.channels[function] if channel in each))
        if stage not in self.stages:
            pixel = PixelType(function.results[channel].type, len(stage.channels))
            border = [repeating(ends.step if ends else 1) for ends in self.ends.get(function, (None,) * len(place))]
            border = [echo.border if echo else each for echo, each in zip_longest(self.echoed[function], border)]
            self.stages[stage] = ImageParam(function.name, pixel, tuple(border),
                                            dimensions=max(2, function.graph.dimensions))
        if function in self.clamped:
            place = tuple([self.within(function, axis, value) for axis, value in enumerate(place)])
        place = tuple([self.builder.emit("sub", at, self.begun(function, axis)) if axis in self.told.get(function, ())
                       else self.builder.emit("add", at, constant(-by))
                       for axis, (at, by) in enumerate(zip(place, self.origins[function]))])
        return self.builder.emit("read", *place, image=self.stages[stage], channel=stage.channels.index(channel))

    def begun(self, function: Function, axis: int) -> Value:
        """Where what is kept of a function begins, told by a number of the part."""
        if (function, axis) not in self.begins:
            name = f"first_{'xyz'[axis]}"
            self.begins[function, axis] = ScalarParam(name, Value(INT, None, name))
        return self.begins[function, axis].value

    def within(self, function: Function, axis: int, value: Value) -> Value:
        """A coordinate inside what is kept: further out the function gives the same everywhere."""
        key = function, axis
        if key not in self.limits:
            self.limits[key] = ScalarParam(f"last_{'xyz'[axis]}", Value(INT, None, f"last_{'xyz'[axis]}"))
        ends = self.ends[function][axis]
        assert ends is not None, "what is read wherever data leads has ends"
        low = self.builder.emit("max", value, constant(ends.first))
        return self.builder.emit("min", low, self.limits[key].value)


# --- how it is told --------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Parts:
    """The plan of a program: that of each part."""

    program: Program
    plans: tuple[Plan, ...]
    kind: str = "parts"

    def _repr_html_(self) -> str:
        return sheet(str(self), "words")

    def __str__(self) -> str:
        count = len(self.plans)
        if count == 1:
            return str(self.plans[0])
        several = "s" * (count > 2)
        lines = [f"{count} kernels, one after the other: {count - 1} function{several} kept as images of their own"]
        for part, plan in zip(self.program.parts, self.plans):
            what = "the result" if part.function is None else f"{part.function.name}{told(part)}"
            first, *more = str(plan).splitlines()
            lines += [f"  {what}: {first}", *[f"  {line}" for line in more]]
        return "\n".join(lines)


def told(part: Part) -> str:
    ops = part.function.graph.body.ops if part.function else ()
    place = next((op.location for op in ops if op.location), None)
    return f" ({place.function}, line {place.line})" if place else ""
