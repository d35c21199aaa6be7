"""Lists that grow in a loop over whole arrays, which the loop carries as arrays that have room for more, and a number
(library/whole/grown.py).

How many items there will be, only the run knows. One for which there is no room raises as an index beyond an array does:
plain NumPy is asked then, and where that raises none, the function is compiled anew, with more room.
"""

from __future__ import annotations

from math import prod

import numpy as np

from ...ir import Value
from ...ir.ops import ROOM
from ...library.whole.grown import Grown, kept, put
from ..kinds.containers import is_list
from ..kinds.numpys import class_told
from ..paths.sharing import references
from ..values.assumptions import decide
from ..values.lattice import NONE, Choice, Known, Ref, Table, Tuple, flagged
from .fields import as_field, is_array, new, of_host, operand, value_of
from .parts import store
from .table import MAKERS, MEANINGS

LEAST, MOST = 256, 1 << 20  # items that there is room for at first; numbers that all of them may be
SHARED = {"kind": "two-names", "seen": "an array is changed that was put into a list"}  # both would be others


def is_grown(value) -> bool:
    return type(value) is Ref and value.cls is Grown


# --- what an item is -------------------------------------------------------------------------------------------------

class Leaf:
    """A number or an array in an item: of which dtype and shape, and Python's class of the number, if it is of one."""

    def __init__(self, dtype, shape, python):
        self.dtype, self.shape, self.python = np.dtype(dtype), shape, python

    def takes(self, other: Leaf) -> bool:
        """Whether the other one may stand in its place: of one dtype, or a whole number where there are floats."""
        if self.shape != other.shape:
            return False
        wider = self.dtype.kind == "f" and self.dtype.itemsize == 8 and other.python in (bool, int, float)
        return self.dtype == other.dtype or wider


def leaves(heap, tracer, item):
    """An item as leaves, in tuples and lists of them; None for anything else."""
    if is_array(item):
        contents = heap[item]
        if len(contents) > 2:
            return None
        kind = contents[0].type if len(contents) == 1 else getattr(contents[1].value, "type", None)
        return None if kind is None else Leaf(kind.dtype, kind.shape, None)
    if type(item) is Choice:  # of numbers of one kind; as floats, where there are ints among them
        return wider(leaves(heap, tracer, item.a), leaves(heap, tracer, item.b))
    if isinstance(item, Value):
        kind = operand(tracer, item)[1]
        return Leaf(kind, (), item.type.python if class_told(tracer, item) is None else None)
    if type(item) is Known and type(item.value) in (bool, int, float):
        return Leaf(type(item.value), (), type(item.value))
    if type(item) is Known and isinstance(item.value, np.ndarray | np.generic) and item.value.dtype.kind in "biuf":
        return Leaf(item.value.dtype, item.value.shape, None)
    if type(item) is Known and type(item.value) is tuple:
        item = Tuple(map(Known, item.value))
    of_list = type(item) is Ref and item.kind == "list" and item.cls is None
    if type(item) is not Tuple and not of_list:
        return None
    found = [leaves(heap, tracer, each) for each in (heap[item] if of_list else item.items)]
    return None if None in found or not found else found if of_list else tuple(found)


def wider(one, other):
    if isinstance(one, Leaf) and isinstance(other, Leaf):
        return one if one.takes(other) else other if other.takes(one) else None
    if type(one) is not type(other) or one is None or len(one) != len(other):
        return None
    found = [wider(*each) for each in zip(one, other)]
    return None if None in found else type(found)(found) if type(one) is list else tuple(found)


def form_of(found):
    if isinstance(found, Leaf):
        return found.python
    return type(found)(map(form_of, found))


def take(like, other) -> bool:
    if isinstance(like, Leaf) or isinstance(other, Leaf):
        return type(like) is type(other) and like.takes(other)
    return type(like) is type(other) and len(like) == len(other) and all(map(take, like, other))


# --- in place of a list ----------------------------------------------------------------------------------------------

