"""Functions of NumPy's that are written in NumPy (library/whole/): lists of numbers are arrays to those that take one."""

from __future__ import annotations

import inspect

import numpy as np

from ..values.assumptions import decide
from ..values.lattice import Known, Maybe, Ref, Tuple
from ..values.numbers import numeric
from .fields import is_array
from .table import as_ref, dimensions

OF_AN_ARRAY = {"a", "x", "m", "v", "f", "ar", "arr", "ary"}  # as NumPy calls a parameter that is one, and not several


def written(function, numpys):
    is_of_one = isinstance(numpys, np.ufunc) or next(iter(parameters_of(numpys)), None) in OF_AN_ARRAY

    def meaning(tracer, args, kwargs):
        if is_of_one and args and is_of_numbers(tracer, first := decide(tracer, args[0])):
            args = [as_ref(tracer, first), *args[1:]]
        return tracer.call(Known(function), args, kwargs)

    return meaning


def parameters_of(function):
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return ()


def is_of_numbers(tracer, value) -> bool:
    """Whether it is a list of numbers, or of such lists."""
    items = value.items if type(value) is Tuple else tracer.heap[value] if (
        type(value) is Ref and value.kind == "list") else ()
    items = [each if type(each) is Maybe else decide(tracer, each) for each in items]
    return bool(items) and all([is_of_numbers(tracer, each) or is_single(tracer, each) for each in items])


def is_single(tracer, value) -> bool:
    return not dimensions(tracer, value) if is_array(value) else numeric(value)
