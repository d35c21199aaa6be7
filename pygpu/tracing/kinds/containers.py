"""Lists, tuples, dicts and sets whose shape is known and whose leaves may be symbols."""

from __future__ import annotations

import operator

from ...errors import CompileError
from ...ir import INT, Value, constant
from ...language import wholes
from ..host.handing import NotKnown, Revealed
from ..host.outside import is_iterator, on_host, refuse_taking
from ..paths.frames import HostRaised
from ..paths.meeting import as_array, element_of
from ..values import choices
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, TRUE, Choice, ImageValue, Known, Maybe, Record, Ref, Tuple
from ..values.numbers import common_type, merges, numeric, open_vector, plain
from .instances import find_special
from .scalars import as_value, select
from .vectors import make_vector, vector_items

FEW = 16  # items of which one is chosen, or changed, by a symbol; more of them are an array of the graph

# --- what there is ---------------------------------------------------------------------------------------------------

def items_of(tracer, value) -> list | None:
    """The items of a sequence, in order; None if it is none."""
    kind = type(value)
    if kind is Tuple or kind is Ref and value.kind == "list":
        items = value.items if kind is Tuple else tracer.heap[value]
        if any([type(item) is Maybe for item in items]):
            raise tracer.refuse("symbolic-length", "a list whose length depends on a pixel stands where it must be known")
        return list(items)
    if kind is Record and issubclass(value.cls, tuple):
        return list(value.fields.values())
    if kind is Known and isinstance(value.value, (list, tuple, range)):
        return [Known(v) for v in value.value]
    return None


def slots_of(tracer, value) -> list | None:
    """The items of a sequence, with those that may be missing."""
    return list(tracer.heap[value]) if type(value) is Ref and value.kind == "list" else items_of(tracer, value)


def known_length(tracer, value) -> int | None:
    items = items_of(tracer, value)
    if items is not None:
        return len(items)
    if type(value) is Ref and value.kind in ("dict", "set"):
        return len(tracer.heap[value])
    if type(value) is Ref and value.kind == "array":
        return tracer.heap[value][0].value[0] if tracer.heap[value][0].value else None
    return None


def key_of(tracer, value):
    """A dict's or set's key, which must be known."""
    try:
        return Revealed(tracer).reveal(decide(tracer, value))
    except NotKnown:
        raise tracer.refuse("symbolic-key") from None


def mapping_items(tracer, value) -> dict:
    value = decide(tracer, value)
    if type(value) is Ref and value.kind == "dict":
        return dict(tracer.heap[value])
    if type(value) is Known:
        return {k: Known(v) for k, v in dict(value.value).items()}
    keys = tracer.remaining(tracer.call(tracer.get_attribute(value, "keys"), [], {}))
    return {key_of(tracer, k): tracer.subscript(value, k) for k in keys}


# --- a key that depends on a pixel ------------------------------------------------------------------------------------

def looked_up(tracer, contents: dict, key: Value) -> tuple:
    """(whether a number is one of a dict's keys, what stands there); None for the value of a dict without numbers."""
    keys = [host for host in contents if numeric(Known(host))]
    if keys == list(range(len(keys))) and keys and key.type is INT and all(
            type(contents[k]) is Known and merges(contents[k]) for k in keys):
        there = both(tracer, tracer.compare(">=", key, Known(0)), tracer.compare("<", key, Known(len(keys))))
        within = as_value(tracer, tracer.emit("max", as_value(tracer, tracer.emit("min", key, constant(len(keys) - 1))),
                                              constant(0)))
        return tracer.truth(there), pick(tracer, [contents[k] for k in keys], within)
    there, value = FALSE, None
    for host in reversed(keys):
        here = tracer.truth(tracer.compare("==", Known(host), key))
        there = either(tracer, there, here)
        value = contents[host] if value is None else chosen(tracer, here, contents[host], value)
    return there, value


def chosen(tracer, condition, a, b):
    """One of two values, numbers or not."""
    if merges(a) and merges(b):
        return select(tracer, condition, a, b)
    return choices.choice(tracer.emit, condition, a, b, lambda x, y: x is y)


def found_at(tracer, contents: dict, key: Value, ref=None):
    """contents[key]; KeyError where there is none. Of a dict it is remembered that the key is there from now on."""
    there, value = looked_up(tracer, contents, key)
    if value is None or type(there) is Known and not there.value:
        raise HostRaised(KeyError("no key is a number that the pixel's could be"))
    if tracer.catching(KeyError):
        if type(there) is not Known:
            tracer.may_raise(opposite(tracer, there), lambda: KeyError("the pixel's key is not in the dict"))
    elif ref is not None:
        tracer.builder.remember(("has", ref, key), frozenset(contents))
    return value


