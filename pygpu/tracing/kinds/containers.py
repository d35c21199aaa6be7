"""Lists, tuples, dicts and sets whose shape is known and whose leaves may be symbols."""

from __future__ import annotations

import operator

from ...errors import CompileError
from ...ir import BOOL, FLOAT, INT, Value, constant
from ..host.handing import NotKnown, Revealed
from ..paths.frames import HostRaised
from ..paths.meeting import as_array, element_of
from ..values import choices
from ..values.assumptions import Undecided, decide, implied
from ..values.lattice import FALSE, TRUE, Known, Maybe, Record, Ref, Tuple, View, flagged
from ..values.numbers import data_decide, meeting_type, merges, open_vector, plain
from ..values.possible import bounds_of
from .instances import made_tuple
from .scalars import as_value, select
from .vectors import make_vector, vector_items

FEW = 16  # items of which one is chosen, or changed, by a symbol; more of them are an array of the graph

UNSURE = 4  # items of a list that may be missing, where the instruction is walked for each length that it may have
MOST = 128  # items of a list whose length a pixel decides

# --- what there is ---------------------------------------------------------------------------------------------------

def items_of(tracer, value) -> list | None:
    """The items of a sequence, in order; None if it is none."""
    kind = type(value)
    if kind is Tuple or kind is View or kind is Ref and value.kind == "list":
        items = value.items if kind is Tuple else seen(tracer, value) if kind is View else tracer.heap[value]
        unsure = [item.flag for item in items if type(item) is Maybe]
        if unsure:
            return those_there(tracer, items, unsure)
        return list(items)
    if kind is Record and issubclass(value.cls, tuple):
        return list(value.fields.values())
    if kind is Known and isinstance(value.value, (list, tuple, range)):
        return [Known(v) for v in value.value]
    return None


def those_there(tracer, items, unsure) -> list:
    """The items of a list, some of which may be missing, where the length must be known: if they are few, the instruction
    is walked once for each length."""
    truths = {flag: implied(tracer.assumed, flag) for flag in unsure}
    open_ones = [flag for flag, truth in truths.items() if truth is None]
    if len(open_ones) > UNSURE:
        raise tracer.refuse("symbolic-length", "a list whose length depends on a pixel stands where it must be known")
    if open_ones:
        raise Undecided(open_ones[0])
    return [item.value if type(item) is Maybe else item for item in items if type(item) is not Maybe or truths[item.flag]]


CHOSEN = {"kind": "item-changed", "seen": "a list is changed that a pixel has chosen, or has chosen among others",
          "why": "what is chosen is made anew of their items, and would not change with them",
          "instead": "change a copy of it: list(row)"}
OUTSIDE = {"kind": "writes-outside", "seen": "a list from outside the filter is changed"}


def class_of_all(tracer, sequences) -> type | None:
    """The class that all of these sequences have; None if there is none."""
    classes = {class_of_sequence(tracer, each) for each in sequences}
    return classes.pop() if len(classes) == 1 else None


def class_of_sequence(tracer, value) -> type | None:
    kind = type(value)
    if kind is Ref:
        return list if value.kind == "list" and value.cls is None else None
    if kind is Record:
        return None if any([tracer.heap[own] for own in choices.leaves(value.own) if own is not None]) else value.cls
    if kind is not Known:
        return tuple
    cls = type(value.value)
    return None if cls is not list and getattr(value.value, "__dict__", None) else tuple if cls is range else cls


def chosen_sequence(tracer, cls: type, sequences, items):
    """One of several sequences of a class, by its items. A list is still one, but may not be changed."""
    if cls is not list:
        return made_tuple(tracer, cls, items)
    made = tracer.new("list", tuple(items))
    for each in sequences:
        if type(each) is Ref:
            each.frozen = CHOSEN
    made.frozen = CHOSEN if Ref in map(type, sequences) else OUTSIDE
    return made


PARTS_OF_ENTRIES = {"keys": lambda key, value: key, "values": lambda key, value: value,
                    "items": lambda key, value: Tuple((key, value))}


def seen(tracer, view: View) -> tuple:
    """What keys(), values() or items() show now, with what may be missing."""
    contents, part = tracer.heap[decide(tracer, view.mapping)], PARTS_OF_ENTRIES[view.part]
    if type(contents) is dict:
        return tuple([part(Known(key), value) for key, value in contents.items()])
    return tuple([Maybe(entry.flag, part(*entry.value.items)) if type(entry) is Maybe else part(*entry.items)
                  for entry in contents])


def maybe(flag, value):
    """An item that is there where the flag holds."""
    return value if type(flag) is Known and flag.value else Maybe(flag, value)


def slots_of(tracer, value) -> list | None:
    """The items of a sequence, with those that may be missing."""
    if type(value) is Tuple:
        return list(value.items)
    return list(tracer.heap[value]) if type(value) is Ref and value.kind == "list" else items_of(tracer, value)


def known_length(tracer, value) -> int | None:
    value = value.mapping if type(value) is View else value
    items = items_of(tracer, value)
    if items is not None:
        return len(items)
    if type(value) is Ref and value.kind in ("dict", "set"):
        contents = tracer.heap[value]
        return None if any([type(entry) is Maybe for entry in contents]) else len(contents)
    if type(value) is Ref and value.kind == "array":
        return tracer.heap[value][0].value[0] if tracer.heap[value][0].value else None
    return None