def may_grow(tracer, edge, a: Ref, b: Ref, where: tuple) -> tuple | None:
    """What an item is of a list that grows in a loop, if it can be carried so; None where it can't."""
    if not tracer.shaped or len(where) != 1 and where[0] != "stack!" or a.kind != "list" or a.cls is not None:
        return None
    if is_grown(b):
        like = edge.heap_b[b].get("like", NONE).value
    elif type(edge.heap_b[b]) is Table:
        python = edge.heap_b[b].array.type.element.python
        like = Leaf(python, (), python)
    else:
        items = edge.heap_b[b]
        like = leaves(edge.heap_b, tracer, flagged(items[-1])[1]) if items and b.kind == "list" and b.cls is None else None
    here = edge.heap_a[a]
    if like is None or not all(take(like, found) for found in (leaves(edge.heap_a, tracer, each) for each in here)):
        return None
    entry = edge.opening.entry
    held = entry.locals[where[0]] if len(where) == 1 else entry.stack[where[1]]
    return like if references(tracer, entry, tracer.frames[-1].live[edge.head])[held] == 1 else None


def begun(tracer, heap, like, steps: int, ref: Ref) -> Ref:
    """Such a list, with what is in one before the loop."""
    room = max(LEAST, min(steps, MOST)) * max(tracer.room // ROOM, 1) ** 2 + len(heap[ref])
    made = tracer.new("instance", {"columns": columns_for(tracer, like, room), "form": Known(form_of(like)),
                                   "first": Known(0), "many": Known(0), "like": Known(like)}, Grown)
    for each in heap[ref]:
        tracer.call(Known(Grown.append), [made, each], {})
    for each in tracer.heap.reached_from([made]):
        dict.__setitem__(heap, each, tracer.heap[each])
    return made


def columns_for(tracer, like, room: int):
    if not isinstance(like, Leaf):
        return Tuple([columns_for(tracer, each, room) for each in like])
    return new(tracer, of_host(tracer, np.zeros((min(room, max(MOST // max(prod(like.shape), 1), 1)), *like.shape),
                                                like.dtype)))


def columns(like, where: tuple) -> list[tuple]:
    """Where the arrays stand."""
    return [where] if isinstance(like, Leaf) else [
        each for number, inner in enumerate(like) for each in columns(inner, (*where, number))]


def put_item(tracer, args, kwargs):
    columns, form, place, item = args
    tracer.out_of_room = tracer.out_of_room or tracer.refuse(
        "out-of-room", "a list that grows in a loop", room=tracer.room)
    put_at(tracer, decide(tracer, columns), form.value, place, decide(tracer, item))
    return NONE


def put_at(tracer, columns, form, place, item) -> None:
    if is_array(columns):
        kind = tracer.heap[columns][0].type
        given = leaves(tracer.heap, tracer, item)
        if not isinstance(given, Leaf) or not Leaf(kind.dtype, kind.shape[1:], form).takes(given):
            raise refuse_kinds(tracer)
        if is_array(item):
            held(tracer, item).frozen = held(tracer, item).frozen or SHARED
            item = new(tracer, as_field(tracer, item))
        store(tracer, columns, place, item)
        return
    items = item.items if type(item) is Tuple else tracer.heap[item] if is_list(item) else [
        Known(each) for each in item.value] if type(item) is Known and type(item.value) is tuple else None
    if items is None or len(items) != len(form):
        raise refuse_kinds(tracer)
    for column, inner, each in zip(columns.items, form, items):
        put_at(tracer, decide(tracer, column), inner, place, decide(tracer, each))


def held(tracer, ref: Ref) -> Ref:
    """The array of which one is a part."""
    while len(tracer.heap[ref]) == 2:
        ref = tracer.heap[ref][0]
    return ref


def kept_item(tracer, args, kwargs):
    (item,) = args
    if not is_array(item) or not value_of(tracer, item).type.shape:
        return item
    found = new(tracer, value_of(tracer, item))
    found.frozen = SHARED
    return found


def refuse_kinds(tracer):
    return tracer.refuse("loop-changes-shape", "a list gets items of other kinds than it has in a loop")


MEANINGS[put] = MAKERS[put] = put_item
MEANINGS[kept] = MAKERS[kept] = kept_item
