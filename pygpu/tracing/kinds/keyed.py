"""Dicts and sets of which pixels decide what is in them: keys that are symbols, or are there for some pixels only.

Such a one holds a tuple of entries on the heap, in place of a dict of known keys: each a pair of a key and its value, or
a Maybe of one, with the flag that tells whether it is there. No two that are there are equal, so one lookup asks each.
"""

from __future__ import annotations

from ...ir import Value
from ..host.handing import NotKnown, Revealed
from ..paths.frames import HostRaised
from ..values.assumptions import decide, implied
from ..values.choices import both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, Known, Maybe, Ref, Slots, Tuple
from . import slots
from .ragged import flagged, is_never, maybe, require
from .sorting import choose_one


def is_mapping(value) -> bool:
    return type(value) is Ref and value.kind in ("dict", "set")


def is_keyed(tracer, value) -> bool:
    return is_mapping(value) and isinstance(tracer.heap[value], tuple)


def as_the_host_has(tracer, ref: Ref, part):
    """What makes one of the results of a call, given the `part` that does so of a value in it."""
    contents, is_dict = tracer.heap[ref], ref.kind == "dict"
    entries = [(flag, *entry.items) for flag, entry in map(flagged, contents)] if isinstance(contents, tuple) else [
        (TRUE, Known(key), value) for key, value in contents.items()]
    parts = [(part(flag), part(key), part(value) if is_dict else None) for flag, key, value in entries]
    if is_dict:
        return lambda found: {key(found): value(found) for flag, key, value in parts if flag(found)}
    return lambda found: {key(found) for flag, key, _ in parts if flag(found)}


def host_key(tracer, key):
    """(whether a key is known, the host's)."""
    if may_change(key):
        return False, None
    try:
        return True, Revealed(tracer).reveal(key)
    except NotKnown:
        return False, None


def may_change(key) -> bool:
    """Whether a key is an object made here whose copy would be another one, soon or late; or has such a one in it."""
    if type(key) is Tuple:
        return any(map(may_change, key.items))
    frozen = getattr(getattr(key, "cls", None), "__dataclass_params__", None)
    return type(key) is Ref and key.kind == "instance" and not (frozen and frozen.frozen and frozen.eq)


def entries_of(contents) -> list[tuple]:
    """(whether it is there, key, value) of each entry."""
    if type(contents) is dict:
        return [(TRUE, Known(key), value) for key, value in contents.items()]
    return [(flag, *pair.items) for flag, pair in map(flagged, contents)]


def contents_of_entries(entries) -> tuple:
    return tuple(maybe(flag, Tuple((key, value))) for flag, key, value in entries if not is_never(flag))


def keys_of(contents) -> tuple:
    return tuple(maybe(flag, key) for flag, key, _ in entries_of(contents))


def same_key(tracer, flag, one, other):
    """Whether an entry is there and its key is this."""
    if type(one) is Known and type(other) is Known:
        return flag if one.value == other.value else FALSE
    if type(one) is type(other) is Ref:
        if one is other:
            return flag
        if differ(one, other):
            return FALSE
    return both(tracer.emit, flag, tracer.truth(tracer.compare("==", one, other)))


def differ(one: Ref, other: Ref) -> bool:
    """Whether the hashes of two objects do, which are no more than who they are: then Python does not compare them."""
    hashes = [getattr(each.cls, "__hash__", None) for each in (one, other)]
    return any([each is object.__hash__ or "id" in getattr(getattr(each, "__code__", None), "co_names", ()) for each in
                hashes])


def found(tracer, contents, key) -> tuple:
    """(whether there is such a key, its value; None where none can be)."""
    there, result = FALSE, None
    for flag, own, value in entries_of(contents):
        if own is key and isinstance(flag, Value) and implied(tracer.assumed, flag):
            return TRUE, value
    for flag, own, value in reversed(entries_of(contents)):
        here = same_key(tracer, flag, own, key)
        if is_never(here):
            continue
        result = value if result is None else choose_one(tracer, here, value, result)
        there = either(tracer.emit, there, here)
    return there, result


def item(tracer, contents, key):
    """contents[key]; KeyError where there is none."""
    there, value = found(tracer, contents, key)
    if value is None:
        raise HostRaised(KeyError("no key is what the pixel's could be"))
    require(tracer, there, lambda: tracer.exception_of(tracer.call(Known(KeyError), [key], {})))
    return value


def put(tracer, ref: Ref, key, value=NONE, keep: bool = False) -> None:
    """ref[key] = value; a value that is there already is to `keep` its place (setdefault, and the members of a set)."""
    if type(tracer.heap[ref]) is Slots:
        return put_in_slots(tracer, ref, TRUE, key, value, keep)
    entries, there = [], FALSE
    for flag, own, before in entries_of(tracer.heap[ref]):
        here = same_key(tracer, flag, own, key)
        there = either(tracer.emit, there, here)
        entries.append((flag, own, before if keep or is_never(here) else choose_one(tracer, here, value, before)))
    tracer.heap[ref] = contents_of_entries([*entries, (opposite(tracer.emit, there), key, value)])


