"""Values of the whole picture: what does not depend on the pixel is computed once, what depends on its row once a row."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygpu.ir import INT, Block, Const, Function, Graph, Op, Output, Value, constant, every_op, is_known, made_by
from pygpu.ir.arrays import length_of
from pygpu.ir.folds import BEST, WITH, identities, together

from .copying import Copy, made_of
from .rewrite import Rewriter, captured, has_loops

Roots = dict[Value, frozenset[Value]]

SIMPLE = {"add": "add", "sub": "add", "mul": "mul", "min": "min", "max": "max", "and": "and", "or": "or", "xor": "xor"}
BESTS = {("gt", False): "first max", ("ge", False): "last max", ("lt", False): "first min", ("le", False): "last min",
         ("lt", True): "first max", ("le", True): "last max", ("gt", True): "first min", ("ge", True): "last min"}


def wholes(graph: Graph) -> Graph:
    """
    before  t = loop over all y, x of im: t + read im (x, y);  m = max(t, 1)
    A loop over pictures that is the same for all pixels (or for all of a row, or a column) becomes a function of its own,
    which is kept. If what it carries on may be put together in any order, it is a fold of what it gives at each place.
    after   function sum (x, y): fold add of value (0, 0, width, height);  m = max(call sum (0, 0), 1)
    """
    while has_loops(graph):
        better = _Wholes(graph).run()
        if better is graph:
            break
        graph = better
    return graph


class _Wholes(Rewriter):
    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.roots = roots(graph)
        self.axes = {graph.x, graph.y}
        self.used = _used(graph)
        self.shift = 0       # of a row's values: from the pixel's own row
        self.certain = True  # whether each pixel computes what stands here

    def arm(self, block: Block, condition: Value, truth: bool) -> Block:
        certain, self.certain = self.certain, False
        made = super().arm(block, condition, truth)
        self.certain = certain
        return made

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        return self.lifted(op) or super().loop(op, fixed)

    def lifted(self, op: Op) -> tuple[Value, ...] | None:
        """The results of a loop that is computed elsewhere."""
        depends = frozenset().union(*[_look(self.roots, value) for value in captured(op)])
        if not depends <= self.axes or len(depends) > 1 or not _reads(op):
            return None
        if any(inner.kind.name == "loop" for inner in made_of([*captured(op)])):
            return None  # that one first
        found = nest(op, self.roots)
        if found and (len(found.counters) == 1 or not depends) and not self.left_over(op, found):
            how = found.how(self.roots)
            if how is not None and not (how.tallies and depends):
                self.changed = True
                return self.folded(op, found, how, depends)
        if not (found or self.certain):
            return None  # it may be without end where no pixel asks for it
        self.changed = True
        return self.in_order(op, depends)

    def left_over(self, op: Op, found: Nest) -> bool:
        """Whether something is asked for that no fold gives."""
        return any(result in self.used for result in op.results[len(op.operands):])

    def in_order(self, op: Op, depends) -> tuple[Value, ...]:
        """The loop as it stands, once."""
        self.shift = 0
        function, copy = self.function(next((r.name for r in op.results if r.name), None) or "whole", depends)
        wanted = [i for i, result in enumerate(op.results) if result in self.used]
        copy.graph.outputs = [Output((value,), value.type.value) for value in copy.of([op.results[i] for i in wanted])]
        given = dict(zip(wanted, self.calls(function, depends)))
        return tuple([given.get(i, Const(result.type, None)) for i, result in enumerate(op.results)])

    def folded(self, op: Op, found: Nest, how: How, depends) -> tuple[Value, ...]:
        """What the loop gives, by folds and tallies."""
        self.shift = self.nearest(op, depends)
        layout = self.layout(found, how.kinds, depends)
        given: dict[Value, Value] = {}
        if how.order:
            function = self.fold(found, how, layout, depends)
            before = [self.value(found.initial[i]) for i in how.order]
            whole = together(self.builder.emit, how.kinds, before, self.calls(function, depends))
            given = dict(zip([found.names[i] for i in how.order], whole))
        for number, events in how.tallies.items():
            given[found.names[number]] = self.tallied(found, number, events, layout)
        counter = found.counters[0]
        given[counter.arg] = self.builder.emit("max", self.value(counter.first), self.value(counter.bound))
        arguments = dict(zip(op.blocks[0].args, op.results))
        results = {arguments[arg]: value for arg, value in given.items()}
        unchanged = {result: self.value(value) for result, value in zip(op.results, op.operands)}
        return tuple([results.get(result) or unchanged.get(result) or Const(result.type, None) for result in op.results])

    def fold(self, found: Nest, how: How, layout: Layout, depends) -> Function:
        """The function that folds what the loop gives at each place."""
        accumulators = [found.carried[i] for i in how.order]
        name = next((value.name for value in accumulators if value.name), None) or "whole"
        start = dict(zip(accumulators, identities(how.kinds, [value.type for value in accumulators])))
        element = self.element(f"each_{name}", found, layout, depends, start)
        values = element.of([found.following[i] for i in how.order])
        element.graph.outputs = [Output((value,), value.type.value) for value in values]
        inner = Function(element.graph.name, element.graph, False)
        function, copy = self.function(name, depends)
        place = self.rectangle(copy, layout, depends)
        outputs = [copy.builder.emit("fold", *place, function=inner, channel=i, how=how.kinds) for i in range(len(values))]
        copy.graph.outputs = [Output((value,), value.type.value) for value in outputs]
        return function

    def tallied(self, found: Nest, number: int, events: list[Event], layout: Layout) -> Value:
        """A list that the loop has changed, as a function of the index."""
        array = found.initial[number]
        name = found.names[number].name or "table"
        function, copy = self.function(name, ())
        emit = copy.builder.emit
        (start,) = copy.of([array])
        total = emit("get", start, copy.graph.x)
        for event in events:
            nothing, = identities((event.kind,), [event.before.type])
            element = self.element(f"each_{name}", found, layout, (), {event.before: nothing})
            entry, value, *tests = element.of([event.index, event.value, *[test for test, _ in event.tests]])
            for test, (_, holds) in zip(tests, event.tests):
                a, b = (entry, constant(-1)) if holds else (constant(-1), entry)
                entry = element.builder.emit("select", test, a, b)
            element.graph.outputs = [Output((each,), each.type.value) for each in (entry, value)]
            inner = Function(element.graph.name, element.graph, False)
            counted = emit("tally", *self.rectangle(copy, layout, ()), copy.graph.x, function=inner, channel=0,
                           how=(event.kind,), length=length_of(array.type))
            total, = together(emit, (event.kind,), [total], [counted])
        copy.graph.outputs = [Output((total,), total.type.value)]
        return self.builder.emit("kept", function=function, channel=0, type=array.type)

    def element(self, name: str, found: Nest, layout: Layout, depends, instead: dict[Value, Value]) -> Copy:
        """What writes a function of a place of the loop, with constants for what it carries."""
        copy = Copy(name, self.old)
        x, y = copy.graph.x, copy.graph.y
        copy.new.update({value: Const(value.type, None) for value in found.carried})
        copy.new.update(instead)
        copy.new.update(self.coordinates(copy, depends))
        if layout.inside:
            copy.new.update(zip(layout.inside, (x, y)))
            row = copy.builder.emit("mul", y, *copy.of([layout.x.bound]))
            copy.new[found.counters[0].arg] = copy.builder.emit("add", row, x)
        else:
            copy.new.update({counter.arg: at for counter, at in ((layout.x, x), (layout.y, y)) if counter})
        return copy

    def rectangle(self, copy: Copy, layout: Layout, depends) -> list[Value]:
        """Left, top, columns and rows of the loop's places."""
        place, count = [], []
        for axis, old, counter in ((copy.graph.x, self.old.x, layout.x), (copy.graph.y, self.old.y, layout.y)):
            first, bound = copy.of([counter.first, counter.bound]) if counter else (None, None)
            place.append(first if counter else axis if old in depends else constant(0))
            count.append(copy.builder.emit("sub", bound, first) if counter else constant(1))
        return [*place, *count]

    def layout(self, found: Nest, kinds, depends) -> Layout:
        x, y = self.placed(found, kinds, depends)
        flat = self.flat(found) if x is found.counters[0] and y is None and not depends else None
        return flat or Layout(x, y)

    def flat(self, found: Nest) -> Layout | None:
        """Where one counter stands for the places of a rectangle, row by row: what counts its columns and rows then."""
        (counter,) = found.counters
        sizes = made_by(counter.bound, "mul")
        if sizes is None or not is_known(counter.first) or counter.first.value != 0:
            return None
        inside: dict[str, Value] = {}
        for op in every_op(counter.body):
            if op.kind.name in ("mod", "floordiv") and op.operands[0] is counter.arg and op.operands[1] in sizes:
                inside[op.kind.name] = op.result
        columns = {value.owner.operands[1] for value in inside.values()}
        if len(columns) != 1:
            return None
        (wide,) = columns
        high = sizes[1] if sizes[0] is wide else sizes[0]
        x, y = [Counter(counter.arg, counter.first, bound, counter.body) for bound in (wide, high)]
        return Layout(x, y, (inside.get("mod", Const(INT, None)), inside.get("floordiv", Const(INT, None))))

    def function(self, name: str, depends) -> tuple[Function, Copy]:
        """A function of as many coordinates as something depends on, and what writes it."""
        copy = Copy(name, self.old)
        copy.new.update(self.coordinates(copy, depends))
        copy.builder.location = self.builder.location
        return Function(name, copy.graph, True), copy

    def calls(self, function: Function, depends) -> list[Value]:
        """What it gives here."""
        emit, shift = self.builder.emit, constant(self.shift)
        at = [emit("add", axis, shift) if axis in depends else constant(0) for axis in (self.old.x, self.old.y)]
        return [emit("call", *at, function=function, channel=i) for i in range(len(function.results))]

    def nearest(self, op: Op, depends) -> int:
        """How far from its own row (or column) a pixel's loop first reads: of all pixels it is one function of rows."""
        far = [0]
        for axis in depends:
            inside = [each for block in op.blocks for each in every_op(block)]
            uses = [each for each in {*inside, *made_of(captured(op))} if axis in each.operands]
            known = [made_by(each.result, "add") if not each.blocks else None for each in uses]
            if uses and all(parts and is_known(parts[1]) for parts in known):
                far = [parts[1].value for parts in known if parts]
        return min(far)

    def coordinates(self, copy: Copy, depends) -> dict[Value, Value]:
        """What stands for this graph's coordinates in another's."""
        pairs = zip((self.old.x, self.old.y), (copy.graph.x, copy.graph.y))
        return {old: copy.builder.emit("add", new, constant(-self.shift)) for old, new in pairs if old in depends}

    def placed(self, found: Nest, kinds, depends) -> tuple[Counter | None, Counter | None]:
        """Which counter goes along x, and which along y."""
        if len(found.counters) == 2:
            y, x = found.counters
            return (y, x) if self.reads_across(y, x) and BEST.keys().isdisjoint(kinds) else (x, y)
        (counter,) = found.counters
        if depends:
            return (counter, None) if self.old.y in depends else (None, counter)
        return (None, counter) if self.reads_across(counter, None) else (counter, None)

    def reads_across(self, y: Counter, x: Counter | None) -> bool:
        """Whether what is meant for y is where reads have their x, or what is the only counter where they have their y."""
        found = {0: 0, 1: 0}
        for op in every_op(y.body):
            if op.kind.name in ("read", "call"):
                for axis, operand in enumerate(op.operands):
                    found[axis] += y.arg in _look(self.roots, operand)
        return found[0] > found[1] if x else found[1] > found[0]


