"""Parts of arrays that pixels choose: by a mask of theirs (library/numpy/picked.py), by an array of whole numbers, or by the
places where a mask holds, x[np.where(x < 0)]."""

from __future__ import annotations

import numpy as np

from ...ir import BOOL, Value
from ...library.numpy import picked
from ..host.table import means
from ..kinds.arrays import (
    array_store,
    array_subscript,
    boxed,
    close_array,
    is_array,
    is_mask,
    kind_of,
    number_of,
    open_array,
    put_into,
    viewed,
)
from ..kinds.containers import items_of, pick
from ..kinds.ragged import compacted, flagged, maybe
from ..kinds.sorting import choose
from ..values.assumptions import decide
from ..values.lattice import INTS, TRUE, Known, Ref, Tuple
from ..values.numbers import numeric, same, type_of


def chosen(tracer, container, key):
    """container[key], where pixels say which parts of an array that are; None where they don't."""
    if is_mask_of_pixels(tracer, key):
        return by_mask(tracer, container, key)
    places = places_of_pixels(tracer, key)
    if places is not None:
        return by_places(tracer, container, places)
    found = picked_places(tracer, key)
    if found is not None:
        return by_picked(tracer, container, *found)
    part, inner = part_of(tracer, container, key)
    return None if part is None else chosen(tracer, part, inner)


def store_chosen(tracer, container: Ref, key, value) -> bool:
    """container[key] = value, where pixels say which parts of an array that are."""
    places = places_of_pixels(tracer, key)
    if is_mask_of_pixels(tracer, key):
        store_by_mask(tracer, container, key, value)
    elif places is not None:
        store_by_places(tracer, container, places, value)
    elif (found := picked_places(tracer, key)) is not None:
        store_by_picked(tracer, container, *found, value)
    else:
        part, inner = part_of(tracer, container, key)
        return part is not None and store_chosen(tracer, part, inner, value)
    return True


def part_of(tracer, container, key) -> tuple:
    """Of an index like [1, mask, :2] the view in which the mask chooses, and the mask; no view of any other."""
    items = key.items if type(key) is Tuple else ()
    masks = [at for at, item in enumerate(items) if type(item) is Ref]
    if len(masks) != 1 or not all(type(item) is Known and isinstance(item.value, INTS) for item in items[:masks[0]]):
        return None, None
    at, mask = masks[0], items[masks[0]]
    axes = open_array(tracer, mask).ndim if is_mask_of_pixels(tracer, mask) else 1
    if axes == 1 and not is_mask_of_pixels(tracer, mask) and places_of_pixels(tracer, mask) is None:
        return None, None
    if not all(type(item) is Known for item in items[at + 1:]):
        return None, None
    index = *[item.value for item in items[:at]], *[slice(None)] * axes, *[item.value for item in items[at + 1:]]
    part = viewed(tracer, container, lambda host: host[index])
    return (close_array(tracer, open_array(tracer, container)[index]) if part is None else part), mask


def is_mask_of_pixels(tracer, key) -> bool:
    flags = open_array(tracer, key) if type(key) is Ref and key.kind == "array" else boxed([], (0,))
    return is_mask(flags) and any(isinstance(flag, Value) for flag in flags.ravel())


def by_mask(tracer, container, mask):
    """container[mask], where pixels decide the mask."""
    if open_array(tracer, container).shape != open_array(tracer, mask).shape:
        raise tracer.refuse("not-supported", "a mask that pixels decide chooses rows of an array",
                            why="of how many numbers what it gives consists is not known",
                            instead="use a mask of the array's own shape, or np.where(mask[:, None], a, b)")
    return tracer.call(Known(picked.picked), [container, mask], {})


def store_by_mask(tracer, container: Ref, mask, value) -> None:
    """container[mask] = value."""
    array, flags = open_array(tracer, container), open_array(tracer, mask)
    flags = np.broadcast_to(flags.reshape(flags.shape + (1,) * (array.ndim - flags.ndim)), array.shape).ravel()
    value = decide(tracer, value)
    if type(value) is Ref and value.cls is picked.Picked:
        value = aligned(tracer, flags, value)
    new = open_array(tracer, value)
    new = np.broadcast_to(new.reshape(array.shape) if new.size == array.size else new, array.shape)
    kind = kind_of(array.ravel())
    found = [choose(tracer, tracer.truth(flag), other if kind is None or not numeric(other) else
                    number_of(tracer, other, kind), own) for flag, other, own in zip(flags, new.ravel(), array.ravel())]
    put_into(tracer, container, found)


@means(picked.beside, always=True)
def beside(tracer, args, kwargs):
    """What stands on the other side of an operator, at the places that a mask chooses."""
    there, other = args[0], decide(tracer, args[1])
    if type(other) is Ref and other.cls is picked.Picked or is_array(other) and open_array(tracer, other).size > 1:
        return aligned(tracer, open_array(tracer, there).ravel(), other)
    return other


