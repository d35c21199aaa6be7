"""Loops that depend on symbols: traced once, with what changes from pass to pass as arguments of the loop.

What changes is found by trying: the body is walked with the values at the entry; what comes back different at the
head becomes an argument of the type that holds both, and the body is walked again, until nothing more changes.
"""

from __future__ import annotations

from functools import partial

from ..ir import BOOL, Block, Type, Value
from .eithers import Eithers, EithersEdge, Kinds, asks_for_a_bool
from .first_pass import given_at_once, has_identity
from .instead import as_whole, chosen_of_all, in_place_of, is_known_array, nothing_like
from .instructions.filled_lists import filled_by
from .instructions.lengths import note_counter
from .kinds import growing, slots
from .kinds.numpys import as_numpys
from .kinds.sorting import choose
from .mixed import Mixed, MixedEdge
from .paths.generators import ENDED
from .paths.leaving import LoopExit
from .paths.meeting import (
    Arrival,
    CannotMeet,
    Escape,
    Path,
    as_array,
    constant_of,
    element_of,
)
from .paths.merging import one_sided_heap
from .paths.sharing import freeze_shared
from .paths.standing import TAKES, fixed_part
from .roomy import DEEP, Roomy, RoomyEdge
from .unrolling import FEW_TURNS, once_begun
from .values.lattice import (
    FALSE,
    STRUCTURES,
    Choice,
    Close,
    InOrder,
    Known,
    Maybe,
    Nothing,
    Ref,
    Slots,
    Table,
    Tuple,
    alike,
    form,
    may_be_nothing,
    names,
    parts,
    rebuilt,
    shape_in,
)
from .values.numbers import meeting_type, numeric, open_vector, type_of
from .values.refusals import describe
from .whole.fields import is_array as is_whole
from .whole.fields import item_of
from .whole.grown import is_grown
from .whole.one_by_one import as_counted


