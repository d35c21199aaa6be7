"""What indices and assignments mean for whole arrays: parts of them, places that arrays or masks say.

What NumPy would refuse, it refuses itself: it is asked with arrays of the same shape and dtype that take no memory."""

from __future__ import annotations

import math

import numpy as np

from ...ir import Value
from ...ir.fields import is_field
from ...library.whole import assigned as assigned_arrays
from ...library.whole import chosen as chosen_arrays
from ...library.whole.chosen_along import ChosenAlong
from ...library.whole.pieces import Piece
from ..kinds.containers import key_of
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Ref, Tuple, lift
from .elements import Converted, Replaced, Sliced, Transposed, Where
from .fields import (
    as_field,
    emit,
    is_array,
    item,
    made,
    many_rows,
    new,
    of_host,
    operand,
    size_of,
    typed,
    value_of,
    view,
    write,
)
from .gathering import at_symbols, fitting, gathered
from .indices import expanded, is_mask, is_plain, numpy_says, over, see_all_fit, sliced
from .inplace import Got, Put
from .listed import is_listed, of_chosen, of_list
from .one_by_one import among_chosen, count_of, side_by_side
from .outside import raise_outside
from .selections import given_of, is_selection, mask_of, selection, whole_of
from .single import held_inside, is_element, numbers_in, places_of, raise_where, row_of, within_row
from .stretches import is_piece, is_stretch, is_there, stretched


def has_stretch(key) -> bool:
    """Whether an index has a slice with an end that only the run knows."""
    return any(map(is_stretch, key.items if type(key) is Tuple else [key]))


def keys_of(tracer, key) -> list:
    """The items of an index: known ones as the host's, arrays and symbols as they are."""
    items = list(key.items) if type(key) is Tuple else [key]
    if type(key) is Known and type(key.value) is tuple:
        items = list(map(Known, key.value))
    found = []
    for each in items:
        each = decide(tracer, each)
        if is_array(each) or isinstance(each, Value) or is_stretch(each):
            found.append(each)
        elif type(each) is Ref and each.kind in ("list", "array") and any([
                isinstance(item, Value) or is_array(item) for item in tracer.heap[each]]):  # a[[i, j]], a[np.arange(9) < i]
            listed = as_field(tracer, each)
            found.append(key_of(tracer, each) if listed is None else new(tracer, listed))
        else:
            found.append(key_of(tracer, each))
            if isinstance(found[-1], str):
                numpy_says(np.zeros(0).__getitem__, found[-1])
    return found[:1] if is_over_all(tracer, found) else found


def is_over_all(tracer, keys: list) -> bool:
    """Whether a mask of the first axes goes over all that lies behind them, and says so: b[mask, :]."""
    first, *rest = keys or [None]
    is_mask = isinstance(first, np.ndarray) and first.dtype == bool or is_array(first) and (
        value_of(tracer, first).type.dtype == bool) if not (is_array(first) and is_selection(tracer, first)) else False
    return is_mask and all(each is Ellipsis or isinstance(each, slice) and each == slice(None) for each in rest)


def of_masks(tracer, keys: list) -> list:
    """Known masks are the places where they hold."""
    found = []
    for each in keys:
        host = np.asarray(each) if isinstance(each, (list, np.ndarray)) else None
        if isinstance(each, list) and not each:
            host = host.astype(np.intp)
        if host is not None and host.dtype == bool:
            found += host.nonzero()
        elif is_array(each) and value_of(tracer, each).type.dtype == bool:
            raise tracer.refuse("symbolic-length", "an array is indexed by a mask and more",
                                instead="choose along the first axis, as of a.T[mask] or np.moveaxis(a, 1, 0)[mask], or by "
                                        "np.where(mask, a, b)")
        else:
            found.append(host if host is not None else each)
    return found


