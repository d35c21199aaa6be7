"""Handlers of the instructions that build, take apart and fill containers."""

from __future__ import annotations

from ..host.handing import NotKnown, Revealed
from ..kinds.containers import contains, key_of, mapping_items, mapping_or_keys, opposite
from ..kinds.vectors import vector_items
from ..meanings.methods import append
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Record, Ref, Tuple
from .subscripts import store


def take(frame, count: int) -> list:
    if not count:
        return []
    items = frame.stack[-count:]
    del frame.stack[-count:]
    return items


@handles("SUBSCRIPT")
def subscript_op(tracer, frame, instruction):
    container, key = frame.stack[-2:]
    result = tracer.subscript(container, key)
    frame.stack[-2:] = [result]


@handles("STORE_SUBSCRIPT")
def store_subscript(tracer, frame, instruction):
    value, container, key = take(frame, 3)
    store(tracer, container, key, value)


@handles("DELETE_SUBSCRIPT")
def delete_subscript(tracer, frame, instruction):
    container, key = take(frame, 2)
    container = decide(tracer, container)
    if type(container) is not Ref or container.kind not in ("list", "dict"):
        raise tracer.refuse("writes-outside", f"an item of {tracer.describe(container)} is deleted")
    contents = list(tracer.heap[container]) if container.kind == "list" else dict(tracer.heap[container])
    try:
        del contents[key_of(tracer, key)]
    except (IndexError, KeyError) as error:
        raise HostRaised(error) from None
    tracer.heap[container] = tuple(contents) if container.kind == "list" else contents


@handles("BUILD_TUPLE")
def build_tuple(tracer, frame, instruction):
    count, stack = instruction.arg, frame.stack
    items = stack[len(stack) - count:] if count else []
    if count:
        del stack[len(stack) - count:]
    stack.append(Known(tuple(i.value for i in items)) if all(type(i) is Known for i in items) else Tuple(items))


@handles("BUILD_LIST")
def build_list(tracer, frame, instruction):
    frame.stack.append(tracer.new("list", tuple(take(frame, instruction.arg))))


@handles("BUILD_SET")
def build_set(tracer, frame, instruction):
    keys = [key_of(tracer, v) for v in take(frame, instruction.arg)]
    frame.stack.append(tracer.new("set", dict.fromkeys(keys, NONE)))


@handles("BUILD_MAP")
def build_map(tracer, frame, instruction):
    parts = take(frame, 2 * instruction.arg)
    frame.stack.append(tracer.new("dict", {key_of(tracer, k): v for k, v in zip(parts[::2], parts[1::2])}))


@handles("BUILD_CONST_KEY_MAP")
def build_const_key_map(tracer, frame, instruction):
    keys = frame.stack.pop().value
    frame.stack.append(tracer.new("dict", dict(zip(keys, take(frame, instruction.arg)))))


@handles("BUILD_SLICE")
def build_slice(tracer, frame, instruction):
    parts = [decide(tracer, v) for v in take(frame, instruction.arg)]
    try:
        frame.stack.append(Known(slice(*(Revealed(tracer).reveal(v) for v in parts))))
    except NotKnown:
        bounds = [*parts, NONE][:3]
        frame.stack.append(Record(slice, dict(zip(("start", "stop", "step"), bounds))))


@handles("LIST_APPEND")
def list_append(tracer, frame, instruction):
    value = frame.stack.pop()
    append(tracer, frame.stack[-instruction.arg], value)


@handles("SET_ADD")
def set_add(tracer, frame, instruction):
    value = frame.stack.pop()
    ref = frame.stack[-instruction.arg]
    tracer.heap[ref] = {**tracer.heap[ref], key_of(tracer, value): NONE}


@handles("MAP_ADD")
def map_add(tracer, frame, instruction):
    value, key = frame.stack.pop(), frame.stack.pop()
    ref = frame.stack[-instruction.arg]
    tracer.heap[ref] = {**tracer.heap[ref], key_of(tracer, key): value}


@handles("LIST_EXTEND")
def list_extend(tracer, frame, instruction):
    values = tracer.remaining(frame.stack.pop())
    ref = frame.stack[-instruction.arg]
    tracer.heap[ref] = (*tracer.heap[ref], *values)


@handles("SET_UPDATE", "DICT_UPDATE", "DICT_MERGE")
def update(tracer, frame, instruction):
    value = frame.stack.pop()
    added = mapping_or_keys(tracer, value) if instruction.op == "SET_UPDATE" else mapping_items(tracer, value)
    ref = frame.stack[-instruction.arg]
    twice = tracer.heap[ref].keys() & added.keys()
    if instruction.op == "DICT_MERGE" and twice:
        raise HostRaised(TypeError(f"got multiple values for keyword argument '{min(twice)}'"))
    tracer.heap[ref] = {**tracer.heap[ref], **added}


@handles("LIST_TO_TUPLE")
def list_to_tuple(tracer, frame, instruction):
    frame.stack[-1] = Tuple(tracer.heap[frame.stack[-1]])


@handles("UNPACK_SEQUENCE")
def unpack_sequence(tracer, frame, instruction):
    items = unpackable(tracer, frame.stack[-1])
    if len(items) != instruction.arg:
        few = len(items) < instruction.arg
        raise HostRaised(ValueError(f"not enough values to unpack (expected {instruction.arg}, got {len(items)})" if few
                                    else f"too many values to unpack (expected {instruction.arg})"))
    frame.stack.pop()
    frame.stack.extend(reversed(items))


def unpackable(tracer, value) -> list:
    value = decide(tracer, value)
    parts = vector_items(value)
    return parts if parts is not None else tracer.remaining(value)


@handles("UNPACK_EX")
def unpack_ex(tracer, frame, instruction):
    before, after = instruction.arg
    items = unpackable(tracer, frame.stack[-1])
    if len(items) < before + after:
        raise HostRaised(ValueError(f"not enough values to unpack (expected at least {before + after}, got {len(items)})"))
    frame.stack.pop()
    middle = tracer.new("list", tuple(items[before:len(items) - after]))
    frame.stack.extend([*reversed(items[len(items) - after:]), middle, *reversed(items[:before])])


@handles("CONTAINS")
def contains_op(tracer, frame, instruction):
    container, value = frame.stack[-1], frame.stack[-2]
    found = contains(tracer, container, value)
    frame.stack[-2:] = [opposite(tracer, found) if instruction.arg else found]
