"""The table of what functions of NumPy mean for whole arrays; each file adds what it knows of."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ..kinds.containers import key_of
from ..meanings.lending import fitted
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Ref
from .fields import as_field, is_array, new, value_of

MEANINGS: dict[object, object] = {}   # NumPy's function -> meaning(tracer, args, kwargs), where an array is among them
MAKERS: dict[object, object] = {}     # of those that make arrays of nothing: always


def means(*functions, table=MEANINGS):
    """Registers a meaning, whose parameters are those of the real function that it knows."""
    def register(meaning):
        for function in functions:
            table[function] = fitted(function, meaning)
        return meaning

    return register


def known(tracer, value):
    return key_of(tracer, value)


def field(tracer, value) -> Value:
    found = as_field(tracer, decide(tracer, value))
    if found is None:
        raise tracer.refuse("not-a-number", f"{tracer.describe(value)} stands where an array belongs",
                            instead="give an array, or numbers")
    return found


def as_ref(tracer, value) -> Ref:
    value = decide(tracer, value)
    return value if is_array(value) else new(tracer, field(tracer, value))


def dimensions(tracer, ref) -> int:
    return len(value_of(tracer, ref).type.shape)


def normal(tracer, ref, axes) -> tuple:
    """Axes counted from the front."""
    axes, count = (axes,) if isinstance(axes, (int, np.integer)) else tuple(axes), dimensions(tracer, ref)
    for axis in axes:
        if not -count <= axis < count:
            raise HostRaised(np.exceptions.AxisError(axis, count))
    return tuple([int(axis) % count for axis in axes])
