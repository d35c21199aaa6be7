"""Dicts and sets: looked up, filled, combined and compared; those whose keys pixels decide as keyed.py has them."""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict

from ...ir import INT, Value, constant
from ...library.many import wholes
from ...library.standard import functions as library
from ...library.standard import texts
from ..host.handing import NotKnown, Revealed
from ..host.outside import is_iterator, on_host, refuse_taking
from ..paths.frames import HostRaised
from ..values.assumptions import Undecided, decide, implied
from ..values.lattice import FALSE, NONE, TRUE, ImageValue, Known, Record, Ref, View
from ..values.numbers import merges, numeric
from . import keyed
from .containers import both, either, key_of, opposite, pick, seen
from .instances import fields_of, find_special
from .keyed import host_key, is_keyed, is_mapping
from .lazily import until
from .ragged import flagged, require
from .scalars import as_value
from .sorting import choose_one

# --- what is in them -------------------------------------------------------------------------------------------------

def mapping_items(tracer, value) -> dict:
    """What a mapping holds, whose keys must be known."""
    value = decide(tracer, value)
    if is_keyed(tracer, value):
        raise tracer.refuse("symbolic-key")
    if type(value) is Ref and value.kind == "dict":
        return dict(tracer.heap[value])
    if type(value) is Known:
        return {k: Known(v) for k, v in dict(value.value).items()}
    keys = tracer.remaining(tracer.call(tracer.get_attribute(value, "keys"), [], {}))
    return {key_of(tracer, k): tracer.subscript(value, k) for k in keys}


def entries(tracer, value) -> list[tuple]:
    """(whether it is there, key, value) of each entry of a mapping, or of pairs."""
    value = decide(tracer, value)
    if is_mapping(value):
        return keyed.entries_of(tracer.heap[value])
    if type(value) is Known and isinstance(value.value, dict) or find_special(tracer, value, "keys") is not None:
        return [(TRUE, Known(key), item) for key, item in mapping_items(tracer, value).items()]
    return [(flag, *tracer.remaining(pair)) for flag, pair in map(flagged, tracer.remaining_maybe(value))]


def filled(tracer, ref: Ref, found) -> None:
    """Put entries into a dict."""
    found = [(flag, decide(tracer, key), value) for flag, key, value in found]
    if type(tracer.heap[ref]) is dict and all(flag is TRUE and type(key) is Known for flag, key, _ in found):
        tracer.heap[ref] = {**tracer.heap[ref], **{key.value: value for _, key, value in found}}
        return
    for flag, key, value in found:
        keyed.put_where(tracer, ref, flag, key, value)


def new_set(tracer, items) -> Ref:
    ref = tracer.new("set", {})
    put_all(tracer, ref, items)
    return ref


def put_all(tracer, ref: Ref, items) -> None:
    for flag, item in map(flagged, items):
        keyed.put_where(tracer, ref, flag, item)


# --- looked up -------------------------------------------------------------------------------------------------------

def find(tracer, ref: Ref, key) -> tuple:
    """(whether the key is there, its value: None where it can't be)."""
    contents = tracer.heap[ref]
    is_known, host = host_key(tracer, decide(tracer, key))
    if type(contents) is dict and is_known:
        return (TRUE, contents[host]) if host in contents else (FALSE, None)
    if type(contents) is dict and isinstance(key, Value):
        return looked_up(tracer, contents, key)
    return keyed.found(tracer, contents, key)


def looked_up(tracer, contents: dict, key: Value) -> tuple:
    """(whether a number is one of a dict's keys, what stands there); None for the value of a dict without numbers."""
    keys = [host for host in contents if numeric(Known(host))]
    if keys == list(range(len(keys))) and keys and key.type is INT and all(
            type(contents[k]) is Known and merges(contents[k]) for k in keys):
        there = both(tracer, holds(tracer, ">=", key, 0), holds(tracer, "<", key, len(keys)))
        within = as_value(tracer, tracer.emit("max", as_value(tracer, tracer.emit("min", key, constant(len(keys) - 1))),
                                              constant(0)))
        return tracer.truth(there), pick(tracer, [contents[k] for k in keys], within)
    return keyed.found(tracer, {host: contents[host] for host in keys}, key)


