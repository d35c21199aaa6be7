"""What a loop of the kernel does with a variable that is of one kind before a pass and of another after it: None or a
number, one state or another by name. The loop carries a value of each kind, and which of them it is. Where it is one of a
few objects that were there before the loop (a list's nodes), each of them is a kind, of which nothing is carried."""

from __future__ import annotations

from ..ir import BOOL, Const, Op, Value, constant
from ..ir.fields import FieldType
from .kinds.sorting import choose_one
from .paths.meeting import Walker
from .values.choices import alternatives, chosen, either
from .values.lattice import FALSE, Known, Record, Ref, Tuple, form, mapped, names, parts, rebuilt
from .values.numbers import merges, numeric, opened, same_known, type_of
from .whole.elements import Filled
from .whole.fields import emit, is_array

MOST_KINDS, MOST_OBJECTS = 8, 24  # of one variable
DEEP = 8  # conditions made of others


class Kinds(dict):
    """Where a variable stands that is of several kinds -> one of each. Of two that begin alike it is taken that they change
    together, until a pass shows that they do not: then each is of another of the `groups`."""

    def __init__(self):
        self.groups: dict[tuple, int] = {}


class Eithers:
    """Part of the state at the head of a loop."""

    def either(self, value, where):
        """What the loop carries of each kind that the variable may be of, and which it is."""
        kinds = self.eithers[where]
        found = [one_of(self.tracer, self.entry.heap, value, kind) for kind in kinds]
        entries = []
        for number, (kind, holds, (_, initial)) in enumerate(zip(kinds, self.flags_of(where, found), found)):
            place = (*where, number)
            self.carry(kind, place)
            entries.append((holds, self.value(self.zeros(kind) if initial is None else initial, place)))
        return chosen(entries)

    def carry(self, kind, where) -> None:
        """The loop carries each number in one of a kind, and copies of objects."""
        if type(kind) is FieldType:
            self.widened.setdefault(where, kind)
        elif type(kind) is Mould:
            self.fresh.add(where)
            for name, part in kind.entries():
                self.carry(part, (*where, name))
        elif type(kind) in (Tuple, Record):
            for part, name in zip(parts(kind), names(kind)):
                self.carry(part, where + name)
        elif merges(kind) and where not in self.eithers:
            self.widened.setdefault(where, type_of(kind))

    def zeros(self, kind):
        """One of a kind that nobody looks at."""
        if type(kind) is FieldType:
            return emit(self.tracer, Filled(), kind, constant(0))
        if type(kind) is Mould:
            ref = Ref(kind.kind, kind.cls)
            dict.__setitem__(self.entry.heap, ref, mapped(kind.contents, self.zeros))
            return ref
        if merges(kind):
            return Known(type_of(kind).python(0))
        return rebuilt(kind, map(self.zeros, parts(kind))) if type(kind) in (Tuple, Record) else kind

    def flags_of(self, where, found: list) -> list[Value]:
        """Which kind it is: variables that change together (`best, place = v, i`) have these in common."""
        initial = [flag for flag, _ in found]
        group = self.groups.setdefault((tuple(map(formula, initial)), self.eithers.groups.get(where, 0)), {})
        if not group:
            flags = [Value(BOOL) for _ in found]
            self.args += [((*where, number, "flag"), *both) for number, both in enumerate(zip(initial, flags))]
        else:
            flags = next(iter(group.values()))
        group[where] = flags
        return flags


