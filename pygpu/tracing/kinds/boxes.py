"""Arrays without axes, np.asarray(x) of a number: in NumPy they can be changed, S[S < 0] = 0, where a number cannot.

Such an array is a number of the graph, as long as nobody assigns to one. Where somebody does, the filter is traced again,
and what NumPy's functions make of numbers are arrays with an element and no axis (tracer.boxes); operators give numbers.
"""

from __future__ import annotations

import numpy as np

from ...ir import BOOL
from ...library.numpy import picked
from ..paths.frames import HostRaised
from ..values.lattice import Known, Ref
from ..values.numbers import elements_of, numeric, type_of
from .arrays import number_of, open_array, put_into
from .complexes import is_complex
from .sorting import choose

MAKING = {np.array, np.asarray, np.asanyarray, np.copy, np.where, np.squeeze, np.reshape, np.zeros, np.ones, np.empty,
          np.full, np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.select, np.piecewise, np.nan_to_num}
SAME = (np.asarray, np.asanyarray, np.squeeze)
METHODS = ("copy", "astype", "squeeze", "reshape")


def is_box(tracer, value) -> bool:
    return type(value) is Ref and value.kind == "array" and not tracer.heap[value][0].value


def opened(tracer, value):
    """The number in an array without axes."""
    return tracer.heap[value][1]


def box_of(tracer, function, args, result):
    """What a function of NumPy's gives, as an array where NumPy has one."""
    if any([function is each for each in SAME]) and args and is_box(tracer, args[0]) and numeric(result) and (
            type_of(result) is type_of(opened(tracer, args[0]))):
        return args[0]
    if result is NotImplemented or is_box(tracer, result) or not any(function is each for each in MAKING):
        return result
    if type(result) is Known and isinstance(result.value, np.ndarray) and result.value.ndim == 0:
        return box(tracer, Known(*elements_of(result.value)))
    return box(tracer, result) if numeric(result) or is_complex(result) else result


def box(tracer, number) -> Ref:
    return tracer.new("array", (Known(()), number))


def kept(meaning):
    """A method that gives an array, without axes of one without axes."""
    def of_either(tracer, receiver, *args, **kwargs):
        found = meaning(tracer, receiver, *args, **kwargs)
        return box(tracer, found) if is_box(tracer, receiver) and numeric(found) else found

    return of_either


def is_there(tracer, key):
    """Whether an index takes the element: a Bool; None where it is no index of an array without axes."""
    key = opened(tracer, key) if is_box(tracer, key) else key
    if type(key) is Known and (key.value is Ellipsis or key.value == ()):
        return Known(True)
    return key if numeric(key) and type_of(key) is BOOL else None


def subscript(tracer, container: Ref, key):
    """container[key]: what a mask chooses is an array of one element, or of none."""
    there = is_there(tracer, key)
    if there is None:
        raise HostRaised(IndexError("too many indices for array: array is 0-dimensional"))
    if not numeric(key) and not is_box(tracer, key):
        return container if key.value is Ellipsis else opened(tracer, container)
    items = [tracer.new("array", (Known((1,)), each)) for each in (opened(tracer, container), there)]
    return tracer.call(Known(picked.Picked), items, {})


def store(tracer, container: Ref, key, value) -> None:
    """container[key] = value."""
    there = is_there(tracer, key)
    if there is None:
        raise HostRaised(IndexError("too many indices for array: array is 0-dimensional"))
    before = opened(tracer, container)
    new = open_array(tracer, tracer.heap[value]["values"] if type(value) is Ref and value.cls is picked.Picked else value)
    if new.size != 1:
        raise HostRaised(ValueError(f"could not broadcast input array from shape {new.shape} into shape ()"))
    new = number_of(tracer, new.ravel()[0], type_of(before)) if numeric(before) else new.ravel()[0]
    put_into(tracer, container, (choose(tracer, tracer.truth(there), new, before),))
