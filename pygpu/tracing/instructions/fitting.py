"""Whether what compiled code is called with fits it: how many arguments it takes, and which keywords its meaning knows."""

from __future__ import annotations

import functools
import inspect
import math

from ..host.table import ANY, TAKES
from ..meanings.lending import refuse_keyword
from ..paths.frames import HostRaised


def must_take(function, args, kwargs) -> None:
    """Python's own TypeError where a callable is given fewer or more than it takes."""
    least, most = arity(function)
    if len(args) > most or len(args) + len(kwargs) < least:
        try:
            inspect.signature(function).bind(*args, **kwargs)
        except TypeError as error:
            raise HostRaised(TypeError(f"{function.__name__}() {error}")) from None


@functools.lru_cache(1024)
def arity(function) -> tuple[float, float]:
    """How many arguments a callable asks for at least, and how many without names it takes at most, as far as it says."""
    try:
        found = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return 0, math.inf
    least = sum(each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in found)
    if any(each.kind is each.VAR_POSITIONAL for each in found):
        return least, math.inf
    return least, sum(each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) for each in found)


def refuse_unknown(tracer, function, kwargs) -> None:
    """A keyword that the meaning of a callable does not know is not to be ignored."""
    takes = TAKES.get(function, ())
    for name in () if takes is ANY else kwargs.keys() - takes:
        raise refuse_keyword(tracer, name, function)