class EithersEdge(Walker):
    """Part of what compares the state that comes back to the head with it."""

    def kinds_of(self, a, b, where) -> list | None:
        """The kinds that a variable is of, which is `a` before a pass and `b` after it; None where a loop cannot carry
        one of them."""
        if any(where[:len(each)] == each for each in (*self.opening.places, *(self.opening.rooms or ()))):
            return None  # each item that there is room for is of one kind
        with self.tracer.builder.inside(self.body):
            found = [(heap, value) for each, heap in ((a, self.heap_a), (b, self.heap_b))
                     for _, value in alternatives(self.tracer.emit, each)]
        return self.moulds(found, where) or self.objects(found)

    def moulds(self, found: list, where) -> list | None:
        """The same, where it carries what is in objects."""
        kinds = list(self.opening.eithers.get(where, ()))
        try:
            for heap, value in found:
                if not any(fits(heap, value, kind) for kind in kinds):
                    kinds.append(kind_of(heap, value))
        except NotCarried:
            return None
        structures = [kind for kind in kinds if type(kind) is Tuple or type(kind) is Mould and kind.cls is None]
        if len(kinds) > MOST_KINDS or len(where) > DEEP or len(structures) > 1:
            return None
        return kinds

    def objects(self, found: list) -> list | None:
        """The same, where it tells apart objects that were there before the loop."""
        kinds: list = []
        for heap, value in found:
            if not (type(value) is Known or merges(value) or type(value) is Ref and value in self.opening.entry.heap):
                return None
            if not any(fits(heap, value, kind) for kind in kinds):
                kinds.append(value)
        return kinds if len(kinds) <= MOST_OBJECTS and Ref in map(type, kinds) else None

    def widen_to(self, kinds: list, where) -> None:
        """In the next try the variable is of any of these kinds."""
        self.forget(where)
        self.opening.fresh -= {inner for inner in self.opening.fresh if inner[:len(where)] == where}
        self.opening.eithers[where] = kinds
        self.changed = True

    def forget(self, where) -> None:
        """What is known to change in something that is going to be carried in another way."""
        for known in (self.opening.widened, self.opening.eithers):
            for inner in [each for each in known if each[:len(where)] == where]:
                del known[inner]

    def meet_either(self, a, b, where):
        """One that is known to be of several kinds."""
        kinds = self.kinds_of(a, b, where)
        if kinds is None:
            return self.cannot_follow(a, b, where)
        if len(kinds) > len(self.opening.eithers[where]) or set(map(type, kinds)) != set(map(
                type, self.opening.eithers[where])):
            self.widen_to(kinds, where)
            return a
        here, flags = a, []
        for number, kind in enumerate(kinds):
            with self.tracer.builder.inside(self.body):
                flag, value = one_of(self.tracer, self.heap_b, b, kind)
            flags.append(flag)
            held, here = (here.a, here.b) if number < len(kinds) - 1 else (here, None)
            if value is not None:
                self.meet(held, value, (*where, number))
        self.flags[where] = flags
        return a

    def see_flags(self) -> None:
        """Whether those that were taken to change together do so; what each kind's flag is after a pass."""
        for group in self.opening.groups.values():
            numbers, classes = self.opening.eithers.groups, dict[tuple, int]()
            for where, arguments in group.items():
                flags = self.flags.get(where, arguments)
                self.next.update(zip(arguments, flags))
                told = tuple(map(formula, flags))
                if classes.setdefault(told, 1 + max(numbers.values(), default=0) if classes else numbers.get(where, 0)) != (
                        numbers.get(where, 0)):
                    numbers[where] = classes[told]
                    self.changed = True


class NotCarried(Exception):
    """A value of a kind that no loop carries beside another."""


class Mould:
    """What objects of a class have in common whose attributes are of these kinds, or lists of as many items."""

    __slots__ = ("kind", "cls", "contents")

    def __init__(self, kind: str, cls, contents):
        self.kind, self.cls, self.contents = kind, cls, contents

    def entries(self):
        return self.contents.items() if isinstance(self.contents, dict) else enumerate(self.contents)


def kind_of(heap, value, depth: int = 0):
    """A value as one that stands for others of its kind."""
    if is_array(value) and len(heap[value]) == 1:
        return Mould("field", None, (heap[value][0].type,))
    if type(value) is Ref and value.kind in ("list", "instance") and value.fields is None and depth < DEEP and (
            type(heap[value]) in (tuple, dict)):
        return Mould(value.kind, value.cls, mapped(heap[value], lambda each: kind_of(heap, each, depth + 1)))
    if type(value) in (Tuple, Record):
        return rebuilt(value, [kind_of(heap, part, depth) for part in parts(value)])
    if numeric(value) or type(value) is Known:
        return value
    raise NotCarried


def one_of(tracer, heap, value, kind) -> tuple:
    """(whether a value is of a kind, what it is then)."""
    flag, found = FALSE, None
    for holds, each in reversed(alternatives(tracer.emit, value)):
        if fits(heap, each, kind):
            flag = either(tracer.emit, flag, holds)
            found = each if found is None else choose_one(tracer, holds, each, found)
    return flag, found


def asks_for_a_bool(code) -> bool:
    """Whether a function tells False from 0: `found is False`."""
    steps = code.instructions
    return any(step.op == "IS" and before.op == "LOAD_CONST" and isinstance(before.arg, bool)
               for before, step in zip(steps, steps[1:]))


def formula(flag, depth: int = 0):
    """A condition as it is made of others: equal for two that are."""
    if type(flag) is Known or type(flag) is Const:
        return flag.value
    op = flag.owner
    if op.__class__ is not Op or op.kind.name not in ("not", "and", "or", "if") or depth > DEEP:
        return flag
    made_of = list(op.operands)
    if op.blocks:
        made_of += [block.results[op.results.index(flag)] for block in op.blocks]
    return op.kind.name, *[formula(each, depth + 1) for each in made_of]


def fits(heap, value, kind) -> bool:
    """Whether a value is of a kind, for which another stands."""
    if type(kind) is Mould and kind.kind == "field":
        return is_array(value) and len(heap[value]) == 1 and heap[value][0].type is kind.contents[0]
    if type(kind) is Mould:
        return type(value) is Ref and value.kind == kind.kind and value.cls is kind.cls and (
            type(heap[value]) is type(kind.contents)) and (heap[value].keys() == kind.contents.keys() if isinstance(
                kind.contents, dict) else len(heap[value]) == len(kind.contents))
    if type(kind) is Ref:
        return value is kind
    value, kind = opened(value, kind), opened(kind, value)
    if merges(value) and merges(kind):
        return (type_of(value) is BOOL) == (type_of(kind) is BOOL)
    if type(value) is Known and type(kind) is Known:
        return same_known(value.value, kind.value)
    return type(value) is type(kind) and type(value) in (Tuple, Record) and form(value) == form(kind)
