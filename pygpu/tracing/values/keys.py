"""What the result of a call depends on, as something that can be compared: the same call again need not be walked again."""

from __future__ import annotations

from ...ir import Value
from .lattice import STRUCTURES, Choice, ImageValue, Known, Record, Ref, Same, Table, Tuple, form, parts

LONG = 1024  # items of a structure that are compared; of a longer one nothing can be told
DEEP = 3000  # structures in structures: a function and its cell for each of as many calls in calls as may be
KEYED = STRUCTURES - {Choice} | {Ref}


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


class Keys:
    """The key of one call. Structures are told by what they hold: each is a number in `interned`, so that a chain of
    functions that hold functions is as long as it is, however often it is asked for."""

    def __init__(self, tracer, leaf):
        """`leaf(value)` is the key of a symbol, or raises NoKey."""
        self.tracer, self.leaf, self.interned = tracer, leaf, tracer.outlines.interned
        self.seen: dict[int, tuple] = {}   # id -> (the value, its key)
        self.depth = 0
        self.objects: set[Ref] = set()     # what has an identity: two lists with the same items are not one list

    def of_call(self, code, globals: dict, closure, locals: dict) -> int:
        parts = (code, Same(globals), tuple(locals), *map(self.of, closure), *map(self.of, locals.values()))
        return self.number(("call", len(self.objects), *parts))

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
        if known is None:
            if kind not in KEYED or self.depth > DEEP:
                raise NoKey
            self.depth += 1
            self.seen[id(value)] = value, Open(self.depth)
            known = self.seen[id(value)] = value, self.number((kind, *self.ref(value)) if kind is Ref else
                                                             (kind, form(value), *map(self.of, parts(value))))
            self.depth -= 1
        if known[1].__class__ is Open:  # it holds itself: so many levels around this
            return Open, self.depth - known[1].depth
        return known[1]

    def ref(self, value: Ref):
        contents = self.tracer.heap[value]
        if value.kind == "iterator":
            raise NoKey
        if value.kind != "cell":
            self.objects.add(value)
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