# --- loops that count over a rectangle -------------------------------------------------------------------------------

@dataclass(frozen=True)
class Counter:
    """What goes from `first` to below `bound`, in the block of one loop."""

    arg: Value
    first: Value
    bound: Value
    body: Block


@dataclass(frozen=True)
class Layout:
    """The counters along x and y; `inside` are the values that are column and row, where one counter stands for both."""

    x: Counter | None
    y: Counter | None
    inside: tuple[Value, Value] | None = None


@dataclass(frozen=True)
class Event:
    """A pass changes one number of a list: which one, what to, what was there before; where all the tests hold, or
    do not."""

    index: Value
    value: Value
    before: Value
    kind: str
    tests: tuple[tuple[Value, bool], ...]


@dataclass(frozen=True)
class How:
    """How what a nest carries is put together: numbers (`order`, those that belong together one after the other, with the
    `kinds` of each) and lists. What never changes is left out."""

    order: tuple[int, ...]
    kinds: tuple[str, ...]
    tallies: dict[int, list[Event]]


@dataclass(frozen=True)
class Nest:
    """Loops in one another, from the outermost counter to the innermost; what they carry on, as the innermost loop calls
    it (`names`: the outermost), what it begins with, and what is carried on after a pass."""

    counters: tuple[Counter, ...]
    names: tuple[Value, ...]
    carried: tuple[Value, ...]
    initial: tuple[Value, ...]
    following: tuple[Value, ...]

    def how(self, roots: Roots) -> How | None:
        """How each is folded; None where the order of the passes matters."""
        return _How(self, roots).all()


