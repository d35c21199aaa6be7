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

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field
from functools import partial
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
    constant,
    every_graph,
    every_op,
    functions,
    repeating,
)
from ...ir.domains import USUAL, Edges, bounded, constant_beyond, domains, hardly_cut, without
from ...ir.echoes import Echo, echoes
from ...ir.orders import Ordered
from ...ir.ranges import Numbers
from ...ir.regions import Domain, Region, Sizes, all_of, bounded_scans, cut, regions
from ...ir.scans import starts
from ...ir.tallies import ENTRIES, Tally
from ...look import sheet
from ...passes import settled
from ...passes.inline import Inliner, places_asked
from ..plans import Plan
from ..scans.scans import hosts
from ..scans.strips import joined
from ..target import CPU, Target
from .apart import apart
from .interleaved import interleaved
from .keeping import keeping, used
from .links import links, over_tiles
from .origins import taken_out
from .parts import Part, Placed, Stage

ALIKE = 8         # rows, multiples of which parts begin at if any are read elsewhere: so levels of pyramids share kernels
TRIED = 0, 1, 1000  # numbers of a call, with which it is seen whether more or less is needed


@dataclass
class Laid:
    """A program as far as a call has to know it: its parts in the order in which they are computed, and what says where each
    is needed."""

    graph: Graph
    parts: Sequence[Placed]
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
        found = bounded_scans(self.graph, regions(self.graph, size, sizes, numbers, taken=True))
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


@dataclass
class Program(Laid):
    """A program in parts, each with its graph."""

    parts: list[Part]


class Unbounded(Exception):
    """A function has to be kept, and nobody knows where it is needed before the numbers of a call are known."""


def program(graph: Graph, unit: int = 1, lower: dict[Function, tuple[int, ...]] | None = None, join: bool = True,
            target: Target | None = None, alike: dict[Function, bool] | None = None, strips: bool = True,
            alone: AbstractSet[Function] = frozenset()) -> Program:
    """The parts of a graph that calls functions, and folds none (folds.py); `unit` is what columns to the left of a part
    are a multiple of. `lower` says where functions were needed that nobody had expected there; `join` whether a scan may be
    computed with what is made of it, and scans in `strips` with one another; `alike` which functions are kept, and `alone`
    which links of a chain are. Without a `target` it is not asked whether all of it can be in one tile."""
    found, possible, clamped, told, known = whole = bounded(graph)
    edges = known()
    kept, plan = keeping(graph, possible, alike or {}, target)
    linked = links(graph, kept, target) - alone if target is not None else set()
    kept -= linked
    scans = hosts(graph, kept, found) if join else {}
    scans = {host: scan for host, scan in scans.items() if not {host, scan} & told.keys()}
    kept = (kept | {function for function in scans if function is not None}) - set(scans.values())
    measured = is_measured(graph, kept - clamped)
    entire = frozenset() if measured else hardly_cut(graph, whole, kept - clamped - told.keys())
    ends = without(entire, domains(edges))
    echoed = {function: (None, None) if function in clamped else each for function, each in echoes(graph).items()}
    leaps = any(base is not None for each in every_graph(graph) for _, base, _ in places_asked(each))
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
    writer = partial(_Writer, graph, origins=origins, told=told, clamped=clamped, echoed=echoed, ends=ends,
                     channels=channels, scans=scans)
    parts = [writer(function, plan=plan, links=linked).part() for function in (*order, None)]
    if linked and target is not None:
        parts, others = over_tiles(parts, target)
        if others:
            return program(graph, unit, lower, join, target, alike, strips, alone | others)
    parts, together = joined(parts, target) if strips and target is not None else (parts, {})
    parts = parts if target is None else apart(parts, target)
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


# --- the graph of a part ---------------------------------------------------------------------------------------------

class _Writer(Inliner):
    """Writes the graph of one part: what is kept is read from images."""

    def __init__(self, graph: Graph, function: Function | None, origins: dict[Function, tuple[int, ...]],
                 told: dict[Function, tuple[int, ...]], clamped: AbstractSet[Function],
                 echoed: dict[Function, tuple[Echo | None, Echo | None]], ends: dict[Function, Domain],
                 channels: dict[Function, list[tuple[int, ...]]], scans: dict[Function | None, Function],
                 plan: Plan | None = None, links: AbstractSet[Function] = frozenset()):
        super().__init__(graph if function is None else function.graph)
        self.plan = plan
        self.links = links
        self.called: dict[Function, Function] = {}  # in place of these
        self.program, self.function, self.origins, self.clamped, self.ends = graph, function, origins, clamped, ends
        self.told, self.echoed, self.channels, self.inner = told, echoed, channels, scans.get(function)
        self.stages: dict[Stage, ImageParam] = {}
        self.limits: dict[tuple[Function, int], ScalarParam] = {}
        self.begins: dict[tuple[Function, int], ScalarParam] = {}
        if function is not None and self.old.order is not None:
            self.graph.order = Ordered(origins[function][1])
        self.from_its_origin()
        self.own_place = self.values(self.old.coordinates)

    def from_its_origin(self) -> None:
        """A part's places are counted from where it begins; but of an order those are others."""
        function = self.function
        for axis, (value, by) in enumerate(zip(self.old.coordinates, self.origin)):
            at = self.begun(function, axis) if function and axis in self.told.get(function, ()) else constant(by)
            self.new[value] = self.builder.emit("add", value, at)

    @property
    def origin(self) -> tuple[int, ...]:
        return (0, 0, 0) if self.function is None or self.old.order is not None else self.origins[self.function]

    def part(self) -> Part:
        function, self.changed = self.function, True
        scan, carried = self.old, None
        if self.inner is not None:
            scan, carried = self.inner.graph, self.body(self.inner, self.own_place)
            self.graph.scan = scan.scan
        made = self.run()
        made.folded = self.straight
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
        for link in self.called.values():
            link.graph.images, link.graph.scalars = made.images, made.scalars
            link.graph = settled(link.graph)
        made = settled(made)
        touched = {image for each in every_graph(made) for op in every_op(each.body) for name, image in op.attributes
                   if name == "image"}
        own = [index for index, image in enumerate(self.program.images) if image in touched]
        stages = [stage for stage, image in self.stages.items() if image in touched]
        made.images = [self.program.images[i] for i in own] + [self.stages[stage] for stage in stages]
        made.name = self.old.name
        made.exact = self.program.exact
        for link in self.called.values():
            link.graph.images = made.images
        written, origin = (self.channels[function], self.origins[function]) if function else ([], (0, 0))
        return Part(function, tuple(own), tuple(stages), tuple(written), tuple(self.limits), tuple(self.begins), origin,
                    graph=made, plan=self.plan, links=tuple(self.called))

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
        if function in self.links:
            place = tuple([self.builder.emit("add", at, constant(-by)) for at, by in zip(place, self.origin)])
            return self.builder.emit("call", *place, function=self.as_link(function), channel=op.attributes[0][1])
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

    def as_link(self, function: Function) -> Function:
        """The same function, called by this part at places of its own."""
        if function not in self.called:
            inner = copy(self)
            Inliner.__init__(inner, function.graph)
            inner.from_its_origin()
            self.called[function] = Function(function.name, inner.run(), kept=True)
        return self.called[function]

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

    program: Laid = field(repr=False)
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


def told(part: Placed) -> str:
    ops = part.function.graph.body.ops if part.function else ()
    place = next((op.location for op in ops if op.location), None)
    return f" ({place.function}, line {place.line})" if place else ""
