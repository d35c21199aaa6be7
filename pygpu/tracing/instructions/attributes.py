"""Attributes: of instances through their class as Python looks them up, of known objects by the host."""

from __future__ import annotations

import functools
import types
from difflib import get_close_matches
from inspect import getattr_static

import numpy as np

from ...errors import CompileError
from ...ir import Value
from ...library.standard.texts import Letters
from ..host.changes import is_users, made_here
from ..host.class_fields import all_of, held, told_of
from ..host.handing import python_class
from ..host.outside import on_host
from ..host.table import means
from ..host.uniforms import uniform
from ..kinds.array_classes import of_array
from ..kinds.complexes import complex_attribute
from ..kinds.containers import maybe
from ..kinds.images import image_attribute
from ..kinds.instances import (
    MISSING,
    bind_descriptor,
    class_of,
    fields_of,
    find_in_class,
    holder_of,
    made_by_type,
)
from ..kinds.numbers_with_class import BASES, number_in
from ..meanings.classes import Super, annotations_of, where_of_class
from ..meanings.methods import bound_builtin, without_meaning
from ..meanings.texts import may_have
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.choices import alternatives, either
from ..values.lattice import (
    FALSE,
    TRUE,
    Builtin,
    Choice,
    Function,
    ImageValue,
    Known,
    Method,
    Nothing,
    Record,
    Ref,
    Thrown,
    Tuple,
    may_be_nothing,
)
from ..values.numbers import NUMBER
from ..whole import attributes as whole
from ..whole.either_of import READING, as_one
from ..whole.fields import is_array as is_whole
from ..whole.fields import wanted


def get_attribute(tracer, value, name: str):
    value = decide(tracer, as_one(tracer, value) if name in READING else value)
    kind = type(value)
    if kind is Known:
        return known_attribute(tracer, value, name)
    if kind is Thrown:
        return thrown_attribute(tracer, value, name)
    cls = class_of(value)
    if cls is not None:
        hook = find_in_class(cls, "__getattribute__")
        tracer.reached.in_class(cls, "__getattribute__")
        if isinstance(hook, types.FunctionType):
            return tracer.call(Known(hook), [value, Known(name)], {})
        return instance_attribute(tracer, value, cls, name)
    if kind is ImageValue:
        if tracer.of_arrays and (name in whole.FACTS or name in whole.METHODS):
            wanted(tracer, value)
        return image_attribute(tracer, value, name)
    if kind is Function and name in tracer.heap.get(value.own, ()):
        return tracer.heap[value.own][name]
    if kind is Function and name in ("__name__", "__qualname__", "__doc__"):
        own = {"__name__": value.code.co_name, "__qualname__": value.name}
        return Known(own[name] if name in own else text_of(value.code))
    if kind is Function and name == "__annotations__":
        return annotations_of(tracer, value)
    if tracer.kinds.tells(value) and value not in tracer.numpys:
        has = where_of_class(tracer, value, lambda cls: hasattr(cls, name))
        if type(has) is not Known:
            has = decide(tracer, Choice(has, TRUE, FALSE))
        if not has.value:
            raise lacks_attribute(tracer, tracer.describe(value), name, python_class(tracer, value))
    if kind is Builtin and name == "__name__":
        return Known(value.name)
    found = whole.attribute(tracer, value, name) if is_whole(value) else bound_builtin(tracer, value, name)
    if found is not None:
        return found
    if name == "__class__":
        return tracer.call(Known(type), [value], {})
    own = python_class(tracer, value)
    if hasattr(own, name):
        raise no_attribute(tracer, tracer.describe(value), name)
    raise lacks_attribute(tracer, tracer.describe(value), name, own)


def text_of(code):
    """The docstring of a function's code."""
    return types.FunctionType(code, {}, closure=tuple([types.CellType() for _ in code.co_freevars])).__doc__


def known_attribute(tracer, value: Known, name: str):
    host = value.value
    if id(host) in tracer.raised.vague and not name.startswith("_"):
        raise tracer.refuse("symbolic-text", f"'{name}' of an exception made of a pixel's values is looked at")
    symbol = uniform(tracer, host, name)
    if symbol is None and isinstance(host, type):
        symbol = all_of(tracer, host) if name == "__dict__" else held(tracer, host, name)
    if symbol is not None:
        return symbol
    if runs_code(type(host), name):
        found = on_host(tracer, getattr, host, name, what=f"the attribute '{name}'")
        if name in getattr(host, "__dict__", ()):  # a cached property's value from now on
            tracer.reached.attribute(host, name, found)
        return Known(found)
    try:
        found = getattr(host, name)
    except Exception as error:
        tracer.reached.lacks(host, name)
        raise HostRaised(error) from None
    if (type(host) is not types.ModuleType or not tracer.in_library) and made_here(tracer, host) is None:
        tracer.reached.attribute(host, name, found)
    return Known(found)