def masked_part(tracer, ref: Ref, keys: list, reads=False) -> tuple[Ref, Ref] | None:
    """a[mask, 0], a[1:, mask]: the part that all else says, and the mask, which lies over it; None where there is no mask
    with more. What is read has to begin with the mask: how many elements it chooses is known of no other axis."""
    masks = [number for number, each in enumerate(keys) if is_mask(tracer, [each]) and not is_selection(tracer, each)]
    if len(masks) != 1 or len(keys) == 1:
        return None
    (at,) = masks
    mask, dimensions = value_of(tracer, keys[at]), len(value_of(tracer, ref).type.shape)
    among = [*keys[:at], *[slice(None)] * len(mask.type.shape), *keys[at + 1:]]
    if not all(each is Ellipsis or is_plain(each) or reads and isinstance(each, Value) for each in among):
        return None
    behind = len(expanded(tracer, among, dimensions)) - len(expanded(tracer, keys[at + 1:], len(keys) - at - 1))
    among = expanded(tracer, among, dimensions)
    first = behind - len(mask.type.shape) if Ellipsis in keys[:at] else at
    before = sum(each is None or isinstance(each, slice) for each in among[:first])
    if reads and before and len(mask.type.shape) != 1:
        return None
    part = subscript(tracer, ref, Tuple([each if isinstance(each, Value) else Known(each) for each in among]))
    shape = value_of(tracer, part).type.shape
    if reads and before and stays_in_place(keys, at):
        return chosen_along(tracer, part, before, new(tracer, mask)), None
    if reads and before:
        return tracer.call(Known(np.moveaxis), [part, Known(before), Known(0)], {}), new(tracer, mask)
    if before:
        over(tracer, shape[before:], mask)
        behind = len(shape) - before - len(mask.type.shape)
        items, wide = sliced(mask.type.shape, [None] * before + [slice(None)] * len(mask.type.shape) + [None] * behind)
        mask = emit(tracer, Sliced(items), typed(tracer, bool, wide), mask)
        mask = emit(tracer, Converted(), typed(tracer, bool, shape), mask)
    return part, new(tracer, mask)


def stays_in_place(keys: list, at: int) -> bool:
    """Whether what a mask chooses lies where the mask stands: numbers that are not beside it would bring it to the front."""
    places = [number for number, each in enumerate(keys) if number == at or not (
        each is None or each is Ellipsis or isinstance(each, slice))]
    return places == list(range(places[0], places[-1] + 1))


def chosen_along(tracer, part: Ref, axis: int, mask: Ref) -> Ref:
    """a[:, mask], as an object of library/whole/chosen_along.py."""
    moved = tracer.call(Known(np.moveaxis), [part, Known(axis), Known(0)], {})
    return tracer.call(Known(ChosenAlong), [subscript(tracer, moved, mask), Known(axis)], {})


def is_chosen_along(value) -> bool:
    return type(value) is Ref and value.kind == "instance" and value.cls is ChosenAlong


def store_along(tracer, ref: Ref, keys: list, chosen: Ref) -> None:
    """b[:, mask] = a[:, mask]."""
    fields = tracer.heap[chosen]
    at = next((number for number, each in enumerate(keys) if is_mask(tracer, [each])), None)
    if at is None or not all(each is Ellipsis or is_plain(each) for each in [*keys[:at], *keys[at + 1:]]):
        raise tracer.refuse("symbolic-length", "as many elements as a mask has are assigned",
                            instead="choose both by the mask: a[:, mask] = b[:, mask]")
    part = subscript(tracer, ref, Tuple([Known(slice(None)) if number == at else Known(each)
                                         for number, each in enumerate(keys)]))
    moved = tracer.call(Known(np.moveaxis), [part, fields["axis"], Known(0)], {})
    store(tracer, moved, keys[at], fields["rows"])


def has_pieces(key) -> bool:
    """Whether an index is, or has in it, a part of an array whose ends are only known when the function runs."""
    return any(map(is_piece, key.items)) if type(key) is Tuple else is_piece(key)


def piece_of(tracer, ref: Ref) -> Ref:
    """An array as such a part, of which all is there."""
    return tracer.call(Known(Piece), [ref, Tuple([NONE] * len(value_of(tracer, ref).type.shape))], {})