class Opening(Roomy, Eithers, Mixed):
    """The state at the head of the loop: that of the entry, with arguments for all that is known to change."""

    def __init__(self, tracer, entry: Path, widened: dict, fresh: set, instead: dict, tables: dict,
                 places: dict, rooms: dict | None, eithers: Kinds, mixed: dict, theirs: set, typed: set):
        self.tracer, self.builder = tracer, tracer.builder
        self.tables = tables    # where a list stands that is carried as an array -> the type of its items
        self.entry, self.widened, self.fresh = entry, widened, fresh
        self.instead = instead  # where -> what stands at the entry in place of a number, or of what is not set yet
        self.args: list[tuple[tuple, object, Value]] = []  # where, initial value, argument
        self.mixed = mixed        # where a number stands that some pass gives another class -> that class
        self.typed = typed        # where one begins as Python's own int, and has been taken for one of a type of NumPy's
        self.theirs = theirs      # where one stands that begins as Python's own and that some pass makes NumPy's
        self.kind_flags: list[tuple] = []  # whether such a number is of the first of two classes: (argument, of whom, both)
        self.eithers = eithers    # where a variable stands that is of several kinds -> one of each
        self.groups: dict = {}    # of those, which change together -> where each stands, and which it is
        self.opened: dict[Ref, tuple] = {}  # copy -> (the object, where it stands)
        self.places = places      # where a dict stands that grows -> empty places for the keys that can come
        self.rooms = rooms        # where a sequence stands that grows -> an item, and if they are in order; None: nowhere
        self.heap = entry.heap.copy()

    def path(self, live, stored) -> Path:
        locals = {k: self.value(v, (k,)) if not may_be_nothing(v) else Nothing(k) if k in stored else v
                  for k, v in sorted(self.entry.locals.items()) if k in live}
        stack = [self.value(v, ("stack!", i)) for i, v in enumerate(self.entry.stack)]
        changes = (*self.widened, *self.fresh, *self.instead, *self.tables, *self.places, *(self.rooms or ()),
                   *self.eithers)
        inside = {where[1] for where in changes if where[0] == "heap!"}
        for ref in sorted(inside, key=lambda ref: ref.number):
            self.heap[ref] = self.contents(self.entry.heap[ref], ("heap!", ref))
        return Path(locals, stack, self.heap)

    def contents(self, contents, where):
        if where in self.tables:
            array = as_array(self.builder, contents, self.tables[where])
            argument = Value(array.type)
            self.args.append((where, array, argument))
            return Table(self.tracer, argument, shape_in(contents))
        if type(contents) is Table:
            return contents
        if where in (self.rooms or ()):
            ordered = self.rooms[where][1] and (len(contents) < 2 or type(contents) is InOrder)
            return (InOrder if ordered else Close)(self.with_room(contents, where))
        if where in self.places:
            contents = slots.with_places(self.tracer, contents, self.places[where], self)
        if isinstance(contents, dict):
            return {k: self.value(v, (*where, k)) for k, v in contents.items()}
        known = len(contents) - len(self.places.get(where, ()))  # all places change in the end, so all do at once
        made = [(self.value if i < known else self.carried)(v, (*where, i)) for i, v in enumerate(contents)]
        if self.tracer.of_arrays and made and type(made[0]) is Known and made[0].value == "range" and (
                isinstance(made[1], Value)):
            note_counter(made[1], *contents[1:])
        return alike(contents, made)

    def value(self, value, where):
        if where in (self.rooms or ()) and growing.sequence_of(value) is not None:
            return growing.like(value, self.with_room(growing.sequence_of(value), where))
        if where in self.eithers:
            return self.either(value, where)
        if where in self.instead:
            value = self.instead[where](value)
            for made, contents in self.entry.heap.reached_from([value]).items():
                self.heap.setdefault(made, contents)
        if where in self.widened:
            name = where[0] if len(where) == 1 else str(where[-1]) if isinstance(where[-1], str) else None
            argument = Value(self.widened[where], None, name)
            self.args.append((where, value, argument))
            self.note_kind(value, argument, where)
            return argument
        kind = type(value)
        if kind is Known and any(w[:len(where)] == where for w in (*self.widened, *self.eithers)):
            value = Tuple(Known(v) for v in value.value) if type(value.value) is tuple else open_vector(value)
            kind = type(value)
        if kind in STRUCTURES:
            return rebuilt(value, [self.value(part, where + name) for part, name in zip(parts(value), names(value))])
        if kind is Ref and where in self.fresh:
            ref = Ref(value.kind, value.cls)
            self.opened[ref] = value, where
            if value in self.tracer.held:  # in the loop it is this one that may be dropped, and be closed
                self.tracer.held[ref] = self.tracer.held[value]
                self.heap[value] = ENDED
            self.heap[ref] = self.contents(self.entry.heap[value], where)
            return ref
        return value


