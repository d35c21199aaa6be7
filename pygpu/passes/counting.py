"""Loops that count over a rectangle, and whether what they carry may be put together in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pygpu.ir import INT, Block, Const, Op, Value, constant, is_known, made_by, op_of, same
from pygpu.ir.arrays import length_of
from pygpu.ir.folds import WITH
from pygpu.ir.ops import IF, LOOP, LT, MAX, MIN, PUT, SELECT, SUB
from pygpu.ir.orders import gathered_type
from pygpu.ir.ranges import conditions

from .depends import Roots, look

SIMPLE = {"add": "add", "sub": "add", "mul": "mul", "min": "min", "max": "max", "and": "and", "or": "or", "xor": "xor"}
BESTS = {("gt", False): "first max", ("ge", False): "last max", ("lt", False): "first min", ("le", False): "last min",
         ("lt", True): "first max", ("le", True): "last max", ("gt", True): "first min", ("ge", True): "last min"}

GATHER = "gather"


@dataclass(frozen=True)
class Counter:
    """What goes from `first` to below `bound`, in the block of one loop."""

    arg: Value
    first: Value
    bound: Value
    body: Block


@dataclass(frozen=True)
class Event:
    """A pass changes one number of a list: which one, what to, what was there before; where all the tests hold, or
    do not. Of kind "gather" it puts a number to those that are to be sorted (ir/orders.py), at no index."""

    index: Value | None
    value: Value
    before: Value | None
    kind: str
    tests: tuple[tuple[Value, bool], ...]


@dataclass(frozen=True)
class How:
    """How what a nest carries is put together: numbers (`order`, those that belong together one after the other, with the
    `kinds` of each) and lists. What never changes is left out."""

    order: tuple[int, ...]
    kinds: tuple[str, ...]
    tallies: dict[int, list[Event]]
    counts: dict[int, Const]  # what goes on by the same number at each place

    @property
    def sorts(self) -> bool:
        """Whether of the lists all are to be sorted."""
        return all(events[0].kind == GATHER for events in self.tallies.values())


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
    if not isinstance(test, Op) or test.kind is not LT or last is None or last.kind is not IF or \
            last.operands[0] is not test.result or test.operands[0] not in args:
        return None
    arg, bound = test.operands
    then, otherwise = last.blocks
    after = {result: (a, b) for result, a, b in zip(last.results, then.results, otherwise.results)}
    pairs = dict(zip(args, [after.get(value, (value, value)) for value in body.results[1:]]))
    step = made_by(pairs[arg][0], "add")
    if step is None or step[0] is not arg or not is_known(step[1]) or step[1].value != 1:
        return None
    if not look(roots, bound).isdisjoint(args) or bound in args:
        return None
    if any(stays is not each and not (is_known(stays) and stays.value is None) for each, (_, stays) in pairs.items()):
        return None
    carried = tuple([each for each in args if each is not arg])
    initial = dict(zip(args, op.operands))
    made = Nest((Counter(arg, initial[arg], bound, body),), carried, carried, tuple([initial[each] for each in carried]),
                tuple([pairs[each][0] for each in carried]))
    inner = _inner(then, made, roots)
    return inner or made


def counting(op: Op, roots: Roots) -> Counter | None:
    """What a loop, in order or not, counts from a number up to below a bound."""
    body = op.blocks[0]
    for arg, first, value in zip(body.args, op.operands, body.results[1:]):
        for test in conditions(body.results[0]):
            bound = test.operands[1]
            while isinstance(value.owner, Op) and value.owner.kind is IF:
                value = value.owner.blocks[0].results[value.owner.results.index(value)]
            step = made_by(value, "add")
            counts = step is not None and step[0] is arg and same(step[1], constant(1))
            if counts and test.kind is LT and test.operands[0] is arg and look(roots, bound).isdisjoint(body.args):
                return Counter(arg, first, bound, body)
    return None


def _inner(then: Block, outer: Nest, roots: Roots) -> Nest | None:
    """The nest with the loop inside, if all that a pass of the outer one does is that loop."""
    inside = [op for op in then.ops if op.kind is LOOP]
    owners = {op_of(value) for value, arg in zip(outer.following, outer.carried) if value is not arg}
    if len(owners) != 1 or not owners <= set(inside):
        return None
    (op,) = owners
    found = nest(op, roots)
    own = {outer.counters[0].arg, *outer.carried}
    if found is None:
        return None
    ends = [value for counter in found.counters for value in (counter.first, counter.bound)]
    if any(not look(roots, value).isdisjoint(own) or value in own for value in ends):
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
    return replace(found, counters=(*outer.counters, *found.counters), names=tuple([names[name] for name in found.names]),
                   initial=tuple([before[names[name]] for name in found.names]))


class _How:
    """How what a nest carries on is put together."""

    def __init__(self, found: Nest, roots: Roots):
        self.found, self.roots, self.carried = found, roots, set(found.carried)
        self.next = dict(zip(found.carried, found.following))

    def free(self, value: Value) -> bool:
        """Whether it does not depend on what was carried here."""
        return value not in self.carried and look(self.roots, value).isdisjoint(self.carried)

    def all(self) -> How | None:
        lists = {arg: self.events(arg, value) for arg, value in self.next.items()
                 if length_of(arg.type) or gathered_type(value)}
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
        tallies: dict[int, list[Event]] = {}
        counts: dict[int, Const] = {}
        for i, arg in enumerate(self.found.carried):
            if arg in bests:
                if kinds[arg] not in (None, names[arg].split()[1]):
                    return None
                order += [(i, names[arg]), *[(self.found.carried.index(each), WITH) for each in bests[arg]]]
            elif events := lists.get(arg):
                tallies[i] = events
            elif kinds.get(arg) == "add" and (by := self.constant_step(arg)):
                counts[i] = by
            elif kinds.get(arg) not in (None, "same"):
                order.append((i, str(kinds[arg])))
        if not (order or tallies or counts):
            return None
        return How(tuple([i for i, _ in order]), tuple([kind for _, kind in order]), tallies, counts)

    def constant_step(self, arg: Value) -> Const | None:
        """By how much a whole number becomes more at each place, where that is known."""
        parts = made_by(self.next[arg], "add")
        return parts[1] if parts and parts[0] is arg and arg.type is INT and is_known(parts[1]) else None

    def events(self, arg: Value, value: Value, tests: tuple[tuple[Value, bool], ...] = ()) -> list[Event] | None:
        """What happens to a list in a pass; None where it is not by operations whose order does not matter."""
        if value is arg:
            return []
        op = value.owner
        if not isinstance(op, Op):
            return None
        if op.kind in (SELECT, IF) and self.free(op.operands[0]):
            then, otherwise = [self.events(arg, each, (*tests, (op.operands[0], holds)))
                               for each, holds in zip(_arms(value), (True, False))]
            return None if then is None or otherwise is None else then + otherwise
        if op.kind.name == GATHER:
            before = self.events(arg, op.operands[0], tests)
            return None if before is None or not self.free(op.operands[1]) else [*before, Event(
                None, op.operands[1], None, GATHER, tests)]
        if op.kind is not PUT:
            return None
        array, index, new = op.operands
        before = self.events(arg, array, tests)
        if before is None or not self.free(index) or not isinstance(new.owner, Op) or new.owner.kind.name not in SIMPLE:
            return None
        for old, other in (new.owner.operands, new.owner.operands[::-1])[:1 if new.owner.kind is SUB else 2]:
            read = made_by(old, "get")
            if read and read[0] is array and same(read[1], index) and self.free(other):
                return [*before, Event(index, new, old, SIMPLE[new.owner.kind.name], tests)]
        return None

    def simple(self, arg: Value, value: Value) -> str | None:
        """The operation by which a carried value goes on; "same" where it does not change."""
        if value is arg:
            return "same"
        op = value.owner
        if value.__class__ is Const or not isinstance(op, Op):
            return None
        kind = op.kind
        if kind in (SELECT, IF) and self.free(op.operands[0]):
            kinds = {self.simple(arg, each) for each in _arms(value)} - {"same"}
            return kinds.pop() if len(kinds) == 1 else "same" if not kinds else None
        if kind.name not in SIMPLE:
            return None
        ordered = kind is SUB or kind in (MIN, MAX) and value.type is not INT
        for one, other in (op.operands, op.operands[::-1])[:1 if ordered else 2]:
            if self.free(other) and self.simple(arg, one) in ("same", SIMPLE[kind.name]):
                return SIMPLE[kind.name]
        return None

    def best(self, arg: Value, value: Value) -> tuple[Value, str] | None:
        """(what it is compared with, how) for a value that goes on to another where something is better."""
        while not isinstance(value.owner, Op) or value.owner.kind in (SELECT, IF):
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
                if key is not None and each is not None and key in self.carried and kind and self.free(each):
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

    def chain(self, key: Value, value: Value, name: str) -> Iterator[tuple[Value, ...] | None]:
        """The operands of the one `min` or `max` by which a value goes on."""
        while isinstance(value.owner, Op) and value.owner.kind in (SELECT, IF):
            value = next((arm for arm in _arms(value) if arm is not key), key)
        yield made_by(value, name)


def _arms(value: Value) -> tuple[Value, Value]:
    op = op_of(value)
    if op.kind is SELECT:
        return op.operands[1], op.operands[2]
    place = op.results.index(value)
    return op.blocks[0].results[place], op.blocks[1].results[place]