def subscript(tracer, ref: Ref, key):
    """a[...]: a part that stays one, or elements where an array says."""
    key = of_list(tracer, key) if is_listed(tracer, key) else key
    if has_pieces(key):
        return tracer.subscript(of_chosen(tracer, ref) if is_selection(tracer, ref) else piece_of(tracer, ref), key)
    if is_selection(tracer, ref):
        return part_of_selection(tracer, ref, key)
    value, keys = value_of(tracer, ref), keys_of(tracer, key)
    if any(map(is_stretch, keys)):
        return stretched(tracer, ref, keys)
    chosen = [each for each in keys if is_array(each) and is_selection(tracer, each)]
    if chosen and not by_one_mask(tracer, ref, keys):
        return tracer.subscript(piece_of(tracer, ref), as_parts(tracer, keys))
    if chosen:
        return where_chosen(tracer, ref, keys, chosen)
    if is_mask(tracer, keys):
        mask = value_of(tracer, keys[0])
        return selection(tracer, value, emit(tracer, Converted(), typed(tracer, bool, value.type.shape),
                                             over(tracer, value.type.shape, mask)), mask)
    part_and_mask = masked_part(tracer, ref, keys, reads=True)
    if part_and_mask is not None:
        return part_and_mask[0] if part_and_mask[1] is None else subscript(tracer, *part_and_mask)
    is_one = not any(each is Ellipsis for each in keys)
    keys = expanded(tracer, of_masks(tracer, keys), len(value.type.shape))
    if all(map(is_plain, keys)):
        items, shape = sliced(value.type.shape, keys)
        if is_one and not shape:
            tracer.takes_element()
        if is_one and not shape and row_of(tracer, ref) is not None:
            ref, keys = within_row(tracer, ref, keys)
            return subscript(tracer, ref, Tuple([each if isinstance(each, Value) else Known(each) for each in keys]))
        if is_one and not shape:  # a number is no part of its array: what is assigned there later leaves it alone
            return made(tracer, Sliced(items), value.type.dtype, shape, value)
        return view(tracer, ref, Sliced(items), shape, items)
    keys = numbers_in(tracer, keys)
    if is_element(keys):
        tracer.takes_element()
        ref, keys = within_row(tracer, ref, keys)
        value = value_of(tracer, ref)
        return made(tracer, Got(), value.type.dtype, (), value, *places_of(tracer, keys, value.type.shape))
    if ref.frozen is None and all(isinstance(each, Value) or is_plain(each) and each == slice(None) for each in keys):
        return stretched(tracer, ref, keys)  # a[y], which stays a part of an array that may change
    return new(tracer, gathered(tracer, value, held_inside(tracer, keys, value.type.shape)))


def places_chosen(tracer, ref: Ref, keys: list) -> tuple[list, Value]:
    """The index a[ys, xs], where a mask chooses these: of all elements, and the mask."""
    same = masks_in(tracer, keys)
    keys = [whole_of(tracer, each) if is_array(each) and is_selection(tracer, each) else each for each in keys]
    return keys, same.pop()


def masks_in(tracer, keys: list) -> set:
    return {mask_of(tracer, each) for each in keys if is_array(each) and is_selection(tracer, each)}


def by_one_mask(tracer, ref: Ref, keys: list) -> bool:
    """Whether there is an index for each axis, of those that one mask chooses."""
    return len(masks_in(tracer, keys)) == 1 and len(keys) == len(value_of(tracer, ref).type.shape) and all(
        is_array(each) and (is_selection(tracer, each) or not value_of(tracer, each).type.shape)
        or isinstance(each, (int, np.integer, Value)) for each in keys)


def as_parts(tracer, keys: list) -> Tuple:
    """An index in which what is chosen are parts that have as many elements as a number says: a[:, np.nonzero(m)[0]]."""
    return Tuple([of_chosen(tracer, each) if is_array(each) and is_selection(tracer, each) else
                  each if is_array(each) or isinstance(each, Value) else Known(each) for each in keys])


def where_chosen(tracer, ref: Ref, keys: list, chosen: list) -> Ref:
    """a[ys, xs], where a mask chooses these: as many elements."""
    keys, mask = places_chosen(tracer, ref, keys)
    return selection(tracer, gathered(tracer, value_of(tracer, ref), keys, mask), mask, given_of(tracer, chosen[0]))