class BackEdge(RoomyEdge, EithersEdge, MixedEdge):
    """The state that comes back to the head against the one that was there: notes what must be widened still."""

    def __init__(self, tracer, opening: Opening, body: Block, index: int, head: Path, back: Path):
        super().__init__(head.heap, back.heap, {r: c for r, c in head.heap.items() if r not in opening.opened})
        self.tracer, self.opening, self.body, self.head = tracer, opening, body, index
        self.blends: dict[Ref, list[Ref]] = {}  # one object that stands for several -> those
        self.came: dict[Ref, list[Ref]] = {}  # copy -> the objects that stand there after a pass
        self.argument = {argument: where for where, _, argument in opening.args}
        self.next: dict[Value, object] = {}
        self.grown: dict[tuple, Slots] = {}
        self.flags: dict[tuple, list] = {}  # which kind each is that may be of several
        self.over = FALSE  # whether a sequence has outgrown its room
        self.changed, self.soon = False, set[tuple]()  # where values are arguments in the next try

    def leaf(self, a, b, where):
        if (type_of(a) is BOOL) != (type_of(b) is BOOL) and asks_for_a_bool(self.tracer.frames[-1].code):
            where = self.argument.get(a, where)
            kinds = self.kinds_of(a, b, where)
            if kinds is not None:
                self.widen_to(kinds, where)
                return a
        meeting = meeting_type((a, b))
        if isinstance(a, Value) and a in self.argument:
            meeting = self.of_numpys_type(a, b) or meeting
            if meeting is a.type:
                self.next[a] = b
                if a not in self.tracer.kinds.met:
                    self.see_kind(a, b)
                return a
            where = self.argument[a]
        if self.opening.widened.get(where) is meeting and where not in self.soon:
            raise CannotMeet(a, b, f"{name_of(where)} changes in a way that no variable of a kernel can follow")
        self.opening.widened[where], self.changed = meeting, True
        self.soon.add(where)
        return a

    def meet_refs(self, a, b, where):
        if a is b and a in self.opening.opened:
            where = self.opening.opened[a][1]
        elif a is b:
            return super().meet_refs(a, b, where)
        if (a, b) in self.pairs:
            return a
        one, other = self.heap_a[a], self.heap_b[b]
        grows = a.kind == b.kind == "list" and a.cls is b.cls and growing.change_shape(one, other)
        if (grows or is_grown(b)) and self.grows(a, b, where):
            return a
        if grows and where not in (self.opening.rooms or ()) and self.make_room(one, other, where):
            self.opening.fresh.add(where)
            return a
        kinds = self.kinds_of(a, b, where) if a.kind == b.kind == "instance" and a.cls is not b.cls else None
        if kinds is not None:
            self.widen_to(kinds, where)
            return a
        if is_whole(a) and is_whole(b) and (len(one), len(other)) == (1, 3) and where not in self.opening.instead:
            self.opening.instead[where] = partial(
                chosen_of_all, self.tracer, self.opening.entry.heap, len(other[2].type.shape))
            self.opening.fresh.add(where)
            self.changed = True
            return a
        if a.kind != b.kind or a.cls is not b.cls or len(one) != len(other) and not grows:
            raise CannotMeet(a, b, f"{name_of(where)} changes its shape in the loop")
        self.pairs[a, b] = a
        self.came.setdefault(a, []).extend(self.blends.get(b, [b]))
        if a not in self.opening.opened:
            if len(where) > DEEP:
                raise CannotMeet(a, b, f"{where[0]} leads from one object to the next, without end")
            self.opening.fresh.add(where)
            self.changed = True
        else:
            self.todo.append((a, a, b, where))
        return a

    def contents(self, one, other, where):
        # A pair of different objects is compared even where nothing was written to either.
        if one is other and not self.opening.opened:
            return one
        return super().contents(one, other, where)

    def tables(self, one, other, where):
        """A list that is changed at an index that a symbol is: the loop carries it as one array."""
        if self.tracer.shaped and self.found_to_grow(where):
            return one
        element = element_of(one, other) if len(one) == len(other) else None
        if element is None or len(where) > 2:
            return self.uneven(one, other, where)
        if type(one) is not Table or self.argument.get(one.array) != where or one.array.type.element is not element:
            self.opening.tables[where] = element
            self.changed = True
            return one
        with self.tracer.builder.inside(self.body):
            self.next[one.array] = as_array(self.tracer.builder, other, element)
        return one

    def keyed(self, one, other, where):
        """A dict or a set that grows: the loop carries a place for each key that there can be."""
        if type(one) is type(other) is Slots and len(one) == len(other):
            if one.loop is self.opening:
                self.grown[where] = other
            return self.contents(one, other, where)
        like = slots.taken(other)[-1:]
        if where in self.opening.places or not like or has_identity(like[0]):
            return self.uneven(one, other, where)
        self.opening.places[where] = [Maybe(FALSE, nothing_like(like[0].value))]
        self.forget(where)  # of a key: from now on these are the numbers of places
        self.changed = True
        return one

    def see_places(self, start: int) -> None:
        """Whether there is a place for each key that can come; else there are more in the next try."""
        keys = slots.Keys(start, {a: (initial, self.next.get(a, a)) for _, initial, a in self.opening.args})
        for where, contents in self.grown.items():
            count, places = keys.count(contents.keys), self.opening.places[where]
            if count is None and self.opening.rooms is not None and self.tracer.room <= slots.MOST:
                count = self.room_for_keys(contents, where)
            if count is None:
                raise CannotMeet(None, contents, "a dict or a set grows in it, and its keys may be any numbers (of d[k % 64]"
                                 " it is known how many there can be)")
            places.extend(places[:1] * (count - len(contents)))
            self.changed |= count > len(contents)

    def uneven(self, one, other, where):
        raise CannotMeet(one, other, "a list, set or dict grows or shrinks in it (sum(f(v) for v in im), without brackets, "
                         "makes no list)")

    def fields(self, one, other, where):
        names = ", ".join(sorted(map(repr, one.keys() ^ other.keys())))
        raise CannotMeet(one, other, f"an object gets or loses the attribute {names} in it (give it a value before)")

    def torn(self, a, b):
        raise CannotMeet(a, b, TAKES)

    def choose(self, a, b, where):
        if numeric(a) and self.is_number(b):
            with self.tracer.builder.inside(self.body):
                self.note_numpys(a, b, where)
                return self.leaf(a, self.number(b), where)
        if where not in self.opening.instead and is_known_array(self.tracer, a) and (
                is_whole(b) or is_known_array(self.tracer, b)):
            self.opening.instead[where] = partial(as_whole, self.tracer, self.opening.entry.heap)
            self.opening.fresh.add(where)
            self.changed = True
            return a
        stands = self.number_of_numpys if self.is_single(a, self.heap_a) and not is_whole(
            b) and self.is_number(b) else in_place_of(a, b)
        if stands is not None and where not in self.opening.instead:
            self.opening.instead[where] = stands
            self.changed = True
            return a
        if type(a) is type(b) is Choice and a.condition is b.condition:
            return Choice(a.condition, self.meet(a.a, b.a, (*where, "a")), self.meet(a.b, b.b, (*where, "b")), a.list)
        blend = self.blend(b, a) if type(a) is Ref and type(b) is Choice else None
        if blend is not None:
            return self.meet_refs(a, blend, where)
        kinds = self.kinds_of(a, b, where)
        if kinds is not None:
            self.widen_to(kinds, where)
            return a
        return self.cannot_follow(a, b, where)

    def is_number(self, value) -> bool:
        """Whether it is a number, or that in an array of one, whichever way was gone."""
        if type(value) is Choice:
            return self.is_number(value.a) and self.is_number(value.b)
        return numeric(value) or self.is_single(value, self.heap_b)

    @staticmethod
    def is_single(value, heap) -> bool:
        return is_whole(value) and heap[value][1:] == () and not heap[value][0].type.shape

    def number_of_numpys(self, value):
        """The number in an array of one before the loop, in which it becomes another that is computed by itself."""
        field = self.opening.entry.heap[value][0]
        return as_numpys(self.tracer, item_of(self.tracer, field), field.type.dtype.type)

    def number(self, value):
        if type(value) is Choice:
            return choose(self.tracer, value.condition, self.number(value.a), self.number(value.b))
        return item_of(self.tracer, self.heap_b[value][0]) if is_whole(value) else value

    def meet(self, a, b, where):
        return self.meet_either(a, b, where) if where in self.opening.eithers else super().meet(a, b, where)

    def cannot_follow(self, a, b, where):
        raise CannotMeet(a, b, f"{name_of(where)} is {describe(a)} before a pass of the loop and {describe(b)} after it")

    def blend(self, value, like: Ref) -> Ref | None:
        """An object with what the chosen one of several holds, where all of them are of one shape."""
        def chosen(x, y):
            if type(x) is type(y) and type(x) in STRUCTURES - {Choice} and form(x) == form(y) and has_identity(x):
                return rebuilt(x, map(chosen, parts(x), parts(y)))
            return Choice(value.condition, x, y) if has_identity(x) else choose(self.tracer, value.condition, x, y)

        if type(value) is Ref and value.kind == like.kind and value.cls is like.cls:
            one, other = self.heap_b[value], self.heap_a[like]
            return value if shape(one) == shape(other) and fixed_part(value, one) == fixed_part(like, other) else None
        if type(value) is not Choice:
            return None
        a, b = self.blend(value.a, like), self.blend(value.b, like)
        if a is None or b is None:
            return None
        one, other = self.heap_b[a], self.heap_b[b]
        with self.tracer.builder.inside(self.body):
            made = [one[k] if one[k] is other[k] else chosen(one[k], other[k]) for k in shape(one)]
        ref = Ref(like.kind, like.cls)
        self.heap_b[ref] = dict(zip(one, made)) if isinstance(one, dict) else tuple(made)
        self.blends[ref] = [*self.blends.get(a, [a]), *self.blends.get(b, [b])]
        return ref


