"""copy.copy and copy.deepcopy of structures."""

from __future__ import annotations

import copy

from ..host.handing import call_host
from ..host.table import means
from ..kinds.instances import find_special
from ..values.assumptions import decide
from ..values.lattice import Choice, Known, Record, Ref, Tuple, mapped, parts, rebuilt


@means(copy.copy)
def shallow(tracer, args, kwargs):
    value = decide(tracer, args[0])
    own = find_special(tracer, value, "__copy__")
    if own is not None:
        return tracer.call(own, [], {})
    if not copied(value):
        return value
    made = tracer.new(value.kind, tracer.heap[value], value.cls)
    if value.fields is not None:
        made.fields = tracer.new("instance", dict(tracer.heap[value.fields]), value.cls)
    return made


@means(copy.deepcopy)
def deep(tracer, args, kwargs):
    return deep_copy(tracer, args[0], {})


def deep_copy(tracer, value, made: dict):
    kind = type(value)
    if kind is Known:
        return call_host(tracer, Known(copy.deepcopy), [value], {})
    if kind is Tuple or kind is Record:
        return rebuilt(value, [deep_copy(tracer, part, made) for part in parts(value)])
    if kind is Choice:
        return deep_copy(tracer, decide(tracer, value), made)
    if not copied(value):
        return value
    if value not in made:
        own = find_special(tracer, value, "__deepcopy__")
        if own is not None:
            made[value] = tracer.call(own, [tracer.new("dict", {})], {})
            return made[value]
        made[value] = tracer.new(value.kind, (), value.cls)
        if value.fields is not None:
            made[value].fields = deep_copy(tracer, value.fields, made)
        tracer.heap[made[value]] = mapped(tracer.heap[value], lambda part: deep_copy(tracer, part, made))
    return made[value]


def copied(value) -> bool:
    return type(value) is Ref and value.kind in ("list", "dict", "set", "instance", "array")
