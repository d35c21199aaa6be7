"""Where paths of execution go, and how they meet again.

A path is what the interpreter has while it walks: the locals and the stack of the current frame, and the heap. At a
branch on a symbol the path forks; each fork runs until it arrives somewhere it may not pass (an Arrival at a target:
the join, a loop's head, a way out of the loop, the return). Merging takes the arrivals of both arms and gives one
for each target, with a flag that says whether execution is really there where that is not certain.
"""

from __future__ import annotations

from functools import partial

from ...ir import BOOL, Block, Const, Type, Value, common, known
from ...ir.arrays import array_of
from ...ir.fields import FieldType
from ..values.choices import alternatives, chosen
from ..values.lattice import (
    FALSE,
    STRUCTURES,
    TRUE,
    Choice,
    Close,
    ImageValue,
    Known,
    Maybe,
    Method,
    Nothing,
    Record,
    Ref,
    Slots,
    Table,
    Text,
    Tuple,
    alike,
    both_are,
    flagged,
    form,
    lift,
    mapped,
    names,
    parts,
    rebuilt,
    shape_in,
)
from ..values.number_kinds import NumberKinds
from ..values.numbers import (
    common_type,
    meeting_type,
    merges,
    numeric,
    of_one_kind,
    opened,
    plain,
    same_known,
    set_like,
    too_large,
    type_of,
)
from .entries import entries_in, in_order
from .singles import are_single
from .standing import TORN, fixed_part, shapes_in, stand_apart, stands, torn_between

RETURN = -1  # the target of every path that leaves the function
RAISED = -(1 << 40)  # ... and of those that leave it by an exception, which lies on their stack


class Path:
    """The state of one path through one frame."""

    __slots__ = ("locals", "stack", "heap")

    def __init__(self, locals: dict, stack: list, heap: dict):
        self.locals, self.stack, self.heap = locals, stack, heap

    def copy(self) -> Path:
        return Path(self.locals.copy(), self.stack.copy(), self.heap.copy())


class Arrival:
    """A path that stands at a target. `flag` is TRUE, or a Bool of the graph that tells whether it is so."""

    __slots__ = ("flag", "path")

    def __init__(self, flag, path: Path):
        self.flag, self.path = flag, path


class CannotMeet(Exception):
    """Two values that no merge can express; turned into a CompileError where the names are known."""

    def __init__(self, a, b, reason: str):
        self.a, self.b, self.reason = a, b, reason


class Aliased(Exception):
    """Objects that were about to become one with others turn out to have another name that does not join in."""

    def __init__(self, refs: set[Ref]):
        self.refs = refs