def holds(tracer, symbol: str, key: Value, limit: int):
    """A comparison of a key, which bounds may decide."""
    truth = tracer.truth(tracer.compare(symbol, key, Known(limit)))
    known = implied(tracer.assumed, truth) if isinstance(truth, Value) else None
    return truth if known is None else Known(known)


def item_of(tracer, ref: Ref, key):
    """ref[key]: what stands there, or what the dict has for missing keys."""
    there, value = find(tracer, ref, key)
    if type(there) is Known and there.value:
        return value
    if ref.cls is Counter:
        return Known(0) if value is None else choose_one(tracer, there, value, Known(0))
    if ref.cls is defaultdict or find_special(tracer, ref, "__missing__") is not None:
        truth = there.value if type(there) is Known else implied(tracer.assumed, there)
        if truth is None:
            raise Undecided(there)
        return value if truth else missing(tracer, ref, key)
    return required(tracer, there, value, key, ref)


def missing(tracer, ref: Ref, key):
    """What a dict gives for a key that it does not have."""
    if ref.cls is not defaultdict:
        return tracer.call(find_special(tracer, ref, "__missing__"), [key], {})
    factory = fields_of(tracer, ref)["default_factory"]
    if type(factory) is Known and factory.value is None:
        return required(tracer, FALSE, None, key)
    value = tracer.call(factory, [], {})
    set_item(tracer, ref, key, value)
    return value


def required(tracer, there, value, key, ref=None):
    """A value that must be there, else Python raises. Of a dict it is remembered that the key is there from now on."""
    if value is None or type(there) is Known and not there.value:
        is_known, host = host_key(tracer, key)
        raise HostRaised(KeyError(host if is_known else "no key is what the pixel's could be"))
    if tracer.catching(KeyError):
        require(tracer, there, lambda: tracer.exception_of(tracer.call(Known(KeyError), [key], {})))
    else:
        tracer.raise_unseen(opposite(tracer, there))
    if isinstance(key, Value) and ref is not None and type(tracer.heap[ref]) is dict:
        tracer.builder.remember(("has", ref, key), frozenset(tracer.heap[ref]))
    return value


def known_item(tracer, host: dict, key):
    """An item of the host's dict, at a key that depends on a pixel."""
    contents = {k: Known(v) for k, v in host.items()}
    there, value = looked_up(tracer, contents, key) if isinstance(key, Value) else keyed.found(tracer, contents, key)
    return required(tracer, there, value, key)


def set_item(tracer, ref: Ref, key, value) -> None:
    """ref[key] = value."""
    contents, key = tracer.heap[ref], decide(tracer, key)
    if type(contents) is dict and isinstance(key, Value) and (
            tracer.builder.recall(("has", ref, key)) == frozenset(contents)):  # it has been read before: so it is there
        tracer.heap[ref] = {host: choose_one(tracer, tracer.truth(tracer.compare("==", Known(host), key)), value, old)
                            if numeric(Known(host)) else old for host, old in contents.items()}
        return
    keyed.put_where(tracer, ref, TRUE, key, value)


def take_out(tracer, ref: Ref, key, default=None):
    """Delete a key, and give what stood there; the default, or an error, where it is missing."""
    contents = tracer.heap[ref]
    is_known, host = host_key(tracer, decide(tracer, key))
    if type(contents) is dict and is_known:
        there, value = Known(host in contents), contents.get(host)
        tracer.heap[ref] = {k: v for k, v in contents.items() if k != host}
    else:
        there, value = keyed.without(tracer, ref, key)
    if default is None:
        return required(tracer, there, value, key)
    return default if value is None else choose_one(tracer, there, value, default)


# --- operators -------------------------------------------------------------------------------------------------------

