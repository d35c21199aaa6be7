"""Attributes that are assigned and deleted: by the class's own __setattr__, a property, another descriptor, or in the
object's own fields."""

from __future__ import annotations

import types
from inspect import getattr_static

from ...ir import Value
from ..host.changes import describe_known, made_here, may_change
from ..host.class_fields import follow, put, told_of
from ..host.handing import python_class, settles
from ..host.outside import on_host
from ..host.table import means
from ..kinds.instances import BOUND, class_of, find_in_class, holder_of
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.choices import possible_here
from ..values.lattice import Function, Known, Method, Record, Ref, Thrown
from .attributes import lacks_attribute, python_descriptor, those_there


def set_attribute(tracer, target, name: str, value) -> None:
    target = decide(tracer, target)
    target = target.details if type(target) is Thrown else target
    cls = class_of(target)
    if cls is not None and (type(target) is Ref or target.own is not None):
        value = possible_here(tracer, value)
        tracer.reached.in_class(cls, name)
        setter = of_class(tracer, cls, "__setattr__")
        if setter is not None:
            tracer.call(setter, [target, Known(name), value], {})
        else:
            put_attribute(tracer, target, cls, name, value)
        return
    if type(target) is Record:
        raise tracer.refuse("writes-outside", f"'{name}' of a {target.cls.__name__} is assigned, which does not change")
    if type(target) is Known:
        host = decide(tracer, value)
        if name == "__traceback__" and isinstance(target.value, BaseException):
            return  # as contextlib does, from CPython 3.12 on, with what has been raised in a filter: it has no frames
        if type(target.value) in (type, types.ModuleType):
            settled = settles(tracer, getattr_static(target.value, name, None), host)
            if settled is not None:
                setattr(target.value, name, settled)
                return
        if type(host) is not Known or made_here(tracer, target.value) is None or name in told_of(tracer, target.value) or (
                not may_change(tracer, target.value)):
            if isinstance(target.value, type) and put(tracer, target.value, name, value):
                return
            raise tracer.refuse("writes-outside", f"'{name}' of {describe_known(target.value)}, which is from outside the "
                                                  "filter, is assigned")
        on_host(tracer, setattr, target.value, name, host.value, what=f"the assignment to '{name}'")
        follow(tracer, target.value, name, host)
        return
    if type(target) is Function:
        tracer.heap[target.own] = {**tracer.heap.get(target.own, {}), name: value}
        return
    if type(target) is Method:
        raise HostRaised(AttributeError(f"'method' object has no attribute '{name}'"))
    raise tracer.refuse("no-attribute", f"'{name}' of {tracer.describe(target)} is assigned", instead="assign to a field "
                        "of an object made in the filter")


def of_class(tracer, cls: type, name: str):
    """What a class has in place of object.__setattr__ or object.__delattr__; None where it has nothing else."""
    found = find_in_class(cls, name)
    tracer.reached.in_class(cls, name)
    of_container = getattr(found, "__objclass__", None) in (dict, list)  # __setattr__ = dict.__setitem__
    return Known(found) if isinstance(found, BOUND) or of_container else None


def put_attribute(tracer, target, cls: type, name: str, value) -> None:
    """What object.__setattr__ does: to a property or another descriptor of the class, or to the object's own field."""
    found = find_in_class(cls, name)
    if isinstance(found, property):
        if found.fset is None:
            raise HostRaised(AttributeError(f"property '{name}' of '{cls.__name__}' has no setter"))
        tracer.call(Known(found.fset), [target, value], {})
    elif python_descriptor(found, "__set__"):
        tracer.call(Known(found.__set__), [target, value], {})
    else:
        put_field(tracer, target, name, value)