def stored_at(tracer, ref: Ref, key: Value, value) -> dict:
    """A dict's contents with a value at a key that depends on a pixel, which has been read before: so it is there."""
    contents = tracer.heap[ref]
    if tracer.builder.recall(("has", ref, key)) != frozenset(contents):
        raise tracer.refuse("symbolic-key", why="whether it is a new key would depend on the pixel",
                            instead="use a list, or read it before: d[k] = f(d[k])")
    return {host: chosen(tracer, tracer.truth(tracer.compare("==", Known(host), key)), value, old)
            if numeric(Known(host)) else old for host, old in contents.items()}


# --- items at an index that depends on a pixel ------------------------------------------------------------------------

def is_list(value) -> bool:
    return type(value) is Ref or type(value) is Known and isinstance(value.value, list)


def item_at_symbol(tracer, items, index: Value):
    """A sequence at an index that depends on a pixel: a table of the kernel, or a choice among symbols."""
    if len(items) > FEW and all(map(merges, items)) and not all([type(item) is Known for item in items]):
        return tracer.emit("get", as_array(tracer.builder, items, element_of(items)), table_index(tracer, index, len(items)))
    at = within(tracer, index, len(items))
    if not items:
        raise HostRaised(IndexError("an empty sequence is indexed"))
    return pick(tracer, items, at)


def within(tracer, index: Value, count: int) -> Value:
    """An index that is one of so many: negative ones count from the end, and what is beyond is the first or last."""
    wrapped = table_index(tracer, index, count)
    no_further = as_value(tracer, tracer.emit("min", wrapped, constant(count - 1)))
    return as_value(tracer, tracer.emit("max", no_further, constant(0)))


def table_index(tracer, index: Value, count: int) -> Value:
    """An index of so many items, of which negative ones count from the end. It may still be beyond."""
    if index.type.is_float:
        raise tracer.refuse("symbolic-index", "a sequence is indexed by a Float", instead="make it an int first: int(x)")
    at = as_value(tracer, index, INT)
    if tracer.catching(IndexError):
        outside = either(tracer, tracer.compare("<", at, Known(-count)), tracer.compare(">=", at, Known(count)))
        tracer.may_raise(outside, lambda: IndexError("index out of range"))
    return as_value(tracer, tracer.emit("select", as_value(tracer, tracer.emit("lt", at, constant(0))),
                                        as_value(tracer, tracer.emit("add", at, constant(count))), at))


def pick(tracer, items, at: Value):
    first = items[0]
    if all(type(i) is Known and merges(i) for i in items):
        kind = common_type(items)
        return tracer.emit("table", at, values=tuple(kind.number(plain(i.value)) for i in items), type=kind)
    if all(map(merges, items)):
        result = items[-1]
        for number in range(len(items) - 2, -1, -1):
            result = select(tracer, tracer.emit("eq", at, constant(number)), items[number], result)
        return result
    rows = [items_of(tracer, i) or vector_items(i) for i in items]
    if not any(type(i) is Ref for i in items) and all(r is not None and len(r) == len(rows[0]) for r in rows):
        columns = [pick(tracer, [row[c] for row in rows], at) for c in range(len(rows[0]))]
        if vector_items(first) is not None:
            return make_vector(open_vector(first).cls, columns, open_vector(first))
        return Tuple(columns)
    result = items[-1]
    for number in range(len(items) - 2, -1, -1):
        condition = tracer.emit("eq", at, constant(number))
        result = Choice(condition, items[number], result, True) if isinstance(condition, Value) else (
            items[number] if condition.value else result)
    return result


# --- operators -------------------------------------------------------------------------------------------------------

def sequence_binary(tracer, symbol, a, b):
    if symbol == "+":
        left, right = slots_of(tracer, a), slots_of(tracer, b)
        if left is not None and right is not None and is_list(a) == is_list(b):
            return tracer.new("list", (*left, *right)) if is_list(a) else Tuple((*left, *right))
    if symbol == "*":
        for sequence, times in ((a, b), (b, a)):
            items = items_of(tracer, sequence)
            if items is not None and isinstance(times, Value):
                raise tracer.refuse("symbolic-length", "a sequence is repeated a number of times that depends on a pixel")
            if items is not None and type(times) is Known and isinstance(times.value, int):
                repeated = items * times.value
                return tracer.new("list", tuple(repeated)) if is_list(sequence) else Tuple(repeated)
    if type(a) is Ref and a.kind in ("set", "dict") and symbol in "|&-^":
        return set_binary(tracer, symbol, a, b)
    return None


