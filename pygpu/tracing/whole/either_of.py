"""One of several arrays, to those who only read it: an index, an operand, what sums take."""

from __future__ import annotations

from functools import partial, reduce

from ..kinds.containers import either
from ..values.choices import alternatives, chosen, leaves
from ..values.lattice import Choice
from .fields import is_array, new, value_of
from .selections import is_selection

READING = {"sum", "mean", "std", "var", "prod", "min", "max", "any", "all", "argmin", "argmax", "cumsum", "cumprod", "dot",
           "copy", "astype", "size", "shape", "ndim", "dtype", "nonzero", "argsort", "tolist", "item", "round", "clip"}


def as_one(tracer, value):
    """Those of one type as one array, so that no path is walked for each; what else it may be stays a choice."""
    if type(value) is not Choice or not tracer.shaped or sum(is_plain(tracer, each) for each in leaves(value)) < 2:
        return value
    found: dict = {}
    for flag, each in alternatives(tracer.emit, value):
        found.setdefault(value_of(tracer, each).type if is_plain(tracer, each) else len(found), []).append((flag, each))
    if max(map(len, found.values())) < 2:
        return value
    return chosen([together(tracer, entries) for entries in found.values()])


def is_plain(tracer, value) -> bool:
    return is_array(value) and not is_selection(tracer, value)


def together(tracer, entries: list) -> tuple:
    """(whether it is any of them, which)."""
    *others, (flag, last) = entries
    if not others:
        return flag, last
    one = value_of(tracer, last)
    for flag_of_one, each in reversed(others):
        one = tracer.builder.emit("select", flag_of_one, value_of(tracer, each), one)
    flags = [each for each, _ in entries]
    return reduce(partial(either, tracer), flags), new(tracer, one)