def put_field(tracer, target, name: str, value) -> None:
    """The plain assignment, without the class having a say."""
    if name == "__dict__":
        given = decide(tracer, value)
        if given is target and target.fields is not None and not target.twin:  # a dict whose items are its attributes
            tracer.heap[target.fields] = dict(tracer.heap[target])
            target.twin, target.fields.twin = target.fields, target
            return
        if type(given) is not Ref or given.kind != "dict" or given.twin or target.twin:
            raise tracer.refuse("not-supported", "an object's __dict__ is one that others have, too",
                                why="each object has its own fields here", instead="set its fields: setattr(object, k, v)")
        tracer.heap[target] = dict(tracer.heap[given])
        given.twin, target.twin = target, given
        return
    if not target.cls.__dictoffset__ and not isinstance(getattr_static(target.cls, name, None), types.MemberDescriptorType):
        raise HostRaised(AttributeError(f"'{target.cls.__name__}' object has no attribute '{name}'"))
    if isinstance(value, Value) and value.name is None:
        value.name = name
    holder = holder_of(tracer, target)
    if holder is None:
        raise HostRaised(AttributeError(f"'{target.cls.__name__}' object has no attribute '{name}'"))
    tracer.heap[holder] = {**tracer.heap[holder], name: value}


@handles("STORE_ATTR")
def store_attr(tracer, frame, instruction):
    target = frame.stack.pop()
    set_attribute(tracer, target, instruction.arg, frame.stack.pop())


@handles("DELETE_ATTR")
def delete_attr(tracer, frame, instruction):
    delete_attribute(tracer, decide(tracer, frame.stack.pop()), instruction.arg)


def delete_attribute(tracer, target, name: str, plainly: bool = False) -> None:
    """`del target.name`; `plainly` as object.__delattr__ does it."""
    if type(target) is Known:
        raise tracer.refuse("writes-outside", f"'{name}' of {describe_known(target.value)}, which is from outside the "
                                              "filter, is deleted")
    found = find_in_class(target.cls, name) if type(target) is Ref and target.cls is not None else None
    deleter = of_class(tracer, target.cls, "__delattr__") if not plainly and type(target) is Ref and target.cls else None
    if deleter is not None:
        tracer.call(deleter, [target, Known(name)], {})
        return
    if isinstance(found, property) and found.fdel is not None:
        tracer.call(Known(found.fdel), [target], {})
        return
    if python_descriptor(found, "__delete__"):
        tracer.call(Known(found.__delete__), [target], {})
        return
    holder = holder_of(tracer, target) if type(target) is Ref else None
    fields = {} if holder is None else those_there(tracer, tracer.heap[holder], name)
    if name in fields:
        tracer.heap[holder] = {k: v for k, v in fields.items() if k != name}
    elif holder is not None and name in tracer.heap[holder]:  # other pixels have it
        raise HostRaised(AttributeError(name), explicit=True)
    else:
        raise lacks_attribute(tracer, tracer.describe(target), name, python_class(tracer, target))


@means(delattr)
def delattr_meaning(tracer, args, kwargs):
    target, name = (decide(tracer, a) for a in args)
    if type(name) is not Known:
        raise tracer.refuse("symbolic-text")
    delete_attribute(tracer, target, name.value)
    return Known(None)


@means(setattr)
def setattr_meaning(tracer, args, kwargs):
    name = decide(tracer, args[1])
    if type(name) is not Known:
        raise tracer.refuse("symbolic-text")
    set_attribute(tracer, args[0], name.value, args[2])
    return Known(None)


@means(object.__setattr__)
def object_setattr_meaning(tracer, args, kwargs):
    target = decide(tracer, args[0])
    if type(target) is not Ref and not (type(target) is Record and target.own is not None):
        return NotImplemented
    put_attribute(tracer, target, class_of(target), decide(tracer, args[1]).value, args[2])
    return Known(None)


@means(object.__delattr__)
def object_delattr_meaning(tracer, args, kwargs):
    delete_attribute(tracer, decide(tracer, args[0]), decide(tracer, args[1]).value, plainly=True)
    return Known(None)


@means(object.__setattr__.__get__, always=True)
def object_setattr_of(tracer, args, kwargs):
    """object.__setattr__ bound to an instance, as attrs has it for its frozen classes."""
    return Method(Known(object.__setattr__), args[0])