def set_binary(tracer, symbol, a, b):
    left, right = tracer.heap[a], mapping_or_keys(tracer, b)
    if a.kind == "dict":
        return tracer.new("dict", {**left, **right}) if symbol == "|" else None
    function = {"|": operator.or_, "&": operator.and_, "-": operator.sub, "^": operator.xor}[symbol]
    return tracer.new("set", dict.fromkeys(function(left.keys(), right.keys()), NONE))


def mapping_or_keys(tracer, value) -> dict:
    value = decide(tracer, value)
    if type(value) is Ref and value.kind in ("dict", "set"):
        return tracer.heap[value]
    if type(value) is Known and isinstance(value.value, dict):
        return {k: Known(v) for k, v in value.value.items()}
    return {key_of(tracer, v): NONE for v in tracer.remaining(value)}


def inplace_container(tracer, symbol, ref: Ref, other) -> bool:
    if ref.kind == "list" and symbol == "+":
        tracer.heap[ref] = (*tracer.heap[ref], *tracer.remaining(other))
        return True
    if ref.kind == "list" and symbol == "*" and type(other) is Known:
        tracer.heap[ref] = tracer.heap[ref] * other.value
        return True
    if ref.kind in ("set", "dict") and symbol in "|&-^":
        result = set_binary(tracer, symbol, ref, other)
        if result is not None:
            tracer.heap[ref] = tracer.heap[result]
            return True
    return False


def sequence_compare(tracer, symbol, a, b):
    left, right = items_of(tracer, a), items_of(tracer, b)
    if left is None or right is None or is_list(a) != is_list(b):
        if type(a) is Ref and type(b) is Ref and a.kind == b.kind == "dict" and symbol in ("==", "!="):
            return compare_dicts(tracer, symbol, a, b)
        return None
    if symbol in ("==", "!="):
        equal = TRUE if len(left) == len(right) else FALSE
        for x, y in zip(left, right):
            equal = both(tracer, equal, tracer.truth(tracer.compare("==", x, y)))
        return opposite(tracer, equal) if symbol == "!=" else equal
    return lexicographic(tracer, symbol, left, right)


def compare_dicts(tracer, symbol, a, b):
    left, right = tracer.heap[a], tracer.heap[b]
    equal = Known(left.keys() == right.keys())
    if equal.value:
        for key in left:
            equal = both(tracer, equal, tracer.truth(tracer.compare("==", left[key], right[key])))
    return opposite(tracer, equal) if symbol == "!=" else equal


def lexicographic(tracer, symbol, left, right):
    """The first pair that differs decides, and what follows it is not compared; equal as far as they go, the lengths
    do."""
    if not left or not right:
        function = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}[symbol]
        return Known(function(len(left), len(right)))
    a, b = left[0], right[0]
    one = type(a) is Known and type(b) is Known and a.value is b.value  # which a NaN is, too
    same = Known(True) if one else tracer.truth(tracer.compare("==", a, b))
    if type(same) is Known and not same.value:
        return tracer.truth(tracer.compare(symbol, a, b))
    if type(same) is Known:
        return lexicographic(tracer, symbol, left[1:], right[1:])
    return either(tracer, tracer.truth(tracer.compare(symbol[0], a, b)),
                  both(tracer, same, if_comparable(tracer, symbol, left[1:], right[1:])))


def if_comparable(tracer, symbol, left, right):
    """What decides for those pixels only where all before is equal. Python raises a TypeError there where it cannot be
    compared; a kernel can't, and what it gives there is nobody's business."""
    try:
        return lexicographic(tracer, symbol, left, right)
    except CompileError as error:
        if error.kind != "not-a-number":
            raise
    except HostRaised as raised:
        if not isinstance(raised.error, TypeError):
            raise
    return Known(False)


def both(tracer, a, b):
    return choices.both(tracer.emit, a, b)


def either(tracer, a, b):
    return choices.either(tracer.emit, a, b)


def opposite(tracer, a):
    return choices.opposite(tracer.emit, a)


def known_keys(tracer, container):
    """What a dict or set holds, for which a pixel may ask; None for anything else."""
    if type(container) is Ref and container.kind in ("dict", "set"):
        return tracer.heap[container]
    return container.value if type(container) is Known and isinstance(container.value, (dict, set, frozenset)) else None


def contains(tracer, container, value):
    """value in container."""
    container = decide(tracer, container)
    if isinstance(value, Value) and (contents := known_keys(tracer, container)) is not None:
        return looked_up(tracer, dict.fromkeys(contents, Known(0)), value)[0]
    if type(container) is Ref and container.kind in ("dict", "set"):
        return Known(key_of(tracer, value) in tracer.heap[container])
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
    found = FALSE
    for item in tracer.each(container):
        found = either(tracer, found, tracer.truth(tracer.compare("==", item, value)))
        if type(found) is Known and found.value:
            break
    return found
