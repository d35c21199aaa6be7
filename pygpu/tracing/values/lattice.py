"""What the abstract interpreter knows about a value.

                    Nothing                    a name not assigned on some path: reading it is an error
                       |
        Choice(condition, a, b)                one of two values that no number can express: decided where it is used
          /            |           \\
    Known(value)     Symbol      structures    shape known, leaves any of these
                                  Tuple        immutable sequence
                                  Record       immutable instance: vectors, positions, complex numbers, named tuples
                                  Ref          identity of something mutable: a list, dict, set, instance, cell,
                                               iterator or array, whose contents lie on the heap of the current path
                                  Function     a function made inside the filter
                                  Method       a function bound to a value
                                  View         the keys, values or items of a dict
                                  ImageValue   an image parameter, and how it is read
                                  Text         made of a pixel's values, for an exception
                                  Thrown       an exception that holds some

What a structure is made of is said once, by its class: see parts(), rebuilt() and form() at the end.

A Known follows Python, evaluated by the host. A Symbol is an SSA value of the graph (ir.Value). Structures cost nothing:
only their leaves reach the graph. Merging two paths goes down both structures together: equal leaves stay, differing
numbers become results of the `if` (or arguments of the loop), and what cannot meet becomes a Choice.
"""

from __future__ import annotations

import itertools

import numpy as np

from ...ir import Const, Type, Value, constant