def put_in_slots(tracer, ref: Ref, flag, key, value, keep: bool) -> None:
    entries = entries_of(tracer.heap[ref])
    heres = [same_key(tracer, own_flag, own, key) for own_flag, own, _ in entries]
    tracer.heap[ref] = slots.put(tracer, tracer.heap[ref], entries, heres, flag, key, value, keep)


def without(tracer, ref: Ref, key):
    """Take a key out; whether it was there, and what stood there."""
    there, value = found(tracer, tracer.heap[ref], key)
    tracer.heap[ref] = contents_of_entries(
        (both(tracer.emit, flag, opposite(tracer.emit, same_key(tracer, TRUE, own, key))), own, each)
        for flag, own, each in entries_of(tracer.heap[ref]))
    return there, value


def made(tracer, kind: str, pairs, cls: type | None = None) -> Ref:
    """A new one of (key, value), any of which may be a Maybe."""
    ref = tracer.new(kind, {}, cls)
    for flag, pair in map(flagged, pairs):
        put_where(tracer, ref, flag, *pair.items)
    return ref


def put_where(tracer, ref: Ref, flag, key, value=NONE) -> None:
    """ref[key] = value for the pixels for which the flag holds."""
    is_known, host = host_key(tracer, decide(tracer, key))
    contents = tracer.heap[ref]
    if type(contents) is Slots:
        return put_in_slots(tracer, ref, flag, key, value, keep=ref.kind == "set")
    if type(flag) is Known:
        if flag.value and is_known and type(contents) is dict:
            tracer.heap[ref] = {**contents, host: value}
        elif flag.value:
            put(tracer, ref, key, value, keep=ref.kind == "set")
        return
    entries, there = [], FALSE
    for own_flag, own, before in entries_of(contents):
        here = same_key(tracer, own_flag, own, key)
        there = either(tracer.emit, there, here)
        entries.append((own_flag, own, before if is_never(here) else choose_one(
            tracer, both(tracer.emit, flag, here), value, before)))
    new = both(tracer.emit, flag, opposite(tracer.emit, there))
    tracer.heap[ref] = contents_of_entries([*entries, (new, key, value)])


def members(tracer, value) -> tuple:
    """The keys of a mapping, or the items of anything else, with those that may be missing."""
    value = decide(tracer, value)
    return keys_of(tracer.heap[value]) if is_mapping(value) else tuple(tracer.remaining_maybe(value))


def is_member(tracer, keys, key):
    """Whether one of these keys is this."""
    there = FALSE
    for flag, own in map(flagged, keys):
        there = either(tracer.emit, there, same_key(tracer, flag, own, key))
    return there


def combined(tracer, symbol: str, a, b) -> Ref:
    """a | b, a & b, a - b, a ^ b of sets; a | b of dicts."""
    result, right = tracer.new(a.kind, tracer.heap[a], a.cls), members(tracer, b)
    if a.kind == "dict":
        for flag, key, value in entries_of(tracer.heap[b]):
            put_where(tracer, result, flag, key, value)
        return result
    left = keys_of(tracer.heap[a])
    if symbol in "&-":
        kept = []
        for flag, key in map(flagged, left):
            other = is_member(tracer, right, key)
            kept.append((both(tracer.emit, flag, other if symbol == "&" else opposite(tracer.emit, other)), key, NONE))
        tracer.heap[result] = contents_of_entries(kept)
        return result
    for flag, key in map(flagged, right):
        put_where(tracer, result, flag, key)
    if symbol == "^":
        common = combined(tracer, "&", a, tracer.new("set", contents_of_entries(
            (flag, key, NONE) for flag, key in map(flagged, right))))
        return combined(tracer, "-", result, common)
    return result


def contained(tracer, a, b):
    """Whether all members of one are members of the other."""
    right, holds = members(tracer, b), TRUE
    for flag, key in map(flagged, members(tracer, a)):
        holds = both(tracer.emit, holds, either(tracer.emit, opposite(tracer.emit, flag), is_member(tracer, right, key)))
    return holds


def compared(tracer, symbol: str, a, b):
    """How two sets compare: by what is in them."""
    within = contained(tracer, a, b) if symbol != ">=" and symbol != ">" else TRUE
    around = contained(tracer, b, a) if symbol != "<=" and symbol != "<" else TRUE
    if symbol in ("<=", ">="):
        return both(tracer.emit, within, around)
    if symbol in ("<", ">"):
        other = contained(tracer, b, a) if symbol == "<" else contained(tracer, a, b)
        return both(tracer.emit, both(tracer.emit, within, around), opposite(tracer.emit, other))
    equal = both(tracer.emit, within, around)
    return opposite(tracer.emit, equal) if symbol == "!=" else equal


__all__ = ["Maybe", "combined", "compared", "contained", "entries_of", "found", "host_key", "is_keyed", "item", "keys_of",
           "made", "members", "put", "put_where", "without"]