def nest(op: Op, roots: Roots) -> Nest | None:
    """The loop as a nest of counting loops that carry the same values through; None for any other."""
    body, args = op.blocks[0], op.blocks[0].args
    test = body.results[0].owner if body.results[0].__class__ is Value else None
    last = body.ops[-1] if body.ops else None
    if not isinstance(test, Op) or test.kind.name != "lt" or last is None or last.kind.name != "if" or \
            last.operands[0] is not test.result or test.operands[0] not in args:
        return None
    arg, bound = test.operands
    then, otherwise = last.blocks
    after = {result: (a, b) for result, a, b in zip(last.results, then.results, otherwise.results)}
    pairs = dict(zip(args, [after.get(value, (value, value)) for value in body.results[1:]]))
    step = made_by(pairs[arg][0], "add")
    if step is None or step[0] is not arg or not is_known(step[1]) or step[1].value != 1:
        return None
    if not _look(roots, bound).isdisjoint(args) or bound in args:
        return None
    if any(stays is not each and not (is_known(stays) and stays.value is None) for each, (_, stays) in pairs.items()):
        return None
    carried = tuple([each for each in args if each is not arg])
    initial = dict(zip(args, op.operands))
    made = Nest((Counter(arg, initial[arg], bound, body),), carried, carried, tuple([initial[each] for each in carried]),
                tuple([pairs[each][0] for each in carried]))
    inner = _inner(then, made, roots)
    return inner or made