def thrown_attribute(tracer, value: Thrown, name: str):
    """What an exception holds that was made of a pixel's values; what Python itself knows of it, it is asked."""
    if name == "add_note":
        return Known(ignore_arguments)
    if name.startswith("__") and name not in tracer.heap[value.details]:
        return Known(getattr(value.value, name))
    return instance_attribute(tracer, value.details, type(value.value), name)


def runs_code(cls: type, name: str) -> bool:
    """Whether looking up an attribute is more than finding it: a property, or a __getattr__ of the user's."""
    if not is_users(cls):
        return False
    found = getattr_static(cls, name, None)
    return (isinstance(found, property) or python_descriptor(found, "__get__") or hasattr(cls, "__getattr__")
            or cls.__getattribute__ not in (object.__getattribute__, type.__getattribute__))


def dispatching(method: functools.singledispatchmethod, owner, cls: type):
    """What a singledispatchmethod gives for an instance. (Each Python's library writes it in another way, with a cache.)"""
    def chosen(first, *rest, **named):
        return method.dispatcher.dispatch(first.__class__).__get__(owner, cls)(first, *rest, **named)

    return chosen


def instance_attribute(tracer, value, cls: type, name: str):
    """Python's order: a data descriptor of the class, the field, anything of the class, __getattr__."""
    if cls is Super:
        return super_attribute(tracer, value.fields["cls"].value, value.fields["receiver"], name)
    if cls is complex:
        found = complex_attribute(tracer, value, name)
        if found is None:
            raise no_attribute(tracer, "a complex", name, value.fields)
        return found
    if cls is Letters and hasattr(str, name):
        if not hasattr(Letters, name):
            return Builtin(without_meaning(name), value, name)
        may_have(tracer, value, name)
    fields = those_there(tracer, fields_of(tracer, value), name)
    found = find_in_class(cls, name)
    if type(value) is Ref and value.kind == "array" and found is vars(np.ndarray).get(name, value):
        of_ndarray = bound_builtin(tracer, value, name)
        if of_ndarray is None:
            raise no_attribute(tracer, f"a {cls.__name__}", name)
        return of_ndarray if name == "view" else of_array(tracer, value, of_ndarray)
    tracer.reached.in_class(cls, name)
    of_class = held(tracer, cls, name)
    if of_class is not None:
        return fields.get(name, of_class)
    if isinstance(found, functools.partialmethod):
        bound = bind_descriptor(tracer, found.func, value, cls)
        return tracer.call(Known(functools.partial), [bound, *map(Known, found.args)],
                           {key: Known(each) for key, each in found.keywords.items()})
    if isinstance(found, functools.singledispatchmethod):
        return tracer.call(Known(dispatching), [Known(found), value, Known(cls)], {})
    if python_descriptor(found, "__get__") and (python_descriptor(found, "__set__") or name not in fields):
        return tracer.call(Known(found.__get__), [value, Known(cls)], {})
    if isinstance(found, property):
        if found.fget is None:
            raise no_attribute(tracer, f"a {cls.__name__}", name)
        return tracer.call(Known(found.fget), [value], {})
    if name in fields:
        return fields[name]
    if name == "__class__":
        return Known(cls)
    if name == "__dict__" and type(value) is Record and value.own is not None:
        holder = holder_of(tracer, value)
        return fields_as_dict(tracer, holder, tracer.heap[holder])
    if name == "__dict__":
        return fields_as_dict(tracer, value, fields_of(tracer, value))
    if found is not MISSING and not isinstance(found, types.MemberDescriptorType):
        if hasattr(type(found), "func") or type(found).__name__ == "cached_property":
            result = tracer.call(Known(found.func), [value], {})
            if holder_of(tracer, value) is not None:
                tracer.heap[holder_of(tracer, value)] = {**fields_of(tracer, value), name: result}
            return result
        number = number_in(tracer, value)
        if number is not None and getattr(found, "__objclass__", None) in BASES:  # float's own is_integer, real, __add__
            return get_attribute(tracer, number, name)
        return builtin_first(tracer, found, value, cls, name)
    built_in = bound_builtin(tracer, value, name)
    if built_in is not None:
        return built_in
    fallback = find_in_class(cls, "__getattr__")
    tracer.reached.in_class(cls, "__getattr__")
    if fallback is not MISSING:
        return tracer.call(Known(fallback), [value, Known(name)], {})
    if name in fields_of(tracer, value):  # other pixels have it
        raise HostRaised(AttributeError(f"'{cls.__name__}' object has no attribute '{name}'"), explicit=True)
    raise lacks_attribute(tracer, f"a {cls.__name__}", name, cls, fields)


def those_there(tracer, fields: dict, *looked_at: str) -> dict:
    """The fields of an object without those that it has on other paths only; of which pixels come here, is decided."""
    unsure = [name for name in looked_at if may_be_nothing(fields.get(name))]
    if not unsure:
        return fields
    decided = {name: decide(tracer, fields[name]) for name in unsure}
    return {name: value for name, value in {**fields, **decided}.items() if type(value) is not Nothing}


