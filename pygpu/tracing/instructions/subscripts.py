"""container[key], looked up and assigned: of lists, tuples, dicts, arrays, and objects with methods of their own."""

from __future__ import annotations

import array
import operator
import types

import numpy as np

from ...ir import Value, constant
from ...language.vectors import Vector
from ...library.standard.packing import Packed
from ..host.changes import MUTABLE, STANDARD, library, may_change, refuse_change
from ..host.handing import NotKnown, Revealed
from ..host.outside import on_host
from ..kinds import boxes, close, ragged
from ..kinds.array_classes import like
from ..kinds.arrays import array_store, array_subscript, close_array, is_array
from ..kinds.boxes import is_box
from ..kinds.containers import (
    FEW,
    both,
    either,
    is_list,
    item_at_symbol,
    items_of,
    key_of,
    opposite,
    pick,
    table_index,
    within,
)
from ..kinds.images import subscript_image
from ..kinds.instances import find_special
from ..kinds.mappings import item_of, known_item, set_item, take_out
from ..kinds.numpys import as_numpys
from ..kinds.ragged import contents_of, is_ragged
from ..kinds.scalars import as_value
from ..kinds.sorting import choose, choose_one
from ..kinds.vectors import vector_items
from ..meanings import masks
from ..meanings.methods import pop
from ..meanings.texts import as_letters, is_letters
from ..paths.frames import HostRaised
from ..paths.inside import is_inside
from ..paths.meeting import as_array, element_of
from ..paths.raising import is_named
from ..values.assumptions import decide, implied
from ..values.lattice import FALSE, ImageValue, InOrder, Known, Record, Ref, Table, Tuple
from ..values.numbers import merges, numeric, type_of
from ..whole import parts as whole
from ..whole.either_of import as_one
from ..whole.fields import as_field, new, wanted
from ..whole.fields import is_array as is_whole
from ..whole.operators import is_large
from .counted import counted