class Walker:
    """Goes down two values together and builds what they have in common. Subclasses say what happens to leaves."""

    def __init__(self, heap_a: dict, heap_b: dict, base: dict, apart: set[Ref] = frozenset()):
        self.heap_a, self.heap_b, self.base = heap_a, heap_b, base
        self.apart = apart        # objects that are not to become one with others
        self.heap: dict = {}      # the merged contents
        self.pairs: dict = {}     # (ref of a, ref of b) -> ref of the result
        self.partners: tuple[dict, dict] = {}, {}  # of each side: ref -> its ref of the other side
        self.todo: list = []

    # what a subclass answers
    def leaf(self, a, b, where):
        raise NotImplementedError

    def choose(self, a, b, where):
        raise NotImplementedError

    def meet(self, a, b, where):
        """The value that stands for `a` on one side and `b` on the other."""
        if numeric(a) and numeric(b):
            if a is b or type(a) is Known and type(b) is Known and same_known(a.value, b.value):
                return a
            if type_of(a) is not type_of(b) and FieldType in (type(type_of(a)), type(type_of(b))):
                raise CannotMeet(a, b, f"an array is {type_of(a).value} on one path and {type_of(b).value} on the other")
            return self.leaf(a, b, where) if merges(a) and merges(b) else self.choose(a, b, where)
        kind = type(a)
        if kind is Nothing or type(b) is Nothing:
            return self.unassigned(a, b, where)
        if kind is Known and type(b) is Known and same_known(a.value, b.value):
            return a
        if kind is Ref and type(b) is Ref:
            return self.meet_refs(a, b, where)
        a, b = opened(a, b), opened(b, a)
        kind = type(a)
        if kind is type(b):
            if kind is Method:
                function = self.meet(a.function, b.function, (*where, "function"))
                if type(function) is not Choice:
                    return Method(function, self.meet(a.receiver, b.receiver, (*where, "receiver")))
            elif kind in STRUCTURES and kind is not Choice and form(a) == form(b):
                return rebuilt(a, [self.meet(x, y, where + name) for x, y, name in zip(parts(a), parts(b), names(a))])
            if kind is Text or kind is ImageValue and a.param is b.param and a.sample == b.sample:
                return a
        return self.choose(a, b, where)

    def unassigned(self, a, b, where):
        """A variable that has no value on one of the paths."""
        return a if type(a) is Nothing else b

    def meet_refs(self, a: Ref, b: Ref, where):
        if (a, b) in self.pairs:
            return self.pairs[a, b]
        if a is b:
            self.couple(a, b)
            self.pairs[a, b] = a
            self.todo.append((a, a, b, ("heap!", a)))
            if a.fields is not None:
                self.meet_refs(a.fields, a.fields, where)
            return a
        if not self.mergeable(a, b):
            return self.choose(a, b, where)
        self.couple(a, b)
        merged = self.pairs[a, b] = Ref(a.kind, a.cls)
        self.todo.append((merged, a, b, where))
        return merged

    def mergeable(self, a: Ref, b: Ref) -> bool:
        """Two different objects may become one only where nobody else can tell: both were made on these paths,
        have one shape, and go by the same names on both (else `couple` finds out)."""
        if a.kind != b.kind or a.cls is not b.cls or a in self.base or b in self.base:
            return False
        if a in self.apart or b in self.apart or a.fields or b.fields:
            return False
        one, other = self.heap_a[a], self.heap_b[b]
        if isinstance(one, dict) or isinstance(other, dict):
            return isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys() and (
                shapes_in(self.heap_a, one) == shapes_in(self.heap_b, other))
        return len(one) == len(other) and fixed_part(a, one) == fixed_part(b, other)

    def couple(self, a: Ref, b: Ref) -> None:
        """From here on, what is `a` on one side is `b` on the other, by every name that it has."""
        before = {self.partners[0].setdefault(a, b), self.partners[1].setdefault(b, a)}
        if not before <= {a, b}:
            raise Aliased({a, b} | before)

    def contents(self, one, other, where):
        if type(one) is Table or type(other) is Table:
            return one if one is other else self.tables(one, other, where)
        if one is other:
            if isinstance(one, dict):
                for key, value in one.items():
                    self.meet(value, value, (*where, key))
            else:
                for index, value in enumerate(one):
                    self.meet(value, value, (*where, index))
            return one
        if isinstance(one, dict):
            if one.keys() != other.keys():
                return self.uneven(one, other, where)
            return {k: self.meet(v, other[k], (*where, k)) for k, v in one.items()}
        if len(one) != len(other):
            return self.uneven(one, other, where)
        met = [self.meet(x, y, (*where, i)) for i, (x, y) in enumerate(zip(one, other))]
        return both_are(one, other)(met) if isinstance(one, Close) else alike(one, met)

    def tables(self, one, other, where):
        """Lists of which one at least lies in an array."""
        return self.uneven(one, other, where)

    def uneven(self, one, other, where):
        raise CannotMeet(one, other, "one path changed its length or its fields")

    def ragged(self, one, other, where):
        """A list that is longer on one path than on the other."""
        return self.uneven(one, other, where)

    def keyed(self, one, other, where):
        """A dict or set that has other keys on one path than on the other."""
        return self.uneven(one, other, where)

    def fields(self, one, other, where):
        """An object that has other fields on one path than on the other."""
        return self.uneven(one, other, where)

    def torn(self, a: Ref, b: Ref) -> tuple:
        """An iterator from which one path takes more than the other: nobody may take from it any more."""
        return TORN

    def finish(self) -> dict:
        """The merged heap: what both paths share, and all that is reachable or was there before."""
        in_a, in_b = self.heap_a.get, self.heap_b.get
        for ref, before in self.base.items():
            if (in_a(ref, before) is not before or in_b(ref, before) is not before) and (ref, ref) not in self.pairs:
                self.meet_refs(ref, ref, ())
        merged = self.base.copy()
        put = partial(dict.__setitem__, merged)  # no write by the program, which the log should know
        while self.todo:
            ref, a, b, where = self.todo.pop()
            one, other = self.heap_a.get(a), self.heap_b.get(b)
            if one is other and one is self.base.get(ref):
                continue
            if ref.kind == "cell" and not (one and other):
                found = self.unassigned(*[each[0] if each else Nothing("") for each in (one, other)], where)
                put(ref, () if type(found) is Nothing else (found,))
                continue
            if one is not other and ref.kind == "iterator" and stand_apart(a, one, b, other):
                put(ref, self.torn(a, b))
                continue
            put(ref, self.met(ref)(one, other, where))
        return merged

    def met(self, ref: Ref):
        """How the contents of such an object meet."""
        def meet(one, other, where):
            if ref.kind == "list" and len(one) != len(other):
                return self.ragged(one, other, where)
            same = type(one) is type(other) is dict and one.keys() == other.keys() and (
                ref.kind == "set" or list(one) == list(other))
            if ref.kind in ("dict", "set") and not same and one is not other:
                return self.keyed(one, other, where)
            if ref.kind == "instance" and one.keys() != other.keys():
                return self.fields(one, other, where)
            return self.contents(one, other, where)

        return meet


