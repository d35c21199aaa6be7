"""NumPy's functions that are written out in Python (numpy/arrays.py), also of the parts of arrays that masks of pixels
choose (library/numpy/picked.py)."""

from __future__ import annotations

import numpy as np

from ...ir import MEANINGS, Value
from ...library.many import lines, series
from ...library.numpy import arrays, going, picked, polynomials
from ..host.handing import NotKnown, call_host
from ..host.table import ANY, SPECIAL, means
from ..kinds.containers import items_of
from ..values.assumptions import decide
from ..values.lattice import Known, Ref, Tuple
from . import complexes
from .lending import lend, written_means
from .numpy_functions import by_element, traced


def known_first(function) -> None:
    """Of what is known NumPy gives as many numbers as there are."""
    written = SPECIAL[function]

    def meaning(tracer, args, kwargs):
        try:
            return call_host(tracer, Known(function), args, kwargs)
        except NotKnown:
            return written(tracer, args, kwargs)

    vars(meaning).update(vars(written))
    SPECIAL[function] = meaning


for _function, _written in {**arrays.WRITTEN, **picked.WRITTEN, **going.WRITTEN, **polynomials.WRITTEN}.items():
    written_means(_function, _written)
for _function in (*picked.WRITTEN, np.argwhere):
    known_first(_function)
left_to_numpy = SPECIAL[np.roll]


@means(np.roll, takes=ANY)
def roll(tracer, args, kwargs):
    shift = decide(tracer, args[1] if len(args) > 1 else kwargs.get("shift", Known(0)))
    if any(isinstance(each, Value) for each in (shift, *(items_of(tracer, shift) or ()))):
        return tracer.call(Known(going.roll), args, kwargs)
    return left_to_numpy(tracer, args, kwargs)


vars(roll).update(vars(left_to_numpy))
means(np.frompyfunc, takes=ANY, always=True)(lambda tracer, args, kwargs: tracer.call(Known(going.frompyfunc), args, kwargs))
for _function, _written in arrays.ELEMENTWISE.items():
    means(_function)(lambda tracer, args, kwargs, meaning=by_element(_function, traced(_written), _function.nin): meaning(
        tracer, *args))
    SPECIAL[_function].parameters = []


@means(type(np.r_).__getitem__)
def joined(tracer, args, kwargs):
    """np.r_[a, b, 1.0] and np.c_[a, b]."""
    way, key = (decide(tracer, a) for a in args)
    parts = [Known(way.value[each.value]) if type(each) is Known and type(each.value) is slice else each
             for each in items_of(tracer, key) or [key]]
    if way.value is np.c_:
        return SPECIAL[np.column_stack](tracer, [Tuple(parts)], {})
    return SPECIAL[np.concatenate](tracer, [Tuple(lend(tracer, np.atleast_1d, [part], {}) for part in parts)], {})


joined.parameters = ["self", "key"]


def of_picked(tracer, function, args, kwargs):
    """What a function of NumPy's does with a part that a mask chose; NotImplemented where nobody knows."""
    name = picked.METHODS.get(function)
    if name is not None:
        return tracer.call(tracer.get_attribute(args[0], name), args[1:], kwargs)
    if not isinstance(function, np.ufunc) or function.nout != 1 or not (function in SPECIAL or function in MEANINGS):
        return NotImplemented
    there = next(tracer.heap[a]["there"] for a in args if type(a) is Ref and a.cls is picked.Picked)
    values = [tracer.call(Known(picked.beside), [there, a], {}) for a in args]
    return tracer.call(Known(picked.Picked), [tracer.call(Known(function), values, kwargs), there], {})


def of_line(tracer, function, args, kwargs):
    """The same of one whose length a picture decides."""
    name = lines.METHODS.get(function)
    if name is not None and type(args[0]) is Ref and args[0].cls in LINES:
        line = tracer.call(Known(lines.numbers_of), args[:1], {})
        return tracer.call(tracer.get_attribute(line, name), args[1:], kwargs)
    of_each = isinstance(function, np.ufunc) and function.nout == 1 and (function in SPECIAL or function in MEANINGS)
    if of_each or function is np.where and len(args) == 3 or function is np.clip and len(args) == 3:
        return tracer.call(Known(lines.elementwise), [Known(function), *args], kwargs)
    return NotImplemented


LINES = {lines.Numbers, lines.Some, lines.reductions.Lines, lines.reductions.PlaneLines, lines.reductions.Line,
         lines.orders.Ordered, series.Listed, series.Chosen, series.Running}


def asked(tracer, args):
    """What knows what a function means for one of these, where there is such a one."""
    for value in args:
        if type(value) is Ref and value.cls is picked.Picked:
            return of_picked
        if type(value) is Ref and value.cls in LINES:
            return of_line
        if complexes.concerns(tracer, value):
            return complexes.of_complex
    return None