def _inner(then: Block, outer: Nest, roots: Roots) -> Nest | None:
    """The nest with the loop inside, if all that a pass of the outer one does is that loop."""
    inside = [op for op in then.ops if op.kind.name == "loop"]
    owners = {value.owner for value, arg in zip(outer.following, outer.carried) if value is not arg}
    if len(owners) != 1 or not owners <= set(inside):
        return None
    (op,) = owners
    found = nest(op, roots)
    own = {outer.counters[0].arg, *outer.carried}
    if found is None or len(found.counters) > 1:
        return None
    (counter,) = found.counters
    if any(not _look(roots, value).isdisjoint(own) or value in own for value in (counter.first, counter.bound)):
        return None
    places = dict(zip(op.results, op.blocks[0].args))
    names = {}
    for arg, value in zip(outer.carried, outer.following):
        if value is not arg:
            if value not in places or places[value] not in found.names:
                return None
            names[places[value]] = arg
    if any(names.get(name) is not first for name, first in zip(found.names, found.initial)):
        return None  # something else goes in, too
    before = dict(zip(outer.carried, outer.initial))
    return replace(found, counters=(*outer.counters, counter), names=tuple([names[name] for name in found.names]),
                   initial=tuple([before[names[name]] for name in found.names]))


class _How:
    """How what a nest carries on is put together."""

    def __init__(self, found: Nest, roots: Roots):
        self.found, self.roots, self.carried = found, roots, set(found.carried)
        self.next = dict(zip(found.carried, found.following))

    def free(self, value: Value) -> bool:
        """Whether it does not depend on what was carried here."""
        return value not in self.carried and _look(self.roots, value).isdisjoint(self.carried)

    def all(self) -> How | None:
        lists = {arg: self.events(arg, value) for arg, value in self.next.items() if length_of(arg.type)}
        kinds = {arg: self.simple(arg, value) for arg, value in self.next.items() if arg not in lists}
        if None in lists.values() or any(len({event.kind for event in events or ()}) > 1 for events in lists.values()):
            return None
        bests: dict[Value, list[Value]] = {}
        names: dict[Value, str] = {}
        for arg, kind in kinds.items():
            if kind is None:
                found = self.best(arg, self.next[arg])
                if found is None or names.setdefault(found[0], found[1]) != found[1]:
                    return None
                bests.setdefault(found[0], [])
                if found[0] is not arg:
                    bests[found[0]].append(arg)
        order: list[tuple[int, str]] = []
        tallies = {}
        for i, arg in enumerate(self.found.carried):
            if arg in bests:
                if kinds[arg] not in (None, names[arg].split()[1]):
                    return None
                order += [(i, names[arg]), *[(self.found.carried.index(each), WITH) for each in bests[arg]]]
            elif lists.get(arg):
                tallies[i] = lists[arg]
            elif kinds.get(arg) not in (None, "same"):
                order.append((i, kinds[arg]))
        return How(*[tuple(each) for each in zip(*order)] or [(), ()], tallies) if order or tallies else None

    def events(self, arg: Value, value: Value, tests: tuple = ()) -> list[Event] | None:
        """What happens to a list in a pass; None where it is not by operations whose order does not matter."""
        if value is arg:
            return []
        op = value.owner
        if not isinstance(op, Op):
            return None
        if op.kind.name in ("select", "if") and self.free(op.operands[0]):
            found = [self.events(arg, each, (*tests, (op.operands[0], holds)))
                     for each, holds in zip(_arms(value), (True, False))]
            return None if None in found else found[0] + found[1]
        if op.kind.name != "put":
            return None
        array, index, new = op.operands
        before = self.events(arg, array, tests)
        if before is None or not self.free(index) or not isinstance(new.owner, Op) or new.owner.kind.name not in SIMPLE:
            return None
        name = new.owner.kind.name
        for old, other in (new.owner.operands, new.owner.operands[::-1])[:1 if name == "sub" else 2]:
            if made_by(old, "get") == (array, index) and self.free(other):
                return [*before, Event(index, new, old, SIMPLE[name], tests)]
        return None

    def simple(self, arg: Value, value: Value) -> str | None:
        """The operation by which a carried value goes on; "same" where it does not change."""
        if value is arg:
            return "same"
        op = value.owner
        if value.__class__ is Const or not isinstance(op, Op):
            return None
        name = op.kind.name
        if name in ("select", "if") and self.free(op.operands[0]):
            kinds = {self.simple(arg, each) for each in _arms(value)} - {"same"}
            return kinds.pop() if len(kinds) == 1 else "same" if not kinds else None
        if name not in SIMPLE:
            return None
        ordered = name == "sub" or name in ("min", "max") and value.type is not INT
        for one, other in (op.operands, op.operands[::-1])[:1 if ordered else 2]:
            if self.free(other) and self.simple(arg, one) in ("same", SIMPLE[name]):
                return SIMPLE[name]
        return None

    def best(self, arg: Value, value: Value) -> tuple[Value, str] | None:
        """(what it is compared with, how) for a value that goes on to another where something is better."""
        while not isinstance(value.owner, Op) or value.owner.kind.name in ("select", "if"):
            op = value.owner
            if not isinstance(op, Op):
                return None
            then, otherwise = _arms(value)
            if self.free(op.operands[0]):
                if arg not in (then, otherwise):
                    return None
                value = then if otherwise is arg else otherwise
                continue
            test = op.operands[0]
            while (parts := made_by(test, "and")) and any(map(self.free, parts)):
                test = next(part for part in parts if not self.free(part)) if not all(map(self.free, parts)) else test
            compared = test.owner
            if otherwise is not arg or not self.free(then) or not isinstance(compared, Op):
                return None
            a, b = compared.operands if len(compared.operands) == 2 else (None, None)
            for key, each, turned in ((b, a, False), (a, b, True)):
                kind = BESTS.get((compared.kind.name, turned))
                if key in self.carried and kind and self.free(each):
                    return (key, kind) if self.goes_on(key, each, test, kind, arg, then) else None
            return None
        return None

    def goes_on(self, key: Value, each: Value, test: Value, kind: str, arg: Value, then: Value) -> bool:
        """Whether what is compared with becomes what was better."""
        if arg is key:
            return then is each
        following = self.next[key]
        if self.simple(key, following) == kind.split()[1]:
            return any(parts and each in parts for parts in self.chain(key, following, kind.split()[1]))
        found = self.best(key, following)
        return found == (key, kind)

    def chain(self, key: Value, value: Value, name: str):
        """The operands of the one `min` or `max` by which a value goes on."""
        while isinstance(value.owner, Op) and value.owner.kind.name in ("select", "if"):
            value = next((arm for arm in _arms(value) if arm is not key), key)
        yield made_by(value, name)