def key_of(tracer, value):
    """A dict's or set's key, which must be known."""
    try:
        return Revealed(tracer).reveal(decide(tracer, value))
    except NotKnown:
        raise tracer.refuse("symbolic-key") from None


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
    low, high = bounds_of(at)
    if (tracer.of_arrays or tracer.catching(IndexError)) and not -count <= low <= high < count:
        outside = either(tracer, tracer.compare("<", at, Known(-count)), tracer.compare(">=", at, Known(count)))
        if tracer.catching(IndexError):
            tracer.may_raise(outside, lambda: IndexError("index out of range"))
        else:
            tracer.raise_unseen(outside)
    return as_value(tracer, tracer.emit("select", as_value(tracer, tracer.emit("lt", at, constant(0))),
                                        as_value(tracer, tracer.emit("add", at, constant(count))), at))


def pick(tracer, items, at: Value):
    first = items[0]
    if all(type(i) is Known and merges(i) for i in items):
        kind = meeting_type(items)
        return tracer.emit("table", at, values=tuple(kind.number(plain(i.value)) for i in items), type=kind)
    if all(map(merges, items)):
        result = items[-1]
        for number in range(len(items) - 2, -1, -1):
            result = select(tracer, tracer.emit("eq", at, constant(number)), items[number], result)
        return result
    cls = tuple if vector_items(first) is not None else class_of_all(tracer, items)
    of_lists = any(type(i) is Ref for i in items)  # one of them is it, and may be changed
    rows = [items_of(tracer, i) or vector_items(i) for i in items] if cls is not None and not of_lists else [None]
    if all(r is not None and len(r) == len(rows[0]) for r in rows):
        columns = [pick(tracer, [row[c] for row in rows], at) for c in range(len(rows[0]))]
        if vector_items(first) is not None:
            return make_vector(open_vector(first).cls, columns, open_vector(first))
        return chosen_sequence(tracer, cls, items, columns)
    flags = [tracer.emit("eq", at, constant(number)) for number in range(len(items) - 1)]
    return choices.chosen([*zip(flags, items), (TRUE, items[-1])])


# --- operators -------------------------------------------------------------------------------------------------------

def sequence_binary(tracer, symbol, a, b):
    if symbol == "+":
        left, right = slots_of(tracer, a), slots_of(tracer, b)
        if left is not None and right is not None and is_list(a) == is_list(b):
            return tracer.new("list", (*left, *right)) if is_list(a) else Tuple((*left, *right))
    if symbol == "*":
        for sequence, times in ((a, b), (b, a)):
            items = slots_of(tracer, sequence)
            if items is not None and isinstance(times, Value):
                times = as_value(tracer, times, INT) if times.type is BOOL else times
                most = int(bounds_of(times)[1]) * len(items) if times.type is INT else MOST + 1
                if times.type is FLOAT:
                    kind = "list" if is_list(sequence) else "tuple"
                    raise tracer.refuse("not-a-number", f"a {kind} is multiplied by a Float", instead="make a vector of it: "
                                        "Vec3(*t), Color(*t) or numpy.array(t) is multiplied part by part")
                if most > MOST and tracer.room and data_decide(times):
                    most = len(items) * max(1, tracer.room // max(1, len(items)))
                    note_out_of_room(tracer, tracer.compare(">", times, Known(most // max(1, len(items)))))
                if most <= MOST:
                    rounds = [(tracer.compare("<", Known(k // len(items)), times), flagged(items[k % len(items)]))
                              for k in range(max(most, 0))]
                    slots = [maybe(both(tracer, goes, flag), item) for goes, (flag, item) in rounds]
                    return tracer.new("list", tuple(slots)) if is_list(sequence) else Tuple(slots)
                raise tracer.refuse("symbolic-length", "a sequence is repeated a number of times that depends on a pixel")
            if items is not None and type(times) is Known and isinstance(times.value, int):
                repeated = items * times.value
                return tracer.new("list", tuple(repeated)) if is_list(sequence) else Tuple(repeated)
    return None


def note_out_of_room(tracer, over) -> None:
    """Pixels for which a sequence is longer than there is room for note it as if they raised an exception."""
    tracer.out_of_room = tracer.out_of_room or tracer.refuse("out-of-room", "a list that is as long as data say",
                                                              room=tracer.room)
    note = tracer.raised.note
    tracer.heap[note] = (choices.either(tracer.emit, tracer.heap[note][0], over),)


def inplace_container(tracer, symbol, ref: Ref, other) -> bool:
    if ref.kind == "list" and symbol == "*" and type(other) is Known:
        tracer.heap[ref] = tracer.heap[ref] * other.value
        return True
    if ref.kind == "list" and symbol == "*" and isinstance(other, Value):
        tracer.heap[ref] = tracer.heap[sequence_binary(tracer, symbol, ref, other)]
        return True
    return False


def sequence_compare(tracer, symbol, a, b):
    left, right = (None if type(each) is View else items_of(tracer, each) for each in (a, b))
    if left is None or right is None or is_list(a) != is_list(b):
        return None
    if symbol in ("==", "!="):
        equal = TRUE if len(left) == len(right) else FALSE
        for x, y in zip(left, right):
            equal = both(tracer, equal, tracer.truth(tracer.compare("==", x, y)))
        return opposite(tracer, equal) if symbol == "!=" else equal
    return lexicographic(tracer, symbol, left, right)


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
