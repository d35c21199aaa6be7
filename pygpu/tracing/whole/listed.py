"""Lists of which only the run says how long they are, and the elements that a mask chooses, as parts of arrays that have as
many elements as a number says (library/whole/pieces.py): np.array([f(y, x) for y, x in zip(ys, xs)])."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ...ir.fields import is_field
from ...library.many import series
from ...library.whole.pieces import Piece
from ...library.whole.pieces_arranged import listed
from ..values.lattice import NONE, Known, Ref, Tuple
from ..values.possible import bounds_of
from .fields import operand, value_of
from .one_by_one import count_of, side_by_side
from .selections import is_selection
from .stretches import LONGEST, is_piece


def is_listed(value) -> bool:
    return type(value) is Ref and value.cls in (series.Listed, series.Range, series.Running)


def of_list(tracer, values: Ref, dtype=None) -> Ref:
    """An array of the items of such a list."""
    many = tracer.call(Known(len), [values], {})
    most = bounds_of(many)[1] if isinstance(many, Value) else many.value
    if most > LONGEST:
        raise tracer.refuse("symbolic-length", "an array is made of as many items as is only known when the function runs",
                            why="memory is set aside before the function runs, for as many as there can be",
                            instead="say how many there are at most: range(min(n, 1000)), np.arange(min(n, 1000))")
    mark = tracer.mark()
    first, kind = operand(tracer, tracer.subscript(values, Known(0)))
    tracer.back(mark)
    kind = np.dtype(dtype if dtype is not None else kind if kind is not int else np.int64)
    shape = first.type.shape if is_field(first) else ()
    return tracer.call(Known(listed), [values, Known(int(most)), Known(shape), Known(kind)], {})


def of_chosen(tracer, ref: Ref) -> Ref:
    """What a mask chooses, side by side."""
    row = side_by_side(tracer, ref)
    others = [NONE] * (len(value_of(tracer, row).type.shape) - 1)
    return tracer.call(Known(Piece), [row, Tuple([count_of(tracer, ref), *others])], {})


def as_pieces(tracer, args) -> list:
    """Arguments, those among them that are such, also in tuples and lists of arrays."""
    return [of_chosen(tracer, each) if is_selection(tracer, each) else of_list(tracer, each) if is_listed(each) else
            Tuple(as_pieces(tracer, items_in(tracer, each))) if has_chosen(tracer, each) else each for each in args]


def items_in(tracer, value) -> tuple:
    return value.items if type(value) is Tuple else tracer.heap[value] if (
        type(value) is Ref and value.kind == "list") else ()


def has_chosen(tracer, value) -> bool:
    """Whether such a part, or what a mask chooses, is in a tuple or a list."""
    return any([is_piece(each) or is_selection(tracer, each) for each in items_in(tracer, value)])