def subscript(tracer, container, key):
    container, key = decide(tracer, container), decide(tracer, as_one(tracer, key))
    if type(container) is Known and type(key) is Known:
        if type(key.value) is str and type(container.value) is dict and "__builtins__" in container.value:
            tracer.reached.name(container.value, key.value)  # globals()["k"]
        return Known(on_host(tracer, operator.getitem, container.value, key.value, what="[...]"))
    own = own_method(tracer, container, "__getitem__")
    if own is None and is_letters(container):
        own = find_special(tracer, container, "__getitem__")
    if own is not None:
        return tracer.call(own, [key], {})
    if type(container) is Ref and container.kind == "dict":
        return item_of(tracer, container, key)
    if type(container) is Known and isinstance(container.value, dict) and (
            isinstance(key, Value) or is_letters(key)):
        return known_item(tracer, container.value, key)
    if type(container) is Known and isinstance(container.value, (str, bytes, bytearray)) and isinstance(key, Value):
        return text_at(tracer, container.value, key)
    if type(container) is Known and type(container.value) is str and type(key) is Record and key.cls is slice:
        return tracer.subscript(as_letters(container.value), key)
    if is_whole(container):
        return whole.subscript(tracer, container, key)
    if tracer.of_arrays and (is_large(container) and not isinstance(key, Value) or is_whole(key)
                             or is_array(container) and whole.has_stretch(key)):
        found = as_field(tracer, container)
        if found is not None:
            return whole.subscript(tracer, new(tracer, found), key)
    if is_box(tracer, container):
        return boxes.subscript(tracer, container, key)
    if is_array(container):
        part = masks.chosen(tracer, container, key)
        if part is not None:
            return part
        found = array_subscript(tracer, container, key)
        return as_numpys(tracer, found) if tracer.trying and numeric(found) else like(tracer, found, container)
    slots = contents_of(tracer, container)
    if type(slots) is Table and type(key) is not Record and (type(key) is not Known or not isinstance(key.value, slice)):
        return table_item(tracer, slots, key)
    if type(slots) is InOrder and len(slots) > 2 and not (type(key) is Known and key.value == 0):
        raise tracer.refuse("not-supported", "an item of a heap is looked at that is not its first",
                            why="a heap is kept in order here, which heapq does only as far as it needs",
                            instead="sorted(heap)[k], or heapq.nsmallest(k + 1, heap)[k]")
    if close.is_end(slots, key):
        return close.at_end(tracer, slots, key)
    if slots is not None and is_ragged(slots) and numeric(key):
        return ragged.item_at(tracer, slots, key)
    if slots is not None and is_ragged(slots) and type(key) is Known and isinstance(key.value, slice):
        part = ragged.slice_of(tracer, slots, key.value)
        return tracer.new("list", tuple(part)) if is_list(container) else Tuple(part)
    if type(container) is ImageValue:
        if tracer.of_arrays and not is_place(container, key):
            wanted(tracer, container)
        return subscript_image(tracer, container, from_either_end(tracer, container, key) if tracer.of_arrays else key)
    is_bytes = type(container) is Known and isinstance(container.value, (bytes, array.array, memoryview))
    by_symbols = type(key) is Record and key.cls is slice
    if by_symbols and slots is not None and is_ragged(slots):
        return part_of(tracer, container, slots, key)
    items = [*map(Known, container.value)] if is_bytes else items_of(tracer, container)
    if items is not None and by_symbols:
        part = part_of(tracer, container, items, key)
        return tracer.call(Known(Packed), [part], {}) if is_bytes and isinstance(container.value, bytes) else part
    if items is not None:
        return item_at(tracer, container, items, key)
    if type(container) is Known and isinstance(container.value, dict):
        raise tracer.refuse("symbolic-key")
    method = find_special(tracer, container, "__getitem__")
    if method is not None:
        if is_past(container, key):
            count = len(vector_items(container))
            raise HostRaised(IndexError(f"{tracer.describe(container)} has {count} parts, counted from 0: there is no "
                                        f"[{key.value}]"))
        return tracer.call(method, [key], {})
    if type(container) is Known and isinstance(container.value, type):
        return item_of_class(tracer, container, key)
    if isinstance(container, Value) and type(key) is Known and only_axes(key.value):
        return with_axes(tracer, container, key.value)
    if isinstance(container, Value) and is_named(tracer.frames, TypeError):
        raise HostRaised(TypeError("'float' object is not subscriptable"))
    tracer.unboxed |= numeric(container)
    raise tracer.refuse("symbolic-index", f"{tracer.describe(container)} is indexed",
                        instead="index a list, a tuple, a dict or a vector")


def item_of_class(tracer, container, key):
    """cls[key]: as its metaclass says, or the class itself where it only says what it holds."""
    for owner, name in ((type(container.value), "__getitem__"), (container.value, "__class_getitem__")):
        own = getattr(owner, name, None)
        if isinstance(getattr(own, "__func__", own), types.FunctionType) and library(own) not in STANDARD:
            return tracer.call(Known(own), [container, key] if owner is type(container.value) else [key], {})
    return container


def is_past(container, key) -> bool:
    """Whether a colour or a vector is asked for a part that it has not."""
    if type(container) is not Record or not issubclass(container.cls, Vector) or type(key) is not Known:
        return False
    count = len(vector_items(container))
    return type(key.value) is int and not -count <= key.value < count


def only_axes(key) -> bool:
    """Whether an index of NumPy's takes all there is, and adds axes: x[()], x[...], x[..., np.newaxis]."""
    return all(each is None or each is Ellipsis for each in (key if type(key) is tuple else (key,)))


def with_axes(tracer, number: Value, key):
    """A number as NumPy's scalars and arrays without axes are indexed."""
    array = np.empty((), object)
    array[()] = number
    found = array[key]
    return close_array(tracer, found) if isinstance(found, np.ndarray) and found.ndim else number


def is_place(image: ImageValue, key) -> bool:
    """Whether an index has a number for each axis."""
    items = list(key.items) if type(key) is Tuple else [Known(v) for v in key.value] if (
        type(key) is Known and type(key.value) is tuple) else [key]
    return len(items) == image.param.dimensions and all(map(numeric, items))