class BranchMerge(Walker):
    """The two arms of an `if`: leaves that differ become its results."""

    def __init__(self, builder, condition: Value, start: int, base: dict, blocks, heap_a: dict, heap_b: dict, apart: set,
                 kinds: NumberKinds):
        super().__init__(heap_a, heap_b, base, apart)
        self.builder, self.condition, self.start, self.blocks = builder, condition, start, blocks
        self.kinds = kinds
        self.then: list[Value] = []
        self.otherwise: list[Value] = []
        self.results: list[Value] = []
        self.made: dict = {}

    def meet_refs(self, a: Ref, b: Ref, where):
        if a is b or not are_single(self.heap_a, a, self.heap_b, b):
            return super().meet_refs(a, b, where)
        self.heap[made := Ref("field")] = (self.leaf(*self.heap_a[a], *self.heap_b[b], where),)
        return made

    def outside(self, value) -> bool:
        return type(value) is Known or value.number < self.start

    def leaf(self, a, b, where):
        key = (a.value if type(a) is Known else a, b.value if type(b) is Known else b, type(a), type(b))
        key = tuple(repr(k) if not isinstance(k, Value) else k for k in key)
        if key not in self.made:
            self.made[key] = self.kinds.note(self.new_leaf(a, b), self.condition, a, b, Escape(self, True).value,
                                             Escape(self, False).value)
        return self.made[key]

    def new_leaf(self, a, b):
        meeting = meeting_type((a, b))
        if type(a) is Known and type(b) is Known and meeting is BOOL:
            return self.condition if a.value else self.builder.emit("not", self.condition)
        if self.outside(a) and self.outside(b):
            return lift(self.builder.emit("select", self.condition, self.as_value(a, meeting), self.as_value(b, meeting)))
        return self.result(a, b, meeting)

    def as_value(self, value, type):
        if isinstance(value, Value):
            return self.builder.convert(value, type) if value.number < self.start else value
        return constant_of(value, type)

    def result(self, a, b, type):
        name = next((v.name for v in (a, b) if isinstance(v, Value) and v.name), None)
        result = Value(type, None, name)
        self.then.append(a)
        self.otherwise.append(b)
        self.results.append(result)
        return result

    def one_sided(self, value, first: bool):
        """A leaf that only one arm can give: elsewhere nothing reads it."""
        if self.outside(value):
            return value
        key = (value, first)
        if key not in self.made:
            nothing = Const(value.type, None)
            self.made[key] = self.result(*((value, nothing) if first else (nothing, value)), value.type)
        return self.made[key]

    def unassigned(self, a, b, where):
        return a if type(a) is type(b) else self.choose(a, b, where)

    def torn(self, a: Ref, b: Ref) -> tuple:
        one, other = (stands(heap, ref, self.condition, truth) for heap, ref, truth in (
            (self.heap_a, a, True), (self.heap_b, b, False)))
        return torn_between(self.condition, (one, Escape(self, True).value), (other, Escape(self, False).value), self.heap)

    def choose(self, a, b, where):
        left, right = (self.alternatives(value, block) for value, block in zip((a, b), self.blocks))
        if len(left) == len(right) == 1:
            return Choice(self.condition, Escape(self, True).value(a), Escape(self, False).value(b), True)
        entries = []
        for flag, value in left:
            fitting = [entry for entry in right if self.fit(value, entry[1])]
            alike = [entry for entry in fitting if numeric(value) and of_one_kind(value, entry[1])]
            other = next(iter([*alike, *fitting]), None)
            if other is None:
                entries.append((self.meet(flag, FALSE, ("flag",)), Escape(self, True).value(value)))
            else:
                right.remove(other)
                entries.append((self.meet(flag, other[0], ("flag",)), self.meet(value, other[1], where)))
        entries += [(self.meet(FALSE, flag, ("flag",)), Escape(self, False).value(value)) for flag, value in right]
        return chosen(entries)

    def alternatives(self, value, block: Block):
        if type(value) is not Choice:
            return [(TRUE, value)]
        with self.builder.inside(block):
            return alternatives(lambda *args: lift(self.builder.emit(*args)), value)

    def fit(self, a, b) -> bool:
        """Whether two values, one on each side, are as good as one."""
        a, b = opened(a, b), opened(b, a)
        if numeric(a) and numeric(b):
            return merges(a) and merges(b) and not self.kinds.keeps_apart(a, b)
        if type(a) is Known and type(b) is Known:
            return same_known(a.value, b.value)
        if type(a) is not type(b):
            return False
        if type(a) is Tuple or type(a) is Record:
            return form(a) == form(b)
        if type(a) is Method:
            return type(a.function) is Known and self.fit(a.function, b.function)
        return a is b or type(a) is Nothing or type(a) is Ref and (
            self.mergeable(a, b) or are_single(self.heap_a, a, self.heap_b, b))

    def tables(self, one, other, where):
        if len(one) != len(other):
            return self.uneven(one, other, where)
        table, rest = (one, other) if type(one) is Table else (other, one)
        if type(rest) is not Table and not all(map(numeric, rest[table.shape is not None:])):  # some are missing, or none
            return self.ragged(one, other, where)
        made, element = [], element_of(one, other)
        for contents, block in zip((one, other), self.blocks):
            with self.builder.inside(block):
                made.append(as_array(self.builder, contents, element))
        return table.with_array(self.leaf(*made, where))

    def ragged(self, one, other, where):
        """The items that only one path has are there for some pixels only."""
        paths = zip((one, other), self.blocks)
        one, other = [each.unfolded(block) if type(each) is Table else each for each, block in paths]
        count, first = min(len(one), len(other)), len(one) > len(other)
        escape, sides = Escape(self, first), (lambda flag: (flag, FALSE) if first else (FALSE, flag))
        met = [self.meet(x, y, (*where, i)) for i, (x, y) in enumerate(zip(one, other))]
        for item in (one if first else other)[count:]:
            flag, value = flagged(item)
            met.append(Maybe(self.meet(*sides(flag), ("flag",)), escape.value(value)))
        return both_are(one, other)(met)

    def fields(self, one, other, where):
        return {name: self.meet(one.get(name, Nothing(name)), other.get(name, Nothing(name)), (*where, name))
                for name in {**one, **other}}

    def keyed(self, one, other, where):
        """Entries that both have stand once, also where a symbol is their key; the others are there on one path."""
        if type(one) is type(other) is Slots and len(one) == len(other):
            return self.contents(one, other, where)
        left, right = (entries_in(contents) for contents in (one, other))
        met = []
        for number, (entry, same) in enumerate(in_order(left, right)):
            if entry is not None and same is not None:
                met.append(self.meet(entry, same, (*where, number)))
                continue
            first = same is None
            there, pair = flagged(entry if first else same)
            flag = self.meet(there, FALSE, ("flag",)) if first else self.meet(FALSE, there, ("flag",))
            met.append(Maybe(flag, Escape(self, first).value(pair)))
        return tuple(met)

    def meet(self, a, b, where):
        if type(a) is not type(b) and Maybe in (type(a), type(b)):
            a, b = (side if type(side) is Maybe else Maybe(TRUE, side) for side in (a, b))
        if numeric(a) and numeric(b) and self.kinds.keeps_apart(a, b):
            return self.choose(a, b, where)
        a, b = set_like(a, b), set_like(b, a)
        return a if a is b else super().meet(a, b, where)  # what changed in objects that both know comes with the heap

    def finish_branch(self, then: Block, otherwise: Block) -> None:
        """Append the `if` with the results that merging asked for, or nothing where there are none."""
        for block, leaves in ((then, self.then), (otherwise, self.otherwise)):
            with self.builder.inside(block):
                block.results = tuple(self.builder.convert(leaf, result.type) if isinstance(leaf, Value) else
                                      constant_of(leaf, result.type) for leaf, result in zip(leaves, self.results))
        if self.results:
            self.builder.branch(self.condition, then, otherwise, self.results)


