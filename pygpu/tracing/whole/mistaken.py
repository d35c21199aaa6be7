"""Calls that do not fit what they call, in NumPy's words: it is asked with zeros for what only the run knows."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ..host.changes import told_by
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Builtin, Known, Tuple
from .fields import is_array, value_of
from .operators import dummy

MISTAKES = TypeError, ValueError, IndexError


class Unlike(Exception):
    """Nothing of the host's stands for a value."""


class AsNumpySays:
    """While this holds, what a call means is found out. Where that raises, and NumPy for the same arguments, it is the
    filter that raises; otherwise the mistake is ours."""

    __slots__ = ("tracer", "function", "args", "kwargs")

    def __init__(self, tracer, function, args, kwargs):
        self.tracer, self.function, self.args, self.kwargs = tracer, function, args, kwargs

    def __enter__(self):
        pass

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