def fields_as_dict(tracer, value, fields):
    """The __dict__ of an object: what is written to either is written to both."""
    if type(value) is not Ref:
        return tracer.new("dict", dict(fields))
    if value.twin is None or value.twin not in tracer.heap:
        fields = {field: each for field, each in fields.items() if field != NUMBER}
        unsure = any(map(may_be_nothing, fields.values()))
        value.twin = tracer.new("dict", entries_of_fields(tracer, fields) if unsure else fields)
        value.twin.twin = value
    return value.twin


def entries_of_fields(tracer, fields: dict) -> tuple:
    """The fields of an object, some of which it has for some pixels only, as the entries of a dict."""
    found = []
    for name, each in fields.items():
        there = [(flag, value) for flag, value in alternatives(tracer.emit, each) if type(value) is not Nothing]
        if there:
            (flag, value), *others = there
            for other, another in others:
                flag, value = either(tracer.emit, flag, other), Choice(other, another, value)
            found.append(maybe(flag, Tuple((Known(name), value))))
    return tuple(found)


def builtin_first(tracer, found, value, cls: type, name: str):
    """What a class attribute gives, where a method of C's has a meaning of ours (a named tuple's count)."""
    is_of_c = isinstance(found, (types.MethodDescriptorType, types.WrapperDescriptorType))
    return is_of_c and bound_builtin(tracer, value, name) or bind_descriptor(tracer, found, value, cls)


def python_descriptor(found, method: str) -> bool:
    """Whether a class attribute's object has a say in its being looked up, or assigned, in Python code."""
    return isinstance(getattr(type(found), method, None), types.FunctionType)


def super_attribute(tracer, cls: type, receiver, name: str):
    """What super() finds: the attribute of the next class in the receiver's order."""
    receiver = decide(tracer, receiver)
    if type(receiver) is Known and isinstance(receiver.value, type):
        own = receiver.value if cls in receiver.value.__mro__ else type(receiver.value)
    else:
        own = python_class(tracer, receiver)
    order = own.__mro__
    for base in order[order.index(cls) + 1:]:
        if is_users(base):
            tracer.reached.entry(base, name)
        if name in base.__dict__:
            found = base.__dict__[name]
            if base is type and name == "__call__":
                return Builtin(made_by_type, receiver, name)
            if base is object and name == "__init__":
                return Known(ignore_arguments)
            if base is object and name in ("__setattr__", "__delattr__"):
                return Method(Known(found), receiver)
            if isinstance(found, property):
                return tracer.call(Known(found.fget), [receiver], {})
            number = number_in(tracer, receiver)
            if number is not None and base in BASES and name != "__new__":
                return get_attribute(tracer, number, name)
            return bind_descriptor(tracer, found, receiver, own)
    raise no_attribute(tracer, f"super() of a {own.__name__}", name)


def ignore_arguments(*args, **kwargs):
    """object.__init__, of an object that lives only in the graph."""


def no_attribute(tracer, what: str, name: str, fields=()):
    near = get_close_matches(name, [f for f in fields if not f.startswith("_")], 1)
    instead = f"did you mean '{near[0]}'?" if near else (
        f"it has {', '.join(sorted(fields))}" if fields else "check the name")
    return tracer.refuse("no-attribute", f"{what} has no '{name}'", instead=instead)


def lacks_attribute(tracer, what: str, name: str, cls: type, fields=()):
    """The same of what plain Python finds none in either: where the filter catches that, it is what it catches."""
    if tracer.catching(AttributeError):
        return HostRaised(AttributeError(f"'{cls.__name__}' object has no attribute '{name}'"))
    return no_attribute(tracer, what, name, fields)


@handles("LOAD_ATTR")
def load_attr(tracer, frame, instruction):
    stack = frame.stack
    stack[-1] = get_attribute(tracer, stack[-1], instruction.arg)


@means(getattr, always=True)
def getattr_meaning(tracer, args, kwargs):
    target, name, *default = args
    target, name = decide(tracer, target), decide(tracer, name)
    if all(type(each) is Known or each is MISSING for each in (target, name, *default)) and not told_of(
            tracer, target.value):
        return NotImplemented  # the host's own
    if type(name) is not Known:
        raise tracer.refuse("symbolic-text")
    if default and isinstance(target, Value) and not hasattr(python_class(tracer, target), name.value):
        return default[0]  # a pixel's number is one of Python's; NumPy's have more
    try:
        return get_attribute(tracer, target, name.value)
    except HostRaised as raised:
        if default and isinstance(raised.error, AttributeError) and not raised.conditional:
            return default[0]
        raise
    except CompileError as error:
        if default and error.kind == "no-attribute":
            return default[0]
        raise


@means(object.__getattribute__)
def object_getattribute_meaning(tracer, args, kwargs):
    target, name = (decide(tracer, a) for a in args)
    return instance_attribute(tracer, target, class_of(target), name.value)


@means(hasattr, always=True)
def hasattr_meaning(tracer, args, kwargs):
    answer = getattr_meaning(tracer, [*args, MISSING], kwargs)
    return NotImplemented if answer is NotImplemented else Known(answer is not MISSING)
