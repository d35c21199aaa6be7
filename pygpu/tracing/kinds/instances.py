"""Objects of Python classes made inside a filter: their fields may be symbols.

`instantiate` makes one by walking its class's own `__init__`. A value class (vectors, positions, named tuples) ends
as an immutable Record; any other as an instance on the heap.
"""

from __future__ import annotations

import enum
import functools
import inspect
import types

from ...language.position import POSITIONS, Position, Position1
from ...language.vectors import Vec2, Vec3, Vec4, Vector
from ...library.standard import dates
from ...library.standard.flags import Flags
from ..host.changes import extends, is_plain_python, makes_itself, traceable
from ..host.handing import python_class
from ..host.table import ANY, means
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Known, Method, Record, Ref, Tuple
from ..values.numbers import numeric
from .numbers_with_class import base_of, new_number
from .scalars import COMPARISONS

MISSING = object()
BOUND = (types.FunctionType, functools._lru_cache_wrapper)  # as attributes of a class: methods
CONTAINERS = (dict, list, set)  # of which classes may be made, whose instances are such
COMPONENTS = {Position1: ("x",), Vec2: ("x", "y"), Vec3: ("x", "y", "z"), Vec4: ("x", "y", "z", "w")}


def instantiate(tracer, cls: type, args, kwargs):
    """cls(*args, **kwargs), or NotImplemented where the host or the table of meanings is to do it."""
    if issubclass(cls, Vector):
        return make_vector(tracer, cls, args, kwargs)
    if issubclass(cls, enum.Flag) and len(args) == 1 and numeric(args[0]) and type(args[0]) is not Known:
        return tracer.call(Known(Flags), [Known(cls), args[0]], {})
    if makes_itself(cls):
        return make_by_new(tracer, cls, args, kwargs)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return make_named_tuple(tracer, cls, args, kwargs)
    if not traceable(cls) and not any(extends(cls, base) for base in CONTAINERS) and not (
            base_of(cls) and not all([type(value) is Known for value in (*args, *kwargs.values())])):
        return NotImplemented
    by_metaclass = type(cls).__call__
    if isinstance(by_metaclass, types.FunctionType):
        return tracer.call(Known(by_metaclass), [Known(cls), *args], kwargs)
    return make_instance(tracer, cls, args, kwargs)


def make_instance(tracer, cls: type, args, kwargs):
    """A new object, and its class's __init__."""
    ref = new_number(tracer, cls, args) if base_of(cls) else blank(tracer, cls)
    init = cls.__init__
    tracer.reached.in_class(cls, "__init__")
    tracer.reached.in_class(cls, "__new__")
    if init is not object.__init__:
        tracer.call(Known(init), [ref, *args], kwargs)
    elif (args or kwargs) and not base_of(cls):
        raise tracer.refuse("bad-call", f"{cls.__name__}() takes no arguments")
    return ref


def made_by_type(tracer, cls, *args, **kwargs):
    """type.__call__(cls, ...), which a metaclass's own goes on to."""
    return make_instance(tracer, cls.value, args, kwargs)


def make_by_new(tracer, cls: type, args, kwargs):
    """By the class's own __new__, and its __init__ where that gives an instance. With nothing but known values the host
    does it."""
    if all(type(value) is Known for value in (*args, *kwargs.values())):
        return NotImplemented
    made = tracer.call(Known(cls.__new__), [Known(cls), *args], kwargs)
    if isinstance(cls.__init__, types.FunctionType) and issubclass(python_class(tracer, decide(tracer, made)), cls):
        tracer.call(Known(cls.__init__), [made, *args], kwargs)
    return made


def blank(tracer, cls: type) -> Ref:
    """A new object without anything in it."""
    if inspect.isabstract(cls):
        raise HostRaised(TypeError(f"Can't instantiate abstract class {cls.__name__}: it lacks "
                                   + ", ".join(sorted(cls.__abstractmethods__))), explicit=True)
    base = next((base for base in CONTAINERS if issubclass(cls, base)), None)
    if base is None:
        return tracer.new("instance", {}, cls)
    ref = tracer.new(base.__name__, () if base is list else {}, cls)
    ref.fields = tracer.new("instance", {}, cls)
    return ref


@means(types.SimpleNamespace, takes=ANY)
def namespace(tracer, args, kwargs):
    return tracer.new("instance", dict(kwargs), types.SimpleNamespace)


@means(object.__new__, dict.__new__, list.__new__, set.__new__, takes=ANY, always=True)
def new_meaning(tracer, args, kwargs):
    cls = decide(tracer, args[0])
    if type(cls) is not Known or not is_plain_python(cls.value):
        return NotImplemented
    return blank(tracer, cls.value)


@means(float.__new__, int.__new__, takes=ANY)
def new_number_meaning(tracer, args, kwargs):
    cls = decide(tracer, args[0])
    if type(cls) is not Known or not base_of(cls.value):
        return NotImplemented
    return new_number(tracer, cls.value, args[1:])


