"""What a loop of the kernel does with lists, tuples and texts that grow in it (kinds/growing.py): the state at its head has
room for them, what comes back is fitted into that, and pixels that outgrow it say so."""

from __future__ import annotations

from functools import partial

from ..ir import BOOL, Value
from .instructions.lengths import steps_left
from .kinds import growing, slots
from .paths.meeting import Walker
from .values.choices import both, either, opposite
from .values.lattice import FALSE, STRUCTURES, Choice, InOrder, Ref, names, parts, rebuilt
from .values.numbers import merges, type_of
from .whole.grown import begun, columns, may_grow

DEEP = 16  # attributes and items that lead to an object which changes
ANY_KEYS = ("keys!",)  # stands among what has room where that is a dict or a set, and its keys may be any


class Roomy:
    """Part of the state at the head of a loop."""

    def with_room(self, contents, where):
        """The items of a sequence that grows, of which the loop carries every number."""
        for i, each in enumerate(growing.with_room(self.tracer, contents, self.rooms[where][0])):
            yield self.carried(each, (*where, i))

    def carried(self, value, where):
        value = growing.opened(value)
        if type(value) in STRUCTURES:
            return rebuilt(value, [self.carried(part, where + name) for part, name in zip(parts(value), names(value))])
        if not merges(value):
            return value
        argument = Value(self.widened.get(where) or type_of(value))
        self.args.append((where, value, argument))
        return argument


class RoomyEdge(Walker):
    """Part of what compares the state that comes back to the head with it."""

    def grows(self, a: Ref, b: Ref, where) -> bool:
        """In the next try a list that grows lies in arrays, if it can."""
        like = may_grow(self.tracer, self, a, b, where)
        if like is None or where in self.opening.instead:
            return False
        entry = self.opening.entry
        counter = entry.stack[-1] if entry.stack else None
        is_counted = type(counter) is Ref and counter.kind == "iterator"
        steps = steps_left(self.tracer, counter, entry.heap) if is_counted else None
        self.opening.instead[where] = partial(begun, self.tracer, entry.heap, like, steps or 0)
        self.opening.fresh.update([where, *columns(like, (*where, "columns"))])
        self.changed = True
        return True

    def ragged(self, one, other, where):
        return one if self.found_to_grow(where) else super().ragged(one, other, where)

    def found_to_grow(self, where) -> bool:
        """The same of one that has one name."""
        entry = self.opening.entry
        names = [(name,) for name, value in entry.locals.items() if where == ("heap!", value)]
        names += [("stack!", number) for number, value in enumerate(entry.stack) if where == ("heap!", value)]
        return len(names) == 1 and self.grows(where[1], where[1], names[0])

    def make_room(self, one, other, where) -> bool:
        """In the next try a sequence has room for more items than it has now, if that can be."""
        item = growing.example(one, other)
        if item is None or self.opening.rooms is None or len(where) > DEEP:
            return False
        self.opening.rooms[where] = item, type(other) is InOrder
        note = "heap!", self.tracer.raised.note, 0  # who outgrows it says so
        if note not in self.opening.widened:
            self.opening.widened[note] = BOOL
            self.soon.add(note)
        self.forget(where)
        self.changed = True
        return True

    def room_for_keys(self, contents, where) -> int:
        """How many places a dict or a set has whose keys may be any."""
        self.changed |= ANY_KEYS not in self.opening.rooms
        self.opening.rooms[ANY_KEYS] = True
        return len(slots.taken(self.opening.entry.heap[where[1]])) + self.tracer.room

    def fit(self, contents, head):
        """What comes back, in as many places as there are at the head."""
        with self.tracer.builder.inside(self.body):
            items, over = growing.fitted(self.tracer, contents, head)
            self.over = either(self.tracer.emit, self.over, over)
        return items

    def note(self) -> Value | None:
        """What the loop carries of whether the pixel has raised an exception, or has outgrown a room."""
        return next((a for a, where in self.argument.items() if where == ("heap!", self.tracer.raised.note, 0)), None)

    def goes_on(self, flag):
        """Whether there is another pass: without what it has lost, a pixel might never come to an end. (Loops of whole
        arrays are ended by any exception.)"""
        note = self.note()
        if self.tracer.out_of_room is None or note is None or self.tracer.shaped:
            return flag
        return both(self.tracer.emit, flag, opposite(self.tracer.emit, note))

    def note_those_over(self, frame) -> None:
        """Pixels that outgrow the room note it as if they raised an exception."""
        frame.instruction = frame.code.instructions[self.head]
        self.tracer.out_of_room = self.tracer.out_of_room or self.tracer.refuse(
            "out-of-room", "a list, a tuple or a text that grows in this loop", room=self.tracer.room)
        note = self.note()
        if self.over is FALSE or note is None:
            return
        with self.tracer.builder.inside(self.body):
            self.next[note] = either(self.tracer.emit, self.next.get(note, note), self.over)

    def met(self, ref: Ref):
        usual = super().met(ref)

        def meet(one, other, where):
            if where in (self.opening.rooms or ()):
                if type(one) is InOrder is not type(other):
                    self.opening.rooms[where] = self.opening.rooms[where][0], False
                    self.changed = True
                    return one
                return self.contents(one, type(one)(self.fit(other, one)), where)
            if ref.kind == "list" and growing.change_shape(one, other) and self.make_room(one, other, where):
                return one
            return usual(one, other, where)

        return meet

    def meet(self, a, b, where):
        if type(b) is Choice and self.opening.rooms is not None and growing.sequence_of(a) is not None:
            with self.tracer.builder.inside(self.body):
                b = growing.united(self.tracer, b)
        one, other = growing.sequence_of(a), growing.sequence_of(b)
        if one is not None and other is not None and growing.is_text(a) == growing.is_text(b):
            if where in (self.opening.rooms or ()):
                b = growing.like(b, self.fit(other, one))
            elif growing.change_shape(one, other) and self.make_room(one, other, where):
                return a
        return super().meet(a, b, where)
