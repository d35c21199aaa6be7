"""What functions give of the elements that a mask chooses: of each of them, or of all."""

from __future__ import annotations

import numpy as np

from ...library.whole import chosen as chosen_arrays
from ...library.whole.complexes import spread
from ...library.whole.pieces_functions import FUNCTIONS
from ..values.lattice import Known, Ref
from .arranging import reshape
from .elements import Converted
from .elementwise import converted_to, of_ufunc, where
from .fields import emit, is_array, item, new, typed, value_of
from .indices import over
from .listed import as_pieces
from .one_by_one import count_of, places_of_all
from .operators import ufunc
from .selections import given_of, is_selection, mask_of, selection, whole_of
from .table import MEANINGS


def of_selection(tracer, chosen: Ref, function, args, kwargs):
    """What a function gives of a[mask]: of each element, or of all of them. How many they are nobody asks."""
    mask = mask_of(tracer, chosen)
    if any(is_selection(tracer, each) and mask_of(tracer, each) is not mask for each in args):
        return tracer.call(Known(function), as_pieces(tracer, args), kwargs)
    wide = [whole_of(tracer, each) if is_selection(tracer, each) else each for each in args]
    if function is spread:  # as the whole is
        found = tracer.call(Known(spread), wide, {})
        return selection(tracer, value_of(tracer, found), mask, given_of(tracer, chosen))
    if isinstance(function, np.ufunc):
        if any(is_array(each) and not is_selection(tracer, each) and value_of(tracer, each).type.shape for each in args):
            return tracer.call(Known(function), as_pieces(tracer, args), kwargs)
        return selection(tracer, value_of(tracer, of_ufunc(tracer, function, wide, kwargs)), mask,
                         given_of(tracer, chosen))
    found = by_rows(tracer, chosen, function, args[1:], kwargs)
    if found is not None:
        return found
    if len(args) > 1 or kwargs:
        return side_by_side_by(tracer, function, args, kwargs)
    (whole,), truths = wide, new(tracer, mask)

    def total(values):
        return MEANINGS[np.sum](tracer, [where(tracer, truths, values, Known(0))], {})

    count = MEANINGS[np.sum](tracer, [truths], {})
    if function is np.size:
        return item(tracer, count)
    if function is len:
        places_of_all(tracer, chosen)  # most who ask how many there are go over them
        return count_of(tracer, chosen)
    if function is np.sum:
        return total(whole)
    if function is np.mean:
        return tracer.binary("/", total(whole), converted_to(tracer, count, float_of(tracer, whole)))
    if function in (np.var, np.std):
        mean = of_selection(tracer, chosen, np.mean, args, kwargs)
        far = tracer.binary("-", whole, mean)
        found = tracer.binary("/", total(tracer.binary("*", far, far)), converted_to(tracer, count, float_of(tracer, whole)))
        return found if function is np.var else ufunc(tracer, np.sqrt, [found])
    if function in (np.min, np.max, min, max):
        kind = value_of(tracer, whole).type.dtype
        limits = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
        smallest = function in (np.min, min)
        none = kind.type((np.inf if smallest else -np.inf) if kind.kind == "f" else limits.max if smallest else limits.min)
        return MEANINGS[np.min if smallest else np.max](tracer, [where(tracer, truths, whole, Known(none))], {})
    if function in (np.any, np.all):
        return MEANINGS[function](tracer, [where(tracer, truths, tracer.compare("!=", whole, Known(0)),
                                                 Known(function is np.all))], {})
    if function is np.diff and len(given_of(tracer, chosen).type.shape) == 1:
        return tracer.binary("-", *[tracer.subscript(chosen, Known(each)) for each in (slice(1, None), slice(None, -1))])
    if function in WRITTEN:
        return tracer.call(Known(WRITTEN[function]), [whole, new(tracer, given_of(tracer, chosen))], {})
    if function is np.cumsum and value_of(tracer, whole).type.shape == given_of(tracer, chosen).type.shape:
        found = MEANINGS[np.cumsum](tracer, [where(tracer, truths, whole, Known(0))], {})
        return selection(tracer, value_of(tracer, reshape(tracer, found, Known(mask.type.shape))), mask,
                         given_of(tracer, chosen))
    return side_by_side_by(tracer, function, args, kwargs)


def side_by_side_by(tracer, function, args, kwargs):
    """What a function gives of what is chosen, put side by side."""
    if function not in FUNCTIONS:
        raise tracer.refuse("opaque-array", name=f"{getattr(function, '__name__', function)}() of a[mask]")
    return tracer.call(Known(function), as_pieces(tracer, args), dict(zip(kwargs, as_pieces(tracer, kwargs.values()))))


WRITTEN = {np.sort: chosen_arrays.in_order, np.median: chosen_arrays.median,
           np.argmax: chosen_arrays.first_best(np.max), np.argmin: chosen_arrays.first_best(np.min)}
ROWS = {np.sum, np.mean, np.var, np.std, np.min, np.max, np.any, np.all}


def by_rows(tracer, chosen: Ref, function, more, kwargs):
    """x[mask].mean(axis=0), where the mask chooses rows: of each column; or along another axis, of each row by itself."""
    given, whole = given_of(tracer, chosen), value_of(tracer, whole_of(tracer, chosen))
    axis = kwargs.get("axis", more[0] if len(more) == 1 else None)
    if function not in ROWS or len(given.type.shape) != 1 or set(kwargs) - {"axis"} or len(more) + len(kwargs) != 1 or (
            type(axis) is not Known or not isinstance(axis.value, int)):
        return None
    count = len(whole.type.shape)
    along = axis.value % count
    if along:
        found = value_of(tracer, tracer.call(Known(function), [new(tracer, whole)], {"axis": axis}))
        mask = emit(tracer, Converted(), typed(tracer, bool, found.type.shape), over(tracer, found.type.shape, given))
        return selection(tracer, found, mask, given)
    return tracer.call(Known(chosen_arrays.along_rows), [Known(function), new(tracer, whole), new(tracer, given)], {})


def float_of(tracer, ref) -> np.dtype:
    dtype = value_of(tracer, ref).type.dtype
    return dtype if dtype.kind == "f" else np.dtype(float)
