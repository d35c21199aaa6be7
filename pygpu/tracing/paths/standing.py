"""Where iterators stand: what no number of the kernel can say. Where paths meet that stand at different places of one, it
is torn, and nobody may take from it any more."""

from __future__ import annotations

from ..values.lattice import Choice, Known, Ref, mapped

# Parts of an iterator's contents that no number can stand for.
FIXED_PARTS = {"items": 3, "entries": 4, "zip": 2, "generator": 4, "lazy": 3, "comprehension": 2}
TORN = (Known("torn"),)
TAKES = "each pass takes from an iterator, and how many there are depends on a pixel"  # why a loop is refused


def state(what: tuple, pc: int, cells: tuple, locals: dict, stack) -> tuple:
    """What the heap holds of a generator that stands before `pc`; below 0 it has ended. `what` never changes."""
    return Known("generator"), Known(what), Known(pc), Known(tuple(locals)), *cells, *locals.values(), *stack


ENDED = state((), -1, (), {}, (Known(None),))


def goes_on(contents: tuple) -> bool:
    """Whether they are those of a generator that has not ended, on some path."""
    how, *others = contents
    return how.value == "generator" and others[1].value >= 0 or how is TORN[0] and bool(others)


def fixed_part(ref: Ref, contents):
    """What no number of the kernel can stand for: how far an iterator is, the shape of an array, what a part of a whole
    array is part of."""
    if ref.kind == "array":
        return contents[0].value
    if ref.kind == "field":
        return contents if len(contents) > 1 else getattr(contents[0], "type", None)
    if ref.kind != "iterator":
        return None
    return tuple(part.value for part in contents[:FIXED_PARTS.get(contents[0].value, 1)] if type(part) is Known)


def shapes_in(heap: dict, fields: dict) -> list:
    """What the arrays of an object are: one that holds others of other shapes is another."""
    return [types_of(heap, value) for value in fields.values() if type(value) is Ref and value.kind == "field"]


def types_of(heap: dict, ref: Ref):
    """Of an array, or what a part of one is."""
    return [getattr(each, "type", None) or getattr(getattr(each, "value", None), "type", None) for each in heap[ref]
            if type(each) is not Ref]


def stand_apart(a: Ref, one: tuple, b: Ref, other: tuple) -> bool:
    """Whether iterators stand at different places; or each at one of several, by conditions of its own."""
    return one[0] is other[0] is TORN[0] or fixed_part(a, one) != fixed_part(b, other)


def torn_between(condition, one: tuple, other: tuple, heap: dict) -> tuple:
    """Contents of a torn iterator, of (contents, how values are carried from there) on either path. Where a generator stands
    is kept, since it may have something to do when it is closed; and where in which items."""
    sides = []
    if not goes_on(one[0]) and not goes_on(other[0]) and {one[0][0].value, other[0][0].value} == {"generator"}:
        return mapped(*one) if one[0] is not ENDED else mapped(*other)
    for contents, carry in (one, other):
        if contents[0].value not in ("generator", "torn", "items"):
            return TORN
        side = Ref("iterator")
        heap[side] = mapped(contents, carry)
        sides.append(side)
    return *TORN, condition, *sides


def ways(sides) -> list[Ref]:
    """What a torn iterator may be on either side: one that was torn before may be one of several there."""
    return [ref for side in sides for ref in (ways((side.a, side.b)) if type(side) is Choice else (side,))]


def side_of(heap, side) -> tuple:
    """What the heap holds of a side of a torn iterator, which may itself be one of two."""
    return (*TORN, side.condition, side.a, side.b) if type(side) is Choice else heap[side]


def is_of_items(contents: tuple, heap) -> bool:
    """Whether an iterator goes through items, of which it is only open which is the next."""
    how, *stands = contents
    if how is TORN[0] and stands:
        return all(is_of_items(heap[side], heap) for side in ways(stands[1:]))
    return how.value == "items"


def stands(heap, ref: Ref, condition, truth: bool) -> tuple:
    """What the heap holds of an iterator where a condition holds or not, by which it may have been torn before."""
    contents = heap[ref]
    while contents[0] is TORN[0] and contents[1:2] == (condition,):
        contents = side_of(heap, contents[2 if truth else 3])
    return contents


def sides_in(heap) -> set:
    """The iterators that stand for a side of a torn one."""
    torn = [contents[2:] for ref, contents in heap.items() if ref.kind == "iterator" and contents[0] is TORN[0]]
    return {ref for sides in torn for ref in ways(sides)}
