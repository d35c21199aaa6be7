"""The methods of arrays whose elements depend on pixels: NumPy's functions, given the array first."""

from __future__ import annotations

import numpy as np

from ..host.changes import is_array_class
from ..host.table import SPECIAL
from ..kinds import boxes
from ..kinds.array_classes import as_class, like, without_class
from ..kinds.arrays import (
    METHODS,
    array_binary,
    array_compare,
    array_inplace,
    array_store,
    array_unary,
    kind_of,
    open_array,
    put_into,
    viewed,
)
from ..kinds.containers import key_of
from ..kinds.scalars import BINARY, COMPARE
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Ref, Tuple
from ..values.numbers import class_of
from . import complexes
from .lending import lend, of_dtype, wanted_type
from .numpy_functions import array
from .reductions import sort


def method_of(function):
    def meaning(tracer, receiver, *args, **kwargs):
        found = complexes.method(tracer, function, receiver, args, kwargs)
        return SPECIAL[function](tracer, [receiver, *args], kwargs) if found is NotImplemented else found

    return meaning


METHODS.update({name: method_of(getattr(np, name)) for name in (
    "ravel", "squeeze", "swapaxes", "repeat", "diagonal", "sum", "prod", "min", "max", "mean", "all", "any", "dot", "clip",
    "copy", "cumsum", "cumprod", "std", "var", "argmin", "argmax", "argsort", "trace", "round", "take", "nonzero",
    "searchsorted")})
METHODS["compress"] = lambda tracer, receiver, condition, axis=NONE: SPECIAL[np.compress](
    tracer, [condition, receiver], {"axis": axis})


def many(function):
    """A method that takes a tuple, or its items."""
    def meaning(tracer, receiver, *args, **kwargs):
        args = [decide(tracer, a) for a in args]
        given = args if len(args) < 2 else [Tuple(args)]
        return lend(tracer, function, [receiver, *given], kwargs)

    return meaning


METHODS.update(reshape=many(np.reshape), transpose=many(np.transpose))
METHODS["flatten"] = lambda tracer, receiver, order=Known("C"): lend(tracer, np.copy, [lend(
    tracer, np.ravel, [receiver], {"order": order})], {})


def method(function):
    METHODS[function.__name__.rstrip("_")] = function
    return function


@method
def astype(tracer, receiver, dtype, order=Known("K"), casting=Known("unsafe"), subok=Known(True), copy=Known(True)):
    wanted = wanted_type(tracer, dtype)
    if type(copy) is Known and not copy.value and type(receiver) is Ref:
        kind = kind_of(tracer.heap[receiver][1:])
        if kind is not None and wanted is class_of(kind):
            return receiver
    return of_dtype(tracer, array(tracer, receiver, NONE), dtype)


@method
def fill(tracer, receiver, value):
    array_store(tracer, receiver, Known(...), value)
    return NONE


@method
def item(tracer, receiver, *args):
    array, places = open_array(tracer, receiver), [key_of(tracer, a) for a in args]
    try:
        return array.item(*places)
    except (ValueError, IndexError) as error:
        raise HostRaised(error) from None


def sort_in_place(tracer, receiver, axis=Known(-1), kind=NONE, order=NONE, stable=NONE):
    ordered = sort(tracer, receiver, axis)
    put_into(tracer, receiver, open_array(tracer, ordered).ravel())
    return NONE


METHODS["sort"] = sort_in_place


METHODS["partition"] = lambda tracer, receiver, kth, axis=Known(-1): sort_in_place(tracer, receiver, axis)


@method
def put(tracer, receiver, indices, values):
    """Into the elements as they lie in a row."""
    flat = lend(tracer, np.ravel, [receiver], {})
    new = open_array(tracer, decide(tracer, values)).ravel()
    for number, place in enumerate(open_array(tracer, decide(tracer, indices)).ravel()):
        array_store(tracer, flat, place, new[number % len(new)])
    return NONE


@method
def view(tracer, receiver, dtype=NONE):
    """The same elements by another name."""
    if type(dtype) is Known and dtype.value is None:
        return receiver
    if type(dtype) is Known and dtype.value is np.ndarray:
        return viewed(tracer, receiver, lambda host: host[...], always=True)
    if type(dtype) is Known and isinstance(dtype.value, type) and is_array_class(dtype.value):
        return as_class(tracer, receiver, dtype.value, receiver)
    raise tracer.refuse("not-supported", "the elements of an array are viewed as another type",
                        why="each of them is a number of the kernel", instead="convert them: a.astype(t)")


def itself(tracer, receiver, *args, **kwargs):
    return receiver


METHODS.update({name: boxes.kept(METHODS[name]) for name in boxes.METHODS})
METHODS.update(conj=method_of(np.conjugate), conjugate=method_of(np.conjugate), __array__=itself)


# --- operators by their names, which classes of arrays call: super().__add__(other) --------------------------------------

def operator(symbol: str, turned: bool = False):
    def meaning(tracer, receiver, other):
        operands = [receiver, decide(tracer, other)]
        return like(tracer, array_binary(tracer, symbol, *(operands[::-1] if turned else operands)), *operands)

    return meaning


def comparison(symbol: str):
    def meaning(tracer, receiver, other):
        return like(tracer, array_compare(tracer, symbol, receiver, decide(tracer, other)), receiver)

    return meaning


def in_place(symbol: str):
    def meaning(tracer, receiver, other):
        array_inplace(tracer, symbol, receiver, decide(tracer, other))
        return receiver

    return meaning


METHODS.update({name: operator(symbol) for symbol, (_, name, _, _) in BINARY.items()})
METHODS.update({name: operator(symbol, True) for symbol, (_, _, name, _) in BINARY.items()})
METHODS.update({name.replace("__", "__i", 1): in_place(symbol) for symbol, (_, name, _, _) in BINARY.items()})
METHODS.update({name: comparison(symbol) for symbol, (_, name, _, _) in COMPARE.items()})
METHODS.update({name: lambda tracer, receiver, symbol=symbol: like(tracer, array_unary(tracer, symbol, receiver), receiver)
                for name, symbol in (("__neg__", "-"), ("__pos__", "+"), ("__invert__", "~"))})
METHODS["__abs__"] = lambda tracer, receiver: like(tracer, tracer.call(
    Known(np.absolute), [without_class(tracer, receiver)], {}), receiver)
