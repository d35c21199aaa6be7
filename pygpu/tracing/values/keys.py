"""What the result of a call depends on, as something that can be compared: the same call again need not be walked again."""

from __future__ import annotations

from ...ir import Value
from .lattice import STRUCTURES, Choice, Function, ImageValue, Known, Method, Record, Ref, Same, Table, Tuple, form, parts

LONG = 1024  # items of a structure that are compared; of a longer one nothing can be told
DEEP = 3000  # structures in structures: a function and its cell for each of as many calls in calls as may be
KEYED = STRUCTURES - {Choice} | {Ref}
KEPT = {Function, Method, Ref}
HELD = 400   # structures on the heap that a function's key is kept for: a longer chain of functions is followed each time


class Mark:
    """Stands in the arguments of a call for a coordinate of its place."""

    def __init__(self, name: str):
        self.name = name


class Open:
    """Stands for the key of a structure that is being told."""

    def __init__(self, depth: int):
        self.depth = depth


class NoKey(Exception):
    """Something in a call that cannot be compared, or would take too long to."""


class Told:
    """The key of a structure, and what that follows from: what the structures that it leads to `held` on the heap; None of
    many, and where one of them leads back to another."""

    __slots__ = ("value", "key", "held", "objects")

    def __init__(self, value):
        self.value, self.key = value, None
        self.held: dict[Ref, object] | None = {}
        self.objects: set[Ref] = set()  # what has an identity: two lists with the same items are not one list

    def add(self, part: Told) -> None:
        """It is made of that, too."""
        if part.objects:
            self.objects |= part.objects
        if self.held is not None:
            if part.held is None or len(self.held) > HELD:
                self.held = None
            else:
                self.held.update(part.held)

    def holds(self, heap) -> bool:
        """Whether it is the same here."""
        return all([heap.get(ref) is contents for ref, contents in self.held.items()])


class Keys:
    """The key of one call. Structures are told by what they hold: each is a number in `interned`, so that a chain of
    functions that hold functions is as long as it is, however often it is asked for. `before` has what was told of
    functions in the keys of other calls."""

    def __init__(self, tracer, leaf, before: dict[int, Told]):
        """`leaf(value)` is the key of a symbol, or raises NoKey; always the same one for those that share `before`."""
        self.tracer, self.leaf, self.interned, self.before = tracer, leaf, tracer.outlines.interned, before
        self.seen: dict[int, Told | Open] = {}  # by id
        self.depth = 0
        self.told = Told(None)  # of what is being told

    def of_call(self, code, globals: dict, closure, locals: dict) -> int:
        parts = (code, Same(globals), tuple(locals), *map(self.of, closure), *map(self.of, locals.values()))
        return self.number(("call", len(self.told.objects), *parts))

    def number(self, parts: tuple) -> int:
        return self.interned.setdefault(parts, len(self.interned))

    def of(self, value):
        if isinstance(value, Value):
            return self.leaf(value)
        kind = type(value)
        if kind is Mark:
            return value.name
        if kind is Known:
            return host_key(value.value)
        if kind is ImageValue:
            return (value.param, value.sample, Same(value.spec))
        known = self.seen.get(id(value))
        if known.__class__ is Open:  # it holds itself: so many levels around this
            self.told.held = None
            return Open, self.depth - known.depth
        if known is None:
            known = self.before.get(id(value))
            if known is not None and known.holds(self.tracer.heap):
                self.seen[id(value)] = known
            else:
                known = self.structure(value, kind)
        self.told.add(known)
        return known.key

    def structure(self, value, kind) -> Told:
        if kind not in KEYED or self.depth > DEEP:
            raise NoKey
        around, self.told = self.told, Told(value)
        self.depth += 1
        self.seen[id(value)] = Open(self.depth)
        known = self.told
        holds = self.ref(value) if kind is Ref else (form(value), *map(self.of, parts(value)))
        known.key = self.number((kind, *holds))
        self.seen[id(value)] = known
        self.depth -= 1
        self.told = around
        if kind in KEPT and known.held is not None:
            self.before[id(value)] = known
        return known

    def ref(self, value: Ref):
        contents = self.tracer.heap[value]
        if self.told.held is not None:
            self.told.held[value] = contents
        if value.kind == "iterator":
            raise NoKey
        if value.kind != "cell":
            self.told.objects.add(value)
        if type(contents) is Table:
            return (value.kind, value.cls, Table, self.of(contents.array), contents.shape and self.of(contents.shape))
        if len(contents) > LONG:
            raise NoKey
        if isinstance(contents, dict):
            return (value.kind, value.cls, *((name, self.of(each)) for name, each in contents.items()))
        return (value.kind, value.cls, *map(self.of, contents))


def host_key(host):
    kind = type(host)
    if kind is tuple and len(host) <= 8:
        return (kind, *map(host_key, host))
    if kind in (int, str, bool) or kind is float and host == host and host != 0.0:
        return kind, host
    return Same(host)


def is_plain(tracer, value) -> bool:
    """A result without identity: nobody can tell whether it was computed once or twice."""
    kind = type(value)
    if kind is Tuple or kind is Record:
        return all(is_plain(tracer, part) for part in parts(value))
    return isinstance(value, Value) or kind is Known and id(value.value) not in tracer.made