def _arms(value: Value) -> tuple[Value, Value]:
    op = value.owner
    if op.kind.name == "select":
        return op.operands[1], op.operands[2]
    place = op.results.index(value)
    return op.blocks[0].results[place], op.blocks[1].results[place]


# --- what depends on what --------------------------------------------------------------------------------------------

def roots(graph: Graph) -> Roots:
    """Of each value, the coordinates and the arguments of loops around it that it depends on."""
    found: Roots = {graph.x: frozenset({graph.x}), graph.y: frozenset({graph.y})}

    def walk(block: Block) -> None:
        for op in block.ops:
            for inner in op.blocks:
                found.update({arg: frozenset({arg}) for arg in inner.args})
                walk(inner)
            depends = frozenset().union(*[_look(found, value) for value in (captured(op) if op.blocks else op.operands)])
            if op.kind.name == "prior":  # what a scan gave before this pixel
                depends = frozenset({graph.x, graph.y})
            found.update(dict.fromkeys(op.results, depends))

    walk(graph.body)
    return found


def _look(found: Roots, value: Value) -> frozenset[Value]:
    return found.get(value, frozenset())


def _reads(op: Op) -> bool:
    return any(inner.kind.name in ("read", "call") for block in op.blocks for inner in every_op(block))


def _used(graph: Graph) -> set[Value]:
    found = {value for output in graph.outputs for value in output.values}
    for op in every_op(graph.body):
        found.update(op.operands, *(block.results for block in op.blocks))
    return found
