"""What classes that are made inside a filter hold that pixels say: a class counts its objects, `Body.count += 1`.

The class itself is the host's. An attribute that a pixel, or one of several paths, gives another value stands on the heap
from then on, and in the class something that tells the host's own code that it is not known there.
"""

from __future__ import annotations

import types

from ..values.lattice import Known, may_be_nothing

PLAIN = int, float, bool, str, types.NoneType
MISSING = object()


class NotKnown(Exception):
    """Somewhere inside is a symbol."""


class OnTheHeap:
    """Stands in a class for an attribute that pixels say."""

    def __get__(self, instance, owner=None):
        raise NotKnown


def note_class(tracer, cls: type) -> None:
    """A class has been made: paths and loops know of its plain attributes before any of them is changed."""
    begun = {name: Known(value) for name, value in vars(cls).items() if type(value) in PLAIN and not name.startswith("__")}
    tracer.class_fields[cls] = tracer.new("instance", begun, types.SimpleNamespace)


def held(tracer, cls: type, name: str):
    """What pixels say of a class's attribute; None where the class itself says it."""
    if tracer.class_fields:
        for base in cls.__mro__:
            found = vars(base).get(name, MISSING)
            if type(found) is OnTheHeap:
                value = tracer.heap.get(tracer.class_fields.get(base), {}).get(name)
                if value is not None and not may_be_nothing(value):
                    return value
            elif found is not MISSING:
                return None
    return None


def any_told(tracer) -> bool:
    """Whether pixels say anything of any class's attributes."""
    return any(type(value) is OnTheHeap for cls in tracer.class_fields for value in vars(cls).values())


def put(tracer, cls: type, name: str, value) -> bool:
    """Notes an assignment to an attribute of a class that was made here; False if the class itself is asked for more than
    to keep it."""
    ref = tracer.class_fields.get(cls)
    before = vars(cls).get(name, MISSING)
    if ref not in tracer.heap or type(cls).__setattr__ is not type.__setattr__ or hasattr(type(cls), name):
        return False
    if type(before) is not OnTheHeap:
        told = tracer.heap[ref].get(name)
        if before is not MISSING and (told is None or told.value is not before and told.value != before):
            return False
        setattr(cls, name, OnTheHeap())
    tracer.heap[ref] = {**tracer.heap[ref], name: value}
    return True


def told_of(tracer, host) -> list[str]:
    """The attributes of which pixels say what they are."""
    ours = bool(tracer.class_fields) and isinstance(host, type) and host in tracer.class_fields
    return [name for name, each in vars(host).items() if type(each) is OnTheHeap] if ours else []


def all_of(tracer, cls: type):
    """The __dict__ of a class where pixels say something in it, as it is now; None where the class itself says it."""
    if not told_of(tracer, cls):
        return None
    return tracer.new("dict", {name: Known(value) if type(value) is not OnTheHeap else held(tracer, cls, name)
                               for name, value in vars(cls).items()})


def follow(tracer, host, name: str, value) -> None:
    """The host has changed an attribute to what is known."""
    ref = tracer.class_fields.get(host) if isinstance(host, type) else None
    if ref in tracer.heap:
        tracer.heap[ref] = {**tracer.heap[ref], name: value}