def make_vector(tracer, cls, args, kwargs):
    if cls is Position:
        cls = POSITIONS.get(len(args), cls)
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
    for name, default in getattr(cls, "_field_defaults", {}).items():
        fields.setdefault(name, Known(default))
    if len(args) > len(cls._fields) or fields.keys() != set(cls._fields):
        raise tracer.refuse("bad-call", f"{cls.__name__}() takes {', '.join(cls._fields)}")
    return new_tuple(tracer, cls, {name: fields[name] for name in cls._fields})


def tuple_new(tracer, args, kwargs):
    """tuple.__new__(cls, items), which named tuples are made by."""
    return made_tuple(tracer, args[0].value, tracer.remaining(args[1]) if len(args) > 1 else [])


def made_tuple(tracer, cls: type, items):
    """A tuple of these items, of a class that may give them names."""
    if cls is tuple:
        return Tuple(items)
    return new_tuple(tracer, cls, dict(zip(getattr(cls, "_fields", None) or map(str, range(len(items))), items)))


def new_tuple(tracer, cls: type, fields: dict) -> Record:
    return Record(cls, fields, tracer.new("instance", {}, types.SimpleNamespace) if cls.__dictoffset__ else None)


def fields_of(tracer, value) -> dict:
    """The attributes of an object. One that is a dict, a list or a tuple, too, has them beside what it holds."""
    if type(value) is not Ref:
        return value.fields if value.own is None else {**value.fields, **tracer.heap[holder_of(tracer, value)]}
    holder = holder_of(tracer, value)
    return tracer.heap[holder] if holder is not None else {}


def holder_of(tracer, value) -> Ref | None:
    """What has the attributes of an object on the heap, where it may be given any."""
    if type(value) is Record:
        return value.own and decide(tracer, value.own)
    return value if value.kind == "instance" else value.fields


def class_of(value) -> type | None:
    """The class of an object made while tracing."""
    return value.cls if type(value) in (Ref, Record) else None


def bind_descriptor(tracer, found, receiver, cls):
    """What looking up a class attribute on an instance gives."""
    if isinstance(found, BOUND):
        return Method(Known(found), receiver)
    if isinstance(found, classmethod):
        return Method(Known(found.__func__), Known(cls))
    if isinstance(found, staticmethod):
        return Known(found.__func__)
    if isinstance(found, (types.MethodDescriptorType, types.WrapperDescriptorType)):  # C code, given the receiver
        return Method(Known(found), receiver)
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
        tracer.reached.in_class(cls, name)
        if found is MISSING or found is None:
            return None
        return bind_descriptor(tracer, found, value, cls) if isinstance(found, (*BOUND, classmethod, staticmethod)) else None
    if type(value) is Known and not isinstance(value.value, type):
        found = getattr(type(value.value), name, None)
        tracer.reached.in_class(type(value.value), name)
        tracer.reached.of_kind(value.value)
        if isinstance(found, BOUND):
            return Method(Known(found), value)
    return None


def alike(tracer, value, other):
    """A date of the host beside one that pixels say, as a date of the same kind."""
    if type(value) is Known and type(value.value) in dates.CLASSES and type(other) is not Known:
        return Known(dates.as_written(value.value))
    return value


def same_namespaces(tracer, symbol: str, a, b):
    """Two SimpleNamespaces, which are compared by what they hold."""
    if symbol not in ("==", "!=") or class_of(a) is not types.SimpleNamespace or class_of(b) is not types.SimpleNamespace:
        return None
    return tracer.compare(symbol, *[tracer.new("dict", dict(tracer.heap[each])) for each in (a, b)])


def by_methods(tracer, a, b, method: str, reflected: str | None):
    """Python's dispatch: the left operand's method, or the right one's reflected; NotImplemented goes on."""
    a, b = alike(tracer, a, b), alike(tracer, b, a)
    tries = [(a, method, b)]
    if reflected is not None:
        ca, cb = python_class(tracer, a), python_class(tracer, b)
        other = (b, reflected, a)
        own = method in COMPARISONS or getattr(cb, reflected, None) is not getattr(ca, reflected, None)
        if ca is not cb and issubclass(cb, ca) and own:  # a derived class that has a method of its own comes first
            tries.insert(0, other)
        elif ca is not cb or method in COMPARISONS:
            tries.append(other)
    for owner, name, argument in tries:
        found = find_special(tracer, owner, name)
        if found is not None:
            result = tracer.call(found, [argument], {})
            if not (type(result) is Known and result.value is NotImplemented):
                return result
    return None


def object_behind(tracer, iterator):
    """The object with a __next__ of its own that is gone through, or None."""
    iterator = decide(tracer, iterator)
    how, *state = tracer.heap[iterator] if type(iterator) is Ref and iterator.kind == "iterator" else (None,)
    return state[0] if how is not None and how.value == "object" else None