def from_either_end(tracer, array: ImageValue, key) -> Tuple:
    """The index of one element as NumPy counts: a function of whole arrays gets no picture with an edge, as plain Python.
    It has one again where the parameter says what lies beyond it."""
    items = items_of(tracer, key) or [key]
    if array.param.border[:len(items)] != ("clamp",) * len(items):
        return key
    sizes = tracer.get_attribute(array, "shape").items
    return Tuple(tuple([counted_from_end(tracer, decide(tracer, at), size) for at, size in zip(items, sizes)]))


def counted_from_end(tracer, at, size):
    if type_of(at).is_float:
        return at
    outside = either(tracer, tracer.compare("<", tracer.binary("+", at, size), Known(0)), tracer.compare(">=", at, size))
    if tracer.catching(IndexError):
        tracer.may_raise(outside, lambda: IndexError("index is out of bounds"))
    elif not is_inside(tracer, at, size):
        tracer.raise_unseen(outside)
    below = tracer.truth(tracer.compare("<", at, Known(0)))
    return choose(tracer, below, tracer.binary("+", at, size), at)


def vector_again(container) -> str:
    """What to write in place of an assignment to a part of a colour or a vector."""
    if type(container) is not Record or not issubclass(container.cls, Vector):
        return ""
    return f": it is a value, as a number is; make another one, {container.cls.__name__}(1.0, c[1], c[2])"


def own_method(tracer, container, name: str):
    """What a class says that is made from dict or list, before these do."""
    made_from = type(container) is Ref and container.cls is not None and container.kind in ("dict", "list")
    return find_special(tracer, container, name) if made_from else None


def table_item(tracer, table: Table, key):
    if isinstance(key, Value):
        return tracer.emit("get", table.array, table_index(tracer, key, len(table)))
    try:
        counted(tracer, key)
        return table[reveal_index(tracer, key)]
    except (IndexError, TypeError) as error:
        raise HostRaised(error) from None


def part_of(tracer, container, items, key: Record):
    """A slice whose bounds depend on a pixel: of a known length, or of items that may be missing."""
    start, stop, step = key.fields.values()
    if type(step) is not Known:
        raise tracer.refuse("symbolic-length", "a slice has a step that depends on a pixel")
    whole = numeric(start) and numeric(stop) and step.value in (None, 1) and not is_ragged(items)
    count = tracer.binary("-", stop, start) if whole else None
    if type(count) is Known and 0 <= count.value < len(items):
        found = run_from(tracer, items, start, count.value)
    else:
        found = ragged.part(tracer, items, start, stop, step.value or 1)
    return tracer.new("list", tuple(found)) if is_list(container) else Tuple(found)


def run_from(tracer, items, start, count: int) -> list:
    """items[start:start + count]: those beyond the end are missing, and all of a run that counts across zero."""
    def holds(symbol, value, limit: int):
        truth = tracer.truth(tracer.compare(symbol, value, Known(limit)))
        known = implied(tracer.assumed, truth) if isinstance(truth, Value) else None
        return truth if known is None else Known(known)

    size, negative = len(items), holds("<", start, 0)
    across = both(tracer, negative, holds(">=", start, -count))
    first = choose(tracer, negative, tracer.binary("+", start, Known(size)), start)
    found = []
    for k in range(count):
        at = tracer.binary("+", first, Known(k))
        inside = both(tracer, holds(">=", at, 0), holds("<", at, size))
        found.append(ragged.maybe(both(tracer, inside, opposite(tracer, across)), item_at_symbol(tracer, items, at)))
    return found


def item_at(tracer, container, items, key):
    as_index = find_special(tracer, key, "__index__")
    if as_index is not None:
        key = decide(tracer, tracer.call(as_index, [], {}))
    if isinstance(key, Value):
        return item_at_symbol(tracer, items, key)
    index = reveal_index(tracer, key)
    try:
        if isinstance(index, slice):
            part = items[index]
            return tracer.new("list", tuple(part)) if is_list(container) else Tuple(part)
        return items[index]
    except Exception as error:
        raise HostRaised(type(error)(str(error))) from None


