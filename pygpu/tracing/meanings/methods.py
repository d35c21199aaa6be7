"""The methods of lists, tuples, dicts, sets and numbers made while tracing.

A table for each kind of receiver: name -> meaning(tracer, receiver, *args, **kwargs).
"""

from __future__ import annotations

import math
import operator
import struct
from functools import lru_cache, partial, reduce

import numpy as np

from ...errors import CompileError
from ...ir import BITS, BOOL, BY_DTYPE, Value
from ...library.standard import functions as library
from ...library.standard import packing
from ..host.handing import python_class
from ..host.table import method_of
from ..kinds import close as closely
from ..kinds import ragged
from ..kinds.arrays import METHODS, array_attribute
from ..kinds.containers import items_of, key_of, slots_of
from ..kinds.deques import is_deque, made_like
from ..kinds.mappings import contains
from ..kinds.scalars import as_value, select
from ..paths.frames import HostRaised
from ..paths.generators import close, is_generator, see_heard, sending, stopped, throw
from ..values.assumptions import decide
from ..values.choices import both, either
from ..values.lattice import FALSE, NONE, Builtin, Close, Known, Record, Ref, Text, Tuple
from ..values.numbers import class_of, int_of, numeric
from .iterables import in_order, len_, next_meaning
from .lending import of_type, wanted_type
from .mapping_methods import DICT, DICT_READ, SET

LIST: dict[str, callable] = {}
SEQUENCE: dict[str, callable] = {}
NUMBER: dict[str, callable] = {}

def bound_builtin(tracer, value, name: str):
    """The method `name` of a structure or a symbol, or None."""
    table = None
    if type(value) is Text and hasattr(str, name):
        return Builtin(lambda tracer, receiver, *args, **kwargs: Text(), value, name)
    if type(value) is Builtin and value.name == "partial":
        (function, *args), keywords = value.receiver.items[0].items, value.receiver.items[1]
        return {"func": function, "args": Tuple(args), "keywords": keywords}.get(name)
    if type(value) is Tuple or type(value) is Record and issubclass(value.cls, tuple):
        table = SEQUENCE
    elif type(value) is Ref:
        if value.kind == "array" and (found := array_attribute(tracer, value, name)) is not None:
            return found
        table = {"list": LIST, "dict": DICT, "set": SET, "iterator": ITERATOR}.get(value.kind)
    elif isinstance(value, Value):
        if name in ("real", "imag") or name in ("numerator", "denominator") and not value.type.is_float:
            return value if name in ("real", "numerator") else Known(int(name == "denominator"))
        if name in OF_A_NUMBER or name in METHODS and name not in NUMBER and not hasattr(class_of(value.type), name):
            return number_of_numpy(tracer, value, name)
        table = NUMBER
    elif type(value) is Known and isinstance(value.value, np.ndarray) and hasattr(np, name):
        return Builtin(lambda tracer, array, *args, **kwargs: tracer.call(  # np.dot(array, ...)
            Known(getattr(np, name)), [array, *args], kwargs), value, name)
    elif type(value) is Known:
        table = next((table for kinds, table in OF_HOST.items() if isinstance(value.value, kinds)), None)
    if table is not None and name in table:
        return Builtin(table[name], value, name)
    of_ours = numeric(value) or type(value) is Tuple or type(value) is Ref and value.cls is None
    if not of_ours or name == "__class__" or not hasattr(python_class(tracer, value), name):
        return None
    if name in OPERATORS:
        return Builtin(OPERATORS[name], value, name)
    return None if type(value) is Known else Builtin(without_meaning(name), value, name)


@lru_cache(maxsize=1024)
def without_meaning(name: str):
    """A method that Python's own has, and ours has not: it is there, but cannot be called."""
    def refused(tracer, receiver, *args, **kwargs):
        raise tracer.refuse("not-supported", f"{name}() of {tracer.describe(receiver)}",
                            why="of the methods that Python's own has, this one has no meaning on a device",
                            instead="use operators, functions, or other methods")

    return refused


OF_A_NUMBER = {"shape": (), "ndim": 0, "size": 1, "dtype": None}
STRUCT = {name: lambda tracer, receiver, *args, f=getattr(packing, name): tracer.call(
    Known(f), [Known(receiver.value.format), *args], {}) for name in ("pack", "unpack", "unpack_from")}


def number_of_numpy(tracer, value, name: str):
    """What NumPy's numbers have beyond Python's: they are arrays of no dimension."""
    if name == "dtype":
        return Known(np.dtype(python_class(tracer, value)))
    if name in OF_A_NUMBER:
        return Known(OF_A_NUMBER[name])
    return Builtin(METHODS[name], value, name)


# --- lists -----------------------------------------------------------------------------------------------------------

@method_of(LIST)
def append(tracer, ref, value):
    take = tracer.frames[-1].takes.get(ref)
    if take is not None:  # a loop that fills lists is gone through (instructions/comprehensions.py)
        take(value)
        return NONE
    items = tracer.heap[ref]
    tracer.budget -= len(items) >> 8  # they are copied
    longer = closely.appended(tracer, items, value) if isinstance(items, Close) else (*items, value)
    tracer.heap[ref] = ragged.no_longer(tracer, ref, longer)
    return NONE