def shape(contents):
    return contents.keys() if isinstance(contents, dict) else range(len(contents))


def name_of(where) -> str:
    names = [w for w in where if isinstance(w, str) and w not in ("heap!", "stack!")]
    return f"'{'.'.join(names)}'" if names else "a value"


def trace_loop(tracer, frame, head: int, stops: frozenset, roomy: bool = False):
    """A loop of the graph from the current state of `frame` at `head`; returns the arrivals at its ways out. If it is
    `roomy`, sequences may grow in it, as far as there is room."""
    if (end := filled_by(tracer, frame, head, FEW_TURNS)) is not None:
        return tracer.run(frame, end, stops)
    if tracer.shaped and frame.code.instructions[head].op == "FOR_ITER":
        frame.stack[-1] = as_counted(tracer, frame.stack[-1])
    entry = tracer.path(frame).copy()
    widened: dict[tuple, Type] = {}
    fresh: set = set()
    instead: dict[tuple, object] = {}
    tables: dict[tuple, Type] = {}
    places: dict[tuple, list] = {}
    rooms: dict[tuple, object] | None = {} if roomy else None
    eithers, mixed, theirs, typed = Kinds(), dict[tuple, type](), set[tuple](), set[tuple]()
    stored = {step.arg for step in map(frame.code.instructions.__getitem__, frame.code.loops[head].body)
              if step.op in ("STORE_FAST", "DELETE_FAST")}
    if not given_at_once(tracer, frame, head, stops, entry, stored) and head not in frame.begun:
        return once_begun(tracer, frame, head, stops)
    if roomy:
        for name in sorted(stored & entry.locals.keys()):
            entry.locals[name] = growing.united(tracer, entry.locals[name])
    mark, budget = tracer.builder.mark(), tracer.budget
    while True:
        start = Value(BOOL).number
        body = Block()
        opening = Opening(tracer, entry, widened, fresh, instead, tables, places, rooms, eithers, mixed, theirs, typed)
        state = opening.path(frame.live[head] | (frame.holding - stored), stored)
        since = tracer.log.next_time()
        tracer.budget = budget
        try:
            tracer.raised.loops += 1
            apart, tracer.kinds.bools_apart = tracer.kinds.bools_apart, asks_for_a_bool(frame.code)
            try:
                with tracer.builder.inside(body):
                    tracer.resume(frame, state)
                    arrivals = tracer.run(frame, head, stops | {head}, previous=head, entered=True)
            finally:
                tracer.raised.loops -= 1
                tracer.kinds.bools_apart = apart
            if head not in arrivals:  # it never comes back: no loop
                tracer.builder.rollback(mark)
                tracer.resume(frame, entry)
                return tracer.run(frame, head, stops, previous=head, entered=True)
            back = arrivals.pop(head)
            edge = BackEdge(tracer, opening, body, head, state, back.path)
            for name in sorted(frame.live[head]):
                if name in state.locals and name in back.path.locals and not may_be_nothing(state.locals[name]):
                    edge.meet(state.locals[name], back.path.locals[name], (name,))
            for i, (a, b) in enumerate(zip(state.stack, back.path.stack)):
                edge.meet(a, b, ("stack!", i))
            edge.finish()
            if edge.grown and not edge.changed:
                edge.see_places(start)
            if eithers and not edge.changed:
                edge.see_flags()
            if rooms and not edge.changed:
                edge.note_those_over(frame)
            if opening.kind_flags and not edge.changed:
                edge.see_kinds()
            edge.see_own()
        except CannotMeet as clash:
            raise refuse_loop(tracer, frame, head, clash.reason) from None
        if not edge.changed:
            break
        tracer.builder.rollback(mark)
    if not arrivals:
        raise tracer.refuse("endless-loop")
    if opening.opened:
        where = freeze_shared(tracer, frame, opening, edge, entry, back.path, since)
        if where is not None:
            raise refuse_loop(tracer, frame, head, f"{name_of(where)} is changed, or compared by 'is', in a loop that "
                              "depends on a pixel", "two-names")
    try:
        return close_loop(tracer, body, opening, edge, back, arrivals, start, entry)
    except CannotMeet as clash:
        raise refuse_loop(tracer, frame, head, clash.reason) from None