def reveal_index(tracer, key):
    try:
        return Revealed(tracer).reveal(key)
    except NotKnown:
        if vector_items(key) is not None:
            raise tracer.refuse("not-a-number", f"{tracer.describe(key)} stands where a whole number belongs, as an index",
                                instead="one number of it: int(c.red * 255), or int(filters.gray(im, p) * 255)") from None
        raise tracer.refuse("symbolic-length", "a slice has a bound that depends on a pixel") from None


FEW_LETTERS = 10  # of which each is a path of its own where a number of it is not enough


def text_at(tracer, text, index: Value):
    """A character of a known text: one of few, chosen by the places where it stands; of many the number that it has. A
    byte is a number."""
    if not isinstance(text, str) or not text:
        return item_at_symbol(tracer, list(map(Known, text)), index)
    if len(set(text)) > FEW_LETTERS:
        codes = [Known(ord(letter)) for letter in text]
        return ragged.letters((pick(tracer, codes, within(tracer, index, len(text))),))
    at, result = within(tracer, index, len(text)), Known(text[-1])
    for letter in dict.fromkeys(text):
        here = FALSE
        for place in (number for number, each in enumerate(text) if each == letter and letter != text[-1]):
            here = either(tracer, here, tracer.emit("eq", at, constant(place)))
        result = choose(tracer, here, Known(letter), result)
    return result


def store(tracer, container, key, value) -> None:
    container, key = decide(tracer, container), decide(tracer, key)
    own = own_method(tracer, container, "__setitem__")
    if own is not None:
        tracer.call(own, [key, value], {})
    elif type(container) is Ref and container.kind == "list":
        tracer.heap[container] = stored_in_list(tracer, container, decide(tracer, key), value)
    elif type(container) is Ref and container.kind == "dict":
        set_item(tracer, container, key, value)
    elif type(container) is ImageValue and tracer.of_arrays:
        wanted(tracer, container)
    elif is_whole(container):
        whole.store(tracer, container, key, value)
    elif is_box(tracer, container):
        boxes.store(tracer, container, key, value)
    elif type(container) is Ref and container.kind == "array" and masks.store_chosen(tracer, container, key, value):
        pass
    elif type(container) is Ref and container.kind == "array":
        array_store(tracer, container, key, value)
    elif type(container) is Known and isinstance(container.value, MUTABLE):
        store_on_host(tracer, container.value, decide(tracer, key), decide(tracer, value))
    else:
        method = find_special(tracer, container, "__setitem__")
        if method is not None and type(container) is not Known:
            tracer.call(method, [key, value], {})
        elif type(container) in (Tuple, Record):
            raise HostRaised(TypeError(f"'{'tuple' if type(container) is Tuple else container.cls.__name__}' object "
                                       "does not support item assignment" + vector_again(container)))
        elif isinstance(container, Value) and is_named(tracer.frames, TypeError):
            raise HostRaised(TypeError("'float' object does not support item assignment"))
        else:
            tracer.unboxed |= numeric(container)
            raise tracer.refuse("writes-outside", f"an item of {tracer.describe(container)}, which is from outside the "
                                                  "filter, is assigned")


def delete(tracer, container, key) -> None:
    container = decide(tracer, container)
    method = find_special(tracer, container, "__delitem__")
    if method is not None and type(container) is not Known:
        tracer.call(method, [key], {})
        return
    if type(container) is not Ref or container.kind not in ("list", "dict"):
        raise tracer.refuse("writes-outside", f"an item of {tracer.describe(container)} is deleted")
    if container.kind == "dict":
        take_out(tracer, container, key)
        return
    key = decide(tracer, key)
    if isinstance(key, Value):
        pop(tracer, container, key)
        return
    contents = list(tracer.heap[container])
    if is_ragged(contents) or type(key) is Record:
        place = place_in_ragged(tracer, key)
        left = around(tracer, contents, place, ()) if is_slice(place) else ragged.popped(tracer, contents, place)[1]
        tracer.heap[container] = tuple(left)
        return
    try:
        del contents[key_of(tracer, key)]
    except IndexError as error:
        raise HostRaised(error) from None
    tracer.heap[container] = tuple(contents)