@method_of(LIST)
def extend(tracer, ref, values):
    mark = tracer.mark()
    try:
        items, more = tracer.heap[ref], tracer.remaining_maybe(values)
    except CompileError as refusal:
        if refusal.kind != "symbolic-length":
            raise
        tracer.back(mark)  # a symbol says how many there are: a loop
        return tracer.call(Known(library.append_each), [ref, values], {})
    longer = reduce(partial(closely.appended, tracer), more, items) if isinstance(items, Close) else (*items, *more)
    tracer.heap[ref] = ragged.no_longer(tracer, ref, longer)
    return NONE


@method_of(LIST)
def insert(tracer, ref, index, value):
    items = list(tracer.heap[ref])
    if isinstance(index, Value):
        tracer.heap[ref] = ragged.no_longer(tracer, ref, tuple(ragged.inserted(tracer, items, index, value)))
        return NONE
    at = key_of(tracer, index)
    if ragged.is_ragged(items) and at:
        before, behind = [ragged.slice_of(tracer, items, part) for part in (slice(at), slice(at, None))]
        items = [*before, value, *behind]
    else:
        items.insert(at, value)
    tracer.heap[ref] = ragged.no_longer(tracer, ref, tuple(items))
    return NONE


@method_of(LIST)
def pop(tracer, ref, index=Known(-1)):
    items = tracer.heap[ref]
    if closely.is_end(items, index):
        item, tracer.heap[ref] = closely.popped(tracer, items, index)
        return item
    items = list(items)
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


@method_of(LIST)
def appendleft(tracer, ref, value):
    tracer.heap[ref] = ragged.no_longer(tracer, ref, (value, *tracer.heap[ref]), first=True)
    return NONE


@method_of(LIST)
def extendleft(tracer, ref, values):
    tracer.heap[ref] = ragged.no_longer(
        tracer, ref, (*reversed(tracer.remaining_maybe(values)), *tracer.heap[ref]), first=True)
    return NONE


@method_of(LIST)
def popleft(tracer, ref):
    return pop(tracer, ref, Known(0))


@method_of(LIST)
def rotate(tracer, ref, n=Known(1)):
    items = items_of(tracer, ref)
    if isinstance(decide(tracer, n), Value) and items:
        places = [tracer.binary("%", tracer.binary("-", Known(place), n), Known(len(items))) for place in range(len(items))]
        before = Tuple(items)
        tracer.heap[ref] = tuple([tracer.subscript(before, place) for place in places])
        return NONE
    by = -key_of(tracer, n) % len(items) if items else 0
    tracer.heap[ref] = (*items[by:], *items[:by])
    return NONE


@method_of(LIST)
def clear(tracer, ref):
    tracer.heap[ref] = ()
    return NONE


@method_of(LIST)
def reverse(tracer, ref):
    tracer.heap[ref] = tracer.heap[ref][::-1]
    return NONE


@method_of(LIST)
def sort(tracer, ref, key=NONE, reverse=Known(False)):
    tracer.heap[ref] = tuple(in_order(tracer, list(tracer.heap[ref]), key, reverse))
    return NONE


@method_of(LIST)
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


@method_of(LIST)
def copy(tracer, ref):
    return made_like(tracer, ref, tracer.heap[ref]) if is_deque(ref) else tracer.new(ref.kind, tracer.heap[ref])


@method_of(LIST, SEQUENCE)
def index(tracer, value, wanted, start=Known(0), stop=Known(None)):
    """The first equal item; the last one where none is, for pixels (Python would raise)."""
    slots, bounds = slots_of(tracer, value), slice(key_of(tracer, start), key_of(tracer, stop))
    if ragged.is_ragged(slots) and bounds.start >= 0:
        return ragged.place_of(tracer, ragged.slice_of(tracer, slots, bounds), wanted, start)
    items = items_of(tracer, value)
    places = range(len(items))[bounds]
    result = None
    for number in reversed(places):
        same = tracer.truth(tracer.compare("==", items[number], wanted))
        if type(same) is Known:
            result = Known(number) if same.value else result
        else:
            result = Known(number) if result is None else select(tracer, same, Known(number), result)
    if result is None:
        raise HostRaised(ValueError("the value is not in the sequence"))
    if tracer.catching(ValueError):
        there = value if len(places) == len(items) else Tuple([items[number] for number in places])
        tracer.may_raise(tracer.negate(contains(tracer, there, wanted)), lambda: ValueError("not in the sequence"))
    return result


@method_of(LIST, SEQUENCE)
def count(tracer, value, wanted):
    total = Known(0)
    for flag, item in map(ragged.flagged, slots_of(tracer, value)):
        same = both(tracer.emit, flag, tracer.truth(tracer.compare("==", item, wanted)))
        total = tracer.binary("+", total, same)
    return total


# --- numbers ---------------------------------------------------------------------------------------------------------

@method_of(NUMBER)
def conjugate(tracer, value):
    return value


@method_of(NUMBER)
def is_integer(tracer, value):
    if not value.type.is_float:
        return Known(True)
    return tracer.emit("eq", value, tracer.builder.emit("floor", value))