def aligned(tracer, flags, value):
    """Numbers, the first of them at the first place whose flag holds, and so on: by the same mask nothing moves."""
    is_picked = type(value) is Ref and value.cls is picked.Picked
    numbers = tracer.heap[value]["values"] if is_picked else value
    elements = list(open_array(tracer, numbers).ravel())
    theirs = open_array(tracer, tracer.heap[value]["there"]).ravel() if is_picked else [TRUE] * len(elements)
    if len(flags) == len(theirs) and all(map(same, flags, theirs)):
        return numbers
    items = [flagged(item)[1] for item in compacted(tracer, list(map(maybe, theirs, elements)))]
    rank, found = Known(0), []
    for flag in flags:
        found.append(pick(tracer, items, rank) if isinstance(rank, Value) else items[min(rank.value, len(items) - 1)])
        rank = tracer.binary("+", rank, flag)
    return close_array(tracer, boxed(found, (len(found),)))


# --- by places -------------------------------------------------------------------------------------------------------

def places_of_pixels(tracer, key) -> np.ndarray | None:
    """An array, or a list, of whole numbers that pixels say, as an index; None of anything else."""
    items = items_of(tracer, key) if type(key) is Ref and key.kind in ("list", "array") else None
    if type(key) is Ref and key.kind == "array":
        array = open_array(tracer, key)
    elif items and all(map(numeric, items)):
        array = boxed(items, (len(items),))
    else:
        return None
    whole = all(numeric(each) and not type_of(each).is_float and type_of(each) is not BOOL for each in array.ravel())
    return array if whole and array.size and any(isinstance(each, Value) for each in array.ravel()) else None


def by_places(tracer, container, places: np.ndarray):
    """container[places]."""
    found = [open_array(tracer, array_subscript(tracer, container, at)) for at in places.ravel()]
    return close_array(tracer, np.stack(found).reshape(places.shape + found[0].shape))


def store_by_places(tracer, container: Ref, places: np.ndarray, value) -> None:
    """container[places] = value, one after the other."""
    shape = tracer.heap[container][0].value
    new = np.broadcast_to(open_array(tracer, decide(tracer, value)), places.shape + shape[1:])
    for number, at in enumerate(places.ravel()):
        part = new.reshape(places.size, *shape[1:])[number]
        if len(shape) == 1:
            array_store(tracer, container, at, part)
            continue
        for rest in np.ndindex(shape[1:]):
            array_store(tracer, container, Tuple((at, *map(Known, rest))), part[rest])


# --- by places that a mask has chosen ----------------------------------------------------------------------------------

def picked_places(tracer, key) -> tuple | None:
    """(flags, indices) of what np.nonzero gives, and of what is made of it: each index counts where its flag holds."""
    axes = [decide(tracer, each) for each in items_of(tracer, key)] if type(key) is Tuple else [key]
    picks = [each for each in axes if type(each) is Ref and each.cls is picked.Picked]
    if not picks or any(each not in picks and not numeric(each) for each in axes):
        return None
    fields = [tracer.heap[each] for each in picks]
    flags, *others = [open_array(tracer, each["there"]).ravel() for each in fields]
    if any(len(each) != len(flags) or not all(map(same, flags, each)) for each in others):
        return None
    columns = [open_array(tracer, tracer.heap[each]["values"]).ravel() if each in picks else [each] * len(flags)
               for each in axes]
    if any(not numeric(at) or type_of(at).is_float or type_of(at) is BOOL for column in columns for at in column):
        return None
    return flags, [row[0] if len(row) == 1 else Tuple(row) for row in zip(*columns)]


def by_picked(tracer, container, flags, indices):
    """container[places]: each of them is looked up, and counts where its flag holds."""
    found = [array_subscript(tracer, container, at) for at in indices]
    if not all(map(numeric, found)):
        raise tracer.refuse("not-supported", "places that pixels decide choose rows of an array",
                            why="of how many numbers what it gives consists is not known",
                            instead="use places of single numbers, or np.where(mask[:, None], a, b)")
    values, there = (close_array(tracer, boxed(each, (len(flags),))) for each in (found, list(flags)))
    return tracer.call(Known(picked.Picked), [values, there], {})


def store_by_picked(tracer, container: Ref, flags, indices, value) -> None:
    """container[places] = value, one after the other."""
    value = decide(tracer, value)
    inner = open_array(tracer, array_subscript(tracer, container, indices[0])).shape
    is_picked = type(value) is Ref and value.cls is picked.Picked
    if is_picked or not inner and is_array(value) and open_array(tracer, value).size > 1:
        value = aligned(tracer, flags, value)
    new = open_array(tracer, value)
    if new.ndim > len(inner) and len(new) not in (1, len(flags)):
        raise tracer.refuse("not-supported", "rows are put into an array where pixels decide how many",
                            why="which of them belongs where is not known", instead="use np.where(mask[:, None], a, b)")
    rows = np.broadcast_to(new, (len(flags), *inner)).reshape(len(flags), -1)
    for flag, at, row in zip(flags, indices, rows):
        before = open_array(tracer, array_subscript(tracer, container, at))
        found = [choose(tracer, tracer.truth(flag), one, own) for one, own in zip(row, before.ravel())]
        array_store(tracer, container, at, close_array(tracer, boxed(found, inner)))
