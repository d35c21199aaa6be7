"""The methods of lists, tuples, dicts, sets and numbers made while tracing.

A table for each kind of receiver: name -> meaning(tracer, receiver, *args, **kwargs).
"""

from __future__ import annotations

import numpy as np

from ...ir import BITS, BOOL, BY_DTYPE, Value
from ..kinds import ragged
from ..kinds.arrays import array_attribute
from ..kinds.containers import contains, items_of, key_of, looked_up, mapping_items, mapping_or_keys, set_binary
from ..kinds.scalars import as_value, select
from ..kinds.sorting import choose, sort_items
from ..paths.frames import HostRaised
from ..paths.generators import sending
from ..values.assumptions import decide
from ..values.choices import either
from ..values.lattice import FALSE, NONE, Builtin, Known, Record, Ref, Text, Tuple
from ..values.numbers import int_of
from .iterables import len_, next_meaning
from .lending import of_type, wanted_type

LIST: dict[str, callable] = {}
SEQUENCE: dict[str, callable] = {}
DICT: dict[str, callable] = {}
SET: dict[str, callable] = {}
NUMBER: dict[str, callable] = {}

def of(*tables):
    def register(function):
        for table in tables:
            table[function.__name__.rstrip("_")] = function
        return function

    return register


def bound_builtin(tracer, value, name: str):
    """The method `name` of a structure or a symbol, or None."""
    table = None
    if type(value) is Text and hasattr(str, name):
        return Builtin(lambda tracer, receiver, *args, **kwargs: Text(), value, name)
    if type(value) is Tuple or type(value) is Record and issubclass(value.cls, tuple):
        table = SEQUENCE
    elif type(value) is Ref:
        if value.kind == "array":
            return array_attribute(tracer, value, name)
        table = {"list": LIST, "dict": DICT, "set": SET, "iterator": ITERATOR}.get(value.kind)
    elif isinstance(value, Value):
        if name in ("real", "imag"):
            return value if name == "real" else Known(0)
        table = NUMBER
    elif type(value) is Known:
        table = (SEQUENCE if isinstance(value.value, (list, tuple)) else DICT_READ if isinstance(value.value, dict)
                 else None)
    if table is not None and name in table:
        return Builtin(table[name], value, name)
    of_ours = isinstance(value, Value) or type(value) is Tuple or type(value) is Ref and value.cls is None
    if name in OPERATORS and of_ours:
        return Builtin(OPERATORS[name], value, name)
    return None


# --- lists -----------------------------------------------------------------------------------------------------------

@of(LIST)
def append(tracer, ref, value):
    items = tracer.heap[ref]
    tracer.budget -= len(items) >> 8  # they are copied
    tracer.heap[ref] = (*items, value)
    return NONE


@of(LIST)
def extend(tracer, ref, values):
    tracer.heap[ref] = (*tracer.heap[ref], *tracer.remaining(values))
    return NONE


@of(LIST)
def insert(tracer, ref, index, value):
    items, at = list(tracer.heap[ref]), key_of(tracer, index)
    if ragged.is_ragged(items) and at != 0:
        raise tracer.refuse("symbolic-length", "insert() into a list whose length depends on a pixel")
    items.insert(at, value)
    tracer.heap[ref] = tuple(items)
    return NONE


@of(LIST)
def pop(tracer, ref, index=Known(-1)):
    items = list(tracer.heap[ref])
    if ragged.is_ragged(items) or isinstance(index, Value):
        item, left = ragged.popped(tracer, items, index)
        tracer.heap[ref] = tuple(left)
        return item
    try:
        item = items.pop(key_of(tracer, index))
    except IndexError as error:
        raise HostRaised(error) from None
    tracer.heap[ref] = tuple(items)
    return item


@of(LIST)
def appendleft(tracer, ref, value):
    tracer.heap[ref] = (value, *tracer.heap[ref])
    return NONE


@of(LIST)
def extendleft(tracer, ref, values):
    tracer.heap[ref] = (*reversed(tracer.remaining(values)), *tracer.heap[ref])
    return NONE


@of(LIST)
def popleft(tracer, ref):
    return pop(tracer, ref, Known(0))


@of(LIST)
def rotate(tracer, ref, n=Known(1)):
    items = items_of(tracer, ref)
    by = -key_of(tracer, n) % len(items) if items else 0
    tracer.heap[ref] = (*items[by:], *items[:by])
    return NONE


@of(LIST)
def clear(tracer, ref):
    tracer.heap[ref] = ()
    return NONE


@of(LIST)
def reverse(tracer, ref):
    tracer.heap[ref] = tracer.heap[ref][::-1]
    return NONE


@of(LIST)
def sort(tracer, ref, key=NONE, reverse=Known(False)):
    items = list(tracer.heap[ref])
    if ragged.is_ragged(items) and type(key) is Known and key.value is None:
        tracer.heap[ref] = tuple(ragged.ordered(tracer, items, tracer.truth(reverse).value))
    else:
        tracer.heap[ref] = tuple(sort_items(tracer, items_of(tracer, ref), key, reverse))
    return NONE


