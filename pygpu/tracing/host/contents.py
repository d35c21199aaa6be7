"""The contents of things of the host that may change: how they are seen, compared and put back, and what they lead to."""

from __future__ import annotations

import functools
import io
import random
import types
from array import array
from collections import deque
from operator import is_

import numpy as np


class Kind:
    """How the contents of one kind of thing are seen, compared and put back, and what they lead to."""

    def __init__(self, contents, put_back, leads_to=lambda value: (), differ=lambda now, before: now != before):
        self.contents, self.put_back, self.leads_to, self.differ = contents, put_back, leads_to, differ


def other_items(now, before) -> bool:
    return len(now) != len(before) or not all(map(is_, now, before))


def other_entries(now: dict, before: dict) -> bool:
    return other_items(now.keys(), before.keys()) or other_items(now.values(), before.values())


def instance_fields(instance) -> dict:
    fields = dict(getattr(instance, "__dict__", {}))
    for cls in type(instance).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            is_kept = type(getattr(type(instance), slot, None)) is types.MemberDescriptorType  # no property of a class below
            if is_kept and hasattr(instance, slot):
                fields[slot] = getattr(instance, slot)
    return fields


def fields(instance) -> dict:
    """Of an instance, but for what it keeps for itself (functools.cached_property)."""
    cls = type(instance)
    return {name: value for name, value in instance_fields(instance).items()
            if not isinstance(getattr(cls, name, None), functools.cached_property)}


def put_fields(instance, before: dict) -> None:
    own = getattr(instance, "__dict__", {})  # (a property of the class may have a say in attributes)
    kept = own.copy()
    for name in fields(instance):
        if name not in own:
            object.__delattr__(instance, name)
        kept.pop(name, None)
    own.clear()
    for name, value in (before.fields | kept).items():
        if type(getattr(type(instance), name, None)) is types.MemberDescriptorType:
            object.__setattr__(instance, name, value)
        else:
            own[name] = value


class Fields:
    """The fields of an instance, as they were."""

    def __init__(self, instance):
        self.cls, self.fields = type(instance), fields(instance)

    def differ(self, before: Fields) -> bool:
        """Whether they are others. What appears under the name of a property, that keeps its value there, is its own."""
        new = self.fields.keys() - before.fields.keys()
        kept = {name for name in new if isinstance(getattr(self.cls, name, None), property)}
        return other_entries({name: value for name, value in self.fields.items() if name not in kept}, before.fields)


def attributes(space) -> dict:
    """Of a class or a module."""
    return {name: value for name, value in vars(space).items() if not name.startswith("__")}


def put_attributes(space, before: dict) -> None:
    for name in attributes(space).keys() - before.keys():
        type(space).__delattr__(space, name)
    for name, value in before.items():
        if vars(space).get(name) is not value:
            type(space).__setattr__(space, name, value)


def cell_contents(cell) -> tuple:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def put_cell(cell, before: tuple) -> None:
    if before:
        cell.cell_contents = before[0]
    else:
        del cell.cell_contents


def put_items(sequence, before) -> None:
    sequence[:] = before


def put_members(container, before) -> None:
    container.clear()
    container.extend(before) if isinstance(container, deque) else container.update(before)


def put_elements(values: np.ndarray, before: np.ndarray) -> None:
    if values.shape != before.shape:
        values.resize(before.shape, refcheck=False)
    values[...] = before


def other_elements(now: np.ndarray, before: np.ndarray) -> bool:
    return now.shape != before.shape or now.tobytes() != before.tobytes()


def place_in(file):
    """Where a file stands, and what is in one that is none; a plain stream stands nowhere."""
    if file.closed or not file.seekable():
        return None
    return file.tell(), file.getvalue() if isinstance(file, (io.StringIO, io.BytesIO)) else None


def put_file(file, before) -> None:
    place, text = before
    if file.closed:  # nobody opens it again
        return
    if text is not None:
        file.seek(0)
        file.truncate()
        file.write(text)
    file.seek(place)


def other_text(now, before) -> bool:
    return repr(now) != repr(before)


def put_random(generator: np.random.Generator, before) -> None:
    generator.bit_generator.state = before


LEADING = {
    tuple: lambda value: value,
    types.MethodType: lambda value: (value.__func__, value.__self__),
    (types.BuiltinMethodType, types.MethodWrapperType): lambda value: (value.__self__,),
    functools.partial: lambda value: (value.func, *value.args, *value.keywords.values()),
    functools._lru_cache_wrapper: lambda value: (value.__wrapped__,),
    property: lambda value: (value.fget,),
    (staticmethod, classmethod, functools.cached_property): lambda value: (getattr(value, "__func__", None) or value.func,),
}
KINDS = {
    list: Kind(list.copy, put_items, list.copy, other_items),
    dict: Kind(dict, put_members, lambda value: (*value, *value.values()), other_entries),
    set: Kind(set, put_members),
    deque: Kind(tuple, put_members, tuple, other_items),
    (bytearray, array): Kind(lambda value: value[:], put_items),
    np.ndarray: Kind(np.array, put_elements, lambda value: value.flat if value.dtype == object else (), other_elements),
    io.IOBase: Kind(place_in, put_file),
    random.Random: Kind(random.Random.getstate, random.Random.setstate),
    np.random.RandomState: Kind(np.random.RandomState.get_state, np.random.RandomState.set_state, differ=other_text),
    np.random.Generator: Kind(lambda value: value.bit_generator.state, put_random, differ=other_text),
}
INSTANCE = Kind(Fields, put_fields, lambda value: fields(value).values(), Fields.differ)
NAMESPACE = Kind(attributes, put_attributes, differ=other_entries)
CELL = Kind(cell_contents, put_cell, cell_contents, other_items)
