"""Calls that do not fit what they call, in NumPy's words: it is asked with zeros for what only the run knows."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from functools import partial
from inspect import signature

import numpy as np

from ...ir import Value
from ..host.changes import told_by
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Builtin, Known, Tuple
from .fields import is_array, value_of
from .indices import numpy_says
from .listed import items_in
from .operators import dummy

MISTAKES = TypeError, ValueError, IndexError
LINE = np.zeros(2)

# What says how, and not of what: NumPy is asked with it before it means anything here, of a short line, and what it needs
# beside that.
HOW = {**dict.fromkeys((np.sort, np.argsort), ((), ("kind",))), np.searchsorted: ((LINE,), ("side",)),
       **dict.fromkeys((np.convolve, np.correlate), ((LINE,), ("mode",))), np.take: (([0],), ("mode",)),
       np.meshgrid: ((), ("indexing",)), np.diff: ((), ("n",)), np.digitize: ((), ("bins",)), np.cov: ((), ("ddof",)),
       **dict.fromkeys((np.round, np.around), ((), ("decimals",))),
       **dict.fromkeys((np.quantile, np.percentile, np.nanquantile, np.nanpercentile), ((), ("q",)))}


class Unlike(Exception):
    """Nothing of the host's stands for a value."""


class AsNumpySays:
    """While this holds, what a call means is found out. Where that raises, and NumPy for the same arguments, it is the
    filter that raises; otherwise the mistake is ours."""

    __slots__ = ("tracer", "function", "args", "kwargs")

    def __init__(self, tracer, function, args, kwargs):
        self.tracer, self.function, self.args, self.kwargs = tracer, function, args, kwargs

    def __enter__(self):
        function, args = self.function, self.args
        if type(function) is Builtin and is_array(decide(self.tracer, function.receiver)):
            function, args = getattr(np, function.name, None), (function.receiver, *args)
        if self.tracer.of_arrays and isinstance(function, Hashable) and function in HOW:
            see_how(self.tracer, function, args, self.kwargs)

    def __exit__(self, kind, error, traceback):
        if kind in MISTAKES and self.tracer.shaped:
            said = self.said()
            if said is not None:
                raise HostRaised(said) from None

    def said(self) -> Exception | None:
        """What NumPy raises."""
        tracer, function = self.tracer, self.function
        try:
            if type(function) is Builtin:
                function = getattr(stand_in(tracer, function.receiver), function.name)
            elif not isinstance(function, np.ufunc) and not (told_by(function, "__module__") or "").startswith("numpy"):
                return None
            args = [stand_in(tracer, each) for each in self.args]
            kwargs = {name: stand_in(tracer, each) for name, each in self.kwargs.items()}
        except (Unlike, AttributeError):
            return None
        try:
            with np.errstate(all="ignore"):
                function(*args, **kwargs)
        except np.linalg.LinAlgError:  # of zeros
            return None
        except MISTAKES as error:
            return error


def see_how(tracer, function, args, kwargs) -> None:
    """Raise what NumPy raises of the words and numbers that say how a function goes about it."""
    beside, names = HOW[function]
    try:
        given = signature(function).bind(*args, **kwargs).arguments
    except TypeError:  # which the call will say
        return
    told = {}
    for name in given.keys() & set(names):
        with suppress(Unlike):
            told[name] = known_in(tracer, decide(tracer, given[name]))
    if told:
        numpy_says(partial(function, **told), LINE, *beside)


def known_in(tracer, value):
    """A known value, or a list of such."""
    if type(value) is Known:
        return value.value
    items = items_in(tracer, value)
    if not items:
        raise Unlike
    return [known_in(tracer, each) for each in items]


def stand_in(tracer, value):
    value = decide(tracer, value)
    if is_array(value) and len(tracer.heap[value]) <= 2:
        return dummy(value_of(tracer, value).type)
    if type(value) is Known:
        return value.value
    if isinstance(value, Value):
        return np.zeros((), value.type.stored)[()]
    if type(value) is Tuple:
        return tuple([stand_in(tracer, each) for each in value.items])
    raise Unlike
