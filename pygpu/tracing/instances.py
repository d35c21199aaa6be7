"""Objects of Python classes made inside a filter: their fields may be symbols.

`instantiate` makes one by walking its class's own `__init__`. A value class (vectors, positions, named tuples) ends
as an immutable Record; any other as an instance on the heap.
"""

from __future__ import annotations

import enum
import types

from ..language.vectors import Vec2, Vec3, Vec4, Vector
from .assumptions import decide
from .paths import numeric
from .values import Known, Method, Record, Ref, Tuple

MISSING = object()
COMPONENTS = {Vec2: ("x", "y"), Vec3: ("x", "y", "z"), Vec4: ("x", "y", "z", "w")}


def instantiate(tracer, cls: type, args, kwargs):
    """cls(*args, **kwargs), or NotImplemented where the host or the table of meanings is to do it."""
    if issubclass(cls, Vector):
        return make_vector(tracer, cls, args, kwargs)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return make_named_tuple(tracer, cls, args, kwargs)
    if not traceable(cls):
        return NotImplemented
    ref = tracer.new("instance", {}, cls)
    init = cls.__init__
    if init is not object.__init__:
        tracer.call(Known(init), [ref, *args], kwargs)
    elif args or kwargs:
        raise tracer.refuse("bad-call", f"{cls.__name__}() takes no arguments")
    return ref


def traceable(cls: type) -> bool:
    """Whether making one is nothing but running Python code: no compiled base with a life of its own."""
    if cls.__module__.partition(".")[0] in ("numpy", "fractions", "decimal", "collections", "itertools", "functools"):
        return False
    if type(cls) is not type and not all(base.__module__ in ("abc", "typing") for base in type(cls).__mro__[:1]):
        return False
    if cls.__module__ == "builtins" or issubclass(cls, (BaseException, enum.Enum, tuple, list, dict, set, str, int,
                                                        float)):
        return False
    if cls.__new__ is not object.__new__ or cls.__init__ is object.__init__ and not is_plain_python(cls):
        return False
    return all(is_plain_python(base) for base in cls.__mro__[:-1])


def is_plain_python(cls: type) -> bool:
    """Made by a class statement, not in C: instances then have fields and nothing hidden."""
    return bool(cls.__flags__ & (1 << 9))  # Py_TPFLAGS_HEAPTYPE


def make_vector(tracer, cls, args, kwargs):
    names = COMPONENTS.get(cls) or next(COMPONENTS[base] for base in cls.__mro__ if base in COMPONENTS)
    if not kwargs and len(args) == len(names) and all(map(numeric, args)):
        if all(type(a) is Known for a in args):
            return Known(cls(*(a.value for a in args)))
        fields = dict(zip(names, args))
        if cls.__name__ == "Color":
            fields["_alpha"] = Known(None)
        return Record(cls, fields)
    ref = tracer.new("instance", {}, cls)
    tracer.call(Known(cls.__init__), [ref, *args], kwargs)
    return Record(cls, tracer.heap.pop(ref))


def make_named_tuple(tracer, cls, args, kwargs):
    fields = dict(zip(cls._fields, args))
    fields.update(kwargs)
    for name, default in cls._field_defaults.items():
        fields.setdefault(name, Known(default))
    if len(args) > len(cls._fields) or fields.keys() != set(cls._fields):
        raise tracer.refuse("bad-call", f"{cls.__name__}() takes {', '.join(cls._fields)}")
    return Record(cls, {name: fields[name] for name in cls._fields})


def tuple_new(tracer, args, kwargs):
    """tuple.__new__(cls, items), which named tuples are made by."""
    cls, items = args[0].value, tracer.remaining(args[1])
    return Record(cls, dict(zip(cls._fields, items))) if hasattr(cls, "_fields") else Tuple(items)


def fields_of(tracer, value) -> dict:
    return tracer.heap[value] if type(value) is Ref else value.fields


def class_of(value) -> type | None:
    """The class of an object made while tracing."""
    return value.cls if type(value) in (Ref, Record) else None


def bind_descriptor(tracer, found, receiver, cls):
    """What looking up a class attribute on an instance gives."""
    if isinstance(found, types.FunctionType):
        return Method(Known(found), receiver)
    if isinstance(found, classmethod):
        return Method(Known(found.__func__), Known(cls))
    if isinstance(found, staticmethod):
        return Known(found.__func__)
    return Known(found)


def find_in_class(cls: type, name: str):
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return MISSING


def find_special(tracer, value, name: str):
    """The bound special method of an object (looked up on its class, as Python does), or None."""
    value = decide(tracer, value)
    cls = class_of(value)
    if cls is not None:
        found = find_in_class(cls, name)
        if found is MISSING or found is None:
            return None
        if isinstance(found, types.FunctionType):
            return Method(Known(found), value)
        if isinstance(found, (classmethod, staticmethod)):
            return bind_descriptor(tracer, found, value, cls)
        return None
    if type(value) is Known and not isinstance(value.value, type):
        found = getattr(type(value.value), name, None)
        if isinstance(found, types.FunctionType):
            return Method(Known(found), value)
    return None