def store_where_chosen(tracer, ref: Ref, keys: list, part) -> None:
    """a[ys, xs] = ..., where a mask chooses these: a number, or what is chosen by it, too."""
    keys, mask = places_chosen(tracer, ref, keys)
    if is_array(part) and is_selection(tracer, part) and mask_of(tracer, part) is mask:
        part = whole_of(tracer, part)
    elif is_array(part) and (is_selection(tracer, part) or value_of(tracer, part).type.shape not in ((), (1,))):
        raise tracer.refuse("symbolic-length", "as many elements as a mask has are assigned",
                            instead="choose both by the mask: a[mask] = b[mask]")
    places = Tuple([each if is_array(each) else new(tracer, as_field(tracer, lift(each) if isinstance(each, Value) else
                                                                     Known(each))) for each in keys])
    for axis, (place, size) in enumerate(zip(places.items, value_of(tracer, ref).type.shape)):
        raise_outside(tracer, value_of(tracer, place), axis, size, mask)
    tracer.call(Known(assigned_arrays.assigned), [ref, places, Known(0), part, NONE, new(tracer, mask)], {})


def part_of_selection(tracer, ref: Ref, key):
    """a[mask][k]: one of the chosen; or the same part of each: a[mask][:, k]."""
    whole, given = whole_of(tracer, ref), given_of(tracer, ref)
    keys, along = keys_of(tracer, key), len(given.type.shape)
    if len(keys) == 1 and is_array(keys[0]) and is_selection(tracer, keys[0]) and value_of(
            tracer, whole_of(tracer, keys[0])).type.dtype == bool:  # a mask of what is chosen
        among = whole_of(tracer, keys[0])
        if given_of(tracer, keys[0]) is not given or value_of(tracer, among).type.shape != given.type.shape:
            return tracer.subscript(of_chosen(tracer, ref), of_chosen(tracer, keys[0]))
        return subscript(tracer, whole, tracer.call(Known(np.logical_and), [new(tracer, given), among], {}))
    if len(keys) == 1 and isinstance(keys[0], (int, np.integer)) and not isinstance(keys[0], bool):
        among_chosen(tracer, ref, Known(int(keys[0])))
        return tracer.call(Known(chosen_arrays.item), [whole, new(tracer, given), Known(int(keys[0]))], {})
    numbers = numbers_in(tracer, keys[:1]) if keys else []
    if numbers and is_element(numbers):
        number = among_chosen(tracer, ref, lift(numbers[0]) if isinstance(numbers[0], Value) else Known(int(numbers[0])))
        rest = [each if is_array(each) or isinstance(each, Value) else Known(each) for each in keys[1:]]
        return subscript(tracer, side_by_side(tracer, ref), Tuple([number, *rest]) if rest else number)
    if len(keys) == 1 and is_array(keys[0]) and not is_selection(tracer, keys[0]):  # of whole numbers
        found = tracer.call(Known(chosen_arrays.counted_from_the_start), [keys[0], count_of(tracer, ref)], {})
        test = tracer.call(Known(chosen_arrays.is_outside), [found, count_of(tracer, ref)], {})
        raise_where(tracer, item(tracer, test), IndexError("index is out of bounds for axis 0"))
        return subscript(tracer, side_by_side(tracer, ref), found)
    if len(keys) == 1 and isinstance(keys[0], slice) and keys[0].step in (None, 1) and is_shorter(keys[0]):
        first, last = keys[0].start or 0, keys[0].stop or 0
        found = subscript(tracer, side_by_side(tracer, ref), Known(slice(first, last or None)))
        left = new(tracer, of_host(tracer, np.arange(many_rows(tracer, found))))
        many = tracer.binary("-", count_of(tracer, ref), Known(first - last))
        return subscript(tracer, found, tracer.compare("<", left, many))
    if len(keys) == 1 and isinstance(keys[0], slice) and keys[0].step in (None, 1):
        ends = [Known(end) for end in (keys[0].start, keys[0].stop)]
        return subscript(tracer, whole, tracer.call(Known(chosen_arrays.part), [new(tracer, given), *ends], {}))
    if len(keys) > 1 and isinstance(keys[0], slice) and keys[0] == slice(None) and Ellipsis not in [
            each for each in keys if not is_array(each) and not isinstance(each, np.ndarray)]:
        found = value_of(tracer, subscript(tracer, whole, Tuple([*[Known(slice(None))] * along, *[
            each if is_array(each) or isinstance(each, Value) else Known(each) for each in keys[1:]]])))
        mask = emit(tracer, Converted(), typed(tracer, bool, found.type.shape), over(tracer, found.type.shape, given))
        return selection(tracer, found, mask, given)
    return tracer.subscript(of_chosen(tracer, ref), key)