@of(LIST)
def remove(tracer, ref, value):
    items, tests = list(tracer.heap[ref]), []
    for flag, item in map(ragged.flagged, items):
        same = tracer.truth(tracer.compare("==", item, value))
        tests.append(same)
        if type(same) is Known and same.value and type(flag) is Known:  # it ends here, if not before
            break
    if all(type(same) is Known and not same.value for same in tests):
        raise HostRaised(ValueError("list.remove(x): x not in list"))
    tests += [FALSE] * (len(items) - len(tests))
    taken = ragged.first_of(tracer, items, tests)
    there = FALSE
    for this in taken:
        there = either(tracer.emit, there, this)
    ragged.require(tracer, there, lambda: ValueError("list.remove(x): x not in list"))
    tracer.heap[ref] = tuple(ragged.without(tracer, items, taken))
    return NONE


@of(LIST)
def copy(tracer, ref):
    return tracer.new(ref.kind, tracer.heap[ref])


@of(LIST, SEQUENCE)
def index(tracer, value, wanted):
    """The first equal item; the last one where none is, for pixels (Python would raise)."""
    items = items_of(tracer, value)
    result = None
    for number in range(len(items) - 1, -1, -1):
        same = tracer.truth(tracer.compare("==", items[number], wanted))
        if type(same) is Known:
            result = Known(number) if same.value else result
        else:
            result = Known(number) if result is None else select(tracer, same, Known(number), result)
    if result is None:
        raise HostRaised(ValueError("the value is not in the sequence"))
    if tracer.catching(ValueError):
        tracer.may_raise(tracer.negate(contains(tracer, value, wanted)), lambda: ValueError("not in the sequence"))
    return result


@of(LIST, SEQUENCE)
def count(tracer, value, wanted):
    total = Known(0)
    for item in items_of(tracer, value):
        total = tracer.binary("+", total, tracer.truth(tracer.compare("==", item, wanted)))
    return total


# --- dicts -----------------------------------------------------------------------------------------------------------

@of(DICT)
def get(tracer, ref, key, default=NONE):
    key = decide(tracer, key)
    if isinstance(key, Value):
        there, value = looked_up(tracer, mapping_items(tracer, ref), key)
        return default if value is None else choose(tracer, there, value, default)
    return mapping_items(tracer, ref).get(key_of(tracer, key), default)


@of(DICT)
def keys(tracer, ref):
    return Tuple(map(Known, mapping_items(tracer, ref)))


@of(DICT)
def values(tracer, ref):
    return Tuple(mapping_items(tracer, ref).values())


@of(DICT)
def items(tracer, ref):
    return Tuple(Tuple((Known(k), v)) for k, v in mapping_items(tracer, ref).items())


DICT_READ = dict(DICT)


@of(DICT)
def setdefault(tracer, ref, key, default=NONE):
    host = key_of(tracer, key)
    if host not in tracer.heap[ref]:
        tracer.heap[ref] = {**tracer.heap[ref], host: default}
    return tracer.heap[ref][host]


@of(DICT)
def update(tracer, ref, other=None, **more):
    added = mapping_items(tracer, other) if other is not None else {}
    tracer.heap[ref] = {**tracer.heap[ref], **added, **more}
    return NONE


def dict_pop(tracer, ref, key, default=None):
    contents, host = dict(tracer.heap[ref]), key_of(tracer, key)
    if host not in contents and default is None:
        raise HostRaised(KeyError(host))
    value = contents.pop(host, default)
    tracer.heap[ref] = contents
    return value


def popitem(tracer, ref, last=Known(True)):
    contents = dict(tracer.heap[ref])
    if not contents:
        raise HostRaised(KeyError("popitem(): dictionary is empty"))
    key = [*contents][-1 if key_of(tracer, last) else 0]
    value = contents.pop(key)
    tracer.heap[ref] = contents
    return Tuple((Known(key), value))


def move_to_end(tracer, ref, key, last=Known(True)):
    contents = dict(tracer.heap[ref])
    host = key_of(tracer, key)
    if host not in contents:
        raise HostRaised(KeyError(host))
    moved = {host: contents.pop(host)}
    tracer.heap[ref] = {**contents, **moved} if key_of(tracer, last) else {**moved, **contents}
    return NONE


def clear_mapping(tracer, ref):
    tracer.heap[ref] = {}
    return NONE


DICT.update(move_to_end=move_to_end, pop=dict_pop, popitem=popitem, copy=copy, clear=clear_mapping)


# --- sets ------------------------------------------------------------------------------------------------------------

@of(SET)
def add(tracer, ref, value):
    tracer.heap[ref] = {**tracer.heap[ref], key_of(tracer, value): NONE}
    return NONE


@of(SET)
def discard(tracer, ref, value):
    host = key_of(tracer, value)
    tracer.heap[ref] = {k: v for k, v in tracer.heap[ref].items() if k != host}
    return NONE


