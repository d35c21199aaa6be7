"""Handlers of the instructions that build, take apart and fill containers."""

from __future__ import annotations

from ...library.whole.grown import Grown
from ..host.handing import NotKnown, Revealed
from ..kinds.containers import opposite
from ..kinds.mappings import contains, entries, filled, mapping_or_keys, new_set, set_item
from ..kinds.ragged import compacted, flagged, is_ragged, item_at, length, require, slice_of
from ..kinds.vectors import vector_items
from ..meanings.methods import append
from ..meanings.small_arrays import LINES
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.lattice import NONE, TRUE, Known, Record, Ref, Tuple
from .subscripts import delete, store


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
    delete(tracer, *take(frame, 2))


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
    frame.stack.append(new_set(tracer, take(frame, instruction.arg)))


@handles("BUILD_MAP")
def build_map(tracer, frame, instruction):
    parts = take(frame, 2 * instruction.arg)
    made = tracer.new("dict", {})
    filled(tracer, made, [(TRUE, k, v) for k, v in zip(parts[::2], parts[1::2])])
    frame.stack.append(made)


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
    if not taken(frame, instruction, value):
        made = frame.stack[-instruction.arg]
        if type(made) is Ref and made.cls is Grown:
            tracer.call(Known(Grown.append), [made, value], {})
        else:
            append(tracer, made, value)


@handles("SET_ADD")
def set_add(tracer, frame, instruction):
    value = frame.stack.pop()
    if not taken(frame, instruction, value):
        set_item(tracer, frame.stack[-instruction.arg], value, NONE)


def taken(frame, instruction, value) -> bool:
    """Whether a comprehension is gone through, and an item of it given to whoever asks."""
    take = frame.takes.get(frame.stack[-instruction.arg])
    if take is not None:
        take(value)
    return take is not None


@handles("MAP_ADD")
def map_add(tracer, frame, instruction):
    value, key = frame.stack.pop(), frame.stack.pop()
    made = frame.stack[-instruction.arg]
    if made.kind == "list":  # one turn of a loop that is not gone through (instructions/comprehensions.py)
        append(tracer, made, Tuple((key, value)))
    elif not taken(frame, instruction, Tuple((key, value))):
        set_item(tracer, made, key, value)


@handles("LIST_EXTEND")
def list_extend(tracer, frame, instruction):
    values = tracer.remaining_maybe(frame.stack.pop())
    ref = frame.stack[-instruction.arg]
    tracer.heap[ref] = (*tracer.heap[ref], *values)


@handles("SET_UPDATE", "DICT_UPDATE", "DICT_MERGE")
def update(tracer, frame, instruction):
    value = frame.stack.pop()
    ref = frame.stack[-instruction.arg]
    added = entries(tracer, mapping_or_keys(tracer, value) if instruction.op == "SET_UPDATE" else value)
    twice = {key.value for _, key, _ in added if type(key) is Known} & {*tracer.heap[ref]}
    if instruction.op == "DICT_MERGE" and twice:
        raise HostRaised(TypeError(f"got multiple values for keyword argument '{min(twice)}'"))
    filled(tracer, ref, added)


@handles("LIST_TO_TUPLE")
def list_to_tuple(tracer, frame, instruction):
    frame.stack[-1] = Tuple(tracer.heap[frame.stack[-1]])


@handles("UNPACK_SEQUENCE")
def unpack_sequence(tracer, frame, instruction):
    items = unpackable(tracer, frame.stack[-1], instruction.arg)
    if len(items) != instruction.arg:
        few = len(items) < instruction.arg
        raise HostRaised(ValueError(f"not enough values to unpack (expected {instruction.arg}, got {len(items)})" if few
                                    else f"too many values to unpack (expected {instruction.arg})"))
    frame.stack.pop()
    frame.stack.extend(reversed(items))


def unpackable(tracer, value, count: int) -> list:
    value = decide(tracer, value)
    parts = vector_items(value)
    if parts is not None:
        return parts
    if type(value) is Ref and value.cls in LINES:
        return [tracer.subscript(value, Known(i)) for i in range(count)]
    items = tracer.remaining_maybe(value)
    if not is_ragged(items) or len(items) < count:
        return items
    as_many = tracer.truth(tracer.compare("==", length(tracer, items), Known(count)))
    require(tracer, as_many, lambda: ValueError(f"as many values to unpack as a pixel has, expected {count}"))
    return [flagged(item)[1] for item in (items if len(items) == count else compacted(tracer, items)[:count])]


def at_least(tracer, value, count: int) -> list:
    """The items of what a pixel may decide the length of: so many of them are there."""
    value = decide(tracer, value)
    items = list(vector_items(value) or tracer.remaining_maybe(value))
    if is_ragged(items[:count]):
        enough = tracer.truth(tracer.compare(">=", length(tracer, items), Known(count)))
        require(tracer, enough, lambda: ValueError(f"not enough values to unpack, expected at least {count}"))
        items = compacted(tracer, items)
        items[:count] = [flagged(item)[1] for item in items[:count]]
    return items


@handles("UNPACK_EX")
def unpack_ex(tracer, frame, instruction):
    before, after = instruction.arg
    items = at_least(tracer, frame.stack[-1], before + after)
    if len(items) < before + after:
        raise HostRaised(ValueError(f"not enough values to unpack (expected at least {before + after}, got {len(items)})"))
    frame.stack.pop()
    middle, last = items[before:len(items) - after], items[len(items) - after:]
    if after and is_ragged(items):
        middle = slice_of(tracer, items[before:], slice(None, -after))
        last = [item_at(tracer, items, Known(k - after)) for k in range(after)]
    frame.stack.extend([*reversed(last), tracer.new("list", tuple(middle)), *reversed(items[:before])])


@handles("CONTAINS")
def contains_op(tracer, frame, instruction):
    container, value = frame.stack[-1], frame.stack[-2]
    found = contains(tracer, container, value)
    frame.stack[-2:] = [opposite(tracer, found) if instruction.arg else found]