def refuse_loop(tracer, frame, head: int, reason: str, kind: str = "loop-changes-shape"):
    """The refusal stands at the head of the loop."""
    frame.instruction = frame.code.instructions[head]
    return tracer.refuse(kind, reason)


def close_loop(tracer, body: Block, opening: Opening, edge: BackEdge, back: Arrival, arrivals: dict, start: int,
               entry: Path) -> dict:
    """Append the finished loop, and give each way out its values."""
    builder = tracer.builder
    extras: dict[Value, Value] = {}
    left = {}
    for target, arrival in arrivals.items():
        leaving = LoopExit(start, entry.heap, extras, arrival.path.heap, tracer.kinds)
        escape = Escape(leaving, True)
        flag = arrival.flag if len(arrivals) > 1 else Known(True)
        left[target] = Arrival(escape.value(flag), Path(
            {k: escape.value(v) for k, v in sorted(arrival.path.locals.items())},
            [escape.value(v) for v in arrival.path.stack], left_by(opening, one_sided_heap(leaving, escape))))
        if len(arrivals) > 1:
            tracer.raised.exits.setdefault(body, []).append((arrival.flag, leaving.asked))
    body.args = tuple(argument for _, _, argument in opening.args)
    tracer.raised.notes.update(argument for where, _, argument in opening.args if where[:2] == ("heap!", tracer.raised.note))
    for argument in body.args:
        argument.owner = body
    with builder.inside(body):
        nexts = [as_value(builder, edge.next.get(a, a), a.type) for a in body.args]
        body.results = (as_value(builder, edge.goes_on(back.flag), BOOL), *nexts, *extras)
    initial = [as_value(builder, value, argument.type) for _, value, argument in opening.args]
    builder.loop(initial, body, [Value(a.type, None, a.name) for a in body.args] + list(extras.values()))
    return left


def left_by(opening: Opening, heap: dict) -> dict:
    """The heap behind the loop: the dicts that it carried are like others."""
    for ref in [ref for ref, contents in heap.items() if type(contents) is Slots and contents.loop is opening]:
        dict.__setitem__(heap, ref, tuple(heap[ref]))
    return heap


def as_value(builder, value, type: Type) -> Value:
    return builder.convert(value, type) if isinstance(value, Value) else constant_of(value, type)