def mapping_binary(tracer, symbol, a, b):
    a = as_set(tracer, a)
    if not is_mapping(a) or symbol not in ("|", "&", "-", "^") or a.kind == "dict" and symbol != "|":
        return None
    other = mapping_or_keys(tracer, b)
    if is_keyed(tracer, a) or is_keyed(tracer, other):
        return keyed.combined(tracer, symbol, a, other)
    left, right = tracer.heap[a], tracer.heap[other]
    if a.kind == "dict":
        return tracer.new("dict", {**left, **right}, a.cls)
    function = {"|": operator.or_, "&": operator.and_, "-": operator.sub, "^": operator.xor}[symbol]
    return tracer.new("set", dict.fromkeys(function(left.keys(), right.keys()), NONE))


def as_set(tracer, value):
    """What keys() and items() show is a set, and so is a frozenset of the host's."""
    if type(value) is Known and isinstance(value.value, (set, frozenset)):
        return new_set(tracer, tuple(map(Known, value.value)))
    return new_set(tracer, seen(tracer, value)) if type(value) is View and value.part != "values" else value


def mapping_or_keys(tracer, value) -> Ref:
    """A dict or set, or one of what is given."""
    value = decide(tracer, value)
    if is_mapping(value):
        return value
    if type(value) is Known and isinstance(value.value, dict):
        return tracer.new("dict", {k: Known(v) for k, v in value.value.items()})
    return new_set(tracer, tracer.remaining_maybe(value))


def mapping_inplace(tracer, symbol, ref: Ref, other) -> bool:
    result = mapping_binary(tracer, symbol, ref, other)
    if result is None:
        return False
    tracer.heap[ref] = tracer.heap[result]
    return True


def mapping_compare(tracer, symbol, a, b):
    a, b = as_set(tracer, a), as_set(tracer, b)
    if not is_mapping(a) or not is_mapping(b) or a.kind != b.kind:
        return None
    if a.kind == "dict":
        return compare_dicts(tracer, symbol, a, b) if symbol in ("==", "!=") else None
    if is_keyed(tracer, a) or is_keyed(tracer, b):
        return keyed.compared(tracer, symbol, a, b)
    function = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
                "!=": operator.ne}[symbol]
    return Known(function(tracer.heap[a].keys(), tracer.heap[b].keys()))


def compare_dicts(tracer, symbol, a, b):
    if a.cls is b.cls is OrderedDict:
        entries_of = [tuple(tracer.remaining_maybe(View(each, "items"))) for each in (a, b)]
        return tracer.compare(symbol, *[tracer.new("list", each) for each in entries_of])
    equal = keyed.compared(tracer, "==", a, b)
    for flag, key, value in entries(tracer, a):
        there, other = find(tracer, b, key)
        if other is not None:
            same = tracer.truth(tracer.compare("==", value, other))
            equal = both(tracer, equal, either(tracer, opposite(tracer, both(tracer, flag, there)), same))
    return opposite(tracer, equal) if symbol == "!=" else equal


def contains(tracer, container, value):
    """value in container."""
    container = decide(tracer, container)
    if is_mapping(container) and find_special(tracer, container, "__contains__") is None:
        return find(tracer, container, value)[0]
    if type(container) is Known and isinstance(container.value, (dict, set, frozenset)) and isinstance(value, Value):
        return looked_up(tracer, dict.fromkeys(container.value, Known(0)), value)[0]
    is_letters = type(value) is Record and value.cls is texts.Letters
    if is_letters and type(container) is Known and isinstance(container.value, str):
        return tracer.truth(tracer.call(Known(texts.contains), [container, value], {}))
    method = find_special(tracer, container, "__contains__")
    if method is not None:
        return tracer.truth(tracer.call(method, [value], {}))
    if type(container) is Known:
        if is_iterator(container.value):
            raise refuse_taking(tracer)
        try:
            return Known(on_host(tracer, operator.contains, container.value, Revealed(tracer).reveal(value), what="in"))
        except NotKnown:
            pass
    if type(container) is ImageValue:
        return tracer.call(Known(wholes.contains), [container, value], {})
    return until(tracer, container, FALSE, lambda item: tracer.compare("==", item, value),
                 lambda: tracer.call(Known(library.among_in_order), [container, value], {}),
                 lambda found, flag, same: either(tracer, found, both(tracer, flag, same)))