def is_shorter(part: slice) -> bool:
    """Whether it leaves out so many at the start and so many at the end: such parts are of one length, a[mask][1:] and
    a[mask][:-1]."""
    return (part.start is None or part.start >= 0) and (part.stop is None or part.stop < 0)


def store(tracer, ref: Ref, key, new_part) -> None:
    """a[...] = ...: the array is another from here on, for all who hold it."""
    if has_pieces(key):
        tracer.call(Known(Piece.__setitem__), [piece_of(tracer, ref), key, new_part], {})
        return
    new_part, keys = decide(tracer, new_part), keys_of(tracer, key)
    if is_selection(tracer, ref) and keys == [Ellipsis] and is_array(new_part) and is_selection(tracer, new_part):
        tracer.heap[ref] = tracer.heap[new_part]
        return
    if any(map(is_stretch, keys)):
        there = stretched(tracer, ref, keys)
        if is_there(tracer, there, new_part):
            return
        if is_piece(there):
            tracer.call(Known(Piece.put), [there, new_part], {})
        else:
            store(tracer, there, Known(...), new_part)
        return
    if is_chosen_along(new_part):
        store_along(tracer, ref, keys, new_part)
        return
    if any(is_array(each) and is_selection(tracer, each) for each in keys):
        if by_one_mask(tracer, ref, keys):
            store_where_chosen(tracer, ref, keys, new_part)
        else:
            tracer.call(Known(Piece.__setitem__), [piece_of(tracer, ref), as_parts(tracer, keys), new_part], {})
        return
    part_and_mask = masked_part(tracer, ref, keys)
    if part_and_mask is not None:
        store(tracer, *part_and_mask, new_part)
        return
    old = value_of(tracer, ref)
    see_all_fit(tracer, new_part, old.type.dtype)
    known_mask = keys[0] if len(keys) == 1 and isinstance(keys[0], np.ndarray) and keys[0].dtype == bool else None
    if known_mask is not None:
        keys = [new(tracer, of_host(tracer, keys[0]))]
    if is_mask(tracer, keys):
        mask = over(tracer, old.type.shape, value_of(tracer, keys[0]))
        chosen = is_selection(tracer, new_part)
        if chosen and (given_of(tracer, new_part) is not value_of(tracer, keys[0]) or value_of(
                tracer, whole_of(tracer, new_part)).type.shape != old.type.shape):  # by another mask
            found = tracer.call(Known(chosen_arrays.one_after_the_other), [keys[0], of_chosen(tracer, new_part)], {})
            write(tracer, ref, emit(tracer, Where(), old.type, mask, value_of(tracer, found), old))
            return
        part = value_of(tracer, whole_of(tracer, new_part)) if chosen else operand(tracer, new_part)[0]
        if not chosen and is_field(part) and part.type.shape not in ((), (1,)):
            if known_mask is not None:
                scattered(tracer, ref, [*known_mask.nonzero(), *[slice(None)] * (len(old.type.shape) - known_mask.ndim)],
                          new_part)
                return
            rest = old.type.shape[len(value_of(tracer, keys[0]).type.shape):]
            if 0 < len(part.type.shape) <= len(rest):  # the same for all that the mask chooses
                write(tracer, ref, emit(tracer, Where(), old.type, mask, fitting(tracer, part, rest), old))
                return
            raise tracer.refuse("symbolic-length", "as many elements as a mask has are assigned",
                                instead="choose both by the mask: a[mask] = b[mask]")
        write(tracer, ref, emit(tracer, Where(), old.type, mask, part, old))
        return
    part, _ = operand(tracer, new_part)
    keys = expanded(tracer, of_masks(tracer, keys), len(old.type.shape))
    keys = numbers_in(tracer, keys)
    if is_element(keys):
        tracer.takes_element(assigned=True)
        inner, among = within_row(tracer, ref, keys)
        if inner is not ref:
            ref, keys = inner, among
            store(tracer, ref, Tuple([each if isinstance(each, Value) else Known(each) for each in keys]), new_part)
            return
        if tracer.raised.loops or any(isinstance(each, Value) for each in keys):
            part = fitting(tracer, part, ())
            write(tracer, ref, emit(tracer, Put(), old.type, old, part, *places_of(tracer, keys, old.type.shape)))
            return
    if all(map(is_plain, keys)):
        items, shape = sliced(old.type.shape, keys)
        part = fitting(tracer, part, shape)
        if 0 not in shape:
            write(tracer, ref, emit(tracer, Replaced(items, shape), old.type, old, part))
        return
    numbers = [number for number, each in enumerate(keys) if isinstance(each, Value)]
    if numbers and tracer.raised.loops and all(isinstance(each, (int, Value, slice)) for each in keys):
        there = stretched(tracer, ref, keys)
        write(tracer, there, fitting(tracer, part, value_of(tracer, there).type.shape))
        return
    if numbers and all(is_plain(each) or isinstance(each, Value) for each in keys):
        write(tracer, ref, at_symbols(tracer, old, held_inside(tracer, keys, old.type.shape), part))
        return
    scattered(tracer, ref, keys, new_part)


