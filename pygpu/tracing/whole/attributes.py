"""What attributes mean of whole arrays. Methods are in a table that others fill."""

from __future__ import annotations

import numpy as np

from ..kinds.scalars import as_value
from ..values.lattice import Builtin, Known, Ref, Tuple
from .elements import Filled, Reshaped
from .fields import made, size_of, value_of, view
from .listed import of_chosen
from .parts import transposed
from .selections import given_of, is_selection, whole_of

METHODS: dict[str, object] = {}  # name -> meaning(tracer, receiver, *args, **kwargs)
FACTS = {"T", "mT", "flat", "ndim", "dtype", "nbytes", "itemsize"}  # ... and what else only whole arrays have


def attribute(tracer, ref: Ref, name: str):
    """An attribute, or None where there is none of that name."""
    if is_selection(tracer, ref):
        return attribute_of_selection(tracer, ref, name)
    value = value_of(tracer, ref)
    shape, dtype = value.type.shape, value.type.dtype
    size = size_of(tracer, ref)
    facts = {"shape": shape, "ndim": len(shape), "size": size, "dtype": dtype, "itemsize": dtype.itemsize,
             "nbytes": size * dtype.itemsize}
    if name in facts:
        return Known(facts[name])
    if name == "T":
        return transposed(tracer, ref, range(len(shape))[::-1])
    if name == "mT":
        return tracer.call(Known(np.swapaxes), [ref, Known(-1), Known(-2)], {})
    if name == "flat":
        return view(tracer, ref, Reshaped(), (size_of(tracer, ref),))
    if name == "real":
        return ref
    if name == "imag":
        return made(tracer, Filled(), dtype, shape, as_value(tracer, Known(0)))
    return Builtin(METHODS[name], ref, name) if name in METHODS else None


def attribute_of_selection(tracer, ref: Ref, name: str):
    """The same of a[mask]: how many there are is a number of the graph."""
    whole, along = value_of(tracer, whole_of(tracer, ref)).type, len(given_of(tracer, ref).type.shape)
    if name == "size":
        return tracer.call(Known(np.size), [ref], {})
    if name == "shape":
        return Tuple([tracer.call(Known(len), [ref], {}), *map(Known, whole.shape[along:])])
    if name in ("T", "transpose", "reshape"):
        return tracer.get_attribute(of_chosen(tracer, ref), name)
    if name in ("ndim", "dtype"):
        return Known(len(whole.shape) - along + 1 if name == "ndim" else whole.dtype)
    return Builtin(METHODS[name], ref, name) if name in METHODS else None