def set_update(tracer, ref, *others):
    for other in others:
        tracer.heap[ref] = {**tracer.heap[ref], **mapping_or_keys(tracer, other)}
    return NONE


def set_remove(tracer, ref, value):
    if key_of(tracer, value) not in tracer.heap[ref]:
        raise HostRaised(KeyError(key_of(tracer, value)))
    return discard(tracer, ref, value)


def combined(symbol):
    def method(tracer, ref, *others):
        for other in others:
            ref = set_binary(tracer, symbol, ref, other)
        return ref

    return method


SET.update(update=set_update, remove=set_remove, copy=copy, clear=clear_mapping, union=combined("|"),
           intersection=combined("&"), difference=combined("-"), symmetric_difference=combined("^"))


# --- numbers ---------------------------------------------------------------------------------------------------------

@of(NUMBER)
def conjugate(tracer, value):
    return value


@of(NUMBER)
def is_integer(tracer, value):
    if not value.type.is_float:
        return Known(True)
    return tracer.emit("eq", value, tracer.builder.emit("floor", value))


@of(NUMBER)
def bit_length(tracer, value):
    total, left = Known(0), tracer.emit("abs", as_value(tracer, value))
    for _ in range(value.type.bits):
        total = tracer.binary("+", total, tracer.compare("!=", left, Known(0)))
        left = tracer.binary(">>", left, Known(1))
    return total


@of(NUMBER)
def bit_count(tracer, value):
    total, left = Known(0), tracer.emit("abs", as_value(tracer, value))
    for _ in range(value.type.bits):
        total = tracer.binary("+", total, tracer.binary("&", left, Known(1)))
        left = tracer.binary(">>", left, Known(1))
    return total


@of(NUMBER)
def as_integer_ratio(tracer, value):
    if value.type.is_float:
        raise tracer.refuse("not-supported", "as_integer_ratio() of a Float", why="its numbers do not fit in 32 bits",
                            instead="compute with floats")
    return Tuple((as_value(tracer, value, int_of(value.type)), Known(1)))


@of(NUMBER)
def item(tracer, value):
    return value


@of(NUMBER)
def astype(tracer, value, dtype):
    """As the type's own call: np.float64(x), where an array's elements would become Floats."""
    wanted = decide(tracer, dtype)
    if type(wanted) is Known and (own := BY_DTYPE.get(np.dtype(wanted.value).name)):
        return tracer.call(Known(bool if own is BOOL else np.dtype(own.stored).type), [value], {})
    return of_type(tracer, value, wanted_type(tracer, wanted))


@of(NUMBER)
def view(tracer, value, dtype):
    """The same bits as another type."""
    wanted = decide(tracer, dtype)
    own = BY_DTYPE.get(np.dtype(wanted.value).name) if type(wanted) is Known else None
    kind = BITS.get((value.type, own))
    if own is value.type or kind is not None:
        return value if kind is None else tracer.emit(kind, value)
    raise tracer.refuse("not-supported", f"a {value.type.value} is viewed as {tracer.describe(wanted)}",
                        why="the bits of a float are read as a whole number of as many bits, and the other way round",
                        instead="np.float32(x).view(np.int32), np.uint32(n).view(np.float32)")


# --- operators by their names ----------------------------------------------------------------------------------------

def named_operators() -> dict:
    """[1].__contains__(x) and (2.0).__add__(x) are what `in` and + are."""
    two = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and": "&",
           "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "matmul": "@"}
    found = {f"__{name}__": lambda tracer, value, other, s=s: tracer.binary(s, value, other) for name, s in two.items()}
    found |= {f"__r{name}__": lambda tracer, value, other, s=s: tracer.binary(s, other, value) for name, s in two.items()}
    found |= {f"__{name}__": lambda tracer, value, other, s=s: tracer.compare(s, value, other) for name, s in (
        ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!="))}
    found |= {f"__{name}__": lambda tracer, value, s=s: tracer.unary(s, value) for name, s in (
        ("neg", "-"), ("pos", "+"), ("invert", "~"))}
    found["__contains__"] = lambda tracer, value, item: contains(tracer, value, item)
    found["__len__"] = lambda tracer, value: len_(tracer, [value], {})
    found["__getitem__"] = lambda tracer, value, key: tracer.subscript(value, key)
    found["__iter__"] = lambda tracer, value: tracer.iterator(value)
    found["__bool__"] = lambda tracer, value: tracer.truth(value)
    for name, function in (("abs", abs), ("float", float), ("int", int), ("round", round), ("divmod", divmod)):
        found[f"__{name}__"] = lambda tracer, value, *args, f=function: tracer.call(Known(f), [value, *args], {})
    return found


OPERATORS = named_operators()

ITERATOR: dict[str, callable] = {}


def send(tracer, ref, value=NONE):
    """The next value of a generator, to which this one is handed."""
    with sending(tracer, value):
        return next_meaning(tracer, [ref], {})


ITERATOR["__next__"] = send
ITERATOR["send"] = send
ITERATOR["close"] = lambda tracer, ref: NONE