def scattered(tracer, ref: Ref, keys: list, part) -> None:
    """Elements are assigned where arrays say, along axes that lie beside one another."""
    at = [number for number, each in enumerate(keys) if not isinstance(each, slice)]
    if at != list(range(at[0], at[0] + len(at))) or None in [each for each in keys if not isinstance(each, np.ndarray)]:
        raise tracer.refuse("symbolic-index", "elements of an array are assigned where another array says",
                            instead="give indices along axes that lie beside one another, or say it the other way round, "
                                    "for each element of the result: np.where")
    parts = [each if isinstance(each, slice) else slice(None) for each in keys]
    if any(each != slice(None) for each in parts):
        ref = tracer.subscript(ref, Known(tuple(parts)))
    places, table = [each if is_array(each) or isinstance(each, Value) else Known(np.asarray(each)) for each in map(
        keys.__getitem__, at)], NONE
    if all(type(each) is Known for each in places):
        lead = value_of(tracer, ref).type.shape[at[0]:at[0] + len(at)]
        numbers, shape = np.full(lead, -1), np.broadcast_shapes(*[each.value.shape for each in places])
        numpy_says(numbers.__setitem__, tuple([each.value for each in places]), np.arange(math.prod(shape)).reshape(shape))
        table = Known(numbers.ravel())
    places = Tuple([new(tracer, as_field(tracer, each)) for each in places])
    axes = len(np.broadcast_shapes(*[value_of(tracer, each).type.shape for each in places.items]))
    own = value_of(tracer, part).type.shape if is_array(part) and not is_selection(tracer, part) else ()
    more = len(own) - axes - len(value_of(tracer, ref).type.shape) + len(at)
    if more > 0 and own[:more] == (1,) * more:
        part = tracer.subscript(part, Known((0,) * more))
    for axis, place in zip(at, places.items) if table is NONE else ():
        raise_outside(tracer, value_of(tracer, place), axis, value_of(tracer, ref).type.shape[axis])
    tracer.call(Known(assigned_arrays.assigned), [ref, places, Known(at[0]), part, table], {})


def truth(tracer, ref: Ref):
    """bool(a), of an array of one element."""
    if size_of(tracer, ref) != 1:
        raise HostRaised(ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or "
                                    "a.all()"))
    return tracer.truth(item(tracer, ref))


def transposed(tracer, ref: Ref, axes) -> Ref:
    axes, shape = tuple(axes), value_of(tracer, ref).type.shape
    return view(tracer, ref, Transposed(axes), [shape[axis] for axis in axes])
