"""Lists of which only the run says how long they are, and the elements that a mask chooses, as parts of arrays that have as
many elements as a number says (library/whole/pieces.py): np.array([f(y, x) for y, x in zip(ys, xs)])."""

from __future__ import annotations

import numpy as np

from ...ir import Block, Value
from ...ir.fields import is_field
from ...library.many import series
from ...library.whole.grown import Grown, as_array
from ...library.whole.pieces import Piece
from ...library.whole.pieces_arranged import gone_through, listed
from ..kinds.ragged import flagged
from ..paths.generators import WALKED
from ..values.assumptions import narrowed
from ..values.lattice import NONE, Known, Maybe, Ref, Tuple
from ..values.possible import bounds_of, note_bounds
from .fields import as_field, new, operand, value_of
from .one_by_one import count_of, side_by_side
from .selections import is_selection
from .stretches import LONGEST, is_piece

FEW = 64  # items of a list that each may be there or not, which a kernel is as long as


def is_listed(tracer, value) -> bool:
    """Whether only the run knows how long a list is."""
    return type(value) is Ref and (value.cls in (series.Listed, series.Range, series.Running, Grown) or most_chosen(
        tracer, value) is not None or value.kind == "list" and len(tracer.heap[value]) <= FEW and Maybe in map(
            type, tracer.heap[value]))


def of_list(tracer, values: Ref, dtype=None) -> Ref:
    """An array of the items of such a list."""
    if values.cls is Grown:
        return tracer.call(Known(as_array), [values, Known(dtype)], {})
    if values.kind == "list":  # each may be there or not
        flags, items = zip(*map(flagged, tracer.heap[values]))
        fields = [as_field(tracer, tracer.new("list", tuple(each))) for each in (items, flags)]
        if None in fields:
            raise tracer.refuse("symbolic-length")
        found = tracer.subscript(*[new(tracer, each) for each in fields])
        return found if dtype is None else tracer.call(tracer.get_attribute(found, "astype"), [Known(dtype)], {})
    most = most_chosen(tracer, values)
    if most is None:
        many = tracer.call(Known(len), [values], {})
        most = bounds_of(many)[1] if isinstance(many, Value) else many.value
    if most > LONGEST:
        raise tracer.refuse("symbolic-length", "an array is made of as many items as is only known when the function runs",
                            why="memory is set aside before the function runs, for as many as there can be",
                            instead="say how many there are at most: range(min(n, 1000)), np.arange(min(n, 1000))")
    first, kind = of_one(tracer, values)
    kind = np.dtype(dtype if dtype is not None else kind if kind is not int else np.int64)
    shape = first.type.shape if is_field(first) else ()
    found = tracer.call(Known(gone_through if values.cls is series.Chosen else listed),
                        [values, Known(int(most)), Known(shape), Known(kind)], {})
    note_bounds(tracer.heap[found]["counts"].items[0], (0, int(most)))
    return found


def of_one(tracer, values: Ref):
    """What an item is: an operand, and what NumPy sees of it."""
    mark, found = tracer.mark(), []
    with tracer.builder.inside(Block()):
        if values.cls is series.Chosen:
            tracer.go_through(tracer.heap[values]["walk"], lambda item: found.append(operand(tracer, item)))
        else:
            found.append(operand(tracer, tracer.subscript(values, Known(0))))
    tracer.back(mark)
    return found[0]


def is_of_elements(tracer, values: Ref) -> bool:
    """Whether the items of such a list are elements of whole arrays."""
    return values.cls is Grown or values.kind != "list" and is_field(of_one(tracer, values)[0])


def most_chosen(tracer, values: Ref) -> int | None:
    """How many items a list that is gone through may have; None where nobody knows."""
    walk = tracer.heap[values]["walk"] if values.cls is series.Chosen else None
    if type(walk) is not Ref or walk.kind != "iterator" or tracer.heap[walk][0].value != WALKED:
        return None
    most = tracer.most_made(walk)
    return most if most is not None and most <= LONGEST else None


def of_chosen(tracer, ref: Ref) -> Ref:
    """What a mask chooses, side by side."""
    row = side_by_side(tracer, ref)
    others = [NONE] * (len(value_of(tracer, row).type.shape) - 1)
    return tracer.call(Known(Piece), [row, Tuple([count_of(tracer, ref), *others])], {})


def as_pieces(tracer, args) -> list:
    """Arguments, those among them that are such, also in tuples and lists of arrays."""
    args = [narrowed(tracer, each) for each in args]
    return [of_chosen(tracer, each) if is_selection(tracer, each) else of_list(tracer, each) if is_listed(tracer, each) else
            Tuple(as_pieces(tracer, items_in(tracer, each))) if has_chosen(tracer, each) else each for each in args]


def items_in(tracer, value) -> tuple:
    items = value.items if type(value) is Tuple else tracer.heap[value] if (
        type(value) is Ref and value.kind == "list") else ()
    return tuple([narrowed(tracer, each) for each in items])


def has_chosen(tracer, value) -> bool:
    """Whether such a part, or what a mask chooses, is in a tuple or a list."""
    return any([is_piece(each) or is_selection(tracer, each) for each in items_in(tracer, value)])