class Escape:
    """Carries a value out of the one arm that has it."""

    def __init__(self, merge: BranchMerge, first: bool):
        self.merge, self.first = merge, first
        self.heap = merge.heap_a if first else merge.heap_b

    def value(self, value):
        if isinstance(value, Value):
            found = self.merge.one_sided(value, self.first)
            self.merge.kinds.carry(value, found, self.value)
            return found
        if type(value) in STRUCTURES:
            return rebuilt(value, map(self.value, parts(value)))
        if type(value) is Ref:
            self.ref(value)
        return value

    def ref(self, ref: Ref):
        merge = self.merge
        if ref in merge.base or (ref, ref) in merge.pairs:
            return
        merge.couple(ref, ref)
        merge.pairs[ref, ref] = ref
        merge.heap[ref] = mapped(self.heap[ref], self.value)
        if ref.fields is not None:
            self.ref(ref.fields)


def element_of(*several):
    """The type of the numbers in lists that lie in arrays, or are to."""
    return common([contents.array.type.element if type(contents) is Table else common_type(items_in(contents))
                   for contents in several])


def items_in(contents):
    """The items, without an array's shape."""
    return contents[1:] if shape_in(contents) is not None else contents


def as_array(builder, contents, element: Type) -> Value:
    """An array of what a list holds."""
    if type(contents) is Table:
        if contents.array.type.element is element:
            return contents.array
    contents = items_in(contents)
    alike = contents and all(type(each) is Known and each.value is contents[0].value for each in contents)
    items = [builder.convert(item, element) if isinstance(item, Value) else constant_of(item, element)
             for item in (contents[:1] if alike else contents)]
    return builder.emit("array", *items, type=array_of(element, len(contents)))


def constant_of(value: Known, type: Type) -> Const:
    """A known number as a constant of a type that can hold it."""
    number = plain(value.value)
    if too_large(number, type):
        raise CannotMeet(value, value, f"the number {number} does not fit in {type.value}, of {type.bits} bits")
    return known(type, number)
