"""NumPy's functions whose results are of the type of the first of them: np.vectorize(f) and np.apply_along_axis(f).

What f gives of a number may be an int for some pixels and a float for others (v if v > 0 else 0): so it is for the whole
array, then, and floats are cut. While f is asked for that, an int and a float that meet stay apart.
"""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from ..host.table import ANY, means
from ..kinds.arrays import boxed, close_array, is_array, open_array
from ..kinds.sorting import choose
from ..values.assumptions import decide
from ..values.choices import alternatives
from ..values.lattice import FALSE, TRUE, Known, Tuple
from ..values.numbers import class_of, numeric, type_of
from .lending import numpy_means, of_type, refuse_keyword, wanted_type
from .reductions import along


@means(np.vectorize.__call__, takes=ANY)
def vectorized(tracer, args, kwargs):
    how, *values = args
    if kwargs or how.value.signature is not None or how.value.excluded:
        raise refuse_keyword(tracer, next(iter(kwargs), "signature" if how.value.signature else "excluded"), how.value)
    wide = np.broadcast_arrays(*(open_array(tracer, decide(tracer, a)) for a in values))
    function, elements = Known(how.value.pyfunc), [list(parts) for parts in zip(*(w.ravel() for w in wide))]
    with kinds_apart(tracer):
        first = tracer.call(function, elements[0], {})
    found = [tracer.call(function, parts, {}) for parts in elements]
    types = [Known(np.dtype(char)) for char in how.value.otypes or ()]
    if type(first) is not Tuple:
        return as_first(tracer, first, boxed(found, wide[0].shape), *types)
    columns = zip(first.items, zip(*map(tracer.remaining, found)), types or [None] * len(first.items))
    return Tuple(as_first(tracer, one, boxed(column, wide[0].shape), dtype) for one, column, dtype in columns)


vectorized.parameters = ["self", "args", "kwargs"]


@numpy_means(np.apply_along_axis)
def apply_along_axis(tracer, func1d, axis, arr, *args):
    def called(line):
        return tracer.call(func1d, [close_array(tracer, boxed(line, (len(line),))), *args], {})

    first = []

    def line_of(line):
        if not first:
            with kinds_apart(tracer):
                first.append(called(line))
        found = called(line)
        return list(open_array(tracer, found).ravel()) if is_array(found) else found

    found = along(tracer, arr, axis, FALSE, line_of)
    return found if is_array(first[0]) else as_first(tracer, first[0], open_array(tracer, found))


def as_first(tracer, first, found, dtype=None):
    """An array of numbers of the type that the first of them has, which a pixel may decide."""
    kinds = [(flag, class_of(type_of(each))) for flag, each in alternatives(tracer.emit, first) if numeric(each)]
    if dtype is not None:
        kinds = [(TRUE, wanted_type(tracer, dtype))]
    *others, last = [of_type(tracer, close_array(tracer, found), kind) for _, kind in kinds] or [close_array(tracer, found)]
    for (flag, _), array in zip(reversed(kinds[:-1]), reversed(others)):
        pairs = zip(open_array(tracer, array).ravel(), open_array(tracer, last).ravel())
        last = close_array(tracer, boxed([choose(tracer, flag, a, b) for a, b in pairs], found.shape))
    return last


@contextmanager
def kinds_apart(tracer):
    """While this holds, an int and a float that meet stay apart."""
    before, tracer.kinds.apart = tracer.kinds.apart, True
    try:
        yield
    finally:
        tracer.kinds.apart = before
