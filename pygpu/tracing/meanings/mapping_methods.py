"""The methods of dicts and sets made while tracing: name -> meaning(tracer, receiver, *args, **kwargs)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from ..host.table import means, method_of
from ..kinds import keyed
from ..kinds.containers import PARTS_OF_ENTRIES, key_of
from ..kinds.keyed import is_mapping
from ..kinds.mappings import (
    entries,
    filled,
    find,
    item_of,
    mapping_binary,
    mapping_compare,
    mapping_items,
    mapping_or_keys,
    new_set,
    set_item,
    take_out,
)
from ..kinds.ragged import flagged, item_at, popped
from ..kinds.sorting import choose_one
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Tuple, View

DICT: dict[str, callable] = {}
SET: dict[str, callable] = {}


# --- dicts -----------------------------------------------------------------------------------------------------------

@method_of(DICT)
def get(tracer, ref, key, default=NONE):
    key = decide(tracer, key)
    if not is_mapping(ref):
        ref = tracer.new("dict", mapping_items(tracer, ref))
    there, value = find(tracer, ref, key)
    return default if value is None else choose_one(tracer, there, value, default)


for name in PARTS_OF_ENTRIES:
    DICT[name] = partial(lambda tracer, ref, part: View(ref, part), part=name)


DICT_READ = dict(DICT)


@method_of(DICT)
def setdefault(tracer, ref, key, default=NONE):
    there, value = find(tracer, ref, decide(tracer, key))
    if type(there) is Known:
        if not there.value:
            set_item(tracer, ref, key, default)
        return value if there.value else default
    keyed.put(tracer, ref, decide(tracer, key), default, keep=True)
    return choose_one(tracer, there, value, default)


@method_of(DICT)
def update(tracer, ref, other=None, **more):
    if other is not None:
        filled(tracer, ref, entries(tracer, other))
    for key, value in more.items():
        set_item(tracer, ref, Known(key), value)
    return NONE


def popitem(tracer, ref, last=Known(True)):
    if keyed.is_keyed(tracer, ref):
        items, index = tracer.heap[ref], Known(-1 if key_of(tracer, last) else 0)
        pair = item_at(tracer, items, index, lambda: KeyError("popitem(): dictionary is empty"))
        _, left = popped(tracer, list(items), index)
        tracer.heap[ref] = tuple(left)
        return pair
    contents = mapping_items(tracer, ref)
    if not contents:
        raise HostRaised(KeyError("popitem(): dictionary is empty"))
    key = [*contents][-1 if key_of(tracer, last) else 0]
    value = contents.pop(key)
    tracer.heap[ref] = contents
    return Tuple((Known(key), value))


def move_to_end(tracer, ref, key, last=Known(True)):
    if key_of(tracer, last) and (keyed.is_keyed(tracer, ref) or type(decide(tracer, key)) is not Known):
        set_item(tracer, ref, key, take_out(tracer, ref, key))
        return NONE
    contents = mapping_items(tracer, ref)
    host = key_of(tracer, key)
    if host not in contents:
        raise HostRaised(KeyError(host))
    moved = {host: contents.pop(host)}
    tracer.heap[ref] = {**contents, **moved} if key_of(tracer, last) else {**moved, **contents}
    return NONE


def clear_mapping(tracer, ref):
    tracer.heap[ref] = {}
    return NONE


@method_of(DICT, SET)
def copy(tracer, ref):
    """Of the same class, but for those that leave it to dict."""
    if ref.cls is not None and getattr(ref.cls, "copy", None) is dict.copy:
        return tracer.new("dict", tracer.heap[ref])
    found = tracer.new(ref.kind, tracer.heap[ref], ref.cls)
    if ref.fields is not None:
        found.fields = tracer.new("instance", dict(tracer.heap[ref.fields]), ref.cls)
    return found


DICT.update(move_to_end=move_to_end, pop=take_out, popitem=popitem, clear=clear_mapping)


DICT.update(__getitem__=item_of, __setitem__=set_item, __delitem__=take_out)


def has_key(tracer, ref, key):
    """What a class's own `in` asks of its base."""
    return find(tracer, ref, key)[0]


DICT["__contains__"] = SET["__contains__"] = has_key


@means(Counter.update.__globals__["_count_elements"])
def count_elements(tracer, args, kwargs):
    """What Counter counts with."""
    ref = decide(tracer, args[0])
    for flag, item in map(flagged, tracer.remaining_maybe(args[1])):
        there, before = find(tracer, ref, decide(tracer, item))
        more = tracer.binary("+", Known(0) if before is None else choose_one(tracer, there, before, Known(0)), Known(1))
        keyed.put_where(tracer, ref, flag, item, more)
    return NONE


# --- sets ------------------------------------------------------------------------------------------------------------

@method_of(SET)
def add(tracer, ref, value):
    set_item(tracer, ref, value, NONE)
    return NONE


@method_of(SET)
def discard(tracer, ref, value):
    take_out(tracer, ref, value, NONE)
    return NONE


def set_pop(tracer, ref):
    """Of several members Python takes any; here it is to be told which."""
    contents = tracer.heap[ref]
    if isinstance(contents, tuple) or len(contents) > 1:
        raise tracer.refuse("not-supported", "pop() of a set of several", why="which member it takes, Python doesn't say",
                            instead="min(s) or max(s), and s.remove() of that")
    if not contents:
        raise HostRaised(KeyError("pop from an empty set"))
    tracer.heap[ref] = {}
    return Known(next(iter(contents)))


def set_remove(tracer, ref, value):
    take_out(tracer, ref, value)
    return NONE


def set_update(tracer, ref, *others):
    for other in others:
        filled(tracer, ref, entries(tracer, mapping_or_keys(tracer, other)))
    return NONE


def combined(symbol):
    def method(tracer, ref, *others):
        for other in others:
            ref = mapping_binary(tracer, symbol, ref, new_set(tracer, keyed.members(tracer, other)))
        return ref

    return method


def compares(symbol):
    return lambda tracer, ref, other: mapping_compare(tracer, symbol, ref, new_set(tracer, keyed.members(tracer, other)))


def isdisjoint(tracer, ref, other):
    return tracer.negate(combined("&")(tracer, ref, other))


SET.update(update=set_update, pop=set_pop,
           remove=set_remove, clear=clear_mapping, union=combined("|"), intersection=combined("&"),
           difference=combined("-"), symmetric_difference=combined("^"), issubset=compares("<="),
           issuperset=compares(">="), isdisjoint=isdisjoint)