class Known:
    """A host value."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Known({self.value!r})"


class Tuple:
    __slots__ = ("items",)

    def __init__(self, items):
        self.items = tuple(items)

    def parts(self) -> tuple:
        return self.items

    def names(self) -> list[tuple]:
        return [(i,) for i in range(len(self.items))]

    def rebuilt(self, parts) -> Tuple:
        return Tuple(parts)

    def form(self):
        return len(self.items)

    def __repr__(self):
        return f"Tuple{self.items}"


class Record:
    """An immutable instance of `cls`: its fields, in the order of the class. A tuple of a class of the user's may be given
    attributes besides: `own` has them, an instance on the heap."""

    __slots__ = ("cls", "fields", "own")

    def __init__(self, cls: type, fields: dict, own: Ref | None = None):
        self.cls, self.fields, self.own = cls, fields, own

    def parts(self) -> tuple:
        return tuple(self.fields.values()) if self.own is None else (*self.fields.values(), self.own)

    def names(self) -> list[tuple]:
        return [(name,) for name in self.fields] + [("__dict__",)] * (self.own is not None)

    def rebuilt(self, parts) -> Record:
        *parts, own = parts if self.own is not None else (*parts, None)
        return Record(self.cls, dict(zip(self.fields, parts)), own)

    def form(self):
        return self.cls, *self.names()
    def __repr__(self):
        return f"{self.cls.__name__}{self.fields}"


_numbers = itertools.count(1)


def next_number() -> int:
    """Structures made from now on have larger numbers than this."""
    return next(_numbers)


class Ref:
    """The identity of a mutable structure. `kind` says what its contents on the heap are:

    list      tuple of items                     instance  dict of fields (cls is the class)
    dict      dict of known key -> value,        cell      (value,) or () while unassigned
              or entries (keyed.py)              array     (Known(shape), *items)
    set       dict of known key -> None, or so
    iterator  (Known(how it advances), *its state); see iteration.py

    Contents are never changed in place: a write puts new contents on the heap.
    """

    __slots__ = ("kind", "cls", "number", "written", "told_apart", "frozen", "twin", "fields")

    def __init__(self, kind: str, cls: type | None = None):
        self.kind, self.cls = kind, cls
        self.number = next(_numbers)
        self.written, self.frozen = 0, None  # the time of the last write; why there may be no other (heap.py)
        self.told_apart = 0             # the time when `is` last said that it is another object than one
        self.twin: Ref | None = None    # an object and its __dict__ hold the same
        self.fields: Ref | None = None  # of an object that is a dict or a list, too: its attributes

    def __repr__(self):
        return f"<{self.kind}{' ' + self.cls.__name__ if self.cls else ''} #{self.number}>"


class Function:
    """A function or lambda made while tracing: its parts may be symbols."""

    __slots__ = ("code", "globals", "name", "defaults", "kwdefaults", "closure", "annotations", "number", "own")

    def __init__(self, code, globals, defaults=(), kwdefaults=None, closure=(), annotations=None, own=None):
        self.code, self.globals, self.name, self.annotations = code, globals, code.co_qualname, annotations
        self.defaults, self.kwdefaults, self.closure = defaults, kwdefaults or {}, closure
        self.number = next(_numbers)
        self.own = Ref("dict") if own is None else own  # its attributes, on the heap once there are any

    def parts(self) -> tuple:
        return *self.defaults, *self.kwdefaults.values(), *self.closure

    def names(self) -> list[tuple]:
        return [*(("d", i) for i in range(len(self.defaults))), *((name,) for name in self.kwdefaults),
                *(("c", i) for i in range(len(self.closure)))]

    def rebuilt(self, parts) -> Function:
        parts, first = tuple(parts), len(self.defaults)
        then = first + len(self.kwdefaults)
        return self.replace(defaults=parts[:first], kwdefaults=dict(zip(self.kwdefaults, parts[first:then])),
                            closure=parts[then:])

    def form(self):
        return Same(self.code), Same(self.globals), len(self.defaults), *self.kwdefaults, len(self.closure)

    def replace(self, **parts) -> Function:
        new = Function(self.code, self.globals, self.defaults, self.kwdefaults, self.closure, self.annotations, self.own)
        for name, part in parts.items():
            setattr(new, name, part)
        return new

    def __repr__(self):
        return f"<function {self.name}>"


class Method:
    """`function` (Known or Function) with its first argument."""

    __slots__ = ("function", "receiver")

    def __init__(self, function, receiver):
        self.function, self.receiver = function, receiver

    def parts(self) -> tuple:
        return self.function, self.receiver

    def names(self) -> list[tuple]:
        return [("function",), ("receiver",)]

    def rebuilt(self, parts) -> Method:
        return Method(*parts)

    def form(self):
        return ()


class ImageValue:
    """An image of the graph; `spec` (a language.types.Image) is how it is read."""

    __slots__ = ("param", "spec")

    def __init__(self, param, spec):
        self.param, self.spec = param, spec

    @property
    def sample(self) -> str:
        return self.spec.sample


class Builtin:
    """A meaning of ours applied to a receiver: the bound method of a structure, such as `[].append`."""

    __slots__ = ("meaning", "receiver", "name")

    def __init__(self, meaning, receiver, name: str):
        self.meaning, self.receiver, self.name = meaning, receiver, name

    def parts(self) -> tuple:
        return (self.receiver,)

    def names(self) -> list[tuple]:
        return [("receiver",)]

    def rebuilt(self, parts) -> Builtin:
        return Builtin(self.meaning, *parts, self.name)

    def form(self):
        return Same(self.meaning), self.name


class View:
    """What keys(), values() or items() of a dict gave: `part` of its entries, as they are when it is looked at."""

    __slots__ = ("mapping", "part")

    def __init__(self, mapping, part: str):
        self.mapping, self.part = mapping, part

    def parts(self) -> tuple:
        return (self.mapping,)

    def names(self) -> list[tuple]:
        return [("mapping",)]

    def rebuilt(self, parts) -> View:
        return View(*parts, self.part)

    def form(self):
        return self.part


class Maybe:
    """An item of a list that is there only where the flag holds: a pixel decides how long the list is."""

    __slots__ = ("flag", "value")

    def __init__(self, flag, value):
        self.flag, self.value = flag, value

    def parts(self) -> tuple:
        return self.flag, self.value

    def names(self) -> list[tuple]:
        return [("flag",), ("value",)]

    def rebuilt(self, parts) -> Maybe:
        return Maybe(*parts)

    def form(self):
        return None


def flagged(item) -> tuple:
    """(whether an item is there, the item)."""
    return (item.flag, item.value) if type(item) is Maybe else (TRUE, item)


class Thrown:
    """An exception made of a pixel's values: the host's own (`value`) is empty, and what it holds are the fields of
    `details`, an instance of its class."""

    __slots__ = ("value", "details")

    def __init__(self, value: BaseException, details: Ref):
        self.value, self.details = value, details

    def parts(self) -> tuple:
        return (self.details,)

    def names(self) -> list[tuple]:
        return [("details",)]

    def rebuilt(self, parts) -> Thrown:
        return Thrown(self.value, *parts)

    def form(self):
        return Same(self.value)


class Text:
    """A text made of values that depend on pixels. Only an exception may hold it: a device has no strings."""

    __slots__ = ()


class Choice:
    """`a` where the condition holds, else `b`: they cannot be one number, so each use decides.

    Those of one `list`, one in the `b` of the other, have conditions of which no two hold together (choices.py).
    """

    __slots__ = ("condition", "a", "b", "list")

    def __init__(self, condition, a, b, of_list: object = None):
        self.condition, self.a, self.b, self.list = condition, a, b, of_list

    def parts(self) -> tuple:
        return self.condition, self.a, self.b

    def names(self) -> list[tuple]:
        return [("condition",), ("a",), ("b",)]

    def rebuilt(self, parts) -> Choice:
        return Choice(*parts, self.list)

    def form(self):
        return (self.list is not None,)


class Table:
    """What a list or an array holds whose items lie in an array of the graph, since it was changed at an index that a
    symbol is. It stands on the heap in place of the tuple; each item is made when it is looked at. Of an array of NumPy's
    the first item is its shape."""

    __slots__ = ("tracer", "array", "shape")

    def __init__(self, tracer, array: Value, shape: Known | None = None):
        self.tracer, self.array, self.shape = tracer, array, shape

    def with_array(self, array: Value) -> Table:
        return Table(self.tracer, array, self.shape)

    def __len__(self) -> int:
        return self.array.type.length + (self.shape is not None)

    def __iter__(self):
        return map(self.item, range(len(self)))

    def __getitem__(self, index):
        numbers = range(len(self))[index]
        return tuple(map(self.item, numbers)) if isinstance(index, slice) else self.item(numbers)

    def __add__(self, other) -> tuple:
        return (*self, *other)

    def __mul__(self, times) -> tuple:
        return tuple(self) * times

    def unfolded(self, block) -> tuple:
        """All items, made at the end of a block."""
        with self.tracer.builder.inside(block):
            return tuple(self)

    def item(self, number: int):
        if self.shape is not None and number == 0:
            return self.shape
        return self.tracer.emit("get", self.array, constant(number - (self.shape is not None)))


def shape_in(contents) -> Known | None:
    """Where contents of the heap are an array's, its shape, which comes first."""
    if type(contents) is Table:
        return contents.shape
    first = contents[0] if contents else None
    return first if type(first) is Known and type(first.value) is tuple else None