def store_on_host(tracer, container, key, value) -> None:
    """An item of a container that the host made for the filter, where all is known."""
    if not may_change(tracer, container):
        raise refuse_change(tracer, container, "an item is assigned in")
    lent = Revealed(tracer)
    try:
        container[lent.reveal(key)] = lent.reveal(value)
    except NotKnown:
        tracer.unboxed |= getattr(container, "ndim", 1) == 0
        tracer.unmade |= tracer.shaped and isinstance(container, np.ndarray)
        raise tracer.refuse("symbolic-host", f"a value that depends on a pixel is put into a {type(container).__name__} "
                            "of known values", instead="make it of a list: np.array([...]), or use a list") from None
    except Exception as error:
        raise HostRaised(error) from None


def stored_in_list(tracer, container, key, value) -> tuple:
    contents = tracer.heap[container]
    if isinstance(key, Value) and numeric(value) and is_long(contents) and (not tracer.shaped or tracer.raised.loops):
        element = element_of(contents, (value,))
        array = as_array(tracer.builder, contents, element)
        at = table_index(tracer, key, len(contents))
        return Table(tracer, tracer.builder.emit("put", array, at, as_value(tracer, value, element)))
    if type(contents) is Table and not isinstance(key, Value) and numeric(value) and not isinstance(
            reveal_index(tracer, key), slice):
        return stored_in_list(tracer, container, constant(range(len(contents))[reveal_index(tracer, key)]), value)
    items = list(contents)
    if is_ragged(items) or is_slice(key) and type(key) is Record:
        place = place_in_ragged(tracer, key)
        if is_slice(place):
            return ragged.no_longer(tracer, container, around(tracer, items, place, tracer.remaining_maybe(value)))
        return tuple(ragged.stored(tracer, items, place, value))
    if isinstance(key, Value):  # every item may be the one
        at = table_index(tracer, key, len(items))
        return tuple(choose_one(tracer, tracer.emit("eq", at, constant(i)), value, item) for i, item in enumerate(items))
    index = reveal_index(tracer, key)
    try:
        if isinstance(index, slice) and index.step in (None, 1):
            items[index] = tracer.remaining_maybe(value)
        else:
            items[index] = tracer.remaining(value) if isinstance(index, slice) else value
    except (IndexError, TypeError, ValueError) as error:
        raise HostRaised(type(error)(str(error))) from None
    return tuple(items)


def place_in_ragged(tracer, key):
    """An index into a list of which a pixel decides how long it is, or a slice."""
    return key if isinstance(key, Value) or is_slice(key) else Known(reveal_index(tracer, key))


def is_slice(place) -> bool:
    return type(place) is Record and place.cls is slice or type(place) is Known and isinstance(place.value, slice)


def around(tracer, items, place, values) -> tuple:
    """The items of a list before a slice, some values, and the items behind it, where a pixel decides something of that."""
    start, stop, step = place.fields.values() if type(place) is Record else [
        Known(getattr(place.value, name)) for name in ("start", "stop", "step")]
    if type(step) is not Known or step.value not in (None, 1):
        raise tracer.refuse("symbolic-length", "such a slice of a list whose length depends on a pixel is assigned or "
                            "deleted", instead="put it together of slices: items[:2] + new + items[5:]")
    return ragged.around(tracer, items, start, stop, values)


def is_long(contents) -> bool:
    """Whether the items of a list, of which a symbol says one that changes, are better kept in an array than each by itself:
    a few numbers of one type, too, since they may be a table that a loop over a picture fills."""
    return type(contents) is Table or all(map(merges, contents)) and (
        len(contents) > FEW or len(contents) > 1 and len({type_of(each) for each in contents}) == 1)
