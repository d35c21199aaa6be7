"""Values of the whole picture: what does not depend on the pixel is computed once, what depends on its row once a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pygpu.ir import (
    INT,
    Block,
    Builder,
    Const,
    Function,
    Graph,
    Op,
    Output,
    Value,
    constant,
    every_op,
    is_known,
    known,
    loops,
    made_by,
    op_of,
    results_at,
    same,
)
from pygpu.ir.algebra import never_negative
from pygpu.ir.arrays import length_of
from pygpu.ir.domains import is_near
from pygpu.ir.folds import BEST, identities, together
from pygpu.ir.ops import CALL, FLOORDIV, LOOP, LT, MOD, RANKED, READ, SIZES

from .copying import Copy, made_of
from .counting import GATHER, Counter, Event, How, Nest, counting, nest
from .depends import look, roots
from .rewrite import Rewriter, captured, has_loops, used

Depends = Mapping[Value, int]  # the coordinate, or counter, that something depends on, and which of its function's that is
NOTHING: Depends = {}


def wholes(graph: Graph) -> Graph:
    """
    before  t = loop over all y, x of im: t + read im (x, y);  m = max(t, 1)
    A loop over pictures that is the same for all pixels (or for all of a row, or a column) becomes a function of its own,
    which is kept. If what it carries on may be put together in any order, it is a fold of what it gives at each place.
    after   function sum (x, y): fold add of value (0, 0, width, height);  m = max(call sum (0, 0), 1)
    A sum of a row in a loop that stays is called there at its counter: whoever asks for a row's sum is given the same bits.
    """
    while has_loops(graph) and any(map(_reads, loops(graph.body))):
        better = _Wholes(graph).run()
        if better is graph:
            break
        graph = better
    return graph


class _Wholes(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.roots = roots(graph)
        self.axes = {graph.x: 0, graph.y: 1}
        for counter in filter(None, [counting(op, self.roots) for op in loops(graph.body)]):
            if self.is_told(counter):
                self.axes[counter.arg] = int(self.reads_across(counter, None))
        self.used = used(graph)
        self.shift = 0       # of a row's values: from the pixel's own row
        self.certain = True  # whether each pixel computes what stands here
        self.bags: dict[Value, Bag] = {}  # what stands for numbers that are to be sorted -> these
        self.ranks: dict[tuple[object, ...], tuple[Copy, Value, Function, dict[int, int]]] = {}  # that and a place -> what
        # gives the numbers there, and which of its results each is

    def arm(self, block: Block, condition: Value, truth: bool) -> Block:
        certain, self.certain = self.certain, False
        made = super().arm(block, condition, truth)
        self.certain = certain
        return made

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        found = self.lifted(op)
        return super().loop(op, fixed) if found is None else found

    def lifted(self, op: Op) -> tuple[Value, ...] | None:
        """The results of a loop that is computed elsewhere."""
        depends = self.depends(op)
        if depends is None:
            return None
        if (way := self.foldable(op, depends)) is not None:
            self.changed = True
            return self.folded(op, *way)
        if not self.is_own(depends) or any(length_of(result.type) for result in op.results):
            return None  # once its lists are written out
        if not (self.certain or nest(op, self.roots)):
            return None  # it may be without end where no pixel asks for it
        if any(self.foldable(inner, self.depends(inner)) for inner in loops(op.blocks[0])):
            return None  # those first
        self.changed = True
        return self.in_order(op, depends)

    def depends(self, op: Op) -> Depends | None:
        """The one thing that a loop which reads depends on, or nothing; None for any other loop."""
        free = frozenset().union(*[look(self.roots, value) for value in captured(op)])
        if not free <= self.axes.keys() or len(free) > 1 or not _reads(op):
            return None
        if any(inner.kind is LOOP for inner in made_of([*captured(op)], self.axes)):
            return None  # that one first
        return {value: self.axes[value] for value in free}

    def is_told(self, counter: Counter) -> bool:
        """Whether sizes say from where on is counted, and sizes and numbers of a call how far: it can have as many rows
        beforehand. Where a loop may end before its counter does, only sizes: a million rows are not summed for the first."""
        if any(look(self.roots, value) for value in (counter.first, counter.bound)) or not is_near(self.old, counter.first):
            return False
        ops = made_of([counter.first, counter.bound])
        ends = counter.body.results[0].owner
        sure = isinstance(ends, Op) and ends.kind is LT or any(op.kind in SIZES for op in ops)
        return sure and all(not op.blocks and op.kind not in (READ, CALL) for op in ops)

    def is_own(self, depends: Depends) -> bool:
        return depends.keys() <= {self.old.x, self.old.y}

    def foldable(self, op: Op, depends: Depends | None) -> tuple[Nest, How, Depends] | None:
        """What of a loop is folded, how, and along which axis of the function that does it what it depends on lies."""
        found = nest(op, self.roots) if depends is not None else None
        if depends is None or found is None or depends and len(found.counters) > 1 or self.left_over(op):
            return None
        how = found.how(self.roots)
        if how is None or how.tallies and depends and not (how.sorts and self.is_own(depends)):
            return None
        return found, how, depends if how.tallies else self.turned(found, depends)

    def turned(self, found: Nest, depends: Depends) -> Depends:
        """The axis is that of what is read: the sum of row x is one of rows."""
        (counter, *_), turned = found.counters, dict(depends)
        for value, axis in depends.items():
            along, against = [self.reads_at(counter.body, one, at) for one, at in ((value, axis), (value, 1 - axis))]
            if against and not along and not self.reads_at(counter.body, counter.arg, 1 - axis):
                turned[value] = 1 - axis
        return turned

    def reads_at(self, body: Block, value: Value, axis: int) -> int:
        """How many reads have what depends on a value as their coordinate."""
        return sum(value in look(self.roots, op.operands[axis]) for op in every_op(body) if op.kind in (READ, CALL))

    def left_over(self, op: Op) -> bool:
        """Whether something is asked for that no fold gives."""
        return any(result in self.used for result in op.results[len(op.operands):])

    def in_order(self, op: Op, depends: Depends) -> tuple[Value, ...]:
        """The loop as it stands, once."""
        self.shift = 0
        copy = self.copy(next((r.name for r in op.results if r.name), None) or "whole", depends)
        wanted = [i for i, result in enumerate(op.results) if result in self.used]
        function = copy.function(copy.of([op.results[i] for i in wanted]), True)
        given = dict(zip(wanted, self.calls(function, depends)))
        return tuple([given.get(i, Const(result.type, None)) for i, result in enumerate(op.results)])

    def folded(self, op: Op, found: Nest, how: How, depends: Depends) -> tuple[Value, ...]:
        """What the loop gives, by folds and tallies."""
        self.shift = self.nearest(op, depends)
        layout = self.layout(found, how.kinds, depends, not how.tallies and not how.counts)
        given: dict[Value, Value] = {}
        if how.order:
            function = self.fold(found, how, layout, depends)
            before = [self.value(found.initial[i]) for i in how.order]
            whole = together(self.builder.emit, how.kinds, before, self.calls(function, depends))
            given = dict(zip([found.names[i] for i in how.order], whole))
        for number, events in how.tallies.items():
            is_sorted = events[0].kind == GATHER
            given[found.names[number]] = (self.gathered(found, number, events, layout, depends) if is_sorted
                                          else self.tallied(found, number, events, layout))
        for i, by in how.counts.items():
            *_, columns, rows = self.rectangle(Here(self.graph, self.builder, self.values), layout, depends)
            emit = self.builder.emit
            many = emit("mul", *[emit("max", each, constant(0)) for each in (columns, rows)])
            given[found.names[i]] = emit("add", self.value(found.initial[i]), emit("mul", many, by))
        counter = found.counters[0]  # (those inside begin anew)
        given[counter.arg] = self.builder.emit("max", self.value(counter.first), self.value(counter.bound))
        arguments = dict(zip(op.blocks[0].args, op.results))
        results = {arguments[arg]: value for arg, value in given.items()}
        unchanged = {result: self.value(value) for result, value in zip(op.results, op.operands)}
        return tuple([results.get(result) or unchanged.get(result) or Const(result.type, None) for result in op.results])

    def fold(self, found: Nest, how: How, layout: Layout, depends: Depends) -> Function:
        """The function that folds what the loop gives at each place."""
        accumulators = [found.carried[i] for i in how.order]
        name = next((value.name for value in accumulators if value.name), None) or "whole"
        start = dict(zip(accumulators, identities(how.kinds, [value.type for value in accumulators])))
        element = self.element(f"each_{name}", found, layout, depends, start)
        values = element.of([found.following[i] for i in how.order])
        plain = [plainer(kind, value) for kind, value in zip(how.kinds, values)]
        values = tuple([value for value, _ in plain])
        if layout.end is not None:  # what lies behind it changes nothing
            at, end = element.of([found.counters[0].arg, layout.end])
            inside = element.builder.emit("lt", at, end)
            values = tuple([element.builder.emit("select", inside, value, start[found.carried[i]])
                            for i, value in zip(how.order, values)])
        inner = element.function(values, False)
        copy = self.copy(name, depends)
        place = self.rectangle(copy, layout, depends)
        emit = copy.builder.emit
        outputs = [emit("fold", *place, function=inner, channel=i, how=how.kinds) for i in range(len(values))]
        return copy.function([root(emit, each) if rooted else each for each, (_, rooted) in zip(outputs, plain)], True)

    def tallied(self, found: Nest, number: int, events: list[Event], layout: Layout) -> Value:
        """A list that the loop has changed, as a function of the index."""
        array = found.initial[number]
        name = found.names[number].name or "table"
        copy = self.copy(name, NOTHING)
        emit = copy.builder.emit
        (start,) = copy.of([array])
        total = emit("get", start, copy.graph.x)
        for event in events:
            assert event.index is not None and event.before is not None, "what is gathered is no tally"
            nothing, = identities((event.kind,), [event.before.type])
            element = self.element(f"each_{name}", found, layout, NOTHING, {event.before: nothing})
            entry, value, *tests = element.of([event.index, event.value, *[test for test, _ in event.tests]])
            for test, (_, holds) in zip(tests, event.tests):
                a, b = (entry, constant(-1)) if holds else (constant(-1), entry)
                entry = element.builder.emit("select", test, a, b)
            inner = element.function([entry, value], False)
            counted = emit("tally", *self.rectangle(copy, layout, NOTHING), copy.graph.x, function=inner, channel=0,
                           how=(event.kind,), length=length_of(array.type))
            total, = together(emit, (event.kind,), [total], [counted])
        return self.builder.emit("kept", function=copy.function([total], True), channel=0, type=array.type)

    def gathered(self, found: Nest, number: int, events: list[Event], layout: Layout, depends: Depends) -> Value:
        """What stands for numbers that are to be sorted: a token, of which is known which numbers."""
        shift, self.shift = self.shift, 0
        element = self.element("each", found, layout, depends, {})
        emit, values = element.builder.emit, []
        for event in events:
            value, *tests = element.of([event.value, *[test for test, _ in event.tests]])
            last = Const(value.type, math.nan if value.type.is_float else value.type.limits[1])  # where there is none
            for test, (_, holds) in zip(tests, event.tests):
                value = emit("select", test, *((value, last) if holds else (last, value)))
            values.append(value)
        inner = side_by_side(element.function(values, False))
        self.shift = shift
        token = self.builder.emit("gather", self.value(found.initial[number]), constant(len(self.bags)))
        self.bags[token] = Bag(inner, layout, depends, len(values))
        return token

    def plain(self, op: Op) -> Value:
        bag = self.bags.get(self.value(op.operands[0])) if op.kind is RANKED else None
        if bag is None:
            return super().plain(op)
        self.changed, self.shift = True, 0
        (_, channel), _ = op.attributes
        place, at = op.operands[1], self.value(op.operands[1])
        if bag.depends or look(self.roots, place):  # one line of numbers for a row, or a place for each pixel
            here = Here(self.graph, self.builder, self.values)
            return self.ordered(here, bag, at, channel)
        known = self.value(op.operands[0]), at.key if at.__class__ is Const else at
        if known not in self.ranks:
            copy = self.copy("ranked", NOTHING)
            self.ranks[known] = copy, copy.of([at])[0], copy.function([], True), {}
        copy, there, function, channels = self.ranks[known]
        if channel not in channels:
            channels[channel] = len(channels)
            found = self.ordered(copy, bag, there, channel)
            copy.graph.outputs.append(Output((found,), found.type.value))
        return self.calls(function, NOTHING)[channels[channel]]

    def ordered(self, there: Copy | Here, bag: Bag, place: Value, channel: int) -> Value:
        emit = there.builder.emit
        left, top, columns, rows = self.rectangle(there, bag.layout, bag.depends)
        left, columns = [emit("mul", each, constant(bag.count)) for each in (left, columns)]
        return emit("order", left, top, columns, rows, place, function=bag.value, channel=channel)

    def element(self, name: str, found: Nest, layout: Layout, depends: Depends, instead: dict[Value, Value]) -> Copy:
        """What writes a function of a place of the loop, with constants for what it carries."""
        copy = Copy(name, self.old)
        x, y = copy.graph.x, copy.graph.y
        copy.new.update({value: Const(value.type, None) for value in found.carried})
        copy.new.update(instead)
        copy.new.update(self.coordinates(copy, depends))
        if layout.inside:
            copy.new.update(zip(layout.inside, (x, y)))
            row = copy.builder.emit("mul", y, *copy.of([layout.across.bound]))
            copy.new[found.counters[0].arg] = copy.builder.emit("add", row, x)
        else:
            copy.new.update({counter.arg: at for counter, at in ((layout.x, x), (layout.y, y)) if counter})
        if layout.deep:  # the rows of all planes, one below the other
            emit, row = copy.builder.emit, y
            for counter in reversed(layout.deep):
                first, bound = copy.of([counter.first, counter.bound])
                count = emit("sub", bound, first)
                copy.new[counter.arg] = emit("add", emit("mod", row, count), first)
                row = emit("floordiv", row, count)
        return copy

    def rectangle(self, copy: Copy | Here, layout: Layout, depends: Depends) -> list[Value]:
        """Left, top, columns and rows of the loop's places."""
        place: list[Value] = []
        count: list[Value] = []
        for number, (axis, counter) in enumerate(((copy.graph.x, layout.x), (copy.graph.y, layout.y))):
            if counter is None:
                place.append(axis if number in depends.values() else constant(0))
                count.append(constant(1))
                continue
            first, bound = copy.of([counter.first, counter.bound])
            place.append(first)
            count.append(copy.builder.emit("sub", bound, first))
        for counter in layout.deep:
            first, bound = copy.of([counter.first, counter.bound])
            long = copy.builder.emit("max", copy.builder.emit("sub", bound, first), constant(0))
            count[1] = copy.builder.emit("mul", count[1], long)
        return [*place, *count]

    def layout(self, found: Nest, kinds: Iterable[str], depends: Depends, may_end: bool) -> Layout:
        if len(found.counters) > 2:
            return Layout(found.counters[-1], None, deep=found.counters[:-1])
        x, y = self.placed(found, kinds, depends)
        flat = self.flat(found, may_end) if x is found.counters[0] and y is None and not depends else None
        return flat or Layout(x, y)

    def flat(self, found: Nest, may_end: bool) -> Layout | None:
        """Where one counter stands for the places of a rectangle, row by row: what counts its columns and rows then. If it
        `may_end` before the last of them, it goes as far as the smaller of two rectangles."""
        (counter,) = found.counters
        several = made_by(counter.bound, "min") if may_end else None
        sizes = next(filter(None, [made_by(bound, "mul") for bound in several or (counter.bound,)]), None)
        if sizes is None or not is_known(counter.first) or counter.first.value != 0:
            return None
        inside: dict[str, Value] = {}
        for op in every_op(counter.body):
            if op.kind in (MOD, FLOORDIV) and op.operands[0] is counter.arg and op.operands[1] in sizes:
                inside[op.kind.name] = op.result
        columns = {op_of(value).operands[1] for value in inside.values()}
        if len(columns) != 1:
            return None
        (wide,) = columns
        high = sizes[1] if sizes[0] is wide else sizes[0]
        x, y = [Counter(counter.arg, counter.first, bound, counter.body) for bound in (wide, high)]
        places = inside.get("mod", Const(INT, None)), inside.get("floordiv", Const(INT, None))
        return Layout(x, y, places, end=counter.bound if several else None)

    def copy(self, name: str, depends: Depends) -> Copy:
        """What writes a function of as many coordinates as something depends on."""
        copy = Copy(name, self.old)
        copy.new.update(self.coordinates(copy, depends))
        copy.builder.location = self.builder.location
        return copy

    def calls(self, function: Function, depends: Depends) -> list[Value]:
        """What it gives here."""
        at: list[Value] = [constant(0), constant(0)]
        for value, axis in depends.items():
            at[axis] = self.builder.emit("add", self.value(value), constant(self.shift))
        return results_at(self.builder.emit, function, *at)

    def nearest(self, op: Op, depends: Depends) -> int:
        """How far from its own row (or column) a pixel's loop first reads: of all pixels it is one function of rows."""
        far = [0]
        for axis in depends:
            inside = [each for block in op.blocks for each in every_op(block)]
            uses = [each for each in {*inside, *made_of(captured(op), self.axes)} if axis in each.operands]
            known = [made_by(each.result, "add") if not each.blocks else None for each in uses]
            if uses and all(parts and is_known(parts[1]) for parts in known):
                far = [int(parts[1].value) for parts in known if parts and isinstance(parts[1], Const)]
        return min(far)

    def coordinates(self, copy: Copy, depends: Depends) -> dict[Value, Value]:
        """What stands for this graph's coordinates, and counters, in another's."""
        axes = copy.graph.x, copy.graph.y
        return {old: copy.builder.emit("add", axes[axis], constant(-self.shift)) for old, axis in depends.items()}

    def placed(self, found: Nest, kinds: Iterable[str], depends: Depends) -> tuple[Counter | None, Counter | None]:
        """Which counter goes along x, and which along y."""
        if len(found.counters) == 2:
            y, x = found.counters
            return (y, x) if self.reads_across(y, x) and BEST.keys().isdisjoint(kinds) else (x, y)
        (counter,) = found.counters
        if depends:
            return (counter, None) if 1 in depends.values() else (None, counter)
        return (None, counter) if self.reads_across(counter, None) else (counter, None)

    def reads_across(self, y: Counter, x: Counter | None) -> bool:
        """Whether what is meant for y is where reads have their x, or what is the only counter where they have their y."""
        across, down = [self.reads_at(y.body, y.arg, axis) for axis in (0, 1)]  # (a volume's plane is no axis of these)
        return across > down if x else down > across