@method_of(NUMBER)
def bit_length(tracer, value):
    total, left = Known(0), tracer.emit("abs", as_value(tracer, value))
    for _ in range(value.type.bits):
        total = tracer.binary("+", total, tracer.compare("!=", left, Known(0)))
        left = tracer.binary(">>", left, Known(1))
    return total


@method_of(NUMBER)
def bit_count(tracer, value):
    return tracer.emit("ones", tracer.emit("abs", as_value(tracer, value)))


@method_of(NUMBER)
def as_integer_ratio(tracer, value):
    if value.type.is_float:
        raise tracer.refuse("not-supported", "as_integer_ratio() of a Float", why="its numbers do not fit in 32 bits",
                            instead="compute with floats")
    return Tuple((as_value(tracer, value, int_of(value.type)), Known(1)))


@method_of(NUMBER)
def to_bytes(tracer, value, *args, **kwargs):
    return tracer.call(Known(packing.to_bytes), [value, *args], kwargs)


@method_of(NUMBER)
def item(tracer, value, *place):
    """The number as Python's own."""
    return tracer.call(Known(value.type.python), [value], {})


@method_of(NUMBER)
def astype(tracer, value, dtype):
    """As the type's own call: np.float64(x), where an array's elements would become Floats."""
    wanted = decide(tracer, dtype)
    if type(wanted) is Known and (own := BY_DTYPE.get(np.dtype(wanted.value).name)):
        return tracer.call(Known(bool if own is BOOL else np.dtype(own.stored).type), [value], {})
    return of_type(tracer, value, wanted_type(tracer, wanted))


@method_of(NUMBER)
def view(tracer, value, dtype):
    """The same bits as another type."""
    wanted = decide(tracer, dtype)
    own = BY_DTYPE.get(np.dtype(wanted.value).name) if type(wanted) is Known else None
    kind = BITS.get((value.type, own))
    if own is value.type or kind is not None:
        return value if kind is None else tracer.emit(kind, value)
    if own is not None and own.is_whole and value.type.is_whole and own.bits == value.type.bits:
        return tracer.builder.convert(value, own)
    raise tracer.refuse("not-supported", f"a {value.type.value} is viewed as {tracer.describe(wanted)}",
                        why="the bits of a float are read as a whole number of as many bits, and the other way round",
                        instead="np.float32(x).view(np.int32), np.uint32(n).view(np.float32)")


# --- operators by their names ----------------------------------------------------------------------------------------

def named_operators() -> dict:
    """[1].__contains__(x) and (2.0).__add__(x) are what `in` and + are."""
    two = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and": "&",
           "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "matmul": "@"}
    found = {f"__{name}__": lambda tracer, value, other, *, s=s: tracer.binary(s, value, other) for name, s in two.items()}
    found |= {f"__r{name}__": lambda tracer, value, other, *, s=s: tracer.binary(s, other, value) for name, s in two.items()}
    found |= {f"__{name}__": lambda tracer, value, other, *, s=s: tracer.compare(s, value, other) for name, s in (
        ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!="))}
    found |= {f"__{name}__": lambda tracer, value, *, s=s: tracer.unary(s, value) for name, s in (
        ("neg", "-"), ("pos", "+"), ("invert", "~"))}
    found["__contains__"] = lambda tracer, value, item: contains(tracer, value, item)
    found["__len__"] = lambda tracer, value: len_(tracer, [value], {})
    found["__getitem__"] = lambda tracer, value, key: tracer.subscript(value, key)
    found["__iter__"] = lambda tracer, value: tracer.iterator(value)
    found["__bool__"] = lambda tracer, value: tracer.truth(value)
    for name, function in (("abs", abs), ("float", float), ("int", int), ("round", round), ("divmod", divmod),
                           ("index", operator.index), ("trunc", math.trunc), ("floor", math.floor), ("ceil", math.ceil),
                           ("str", str), ("repr", repr), ("format", format), ("pow", pow)):
        found[f"__{name}__"] = lambda tracer, value, *args, f=function: tracer.call(Known(f), [value, *args], {})
    return found


OPERATORS = named_operators()

ITERATOR: dict[str, callable] = {}
OF_HOST = {(list, tuple, range): SEQUENCE, dict: DICT_READ, struct.Struct: STRUCT}


def send(tracer, ref, value=NONE):
    """The next value of a generator, to which this one is handed."""
    if not (type(value) is Known and value.value is None):
        see_heard(tracer, decide(tracer, ref))
    with sending(tracer, value):
        return next_meaning(tracer, [ref], {})


ITERATOR["__next__"] = send
ITERATOR["send"] = send


def throw_(tracer, ref, error, *rest):
    """The next value of a generator in which an exception is raised."""
    condition, take = throw(tracer, ref, HostRaised(tracer.exception_of(error), explicit=True))
    if not condition.value:
        raise stopped(tracer, ref)
    return take()


def close_(tracer, ref):
    if is_generator(tracer, ref):
        close(tracer, ref)
    return NONE


ITERATOR["throw"], ITERATOR["close"] = throw_, close_