class Nothing:
    """A variable that has no value on at least one path to here."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name


def may_be_nothing(value) -> bool:
    """Whether a variable has no value for some pixels."""
    return type(value) is Nothing or type(value) is Choice and (may_be_nothing(value.a) or may_be_nothing(value.b))


class Same:
    """Equal for one and the same object, which it keeps alive."""

    __slots__ = ("object",)

    def __init__(self, object):
        self.object = object

    def __eq__(self, other):
        return type(other) is Same and other.object is self.object

    def __hash__(self):
        return id(self.object)


STRUCTURES = {Tuple, Record, Function, Method, Builtin, View, Thrown, Choice, Maybe}  # a Ref's parts lie on the heap


def parts(value) -> tuple:
    """What a structure is made of; nothing for a value that is no structure."""
    return value.parts() if type(value) in STRUCTURES else ()


def names(value) -> list[tuple]:
    """Where each of its parts stands in it, as a step of a path that leads there."""
    return value.names()


def rebuilt(value, parts):
    """The same structure of other parts."""
    return value.rebuilt(parts)


def form(value):
    """What two structures of one class have in common that may become one, part by part."""
    return value.form()


class Slots(tuple):
    """Entries of a dict or a set (keyed.py) that a `loop` carries: places for as many as there can be (slots.py), and the
    list of all `keys` that are put into it anywhere in the loop."""

    def __new__(cls, entries, keys: list, loop):
        made = super().__new__(cls, entries)
        made.keys, made.loop = keys, loop
        return made


class Close(tuple):
    """Items of a list of which those that are there come first (close.py)."""


class InOrder(Close):
    """The same, and in order, as a heap keeps them here (heaps.py)."""


def both_are(one, other) -> type:
    """What kind of a tuple the items of either list are."""
    return next(kind for kind in (InOrder, Close, tuple) if isinstance(one, kind) and isinstance(other, kind))


def alike(contents: tuple, items) -> tuple:
    """Contents of the heap, of other items."""
    if isinstance(contents, Close):
        return type(contents)(items)
    return Slots(items, contents.keys, contents.loop) if type(contents) is Slots else tuple(items)


def mapped(contents, function):
    """Contents of the heap with each value in them as the function gives it."""
    if isinstance(contents, dict):
        return {key: function(value) for key, value in contents.items()}
    if type(contents) is Table:
        return contents.with_array(function(contents.array))
    return alike(contents, map(function, contents))


def values_of(contents):
    """The values in contents of the heap."""
    return () if type(contents) is Table else contents.values() if isinstance(contents, dict) else contents


NONE = Known(None)
TRUE = Known(True)
FALSE = Known(False)
BOOLS, INTS = (bool, np.bool_), (int, np.integer)  # of the host; a bool is an int to Python
NUMBERS = (*BOOLS, *INTS, float, np.floating)


def is_none(value) -> bool:
    return type(value) is Known and value.value is None


def lift(value: Value):
    """A value of the graph as seen here: what folded to a constant is known."""
    if type(value) is Const and value.value is not None:
        return Known(value.value) if value.type in _PYTHONS else value
    return value


_PYTHONS = (Type.BOOL, Type.INT, Type.FLOAT)  # a constant of another type stays one: it wraps as that does