@dataclass(frozen=True)
class Layout:
    """The counters along x and y; `inside` are the values that are column and row, where one counter stands for both;
    `deep` are several counters that are a row together; `end` is where such a counter stops, if that is before the last."""

    x: Counter | None
    y: Counter | None
    inside: tuple[Value, Value] | None = None
    deep: tuple[Counter, ...] = ()
    end: Value | None = None

    @property
    def across(self) -> Counter:
        """The counter along x of a layout that has one."""
        assert self.x is not None
        return self.x


@dataclass(frozen=True)
class Bag:
    """Numbers that are to be sorted: what `value` gives at the places of a loop, `count` beside one another at each."""

    value: Function
    layout: Layout
    depends: Depends
    count: int


@dataclass(frozen=True)
class Here:
    """The graph that is written, as a Copy is one of another."""

    graph: Graph
    builder: Builder
    of: Callable[[Iterable[Value]], tuple[Value, ...]]


def plainer(kind: str, value: Value) -> tuple[Value, bool]:
    """What is put together in place of a value, and whether the square root of that is asked for: the greatest of many
    roots is the root of the greatest, and a NaN is never the greatest, whatever it is compared with before."""
    if kind not in ("min", "max"):
        return value, False
    start, = identities((kind,), [value.type])
    several = made_by(value, kind) or ()
    value = next((one for one, other in zip(several, several[::-1]) if same(other, start)), value)
    of = made_by(value, "sqrt")
    return (of[0], True) if of and never_negative(of[0]) else (value, False)


def root(emit: Callable[..., Value], value: Value) -> Value:
    """Of what is never negative, or the least there is, where no place gave any."""
    zero = known(value.type, 0.0)
    return emit("select", emit("ge", value, zero), emit("sqrt", emit("max", value, zero)), value)


def side_by_side(function: Function) -> Function:
    """The results of a function as one, each place as many places beside one another."""
    count = len(function.results)
    if count == 1:
        return function
    copy = Copy(function.name, function.graph)
    emit, x, y = copy.builder.emit, copy.graph.x, copy.graph.y
    at, which = emit("floordiv", x, constant(count)), emit("mod", x, constant(count))
    *others, found = [emit("call", at, y, function=function, channel=i) for i in range(count)]
    for number, other in reversed(list(enumerate(others))):
        found = emit("select", emit("eq", which, constant(number)), other, found)
    return copy.function([found], False)


def _reads(op: Op) -> bool:
    return any(inner.kind in (READ, CALL) for block in op.blocks for inner in every_op(block))
